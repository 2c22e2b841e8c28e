//! A complete search from both ends, without the positions that resource counts exclude.
//!
//! While both ends have few positions, each position of one end is tested against each of the other. If a single last
//! jump reaches the goal, or a single first jump leaves the start, this alone proves most impossible problems. Later a
//! few positions of each level are tested, and all are compared with the weights found so far ([`Excluded`]).
//!
//! Nothing else is dropped. So the search solves the problem, proves that it has no solution, or gives up at its limit
//! of positions: 8 bytes each, and up to twice as much for the level in progress. Run time about 30 ns per jump, and a
//! few milliseconds per tested position.

use super::excluded::Excluded;
use super::sweep::{End, meet};
use super::{Budget, Solution};
use crate::senku::Position;

/// Positions between two checks of the stop flag.
const POSITIONS_PER_LOOK: usize = 1 << 12;

/// Searches with at most `most` positions kept; `None` if they or the budget do not suffice.
pub(super) fn exhaust(budget: &mut Budget<'_>, most: usize) -> Option<Solution> {
    let mut excluded = Excluded::new(budget.game, &budget.goals);
    let mut room = most;
    meet(budget.game, budget.goals.clone(), |end, other| {
        let mut level = following(end, &excluded, room, budget)?;
        excluded.drop_from(&mut level, end.play, other.frontier());
        room = room.saturating_sub(level.len());
        Some(level)
    })
}

/// The next level of this end without excluded positions; `None` beyond `room` positions or at the end of the budget.
fn following(
    end: &End,
    excluded: &Excluded<'_>,
    room: usize,
    budget: &mut Budget<'_>,
) -> Option<Vec<Position>> {
    let jumps = budget.game.board().jumps();
    let (mut next, mut sorted) = (vec![], 0);
    for (i, &position) in end.frontier().iter().enumerate() {
        if i.is_multiple_of(POSITIONS_PER_LOOK) && budget.end().is_some() {
            return None;
        }
        let slack = excluded.slack(position, end.play);
        for (number, jump) in jumps.iter().enumerate().filter(|(_, jump)| jump.fits(position, end.play)) {
            budget.nodes += 1;
            if excluded.allows(&slack, number) {
                next.push(jump.play(position));
            }
        }
        if next.len() > 2 * sorted + (1 << 16) {
            next.sort_unstable();
            next.dedup();
            sorted = next.len();
            if sorted > room {
                return None;
            }
        }
    }
    next.sort_unstable();
    next.dedup();
    (next.len() <= room).then_some(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::StopFlag;
    use crate::senku::{Board, Game, Goal, NAMED_BOARDS, Solver};

    /// The outcome of a complete search that may keep `most` positions.
    fn exhausted(game: &Game, most: usize) -> Option<Solution> {
        exhaust(&mut Budget::unlimited(game, &StopFlag::default()), most)
    }

    /// Every start with one empty hole and every goal of one peg that the invariants allow.
    fn problems(board: &Board) -> impl Iterator<Item = Game> + '_ {
        let pairs =
            board.holes().iter().flat_map(|start| board.holes().iter().map(move |goal| (start, goal)));
        let game = |(start, goal)| Game::from_vacancy(board.clone(), start)?.with_goal(Goal::Hole(goal));
        pairs.map(move |pair| game(pair).unwrap()).filter(Game::is_possible)
    }

    #[test]
    fn no_solvable_problem_is_refused() {
        // With little room the search gives up before the ends meet, but not before it has weighed and excluded.
        for named in NAMED_BOARDS.iter().filter(|named| named.board().len() <= 45) {
            for game in problems(&named.board()).step_by(191) {
                if exhausted(&game, 1000) == Some(Solution::None) {
                    let (solution, _) = Solver::new(&game).max_nodes(200_000).solve(&StopFlag::default());
                    let solved = matches!(solution, Solution::Found(_));
                    assert!(!solved, "{} {:?} {:?}", named.name, game.vacancies(), game.goal());
                }
            }
        }
    }
}
