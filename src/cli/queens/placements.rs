//! `vuelta queens count` of placements: `MxN`, `--queens`, `--knight`, `--torus`.

use crate::Error;
use crate::cli::args::QueensCount;
use crate::cli::counts::{Place, Printer, count_all};
use crate::cli::failure::{Failure, Status};
use crate::cli::output::{Output, STRONG, how_made};
use crate::cli::runs::print_runs;
use crate::cli::session::{Session, memory_limit};
use crate::queens::EngineChoice;
use crate::queens::placements::{Counting, Field, Rules};
use crate::report::{Record, grouped};
use crate::text::shown;
use std::io::Write;
use std::str::FromStr;

/// The numbers of queens that are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Queens {
    All,
    Exactly(u32),
}

impl FromStr for Queens {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "all" {
            return Ok(Queens::All);
        }
        text.parse().map(Queens::Exactly).map_err(|_| "it must be a number of queens or 'all'")
    }
}

/// Counts placements on each board, and prints and exports the results.
pub fn placements(
    arguments: &QueensCount,
    session: &mut Session<'_>,
    out: &mut Output,
) -> Result<Status, Failure> {
    refuse_what_is_not_there(arguments)?;
    let rules = Rules { knight: arguments.knight, torus: arguments.torus };
    let fields = arguments.conditions.fields(&arguments.sizes, rules)?;
    let counting = |field: Field| {
        let queens = match arguments.queens {
            Some(Queens::All) => None,
            Some(Queens::Exactly(queens)) => Some(queens),
            None => Some(field.most_queens()),
        };
        let resources = &arguments.counting.resources;
        let counting = Counting::new(field).isa(resources.isa).memory_limit(memory_limit(resources));
        queens.map_or(counting.clone(), |queens| counting.queens(queens))
    };
    let countings: Vec<Counting> = fields.into_iter().map(counting).collect();
    count_all(&countings, &arguments.counting, (None, false), &PlacementsPrinter, session, out)
}

/// Options of the classical count that placements do not have.
fn refuse_what_is_not_there(arguments: &QueensCount) -> Result<(), Failure> {
    let option = match arguments {
        QueensCount { shard: Some(_), .. } => "--shard",
        QueensCount { checkpoint: Some(_), .. } => "--checkpoint",
        QueensCount { engine, .. } if engine.engine != EngineChoice::Auto => "--engine",
        _ => return Ok(()),
    };
    Err(Failure::Usage(format!(
        "{option} works for N queens on N x N alone, without MxN, --queens, --knight and --torus"
    )))
}

/// Prints a line for each number of queens.
struct PlacementsPrinter;

impl Printer for PlacementsPrinter {
    fn print(&self, record: &Record, _: Place, _: &Session<'_>, out: &mut Output) -> Result<(), Failure> {
        if !record.is_whole() {
            say!("stopped before the end of {}: a count of placements has no partial result", record.short());
            return Ok(());
        }
        let conditions =
            ["fixed", "blocked"].map(|key| match record.subject.get::<Vec<[u32; 2]>>(key).len() {
                0 => String::new(),
                squares => format!(", {squares} {key}"),
            });
        writeln!(out, "{}{}", record.short(), conditions.concat())?;
        let (queens, counts) = (record.subject.get::<Vec<u32>>("queens"), record.list("counts"));
        let width = counts.iter().map(|count| grouped(count.0).len()).max().unwrap_or(0);
        for ((queens, count), published) in queens.iter().zip(counts).zip(record.published("counts")) {
            let noun = if *queens == 1 { "queen " } else { "queens" };
            write!(out, "  {queens:>2} {noun}  {STRONG}{:>width$}{STRONG:#}", grouped(count.0))?;
            out.compare(count.0, published)?;
        }
        writeln!(out, "  {}", how_made(&record.made))?;
        Ok(print_runs(record.made.runs.as_ref(), out)?)
    }
}

/// `8x12`: rows and columns.
pub fn parse_rectangle(text: &str) -> Option<Result<(u32, u32), Error>> {
    let (rows, columns) = text.split_once(['x', 'X', '\u{d7}'])?;
    let sides = rows.parse().ok().zip(columns.parse().ok());
    Some(sides.ok_or_else(|| {
        let text = shown(text);
        Error::input(format!("'{text}' is not a board: write its rows and columns, such as 8x12"))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_and_numbers_of_queens_are_read() {
        assert_eq!(parse_rectangle("8x12").unwrap().unwrap(), (8, 12));
        assert_eq!(parse_rectangle("10X3").unwrap().unwrap(), (10, 3));
        assert!(parse_rectangle("16").is_none());
        for text in ["x", "8x", "x8", "8xx8", "8x-1", "8x8x8", "8x99999999999"] {
            let sentence = parse_rectangle(text).unwrap().unwrap_err().to_string();
            assert!(sentence.contains("rows and columns"), "{sentence}");
        }
        assert_eq!("all".parse(), Ok(Queens::All));
        assert_eq!("0".parse(), Ok(Queens::Exactly(0)));
        for text in ["", "-1", "some", "8.5"] {
            assert!(text.parse::<Queens>().is_err(), "{text}");
        }
    }
}
