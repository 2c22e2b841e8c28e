//! The winning positions: reached from the start, and with a way to the goal; up to the symmetries of both.
//!
//! Two sweeps with the pull of the count and numbers cut to 1. The forward sweep leaves a bit map of each level. The
//! backward sweep goes from the goal along undone jumps, and each level keeps the slots of the forward sweep's map.
//!
//! Run time twice the count's; memory two levels and one bit per slot.

use super::level::{Level, Store};
use super::run::{LevelProgress, pull};
use super::shared::Shared;
use super::split::live_start;
use super::tables::Tables;
use crate::Error;
use crate::search::Context;
use crate::senku::jump::Play;
use crate::senku::{Game, Position};
use crate::simd::Isa;
use crate::simd::moves::Slot;

/// The reached slots of a level: for each partition its words.
pub(super) type Map = Vec<Vec<u64>>;

/// Stores whether a sum is nonzero, for the slots of a map.
pub(super) struct Reached<'a>(pub Option<&'a Map>);

impl Store for Reached<'_> {
    const AS_IS: bool = false;

    #[inline(always)]
    fn store<A: Slot>(&self, target: usize, sums: &mut [A]) {
        for (i, sum) in sums.iter_mut().enumerate() {
            let kept = self.0.is_none_or(|map| is_marked(&map[target], i));
            *sum = A::cut(u128::from(*sum != A::default() && kept));
        }
    }
}

/// Counts the winning positions by the number of jumps made; all `goals` have the same number of pegs. `None` if
/// stopped.
pub(super) fn winning_levels(
    game: &Game,
    goals: &[Position],
    isa: Isa,
    progress: &mut LevelProgress<'_, '_>,
) -> Result<Option<Vec<u64>>, Error> {
    let Some(last) = goals.first().map(|goal| goal.len()) else {
        return Ok(Some(vec![]));
    };
    let start = live_start(game);
    let group = game.symmetries();
    let tables = |play, Context { workers, stop, .. }: &Context<'_>| {
        workers.pool().install(|| Tables::new(game.board(), start, &group, (play, isa), stop))
    };
    let Some(forward) = tables(Play::Forward, &progress.sweeps.context) else { return Ok(None) };
    let shared = Shared::new(&forward, isa, &progress.sweeps.context);
    let Some(maps) = reached_maps(&shared, start, last, progress)? else {
        return Ok(None);
    };
    drop(shared);
    drop(forward);
    let Some(backward) = tables(Play::Backward, &progress.sweeps.context) else { return Ok(None) };
    let shared = Shared::new(&backward, isa, &progress.sweeps.context);
    count_back(&shared, goals, &maps, progress)
}

/// The maps of the levels from the start down to `last` pegs; empty if no game gets that far.
fn reached_maps(
    shared: &Shared<'_>,
    start: Position,
    last: usize,
    progress: &mut LevelProgress<'_, '_>,
) -> Result<Option<Vec<Map>>, Error> {
    let mut level = Level::of(shared, start.len(), &[start], 1)?;
    let mut maps = vec![map(&level)];
    for pegs in (last..start.len()).rev() {
        let Some(found) = pull(shared, &mut level, pegs, &Reached(None), progress)? else {
            return Ok(None);
        };
        if found.in_all == 0 {
            return Ok(Some(Vec::new()));
        }
        maps.push(map(&level));
    }
    Ok(Some(maps))
}

/// The winning positions of each level, up to symmetry; empty if the goal is not reached.
fn count_back(
    shared: &Shared<'_>,
    goals: &[Position],
    maps: &[Map],
    progress: &mut LevelProgress<'_, '_>,
) -> Result<Option<Vec<u64>>, Error> {
    let Some((reached, earlier)) = maps.split_last() else {
        return Ok(Some(vec![]));
    };
    let last = goals[0].len();
    let is_reached = |&goal: &Position| {
        let (partition, rank) = shared.tables.find(goal);
        is_marked(&reached[partition], rank)
    };
    let goals: Vec<Position> = goals.iter().copied().filter(is_reached).collect();
    let mut level = Level::of(shared, last, &goals, 1)?;
    let mut winning = vec![level.tally(shared.tables)?.positions];
    for (pegs, map) in (last + 1..).zip(earlier.iter().rev()) {
        let Some(found) = pull(shared, &mut level, pegs, &Reached(Some(map)), progress)? else {
            return Ok(None);
        };
        winning.push(found.positions);
    }
    winning.reverse();
    winning.retain(|&positions| positions > 0);
    Ok(Some(winning))
}

/// The reached slots of a level.
fn map(level: &Level) -> Map {
    level.memory.maps().map(<[u64]>::to_vec).collect()
}

pub(super) fn is_marked(words: &[u64], rank: usize) -> bool {
    words.get(rank / 64).is_some_and(|word| word >> (rank % 64) & 1 == 1)
}
