//! The positions that can be reached and from which the goal can be, up to the symmetries of start and goal.
//!
//! Two sweeps with the same pull as the count, with numbers cut to 1, "it can be": forward from the start,
//! which leaves a bit map of each level; and from the goal back, along jumps that are taken back, where each
//! level keeps what the map of the forward sweep has.
//!
//! Run time twice the count's; memory two levels of 32 bits and one bit a slot.

use super::level::{Level, Store};
use super::parts::live_start;
use super::run::{Context, LevelProgress};
use super::tables::Tables;
use crate::Error;
use crate::search::{Overflow, StopFlag, Workers};
use crate::senku::jump::Play;
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

/// Counts them by the number of jumps made; `goals` all have the same number of pegs. `None` when it was stopped.
pub(super) fn winning_levels(
    game: &Game,
    goals: &[Position],
    isa: Isa,
    workers: &Workers,
    stop: &StopFlag,
    progress: &mut LevelProgress<'_>,
) -> Result<Option<Vec<u64>>, Error> {
    let Some(last) = goals.first().map(|goal| goal.len()) else {
        return Ok(Some(vec![]));
    };
    let start = live_start(game);
    let group = game.symmetries();
    let tables = |play| workers.pool().install(|| Tables::new(game.board(), start, &group, play, isa));
    let forward = tables(Play::Forward);
    let context = Context::new(&forward, isa, workers, stop, forward.room(start.len(), 4));
    let Some(maps) = reached_maps(&context, start, last, progress)? else {
        return Ok(None);
    };
    drop(context);
    drop(forward);
    let backward = tables(Play::Backward);
    let context = Context::new(&backward, isa, workers, stop, backward.room(start.len(), 4));
    count_back(&context, goals, &maps, progress)
}

/// The maps of the levels from the start down to `last` pegs; none where no game gets that far.
fn reached_maps(
    context: &Context<'_>,
    start: Position,
    last: usize,
    progress: &mut LevelProgress<'_>,
) -> Result<Option<Vec<Map>>, Error> {
    let mut level: Level<u32> = Level::of(context.tables, start, 1);
    let mut maps = vec![map(context, &level)];
    for pegs in (last..start.len()).rev() {
        progress.enter(pegs);
        let Some((next, found)) = context.pull(&level, pegs, &Reached(None), progress)? else {
            return Ok(None);
        };
        if found.in_all == 0 {
            return Ok(Some(Vec::new()));
        }
        context.replace(&mut level, next);
        maps.push(map(context, &level));
    }
    Ok(Some(maps))
}

/// The winning positions of each level, up to symmetry; none where the goal is not reached.
fn count_back(
    context: &Context<'_>,
    goals: &[Position],
    maps: &[Map],
    progress: &mut LevelProgress<'_>,
) -> Result<Option<Vec<u64>>, Error> {
    let Some((reached, earlier)) = maps.split_last() else {
        return Ok(Some(vec![]));
    };
    let last = goals[0].len();
    let mut level: Level<u32> = Level::new(context.tables, last, None, 0);
    for &goal in goals {
        let (partition, rank) = context.tables.find(goal);
        if is_marked(&reached[partition], rank) {
            level.set((partition, rank), 1);
        }
    }
    let mut winning = vec![level.tally(context.tables)?.positions];
    for (pegs, map) in (last + 1..).zip(earlier.iter().rev()) {
        progress.enter(pegs);
        let Some((next, found)) = context.pull(&level, pegs, &Reached(Some(map)), progress)? else {
            return Ok(None);
        };
        context.replace(&mut level, next);
        winning.push(found.positions);
    }
    winning.reverse();
    winning.retain(|&positions| positions > 0);
    Ok(Some(winning))
}

/// Which slots of a level are reached.
fn map(context: &Context<'_>, level: &Level<u32>) -> Map {
    let words = |partition: usize| {
        if level.largest[partition] == 0 {
            return Vec::new();
        }
        let mut words = vec![0; level.extents[partition].bin.words()];
        mark_nonzero(level.slots(partition), &mut words);
        words
    };
    let partitions = (0..level.extents.len()).into_par_iter();
    context.workers.pool().install(|| partitions.map(words).collect())
}

fn is_marked(words: &[u64], rank: usize) -> bool {
    words.get(rank / 64).is_some_and(|word| word >> (rank % 64) & 1 == 1)
}
