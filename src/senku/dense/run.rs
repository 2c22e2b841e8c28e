//! Level after level.
//!
//! The example below shows all levels of a row of six holes from the start `oooo.o` to the goal `....o.`, with
//! S = {0, 1} and R = {2, 3, 4, 5}. Each pattern of S is a partition. It holds the patterns of R that have the right
//! class and number of pegs, in the order of their ranks, each with V, the number of ways to reach that position:
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
//! (`level` shows how the level of 2 pegs follows from the level of 3.) The goal is at S = `..` and R = `..o.` of the
//! last level: its V is the number of solutions.
//!
//! **Memory.** Two levels are in memory. A finished level's memory is reused for the level after next.

use super::level::{Level, Pull, Store};
use super::shared::Shared;
use super::tally::{LevelTally, Totals};
use crate::Error;
use crate::search::{Context, Instant, Observer, Overflow, Progress};
use crate::senku::Position;
use crate::senku::sweeps::Sweeps;

/// Replaces `level` by the level of `pegs` pegs that follows from it and returns its tally; `None` if stopped, when
/// `level` is unchanged.
///
/// # Errors
/// [`Error::Overflow`]; [`Error::Memory`] where the pool has no room for the level.
pub(super) fn pull<F: Store>(
    shared: &Shared<'_>,
    level: &mut Level,
    pegs: usize,
    store: &F,
    progress: &mut LevelProgress<'_, '_>,
) -> Result<Option<LevelTally>, Error> {
    progress.enter(pegs);
    let mut slices = shared.pool.slices(shared.tables.partitions.list.len());
    let pull = Pull::new(shared, level, pegs, store, &mut slices);
    let (workers, stop) = (shared.workers, shared.stop.clone());
    let outcome = Context { workers, stop, observer: progress }.run(&pull);
    let memory = shared.pool.finish(slices);
    match outcome {
        Ok(outcome) if outcome.is_complete() => {
            shared.pool.clear(std::mem::replace(level, Level { pegs, memory }).memory);
            Ok(Some(outcome.tally))
        }
        ended => {
            shared.pool.clear(memory);
            ended.map(|_| None).map_err(|Overflow| shared.pool.failure(pegs))
        }
    }
}

/// The way down the levels of a game, and the totals so far.
pub(super) struct Descent<'a, 'p, 'o> {
    pub shared: &'a Shared<'a>,
    pub goals: &'a [Position],
    pub progress: &'a mut LevelProgress<'p, 'o>,
    pub totals: Totals,
}

impl Descent<'_, '_, '_> {
    /// Goes down from the start, which is reached in `ways` ways, and adds every level to the totals, until no position
    /// has a jump left or one peg remains. Returns false if stopped before.
    pub fn run<F: Store>(&mut self, start: Position, ways: u128, store: &F) -> Result<bool, Error> {
        let (shared, tables) = (self.shared, self.shared.tables);
        let mut level = Level::of(shared, start.len(), &[start], ways)?;
        let mut found = level.tally(tables)?;
        while found.in_all > 0 {
            self.totals.add(&found)?;
            for &goal in self.goals.iter().filter(|goal| goal.len() == level.pegs) {
                self.totals.add_solutions(level.memory.number(tables.find(goal)))?;
            }
            if level.pegs <= 1 {
                break;
            }
            let pegs = level.pegs - 1;
            match pull(shared, &mut level, pegs, store, self.progress) {
                Ok(Some(next_found)) => found = next_found,
                ended => {
                    shared.pool.clear(level.memory);
                    return ended.map(|_| false);
                }
            }
        }
        shared.pool.clear(level.memory);
        Ok(true)
    }
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

    /// Adds sweeps to the total.
    pub fn expect(&mut self, sweeps: u64) {
        self.all += sweeps;
    }

    /// Begins the level of `pegs` pegs.
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
