//! The textbook search, written to be read.
//!
//! Look through the holes row by row, and at each hole through UP, DOWN, LEFT, RIGHT. Make the first legal jump, go on
//! from there, and take the jump back if nothing comes of it. With no table and no symmetry, the search is the oracle
//! for everything faster. A *node* is a visited position, the start and the goal included; the English centre game is
//! solved after 7,667,771 nodes.
//!
//! Run time O(games), memory O(pegs).

use super::tree_top::{Ends, TreeTop};
use super::{Count, Game, Group, Jump, Position};
use crate::Error;
use crate::search::{Context, Halt, StopFlag, Subproblems, Tally};
use std::iter::FusedIterator;

/// Nodes between two checks of the stop flag.
const NODES_PER_LOOK: u64 = 1 << 16;

/// A step of the textbook search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A jump to a new node of the search tree.
    Jump(Jump),
    /// The position is not the goal and has no jump.
    DeadEnd,
    /// All jumps of the position were tried, so the jump that led to it is taken back.
    Back(Jump),
    /// The position is the goal. The search does not go on from it.
    Solution,
}

/// Iterates over the steps of the textbook search, from the start until all jumps are taken back.
///
/// ```
/// use vuelta::senku::{Game, backtrack::{Step, steps}};
/// let game = Game::named("triangle15")?;
/// assert_eq!(steps(&game).filter(|step| *step == Step::Solution).count(), 6_816);
/// # Ok::<(), vuelta::Error>(())
/// ```
///
/// Run time O(jumps of the board) per step, memory O(pegs).
pub fn steps(game: &Game) -> impl Iterator<Item = Step> {
    let mut search = solutions(game);
    std::iter::from_fn(move || search.advance(|_| true))
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
        stop: StopFlag::default(),
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
    stop: StopFlag,
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
        self.stop = stop.clone();
        self
    }

    /// Begins in this position instead of the start.
    pub(super) fn at(self, position: Position) -> Self {
        Solutions { position, ..self }
    }

    /// Nodes visited so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether a raised flag ended the iteration.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The next solution whose positions `keeps` holds for: other positions are left at once.
    pub(super) fn next_through(&mut self, keeps: impl Fn(Position) -> bool) -> Option<Vec<Jump>> {
        loop {
            match self.advance(|step| matches!(step, Step::Jump(_)))? {
                Step::Solution => return Some(self.jumps()),
                _ if keeps(self.position) => {}
                _ => {
                    self.go_back();
                    self.is_new = false;
                }
            }
        }
    }

    /// The jumps from the start to the present position.
    fn jumps(&self) -> Vec<Jump> {
        let jumps = self.game.board().jumps();
        self.path.iter().map(|&jump| jumps[jump]).collect()
    }

    /// Advances to the next solution or other wanted step; `None` at the end. Lists want only solutions, so their loop
    /// is compiled without the other exits.
    #[inline(always)]
    fn advance(&mut self, wanted: impl Fn(Step) -> bool) -> Option<Step> {
        let jumps = self.game.board().jumps();
        while !self.stopped {
            let is_new = std::mem::take(&mut self.is_new);
            if is_new {
                self.nodes += 1;
                if self.game.is_won(self.position) {
                    self.next = jumps.len(); // with fewer pegs than these no position wins
                    return Some(Step::Solution);
                }
                let looks = self.nodes.is_multiple_of(NODES_PER_LOOK);
                self.stopped = looks && self.stop.is_raised();
            }
            let position = self.position.bits();
            let step = match self.masks[self.next..].iter().position(|[mask, pegs]| position & mask == *pegs)
            {
                Some(further) => {
                    let jump = self.next + further;
                    self.path.push(jump);
                    self.position = jumps[jump].play(self.position);
                    (self.next, self.is_new) = (0, true);
                    Step::Jump(jumps[jump])
                }
                None if is_new && wanted(Step::DeadEnd) => Step::DeadEnd,
                None => Step::Back(self.go_back()?),
            };
            if wanted(step) {
                return Some(step);
            }
        }
        None
    }

    /// Takes back the last jump; `None` at the start.
    fn go_back(&mut self) -> Option<Jump> {
        let last = self.path.pop()?;
        let jump = self.game.board().jumps()[last];
        self.position = jump.play(self.position);
        self.next = last + 1;
        Some(jump)
    }
}

impl Iterator for Solutions<'_> {
    /// The jumps from the start to the goal.
    type Item = Vec<Jump>;

    fn next(&mut self) -> Option<Vec<Jump>> {
        self.advance(|_| false)?;
        Some(self.jumps())
    }
}

impl FusedIterator for Solutions<'_> {}

/// Counts game by game; returns the number of subproblems too.
pub(super) fn count(game: &Game, context: &mut Context<'_>) -> Result<(Option<Count>, u64), Error> {
    let TreeTop { roots: list, ends: above } = TreeTop::new(game, &Group::trivial(game.board().len()))?;
    let subproblems = list.len() as u64;
    let count = |_, &(position, _): &(Position, u64), stop: &StopFlag| {
        let mut walk = Walk { game, stop, nodes: 0, ends: Ends::default() };
        walk.play_on(position)?;
        Ok(walk.ends)
    };
    let outcome = context.run(&Subproblems { list, weight: |&(_, ways)| ways, count })?;
    if !outcome.is_complete() {
        return Ok((None, subproblems));
    }
    let mut ends = outcome.tally;
    ends.add(&above, 1)?;
    Ok((Some(ends.count(game)), subproblems))
}

struct Walk<'a> {
    game: &'a Game,
    stop: &'a StopFlag,
    nodes: u64,
    /// Counted one by one, so 128 bits cannot overflow.
    ends: Ends,
}

impl Walk<'_> {
    fn play_on(&mut self, position: Position) -> Result<(), Halt> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LOOK) && self.stop.is_raised() {
            return Err(Halt::Stopped);
        }
        let mut stuck = true;
        for jump in self.game.board().legal_jumps(position) {
            stuck = false;
            self.play_on(jump.play(position))?;
        }
        self.ends.games += u128::from(stuck);
        self.ends.solutions += u128::from(self.game.is_won(position));
        Ok(())
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
        assert!(list.is_stopped() && list.nodes() == NODES_PER_LOOK);
    }

    /// Plays the steps, checks each, and returns the nodes and the solutions.
    fn replay(game: &Game, steps: impl Iterator<Item = Step>) -> (u64, Vec<Vec<Jump>>) {
        let (mut position, mut path, mut nodes, mut found) = (game.start(), vec![], 1, vec![]);
        for step in steps {
            match step {
                Step::Jump(jump) => {
                    assert!(jump.is_legal(position) && !game.is_won(position));
                    position = jump.play(position);
                    path.push(jump);
                    nodes += 1;
                }
                Step::Back(jump) => {
                    assert_eq!(path.pop(), Some(jump));
                    position = jump.play(position);
                }
                Step::DeadEnd => assert!(game.board().is_stuck(position) && !game.is_won(position)),
                Step::Solution => {
                    assert!(game.is_won(position));
                    found.push(path.clone());
                }
            }
        }
        (nodes, found)
    }

    #[test]
    fn the_steps_have_the_solutions_and_nodes_of_the_search() {
        for game in [game("oo.o."), game(".oo.\noooo\no.oo"), game("o.."), game("oo.oo")] {
            let (nodes, found) = replay(&game, steps(&game));
            let mut search = solutions(&game);
            assert!(search.by_ref().eq(found));
            assert_eq!(nodes, search.nodes());
        }
    }

    #[test]
    fn a_position_is_a_dead_end_once_and_at_the_start_too() {
        let all = |rows: &str| steps(&game(rows)).collect::<Vec<_>>();
        assert_eq!(all("o.o"), [Step::DeadEnd]);
        assert_eq!(all("o.."), [Step::Solution]);
        let all = all("oo.oo");
        assert!(matches!(all[..3], [Step::Jump(_), Step::Jump(_), Step::DeadEnd]));
        assert!(matches!(all[3..5], [Step::Back(_), Step::Back(_)]));
        assert_eq!(all.iter().filter(|step| **step == Step::DeadEnd).count(), 2);
    }
}
