//! Boards, starts and goals as they are written on the command line.

use crate::cli::args::SenkuEnds;
use crate::cli::failure::Failure;
use crate::cli::files;
use std::path::{Path, is_separator};
use vuelta::senku::{Board, Diagram, Game, Goal, NAMED_BOARDS, NamedBoard, Position};

/// From this likeness on, of 1 at most, a name may have been meant.
const LIKE: f64 = 0.8;

/// The board by name or from a file, with its start and its goal.
pub fn read_game(board: &str, ends: &SenkuEnds) -> Result<Game, Failure> {
    let game = read_board(board, ends.start.as_deref())?;
    let Some(goal) = &ends.goal else { return Ok(game) };
    let goal = match goal.as_str() {
        "any" => Goal::Any,
        "same" => game.same()?,
        text => {
            let hole = game.board().parse_square(text).map(|square| game.board().require(square));
            match hole {
                Ok(Ok(hole)) => Goal::Hole(hole),
                Ok(Err(error)) if !Path::new(text).is_file() => return Err(error.into()),
                _ => Goal::Position(read_goal(game.board(), text)?),
            }
        }
    };
    Ok(game.with_goal(goal)?)
}

fn read_board(name: &str, start: Option<&str>) -> Result<Game, Failure> {
    let vacancy = |board: Board, start: &str| {
        let hole = board.require(board.parse_square(start)?)?;
        Ok::<_, Failure>(Game::from_vacancy(board, hole)?)
    };
    let known = NamedBoard::find(name).is_some();
    let file = name == "-" || Path::new(name).exists();
    if !known && !file && (name.contains(is_separator) || Path::new(name).extension().is_some()) {
        return Err(Failure::Usage(format!("there is no file '{name}', and no board of that name either")));
    }
    if known || !file {
        let board = Board::named(name).map_err(|error| Failure::Usage(format!("{error}{}", meant(name))))?;
        return match start {
            Some(start) => vacancy(board, start),
            None => Ok(Game::named(name)?),
        };
    }
    let diagram = Diagram::parse(&files::read(name)?)?;
    match start {
        Some(start) => vacancy(diagram.board, start),
        None => Ok(Game::from_diagram(diagram)?),
    }
}

/// `; did you mean english?`, where a name is near.
fn meant(name: &str) -> String {
    let likeness = |known: &&str| strsim::jaro_winkler(&name.to_lowercase(), known);
    let names = NAMED_BOARDS.iter().map(|named| named.name);
    let nearest =
        names.max_by(|a, b| likeness(a).total_cmp(&likeness(b))).filter(|known| likeness(known) > LIKE);
    nearest.map(|known| format!("; did you mean {known}?")).unwrap_or_default()
}

/// The pegs of the board in this file, which must have the same holes.
fn read_goal(board: &Board, file: &str) -> Result<Position, Failure> {
    if !Path::new(file).exists() {
        return Err(Failure::Usage(format!("the goal '{file}' is no hole, not any, not same and no file")));
    }
    let diagram = Diagram::parse(&files::read(file)?)?;
    if diagram.board != *board {
        return Err(Failure::Usage(format!(
            "the board in '{file}' has other holes than the one that is played"
        )));
    }
    Ok(diagram.pegs)
}
