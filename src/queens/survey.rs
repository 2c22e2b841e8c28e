//! The progress of a count in a ledger, shard by shard.

use super::{Count, Counting};
use crate::Error;
use crate::search::{Instant, Ledger, Outcome, Shard, StopFlag, Workers};
use std::path::Path;

/// An unfinished shard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Missing {
    /// The shard.
    pub shard: Shard,
    /// The number of its finished subproblems.
    pub done: u64,
    /// The number of all its subproblems.
    pub subproblems: u64,
}

/// The extent of a count in a ledger.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Survey {
    /// The finished fraction of the work, 0 to 1, by estimated cost.
    pub fraction: f64,
    /// The unfinished shards in order. The ledger says how the work is divided.
    pub missing: Vec<Missing>,
    counting: Counting,
    outcome: Outcome<u128>,
    fingerprint: u32,
}

impl Survey {
    /// The ledger as a count, with the symmetric counts if it is complete; `elapsed` is the time for these. The
    /// outcome's time is that of all workers together.
    ///
    /// # Errors
    /// [`Error::Overflow`] beyond 128 bits, [`Error::Asymmetric`] for a total that cannot be.
    pub fn count(&self, workers: &Workers, stop: &StopFlag) -> Result<Count, Error> {
        let began = Instant::now();
        let mut count = Count::begun(&self.counting);
        count.isa = None;
        count.outcome = self.outcome.clone();
        count.resumed = self.outcome.done;
        count.core_time = Some(self.outcome.elapsed);
        count.fingerprint = Some(self.fingerprint);
        count.add_symmetric(self.counting.board(), workers, stop)?;
        count.elapsed = began.elapsed();
        Ok(count)
    }
}

impl Counting {
    /// The extent of this count in a ledger that was read from `path`.
    ///
    /// # Errors
    /// [`Error::Ledger`] if it is of another count, or was planned differently by another version.
    pub fn survey(&self, ledger: &Ledger, path: &Path, workers: &Workers) -> Result<Survey, Error> {
        let (problem, stop) = (self.prepare(workers)?, &StopFlag::default());
        let plan = self.plan(&problem, stop)?;
        self.header(&plan, Shard::WHOLE).same_plan(&ledger.header, path)?;
        let survey = |fraction, missing| Survey {
            fraction,
            missing,
            counting: self.on(self.board().clone()),
            outcome: outcome(ledger),
            fingerprint: ledger.header.fingerprint,
        };
        if ledger.is_complete() {
            return Ok(survey(1.0, vec![]));
        }
        let shards = Shard::all(ledger.header.split, &problem, &plan)?;
        let missing = shards.into_iter().filter_map(|(shard, ids)| {
            let left = ids.without(&ledger.done).len();
            let subproblems = ids.len();
            (left > 0).then_some(Missing { shard, done: subproblems - left, subproblems })
        });
        let fraction = plan.cost_of(&problem, &ledger.done, stop) as f64 / plan.cost.max(1) as f64;
        Ok(survey(fraction, missing.collect()))
    }
}

/// The ledger as an outcome; the time is that of all its chunks.
fn outcome(ledger: &Ledger) -> Outcome<u128> {
    Outcome {
        tally: ledger.count,
        done: ledger.done.len(),
        total: ledger.header.subproblems,
        elapsed: ledger.core_time(),
    }
}
