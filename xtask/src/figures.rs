//! The measured figures of README.md and doc/: what stands between `<!-- figures: NAME -->` and `<!-- end of figures -->`
//! is the part of that name in xtask/figures.md, whose lookups are filled in from the results.

mod numbers;
mod sources;

use crate::tool::{self, Failure, fail};
use numbers::{date, seconds, wall, worth};
use sources::{column, count, estimate, peer, rows};
use std::fmt::Write;
use std::fs;
use vuelta::report::grouped;

const BEGIN: &str = "<!-- figures: ";
const END: &str = "<!-- end of figures -->";

/// Writes the figures into the documents, or compares them.
pub fn figures(only_check: bool) -> Result<i32, Failure> {
    let templates = fs::read_to_string(tool::root().join("xtask/figures.md"))?;
    let mut documents = vec![tool::root().join("README.md")];
    for entry in fs::read_dir(tool::root().join("doc"))? {
        documents.push(entry?.path());
    }
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    documents.sort();
    let mut code = 0;
    for document in documents {
        let text = fs::read_to_string(&document)?;
        // Templates link as the README does.
        let is_readme = document.ends_with("README.md");
        let linked = |text: String| {
            if is_readme {
                text
            } else {
                text.replace("](results/", "](../results/").replace("](scripts/", "](../scripts/")
            }
        };
        let made = filled(&text, &|name| made(&templates, name).map(linked));
        let made = made.map_err(|failure| fail(format!("{}: {}", document.display(), failure.text)))?;
        if made != text && !only_check {
            fs::write(document, made)?;
        } else if made != text {
            for (new, old) in made.lines().zip(text.lines()).filter(|(new, old)| new != old) {
                eprintln!("< {old}\n> {new}");
            }
            let name = document.display();
            eprintln!("error: figures of {name} are not those of the results: run `cargo xtask figures`");
            code = 1;
        }
    }
    Ok(code)
}

/// The document with its figures replaced by what `figures` gives for their names.
fn filled(text: &str, figures: &dyn Fn(&str) -> Result<String, Failure>) -> Result<String, Failure> {
    let (mut made, mut lines) = (String::new(), text.lines());
    while let Some(line) = lines.next() {
        writeln!(made, "{line}")?;
        let name = line.strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(" -->"));
        let Some(name) = name else { continue };
        if !lines.by_ref().any(|line| line == END) {
            return Err(fail(format!("the figures '{name}' have no end")));
        }
        writeln!(made, "{}{END}", figures(name)?)?;
    }
    Ok(made)
}

/// The template of this name with its lookups filled in.
fn made(templates: &str, name: &str) -> Result<String, Failure> {
    let part =
        templates.split_once(&format!("{BEGIN}{name} -->\n")).and_then(|(_, rest)| rest.split_once(END));
    let (part, _) = part.ok_or_else(|| fail(format!("there are no figures '{name}'")))?;
    let mut pieces = part.split('{');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (words, rest) = piece.split_once('}').ok_or_else(|| fail(format!("'{{{piece}' has no end")))?;
        let found = looked_up(words).map_err(|failure| fail(format!("{{{words}}}: {}", failure.text)))?;
        text += &(found + rest);
    }
    Ok(text)
}

/// The text of a lookup.
fn looked_up(text: &str) -> Result<String, Failure> {
    let words: Vec<&str> = text.split(' ').collect();
    let number = |word: &str| word.parse::<f64>().map_err(|_| fail(format!("'{word}' is not a number")));
    Ok(match words[..] {
        ["time", name] => seconds(count(name)?.seconds()?),
        ["ratio", name, other] => format!("{:.1}", count(name)?.seconds()? / count(other)?.seconds()?),
        ["date", name] => date(count(name)?.environment.ended_unix.unwrap_or_default()),
        ["games", name] => grouped(count(name)?.games.map_or(0, |number| number.0)),
        ["positions", name] => grouped(count(name)?.positions.map_or(0, |number| number.0)),
        ["processor", name] => count(name)?.processor(),
        ["machine", name] => {
            let processor = count(name)?.processor();
            format!("two threads of an {}, AVX-512)", processor.trim_end_matches(')'))
        }
        ["hours", name] => estimate(name)?.hours(),
        ["bounds", name] => estimate(name)?.bounds(),
        ["sampled", name] => estimate(name)?.sampled(),
        ["memory", name] => format!("{:.1} GiB", estimate(name)?.memory_bytes_per_subproblem / 2f64.powi(30)),
        ["ledger", name] => format!("{:.1} MiB", estimate(name)?.ledger_bytes / 2f64.powi(20)),
        ["wall", name, threads] => wall(estimate(name)?.core_hours / number(threads)?),
        ["per", name, divisor] => format!("{:.0}", estimate(name)?.core_hours / number(divisor)?),
        ["subproblem", name] => format!("{:.1}", estimate(name)?.subproblem_seconds()),
        ["bandwidth", name, threads] => {
            let rate = number(threads)? * 35e6 * 64.0 / estimate(name)?.subproblem_seconds() / 1e9;
            if rate < 9.95 { format!("{rate:.1}") } else { format!("{rate:.0}") }
        }
        ["threads", name, seconds] => worth(2.0 * count(name)?.seconds()?, number(seconds)?),
        ["card", name, hours] => worth(estimate(name)?.core_hours, number(hours)?),
        ["row", table, name, digits] => {
            let digits: usize = digits.parse()?;
            let cells: Result<Vec<String>, Failure> = rows(table)?
                .iter()
                .map(|row| Ok(format!("{:.digits$}", number(column(row, name)?)?)))
                .collect();
            cells?.join(" | ")
        }
        ["cell", table, name, ref command @ ..] => {
            let is_it = |row: &&sources::Row| {
                row.get("command") == Some(&command.join(" "))
                    && row.get("program").is_none_or(|name| name == "static")
            };
            let rows = rows(table)?;
            let row = rows.iter().find(is_it).ok_or_else(|| fail("there is no such row"))?;
            format!("{:.2}", number(column(row, name)?)?)
        }
        ["peer", table, program, board, what] => {
            let rows = peer(table, program, &[("n", board), ("what", what)])?;
            let Some(row) = rows.first() else { return Ok(String::new()) };
            let median = seconds(number(column(row, "median_seconds")?)?);
            let ratio = number(column(row, "ratio")?)?;
            if program == "vuelta" { median } else { format!("{median} ({} ×)", worth(ratio, 1.0)) }
        }
        ["runs", table, program] => {
            let rows = peer(table, program, &[])?;
            let mut runs: Vec<&str> = rows.iter().map(|row| column(row, "runs")).collect::<Result<_, _>>()?;
            if runs.iter().all(|number| *number == runs[0]) {
                runs.truncate(1);
            }
            runs.join(", ")
        }
        ["build", table, program] => {
            let rows = peer(table, program, &[])?;
            let row = rows.first().ok_or_else(|| fail("there is no such program"))?;
            let cells = [column(row, "commit")?, column(row, "build")?].into_iter();
            cells.filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(", ").replace('_', "\\_")
        }
        // Older tables do not tell their day.
        ["day", table] => {
            let rows = rows(table)?;
            let ended = rows.last().and_then(|row| row.get("ended_unix")?.parse().ok());
            ended.map_or(String::new(), |unix| format!(", {}", date(unix)))
        }
        _ => return Err(fail("there is no such lookup")),
    })
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
        assert!(filled(&document.replace(": x", ": y"), &new).unwrap_err().text.contains("'y'"));
        assert!(filled("<!-- figures: x -->\n", &new).unwrap_err().text.contains("no end"));
    }

    #[test]
    fn a_lookup_that_gives_nothing_is_an_error() {
        for wrong in [
            "time zen4:no-such-count",
            "colour x",
            "wall zen4:estimate-27 x",
            "cell zen5:previous-pairs x y",
            "build zen5:peers nobody",
            "time",
        ] {
            assert!(looked_up(wrong).is_err(), "{wrong}");
        }
    }
}
