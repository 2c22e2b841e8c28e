//! The record of an estimate.

use super::{Number, Row, Run, Tabular, coordinates, field, pairs, time};
use crate::known::{self, Published};
use crate::queens::{Board, Engine, Estimate};
use serde::Serialize;

/// An estimate of a queens count.
#[derive(Debug, Clone, Serialize)]
pub struct EstimateRecord {
    problem: &'static str,
    /// N.
    pub n: u32,
    fixed: Vec<[u32; 2]>,
    blocked: Vec<[u32; 2]>,
    /// Wall time of the count, in seconds.
    pub seconds: f64,
    /// Its standard error; none where too few subproblems were sampled to tell.
    pub standard_error: Option<f64>,
    /// A 95 % interval of it, from here.
    pub low: Option<f64>,
    /// And up to here.
    pub high: Option<f64>,
    /// The workers' time, of all together.
    pub core_hours: f64,
    /// The process's memory.
    pub memory_bytes: u64,
    /// The memory of one subproblem while it is counted.
    pub memory_bytes_per_subproblem: u64,
    /// How many subproblems are counted side by side: one on each thread, or fewer with several threads on each.
    pub side_by_side: usize,
    /// The size of the ledger, if one is kept.
    pub ledger_bytes: u64,
    /// The number of solutions, to the nearest one.
    pub solutions_estimate: Option<Number>,
    /// Its standard error; none where too few subproblems were sampled to tell.
    pub solutions_standard_error: Option<f64>,
    /// A 95 % interval of it, from here.
    pub solutions_low: Option<Number>,
    /// And up to here.
    pub solutions_high: Option<Number>,
    /// The published number.
    pub published: Option<Number>,
    /// Whether smaller boards were sampled in place of this one.
    pub extrapolated: bool,
    /// How many subproblems were counted.
    pub samples: u64,
    /// `samples`, by its earlier name.
    pub sampled: u64,
    /// How many there are; none where smaller boards were sampled.
    pub subproblems: Option<u64>,
    /// The seed that they were drawn with.
    pub seed: u64,
    /// The engine that would count.
    pub engine: String,
    /// Worker threads.
    pub threads: usize,
    /// Where the estimate was made; filled in by whoever knows the machine.
    pub environment: Option<Run>,
}

impl EstimateRecord {
    /// The record of an estimate for this many threads.
    #[must_use]
    pub fn new(board: &Board, engine: Engine, estimate: &Estimate, threads: usize) -> Self {
        let mut record = EstimateRecord {
            problem: "queens",
            n: board.size(),
            fixed: pairs(board.fixed()),
            blocked: pairs(board.blocked()),
            seconds: estimate.seconds.value,
            standard_error: estimate.seconds.error,
            low: estimate.seconds.interval.map(|(low, _)| low),
            high: estimate.seconds.interval.map(|(_, high)| high),
            core_hours: estimate.core_seconds.value / 3600.0,
            memory_bytes: estimate.memory.0,
            memory_bytes_per_subproblem: estimate.memory.1,
            side_by_side: estimate.side_by_side,
            ledger_bytes: estimate.ledger_bytes,
            solutions_estimate: Some(Number(estimate.solutions.value.round() as u128)),
            solutions_standard_error: estimate.solutions.error,
            solutions_low: estimate.solutions.interval.map(|(low, _)| Number(low.round() as u128)),
            solutions_high: estimate.solutions.interval.map(|(_, high)| Number(high.round() as u128)),
            published: None,
            extrapolated: estimate.extrapolated,
            samples: estimate.sampled,
            sampled: estimate.sampled,
            subproblems: estimate.subproblems,
            seed: estimate.seed,
            engine: engine.to_string(),
            threads,
            environment: None,
        };
        record.published = record.published_total().map(|published| Number(published.value));
        record
    }

    /// The published number of solutions; none where the board has conditions.
    #[must_use]
    pub fn published_total(&self) -> Option<Published> {
        let plain = self.fixed.is_empty() && self.blocked.is_empty();
        plain.then(|| known::queens_count("total", self.n)).flatten()
    }
}

impl Tabular for EstimateRecord {
    fn row(&self) -> Row {
        vec![
            ("n", self.n.to_string()),
            ("fixed", coordinates(&self.fixed)),
            ("blocked", coordinates(&self.blocked)),
            ("seconds", time(Some(self.seconds))),
            ("standard_error", time(self.standard_error)),
            ("low", time(self.low)),
            ("high", time(self.high)),
            ("core_hours", format!("{:.6}", self.core_hours)),
            ("memory_bytes", self.memory_bytes.to_string()),
            ("ledger_bytes", self.ledger_bytes.to_string()),
            ("solutions_estimate", field(self.solutions_estimate)),
            ("solutions_standard_error", field(self.solutions_standard_error.map(f64::round))),
            ("solutions_low", field(self.solutions_low)),
            ("solutions_high", field(self.solutions_high)),
            ("published", field(self.published)),
            ("extrapolated", self.extrapolated.to_string()),
            ("samples", self.samples.to_string()),
            ("seed", self.seed.to_string()),
            ("engine", self.engine.clone()),
            ("threads", self.threads.to_string()),
        ]
    }
}
