//! The measured figures of README.md and doc/: what stands between `<!-- figures: NAME -->` and `<!-- end of figures -->`
//! is the part of that name in crates/xtask/figures.md, whose lookups are filled in from the results.

use crate::records;
use crate::tool::{self, Made, Result};
use std::collections::HashMap;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, UNIX_EPOCH};
use vuelta_records::grouped;

const BEGIN: &str = "<!-- figures: ";
const END: &str = "<!-- end of figures -->";

/// The documents with their figures.
pub fn figures() -> Result<Made> {
    let templates = fs::read_to_string(tool::root().join("crates/xtask/figures.md"))?;
    let mut documents = vec![tool::root().join("README.md")];
    for entry in fs::read_dir(tool::root().join("doc"))? {
        documents.push(entry?.path());
    }
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    let document = |path: PathBuf| {
        // Templates link as the README does.
        let up = if path.ends_with("README.md") { "" } else { "../" };
        let link = |text: String, to: &str| text.replace(&format!("]({to}"), &format!("]({up}{to}"));
        let linked = |text| link(link(text, "results/"), "scripts/");
        let text = filled(&fs::read_to_string(&path)?, &|name| made(&templates, name).map(linked));
        let text = text.map_err(|error| format!("{}: {error}", path.display()))?;
        Ok((path, text))
    };
    documents.into_iter().map(document).collect()
}

/// The document with its figures replaced by what `figures` gives for their names.
fn filled(text: &str, figures: &dyn Fn(&str) -> Result<String>) -> Result<String> {
    let (mut made, mut lines) = (String::new(), text.lines());
    while let Some(line) = lines.next() {
        writeln!(made, "{line}")?;
        let name = line.strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(" -->"));
        let Some(name) = name else { continue };
        if !lines.by_ref().any(|line| line == END) {
            return Err(format!("the figures '{name}' have no end").into());
        }
        writeln!(made, "{}{END}", figures(name)?)?;
    }
    Ok(made)
}

/// The template of this name with its lookups filled in.
fn made(templates: &str, name: &str) -> Result<String> {
    let part =
        templates.split_once(&format!("{BEGIN}{name} -->\n")).and_then(|(_, rest)| rest.split_once(END));
    let (part, _) = part.ok_or_else(|| format!("there are no figures '{name}'"))?;
    let mut pieces = part.split('{');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (words, rest) = piece.split_once('}').ok_or_else(|| format!("'{{{piece}' has no end"))?;
        let found = looked_up(words).map_err(|error| format!("{{{words}}}: {error}"))?;
        text += &(found + rest);
    }
    Ok(text)
}

/// The text of a lookup.
fn looked_up(text: &str) -> Result<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let parsed = |word: &str| word.parse::<f64>().map_err(|_| format!("'{word}' is not a number"));
    let float = |name, field| number::<f64>(name, field);
    let core_hours = |name| float(name, "/core_hours");
    let subproblem_seconds =
        |name| -> Result<f64> { Ok(core_hours(name)? * 3600.0 / float(name, "/subproblems")?) };
    Ok(match words[..] {
        ["time", name] => seconds(number(name, "/seconds")?),
        ["date", name] => date(number(name, "/environment/ended_unix")?),
        [what @ ("games" | "positions"), name] => grouped(number(name, &format!("/{what}"))?),
        ["processor", name] => processor(name)?,
        ["machine", name] => {
            format!("two threads of an {}, AVX-512)", processor(name)?.trim_end_matches(')'))
        }
        ["hours", name] => hours(core_hours(name)?),
        ["bounds", name] => {
            // In proportion to those of the time.
            let share = core_hours(name)? / float(name, "/seconds")?;
            format!("{} to {}", hours(share * float(name, "/low")?), hours(share * float(name, "/high")?))
        }
        ["sampled", name] => {
            format!("{} of {}", grouped(number(name, "/samples")?), grouped(number(name, "/subproblems")?))
        }
        ["memory", name] => {
            format!("{:.1} GiB", float(name, "/memory_bytes_per_subproblem")? / 2f64.powi(30))
        }
        ["ledger", name] => format!("{:.1} MiB", float(name, "/ledger_bytes")? / 2f64.powi(20)),
        ["wall", name, cores] => wall(core_hours(name)? / parsed(cores)?),
        ["per", name, divisor] => format!("{:.0}", core_hours(name)? / parsed(divisor)?),
        ["subproblem", name] => format!("{:.1}", subproblem_seconds(name)?),
        ["bandwidth", name, cores] => {
            significant(parsed(cores)? * 35e6 * 64.0 / subproblem_seconds(name)? / 1e9)
        }
        ["threads", name, seconds] => significant(2.0 * float(name, "/seconds")? / parsed(seconds)?),
        ["card", name, hours] => significant(core_hours(name)? / parsed(hours)?),
        ["row", table, name, digits] => {
            let digits: usize = digits.parse()?;
            let cell = |row| Ok(format!("{:.digits$}", parsed(column(row, name)?)?));
            rows(table)?.iter().map(cell).collect::<Result<Vec<String>>>()?.join(" | ")
        }
        ["cell", table, name, ref command @ ..] => {
            let rows = rows_with(table, "command", &command.join(" "))?;
            let is_it = |row: &&Row| row.get("program").is_none_or(|name| name == "static");
            let row = rows.iter().find(is_it).ok_or("there is no such row")?;
            format!("{:.2}", parsed(column(row, name)?)?)
        }
        ["peer", table, program, board, what] => {
            let rows = rows_with(table, "program", program)?;
            let is_it = |row: &&Row| row["n"] == board && row["what"] == what;
            let Some(row) = rows.iter().find(is_it) else { return Ok(String::new()) };
            let median = seconds(parsed(column(row, "median_seconds")?)?);
            let ratio = significant(parsed(column(row, "ratio")?)?);
            if program == "vuelta" { median } else { format!("{median} ({ratio} ×)") }
        }
        ["runs", table, program] => {
            let rows = rows_with(table, "program", program)?;
            let mut runs = rows.iter().map(|row| column(row, "runs")).collect::<Result<Vec<_>>>()?;
            if runs.iter().all(|number| *number == runs[0]) {
                runs.truncate(1);
            }
            runs.join(", ")
        }
        ["build", table, program] => {
            let rows = rows_with(table, "program", program)?;
            let row = rows.first().ok_or("there is no such program")?;
            let cells = [column(row, "commit")?, column(row, "build")?].into_iter();
            cells.filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(", ").replace('_', "\\_")
        }
        // Older tables do not tell their day.
        ["day", table] => {
            let rows = rows(table)?;
            let ended = rows.last().and_then(|row| row.get("ended_unix")?.parse().ok());
            ended.map_or(String::new(), |unix| format!(", {}", date(unix)))
        }
        _ => return Err("there is no such lookup".into()),
    })
}

/// The processor of a result with its microarchitecture.
fn processor(name: &str) -> Result<String> {
    let field = |field: &str| text(name, &format!("/environment/{field}"));
    Ok(format!("{} ({})", field("processor")?, field("microarchitecture")?))
}

/// A row of a table, by the names of its columns.
type Row = HashMap<String, String>;

/// The path of a result: `zen4:queens-16-BEST` is short for its name.
fn path(name: &str) -> PathBuf {
    let name = ["zen3", "zen4", "zen5"].iter().fold(name.to_owned(), |name, machine| {
        name.replace(&format!("{machine}:"), &format!("2026-11-{machine}/"))
    });
    tool::root().join("results").join(name.replace("BEST", "engine-halves-isa-avx512-threads-2"))
}

/// A field of a result, named by a JSON pointer.
fn text(name: &str, field: &str) -> Result<String> {
    let path = path(name);
    let results = records::read(&path.with_file_name(records::FILE))?;
    let file = path.file_name().and_then(|name| name.to_str());
    let result = results.iter().find(|result| result["file"].as_str() == file);
    let value =
        result.and_then(|result| result.pointer(field)).ok_or_else(|| format!("it has no {field}"))?;
    Ok(value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}

/// A number in a result, in quotes or without.
fn number<T: FromStr>(name: &str, field: &str) -> Result<T> {
    let text = text(name, field)?;
    text.parse().map_err(|_| format!("{field} is {text}, not such a number").into())
}

/// The rows of a table.
fn rows(name: &str) -> Result<Vec<Row>> {
    Ok(csv::Reader::from_path(path(name).with_extension("csv"))?.deserialize().collect::<Result<_, _>>()?)
}

/// The rows of a table that have this value in a column.
fn rows_with(table: &str, name: &str, value: &str) -> Result<Vec<Row>> {
    let mut rows = rows(table)?;
    rows.retain(|row| row.get(name).is_some_and(|cell| cell == value));
    Ok(rows)
}

/// A cell of a row.
fn column<'a>(row: &'a Row, name: &str) -> Result<&'a str> {
    row.get(name).map(String::as_str).ok_or_else(|| format!("there is no column '{name}'").into())
}

/// A time with three significant digits.
fn seconds(seconds: f64) -> String {
    let (mut number, mut unit) = if seconds < 1.0 { (seconds * 1000.0, "ms") } else { (seconds, "s") };
    if number >= 1000.0 {
        (number, unit) = (number / 60.0, "min");
    }
    let digits = if number >= 99.95 { 0 } else { 1 + usize::from(number < 9.995) };
    format!("{number:.digits$} {unit}")
}

/// Hours with two significant digits, or three if the first is 1.
fn hours(hours: f64) -> String {
    let unit = 10f64.powf((hours / 2.0).log10().floor() - 1.0).max(1.0);
    grouped(((hours / unit + 0.5).floor() * unit) as u128)
}

/// A wall time in the unit that suits it.
fn wall(hours: f64) -> String {
    match hours {
        ..60.0 => format!("{hours:.0} hours"),
        ..1440.0 => format!("{:.0} days", hours / 24.0),
        _ => format!("{:.0} months", hours / 730.0),
    }
}

/// A ratio or a rate with one digit below ten.
fn significant(number: f64) -> String {
    let digits = usize::from(number < 9.95);
    format!("{number:.digits$}")
}

/// The day in UTC, as in 22 November 2026.
fn date(unix: u64) -> String {
    const MONTHS: &str =
        "January February March April May June July August September October November December";
    let text = humantime::format_rfc3339(UNIX_EPOCH + Duration::from_secs(unix)).to_string();
    let number = |digits: std::ops::Range<usize>| text[digits].parse::<usize>().unwrap_or_default();
    let month = MONTHS.split(' ').nth(number(5..7) - 1).unwrap_or_default();
    format!("{} {month} {}", number(8..10), number(0..4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_replaced_and_the_rest_stays() {
        let document = "a\n<!-- figures: x -->\nold\nolder\n<!-- end of figures -->\nb\n";
        let expected = "a\n<!-- figures: x -->\nnew\n<!-- end of figures -->\nb\n";
        let new = |name: &str| made("<!-- figures: x -->\nnew\n<!-- end of figures -->\n", name);
        assert_eq!(filled(document, &new).unwrap(), expected);
        assert_eq!(filled(expected, &new).unwrap(), expected);
        assert!(filled(&document.replace(": x", ": y"), &new).unwrap_err().to_string().contains("'y'"));
        assert!(filled("<!-- figures: x -->\n", &new).unwrap_err().to_string().contains("no end"));
    }

    #[test]
    fn a_lookup_that_gives_nothing_is_an_error() {
        for wrong in ["time zen4:none", "colour x", "wall zen4:estimate-27 x", "build zen5:peers nobody"] {
            assert!(looked_up(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_have_the_digits_that_count() {
        let times = [0.01841, 0.386, 2.778, 17.94, 99.96, 521.4, 5658.0].map(seconds);
        assert_eq!(times, ["18.4 ms", "386 ms", "2.78 s", "17.9 s", "100 s", "521 s", "94.3 min"]);
        assert_eq!([13_364.2, 1456.0, 968.0, 71_499.0].map(hours), ["13,400", "1,460", "970", "71,000"]);
        assert_eq!([13.0, 70.0, 835.0, 2000.0].map(wall), ["13 hours", "3 days", "35 days", "3 months"]);
        assert_eq!((significant(33.0 / 2.5), significant(13.0 / 5.4)), ("13".to_owned(), "2.4".to_owned()));
        let days = [0, 951_782_400, 1_795_318_457].map(date);
        assert_eq!(days, ["1 January 1970", "29 February 2000", "22 November 2026"]);
    }
}
