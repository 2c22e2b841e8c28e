//! The result of a queens count.

use super::count::{Made, Number, Status};
use super::subject::{QueensSubject, Subject};
use super::{Record, Row, Run, coordinates, field, time};
use crate::known::{self, Published};
use crate::queens::{Board, Count, Missing};
use serde::{Deserialize, Serialize};

/// The names of the numbers in the tables of published ones.
pub(super) const QUANTITIES: [&str; 4] = ["total", "fundamental", "symmetric_180", "symmetric_90"];

/// What came out.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct QueensNumbers {
    /// Solutions; `None` for a shard and for a run that did not come to its end.
    pub total: Option<Number>,
    /// The solutions of the finished subproblems, where the total is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partial: Option<Number>,
    /// Solutions up to symmetry.
    pub fundamental: Option<Number>,
    /// Solutions that the half turn keeps.
    pub symmetric_180: Option<Number>,
    /// Solutions that the quarter turn keeps.
    pub symmetric_90: Option<Number>,
    /// The published total.
    pub published: Option<Number>,
    /// Whether all numbers agree with the published ones; `None` where nothing is to be compared.
    pub agrees: Option<bool>,
}

/// A queens count, compared with the published one where there is one.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "problem", rename = "queens")]
pub struct QueensRecord {
    /// What was counted.
    #[serde(flatten)]
    pub subject: QueensSubject,
    /// What came out.
    #[serde(flatten)]
    pub numbers: QueensNumbers,
    /// How.
    #[serde(flatten)]
    pub made: Made,
    /// What a merge says besides.
    #[serde(flatten)]
    pub merge: Option<Merge>,
    /// Where the numbers come from; filled in by whoever knows the machine.
    pub environment: Option<Run>,
}

/// What the ledgers hold that were merged, and what they lack.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Merge {
    /// How many they are.
    pub ledgers: usize,
    /// The finished share of the work, 0 to 1.
    pub fraction: f64,
    /// The shards that are not finished.
    pub missing: Vec<MissingShard>,
    /// The commands that count what is missing.
    pub commands: Vec<String>,
}

/// A shard that is not finished.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MissingShard {
    shard: [u64; 2],
    done: u64,
    subproblems: u64,
}

impl From<&Missing> for MissingShard {
    fn from(&Missing { shard, done, subproblems }: &Missing) -> Self {
        MissingShard { shard: [shard.number(), shard.count()], done, subproblems }
    }
}

impl QueensRecord {
    /// The record of a count that was made with this many threads.
    #[must_use]
    pub fn new(board: &Board, count: &Count, threads: usize) -> Self {
        let complete = if count.resumed > 0 { Status::Resumed } else { Status::Complete };
        let mut record = QueensRecord::of(board, count, complete);
        record.subject.shard = count.shard.map(|shard| [shard.number(), shard.count()]);
        record.made.threads = Some(threads);
        record.made.seconds = Some(count.elapsed.as_secs_f64());
        record.made.subproblems_here = Some(count.outcome.done - count.resumed);
        record.made.resumed = count.resumed > 0;
        record
    }

    /// The record of a count that stands in ledgers.
    #[must_use]
    pub fn merged(board: &Board, count: &Count, merge: Merge) -> Self {
        QueensRecord { merge: Some(merge), ..QueensRecord::of(board, count, Status::Merged) }
    }

    fn of(board: &Board, count: &Count, complete: Status) -> Self {
        let total = count.total();
        let numbers = QueensNumbers {
            total: total.map(Number),
            partial: total.is_none().then_some(Number(count.outcome.tally)),
            fundamental: count.fundamental.map(Number),
            symmetric_180: count.symmetric.map(|counts| Number(counts.symmetric_180)),
            symmetric_90: count.symmetric.map(|counts| Number(counts.symmetric_90)),
            ..QueensNumbers::default()
        };
        let made = Made {
            status: Some(if count.outcome.is_complete() { complete } else { Status::Partial }),
            engine: count.engine.to_string(),
            isa: count.isa.map(|isa| isa.to_string()),
            subproblems: Some(count.outcome.total),
            core_seconds: count.core_time.map(|time| time.as_secs_f64()),
            ..Made::default()
        };
        let subject = QueensSubject::of(board);
        let mut record = QueensRecord { subject, numbers, made, merge: None, environment: None };
        if total.is_some() {
            record.numbers.published = record.subject.published("total").map(|known| Number(known.value));
            let is_published = record.comparisons().next().is_some();
            record.numbers.agrees = is_published.then(|| record.verify().is_ok());
        }
        record
    }

    /// The counted numbers beside their names in the tables of published ones.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, u128)> {
        let QueensNumbers { total, fundamental, symmetric_180, symmetric_90, .. } = self.numbers;
        let counts = QUANTITIES.into_iter().zip([total, fundamental, symmetric_180, symmetric_90]);
        counts.filter_map(|(quantity, count)| Some((quantity, count?.0)))
    }

    /// Every number that has a published one, beside it.
    pub fn comparisons(&self) -> impl Iterator<Item = (&'static str, u128, Published)> {
        self.counts()
            .filter_map(|(quantity, count)| Some((quantity, count, self.subject.published(quantity)?)))
    }

    /// The first number that differs from the published one, as an error.
    ///
    /// # Errors
    /// [`crate::Error::Differs`].
    pub fn verify(&self) -> Result<(), crate::Error> {
        self.comparisons().try_for_each(|(quantity, count, published)| {
            known::compare(&format!("{quantity} of N = {}", self.subject.n), count, published)
        })
    }

    /// Solutions found per second; `None` where this process did not find all of them.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        let found = self.numbers.total.or(self.numbers.partial)?.0;
        self.made.seconds.filter(|_| !self.made.resumed).map(|seconds| found as f64 / seconds.max(1e-9))
    }
}

impl Record for QueensRecord {
    fn row(&self) -> Row {
        let (subject, numbers) = (&self.subject, &self.numbers);
        let mut row = vec![
            ("n", subject.n.to_string()),
            ("total", field(numbers.total)),
            ("fundamental", field(numbers.fundamental)),
            ("symmetric_180", field(numbers.symmetric_180)),
            ("symmetric_90", field(numbers.symmetric_90)),
            ("published", field(numbers.published)),
            ("agrees", field(numbers.agrees)),
            ("fixed", coordinates(&subject.fixed)),
            ("blocked", coordinates(&subject.blocked)),
            ("shard", field(subject.shard.map(|[number, count]| format!("{number}/{count}")))),
            ("status", field(self.made.status)),
            ("partial", field(numbers.partial)),
        ];
        row.extend(self.made.row());
        row.push(("core_seconds", time(self.made.core_seconds)));
        row
    }

    fn subject(&self) -> Option<(Subject, bool)> {
        Some((Subject::Queens(self.subject.clone()), self.made.is_complete()))
    }
}
