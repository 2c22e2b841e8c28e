//! Level after level, each in the width that it needs.

use super::level::{Exact, Level, Pull, Store};
use super::plan::Plan;
use super::residue::{Prime, Residues};
use super::tally::{LevelTally, tally};
use crate::Error;
use crate::search::{Observer, Overflow, Progress, StopFlag, Tally, Workers};
use crate::senku::Position;
use crate::simd::Isa;
use crate::simd::moves::{Memory, Slot, Sum};
use std::time::Instant;

/// Bits of a level's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Width {
    W32,
    W64,
    W128,
}

impl Width {
    fn bytes(self) -> u128 {
        match self {
            Width::W32 => 4,
            Width::W64 => 8,
            Width::W128 => 16,
        }
    }
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
            let mut level = Level::new(plan, start.len(), None, 0);
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

    fn into_memory(self) -> Memory {
        on_level!(self, level => level.into_memory())
    }

    /// The ways to a position.
    pub fn ways(&self, plan: &Plan, position: Position) -> u128 {
        self.ways_at(plan.find(position))
    }

    /// The ways to the position of this rank in this partition.
    pub fn ways_at(&self, place: (usize, usize)) -> u128 {
        on_level!(self, level => level.ways(place).widen())
    }
}

/// What every level is pulled with.
pub(super) struct Context<'a> {
    pub plan: &'a Plan,
    pub isa: Isa,
    pub workers: &'a Workers,
    pub stop: &'a StopFlag,
    /// Bytes that the memory of a level is reserved for.
    pub room: usize,
}

impl Context<'_> {
    /// The level of `pegs` pegs, which follows from `source`; `None` when it was stopped.
    pub fn pull<S, D, F>(
        &self,
        source: &Level<S>,
        pegs: usize,
        memory: Option<Memory>,
        store: &F,
        progress: &mut LevelProgress<'_>,
    ) -> Result<Option<(Level<D>, LevelTally)>, Overflow>
    where
        S: Slot,
        D: Slot + Sum<S> + Sum<D>,
        D::Wide: Sum<S> + Sum<D::Wide>,
        F: Store<D>,
    {
        let mut target = Level::new(self.plan, pegs, memory, self.room);
        let pull = Pull::new(self.plan, self.isa, source, &mut target, store);
        let outcome = self.workers.run(&pull, self.stop, progress)?;
        let complete = outcome.is_complete();
        drop(pull);
        Ok(complete.then_some((target, outcome.tally)))
    }

    /// Goes through the levels of residues from the start down, and shows each with its tally. False when it
    /// was stopped.
    pub fn descend_by_residues(
        &self,
        prime: Prime,
        start: Position,
        progress: &mut LevelProgress<'_>,
        mut see: impl FnMut(&Level<u32>, &LevelTally) -> Result<(), Error>,
    ) -> Result<bool, Error> {
        let mut level: Level<u32> = Level::new(self.plan, start.len(), None, self.room);
        level.set_one(self.plan.find(start), 1);
        let mut found = tally_level(self.plan, &level)?;
        let mut memory = None;
        loop {
            see(&level, &found)?;
            if level.pegs <= 1 {
                return Ok(true);
            }
            let pegs = level.pegs - 1;
            progress.enter(pegs);
            let next = self.pull(&level, pegs, memory.take(), &Residues(prime), progress)?;
            let Some((next, next_found)) = next else {
                return Ok(false);
            };
            if next_found.in_all == 0 {
                return Ok(true);
            }
            memory = Some(std::mem::replace(&mut level, next).into_memory());
            found = next_found;
        }
    }
}

/// How exact levels are made.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// The least width of a level: 32 bits, but for tests.
    pub least: Width,
    /// The most bytes that levels may take.
    pub level_bytes: u128,
}

/// Exact levels, one after another.
pub(super) struct Descent<'a> {
    pub context: &'a Context<'a>,
    limits: Limits,
    pub level: AnyLevel,
    /// What the level adds to the totals.
    pub found: LevelTally,
    /// Of the level before the last.
    memory: Option<Memory>,
}

/// How a step to the next level ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The next level is there.
    Done,
    /// No position has a jump left; or one peg is.
    End,
    /// It was stopped.
    Stopped,
}

impl<'a> Descent<'a> {
    /// At the start.
    pub fn new(context: &'a Context<'a>, start: Position, limits: Limits) -> Result<Self, Overflow> {
        let level = AnyLevel::start(context.plan, start, limits.least);
        let found = on_level!(&level, level => tally_level(context.plan, level)?);
        Ok(Descent { context, limits, level, found, memory: None })
    }

    /// Goes on to the next level, in the first width that holds it.
    pub fn step(&mut self, progress: &mut LevelProgress<'_>) -> Result<Step, Error> {
        let (step, before) = self.step_keeping(progress)?;
        if let Some(before) = before {
            self.memory = Some(before.into_memory());
        }
        Ok(step)
    }

    /// [`step`](Self::step), which hands over the level that it leaves.
    pub fn step_keeping(
        &mut self,
        progress: &mut LevelProgress<'_>,
    ) -> Result<(Step, Option<AnyLevel>), Error> {
        let pegs = self.level.pegs();
        if pegs <= 1 {
            return Ok((Step::End, None));
        }
        let pegs = pegs - 1;
        let mut width = self.level.width();
        // A level's largest number is a few times that of the one before, on the way to the fullest levels
        // at least: what would not hold twice as much is not tried.
        if width == Width::W32 && self.level.largest() > u128::from(u32::MAX) / 2 {
            width = Width::W64;
        }
        progress.enter(pegs);
        let (next, found) = loop {
            self.check_memory(pegs, width)?;
            match self.pull(pegs, width, progress) {
                Ok(Some(next)) => break next,
                Ok(None) => return Ok((Step::Stopped, None)),
                Err(Overflow) if width == Width::W32 => width = Width::W64,
                Err(Overflow) if width == self.level.width() && width == Width::W64 => width = Width::W128,
                Err(Overflow) => return Err(Overflow.into()),
            }
        };
        if found.in_all == 0 {
            return Ok((Step::End, None));
        }
        self.found = found;
        Ok((Step::Done, Some(std::mem::replace(&mut self.level, next))))
    }

    fn pull(
        &mut self,
        pegs: usize,
        width: Width,
        progress: &mut LevelProgress<'_>,
    ) -> Result<Option<(AnyLevel, LevelTally)>, Overflow> {
        let (run, memory) = (self.context, self.memory.take());
        macro_rules! pull {
            ($level:expr, $kind:ident) => {
                run.pull($level, pegs, memory, &Exact, progress)?
                    .map(|(level, found)| (AnyLevel::$kind(level), found))
            };
        }
        Ok(match (&self.level, width) {
            (AnyLevel::W32(level), Width::W32) => pull!(level, W32),
            (AnyLevel::W32(level), Width::W64) => pull!(level, W64),
            (AnyLevel::W64(level), Width::W64) => pull!(level, W64),
            (AnyLevel::W64(level), Width::W128) => pull!(level, W128),
            (AnyLevel::W128(level), Width::W128) => pull!(level, W128),
            _ => unreachable!("a level is as wide as the one before, or one step wider"),
        })
    }

    /// Whether the next level fits beside this one.
    fn check_memory(&self, pegs: usize, width: Width) -> Result<(), Error> {
        let slots = |pegs| self.context.plan.places(pegs).1 as u128;
        let needed = slots(self.level.pegs()) * self.level.width().bytes() + slots(pegs) * width.bytes();
        if needed > self.limits.level_bytes {
            return Err(Error::Memory {
                what: format!("the level of {pegs} pegs and the one before it"),
                needed,
                limit: self.limits.level_bytes.try_into().unwrap_or(u64::MAX),
            });
        }
        Ok(())
    }
}

/// What a level adds to the totals.
pub(super) fn tally_level<S: Slot>(plan: &Plan, level: &Level<S>) -> Result<LevelTally, Overflow> {
    let mut sum = LevelTally::default();
    for (partition, place) in level.places.iter().enumerate() {
        if level.largest[partition] > 0 {
            let more = tally(plan, partition, place, level.slots(partition), &mut Vec::new())?;
            sum.add(&more, 1)?;
        }
    }
    Ok(sum)
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
            elapsed: self.began.elapsed(),
        });
    }
}
