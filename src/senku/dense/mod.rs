//! The fast exact counter: level by level over dense ranks, where each position pulls from the positions before it.
//!
//! Let V(Q) be the number of ways from the start to position Q. Then V(start) = 1, and
//!
//! ```text
//! V(Q) = sum of V(P) over the positions P that a jump leads from to Q,
//! games     = sum of V(Q) over the stuck Q,
//! solutions = sum of V(Q) over the goals Q.
//! ```
//!
//! All positions after the same number of jumps have equally many pegs, so the sum goes level by level, with two levels
//! in memory: `count_ways`. A level is an array without keys. The files, in reading order:
//!
//! ```text
//! ranks     the index of a position in its level (`split`: the two subsets of holes; `partitions`: the symmetries)
//! level     a level, and how the next one follows from it (`worker`: the state of all levels, and a worker's memory)
//! arenas    the memory of a level's numbers, and their widths (`widths`)
//! passes    the sources of a partition (`tables`: everything that is made once, before the first level)
//! tally     the contribution of a level to the totals
//! run       a count in exact numbers or by residues (`residue`), with its ledger, memory limit and progress
//! ```
//!
//! Besides these, `estimate` predicts memory and work. The winning positions have the same index, with levels of bits
//! (`senku::winning`).
//!
//! Run time O(slots · jumps / lanes), with 70 million slots on the English board. Memory two levels of 4 or 8 bytes per
//! reached slot; there the largest level has 9.3 million slots, a third of them reached. Bounds of both are known
//! before the count begins ([`estimate`]).

mod arenas;
mod estimate;
mod level;
mod partitions;
mod passes;
mod ranks;
mod residue;
mod run;
mod split;
mod tables;
mod tally;
#[cfg(test)]
mod tests;
mod widths;
mod worker;

pub(super) use estimate::estimate_bits;
pub use estimate::{Estimate, estimate};
pub(super) use partitions::{Partition, inverses};
pub(super) use passes::{Change, CutJump, Sources, cut_jumps};
pub(super) use ranks::{Bin, marked, members};
pub(super) use run::{LevelProgress, Setting};
pub(super) use split::{Sizes, live_goals, live_holes, live_start};
pub(super) use tables::Index;
pub(super) use tally::orbits;

use super::{Count, Position, Positions};
use crate::Error;
use crate::search::Tally;
use level::{Level, Store};
use worker::Shared;

/// The totals of all positions that follow from `start`, which is reached in `ways` ways: the sums above, level after
/// level. `None` if stopped.
///
/// # Errors
/// [`Error::Overflow`]; [`Error::Memory`] if the pool has no room for a level.
fn count_ways<F: Store>(
    shared: &Shared<'_>,
    (start, ways): (Position, u128),
    goals: &[Position],
    store: &F,
    progress: &mut LevelProgress<'_, '_>,
) -> Result<Option<Count>, Error> {
    let (mut count, mut positions) = (Count::default(), Positions::default());
    let mut level = Level::of_start(shared, start, ways)?;
    while level.tally.in_all > 0 {
        // The tally has the sum over the stuck positions.
        count.games.add(&level.tally.games, 1)?;
        positions.levels.push(level.tally.positions);
        positions.in_all.add(&level.tally.in_all, 1)?;
        positions.stuck.add(&level.tally.stuck, 1)?;
        for &goal in goals.iter().filter(|goal| goal.len() == level.pegs) {
            count.solutions.add(&level.ways(goal), 1)?;
        }
        if level.pegs <= 1 {
            break;
        }
        let Some(next) = level.next(store, progress)? else { return Ok(None) };
        level = next;
    }
    Ok(Some(Count { positions: Some(positions), ..count }))
}
