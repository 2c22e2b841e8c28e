//! Senku.

use crate::errors::{bad_value, guarded, raised};
use crate::queens::Method;
use crate::run::{Limits, Reported, counted, run};
use crate::stream::Stream;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use vuelta::report::{Countable, SenkuCounting};
use vuelta::senku::{
    self, Board, Counting, Diagram, Engine, FewestMoves, Game, Goal, Hole, Jump, Lattice, NAMED_BOARDS,
    Position, Solution, Solver, moves, notation,
};
use vuelta::{EngineChoice, Error, Square};

/// Jumps by their places in the board's list.
pub type Places = Vec<u32>;
/// From, over, to: holes by number; and the direction's name.
type PlainJump = (usize, usize, usize, &'static str);

/// A board of 1 to 64 holes.
#[pyclass(module = "vuelta._vuelta", frozen)]
pub struct SenkuBoard {
    pub board: Arc<Board>,
    /// The place of each jump, by the holes it goes from and to.
    places: Arc<HashMap<(Hole, Hole), u32>>,
}

impl SenkuBoard {
    fn new(board: Board) -> Self {
        let places = (0..).zip(board.jumps()).map(|(place, jump)| ((jump.from, jump.to), place)).collect();
        SenkuBoard { board: Arc::new(board), places: Arc::new(places) }
    }

    /// The jumps at these places.
    pub fn jumps(&self, places: &[u32]) -> PyResult<Vec<Jump>> {
        let jump = |&place: &u32| self.board.jumps().get(place as usize).copied();
        places.iter().map(jump).collect::<Option<_>>().ok_or_else(|| bad_value("the board has no such jump"))
    }
}

/// The places of these jumps.
pub fn places(known: &HashMap<(Hole, Hole), u32>, jumps: &[Jump]) -> Places {
    jumps.iter().filter_map(|jump| known.get(&(jump.from, jump.to)).copied()).collect()
}

#[pymethods]
impl SenkuBoard {
    /// The board of this name.
    #[staticmethod]
    fn named(name: &str) -> PyResult<Self> {
        guarded(|| Board::named(name).map(SenkuBoard::new).map_err(raised))
    }

    /// Reads a text; the pegs that it shows come second.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<(Self, u64)> {
        guarded(|| {
            let Diagram { board, pegs } = Diagram::parse(text.as_bytes()).map_err(raised)?;
            Ok((SenkuBoard::new(board), pegs.bits()))
        })
    }

    #[getter]
    fn is_triangular(&self) -> bool {
        self.board.lattice() == Lattice::Triangular
    }

    /// The squares of the holes, by number.
    #[getter]
    fn holes(&self) -> Vec<(u32, u32)> {
        crate::queens::pairs(self.board.squares())
    }

    /// Every jump there is.
    #[getter(jumps)]
    fn all_jumps(&self) -> Vec<PlainJump> {
        let plain =
            |jump: &Jump| (jump.from.index(), jump.over.index(), jump.to.index(), jump.direction.name());
        self.board.jumps().iter().map(plain).collect()
    }

    /// The number of the hole on the square that a text names.
    fn hole(&self, text: &str) -> PyResult<usize> {
        guarded(|| {
            let hole = self.board.parse_square(text).and_then(|square| self.board.require(square));
            hole.map(Hole::index).map_err(raised)
        })
    }

    /// The number of the hole on this square.
    fn hole_at(&self, row: u32, column: u32) -> PyResult<usize> {
        guarded(|| self.board.require(Square::new(row, column)).map(Hole::index).map_err(raised))
    }

    /// The picture that `parse` reads.
    fn text(&self, pegs: u64) -> PyResult<String> {
        guarded(|| Ok(self.board.diagram(self.position(pegs)?)))
    }
}

impl SenkuBoard {
    /// Pegs from Python.
    pub fn position(&self, bits: u64) -> PyResult<Position> {
        let position = Position::from_bits(bits);
        let on_board = self.board.holes().contains_all(position);
        if on_board { Ok(position) } else { Err(bad_value("there is a peg that is off the board")) }
    }
}

/// A board, a start and a goal.
#[pyclass(module = "vuelta._vuelta", frozen)]
pub struct SenkuGame {
    pub game: Arc<Game>,
    pub places: Arc<HashMap<(Hole, Hole), u32>>,
}

#[pymethods]
impl SenkuGame {
    /// From these pegs to a goal: none for the usual one, "any", "same", or pegs.
    #[new]
    fn new(board: &SenkuBoard, start: u64, goal: Option<GoalOf>) -> PyResult<Self> {
        guarded(|| {
            let game = Game::new((*board.board).clone(), board.position(start)?).map_err(raised)?;
            let goal = match goal {
                None => game.goal(),
                Some(GoalOf::Name(name)) if name == "any" => Goal::Any,
                Some(GoalOf::Name(_)) => game.same().map_err(raised)?,
                Some(GoalOf::Pegs(bits)) => {
                    let pegs = board.position(bits)?;
                    let mut holes = pegs.iter();
                    match (holes.next(), holes.next()) {
                        (Some(hole), None) => Goal::Hole(hole),
                        _ => Goal::Position(pegs),
                    }
                }
            };
            let game = game.with_goal(goal).map_err(raised)?;
            Ok(SenkuGame { game: Arc::new(game), places: Arc::clone(&board.places) })
        })
    }

    /// The goal's pegs; none where one peg anywhere is the goal.
    #[getter]
    fn goal(&self) -> Option<u64> {
        self.game.goal().position().map(Position::bits)
    }

    /// Whether the invariants allow the goal.
    #[getter]
    fn is_possible(&self) -> PyResult<bool> {
        guarded(|| Ok(self.game.is_possible()))
    }
}

/// A goal from Python.
#[derive(FromPyObject)]
pub enum GoalOf {
    Name(String),
    Pegs(u64),
}

/// The names of boards.
#[pyfunction]
pub fn senku_names() -> Vec<&'static str> {
    NAMED_BOARDS.iter().map(|named| named.name).collect()
}

/// The pegs with which the game of this name usually starts.
#[pyfunction]
pub fn senku_named(name: &str) -> PyResult<u64> {
    guarded(|| Game::named(name).map(|game| game.start().bits()).map_err(raised))
}

/// Counts games and solutions: the record as JSON, and whether the time limit came first. `name` is the board's.
#[pyfunction]
pub fn senku_count(
    py: Python<'_>,
    name: String,
    game: &SenkuGame,
    winning: bool,
    method: Method,
    limits: Limits,
) -> PyResult<Reported> {
    guarded(|| {
        let engine = method.engine.parse::<EngineChoice<Engine>>().map_err(raised)?;
        let (game, memory, isa) = (Arc::clone(&game.game), method.memory(), method.isa()?);
        counted(py, &limits, move |context| {
            let counting = Counting::new(&game).engine(engine).isa(isa);
            let mut counting = counting.memory_limit(memory).winning(winning);
            if let Some(path) = method.checkpoint {
                counting = counting.ledger(path);
            }
            SenkuCounting { name: &name, counting }.record(context)
        })
    })
}

/// One solution, none where there is none, and whether the time limit came first. `textbook` takes the textbook's search.
#[pyfunction]
pub fn senku_solve(
    py: Python<'_>,
    game: &SenkuGame,
    textbook: bool,
    limits: Limits,
) -> PyResult<(Option<Places>, bool)> {
    guarded(|| {
        let (known, game) = (Arc::clone(&game.places), Arc::clone(&game.game));
        let (jumps, late) = run(py, &limits, move |context| {
            let stop = &context.stop;
            if textbook {
                let mut search = senku::solutions(&game).until(stop);
                let first = search.next();
                return if search.is_stopped() { Err(Error::Stopped) } else { Ok(first) };
            }
            match Solver::new(&game).max_nodes(u64::MAX).solve(stop).0 {
                Solution::Found(jumps) => Ok(Some(jumps)),
                Solution::Forbidden | Solution::None => Ok(None),
                _ => Err(Error::Stopped),
            }
        })?;
        Ok((jumps.flatten().map(|jumps| places(&known, &jumps)), late))
    })
}

/// A solution with the fewest moves, as places in the board's list of jumps.
#[pyfunction]
pub fn senku_fewest_moves(
    py: Python<'_>,
    game: &SenkuGame,
    limits: Limits,
) -> PyResult<(Option<Places>, bool)> {
    guarded(|| {
        let (known, game) = (Arc::clone(&game.places), Arc::clone(&game.game));
        let (jumps, late) = run(py, &limits, move |context| match senku::fewest_moves(&game, context)? {
            FewestMoves::Found(moves) => Ok(Some(moves.concat())),
            FewestMoves::None => Ok(None),
            _ => Err(Error::Stopped),
        })?;
        Ok((jumps.flatten().map(|jumps| places(&known, &jumps)), late))
    })
}

/// Every solution, in the textbook's order.
#[pyfunction]
pub fn senku_solutions(game: &SenkuGame) -> PyResult<Stream> {
    guarded(|| {
        let (known, game) = (Arc::clone(&game.places), Arc::clone(&game.game));
        Ok(Stream::new(move |sink, stop| {
            senku::solutions(&game).until(stop).all(|jumps| sink.take(places(&known, &jumps)));
            Ok(())
        }))
    })
}

/// The result of playing a list of jumps: legal, wins, the jumps made, the position after them, the number of the first
/// that is not legal, why.
type Played = (bool, bool, Places, u64, Option<usize>, Option<String>);

/// Plays the list of jumps in a text.
#[pyfunction]
pub fn senku_check(game: &SenkuGame, text: &str) -> PyResult<Played> {
    guarded(|| {
        let steps = notation::parse_jumps(game.game.board(), text.as_bytes()).map_err(raised)?;
        let verdict = notation::check(&game.game, &steps);
        let jumps = places(&game.places, &verdict.jumps);
        let named = |reason: String| game.game.board().with_names(&reason);
        let reason = if notation::has_names(text) { verdict.reason.map(named) } else { verdict.reason };
        Ok((verdict.at.is_none(), verdict.wins, jumps, verdict.end.bits(), verdict.at, reason))
    })
}

/// A list of jumps as text, by moves where `by_moves`; and the number of jumps in each move.
#[pyfunction]
pub fn senku_write(board: &SenkuBoard, jumps: Places, by_moves: bool) -> PyResult<(String, Vec<usize>)> {
    guarded(|| {
        let jumps = board.jumps(&jumps)?;
        let write = if by_moves { notation::write_moves } else { notation::write_jumps };
        Ok((write(&board.board, &jumps), moves(&jumps).map(<[Jump]>::len).collect()))
    })
}
