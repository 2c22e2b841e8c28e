//! The record of an estimate.

use super::{Countable, Number, Row, Run, Subject, Tabular, columns_of};
use serde::Serialize;
use vuelta::known::Published;
use vuelta::queens::Estimate;

/// The columns after those of the subject.
const COLUMNS: [&[&str]; 3] = [
    &["seconds", "standard_error", "low", "high", "core_hours", "memory_bytes", "ledger_bytes"],
    &["solutions_estimate", "solutions_standard_error", "solutions_low", "solutions_high", "published"],
    &["extrapolated", "samples", "seed", "engine", "threads"],
];

/// An estimate of a count.
#[derive(Debug, Clone, Serialize)]
pub struct EstimateRecord {
    problem: &'static str,
    #[serde(flatten)]
    subject: Subject,
    /// Wall time of the count.
    pub seconds: f64,
    /// Its error; `None` if too few subproblems were sampled to tell.
    pub standard_error: Option<f64>,
    /// The lower end of its 95 % interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The workers' time, of all together.
    pub core_hours: f64,
    /// The process's memory.
    pub memory_bytes: u64,
    /// How much of it is for each subproblem while it is counted.
    pub memory_bytes_per_subproblem: u64,
    /// Subproblems counted at the same time: one per thread, or fewer with several threads on each.
    pub side_by_side: usize,
    /// The size of the ledger, if one is kept.
    pub ledger_bytes: u64,
    /// The number of solutions, to the nearest one; `None` from 2^128 on, which no count reaches.
    pub solutions_estimate: Option<Number>,
    /// Its error.
    pub solutions_standard_error: Option<f64>,
    /// The lower end of its 95 % interval.
    pub solutions_low: Option<Number>,
    /// The upper end.
    pub solutions_high: Option<Number>,
    /// The published number.
    pub published: Option<Number>,
    /// Whether smaller boards were sampled in place of this one; then `subproblems` is `None`.
    pub extrapolated: bool,
    /// How many subproblems were counted.
    pub samples: u64,
    /// How many there are.
    pub subproblems: Option<u64>,
    /// The seed of the sample.
    pub seed: u64,
    /// The engine that would count.
    pub engine: String,
    /// Worker threads.
    pub threads: usize,
    /// The graphics card that would count, with its driver.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// Where it comes from; filled in by whoever knows the machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub environment: Option<Run>,
}

impl EstimateRecord {
    /// The record of an estimate for this many threads.
    #[must_use]
    pub fn new(
        counting: &impl Countable,
        engine: &impl ToString,
        estimate: &Estimate,
        threads: usize,
    ) -> Self {
        let (subject, Estimate { seconds, solutions, .. }) = (counting.subject(), estimate);
        let number = |value: f64| (value < u128::MAX as f64).then(|| Number(value.round() as u128));
        let ((low, high), (fewest, most)) = (seconds.interval.unzip(), solutions.interval.unzip());
        EstimateRecord {
            problem: subject.family().problem,
            published: published_estimated(&subject).map(|published| Number(published.value)),
            subject,
            seconds: seconds.value,
            standard_error: seconds.error,
            low,
            high,
            core_hours: estimate.core_seconds.value / 3600.0,
            memory_bytes: estimate.memory.0,
            memory_bytes_per_subproblem: estimate.memory.1,
            side_by_side: estimate.side_by_side,
            ledger_bytes: estimate.ledger_bytes,
            solutions_estimate: number(solutions.value),
            solutions_standard_error: solutions.error,
            solutions_low: fewest.and_then(number),
            solutions_high: most.and_then(number),
            extrapolated: estimate.extrapolated,
            samples: estimate.sampled,
            subproblems: estimate.subproblems,
            seed: estimate.seed,
            engine: engine.to_string(),
            threads,
            device: counting.device().map(str::to_owned),
            environment: None,
        }
    }
}

impl Tabular for EstimateRecord {
    fn rows(&self) -> Vec<Row> {
        let columns = columns_of(self, COLUMNS.into_iter().flatten().copied());
        vec![[self.subject.keys(), columns].concat()]
    }
}

/// The published number that an estimate is about; `None` for a list of several.
#[must_use]
pub fn published_estimated(subject: &Subject) -> Option<Published> {
    let is_one = !matches!(subject, Subject::Placements(of) if of.queens.len() > 1);
    let mut numbers = subject.published().into_iter();
    numbers.find(|number| number.quantity == subject.family().main[0]).filter(|_| is_one)
}
