//! `vuelta queens count` of placements: `MxN`, `--queens`, `--knight`, `--torus`.

use super::count::{keeping, merged};
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
        text.parse().map(Queens::Exactly).map_err(|_| "expected a number of queens or 'all'")
    }
}

/// Counts placements on each board, and prints and exports the results.
pub fn placements(
    arguments: &QueensCount,
    session: &mut Session<'_>,
    out: &mut Output,
) -> Result<Status, Failure> {
    if arguments.engine.engine != EngineChoice::Auto {
        return Err(Failure::Usage(
            "--engine works for N queens on N x N alone, without MxN, --queens, --knight and --torus"
                .to_owned(),
        ));
    }
    let rules = Rules { knight: arguments.knight, torus: arguments.torus };
    let fields = arguments.conditions.fields(&arguments.sizes, rules)?;
    let keeping = keeping(arguments, fields.len(), session)?;
    let counting = |field: Field| {
        let queens = match arguments.queens {
            Some(Queens::All) => None,
            Some(Queens::Exactly(queens)) => Some(queens),
            None => Some(field.most_queens()),
        };
        let resources = &arguments.counting.resources;
        let counting = Counting::new(field).queens(queens).keep(keeping.clone());
        counting.isa(resources.isa).memory_limit(memory_limit(resources))
    };
    let countings: Vec<Counting> = fields.into_iter().map(counting).collect();
    count_all(&countings, &arguments.counting, &keeping, &PlacementsPrinter, session, out)
}

/// Prints a line for each number of queens.
pub struct PlacementsPrinter;

impl Printer for PlacementsPrinter {
    fn print(
        &self,
        record: &Record,
        _: Place,
        session: &Session<'_>,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let shard = record.subject.shard().map(|[number, count]| format!("shard {number}/{count} of "));
        let name = shard.clone().unwrap_or_default() + &record.short();
        if !record.made.is_complete() {
            say!("stopped before the end of {name}");
            return Ok(());
        }
        if session.common().quiet {
            say!("no total: {name} alone is counted");
            return Ok(());
        }
        let conditions =
            ["fixed", "blocked"].map(|key| match record.subject.get::<Vec<[u32; 2]>>(key).len() {
                0 => String::new(),
                squares => format!(", {squares} {key}"),
            });
        writeln!(out, "{name}{}", conditions.concat())?;
        let queens = record.subject.get::<Vec<u32>>("queens");
        let counts = if record.is_whole() { record.list("counts") } else { record.list("partial") };
        let width = counts.iter().map(|count| grouped(count.0).len()).max().unwrap_or(0);
        let published = record.published("counts").into_iter().chain(std::iter::repeat(None));
        for ((queens, count), published) in queens.iter().zip(counts).zip(published) {
            let noun = if *queens == 1 { "queen " } else { "queens" };
            write!(out, "  {queens:>2} {noun}  {STRONG}{:>width$}{STRONG:#}", grouped(count.0))?;
            out.compare(count.0, published)?;
        }
        writeln!(out, "  {}{}", how_made(&record.made), merged(record))?;
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
