//! Times of the same kind: one engine on one instruction set, with one number of threads, on one machine.

use super::folder::Entry;
use super::table::{Table, TableCell, Tone};
use super::text;
use crate::report::{Environment, Run};
use std::collections::{BTreeMap, BTreeSet};

/// The engines and instruction sets, best first.
const ENGINES: [&str; 5] = ["halves", "dense", "bitmask", "memo", "backtrack"];
const ISAS: [&str; 4] = ["avx512", "avx2", "neon", "portable"];

/// Times below this, in seconds, are mostly set-up, and their ratios noise.
pub const SHORTEST_COMPARED: f64 = 1e-3;

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
        let made = &entry.record.made;
        let seconds = made.seconds.filter(|_| made.at_once())?;
        let rank = |names: &[&str], name: &str| {
            (names.iter().position(|known| *known == name).unwrap_or(names.len()), name.to_owned())
        };
        let key = Key {
            engine: rank(&ENGINES, &made.engine),
            isa: rank(&ISAS, made.isa.as_deref()?),
            threads: std::cmp::Reverse(made.threads?),
            machine: machines.number(entry.record.environment.as_ref()),
        };
        Some((key, seconds))
    }

    pub fn threads(&self) -> usize {
        self.threads.0
    }

    pub fn engine(&self) -> &str {
        &self.engine.1
    }

    /// The engine, ordered: the best one first.
    pub fn engine_rank(&self) -> &(usize, String) {
        &self.engine
    }

    pub fn machine(&self) -> usize {
        self.machine
    }

    /// The engine and its instruction set.
    pub fn kind(&self) -> (&str, &str) {
        (&self.engine.1, &self.isa.1)
    }

    /// `halves avx512, 2 threads`, and the machine where there are several.
    pub fn label(&self, machines: &Machines) -> String {
        format!("{}, {}", self.kind_label(), self.place_label(machines))
    }

    /// `halves avx512`.
    pub fn kind_label(&self) -> String {
        format!("{} {}", self.engine.1, self.isa.1)
    }

    /// `2 threads`, and the machine where there are several.
    pub fn place_label(&self, machines: &Machines) -> String {
        place_label(self.threads(), Some(self.machine), machines)
    }
}

/// `2 threads`, and the machine where it is known and there are several.
pub fn place_label(threads: usize, machine: Option<usize>, machines: &Machines) -> String {
    let machine = match machine {
        Some(machine) if machines.len() != 1 => format!(", machine {}", machine + 1),
        _ => String::new(),
    };
    format!("{threads} thread{}{machine}", if threads == 1 { "" } else { "s" })
}

/// The shortest time of every subject in every series. The time of a count that was repeated is the median of its runs.
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

    /// The series of each engine on each machine that has the most threads and the best instruction set.
    pub fn main(&self) -> Vec<(&Key, &BTreeMap<S, f64>)> {
        let mut seen = BTreeSet::new();
        // Threads before instruction sets: two threads with AVX2 are preferred to one thread with AVX-512.
        let mut series: Vec<_> = self.0.iter().collect();
        series.sort_by_key(|(key, _)| (key.machine, key.engine.clone(), key.threads, key.isa.clone()));
        series.retain(|(key, _)| seen.insert((key.machine, key.engine.clone())));
        series
    }

    /// One series for each engine, to begin with: all on one machine, that which counted the largest subject.
    pub fn first(&self) -> Self
    where
        S: Clone,
    {
        let reach = |(key, times): &(&Key, &BTreeMap<S, f64>)| {
            (times.last_key_value().map(|(subject, _)| subject.clone()), std::cmp::Reverse(key.machine))
        };
        let main = self.main();
        let machine = main.iter().max_by_key(|series| reach(series)).map_or(0, |(key, _)| key.machine);
        let mut series: Vec<_> = main;
        // Engines that only another machine has, from there.
        series.sort_by_key(|(key, _)| (key.machine != machine, key.machine));
        let mut seen = BTreeSet::new();
        series.retain(|(key, _)| seen.insert(&key.engine));
        Times(series.into_iter().map(|(key, times)| (key.clone(), times.clone())).collect())
    }

    /// The shortest time of a subject.
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
        let mut table = Table::new(["engine", "count", "#time", "#× the slowest"])
            .titled("What threads and instructions gain in each engine");
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
        for run in entries.map(|entry| entry.record.environment.as_ref()) {
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
pub mod tests {
    use super::*;
    use crate::report::page::folder::entries;
    use crate::report::read::found;

    /// Times of engines on instruction sets, with so many threads, of a size, in seconds.
    pub fn times(rows: &[(&str, &str, usize, u32, f64)]) -> Times<u32> {
        let mut times = Times::default();
        for (engine, isa, threads, n, seconds) in rows {
            let json = format!(
                r#"{{"problem":"queens","n":{n},"total":"1","status":"complete","engine":"{engine}","isa":"{isa}","threads":{threads},"seconds":{seconds}}}"#
            );
            let found = entries(found(&json).records, "");
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
    fn the_first_series_are_one_for_each_engine_on_the_machine_that_went_furthest() {
        let key = |engine: &str, machine| {
            let entry = &times(&[(engine, "portable", 1, 8, 1.0)]).0;
            Key { machine, ..entry.first_key_value().unwrap().0.clone() }
        };
        let mut times = Times::default();
        for (engine, machine, n) in [
            ("halves", 0, 20),
            ("halves", 1, 21),
            ("bitmask", 0, 18),
            ("bitmask", 1, 17),
            ("backtrack", 0, 16),
        ] {
            times.add(Some((key(engine, machine), 1.0)), &n);
        }
        let first: Vec<_> =
            times.first().0.keys().map(|key| (key.engine().to_owned(), key.machine)).collect();
        let of = |engine: &str, machine| (engine.to_owned(), machine);
        assert_eq!(first, [of("halves", 1), of("bitmask", 1), of("backtrack", 0)]);
        assert_eq!(times.main().len(), 5, "one for each engine and machine");
        assert!(Times::<u32>::default().first().0.is_empty());
    }

    #[test]
    fn gains_are_on_the_largest_common_count() {
        let table = sample().gains(u32::to_string, &Machines(vec![Environment::default()])).markdown();
        let lines: Vec<&str> = table.lines().skip(4).collect();
        assert_eq!(
            lines,
            [
                "| halves avx512, 1 thread | 8 | 62.5 ms | 4.00 × |",
                "| halves avx2, 2 threads | 8 | 250 ms | 1.00 × |"
            ]
        );
    }
}
