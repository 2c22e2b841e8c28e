//! `vuelta regions solve`: a solution, and whether it is the only one.

use super::{answer_each, show};
use crate::args::RegionsSolve;
use crate::failure::{Outcome, Status};
use crate::output::{GOOD, Output, STRONG};
use crate::pictures::PictureFiles;
use crate::session::Session;
use std::io::Write;
use vuelta::regions::{Search, Verdict};
use vuelta_picture::Picture;
use vuelta_records::pairs;

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
