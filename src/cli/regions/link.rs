//! `vuelta regions link`: addresses that show puzzles in an editor.

use super::{answer_each, show};
use crate::cli::args::RegionsFiles;
use crate::cli::failure::{Outcome, Status};
use crate::cli::output::Output;
use crate::cli::session::Session;
use std::io::Write;

/// Prints an address per puzzle, each on a line, so that the output reads back.
pub fn link(files: &RegionsFiles, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    answer_each(files, None, session, out, |asked, session, out| {
        let link = asked.board.link()?;
        let record = show::record(asked.board).with("link", link.as_str());
        let asked = super::Asked { place: asked.place.filter(|_| session.common.json), ..*asked };
        Ok((asked.tell(record, session, out, |out, _| writeln!(out, "{link}"))?, Status::Done))
    })
}
