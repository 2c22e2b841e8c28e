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

mod estimate;
mod halves;
mod level;
mod partitions;
mod passes;
mod plan;
mod ranks;
mod residue;
mod run;
mod split;
mod tally;
#[cfg(test)]
mod tests;
mod winning;

pub use estimate::{Estimate, estimate};
pub use halves::solutions_by_halves;

use super::fundamental::solutions_up_to_symmetry;
use super::{Count, Counting, Game, Goal, Position, Positions};
use crate::Error;
use crate::search::{Observer, Overflow, StopFlag, Stopwatch, Tally, Workers};
use crate::simd::Isa;
use passes::Direction;
use plan::Plan;
use residue::{combine, primes_for};
use run::{Context, Descent, LevelProgress, Limits, Step, Width};
use tally::LevelTally;

/// Counts games, solutions and positions; the number of levels comes second.
pub(super) fn count(
    counting: &Counting<'_>,
    workers: &Workers,
    stop: &StopFlag,
    observer: &mut dyn Observer,
    watch: &mut Stopwatch,
) -> Result<(Option<Count>, u64), Error> {
    let setting = Setting {
        game: counting.game,
        isa: counting.isa,
        least: Width::W32,
        memory_limit: counting.memory_limit,
        winning: counting.winning,
    };
    setting.count(workers, stop, observer, watch)
}

/// What is counted, and how.
#[derive(Debug, Clone, Copy)]
struct Setting<'a> {
    game: &'a Game,
    isa: Isa,
    least: Width,
    memory_limit: u64,
    winning: bool,
}

impl Setting<'_> {
    /// In exact numbers where they fit, else by residues, else not at all.
    fn count(
        &self,
        workers: &Workers,
        stop: &StopFlag,
        observer: &mut dyn Observer,
        watch: &mut Stopwatch,
    ) -> Result<(Option<Count>, u64), Error> {
        let game = self.game;
        let estimate = estimate(game);
        if !estimate.fits(self.memory_limit) {
            return Err(estimate.refusal(self.memory_limit));
        }
        let with_maps = estimate.bytes_by_residues + estimate.slots / 8;
        if self.winning && with_maps > u128::from(self.memory_limit) {
            return Err(Error::Memory {
                what: format!("marking the winning positions among {} slots", estimate.slots),
                needed: with_maps,
                limit: self.memory_limit,
            });
        }
        let exact_fits = estimate.bytes <= u128::from(self.memory_limit);
        let start = live_start(game);
        let group = game.start_symmetries();
        let plan =
            workers.pool().install(|| Plan::new(game.board(), start, &group, Direction::Forward, self.isa));
        let context = Context {
            plan: &plan,
            isa: self.isa,
            workers,
            stop,
            room: plan.room(start.len(), if exact_fits { 8 } else { 4 }),
        };
        let slots: Vec<u64> = (0..=start.len()).map(|pegs| plan.places(pegs).1 as u64).collect();
        let sweeps = if exact_fits { 1 } else { estimate.passes };
        let sweeps = if self.winning { sweeps + 2 } else { sweeps };
        watch.end("set_up");
        let mut progress = LevelProgress::new(observer, slots, sweeps);

        let exact = exact_fits.then(|| self.count_exactly(&context, &estimate, &mut progress));
        let totals = match exact {
            None => self.count_by_residues(&context, &mut progress)?,
            // Some level needs 128 bits, and they do not fit.
            Some(Err(Error::Memory { .. })) => {
                progress.expect(estimate.passes);
                self.count_by_residues(&context, &mut progress)?
            }
            Some(totals) => totals?,
        };
        drop(plan);
        watch.end("levels");
        let Some(totals) = totals else {
            return Ok((None, 0));
        };
        let winning = match self.winning {
            true => {
                let goals = live_goals(game);
                winning::winning_positions(game, &goals, self.isa, workers, stop, &mut progress)?
            }
            false => None,
        };
        if self.winning {
            watch.end("winning");
            if winning.is_none() {
                return Ok((None, 0));
            }
        }
        let levels = totals.positions.levels.len() as u64;
        let count = Count {
            games: totals.games,
            solutions: totals.solutions,
            solutions_up_to_symmetry: solutions_up_to_symmetry(game, totals.solutions),
            positions: Some(totals.positions),
            winning_positions: winning,
        };
        Ok((Some(count), levels))
    }

    /// Level after level in as many bits as each needs. `None` when it was stopped.
    fn count_exactly(
        &self,
        context: &Context<'_>,
        estimate: &Estimate,
        progress: &mut LevelProgress<'_>,
    ) -> Result<Option<Totals>, Error> {
        let limits =
            Limits { least: self.least, level_bytes: u128::from(self.memory_limit) - estimate.table_bytes };
        let goals = live_goals(self.game);
        let mut totals = Totals::default();
        let mut descent = Descent::new(context, live_start(self.game), limits)?;
        loop {
            totals.add(&descent.found)?;
            for &goal in goals.iter().filter(|goal| goal.len() == descent.level.pegs()) {
                totals.add_solutions(descent.level.ways(context.plan, goal))?;
            }
            match descent.step(progress)? {
                Step::Done => {}
                Step::End => return Ok(Some(totals)),
                Step::Stopped => return Ok(None),
            }
        }
    }

    /// The levels once for each prime, in 32 bits. `None` when it was stopped.
    fn count_by_residues(
        &self,
        context: &Context<'_>,
        progress: &mut LevelProgress<'_>,
    ) -> Result<Option<Totals>, Error> {
        let goals = live_goals(self.game);
        let (mut games, mut solutions) = (Vec::new(), Vec::new());
        let mut totals = Totals::default();
        for prime in primes_for(self.game) {
            let modulus = u128::from(prime.value());
            totals = Totals::default();
            let complete =
                context.descend_by_residues(prime, live_start(self.game), progress, |level, found| {
                    totals.add(found)?;
                    for &goal in goals.iter().filter(|goal| goal.len() == level.pegs) {
                        totals.add_solutions(level.ways(context.plan.find(goal)).into())?;
                    }
                    Ok(())
                })?;
            if !complete {
                return Ok(None);
            }
            games.push((prime, (totals.games % modulus) as u64));
            solutions.push((prime, (totals.solutions % modulus) as u64));
        }
        (totals.games, totals.solutions) = (combine(&games)?, combine(&solutions)?);
        Ok(Some(totals))
    }
}

/// The numbers of a count.
#[derive(Debug, Clone, Default)]
struct Totals {
    games: u128,
    solutions: u128,
    positions: Positions,
}

impl Totals {
    /// Adds a level.
    fn add(&mut self, level: &LevelTally) -> Result<(), Overflow> {
        self.games.add(&level.games, 1)?;
        self.positions.levels.push(level.positions);
        self.positions.in_all.add(&level.in_all, 1)?;
        self.positions.stuck.add(&level.stuck, 1)
    }

    fn add_solutions(&mut self, ways: u128) -> Result<(), Overflow> {
        self.solutions.add(&ways, 1)
    }
}

/// The start, on the holes that take part in a jump.
pub(super) fn live_start(game: &Game) -> Position {
    game.start() & split::live_holes(game.board())
}

/// The positions that win and that the invariants allow, on the same holes. All have as many pegs.
fn live_goals(game: &Game) -> Vec<Position> {
    let goals: Vec<Position> = match game.goal() {
        Goal::Any => game.board().holes().iter().map(Position::from).collect(),
        Goal::Hole(hole) => vec![hole.into()],
        Goal::Position(goal) => vec![goal],
    };
    let invariants = game.board().invariants();
    let live = split::live_holes(game.board());
    let possible = goals.into_iter().filter(|&goal| invariants.same_class(game.start(), goal));
    possible.map(|goal| goal & live).collect()
}
