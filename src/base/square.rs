//! A square of a grid, and how it is written: `[row,column]`, zero-based, row 0 at the top.

use crate::Error;
use crate::base::text::shown;
use std::fmt;
use std::str::FromStr;

/// The largest board on which squares have algebraic names: one letter for each column.
const LARGEST_NAMED_BOARD: u32 = 26;

/// A square, row 0 at the top, column 0 at the left. On a triangular board row `r` has columns `0..=r`.
///
/// ```
/// use vuelta::Square;
/// assert_eq!("3,5".parse::<Square>().unwrap(), Square::new(3, 5));
/// assert_eq!(Square::new(3, 5).to_string(), "[3,5]");
/// assert_eq!(Square::parse("b4", 8).unwrap(), Square::new(4, 1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// Row, from the top.
    pub row: u32,
    /// Column, from the left.
    pub column: u32,
}

impl Square {
    /// The square in this row and column.
    #[must_use]
    #[inline]
    pub const fn new(row: u32, column: u32) -> Self {
        Square { row, column }
    }

    /// The squares of queens with these columns, one in each row.
    ///
    /// ```
    /// use vuelta::Square;
    /// assert_eq!(Square::of_columns(&[1, 3]), [Square::new(0, 1), Square::new(1, 3)]);
    /// ```
    #[must_use]
    pub fn of_columns(columns: &[u32]) -> Vec<Self> {
        (0..).zip(columns).map(|(row, &column)| Square::new(row, column)).collect()
    }

    /// Reads a square of the square board of this size: `ROW,COL`, or to size 26 its algebraic name, with
    /// letters for the columns and `a1` at the bottom left.
    ///
    /// # Errors
    /// [`Error::Input`] when the text is neither. Whether the square is on the board is not checked, except for
    /// names, which cannot be below or left of it.
    pub fn parse(text: &str, size: u32) -> Result<Self, Error> {
        let named = if size <= LARGEST_NAMED_BOARD { algebraic(text.trim(), size) } else { None };
        let square = named.map_or_else(|| text.parse(), Ok);
        square.map_err(|error: Error| match size {
            1..=LARGEST_NAMED_BOARD => {
                let last = char::from(b'a' + size as u8 - 1);
                Error::input(format!("{error}, or a name from a1 to {last}{size}"))
            }
            _ => error,
        })
    }

    /// The name on the square board of this size, as [`parse`](Self::parse) reads it: `b4`, or `ROW,COL` for squares
    /// without names.
    ///
    /// ```
    /// assert_eq!(vuelta::Square::new(4, 1).name(8), "b4");
    /// assert_eq!(vuelta::Square::new(4, 1).name(64), "4,1");
    /// ```
    #[must_use]
    pub fn name(self, size: u32) -> String {
        let Square { row, column } = self;
        match u8::try_from(column) {
            Ok(letter) if size <= LARGEST_NAMED_BOARD && row < size && column < size => {
                format!("{}{}", char::from(b'a' + letter), size - row)
            }
            _ => format!("{row},{column}"),
        }
    }

    /// The names of its row and its column on the square board of this size: `4` and `b` (from 1 at the bottom), or
    /// numbers from 0 at the top left on boards whose squares have no names.
    pub(crate) fn line_names(self, size: u32) -> [String; 2] {
        let name = self.name(size);
        match name.split_once(',') {
            Some((row, column)) => [row.to_owned(), column.to_owned()],
            None => [name[1..].to_owned(), name[..1].to_owned()],
        }
    }

    /// Reads one or more squares: as [`Square::parse`] reads them, names separated by commas or spaces (`b4,d5`),
    /// squares with commas separated by spaces (`0,0 3,5`), and all squares from one to another along a row, a column
    /// or a diagonal (`a1-a8`, `0,0-0,7`).
    ///
    /// ```
    /// use vuelta::Square;
    /// assert_eq!(Square::parse_list("b4,d5", 8)?, [Square::new(4, 1), Square::new(3, 3)]);
    /// assert_eq!(Square::parse_list("a8-c8", 8)?, [Square::new(0, 0), Square::new(0, 1), Square::new(0, 2)]);
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Input`] if a part is not a square, or the two ends of a range are on no line, or
    /// farther apart than the board is long.
    pub fn parse_list(text: &str, size: u32) -> Result<Vec<Square>, Error> {
        let named = text.contains(|c: char| c.is_ascii_alphabetic());
        let blanks = if named { text.replace(',', " ") } else { text.to_owned() };
        let mut parts: Vec<&str> = blanks.split_whitespace().collect();
        // `0 0` and `3, 5` are one square.
        if !named && !parts.iter().all(|part| part.trim_matches(',').contains(',')) || parts.is_empty() {
            parts = vec![text];
        }
        let mut squares = vec![];
        for part in parts {
            match part.split_once('-').filter(|(first, last)| !first.is_empty() && !last.is_empty()) {
                None => squares.push(Square::parse(part, size)?),
                Some((first, last)) => {
                    let (first, last) = (Square::parse(first, size)?, Square::parse(last, size)?);
                    let error = |what| Err(Error::input(format!("'{}'{what}", shown(part))));
                    if first != last && !first.attacks(last) {
                        return error(": the two squares share no row, column or diagonal");
                    }
                    if first.row.abs_diff(last.row).max(first.column.abs_diff(last.column)) >= size {
                        return error(" is longer than the board");
                    }
                    let sign = |from: u32, to: u32| (i64::from(to) - i64::from(from)).signum() as i32;
                    let step = (sign(first.row, last.row), sign(first.column, last.column));
                    let line = std::iter::successors(Some(first), |square| square.offset(step));
                    squares.extend(line.take_while(|&square| square != last).chain([last]));
                }
            }
        }
        Ok(squares)
    }

    /// Whether queens on the two squares attack each other (a square does not attack itself).
    #[must_use]
    #[inline]
    pub fn attacks(self, other: Square) -> bool {
        let (rows, columns) = (self.row.abs_diff(other.row), self.column.abs_diff(other.column));
        self != other && (rows == 0 || columns == 0 || rows == columns)
    }

    /// The square `rows` further down and `columns` further right, if it is on the grid.
    pub fn offset(self, (rows, columns): (i32, i32)) -> Option<Square> {
        Some(Square::new(self.row.checked_add_signed(rows)?, self.column.checked_add_signed(columns)?))
    }
}

impl From<(u32, u32)> for Square {
    /// Row and column.
    fn from((row, column): (u32, u32)) -> Self {
        Square::new(row, column)
    }
}

/// `b4`: a letter for the column, then the row counted from 1 at the bottom.
fn algebraic(text: &str, size: u32) -> Option<Square> {
    let column = text.chars().next()?.to_digit(36)?.checked_sub(10)?;
    let rank = number(text.get(1..)?).filter(|&rank| rank > 0)?;
    Some(Square::new(size.checked_sub(rank)?, column))
}

/// A number of digits alone.
fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("[{},{}]", self.row, self.column))
    }
}

impl FromStr for Square {
    type Err = Error;

    /// `ROW,COL`, or `ROW COL`; also in brackets, as squares are printed, or in parentheses.
    fn from_str(text: &str) -> Result<Self, Error> {
        let inside = text.trim();
        let within = |(open, close)| inside.strip_prefix(open)?.strip_suffix(close);
        let inside = [('[', ']'), ('(', ')')].into_iter().find_map(within).unwrap_or(inside).trim();
        let parts = inside.split_once(',').or_else(|| inside.split_once(char::is_whitespace));
        let square =
            parts.and_then(|(row, column)| Some(Square::new(number(row.trim())?, number(column.trim())?)));
        square.ok_or_else(|| {
            Error::input(format!("'{}' is not a square; write ROW,COL such as 0,3", shown(text)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_row_and_column() {
        for text in ["3,4", "3 4", " 3, 4 ", "3 , 4", "03,4", "[3,4]", "[ 3 4 ]", "(3, 4)"] {
            assert_eq!(text.parse::<Square>().unwrap(), Square::new(3, 4), "{text}");
        }
        for text in
            ["", "3", "3,", ",4", "a,b", "-1,2", "+1,2", "[3,4", "3,4]", "[]", "3,4,5", "99999999999,1"]
        {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }

    #[test]
    fn lists_and_lines_of_squares_are_read() {
        let names = |text| {
            let squares = Square::parse_list(text, 8).unwrap();
            squares.iter().map(|square| square.name(8)).collect::<Vec<_>>().join(" ")
        };
        for (text, expected) in [
            ("b4", "b4"),
            ("b4,d5", "b4 d5"),
            ("b4, d5 e1", "b4 d5 e1"),
            ("a1-a3", "a1 a2 a3"),
            ("c3-a1,h8", "c3 b2 a1 h8"),
            ("a1-a1", "a1"),
            ("7,0", "a1"),
            ("7 0", "a1"),
            ("7, 0", "a1"),
            ("7,0 4,1", "a1 b4"),
            ("7,0-7,2", "a1 b1 c1"),
        ] {
            assert_eq!(names(text), expected, "{text}");
        }
        // A line across the largest numbers takes no more than its ends say.
        let most = u32::MAX;
        assert_eq!(Square::parse_list(&format!("{most},0-{},0", most - 2), 8).unwrap().len(), 3);
        for text in [
            "",
            " ",
            ",",
            "a1-b3",
            "a1-",
            "-a1",
            "a1-a2-a3",
            "0,0-8,0",
            "0,0-4294967295,0",
            "b4,,x",
            "1,2,3",
            "-1,2",
            "0,0-1,2",
        ] {
            assert!(Square::parse_list(text, 8).is_err(), "{text}");
        }
    }

    #[test]
    fn algebraic_names_count_from_the_bottom_left() {
        let parse = |text| Square::parse(text, 8);
        assert_eq!(parse("0,7").unwrap(), Square::new(0, 7));
        for text in ["a0", "a9", "4b", "a", "a+1", "ä1", "aa1"] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!(Square::parse("a1", 27).is_err());
    }
}
