//! `vuelta bench`: the times of a fixed set of counts, beside those in `results/`.
//!
//! Each case runs once to warm up, then several times; every answer is compared with the published number. If the
//! spread (longest minus shortest) exceeds a third of the median, the case was disturbed and is repeated once. If it is
//! disturbed again, it is marked and compared with nothing.

mod cases;
mod machines;

use super::args::Bench;
use super::failure::{Failure, Outcome, Status};
use super::output::{BAD, GOOD, Output, STRONG, plural};
use super::session::Session;
use cases::Bench as Cases;
use machines::{BenchRecord, Known, Timing, known};
use std::collections::BTreeSet;
use std::io::{self, Write};
use vuelta::Error;
use vuelta_records::{Environment, duration};

/// Times the cases one after the other and prints each row as it is known.
pub fn bench(arguments: &Bench, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    session.open_exports()?;
    let (cases, known) = (Cases::new(arguments.quick)?, known());
    let mut record = BenchRecord { problem: "bench", quick: arguments.quick, ..BenchRecord::default() };
    let for_people = !session.common.json && !session.common.quiet;
    if for_people {
        print_heading(session.workers.threads(), &known, out)?;
    }
    for case in cases.iter() {
        let timed = match cases.time(case, session) {
            Err(Failure::Library(Error::Stopped)) => break,
            timed => timed?,
        };
        let Some(timing) = timed.map(|timing| timing.placed_among(&known)) else { continue };
        if for_people {
            print_row(&timing, &known, out)?;
        } else if session.common.quiet && !session.common.json {
            writeln!(out, "{}", timing.runs.median)?;
        }
        out.flush()?;
        record.timings.push(timing);
    }
    let stopped = session.stopped();
    record.complete = stopped.is_none();
    record.environment = session.provenance(None);
    session.tell(&record, out, |out, quiet| if quiet { Ok(()) } else { print_end(&record, out) })?;
    Ok(stopped.unwrap_or(Status::Done))
}

/// The machine, and the headings of the table.
fn print_heading(threads: usize, known: &[Known], out: &mut Output) -> io::Result<()> {
    let environment = Environment::detect(false);
    let model = environment.model.and_then(|model| model.microarchitecture);
    let model = model.map(|name| format!(" ({name})")).unwrap_or_default();
    let isa = environment.isas.last().cloned().unwrap_or_default();
    writeln!(
        out,
        "{}{model}, {}, {isa}, vuelta {}",
        environment.processor,
        plural(threads, "thread"),
        environment.version
    )?;
    let others: BTreeSet<&str> = known.iter().map(|row| &*row.processor).collect();
    writeln!(out, "compared with {}\n", Vec::from_iter(others).join(", "))?;
    writeln!(
        out,
        "{:<18}  {:>7}  {:>9}  {:>9}  {:>9}  {:>4}  {:<7}  machine",
        "work", "threads", "median", "minimum", "spread", "runs", "place"
    )
}

/// Prints one case's times and its rank, and below them the known times of other machines.
fn print_row(timing: &Timing, known: &[Known], out: &mut Output) -> io::Result<()> {
    let Timing { name, threads, runs, .. } = timing;
    let place = match (timing.place, timing.disturbed) {
        (_, true) => format!("{BAD}{:<7}{BAD:#}", "noisy"),
        (Some([place, of]), _) => format!("{GOOD}{:<7}{GOOD:#}", format!("{place} of {of}")),
        (None, _) => format!("{:<7}", "-"),
    };
    writeln!(
        out,
        "{name:<18}  {threads:>7}  {STRONG}{:>9}{STRONG:#}  {:>9}  {:>9}  {:>4}  {place}  this one",
        duration(runs.median),
        duration(runs.minimum),
        duration(runs.spread),
        runs.count,
    )?;
    let time = |seconds: Option<f64>| seconds.map(duration).unwrap_or_default();
    timing.others(known).try_for_each(|other| {
        writeln!(
            out,
            "{:18}  {:>7}  {:>9}  {:>9}  {:>9}  {:>4}  {:7}  {}",
            "",
            other.threads,
            duration(other.median),
            time(other.minimum),
            time(other.spread),
            other.runs,
            "",
            other.machine()
        )
    })
}

/// Explains disturbed cases, and how to send the times.
fn print_end(record: &BenchRecord, out: &mut Output) -> io::Result<()> {
    let disturbed = record.timings.iter().filter(|timing| timing.disturbed).count();
    if disturbed > 0 {
        writeln!(
            out,
            "\n{} noisy: the spread is above a third of the median. Compare again when the machine is quiet.",
            if disturbed == 1 { "1 row is".to_owned() } else { format!("{disturbed} rows are") }
        )?;
    }
    if record.complete && !record.quick && record.environment.is_none() {
        writeln!(out, "\n--export FILE.json writes these times with the machine's description, to send.")?;
    }
    Ok(())
}
