//! Boards as text, in the forms that people write.
//!
//! ```text
//! AABB     A A B B     1 1 2 2     0,0,1,1     [[0,0,1,1],      ["AABB",
//! ACBB     A C B B     1 3 2 2     0,2,1,1      [0,2,1,1],       "ACBB",
//! CCBD     C C B D     3 3 2 4     2,2,1,3      [2,2,1,3],       "CCBD",
//! DDDD     D D D D     4 4 4 4     3,3,3,3      [3,3,3,3]]       "DDDD"]
//! ```
//! A region is one letter or one number; Q and X are letters of regions. Numbers above 9 need separators: spaces,
//! commas, semicolons or bars. All squares may be on one line. A JSON object has its matrix in the field `regions` and
//! the number of stars, if any, in `stars`. `#` starts a comment, and the comment `# stars: 2` gives the number of
//! queens per row. Empty lines before a grid are skipped; the grid ends at the next one.
//!
//! Regions are numbered in the order of their letters or numbers. Letters are kept; numbers become A, B, C, ...

use super::board::{Board, LARGEST_BOARD};
use crate::Error;
use crate::reading::decoded;
use crate::text::shown;

/// The most characters of a number that is read.
const LONGEST_NUMBER: usize = 9;

/// The name of a region in a text; numbers come before letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Number(u32),
    Letter(char),
}

/// A row of squares, with its line number (from 1).
#[derive(Debug, Default)]
struct Row {
    line: usize,
    squares: Vec<Name>,
    /// Whether each character is a square.
    dense: bool,
}

impl Board {
    /// Reads a board: a grid of letters or numbers, comma-separated lists, or a JSON matrix. See the
    /// [module's examples](super#what-is-read).
    ///
    /// ```
    /// use vuelta::regions::Board;
    /// let board = Board::parse(b"# stars: 1\nAABB\nACBB\nCCBD\nDDDD\n")?;
    /// assert_eq!(Board::parse(b"[[0,0,1,1],[0,2,1,1],[2,2,1,3],[3,3,3,3]]")?, board);
    /// let error = Board::parse(b"AAB\nA?B\nCCC\n").unwrap_err();
    /// assert!(error.to_string().starts_with("line 2, column 2: '?' is not a region"));
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::BoardSize`] above 25 rows; [`Error::Input`] in one sentence, with line and column (from 1) if possible:
    /// invalid UTF-8, an empty text, an unknown character, rows whose length is not the number of rows, more or fewer
    /// regions than rows, an invalid number of stars.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        let text = decoded(text, "board")?;
        let mut stars = None;
        let mut lines = vec![];
        for (i, line) in text.lines().enumerate() {
            let (content, comment) = line.split_once('#').unwrap_or((line, ""));
            if let Some(value) = header(comment) {
                stars = Some(number_of_stars(value, i + 1)?);
            }
            // A line with only a comment separates nothing.
            if content.len() == line.len() || !content.trim().is_empty() {
                lines.push((i + 1, content));
            }
        }
        let first = lines.iter().position(|(_, line)| !line.trim().is_empty());
        let lines = first.map(|first| &lines[first..]).ok_or_else(|| Error::input("the board is empty"))?;
        let rows = if lines[0].1.trim_start().starts_with(['[', '{']) {
            let mut matrix = Matrix::default();
            matrix.read(lines)?;
            stars = matrix.stars.or(stars);
            matrix.rows
        } else {
            let grid = lines.iter().take_while(|(_, line)| !line.trim().is_empty());
            grid.map(|&(line, content)| grid_row(line, content)).collect::<Result<_, _>>()?
        };
        board(squared(rows)?, stars.unwrap_or(1))
    }
}

/// The value of a comment `stars: 2`.
fn header(comment: &str) -> Option<&str> {
    let (name, value) = comment.split_once([':', '='])?;
    name.trim().eq_ignore_ascii_case("stars").then_some(value.trim())
}

fn number_of_stars(value: &str, line: usize) -> Result<u32, Error> {
    let stars = value.parse().ok().filter(|stars| (1..=LARGEST_BOARD).contains(stars));
    stars.ok_or_else(|| {
        let value = shown(value);
        Error::input(format!(
            "line {line}: '{value}' is not a number of stars; it must be from 1 to {LARGEST_BOARD}"
        ))
    })
}

/// The region that a word names: a number or one letter.
fn name(word: &str) -> Option<Name> {
    let mut characters = word.chars();
    match (characters.next()?, characters.next()) {
        (letter, None) if letter.is_alphabetic() => Some(Name::Letter(letter)),
        _ if word.len() <= LONGEST_NUMBER && word.bytes().all(|byte| byte.is_ascii_digit()) => {
            word.parse().ok().map(Name::Number)
        }
        _ => None,
    }
}

fn not_a_region(line: usize, column: usize, word: &str) -> Error {
    let word = shown(word);
    Error::input(format!(
        "line {line}, column {column}: '{word}' is not a region; a region is one letter or a number"
    ))
}

/// A row of a grid: words if there are separators, otherwise characters.
fn grid_row(line: usize, content: &str) -> Result<Row, Error> {
    let is_separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|');
    let dense = !content.trim().contains(is_separator);
    let mut squares = vec![];
    let mut word = String::new();
    for (i, character) in content.chars().chain([' ']).enumerate() {
        if !is_separator(character) {
            word.push(character);
        }
        if !word.is_empty() && (dense || is_separator(character)) {
            let column = if is_separator(character) { i + 1 - word.chars().count() } else { i + 1 };
            squares.push(name(&word).ok_or_else(|| not_a_region(line, column, &word))?);
            word.clear();
        }
    }
    Ok(Row { line, squares, dense })
}

/// A JSON matrix: each nonempty innermost list is a row, and so is a string of several letters.
#[derive(Debug, Default)]
struct Matrix {
    rows: Vec<Row>,
    stars: Option<u32>,
    /// Lists that are open, and whether the innermost has begun a row.
    depth: usize,
    in_row: bool,
    /// Whether lists are nested: then the matrix ends with the outer list.
    nested: bool,
    /// The field that comes next in an object.
    field: Option<String>,
    /// Whether the matrix is in an object's field, and whether a matrix alone has been read.
    in_object: bool,
    done: bool,
}

impl Matrix {
    fn read(&mut self, lines: &[(usize, &str)]) -> Result<(), Error> {
        let mut last = 1;
        for &(line, content) in lines {
            self.done |= content.trim().is_empty() && self.depth == 0 && !self.rows.is_empty();
            last = line;
            let mut characters = content.chars().enumerate().peekable();
            while self.in_object || !self.done {
                let Some((start, first)) = characters.next() else { break };
                match first {
                    '"' | '\'' => {
                        let text = characters.by_ref().map(|(_, c)| c).take_while(|&c| c != first);
                        let text: String = text.collect();
                        self.word(line, start + 1, &text, true)?;
                    }
                    c if c.is_alphanumeric() || c == '-' => {
                        let mut text = String::from(c);
                        let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.');
                        while let Some((_, c)) = characters.next_if(|&(_, c)| goes_on(c)) {
                            text.push(c);
                        }
                        self.word(line, start + 1, &text, false)?;
                    }
                    c => self.mark(line, start + 1, c)?,
                }
            }
        }
        if self.depth > 0 {
            return Err(Error::input(format!("line {last}: a list of the matrix is not closed with ']'")));
        }
        if self.rows.is_empty() {
            let where_from =
                if self.in_object { "the object has no matrix in \"regions\"" } else { "the board is empty" };
            return Err(Error::input(where_from));
        }
        Ok(())
    }

    /// Whether the present value belongs to the matrix.
    fn is_inside(&self) -> bool {
        !self.in_object || self.field.as_deref() == Some("regions")
    }

    /// A bracket or a separator.
    fn mark(&mut self, line: usize, column: usize, character: char) -> Result<(), Error> {
        match character {
            '[' => {
                self.depth += 1;
                self.nested |= self.depth > 1;
                self.in_row = false;
            }
            ']' if self.depth > 0 => {
                self.depth -= 1;
                self.in_row = false;
                self.done |= self.depth == 0 && self.nested;
            }
            '{' if self.depth == 0 => self.in_object = true,
            ',' | ':' | '}' => {}
            c if c.is_whitespace() => {}
            c if self.is_inside() => return Err(not_a_region(line, column, c.encode_utf8(&mut [0; 4]))),
            _ => {}
        }
        Ok(())
    }

    /// A text in quotes or a bare word.
    fn word(&mut self, line: usize, column: usize, word: &str, quoted: bool) -> Result<(), Error> {
        if self.in_object && self.depth == 0 {
            if self.field.as_deref() == Some("stars") && !quoted {
                self.stars = Some(number_of_stars(word, line)?);
            }
            self.field = quoted.then(|| word.to_owned());
        } else if self.is_inside() {
            match name(word) {
                Some(name) => {
                    if !std::mem::replace(&mut self.in_row, true) {
                        self.rows.push(Row { line, ..Row::default() });
                    }
                    self.rows.last_mut().expect("a row was begun").squares.push(name);
                }
                None if quoted && !self.in_row => self.rows.push(grid_row(line, word)?),
                None => return Err(not_a_region(line, column, word)),
            }
        }
        Ok(())
    }
}

/// The rows of a square board; a single row of M x M squares becomes M rows.
fn squared(mut rows: Vec<Row>) -> Result<Vec<Row>, Error> {
    let plural = |count: usize, thing: &str| format!("{count} {thing}{}", if count == 1 { "" } else { "s" });
    if let [row] = &rows[..] {
        let length = row.squares.len();
        let side = (2..=LARGEST_BOARD as usize).find(|side| side * side == length);
        if let Some(side) = side {
            let part = |squares: &[Name]| Row { line: row.line, squares: squares.to_vec(), dense: row.dense };
            rows = row.squares.chunks(side).map(part).collect();
        }
    }
    let size = rows.len();
    if size > LARGEST_BOARD as usize {
        return Err(Error::BoardSize { size: size as u32, largest: LARGEST_BOARD });
    }
    if let Some(row) = rows.iter().find(|row| row.squares.len() != size) {
        let (squares, rows) = (plural(row.squares.len(), "square"), plural(size, "row"));
        let digits = row.dense && row.squares.iter().all(|name| matches!(name, Name::Number(_)));
        let hint = if digits && size > 9 { " (numbers above 9 need separators)" } else { "" };
        return Err(Error::input(format!(
            "line {}: the row has {squares}, and the board has {rows}{hint}",
            row.line
        )));
    }
    Ok(rows)
}

/// The board of these rows, with regions numbered in the order of their names.
fn board(rows: Vec<Row>, stars: u32) -> Result<Board, Error> {
    let size = rows.len();
    let squares: Vec<Name> = rows.into_iter().flat_map(|row| row.squares).collect();
    let mut names = squares.clone();
    names.sort_unstable();
    names.dedup();
    if names.len() != size {
        let (rows, regions) =
            (if size == 1 { "row" } else { "rows" }, if names.len() == 1 { "region" } else { "regions" });
        let message =
            format!("the board has {size} {rows} and {} {regions}; it needs one region per row", names.len());
        return Err(Error::input(message));
    }
    let letter = |name: &Name| match name {
        Name::Letter(letter) => Some(*letter),
        Name::Number(_) => None,
    };
    let letters: Option<Vec<char>> = names.iter().map(letter).collect();
    let place = |name: &Name| names.binary_search(name).map_or(0, |place| place as u8);
    let regions = squares.iter().map(place).collect();
    match letters {
        Some(letters) => Board::with_letters(size as u32, stars, regions, letters),
        None => Board::new(size as u32, stars, regions),
    }
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
