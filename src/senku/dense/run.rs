//! Level after level.
//!
//! All levels of a row of six holes from the start `oooo.o` to the goal `....o.`, with S = {0, 1} and R = {2, 3, 4, 5}.
//! Each pattern of S is a partition. In it stand the patterns of R that have the right class and number of pegs, in the
//! order of their ranks, each with V, the ways to reach that position:
//!
//! ```text
//! S          ..               o.               .o               oo            stuck   games   solutions
//! 5 pegs                      oooo 0                            oo.o 1
//! 4 pegs                                       ooo. 0  .ooo 0   o.o. 0  ..oo 1
//! 3 pegs     o.oo 1           .oo. 0           o..o 0           .o.. 1
//! 2 pegs     oo.. 2  .o.o 0   o... 0  ...o 0
//! 1 peg      ..o. 2                            .... 2                         both    2 + 2   2
//! ```
//!
//! (`level` shows how the level of 2 pegs follows from that of 3.) The goal is at S = `..` and R = `..o.` of the last
//! level: its V are the solutions.
//!
//! **Memory.** There are two levels in memory: that of a level which is left is used again for the one after next.

use super::level::{Level, Pull, Store};
use super::shelves::Storehouse;
use super::tables::Tables;
use super::tally::{LevelTally, Totals};
use super::worker::Bench;
use crate::Error;
use crate::search::{Instant, Observer, Overflow, Progress, StopFlag, Workers};
use crate::senku::Position;
use crate::senku::sweeps::Sweeps;
use crate::simd::Isa;
use std::sync::Mutex;

/// What every level is pulled with.
pub(super) struct Context<'a> {
    pub tables: &'a Tables,
    pub isa: Isa,
    workers: &'a Workers,
    stop: &'a StopFlag,
    /// Bytes of the narrowest numbers: 4, but for tests.
    pub least_bytes: usize,
    /// The memory of levels.
    pub storehouse: Storehouse,
    /// The memory of workers that have nothing to do.
    benches: Mutex<Vec<Bench>>,
}

impl<'a> Context<'a> {
    pub fn new(tables: &'a Tables, isa: Isa, workers: &'a Workers, stop: &'a StopFlag) -> Self {
        let storehouse = Storehouse::new(tables, workers.threads());
        Context { tables, isa, workers, stop, least_bytes: 4, storehouse, benches: Mutex::default() }
    }

    /// The level of `pegs` pegs, which follows from `source`, and its tally; `None` when it was stopped.
    ///
    /// # Errors
    /// [`Error::Overflow`]; [`Error::Memory`] where the storehouse has no room for it.
    pub fn pull<F: Store>(
        &self,
        source: &Level,
        pegs: usize,
        store: &F,
        progress: &mut LevelProgress<'_, '_>,
    ) -> Result<Option<(Level, LevelTally)>, Error> {
        let pull = Pull::new(self, source, pegs, store);
        let outcome = self.workers.run(&pull, self.stop, progress);
        let level = pull.finish();
        match outcome {
            Ok(outcome) if outcome.is_complete() => Ok(Some((level, outcome.tally))),
            ended => {
                self.storehouse.clear(level.shelves);
                ended.map(|_| None).map_err(|Overflow| self.storehouse.failure(pegs))
            }
        }
    }

    /// Goes on from a level to the next, and keeps the memory of the one that is left.
    pub fn replace(&self, level: &mut Level, next: Level) {
        self.storehouse.clear(std::mem::replace(level, next).shelves);
    }

    /// Memory for a worker.
    pub fn bench(&self) -> Bench {
        self.benches.lock().expect("no worker has panicked").pop().unwrap_or_default()
    }

    /// Takes the memory of a worker that is done.
    pub fn leave(&self, bench: Bench) {
        self.benches.lock().expect("no worker has panicked").push(bench);
    }
}

/// The way down the levels of a game, and the totals so far.
pub(super) struct Descent<'a, 'p, 'o> {
    pub context: &'a Context<'a>,
    pub goals: &'a [Position],
    pub progress: &'a mut LevelProgress<'p, 'o>,
    pub totals: Totals,
}

impl Descent<'_, '_, '_> {
    /// Goes down from the start, which is reached in so many ways, and adds every level to the totals: until no position
    /// has a jump left, or one peg is. Whether it was not stopped before.
    pub fn run<F: Store>(&mut self, start: Position, ways: u128, store: &F) -> Result<bool, Error> {
        let (context, tables) = (self.context, self.context.tables);
        let mut level = Level::of(context, start.len(), &[start], ways)?;
        let mut found = level.tally(tables)?;
        while found.in_all > 0 {
            self.totals.add(&found)?;
            for &goal in self.goals.iter().filter(|goal| goal.len() == level.pegs) {
                self.totals.add_solutions(level.ways(tables.find(goal)))?;
            }
            if level.pegs <= 1 {
                break;
            }
            let pegs = level.pegs - 1;
            self.progress.enter(pegs);
            match context.pull(&level, pegs, store, self.progress) {
                Ok(Some((next, next_found))) => {
                    context.replace(&mut level, next);
                    found = next_found;
                }
                ended => {
                    context.storehouse.clear(level.shelves);
                    return ended.map(|_| false);
                }
            }
        }
        context.storehouse.clear(level.shelves);
        Ok(true)
    }
}

/// Turns the progress of a level into that of the run, measured in slots.
pub(super) struct LevelProgress<'a, 'o> {
    pub sweeps: &'a mut Sweeps<'o>,
    /// Slots of each level, by pegs.
    slots: Vec<u64>,
    /// How often the levels are gone through, and how often of these they were before.
    all: u64,
    resumed: u64,
    before: u128,
    current: u128,
    levels: u64,
    began: Instant,
}

impl<'a, 'o> LevelProgress<'a, 'o> {
    /// For so many sweeps over levels of so many slots, of which earlier runs made some.
    pub fn new(sweeps: &'a mut Sweeps<'o>, slots: Vec<u64>, all: u64, resumed: u64) -> Self {
        LevelProgress { sweeps, slots, all, resumed, before: 0, current: 0, levels: 0, began: Instant::now() }
    }

    /// So many sweeps more than was thought.
    pub fn expect(&mut self, sweeps: u64) {
        self.all += sweeps;
    }

    /// Begins with the level of `pegs` pegs.
    pub fn enter(&mut self, pegs: usize) {
        self.before += self.current;
        self.current = u128::from(self.slots.get(pegs).copied().unwrap_or(0));
        self.levels += 1;
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
