//! `vuelta queens estimate`: the cost of a count before it is run.

use crate::cli::args::QueensEstimate;
use crate::cli::failure::{Failure, Status};
use crate::cli::output::{Output, STRONG, plural};
use crate::cli::session::{Session, memory_limit};
use crate::known::queens_count;
use crate::queens::{Counting, Estimate, LARGEST_ESTIMATE};
use crate::report::{duration, estimate_record, grouped, size};
use crate::search::{Estimated, Quiet};
use std::io::{self, Write};
use std::time::Duration;

/// The sampling time without a time limit.
const SAMPLING: Duration = Duration::from_secs(4);
/// The first board with a longer sampling time, because subproblems take a good part of a second or more.
const LARGE: u32 = 25;
const SAMPLING_LARGE: Duration = Duration::from_secs(15);
/// The share of a time limit for sampling. The rest is for the work before and after.
const SHARE: f64 = 0.75;

/// Samples, and prints the estimate.
pub fn estimate(
    arguments: &QueensEstimate,
    session: &mut Session<'_>,
    out: &mut Output,
) -> Result<Status, Failure> {
    let board = arguments.board.board()?;
    let size = board.size();
    if size > LARGEST_ESTIMATE {
        return Err(Failure::Usage(format!("estimates go up to N = {LARGEST_ESTIMATE}, not N = {size}")));
    }
    let limit = memory_limit(&arguments.resources);
    let counting = Counting::new(board)
        .engine(arguments.engine.engine)
        .isa(arguments.resources.isa)
        .memory_limit(limit)
        .seed(arguments.seed.or_new());
    session.open_exports()?;
    let usual = if size < LARGE { SAMPLING } else { SAMPLING_LARGE };
    let time = session.common().time_limit.map_or(usual, |limit| limit.mul_f64(SHARE));
    let estimate = counting.estimate(time, session.workers(), session.stop(), &mut Quiet)?;
    let interrupted = session.stopped().filter(|&status| status != Status::TimeLimit);
    let Some(estimate) = estimate else {
        if let Some(status) = interrupted {
            return Ok(status);
        }
        say!("error: no subproblem finished in time; allow more with --time-limit");
        let limited = session.common().time_limit.is_some();
        return Ok(if limited { Status::TimeLimit } else { Status::No });
    };
    let (threads, engine) = (session.workers().threads(), counting.resolved_engine());
    let mut record = estimate_record(counting.board(), engine, &estimate, threads);
    record.environment = session.provenance(time);
    let told = match session.common() {
        common if common.json => out.json(&record),
        common if common.quiet => writeln!(out, "{:.3}", estimate.seconds.value),
        _ => print(&counting, &estimate, threads, limit, out),
    };
    session.export_told(told.and_then(|()| out.flush()), &[record])?;
    Ok(interrupted.unwrap_or(Status::Done))
}

fn print(
    counting: &Counting,
    estimate: &Estimate,
    threads: usize,
    limit: u64,
    out: &mut Output,
) -> io::Result<()> {
    let bytes = |bytes: u64| size(bytes.into());
    let n = counting.board().size();
    writeln!(out, "{} on {n} x {n}, estimated", plural(n as usize, "queen"))?;
    let (time, interval) = (duration(estimate.seconds.value), within(&estimate.seconds, duration));
    let on = plural(threads, "thread");
    writeln!(out, "  time       {STRONG}{time}{STRONG:#} on {on}{interval}")?;
    let work = match estimate.core_seconds.value / 3600.0 {
        hours if hours < 0.1 => format!("{} of thread time", duration(3600.0 * hours)),
        hours => format!("{hours:.3} thread-hours"),
    };
    writeln!(out, "  work       {work} by the engine {}", counting.resolved_engine())?;
    let (memory, each) = estimate.memory;
    let side_by_side = match estimate.side_by_side {
        all if all == threads => "one on each thread".to_owned(),
        1 => "one at a time, on all threads".to_owned(),
        some => format!("{some} side by side, sharing the threads"),
    };
    writeln!(out, "  memory     {}, {} of it per subproblem: {side_by_side}", bytes(memory), bytes(each))?;
    if limit < memory {
        writeln!(out, "             more than the limit of {}, so a count would be refused", bytes(limit))?;
    }
    writeln!(out, "  ledger     {}", bytes(estimate.ledger_bytes))?;
    let number = |number: f64| grouped(number.round() as u128);
    let interval = within(&estimate.solutions, number);
    write!(out, "  solutions  {}{interval}", number(estimate.solutions.value))?;
    match queens_count("total", n).filter(|_| !counting.board().has_conditions()) {
        Some(published) => writeln!(out, "   {} has {}", published.source, grouped(published.value))?,
        None => writeln!(out)?,
    }
    let (samples, seed) = (grouped(estimate.sampled.into()), estimate.seed);
    match estimate.subproblems {
        Some(all) if all == estimate.sampled => writeln!(out, "  from all of its subproblems"),
        Some(all) => {
            let all = grouped(all.into());
            writeln!(out, "  from {samples} of its {all} subproblems, drawn with --seed {seed}")
        }
        None => {
            writeln!(
                out,
                "  extrapolated from {samples} subproblems of smaller boards, drawn with --seed {seed}"
            )
        }
    }
}

/// The 95 % interval of a value in parentheses; empty if it is a point.
fn within(of: &Estimated, text: impl Fn(f64) -> String) -> String {
    match of.interval.map(|(low, high)| (text(low), text(high))) {
        Some((low, high)) if low == high => String::new(),
        Some((low, high)) => format!(" (95 %: {low} to {high})"),
        None => " (too few samples for a 95 % interval)".to_owned(),
    }
}
