//! Results as files: JSON, CSV and Markdown.

use super::{Draft, Record};
use serde::Serialize;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

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

/// The forms of a file of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One object, or a list of them.
    Json,
    /// A row for each result, below the headings.
    Csv,
    /// The same as a table.
    Markdown,
}

impl Format {
    /// The form that the file's ending asks for.
    ///
    /// # Errors
    /// [`ExportError::Format`] for another ending.
    pub fn of(path: &Path) -> Result<Self, ExportError> {
        match path.extension().and_then(OsStr::to_str) {
            Some("json") => Ok(Format::Json),
            Some("csv") => Ok(Format::Csv),
            Some("md") => Ok(Format::Markdown),
            _ => Err(ExportError::Format(path.to_owned())),
        }
    }
}

/// A file that results will be written to, in the form that its ending asks for.
#[derive(Debug)]
pub struct Export {
    format: Format,
    draft: Draft,
}

impl Export {
    /// Results that will become this draft's file.
    ///
    /// # Errors
    /// [`ExportError::Format`] where the file's ending says no format.
    pub fn new(draft: Draft) -> Result<Self, ExportError> {
        Ok(Export { format: Format::of(draft.path())?, draft })
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

    fn put(self, text: io::Result<String>) -> Result<(), ExportError> {
        match text {
            Ok(text) => self.draft.write(text.as_bytes()),
            Err(error) => Err(ExportError::Write(self.draft.path().to_owned(), error)),
        }
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

/// The rows with their headings; nothing of an empty list, which has none.
fn rows<R: Record>(records: &[R]) -> impl Iterator<Item = Vec<String>> {
    let headings =
        records.first().map(|record| record.row().iter().map(|(name, _)| (*name).to_owned()).collect());
    let fields = records.iter().map(|record| record.row().into_iter().map(|(_, field)| field).collect());
    headings.into_iter().chain(fields)
}

fn csv<R: Record>(records: &[R]) -> io::Result<String> {
    let mut writer = csv::Writer::from_writer(vec![]);
    rows(records).try_for_each(|row| writer.write_record(row))?;
    let bytes = writer.into_inner().map_err(|error| io::Error::other(error.to_string()))?;
    String::from_utf8(bytes).map_err(io::Error::other)
}

fn markdown<R: Record>(records: &[R]) -> String {
    let line = |row: Vec<String>| format!("| {} |\n", row.join(" | "));
    let mut lines =
        rows(records).map(|row| (row.len(), line(row.iter().map(|f| f.replace('|', "\\|")).collect())));
    let mut text = String::new();
    if let Some((columns, headings)) = lines.next() {
        text = headings + &line(vec!["---:".to_owned(); columns]);
    }
    text.extend(lines.map(|(_, line)| line));
    text
}

#[cfg(test)]
mod tests {
    use super::super::Row;
    use super::*;

    #[derive(Serialize)]
    struct Sample(u32, &'static str);

    impl Record for Sample {
        fn row(&self) -> Row {
            vec![("n", self.0.to_string()), ("text", self.1.to_owned())]
        }
    }

    #[test]
    fn rows_are_quoted_where_their_format_asks_for_it() {
        assert_eq!(csv(&[Sample(8, "a,b")]).unwrap(), "n,text\n8,\"a,b\"\n");
        assert_eq!(markdown(&[Sample(8, "a|b")]), "| n | text |\n| ---: | ---: |\n| 8 | a\\|b |\n");
    }

    #[test]
    fn one_result_is_an_object_and_several_are_a_list() {
        let value =
            |rows: &[Sample]| serde_json::from_str::<serde_json::Value>(&json(rows).unwrap()).unwrap();
        assert_eq!(value(&[Sample(8, "x")]), serde_json::json!([8, "x"]));
        assert_eq!(value(&[Sample(8, "x"), Sample(9, "y")]), serde_json::json!([[8, "x"], [9, "y"]]));
    }
}
