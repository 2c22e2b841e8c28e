//! `vuelta regions solve`: a solution, and whether it is the only one.

use super::read;
use super::show;
use crate::cli::args::RegionsSolve;
use crate::cli::failure::{Outcome, Status};
use crate::cli::output::{GOOD, Output, STRONG};
use crate::cli::pictures::PictureFiles;
use crate::cli::session::Session;
use crate::picture::Picture;
use crate::regions::{Search, Verdict};
use crate::report::pairs;
use std::io::Write;

/// Prints the lexicographically first solution by rows.
pub fn solve(arguments: &RegionsSolve, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let board = read(&arguments.board.file, session)?;
    let pictures = PictureFiles::new(&arguments.pictures, session)?;
    session.open_exports()?;
    let search = Search::new(&board).stop(session.stop());
    let verdict = search.verdict()?;
    let unique = matches!(verdict, Verdict::Unique(_));
    let (queens, solutions) = match verdict {
        Verdict::Unsolvable => (None, Some("0")),
        Verdict::Unique(queens) => (Some(queens), Some("1")),
        Verdict::Several(_) => (search.solve()?, None), // not counted
    };
    let record = show::record(&board).with("solutions", solutions).with("unique", unique);
    let record = record.with("queens", queens.as_deref().map(pairs));
    session.tell(&record, out, |out, quiet| {
        let Some(queens) = &queens else { return Ok(()) };
        if quiet {
            return writeln!(out, "{}", show::names(&board, queens));
        }
        show::print(&board, queens, out)?;
        writeln!(out, "{STRONG}{}{STRONG:#}", show::names(&board, queens))?;
        match unique {
            true => writeln!(out, "{GOOD}the only solution{GOOD:#}"),
            false => writeln!(out, "not the only solution: 'vuelta regions count' counts them"),
        }
    })?;
    let Some(queens) = queens else {
        say!("no solution");
        return Ok(Status::No);
    };
    pictures.draw(|| Picture::regions(&board, &queens))?;
    Ok(Status::Done)
}
