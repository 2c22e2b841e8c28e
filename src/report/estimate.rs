//! What a queens count will take, as a record.

use super::{Record, Run, as_string, field, pairs};
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
    /// What a subproblem takes of it while it is counted.
    pub memory_bytes_per_subproblem: u64,
    /// How many subproblems are counted side by side: one on each thread, or fewer with several threads on each.
    pub side_by_side: usize,
    /// The size of the ledger, if one is kept.
    pub ledger_bytes: u64,
    /// The number of solutions, to the nearest one.
    #[serde(serialize_with = "as_string")]
    pub solutions_estimate: Option<u128>,
    /// Its standard error; none where too few subproblems were sampled to tell.
    pub solutions_standard_error: Option<f64>,
    /// A 95 % interval of it, from here.
    #[serde(serialize_with = "as_string")]
    pub solutions_low: Option<u128>,
    /// And up to here.
    #[serde(serialize_with = "as_string")]
    pub solutions_high: Option<u128>,
    /// The published number.
    #[serde(serialize_with = "as_string")]
    pub published: Option<u128>,
    /// Whether smaller boards were sampled in place of this one.
    pub extrapolated: bool,
    /// How many subproblems were counted.
    pub samples: u64,
    /// The same number, by its earlier name.
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
            solutions_estimate: Some(estimate.solutions.value.round() as u128),
            solutions_standard_error: estimate.solutions.error,
            solutions_low: estimate.solutions.interval.map(|(low, _)| low.round() as u128),
            solutions_high: estimate.solutions.interval.map(|(_, high)| high.round() as u128),
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
        record.published = record.published_total().map(|published| published.value);
        record
    }

    /// The published number of solutions; none where the board has conditions.
    #[must_use]
    pub fn published_total(&self) -> Option<Published> {
        let plain = self.fixed.is_empty() && self.blocked.is_empty();
        plain.then(|| known::queens_count("total", self.n)).flatten()
    }
}

impl Record for EstimateRecord {
    const HEADINGS: &'static [&'static str] = &[
        "n",
        "seconds",
        "standard_error",
        "low",
        "high",
        "core_hours",
        "memory_bytes",
        "ledger_bytes",
        "solutions_estimate",
        "solutions_standard_error",
        "solutions_low",
        "solutions_high",
        "published",
        "extrapolated",
        "samples",
        "seed",
        "engine",
        "threads",
    ];

    fn fields(&self) -> Vec<String> {
        let seconds = |seconds: Option<f64>| field(seconds.map(|seconds| format!("{seconds:.3}")));
        vec![
            self.n.to_string(),
            seconds(Some(self.seconds)),
            seconds(self.standard_error),
            seconds(self.low),
            seconds(self.high),
            format!("{:.6}", self.core_hours),
            self.memory_bytes.to_string(),
            self.ledger_bytes.to_string(),
            field(self.solutions_estimate),
            field(self.solutions_standard_error.map(f64::round)),
            field(self.solutions_low),
            field(self.solutions_high),
            field(self.published),
            self.extrapolated.to_string(),
            self.samples.to_string(),
            self.seed.to_string(),
            self.engine.clone(),
            self.threads.to_string(),
        ]
    }
}
