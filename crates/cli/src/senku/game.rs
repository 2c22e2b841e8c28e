//! Boards, starts and goals as they are written on the command line.

use crate::args::{SenkuEnds, SenkuGame};
use crate::failure::Failure;
use crate::files;
use crate::refusal::{did_you_mean, nearest};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::{Path, is_separator};
use vuelta::base::text::{plural, shown};
use vuelta::senku::notation::has_names;
use vuelta::senku::{Board, Diagram, Game, Goal, Hole, Lattice, NAMED_BOARDS, NamedBoard, Position};

/// The board by name or from a file, with its start and its goal.
pub fn read_game(board: impl AsRef<Path>, ends: &SenkuEnds) -> Result<Game, Failure> {
    let name = board.as_ref().to_string_lossy();
    let known = NamedBoard::find(&name).is_some();
    let file = name == "-" || board.as_ref().exists();
    if !known && !file && (name.contains(is_separator) || Path::new(&*name).extension().is_some()) {
        return Err(usage!(
            "there is neither a file nor a board named '{}'; 'vuelta senku boards' lists the names",
            shown(&name)
        ));
    }
    if !known && file {
        let diagram = Diagram::parse(&files::read(&board)?)?;
        return game_of(diagram, &name, ends);
    }
    let board = Board::named(&name).map_err(|error| usage!("{error}{}", meant(&name)))?;
    let game = match &ends.start {
        Some(start) => from_vacancy(board, start)?,
        None => Game::named(&name)?,
    };
    with_goal(game, ends)
}

/// The game from the position that the file of this name shows, or from the vacancy of `--start` on its board.
pub fn game_of(diagram: Diagram, name: &str, ends: &SenkuEnds) -> Result<Game, Failure> {
    let game = match &ends.start {
        None => Game::from_diagram(diagram)?,
        Some(start) => {
            let game = from_vacancy(diagram.board, start)?;
            if diagram.pegs != game.start() && diagram.pegs != game.board().holes() {
                return Err(usage!(
                    "--start fills all other holes, but '{}' shows other pegs; leave out --start, or fill the board \
                     in the file",
                    shown(name)
                ));
            }
            game
        }
    };
    let (pegs, holes) = (game.start().len(), game.vacancies().len());
    if pegs < holes && game.board().is_stuck(game.start()) {
        say!(
            "note: no jump is possible from {} and {}; perhaps pegs and holes are exchanged (`o` is a peg, `.` a hole)",
            plural(pegs, "peg"),
            plural(holes, "empty hole")
        );
    }
    with_goal(game, ends)
}

fn with_goal(game: Game, ends: &SenkuEnds) -> Result<Game, Failure> {
    let Some(goal) = &ends.goal else { return Ok(game) };
    let board = game.board();
    let goal = match &*goal.to_string_lossy() {
        "any" => Goal::Any,
        "same" => game.same()?,
        text => match (board.parse_square(text), hole(board, text)) {
            (_, Ok(hole)) => Goal::Hole(hole),
            (Ok(_), Err(error)) if !Path::new(goal).is_file() => return Err(error),
            _ => Goal::Position(read_goal(board, goal)?),
        },
    };
    Ok(game.with_goal(goal)?)
}

/// The name of a board in titles; of a file its name without folder and extension.
pub fn short_name(board: &(impl AsRef<Path> + ?Sized)) -> &str {
    let name = board.as_ref().file_stem().and_then(OsStr::to_str);
    name.filter(|name| *name != "-").unwrap_or("senku")
}

impl SenkuGame {
    /// The name of the board, or of its file.
    pub fn name(&self) -> Cow<'_, str> {
        self.board.to_string_lossy()
    }
}

impl SenkuEnds {
    /// Whether the user wrote the start or the goal by name, or on a triangle by number: then the output has names too.
    pub fn have_names(&self, board: &Board) -> bool {
        let goal = self.goal.as_deref().and_then(OsStr::to_str);
        self.start.as_deref().into_iter().chain(goal).any(|text| writes_names(board, text))
    }
}

/// Whether the user wrote a hole by name, or on a triangle by number.
fn writes_names(board: &Board, text: &str) -> bool {
    let is_number = text.trim().parse::<u32>().is_ok() && board.lattice() == Lattice::Triangular;
    is_number || has_names(text)
}

fn from_vacancy(board: Board, start: &str) -> Result<Game, Failure> {
    let hole = hole(&board, start)?;
    Ok(Game::from_vacancy(board, hole)?)
}

/// The hole that a text names. The error repeats the user's notation.
fn hole(board: &Board, text: &str) -> Result<Hole, Failure> {
    let hole = board.parse_square(text).and_then(|square| board.require(square));
    hole.map_err(|error| match writes_names(board, text) {
        true => Failure::Usage(board.with_names(&error.to_string())),
        false => error.into(),
    })
}

/// `; did you mean 'english'?`, if a name is similar.
pub fn meant(name: &str) -> String {
    let names = NAMED_BOARDS.iter().flat_map(|named| [Some(named.name), named.alias]);
    did_you_mean(nearest(name, names.flatten()))
}

/// The pegs of the board in this file, which must have the same holes as `board`.
fn read_goal(board: &Board, file: &OsStr) -> Result<Position, Failure> {
    let name = file.to_string_lossy();
    if !Path::new(file).exists() {
        return Err(usage!("'{}': the goal must be a hole, 'any', 'same' or a file", shown(&name)));
    }
    let diagram = Diagram::parse(&files::read(file)?)?;
    if diagram.board != *board {
        return Err(usage!(
            "the board in '{}' has other holes than the board of the game; draw the goal on the game's board",
            shown(&name)
        ));
    }
    Ok(diagram.pegs)
}
