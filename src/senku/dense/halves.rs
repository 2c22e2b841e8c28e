//! Solutions alone, by half of the levels, where start and goal are each other's complements.
//!
//! Taking a jump back in a position is making a jump in its complement: from `to` over `over` to `from`. So
//! with the complement Q' of Q, the ways from Q to the goal are those from the goal's complement, which
//! is the start, to Q'. All solutions go through the level of ⌊n/2⌋ pegs:
//!
//! ```text
//! solutions = sum over the Q of ⌊n/2⌋ pegs of V(Q) · V(Q'),     Q' has ⌈n/2⌉ pegs.
//! ```
//!
//! Run time and memory those of the levels down to the middle.

use super::passes::Direction;
use super::plan::Plan;
use super::run::{AnyLevel, Context, Descent, LevelProgress, Limits, Step, Width};
use super::{live_goals, live_start, split::live_holes};
use crate::Error;
use crate::search::{Observer, Overflow, StopFlag, Workers};
use crate::senku::{Game, Goal};
use crate::simd::Isa;
use rayon::prelude::*;

/// The solutions of a game whose goal is the complement of its start; `None` where it is not, where the
/// tables cannot be made, or when it was stopped.
///
/// # Errors
/// [`Error::Overflow`] when a number leaves 128 bits, [`Error::Memory`] when it would not fit in `memory_limit`
/// bytes.
pub fn solutions_by_halves(
    game: &Game,
    memory_limit: u64,
    workers: &Workers,
    stop: &StopFlag,
    observer: &mut dyn Observer,
) -> Result<Option<u128>, Error> {
    let live = live_holes(game.board());
    let start = live_start(game);
    let complements = live_goals(game).first().is_some_and(|&goal| goal == start ^ live);
    let estimate = super::estimate(game);
    if game.goal() == Goal::Any || !complements || !estimate.feasible {
        return Ok(None);
    }
    let middle = live.len() / 2;
    if start.len() < live.len() - middle {
        return Ok(Some(0));
    }
    if estimate.bytes > u128::from(memory_limit) {
        return Err(estimate.refusal(memory_limit));
    }
    let group = game.start_symmetries();
    let plan =
        workers.pool().install(|| Plan::new(game.board(), start, &group, Direction::Forward, Isa::detect()));
    let context = Context { plan: &plan, isa: Isa::detect(), workers, stop, room: plan.room(start.len(), 8) };
    let limits = Limits { least: Width::W32, level_bytes: u128::from(memory_limit) - estimate.table_bytes };
    let slots = (0..=start.len()).map(|pegs| if pegs < middle { 0 } else { plan.places(pegs).1 as u64 });
    let mut progress = LevelProgress::new(observer, slots.collect(), 1);

    let mut descent = Descent::new(&context, start, limits)?;
    while descent.level.pegs() > live.len() - middle {
        match descent.step(&mut progress)? {
            Step::Done => {}
            Step::End => return Ok(Some(0)),
            Step::Stopped => return Ok(None),
        }
    }
    let upper = match middle == live.len() - middle {
        true => None,
        false => match descent.step_keeping(&mut progress)? {
            (Step::Done, level) => level,
            (Step::End, _) => return Ok(Some(0)),
            (Step::Stopped, _) => return Ok(None),
        },
    };
    let upper = upper.as_ref().unwrap_or(&descent.level);
    workers.pool().install(|| sum_over_middle(&plan, &descent.level, upper).map(Some))
}

/// The sum of V(Q) V(Q') over the positions Q of the lower of the middle levels.
fn sum_over_middle(plan: &Plan, lower: &AnyLevel, upper: &AnyLevel) -> Result<u128, Error> {
    let (s_all, r_all) = ((1u64 << plan.split.s.len()) - 1, (1u64 << plan.split.r.len()) - 1);
    let of_partition = |partition: usize| -> Result<u128, Overflow> {
        let mut sum = 0u128;
        let part = &plan.partitions.list()[partition];
        let Some((cell, _)) = part.cell(&plan.ranks, lower.pegs(), plan.split.r.len()) else {
            return Ok(0);
        };
        for (rank, &r) in plan.ranks.patterns[cell.range()].iter().enumerate() {
            let ways = lower.ways_at((partition, rank));
            if ways == 0 {
                continue;
            }
            let complement = plan.find_parts(part.pattern ^ s_all as u32, r ^ r_all as u32);
            let pairs = ways.checked_mul(upper.ways_at(complement));
            sum = pairs.and_then(|more| sum.checked_add(more)).ok_or(Overflow)?;
        }
        sum.checked_mul(part.weight.into()).ok_or(Overflow)
    };
    let add = |a: u128, b: u128| a.checked_add(b).ok_or(Overflow);
    let partitions = (0..plan.partitions.len()).into_par_iter();
    Ok(partitions.map(of_partition).try_reduce(|| 0, add)?)
}
