//! `vuelta queens count`: how many solutions there are, compared with the published numbers.

use crate::Error;
use crate::cli::args::{self, QueensCount};
use crate::cli::conditions::parse_sizes;
use crate::cli::failure::{Failure, Status};
use crate::cli::output::{BAD, GOOD, Output, STRONG, as_typed, given, given_without_limit, how_made, plural};
use crate::cli::runs::{Repeated, print_runs, repeat};
use crate::cli::session::{Session, memory_limit_of_queens};
use crate::known::queens_count;
use crate::queens::{Board, Counting, EngineChoice, LARGEST_ESTIMATE, textbook_seconds};
use crate::report::{Record, conditions, duration, grouped};
use crate::search::Shard;
use std::io::{self, Write};
use std::path::PathBuf;

/// The textbook search counts smaller boards in a tenth of a second.
const SMALLEST_COMPARED: u32 = 12;
/// Characters of a total that nobody knows, and more than of any that is known.
const LONGEST_TOTAL: usize = 26;

/// `vuelta queens count`: one board in full, a range as a table.
pub fn count(
    arguments: &QueensCount,
    session: &mut Session<'_>,
    out: &mut Output,
) -> Result<Status, Failure> {
    let sizes = (!arguments.sizes.is_empty()).then(|| parse_sizes(&arguments.sizes)).transpose()?;
    let boards = arguments.conditions.boards(sizes)?;
    let single = boards.len() == 1;
    let width = if single { 0 } else { width(&boards) };
    if !single && (arguments.checkpoint.is_some() || arguments.shard.is_some()) {
        return Err(Failure::Usage("a ledger or a shard is of one board, not of several".to_owned()));
    }
    let shard = arguments.shard.map(|choice| choice.resolve(|name| std::env::var(name).ok())).transpose()?;
    let ledger = arguments.checkpoint.as_ref().map(|name| ledger_path(name, shard));
    // A range that the engine cannot count is refused before the first hour of it is spent.
    let largest = boards.iter().map(Board::size).max().unwrap_or(0);
    let limit = memory_limit_of_queens(&arguments.counting.resources, largest);
    let counting = |board| {
        let mut counting = Counting::new(board)
            .engine(arguments.engine.engine)
            .isa(arguments.counting.resources.isa)
            .memory_limit(limit)
            .chunk(arguments.chunk)
            .with_fingerprint(session.wants_provenance());
        if let Some(ledger) = &ledger {
            counting = counting.ledger(ledger.clone());
        }
        if let Some(shard) = shard {
            counting = counting.shard(shard);
        }
        counting
    };
    let countings =
        boards.into_iter().map(|board| counting(board).checked()).collect::<Result<Vec<_>, _>>()?;
    let endless = shard.is_none() && ledger.is_none() && session.common().time_limit.is_none();
    if endless && arguments.engine.engine == EngineChoice::Auto {
        countings.iter().try_for_each(|counting| refuse_endless(counting, session.workers().threads()))?;
    }
    if let Some(ledger) = &ledger {
        session.reserve(ledger);
        session.keep();
    }
    session.open_exports()?;
    let mut records = vec![];
    let mut status = Status::Done;
    let mut told = Ok(());
    for counting in &countings {
        let counted = count_one(counting, &arguments.counting, session);
        if ledger.is_some() && matches!(counted, Err(Failure::Library(Error::Stopped))) {
            say!("resume with: {}", command_line(shard, session.stopped(), 0));
        }
        let (record, ended) = match counted {
            Ok(counted) => counted,
            // The boards before this one are exported all the same.
            Err(failure) if !records.is_empty() => {
                told = Err(failure);
                break;
            }
            Err(failure) => return Err(failure),
        };
        let form = if single { Form::Alone } else { Form::Row { width, first: records.is_empty() } };
        told = print(&record, form, session, out);
        if single && told.is_ok() && ended == Status::Done && out.is_for_people(session.common()) {
            told = compare_with_textbook(&record, session, out);
        }
        records.push(record);
        if status == Status::Done {
            status = ended;
        }
        if told.is_err() {
            break;
        }
        // What ends the run may come between two boards.
        if let (Some(cause), Some(next)) = (session.stopped(), countings.get(records.len())) {
            if status == Status::Done {
                say!("stopped before N = {}", next.board().size());
                status = cause;
            }
            break;
        }
    }
    session.export_told(told, &records)?;
    Ok(status)
}

/// Refuses a count of more than a year, unless an engine, a shard, a ledger or a time limit was asked for.
fn refuse_endless(counting: &Counting, threads: usize) -> Result<(), Failure> {
    let size = counting.board().size();
    let Some(seconds) = counting.endless_seconds(threads) else {
        return Ok(());
    };
    let engine = counting.resolved_engine();
    let (time, more) = if size <= LARGEST_ESTIMATE {
        let more = format!(" (see 'vuelta queens estimate {size}'; --shard divides the count among machines)");
        (format!("about {}", duration(seconds)), more)
    } else {
        ("far more than a year".to_owned(), String::new())
    };
    Err(Failure::Usage(format!(
        "N = {size} would take {time} on {} here{more}; pass --engine {engine} to try anyway",
        plural(threads, "thread")
    )))
}

/// Counts one board and compares the numbers with the published ones and, if asked for, with a second count.
fn count_one(
    counting: &Counting,
    wanted: &args::Counting,
    session: &Session<'_>,
) -> Result<(Record, Status), Failure> {
    let Repeated { count, runs, elapsed, complete } = repeat(
        wanted.runs,
        &format!("queens {}", counting.board().size()),
        session,
        |progress| counting.run(session.workers(), session.stop(), progress),
        |count| (count.elapsed, count.outcome.is_complete().then(|| vec![count.outcome.tally])),
    )?;
    let mut record = Record::of_queens(counting.board(), &count, session.workers().threads());
    record.made.runs = runs;
    record.environment = session.provenance(elapsed).map(|run| run.with_plan(&record.made));
    let is_complete = count.outcome.is_complete();
    if !is_complete && count.core_time.is_some() && session.stopped().is_some() {
        let here = count.outcome.done - count.resumed;
        if here == 0 && session.stopped() == Some(Status::TimeLimit) {
            say!("note: no subproblem was finished within the time limit");
        }
        say!("saved; resume with: {}", command_line(count.shard, session.stopped(), here));
    }
    let mut status = match is_complete {
        true if count.ledger_troubled => Status::No,
        true if complete => Status::Done,
        _ => session.stopped().unwrap_or(Status::No),
    };
    if let Err(difference) = record.verify() {
        say!("error: {difference}");
        status = Status::Differs;
    } else if wanted.double_check
        && let Some(total) = record.number("total")
    {
        status = count_again(counting, total, session)?;
    }
    Ok((record, status))
}

/// The ledger's file, with the shard in its name where {shard} asks for it.
fn ledger_path(name: &str, shard: Option<Shard>) -> PathBuf {
    let shard = shard.unwrap_or(Shard::WHOLE);
    name.replace("{shard}", &format!("{}-of-{}", shard.number(), shard.count())).into()
}

/// The command that was given, as one would type it; with the shard that it stood for, and without a time limit in
/// which no subproblem was finished.
fn command_line(shard: Option<Shard>, stopped: Option<Status>, finished: u64) -> String {
    let too_short = stopped == Some(Status::TimeLimit) && finished == 0;
    let mut words = if too_short { given_without_limit() } else { given() };
    for at in 0..words.len() {
        let after_flag = at > 0 && words[at - 1] == "--shard";
        if let (Some(shard), true) = (shard, after_flag || words[at].starts_with("--shard=")) {
            words[at] = if after_flag { shard.to_string() } else { format!("--shard={shard}") };
        }
    }
    as_typed(&words)
}

/// Counts once more in another way; both must give the same total.
fn count_again(counting: &Counting, total: u128, session: &Session<'_>) -> Result<Status, Failure> {
    let size = counting.board().size();
    let mut progress = session.progress(format!("queens {size} once more"));
    let second = counting.double_check().run(session.workers(), session.stop(), &mut progress)?;
    drop(progress);
    match second.total() {
        None => {
            say!("stopped before the end of the double check of N = {size}");
            Ok(session.stopped().unwrap_or(Status::No))
        }
        Some(again) if again != total => {
            say!("error: the double check of N = {size} by {} counts {again}, not {total}", second.engine);
            Ok(Status::Differs)
        }
        Some(_) => {
            if !session.common().quiet {
                say!("double check of N = {size}: the same total by {} with another split", second.engine);
            }
            Ok(Status::Done)
        }
    }
}

/// How a result is printed for people.
#[derive(Clone, Copy)]
enum Form {
    /// In several lines.
    Alone,
    /// As a row of a table; the headings stand before the first.
    Row { width: usize, first: bool },
}

/// The characters that the largest total of these boards takes, as far as it is known.
fn width(boards: &[Board]) -> usize {
    let digits = |board: &Board| {
        let known = queens_count("total", board.size());
        known.map_or(LONGEST_TOTAL, |known| grouped(known.value).len())
    };
    boards.iter().map(digits).max().unwrap_or(0).max("fundamental".len())
}

/// Prints one result in the form that was asked for.
fn print(record: &Record, form: Form, session: &Session<'_>, out: &mut Output) -> Result<(), Failure> {
    if session.common().json {
        out.json(record)?;
    } else if session.common().quiet {
        print_quiet(record, out)?;
    } else {
        match form {
            Form::Alone => print_one(record, out)?,
            Form::Row { width, first } => print_row(record, width, first, out)?,
        }
    }
    Ok(out.flush()?)
}

/// How long the textbook search would have taken on the same threads, by what it takes here for a small board; nothing
/// where that is soon.
fn compare_with_textbook(record: &Record, session: &Session<'_>, out: &mut Output) -> Result<(), Failure> {
    let (subject, made) = (&record.subject, &record.made);
    let (Some(total), Some(seconds), Some(threads)) = (record.number("total"), made.seconds, made.threads)
    else {
        return Ok(());
    };
    let n = subject.get("n");
    if n < SMALLEST_COMPARED || made.engine == "backtrack" || subject.has_conditions() {
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

/// The number alone; what was found so far where the run was stopped goes to stderr.
fn print_quiet(record: &Record, out: &mut Output) -> io::Result<()> {
    if let Some(total) = record.number("total") {
        return writeln!(out, "{total}");
    }
    let (partial, n) = (record.number("partial").unwrap_or(0), record.subject.cell("n"));
    match record.subject.shard() {
        Some([number, count]) => {
            let so_far = if record.made.is_complete() { "" } else { " so far" };
            say!("{partial} solutions of N = {n} found{so_far} in shard {number}/{count}, no total")
        }
        None => say!("stopped before the end, with {partial} solutions of N = {n} found"),
    }
    Ok(())
}

/// One board's numbers, each with what was published, and how they were found.
pub fn print_one(record: &Record, out: &mut Output) -> io::Result<()> {
    writeln!(out, "{}", record.title())?;
    if let Some(partial) = record.number("partial") {
        let partial = grouped(partial);
        let shard = record.subject.shard().map(|[number, count]| format!("shard {number}/{count}"));
        match (shard, record.made.is_complete()) {
            (Some(shard), true) => writeln!(out, "  {shard} alone, with {partial} solutions; no total")?,
            (Some(shard), false) => {
                writeln!(out, "  {shard}, stopped before its end, with {partial} solutions found")?;
            }
            (None, _) => writeln!(out, "  stopped before the end, with {partial} solutions found")?,
        }
    }
    print_numbers(record, out)?;
    write!(out, "  {}", how_made(&record.made))?;
    if let Some(merge) = &record.merge {
        write!(out, ", {}", plural(merge.ledgers, "ledger"))?;
    }
    let found = record.number("total").or(record.number("partial"));
    if let (Some(found), Some(seconds), false) = (found, record.made.seconds, record.made.resumed) {
        write!(out, ", {} solutions/s", grouped((found as f64 / seconds.max(1e-9)) as u128))?;
    }
    writeln!(out)?;
    print_runs(record.made.runs.as_ref(), out)
}

/// The numbers, each with what was published.
fn print_numbers(record: &Record, out: &mut Output) -> io::Result<()> {
    for (name, label) in [
        ("total", "solutions"),
        ("fundamental", "fundamental"),
        ("symmetric_180", "symmetric by 180°"),
        ("symmetric_90", "symmetric by 90°"),
    ] {
        out.number(label, 30, record.quantity(name))?;
    }
    Ok(())
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
    let Record { subject, made, .. } = record;
    let number = |count: Option<u128>| count.map_or_else(|| "-".to_owned(), grouped);
    let (style, verdict) = match record.agrees {
        Some(true) => (GOOD, "agrees"),
        Some(false) => (BAD, "DIFFERS"),
        None => (STRONG, "-"),
    };
    let stopped = if made.is_complete() { "" } else { "  stopped" };
    let conditions = conditions(subject);
    writeln!(
        out,
        "{:>2}  {:>width$}  {:>width$}  {:>14}  {:>7}  {style}{verdict:<9}{style:#}  {:>10}{BAD}{stopped}{BAD:#}{}{conditions}",
        subject.cell("n"),
        number(record.number("total").or(record.number("partial"))),
        number(record.number("fundamental")),
        number(record.number("symmetric_180")),
        number(record.number("symmetric_90")),
        made.seconds.map(duration).unwrap_or_default(),
        if conditions.is_empty() { "" } else { "  " },
    )?;
    print_runs(made.runs.as_ref(), out)
}
