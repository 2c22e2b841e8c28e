//! Results as files: JSON, CSV and Markdown.

use super::read::found;
use super::{Draft, ExportError, Record, Row, Tabular};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;

/// The forms of a file of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One object, or a list of them.
    Json,
    /// A row for each result, below the headings.
    Csv,
    /// The results as a table.
    Markdown,
}

impl Format {
    /// The form that the file's ending asks for.
    ///
    /// # Errors
    /// [`ExportError::Format`] for another ending.
    pub fn of(path: &Path) -> Result<Self, ExportError> {
        match path.extension().map(OsStr::to_ascii_lowercase).as_deref().and_then(OsStr::to_str) {
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
    force: bool,
}

impl Export {
    /// Results that will become this draft's file. With `force` a partial count may replace a complete one of the same problem.
    ///
    /// # Errors
    /// [`ExportError::Format`] where the file's ending says no format.
    pub fn new(draft: Draft, force: bool) -> Result<Self, ExportError> {
        Ok(Export { format: Format::of(draft.path())?, draft, force })
    }

    /// Whether there is a file already.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.draft.path().exists()
    }

    /// Writes the results: as JSON one object, or a list of them where there are several.
    ///
    /// # Errors
    /// [`ExportError::Write`]; [`ExportError::Complete`] where a complete count would be lost.
    pub fn write<R: Tabular>(self, records: &[R]) -> Result<(), ExportError> {
        self.keep_complete(records)?;
        let rows = || records.iter().flat_map(Tabular::rows).collect::<Vec<_>>();
        self.draft.fill(|file| match self.format {
            Format::Json => {
                let text = match records {
                    [record] => serde_json::to_string_pretty(record)?,
                    records => serde_json::to_string_pretty(records)?,
                };
                file.write_all((text + "\n").as_bytes())
            }
            Format::Csv => csv(&rows(), file),
            Format::Markdown => file.write_all(markdown(&rows()).as_bytes()),
        })
    }

    /// Refuses to put a partial count, or a shard, in the place of a complete one of the same problem.
    fn keep_complete<R: Tabular>(&self, records: &[R]) -> Result<(), ExportError> {
        let counts = || records.iter().filter_map(Tabular::counted);
        let is_less = |record: &Record| !record.made.is_complete() || record.shard().is_some();
        if self.force || !counts().any(is_less) {
            return Ok(());
        }
        // Of a pipe or a device nothing is lost, and to read it might never end.
        let path = Some(self.draft.path()).filter(|path| path.is_file());
        let there = path.and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
        let known = if self.format == Format::Json { found(&there).records } else { vec![] };
        let mut table = table(&there, self.format);
        // Older files call a finished shard complete.
        table.retain(|row| {
            let is = |heading: &str, value| row.get(heading).is_some_and(|cell| cell == value);
            row.contains_key("status") && (!is("status", "partial") || is("shard_finished", "true"))
        });
        for record in counts() {
            let (keys, shard) = (record.subject.keys(), record.shard());
            let is_there = |shard| {
                let is_it = |known: &Record| {
                    (known.problem, known.shard()) == (record.problem, shard) && known.subject.keys() == keys
                };
                known.iter().any(|known| known.made.is_complete() && is_it(known))
                    || table.iter().any(|row| is_about(row, &keys, shard))
            };
            if !record.made.is_complete() && is_there(shard) || shard.is_some() && is_there(None) {
                return Err(ExportError::Complete(self.draft.path().to_owned(), record.subject.title()));
            }
        }
        Ok(())
    }
}

/// The rows of a table that was written before, each field with its heading.
fn table(text: &str, format: Format) -> Vec<BTreeMap<String, String>> {
    let field = |field: &str| field.trim().replace("\\|", "|");
    let lines: Vec<Vec<String>> = match format {
        Format::Json => vec![],
        Format::Csv => {
            let reader =
                csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
            reader.into_records().map_while(Result::ok).map(|row| row.iter().map(field).collect()).collect()
        }
        Format::Markdown => {
            let cells = |line: &str| {
                Some(line.strip_prefix('|')?.strip_suffix('|')?.split(" | ").map(field).collect())
            };
            text.lines().filter_map(cells).collect()
        }
    };
    let Some((headings, rows)) = lines.split_first() else { return vec![] };
    rows.iter().map(|row| headings.iter().cloned().zip(row.iter().cloned()).collect()).collect()
}

/// Whether a row is about the subject with these keys and this shard. Each number of queens has a row.
fn is_about(row: &BTreeMap<String, String>, keys: &Row, shard: Option<[u64; 2]>) -> bool {
    let shard = shard.map(|[number, count]| format!("{number}/{count}")).unwrap_or_default();
    keys.iter().chain(&[("shard", shard)]).all(|(key, known)| {
        let cell = row.get(*key).map_or("", String::as_str);
        match *key {
            "queens" => known.split(' ').any(|queens| queens == cell),
            _ => cell == known.trim(),
        }
    })
}

/// The headings and the fields of each row; nothing of an empty list, which has no headings.
fn lines(rows: &[Row]) -> impl Iterator<Item = Vec<&str>> {
    let headings = rows.first().map(|row| row.iter().map(|(name, _)| *name).collect());
    headings.into_iter().chain(rows.iter().map(|row| row.iter().map(|(_, field)| &**field).collect()))
}

/// Writes the rows as CSV.
fn csv(rows: &[Row], file: impl Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(file);
    lines(rows).try_for_each(|line| writer.write_record(line))?;
    writer.flush()
}

fn markdown(rows: &[Row]) -> String {
    let mut text = String::new();
    for (i, line) in lines(rows).enumerate() {
        let fields: Vec<_> = line.iter().map(|field| field.replace('|', "\\|")).collect();
        text += &format!("| {} |\n", fields.join(" | "));
        if i == 0 {
            text += &format!("| {} |\n", vec!["---:"; fields.len()].join(" | "));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_quoted_where_their_format_asks_for_it() {
        let row = |text: &str| [vec![("n", "8".to_owned()), ("text", text.to_owned())]];
        let mut text = vec![];
        csv(&row("a,b"), &mut text).unwrap();
        assert_eq!(text, b"n,text\n8,\"a,b\"\n");
        assert_eq!(markdown(&row("a|b")), "| n | text |\n| ---: | ---: |\n| 8 | a\\|b |\n");
    }
}
