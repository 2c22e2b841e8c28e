//! `vuelta queens complete`: the most queens on a board with conditions.

use crate::args::QueensComplete;
use crate::boards::QueensForm;
use crate::failure::{Outcome, Status};
use crate::output::{GOOD, Output, STRONG, plural, plural_grouped};
use crate::pictures::PictureFiles;
use crate::session::Session;
use std::io::{self, Write};
use vuelta::Square;
use vuelta::queens::{Completion, LARGEST_BOARD, LargeBoard, count_placements};
use vuelta_picture::Picture;
use vuelta_records::{CompletionRecord, Environment};

/// Prints the maximum, a board that reaches it and, if asked for, the number of such boards. A search that ended before
/// the proof prints its best board with both bounds.
pub fn complete(arguments: &QueensComplete, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let board = arguments.board.large_board()?;
    let small = board.small();
    if arguments.count && small.is_none() {
        return Err(usage!("--count works up to N = {LARGEST_BOARD}; leave it out for larger boards"));
    }
    let pictures = PictureFiles::of_queens(&arguments.pictures, board.size(), session)?;
    session.open_exports()?;
    let context = &session.context();
    let completion = match &small {
        Some(board) => Completion::of(board, context)?,
        None => board.complete(&context.stop),
    };
    pictures.draw(|| Picture::queens(&board, &completion.queens))?;
    let placements = match &small {
        Some(board) if arguments.count && completion.proved => {
            let limit = Environment::usual_memory_limit();
            count_placements(board, completion.maximum, limit, context)?
        }
        _ => None,
    };
    let record = CompletionRecord::new(&board, &completion, placements);
    let told = session.tell(&record, out, |out, quiet| {
        if !quiet {
            return print(&board, &completion, placements, out);
        }
        let numbers = [Some(completion.maximum.into()), placements];
        numbers.into_iter().flatten().try_for_each(|number: u128| writeln!(out, "{number}"))
    });
    let Completion { maximum, upper_bound, proved, least, .. } = completion;
    if !proved {
        say!("not proved: the maximum is between {maximum} and {upper_bound} queens");
    } else if !least && !session.common.quiet {
        say!("the maximum is proved, but the board may not be the lexicographically least");
    }
    told?;
    let done = proved && (placements.is_some() || !arguments.count);
    let stopped = session.stopped().filter(|_| !done || small.is_some() && !least);
    Ok(stopped.unwrap_or(if done { Status::Done } else { Status::No }))
}

fn print(
    board: &LargeBoard,
    completion: &Completion,
    placements: Option<u128>,
    out: &mut Output,
) -> io::Result<()> {
    let text = board.to_text(&completion.queens);
    if !QueensForm::of(board.size(), out).print(&text, board.fixed(), out)? {
        let squares = completion.queens.iter().map(|Square { row, column }| format!("{row},{column}"));
        writeln!(out, "{}\n", squares.collect::<Vec<_>>().join(" "))?;
    }
    write!(out, "{STRONG}{}{STRONG:#}", plural(completion.maximum as usize, "queen"))?;
    if completion.proved {
        writeln!(out, " at most, {GOOD}proved{GOOD:#}")?;
    } else {
        let bound = completion.upper_bound;
        writeln!(out, " found; at most {bound} fit. The search ended before the proof.")?;
    }
    if let Some(placements) = placements {
        writeln!(out, "{} with this maximum", plural_grouped(placements, "board"))?;
    }
    Ok(())
}
