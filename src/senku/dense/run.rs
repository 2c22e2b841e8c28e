//! A count: in exact numbers if they fit, otherwise by residues; with its ledger, memory limit and progress.

use super::count_ways;
use super::estimate::Estimate;
use super::level::{Exact, Store};
use super::residue::{Prime, Residues, combine, primes_for};
use super::split::{live_goals, live_start};
use super::tables::Tables;
use super::worker::Shared;
use crate::Error;
use crate::search::{Instant, Observer, Outcome, Overflow, Problem, Progress, Stopwatch};
use crate::senku::fundamental::solutions_up_to_symmetry;
use crate::senku::sweeps::Sweeps;
use crate::senku::{Count, Game};
use crate::simd::Isa;
use std::ops::Range;

/// The game to count, and the settings of the count.
#[derive(Debug, Clone, Copy)]
pub(in crate::senku) struct Setting<'a> {
    pub game: &'a Game,
    pub isa: Isa,
    /// Bytes of the narrowest exact numbers: 4, except in tests.
    pub least_bytes: usize,
    /// Whether exact numbers are tried: true, except in tests.
    pub exact: bool,
    pub memory_limit: u64,
}

impl Setting<'_> {
    /// Counts games, solutions and positions. Sweeps that `sweeps` holds are not repeated. `None` if stopped.
    pub fn count(
        &self,
        estimate: &Estimate,
        sweeps: &mut Sweeps<'_>,
        watch: &mut Stopwatch,
    ) -> Result<Option<Count>, Error> {
        let mut count = self.known(sweeps)?;
        if count.is_none() {
            estimate.within(self.memory_limit, Estimate::count)?;
            count = self.sweep_levels(estimate, sweeps, watch)?;
        }
        if let Some(count) = &mut count {
            count.solutions_up_to_symmetry = solutions_up_to_symmetry(self.game, count.solutions);
        }
        Ok(count)
    }

    /// Makes the tables, and then the sweeps, in exact numbers if they fit. `None` if stopped.
    fn sweep_levels(
        &self,
        estimate: &Estimate,
        sweeps: &mut Sweeps<'_>,
        watch: &mut Stopwatch,
    ) -> Result<Option<Count>, Error> {
        let game = self.game;
        let start = live_start(game);
        let group = game.start_symmetries();
        let stop = &sweeps.context.stop;
        let make = || Tables::new(game.board(), start, &group, self.isa, stop);
        let Some(tables) = sweeps.context.workers.pool().install(make) else {
            return Ok(None);
        };
        let mut shared = Shared::new(&tables, self.isa, sweeps.context.workers.threads());
        shared.least_bytes = self.least_bytes;
        let slots = tables.slots[..=start.len()].to_vec();
        watch.end("set_up");
        let (primes, resumed) = (estimate.primes as u64, Sweeps::resumed(sweeps));
        // A ledger that holds some sweeps holds residues. Where the instruction set packs numbers, exact ones take about a
        // third of the estimate.
        let may_fit = !self.isa.lists_members() || estimate.bytes <= u128::from(self.memory_limit);
        let exactly = self.exact && may_fit && resumed == 0;
        let all = if exactly { 1 } else { primes };
        let mut progress = LevelProgress::new(sweeps, slots, all, resumed);

        let exact = exactly.then(|| self.count_exactly(&shared, estimate, &mut progress));
        let count = match exact {
            None => self.count_by_residues(&shared, &mut progress)?,
            // More positions are reached, or in wider numbers, than expected.
            Some(Err(Error::Memory { .. })) => {
                progress.all += primes;
                self.count_by_residues(&shared, &mut progress)?
            }
            Some(count) => count?,
        };
        drop(shared);
        drop(tables);
        watch.end("levels");
        Ok(count)
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

    /// Counts once, in as many bits as each partition needs. `None` if stopped.
    pub(super) fn count_exactly(
        &self,
        shared: &Shared<'_>,
        estimate: &Estimate,
        progress: &mut LevelProgress<'_, '_>,
    ) -> Result<Option<Count>, Error> {
        let level_bytes = u128::from(self.memory_limit) - estimate.table_bytes;
        shared.pool.limit(Some(level_bytes));
        self.sweep(shared, 0..estimate.primes as u64, &Exact, |total| total, progress)
    }

    /// Counts once per prime, in 32 bits. `None` if stopped.
    pub(super) fn count_by_residues(
        &self,
        shared: &Shared<'_>,
        progress: &mut LevelProgress<'_, '_>,
    ) -> Result<Option<Count>, Error> {
        // The estimate says that they fit.
        shared.pool.limit(None);
        let primes = primes_for(self.game);
        let mut residues: Vec<Count> = vec![];
        for (number, &prime) in (0..).zip(&primes) {
            let residue = |total| prime.of(total).into();
            let sweep = self.sweep(shared, number..number + 1, &Residues(prime), residue, progress)?;
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
        ids: Range<u64>,
        store: &F,
        total: impl Fn(u128) -> u128,
        progress: &mut LevelProgress<'_, '_>,
    ) -> Result<Option<Count>, Error> {
        if let Some(known) = progress.sweeps.kept(&ids) {
            return Ok(Some(known.clone()));
        }
        let began = Instant::now();
        let (start, goals) = (live_start(self.game), live_goals(self.game));
        let counted = count_ways(shared, (start, 1), &goals, store, progress)?;
        let Some(mut count) = counted else { return Ok(None) };
        (count.games, count.solutions) = (total(count.games), total(count.solutions));
        progress.sweeps.keep(ids, began, &count)?;
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

/// Turns the progress of a level into that of the run, measured in slots.
pub(in crate::senku) struct LevelProgress<'a, 'o> {
    pub sweeps: &'a mut Sweeps<'o>,
    /// Slots of each level, by pegs.
    slots: Vec<u64>,
    /// Sweeps in all, and those that a ledger already held.
    all: u64,
    resumed: u64,
    before: u128,
    current: u128,
    levels: u64,
    began: Instant,
}

impl<'a, 'o> LevelProgress<'a, 'o> {
    /// Progress of `all` sweeps over levels with these slots; a ledger already holds `resumed` of them.
    pub fn new(sweeps: &'a mut Sweeps<'o>, slots: Vec<u64>, all: u64, resumed: u64) -> Self {
        LevelProgress { sweeps, slots, all, resumed, before: 0, current: 0, levels: 0, began: Instant::now() }
    }

    /// Begins the level of `pegs` pegs.
    pub fn enter(&mut self, pegs: usize) {
        self.before += self.current;
        self.current = u128::from(self.slots.get(pegs).copied().unwrap_or(0));
        self.levels += 1;
    }

    /// Runs the step to this level.
    pub fn run<P: Problem>(&mut self, step: &P) -> Result<Outcome<P::Tally>, Overflow> {
        self.sweeps.context.unwatched().watched_by(self).run(step)
    }
}

impl Observer for LevelProgress<'_, '_> {
    fn progress(&mut self, progress: &Progress) {
        let slots: u128 = self.slots.iter().map(|&slots| u128::from(slots)).sum();
        let levels = self.slots.iter().filter(|&&slots| slots > 0).count() as u64;
        let share = (self.current as f64 * progress.fraction()) as u128;
        let rest = self.all - self.resumed;
        self.sweeps.progress(&Progress {
            done_cost: self.before + share,
            total_cost: slots * u128::from(rest),
            done: self.levels - u64::from(progress.done < progress.total),
            total: levels * rest,
            earlier_cost: slots * u128::from(self.resumed),
            earlier: levels * self.resumed,
            found: None,
            elapsed: self.began.elapsed(),
        });
    }
}
