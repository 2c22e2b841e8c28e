//! Boards as text, read and written.
//!
//! ```text
//!  Q  -  -  -
//!  -  -  x  -
//!  -  -  -  -
//!  -  -  -  -
//! ```
//! `Q` is a queen, `x` a blocked square, `.` or `-` a free one. Spaces are ignored. Empty lines before the board are
//! skipped, and the board ends at the next one; the rest is not read. Output reads back.

use super::{Board, Square};
use crate::Error;
use crate::reading::decoded;

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
    /// counted from 1), rows whose length differs from the number of rows, or conditions that make no sense.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        let (size, fixed, blocked) = parse(text)?;
        Board::with_conditions(size, &fixed, &blocked)
    }

    /// The board with its conditions and `queens` as text, a line for each row.
    #[must_use]
    pub fn to_text(&self, queens: &[Square]) -> String {
        draw(self.size(), self.fixed(), self.blocked(), queens)
    }
}

/// The size of a board, its fixed queens and its blocked squares, not checked yet.
pub(super) fn parse(text: &[u8]) -> Result<(u32, Vec<Square>, Vec<Square>), Error> {
    let text = decoded(text, "board")?;
    let is_empty = |line: &&str| line.trim().is_empty();
    let before = text.lines().take_while(is_empty).count();
    // Printed boards are followed by numbers or by further boards.
    let lines = || text.lines().skip(before).take_while(|line| !is_empty(line));
    let size = lines().count();
    if size == 0 {
        return Err(Error::input("the board is empty"));
    }
    let (mut fixed, mut blocked) = (vec![], vec![]);
    for (row, line) in lines().enumerate() {
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
                        "line {}, column {}: {other:?} is not part of a board: 'Q' is a queen, 'x' a blocked \
                         square, '.' or '-' a free one",
                        before + row + 1,
                        i + 1
                    )));
                }
            }
        }
        if columns as usize != size {
            return Err(Error::input(format!(
                "line {}: the row has {columns} squares, and the board has {size} rows",
                before + row + 1
            )));
        }
    }
    Ok((size as u32, fixed, blocked))
}

/// The board with its conditions and `queens` as text, a line for each row.
pub(super) fn draw(size: u32, fixed: &[Square], blocked: &[Square], queens: &[Square]) -> String {
    let size = size as usize;
    let mut cells = vec![" - "; size * size];
    for (squares, cell) in [(blocked, " x "), (fixed, " Q "), (queens, " Q ")] {
        let on_board = squares.iter().map(|square| (square.row as usize, square.column as usize));
        for (row, column) in on_board.filter(|&(row, column)| row < size && column < size) {
            cells[row * size + column] = cell;
        }
    }
    cells.chunks(size).map(|row| row.concat() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(text: &[u8]) -> String {
        Board::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn boards_that_make_no_sense_are_told_where() {
        assert_eq!(sentence(b" \n\n"), "the board is empty");
        let board = Board::parse(b"\r\n \n.Q\n..\n\n..\n").unwrap();
        assert_eq!((board.size(), board.fixed()), (2, &[Square::new(0, 1)][..]));
        assert!(sentence(b"\n..\n.?\n").starts_with("line 3, column 2: '?'"));
        assert_eq!(sentence(b"..\n\xff."), "the board is not valid UTF-8 (line 2)");
        assert!(sentence(".\n".repeat(65).as_bytes()).contains("65 rows"));
    }
}
