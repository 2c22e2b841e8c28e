//! Rows of squares, and the boards that they make.

use crate::base::text::{plural, shown};
use crate::regions::{Board, LARGEST_BOARD, Puzzle};
use crate::{Error, Square};

/// The most characters of a number that is read.
const LONGEST_NUMBER: usize = 9;

/// The marks of a queen, behind the region of its square.
const QUEENS: [char; 2] = ['♛', '♕'];

/// Chooses the emoji form of the character before it.
const VARIATION: char = '\u{fe0f}';

/// The name of a region in a text; numbers come before letters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Name {
    Number(u32),
    Letter(char),
    /// A word or an emoji.
    Word(String),
}

impl Name {
    /// A number, a letter or an emoji.
    pub(super) fn of(word: &str) -> Option<Self> {
        let mut characters = word.chars();
        match (characters.next()?, characters.next()) {
            (letter, None) if letter.is_alphabetic() => Some(Name::Letter(letter)),
            (other, None) if is_emoji(other) => Some(Name::Word(word.to_owned())),
            _ if word.len() <= LONGEST_NUMBER && word.bytes().all(|byte| byte.is_ascii_digit()) => {
                word.parse().ok().map(Name::Number)
            }
            _ => None,
        }
    }
}

/// Whether a character is from the blocks with emoji and geometric shapes.
fn is_emoji(character: char) -> bool {
    matches!(character, '\u{2580}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}') && !QUEENS.contains(&character)
}

/// A row of squares.
#[derive(Debug, Clone, Default)]
pub(super) struct Row {
    /// The line in the text, from 1.
    pub line: usize,
    pub squares: Vec<Name>,
    /// The columns of queens.
    pub queens: Vec<usize>,
    /// Whether each character is a square.
    pub dense: bool,
}

impl Row {
    /// Reads a line: words if there are separators, otherwise characters. A queen's square is `[A]` or `A♛`.
    pub(super) fn read(line: usize, content: &str) -> Result<Self, Error> {
        let is_separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|');
        let dense = !content.trim().contains(is_separator);
        let mut row = Row { line, dense, ..Row::default() };
        let mut characters = content.chars().enumerate().filter(|&(_, c)| c != VARIATION).peekable();
        while let Some((column, first)) = characters.next() {
            if is_separator(first) {
                continue;
            }
            let mut word = String::from(first);
            let goes_on = |c: char| QUEENS.contains(&c) || !dense && !is_separator(c);
            while let Some((_, character)) = characters.next_if(|&(_, c)| goes_on(c)) {
                word.push(character);
            }
            let bracketed = word.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
            let region = bracketed.or_else(|| word.strip_suffix(QUEENS));
            if region.is_some() {
                row.queens.push(row.squares.len());
            }
            let name = Name::of(region.unwrap_or(&word));
            row.squares.push(name.ok_or_else(|| not_a_region(line, column + 1, &word))?);
        }
        Ok(row)
    }

    /// The size and the number of stars that a header gives: `N` or `N STARS`.
    fn header(&self) -> Option<(usize, Option<u32>)> {
        match self.squares[..] {
            [Name::Number(size)] => Some((size as usize, None)),
            [Name::Number(size), Name::Number(stars)] => Some((size as usize, Some(stars))),
            _ => None,
        }
    }

    /// The side of the board whose squares are all in this row.
    fn side(&self) -> Option<usize> {
        (2..=LARGEST_BOARD as usize).find(|side| side * side == self.squares.len())
    }

    /// The rows of the board whose squares are all in this row; otherwise the row.
    fn folded(&self) -> Vec<Row> {
        let side = self.side().unwrap_or(self.squares.len().max(1));
        let part = |(i, squares): (usize, &[Name])| {
            let queens = self.queens.iter().filter(|&&queen| queen / side == i).map(|queen| queen % side);
            Row { line: self.line, squares: squares.to_vec(), queens: queens.collect(), dense: self.dense }
        };
        self.squares.chunks(side).enumerate().map(part).collect()
    }

    /// Whether the row is a whole board: it has as many regions as the board has rows.
    fn is_board(&self) -> bool {
        let mut names: Vec<&Name> = self.squares.iter().collect();
        names.sort_unstable();
        names.dedup();
        self.side() == Some(names.len())
    }
}

/// Whether the first of these lines is no row, or a word such as `Queens`, and those below it are a board.
pub(super) fn have_title(lines: &[Result<Row, Error>]) -> bool {
    let is_small = |name: &Name| matches!(name, Name::Letter(letter) if letter.is_lowercase());
    let fits = |(number, line): (usize, &Result<Row, Error>)| match line {
        Ok(row) if number > 0 => row.squares.len() == lines.len() - 1,
        Ok(Row { squares, dense: true, .. }) => {
            let small = squares.iter().filter(|name| is_small(name)).count();
            !squares.first().is_none_or(is_small) && small > 0 && small + 1 == squares.len()
        }
        Ok(_) => false,
        Err(_) => number == 0,
    };
    lines.len() > 2 && lines.iter().enumerate().all(fits)
}

pub(super) fn not_a_region(line: usize, column: usize, word: &str) -> Error {
    let word = shown(word);
    Error::input(format!(
        "line {line}, column {column}: '{word}' is not a region; a region is one letter or a number"
    ))
}

/// A board as it stands in the text.
#[derive(Debug)]
pub(super) struct Draft {
    pub line: usize,
    pub rows: Vec<Row>,
    pub stars: Option<u32>,
    /// The first fault in the text of the board.
    pub fault: Option<Error>,
}

impl Draft {
    /// The board of these rows, or of one row with all squares.
    pub(super) fn new(rows: &[Row], stars: Option<u32>) -> Self {
        let line = rows.first().map_or(1, |row| row.line);
        let rows = match rows {
            [row] => row.folded(),
            rows => rows.to_vec(),
        };
        Draft { line, rows, stars, fault: None }
    }

    pub(super) fn has_queens(&self) -> bool {
        self.rows.iter().any(|row| !row.queens.is_empty())
    }

    /// The boards of the lines that begin here, or the fault in them.
    pub(super) fn all(line: usize, lines: Result<Vec<Row>, Error>) -> Vec<Self> {
        match lines {
            Ok(lines) => Draft::of_lines(&lines),
            Err(fault) => vec![Draft { line, rows: vec![], stars: None, fault: Some(fault) }],
        }
    }

    /// The boards that lines without an empty line between them make: one of as many rows as there are lines, several
    /// below a header each, or one per line.
    fn of_lines(lines: &[Row]) -> Vec<Self> {
        let is_square = |rows: &[Row]| rows.iter().all(|row| row.squares.len() == rows.len());
        let Some(first) = lines.first().filter(|_| !is_square(lines)) else {
            return vec![Draft::new(lines, None)];
        };
        if let Some((size, stars)) = first.header()
            && let Some(rows) = lines.get(1..=size).filter(|rows| size > 0 && is_square(rows))
        {
            let rest = lines.get(size + 1..).filter(|rest| !rest.is_empty());
            let below = rest.map(Draft::of_lines).unwrap_or_default();
            return [Draft::new(rows, stars)].into_iter().chain(below).collect();
        }
        if lines.iter().all(Row::is_board) {
            return lines.chunks(1).map(|line| Draft::new(line, None)).collect();
        }
        vec![Draft::new(lines, None)]
    }

    /// The puzzle, with this number of stars or the text's.
    pub(super) fn puzzle(self, stars: Option<u32>) -> Puzzle {
        let of_row = |(row, columns): (u32, &Row)| -> Vec<Square> {
            columns.queens.iter().map(|&column| Square::new(row, column as u32)).collect()
        };
        let queens = (0..).zip(&self.rows).flat_map(of_row).collect();
        Puzzle { line: self.line, queens, board: self.board(stars) }
    }

    fn board(self, stars: Option<u32>) -> Result<Board, Error> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let size = self.rows.len();
        if size > LARGEST_BOARD as usize {
            return Err(Error::BoardSize { size: size as u32, largest: LARGEST_BOARD });
        }
        if let Some(row) = self.rows.iter().find(|row| row.squares.len() != size) {
            let (squares, rows) = (plural(row.squares.len(), "square"), plural(size, "row"));
            let digits = row.dense && row.squares.iter().all(|name| matches!(name, Name::Number(_)));
            let hint = match row.header() {
                Some(_) if row.line == self.line => " (a number above a board is the number of its rows)",
                _ if digits && size > 9 => " (numbers above 9 need separators)",
                _ => "",
            };
            return Err(Error::input(format!(
                "line {}: the row has {squares}, and the board has {rows}{hint}",
                row.line
            )));
        }
        let squares: Vec<Name> = self.rows.into_iter().flat_map(|row| row.squares).collect();
        let mut names = vec![];
        squares.iter().for_each(|name| {
            if !names.contains(name) {
                names.push(name.clone())
            }
        });
        if names.len() != size {
            return Err(Error::input(format!(
                "the board has {} and {}; it needs one region per row",
                plural(size, "row"),
                plural(names.len(), "region")
            )));
        }
        if !names.iter().any(|name| matches!(name, Name::Word(_))) {
            names.sort_unstable();
        }
        let letter = |name: &Name| if let Name::Letter(letter) = name { Some(*letter) } else { None };
        let letters: Option<Vec<char>> = names.iter().map(letter).collect();
        let number =
            |name: &Name| names.iter().position(|other| other == name).map_or(0, |number| number as u8);
        let (regions, stars) = (squares.iter().map(number).collect(), stars.or(self.stars).unwrap_or(1));
        match letters {
            Some(letters) => Board::with_letters(size as u32, stars, regions, letters),
            None => Board::new(size as u32, stars, regions),
        }
    }
}
