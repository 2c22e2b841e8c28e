//! Boards in data: JSON and literals of other languages.
//!
//! A board is a matrix: a list of rows, which are lists of squares or texts; all squares in one list; or one text. In an
//! object it is in the first of the [`FIELDS`], with the number of queens per row in `stars`; lists of these hold several
//! boards. Objects without such a field are searched for objects with one. In assignments a matrix may have any name.

use super::rows::{Draft, Name, Row, not_a_region};
use super::stars;
use crate::Error;
use crate::base::reading::{Kind, Value, Values};

/// The fields that hold a matrix; capitals make no difference.
const FIELDS: [&str; 7] = ["regions", "colorRegions", "colorGrid", "regionMap", "grid", "board", "cells"];
/// The names of the number of stars in assignments; in objects the first.
const STARS: [&str; 4] = ["stars", "s", "k", "num_stars"];
/// Words that begin files of JavaScript.
const STATEMENTS: [&str; 5] = ["import", "export", "const", "let", "var"];

/// Whether data begin in this line.
pub(super) fn begins(content: &str) -> bool {
    let is_value = content.starts_with(['[', '{']) && !has_queens(content);
    let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    let statement = content.split_once(' ').is_some_and(|(word, _)| STATEMENTS.contains(&word));
    let assignment = content.split_once('=').is_some_and(|(name, _)| is_name(name.trim()));
    is_value || statement || assignment || content.starts_with(['%', '/'])
}

/// Whether a line is a row of a solved board: ` A [A] B `.
fn has_queens(content: &str) -> bool {
    let is_square = |word: &str| word.trim_matches(['[', ']']).chars().count() == 1;
    content.contains(' ') && content.split_whitespace().all(is_square)
}

/// Reads the data that begin here.
///
/// # Errors
/// Errors of syntax, and data without a board. Faults of one board are in its draft.
pub(super) fn read(ahead: &mut Values<'_>) -> Result<Vec<Draft>, Error> {
    let mut found = Found { stars: None, drafts: vec![] };
    ahead.skip_blanks();
    let line = ahead.line;
    if !ahead.rest.starts_with(['[', '{']) {
        found.add_fields(&ahead.assignments()?, true)?;
        return found.drafts(line);
    }
    // The rows of a board may follow each other without a list around them.
    let mut rows = vec![];
    loop {
        let value = ahead.value()?;
        ahead.end_of_value()?;
        match cells(&value) {
            Some(cells) if rows_of_texts(cells).is_none() => rows.push(row(value.line, cells)),
            _ => {
                found.add(&value)?;
                break;
            }
        }
        if !ahead.rest.starts_with('[') {
            break;
        }
    }
    if !rows.is_empty() {
        found.add_rows(line, rows.into_iter().collect());
    }
    found.drafts(line)
}

/// The boards that were found in a value.
struct Found {
    /// The number of stars in the objects around the present value.
    stars: Option<u32>,
    drafts: Vec<Draft>,
}

impl Found {
    fn drafts(self, line: usize) -> Result<Vec<Draft>, Error> {
        if self.drafts.is_empty() { Err(no_board(line)) } else { Ok(self.drafts) }
    }

    fn add_rows(&mut self, line: usize, rows: Result<Vec<Row>, Error>) {
        let with_stars = |draft: Draft| Draft { stars: draft.stars.or(self.stars), ..draft };
        self.drafts.extend(Draft::all(line, rows).into_iter().map(with_stars));
    }

    fn add(&mut self, value: &Value) -> Result<(), Error> {
        if let Some(rows) = matrix(value) {
            self.add_rows(value.line, rows);
            return Ok(());
        }
        let Kind::List(items) = &value.kind else { return self.add_fields(value, false) };
        for item in items {
            let before = self.drafts.len();
            self.add(item)?;
            if self.drafts.len() == before {
                self.drafts.extend(Draft::all(item.line, Err(no_board(item.line))));
            }
        }
        Ok(())
    }

    /// Adds the boards of an object, or of the assignments of a text.
    fn add_fields(&mut self, object: &Value, assigned: bool) -> Result<(), Error> {
        let Kind::Object(fields) = &object.kind else { return Ok(()) };
        let around = self.stars;
        let names = if assigned { &STARS[..] } else { &STARS[..1] };
        let (mut numbers, before) = (vec![], self.drafts.len());
        for (name, value) in fields {
            match &value.kind {
                Kind::Word(number) | Kind::Text(number)
                    if names.iter().any(|star| star.eq_ignore_ascii_case(name)) =>
                {
                    self.stars = Some(stars::of_value(number, value.line)?);
                }
                Kind::Word(word) => {
                    numbers.extend(word.parse::<usize>().ok().map(|number| (name, number, value.line)))
                }
                _ => {}
            }
        }
        let named = |name: &&str| {
            fields.iter().filter(|(field, _)| field.eq_ignore_ascii_case(name)).collect::<Vec<_>>()
        };
        match FIELDS.iter().map(named).find(|found| !found.is_empty()).as_deref() {
            Some([(_, value)]) => self.add(value)?,
            Some([(name, _), (_, second), ..]) => {
                return Err(Error::input(format!("line {}: the field '{name}' stands twice", second.line)));
            }
            _ => {
                for (_, value) in fields {
                    match &value.kind {
                        Kind::Object(_) => self.add_fields(value, false)?,
                        Kind::List(items)
                            if assigned || items.iter().any(|item| matches!(item.kind, Kind::Object(_))) =>
                        {
                            self.add(value)?;
                        }
                        _ => {}
                    }
                }
            }
        }
        // The numbers of MiniZinc mean something: none is passed over.
        let sizes: Vec<usize> = self.drafts[before..].iter().map(|draft| draft.rows.len()).collect();
        let is_unknown = |&&(_, number, _): &&(&String, usize, usize)| {
            assigned && sizes.iter().all(|&size| size != number && size > 0)
        };
        if let Some((name, number, line)) = numbers.iter().find(is_unknown).filter(|_| !sizes.is_empty()) {
            return Err(Error::input(format!(
                "line {line}: '{name} = {number}' is not understood; 'stars = K' gives the queens per row"
            )));
        }
        self.stars = around;
        Ok(())
    }
}

fn no_board(line: usize) -> Error {
    let fields = FIELDS.join(", ");
    Error::input(format!(
        "line {line}: there is no board; expected a matrix, alone or in one of the fields {fields}"
    ))
}

/// The rows of a matrix, if the value is one.
fn matrix(value: &Value) -> Option<Result<Vec<Row>, Error>> {
    match &value.kind {
        Kind::Text(text) => Some(text.lines().map(|row| Row::read(value.line, row)).collect()),
        Kind::List(items) => {
            if let Some(cells) = cells(value) {
                let rows = rows_of_texts(cells);
                return Some(rows.map_or_else(|| row(value.line, cells).map(|row| vec![row]), Ok));
            }
            let rows: Option<Vec<_>> = items.iter().map(|item| Some((item.line, cells(item)?))).collect();
            let rows = rows.filter(|rows| {
                !rows.is_empty() && rows.iter().all(|(_, cells)| rows_of_texts(cells).is_none())
            });
            rows.map(|rows| rows.into_iter().map(|(line, cells)| row(line, cells)).collect())
        }
        Kind::Word(_) | Kind::Object(_) => None,
    }
}

/// The squares of a row: a list of words and texts.
fn cells(value: &Value) -> Option<&[Value]> {
    let Kind::List(items) = &value.kind else { return None };
    let are_cells = items.iter().all(|item| matches!(item.kind, Kind::Word(_) | Kind::Text(_)));
    (are_cells && !items.is_empty()).then_some(items)
}

/// The rows of a list of texts that have as many squares as there are texts: `["AAB", "ABB", "CCC"]`.
fn rows_of_texts(cells: &[Value]) -> Option<Vec<Row>> {
    let text = |cell: &Value| match &cell.kind {
        Kind::Text(text) => Row::read(cell.line, text).ok().filter(|row| row.squares.len() == cells.len()),
        _ => None,
    };
    cells.iter().map(text).collect()
}

fn row(line: usize, cells: &[Value]) -> Result<Row, Error> {
    let name = |cell: &Value| {
        let (word, free) = match &cell.kind {
            Kind::Text(text) => (text.trim(), true),
            Kind::Word(word) => (word.as_str(), false),
            Kind::List(_) | Kind::Object(_) => ("", false),
        };
        let name = Name::of(word).or_else(|| (free && !word.is_empty()).then(|| Name::Word(word.to_owned())));
        name.ok_or_else(|| not_a_region(cell.line, cell.column, word))
    };
    Ok(Row { line, squares: cells.iter().map(name).collect::<Result<_, _>>()?, ..Row::default() })
}
