//! Level after level, each in the width that it needs.

use super::level::{Exact, Level, Pull};
use super::plan::Plan;
use super::tally::{LevelTally, tally};
use crate::Error;
use crate::search::{Observer, Overflow, Progress, StopFlag, Workers};
use crate::senku::Position;
use crate::simd::Isa;
use crate::simd::gather::{Slot, Sum};
use std::time::Instant;

/// Bits of a level's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Width {
    W32,
    W64,
    W128,
}

/// A level of any width.
pub(super) enum AnyLevel {
    W32(Level<u32>),
    W64(Level<u64>),
    W128(Level<u128>),
}

/// Calls the same on a level of any width.
macro_rules! on_level {
    ($any:expr, $level:ident => $body:expr) => {
        match $any {
            AnyLevel::W32($level) => $body,
            AnyLevel::W64($level) => $body,
            AnyLevel::W128($level) => $body,
        }
    };
}

impl AnyLevel {
    /// The level of the start: one way to be there.
    fn start(plan: &Plan, start: Position, width: Width) -> Self {
        fn one<S: Slot>(plan: &Plan, start: Position, one: S) -> Level<S> {
            let mut level = Level::new(plan, start.len(), None);
            level.set_one(plan.find(start), one);
            level
        }
        match width {
            Width::W32 => AnyLevel::W32(one(plan, start, 1)),
            Width::W64 => AnyLevel::W64(one(plan, start, 1)),
            Width::W128 => AnyLevel::W128(one(plan, start, 1)),
        }
    }

    fn width(&self) -> Width {
        match self {
            AnyLevel::W32(_) => Width::W32,
            AnyLevel::W64(_) => Width::W64,
            AnyLevel::W128(_) => Width::W128,
        }
    }

    pub fn pegs(&self) -> usize {
        on_level!(self, level => level.pegs)
    }

    fn largest(&self) -> u128 {
        on_level!(self, level => level.largest())
    }

    /// The ways to a position.
    pub fn ways(&self, plan: &Plan, position: Position) -> u128 {
        let place = plan.find(position);
        on_level!(self, level => level.ways(place).widen())
    }

    /// What this level adds to the totals.
    fn tally(&self, plan: &Plan) -> Result<LevelTally, Overflow> {
        let mut sum = LevelTally::default();
        on_level!(self, level => for (partition, place) in level.places.iter().enumerate() {
            if level.largest[partition] > 0 {
                let more = tally(plan, partition, place, level.slots(partition), &mut Vec::new())?;
                crate::search::Tally::add(&mut sum, &more, 1)?;
            }
        });
        Ok(sum)
    }
}

/// Memory of levels that are no longer needed, for the next ones.
#[derive(Default)]
struct Memory {
    w32: Option<Vec<u32>>,
    w64: Option<Vec<u64>>,
    w128: Option<Vec<u128>>,
}

impl Memory {
    /// Keeps what a level leaves.
    fn keep(&mut self, level: AnyLevel) {
        match level {
            AnyLevel::W32(level) => self.w32 = Some(level.into_memory()),
            AnyLevel::W64(level) => self.w64 = Some(level.into_memory()),
            AnyLevel::W128(level) => self.w128 = Some(level.into_memory()),
        }
    }

    /// Lets go of what is too narrow.
    fn drop_below(&mut self, width: Width) {
        if width > Width::W32 {
            self.w32 = None;
        }
        if width > Width::W64 {
            self.w64 = None;
        }
    }
}

/// What a run is done with.
pub(super) struct Runner<'a> {
    pub plan: &'a Plan,
    pub isa: Isa,
    pub workers: &'a Workers,
    pub stop: &'a StopFlag,
    /// The least width of a level: 32 bits, but for tests.
    pub least: Width,
}

impl Runner<'_> {
    /// Goes through the levels from the start down to `last` pegs, or until none is reached, and shows each
    /// level with its tally. False when it was stopped.
    pub fn levels(
        &self,
        start: Position,
        last: usize,
        progress: &mut LevelProgress<'_>,
        mut see: impl FnMut(&AnyLevel, &LevelTally) -> Result<(), Error>,
    ) -> Result<bool, Error> {
        let mut memory = Memory::default();
        let mut level = AnyLevel::start(self.plan, start, self.least);
        let mut found = level.tally(self.plan)?;
        while found.in_all > 0 {
            see(&level, &found)?;
            if level.pegs() <= last.max(1) {
                break;
            }
            let Some((next, next_found)) = self.next(&level, &mut memory, progress)? else {
                return Ok(false);
            };
            memory.keep(std::mem::replace(&mut level, next));
            found = next_found;
        }
        Ok(true)
    }

    /// The next level, in the first width that holds it; `None` when it was stopped.
    fn next(
        &self,
        level: &AnyLevel,
        memory: &mut Memory,
        progress: &mut LevelProgress<'_>,
    ) -> Result<Option<(AnyLevel, LevelTally)>, Error> {
        let mut width = level.width();
        // A level's largest number is a few times that of the one before, on the way to the fullest levels
        // at least: what would not hold twice as much is not tried.
        if width == Width::W32 && level.largest() > u128::from(u32::MAX) / 2 {
            width = Width::W64;
        }
        progress.enter(level.pegs() - 1);
        loop {
            memory.drop_below(width);
            use AnyLevel as L;
            use Width as W;
            let result = match (level, width) {
                (L::W32(from), W::W32) => self
                    .pull(from, memory.w32.take(), progress)
                    .map(|x| x.map(|(l, t)| (L::W32(l), t))),
                (L::W32(from), W::W64) => self
                    .pull(from, memory.w64.take(), progress)
                    .map(|x| x.map(|(l, t)| (L::W64(l), t))),
                (L::W64(from), W::W64) => self
                    .pull(from, memory.w64.take(), progress)
                    .map(|x| x.map(|(l, t)| (L::W64(l), t))),
                (L::W64(from), W::W128) => self
                    .pull(from, memory.w128.take(), progress)
                    .map(|x| x.map(|(l, t)| (L::W128(l), t))),
                (L::W128(from), W::W128) => self
                    .pull(from, memory.w128.take(), progress)
                    .map(|x| x.map(|(l, t)| (L::W128(l), t))),
                _ => unreachable!("a level is as wide as the one before or one step wider"),
            };
            match result {
                Err(Overflow) if width == Width::W32 => width = Width::W64,
                Err(Overflow) if width == Width::W64 && level.width() == Width::W64 => width = Width::W128,
                result => return Ok(result?),
            }
        }
    }

    /// The level that follows from `source`; `None` when it was stopped.
    fn pull<S, D>(
        &self,
        source: &Level<S>,
        memory: Option<Vec<D>>,
        progress: &mut LevelProgress<'_>,
    ) -> Result<Option<(Level<D>, LevelTally)>, Overflow>
    where
        S: Slot,
        D: Slot + Sum<S> + Sum<D>,
        D::Wide: Sum<S> + Sum<D::Wide>,
    {
        let mut target = Level::new(self.plan, source.pegs - 1, memory);
        let pull = Pull::new(self.plan, self.isa, source, &mut target, &Exact);
        let outcome = self.workers.run(&pull, self.stop, progress)?;
        let complete = outcome.is_complete();
        drop(pull);
        Ok(complete.then_some((target, outcome.tally)))
    }
}

/// Turns the progress of a level into that of the run, measured in slots.
pub(super) struct LevelProgress<'a> {
    observer: &'a mut dyn Observer,
    /// Slots of each level, by pegs.
    slots: Vec<u64>,
    before: u128,
    current: u128,
    levels: u64,
    began: Instant,
}

impl<'a> LevelProgress<'a> {
    pub fn new(observer: &'a mut dyn Observer, slots: Vec<u64>) -> Self {
        LevelProgress {
            observer,
            slots,
            before: 0,
            current: 0,
            levels: 0,
            began: Instant::now(),
        }
    }

    /// Begins with the level of `pegs` pegs.
    fn enter(&mut self, pegs: usize) {
        self.before += self.current;
        self.current = u128::from(self.slots.get(pegs).copied().unwrap_or(0));
        self.levels += 1;
    }
}

impl Observer for LevelProgress<'_> {
    fn progress(&mut self, progress: &Progress) {
        let share = (self.current as f64 * progress.fraction()) as u128;
        self.observer.progress(&Progress {
            done_cost: self.before + share,
            total_cost: self.slots.iter().map(|&slots| u128::from(slots)).sum(),
            done: self.levels - u64::from(progress.done < progress.total),
            total: self.slots.iter().filter(|&&slots| slots > 0).count() as u64,
            elapsed: self.began.elapsed(),
        });
    }
}
