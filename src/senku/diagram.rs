//! Boards as text.
//!
//! ```text
//! X X O O O X X        triangle        triangle
//! X X O O O X X            e           e
//! O O O O O O O           o o          o o
//! O O O e O O O          o o o         o o o
//! ...                   o o o o        o o o o
//! ```
//! [`Diagram::parse`] says what each character is. The apex of a centred triangle must be shown, as `x` if it is not a
//! hole. Printed boards have separators, and printed triangles are centred, so every board reads back.

use super::{Board, HoleSet, Lattice, Position, Square};
use crate::Error;
use crate::reading::decoded;
use std::fmt;

/// A board and its pegs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    /// The board.
    pub board: Board,
    /// The holes with a peg.
    pub pegs: Position,
}

impl Diagram {
    /// Reads a board and its pegs from a text, row by row.
    ///
    /// | text | meaning |
    /// |---|---|
    /// | `o`, `O` | a peg |
    /// | `.`, `e`, `E` | an empty hole |
    /// | `x`, `X`, a space | no hole |
    /// | `triangle` as the first line | a triangular board; its rows begin at the left, or they are centred |
    ///
    /// If every second character of every row is a space, those spaces are separators. CRLF, trailing spaces and a byte
    /// order mark are ignored. After an empty line a list of jumps may follow, which is not read.
    ///
    /// ```
    /// use vuelta::senku::Diagram;
    /// let diagram = Diagram::parse(b"triangle\n.\noo\nooo\n").unwrap();
    /// assert_eq!((diagram.board.len(), diagram.pegs.len()), (6, 5));
    /// assert_eq!(Diagram::parse(diagram.to_string().as_bytes()).unwrap(), diagram);
    /// ```
    ///
    /// # Errors
    /// [`Error::Input`], one sentence: invalid UTF-8, an empty text, a wrong character or a hole off the triangle (with
    /// its line and column, both counted from 1), no holes or more than 64.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        let text = decoded(text, "board")?;
        let mut lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        // A list of jumps may follow after an empty line: `1: DOWN from [1,3]`, `# move 1: ...`.
        let jumps = lines.iter().position(|line| line.starts_with(|c: char| c == '#' || c.is_ascii_digit()));
        if let Some(end) = jumps.filter(|&jumps| jumps > 0 && lines[jumps - 1].is_empty()) {
            lines.truncate(end);
        }
        if lines.iter().all(|line| line.is_empty()) {
            return Err(Error::input("the board is empty"));
        }
        let triangular = lines[0].trim().eq_ignore_ascii_case("triangle");
        let lattice = if triangular {
            lines.remove(0);
            Lattice::Triangular
        } else {
            Lattice::Square
        };
        read_rows(lattice, &lines, usize::from(triangular))
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.board.diagram(self.pegs))
    }
}

impl Board {
    /// Prints `pegs` on this board, every line terminated: `o` a peg, `.` an empty hole, spaces elsewhere and between
    /// the columns. Triangles are centred. [`Diagram::parse`] reads it back.
    #[must_use]
    pub fn diagram(&self, pegs: Position) -> String {
        let last = self.squares().last().map_or(0, |square| square.row);
        let indent = |row: u32| match self.lattice() {
            Lattice::Square => 0,
            Lattice::Triangular => (last - row) as usize,
        };
        let mut text = String::new();
        let mut line = String::new();
        if self.lattice() == Lattice::Triangular {
            text.push_str("triangle\n");
            if last > 0 && self.hole(Square::new(0, 0)).is_none() {
                line = format!("{:>1$}", 'x', indent(0) + 1); // it tells the reader that the rows are centred
            }
        }
        let mut row = 0;
        for (hole, square) in self.holes().iter().zip(self.squares()) {
            while row < square.row {
                text.push_str(&line);
                text.push('\n');
                line.clear();
                row += 1;
            }
            // Column `col` is at character `2 * col` after the indent, with separators between.
            let place = indent(row) + 2 * square.column as usize;
            line.extend(std::iter::repeat_n(' ', place - line.len()));
            line.push(if pegs.contains(hole) { 'o' } else { '.' });
        }
        text.push_str(&line);
        text.push('\n');
        text
    }

    /// The [diagram](Self::diagram) in one word, for files.
    pub(super) fn diagram_word(&self, pegs: Position) -> String {
        self.diagram(pegs).trim_end().replace(' ', "_").replace('\n', "/")
    }
}

/// Reads the rows of the grid, which follow `skipped` other lines.
fn read_rows(lattice: Lattice, rows: &[&str], skipped: usize) -> Result<Diagram, Error> {
    let centred = if lattice == Lattice::Triangular { apex(rows) } else { None };
    let stride = if centred.is_some() || has_separators(rows) { 2 } else { 1 };
    let mut holes = Vec::new();
    let mut pegs = Vec::new();
    for (row, line) in rows.iter().enumerate() {
        for (i, character) in line.chars().enumerate() {
            let fault =
                |what: &str| Error::input(format!("line {}, column {}: {what}", row + skipped + 1, i + 1));
            let peg = match character {
                'o' | 'O' => true,
                'e' | 'E' | '.' => false,
                'x' | 'X' | ' ' => continue,
                other => {
                    return Err(fault(&format!(
                        "{other:?} is not part of a board; `o` is a peg, `e` or `.` an empty hole, `x` or a space no hole"
                    )));
                }
            };
            let shift = centred.map_or(0, |apex| apex - row);
            if i < shift || centred.is_some() && (i - shift) % 2 == 1 {
                return Err(fault("this is between the holes of a centred triangle"));
            }
            let col = (i - shift) / stride;
            if lattice == Lattice::Triangular && col > row {
                return Err(fault(&format!("this is off the triangle; row {row} has columns 0 to {row}")));
            }
            let square = coordinate(row).zip(coordinate(col));
            let (row, col) = square.ok_or_else(|| fault("too far out"))?;
            holes.push(Square::new(row, col));
            if peg {
                pegs.push(Square::new(row, col));
            }
        }
    }
    let board = Board::new(lattice, holes)?;
    let pegs: HoleSet = pegs.into_iter().filter_map(|square| board.hole(square)).collect();
    Ok(Diagram { board, pegs })
}

/// The column of a centred triangle's apex: each row begins one character to the left of the row above.
fn apex(rows: &[&str]) -> Option<usize> {
    let last = rows.iter().rposition(|row| !row.is_empty())?;
    let apex = rows[0].chars().position(|character| character != ' ')?;
    (apex > 0 && apex >= last).then_some(apex)
}

/// Bounds the rows and columns of a text, so that diagrams of the board stay printable.
fn coordinate(index: usize) -> Option<u32> {
    u32::try_from(index).ok().filter(|&i| i < 10_000)
}

/// Whether every second character of every row is a space.
fn has_separators(rows: &[&str]) -> bool {
    rows.iter().all(|row| row.chars().skip(1).step_by(2).all(|c| c == ' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Diagram {
        Diagram::parse(text.as_bytes()).unwrap()
    }

    fn error(text: impl AsRef<[u8]>) -> String {
        Diagram::parse(text.as_ref()).unwrap_err().to_string()
    }

    #[test]
    fn every_form_of_the_english_board_is_the_same_board() {
        let english = Board::named("english").unwrap();
        let dense = "xxoooxx\nXXOOOXX\nooooooo\noooeooo\nooooooo\n  ooo\n  ooo  \n\n\n";
        let spaced = "X X O O O X X\r\nX X O O O X X \r\nO O O O O O O\r\nO O O . O O O\r\nO O O O O O O\r\n    O O O\r\nX X O O O";
        for text in [dense, spaced] {
            let diagram = parse(text);
            assert_eq!(diagram.board, english);
            assert_eq!(diagram.pegs, english.holes() ^ english.hole(Square::new(3, 3)).unwrap().into());
            assert_eq!(parse(&diagram.to_string()), diagram);
        }
    }

    #[test]
    fn the_print_of_a_board() {
        assert_eq!(parse(" oo\no.o").to_string(), "  o o\no . o\n");
        assert_eq!(parse("triangle\n.\noo").to_string(), "triangle\n .\no o\n");
        assert_eq!(parse("triangle\n\noo\no.o").to_string(), "triangle\n  x\n o o\no . o\n");
    }

    #[test]
    fn a_triangle_is_the_same_at_the_left_and_centred() {
        let board = parse("triangle\n.\noo\nooo\n");
        for text in [
            "triangle\n  .\n o o\no o o\n",
            "triangle\n     e\n    O O\n   O O O\n\n",
            "triangle\n.\no o\no o o",
        ] {
            assert_eq!(parse(text), board, "{text:?}");
        }
        assert!(error("triangle\n  .\n oo\no o o\n").contains("line 3, column 3: this is between"));
        assert!(error("triangle\n  .\no o\no o o\n").contains("line 3, column 1: this is between"));
        assert!(error("triangle\n  .\n o o o\no o o\n").contains("line 3, column 6: this is off"));
        // Not far enough to the right to be centred.
        assert!(error("triangle\n .\noo\nooo\n").contains("line 2, column 2: this is off"));
    }

    #[test]
    fn errors_say_where() {
        assert!(error("ooo\noqo\n").starts_with("line 2, column 2: 'q'"));
        assert!(error("triangle\no\n\u{e9}o").starts_with("line 3, column 1"));
        assert!(error("triangle\noo\n").starts_with("line 2, column 2: this is off the triangle"));
        assert_eq!(error(""), "the board is empty");
        assert_eq!(error(" \n\n"), "the board is empty");
        assert!(error("triangle\n").contains("no holes"));
        assert!(error("xxx\n").contains("no holes"));
        assert!(error("ooooo\n".repeat(13)).contains("65 holes"));
        assert!(error(b"ooo\n\xff").contains("UTF-8 (line 2)"));
        assert!(error(format!("{}o", " ".repeat(30_000))).contains("too far out"));
    }
}
