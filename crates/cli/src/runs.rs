//! `--runs K`: a count is repeated, each time with the same numbers, and its times are compared.

use super::failure::Failure;
use super::output::{Output, plural};
use super::session::Session;
use std::io::{self, Write};
use std::time::Duration;
use vuelta::Error;
use vuelta_records::{Countable, Record, Runs, duration};

/// Counts `times` times, after a run to warm up if there are several. If a run is stopped, the runs before it are kept.
///
/// Returns the run in the middle by its time, with the times of all if it was to be repeated, and whether all runs came
/// to their end.
pub fn repeat(
    times: u32,
    counting: &impl Countable,
    session: &Session<'_>,
) -> Result<(Record, bool), Failure> {
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
        if let Some(first) = records.first() {
            if !complete {
                break;
            }
            if !record.values().eq(first.values()) {
                let what = format!("run {number} has another result than the first");
                return Err(Error::Inconsistent { what }.into());
            }
        }
        records.push(record);
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

/// The line about the times: `5 runs: median 12.3 ms, minimum 11.9 ms, spread 1.20 ms`.
pub fn print_runs(runs: Option<&Runs>, out: &mut Output) -> io::Result<()> {
    let Some(Runs { count, median, minimum, spread, .. }) = runs else { return Ok(()) };
    let count = plural(*count, "run");
    let [median, minimum, spread] = [*median, *minimum, *spread].map(duration);
    writeln!(out, "  {count}: median {median}, minimum {minimum}, spread {spread} (longest less shortest)")
}
