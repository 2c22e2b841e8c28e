//! Conditions as text: squares by name, and boards as pictures.
//!
//! ```text
//!  Q  -  -  -        Q..x        Q . . x
//!  -  -  x  -        ....        . . . .
//!  ...
//! ```
//! `Q` is a fixed queen, `x` a blocked square, `.` or `-` a free one. A cell is one character wide; two where
//! every second character of every row is blank; three where the outer two of every three are, as in what
//! lists and completions print. Run time O(characters).

use super::{Board, LARGEST_BOARD, Square};
use crate::Error;

/// The largest board whose squares have algebraic names: a letter for each column.
const LETTERS: u32 = 26;

impl Square {
    /// Reads `ROW,COL` or `ROW COL` (zero-based), and on boards of up to 26 rows an algebraic name: a letter
    /// for the column, then the row counted from 1 at the bottom.
    ///
    /// ```
    /// use vuelta::queens::Square;
    /// assert_eq!(Square::parse("4,1", 8)?, Square::new(4, 1));
    /// assert_eq!(Square::parse("b4", 8)?, Square::new(4, 1));
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Input`] for anything else, and for a square off the board.
    pub fn parse(text: &str, size: u32) -> Result<Self, Error> {
        let wrong = || Error::input(format!("'{text}' is no square: write ROW,COL, such as 3,5"));
        let trimmed = text.trim();
        let number = |digits: &str| {
            let digits = digits.trim();
            let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse::<u32>().ok().filter(|_| plain)
        };
        let off = || Error::input(format!("the square '{trimmed}' is off the {size} x {size} board"));
        let split = trimmed
            .split_once(',')
            .or_else(|| trimmed.split_once(char::is_whitespace));
        let square = if let Some((row, column)) = split {
            let numbers = number(row).zip(number(column)).ok_or_else(wrong)?;
            Square::new(numbers.0, numbers.1)
        } else {
            let mut characters = trimmed.chars();
            let letter = characters
                .next()
                .filter(char::is_ascii_alphabetic)
                .ok_or_else(wrong)?;
            let rank = number(characters.as_str()).ok_or_else(wrong)?;
            if size > LETTERS {
                let message = format!("'{trimmed}': boards above {LETTERS} x {LETTERS} have no square names");
                return Err(Error::input(message));
            }
            let column = letter.to_ascii_lowercase() as u32 - u32::from(b'a');
            let row = size.checked_sub(rank).filter(|_| rank > 0).ok_or_else(off)?;
            Square::new(row, column)
        };
        (square.row < size && square.column < size)
            .then_some(square)
            .ok_or_else(off)
    }
}

impl Board {
    /// Reads a board from a picture (UTF-8; CRLF, trailing blanks and empty lines around are ignored).
    ///
    /// ```
    /// use vuelta::queens::Board;
    /// let board = Board::parse(b" Q  -  -  x \n -  -  -  - \n -  -  -  - \n -  -  -  - \n")?;
    /// assert_eq!((board.size(), board.fixed().len(), board.blocked().len()), (4, 1, 1));
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Input`], one sentence: not UTF-8, no square board, a wrong character (with its line and column,
    /// both counted from 1), or conditions that make no sense.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        let text = std::str::from_utf8(text).map_err(|error| {
            let line = 1 + text[..error.valid_up_to()]
                .iter()
                .filter(|&&b| b == b'\n')
                .count();
            Error::input(format!("the board is not valid UTF-8 (line {line})"))
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        let skipped = lines.iter().take_while(|line| line.is_empty()).count();
        let end = lines
            .iter()
            .rposition(|line| !line.is_empty())
            .map_or(skipped, |last| last + 1);
        let rows = &lines[skipped..end];
        let size = rows.len() as u32;
        if !(1..=LARGEST_BOARD).contains(&size) {
            return Err(Error::input(format!(
                "the board has {size} rows; it must have from 1 to {LARGEST_BOARD}"
            )));
        }
        let (width, offset) = cells(rows);
        let (mut fixed, mut blocked) = (vec![], vec![]);
        for (row, line) in (0..).zip(rows) {
            let number = skipped as u32 + row + 1;
            let mut columns = 0;
            for (i, character) in line.chars().enumerate().skip(offset).step_by(width) {
                let square = Square::new(row, columns);
                match character {
                    'Q' | 'q' => fixed.push(square),
                    'x' | 'X' => blocked.push(square),
                    '.' | '-' => {}
                    other => {
                        return Err(Error::input(format!(
                            "line {number}, column {}: {other:?} is no part of a board: `Q` is a queen, `x` a blocked \
                             square, `.` or `-` a free one",
                            i + 1
                        )));
                    }
                }
                columns += 1;
            }
            if columns != size {
                let message = format!("line {number} has {columns} squares, but the board has {size} rows");
                return Err(Error::input(message));
            }
        }
        Board::with_conditions(size, &fixed, &blocked)
    }
}

/// The width of a cell in characters, and where in it the square stands.
fn cells(rows: &[&str]) -> (usize, usize) {
    let blank = |width: usize, square: usize| {
        let mut characters = rows.iter().flat_map(|row| row.chars().enumerate());
        characters.all(|(i, character)| (i % width == square) || character == ' ')
    };
    if blank(3, 1) {
        (3, 1)
    } else if blank(2, 0) {
        (2, 0)
    } else {
        (1, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence<T: std::fmt::Debug>(result: Result<T, Error>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn squares_are_read_in_all_three_forms() {
        for text in ["4,1", "4 1", " 4 , 1 ", "b4", "B4"] {
            assert_eq!(Square::parse(text, 8).unwrap(), Square::new(4, 1), "{text}");
        }
        assert_eq!(Square::parse("d5", 8).unwrap(), Square::new(3, 3));
        assert_eq!(Square::parse("z1", 26).unwrap(), Square::new(25, 25));
        for text in ["", "4", "4,", "b", "4,1,2", "-1,0", "+1,0", "bb4", "ñ4"] {
            assert!(
                sentence(Square::parse(text, 8)).contains("is no square"),
                "{text}"
            );
        }
        for text in ["8,0", "0,8", "i1", "a9", "a0"] {
            assert!(
                sentence(Square::parse(text, 8)).contains("is off the 8 x 8 board"),
                "{text}"
            );
        }
        assert!(sentence(Square::parse("a1", 27)).contains("no square names"));
    }

    #[test]
    fn the_three_widths_read_the_same() {
        let narrow = Board::parse(b"Q..x\r\n....\r\n.-..\r\n....\n\n").unwrap();
        let spaced = Board::parse(b"Q . . x\n. . . .\n. - . .\n. . . .").unwrap();
        let printed = Board::parse(b"\n Q  -  -  x \n -  -  -  - \n -  -  -  - \n -  -  -  - \n\n").unwrap();
        assert_eq!(narrow, spaced);
        assert_eq!(narrow, printed);
        let one = Board::with_conditions(1, &[Square::new(0, 0)], &[]).unwrap();
        for text in ["Q", " Q ", "q\n"] {
            assert_eq!(Board::parse(text.as_bytes()).unwrap(), one, "{text:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let of = |text: &str| sentence(Board::parse(text.as_bytes()));
        assert!(of("..\n.o").starts_with("line 2, column 2: 'o' is no part"));
        assert_eq!(of("..\n..."), "line 2 has 3 squares, but the board has 2 rows");
        assert!(of("").contains("0 rows"));
        assert!(of("QQ\n..").contains("attack each other"));
        assert!(sentence(Board::parse(b".\n\xff")).contains("(line 2)"));
    }
}
