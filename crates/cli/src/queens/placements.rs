//! `vuelta queens count` of placements: `MxN`, `--queens`, `--knight`, `--torus`.

use super::count::keeping;
use crate::args::{Conditions, Placements, Queens, QueensCount, QueensEngine, Resources};
use crate::counts::{Place, Printer, count_all, too_long};
use crate::failure::{Failure, Outcome};
use crate::memory::memory_limit;
use crate::output::{Output, STRONG};
use crate::session::Session;
use std::io::{self, Write};
use vuelta::EngineChoice;
use vuelta::queens::DeviceChoice;
use vuelta::queens::placements::{Counting, Field, Rules};
use vuelta_records::{Countable, PlacementsSubject, Record, Subject, duration, grouped};

/// Seconds of a thousand years.
const MILLENNIUM: f64 = 31_557_600_000.0;

/// Counts placements on each board, and prints and exports the results.
pub fn placements(arguments: &QueensCount, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let QueensCount { sizes, placements, conditions, engine, counting, .. } = arguments;
    let countings = countings(sizes, placements, conditions, engine, &counting.resources)?;
    let keeping = keeping(arguments, countings.len(), session)?;
    if !keeping.is_asked_for() && session.common.time_limit.is_none() {
        countings.iter().try_for_each(|counting| refuse_endless(counting, session.workers.threads()))?;
    }
    let countings: Vec<_> = countings.into_iter().map(|counting| counting.keep(keeping.clone())).collect();
    count_all(&countings, &arguments.counting, &keeping, &PlacementsPrinter, session, out)
}

/// The counts on these boards.
pub fn countings(
    sizes: &[String],
    placements: &Placements,
    conditions: &Conditions,
    engine: &QueensEngine,
    resources: &Resources,
) -> Result<Vec<Counting>, Failure> {
    let option = if engine.on.device == DeviceChoice::Cpu { "--engine" } else { "--device gpu" };
    if engine.engine() != EngineChoice::Auto {
        return Err(usage!(
            "{option} works for N queens on N x N alone, without MxN, --queens, --knight and --torus"
        ));
    }
    let limit = memory_limit(resources.memory_limit);
    let rules = Rules { knight: placements.knight, torus: placements.torus };
    let counting = |field: Field| {
        let queens = match placements.queens {
            Some(Queens::All) => None,
            Some(Queens::Exactly(queens)) => Some(queens),
            None => Some(field.most_queens()),
        };
        Counting::new(field).queens(queens).isa(resources.isa).memory_limit(limit)
    };
    Ok(conditions.fields(sizes, rules)?.into_iter().map(counting).collect())
}

/// Refuses a count of more than a year, unless a shard, a ledger or a time limit was asked for.
fn refuse_endless(counting: &Counting, threads: usize) -> Result<(), Failure> {
    let Some(seconds) = counting.endless_seconds(threads) else { return Ok(()) };
    let board = counting.subject().short();
    let time = match duration(seconds) {
        time if seconds < MILLENNIUM => format!("about {time}"),
        _ => "more than a thousand years".to_owned(),
    };
    let insist = " (see 'vuelta queens estimate'); pass --checkpoint LEDGER or --time-limit DURATION";
    Err(too_long(&board, &time, threads, insist))
}

/// Prints a line for each number of queens.
pub struct PlacementsPrinter;

/// The record's field, and the shard if it is of one.
fn name(record: &Record) -> String {
    let shard = record.shard().map(|[number, count]| format!("shard {number}/{count} of "));
    shard.unwrap_or_default() + &record.subject.short()
}

impl Printer for PlacementsPrinter {
    fn print(&self, record: &Record, _: Place, _: &Session<'_>, out: &mut Output) -> Result<(), Failure> {
        if record.made.is_complete() {
            return Ok(self.print_one(record, out)?);
        }
        say!("stopped before the end of {}", name(record));
        Ok(())
    }

    fn heading(&self, record: &Record) -> String {
        let [fixed, blocked] = record.subject.conditions().map(<[_]>::len);
        let conditions = [("fixed", fixed), ("blocked", blocked)].map(|(key, squares)| match squares {
            0 => String::new(),
            squares => format!(", {squares} {key}"),
        });
        name(record) + &conditions.concat()
    }

    fn print_numbers(&self, record: &Record, out: &mut Output) -> io::Result<()> {
        let Subject::Placements(PlacementsSubject { queens, .. }) = &record.subject else { return Ok(()) };
        let counts = if record.is_whole() { record.list("counts") } else { record.list("partial") };
        let width = counts.iter().map(|&count| grouped(count).len()).max().unwrap_or(0);
        let known = record.quantity("counts");
        for (place, (queens, &count)) in queens.iter().zip(counts).enumerate() {
            let noun = if *queens == 1 { "queen " } else { "queens" };
            write!(out, "  {queens:>2} {noun}  {STRONG}{:>width$}{STRONG:#}", grouped(count))?;
            out.compare(count, known.and_then(|known| known.published_at(place)))?;
        }
        Ok(())
    }
}
