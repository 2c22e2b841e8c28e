//! `vuelta queens estimate`: the cost of a count before it is run.

use super::count::placement_countings;
use crate::args::QueensEstimate;
use crate::failure::{Outcome, Status};
use crate::memory::memory_limit;
use crate::output::{Output, STRONG, plural};
use crate::session::Session;
use std::io::{self, Write};
use std::time::{Duration, Instant};
use vuelta::Error;
use vuelta::base::text::rounded;
use vuelta::queens::{Counting, Device, Estimate};
use vuelta::search::Estimated;
use vuelta_records::{
    Countable, EstimateRecord, ProcessorTime, duration, grouped, published_estimated, size,
};

/// The sampling time without a time limit.
const SAMPLING: Duration = Duration::from_secs(4);
/// The first board with a longer sampling time, because subproblems take a good part of a second or more.
const LARGE: u32 = 25;
const SAMPLING_LARGE: Duration = Duration::from_secs(15);
/// The share of a time limit for sampling. The rest is for the work before and after.
const SHARE: f64 = 0.75;

/// In a run of at least this length, threads that have processors to themselves work for more than this share of it.
const LONG: Duration = Duration::from_secs(3);
const USUAL_SHARE: f64 = 0.75;

/// Samples, and prints the estimate.
pub fn estimate(arguments: &QueensEstimate, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let QueensEstimate { board, placements, engine, seed, resources } = arguments;
    let (limit, seed) = (memory_limit(resources.memory_limit), seed.or_new());
    if placements.are_asked_for(&board.size) {
        let sizes = board.size.as_slice();
        let countings = placement_countings(sizes, placements, &board.conditions, engine, resources)?;
        let [counting] = &countings[..] else {
            return Err(usage!("an estimate is of one board, not of several"));
        };
        let sample = |time, session: &Session<'_>| counting.estimate(time, seed, &mut session.context());
        return tell(counting, &counting.method(), sample, (SAMPLING, limit), session, out);
    }
    let board = board.board()?;
    let usual = if board.size() < LARGE { SAMPLING } else { SAMPLING_LARGE };
    let (engine, choice) = (engine.engine(), engine.on.device);
    choice.check(engine.on(&board))?;
    let counting = Counting::new(board)
        .engine(engine)
        .device(Device::open(choice)?)
        .isa(resources.isa)
        .memory_limit(limit);
    let sample = |time, session: &Session<'_>| counting.estimate(time, seed, &mut session.context());
    tell(&counting, &counting.resolved_engine(), sample, (usual, limit), session, out)
}

/// Samples for the time of the command or else for the usual time, and prints the estimate.
fn tell(
    counting: &impl Countable,
    engine: &impl ToString,
    sample: impl FnOnce(Duration, &Session<'_>) -> Result<Option<Estimate>, Error>,
    (usual, limit): (Duration, u64),
    session: &mut Session<'_>,
    out: &mut Output,
) -> Outcome {
    session.open_exports()?;
    let time = session.common.time_limit.map_or(usual, |limit| limit.mul_f64(SHARE));
    let (processors, began) = (ProcessorTime::now(), Instant::now());
    let estimate = sample(time, session)?;
    let (elapsed, threads) = (began.elapsed(), session.workers.threads());
    let interrupted = session.stopped().filter(|&status| status != Status::TimeLimit);
    let Some(estimate) = estimate else {
        if let Some(status) = interrupted {
            return Ok(status);
        }
        say!("error: no subproblem finished in time; allow more with --time-limit");
        let limited = session.common.time_limit.is_some();
        return Ok(if limited { Status::TimeLimit } else { Status::No });
    };
    let mut record = EstimateRecord::new(counting, engine, &estimate, threads);
    record.environment = session.provenance(time);
    session.tell(&record, out, |out, quiet| match quiet {
        true => writeln!(out, "{:.3}", estimate.seconds.value),
        false => print(counting, &engine.to_string(), &estimate, (threads, limit), out),
    })?;
    let worked = ProcessorTime::now().zip(processors).map(|(now, before)| now.own_since(before));
    if let Some(note) = worked.and_then(|worked| crowded(worked, threads, elapsed))
        && counting.device().is_none()
    {
        say!("{note}");
    }
    Ok(interrupted.unwrap_or(Status::Done))
}

/// A note where threads worked for much less than the time that they had.
fn crowded(worked: Duration, threads: usize, elapsed: Duration) -> Option<String> {
    let percent = 100.0 * worked.as_secs_f64() / (threads as f64 * elapsed.as_secs_f64());
    (percent < 100.0 * USUAL_SHARE && elapsed >= LONG).then(|| {
        format!(
            "note: the threads ran only {percent:.0} % of the time; on idle processors the count takes less time than estimated"
        )
    })
}

fn print(
    counting: &impl Countable,
    engine: &str,
    estimate: &Estimate,
    (threads, limit): (usize, u64),
    out: &mut Output,
) -> io::Result<()> {
    let subject = counting.subject();
    writeln!(out, "{}, estimated", subject.title())?;
    let (time, interval) = (duration(estimate.seconds.value), within(&estimate.seconds, duration));
    let device = counting.device().map(|device| format!(" and {device}")).unwrap_or_default();
    let on = plural(threads, "thread") + &device;
    writeln!(out, "  time       {STRONG}{time}{STRONG:#} on {on}{interval}")?;
    let work = match estimate.core_seconds.value / 3600.0 {
        hours if hours < 0.1 => format!("{} of thread time", duration(3600.0 * hours)),
        hours => format!("{} thread-hours", rounded(hours)),
    };
    writeln!(out, "  work       {work} by the engine {engine}")?;
    write!(out, "{}", memory(estimate, threads, limit))?;
    writeln!(out, "  ledger     {}", size(estimate.ledger_bytes.into()))?;
    // The digits of larger numbers say nothing: 28 queens have a number of 18 digits.
    let number = |number: f64| if number < 1e21 { grouped(number.round() as u128) } else { rounded(number) };
    let interval = within(&estimate.solutions, number);
    write!(out, "  solutions  {}{interval}", number(estimate.solutions.value))?;
    match published_estimated(&subject) {
        Some(published) => writeln!(out, "   {} has {}", published.source, grouped(published.value))?,
        None => writeln!(out)?,
    }
    let samples = grouped(estimate.sampled.into());
    let source = match estimate.subproblems {
        Some(_) if estimate.extrapolated => format!("from {samples} random parts of its subproblems"),
        Some(all) if all == estimate.sampled => return writeln!(out, "  from all of its subproblems"),
        Some(all) => format!("from {samples} of its {} subproblems", grouped(all.into())),
        None => format!("extrapolated from {samples} subproblems of smaller boards"),
    };
    writeln!(out, "  {source}, drawn with --seed {}", estimate.seed)
}

/// The lines about the memory of a count with this limit.
fn memory(estimate: &Estimate, threads: usize, limit: u64) -> String {
    let (memory, each) = estimate.memory;
    let side_by_side = match estimate.side_by_side {
        all if all == threads => "one on each thread".to_owned(),
        1 => "one at a time, on all threads".to_owned(),
        some => format!("{some} side by side, sharing the threads"),
    };
    let [all, each, most] = [memory, each, limit].map(|bytes| size(bytes.into()));
    let mut lines = format!("  memory     {all}, {each} of it per subproblem: {side_by_side}\n");
    // A count that was sampled itself is not refused: its lists are made, or it has none.
    if estimate.extrapolated && limit < memory {
        lines += &format!("             more than the limit of {most}, so a count would be refused\n");
    }
    lines
}

/// The 95 % interval of a value in parentheses; empty if it is a point.
fn within(of: &Estimated, text: impl Fn(f64) -> String) -> String {
    match of.interval.map(|(low, high)| (text(low), text(high))) {
        Some((low, high)) if low == high => String::new(),
        Some((low, high)) => format!(" (95 %: {low} to {high})"),
        None => " (too few samples for a 95 % interval)".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vuelta::queens::Board;
    use vuelta::search::{Context, Workers};

    #[test]
    fn threads_without_processors_of_their_own_are_told() {
        let of = |worked, elapsed| crowded(Duration::from_secs(worked), 2, Duration::from_secs(elapsed));
        assert_eq!((of(7, 4), of(1, 2)), (None, None));
        assert_eq!(
            of(3, 4).unwrap(),
            "note: the threads ran only 38 % of the time; on idle processors the count takes less time than estimated"
        );
    }

    #[test]
    fn what_would_be_refused_is_said_to_be() -> Result<(), Error> {
        let workers = Workers::new(1)?;
        let counting = Counting::new(Board::new(8)?);
        let mut estimate =
            counting.estimate(Duration::from_secs(60), 1, &mut Context::new(&workers))?.unwrap();
        for (extrapolated, limit, lines) in [(false, 1 << 20, 1), (true, 1 << 20, 2), (true, 1 << 40, 1)] {
            estimate.extrapolated = extrapolated;
            let said = memory(&estimate, 1, limit);
            assert_eq!(said.lines().count(), lines, "{said}");
            assert_eq!(
                said.contains("more than the limit of 1 MiB, so a count would be refused"),
                lines == 2,
                "{said}"
            );
        }
        Ok(())
    }
}
