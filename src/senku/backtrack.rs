//! The textbook search, written to be read.
//!
//! Look through the holes row by row, and at each hole through UP, DOWN, LEFT, RIGHT. Make the first legal jump, go on
//! from there, and take the jump back if nothing comes of it. With no table and no symmetry, the search is the oracle
//! for everything faster. A *node* is a visited position, the start and the goal included; the English centre game is
//! solved after 7,667,771 nodes.
//!
//! Run time O(games), memory O(pegs).

mod steps;

use super::tree_top::{Ends, Roots, TreeTop};
use super::{Count, Game, Group, Jump, Position};
use crate::Error;
use crate::search::{Context, Halt, Problem, StopFlag, Tally};
use std::iter::FusedIterator;

pub use steps::{Step, Steps};

/// Nodes between two checks of the stop flag.
const NODES_PER_LOOK: u64 = 1 << 16;

/// The result of a textbook search for one solution.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Textbook {
    /// The first solution in the textbook's order; `None` if there is none or if the search was stopped.
    pub jumps: Option<Vec<Jump>>,
    /// Nodes visited.
    pub nodes: u64,
    /// Whether the search was stopped before its end.
    pub stopped: bool,
}

/// Finds the first solution in the textbook's order.
#[must_use]
pub fn first_solution(game: &Game, stop: &StopFlag) -> Textbook {
    let mut search = solutions(game).until(stop);
    let jumps = search.next();
    Textbook { jumps, nodes: search.nodes, stopped: search.stopped }
}

/// Iterates over all solutions of the game in the textbook's order, which is lexicographic by the jumps' indices in
/// [`Board::jumps`](super::Board::jumps).
///
/// ```
/// use vuelta::senku::{Game, notation, solutions};
/// let game = Game::named("triangle15")?;
/// let first = solutions(&game).next().unwrap();
/// assert!(notation::write_jumps(game.board(), &first).starts_with("1: UP-RIGHT from [2,0]\n"));
/// assert_eq!(solutions(&game).count(), 6_816);
/// # Ok::<(), vuelta::Error>(())
/// ```
///
/// One thread, memory O(pegs). The first solution can take arbitrarily long; to find just one, use
/// [`Solver`](super::Solver).
#[must_use]
pub fn solutions(game: &Game) -> Solutions<'_> {
    Solutions {
        game,
        stop: None,
        masks: game.board().jumps().iter().map(|jump| [jump.mask().bits(), jump.pegs().bits()]).collect(),
        position: game.start(),
        path: Vec::new(),
        next: 0,
        is_new: true,
        nodes: 0,
        stopped: false,
    }
}

/// The iterator of [`solutions`].
#[derive(Debug, Clone)]
pub struct Solutions<'a> {
    game: &'a Game,
    stop: Option<StopFlag>,
    /// For each jump, the holes that it changes and the holes that need a peg, as bits.
    masks: Vec<[u64; 2]>,
    position: Position,
    /// The jumps from the start to the present position, as indices into the board's list.
    path: Vec<usize>,
    /// The jump to try next.
    next: usize,
    /// Whether the last step reached the position for the first time.
    is_new: bool,
    nodes: u64,
    stopped: bool,
}

impl Solutions<'_> {
    /// Ends the iteration early when `stop` is raised.
    #[must_use]
    pub fn until(mut self, stop: &StopFlag) -> Self {
        self.stop = Some(stop.clone());
        self
    }

    /// Nodes visited so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Advances to the next wanted step; `None` at the end. Lists want only solutions, so their loop is compiled
    /// without the other exits.
    #[inline(always)]
    fn advance(&mut self, wanted: impl Fn(Move) -> bool) -> Option<Move> {
        let jumps = self.game.board().jumps();
        while !self.stopped {
            if std::mem::take(&mut self.is_new) {
                self.nodes += 1;
                if self.game.is_won(self.position) {
                    self.next = jumps.len(); // with fewer pegs than these no position wins
                    return Some(Move::Solution);
                }
                let looks = self.nodes.is_multiple_of(NODES_PER_LOOK);
                self.stopped = looks && self.stop.as_ref().is_some_and(StopFlag::is_raised);
            }
            let position = self.position.bits();
            let step = match self.masks[self.next..].iter().position(|[mask, pegs]| position & mask == *pegs)
            {
                Some(further) => {
                    let jump = self.next + further;
                    self.path.push(jump);
                    self.position = jumps[jump].play(self.position);
                    (self.next, self.is_new) = (0, true);
                    Move::Jump(jump)
                }
                None if self.go_back() => Move::Back,
                None => break,
            };
            if wanted(step) {
                return Some(step);
            }
        }
        None
    }

    /// Takes back the last jump; returns false at the start.
    fn go_back(&mut self) -> bool {
        let Some(last) = self.path.pop() else { return false };
        self.position = self.game.board().jumps()[last].play(self.position);
        self.next = last + 1;
        true
    }
}

/// A step of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Move {
    /// A jump is made; the number is its index in the board's list.
    Jump(usize),
    /// The last jump is taken back.
    Back,
    Solution,
}

impl Iterator for Solutions<'_> {
    /// The jumps from the start to the goal.
    type Item = Vec<Jump>;

    fn next(&mut self) -> Option<Vec<Jump>> {
        self.advance(|step| step == Move::Solution)?;
        let jumps = self.game.board().jumps();
        Some(self.path.iter().map(|&jump| jumps[jump]).collect())
    }
}

impl FusedIterator for Solutions<'_> {}

/// Counts game by game; returns the number of subproblems too.
pub(super) fn count(game: &Game, context: &mut Context<'_>) -> Result<(Option<Count>, u64), Error> {
    let top = TreeTop::new(game, &Group::trivial(game.board().len()))?;
    let count = |_, position, stop: &StopFlag| {
        let mut walk = Walk { game, stop, nodes: 0, stopped: false, ends: Ends::default() };
        walk.play_on(position);
        if walk.stopped { Err(Halt::Stopped) } else { Ok(walk.ends) }
    };
    let problem = Roots { top: &top, count };
    let outcome = context.run(&problem)?;
    if !outcome.is_complete() {
        return Ok((None, problem.len()));
    }
    let mut ends = outcome.tally;
    ends.add(&top.ends, 1)?;
    Ok((Some(ends.count(game)), problem.len()))
}

struct Walk<'a> {
    game: &'a Game,
    stop: &'a StopFlag,
    nodes: u64,
    stopped: bool,
    /// Counted one by one, so 128 bits cannot overflow.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Workers;
    use crate::senku::{Diagram, notation};

    fn game(rows: &str) -> Game {
        Game::from_diagram(Diagram::parse(rows.as_bytes()).unwrap()).unwrap()
    }

    #[test]
    fn the_solutions_match_the_count_differ_and_win() {
        let triangle = Game::named("triangle15").unwrap();
        for game in [game("oo.o."), game(".oo.\noooo\no.oo"), triangle] {
            let all: Vec<_> = solutions(&game).collect();
            let (count, _) = count(&game, &mut Context::new(&Workers::new(2).unwrap())).unwrap();
            assert_eq!(all.len() as u128, count.unwrap().solutions);
            let place = |jump: &Jump| game.board().jumps().iter().position(|other| other == jump).unwrap();
            let places: Vec<Vec<usize>> = all.iter().map(|jumps| jumps.iter().map(place).collect()).collect();
            assert!(places.is_sorted_by(|a, b| a < b), "lexicographic, without repetition");
            for jumps in all {
                let steps = notation::parse_jumps(
                    game.board(),
                    notation::write_jumps(game.board(), &jumps).as_bytes(),
                )
                .unwrap();
                assert!(notation::check(&game, &steps).wins);
            }
        }
    }

    #[test]
    fn a_start_that_is_the_goal_has_the_solution_without_jumps() {
        let mut all = solutions(&game("o..")).map(|jumps| jumps.len()).collect::<Vec<_>>().into_iter();
        assert_eq!((all.next(), all.next()), (Some(0), None));
    }

    #[test]
    fn a_stopped_list_ends_and_stays_ended() {
        let game = Game::named("english").unwrap();
        let stop = StopFlag::default();
        stop.finish();
        let mut list = solutions(&game).until(&stop);
        assert_eq!((list.next(), list.next()), (None, None));
        assert!(list.stopped && list.nodes() == NODES_PER_LOOK);
    }
}
