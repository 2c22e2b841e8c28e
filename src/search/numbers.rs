//! The problem that this folder's tests run: numbers that are added up.

use super::{Overflow, Problem, StopFlag, Subproblem};

/// So many subproblems. Costs scatter from 10 to 1018, counts are 50 to 150 times as large, weights are 1, 2, 3, 1, ..
pub(super) struct Numbers(pub u64);

impl Numbers {
    /// What the subproblems of these numbers add up to.
    pub fn total(&self, ids: impl IntoIterator<Item = u64>) -> u128 {
        ids.into_iter().map(|id| u128::from(self.number(id) * self.subproblem(id).weight)).sum()
    }

    fn number(&self, id: u64) -> u64 {
        self.subproblem(id).cost * (50 + id * 31 % 101)
    }
}

impl Problem for Numbers {
    type Tally = u128;
    type Scratch = ();

    fn len(&self) -> u64 {
        self.0
    }

    fn subproblem(&self, id: u64) -> Subproblem {
        Subproblem { id, weight: 1 + id % 3, cost: 10 + id * 7919 % 1009 }
    }

    fn scratch(&self) {}

    fn count(&self, id: u64, _: &mut (), _: &StopFlag) -> Result<u128, Overflow> {
        Ok(self.number(id).into())
    }
}
