//! The field: rows, columns, rules and conditions of a count of placements.

use crate::queens::board::check_conditions;
use crate::queens::text;
use crate::{Error, Square};
use std::fmt;

/// The longest side beside which the other may be as long.
pub const LARGEST_FIELD: u32 = 64;
/// The longest side of a field whose other side is at most [`NARROW_FIELD`].
pub const LONGEST_FIELD: u32 = 10_000;
/// The longer a field, the narrower it must be: from [`LARGEST_FIELD`] on it has at most this many rows or columns.
pub const NARROW_FIELD: u32 = 8;

/// Attacks beyond rows, columns and diagonals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Rules {
    /// Queens attack as knights too ("superqueens").
    pub knight: bool,
    /// All lines wrap around the edges of a square board.
    pub torus: bool,
}

impl Rules {
    /// Queens as in chess.
    pub const QUEEN: Rules = Rules { knight: false, torus: false };

    /// The rules with these names, as [`names`](Self::names) has them; others change nothing.
    pub fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        names.into_iter().fold(Rules::QUEEN, |rules, name| Rules {
            knight: rules.knight || name == "knight",
            torus: rules.torus || name == "torus",
        })
    }

    /// The names of the rules: `queen`, then `knight` and `torus` if they hold.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let more = [("knight", self.knight), ("torus", self.torus)];
        std::iter::once("queen").chain(more.into_iter().filter_map(|(name, holds)| holds.then_some(name)))
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.names().collect::<Vec<_>>().join(" "))
    }
}

/// A board of `rows` x `columns` squares with its rules, fixed queens and blocked squares.
///
/// ```
/// use vuelta::queens::placements::{Field, Rules};
/// let field = Field::new(8, 12, Rules::QUEEN)?.fix([(0, 3)])?.block([(7, 11)])?;
/// assert_eq!((field.rows(), field.columns(), field.most_queens()), (8, 12, 8));
/// # Ok::<(), vuelta::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    rows: u32,
    columns: u32,
    rules: Rules,
    fixed: Vec<Square>,
    blocked: Vec<Square>,
}

impl Field {
    /// The field of this size, without conditions.
    ///
    /// # Errors
    /// [`Error::Input`] for sides below 1 or above [`LARGEST_FIELD`] ([`LONGEST_FIELD`] beside a side of at most
    /// [`NARROW_FIELD`]), and for a torus that is not square.
    pub fn new(rows: u32, columns: u32, rules: Rules) -> Result<Self, Error> {
        let (short, long) = (rows.min(columns), rows.max(columns));
        let is_narrow = short <= NARROW_FIELD && !rules.torus;
        if short < 1 || long > if is_narrow { LONGEST_FIELD } else { LARGEST_FIELD } {
            return Err(Error::input(format!(
                "the board is {rows} x {columns}; its sides must be from 1 to {LARGEST_FIELD}, \
                 or up to {LONGEST_FIELD} by at most {NARROW_FIELD} where lines do not wrap"
            )));
        }
        if rules.torus && rows != columns {
            return Err(Error::input(format!("a torus must be square, and the board is {rows} x {columns}")));
        }
        Ok(Field { rows, columns, rules, fixed: vec![], blocked: vec![] })
    }

    /// Reads a field with its conditions, as [`Board::parse`](crate::queens::Board::parse) reads a board; its rows may be
    /// longer or shorter than their number.
    ///
    /// ```
    /// use vuelta::queens::placements::{Field, Rules};
    /// let field = Field::parse(b"Q . . .\n. . x .\n", Rules::QUEEN)?;
    /// assert_eq!((field.rows(), field.columns()), (2, 4));
    /// assert_eq!((field.fixed().len(), field.blocked().len()), (1, 1));
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new), [`fix`](Self::fix) and `Board::parse` say.
    pub fn parse(text: &[u8], rules: Rules) -> Result<Self, Error> {
        text::parse(text, false, |sides, fixed, blocked| Field::with_conditions(sides, rules, fixed, blocked))
    }

    /// The field of these rows and columns with fixed queens and blocked squares.
    ///
    /// # Errors
    /// As [`new`](Self::new) and [`fix`](Self::fix).
    pub fn with_conditions(
        (rows, columns): (u32, u32),
        rules: Rules,
        fixed: &[Square],
        blocked: &[Square],
    ) -> Result<Self, Error> {
        Field::new(rows, columns, rules)?.fix(fixed.iter().copied())?.block(blocked.iter().copied())
    }

    /// The field with these queens fixed too.
    ///
    /// # Errors
    /// [`Error::Conditions`], naming the squares: off the board, given twice, fixed and blocked at once, or two fixed
    /// queens that attack each other.
    pub fn fix<S: Into<Square>>(mut self, queens: impl IntoIterator<Item = S>) -> Result<Self, Error> {
        self.fixed.extend(queens.into_iter().map(S::into));
        self.checked()
    }

    /// The field with these squares blocked too.
    ///
    /// # Errors
    /// As [`fix`](Self::fix).
    pub fn block<S: Into<Square>>(mut self, squares: impl IntoIterator<Item = S>) -> Result<Self, Error> {
        self.blocked.extend(squares.into_iter().map(S::into));
        self.checked()
    }

    fn checked(self) -> Result<Self, Error> {
        let sides = [self.rows, self.columns];
        check_conditions(sides, &self.fixed, &self.blocked, |a, b| self.attacks(a, b))?;
        Ok(self)
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The fixed queens, in the order given.
    #[must_use]
    pub fn fixed(&self) -> &[Square] {
        &self.fixed
    }

    /// The blocked squares, in the order given.
    #[must_use]
    pub fn blocked(&self) -> &[Square] {
        &self.blocked
    }

    /// Whether there are fixed queens or blocked squares.
    #[must_use]
    pub fn has_conditions(&self) -> bool {
        !self.fixed.is_empty() || !self.blocked.is_empty()
    }

    /// The shorter side, which no placement has more queens than.
    #[must_use]
    pub fn most_queens(&self) -> u32 {
        self.rows.min(self.columns)
    }

    /// Whether queens on the two squares attack each other by the field's rules.
    #[must_use]
    pub fn attacks(&self, a: Square, b: Square) -> bool {
        // A distance on the torus is that of the shorter way around.
        let around = |distance: u32| {
            let rest = distance % self.rows;
            if self.rules.torus { rest.min(self.rows - rest) } else { distance }
        };
        let (down, across) = (around(a.row.abs_diff(b.row)), around(a.column.abs_diff(b.column)));
        let (one, two) = (around(1), around(2));
        let jumps = self.rules.knight && [(one, two), (two, one)].contains(&(down, across));
        a != b && (down == 0 || across == 0 || down == across || jumps)
    }
}
