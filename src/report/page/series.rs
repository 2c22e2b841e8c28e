//! Times of the same kind: one engine on one instruction set, with one number of threads, on one machine.

use super::folder::Entry;
use super::table::{Table, TableCell, Tone};
use super::text;
use crate::report::{Environment, Run};
use std::collections::{BTreeMap, BTreeSet};

/// The engines and instruction sets, best first.
const ENGINES: [&str; 5] = ["halves", "dense", "bitmask", "memo", "backtrack"];
const ISAS: [&str; 3] = ["avx512", "avx2", "portable"];

/// What the counts of a series have in common, ordered as it is shown: the best engine first, then the best
/// instruction set, then the most threads.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    engine: (usize, String),
    isa: (usize, String),
    threads: std::cmp::Reverse<usize>,
    machine: usize,
}

impl Key {
    /// The series of a count with its seconds, if one process made all of it and was timed.
    pub fn of(entry: &Entry, machines: &Machines) -> Option<(Self, f64)> {
        let made = entry.count.made();
        let seconds = made.seconds.filter(|_| made.at_once())?;
        let rank = |names: &[&str], name: &str| {
            (names.iter().position(|known| *known == name).unwrap_or(names.len()), name.to_owned())
        };
        let key = Key {
            engine: rank(&ENGINES, &made.engine),
            isa: rank(&ISAS, made.isa.as_deref()?),
            threads: std::cmp::Reverse(made.threads?),
            machine: machines.number(entry.count.run()),
        };
        Some((key, seconds))
    }

    pub fn threads(&self) -> usize {
        self.threads.0
    }

    /// The engine and its instruction set.
    pub fn kind(&self) -> (&str, &str) {
        (&self.engine.1, &self.isa.1)
    }

    /// `halves avx512, 2 threads`, and the machine where there are several.
    pub fn label(&self, machines: &Machines) -> String {
        let (engine, isa) = self.kind();
        let threads = self.threads();
        let machine = match machines.len() {
            1 => String::new(),
            _ => format!(", machine {}", self.machine + 1),
        };
        format!("{engine} {isa}, {threads} thread{}{machine}", if threads == 1 { "" } else { "s" })
    }
}

/// The best time of every subject in every series.
#[derive(Debug)]
pub struct Times<S>(pub BTreeMap<Key, BTreeMap<S, f64>>);

impl<S> Default for Times<S> {
    fn default() -> Self {
        Times(BTreeMap::new())
    }
}

impl<S: Ord + Clone> Times<S> {
    /// Adds the time of a count, if it has one.
    pub fn add(&mut self, timed: Option<(Key, f64)>, subject: &S) {
        let Some((key, seconds)) = timed else { return };
        let best = self.0.entry(key).or_default().entry(subject.clone()).or_insert(seconds);
        *best = best.min(seconds);
    }

    /// The series of each engine that has the most threads and the best instruction set.
    pub fn main(&self) -> Vec<(&Key, &BTreeMap<S, f64>)> {
        let mut seen = BTreeSet::new();
        // Threads before instruction sets: two threads with AVX2 are preferred to one thread with AVX-512.
        let mut series: Vec<_> = self.0.iter().collect();
        series.sort_by_key(|(key, _)| (key.engine.clone(), key.threads, key.isa.clone()));
        series.retain(|(key, _)| seen.insert(key.engine.clone()));
        series
    }

    /// The best time of a subject.
    pub fn best(&self, subject: &S) -> Option<f64> {
        self.0.values().filter_map(|times| times.get(subject).copied()).min_by(f64::total_cmp)
    }

    /// A row for each subject, a column for each series.
    pub fn table(&self, heading: &str, name: impl Fn(&S) -> String, machines: &Machines) -> Table {
        let labels = self.0.keys().map(|key| format!("#{}", key.label(machines)));
        let mut table = Table::new(std::iter::once(heading.to_owned()).chain(labels));
        let subjects: BTreeSet<&S> = self.0.values().flat_map(BTreeMap::keys).collect();
        for subject in subjects {
            let best = self.best(subject);
            let cell = |times: &BTreeMap<S, f64>| match times.get(subject) {
                None => TableCell::new("", Tone::Faint),
                Some(&time) if Some(time) == best && self.0.len() > 1 => {
                    TableCell::new(text::seconds(time), Tone::Best)
                }
                Some(&time) => text::seconds(time).into(),
            };
            table.row(std::iter::once(name(subject).into()).chain(self.0.values().map(cell)).collect());
        }
        table
    }

    /// What threads and instructions gain: for each engine that ran in several ways, on the largest subject
    /// that all its ways counted, how much faster each is than the slowest.
    pub fn gains(&self, subject_name: impl Fn(&S) -> String, machines: &Machines) -> Table {
        let mut table = Table::new(["engine", "count", "#time", "#× the slowest"]);
        let engines: BTreeSet<_> = self.0.keys().map(|key| (key.machine, &key.engine)).collect();
        for engine in engines {
            let ways: Vec<_> =
                self.0.iter().filter(|(key, _)| (key.machine, &key.engine) == engine).collect();
            let common =
                ways[0].1.keys().rfind(|subject| ways.iter().all(|(_, times)| times.contains_key(subject)));
            let Some(subject) = common.filter(|_| ways.len() > 1) else { continue };
            let slowest = ways.iter().map(|(_, times)| times[subject]).fold(0.0, f64::max);
            for (key, times) in ways {
                let time = times[subject];
                let gain =
                    if time > 0.0 { format!("{} ×", text::digits(slowest / time)) } else { String::new() };
                table.row(vec![
                    key.label(machines).into(),
                    subject_name(subject).into(),
                    text::seconds(time).into(),
                    gain.into(),
                ]);
            }
        }
        table
    }
}

/// The machines that counted, in the order in which they first appear.
#[derive(Debug, Default)]
pub struct Machines(Vec<Environment>);

impl Machines {
    pub fn of<'a>(entries: impl Iterator<Item = &'a Entry>) -> Self {
        let mut machines = Machines::default();
        for run in entries.map(|entry| entry.count.run()) {
            if machines.find(run).is_none() {
                machines.0.push(environment(run));
            }
        }
        machines
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Environment> {
        self.0.iter()
    }

    pub fn number(&self, run: Option<&Run>) -> usize {
        self.find(run).unwrap_or(0)
    }

    fn find(&self, run: Option<&Run>) -> Option<usize> {
        let wanted = environment(run);
        self.0.iter().position(|known| identity(known) == identity(&wanted))
    }
}

fn environment(run: Option<&Run>) -> Environment {
    run.map(|run| run.environment.clone()).unwrap_or_default()
}

/// What is the same for all runs of a machine. A processor whose family and model are not known is another one than
/// any whose are: nobody can tell.
fn identity(of: &Environment) -> impl PartialEq {
    let model = of.model.as_ref().map(|id| (id.vendor.as_str(), id.family, id.model, id.stepping));
    // What the kernel keeps of the memory for itself differs a little from start to start.
    let gibibytes = (of.memory_bytes + (1 << 29)) >> 30;
    (&of.processor, model, of.processors, &of.features, gibibytes, &of.system, &of.host)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::page::folder::entries;

    fn times(rows: &[(&str, &str, usize, u32, f64)]) -> Times<u32> {
        let mut times = Times::default();
        for (engine, isa, threads, n, seconds) in rows {
            let json = format!(
                r#"{{"problem":"queens","n":{n},"total":"1","engine":"{engine}","isa":"{isa}","threads":{threads},"seconds":{seconds}}}"#
            );
            let (found, _) = entries(&json, "");
            times.add(Key::of(&found[0], &Machines::of(found.iter())), n);
        }
        times
    }

    fn sample() -> Times<u32> {
        times(&[
            ("backtrack", "portable", 2, 8, 0.5),
            ("halves", "avx2", 2, 8, 0.25),
            ("halves", "avx512", 1, 8, 0.125),
            ("halves", "avx512", 1, 8, 0.0625),
            ("halves", "avx2", 2, 9, 1.0),
        ])
    }

    #[test]
    fn the_best_of_several_runs_counts_and_is_marked() {
        let times = sample();
        assert_eq!((times.best(&8), times.best(&9), times.best(&10)), (Some(0.0625), Some(1.0), None));
        let machines = Machines(vec![Environment::default()]);
        let table = times.table("N", u32::to_string, &machines).markdown();
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(
            lines[0],
            "| N | halves avx512, 1 thread | halves avx2, 2 threads | backtrack portable, 2 threads |"
        );
        assert_eq!(lines[2], "| 8 | **62.5 ms** | 250 ms | 500 ms |");
        assert_eq!(lines[3], "| 9 |  | **1.00 s** |  |");
    }

    #[test]
    fn an_engine_is_shown_by_its_most_threads() {
        let times = sample();
        let main: Vec<_> = times.main().iter().map(|(key, _)| (key.kind(), key.threads())).collect();
        assert_eq!(main, [(("halves", "avx2"), 2), (("backtrack", "portable"), 2)]);
    }

    #[test]
    fn gains_are_on_the_largest_common_count() {
        let table = sample().gains(u32::to_string, &Machines(vec![Environment::default()])).markdown();
        let lines: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(
            lines,
            [
                "| halves avx512, 1 thread | 8 | 62.5 ms | 4.00 × |",
                "| halves avx2, 2 threads | 8 | 250 ms | 1.00 × |"
            ]
        );
    }
}
