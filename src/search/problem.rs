//! A problem, as the driver sees it: numbered pieces of work that do not depend on each other.

use super::{Halt, StopFlag, Tally};

/// One independent piece of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subproblem {
    /// Its number, `0..problem.len()`. The numbering is a pure function of the problem, so that it means
    /// the same on any machine.
    pub id: u64,
    /// How often its tally counts in the total, because of the subproblems that need not be counted for symmetry.
    pub weight: u64,
    /// Estimated work, in arbitrary units that are comparable within one problem; at least 1.
    pub cost: u64,
}

/// A count that splits into independent subproblems.
///
/// The number, order, weights and costs of the subproblems are a pure integer function of the problem:
/// never of threads, instruction sets, measurements or the machine.
pub trait Problem: Sync {
    /// What a worker adds up.
    type Tally: Tally;
    /// A worker's own memory, made once per worker and reused for all its subproblems.
    type Scratch;

    /// How many subproblems there are.
    fn len(&self) -> u64;

    /// Whether there is nothing to count.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The subproblem of number `id < self.len()`.
    fn subproblem(&self, id: u64) -> Subproblem;

    /// How many subproblems so many threads count side by side: all of them one each, or less where a subproblem takes
    /// much memory and has work for several threads, which it finds in the rayon pool that it is counted in.
    #[doc(hidden)] // half boards of N = 26 and more
    fn side_by_side(&self, threads: usize) -> usize {
        threads
    }

    /// Fresh working memory for one worker.
    fn scratch(&self) -> Self::Scratch;

    /// Counts one subproblem, without its weight. One that can run for long asks now and then whether `stop` is
    /// [abandoned](StopFlag::is_abandoned).
    ///
    /// # Errors
    /// [`Halt::Overflow`] when a counter leaves its range; [`Halt::Stopped`] where it ended early.
    fn count(&self, id: u64, scratch: &mut Self::Scratch, stop: &StopFlag) -> Result<Self::Tally, Halt>;
}
