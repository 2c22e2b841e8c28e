//! Senku: boards, games, and the map of winnable positions.

use crate::errors::{guarded, raised};
use crate::pictures::Drawing;
use crate::queens::{Method, pairs};
use crate::run::{Limits, counted, run};
use crate::stream::Stream;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::io::BufWriter;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use vuelta::search::Context;
use vuelta::senku::{
    self, Board, Counting, Diagram, FewestMoves, Game, Goal, Hole, Jump, Lattice, NAMED_BOARDS, Position,
    Solution, Solver, Winnable, moves, notation,
};
use vuelta::{Error, Square};
use vuelta_picture::{Animation, Picture};
use vuelta_records::{Countable, Draft, ExportError, SenkuCounting};

/// Jumps by their places in the board's list.
type Places = Vec<u32>;
/// From, over, to: holes by number; and the direction's name.
type PlainJump = (usize, usize, usize, &'static str);
/// The result of playing a list of jumps: legal, wins, the jumps made, the position after them, the number of the first
/// that is not legal, why.
type Played = (bool, bool, Places, u64, Option<usize>, Option<String>);

/// A board of 1 to 64 holes: what `Board` in Python is derived from.
#[pyclass(module = "vuelta._vuelta", frozen, subclass)]
pub struct SenkuBoard {
    board: Board,
    /// The pegs with which a named board usually starts, or those that a text shows.
    pegs: Position,
}

impl SenkuBoard {
    /// The jumps at these places.
    fn jumps_at(&self, places: &[u32]) -> Vec<Jump> {
        places.iter().map(|&place| self.board.jumps()[place as usize]).collect()
    }
}

/// The places of these jumps.
fn places(board: &Board, jumps: &[Jump]) -> Places {
    let place = |jump| (0..).zip(board.jumps()).find(|&(_, known)| known == jump).map(|(place, _)| place);
    jumps.iter().filter_map(place).collect()
}

#[pymethods]
impl SenkuBoard {
    /// The board of this name, or the one that a text shows.
    #[new]
    fn new(text: &str, is_name: bool) -> PyResult<Self> {
        guarded(|| {
            if is_name {
                let game = Game::named(text).map_err(raised)?;
                return Ok(SenkuBoard { board: game.board().clone(), pegs: game.start() });
            }
            let Diagram { board, pegs } = Diagram::parse(text.as_bytes()).map_err(raised)?;
            Ok(SenkuBoard { board, pegs })
        })
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.board == other.board
    }

    #[getter]
    fn _pegs(&self) -> u64 {
        self.pegs.bits()
    }

    /// Whether holes have six neighbours, in rows that form a triangle.
    #[getter]
    fn is_triangular(&self) -> bool {
        self.board.lattice() == Lattice::Triangular
    }

    /// The squares of the holes, by number.
    #[getter]
    fn _squares(&self) -> Vec<(u32, u32)> {
        pairs(self.board.squares())
    }

    /// Every jump there is.
    #[getter]
    fn _jumps(&self) -> Vec<PlainJump> {
        let plain =
            |jump: &Jump| (jump.from.index(), jump.over.index(), jump.to.index(), jump.direction.name());
        self.board.jumps().iter().map(plain).collect()
    }

    /// The number of the hole on the square that a text names.
    fn _hole(&self, text: &str) -> PyResult<usize> {
        guarded(|| {
            let hole = self.board.parse_square(text).and_then(|square| self.board.require(square));
            hole.map(Hole::index).map_err(raised)
        })
    }

    /// The number of the hole on this square.
    fn _hole_at(&self, row: u32, column: u32) -> PyResult<usize> {
        guarded(|| self.board.require(Square::new(row, column)).map(Hole::index).map_err(raised))
    }

    /// The text that shows a position.
    fn _text(&self, pegs: u64) -> PyResult<String> {
        guarded(|| Ok(self.board.diagram(Position::from_bits(pegs))))
    }

    /// A list of jumps as text, and the number of jumps in each move.
    fn _write(&self, jumps: Places) -> PyResult<(String, Vec<usize>)> {
        guarded(|| {
            let jumps = self.jumps_at(&jumps);
            Ok((notation::write_jumps(&self.board, &jumps), moves(&jumps).map(<[Jump]>::len).collect()))
        })
    }

    /// Draws a position, and the jumps that led to it.
    fn _picture(&self, pegs: u64, jumps: Places, margin: &str) -> PyResult<Drawing> {
        guarded(|| {
            let position = Position::from_bits(pegs);
            let picture = match self.jumps_at(&jumps).as_slice() {
                jumps @ ([] | [_]) => Picture::senku(&self.board, position, jumps),
                chain => Picture::senku_move(&self.board, position, chain),
            };
            Drawing::new(picture, margin, None)
        })
    }

    /// Draws a game as an animation: a GIF if `pixels` per hole are given, else an SVG.
    fn _animation(
        &self,
        start: u64,
        jumps: Places,
        hundredths: u16,
        pixels: Option<u32>,
    ) -> PyResult<Vec<u8>> {
        guarded(|| {
            let mut position = Position::from_bits(start);
            let frame = |position, jump: Option<Jump>, number| {
                let picture = Picture::senku(&self.board, position, jump.as_slice()).map_err(raised)?;
                PyResult::Ok(picture.number(Some(number)))
            };
            let mut frames = vec![frame(position, None, 0)?];
            for (number, jump) in (1..).zip(self.jumps_at(&jumps)) {
                position = jump.play(position);
                frames.push(frame(position, Some(jump), number)?);
            }
            let animation = Animation::new(frames, hundredths).map_err(raised)?;
            match pixels {
                Some(pixels) => animation.gif(pixels).map_err(raised),
                None => Ok(animation.svg().into_bytes()),
            }
        })
    }
}

/// A board, a start and a goal: what `Game` in Python is derived from.
#[pyclass(module = "vuelta._vuelta", frozen, subclass, eq)]
#[derive(PartialEq)]
pub struct SenkuGame(Arc<Game>);

/// A goal from Python.
#[derive(FromPyObject)]
enum GoalOf {
    Name(String),
    Pegs(u64),
}

#[pymethods]
impl SenkuGame {
    /// From these pegs to a goal: none for the usual one, "any", "same", or pegs.
    #[new]
    fn new(board: &SenkuBoard, start: u64, goal: Option<GoalOf>) -> PyResult<Self> {
        guarded(|| {
            let game = Game::new(board.board.clone(), Position::from_bits(start)).map_err(raised)?;
            let goal = match goal {
                None => game.goal(),
                Some(GoalOf::Name(name)) if name == "any" => Goal::Any,
                Some(GoalOf::Name(_)) => game.same().map_err(raised)?,
                Some(GoalOf::Pegs(bits)) => {
                    let pegs = Position::from_bits(bits);
                    let only = pegs.iter().next().filter(|_| pegs.len() == 1);
                    only.map_or(Goal::Position(pegs), Goal::Hole)
                }
            };
            game.with_goal(goal).map(|game| SenkuGame(Arc::new(game))).map_err(raised)
        })
    }

    /// The goal's pegs; none where one peg anywhere is the goal.
    #[getter]
    fn _goal(&self) -> Option<u64> {
        self.0.goal().position().map(Position::bits)
    }

    /// Whether the invariants and the number of pegs allow the goal. If so, there still may be no solution.
    #[getter]
    fn is_possible(&self) -> PyResult<bool> {
        guarded(|| Ok(self.0.is_possible()))
    }

    /// Counts games and solutions: the record as JSON. `name` is the board's.
    fn _count(
        &self,
        py: Python<'_>,
        name: String,
        winning: bool,
        method: Method,
        limits: Limits,
    ) -> PyResult<String> {
        let game = Arc::clone(&self.0);
        counted(py, &limits, move |context| {
            let counting = Counting::new(&game).engine(method.engine()?).isa(method.isa()?);
            let mut counting = counting.memory_limit(method.memory()).winning(winning);
            if let Some(path) = method.checkpoint {
                counting = counting.ledger(path);
            }
            SenkuCounting { name: &name, counting }.count(context)
        })
    }

    /// One solution, none where there is none. `textbook` takes the textbook's search.
    fn _solve(&self, py: Python<'_>, textbook: bool, limits: Limits) -> PyResult<Option<Places>> {
        let game = Arc::clone(&self.0);
        run(py, &limits, move |context| {
            let (stop, found) = (&context.stop, |jumps: Vec<Jump>| places(game.board(), &jumps));
            if textbook {
                let mut search = senku::solutions(&game).until(stop);
                let first = search.next().map(found);
                return if search.is_stopped() { Err(Error::Stopped) } else { Ok(first) };
            }
            match Solver::new(&game).max_nodes(u64::MAX).solve(stop).0 {
                Solution::Found(jumps) => Ok(Some(found(jumps))),
                Solution::Forbidden | Solution::None => Ok(None),
                _ => Err(Error::Stopped),
            }
        })
    }

    /// A solution with the fewest moves, none where there is none.
    fn _fewest_moves(&self, py: Python<'_>, limits: Limits) -> PyResult<Option<Places>> {
        let game = Arc::clone(&self.0);
        run(py, &limits, move |context| match senku::fewest_moves(&game, context)? {
            FewestMoves::Found(moves) => Ok(Some(places(game.board(), &moves.concat()))),
            FewestMoves::None => Ok(None),
            _ => Err(Error::Stopped),
        })
    }

    /// Every solution, in the textbook's order.
    fn _solutions(&self) -> Stream {
        let game = Arc::clone(&self.0);
        Stream::new(move |sink, stop| {
            senku::solutions(&game).until(stop).all(|jumps| sink.take(places(game.board(), &jumps)));
            Ok(())
        })
    }

    /// Plays the list of jumps in a text.
    fn _check(&self, text: &str) -> PyResult<Played> {
        guarded(|| {
            let board = self.0.board();
            let steps = notation::parse_jumps(board, text.as_bytes()).map_err(raised)?;
            let verdict = notation::check(&self.0, &steps);
            let jumps = places(board, &verdict.jumps);
            let named = |reason: String| board.with_names(&reason);
            let reason = if notation::has_names(text) { verdict.reason.map(named) } else { verdict.reason };
            Ok((verdict.at.is_none(), verdict.wins, jumps, verdict.end.bits(), verdict.at, reason))
        })
    }
}

/// The winnable positions of a game.
#[pyclass(module = "vuelta._vuelta", frozen)]
pub struct SenkuWinnable {
    map: Arc<Mutex<Winnable>>,
    game: Arc<Game>,
}

impl SenkuWinnable {
    fn with<T>(&self, ask: impl FnOnce(&mut Winnable) -> T) -> PyResult<T> {
        guarded(|| Ok(ask(&mut self.map.lock().unwrap_or_else(PoisonError::into_inner))))
    }

    /// Asks what needs the number of solutions from each position.
    fn counted<T: Send + 'static>(
        &self,
        py: Python<'_>,
        limits: &Limits,
        ask: impl FnOnce(&mut Winnable, &Context<'_>) -> Result<T, Error> + Send + 'static,
    ) -> PyResult<T> {
        let map = Arc::clone(&self.map);
        run(py, limits, move |context| {
            let mut map = map.lock().unwrap_or_else(PoisonError::into_inner);
            map.count_solutions(context)?;
            ask(&mut map, context)
        })
    }
}

#[pymethods]
impl SenkuWinnable {
    /// The map of a game, from a file where there is one. A new map is kept in the file.
    #[new]
    fn new(
        py: Python<'_>,
        game: &SenkuGame,
        file: Option<PathBuf>,
        method: Method,
        limits: Limits,
    ) -> PyResult<Self> {
        let (memory, game) = (method.memory(), Arc::clone(&game.0));
        let load = |path: &PathBuf| guarded(|| Winnable::load(path, &game, memory).map_err(raised));
        let known = file.as_ref().map(load).transpose()?.flatten();
        if let Some(map) = known.filter(|map| map.covers(game.start())) {
            return Ok(SenkuWinnable { map: Arc::new(Mutex::new(map)), game });
        }
        let unwritten = |error: ExportError| PyOSError::new_err(error.to_string());
        let draft = file.as_deref().map(Draft::open).transpose().map_err(unwritten)?;
        let (is_kept, wanted) = (draft.is_some(), Arc::clone(&game));
        let map = run(py, &limits, move |context| {
            let mut make = |pegs| Winnable::of(&wanted, pegs, memory, context);
            match is_kept.then(|| make(Some(wanted.board().len()))) {
                None | Some(Err(Error::Memory { .. })) => make(None),
                Some(made) => made,
            }
        })?;
        if let Some(draft) = draft {
            draft.fill(|file| map.write(&mut BufWriter::new(file))).map_err(unwritten)?;
        }
        Ok(SenkuWinnable { map: Arc::new(Mutex::new(map)), game })
    }

    /// Whether the map knows about as many pegs.
    fn covers(&self, pegs: u64) -> PyResult<bool> {
        self.with(|map| map.covers(Position::from_bits(pegs)))
    }

    /// Whether the goal can be reached from these pegs.
    fn contains(&self, pegs: u64) -> PyResult<bool> {
        self.with(|map| map.contains(Position::from_bits(pegs)))
    }

    /// The jumps that keep the game winnable.
    fn good_jumps(&self, pegs: u64) -> PyResult<Places> {
        let jumps: Vec<Jump> = self.with(|map| map.good_jumps(Position::from_bits(pegs)).collect())?;
        Ok(places(self.game.board(), &jumps))
    }

    /// The number of solutions from these pegs.
    fn solutions(&self, py: Python<'_>, pegs: u64, limits: Limits) -> PyResult<u128> {
        let position = Position::from_bits(pegs);
        self.counted(py, &limits, move |map, context| map.solutions(position, &context.stop))
    }

    /// A solution from these pegs.
    fn draw(&self, py: Python<'_>, pegs: u64, seed: u64, limits: Limits) -> PyResult<Option<Places>> {
        let position = Position::from_bits(pegs);
        let jumps = self.counted(py, &limits, move |map, context| {
            map.draws(position, seed, &context.stop).next().transpose()
        })?;
        Ok(jumps.map(|jumps| places(self.game.board(), &jumps)))
    }
}

/// The names of boards.
#[pyfunction]
pub fn senku_names() -> Vec<&'static str> {
    NAMED_BOARDS.iter().map(|named| named.name).collect()
}
