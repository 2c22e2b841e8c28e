//! One solution by two sweeps over the board that meet.
//!
//! Forward play from the start and backward play from the goal go level by level. Each keeps at most `width` positions
//! per level: those with the least sum over the pegs of a · row + b · column. So forward play clears the board from the
//! far side, and backward play fills it from the near side. Both prefer much the same positions: a few thousand of
//! each, out of billions, have one in common. (This is beam search from both ends.) With the four diagonals, width 1024
//! solves every single-vacancy problem of the named boards that is known to be solvable.
//!
//! A sweep that dropped no position was a complete search: then there is no solution.
//!
//! Run time O(levels · width · jumps · log), memory 8 bytes per position kept.

use crate::random::mix;
use crate::search::StopFlag;
use crate::senku::holes::common;
use crate::senku::jump::Play;
use crate::senku::{Game, Jump, Position};

/// Rows and columns of the directions of the sweeps; the diagonals come first because they work best.
pub(super) const DIRECTIONS: [(i64, i64); 16] = [
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
    (1, 0),
    (0, 1),
    (-1, 0),
    (0, -1),
    (1, 2),
    (2, 1),
    (1, -2),
    (2, -1),
    (-1, 2),
    (-2, 1),
    (-1, -2),
    (-2, -1),
];

/// The outcome of a sweep.
pub(super) enum Swept {
    /// These jumps lead from the start to the goal.
    Found(Vec<Jump>),
    /// Nothing was dropped, and nothing met: there is no solution.
    None,
    /// Positions were dropped, or the stop flag or the limit came first.
    Unknown,
}

/// The levels of one end in the order of play, each sorted.
pub(super) struct End {
    /// Whether the levels follow each other by jumps, or by jumps taken back.
    pub(super) play: Play,
    levels: Vec<Vec<Position>>,
    pub(super) pegs: usize,
    /// Whether no position was dropped because of the width.
    complete: bool,
}

impl End {
    pub(super) fn new(play: Play, mut positions: Vec<Position>, pegs: usize) -> Self {
        positions.sort_unstable();
        End { play, levels: vec![positions], pegs, complete: true }
    }

    pub(super) fn frontier(&self) -> &[Position] {
        self.levels.last().map_or(&[], Vec::as_slice)
    }

    /// Adds the next level, which is sorted.
    pub(super) fn push(&mut self, level: Vec<Position>) {
        match self.play {
            Play::Forward => self.pegs -= 1,
            Play::Backward => self.pegs += 1,
        }
        self.levels.push(level);
    }

    /// Keeps the positions of the frontier for which `keeps` holds.
    pub(super) fn retain(&mut self, keeps: impl Fn(Position, Play) -> bool) {
        if let Some(frontier) = self.levels.last_mut() {
            frontier.retain(|&position| keeps(position, self.play));
        }
    }
}

/// Two sweeps in one direction.
pub(super) struct Sweep<'a> {
    game: &'a Game,
    stop: &'a StopFlag,
    /// The cost of the pegs of each byte of a position: `costs[byte][value]`.
    costs: Vec<[i64; 256]>,
    width: usize,
}

impl<'a> Sweep<'a> {
    pub(super) fn new(game: &'a Game, stop: &'a StopFlag, direction: (i64, i64), width: usize) -> Self {
        let squares = game.board().squares();
        let (down, right) = direction;
        let cost = |hole: usize| {
            squares.get(hole).map_or(0, |s| down * i64::from(s.row) + right * i64::from(s.column))
        };
        let table = |byte: usize| {
            let sum = |value: usize| {
                (0..8).filter(|bit| value >> bit & 1 == 1).map(|bit| cost(8 * byte + bit)).sum()
            };
            std::array::from_fn(sum)
        };
        Sweep { game, stop, costs: (0..squares.len().div_ceil(8)).map(table).collect(), width }
    }

    /// Sweeps. Adds visited positions to `nodes`, and stops at `limit`.
    pub(super) fn run(&self, nodes: &mut u64, limit: u64) -> Swept {
        let mut forward = End::new(Play::Forward, vec![self.game.start()], self.game.start().len());
        let mut backward = End::new(Play::Backward, self.game.goals().collect(), self.game.goal().pegs());
        while forward.pegs > backward.pegs {
            if self.stop.is_raised() || *nodes >= limit {
                return Swept::Unknown;
            }
            let fewer_forward = forward.frontier().len() <= backward.frontier().len();
            let end = if fewer_forward { &mut forward } else { &mut backward };
            self.extend(end, nodes);
            if end.frontier().is_empty() {
                return if end.complete { Swept::None } else { Swept::Unknown };
            }
        }
        match common(forward.frontier(), backward.frontier()) {
            Some(meeting) => Swept::Found(way_through(self.game, &forward, &backward, meeting)),
            None if forward.complete && backward.complete => Swept::None,
            None => Swept::Unknown,
        }
    }

    /// Adds the next level of one end.
    fn extend(&self, end: &mut End, nodes: &mut u64) {
        let mut next = vec![];
        for jump in self.game.board().jumps() {
            let fitting = end.frontier().iter().filter(|&&position| jump.fits(position, end.play));
            next.extend(fitting.map(|&position| jump.play(position)));
        }
        *nodes += next.len() as u64;
        next.sort_unstable();
        next.dedup();
        if next.len() > self.width {
            end.complete = false;
            next = self.lowest(&next);
            next.sort_unstable();
        }
        end.push(next);
    }

    /// The `width` positions of least cost. Ties are broken by a hash, so that no hole is preferred.
    fn lowest(&self, positions: &[Position]) -> Vec<Position> {
        let mut keyed: Vec<(i64, u64, Position)> =
            positions.iter().map(|&position| (self.cost(position), mix(position.bits()), position)).collect();
        keyed.select_nth_unstable(self.width);
        keyed[..self.width].iter().map(|&(_, _, position)| position).collect()
    }

    fn cost(&self, position: Position) -> i64 {
        let bytes = position.bits().to_le_bytes();
        self.costs.iter().zip(bytes).map(|(table, byte)| table[usize::from(byte)]).sum()
    }
}

/// The jumps from the start through `meeting`, a position of both ends, to the goal.
pub(super) fn way_through(game: &Game, forward: &End, backward: &End, meeting: Position) -> Vec<Jump> {
    let mut jumps = way(game, meeting, forward, Play::Backward);
    jumps.reverse();
    jumps.extend(way(game, meeting, backward, Play::Forward));
    jumps
}

/// The jumps from `meeting` through the levels of one end, made or taken back.
fn way(game: &Game, meeting: Position, end: &End, play: Play) -> Vec<Jump> {
    let mut position = meeting;
    let levels = end.levels.iter().rev().skip(1);
    let step = |level: &Vec<Position>| {
        let leads =
            |jump: &&Jump| jump.fits(position, play) && level.binary_search(&jump.play(position)).is_ok();
        let jump = *game.board().jumps().iter().find(leads)?;
        position = jump.play(position);
        Some(jump)
    };
    levels.filter_map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::senku::{Board, Goal, Hole, solutions};

    fn sweep(game: &Game, width: usize) -> Swept {
        let stop = StopFlag::default();
        Sweep::new(game, &stop, DIRECTIONS[0], width).run(&mut 0, u64::MAX)
    }

    #[test]
    fn a_sweep_that_drops_nothing_decides() {
        for name in ["triangle15", "square4"] {
            let board = Board::named(name).unwrap();
            for start in board.holes().iter() {
                for goal in board.holes().iter().map(Goal::Hole).chain([Goal::Any]) {
                    let game = Game::from_vacancy(board.clone(), start).unwrap().with_goal(goal).unwrap();
                    if !game.is_possible() {
                        continue;
                    }
                    let expected = solutions(&game).next().is_some();
                    match sweep(&game, usize::MAX) {
                        Swept::Found(jumps) => {
                            let end = jumps.iter().fold(game.start(), |position, jump| {
                                assert!(jump.is_legal(position));
                                jump.play(position)
                            });
                            assert!(expected && game.is_won(end), "{name} {start:?} {goal:?}");
                        }
                        Swept::None => assert!(!expected, "{name} {start:?} {goal:?}"),
                        Swept::Unknown => panic!("nothing was dropped"),
                    }
                }
            }
        }
    }

    #[test]
    fn a_narrow_sweep_claims_nothing() {
        // Butler's hole 5: no solution, which only a complete search can say.
        let board = Board::named("triangle15").unwrap();
        let game = Game::from_vacancy(board, Hole::new(4)).unwrap();
        assert!(matches!(sweep(&game, 3), Swept::Unknown));
        assert!(matches!(sweep(&game, 5000), Swept::None));
    }

    #[test]
    fn the_diagonals_solve_the_wide_boards() {
        for name in ["english", "wiegleb", "asymmetrical", "square6", "square8", "triangle28"] {
            let game = Game::named(name).unwrap();
            let stop = StopFlag::default();
            let solved = |&direction: &(i64, i64)| {
                let sweep = Sweep::new(&game, &stop, direction, 1024);
                matches!(sweep.run(&mut 0, u64::MAX), Swept::Found(_))
            };
            assert!(DIRECTIONS[..4].iter().any(solved), "{name}");
        }
    }
}
