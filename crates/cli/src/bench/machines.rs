//! The result of a benchmark, and the times measured before: `machines.csv`, compiled in.

use serde::{Deserialize, Serialize};
use vuelta_records::{Number, Row, Run, Runs, Tabular, columns_of};

/// The columns of CSV and Markdown: fields of a timing, or of its runs.
const COLUMNS: [&str; 9] =
    ["name", "threads", "answer", "runs", "median", "minimum", "spread", "disturbed", "place"];

/// All cases and the machine.
#[derive(Debug, Default, Serialize)]
pub struct BenchRecord {
    /// `bench`.
    pub problem: &'static str,
    /// Whether only the cases of `--quick` were run.
    pub quick: bool,
    /// Whether no signal and no time limit ended it early.
    pub complete: bool,
    /// The cases in the order in which they ran.
    pub timings: Vec<Timing>,
    /// The machine, the build and the command.
    pub environment: Option<Run>,
}

/// The times of one case.
#[derive(Debug, Serialize)]
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
    /// The rank of the median among the known times of the case, from 1, and their number including this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<[usize; 2]>,
}

impl Tabular for BenchRecord {
    fn rows(&self) -> Vec<Row> {
        self.timings.iter().map(|timing| columns_of(timing, COLUMNS)).collect()
    }
}

/// A machine's times of a case: a row of the table.
#[derive(Debug, Default, Deserialize)]
pub struct Known {
    work: String,
    all_threads: bool,
    pub processor: String,
    /// Worker threads.
    pub threads: usize,
    isa: Option<String>,
    measured: Measured,
    /// The number of runs.
    pub runs: usize,
    /// The median in seconds.
    pub median: f64,
    /// The shortest time in seconds.
    pub minimum: Option<f64>,
    /// The longest time less the shortest, in seconds.
    pub spread: Option<f64>,
    date: String,
}

/// How a time was measured.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Measured {
    /// By `vuelta bench`.
    #[default]
    Bench,
    /// As the run time that a count reports.
    Count,
    /// As the time of a whole process. It is not ranked.
    Process,
}

/// The times measured before.
pub fn known() -> Vec<Known> {
    csv::Reader::from_reader(&include_bytes!("machines.csv")[..])
        .into_deserialize()
        .filter_map(Result::ok)
        .collect()
}

impl Known {
    /// The processor, the instruction set, the day, and how it was measured if that is another way.
    pub fn machine(&self) -> String {
        let process = (self.measured == Measured::Process).then_some("whole process");
        let parts = [Some(&*self.processor), self.isa.as_deref(), Some(&*self.date), process];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

impl Timing {
    /// The known times of the same case, the shortest first.
    pub fn others<'a>(&self, known: &'a [Known]) -> impl Iterator<Item = &'a Known> {
        known.iter().filter(|row| row.work == self.name && row.all_threads == self.all_threads)
    }

    /// Sets the rank, unless the case was disturbed or no machine has it.
    pub fn placed_among(mut self, known: &[Known]) -> Self {
        let is_ranked = |row: &&Known| row.measured != Measured::Process;
        let others: Vec<f64> = self.others(known).filter(is_ranked).map(|row| row.median).collect();
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
    use std::collections::BTreeSet;

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
    fn every_row_of_the_table_is_read() {
        let known = known();
        assert_eq!(known.len(), include_str!("machines.csv").lines().count() - 1);
        let processors: BTreeSet<&str> = known.iter().map(|row| &*row.processor).collect();
        assert!(processors.len() >= 4, "{known:?}");
        assert!(
            known.iter().all(|row| row.median > 0.0 && row.runs > 0 && row.date.len() == 10),
            "{known:?}"
        );
        let others = |name: &str| Timing { name: name.into(), ..timing(1.0, false) }.others(&known).count();
        assert!(others("queens 16") >= 4 && others("queens 12, program") >= 1 && others("queens 5") == 0);
    }

    #[test]
    fn a_row_has_the_times_of_the_runs_and_the_place() {
        let timings = vec![Timing { place: Some([1, 3]), ..timing(2.0, false) }, timing(0.5, true)];
        let rows = BenchRecord { timings, ..BenchRecord::default() }.rows();
        let fields = rows.iter().map(|row| row.iter().map(|(_, field)| &**field).collect::<Vec<_>>());
        assert_eq!(
            fields.map(|fields| fields.join(";")).collect::<Vec<_>>(),
            [
                "queens 16;2;14772512;1;2.000000;2.000000;0.000000;false;1/3",
                "queens 16;2;14772512;1;0.500000;0.500000;0.000000;true;",
            ]
        );
    }

    #[test]
    fn places_count_the_faster_machines_and_leave_out_whole_processes() {
        let row = |median, measured| {
            let (work, processor) = ("queens 16".to_owned(), "P".to_owned());
            Known {
                work,
                processor,
                all_threads: true,
                median,
                measured,
                date: "2026-11-26".into(),
                ..Known::default()
            }
        };
        let known = [row(1.0, Measured::Bench), row(3.0, Measured::Count), row(0.5, Measured::Process)];
        let place = |median| timing(median, false).placed_among(&known).place;
        assert_eq!((place(0.7), place(2.0), place(4.0)), (Some([1, 3]), Some([2, 3]), Some([3, 3])));
        assert_eq!(timing(2.0, true).placed_among(&known).place, None);
        assert_eq!(timing(2.0, false).placed_among(&known[2..]).place, None);
        assert_eq!(known[2].machine(), "P, 2026-11-26, whole process");
    }
}
