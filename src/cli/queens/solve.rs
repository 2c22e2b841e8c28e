//! `vuelta queens solve`: by construction, at random, or by search if there are conditions.

use crate::cli::args::{Common, QueensSolve};
use crate::cli::boards::QueensForm;
use crate::cli::conditions::parse_size;
use crate::cli::failure::{Failure, Status};
use crate::cli::output::Output;
use crate::cli::pictures::PictureFiles;
use crate::cli::session::Session;
use crate::picture::{Cell, LARGEST_PICTURE, Picture};
use crate::queens::{self, Board, LARGEST_CONSTRUCTION, Solution};
use crate::report::SolutionRecord;
use crate::{Error, Square};
use std::io::{self, Write};

/// Boards larger than this are printed as a list of columns only.
const LARGEST_DRAWN: u32 = 40;

/// Prints one solution, checked.
pub fn solve(
    arguments: &QueensSolve,
    session: &mut Session<'_>,
    out: &mut Output,
) -> Result<Status, Failure> {
    let seed = arguments.random.then(|| arguments.seed.or_new());
    if !arguments.board.conditions.is_empty() {
        let board = arguments.board.board()?;
        let pictures = PictureFiles::of_queens(&arguments.pictures, board.size(), session)?;
        let pictures = pictures.one_based(arguments.one_based);
        session.open_exports()?;
        return match queens::solve(&board, session.workers(), session.stop())? {
            Solution::Found(columns) => {
                pictures.draw(|| picture(&board, &columns))?;
                print(&board, &columns, arguments, None, session, out)
            }
            Solution::None => {
                say!("no solution: {} queens do not fit under these conditions", board.size());
                Ok(Status::No)
            }
            Solution::Stopped => {
                say!("stopped before a solution was found; there may be one");
                Ok(session.stopped().unwrap_or(Status::No))
            }
        };
    }
    let size = parse_size(arguments.board.size.as_deref().unwrap_or_default(), LARGEST_CONSTRUCTION)?;
    let pictures = PictureFiles::of_queens(&arguments.pictures, size, session)?;
    let pictures = pictures.one_based(arguments.one_based);
    session.open_exports()?;
    let columns = match seed {
        _ if arguments.torus => {
            let Some(columns) = queens::construct_on_torus(size)? else {
                say!(
                    "no solution: {size} queens fit on the torus only where N is coprime to 6 (Pólya's theorem)"
                );
                return Ok(Status::No);
            };
            columns
        }
        Some(seed) => queens::random(size, seed)?,
        None => queens::construct(size)?,
    };
    let board = Board::new(size.min(LARGEST_DRAWN))?;
    pictures.draw(|| {
        let picture = plain_picture(&columns)?;
        Ok(if arguments.torus { picture.wraps() } else { picture })
    })?;
    print(&board, &columns, arguments, seed, session, out)
}

/// The solution as a picture.
fn picture(board: &Board, columns: &[u32]) -> Result<Picture, Error> {
    let queens: Vec<Square> = (0..).zip(columns).map(|(row, &column)| Square::new(row, column)).collect();
    Picture::queens(board, &queens)
}

/// The solution of a board without conditions, which may be larger than a [`Board`], as a picture.
fn plain_picture(columns: &[u32]) -> Result<Picture, Error> {
    if columns.len() > LARGEST_PICTURE {
        return Err(Error::Picture(format!("a picture shows boards up to N = {LARGEST_PICTURE}")));
    }
    let mut rows = vec![vec![Cell::Square; columns.len()]; columns.len()];
    rows.iter_mut().zip(columns).for_each(|(row, &column)| row[column as usize] = Cell::Queen);
    Picture::new(rows, false)
}

fn print(
    board: &Board,
    columns: &[u32],
    arguments: &QueensSolve,
    seed: Option<u64>,
    session: &mut Session<'_>,
    out: &mut Output,
) -> Result<Status, Failure> {
    if !queens::is_solution(columns) {
        return Err(Failure::Wrong("a solution did not pass its check"));
    }
    let record = SolutionRecord { n: columns.len(), queens: columns, seed };
    let told = tell(board, &record, arguments.one_based, session.common(), out);
    session.export_told(told, &[record])?;
    Ok(Status::Done)
}

fn tell(
    board: &Board,
    record: &SolutionRecord<'_>,
    one_based: bool,
    common: &Common,
    out: &mut Output,
) -> io::Result<()> {
    let SolutionRecord { queens: columns, seed, .. } = *record;
    if common.json {
        return out.json(record);
    }
    if !common.quiet && board.size() as usize == columns.len() {
        let queens: Vec<Square> = (0..).zip(columns).map(|(row, &column)| Square::new(row, column)).collect();
        QueensForm::of(board.size(), out).print(&board.to_text(&queens), board.fixed(), out)?;
    }
    if let (false, Some(seed)) = (common.quiet, seed) {
        say!("seed {seed}");
    }
    let first = u32::from(one_based);
    let numbers: Vec<String> = columns.iter().map(|column| (column + first).to_string()).collect();
    writeln!(out, "{}", numbers.join(" "))
}
