//! `vuelta queens list`: every solution, in lexicographic order, streamed.
//!
//! The lexicographically first solution lies deep in the search tree: for N = 40 it takes a minute, and its progress is
//! unknown. So notes on standard error say how long the search has run, and which command is quick.

use super::gallery;
use crate::args::{QueensList, When, usual_isa};
use crate::boards::{Painter, QueensForm, say_too_wide};
use crate::failure::{Failure, Outcome, Status};
use crate::output::{Each, Output};
use crate::pictures::needs_picture;
use crate::session::Session;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};
use vuelta::queens::{Board, ListEnding, ListFormat, Listed, Listing};
use vuelta::simd::pages::prefer_large_heap;
use vuelta_records::{Draft, Format, duration};

/// Time between two notes.
const BETWEEN_NOTES: Duration = Duration::from_secs(30);

/// Writes the list to standard output and to the files of --export, or draws it.
pub fn list(arguments: &QueensList, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let common = session.common;
    if common.json && arguments.format.is_some_and(|format| format != ListFormat::Json) {
        return Err(usage!("--json and --format ask for different formats; give one of them"));
    }
    let board = arguments.board.board()?;
    let drafts = common.export.iter().map(|path| session.open(path)).collect::<Result<Vec<_>, _>>()?;
    if let Some(path) = &arguments.gallery {
        let drawn = gallery::draw(arguments, path, &board, session)?;
        if drawn != Status::Done {
            return Ok(drawn);
        }
    } else {
        needs_picture(arguments.columns.is_some(), "--columns", "--gallery")?;
        needs_picture(arguments.pages.page.is_some(), "--page", "--gallery")?;
        needs_picture(arguments.labels.coordinates.is_some(), "--coordinates", "--gallery")?;
    }
    // From N = 14 on, solutions that wait to be written need more than the heap's first 16 MiB.
    prefer_large_heap(32 << 20);
    let listing = Listing::new(board.clone()).isa(usual_isa());
    let mut listing = listing.one_based(arguments.one_based).fundamental(arguments.fundamental);
    if let Some(limit) = arguments.limit {
        listing = listing.limit(limit);
    }
    let told = match (common.json, arguments.format) {
        (true, _) => print(&listing, &board, ListFormat::Json, session, out).map(Some),
        (false, None) if arguments.gallery.is_some() => Ok(None),
        (false, format) => print(&listing, &board, format.unwrap_or_default(), session, out).map(Some),
    };
    // Each file is a list of its own, which keeps memory constant and formats apart.
    let mut stopped = false;
    for draft in drafts {
        stopped |= !export(&listing, draft, session)?;
    }
    let is_cut = told?.is_some_and(|listed| listed.ending == ListEnding::Stopped);
    if is_cut && !stopped {
        say!("stopped before the end of the list");
    }
    stopped |= is_cut;
    Ok(if stopped { session.stopped().unwrap_or(Status::No) } else { Status::Done })
}

/// Prints the list to standard output, unchanged except for coloured boards on a terminal. Boards wider than the terminal
/// are listed as rows, with a note. Further notes come until the first solution is written.
fn print(
    listing: &Listing,
    board: &Board,
    mut format: ListFormat,
    session: &Session<'_>,
    out: &mut Output,
) -> io::Result<Listed> {
    let (context, common, size) = (session.context(), session.common, board.size());
    let form = if format == ListFormat::Board { QueensForm::of(size, out) } else { QueensForm::Plain };
    if let QueensForm::TooWide(room) = form {
        say_too_wide(size as usize, room);
        format = ListFormat::Rows;
    }
    let sink: &mut dyn Write = if let QueensForm::Colored(wide) = form {
        let mut painter = Painter { out, wide, fixed: board.fixed(), row: 0 };
        &mut Each(move |text: &[u8]| painter.paint(text))
    } else {
        &mut io::stdout().lock()
    };
    let listing = listing.clone().format(format);
    let first = match common.progress {
        When::Never => None,
        When::Auto if common.quiet => None,
        When::Always => Some(Duration::from_secs(1)),
        When::Auto if io::stderr().is_terminal() => Some(Duration::from_secs(2)),
        When::Auto => Some(Duration::from_secs(10)),
    };
    let Some(first) = first else { return listing.write(&context, sink) };
    thread::scope(|scope| {
        let (sender, found) = channel();
        // Without a thread for them there are no notes.
        thread::Builder::new().spawn_scoped(scope, move || say_until(&found, size, first)).ok();
        // The heading of a table is not a solution.
        let mut is_heading = format == ListFormat::Csv;
        let mut waiting = Some(sender);
        let until_first = |text: &[u8]| {
            if !is_heading {
                drop(waiting.take());
            }
            is_heading = false;
            sink.write_all(text)
        };
        listing.write(&context, &mut Each(until_first))
    })
}

/// Prints notes until the receiver gets a message or the sender is gone.
fn say_until(found: &Receiver<()>, size: u32, first: Duration) {
    let (began, mut next) = (Instant::now(), first);
    while let Err(RecvTimeoutError::Timeout) = found.recv_timeout(next.saturating_sub(began.elapsed())) {
        let time = duration(began.elapsed().as_secs_f64());
        say!(
            "queens {size}: no solution listed after {time}; 'vuelta queens solve {size}' finds one at once"
        );
        next += BETWEEN_NOTES;
    }
}

/// Writes the list to a file in the format of its extension. Returns false if the list is stopped, which leaves the
/// previous file.
fn export(listing: &Listing, draft: Draft, session: &Session<'_>) -> Result<bool, Failure> {
    let format = Format::of(draft.path())?;
    let written = draft.fill(|file| {
        let mut file = BufWriter::new(file);
        let list = |format, out: &mut dyn Write| {
            let listed = listing.clone().format(format).write(&session.context(), out)?;
            match listed.ending {
                ListEnding::Complete | ListEnding::Limit => Ok(()),
                ListEnding::Stopped => Err(io::Error::other("the list was stopped before its end")),
            }
        };
        match format {
            Format::Csv => list(ListFormat::Csv, &mut file)?,
            Format::Markdown => list(ListFormat::Markdown, &mut file)?,
            Format::Json => {
                let mut begun = false;
                let items = |lines: &[u8]| {
                    for line in lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
                        file.write_all(if begun { b",\n" } else { b"[\n" })?;
                        file.write_all(line)?;
                        begun = true;
                    }
                    Ok(())
                };
                list(ListFormat::Json, &mut Each(items))?;
                file.write_all(if begun { b"\n]\n" } else { b"[]\n" })?;
            }
        }
        file.flush()
    });
    match written {
        // The exit code gives the reason.
        Err(error) if session.stopped().is_some() => {
            say!("{error}");
            Ok(false)
        }
        written => Ok(written.map(|()| true)?),
    }
}
