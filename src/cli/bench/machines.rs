//! The machines measured before: the files of `results/bench/`, compiled in.

use super::record::{BenchRecord, Timing};

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
    use crate::report::{Number, Runs};

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
