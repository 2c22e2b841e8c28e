//! Problems for tests: numbers that are added up.

use super::sample::first_samples;
use super::{Halt, Predicted, Problem, StopFlag, Subproblem};

/// A problem of this many subproblems. Costs scatter from 10 to 1018, counts are 50 to 150 times as large, weights
/// are 1, 2, 3, 1, ..
pub(super) fn numbers(len: u64) -> Stored {
    let stored = (0..len).map(|id| {
        let (weight, cost) = (1 + id % 3, 10 + id * 7919 % 1009);
        known(Subproblem { id, weight, cost }, (cost * (50 + id * 31 % 101)).into())
    });
    Stored(stored.collect())
}

fn known(subproblem: Subproblem, count: u128) -> (Subproblem, Predicted, u128) {
    (subproblem, Predicted { work: subproblem.cost as f64, count: 0.0 }, count)
}

/// Subproblems with known counts.
pub(crate) struct Stored(pub Vec<(Subproblem, Predicted, u128)>);

impl Stored {
    /// Subproblems of these costs and this count.
    pub fn of_costs(costs: impl IntoIterator<Item = u64>, count: u128) -> Self {
        Stored((0..).zip(costs).map(|(id, cost)| known(Subproblem { id, weight: 1, cost }, count)).collect())
    }

    /// The sum over these subproblems.
    pub fn total(&self, ids: impl IntoIterator<Item = u64>) -> u128 {
        ids.into_iter().map(|id| u128::from(self.subproblem(id).weight) * self.0[id as usize].2).sum()
    }

    /// For each sample size, the number of seeds out of 200 whose interval contains the total.
    pub(crate) fn covered<const K: usize>(&self, sizes: [usize; K]) -> [usize; K] {
        let total = self.total(0..self.len());
        let mut covered = [0; K];
        for seed in 0..200 {
            for (covered, estimate) in covered.iter_mut().zip(first_samples(self, seed, sizes)) {
                let (low, high) = estimate.total.interval.unwrap();
                *covered += usize::from((low..=high).contains(&(total as f64)));
            }
        }
        covered
    }
}

impl Problem for Stored {
    type Tally = u128;
    type Scratch = ();

    fn len(&self) -> u64 {
        self.0.len() as u64
    }

    fn subproblem(&self, id: u64) -> Subproblem {
        self.0[id as usize].0
    }

    fn predicted(&self, id: u64) -> Predicted {
        self.0[id as usize].1
    }

    fn count(&self, id: u64, _: &mut (), _: &StopFlag) -> Result<u128, Halt> {
        Ok(self.0[id as usize].2)
    }
}
