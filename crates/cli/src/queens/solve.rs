//! `vuelta queens solve`: by construction, at random, or by search if there are conditions.

use crate::args::QueensSolve;
use crate::boards::QueensForm;
use crate::conditions::parse_size;
use crate::failure::{Failure, Outcome, Status};
use crate::output::Output;
use crate::pictures::PictureFiles;
use crate::session::Session;
use std::io::Write;
use vuelta::queens::{self, Board, LARGEST_CONSTRUCTION, LargeBoard};
use vuelta::{Error, Square};
use vuelta_picture::{LARGEST_PICTURE, Picture};
use vuelta_records::SolutionRecord;

/// Boards larger than this are printed as a list of columns only.
const LARGEST_DRAWN: u32 = 40;

/// Prints one solution, checked.
pub fn solve(arguments: &QueensSolve, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let QueensSolve { board, one_based, .. } = arguments;
    let seed = arguments.random.then(|| arguments.seed.or_new());
    let conditions = (!board.conditions.is_empty()).then(|| board.board()).transpose()?;
    let size = match &conditions {
        Some(board) => board.size(),
        None => parse_size(board.size.as_deref().unwrap_or_default(), 1..=LARGEST_CONSTRUCTION)?,
    };
    let pictures = PictureFiles::of_queens(&arguments.pictures, size, session)?.one_based(*one_based);
    session.open_exports()?;
    let found = match (&conditions, seed) {
        (Some(board), _) => queens::solve(board, &session.context()),
        _ if arguments.torus => queens::construct_on_torus(size),
        (None, Some(seed)) => queens::random(size, seed).map(Some),
        (None, None) => queens::construct(size).map(Some),
    };
    let columns = match found {
        Ok(Some(columns)) => columns,
        Ok(None) => {
            let why = if arguments.torus {
                "fit on the torus only where N is coprime to 6 (Pólya's theorem)"
            } else {
                "do not fit under these conditions"
            };
            say!("no solution: {size} queens {why}");
            return Ok(Status::No);
        }
        Err(Error::Stopped) => {
            say!("stopped before a solution was found; there may be one");
            return Ok(session.stopped().unwrap_or(Status::No));
        }
        Err(error) => return Err(error.into()),
    };
    if !queens::is_solution(&columns) {
        return Err(Failure::Wrong("a solution did not pass its check"));
    }
    let board = conditions.map_or_else(|| Board::new(size.min(LARGEST_DRAWN)), Ok)?;
    pictures.draw(|| {
        if columns.len() > LARGEST_PICTURE {
            return Err(Error::Input(format!(
                "a picture shows boards up to N = {LARGEST_PICTURE}; leave out --svg and --png for larger ones"
            )));
        }
        let board = LargeBoard::with_conditions(size, board.fixed(), board.blocked())?;
        let picture = Picture::queens(&board, &Square::of_columns(&columns))?;
        Ok(if arguments.torus { picture.wraps() } else { picture })
    })?;
    let record = SolutionRecord { n: columns.len(), queens: &columns, seed };
    session.tell(&record, out, |out, quiet| {
        if !quiet && board.size() == size {
            let text = board.to_text(&Square::of_columns(&columns));
            QueensForm::of(size, out).print(&text, board.fixed(), out)?;
        }
        if let (false, Some(seed)) = (quiet, seed) {
            say!("seed {seed}");
        }
        let first = u32::from(*one_based);
        let numbers: Vec<String> = columns.iter().map(|column| (column + first).to_string()).collect();
        writeln!(out, "{}", numbers.join(" "))
    })?;
    Ok(Status::Done)
}
