//! `vuelta queens complete`: the most queens on a board with conditions.

use crate::cli::args::QueensComplete;
use crate::cli::failure::{Failure, Status};
use crate::cli::output::{GOOD, Output, STRONG, plural};
use crate::cli::pictures::PictureFiles;
use crate::cli::session::Session;
use serde_json::{Value, json};
use std::io::Write;
use vuelta::Square;
use vuelta::picture::Picture;
use vuelta::queens::{Board, Completion, count_placements};
use vuelta::report::grouped;

/// Prints the maximum, a board that reaches it and, if asked for, how many do. A search that was stopped
/// prints the best board it has, with both bounds.
pub fn complete(
    arguments: &QueensComplete,
    session: &Session<'_>,
    out: &mut Output,
) -> Result<Status, Failure> {
    let board = arguments.conditions.board(arguments.size.as_deref())?;
    let (workers, stop) = (session.workers(), session.stop());
    let pictures = PictureFiles::of_queens(&arguments.pictures)?;
    let completion = Completion::of(&board, workers, stop)?;
    pictures.draw(|| Picture::queens(&board, &completion.queens))?;
    let placements = match arguments.count && completion.proved {
        true => count_placements(&board, completion.maximum, workers, stop)?,
        false => None,
    };
    if session.common().json {
        writeln!(out, "{}", value(&board, &completion, placements))?;
    } else if session.common().quiet {
        writeln!(out, "{}", completion.maximum)?;
        if let Some(placements) = placements {
            writeln!(out, "{placements}")?;
        }
    } else {
        print(&board, &completion, placements, out)?;
    }
    let done = completion.proved && (placements.is_some() || !arguments.count);
    Ok(if done { Status::Done } else { session.stopped().unwrap_or(Status::No) })
}

fn value(board: &Board, completion: &Completion, placements: Option<u128>) -> Value {
    let pairs = |squares: &[Square]| {
        squares.iter().map(|square| json!([square.row, square.column])).collect::<Value>()
    };
    json!({
        "n": board.size(),
        "fixed": pairs(board.fixed()),
        "blocked": pairs(board.blocked()),
        "maximum": completion.maximum,
        "placements": placements.map(|placements| placements.to_string()),
        "queens": pairs(&completion.queens),
        "upper_bound": completion.upper_bound,
        "proved": completion.proved,
    })
}

fn print(
    board: &Board,
    completion: &Completion,
    placements: Option<u128>,
    out: &mut Output,
) -> Result<(), Failure> {
    writeln!(out, "{}", board.to_text(&completion.queens))?;
    let queens = plural(completion.maximum as usize, "queen");
    if completion.proved {
        writeln!(out, "{STRONG}{queens}{STRONG:#} at most, {GOOD}proved{GOOD:#}")?;
    } else {
        let bound = completion.upper_bound;
        writeln!(
            out,
            "{STRONG}{queens}{STRONG:#} found, and no more than {bound} fit; stopped before the proof"
        )?;
    }
    if let Some(placements) = placements {
        writeln!(out, "{} with so many", plural_grouped(placements, "board"))?;
    }
    Ok(())
}

fn plural_grouped(number: u128, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}
