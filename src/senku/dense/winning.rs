//! The positions that can be reached and from which the goal can be, up to the symmetries of start and goal.
//!
//! Two sweeps with the same pull as the count, with numbers cut to 1, "it can be": forward from the start,
//! which leaves a bit map of each level; and from the goal back, along jumps that are taken back, where each
//! level keeps what the map of the forward sweep has.
//!
//! Run time twice the count's; memory two levels of 32 bits and one bit a slot.

use super::level::{Level, Store};
use super::passes::Direction;
use super::plan::Plan;
use super::run::{Context, LevelProgress, tally_level};
use crate::Error;
use crate::search::{Overflow, StopFlag, Tally, Workers};
use crate::senku::{Game, Position};
use crate::simd::Isa;
use crate::simd::moves::mark_nonzero;
use rayon::prelude::*;

/// Which slots of a level are reached: for each partition its words.
type Map = Vec<Vec<u64>>;

/// Stores whether a sum is not zero, for the slots of a map.
struct Reached<'a>(Option<&'a Map>);

impl Store<u32> for Reached<'_> {
    const AS_IS: bool = false;

    #[inline(always)]
    fn store(&self, target: usize, sums: &[u64], slots: &mut [u32]) -> Result<u128, Overflow> {
        let mut any = 0;
        for (i, (slot, &sum)) in slots.iter_mut().zip(sums).enumerate() {
            let kept = self.0.is_none_or(|map| is_marked(&map[target], i));
            *slot = u32::from(sum != 0 && kept);
            any |= *slot;
        }
        Ok(u128::from(any))
    }
}

/// Counts them; `goals` all have the same number of pegs. `None` when it was stopped.
pub(super) fn winning_positions(
    game: &Game,
    goals: &[Position],
    isa: Isa,
    workers: &Workers,
    stop: &StopFlag,
    progress: &mut LevelProgress<'_>,
) -> Result<Option<u64>, Error> {
    let start = super::live_start(game);
    let Some(last) = goals.first().map(|goal| goal.len()) else {
        return Ok(Some(0));
    };
    if last > start.len() {
        return Ok(Some(0));
    }
    let group = game.symmetries();
    let plan = |direction| workers.pool().install(|| Plan::new(game.board(), start, &group, direction, isa));
    let maps = {
        let plan = &plan(Direction::Forward);
        reached_maps(
            &Context { plan, isa, workers, stop, room: plan.room(start.len(), 4) },
            start,
            last,
            progress,
        )?
    };
    let Some(maps) = maps else {
        return Ok(None);
    };
    let plan = &plan(Direction::Backward);
    count_back(&Context { plan, isa, workers, stop, room: plan.room(start.len(), 4) }, goals, &maps, progress)
}

/// The maps of the levels from the start down to `last` pegs; none where no game gets that far.
fn reached_maps(
    sweep: &Context<'_>,
    start: Position,
    last: usize,
    progress: &mut LevelProgress<'_>,
) -> Result<Option<Vec<Map>>, Error> {
    let plan = sweep.plan;
    let mut level: Level<u32> = Level::new(plan, start.len(), None, 0);
    level.set_one(plan.find(start), 1);
    let mut maps = vec![map(sweep, &level)];
    let mut memory = None;
    for pegs in (last..start.len()).rev() {
        progress.enter(pegs);
        let Some((next, found)) = sweep.pull(&level, pegs, memory.take(), &Reached(None), progress)? else {
            return Ok(None);
        };
        if found.in_all == 0 {
            return Ok(Some(Vec::new()));
        }
        memory = Some(std::mem::replace(&mut level, next).into_memory());
        maps.push(map(sweep, &level));
    }
    Ok(Some(maps))
}

/// Winning positions of all levels, up to symmetry.
fn count_back(
    sweep: &Context<'_>,
    goals: &[Position],
    maps: &[Map],
    progress: &mut LevelProgress<'_>,
) -> Result<Option<u64>, Error> {
    let Some((reached, earlier)) = maps.split_last() else {
        return Ok(Some(0));
    };
    let plan = sweep.plan;
    let last = goals[0].len();
    let mut level: Level<u32> = Level::new(plan, last, None, 0);
    for &goal in goals {
        let (partition, rank) = plan.find(goal);
        if is_marked(&reached[partition], rank) {
            level.set_one((partition, rank), 1);
        }
    }
    let mut winning = tally_level(plan, &level)?.positions;
    let mut memory = None;
    for (pegs, map) in (last + 1..).zip(earlier.iter().rev()) {
        progress.enter(pegs);
        let Some((next, found)) = sweep.pull(&level, pegs, memory.take(), &Reached(Some(map)), progress)?
        else {
            return Ok(None);
        };
        memory = Some(std::mem::replace(&mut level, next).into_memory());
        winning.add(&found.positions, 1)?;
    }
    Ok(Some(winning))
}

/// Which slots of a level are reached.
fn map(sweep: &Context<'_>, level: &Level<u32>) -> Map {
    let words = |partition: usize| {
        if level.largest[partition] == 0 {
            return Vec::new();
        }
        let mut words = vec![0; level.places[partition].cell.words()];
        mark_nonzero(level.slots(partition), &mut words);
        words
    };
    let partitions = (0..level.places.len()).into_par_iter();
    sweep.workers.pool().install(|| partitions.map(words).collect())
}

fn is_marked(words: &[u64], rank: usize) -> bool {
    words.get(rank / 64).is_some_and(|word| word >> (rank % 64) & 1 == 1)
}
