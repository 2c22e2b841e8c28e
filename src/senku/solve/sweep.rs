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

use super::{Budget, Solution};
use crate::base::bits::BitSums;
use crate::base::random::mix;
use crate::senku::holes::common;
use crate::senku::jump::Play;
use crate::senku::{Board, Game, Jump, Position, Square};

/// Rows and columns of the directions of the sweeps; the diagonals come first because they work best.
pub(in crate::senku) const DIRECTIONS: [(i64, i64); 16] = [
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

/// Sweeps in one direction. `None` if positions were dropped, or the stop flag or the limit came first.
pub(super) fn sweep(budget: &mut Budget<'_>, direction: (i64, i64), width: usize) -> Option<Solution> {
    let board = budget.game.board();
    let costs = costs(board, direction);
    meet(budget.game, budget.goals.clone(), |end, _| {
        if budget.end().is_some() {
            return None;
        }
        let mut next = vec![];
        for jump in board.jumps() {
            let fitting = end.frontier().iter().filter(|&&position| jump.fits(position, end.play));
            next.extend(fitting.map(|&position| jump.play(position)));
        }
        budget.nodes += next.len() as u64;
        next.sort_unstable();
        next.dedup();
        if next.len() > width {
            end.complete = false;
            next = lowest(&next, &costs, width);
        }
        Some(next)
    })
}

/// The cost of a peg in each hole, which grows in this direction.
pub(in crate::senku) fn costs(board: &Board, (down, right): (i64, i64)) -> BitSums<i64> {
    let cost = |square: &Square| down * i64::from(square.row) + right * i64::from(square.column);
    BitSums::new(&board.squares().iter().map(cost).collect::<Vec<_>>())
}

/// The `width` positions of least cost, sorted. Ties are broken by a hash, so that no hole is preferred.
pub(in crate::senku) fn lowest(positions: &[Position], costs: &BitSums<i64>, width: usize) -> Vec<Position> {
    let key = |position: Position| (costs.apply(position.bits()), mix(position.bits()), position);
    let mut keyed: Vec<(i64, u64, Position)> = positions.iter().copied().map(key).collect();
    keyed.select_nth_unstable(width);
    let mut kept: Vec<Position> = keyed[..width].iter().map(|&(_, _, position)| position).collect();
    kept.sort_unstable();
    kept
}

/// The levels of one end in the order of play, each sorted.
pub(super) struct End {
    /// Whether the levels follow each other by jumps, or by jumps taken back.
    pub(super) play: Play,
    levels: Vec<Vec<Position>>,
    /// Whether no position was dropped that may be on the way.
    pub(super) complete: bool,
}

impl End {
    fn new(play: Play, positions: Vec<Position>) -> Self {
        End { play, levels: vec![positions], complete: true }
    }

    pub(super) fn frontier(&self) -> &[Position] {
        self.levels.last().map_or(&[], Vec::as_slice)
    }

    /// The jumps from `meeting` through the levels, made or taken back by this play.
    fn way(&self, game: &Game, meeting: Position, play: Play) -> Vec<Jump> {
        let mut position = meeting;
        let levels = self.levels.iter().rev().skip(1);
        let step = |level: &Vec<Position>| {
            let leads =
                |jump: &&Jump| jump.fits(position, play) && level.binary_search(&jump.play(position)).is_ok();
            let jump = *game.board().jumps().iter().find(leads)?;
            position = jump.play(position);
            Some(jump)
        };
        levels.filter_map(step).collect()
    }
}

/// Searches for one of these goals: adds levels to the end with fewer positions until both have equally many pegs. `next`
/// makes the level that follows an end, given the other end; `None` gives up. Returns the solution, or that there is none
/// if nothing was dropped.
pub(super) fn meet(
    game: &Game,
    goals: Vec<Position>,
    mut next: impl FnMut(&mut End, &End) -> Option<Vec<Position>>,
) -> Option<Solution> {
    let mut forward = End::new(Play::Forward, vec![game.start()]);
    let mut backward = End::new(Play::Backward, goals);
    while forward.frontier()[0].len() > backward.frontier()[0].len() {
        let fewer_forward = forward.frontier().len() <= backward.frontier().len();
        let (end, other) = if fewer_forward { (&mut forward, &backward) } else { (&mut backward, &forward) };
        let level = next(end, other)?;
        if level.is_empty() {
            return end.complete.then_some(Solution::None);
        }
        end.levels.push(level);
    }
    match common(forward.frontier(), backward.frontier()) {
        Some(meeting) => {
            let mut jumps = forward.way(game, meeting, Play::Backward);
            jumps.reverse();
            jumps.extend(backward.way(game, meeting, Play::Forward));
            Some(Solution::Found(jumps))
        }
        None => (forward.complete && backward.complete).then_some(Solution::None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::StopFlag;
    use crate::senku::Hole;

    fn swept(game: &Game, direction: (i64, i64), width: usize) -> Option<Solution> {
        sweep(&mut Budget::unlimited(game, &StopFlag::default()), direction, width)
    }

    #[test]
    fn a_narrow_sweep_claims_nothing() {
        // Butler's hole 5: no solution, which only a complete search can say.
        let board = Board::named("triangle15").unwrap();
        let game = Game::from_vacancy(board, Hole::new(4)).unwrap();
        assert_eq!(swept(&game, DIRECTIONS[0], 3), None);
        assert_eq!(swept(&game, DIRECTIONS[0], 5000), Some(Solution::None));
    }

    #[test]
    fn the_diagonals_solve_the_wide_boards() {
        for name in ["english", "wiegleb", "asymmetrical", "square6", "square8", "triangle28"] {
            let game = Game::named(name).unwrap();
            let solved = |direction| matches!(swept(&game, direction, 1024), Some(Solution::Found(_)));
            assert!(DIRECTIONS[..4].iter().copied().any(solved), "{name}");
        }
    }
}
