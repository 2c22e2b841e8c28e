//! Results with their provenance, and their written forms: JSON, CSV and Markdown, and a folder of them as a page.
//!
//! A [`Record`] is one result. Its JSON is its own serialisation; CSV and Markdown have a row for each.

mod boards;
mod estimate;
mod game;
mod memory;
#[cfg(feature = "picture")]
mod page;
mod provenance;
mod queens;
mod senku;
mod verification;

pub use boards::{CompletionRecord, SolutionRecord};
pub use estimate::EstimateRecord;
pub use game::{GameRecord, JumpRecord};
#[cfg(feature = "picture")]
pub use page::{Results, ResultsError};
pub use provenance::{Environment, Run, Stage};
pub use queens::QueensRecord;
pub use senku::{PublishedSenku, SenkuRecord};
pub use verification::{Comparison, StoppedBefore, VerificationRecord};

use crate::Square;
use serde::Serialize;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// One result, as JSON and as a row.
pub trait Record: Serialize {
    /// The headings of its row.
    const HEADINGS: &'static [&'static str];

    /// The fields of its row, one for each heading.
    fn fields(&self) -> Vec<String>;
}

/// A 128-bit count in JSON: a string, as most readers of JSON lose the digits beyond 2^53.
pub(crate) fn as_string<S: serde::Serializer>(count: &Option<u128>, to: S) -> Result<S::Ok, S::Error> {
    match count {
        Some(count) => to.collect_str(count),
        None => to.serialize_none(),
    }
}

/// Squares as JSON has them: row and column.
fn pairs(squares: &[Square]) -> Vec<[u32; 2]> {
    squares.iter().map(|square| [square.row, square.column]).collect()
}

/// A field of a row: empty where there is nothing to say.
fn field<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// A number with commas between its thousands: `14,772,512`.
///
/// ```
/// assert_eq!(vuelta::report::grouped(14_772_512), "14,772,512");
/// assert_eq!(vuelta::report::grouped(92), "92");
/// ```
#[must_use]
pub fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Why results could not be exported.
#[derive(Debug, Error)]
pub enum ExportError {
    /// The file's name says no format.
    #[error("'{0}' should end in .json, .csv or .md: the ending says the format")]
    Format(PathBuf),
    /// The file could not be created or written.
    #[error("'{0}' could not be written: {1}")]
    Write(PathBuf, io::Error),
}

#[derive(Debug, Clone, Copy)]
enum Format {
    Json,
    Csv,
    Markdown,
}

/// A file that results will be written to; it is created at once, so that a folder that does not exist is
/// not found out after the work.
#[derive(Debug)]
pub struct Export {
    path: PathBuf,
    format: Format,
    file: File,
}

impl Export {
    /// Creates the file; its ending says the format.
    ///
    /// # Errors
    /// [`ExportError`] for another ending, or when the file cannot be created.
    pub fn create(path: &Path) -> Result<Self, ExportError> {
        let format = match path.extension().and_then(OsStr::to_str) {
            Some("json") => Format::Json,
            Some("csv") => Format::Csv,
            Some("md") => Format::Markdown,
            _ => return Err(ExportError::Format(path.to_owned())),
        };
        let file = File::create(path).map_err(|error| ExportError::Write(path.to_owned(), error))?;
        Ok(Export { path: path.to_owned(), format, file })
    }

    /// Writes the results: as JSON one object, or a list of them where there are several.
    ///
    /// # Errors
    /// [`ExportError::Write`].
    pub fn write<R: Record>(self, records: &[R]) -> Result<(), ExportError> {
        let text = match self.format {
            Format::Json => json(records),
            Format::Csv => csv(records),
            Format::Markdown => Ok(markdown(records)),
        };
        self.put(text)
    }

    /// Writes a result that is a table with something to say about all of it: `whole` is its JSON, `rows` are
    /// its CSV and Markdown.
    ///
    /// # Errors
    /// [`ExportError::Write`].
    pub fn write_table<R: Record>(self, whole: &impl Serialize, rows: &[R]) -> Result<(), ExportError> {
        match self.format {
            Format::Json => self.put(pretty(whole)),
            Format::Csv | Format::Markdown => self.write(rows),
        }
    }

    fn put(mut self, text: io::Result<String>) -> Result<(), ExportError> {
        let written = text.and_then(|text| self.file.write_all(text.as_bytes()));
        written.map_err(|error| ExportError::Write(self.path, error))
    }
}

fn json<R: Record>(records: &[R]) -> io::Result<String> {
    match records {
        [record] => pretty(record),
        records => pretty(&records),
    }
}

fn pretty(result: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string_pretty(result)? + "\n")
}

fn csv<R: Record>(records: &[R]) -> io::Result<String> {
    let mut writer = csv::Writer::from_writer(vec![]);
    writer.write_record(R::HEADINGS)?;
    for record in records {
        writer.write_record(record.fields())?;
    }
    let bytes = writer.into_inner().map_err(|error| io::Error::other(error.to_string()))?;
    String::from_utf8(bytes).map_err(io::Error::other)
}

fn markdown<R: Record>(records: &[R]) -> String {
    let row = |fields: Vec<String>| format!("| {} |\n", fields.join(" | "));
    let escaped = |field: String| field.replace('|', "\\|");
    let mut text = row(R::HEADINGS.iter().map(ToString::to_string).collect());
    text += &row(vec!["---:".to_owned(); R::HEADINGS.len()]);
    text.extend(records.iter().map(|record| row(record.fields().into_iter().map(escaped).collect())));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Row(u32, &'static str);

    impl Record for Row {
        const HEADINGS: &'static [&'static str] = &["n", "text"];
        fn fields(&self) -> Vec<String> {
            vec![self.0.to_string(), self.1.to_owned()]
        }
    }

    #[test]
    fn rows_are_quoted_where_their_format_asks_for_it() {
        assert_eq!(csv(&[Row(8, "a,b")]).unwrap(), "n,text\n8,\"a,b\"\n");
        assert_eq!(markdown(&[Row(8, "a|b")]), "| n | text |\n| ---: | ---: |\n| 8 | a\\|b |\n");
    }

    #[test]
    fn one_result_is_an_object_and_several_are_a_list() {
        let value = |rows: &[Row]| serde_json::from_str::<serde_json::Value>(&json(rows).unwrap()).unwrap();
        assert_eq!(value(&[Row(8, "x")]), serde_json::json!([8, "x"]));
        assert_eq!(value(&[Row(8, "x"), Row(9, "y")]), serde_json::json!([[8, "x"], [9, "y"]]));
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(577_116_156_815_309_849_672), "577,116,156,815,309,849,672");
    }
}
