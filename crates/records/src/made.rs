//! How a count was made: how far it came, by which engine, in what time.
//!
//! These types both write and read results, so that a field has one name. Unknown fields are `None` and left out.

use serde::{Deserialize, Serialize};
use std::fmt;
use vuelta::search::{Shard, Stages, Work};

/// The columns of engine and times.
pub(crate) const COLUMNS: &[&str] =
    &["engine", "isa", "threads", "seconds", "runs", "median", "minimum", "maximum", "spread", "run_seconds"];

/// A count. In JSON it is a string, as most readers of JSON lose the digits beyond 2^53.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Number(pub u128);

impl TryFrom<String> for Number {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map(Number)
    }
}

impl From<Number> for String {
    fn from(number: Number) -> Self {
        number.to_string()
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How far a count came, and in how many pieces.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// One process counted the whole problem.
    #[default]
    Complete,
    /// It was stopped, it is a shard, or ledgers are missing.
    Partial,
    /// Complete, from the ledgers of several runs.
    Merged,
    /// Complete, but this process counted only what its ledger lacked.
    Resumed,
}

/// How a count was made.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Made {
    /// How far it came.
    pub status: Status,
    /// Whether a shard was counted to its end; unknown for other counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard_finished: Option<bool>,
    /// The engine that counted.
    pub engine: String,
    /// The instruction set it used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub isa: Option<String>,
    /// The graphics card that joined half boards, with its driver.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// The numbers of its chunks that the processor recounted, and of all chunks.
    #[serde(skip)]
    pub rechecked: Option<[usize; 2]>,
    /// Worker threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// Run time of this process, set-up included; of the run in the middle where there were several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The times of all runs, where the count was repeated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs: Option<Runs>,
    /// Independent subproblems, all that were to be counted.
    pub subproblems: Option<u64>,
    /// How many of them this process counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subproblems_here: Option<u64>,
    /// Whether a ledger had some of them before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resumed: bool,
    /// The time of all workers in all processes, where a ledger says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core_seconds: Option<f64>,
    /// A checksum over the subproblems' weights and costs, where there is a plan; a record has it in its environment.
    #[serde(skip)]
    pub fingerprint: Option<u32>,
    /// How long the stages took; a record has them in its environment.
    #[serde(skip)]
    pub stages: Stages,
    /// The subproblems or sweeps in the ledger, and whether a write to it ever failed.
    #[serde(skip)]
    pub ledger: Option<(u64, bool)>,
}

/// The times of a count that was repeated, in seconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Runs {
    /// How many runs came to their end.
    pub count: usize,
    /// The time in the middle; of an even number of runs, the mean of the two in the middle.
    pub median: f64,
    /// The shortest.
    pub minimum: f64,
    /// The longest.
    pub maximum: f64,
    /// The longest less the shortest.
    pub spread: f64,
    /// All of them, in the order of the runs.
    pub seconds: Vec<f64>,
}

impl Runs {
    /// Median, minimum and spread of these times; `None` without times.
    #[must_use]
    pub fn new(seconds: Vec<f64>) -> Option<Self> {
        let mut sorted = seconds.clone();
        sorted.sort_by(f64::total_cmp);
        let (minimum, maximum) = (*sorted.first()?, *sorted.last()?);
        let count = sorted.len();
        let median = f64::midpoint(sorted[(count - 1) / 2], sorted[count / 2]);
        Some(Runs { count, median, minimum, maximum, spread: maximum - minimum, seconds })
    }
}

impl Made {
    /// How this work was made, by an engine on this many threads.
    pub(crate) fn of<T>(work: &Work<T>, engine: &impl ToString, threads: usize) -> Self {
        let (outcome, resumed) = (&work.outcome, work.resumed > 0);
        let shard = work.shard.filter(|&shard| shard != Shard::WHOLE);
        Made {
            status: match work.is_whole() {
                false => Status::Partial,
                true if resumed => Status::Resumed,
                true => Status::Complete,
            },
            shard_finished: shard.map(|_| outcome.is_complete()),
            engine: engine.to_string(),
            threads: Some(threads),
            subproblems: Some(outcome.total),
            subproblems_here: Some(outcome.done - work.resumed),
            resumed,
            core_seconds: work.core_time.map(|time| time.as_secs_f64()),
            fingerprint: work.fingerprint,
            ledger: work.core_time.map(|_| (outcome.done, work.ledger_troubled)),
            ..Made::default()
        }
    }

    /// The part that ledgers know.
    #[must_use]
    pub fn in_ledgers(self) -> Self {
        Made {
            status: if self.is_complete() { Status::Merged } else { Status::Partial },
            isa: None,
            device: None,
            threads: None,
            seconds: None,
            subproblems_here: None,
            resumed: false,
            ..self
        }
    }

    /// Whether all that was to be counted was: the problem, or the shard.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.status != Status::Partial || self.shard_finished == Some(true)
    }

    /// With the status of a shard as it is written now: older results call a finished shard complete.
    pub(super) fn of_shard(mut self, shard: Option<[u64; 2]>) -> Self {
        if shard.is_some_and(|[_, count]| count > 1) {
            self.shard_finished = Some(self.is_complete());
            self.status = Status::Partial;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_runs_have_a_middle_and_two_ends() {
        let of = |seconds: &[f64]| {
            Runs::new(seconds.to_vec()).map(|runs| (runs.median, runs.minimum, runs.spread))
        };
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[3.0]), Some((3.0, 3.0, 0.0)));
        assert_eq!(of(&[4.0, 1.0, 2.0]), Some((2.0, 1.0, 3.0)));
        assert_eq!(of(&[8.0, 1.0, 2.0, 4.0]), Some((3.0, 1.0, 7.0)));
    }
}
