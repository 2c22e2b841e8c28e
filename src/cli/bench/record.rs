//! The benchmark's result as a file for comparison.

use crate::report::{Number, Row, Run, Runs, Tabular};
use serde::{Deserialize, Serialize};

/// All cases and the machine.
#[derive(Debug, Serialize, Deserialize)]
pub struct BenchRecord {
    /// `bench`.
    pub problem: String,
    /// Whether only the cases of `--quick` were run.
    pub quick: bool,
    /// Whether no signal and no time limit ended it early.
    pub complete: bool,
    /// The cases in the order in which they ran.
    pub timings: Vec<Timing>,
    /// The machine, the build and the command.
    #[serde(default)]
    pub environment: Option<Run>,
}

/// The times of one case.
#[derive(Debug, Serialize, Deserialize)]
pub struct Timing {
    /// The case's name.
    pub name: String,
    /// Whether it ran on all threads.
    pub all_threads: bool,
    /// Worker threads.
    pub threads: usize,
    /// The number that each run gave, which matched the published one.
    pub answer: Number,
    /// The times in seconds, without the warm-up run.
    pub runs: Runs,
    /// Whether the spread is above a third of the median.
    pub disturbed: bool,
    /// The rank of the median among the known machines, from 1, and their number including this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<[usize; 2]>,
}

impl Tabular for BenchRecord {
    fn rows(&self) -> Vec<Row> {
        self.timings.iter().map(Timing::row).collect()
    }
}

impl Timing {
    fn row(&self) -> Row {
        let seconds = |seconds: f64| format!("{seconds:.6}");
        let place = self.place.map(|[place, of]| format!("{place}/{of}")).unwrap_or_default();
        vec![
            ("name", self.name.clone()),
            ("threads", self.threads.to_string()),
            ("answer", self.answer.to_string()),
            ("runs", self.runs.count.to_string()),
            ("median", seconds(self.runs.median)),
            ("minimum", seconds(self.runs.minimum)),
            ("spread", seconds(self.runs.spread)),
            ("disturbed", self.disturbed.to_string()),
            ("place", place),
        ]
    }
}
