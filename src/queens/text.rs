//! Boards as text, read and written.
//!
//! ```text
//!  Q  -  -  -
//!  -  -  x  -
//!  -  -  -  -
//!  -  -  -  -
//! ```
//! `Q`, `♛`, `♕` or `1` is a queen, `x` or `×` a blocked square, `.`, `-`, `_` or `0` a free one. Spaces are ignored. JSON
//! lists have a text or a list for each row. All that the program prints reads back: boards with and without colours, the
//! sentences below them, and the boards of a trace (`!` is a square that was tried) with their steps. A second board and
//! any other text is refused.

use super::{Board, Square};
use crate::Error;
use crate::base::reading::{Kind, Value, Values, decoded};
use crate::base::text::{plural, shown};

/// The lines that the program prints below a board, with `#` for numbers.
const BELOW_BOARDS: [&str; 6] = [
    "# queen at most, proved",
    "# queens at most, proved",
    "# queen found; at most # fit. The search ended before the proof.",
    "# queens found; at most # fit. The search ended before the proof.",
    "# board with this maximum",
    "# boards with this maximum",
];

impl Board {
    /// Reads a board: its queens are fixed ones.
    ///
    /// ```
    /// use vuelta::queens::Board;
    /// let board = Board::parse(b" Q  -  - \n . . x\n...\n")?;
    /// assert_eq!((board.size(), board.fixed().len(), board.blocked().len()), (3, 1, 1));
    /// assert_eq!(Board::parse(board.to_text(&[]).as_bytes())?, board);
    /// assert_eq!(Board::parse(br#"["Q..", "..x", "..."]"#)?, board);
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Input`] in one sentence: an invalid encoding, an empty text, a wrong character (with line and column,
    /// counted from 1), rows whose length differs from the number of rows, a second board or other text below the board
    /// (with its line), or conditions that make no sense.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        parse(text, true, |(size, _), fixed, blocked| Board::with_conditions(size, fixed, blocked))
    }

    /// The board with its conditions and `queens` as text, a line for each row.
    #[must_use]
    pub fn to_text(&self, queens: &[Square]) -> String {
        draw(self.size(), self.fixed(), self.blocked(), queens)
    }
}

/// Reads a board, which must be square or may be any rectangle. `make` makes it of its rows and columns, its fixed queens and
/// its blocked squares.
pub(super) fn parse<B>(
    text: &[u8],
    is_square: bool,
    make: impl FnOnce((u32, u32), &[Square], &[Square]) -> Result<B, Error>,
) -> Result<B, Error> {
    let text = decoded(text, "board")?;
    let is_json = text.trim_start().starts_with('[');
    let rows = if is_json { json_rows(&text, is_square)? } else { text_rows(&text, is_square)? };
    let (mut fixed, mut blocked) = (vec![], vec![]);
    for (row, Row { cells, .. }) in (0..).zip(&rows) {
        for (column, cell) in (0..).zip(cells) {
            match cell {
                Cell::Queen => fixed.push(Square::new(row, column)),
                Cell::Blocked => blocked.push(Square::new(row, column)),
                Cell::Free => {}
            }
        }
    }
    make((rows.len() as u32, rows[0].cells.len() as u32), &fixed, &blocked)
}

/// Refuses rows that are no board: not as long as there are rows, or on a rectangle not as long as the first.
fn checked(rows: Vec<Row>, is_square: bool) -> Result<Vec<Row>, Error> {
    let Some(first) = rows.first() else { return Err(Error::input("the board is empty")) };
    let columns = if is_square { rows.len() } else { first.cells.len() };
    match rows.iter().find(|row| row.cells.len() != columns) {
        None => Ok(rows),
        Some(Row { line, cells }) => {
            let (has, rows) = (plural(cells.len(), "square"), plural(rows.len(), "row"));
            let other =
                if is_square { format!("the board has {rows}") } else { format!("the first has {columns}") };
            Err(Error::input(format!("line {line}: the row has {has}, and {other}")))
        }
    }
}

/// A row of a board, and its line in the text.
struct Row {
    line: usize,
    cells: Vec<Cell>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cell {
    Queen,
    Blocked,
    Free,
}

impl Cell {
    fn of(sign: char) -> Option<Self> {
        match sign {
            'Q' | 'q' | '\u{265b}' | '\u{2655}' | '1' => Some(Cell::Queen),
            'x' | 'X' | '\u{d7}' => Some(Cell::Blocked),
            '.' | '-' | '_' | '0' | '!' => Some(Cell::Free),
            _ => None,
        }
    }

    /// The cells of a text without its spaces, or the place of the first character that is not a sign.
    fn row(text: &str) -> Result<Vec<Self>, (usize, char)> {
        let signs = text.chars().enumerate().filter(|(_, sign)| !sign.is_whitespace());
        signs.map(|(at, sign)| Cell::of(sign).ok_or((at, sign))).collect()
    }
}

/// Refuses a text that is not a sign of a board.
fn not_a_sign((line, column): (usize, usize), text: &str) -> Error {
    Error::input(format!(
        "line {line}, column {column}: '{}' is not part of a board: 'Q' or 1 is a queen, 'x' a blocked square, '.', '-', \
         '_' or 0 a free one",
        shown(text)
    ))
}

/// The rows of a board in lines. What stands below it must be ours.
fn text_rows(text: &str, is_square: bool) -> Result<Vec<Row>, Error> {
    let mut lines = (1..).zip(text.lines()).skip_while(|(_, line)| line.trim().is_empty()).peekable();
    let mut rows = vec![];
    // A step stands below the board where there is no room beside it.
    let has_squares = |line: &str| !without_step(line).trim().is_empty();
    while let Some((number, line)) = lines.next_if(|(_, line)| rows.is_empty() || has_squares(line)) {
        let squares = if has_squares(line) { without_step(line) } else { line };
        let cells =
            Cell::row(squares).map_err(|(at, sign)| not_a_sign((number, at + 1), &sign.to_string()))?;
        rows.push(Row { line: number, cells });
    }
    let rows = checked(rows, is_square)?;
    let below = lines.find(|(_, line)| !line.trim().is_empty() && !is_below(line, &rows));
    match below {
        None => Ok(rows),
        Some((number, line)) if Cell::row(without_step(line)).is_ok_and(|cells| !cells.is_empty()) => {
            Err(second_board(number))
        }
        Some((number, line)) => Err(Error::input(format!(
            "line {number}: '{}' is neither part of the board above nor printed by vuelta; remove it",
            shown(line.trim())
        ))),
    }
}

fn second_board(line: usize) -> Error {
    Error::input(format!("line {line}: a second board begins here; only one board is expected"))
}

/// A line of a board without the step of a trace beside it: `place [0,1]`, `conflict b4 with d5`.
fn without_step(line: &str) -> &str {
    let is_of_step = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().unwrap_or_default();
        let is_name = first.is_ascii_lowercase() && letters.all(|letter| letter.is_ascii_digit());
        first == '[' || first.is_ascii_digit() || is_name || ["with", "blocked"].contains(&word)
    };
    let step = ["place ", "conflict ", "back ", "solution "].iter().find_map(|step| line.find(step));
    match step.map(|at| line.split_at(at)) {
        Some((squares, step)) if step.split_whitespace().skip(1).all(is_of_step) => squares,
        _ => line,
    }
}

/// Whether the program prints this line below this board: a sentence, the columns of its queens, or a step.
fn is_below(line: &str, rows: &[Row]) -> bool {
    let column = |row: &Row| row.cells.iter().position(|cell| *cell == Cell::Queen);
    let columns = |first: usize| {
        let columns = rows.iter().map(|row| column(row).map(|column| (column + first).to_string()));
        columns.collect::<Option<Vec<_>>>().unwrap_or_default()
    };
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_number = |word: &&str| word.chars().all(|c| c.is_ascii_digit() || c == ',');
    let pattern: Vec<&str> = words.iter().map(|word| if is_number(word) { "#" } else { word }).collect();
    without_step(line).trim().is_empty()
        || BELOW_BOARDS.contains(&pattern.join(" ").as_str())
        || [0, 1].iter().any(|&first| columns(first) == words)
}

/// The rows of a board in JSON: a list of texts, or of lists of signs.
fn json_rows(text: &str, is_square: bool) -> Result<Vec<Row>, Error> {
    let mut values = Values::new(text);
    let board = values.value()?;
    values.skip_blanks();
    if values.rest.starts_with('[') {
        return Err(second_board(values.line));
    }
    if !values.rest.is_empty() {
        return Err(values.fault("the text goes on below the board; remove it"));
    }
    // A list of boards, with texts of several squares for rows, or with lists.
    let is_row = |value: &Value| match &value.kind {
        Kind::Text(text) => text.chars().nth(1).is_some(),
        kind => matches!(kind, Kind::List(_)),
    };
    let is_board = |value: &Value| value.list().is_some_and(|rows| rows.iter().all(is_row));
    let mut rows = board.list().unwrap_or_default();
    if rows.iter().all(is_board) {
        if let Some(second) = rows.get(1) {
            return Err(second_board(second.line));
        }
        rows = rows.first().and_then(Value::list).unwrap_or_default();
    }
    checked(rows.iter().map(json_row).collect::<Result<_, _>>()?, is_square)
}

fn json_row(row: &Value) -> Result<Row, Error> {
    let at = (row.line, row.column);
    let cells = match &row.kind {
        Kind::Text(text) => Cell::row(text).map_err(|(_, sign)| not_a_sign(at, &sign.to_string())),
        Kind::List(cells) => cells.iter().map(json_cell).collect(),
        Kind::Word(word) => Err(not_a_row(at, word)),
        Kind::Object(_) => Err(not_a_row(at, "{")),
    };
    Ok(Row { line: at.0, cells: cells? })
}

fn json_cell(cell: &Value) -> Result<Cell, Error> {
    let text = match &cell.kind {
        Kind::Text(text) | Kind::Word(text) => text.as_str(),
        Kind::List(_) => "[",
        Kind::Object(_) => "{",
    };
    let mut signs = text.chars();
    let only = signs.next().filter(|_| signs.next().is_none());
    only.and_then(Cell::of).ok_or_else(|| not_a_sign((cell.line, cell.column), text))
}

fn not_a_row((line, column): (usize, usize), text: &str) -> Error {
    Error::input(format!(
        "line {line}, column {column}: '{}' is not a row of a board; a row is a text such as \"Q..x\" or a list of its squares",
        shown(text)
    ))
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
    cells.chunks(size.max(1)).map(|row| row.concat() + "\n").collect()
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
        let board = Board::parse(b"\r\n \n.Q\n..\n\n \n").unwrap();
        assert_eq!((board.size(), board.fixed()), (2, &[Square::new(0, 1)][..]));
        assert!(sentence(b"\r\n \n.Q\n..\n\n..\n").starts_with("line 6: a second board begins here"));
        assert!(sentence(b"\n..\n.?\n").starts_with("line 3, column 2: '?'"));
        assert_eq!(sentence(b"..\n\xff."), "the board is not valid UTF-8 (line 2)");
        assert!(sentence(".\n".repeat(65).as_bytes()).contains("65 rows"));
    }
}
