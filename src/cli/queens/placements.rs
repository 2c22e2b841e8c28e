//! `vuelta queens count` of placements: `MxN`, `--queens`, `--knight`, `--torus`.

use super::count::{keeping, merged};
use crate::cli::args::{Queens, QueensCount};
use crate::cli::counts::{Place, Printer, count_all};
use crate::cli::failure::{Failure, Status};
use crate::cli::output::{Output, STRONG, how_made};
use crate::cli::runs::print_runs;
use crate::cli::session::{Session, memory_limit};
use crate::queens::EngineChoice;
use crate::queens::placements::{Counting, Field, Rules};
use crate::report::{Record, grouped};
use std::io::Write;

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
