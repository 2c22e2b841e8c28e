//! The result of a queens count.

use super::{Record, Run, as_string, field, pairs};
use crate::known::{self, Published};
use crate::queens::{Board, Count};
use serde::Serialize;

/// A queens count, compared with the published one where there is one.
#[derive(Debug, Clone, Serialize)]
pub struct QueensRecord {
    problem: &'static str,
    /// N.
    pub n: u32,
    fixed: Vec<[u32; 2]>,
    blocked: Vec<[u32; 2]>,
    /// Solutions; `None` for a run that did not come to its end.
    #[serde(serialize_with = "as_string")]
    pub total: Option<u128>,
    /// The solutions of the finished subproblems, where the total is missing.
    #[serde(serialize_with = "as_string", skip_serializing_if = "Option::is_none")]
    pub partial: Option<u128>,
    /// Solutions up to symmetry.
    #[serde(serialize_with = "as_string")]
    pub fundamental: Option<u128>,
    /// Solutions that the half turn keeps.
    #[serde(serialize_with = "as_string")]
    pub symmetric_180: Option<u128>,
    /// Solutions that the quarter turn keeps.
    #[serde(serialize_with = "as_string")]
    pub symmetric_90: Option<u128>,
    /// The published total.
    #[serde(serialize_with = "as_string")]
    pub published: Option<u128>,
    /// Whether all numbers agree with the published ones; `None` where nothing is to be compared.
    pub agrees: Option<bool>,
    /// The engine that counted.
    pub engine: String,
    /// The instruction set it used.
    pub isa: String,
    /// Worker threads.
    pub threads: usize,
    /// Run time, set-up included.
    pub seconds: f64,
    /// Independent subproblems.
    pub subproblems: u64,
    /// Whether all that was to be counted was: the whole, or the shard.
    #[serde(skip)]
    pub complete: bool,
    /// Which part was counted, and of how many; `None` for the whole.
    pub shard: Option<[u64; 2]>,
    /// Where the number comes from; filled in by whoever knows the machine.
    pub environment: Option<Run>,
}

impl QueensRecord {
    /// The record of a count that was made with this many threads.
    #[must_use]
    pub fn new(board: &Board, count: &Count, threads: usize) -> Self {
        let total = count.total();
        let mut record = QueensRecord {
            problem: "queens",
            n: board.size(),
            fixed: pairs(board.fixed()),
            blocked: pairs(board.blocked()),
            total,
            partial: if total.is_none() { Some(count.outcome.tally) } else { None },
            fundamental: count.fundamental,
            symmetric_180: count.symmetric.map(|counts| counts.symmetric_180),
            symmetric_90: count.symmetric.map(|counts| counts.symmetric_90),
            published: None,
            agrees: None,
            engine: count.engine.to_string(),
            isa: count.isa.to_string(),
            threads,
            seconds: count.elapsed.as_secs_f64(),
            subproblems: count.outcome.total,
            complete: count.outcome.is_complete(),
            shard: count.shard.map(|shard| [shard.number(), shard.count()]),
            environment: None,
        };
        if total.is_some() && !board.has_conditions() {
            record.published = known::queens_count("total", record.n).map(|published| published.value);
            let agreements: Vec<bool> =
                record.comparisons().map(|(_, counted, published)| counted == published.value).collect();
            record.agrees = (!agreements.is_empty()).then(|| agreements.iter().all(|&agrees| agrees));
        }
        record
    }

    /// The counted numbers beside their names in the tables of published ones.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, u128)> {
        [
            ("total", self.total),
            ("fundamental", self.fundamental),
            ("symmetric_180", self.symmetric_180),
            ("symmetric_90", self.symmetric_90),
        ]
        .into_iter()
        .filter_map(|(quantity, count)| Some((quantity, count?)))
    }

    /// What the published tables say about `quantity` on this board; nothing where it has conditions.
    #[must_use]
    pub fn published(&self, quantity: &str) -> Option<Published> {
        let plain = self.fixed.is_empty() && self.blocked.is_empty();
        plain.then(|| known::queens_count(quantity, self.n)).flatten()
    }

    /// Every number that has a published one, beside it.
    pub fn comparisons(&self) -> impl Iterator<Item = (&'static str, u128, Published)> {
        self.counts().filter_map(|(quantity, count)| Some((quantity, count, self.published(quantity)?)))
    }

    /// The first number that differs from the published one, as an error.
    ///
    /// # Errors
    /// [`crate::Error::Differs`].
    pub fn verify(&self) -> Result<(), crate::Error> {
        self.comparisons().try_for_each(|(quantity, count, published)| {
            known::compare(&format!("{quantity} of N = {}", self.n), count, published)
        })
    }

    /// Solutions found per second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.total.or(self.partial).unwrap_or(0) as f64 / self.seconds.max(1e-9)
    }
}

impl Record for QueensRecord {
    const HEADINGS: &'static [&'static str] = &[
        "n",
        "total",
        "fundamental",
        "symmetric_180",
        "symmetric_90",
        "published",
        "agrees",
        "engine",
        "isa",
        "threads",
        "seconds",
    ];

    fn fields(&self) -> Vec<String> {
        vec![
            self.n.to_string(),
            field(self.total),
            field(self.fundamental),
            field(self.symmetric_180),
            field(self.symmetric_90),
            field(self.published),
            field(self.agrees),
            self.engine.clone(),
            self.isa.clone(),
            self.threads.to_string(),
            format!("{:.6}", self.seconds),
        ]
    }
}
