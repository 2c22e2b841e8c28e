//! Counts of any family: made, repeated, checked, printed and exported in one way.

use super::args;
use super::failure::{Failure, Outcome, Status};
use super::output::{Output, given_as_typed, how_made, plural, without_limit};
use super::session::Session;
use std::io::{self, Write};
use std::time::Duration;
use vuelta::Error;
use vuelta::search::{Keeping, Shard};
use vuelta::simd::pages::{LARGE_HEAP, prefer_large_heap};
use vuelta_records::{Countable, Record, Runs, Subject, duration, grouped};

/// How a family's results are printed.
pub trait Printer {
    /// Prints a record as text; with `--quiet`, only why it is not finished. JSON and bare numbers are printed elsewhere.
    fn print(
        &self,
        record: &Record,
        place: Place,
        session: &Session<'_>,
        out: &mut Output,
    ) -> Result<(), Failure>;

    /// Prints the subject, the numbers and how they were made.
    fn print_one(&self, record: &Record, out: &mut Output) -> io::Result<()> {
        writeln!(out, "{}", self.heading(record))?;
        self.print_numbers(record, out)?;
        let ledgers = record.merge.as_ref().map(|merge| format!(", {}", plural(merge.ledgers, "ledger")));
        let rate = rate(record).map(|rate| format!(", {} solutions/s", grouped(rate as u128)));
        let [ledgers, rate] = [ledgers, rate].map(Option::unwrap_or_default);
        writeln!(out, "  {}{ledgers}{rate}", how_made(&record.made))?;
        print_runs(record.made.runs.as_ref(), out)
    }

    /// The subject in words.
    fn heading(&self, record: &Record) -> String {
        record.subject.title()
    }

    /// Prints a line for each number, with what was published.
    fn print_numbers(&self, record: &Record, out: &mut Output) -> io::Result<()>;

    /// The words before the command that resumes a stopped count with a ledger. The second argument is true if the time
    /// limit was too short to finish anything.
    fn saved(&self, _: &Record, _: bool) -> String {
        "saved".to_owned()
    }
}

/// Solutions of queens found per second.
fn rate(record: &Record) -> Option<f64> {
    let Subject::Queens(_) = record.subject else { return None };
    let found = record.number("total").or(record.number("partial"))?;
    let seconds = record.made.seconds.filter(|_| !record.made.resumed)?;
    Some(found as f64 / seconds.max(1e-9))
}

/// The place of a result among those of a command: how many were printed before, and how its count ended.
pub type Place = (usize, Status);

/// Makes these counts one after the other, prints and exports them. `keeping` belongs to a single count.
pub fn count_all<C: Countable>(
    countings: &[C],
    wanted: &args::Counting,
    keeping: &Keeping,
    printer: &impl Printer,
    session: &mut Session<'_>,
    out: &mut Output,
) -> Outcome {
    let Keeping { shard, ledger, .. } = keeping;
    if let Some(ledger) = ledger {
        session.reserve(ledger);
    }
    session.open_exports()?;
    let large = countings.iter().map(|counting| counting.large_pages(session.workers.threads())).max();
    large.filter(|&bytes| bytes > LARGE_HEAP).into_iter().for_each(prefer_large_heap);
    let (mut records, mut status, mut printed) = (vec![], Status::Done, Ok(()));
    for counting in countings {
        // A signal or the time limit may come between two counts.
        let counted = match session.stopped() {
            Some(_) if !records.is_empty() => Err(Error::Stopped.into()),
            _ => count_one(counting, wanted, *shard, printer, session),
        };
        if ledger.is_some() && matches!(counted, Err(Failure::Library(Error::Stopped))) {
            say!("resume with: {}", command_line(*shard, session.stopped() == Some(Status::TimeLimit)));
        }
        let (record, ended) = match counted {
            Ok(counted) => counted,
            Err(failure) if records.is_empty() => return Err(failure),
            Err(Failure::Library(Error::Stopped)) => {
                // A count that was stopped has said so.
                if status == Status::Done {
                    say!("stopped before {}", counting.subject().short());
                    status = session.stopped().unwrap_or(Status::No);
                }
                break;
            }
            // The counts before this one are exported all the same.
            Err(failure) => {
                printed = Err(failure);
                break;
            }
        };
        printed = print(&record, (records.len(), ended), printer, session, out);
        records.push(record);
        if status == Status::Done {
            status = ended;
        }
        if printed.is_err() {
            break;
        }
    }
    session.export(printed, &records)?;
    Ok(status)
}

/// Makes one count and compares the numbers with the published ones and, if asked for, with a second count.
fn count_one<C: Countable>(
    counting: &C,
    wanted: &args::Counting,
    shard: Option<Shard>,
    printer: &impl Printer,
    session: &Session<'_>,
) -> Result<(Record, Status), Failure> {
    let (record, complete) = repeat(wanted.runs, counting, session)?;
    let is_complete = record.made.is_complete();
    if let (false, Some(_), Some(cause)) = (is_complete, record.made.ledger, session.stopped()) {
        let too_short = cause == Status::TimeLimit && record.made.subproblems_here == Some(0);
        say!("{}; resume with: {}", printer.saved(&record, too_short), command_line(shard, too_short));
    }
    let mut status = match (is_complete, record.made.ledger) {
        // The ledger could not be written throughout.
        (true, Some((_, true))) => Status::No,
        (true, _) if complete => Status::Done,
        _ => session.stopped().unwrap_or(Status::No),
    };
    if let Err(difference) = record.verify() {
        say!("error: {difference}");
        status = Status::Differs;
    } else if let (Status::Done, Some([some, all])) = (status, record.made.rechecked) {
        if !session.common.quiet {
            let (short, all) = (record.subject.short(), plural(all, "chunk"));
            say!("double check of {short}: the processor counted {some} of {all}, with the same numbers");
        }
    } else if wanted.double_check && status == Status::Done && record.is_whole() {
        status = count_again(counting, &record, session)?;
    }
    Ok((record, status))
}

/// Counts `times` times, after a run to warm up if there are several. If a run is stopped, the runs before it are kept.
///
/// Returns the run in the middle by its time, with the times of all if it was to be repeated, and whether all runs came
/// to their end.
fn repeat(times: u32, counting: &impl Countable, session: &Session<'_>) -> Result<(Record, bool), Failure> {
    let seconds = |record: &Record| record.made.seconds.unwrap_or_default();
    let warm_up = usize::from(times > 1);
    let mut records: Vec<Record> = vec![];
    for number in 1 - warm_up..=times as usize {
        let label = counting.subject().label();
        let label = match number {
            0 => format!("{label}, warm-up"),
            _ if times == 1 => label,
            _ => format!("{label}, run {number} of {times}"),
        };
        let record = match counting.count(&mut session.watched(&mut session.progress(label))) {
            Err(Error::Stopped) if !records.is_empty() => break,
            record => record?,
        };
        let complete = record.made.is_complete();
        if complete && records.first().is_some_and(|first| !record.values().eq(first.values())) {
            let what = format!("run {number} has another result than the first");
            return Err(Error::Inconsistent { what }.into());
        }
        if complete || records.is_empty() {
            records.push(record);
        }
        if !complete {
            break;
        }
    }
    let elapsed = Duration::from_secs_f64(records.iter().map(seconds).sum());
    let timed = records.iter().skip(warm_up).filter(|record| record.made.is_complete());
    let timed: Vec<f64> = timed.map(seconds).collect();
    let complete = timed.len() == times as usize;
    if session.stopped().is_some() && times > 1 && !complete {
        say!("stopped after {} of {times}", plural(timed.len(), "run"));
    }
    // The result of a lone warm-up is as true as any other.
    records.drain(..warm_up.min(records.len() - 1));
    records.sort_by(|a, b| seconds(a).total_cmp(&seconds(b)));
    let mut record = records.swap_remove((records.len() - 1) / 2);
    record.made.runs = (times > 1).then(|| Runs::new(timed)).flatten();
    record.environment = session.provenance(elapsed).map(|run| run.with_plan(&record.made));
    Ok((record, complete))
}

/// Counts once more in another way; both must give the same main numbers.
fn count_again<C: Countable>(counting: &C, first: &Record, session: &Session<'_>) -> Outcome {
    let Some(again) = counting.again(first) else {
        say!("note: not double-checked: no other engine counts this board here in a reasonable time");
        return Ok(Status::Done);
    };
    let short = first.subject.short();
    let mut progress = session.progress(format!("{} once more", first.subject.label()));
    let second = again.count(&mut session.watched(&mut progress))?;
    drop(progress);
    let engine = &second.made.engine;
    match (first.main_numbers(), second.main_numbers()) {
        (_, None) => {
            say!("stopped before the end of the double check of {short}");
            Ok(session.stopped().unwrap_or(Status::No))
        }
        (one, other) if one != other => {
            let [one, other] = [one, other].map(|numbers| {
                numbers.iter().flatten().map(u128::to_string).collect::<Vec<_>>().join(" and ")
            });
            say!("error: the double check of {short} by {engine} counts {other}, not {one}");
            Ok(Status::Differs)
        }
        _ => {
            if !session.common.quiet {
                let split = if *engine == first.made.engine { " with another split" } else { "" };
                say!("double check of {short}: the same numbers by {engine}{split}");
            }
            Ok(Status::Done)
        }
    }
}

/// The command that was given, as one would type it; with the shard that `--shard auto` stood for, and without a time
/// limit that was too short.
fn command_line(shard: Option<Shard>, too_short: bool) -> String {
    let mut words = if too_short { without_limit(given_as_typed()) } else { given_as_typed() };
    for at in 0..words.len() {
        let after_flag = at > 0 && words[at - 1] == "--shard";
        if let (Some(shard), true) = (shard, after_flag || words[at].starts_with("--shard=")) {
            words[at] = if after_flag { shard.to_string() } else { format!("--shard={shard}") };
        }
    }
    words.join(" ")
}

/// Prints one result in the form that was asked for.
pub fn print(
    record: &Record,
    place: Place,
    printer: &dyn Printer,
    session: &Session<'_>,
    out: &mut Output,
) -> Result<(), Failure> {
    match record.finished_numbers() {
        _ if session.common.json => out.json(record)?,
        Some(numbers) if session.common.quiet => {
            numbers.iter().try_for_each(|number| writeln!(out, "{number}"))?;
        }
        _ => printer.print(record, place, session, out)?,
    }
    Ok(out.flush()?)
}

/// The line about the times: `5 runs: median 12.3 ms, minimum 11.9 ms, spread 1.20 ms`.
pub fn print_runs(runs: Option<&Runs>, out: &mut Output) -> io::Result<()> {
    let Some(Runs { count, median, minimum, spread, .. }) = runs else { return Ok(()) };
    let count = plural(*count, "run");
    let [median, minimum, spread] = [*median, *minimum, *spread].map(duration);
    writeln!(out, "  {count}: median {median}, minimum {minimum}, spread {spread} (longest less shortest)")
}
