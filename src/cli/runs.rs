//! `--runs K`: a count is repeated, each time with the same numbers, and its times are compared.

use super::failure::Failure;
use super::output::{Output, plural};
use super::progress::Shown;
use super::session::Session;
use crate::Error;
use crate::report::{Runs, duration};
use std::io::{self, Write};
use std::time::Duration;

/// A count that was made once or several times.
pub struct Repeated<C> {
    /// The run in the middle, by its time.
    pub count: C,
    /// The times, where it was to be repeated.
    pub runs: Option<Runs>,
    /// How long all runs took together.
    pub elapsed: Duration,
    /// Whether all runs came to their end.
    pub complete: bool,
}

/// Counts `times` times, after a run to warm up where there are several. `look` returns the time of a run and its
/// numbers, `None` if it was stopped: the runs before that one are kept.
pub fn repeat<C>(
    times: u32,
    label: &str,
    session: &Session<'_>,
    run: impl Fn(&mut Shown) -> Result<C, Error>,
    look: impl Fn(&C) -> (Duration, Option<Vec<u128>>),
) -> Result<Repeated<C>, Failure> {
    let warm_up = u32::from(times > 1);
    let mut counts: Vec<C> = vec![];
    for number in 1 - warm_up..=times {
        let label = match number {
            0 => format!("{label}, warm-up"),
            _ if times == 1 => label.to_owned(),
            _ => format!("{label}, run {number} of {times}"),
        };
        let counted = match run(&mut session.progress(label)) {
            Err(Error::Stopped) if !counts.is_empty() => break,
            counted => counted?,
        };
        let numbers = look(&counted).1;
        if let Some(first) = counts.first() {
            if numbers.is_none() {
                break;
            }
            if numbers != look(first).1 {
                let what = format!("run {number} has another result than the first");
                return Err(Error::Inconsistent { what }.into());
            }
        }
        counts.push(counted);
        if numbers.is_none() {
            break;
        }
    }
    let elapsed = counts.iter().map(|count| look(count).0).sum();
    let timed = counts.iter().skip(warm_up as usize).map(&look).filter(|(_, numbers)| numbers.is_some());
    let seconds: Vec<f64> = timed.map(|(time, _)| time.as_secs_f64()).collect();
    if session.stopped().is_some() && times > 1 && seconds.len() < times as usize {
        say!("stopped after {} of {times}", plural(seconds.len(), "run"));
    }
    let complete = seconds.len() == times as usize;
    // The result of a lone warm-up is as true as any other.
    counts.drain(..(warm_up as usize).min(counts.len() - 1));
    counts.sort_by_key(|count| look(count).0);
    let count = counts.swap_remove((counts.len() - 1) / 2);
    Ok(Repeated { count, runs: (times > 1).then(|| Runs::new(seconds)).flatten(), elapsed, complete })
}

/// The line about the times: `5 runs: median 12.3 ms, minimum 11.9 ms, spread 1.20 ms`.
pub fn print_runs(runs: Option<&Runs>, out: &mut Output) -> io::Result<()> {
    let Some(Runs { count, median, minimum, spread, .. }) = runs else { return Ok(()) };
    let count = plural(*count, "run");
    let [median, minimum, spread] = [*median, *minimum, *spread].map(duration);
    writeln!(out, "  {count}: median {median}, minimum {minimum}, spread {spread} (longest less shortest)")
}
