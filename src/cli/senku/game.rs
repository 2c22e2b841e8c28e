//! Boards, starts and goals as they are written on the command line.

use crate::cli::args::SenkuEnds;
use crate::cli::failure::Failure;
use crate::cli::files;
use crate::cli::refusal::{did_you_mean, nearest};
use crate::senku::notation::has_names;
use crate::senku::{Board, Diagram, Game, Goal, Hole, NAMED_BOARDS, NamedBoard, Position};
use crate::text::shown;
use std::ffi::OsStr;
use std::path::{Path, is_separator};

/// The board by name or from a file, with its start and its goal.
pub fn read_game(board: &str, ends: &SenkuEnds) -> Result<Game, Failure> {
    let game = read_board(board, ends.start.as_deref())?;
    let Some(goal) = &ends.goal else { return Ok(game) };
    let goal = match goal.as_str() {
        "any" => Goal::Any,
        "same" => game.same()?,
        text => match (game.board().parse_square(text), hole(game.board(), text)) {
            (_, Ok(hole)) => Goal::Hole(hole),
            (Ok(_), Err(error)) if !Path::new(text).is_file() => return Err(error),
            _ => Goal::Position(read_goal(game.board(), text)?),
        },
    };
    Ok(game.with_goal(goal)?)
}

/// The name of a board in titles; of a file its name without folder and extension.
pub fn short_name(board: &str) -> &str {
    let name = Path::new(board).file_stem().and_then(OsStr::to_str);
    name.filter(|name| *name != "-").unwrap_or("senku")
}

impl SenkuEnds {
    /// Whether the user wrote the start or the goal by name: then the output has names too.
    pub fn have_names(&self) -> bool {
        [&self.start, &self.goal].into_iter().flatten().any(|text| has_names(text))
    }
}

/// The hole that a text names. The error repeats the user's notation.
fn hole(board: &Board, text: &str) -> Result<Hole, Failure> {
    let hole = board.parse_square(text).and_then(|square| board.require(square));
    hole.map_err(|error| match has_names(text) {
        true => Failure::Usage(board.with_names(&error.to_string())),
        false => error.into(),
    })
}

fn read_board(name: &str, start: Option<&str>) -> Result<Game, Failure> {
    let vacancy = |board: Board, start: &str| {
        let hole = hole(&board, start)?;
        Ok::<_, Failure>(Game::from_vacancy(board, hole)?)
    };
    let known = NamedBoard::find(name).is_some();
    let file = name == "-" || Path::new(name).exists();
    if !known && !file && (name.contains(is_separator) || Path::new(name).extension().is_some()) {
        return Err(usage!("there is neither a file nor a board named '{}'", shown(name)));
    }
    if known || !file {
        let board = Board::named(name).map_err(|error| usage!("{error}{}", meant(name)))?;
        return match start {
            Some(start) => vacancy(board, start),
            None => Ok(Game::named(name)?),
        };
    }
    let diagram = Diagram::parse(&files::read(name)?)?;
    let Some(start) = start else { return Ok(Game::from_diagram(diagram)?) };
    let Diagram { board, pegs } = diagram;
    let game = vacancy(board, start)?;
    if pegs != game.start() && pegs != game.board().holes() {
        return Err(usage!(
            "--start fills all other holes, but '{}' shows other pegs; leave out --start, or fill the board in the file",
            shown(name)
        ));
    }
    Ok(game)
}

/// `; did you mean 'english'?`, if a name is similar.
fn meant(name: &str) -> String {
    let names = NAMED_BOARDS.iter().flat_map(|named| [Some(named.name), named.alias]);
    did_you_mean(nearest(name, names.flatten()))
}

/// The pegs of the board in this file, which must have the same holes as `board`.
fn read_goal(board: &Board, file: &str) -> Result<Position, Failure> {
    if !Path::new(file).exists() {
        let file = shown(file);
        return Err(usage!("'{file}': the goal must be a hole, 'any', 'same' or a file"));
    }
    let diagram = Diagram::parse(&files::read(file)?)?;
    if diagram.board != *board {
        return Err(usage!("the board in '{file}' has other holes than the board of the game"));
    }
    Ok(diagram.pegs)
}
