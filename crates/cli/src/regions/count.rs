//! `vuelta regions count`: the number of solutions.

use super::{answer_each, show};
use crate::args::RegionsCount;
use crate::failure::{Outcome, Status};
use crate::output::{Output, STRONG, plural_grouped};
use crate::session::Session;
use std::io::Write;
use std::time::Instant;
use vuelta::regions::Search;
use vuelta_records::grouped;

/// Counts on all threads, or on one up to a limit.
pub fn count(arguments: &RegionsCount, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    answer_each(&arguments.files, None, session, out, |asked, session, out| {
        asked.without_queens(session);
        let began = Instant::now();
        let search = Search::new(asked.board).until(session.stop());
        let (solutions, complete) = match arguments.limit {
            Some(limit) => {
                let count = search.count(limit);
                (u128::from(count.solutions), count.complete)
            }
            None => {
                let outcome = search.count_on(&mut session.watched(&mut session.progress("regions")))?;
                (outcome.tally, outcome.is_complete())
            }
        };
        let at_limit = arguments.limit.is_some_and(|limit| solutions == u128::from(limit));
        let stopped = session.stopped().filter(|_| !complete && !at_limit);
        // Two solutions settle it, and so does one if there are no more.
        let unique = if solutions > 1 { Some(false) } else { complete.then_some(solutions == 1) };
        let record =
            show::record(asked.board).with("solutions", solutions.to_string()).with("complete", complete);
        let elapsed = began.elapsed();
        let mut record = record.with("unique", unique).with("seconds", elapsed.as_secs_f64());
        record.environment = session.provenance(elapsed);
        let record = asked.tell(record, session, out, |out, quiet| {
            if quiet {
                return writeln!(out, "{solutions}");
            }
            let count = plural_grouped(solutions, "solution");
            let (number, rest) = (grouped(solutions), &count[grouped(solutions).len()..]);
            let more = match (complete, stopped) {
                (true, _) => "",
                (false, None) => ", and perhaps more (--limit)",
                (false, Some(_)) => " so far",
            };
            writeln!(out, "{STRONG}{number}{STRONG:#}{rest}{more}")
        })?;
        Ok((record, stopped.unwrap_or(Status::Done)))
    })
}
