//! The fast exact counter: level by level, over dense ranks, each position pulling from those before it.
//!
//! Let V(Q) be the number of ways from the start to position Q. Then V(start) = 1, and
//!
//! ```text
//! V(Q) = sum of V(P) over the positions P that a jump leads from to Q,
//! games     = sum of V(Q) over the stuck Q,
//! solutions = sum of V(Q) over the goals Q.
//! ```
//!
//! All positions after the same number of jumps have as many pegs, so that the sum goes level by level, with
//! two levels in memory. A level is an array without keys: see `ranks` for the places in it, `partitions` for
//! the symmetries, `passes` for which places a place pulls from, `level` for the sum itself.
//!
//! Run time O(slots · jumps / lanes), 68 million slots on the English board; memory two levels of 4 or 8
//! bytes a slot, 9.3 million slots at most there. Both are known before the count begins ([`estimate`]).

mod level;
mod partitions;
mod passes;
mod plan;
mod ranks;
mod run;
mod split;
mod tally;

use super::fundamental::solutions_up_to_symmetry;
use super::{Count, Counting, Game, Goal, Position, Positions};
use crate::Error;
use crate::search::{Observer, Overflow, StopFlag, Workers};
use crate::simd::Isa;
use passes::Direction;
use plan::Plan;
use run::{LevelProgress, Runner, Width};

/// Counts games, solutions and positions; the number of levels comes second.
pub(super) fn count(
    counting: &Counting<'_>,
    workers: &Workers,
    stop: &StopFlag,
    observer: &mut dyn Observer,
) -> Result<(Option<Count>, u64), Error> {
    count_with(counting.game, Isa::detect(), Width::W32, workers, stop, observer)
}

fn count_with(
    game: &Game,
    isa: Isa,
    least: Width,
    workers: &Workers,
    stop: &StopFlag,
    observer: &mut dyn Observer,
) -> Result<(Option<Count>, u64), Error> {
    let start = game.start();
    let group = game.start_symmetries();
    let plan = workers
        .pool()
        .install(|| Plan::new(game.board(), start, &group, Direction::Forward));
    let slots: Vec<u64> = (0..=start.len()).map(|pegs| plan.places(pegs).1 as u64).collect();
    let mut progress = LevelProgress::new(observer, slots);
    let goals = reachable_goals(game);
    let mut count = Count::default();
    let mut positions = Positions::default();
    let runner = Runner {
        plan: &plan,
        isa,
        workers,
        stop,
        least,
    };
    let complete = runner.levels(start, 1, &mut progress, |level, found| {
        positions.levels.push(found.positions);
        positions.in_all += found.in_all;
        positions.stuck += found.stuck;
        count.games = count.games.checked_add(found.games).ok_or(Overflow)?;
        for &goal in goals.iter().filter(|goal| goal.len() == level.pegs()) {
            count.solutions = count
                .solutions
                .checked_add(level.ways(&plan, goal))
                .ok_or(Overflow)?;
        }
        Ok(())
    })?;
    let levels = positions.levels.len() as u64;
    if !complete {
        return Ok((None, levels));
    }
    count.positions = Some(positions);
    count.solutions_up_to_symmetry = solutions_up_to_symmetry(game, count.solutions);
    Ok((Some(count), levels))
}

/// The positions that win and that the invariants allow.
fn reachable_goals(game: &Game) -> Vec<Position> {
    let goals: Vec<Position> = match game.goal() {
        Goal::Any => game.board().holes().iter().map(Position::from).collect(),
        Goal::Hole(hole) => vec![hole.into()],
        Goal::Position(goal) => vec![goal],
    };
    let invariants = game.board().invariants();
    goals
        .into_iter()
        .filter(|&goal| invariants.same_class(game.start(), goal))
        .collect()
}
