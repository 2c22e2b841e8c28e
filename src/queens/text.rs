//! Boards as text, read and written.
//!
//! ```text
//!  Q  -  -  -
//!  -  -  x  -
//!  -  -  -  -
//!  -  -  -  -
//! ```
//! `Q` is a queen, `x` a blocked square, `.` or `-` a free one. Blanks separate and mean nothing; so do empty
//! lines at the end. What is printed reads back.

use super::{Board, Square};
use crate::Error;

impl Board {
    /// Reads a board: its queens are fixed ones.
    ///
    /// ```
    /// use vuelta::queens::Board;
    /// let board = Board::parse(b" Q  -  - \n . . x\n...\n")?;
    /// assert_eq!((board.size(), board.fixed().len(), board.blocked().len()), (3, 1, 1));
    /// assert_eq!(Board::parse(board.to_text(&[]).as_bytes())?, board);
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Input`] in one sentence: invalid UTF-8, an empty text, a wrong character (with line and column,
    /// counted from 1), rows that are not as long as there are rows, or conditions that make no sense.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        let text = std::str::from_utf8(text).map_err(|error| {
            let line = 1 + text[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
            Error::input(format!("the board is not valid UTF-8 (line {line})"))
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_end();
        if text.is_empty() {
            return Err(Error::input("the board is empty"));
        }
        let size = text.lines().count();
        let (mut fixed, mut blocked) = (vec![], vec![]);
        for (row, line) in text.lines().enumerate() {
            let cells = line.chars().enumerate().filter(|(_, character)| !character.is_whitespace());
            let mut columns = 0;
            for (i, character) in cells {
                let square = Square::new(row as u32, columns);
                columns += 1;
                match character {
                    'Q' | 'q' => fixed.push(square),
                    'x' | 'X' => blocked.push(square),
                    '.' | '-' => {}
                    other => {
                        return Err(Error::input(format!(
                            "line {}, column {}: {other:?} is no part of a board: 'Q' is a queen, 'x' a blocked \
                             square, '.' or '-' a free one",
                            row + 1,
                            i + 1
                        )));
                    }
                }
            }
            if columns as usize != size {
                return Err(Error::input(format!(
                    "line {}: the row has {columns} squares, and the board has {size} rows",
                    row + 1
                )));
            }
        }
        Board::with_conditions(size as u32, &fixed, &blocked)
    }

    /// The board with its conditions and `queens` as text, a line for each row.
    #[must_use]
    pub fn to_text(&self, queens: &[Square]) -> String {
        let mut text = String::new();
        for row in 0..self.size() {
            for column in 0..self.size() {
                let square = Square::new(row, column);
                let queen = self.fixed().contains(&square) || queens.contains(&square);
                text.push_str(match (queen, self.blocked().contains(&square)) {
                    (true, _) => " Q ",
                    (false, true) => " x ",
                    (false, false) => " - ",
                });
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(text: &[u8]) -> String {
        Board::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn separators_and_line_ends_mean_nothing() {
        let plain = Board::parse(b"Q..\n..x\n...").unwrap();
        assert_eq!(Board::parse(b"Q . .\r\n- - x  \r\n. . .\r\n\r\n").unwrap(), plain);
        assert_eq!(Board::parse(b" Q  -  - \n -  -  x \n -  -  - \n").unwrap(), plain);
    }

    #[test]
    fn boards_that_make_no_sense_are_told_where() {
        assert!(sentence(b"..\n.?\n").starts_with("line 2, column 2: '?'"));
        assert_eq!(sentence(b"..\n.\n"), "line 2: the row has 1 squares, and the board has 2 rows");
        assert_eq!(sentence(b" \n\n"), "the board is empty");
        assert_eq!(sentence(b"..\n\xff."), "the board is not valid UTF-8 (line 2)");
        assert_eq!(sentence(b"Q.\n.Q"), "the fixed queens on [0,0] and [1,1] attack each other");
        assert!(sentence(".\n".repeat(65).as_bytes()).contains("65 rows"));
    }
}
