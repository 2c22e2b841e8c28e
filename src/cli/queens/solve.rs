//! `vuelta queens solve`: by construction, at random, or by search where there are conditions.

use crate::cli::args::QueensSolve;
use crate::cli::conditions::parse_size;
use crate::cli::failure::{Failure, Status};
use crate::cli::output::Output;
use crate::cli::session::Session;
use serde_json::json;
use std::io::Write;
use std::time::SystemTime;
use vuelta::Square;
use vuelta::queens::{self, Board, GaveUp, LARGEST_CONSTRUCTION};

/// Boards larger than this are printed as a list of columns alone.
const LARGEST_DRAWN: u32 = 40;

/// Prints one solution, checked.
pub fn solve(arguments: &QueensSolve, session: &Session<'_>, out: &mut Output) -> Result<Status, Failure> {
    let seed = arguments.random.then(|| arguments.seed.unwrap_or_else(seed_of_the_moment));
    if !arguments.conditions.is_empty() {
        let board = arguments.conditions.board(arguments.size.as_deref())?;
        return match queens::solve(&board, session.workers(), session.stop())? {
            Ok(Some(columns)) => print(&board, &columns, None, session, out),
            Ok(None) => {
                eprintln!("no solution: under these conditions not all {} queens fit", board.size());
                Ok(Status::No)
            }
            Err(GaveUp) => Ok(session.stopped().unwrap_or(Status::No)),
        };
    }
    let size = parse_size(arguments.size.as_deref().unwrap_or_default(), LARGEST_CONSTRUCTION)?;
    let columns = seed.map_or_else(|| queens::construct(size), |seed| queens::random(size, seed))?;
    let board = Board::new(size.min(LARGEST_DRAWN))?;
    print(&board, &columns, seed, session, out)
}

fn print(
    board: &Board,
    columns: &[u32],
    seed: Option<u64>,
    session: &Session<'_>,
    out: &mut Output,
) -> Result<Status, Failure> {
    let common = session.common();
    if !queens::is_solution(columns) {
        return Err(Failure::Wrong("a solution did not pass its check"));
    }
    if common.json {
        let mut value = json!({"n": columns.len(), "queens": columns});
        if let Some(seed) = seed {
            value["seed"] = seed.into();
        }
        writeln!(out, "{value}")?;
        return Ok(Status::Done);
    }
    if !common.quiet && board.size() as usize == columns.len() {
        let queens: Vec<Square> = (0..).zip(columns).map(|(row, &column)| Square::new(row, column)).collect();
        writeln!(out, "{}", board.to_text(&queens))?;
    }
    if let (false, Some(seed)) = (common.quiet, seed) {
        eprintln!("seed {seed}");
    }
    let numbers: Vec<String> = columns.iter().map(u32::to_string).collect();
    writeln!(out, "{}", numbers.join(" "))?;
    Ok(Status::Done)
}

/// A seed that differs from run to run.
fn seed_of_the_moment() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64
}
