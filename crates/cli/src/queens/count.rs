//! `vuelta queens count`: how many solutions or placements there are, compared with the published numbers.

use crate::args::{Conditions, Placements, Queens, QueensCount, QueensEngine, Resources};
use crate::conditions::parse_sizes;
use crate::counts::{Place, Printer, count_all, print_runs};
use crate::failure::{Failure, Outcome, Status};
use crate::memory::memory_limit;
use crate::output::{BAD, GOOD, Output, STRONG, plural, plural_grouped};
use crate::session::Session;
#[cfg(unix)]
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use vuelta::EngineChoice;
use vuelta::known::queens_count;
use vuelta::queens::placements::{self, Field, Rules};
use vuelta::queens::{Board, Counting, Device, DeviceChoice, LARGEST_ESTIMATE, textbook_seconds};
use vuelta::search::{Keeping, Shard};
use vuelta_records::{
    Countable, Environment, PlacementsSubject, QueensSubject, Record, Subject, duration, grouped,
};

/// Smaller boards are not compared with the textbook search, which counts them in a tenth of a second.
const SMALLEST_COMPARED: u32 = 12;
/// Characters of a number of one board.
const WIDTH: usize = 30;
/// Characters reserved for a total that is not published; published totals are shorter.
const LONGEST_TOTAL: usize = 26;
/// Seconds of a thousand years.
const MILLENNIUM: f64 = 31_557_600_000.0;

/// Counts one board in full, or a range as a table; with `MxN`, `--queens`, `--knight` or `--torus`, placements.
pub fn count(arguments: &QueensCount, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    if arguments.placements.are_asked_for(&arguments.sizes) {
        return count_placements(arguments, session, out);
    }
    let sizes = (!arguments.sizes.is_empty()).then(|| parse_sizes(&arguments.sizes)).transpose()?;
    let boards = arguments.conditions.boards(sizes)?;
    let keeping = keeping(arguments, boards.len(), session)?;
    let largest = boards.iter().map(Board::size).max().unwrap_or(0);
    let limit = match arguments.counting.resources.memory_limit {
        None => Environment::usual_memory_limit_of_queens(largest),
        asked => memory_limit(asked),
    };
    let (engine, choice) = (arguments.engine.engine(), arguments.engine.on.device);
    boards.iter().try_for_each(|board| choice.check(engine.on(board)))?;
    let device = Device::open(choice)?;
    let counting = |board| {
        Counting::new(board)
            .engine(engine)
            .device(device.clone())
            .recheck(arguments.counting.double_check)
            .isa(arguments.counting.resources.isa)
            .memory_limit(limit)
            .keep(keeping.clone())
            .with_fingerprint(session.wants_provenance())
    };
    let countings: Vec<_> = boards.into_iter().map(counting).collect();
    // All boards of a range are checked before the first one is counted.
    countings.iter().try_for_each(Counting::check)?;
    if !keeping.is_asked_for() && session.common.time_limit.is_none() && engine == EngineChoice::Auto {
        countings.iter().try_for_each(|counting| refuse_endless(counting, session.workers.threads()))?;
    }
    let printer = QueensPrinter { table: (countings.len() != 1).then(|| width(&countings)) };
    count_all(&countings, &arguments.counting, &keeping, &printer, session, out)
}

/// Counts placements on each board, and prints and exports the results.
fn count_placements(arguments: &QueensCount, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let QueensCount { sizes, placements, conditions, engine, counting, .. } = arguments;
    let countings = placement_countings(sizes, placements, conditions, engine, &counting.resources)?;
    let keeping = keeping(arguments, countings.len(), session)?;
    if !keeping.is_asked_for() && session.common.time_limit.is_none() {
        countings
            .iter()
            .try_for_each(|counting| refuse_endless_placements(counting, session.workers.threads()))?;
    }
    let countings: Vec<_> = countings.into_iter().map(|counting| counting.keep(keeping.clone())).collect();
    count_all(&countings, &arguments.counting, &keeping, &PlacementsPrinter, session, out)
}

/// The counts of placements on these boards.
pub fn placement_countings(
    sizes: &[String],
    placements: &Placements,
    conditions: &Conditions,
    engine: &QueensEngine,
    resources: &Resources,
) -> Result<Vec<placements::Counting>, Failure> {
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
        placements::Counting::new(field).queens(queens).isa(resources.isa).memory_limit(limit)
    };
    Ok(conditions.fields(sizes, rules)?.into_iter().map(counting).collect())
}

/// The shard and the ledger that are asked for, of one board.
fn keeping(arguments: &QueensCount, boards: usize, session: &Session<'_>) -> Result<Keeping, Failure> {
    if boards != 1 && (arguments.checkpoint.is_some() || arguments.shard.is_some()) {
        return Err(usage!("a ledger or a shard belongs to one board; count several boards one by one"));
    }
    // The processor can recount chunks of a shard, but not all of a shard in another way.
    let on_cpu = arguments.engine.on.device == DeviceChoice::Cpu;
    if arguments.shard.is_some() && arguments.counting.double_check && on_cpu {
        return Err(usage!("--double-check works with --shard only on a graphics card (--device gpu)"));
    }
    let shard = arguments.shard.map(|choice| choice.resolve(|name| std::env::var(name).ok())).transpose()?;
    let numbers = shard.unwrap_or(Shard::WHOLE);
    let numbers = format!("{}-of-{}", numbers.number(), numbers.count());
    let ledger = arguments.checkpoint.as_ref().map(|name| with_shard(name, &numbers));
    if ledger.is_some() {
        session.stopping.keep();
    }
    Ok(Keeping { shard, ledger, chunk: arguments.chunk })
}

/// The name of a ledger with the numbers of its shard, also if it is not Unicode.
#[cfg(unix)]
fn with_shard(name: &Path, numbers: &str) -> PathBuf {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    // A character for each byte.
    let name: String = name.as_os_str().as_bytes().iter().map(|&byte| char::from(byte)).collect();
    let name = name.replace("{shard}", numbers).chars().map(|byte| byte as u8).collect();
    OsString::from_vec(name).into()
}

/// The name of a ledger with the numbers of its shard; names that are not Unicode have none.
#[cfg(not(unix))]
fn with_shard(name: &Path, numbers: &str) -> PathBuf {
    name.to_str().map_or_else(|| name.to_owned(), |name| name.replace("{shard}", numbers).into())
}

/// Refuses a count of more than a year, unless an engine, a shard, a ledger or a time limit was asked for.
fn refuse_endless(counting: &Counting, threads: usize) -> Result<(), Failure> {
    let Some(seconds) = counting.endless_seconds(threads) else { return Ok(()) };
    let (size, engine) = (counting.board().size(), counting.resolved_engine());
    let (time, more) = if size <= LARGEST_ESTIMATE {
        let more =
            format!(" (see 'vuelta queens estimate {size}'; --shard divides the count among machines)");
        (format!("about {}", duration(seconds)), more)
    } else {
        ("far more than a year".to_owned(), String::new())
    };
    Err(too_long(counting, &time, threads, &format!("{more}; pass --engine {engine}")))
}

/// Refuses a count of placements of more than a year, unless a shard, a ledger or a time limit was asked for.
fn refuse_endless_placements(counting: &placements::Counting, threads: usize) -> Result<(), Failure> {
    let Some(seconds) = counting.endless_seconds(threads) else { return Ok(()) };
    let time = match duration(seconds) {
        time if seconds < MILLENNIUM => format!("about {time}"),
        _ => "more than a thousand years".to_owned(),
    };
    let insist = " (see 'vuelta queens estimate'); pass --checkpoint LEDGER or --time-limit DURATION";
    Err(too_long(counting, &time, threads, insist))
}

/// The refusal of a count that nobody would see the end of, with its time and the option that insists.
fn too_long(counting: &impl Countable, time: &str, threads: usize, insist: &str) -> Failure {
    let (name, threads) = (counting.subject().short(), plural(threads, "thread"));
    usage!("{name} would take {time} on {threads} here{insist} to try anyway")
}

/// Prints one board in several lines, or several boards as a table.
pub struct QueensPrinter {
    /// The characters of a total in the table.
    pub table: Option<usize>,
}

impl Printer for QueensPrinter {
    fn print(
        &self,
        record: &Record,
        (before, status): Place,
        session: &Session<'_>,
        out: &mut Output,
    ) -> Result<(), Failure> {
        match self.table {
            _ if session.common.quiet => say_partial(record),
            Some(width) => print_row(record, width, before == 0, out)?,
            None => {
                self.print_one(record, out)?;
                if status == Status::Done && out.is_for_people(session.common) {
                    compare_with_textbook(record, session, out)?;
                }
            }
        }
        Ok(())
    }

    fn print_numbers(&self, record: &Record, out: &mut Output) -> io::Result<()> {
        if let Some(partial) = record.number("partial") {
            let partial = plural_grouped(partial, "solution");
            let shard = record.shard().map(|[number, count]| format!("shard {number}/{count}"));
            match (shard, record.made.is_complete()) {
                (Some(shard), true) => writeln!(out, "  {shard} alone, with {partial}; no total")?,
                (Some(shard), false) => {
                    writeln!(out, "  {shard}, stopped before its end, with {partial} found")?;
                }
                (None, _) => writeln!(out, "  stopped before the end, with {partial} found")?,
            }
        }
        let mut numbers = record.quantities.iter().filter(|quantity| quantity.kind.name != "partial");
        numbers.try_for_each(|quantity| out.number(quantity, WIDTH))
    }

    fn saved(&self, _: &Record, too_short: bool) -> String {
        let note = if too_short { "note: no subproblem was finished within the time limit\n" } else { "" };
        format!("{note}saved")
    }
}

/// The characters that the largest total of these boards takes, as far as it is known.
fn width(countings: &[Counting]) -> usize {
    let digits = |counting: &Counting| {
        let known = queens_count("total", counting.board().size());
        known.map_or(LONGEST_TOTAL, |known| grouped(known.value).len())
    };
    countings.iter().map(digits).max().unwrap_or(0).max("fundamental".len())
}

/// Prints how long the textbook search would take on the same threads, extrapolated from a small board that is timed
/// here. Prints nothing for small boards.
fn compare_with_textbook(record: &Record, session: &Session<'_>, out: &mut Output) -> Result<(), Failure> {
    let made = &record.made;
    let Subject::Queens(QueensSubject { n, .. }) = record.subject else { return Ok(()) };
    let (Some(total), Some(seconds), Some(threads)) = (record.number("total"), made.seconds, made.threads)
    else {
        return Ok(());
    };
    if n < SMALLEST_COMPARED || made.engine == "backtrack" || record.subject.has_conditions() {
        return Ok(());
    }
    let Ok(alone) = textbook_seconds(n, total, session.stop()) else { return Ok(()) };
    let textbook = alone / threads as f64;
    let (time, threads) = (duration(textbook), plural(threads, "thread"));
    let times = round(textbook / seconds);
    Ok(writeln!(out, "  the textbook search would take about {time} on {threads}, {times} times as long")?)
}

/// To two digits: `9,100`.
fn round(number: f64) -> String {
    let unit = 10f64.powf(number.max(1.0).log10().floor() - 1.0);
    grouped(((number / unit).round() * unit).round() as u128)
}

/// The solutions that were found without a total.
fn say_partial(record: &Record) {
    let (partial, board) = (record.number("partial").unwrap_or(0), record.subject.short());
    let partial = format!("{partial} solution{}", if partial == 1 { "" } else { "s" });
    match record.shard() {
        Some([number, count]) => {
            say!("{partial} of {board} found so far in shard {number}/{count}, no total")
        }
        None => say!("stopped before the end, with {partial} of {board} found"),
    }
}

/// A line of the table, with the headings before the first.
fn print_row(record: &Record, width: usize, first: bool, out: &mut Output) -> io::Result<()> {
    if first {
        writeln!(
            out,
            "{:>2}  {:>width$}  {:>width$}  {:>14}  {:>7}  {:<9}  {:>10}",
            "N", "solutions", "fundamental", "symmetric 180°", "90°", "published", "time"
        )?;
    }
    let (Subject::Queens(subject), made) = (&record.subject, &record.made) else { return Ok(()) };
    let number = |count: Option<u128>| count.map_or_else(|| "-".to_owned(), grouped);
    let (style, verdict) = match record.agrees {
        Some(true) => (GOOD, "agrees"),
        Some(false) => (BAD, "DIFFERS"),
        None => (STRONG, "-"),
    };
    let stopped = if made.is_complete() { "" } else { "  stopped" };
    let conditions = subject.conditions();
    writeln!(
        out,
        "{:>2}  {:>width$}  {:>width$}  {:>14}  {:>7}  {style}{verdict:<9}{style:#}  {:>10}{BAD}{stopped}{BAD:#}{}{conditions}",
        subject.n,
        number(record.number("total").or(record.number("partial"))),
        number(record.number("fundamental")),
        number(record.number("symmetric_180")),
        number(record.number("symmetric_90")),
        made.seconds.map(duration).unwrap_or_default(),
        if conditions.is_empty() { "" } else { "  " },
    )?;
    print_runs(made.runs.as_ref(), out)
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
