//! The textbook search, written to be read.
//!
//! Look through the holes row by row and at each hole through UP, DOWN, LEFT, RIGHT; make the first jump
//! that is legal, go on from there, and take it back when nothing comes of it. No table, no symmetry: the
//! oracle for everything faster. A *node* is a position that is visited, the start and the goal
//! included; the English centre game is solved after 7,667,771 of them.
//!
//! Run time O(games), memory O(pegs).

use super::fundamental::solutions_up_to_symmetry;
use super::split::{Ends, Split};
use super::{Count, Counting, Game, Group, Jump, Position};
use crate::Error;
use crate::search::{Observer, Overflow, Problem, StopFlag, Subproblem, Tally, Workers};

/// Nodes between two looks at the stop flag.
const NODES_PER_LOOK: u64 = 1 << 16;

/// What the textbook search for one solution found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Textbook {
    /// The first solution in its order; `None` when there is none, or when it was stopped.
    pub jumps: Option<Vec<Jump>>,
    /// Nodes visited.
    pub nodes: u64,
    /// Whether it was stopped before it could know.
    pub stopped: bool,
}

/// The first solution in the textbook's order.
#[must_use]
pub fn first_solution(game: &Game, stop: &StopFlag) -> Textbook {
    let mut search = FirstSolution { game, stop, nodes: 0, stopped: false, jumps: Vec::new() };
    let found = search.solve(game.start());
    Textbook { jumps: found.then_some(search.jumps), nodes: search.nodes, stopped: search.stopped }
}

struct FirstSolution<'a> {
    game: &'a Game,
    stop: &'a StopFlag,
    nodes: u64,
    stopped: bool,
    /// The jumps from the start to the position in hand.
    jumps: Vec<Jump>,
}

impl FirstSolution<'_> {
    /// Whether the goal can be reached from `position`; if so, `jumps` leads there.
    fn solve(&mut self, position: Position) -> bool {
        self.nodes += 1;
        if self.game.is_won(position) {
            return true;
        }
        if self.nodes.is_multiple_of(NODES_PER_LOOK) && self.stop.is_raised() {
            self.stopped = true;
        }
        for &jump in self.game.board().jumps() {
            if self.stopped {
                return false;
            }
            if jump.is_legal(position) {
                self.jumps.push(jump);
                if self.solve(jump.play(position)) {
                    return true;
                }
                self.jumps.pop();
            }
        }
        false
    }
}

/// Counts game by game; the number of subproblems comes second.
pub(super) fn count(
    counting: &Counting<'_>,
    workers: &Workers,
    stop: &StopFlag,
    observer: &mut dyn Observer,
) -> Result<(Option<Count>, u64), Error> {
    let game = counting.game;
    let split = Split::new(game, &Group::trivial(game.board().len()))?;
    let problem = GameByGame { game, split: &split };
    let outcome = workers.run(&problem, stop, observer)?;
    if !outcome.is_complete() {
        return Ok((None, problem.len()));
    }
    let mut ends = outcome.tally;
    ends.add(&split.ends, 1)?;
    let count = Count {
        games: ends.games,
        solutions: ends.solutions,
        solutions_up_to_symmetry: solutions_up_to_symmetry(game, ends.solutions),
        positions: None,
        winning_positions: None,
    };
    Ok((Some(count), problem.len()))
}

struct GameByGame<'a> {
    game: &'a Game,
    split: &'a Split,
}

impl Problem for GameByGame<'_> {
    type Tally = Ends;
    type Scratch = ();

    fn len(&self) -> u64 {
        self.split.roots.len() as u64
    }

    fn subproblem(&self, id: u64) -> Subproblem {
        let weight = self.split.roots[id as usize].1;
        Subproblem { id, weight, cost: 1 }
    }

    fn scratch(&self) {}

    fn count(&self, id: u64, (): &mut (), stop: &StopFlag) -> Result<Ends, Overflow> {
        let mut walk = Walk { game: self.game, stop, nodes: 0, stopped: false, ends: Ends::default() };
        walk.play_on(self.split.roots[id as usize].0);
        if walk.stopped {
            // A part of a count is of no use, so that an early end is always an end without a count: the
            // driver must not take this subproblem for a finished one.
            stop.abandon();
        }
        Ok(walk.ends)
    }
}

struct Walk<'a> {
    game: &'a Game,
    stop: &'a StopFlag,
    nodes: u64,
    stopped: bool,
    /// Counts one by one: 128 bits are more than can be counted up to.
    ends: Ends,
}

impl Walk<'_> {
    fn play_on(&mut self, position: Position) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LOOK) && self.stop.is_raised() {
            self.stopped = true;
        }
        let mut stuck = true;
        for &jump in self.game.board().jumps() {
            if self.stopped {
                return;
            }
            if jump.is_legal(position) {
                stuck = false;
                self.play_on(jump.play(position));
            }
        }
        self.ends.games += u128::from(stuck);
        self.ends.solutions += u128::from(self.game.is_won(position));
    }
}
