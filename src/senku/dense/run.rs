//! Level after level, each in the width that it needs.
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
//! **Widths.** Numbers have 32 bits as long as these hold. A level that overflows is made once more in 64 bits, and
//! so are those after it; likewise in 128. Residues could do without 128 bits, but they take 87 s for the European
//! board, which the three widths count in 21 s (one thread of a Zen 4).
//!
//! **Memory.** There are two levels in memory: that of a level which is left is used again for the one after next.

use super::level::{Exact, Holds, Level, Pull, Store};
use super::tables::Tables;
use super::tally::{LevelTally, Totals};
use crate::Error;
use crate::search::{Observer, Overflow, Progress, StopFlag, Workers};
use crate::senku::Position;
use crate::simd::Isa;
use crate::simd::moves::{Memory, Slot};
use std::cell::Cell;
use std::time::Instant;

/// What every level is pulled with.
pub(super) struct Context<'a> {
    pub tables: &'a Tables,
    isa: Isa,
    pub workers: &'a Workers,
    stop: &'a StopFlag,
    /// Bytes that the memory of a level is reserved for.
    room: usize,
    /// The memory of the level that was left last.
    spare: Cell<Option<Memory>>,
}

impl<'a> Context<'a> {
    pub fn new(tables: &'a Tables, isa: Isa, workers: &'a Workers, stop: &'a StopFlag, room: usize) -> Self {
        Context { tables, isa, workers, stop, room, spare: Cell::default() }
    }

    /// The level of `pegs` pegs, which follows from `source`, and its tally; `None` when it was stopped.
    pub fn pull<S: Slot, D: Holds<S>, F: Store<D>>(
        &self,
        source: &Level<S>,
        pegs: usize,
        store: &F,
        progress: &mut LevelProgress<'_>,
    ) -> Result<Option<(Level<D>, LevelTally)>, Overflow> {
        let mut target = Level::new(self.tables, pegs, self.spare.take(), self.room);
        let pull = Pull::new(self.tables, self.isa, source, &mut target, store);
        let outcome = self.workers.run(&pull, self.stop, progress)?;
        let complete = outcome.is_complete();
        drop(pull);
        Ok(complete.then_some((target, outcome.tally)))
    }

    /// Goes on from a level to the next, and keeps the memory of the one that is left.
    pub fn replace<S: Slot>(&self, level: &mut Level<S>, next: Level<S>) {
        self.spare.set(Some(std::mem::replace(level, next).into_memory()));
    }
}

/// How far a descent has come.
pub(super) enum Depth<S> {
    /// To this level, which is not in the totals yet, with its tally.
    Level(Level<S>, LevelTally),
    /// To the last level: no position has a jump left, or one peg is.
    Bottom,
    /// It was stopped.
    Stopped,
}

/// The way down the levels of a game, and the totals so far.
pub(super) struct Descent<'a, 'o> {
    pub context: &'a Context<'a>,
    pub goals: &'a [Position],
    /// The most bytes that two neighbouring levels may take.
    pub level_bytes: u128,
    pub progress: &'a mut LevelProgress<'o>,
    pub totals: Totals,
}

impl Descent<'_, '_> {
    /// At the start, which is reached in so many ways.
    pub fn begin<S: Slot>(&self, start: Position, ways: S) -> Result<Depth<S>, Overflow> {
        let level = Level::of(self.context.tables, start, ways);
        let found = level.tally(self.context.tables)?;
        Ok(Depth::Level(level, found))
    }

    /// Goes on down and adds every level to the totals, as long as numbers of `S` hold: to the bottom, or to the first
    /// level that needs those of `W`.
    pub fn run<S, W, F>(&mut self, depth: Depth<S>, store: &F) -> Result<Depth<W>, Error>
    where
        S: Holds<S>,
        W: Holds<S>,
        F: Store<S>,
    {
        let (mut level, mut found) = match depth {
            Depth::Level(level, found) => (level, found),
            Depth::Bottom => return Ok(Depth::Bottom),
            Depth::Stopped => return Ok(Depth::Stopped),
        };
        let (context, tables) = (self.context, self.context.tables);
        loop {
            self.totals.add(&found)?;
            for &goal in self.goals.iter().filter(|goal| goal.len() == level.pegs) {
                self.totals.add_solutions(level.ways(tables.find(goal)).widest())?;
            }
            if level.pegs <= 1 {
                return Ok(Depth::Bottom);
            }
            let pegs = level.pegs - 1;
            self.progress.enter(pegs);
            // A level's largest number is a few times that of the one before, on the way to the fullest levels
            // at least: what would not hold twice as much is not tried in 32 bits.
            let hopeless = size_of::<S>() == 4 && level.largest() > S::MAX / 2;
            let next = match hopeless {
                true => Err(Overflow),
                false => {
                    self.check_memory::<S, S>(pegs)?;
                    context.pull(&level, pegs, store, self.progress)
                }
            };
            match next {
                Ok(None) => return Ok(Depth::Stopped),
                Ok(Some((_, next_found))) if next_found.in_all == 0 => return Ok(Depth::Bottom),
                Ok(Some((next, next_found))) => {
                    context.replace(&mut level, next);
                    found = next_found;
                }
                Err(Overflow) if size_of::<W>() > size_of::<S>() => {
                    self.check_memory::<S, W>(pegs)?;
                    let wider = context.pull(&level, pegs, &Exact, self.progress)?;
                    context.spare.set(Some(level.into_memory()));
                    return Ok(wider.map_or(Depth::Stopped, |(wider, found)| Depth::Level(wider, found)));
                }
                Err(Overflow) => return Err(Overflow.into()),
            }
        }
    }

    /// Whether a level of `D` fits beside the one of `S` before it.
    fn check_memory<S, D>(&self, pegs: usize) -> Result<(), Error> {
        let bytes = |pegs, slot| (self.context.tables.extents(pegs).1 * slot) as u128;
        let needed = bytes(pegs + 1, size_of::<S>()) + bytes(pegs, size_of::<D>());
        if needed > self.level_bytes {
            return Err(Error::Memory {
                what: format!("the level of {pegs} pegs and the one before it"),
                needed,
                limit: self.level_bytes.try_into().unwrap_or(u64::MAX),
            });
        }
        Ok(())
    }
}

/// Turns the progress of a level into that of the run, measured in slots.
pub(super) struct LevelProgress<'a> {
    observer: &'a mut dyn Observer,
    /// Slots of each level, by pegs.
    slots: Vec<u64>,
    /// How often the levels are gone through.
    sweeps: u64,
    before: u128,
    current: u128,
    levels: u64,
    began: Instant,
}

impl<'a> LevelProgress<'a> {
    /// For so many sweeps over levels of so many slots.
    pub fn new(observer: &'a mut dyn Observer, slots: Vec<u64>, sweeps: usize) -> Self {
        LevelProgress {
            observer,
            slots,
            sweeps: sweeps as u64,
            before: 0,
            current: 0,
            levels: 0,
            began: Instant::now(),
        }
    }

    /// So many sweeps more than was thought.
    pub fn expect(&mut self, sweeps: usize) {
        self.sweeps += sweeps as u64;
    }

    /// Begins with the level of `pegs` pegs.
    pub fn enter(&mut self, pegs: usize) {
        self.before += self.current;
        self.current = u128::from(self.slots.get(pegs).copied().unwrap_or(0));
        self.levels += 1;
    }
}

impl Observer for LevelProgress<'_> {
    fn progress(&mut self, progress: &Progress) {
        let slots: u128 = self.slots.iter().map(|&slots| u128::from(slots)).sum();
        let levels = self.slots.iter().filter(|&&slots| slots > 0).count() as u64;
        let share = (self.current as f64 * progress.fraction()) as u128;
        self.observer.progress(&Progress {
            done_cost: self.before + share,
            total_cost: slots * u128::from(self.sweeps),
            done: self.levels - u64::from(progress.done < progress.total),
            total: levels * self.sweeps,
            earlier_cost: 0,
            earlier: 0,
            found: None,
            elapsed: self.began.elapsed(),
        });
    }
}
