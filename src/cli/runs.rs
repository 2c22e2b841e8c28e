//! `--runs K`: a count is repeated, each time with the same numbers, and its times are compared.

use super::failure::Failure;
use super::output::{Output, plural};
use super::progress::Shown;
use super::session::Session;
use std::io::{self, Write};
use std::time::Duration;
use vuelta::Error;
use vuelta::report::{Runs, duration};

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

/// Counts so many times. `look` tells how long a run took and what it counted, `None` where it was stopped: the runs
/// before that one are kept.
pub fn repeat<C>(
    times: u32,
    label: &str,
    session: &Session<'_>,
    run: impl Fn(&mut Shown) -> Result<C, Error>,
    look: impl Fn(&C) -> (Duration, Option<Vec<u128>>),
) -> Result<Repeated<C>, Failure> {
    let mut counts: Vec<C> = vec![];
    for number in 1..=times {
        let label = if times == 1 { label.to_owned() } else { format!("{label}, run {number} of {times}") };
        let counted = run(&mut session.progress(label));
        let counted = match counted {
            Err(Error::Stopped) if number > 1 => break,
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
    let whole = counts.iter().map(&look).filter(|(_, numbers)| numbers.is_some());
    let seconds: Vec<f64> = whole.map(|(time, _)| time.as_secs_f64()).collect();
    if session.stopped().is_some() && (1..times as usize).contains(&seconds.len()) {
        say!("stopped after {} of {times}", plural(seconds.len(), "run"));
    }
    let elapsed = counts.iter().map(|count| look(count).0).sum();
    let complete = counts.len() == times as usize && counts.iter().all(|count| look(count).1.is_some());
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
