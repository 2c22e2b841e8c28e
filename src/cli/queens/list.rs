//! `vuelta queens list`: every solution, in lexicographic order, streamed.

use crate::cli::args::{Common, QueensList};
use crate::cli::failure::{Failure, Status};
use crate::cli::session::Session;
use std::io::{self, BufWriter, Write};
use vuelta::queens::{Ending, ListFormat, Listing};
use vuelta::report::{Draft, Format};

/// Writes the list. It has no colours, so that its bytes go to standard output as they are.
pub fn list(arguments: &QueensList, common: &Common) -> Result<Status, Failure> {
    let mut session = Session::start(common, None)?;
    let board = arguments.board.board()?;
    let format = if common.json { ListFormat::Json } else { arguments.format };
    let mut listing =
        Listing::new(board).format(format).one_based(arguments.one_based).fundamental(arguments.fundamental);
    if let Some(limit) = arguments.limit {
        listing = listing.limit(limit);
    }
    let drafts = common.export.iter().map(|path| session.open(path)).collect::<Result<Vec<_>, _>>()?;
    let told = listing.write(session.workers(), session.stop(), &mut io::stdout().lock());
    // Each file is a list of its own: that keeps the memory constant, and the formats apart.
    for draft in drafts {
        export(&listing, draft, &session)?;
    }
    Ok(match told?.ending {
        Ending::Complete | Ending::Limit => Status::Done,
        Ending::Stopped => session.stopped().unwrap_or(Status::No),
    })
}

/// Writes the list to a file, in the format that its ending asks for; a list that is stopped leaves the file that was
/// there.
fn export(listing: &Listing, draft: Draft, session: &Session<'_>) -> Result<(), Failure> {
    let format = Format::of(draft.path())?;
    let written = draft.fill(|file| {
        let mut file = BufWriter::new(file);
        let list = |format, out: &mut dyn Write| {
            let listed = listing.clone().format(format).write(session.workers(), session.stop(), out)?;
            match listed.ending {
                Ending::Complete | Ending::Limit => Ok(()),
                Ending::Stopped => Err(io::Error::other("the list was stopped before its end")),
            }
        };
        match format {
            Format::Csv => list(ListFormat::Csv, &mut file)?,
            Format::Markdown => list(ListFormat::Markdown, &mut file)?,
            Format::Json => {
                let mut array = JsonArray { out: &mut file, begun: false };
                list(ListFormat::Json, &mut array)?;
                array.end()?;
            }
        }
        file.flush()
    });
    match written {
        // The exit code says what stopped it.
        Err(error) if session.stopped().is_some() => {
            say!("{error}");
            Ok(())
        }
        written => Ok(written?),
    }
}

/// Whole lines, written as the items of one array.
struct JsonArray<W> {
    out: W,
    begun: bool,
}

impl<W: Write> JsonArray<W> {
    fn end(&mut self) -> io::Result<()> {
        self.out.write_all(if self.begun { b"\n]\n" } else { b"[]\n" })
    }
}

impl<W: Write> Write for JsonArray<W> {
    fn write(&mut self, lines: &[u8]) -> io::Result<usize> {
        for line in lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            self.out.write_all(if self.begun { b",\n" } else { b"[\n" })?;
            self.begun = true;
            self.out.write_all(line)?;
        }
        Ok(lines.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
