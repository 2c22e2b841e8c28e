//! `vuelta verify`: the published numbers counted again, with a row when each count is finished.
//!
//! The terminal has a row for each count, with its number of solutions and how many of its numbers agree; JSON, CSV
//! and Markdown have a row for each number.

use super::args::{Common, Verify};
use super::failure::{Failure, Outcome, Status};
use super::memory::memory_limit;
use super::output::{BAD, GOOD, Output, STRONG, plural};
use super::session::Session;
use std::io::{self, Write};
use std::time::Duration;
use vuelta::queens::Device;
use vuelta_records::{Case, Comparison, Means, StoppedBefore, VerificationRecord, duration, grouped};

/// How long it may take when nothing else is said.
pub const USUAL_LIMIT: Duration = Duration::from_secs(60);
/// Rates from here on are written with an exponent.
const LARGEST_PLAIN_RATE: f64 = 1e10;

/// Counts case after case while the time allows, compares, and says what it comes to.
pub fn verify(arguments: &Verify, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let mut record = VerificationRecord::new(session.common.time_limit.unwrap_or(USUAL_LIMIT));
    let device = Device::open(arguments.on.device)?;
    session.open_exports()?;
    let (isa, memory_limit) = (arguments.resources.isa, memory_limit(arguments.resources.memory_limit));
    let (workers, stop) = (&session.workers, session.stop());
    let means = Means { workers, stop, isa, device: &device, memory_limit };
    let watch = |case: &Case| session.progress(format!("verify {case}"));
    let mut first = true;
    // Whatever ends it, what was compared is told and exported.
    let ended = record.fill(&means, watch, |case, rows| {
        for difference in rows.iter().filter_map(|row| row.check().err()) {
            say!("error: {difference}");
        }
        Ok(print(case, rows, std::mem::take(&mut first), session.common, out)?)
    });
    record.environment = session.provenance(Duration::from_secs_f64(record.seconds));
    let told = match ended {
        Err(failure) if record.counts == 0 => return Err(failure),
        ended => ended.and(tell(&record, session, out)),
    };
    session.export(told, std::slice::from_ref(&record))?;
    Ok(status(&record, session.stopped()))
}

/// The status of a verification. A difference outranks everything else. Running out of time is not a failure unless
/// nothing was compared.
fn status(record: &VerificationRecord, stopped: Option<Status>) -> Status {
    match (record.agrees, stopped) {
        (Some(false), _) => Status::Differs,
        (_, Some(signal)) if signal.is_by_signal() => signal,
        (Some(true), _) => Status::Done,
        (None, _) => Status::TimeLimit,
    }
}

/// Prints one count in the form that was asked for; JSON comes at the end.
fn print(case: &Case, rows: &[Comparison], first: bool, common: &Common, out: &mut Output) -> io::Result<()> {
    if common.json {
        return Ok(());
    }
    if common.quiet {
        let asked = rows.iter().filter(|row| row.is_of_solutions() || row.quantity == "games");
        asked.map(|row| row.count).try_for_each(|count| writeln!(out, "{count}"))?;
    } else {
        print_row(case, rows, first, out)?;
    }
    out.flush()
}

/// A line of the table, with the headings before the first.
fn print_row(case: &Case, rows: &[Comparison], first: bool, out: &mut Output) -> io::Result<()> {
    if first {
        writeln!(
            out,
            "{:<24}  {:>22}  {:>22}  {:<12}  {:>8}  {:>13}  source",
            "problem", "count", "published", "agreement", "time", "solutions/s"
        )?;
    }
    // A derived number never agrees, but it can differ.
    let compared = rows.iter().filter(|row| !row.derived || !row.agrees).count();
    let agreeing = rows.iter().filter(|row| !row.derived && row.agrees).count();
    let (style, verdict) = match (agreeing == compared, compared) {
        (true, 0) => (GOOD, "as derived".to_owned()),
        (true, _) => (GOOD, format!("agrees {agreeing}/{compared}")),
        (false, _) => (BAD, format!("DIFFERS {agreeing}/{compared}")),
    };
    let Some(row) = rows.iter().find(|row| row.is_of_solutions()).or(rows.first()) else { return Ok(()) };
    // Of a list the sums are shown.
    let list = rows.iter().filter(|other| other.quantity == row.quantity);
    let (count, published) =
        list.fold((0, 0), |(count, published), row| (count + row.count.0, published + row.published.0));
    writeln!(
        out,
        "{:<24}  {STRONG}{:>22}{STRONG:#}  {:>22}  {style}{:<12}{style:#}  {:>8}  {:>13}  {}",
        case.to_string(),
        grouped(count),
        grouped(published),
        verdict,
        row.made.seconds.map(duration).unwrap_or_default(),
        row.solutions_per_second.map(rate).unwrap_or_default(),
        brief(&row.source),
    )
}

/// The first source's name, without a title or an explanation; the exports have all of it.
fn brief(source: &str) -> &str {
    let end = ["; ", " '", " ("].iter().filter_map(|start| source.find(start)).min();
    &source[..end.unwrap_or(source.len())]
}

/// `1,234,567`, or `9.5e16` where that would be too long.
fn rate(rate: f64) -> String {
    if rate < LARGEST_PLAIN_RATE { grouped(rate as u128) } else { format!("{rate:.1e}") }
}

/// Says what it came to and where it ended; JSON holds all of it, and `--quiet` wants to know no more than the numbers.
fn tell(record: &VerificationRecord, session: &Session<'_>, out: &mut Output) -> Result<(), Failure> {
    let common = session.common;
    if common.json {
        out.json(record)?;
    } else if !common.quiet {
        writeln!(out, "{}", summary(record))?;
        if let Some(stopped) = &record.stopped_before {
            writeln!(out, "{}", ending(record, stopped, session.stopped()))?;
        }
    } else if let (None, Some(stopped)) = (record.agrees, &record.stopped_before) {
        say!("{}", ending(record, stopped, session.stopped()));
    }
    Ok(out.flush()?)
}

/// `30 counts in 37.90 s, 98 published numbers: all agree; 4 derived numbers: all match`
fn summary(record: &VerificationRecord) -> String {
    let verdict = match (record.agrees, record.differing) {
        (None, _) => "nothing is compared".to_owned(),
        (Some(true), _) => "all agree".to_owned(),
        (Some(false), 1) => "1 DIFFERS".to_owned(),
        (Some(false), differing) => format!("{differing} DIFFER"),
    };
    let published = plural(record.compared - record.derived, "published number");
    let derived = match (record.agrees, record.derived) {
        (Some(true), 1) => "; 1 derived number: it matches".to_owned(),
        (Some(true), 2..) => format!("; {} derived numbers: all match", record.derived),
        _ => String::new(),
    };
    let counts = plural(record.counts, "count");
    format!("{counts} in {}, {published}: {verdict}{derived}", duration(record.seconds))
}

/// Where it ended and why, and what would take it further.
fn ending(record: &VerificationRecord, stopped: &StoppedBefore, cause: Option<Status>) -> String {
    let (name, time) = (&stopped.case, duration(stopped.estimated_seconds));
    let interrupted = cause.is_some_and(Status::is_by_signal);
    match (interrupted, stopped.begun) {
        (true, true) => format!("interrupted in {name}, which takes about {time}"),
        (true, false) => format!("interrupted before {name}, which takes about {time}"),
        (false, true) => format!("the time limit came in {name}, which takes about {time}"),
        (false, false) => {
            let left = duration(stopped.seconds_left);
            let spent = record.time_limit - stopped.seconds_left;
            let room = round_up(spent + 2.0 * stopped.estimated_seconds);
            format!(
                "stopped before {name}, which takes about {time}: {left} were left (--time-limit {room} has room for it)"
            )
        }
    }
}

/// A time limit of at least `seconds`, in the largest unit that is not too coarse.
fn round_up(seconds: f64) -> String {
    let units = [("d", 86_400.0), ("h", 3600.0), ("m", 60.0)];
    let unit = units.into_iter().find(|(_, unit)| seconds > 2.0 * unit);
    let (name, unit) = unit.unwrap_or(("s", 1.0));
    format!("{:.0}{name}", (seconds / unit).ceil())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The record of a verification with `differing` of `compared` numbers wrong.
    fn record(compared: usize, differing: usize) -> VerificationRecord {
        let agrees = (compared > 0).then_some(differing == 0);
        VerificationRecord { agrees, compared, differing, ..VerificationRecord::new(USUAL_LIMIT) }
    }

    #[test]
    fn a_difference_decides_the_exit_code_whatever_came_after() {
        let (good, bad) = (record(8, 0), record(8, 3));
        let signal = Some(Status::Terminated);
        assert_eq!(status(&good, None), Status::Done);
        assert_eq!(status(&good, Some(Status::TimeLimit)), Status::Done);
        assert_eq!(status(&good, signal).code(), 143);
        for stopped in [None, signal, Some(Status::TimeLimit)] {
            assert_eq!(status(&bad, stopped).code(), 3);
        }
        assert!(summary(&good).ends_with(" 8 published numbers: all agree"), "{}", summary(&good));
        assert!(summary(&bad).ends_with(": 3 DIFFER"), "{}", summary(&bad));
    }

    #[test]
    fn to_compare_nothing_is_not_to_agree() {
        assert_eq!(status(&record(0, 0), None).code(), 124);
        assert!(summary(&record(0, 0)).starts_with("0 counts"));
    }

    #[test]
    fn time_limits_are_rounded_up() {
        let limits = [0.2, 61.0, 119.0, 121.0, 7199.0, 7201.0, 200_000.0].map(round_up);
        assert_eq!(limits, ["1s", "61s", "119s", "3m", "120m", "3h", "3d"]);
    }

    #[test]
    fn sources_are_named() {
        let sources = ["OEIS A000170", "Butler 'Durango Bill (33)'", "Butler; Bell"].map(brief);
        assert_eq!(sources, ["OEIS A000170", "Butler", "Butler"]);
    }

    #[test]
    fn long_rates_are_short() {
        assert_eq!([1.0, 1_234_567.8, 9.54e16].map(rate), ["1", "1,234,567", "9.5e16"]);
    }
}
