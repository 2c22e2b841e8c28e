//! A solution with the fewest moves, where a *move* is a chain of jumps by one peg.
//!
//! Breadth first by moves from both ends: forward from the start, and backward from the goal by *unmoves*, in which a
//! peg jumps back and the pegs that it took return. The side with the smaller frontier advances. A shortest solution of
//! L moves has, for every a + b = L, a position that is a moves from the start and b from the goal, so the first two
//! frontiers that meet have found one. Positions are kept up to the symmetries that keep both ends, in sorted lists,
//! one per number of moves.
//!
//! The English board needs 18 (E. Bergholt, The Queen, 1912). Run time O(positions within half the moves, times the
//! chains from each). Memory 8 bytes per position and, a block at a time, per end of its chains.

use super::holes::common;
use super::jump::Play;
use super::{Game, Group, Jump, Position};
use crate::Error;
use crate::search::{Context, StopFlag};
use rayon::prelude::*;

/// Positions expanded between two sorts of their children, which bounds the memory of duplicates.
const BLOCK: usize = 1 << 16;
/// Positions per task.
const TASK: usize = 1 << 8;

/// The outcome of a search for the fewest moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FewestMoves {
    /// A solution with the fewest moves, each a chain of jumps by one peg.
    Found(Vec<Vec<Jump>>),
    /// There is no solution.
    None,
    /// The stop flag was raised.
    Stopped {
        /// A lower bound for the fewest moves.
        at_least: usize,
    },
}

/// Searches for a solution with the fewest moves.
///
/// ```
/// use vuelta::search::{Context, Workers};
/// use vuelta::senku::{FewestMoves, Game, fewest_moves};
/// let game = Game::named("triangle15").unwrap();
/// let found = fewest_moves(&game, &Context::new(&Workers::new(2).unwrap()));
/// assert!(matches!(found, Ok(FewestMoves::Found(moves)) if moves.len() == 10));
/// ```
///
/// # Errors
/// [`Error::Inconsistent`] if a move of the solution is not found again.
pub fn fewest_moves(game: &Game, context: &Context<'_>) -> Result<FewestMoves, Error> {
    if !game.is_possible() {
        return Ok(FewestMoves::None);
    }
    let Context { workers, stop, .. } = context;
    workers.pool().install(|| FewestSearch::new(game, stop).run())
}

struct FewestSearch<'a> {
    game: &'a Game,
    group: Group,
    stop: &'a StopFlag,
    /// By the direction of play, then by m: the positions exactly m moves from the start, sorted; and those m moves
    /// from the goal.
    levels: [Vec<Vec<Position>>; 2],
}

impl<'a> FewestSearch<'a> {
    fn new(game: &'a Game, stop: &'a StopFlag) -> Self {
        let group = game.symmetries();
        let goals = sorted(game.goals().map(|goal| group.canonical(goal)).collect());
        FewestSearch { game, stop, levels: [vec![vec![game.start()]], vec![goals]], group }
    }

    fn run(mut self) -> Result<FewestMoves, Error> {
        loop {
            let (forward, backward) = (self.frontier(Play::Forward), self.frontier(Play::Backward));
            if let Some(meeting) = common(forward, backward) {
                return self.moves_through(meeting).map(FewestMoves::Found);
            }
            if forward.is_empty() || backward.is_empty() {
                return Ok(FewestMoves::None);
            }
            let play = if forward.len() <= backward.len() { Play::Forward } else { Play::Backward };
            if !self.expand(play) {
                // The frontiers a and b moves from the ends have not met: a solution needs a + b + 1.
                let at_least = self.levels.iter().map(Vec::len).sum::<usize>() - 1;
                return Ok(FewestMoves::Stopped { at_least });
            }
        }
    }

    fn frontier(&self, play: Play) -> &[Position] {
        self.levels[play as usize].last().map_or(&[], Vec::as_slice)
    }

    /// Adds the next level; returns false if stopped.
    fn expand(&mut self, play: Play) -> bool {
        let mut next: Vec<Position> = vec![];
        for block in self.frontier(play).chunks(BLOCK) {
            let tasks = block.par_chunks(TASK).map(|positions| {
                let mut ends = vec![];
                if self.stop.is_raised() {
                    return ends;
                }
                for &position in positions {
                    let visit = &mut |end, _: &[Jump]| ends.push(self.group.canonical(end));
                    self.each_move(position, play, &mut vec![], visit);
                }
                sorted(ends)
            });
            next.extend(sorted(tasks.flatten_iter().collect()));
        }
        if self.stop.is_raised() {
            return false;
        }
        let mut next = sorted(next);
        for level in &self.levels[play as usize] {
            remove(&mut next, level);
        }
        self.levels[play as usize].push(next);
        true
    }

    /// Calls `visit` with the end of every move, or unmove, from the position, and with its jumps in the order in which
    /// they are made or taken back. The peg of the jumps in `chain`, if any, moves on.
    fn each_move(
        &self,
        position: Position,
        play: Play,
        chain: &mut Vec<Jump>,
        visit: &mut impl FnMut(Position, &[Jump]),
    ) {
        let last = chain.last().copied();
        for &jump in self.game.board().jumps() {
            let same_peg = last.is_none_or(|last| match play {
                Play::Forward => last.to == jump.from,
                Play::Backward => last.from == jump.to,
            });
            if same_peg && jump.fits(position, play) {
                let end = jump.play(position);
                chain.push(jump);
                visit(end, chain);
                self.each_move(end, play, chain, visit);
                chain.pop();
            }
        }
    }

    /// Reconstructs a solution through a position of both frontiers.
    fn moves_through(&self, meeting: Position) -> Result<Vec<Vec<Jump>>, Error> {
        let mut path = vec![meeting];
        let [forward, backward] = &self.levels;
        // Back to the start: an unmove of each position leads to the level before it.
        for level in forward.iter().rev().skip(1) {
            path.insert(0, self.neighbour(path[0], Play::Backward, level)?);
        }
        for level in backward.iter().rev().skip(1) {
            path.push(self.neighbour(path[path.len() - 1], Play::Forward, level)?);
        }
        // The path consists of representatives; play it from the real start.
        let mut position = self.game.start();
        let mut moves = vec![];
        for &next in &path[1..] {
            let mut found = None;
            self.each_move(position, Play::Forward, &mut vec![], &mut |end, chain| {
                if found.is_none() && self.group.canonical(end) == next {
                    found = Some((end, chain.to_vec()));
                }
            });
            let (end, chain) = found.ok_or_else(lost)?;
            position = end;
            moves.push(chain);
        }
        Ok(moves)
    }

    /// A position of the sorted level that is a move, or an unmove, away.
    fn neighbour(&self, position: Position, play: Play, level: &[Position]) -> Result<Position, Error> {
        let mut found = None;
        self.each_move(position, play, &mut vec![], &mut |end, _| {
            let end = self.group.canonical(end);
            if level.binary_search(&end).is_ok() {
                found = Some(end);
            }
        });
        found.ok_or_else(lost)
    }
}

/// The error if a move of the search is not found again.
fn lost() -> Error {
    Error::Inconsistent { what: "a move of the solution with the fewest moves is not found again".to_owned() }
}

/// Sorts the positions and removes duplicates.
pub(super) fn sorted(mut positions: Vec<Position>) -> Vec<Position> {
    positions.par_sort_unstable();
    positions.dedup();
    positions
}

/// Removes the members of `others`; both are sorted.
fn remove(positions: &mut Vec<Position>, others: &[Position]) {
    let mut others = others.iter().peekable();
    positions.retain(|position| {
        while others.next_if(|&other| other < position).is_some() {}
        others.peek() != Some(&position)
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Workers;
    use crate::senku::{Board, Goal, Hole};
    use std::collections::HashSet;

    /// The fewest moves by a plain breadth-first search without symmetry.
    fn plainly(game: &Game) -> Option<usize> {
        let stop = StopFlag::default();
        let search =
            FewestSearch { group: Group::trivial(game.board().len()), ..FewestSearch::new(game, &stop) };
        let mut level = HashSet::from([game.start()]);
        for moves in 0.. {
            if level.is_empty() {
                return None;
            }
            if level.iter().any(|&position| game.is_won(position)) {
                return Some(moves);
            }
            let mut next = HashSet::new();
            for &position in &level {
                search.each_move(position, Play::Forward, &mut vec![], &mut |end, _| {
                    next.insert(end);
                });
            }
            level = next;
        }
        None
    }

    #[test]
    fn both_ends_meet_in_the_fewest_moves_of_a_plain_search() {
        let workers = Workers::new(2).unwrap();
        for (name, holes) in [("triangle15", 15), ("square4", 16)] {
            let board = Board::named(name).unwrap();
            for (vacancy, any) in (0..holes).flat_map(|vacancy| [(vacancy, true), (vacancy, false)]) {
                let mut game = Game::from_vacancy(board.clone(), Hole::new(vacancy)).unwrap();
                let goal = if any { Goal::Any } else { game.same().unwrap() };
                game = game.with_goal(goal).unwrap();
                let found = fewest_moves(&game, &Context::new(&workers)).unwrap();
                let Some(fewest) = plainly(&game) else {
                    assert_eq!(found, FewestMoves::None, "{name} from hole {vacancy}");
                    continue;
                };
                let FewestMoves::Found(moves) = found else {
                    panic!("{name} from hole {vacancy}: {found:?}")
                };
                assert_eq!(moves.len(), fewest, "{name} from hole {vacancy}");
                let mut position = game.start();
                for jumps in &moves {
                    assert!(jumps.windows(2).all(|pair| pair[0].to == pair[1].from), "one peg a move");
                    for jump in jumps {
                        assert!(jump.is_legal(position));
                        position = jump.play(position);
                    }
                }
                assert!(game.is_won(position));
            }
        }
    }

    #[test]
    fn a_raised_flag_stops_the_search() {
        let stop = StopFlag::default();
        stop.finish();
        let game = Game::named("english").unwrap();
        let stopped = fewest_moves(&game, &Context::new(&Workers::new(1).unwrap()).until(&stop)).unwrap();
        assert_eq!(stopped, FewestMoves::Stopped { at_least: 1 });
    }

    #[test]
    fn a_move_that_is_not_found_is_an_error() {
        let game = Game::named("triangle15").unwrap();
        let stop = StopFlag::default();
        // A level that no move of the start leads to.
        let strange = |level| FewestSearch {
            levels: [vec![vec![game.start()], level], vec![]],
            ..FewestSearch::new(&game, &stop)
        };
        let meeting = Position::from_bits(1);
        assert!(matches!(strange(vec![meeting]).moves_through(meeting), Err(Error::Inconsistent { .. })));
    }
}
