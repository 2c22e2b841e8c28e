//! `vuelta regions solve` and `vuelta regions count`: a solution, whether it is the only one, and the number of them.

use super::{answer_each, show};
use crate::args::{RegionsCount, RegionsSolve};
use crate::failure::{Outcome, Status};
use crate::output::{GOOD, Output, STRONG, plural_grouped};
use crate::pictures::PictureFiles;
use crate::session::Session;
use std::io::Write;
use std::time::Instant;
use vuelta::regions::{Search, Verdict};
use vuelta_picture::Picture;
use vuelta_records::{grouped, pairs};

/// Prints the lexicographically first solution by rows.
pub fn solve(arguments: &RegionsSolve, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    arguments.pictures.need_a_file(false)?;
    let mut pictures =
        Some(PictureFiles::new(&arguments.pictures, session)?).filter(|files| !files.is_empty());
    let single = pictures.as_ref().map(|_| "a picture");
    answer_each(&arguments.files, single, session, out, |asked, session, out| {
        asked.without_queens(session);
        let board = asked.board;
        let search = Search::new(board).until(session.stop());
        let verdict = search.verdict()?;
        let unique = matches!(verdict, Verdict::Unique(_));
        let (queens, solutions) = match verdict {
            Verdict::Unsolvable => (None, Some("0")),
            Verdict::Unique(queens) => (Some(queens), Some("1")),
            Verdict::Several(_) => (search.solve()?, None), // not counted
        };
        let record = show::record(board).with("solutions", solutions).with("unique", unique);
        let record = record.with("queens", queens.as_deref().map(pairs));
        let record = asked.tell(record, session, out, |out, quiet| {
            match &queens {
                // A line per puzzle.
                None if quiet && asked.place.is_some() => return writeln!(out, "-"),
                None => return Ok(()),
                Some(queens) if quiet => return writeln!(out, "{}", show::names(board, queens)),
                Some(queens) => {
                    show::print(board, queens, out)?;
                    writeln!(out, "{STRONG}{}{STRONG:#}", show::names(board, queens))?;
                }
            }
            match unique {
                true => writeln!(out, "{GOOD}the only solution{GOOD:#}")?,
                false => writeln!(out, "not the only solution: 'vuelta regions count' counts them")?,
            }
            if asked.place.is_some() { writeln!(out) } else { Ok(()) }
        })?;
        let Some(queens) = queens else {
            asked.say(&match board.stars() {
                1 => "no solution".to_owned(),
                stars => format!("no solution with {stars} queens in each row, column and region"),
            });
            return Ok((record, Status::No));
        };
        if let Some(pictures) = pictures.take() {
            pictures.draw(|| Picture::regions(board, &queens))?;
        }
        Ok((record, Status::Done))
    })
}

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
