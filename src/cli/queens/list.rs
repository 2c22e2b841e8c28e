//! `vuelta queens list`: every solution, in lexicographic order, streamed.

use super::gallery;
use crate::cli::args::{Common, QueensList};
use crate::cli::failure::{Failure, Status};
use crate::cli::pictures::no_picture;
use crate::cli::session::Session;
use std::io;
use vuelta::queens::{Ending, ListFormat, Listing};

/// Writes the list. It has no colours, so that its bytes go to standard output as they are.
pub fn list(arguments: &QueensList, common: &Common) -> Result<Status, Failure> {
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
    let mut listing =
        Listing::new(board).format(format).one_based(arguments.one_based).fundamental(arguments.fundamental);
    if let Some(limit) = arguments.limit {
        listing = listing.limit(limit);
    }
    let listed = listing.write(session.workers(), session.stop(), &mut io::stdout().lock())?;
    Ok(match listed.ending {
        Ending::Complete | Ending::Limit => Status::Done,
        Ending::Stopped => session.stopped().unwrap_or(Status::No),
    })
}
