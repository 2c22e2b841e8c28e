//! `vuelta regions ...`: region queens.

mod hint;
mod make;
mod show;
mod solve;

pub use hint::{grade, hint};
pub use make::make;
pub use solve::{count, solve};

use super::args::RegionsFiles;
use super::failure::{Failure, Outcome, Status};
use super::files;
use super::output::{Output, plural};
use super::session::Session;
use std::io::{self, Write};
use std::path::Path;
use vuelta::Error;
use vuelta::regions::{Board, Puzzle};
use vuelta_records::FieldRecord;

/// A puzzle that is asked about.
struct Asked<'a> {
    board: &'a Board,
    puzzle: &'a Puzzle,
    /// `FILE:LINE`, or `puzzle 2` from standard input; `None` for the only puzzle.
    place: Option<&'a str>,
}

impl Asked<'_> {
    /// Prints an answer, as JSON or by `print` below the puzzle's place, and returns its record.
    fn tell(
        &self,
        mut record: FieldRecord,
        session: &Session<'_>,
        out: &mut Output,
        print: impl FnOnce(&mut Output, bool) -> io::Result<()>,
    ) -> io::Result<FieldRecord> {
        let (json, quiet) = (session.common.json, session.common.quiet);
        if let Some(place) = self.place.filter(|_| json) {
            record = record.with("source", place);
        }
        match self.place {
            _ if json => out.json(&record)?,
            Some(place) if !quiet => writeln!(out, "{place}")?,
            _ => {}
        }
        if !json {
            print(out, quiet)?;
        }
        out.flush()?;
        Ok(record)
    }

    /// Notes that the queens that the file shows are left out.
    fn without_queens(&self, session: &Session<'_>) {
        if !self.puzzle.queens.is_empty() && !session.common.quiet && !session.common.json {
            self.say("note: the queens in the file are left out; 'vuelta regions hint' heeds them");
        }
    }

    /// Says something about the puzzle on standard error.
    fn say(&self, sentence: &str) {
        let place = self.place.map(|place| format!("{place}: ")).unwrap_or_default();
        say!("{place}{sentence}");
    }
}

/// The record of an answer, and the exit status.
type Answer = Result<(FieldRecord, Status), Failure>;

/// `vuelta regions link`: prints the address of each puzzle in an editor, a line per puzzle, so that the output reads back.
pub fn link(files: &RegionsFiles, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    answer_each(files, None, session, out, |asked, session, out| {
        let link = asked.board.link()?;
        let record = show::record(asked.board).columns(&["n", "stars", "regions", "link"]);
        let record = record.with("link", link.as_str());
        let asked = Asked { place: asked.place.filter(|_| session.common.json), ..*asked };
        Ok((asked.tell(record, session, out, |out, _| writeln!(out, "{link}"))?, Status::Done))
    })
}

/// The puzzles of a file (`-` is standard input), or of an address at puzz.link.
pub fn read(file: &Path, stars: Option<u32>) -> Result<Vec<Puzzle>, Failure> {
    let text = match file.to_str().filter(|name| name.contains("starbattle/") && !file.exists()) {
        Some(address) => address.as_bytes().to_vec(),
        None => files::read(file)?,
    };
    Ok(Puzzle::read(&text, stars)?)
}

/// Answers each puzzle of the files (`-` is standard input), in order. Several answers end with the largest of their exit
/// codes. `single` is an option that is about one puzzle, so that several are refused.
fn answer_each(
    arguments: &RegionsFiles,
    single: Option<&str>,
    session: &mut Session<'_>,
    out: &mut Output,
    mut answer: impl FnMut(&Asked<'_>, &mut Session<'_>, &mut Output) -> Answer,
) -> Outcome {
    let files = files::matching(&arguments.files);
    let mut worst = Status::Done;
    let mut puzzles = vec![];
    for file in &files {
        match read(file, arguments.stars) {
            Ok(read) => puzzles.extend(read.into_iter().map(|puzzle| (file, puzzle))),
            Err(failure) if files.len() == 1 => return Err(failure),
            Err(failure) => worst = worst.max(failure.report_at(&file.display().to_string())),
        }
    }
    let several = files.len() > 1 || puzzles.len() > 1;
    if let Some(option) = single.filter(|_| several) {
        return Err(usage!("{option} is about one puzzle, and there are {}", puzzles.len()));
    }
    session.open_exports()?;
    let mut records = vec![];
    for (number, (file, puzzle)) in (1..).zip(&puzzles) {
        let place = match file.as_os_str() == "-" {
            true => format!("puzzle {number}"),
            false => format!("{}:{}", file.display(), puzzle.line),
        };
        let place = several.then_some(&*place);
        let answered =
            puzzle.board.as_ref().map_err(|error| Failure::Usage(error.to_string())).and_then(|board| {
                let asked = Asked { board, puzzle, place };
                if !session.common.quiet && !session.common.json {
                    board.notes().iter().for_each(|note| asked.say(&format!("note: {note}")));
                }
                answer(&asked, session, out)
            });
        match (answered, place) {
            (Ok((record, status)), _) => {
                records.push(record);
                worst = worst.max(status);
            }
            (Err(Failure::Library(Error::Stopped)), _) if session.stopped().is_some() => {}
            (Err(failure), Some(place)) if !matches!(failure, Failure::Output(_)) => {
                worst = worst.max(failure.report_at(place));
            }
            (Err(failure), _) => return Err(failure),
        }
        if let Some(status) = session.stopped() {
            say!("stopped after {} of {}", records.len(), plural(puzzles.len(), "puzzle"));
            session.export_unfinished(&records)?;
            return Ok(status);
        }
    }
    session.export(Ok::<_, Failure>(()), &records)?;
    Ok(worst)
}
