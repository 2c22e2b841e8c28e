//! The positions from which the goal can be reached: their number, their map, and the ways from each.
//!
//! A position is *winnable* if some jumps lead from it to the goal, and *winning* if it is also reached from the start.
//! Both are sets of bits ([`bits`]), found by sweeps from the start and from the complements of the goals:
//!
//! ```text
//! R(k)    reached from the start by k jumps              R(k+1) = after R(k)
//! R'(k)   reached from the complements of the goals      winnable with z + k pegs: the complements of R'(k)
//! W(k)    winning after k of J jumps                     W(k)   = R(k) and the complements of R'(J-k)
//! ```
//!
//! W needs neither sweep whole. From the middle on, W(k+1) holds those after W(k) whose complements are in R'(J-k-1), and
//! before the middle the same is true from the other end. Where the start is the complement of the goal, as with every
//! game from one hole to itself, both ends are one: half a sweep, and as much again on few positions. [`middle`] decides
//! such a game in the memory of little more than one level.
//!
//! `segments` moves bits along jumps, `map` is the map of the winnable positions, `ways` counts the solutions from each,
//! `file` keeps both, and `play` lists and draws solutions.

mod bits;
mod file;
mod map;
mod middle;
mod play;
mod segments;
#[cfg(test)]
mod tests;
mod ways;

pub use crate::base::error::map::MapError;
pub use map::Winnable;
pub use middle::winning_middle;

use super::Game;
use super::dense::{LevelProgress, Sizes, estimate_bits, live_goals, live_start};
use super::sweeps::Sweeps;
use crate::Error;
use crate::search::Context;
use crate::simd::Isa;
use bits::{Classes, Level, Side};

/// Counts the winning positions of a game, those reached from the start with a way to the goal, up to the symmetries that
/// keep both, by the number of jumps made. Empty if the goal is not reached; `None` if stopped.
///
/// ```
/// use vuelta::search::{Context, Workers};
/// use vuelta::senku::{Game, winning_levels};
/// use vuelta::simd::Isa;
/// let (game, workers) = (Game::named("triangle15")?, Workers::new(2)?);
/// let levels = winning_levels(&game, Isa::detect(), 1 << 30, &mut Context::new(&workers))?;
/// assert_eq!(levels.map(|levels| (levels.len(), levels.iter().sum())), Some((14, 190u64)));
/// # Ok::<(), vuelta::Error>(())
/// ```
///
/// # Errors
/// [`Error::Memory`] above `memory_limit` bytes; [`Error::InstructionSet`] if the machine lacks it.
pub fn winning_levels(
    game: &Game,
    isa: Isa,
    memory_limit: u64,
    context: &mut Context<'_>,
) -> Result<Option<Vec<u64>>, Error> {
    isa.require()?;
    levels(game, isa, memory_limit, &mut Sweeps::new(context.reborrow()))
}

/// Checks that the winning positions can be counted in this many bytes.
///
/// # Errors
/// [`Error::Memory`], and [`Error::Input`] for a board without tables.
pub(super) fn check(game: &Game, memory_limit: u64) -> Result<(), Error> {
    let estimate = estimate_bits(game, &game.symmetries(), live_start(game).len(), Sizes::BITS);
    estimate.within(memory_limit, |estimate| {
        format!("marking the winning positions among {} slots", estimate.slots)
    })
}

/// Counts the winning positions up to the symmetries that keep start and goal, by the number of jumps made; empty if the
/// goal is not reached, `None` if stopped.
///
/// # Errors
/// [`Error::Memory`] above `memory_limit` bytes.
pub(super) fn levels(
    game: &Game,
    isa: Isa,
    memory_limit: u64,
    sweeps: &mut Sweeps<'_>,
) -> Result<Option<Vec<u64>>, Error> {
    check(game, memory_limit)?;
    match levels_of(game, isa, sweeps) {
        Err(Error::Stopped) => Ok(None),
        levels => levels.map(Some),
    }
}

/// The levels of a game whose tables fit.
fn levels_of(game: &Game, isa: Isa, sweeps: &mut Sweeps<'_>) -> Result<Vec<u64>, Error> {
    let (start, goals) = (live_start(game), live_goals(game));
    let Some(jumps) = goals.first().and_then(|goal| start.len().checked_sub(goal.len())) else {
        return Ok(vec![]);
    };
    if jumps == 0 {
        return Ok(goals.iter().filter(|&&goal| goal == start).map(|_| 1).collect());
    }
    let stop = &sweeps.context.stop;
    let make = || Classes::new(game.board(), start, game.symmetries(), isa, stop);
    let classes = sweeps.context.workers.pool().install(make).ok_or(Error::Stopped)?;
    let (start, goals) = (classes.level(Side::Start, &[start]), classes.goals(&goals));
    let is_dual = classes.is_same(&start, &goals);
    let progress = &mut LevelProgress::new(sweeps, classes.index.slots(), if is_dual { 1 } else { 2 }, 0);
    let (middle, rest) = (jumps.div_ceil(2), jumps / 2);
    let (early, late) = if is_dual {
        let half = sweep(&classes, start, rest, progress)?;
        let late = meet(&classes, &half[middle - 1], &half, progress)?;
        // If the number of jumps is even, the first level is the middle, its own complement.
        (late[usize::from(middle == rest)..].to_vec(), late)
    } else {
        let from_start = sweep(&classes, start, middle - 1, progress)?;
        let from_goals = sweep(&classes, goals, rest, progress)?;
        let late = meet(&classes, &from_start[middle - 1], &from_goals, progress)?;
        (meet(&classes, &from_goals[rest], &from_start, progress)?, late)
    };
    let levels = early.into_iter().rev().chain(late);
    Ok(levels.filter(|&positions| positions > 0).collect())
}

/// The levels after `end`, up to `length` jumps from it.
#[inline(never)] // the page's module would hold it twice
fn sweep(
    classes: &Classes,
    end: Level,
    length: usize,
    progress: &mut LevelProgress<'_, '_>,
) -> Result<Vec<Level>, Error> {
    let mut levels = vec![end];
    for _ in 0..length {
        levels.push(classes.follow(&levels[levels.len() - 1], None, progress)?.0);
    }
    Ok(levels)
}

/// The numbers of winning positions after `near`, level by level to the other end: those whose complements are in the
/// levels of `far`, the last one first.
fn meet(
    classes: &Classes,
    near: &Level,
    far: &[Level],
    progress: &mut LevelProgress<'_, '_>,
) -> Result<Vec<u64>, Error> {
    let (mut numbers, mut last) = (vec![], None);
    for allowed in far.iter().rev() {
        let (level, positions) = classes.follow(last.as_ref().unwrap_or(near), Some(allowed), progress)?;
        numbers.push(positions);
        last = Some(level);
    }
    Ok(numbers)
}
