//! `vuelta queens estimate`: the cost of a count before it is run.

use crate::cli::args::QueensEstimate;
use crate::cli::failure::{Failure, Status};
use crate::cli::output::{Output, STRONG, plural};
use crate::cli::session::{Session, memory_limit};
use crate::queens::{Counting, LARGEST_ESTIMATE};
use crate::report::{EstimateRecord, Number, duration, grouped, size};
use crate::search::Quiet;
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
    let engine = counting.resolved_engine();
    let mut record = EstimateRecord::new(counting.board(), engine, &estimate, session.workers().threads());
    record.environment = session.provenance(time);
    let told = match session.common() {
        common if common.json => out.json(&record),
        common if common.quiet => writeln!(out, "{:.3}", record.seconds),
        _ => print(&record, limit, out),
    };
    session.export_told(told.and_then(|()| out.flush()), &[record])?;
    Ok(interrupted.unwrap_or(Status::Done))
}

fn print(record: &EstimateRecord, limit: u64, out: &mut Output) -> io::Result<()> {
    let bytes = |bytes: u64| size(bytes.into());
    let threads = plural(record.threads, "thread");
    writeln!(out, "{} on {} x {}, estimated", plural(record.n as usize, "queen"), record.n, record.n)?;
    let time = duration(record.seconds);
    let interval = within(record.low.map(duration), record.high.map(duration));
    writeln!(out, "  time       {STRONG}{time}{STRONG:#} on {threads}{interval}")?;
    let work = match record.core_hours {
        hours if hours < 0.1 => format!("{} of thread time", duration(3600.0 * hours)),
        hours => format!("{hours:.3} thread-hours"),
    };
    writeln!(out, "  work       {work} by the engine {}", record.engine)?;
    let (memory, each) = (bytes(record.memory_bytes), bytes(record.memory_bytes_per_subproblem));
    let side_by_side = match record.side_by_side {
        all if all == record.threads => "one on each thread".to_owned(),
        1 => "one at a time, on all threads".to_owned(),
        some => format!("{some} side by side, sharing the threads"),
    };
    writeln!(out, "  memory     {memory}, {each} of it per subproblem: {side_by_side}")?;
    if limit < record.memory_bytes {
        writeln!(out, "             more than the limit of {}, so a count would be refused", bytes(limit))?;
    }
    writeln!(out, "  ledger     {}", bytes(record.ledger_bytes))?;
    let number = |count: Number| grouped(count.0);
    let solutions = record.solutions_estimate.map_or(0, |count| count.0);
    let interval = within(record.solutions_low.map(number), record.solutions_high.map(number));
    write!(out, "  solutions  {}{interval}", grouped(solutions))?;
    match record.published_total() {
        Some(published) => writeln!(out, "   {} has {}", published.source, grouped(published.value))?,
        None => writeln!(out)?,
    }
    let (samples, seed) = (grouped(record.samples.into()), record.seed);
    match record.subproblems {
        Some(all) if all == record.samples => writeln!(out, "  from all of its subproblems"),
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

/// A 95 % interval in parentheses; empty if it is a point.
fn within(low: Option<String>, high: Option<String>) -> String {
    match (low, high) {
        (Some(low), Some(high)) if low == high => String::new(),
        (Some(low), Some(high)) => format!(" (95 %: {low} to {high})"),
        _ => " (too few samples for a 95 % interval)".to_owned(),
    }
}
