//! The result files that figures are made from.

use super::numbers::{self, grouped};
use crate::tool::{self, Failure, fail};
use serde::Deserialize;
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use vuelta::report::{Made, Number, Run};

/// The fields of a count that figures take.
#[derive(Deserialize)]
pub struct Count {
    #[serde(flatten)]
    made: Made,
    pub games: Option<Number>,
    pub positions: Option<Number>,
    pub environment: Run,
}

/// The fields of an estimate that figures take.
#[derive(Deserialize)]
pub struct Estimate {
    seconds: f64,
    low: Option<f64>,
    high: Option<f64>,
    pub core_hours: f64,
    pub memory_bytes_per_subproblem: f64,
    pub ledger_bytes: f64,
    extrapolated: bool,
    samples: f64,
    subproblems: Option<f64>,
}

/// A row of a table, by the names of its columns.
pub type Row = HashMap<String, String>;

/// The file of a result: `zen4:queens-16-BEST` is short for its name.
fn path(name: &str, extension: &str) -> PathBuf {
    let name = name.replace("zen4:", "2026-11-zen4/").replace("zen5:", "2026-11-zen5/");
    let name = name.replace("BEST", "engine-halves-isa-avx512-threads-2");
    tool::root().join("results").join(format!("{name}.{extension}"))
}

fn read<T: for<'a> Deserialize<'a>>(name: &str) -> Result<T, Failure> {
    let path = path(name, "json");
    let text = fs::read_to_string(&path).map_err(|error| fail(format!("{}: {error}", path.display())))?;
    serde_json::from_str(&text).map_err(|error| fail(format!("{}: {error}", path.display())))
}

pub fn count(name: &str) -> Result<Count, Failure> {
    read(name)
}

pub fn estimate(name: &str) -> Result<Estimate, Failure> {
    read(name)
}

/// The rows of a table.
pub fn rows(name: &str) -> Result<Vec<Row>, Failure> {
    Ok(csv::Reader::from_path(path(name, "csv"))?.deserialize().collect::<Result<_, _>>()?)
}

/// The rows of a program in a table of `cargo xtask peers`, restricted to these cells.
pub fn peer(table: &str, program: &str, cells: &[(&str, &str)]) -> Result<Vec<Row>, Failure> {
    let is = |row: &Row, name: &str, value: &str| row.get(name).is_some_and(|cell| cell == value);
    let mut rows = rows(table)?;
    rows.retain(|row| is(row, "program", program) && cells.iter().all(|(name, value)| is(row, name, value)));
    Ok(rows)
}

/// A cell of a row.
pub fn column<'a>(row: &'a Row, name: &str) -> Result<&'a str, Failure> {
    row.get(name).map(String::as_str).ok_or_else(|| fail(format!("there is no column '{name}'")))
}

impl Count {
    pub fn seconds(&self) -> Result<f64, Failure> {
        self.made.seconds.ok_or_else(|| fail("it has no time"))
    }

    /// The processor's name with its microarchitecture.
    pub fn processor(&self) -> String {
        let environment = &self.environment.environment;
        let kind = environment.model.as_ref().and_then(|model| model.microarchitecture.as_deref());
        format!("{} ({})", environment.processor, kind.unwrap_or_default())
    }
}

impl Estimate {
    /// The thread-hours, if the sample was large enough for an interval.
    pub fn hours(&self) -> String {
        self.low.map_or("too few samples".to_owned(), |_| numbers::hours(self.core_hours))
    }

    /// The 95 % interval of the hours, in proportion to that of the time.
    pub fn bounds(&self) -> String {
        let bound = |seconds: f64| numbers::hours(self.core_hours * seconds / self.seconds);
        self.low
            .zip(self.high)
            .map(|(low, high)| format!("{} to {}", bound(low), bound(high)))
            .unwrap_or_default()
    }

    /// The number of subproblems that were sampled, and of how many.
    pub fn sampled(&self) -> String {
        match self.subproblems {
            Some(all) if !self.extrapolated => format!("{} of {}", grouped(self.samples), grouped(all)),
            _ => format!("{} of smaller boards", grouped(self.samples)),
        }
    }

    pub fn subproblem_seconds(&self) -> f64 {
        self.core_hours * 3600.0 / self.subproblems.unwrap_or(f64::NAN)
    }
}
