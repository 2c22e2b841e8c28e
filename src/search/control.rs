//! Stopping and watching a run.

use super::{Overflow, StopFlag, Workers};
use std::fmt;
use std::ops::Range;
use std::time::Duration;

impl StopFlag {
    /// The tally of a subproblem, unless it was dropped.
    pub(crate) fn unless_abandoned<T>(&self, tally: T) -> Result<T, Halt> {
        if self.is_abandoned() { Err(Halt::Stopped) } else { Ok(tally) }
    }
}

/// Why a subproblem has no count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// A counter left its range; the run ends with an error.
    Overflow,
    /// The subproblem was stopped early and is not counted.
    Stopped,
}

impl From<Overflow> for Halt {
    fn from(_: Overflow) -> Self {
        Halt::Overflow
    }
}

/// The progress of a run.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct Progress {
    /// Estimated cost of the finished subproblems.
    pub(crate) done_cost: u128,
    /// Estimated cost of all subproblems of the run.
    pub(crate) total_cost: u128,
    /// Finished subproblems.
    pub done: u64,
    /// All subproblems of the run.
    pub total: u64,
    /// Estimated cost of the subproblems that the ledger held before this run.
    pub(crate) earlier_cost: u128,
    /// The number of subproblems that the ledger held before this run.
    pub earlier: u64,
    /// The solutions found so far, with those in the ledger; `None` if they are not counted on the way.
    pub found: Option<u128>,
    /// Time since the run began.
    pub elapsed: Duration,
}

impl Progress {
    /// The progress of work in steps of equal cost: `done` of `total` since `elapsed`, one solution per step.
    #[must_use]
    pub fn of_steps(done: u64, total: u64, elapsed: Duration) -> Self {
        let (done_cost, total_cost, found) = (done.into(), total.into(), Some(done.into()));
        Progress { done_cost, total_cost, done, total, found, elapsed, ..Progress::default() }
    }

    /// The finished fraction of the work, 0 to 1, by estimated cost, earlier runs included.
    #[must_use]
    pub fn fraction(&self) -> f64 {
        share(self.earlier_cost + self.done_cost, self.earlier_cost + self.total_cost)
    }

    /// The remaining time at the pace of this run; `None` before any progress.
    #[must_use]
    pub fn eta(&self) -> Option<Duration> {
        let fraction = share(self.done_cost, self.total_cost);
        Duration::try_from_secs_f64(self.elapsed.as_secs_f64() * (1.0 - fraction) / fraction).ok()
    }

    /// The approximate remaining time of the subproblems in progress on this many threads: the average time of one.
    /// `None` before the first one is finished.
    #[must_use]
    pub fn in_progress(&self, threads: usize) -> Option<Duration> {
        Duration::try_from_secs_f64(self.elapsed.as_secs_f64() * threads as f64 / self.done as f64).ok()
    }
}

fn share(part: u128, whole: u128) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

/// Watches a run from the receiver's side; called on the thread that called the driver.
///
/// A closure that takes the [`Progress`] is an observer:
///
/// ```
/// use vuelta::queens::{Board, Counting};
/// use vuelta::search::{Context, Progress, Workers};
/// let mut percent = 0.0;
/// let mut watch = |progress: &Progress| percent = 100.0 * progress.fraction();
/// let workers = Workers::new(2)?;
/// Counting::new(Board::new(10)?).run(&mut Context::new(&workers).watched_by(&mut watch))?;
/// assert_eq!(percent, 100.0);
/// # Ok::<(), vuelta::Error>(())
/// ```
pub trait Observer: Send {
    /// About ten times a second, and once at the end.
    fn progress(&mut self, progress: &Progress);

    /// Reports a fault that does not end the run, in one sentence.
    fn trouble(&mut self, _sentence: &str) {}

    /// Reports a wait, or that the run resumes, in one sentence.
    fn note(&mut self, _sentence: &str) {}
}

impl<F: FnMut(&Progress) + Send> Observer for F {
    fn progress(&mut self, progress: &Progress) {
        self(progress);
    }
}

/// The context of a run: its threads, the flag that ends it early, and its observer.
///
/// ```
/// use vuelta::queens::{Board, Counting};
/// use vuelta::search::{Context, Workers};
/// let count = Counting::new(Board::new(10)?).run(&mut Context::new(&Workers::new(2)?))?;
/// assert_eq!(count.total(), Some(724));
/// # Ok::<(), vuelta::Error>(())
/// ```
#[non_exhaustive]
#[must_use]
pub struct Context<'a> {
    /// The threads.
    pub workers: &'a Workers,
    /// Ends the run early.
    pub stop: StopFlag,
    /// Is told the progress.
    pub observer: &'a mut dyn Observer,
}

impl fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Context { workers, stop, observer: _ } = self;
        f.debug_struct("Context").field("workers", workers).field("stop", stop).finish_non_exhaustive()
    }
}

impl<'a> Context<'a> {
    /// A run on these threads that nobody stops or watches.
    pub fn new(workers: &'a Workers) -> Self {
        // A value without size takes no memory.
        Context { workers, stop: StopFlag::default(), observer: Box::leak(Box::new(Quiet)) }
    }

    /// The context for a part of the run.
    pub(crate) fn reborrow(&mut self) -> Context<'_> {
        Context { workers: self.workers, stop: self.stop.clone(), observer: self.observer }
    }

    /// The context of a part of the run that is too short to be watched.
    pub(crate) fn unwatched(&self) -> Context<'a> {
        Context::new(self.workers).until(&self.stop)
    }

    /// Ends the run early once this flag is raised.
    pub fn until(self, stop: &StopFlag) -> Self {
        Context { stop: stop.clone(), ..self }
    }

    /// Tells this observer the progress.
    pub fn watched_by<'b>(self, observer: &'b mut dyn Observer) -> Context<'b>
    where
        'a: 'b,
    {
        Context { workers: self.workers, stop: self.stop, observer }
    }
}

/// A batch of subproblems that one worker has finished.
#[derive(Debug)]
pub(crate) struct Finished<T> {
    /// The subproblems.
    pub ids: Range<u64>,
    /// Their part of the total, weights included.
    pub tally: T,
    /// Their estimated cost.
    pub cost: u128,
    /// The time that the worker took.
    pub nanoseconds: u64,
}

/// The receiver of the batches and the progress of a run.
pub(crate) trait Sink<T> {
    /// Takes a finished batch.
    ///
    /// # Errors
    /// [`Overflow`] when a count leaves its range; the run stops.
    fn finished(&mut self, _batch: &Finished<T>) -> Result<(), Overflow> {
        Ok(())
    }

    /// About ten times a second, and once at the end.
    fn progress(&mut self, progress: &Progress);
}

/// The sink of a run without a ledger.
impl<T> Sink<T> for &mut (dyn Observer + '_) {
    fn progress(&mut self, progress: &Progress) {
        (**self).progress(progress);
    }
}

/// An observer that ignores everything.
#[derive(Debug, Clone, Copy, Default)]
pub struct Quiet;

impl Observer for Quiet {
    fn progress(&mut self, _: &Progress) {}
}

#[cfg(test)]
mod tests {
    use super::Context;

    #[test]
    fn contexts_may_go_to_another_thread() {
        fn is_send<T: Send>() {}
        is_send::<Context<'_>>();
    }
}
