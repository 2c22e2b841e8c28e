//! The flag that ends work early.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Loop iterations between two looks at the stop flag: about a tenth of a millisecond.
const TURNS_PER_LOOK: u32 = 1 << 14;

/// Asks a run to end early, from any thread. Cloning shares the flag.
///
/// There are two ways to raise it: [`finish`](Self::finish) lets the subproblems in progress end, so that they count;
/// [`abandon`](Self::abandon) drops them.
///
/// ```
/// use vuelta::queens::{Board, Counting};
/// use vuelta::search::{Context, Progress, StopFlag, Workers};
/// // Stop as soon as there is progress to speak of.
/// let stop = StopFlag::default();
/// let mut watch = |progress: &Progress| if progress.done > 0 { stop.finish() };
/// let workers = Workers::new(2)?;
/// let mut context = Context::new(&workers).until(&stop).watched_by(&mut watch);
/// let count = Counting::new(Board::new(18)?).run(&mut context)?;
/// // What was found so far is exact, for the subproblems that were finished.
/// assert!(count.work.outcome.done > 0 && count.work.outcome.done <= count.work.outcome.total);
/// # Ok::<(), vuelta::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct StopFlag(Arc<AtomicU8>);

impl StopFlag {
    const FINISH: u8 = 1;
    const ABANDON: u8 = 2;

    /// Takes no further subproblem; those in progress are finished and counted.
    pub fn finish(&self) {
        self.0.fetch_max(Self::FINISH, Relaxed);
    }

    /// Drops the subproblems in progress as soon as the workers look.
    pub fn abandon(&self) {
        self.0.fetch_max(Self::ABANDON, Relaxed);
    }

    /// Whether no further subproblem should be taken.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Relaxed) >= Self::FINISH
    }

    /// These items, until the flag is raised: for long loops before a run. Looks at the flag every 2^14 items.
    pub(crate) fn until_raised<T>(&self, items: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
        let mut turns = 0u32;
        items.take_while(move |_| {
            turns = turns.wrapping_add(1);
            !turns.is_multiple_of(TURNS_PER_LOOK) || !self.is_raised()
        })
    }

    /// Whether subproblems in progress should be dropped too; long subproblems ask this.
    #[must_use]
    pub fn is_abandoned(&self) -> bool {
        self.0.load(Relaxed) >= Self::ABANDON
    }
}
