//! The board: squares, conditions (fixed queens, blocked squares) and the eight symmetries of the square.
//!
//! Squares are `[row, column]`, zero-based, row 0 at the top. Conditions are reduced here to one mask of *free*
//! squares per row: a fixed queen leaves its own square free and takes every square that it attacks. Engines see only
//! the masks.

use crate::{Error, Square};
use std::collections::HashSet;

/// The largest board whose rows fit a machine word.
pub const LARGEST_BOARD: u32 = 64;

/// One of the eight symmetries of the square: an optional transposition, then optional flips.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symmetry {
    transpose: bool,
    flip_rows: bool,
    flip_columns: bool,
}

impl Symmetry {
    /// All eight symmetries, the identity first.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry { transpose: false, flip_rows: false, flip_columns: false }; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Symmetry { transpose: i & 4 != 0, flip_rows: i & 2 != 0, flip_columns: i & 1 != 0 };
            i += 1;
        }
        all
    };

    /// The image of a square of the board of this size.
    ///
    /// ```
    /// use vuelta::Square;
    /// use vuelta::queens::Symmetry;
    /// let corner_images: Vec<_> = Symmetry::ALL.iter().map(|s| s.square(8, Square::new(0, 1)).to_string()).collect();
    /// assert_eq!(corner_images, ["[0,1]", "[0,6]", "[7,1]", "[7,6]", "[1,0]", "[1,7]", "[6,0]", "[6,7]"]);
    /// ```
    /// # Panics
    /// Panics if the square is off the board.
    #[must_use]
    pub fn square(self, size: u32, square: Square) -> Square {
        let Square { row, column } = square;
        assert!(row.max(column) < size, "{square} is off the board");
        let (row, column) = if self.transpose { (column, row) } else { (row, column) };
        let flip = |x: u32, yes: bool| if yes { size - 1 - x } else { x };
        Square::new(flip(row, self.flip_rows), flip(column, self.flip_columns))
    }

    /// The column of the image's queen in `row`, for a solution with these `columns` by row and `rows` by column.
    pub(crate) fn image_column(self, columns: &[u32], rows: &[u32], row: usize) -> u32 {
        let last = columns.len() - 1;
        let row = if self.flip_rows { last - row } else { row };
        let column = if self.transpose { rows[row] } else { columns[row] };
        if self.flip_columns { last as u32 - column } else { column }
    }

    /// The image of the four border queens `[top row's column, bottom row's column, left column's row, right column's
    /// row]`.
    pub(crate) fn border(self, size: u32, border: [u32; 4]) -> [u32; 4] {
        let [mut top, mut bottom, mut left, mut right] = border;
        if self.transpose {
            (top, bottom, left, right) = (left, right, top, bottom);
        }
        if self.flip_rows {
            (top, bottom, left, right) = (bottom, top, size - 1 - left, size - 1 - right);
        }
        if self.flip_columns {
            (top, bottom, left, right) = (size - 1 - top, size - 1 - bottom, right, left);
        }
        [top, bottom, left, right]
    }
}

/// A square board of 1 to 64 rows with the conditions of its solutions, or the board [without rows](Board::empty).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    size: u32,
    fixed: Vec<Square>,
    blocked: Vec<Square>,
    /// Per row, the columns where a queen may stand.
    free: Vec<u64>,
}

impl Board {
    /// The board of this size without conditions.
    ///
    /// # Errors
    /// [`Error::BoardSize`] for sizes below 1 and above 64.
    pub fn new(size: u32) -> Result<Self, Error> {
        Self::with_conditions(size, &[], &[])
    }

    /// The board without rows: there is one way to place no queen on it.
    ///
    /// ```
    /// use vuelta::queens::{Board, solutions};
    /// assert_eq!(solutions(&Board::empty()).collect::<Vec<_>>(), [[0; 0]]);
    /// ```
    #[must_use]
    pub fn empty() -> Self {
        Board { size: 0, fixed: vec![], blocked: vec![], free: vec![] }
    }

    /// The board of this size without conditions, from 0 on: the boards that counts take.
    ///
    /// # Errors
    /// [`Error::BoardSize`] for sizes above 64.
    pub fn from_zero(size: u32) -> Result<Self, Error> {
        if size == 0 { Ok(Board::empty()) } else { Board::new(size) }
    }

    /// The board with queens fixed on some squares and others blocked.
    ///
    /// # Errors
    /// [`Error::BoardSize`]; [`Error::Conditions`], which names the squares: off the board, given twice, fixed and
    /// blocked at once, or two fixed queens that attack each other.
    pub fn with_conditions(size: u32, fixed: &[Square], blocked: &[Square]) -> Result<Self, Error> {
        check_size(size, LARGEST_BOARD)?;
        check_conditions([size; 2], fixed, blocked, Square::attacks)?;
        let free = free_squares(size, fixed, blocked);
        Ok(Board { size, fixed: fixed.to_vec(), blocked: blocked.to_vec(), free })
    }

    /// The board with these queens fixed too.
    ///
    /// ```
    /// use vuelta::queens::{Board, solutions};
    /// // F. Nauck's question of 1850: queens on b4 and d5, row 0 at the top.
    /// let board = Board::new(8)?.fix([(4, 1), (3, 3)])?;
    /// assert_eq!(solutions(&board).count(), 2);
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`with_conditions`](Self::with_conditions).
    pub fn fix<S: Into<Square>>(self, queens: impl IntoIterator<Item = S>) -> Result<Self, Error> {
        let fixed: Vec<Square> = self.fixed.into_iter().chain(queens.into_iter().map(S::into)).collect();
        Self::with_conditions(self.size, &fixed, &self.blocked)
    }

    /// The board with these squares blocked too.
    ///
    /// # Errors
    /// As [`with_conditions`](Self::with_conditions).
    pub fn block<S: Into<Square>>(self, squares: impl IntoIterator<Item = S>) -> Result<Self, Error> {
        let blocked: Vec<Square> = self.blocked.into_iter().chain(squares.into_iter().map(S::into)).collect();
        Self::with_conditions(self.size, &self.fixed, &blocked)
    }

    /// The number of rows and columns.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.size
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

    /// The columns of `row` where a queen may stand, as a mask; none off the board.
    #[must_use]
    pub fn free(&self, row: u32) -> u64 {
        self.free.get(row as usize).copied().unwrap_or_default()
    }

    /// Whether a queen may stand on the square; not off the board.
    #[must_use]
    pub fn is_free(&self, square: Square) -> bool {
        self.free(square.row).checked_shr(square.column).unwrap_or_default() & 1 == 1
    }

    /// The symmetries that keep the conditions, the identity first: all eight without conditions.
    #[must_use]
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let keeps = |symmetry: &Symmetry| {
            squares(self.size)
                .all(|square| self.is_free(square) == self.is_free(symmetry.square(self.size, square)))
        };
        Symmetry::ALL.into_iter().filter(keeps).collect()
    }
}

/// The squares where queens may stand, as bits, row by row; each row has as many words as this board size needs.
pub(super) fn free_squares(size: u32, fixed: &[Square], blocked: &[Square]) -> Vec<u64> {
    // Rows, columns, rising and falling diagonals, each kind behind the one before.
    let lines = |Square { row, column }: Square| {
        let diagonals = [2 * size + row + column, 5 * size + row - column];
        [row, size + column, diagonals[0], diagonals[1]].map(|line| line as usize)
    };
    let mut taken = vec![false; 6 * size as usize];
    fixed.iter().flat_map(|&queen| lines(queen)).for_each(|line| taken[line] = true);
    let words = size.div_ceil(64) as usize;
    let mut free = vec![0; words * size as usize];
    let mut set = |Square { row, column }: Square, yes: bool| {
        let (word, bit) = (&mut free[row as usize * words + column as usize / 64], 1 << (column % 64));
        *word = if yes { *word | bit } else { *word & !bit };
    };
    for square in squares(size) {
        set(square, lines(square).iter().all(|&line| !taken[line]));
    }
    blocked.iter().for_each(|&square| set(square, false));
    fixed.iter().for_each(|&queen| set(queen, true));
    free
}

/// The squares of a board, row by row.
pub(super) fn squares(size: u32) -> impl Iterator<Item = Square> {
    (0..size).flat_map(move |row| (0..size).map(move |column| Square::new(row, column)))
}

/// Refuses sizes above `largest`.
pub(super) fn check_size(size: u32, largest: u32) -> Result<(), Error> {
    if (1..=largest).contains(&size) { Ok(()) } else { Err(Error::BoardSize { size, largest }) }
}

/// Refuses conditions that make no sense on a board of these sides, whose queens attack each other as `attacks` says.
pub(super) fn check_conditions(
    [rows, columns]: [u32; 2],
    fixed: &[Square],
    blocked: &[Square],
    attacks: impl Fn(Square, Square) -> bool,
) -> Result<(), Error> {
    let refuse = |sentence: String| Err(Error::Conditions(sentence));
    let mut seen = HashSet::new();
    for (what, squares) in [("fixed", fixed), ("blocked", blocked)] {
        for &square in squares {
            if square.row >= rows || square.column >= columns {
                return refuse(format!("the {what} square {square} is off the {rows} x {columns} board"));
            }
            if !seen.insert((what, square)) {
                return refuse(format!("the square {square} is given as {what} twice"));
            }
        }
    }
    if let Some(square) = blocked.iter().find(|&&square| seen.contains(&("fixed", square))) {
        return refuse(format!("the square {square} is both fixed and blocked"));
    }
    for (i, &a) in fixed.iter().enumerate() {
        if let Some(&b) = fixed[i + 1..].iter().find(|&&b| attacks(a, b)) {
            return refuse(format!("the fixed queens on {a} and {b} attack each other"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn sq(row: u32, column: u32) -> Square {
        Square::new(row, column)
    }

    #[test]
    fn the_free_squares_are_those_that_no_fixed_queen_attacks() {
        let queens = [sq(4, 1), sq(3, 3)];
        let board = Board::with_conditions(8, &queens, &[sq(0, 7)]).unwrap();
        for row in 0..8 {
            for column in 0..8 {
                let square = sq(row, column);
                let attacked = queens.iter().any(|q| q.attacks(square));
                assert_eq!(board.is_free(square), !attacked && square != sq(0, 7), "{square}");
            }
        }
        assert!([sq(0, 8), sq(0, 64), sq(0, 65), sq(8, 0)].iter().all(|&square| !board.is_free(square)));
    }

    #[test]
    fn boards_have_1_to_64_rows() {
        assert!(Board::new(0).is_err() && Board::new(65).is_err());
    }

    #[test]
    fn the_board_without_rows_has_one_solution_or_is_refused() {
        use crate::queens::backtrack::{Step, Steps};
        use crate::queens::{Completion, Counting, LargeBoard, Listing, count_placements, solutions, solve};
        use crate::search::{Context, StopFlag, Workers};
        let (board, workers) = (Board::empty(), Workers::new(2).unwrap());
        let context = &mut Context::new(&workers);
        assert_eq!((board.symmetries().len(), board.to_text(&[]).as_str()), (8, ""));
        assert_eq!(Steps::of(&board).collect::<Vec<_>>(), [Step::Solution]);
        assert_eq!(solve(&board, context).unwrap(), Some(vec![]));
        let completion = Completion::of(&board, context).unwrap();
        assert_eq!((completion.maximum, completion.proved), (0, true));
        assert_eq!(count_placements(&board, 0, u64::MAX, context).unwrap(), Some(1));
        assert!(LargeBoard::empty().complete(&StopFlag::default()).proved);
        assert_eq!(solutions(&board).collect::<Vec<_>>(), [[0; 0]]);
        assert!(Listing::new(board.clone()).write(context, &mut vec![]).is_err());
        let counting = Counting::new(board);
        assert_eq!(counting.double_check().run(context).unwrap().total(), Some(1));
        assert!(counting.estimate(std::time::Duration::from_millis(10), 1, context).is_err());
    }

    #[test]
    fn the_symmetries_are_those_that_keep_the_conditions() {
        let count = |fixed: &[Square], blocked: &[Square]| {
            Board::with_conditions(5, fixed, blocked).unwrap().symmetries().len()
        };
        assert_eq!(count(&[], &[]), 8);
        assert_eq!(count(&[sq(2, 2)], &[]), 8);
        assert_eq!(count(&[sq(0, 0)], &[]), 2);
        assert_eq!(count(&[], &[sq(0, 1)]), 1);
        assert_eq!(count(&[], &[sq(0, 1), sq(4, 3)]), 2);
    }
}
