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
//! in memory. A level is an array without keys. The files, in reading order:
//!
//! ```text
//! ranks     the index of a position in its level (`split`: the two subsets of holes; `partitions`: the symmetries)
//! run       level after level, with the levels of a small board (`shared`: the state of all levels)
//! level     the sum: how one level follows from another (`worker`: its scratch memory)
//! arenas    the memory of a level's numbers, and their widths (`widths`)
//! passes    the sources of a partition (`tables`: everything that is made once, before the first level)
//! tally     the contribution of a level to the totals
//! ```
//!
//! Besides these, `residue` counts in less memory, and `estimate` predicts memory and work. The winning positions have
//! the same index, with levels of bits (`senku::winning`).
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
mod shared;
mod split;
mod tables;
mod tally;
#[cfg(test)]
mod tests;
mod widths;
mod worker;

pub(super) use estimate::estimate_bits;
pub use estimate::{Estimate, estimate};
pub(super) use partitions::{NO_CLASS, Partition, inverses};
pub(super) use passes::{Change, CutJump, Sources, cut_jumps};
pub(super) use ranks::{Bin, marked, members};
pub(super) use run::LevelProgress;
pub(super) use split::{Sizes, live_goals, live_holes, live_start};
pub(super) use tables::Index;
pub(super) use tally::orbits;

use super::fundamental::solutions_up_to_symmetry;
use super::sweeps::Sweeps;
use super::{Count, Game, Position};
use crate::Error;
use crate::search::Stopwatch;
use crate::simd::Isa;
use level::{Exact, Store};
use residue::{Prime, Residues, combine, primes_for};
use run::Descent;
use shared::Shared;
use std::ops::Range;
use tables::Tables;
use tally::Totals;

/// The game to count, and the settings of the count.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting<'a> {
    pub game: &'a Game,
    pub isa: Isa,
    /// Bytes of the narrowest exact numbers: 4, except in tests.
    pub least_bytes: usize,
    /// Whether exact numbers are tried: true, except in tests.
    pub exact: bool,
    pub memory_limit: u64,
}

impl Setting<'_> {
    /// Counts games, solutions and positions, in exact numbers if they fit, otherwise by residues. Sweeps that `sweeps`
    /// holds are not repeated. Returns `None` if stopped, and the number of levels.
    pub(super) fn count(
        &self,
        estimate: &Estimate,
        sweeps: &mut Sweeps<'_>,
        watch: &mut Stopwatch,
    ) -> Result<(Option<Count>, u64), Error> {
        let game = self.game;
        if let Some(count) = self.known(sweeps)? {
            return Ok(self.finished(count));
        }
        estimate.within(self.memory_limit, Estimate::count)?;
        let (primes, resumed) = (estimate.primes as u64, sweeps.resumed());
        let tries_exact = self.tries_exact(estimate);
        // A ledger's count continues as it began.
        let exactly = if resumed == 0 { tries_exact } else { sweeps.kept(&(0..primes)).is_some() };
        let (start, goals) = (live_start(game), live_goals(game));
        let group = game.start_symmetries();
        let stop = &sweeps.context.stop;
        let make = || Tables::new(game.board(), start, &group, self.isa, stop);
        let Some(tables) = sweeps.context.workers.pool().install(make) else {
            return Ok((None, 0));
        };
        let mut shared = Shared::new(&tables, self.isa, &sweeps.context);
        shared.least_bytes = self.least_bytes;
        let slots = tables.slots[..=start.len()].iter().map(|&slots| slots as u64).collect();
        watch.end("set_up");
        let all = if exactly && resumed == 0 { 1 } else { primes };
        let mut progress = LevelProgress::new(sweeps, slots, all, resumed);

        let exact = exactly.then(|| self.count_exactly(&shared, &goals, estimate, &mut progress));
        let count = match exact {
            None => self.count_by_residues(&shared, &goals, &mut progress)?,
            // More positions are reached, or in wider numbers, than expected.
            Some(Err(Error::Memory { .. })) => {
                progress.expect(primes);
                self.count_by_residues(&shared, &goals, &mut progress)?
            }
            Some(count) => count?,
        };
        drop(shared);
        drop(tables);
        watch.end("levels");
        Ok(count.map_or((None, 0), |count| self.finished(count)))
    }

    /// The count with its derived numbers, and the number of levels.
    fn finished(&self, mut count: Count) -> (Option<Count>, u64) {
        count.solutions_up_to_symmetry = solutions_up_to_symmetry(self.game, count.solutions);
        let levels = count.positions.as_ref().map_or(0, |positions| positions.levels.len());
        (Some(count), levels as u64)
    }

    /// The count, if the ledger holds all its sweeps: then nothing has to be computed.
    fn known(&self, sweeps: &Sweeps<'_>) -> Result<Option<Count>, Error> {
        let primes = primes_for(self.game);
        let all = primes.len() as u64;
        if let Some(exact) = sweeps.kept(&(0..all)) {
            return Ok(Some(exact.clone()));
        }
        let residues = (0..all).map(|number| sweeps.kept(&(number..number + 1)).cloned());
        residues.collect::<Option<Vec<_>>>().map(|residues| joined(&primes, residues)).transpose()
    }

    /// Whether to try exact numbers: where the instruction set packs them, they take about a third of the estimate.
    fn tries_exact(&self, estimate: &Estimate) -> bool {
        self.exact && (!self.isa.lists_members() || estimate.bytes <= u128::from(self.memory_limit))
    }

    /// Counts once, in as many bits as each partition needs. `None` if stopped.
    fn count_exactly(
        &self,
        shared: &Shared<'_>,
        goals: &[Position],
        estimate: &Estimate,
        progress: &mut LevelProgress<'_, '_>,
    ) -> Result<Option<Count>, Error> {
        let level_bytes = u128::from(self.memory_limit) - estimate.table_bytes;
        shared.pool.limit(Some(level_bytes));
        self.sweep(shared, goals, 0..estimate.primes as u64, &Exact, |total| total, progress)
    }

    /// Counts once per prime, in 32 bits. `None` if stopped.
    fn count_by_residues(
        &self,
        shared: &Shared<'_>,
        goals: &[Position],
        progress: &mut LevelProgress<'_, '_>,
    ) -> Result<Option<Count>, Error> {
        // The estimate says that they fit.
        shared.pool.limit(None);
        let primes = primes_for(self.game);
        let mut residues: Vec<Count> = vec![];
        for (number, &prime) in (0..).zip(&primes) {
            let residue = |total| prime.of(total).into();
            let sweep = self.sweep(shared, goals, number..number + 1, &Residues(prime), residue, progress)?;
            let Some(count) = sweep else {
                return Ok(None);
            };
            residues.push(count);
            same_positions(&residues)?;
        }
        joined(&primes, residues).map(Some)
    }

    /// Makes one sweep, unless a ledger has it, and maps games and solutions by `total`. `None` if stopped.
    fn sweep<F: Store>(
        &self,
        shared: &Shared<'_>,
        goals: &[Position],
        ids: Range<u64>,
        store: &F,
        total: impl Fn(u128) -> u128,
        progress: &mut LevelProgress<'_, '_>,
    ) -> Result<Option<Count>, Error> {
        if let Some(known) = progress.sweeps.kept(&ids) {
            return Ok(Some(known.clone()));
        }
        progress.sweeps.begin();
        let mut descent = Descent { shared, goals, progress, totals: Totals::default() };
        if !descent.run(live_start(self.game), 1, store)? {
            return Ok(None);
        }
        let Totals { games, solutions, positions } = descent.totals;
        let (games, solutions) = (total(games), total(solutions));
        let count = Count { games, solutions, positions: Some(positions), ..Count::default() };
        progress.sweeps.keep(ids, &count)?;
        Ok(Some(count))
    }
}

/// Combines the residues of a count, one per prime.
///
/// # Errors
/// [`Error::Inconsistent`] if the sweeps reach different positions, [`Error::Overflow`].
fn joined(primes: &[Prime], residues: Vec<Count>) -> Result<Count, Error> {
    same_positions(&residues)?;
    let combined = |of: fn(&Count) -> u128| {
        let residues = residues.iter().map(|count| of(count) as u64);
        combine(&primes.iter().copied().zip(residues).collect::<Vec<_>>())
    };
    let (games, solutions) = (combined(|count| count.games)?, combined(|count| count.solutions)?);
    let positions = residues.into_iter().next().and_then(|first| first.positions);
    Ok(Count { games, solutions, positions, ..Count::default() })
}

/// Checks that all sweeps reach the same positions.
fn same_positions(sweeps: &[Count]) -> Result<(), Error> {
    if sweeps.windows(2).all(|pair| pair[0].positions == pair[1].positions) {
        return Ok(());
    }
    Err(Error::Inconsistent { what: "two sweeps reach different positions".to_owned() })
}
