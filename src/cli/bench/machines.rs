//! The result of a benchmark, and the machines measured before: the files of `results/bench/`, compiled in.

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
        let seconds = |seconds: f64| format!("{seconds:.6}");
        let row = |timing: &Timing| {
            vec![
                ("name", timing.name.clone()),
                ("threads", timing.threads.to_string()),
                ("answer", timing.answer.to_string()),
                ("runs", timing.runs.count.to_string()),
                ("median", seconds(timing.runs.median)),
                ("minimum", seconds(timing.runs.minimum)),
                ("spread", seconds(timing.runs.spread)),
                ("disturbed", timing.disturbed.to_string()),
                ("place", timing.place.map(|[place, of]| format!("{place}/{of}")).unwrap_or_default()),
            ]
        };
        self.timings.iter().map(row).collect()
    }
}

/// The files of `vuelta bench --export`, by name without the extension.
const FILES: [(&str, &str); 1] =
    [("2026-11-emerald-rapids-2", include_str!("../../../results/bench/2026-11-emerald-rapids-2.json"))];

/// A machine and its times.
pub struct Machine {
    /// The file's name: month, microarchitecture, threads.
    pub name: &'static str,
    timings: Vec<Timing>,
}

impl Machine {
    /// The machine's undisturbed median of the same case, in seconds.
    fn median(&self, of: &Timing) -> Option<f64> {
        let is_same = |timing: &&Timing| timing.name == of.name && timing.all_threads == of.all_threads;
        self.timings.iter().filter(|timing| !timing.disturbed).find(is_same).map(|timing| timing.runs.median)
    }
}

/// The machines of complete benchmarks.
pub fn machines() -> Vec<Machine> {
    let read = |&(name, text): &(&'static str, &str)| {
        let record: BenchRecord = serde_json::from_str(text).ok()?;
        record.complete.then_some(Machine { name, timings: record.timings })
    };
    FILES.iter().filter_map(read).collect()
}

/// The machine with the lowest median of this case, and that median in seconds.
pub fn best<'a>(timing: &Timing, machines: &'a [Machine]) -> Option<(&'a Machine, f64)> {
    let medians = machines.iter().filter_map(|machine| Some((machine, machine.median(timing)?)));
    medians.min_by(|a, b| a.1.total_cmp(&b.1))
}

impl Timing {
    /// Sets the rank, unless the case was disturbed or no machine has it.
    pub fn placed_among(mut self, machines: &[Machine]) -> Self {
        let others: Vec<f64> = machines.iter().filter_map(|machine| machine.median(&self)).collect();
        if !self.disturbed && !others.is_empty() {
            let faster = others.iter().filter(|&&other| other < self.runs.median).count();
            self.place = Some([faster + 1, others.len() + 1]);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timing(median: f64, disturbed: bool) -> Timing {
        let runs = Runs::new(vec![median]).unwrap();
        Timing {
            name: "queens 16".into(),
            all_threads: true,
            threads: 2,
            answer: Number(14_772_512),
            runs,
            disturbed,
            place: None,
        }
    }

    #[test]
    fn every_file_is_a_complete_benchmark_with_published_answers() {
        assert_eq!(machines().len(), FILES.len());
        for timing in machines().iter().flat_map(|machine| &machine.timings) {
            if let Some(size) = timing.name.strip_prefix("queens ").and_then(|rest| rest.parse().ok()) {
                let known = crate::known::queens_count("total", size).unwrap();
                assert_eq!(timing.answer.0, known.value, "{}", timing.name);
            }
        }
    }

    #[test]
    fn places_count_the_faster_machines_and_leave_out_the_disturbed() {
        let machine = |median, disturbed| Machine { name: "m", timings: vec![timing(median, disturbed)] };
        let machines = [machine(1.0, false), machine(3.0, false), machine(0.5, true)];
        let place = |median| timing(median, false).placed_among(&machines).place;
        assert_eq!((place(0.7), place(2.0), place(4.0)), (Some([1, 3]), Some([2, 3]), Some([3, 3])));
        assert_eq!(timing(2.0, true).placed_among(&machines).place, None);
        assert_eq!(timing(2.0, false).placed_among(&[]).place, None);
        assert_eq!(best(&timing(2.0, false), &machines).map(|(_, median)| median), Some(1.0));
    }
}
