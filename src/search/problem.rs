//! Problems, as the driver sees them: numbered subproblems that do not depend on each other.

use super::{Halt, StopFlag, Tally};
use std::ops::Range;

/// An independent subproblem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subproblem {
    /// The number, in `0..problem.len()`. It depends on the problem alone, so that it is valid on any machine.
    pub id: u64,
    /// The factor of its tally in the total: symmetry spares the counting of equivalent subproblems.
    pub weight: u64,
    /// Estimated work, at least 1, in units that are comparable within one problem.
    pub cost: u64,
}

/// The estimated cost of these subproblems. Incomplete once `stop` is raised.
pub(super) fn cost_of<P: Problem>(
    problem: &P,
    ids: impl Iterator<Item = Range<u64>>,
    stop: &StopFlag,
) -> u128 {
    stop.until_raised(ids.flatten()).map(|id| u128::from(problem.subproblem(id).cost)).sum()
}

/// The expected work and count of a subproblem, each in any unit.
#[doc(hidden)] // for samples
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Predicted {
    /// More than 0.
    pub work: f64,
    /// Without the weight; 0 if unknown.
    pub count: f64,
}

/// A count that splits into independent subproblems.
///
/// The number, order, weights and costs of the subproblems are a pure integer function of the problem: never of
/// threads, instruction sets, measurements or the machine.
pub trait Problem: Sync {
    /// The sum that a worker keeps.
    type Tally: Tally;
    /// Working memory, made once per worker and reused for all its subproblems.
    type Scratch: Default;

    /// The number of subproblems.
    fn len(&self) -> u64;

    /// Whether there are no subproblems.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Subproblem `id < self.len()`; by default of weight 1 and equal cost.
    fn subproblem(&self, id: u64) -> Subproblem {
        Subproblem { id, weight: 1, cost: 1 }
    }

    /// The prediction for subproblem `id < self.len()`; samples are drawn by it. It may change with the version, unlike the
    /// cost, on which a ledger's plan depends.
    #[doc(hidden)] // half boards
    fn predicted(&self, id: u64) -> Predicted {
        Predicted { work: self.subproblem(id).cost as f64, count: 0.0 }
    }

    /// The number of subproblems that are counted at the same time on this many threads: `threads`, or fewer if a
    /// subproblem needs much memory and divides its work among the threads of the rayon pool.
    #[doc(hidden)] // half boards of N = 26 and more
    fn side_by_side(&self, threads: usize) -> usize {
        threads
    }

    /// Counts one subproblem, without its weight. A long subproblem asks now and then whether `stop` is
    /// [abandoned](StopFlag::is_abandoned).
    ///
    /// # Errors
    /// [`Halt::Overflow`] when a counter leaves its range, [`Halt::Stopped`] when it ended early.
    fn count(&self, id: u64, scratch: &mut Self::Scratch, stop: &StopFlag) -> Result<Self::Tally, Halt>;
}

/// Subproblems of equal cost in a list.
pub(crate) struct Subproblems<S, F> {
    pub list: Vec<S>,
    pub weight: fn(&S) -> u64,
    /// Counts a subproblem, given its number, without its weight; it heeds the stop flag as [`Problem::count`] does.
    pub count: F,
}

impl<S, T, F> Problem for Subproblems<S, F>
where
    S: Sync,
    T: Tally,
    F: Fn(u64, &S, &StopFlag) -> Result<T, Halt> + Sync,
{
    type Tally = T;
    type Scratch = ();

    fn len(&self) -> u64 {
        self.list.len() as u64
    }

    fn subproblem(&self, id: u64) -> Subproblem {
        Subproblem { id, weight: (self.weight)(&self.list[id as usize]), cost: 1 }
    }

    fn count(&self, id: u64, (): &mut (), stop: &StopFlag) -> Result<T, Halt> {
        (self.count)(id, &self.list[id as usize], stop)
    }
}
