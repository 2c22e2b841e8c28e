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
//! game from one hole to itself, both ends are one: half a sweep, and as much again on few positions.
//!
//! `segments` moves bits along jumps, `map` is the map of the winnable positions, `ways` counts the solutions from each,
//! `file` keeps both, and `play` lists and draws solutions.

mod bits;
mod error;
mod file;
mod map;
mod play;
mod segments;
#[cfg(test)]
mod tests;
mod ways;

pub use error::MapError;
pub use map::Winnable;

use super::Game;
use super::dense::{Estimate, LevelProgress, estimate_bits, live_goals, live_holes, live_start};
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

/// Estimates the memory and the work of [`levels`].
pub(super) fn estimate(game: &Game) -> Estimate {
    estimate_bits(game, &game.symmetries(), live_start(game).len())
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
    let estimate = estimate(game);
    estimate.within(memory_limit)?;
    let (start, goals, group) = (live_start(game), live_goals(game), game.symmetries());
    let Some(jumps) = goals.first().and_then(|goal| start.len().checked_sub(goal.len())) else {
        return Ok(Some(vec![]));
    };
    if jumps == 0 {
        return Ok(Some(goals.iter().filter(|&&goal| goal == start).map(|_| 1).collect()));
    }
    let stop = &sweeps.context.stop;
    let make = || Classes::new(game.board(), start, &group, isa, stop);
    let Some(classes) = sweeps.context.workers.pool().install(make) else { return Ok(None) };
    let live = live_holes(game.board());
    let complements: Vec<_> = goals.iter().map(|&goal| live ^ goal).collect();
    let ends =
        [classes.level(Side::Start, &[start], &group), classes.level(Side::Goals, &complements, &group)];
    let is_dual = classes.is_same(&ends[0], &ends[1]);
    let mut progress = LevelProgress::new(sweeps, classes.slots(), if is_dual { 1 } else { 2 }, 0);
    let mut halves = vec![];
    for (end, length) in ends.into_iter().zip([jumps.div_ceil(2) - 1, jumps / 2]) {
        if is_dual && !halves.is_empty() {
            break;
        }
        let length = if is_dual { jumps / 2 } else { length };
        let Some(half) = sweep(&classes, end, length, &mut progress)? else { return Ok(None) };
        halves.push(half);
    }
    let [from_start, from_goals] = [&halves[0], &halves[halves.len() - 1]];
    let late = meet(&classes, from_start, from_goals, jumps.div_ceil(2), &mut progress)?;
    let early = match late {
        Some(ref late) if is_dual => Some(late[usize::from(jumps % 2 == 0)..].to_vec()),
        None => None,
        _ => meet(&classes, from_goals, from_start, jumps / 2 + 1, &mut progress)?,
    };
    let (Some(late), Some(early)) = (late, early) else { return Ok(None) };
    let mut levels: Vec<u64> = early.into_iter().rev().chain(late).collect();
    levels.retain(|&positions| positions > 0);
    Ok(Some(levels))
}

/// The levels after `end`, up to `length` jumps from it. `None` if stopped.
fn sweep(
    classes: &Classes,
    end: Level,
    length: usize,
    progress: &mut LevelProgress<'_, '_>,
) -> Result<Option<Vec<Level>>, Error> {
    let mut levels = vec![end];
    for _ in 0..length {
        match classes.follow(&levels[levels.len() - 1], None, progress)? {
            Some((level, _)) => levels.push(level),
            None => return Ok(None),
        }
    }
    Ok(Some(levels))
}

/// The numbers of winning positions `from` jumps from the end of `near` to the other end, which is that of `far`. `None` if
/// stopped.
fn meet(
    classes: &Classes,
    near: &[Level],
    far: &[Level],
    from: usize,
    progress: &mut LevelProgress<'_, '_>,
) -> Result<Option<Vec<u64>>, Error> {
    let (mut numbers, mut last) = (vec![], None);
    for allowed in far[..].iter().rev() {
        let level = last.as_ref().unwrap_or(&near[from - 1]);
        let Some((level, positions)) = classes.follow(level, Some(allowed), progress)? else {
            return Ok(None);
        };
        numbers.push(positions);
        last = Some(level);
    }
    Ok(Some(numbers))
}
