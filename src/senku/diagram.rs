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

use super::notation::{Listing, json_jumps};
use super::printed::{self, CIRCLES, Row, Signs, goes_on, is_row, is_triangle};
use super::{Board, HoleSet, Lattice, Position, Square};
use crate::Error;
use crate::base::reading::{Kind, Value, Values, decoded};
use std::fmt;

/// The fields of the program's JSON objects that show a board.
const FIELDS: [&str; 3] = ["position", "diagram", "board"];

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
    /// | peg | empty hole | no hole |
    /// |---|---|---|
    /// | `o`, `O` | `.`, `e`, `E` | `x`, `X`, `-`, `#`, a space |
    /// | `●` | `○` | `x`, `X`, `-`, `#`, a space |
    /// | `1` | `0` | `x`, `X`, `-`, `#`, a space |
    /// | `*` | `.` | `x`, `X`, `-`, `#`, a space |
    /// | `x`, `X` | `.` | `-`, `#` (at least one of them), a space |
    ///
    /// A text has the signs of one row of the table; `-` needs an empty hole beside it. If every second character of
    /// every row is a space, those spaces are separators. A row without holes is an `x`; empty lines end the board.
    /// The rows of a triangle follow a line `triangle`; they begin at the left, or they are centred. A whole centred
    /// triangle needs no such line. Boards with numbered rows and columns, as printed on terminals, and JSON lists of rows
    /// are read too, in UTF-8 or UTF-16. Rows in JSON are texts or lists of signs, in which `-1` is no hole.
    ///
    /// Sentences, comments and lists of jumps as the program prints them around a board are skipped. After a list of
    /// jumps the position may follow that these jumps lead to.
    ///
    /// ```
    /// use vuelta::senku::Diagram;
    /// let diagram = Diagram::parse(b"triangle\n.\noo\nooo\n").unwrap();
    /// assert_eq!((diagram.board.len(), diagram.pegs.len()), (6, 5));
    /// assert_eq!(Diagram::parse(diagram.to_string().as_bytes()).unwrap(), diagram);
    /// assert_eq!(Diagram::parse(b"triangle\n0\n11\n111\n").unwrap(), diagram);
    /// ```
    ///
    /// # Errors
    /// [`Error::Input`], one sentence: invalid UTF-8, an empty text, a wrong or ambiguous sign or a hole off the
    /// triangle (with its line and column, both counted from 1), no holes or more than 64, a second board.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        let text = decoded(text, "board")?;
        if text.trim_start().starts_with(['[', '{']) {
            return Shown::read(rows_of_json(&text)?, 0)?.diagram();
        }
        let mut lines = printed::lines(&text);
        let rows = printed::rows(&mut lines, |_| true);
        if rows.is_empty() {
            return Err(Error::input("the board is empty; write a line per row, such as `oo.oo`"));
        }
        let diagram = Shown::read(rows, 0)?.diagram()?;
        let listing = Listing::read(&diagram.board, lines)?;
        let above = listing.shown.iter().find(|shown| shown.after == 0);
        match above.or_else(|| listing.contradiction(&diagram.board, diagram.pegs)) {
            Some(shown) => Err(second_board(shown.line)),
            None => Ok(diagram),
        }
    }

    /// The board that a list of jumps begins with, if there is one: [`notation::parse_jumps`](super::notation::parse_jumps)
    /// needs a board.
    ///
    /// ```
    /// use vuelta::senku::Diagram;
    /// let diagram = Diagram::at_head(b"oo.o\n\n0,0 > 0,2\n")?.unwrap();
    /// assert_eq!((diagram.board.len(), diagram.pegs.len()), (4, 3));
    /// assert_eq!(Diagram::at_head(b"d6-d4\n")?, None);
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Diagram::parse`], but the rest of the list is not read.
    pub fn at_head(text: &[u8]) -> Result<Option<Self>, Error> {
        let decoded = decoded(text, "list of jumps")?;
        if printed::is_json(&decoded) {
            return if json_jumps(&decoded).is_some() { Ok(None) } else { Diagram::parse(text).map(Some) };
        }
        let rows = printed::rows(&mut printed::lines(&decoded), goes_on);
        let is_board = rows.first().is_some_and(|row| is_row(&row.text));
        if is_board { Shown::read(rows, 0)?.diagram().map(Some) } else { Ok(None) }
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.board.diagram(self.pegs))
    }
}

impl Board {
    /// Prints `pegs` on this board, every line terminated: `o` a peg, `.` an empty hole, spaces elsewhere and between
    /// the columns, `x` in rows without holes. Triangles are centred. [`Diagram::parse`] reads it back.
    #[must_use]
    pub fn diagram(&self, pegs: Position) -> String {
        let last = self.squares().last().map_or(0, |square| square.row);
        let indent = |row: u32| match self.lattice() {
            Lattice::Square => 0,
            Lattice::Triangular => (last - row) as usize,
        };
        let mut text = String::new();
        if self.lattice() == Lattice::Triangular {
            text.push_str("triangle\n");
        }
        // An empty line would end the board, and without an apex the rows would not seem centred. Without pegs, `x`
        // would seem to be one.
        let none = if pegs.is_empty() { '-' } else { 'x' };
        for row in 0..=last {
            let mut line = String::new();
            let holes = self.holes().iter().zip(self.squares());
            for (hole, square) in holes.filter(|(_, square)| square.row == row) {
                // Column `col` is at character `2 * col` after the indent, with separators between.
                let place = indent(row) + 2 * square.column as usize;
                line.extend(std::iter::repeat_n(' ', place - line.len()));
                line.push(if pegs.contains(hole) { 'o' } else { '.' });
            }
            if line.is_empty() {
                line = format!("{none:>0$}", indent(row) + 1);
            }
            text += &(line + "\n");
        }
        text
    }

    /// The [diagram](Self::diagram) in one word, for files.
    pub(super) fn diagram_word(&self, pegs: Position) -> String {
        self.diagram(pegs).trim_end().replace(' ', "_").replace('\n', "/")
    }
}

/// A board in a text: its holes are not checked yet.
#[derive(Debug)]
pub struct Shown {
    /// The line of its first row, from 1.
    pub line: usize,
    /// The jumps above it.
    pub after: usize,
    lattice: Lattice,
    holes: Vec<Square>,
    pegs: Vec<Square>,
}

impl Shown {
    /// Reads the rows of a board, with its heading or the numbers around it. In its list it stands `after` this number of
    /// jumps.
    pub(super) fn read(rows: Vec<Row<'_>>, after: usize) -> Result<Self, Error> {
        let line = rows.first().map_or(0, |row| row.line);
        let (grid, rows) = Grid::of(rows)?;
        let signs = Signs::of(&rows)?;
        let mut shown = Shown { line, after, lattice: grid.lattice, holes: vec![], pegs: vec![] };
        for (row, text) in rows.iter().enumerate() {
            let marks = text.text.chars().enumerate();
            for (i, mark) in
                marks.filter(|&(_, mark)| signs.pegs.contains(mark) || signs.holes.contains(mark))
            {
                let fault = |what: &str| Error::input(format!("{}: {what}", text.place(i)));
                let shift = grid.first + grid.slope * (rows.len() - 1 - row);
                let Some(column) = i.checked_sub(shift).filter(|i| i % grid.stride == 0) else {
                    return Err(fault(
                        "this is between the holes of the board; each hole is one column wide",
                    ));
                };
                let column = column / grid.stride;
                if grid.lattice == Lattice::Triangular && column > row {
                    return Err(fault(&format!(
                        "this is off the triangle; row {row} has columns 0 to {row}"
                    )));
                }
                let square = coordinate(row).zip(coordinate(column)).map(Square::from);
                let square = square
                    .ok_or_else(|| fault("too far out; a board has at most 10,000 rows and columns"))?;
                shown.holes.push(square);
                if signs.pegs.contains(mark) {
                    shown.pegs.push(square);
                }
            }
        }
        Ok(shown)
    }

    fn diagram(self) -> Result<Diagram, Error> {
        let board = Board::new(self.lattice, self.holes)?;
        let pegs: HoleSet = self.pegs.into_iter().filter_map(|square| board.hole(square)).collect();
        Ok(Diagram { board, pegs })
    }

    /// The position, if the holes are those of this board.
    pub(super) fn on(&self, board: &Board) -> Option<Position> {
        let is_same = self.lattice == board.lattice() && self.holes == board.squares();
        is_same.then(|| self.pegs.iter().filter_map(|&square| board.hole(square)).collect())
    }
}

/// The places of a board's holes in its rows.
struct Grid {
    lattice: Lattice,
    /// The index of the first column in the last row, how far each row above it is shifted, and the distance of columns.
    first: usize,
    slope: usize,
    stride: usize,
}

impl Grid {
    /// The grid, and the rows without heading and numbers.
    fn of(mut plain: Vec<Row<'_>>) -> Result<(Grid, Vec<Row<'_>>), Error> {
        let is_headed = is_triangle(&plain[0].text);
        if is_headed {
            plain.remove(0);
        }
        let has_circles = plain.iter().any(|row| row.text.contains(|c| CIRCLES.contains(c)));
        // The numbers of the columns are below a triangle and above a square board. A row without holes is a number too,
        // but it is not the last row.
        let numbers = [plain.len().wrapping_sub(1), 0].into_iter().find_map(|at| {
            let columns = printed::columns(&plain.get(at)?.text)?;
            Some((at, columns))
        });
        if let Some((at, (first, stride))) = numbers.filter(|_| has_circles) {
            plain.remove(at);
            plain.iter_mut().enumerate().try_for_each(|(number, row)| row.remove_number(number))?;
            let (lattice, slope) =
                if at == 0 { (Lattice::Square, 0) } else { (Lattice::Triangular, stride / 2) };
            return Ok((Grid { lattice, first, slope, stride }, plain));
        }
        let apex = apex(&plain).filter(|&apex| is_headed || is_whole(&plain, apex));
        let lattice = if is_headed || apex.is_some() { Lattice::Triangular } else { Lattice::Square };
        let stride = if apex.is_some() || has_separators(&plain) { 2 } else { 1 };
        let first = apex.map_or(0, |apex| apex + 1 - plain.len());
        Ok((Grid { lattice, first, slope: usize::from(apex.is_some()), stride }, plain))
    }
}

/// The rows of a board in JSON: a list of texts or of lists, alone or in a field of an object. In lists `-1` is no hole.
fn rows_of_json(text: &str) -> Result<Vec<Row<'static>>, Error> {
    let mut values = Values::new(text);
    let value = values.value()?;
    values.skip_blanks();
    if !values.rest.is_empty() {
        return Err(second_board(values.line));
    }
    // Of a list the signs, with spaces between.
    let sign = |value: &Value| match &value.kind {
        Kind::Text(sign) | Kind::Word(sign) if sign == "-1" => Some("x".to_owned()),
        Kind::Text(sign) | Kind::Word(sign) => Some(sign.clone()).filter(|sign| sign.chars().count() == 1),
        _ => None,
    };
    let row = |value: &Value| {
        let text = match &value.kind {
            Kind::Text(text) => text.clone(),
            _ => value.list()?.iter().map(sign).collect::<Option<Vec<_>>>()?.join(" "),
        };
        Some(Row { line: value.line, column: value.column, text: text.into() })
    };
    let rows = FIELDS.iter().find_map(|name| value.field(name)?.list()).or(value.list());
    let rows = rows.and_then(|rows| rows.iter().map(row).collect::<Option<Vec<_>>>());
    rows.filter(|rows| !rows.is_empty()).ok_or_else(|| {
        Error::input("a board in JSON is a list of its rows, such as [\"oo.\", \"ooo\"] or [[1, 0], [1, 1]]")
    })
}

fn second_board(line: usize) -> Error {
    Error::input(format!(
        "line {line}: a second board begins here; keep one in the file, and write an `x` in a row without holes"
    ))
}

/// The column of a centred triangle's apex: each row begins one character to the left of the row above.
fn apex(rows: &[Row<'_>]) -> Option<usize> {
    let apex = rows.first()?.text.chars().position(|character| character != ' ')?;
    (apex > 0 && apex + 1 >= rows.len()).then_some(apex)
}

/// Whether the rows show a whole centred triangle of at least two rows. On a square board no two of its holes would be
/// neighbours.
fn is_whole(rows: &[Row<'_>], apex: usize) -> bool {
    let row = |number| format!("{}o{}", " ".repeat(apex - number), " o".repeat(number));
    let is_row = |text: &str, number| text.trim_end().replace(|c| c != ' ', "o") == row(number);
    rows.len() > 1 && (0..).zip(rows).all(|(number, text)| is_row(&text.text, number))
}

/// Bounds the rows and columns of a text, so that diagrams of the board stay printable.
fn coordinate(index: usize) -> Option<u32> {
    u32::try_from(index).ok().filter(|&i| i < 10_000)
}

/// Whether every second character of every row is a space.
fn has_separators(rows: &[Row<'_>]) -> bool {
    rows.iter().all(|row| row.text.chars().skip(1).step_by(2).all(|c| c == ' '))
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
        assert_eq!(parse("triangle\nx\noo\no.o").to_string(), "triangle\n  x\n o o\no . o\n");
        // A row without holes is shown; where nothing is a peg, by a sign that cannot be one.
        assert_eq!(parse("x\noo\nx\no.o").to_string(), "x\no o\nx\no . o\n");
        assert_eq!(parse("-\n..\n").to_string(), "-\n. .\n");
    }

    #[test]
    fn a_triangle_is_the_same_at_the_left_and_centred() {
        let board = parse("triangle\n.\noo\nooo\n");
        for text in [
            "triangle\n  .\n o o\no o o\n",
            "triangle\n     e\n    O O\n   O O O\n\n",
            "triangle\n.\no o\no o o",
            "  .\n o o\no o o\n",
            "   \u{25cb}\n  \u{25cf} \u{25cf}\n \u{25cf} \u{25cf} \u{25cf}",
        ] {
            assert_eq!(parse(text), board, "{text:?}");
        }
        // Without the line `triangle` other drawings are square boards.
        for text in [" o", ".\no o\no o o", "  .\n o\no o o\n", " .\no o\no o o\n"] {
            assert_eq!(parse(text).board.lattice(), Lattice::Square, "{text:?}");
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
        assert_eq!(error(""), "the board is empty; write a line per row, such as `oo.oo`");
        assert_eq!(error(" \n\n"), error(""));
        assert!(error("triangle\n").contains("no holes"));
        assert!(error("###\n").contains("no holes"));
        assert!(error("ooooo\n".repeat(13)).contains("65 holes"));
        assert!(error(b"ooo\n\xff").contains("UTF-8 (line 2)"));
        assert!(error(format!("{}o", " ".repeat(30_000))).contains("too far out"));
    }

    #[test]
    fn signs_of_other_programs_are_read_where_they_are_unambiguous() {
        let board = parse("xoox\noooo\no.oo\nxoox");
        for (pegs, hole, none) in [
            ("O", "e", "X"),
            ("o", ".", "-"),
            ("o", "E", "#"),
            ("\u{25cf}", "\u{25cb}", " "),
            ("\u{25cf}", "\u{25cb}", "-"),
            ("1", "0", " "),
            ("1", "0", "-"),
            ("1", "0", "x"),
            ("*", ".", "#"),
            ("*", ".", "-"),
            ("*", ".", "x"),
            ("x", ".", "-"),
            ("X", ".", "#"),
        ] {
            let text = "xoox\noooo\no.oo\nxoox"
                .replace('x', "~")
                .replace('o', pegs)
                .replace('.', hole)
                .replace('~', none);
            assert_eq!(parse(&text), board, "{text}");
        }
        // A full board, of which --start may empty a hole.
        assert_eq!(parse("#1#\n111\n").pegs.len(), 4);
        for (text, place, words) in [
            ("xxx\nx.x\n", "line 1, column 1", "no pegs if `x` is no hole; write `o` for a peg"),
            ("  x\nx.x\n", "line 1, column 3", "no pegs if `x`"),
            ("oo-oo\n", "line 1, column 3", "`-` may be an empty hole or no hole"),
            ("**-\n", "line 1, column 3", "`-` may be"),
            ("o0o\n", "line 1, column 2", "`0` has no clear meaning beside `o`; `o` is a peg"),
            ("11.\n100\n", "line 1, column 3", "`.` has no clear meaning beside `1`"),
            ("oo.\n\u{25cf}oo\n", "line 2, column 1", "`\u{25cf}` has no clear meaning"),
            ("*o.\n", "line 1, column 2", "`o` has no clear meaning beside `*`"),
        ] {
            let error = error(text);
            assert!(error.starts_with(place) && error.contains(words), "{text:?}: {error}");
        }
    }

    #[test]
    fn a_second_board_is_refused_with_its_line() {
        let one = "oo.\no.o\n";
        for (text, line) in [
            (format!("{one}\n{one}"), 4),
            (format!("\n\n{one}\n\n..o\n"), 7),
            ("triangle\n.\noo\ntriangle\n.\noo\n".to_owned(), 4),
            (format!("{one}\n0,0 > 0,2\n\n{one}"), 6),
            (format!("{one}\n0,0 > 0,1\n\n{one}"), 6),
            ("[\"oo.\"]\n[\"oo.\"]\n".to_owned(), 2),
        ] {
            let error = error(&text);
            assert!(
                error.starts_with(&format!("line {line}: a second board begins here")),
                "{text:?}: {error}"
            );
        }
        assert!(error(format!("{one}\nhello\n")).starts_with("line 4: 'hello' is not a jump"));
        // The position after the jumps is not another board.
        assert_eq!(parse(&format!("# mine\n{one}\n0,0 > 0,2\n\n..o\no.o\n1 jump in 1 move\n")), parse(one));
    }

    #[test]
    fn boards_in_json_are_lists_of_rows() {
        let board = parse("triangle\n.\noo\nooo");
        for text in [
            r#"["triangle", "  .", " o o", "o o o"]"#,
            r#"{"legal": true, "position": ["triangle", "0", "11", "111"], "pegs_left": 5}"#,
        ] {
            assert_eq!(parse(text), board, "{text}");
        }
        assert_eq!(parse("[[-1, 1, -1], [1, 1, 0]]"), parse("xox\noo."));
        assert_eq!(parse(r#"{"board": [[" ", "o"], [".", "o"]]}"#), parse(" o\n.o"));
        assert!(error("[\"oo.\",\n \"oqo\"]").starts_with("line 2, column 4: 'q'"));
        for text in ["[[1, 10]]", "[[[1]]]", "{\"games\": \"1\"}", "[]", "[\"oo.\", 1]"] {
            let form = r#"a board in JSON is a list of its rows, such as ["oo.", "ooo"] or [[1, 0], [1, 1]]"#;
            assert_eq!(error(text), form, "{text}");
        }
    }

    #[test]
    fn rows_and_columns_may_be_numbered() {
        let text = "    0 1 2\n0   \u{25cf} \u{25cb}\n1\n2     \u{25cf} \u{25cf}\n";
        assert_eq!(parse(text), parse("o.\nx\n oo"));
        let text = "0   \u{25cf}\n1  \u{25cb} \u{25cf}\n   0 1\n";
        assert_eq!(parse(text), parse("triangle\no\n.o"));
        assert!(
            error("    0 1\n0   \u{25cf}\n2   \u{25cf}\n")
                .starts_with("line 3: the number of the row is '2', not 1")
        );
        assert!(error("    0 1\n0    \u{25cf}\n").starts_with("line 2, column 6: this is between"));
        // Beside the board, or below it, a trace's step.
        let text = "o o .   jump RIGHT from [0,0]\no . o\n\n";
        assert_eq!(parse(text), parse("oo.\no.o"));
        assert_eq!(parse("oo.\no.o\nback UP from d6\n"), parse("oo.\no.o"));
    }
}
