//! The run of a count or a shard, with or without a ledger, and the union of ledgers.
//!
//! ```text
//! wanted = the shard's subproblems        left = wanted - what the ledger holds
//! total  = the ledger's sum, once the subproblems that were left are counted
//! ```

use super::ledger::{Journal, Saving};
use super::problem::cost_of;
use super::{Context, Header, Kept, Ledger, Outcome, Plan, Problem, Shard, StopFlag};
use crate::Error;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The least estimated work of a chunk: a killed run loses this much per thread.
const CHUNK: Duration = Duration::from_secs(2);

/// The part of a count that is made, and where its finished subproblems are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keeping {
    /// The shard that is counted, instead of the whole: 1/N to N/N add up to it.
    pub shard: Option<Shard>,
    /// The ledger: finished subproblems are written to it, and not counted again.
    pub ledger: Option<PathBuf>,
    /// The least estimated work of a chunk, a line of the ledger.
    pub chunk: Duration,
}

impl Keeping {
    /// Whether a shard or a ledger is asked for.
    #[must_use]
    pub fn is_asked_for(&self) -> bool {
        self.shard.is_some() || self.ledger.is_some()
    }
}

impl Default for Keeping {
    fn default() -> Self {
        Keeping { shard: None, ledger: None, chunk: CHUNK }
    }
}

/// The finished subproblems of a count, of this run and of the runs before.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Work<T> {
    /// The sum over the finished subproblems, with their number and the time of this run.
    pub outcome: Outcome<T>,
    /// The number of these subproblems that the ledger held before this run.
    pub resumed: u64,
    /// The time of all workers in all runs, from a ledger.
    pub core_time: Option<Duration>,
    /// The shard that was counted, if one was requested.
    pub shard: Option<Shard>,
    /// Whether writing the ledger ever failed.
    pub ledger_troubled: bool,
    /// The checksum over the subproblems' weights and costs, if it was requested or needed for a ledger.
    pub fingerprint: Option<u32>,
}

impl<T> Work<T> {
    /// The work of a run without a ledger.
    pub(crate) fn of(outcome: Outcome<T>) -> Self {
        Work { outcome, resumed: 0, core_time: None, shard: None, ledger_troubled: false, fingerprint: None }
    }

    /// Whether all subproblems of the count are finished, and not only those of a shard.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.shard.is_none_or(|shard| shard == Shard::WHOLE) && self.outcome.is_complete()
    }
}

/// An unfinished shard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
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
}

/// A count divided into subproblems and chunks, with the header of the ledger that holds the whole.
pub(crate) struct Job<P> {
    pub problem: P,
    pub plan: Plan,
    pub header: Header,
}

impl<P: Problem<Tally: Kept>> Job<P> {
    /// The job of a problem. The header's numbers come from the plan, whose chunks take at least this cost.
    ///
    /// # Errors
    /// [`Error::Stopped`] when `stop` was raised first.
    pub fn new(
        problem: P,
        (name, engine, version): (String, String, u32),
        least: u64,
        stop: &StopFlag,
    ) -> Result<Self, Error> {
        let plan = Plan::new(&problem, least, stop).ok_or(Error::Stopped)?;
        let header = Header {
            problem: name,
            engine,
            plan: version,
            subproblems: plan.len,
            fingerprint: plan.fingerprint,
            shard: Shard::WHOLE,
            split: 1,
        };
        Ok(Job { problem, plan, header })
    }

    /// Counts the shard, or what the ledger lacks of it.
    ///
    /// # Errors
    /// [`Error::Ledger`], [`Error::Overflow`], [`Error::Stopped`] if `stop` was raised during the preparations.
    pub fn run(&self, keeping: &Keeping, context: &mut Context<'_>) -> Result<Work<P::Tally>, Error> {
        let Job { problem, plan, header } = self;
        let shard = keeping.shard.unwrap_or(Shard::WHOLE);
        let (workers, stop, observer) = (context.workers, &context.stop, &mut *context.observer);
        let wanted = shard.ranges(problem, plan, stop);
        go_on(stop)?;
        let work =
            |outcome| Work { fingerprint: Some(plan.fingerprint), shard: keeping.shard, ..Work::of(outcome) };
        let Some(path) = &keeping.ledger else {
            return Ok(work(workers.run_ranges(problem, &plan.cut(&wanted), stop, &mut { observer })?));
        };
        let header = Header { shard, split: shard.count(), ..header.clone() };
        let mut journal = Journal::open(path, &header, stop, observer)?.ok_or(Error::Stopped)?;
        let mut sum: P::Tally = journal.ledger.tally()?;
        let left = wanted.without(&journal.ledger.done);
        let resumed = wanted.len() - left.len();
        let chunks = plan.cut(&left);
        let mut earlier_cost = 0;
        if resumed > 0 {
            let [all, rest] = [&wanted, &left].map(|ids| cost_of(problem, ids.iter(), stop));
            go_on(stop)?;
            earlier_cost = all - rest;
            let share = 100.0 * earlier_cost as f64 / all.max(1) as f64;
            observer.note(&format!("resuming at {share:.1} %"));
        }
        let mut saving = Saving::new(&mut journal, observer, &chunks, (earlier_cost, resumed));
        let mut outcome = workers.run_ranges(problem, &chunks, stop, &mut saving)?;
        saving.finish()?;
        super::Tally::add(&mut sum, &outcome.tally, 1)?;
        outcome.tally = journal.ledger.tally()?;
        same_sum(&outcome.tally, &sum)?;
        outcome.done += resumed;
        outcome.total += resumed;
        let (core_time, ledger_troubled) = (Some(journal.ledger.core_time()), journal.troubled);
        Ok(Work { resumed, core_time, ledger_troubled, ..work(outcome) })
    }

    /// A union of ledgers, whose first one was read from `path`, as work and in shards. The work's time is that of all
    /// workers together.
    ///
    /// # Errors
    /// [`Error::Ledger`] if it is of another count, or was planned differently by another version; [`Error::Stopped`].
    pub fn merged(
        &self,
        union: &Ledger,
        path: &Path,
        stop: &StopFlag,
    ) -> Result<(Work<P::Tally>, Survey), Error> {
        let Job { problem, plan, header } = self;
        header.same_plan(&union.header, path)?;
        let (done, total) = (union.done.len(), union.header.subproblems);
        let outcome = Outcome { tally: union.tally()?, done, total, elapsed: union.core_time() };
        let work = Work {
            resumed: done,
            core_time: Some(union.core_time()),
            fingerprint: Some(plan.fingerprint),
            ..Work::of(outcome)
        };
        if union.is_complete() {
            return Ok((work, Survey { fraction: 1.0, missing: vec![] }));
        }
        let shards = Shard::all(union.header.split, problem, plan, stop)?;
        let missing = shards.into_iter().filter_map(|(shard, ids)| {
            let left = ids.without(&union.done).len();
            let subproblems = ids.len();
            (left > 0).then_some(Missing { shard, done: subproblems - left, subproblems })
        });
        let done = cost_of(problem, union.done.iter(), stop);
        go_on(stop)?;
        let fraction = done as f64 / plan.cost.max(1) as f64;
        Ok((work, Survey { fraction, missing: missing.collect() }))
    }
}

/// Refuses to continue once `stop` is raised: the preparations are incomplete.
fn go_on(stop: &StopFlag) -> Result<(), Error> {
    if stop.is_raised() { Err(Error::Stopped) } else { Ok(()) }
}

/// Refuses a ledger whose sum differs from its old sum plus this run's counts, which another thread added up.
fn same_sum<T: Kept>(in_ledger: &T, counted: &T) -> Result<(), Error> {
    let what =
        || format!("the ledger's lines come to {in_ledger:?}, and the workers' results to {counted:?}");
    if in_ledger == counted { Ok(()) } else { Err(Error::Inconsistent { what: what() }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_that_differ_are_an_error_with_both() {
        assert!(same_sum(&92, &92).is_ok());
        let sentence = same_sum(&92, &91).unwrap_err().to_string();
        assert!(sentence.contains("lines come to 92, and the workers' results to 91"), "{sentence}");
    }
}
