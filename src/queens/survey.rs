//! What is missing of a count of which a ledger holds a part: shard by shard.

use super::Counting;
use super::part::Job;
use crate::Error;
use crate::search::{Ledger, Problem, Shard, Workers};
use std::path::Path;

/// A shard that is not counted to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing {
    /// Which one.
    pub shard: Shard,
    /// How many of its subproblems are counted.
    pub done: u64,
    /// How many there are.
    pub subproblems: u64,
}

/// How much of a count a ledger holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Survey {
    /// The finished share of the work, 0 to 1, by estimated cost.
    pub fraction: f64,
    /// The shards that are not finished, in order. The work is split as the ledger says.
    pub missing: Vec<Missing>,
}

impl Counting {
    /// What this ledger, which was read from `path`, lacks.
    ///
    /// # Errors
    /// [`Error::Ledger`] where it is not of this count, as this version of the program plans it.
    pub fn survey(&self, ledger: &Ledger, path: &Path, workers: &Workers) -> Result<Survey, Error> {
        self.with_problem(workers, Look { counting: self, ledger, path })
    }
}

struct Look<'a> {
    counting: &'a Counting,
    ledger: &'a Ledger,
    path: &'a Path,
}

impl Job for Look<'_> {
    type Output = Survey;

    fn run<P: Problem<Tally = u128>>(self, problem: &P) -> Result<Survey, Error> {
        let Look { counting, ledger, path } = self;
        let plan = counting.plan(problem);
        counting.header(&plan, Shard::WHOLE).same_plan(&ledger.header, path)?;
        if ledger.is_complete() {
            return Ok(Survey { fraction: 1.0, missing: vec![] });
        }
        let shards = Shard::all(ledger.header.split, problem, &plan)?;
        let missing = shards.into_iter().filter_map(|(shard, ids)| {
            let left = ids.without(&ledger.done).len();
            let subproblems = ids.len();
            (left > 0).then_some(Missing { shard, done: subproblems - left, subproblems })
        });
        let fraction = plan.cost_of(problem, &ledger.done) as f64 / plan.cost.max(1) as f64;
        Ok(Survey { fraction, missing: missing.collect() })
    }
}
