//! `vuelta queens list`: every solution, in lexicographic order, streamed.

use super::gallery;
use crate::cli::args::{Common, QueensList};
use crate::cli::boards::{Painter, QueensForm, say_too_wide};
use crate::cli::failure::{Failure, Status};
use crate::cli::output::Output;
use crate::cli::pictures::no_picture;
use crate::cli::session::Session;
use std::io::{self, Write};
use vuelta::queens::{Ending, ListFormat, Listing};

/// Writes the list: its bytes go to standard output as they are, but for boards on a terminal, which have colours.
pub fn list(arguments: &QueensList, common: &Common, out: &mut Output) -> Result<Status, Failure> {
    if !common.export.is_empty() {
        return Err(Failure::Usage(
            "a list goes to standard output alone: redirect it with > FILE".to_owned(),
        ));
    }
    let mut session = Session::start(common, None)?;
    let board = arguments.board.board()?;
    if let Some(path) = &arguments.gallery {
        let drawn = gallery::draw(arguments, path, &board, &mut session)?;
        if drawn != Status::Done || (arguments.format.is_none() && !common.json) {
            return Ok(drawn);
        }
    } else if arguments.columns.is_some() {
        return Err(no_picture("--columns", "--gallery"));
    }
    let format = if common.json { ListFormat::Json } else { arguments.format.unwrap_or_default() };
    let (format, painted) = on_a_terminal(format, board.size(), out);
    let fixed = board.fixed().to_vec();
    let mut listing =
        Listing::new(board).format(format).one_based(arguments.one_based).fundamental(arguments.fundamental);
    if let Some(limit) = arguments.limit {
        listing = listing.limit(limit);
    }
    let sink: &mut dyn Write = match painted {
        Some(wide) => &mut Painter { out, wide, fixed: &fixed, row: 0 },
        None => &mut io::stdout().lock(),
    };
    let listed = listing.write(session.workers(), session.stop(), sink)?;
    Ok(match listed.ending {
        Ending::Complete | Ending::Limit => Status::Done,
        Ending::Stopped => session.stopped().unwrap_or(Status::No),
    })
}

/// The format for boards of this size, and how many characters a square has where they are in colours: boards that are
/// wider than the terminal are listed as rows, which is said.
fn on_a_terminal(format: ListFormat, size: u32, out: &Output) -> (ListFormat, Option<usize>) {
    if format != ListFormat::Board {
        return (format, None);
    }
    match QueensForm::of(size, out) {
        QueensForm::Plain => (format, None),
        QueensForm::Colored(wide) => (format, Some(wide)),
        QueensForm::TooWide(room) => {
            say_too_wide(size as usize, room);
            (ListFormat::Rows, None)
        }
    }
}
