//! The machines that counted, newest first, and their times.

use super::counts::{Counted, Subject, Way};
use super::plot::Line;
use super::text;
use super::write::{Table, TableCell};
use crate::report::{Environment, Run};
use crate::text::{plural, size};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Times below this, in seconds, are mostly set-up; their ratios would be noise.
const SHORTEST: f64 = 1e-3;
/// The most columns of an engine's times in a table.
const MOST_WAYS: usize = 5;

/// A machine with its counts.
#[derive(Debug)]
pub struct Machine<'a> {
    /// `Zen 5, 2026-11`.
    pub name: String,
    pub environment: &'a Environment,
    pub last_run: &'a Run,
    pub ways: BTreeMap<Way, Best<'a>>,
}

/// The fastest count of each subject.
type Best<'a> = BTreeMap<&'a Subject, &'a Counted>;

/// The machines of all counts.
pub fn machines(counts: &[Counted]) -> Vec<Machine<'_>> {
    let mut machines: Vec<Machine<'_>> = vec![];
    for count in counts {
        let run = &count.run;
        let known = machines.iter().position(|machine| machine.is_of(run));
        let at = known.unwrap_or(machines.len());
        if known.is_none() {
            let (name, ways) = (String::new(), BTreeMap::new());
            machines.push(Machine { name, environment: &run.environment, last_run: run, ways });
        }
        let machine = &mut machines[at];
        if run.started_unix >= machine.last_run.started_unix {
            machine.last_run = run;
        }
        let Some(way) = count.way() else { continue };
        let best = machine.ways.entry(way).or_default().entry(&count.subject).or_insert(count);
        if count.seconds() < best.seconds() {
            *best = count;
        }
    }
    machines.sort_by_key(|machine| Reverse(machine.last_run.started_unix));
    let mut names = BTreeMap::<String, usize>::new();
    for machine in &mut machines {
        let name = machine.described();
        let number = names.entry(name.clone()).or_default();
        *number += 1;
        machine.name = if *number > 1 { format!("{name} ({number})") } else { name };
    }
    machines
}

impl<'a> Machine<'a> {
    /// Whether a run was made on this machine. A processor of unknown model is another one than any of known model.
    pub fn is_of(&self, run: &Run) -> bool {
        let identity = |of: &Environment| {
            let model = of.model.as_ref().map(|id| (id.vendor.clone(), id.family, id.model, id.stepping));
            // The memory that the kernel keeps for itself differs a little from start to start.
            let gibibytes = (of.memory_bytes + (1 << 29)) >> 30;
            let texts = [&of.processor, &of.system].map(String::clone);
            (texts, model, of.processors, of.features.clone(), gibibytes, of.host.clone())
        };
        identity(self.environment) == identity(&run.environment)
    }

    /// The microarchitecture, else the processor, and the month.
    fn described(&self) -> String {
        let model = self.environment.model.as_ref().and_then(|model| model.microarchitecture.as_ref());
        let name = match (model, self.environment.processor.as_str()) {
            (Some(model), _) => model,
            (None, "") => "unknown machine",
            (None, processor) => processor,
        };
        let month: String = text::date(self.last_run.started_unix).chars().take(7).collect();
        if month.is_empty() { name.to_owned() } else { format!("{name}, {month}") }
    }

    /// The best way of each engine: the most threads, then the best instruction set.
    pub fn main(&self) -> Vec<(&Way, &Best<'a>)> {
        let mut ways: Vec<_> = self.ways.iter().collect();
        ways.sort_by_key(|(way, _)| (&way.engine, way.threads, &way.isa));
        ways.dedup_by_key(|(way, _)| &way.engine);
        ways
    }

    /// The shortest time of a subject.
    pub fn best(&self, subject: &Subject) -> Option<f64> {
        let times = self.ways.values().filter_map(|best| best.get(subject));
        times.map(|count| count.seconds()).min_by(f64::total_cmp)
    }

    /// The ways of the best engine of queens: all numbers of threads on the best instruction set, and the most threads on
    /// each other one; and the best way of each other engine.
    fn columns(&self) -> Vec<(&Way, &Best<'a>)> {
        let mut ways: Vec<_> = self.ways.iter().filter(|(way, _)| !way.engine.0).collect();
        let Some((first, _)) = ways.first().copied() else { return vec![] };
        let mut seen = BTreeSet::from([&first.isa]);
        ways.retain(|(way, _)| way.engine == first.engine && (way.isa == first.isa || seen.insert(&way.isa)));
        ways.truncate(MOST_WAYS);
        let others = self.main().into_iter().filter(|(way, _)| !way.engine.0 && way.engine != first.engine);
        ways.extend(others);
        ways
    }

    /// The times of queens.
    pub fn times(&self) -> Table {
        let columns = self.columns();
        let headings = columns.iter().map(|(way, _)| format!("#{} {}", way.engine.2, way.name()));
        let ends = ["#runs", "#spread"].map(str::to_owned);
        let mut table = Table::new(["#N".to_owned()].into_iter().chain(headings).chain(ends));
        let subjects: BTreeSet<_> = columns.iter().flat_map(|(_, best)| best.keys()).collect();
        for subject in subjects {
            let Subject::Queens(n) = subject else { continue };
            let counts: Vec<_> = columns.iter().map(|(_, best)| best.get(subject)).collect();
            let first = counts.iter().flatten().next();
            let runs = first.and_then(|count| count.record.made.runs.as_ref());
            let mut row = vec![TableCell::from(n.to_string())];
            row.extend(
                counts
                    .iter()
                    .map(|count| count.map(|count| short(count.seconds())).unwrap_or_default().into()),
            );
            row.push(runs.map_or(1, |runs| runs.count).to_string().into());
            row.push(runs.map(|runs| short(runs.spread)).unwrap_or_default().into());
            table.row(row);
        }
        table
    }

    /// The known facts about the machine, in one line: `AMD EPYC, family 26, model 2, stepping 1 (Zen 5), L2 1 MiB, 2 CPUs,
    /// 15.6 GiB`.
    pub fn facts(&self) -> String {
        let of = self.environment;
        let model = of.model.as_ref();
        let some = |number: u64, text: String| if number == 0 { String::new() } else { text };
        let facts = [
            of.processor.clone(),
            model.map(|model| model.identity()).unwrap_or_default(),
            model.map(|model| model.cache_sizes()).unwrap_or_default(),
            some(of.processors as u64, plural(of.processors, "CPU")),
            some(of.memory_bytes, size(of.memory_bytes.into())),
            of.system.clone(),
            of.host.clone().unwrap_or_default(),
        ];
        facts.into_iter().filter(|fact| !fact.is_empty()).collect::<Vec<_>>().join(", ")
    }

    /// The times of queens as lines of a plot, one for each engine.
    pub fn lines(&self) -> Vec<Line> {
        let main = self.main().into_iter().filter(|(way, _)| !way.engine.0);
        let lines = main.map(|(way, times)| Line {
            name: way.engine.2.clone(),
            label: format!("{} {}", way.engine.2, way.name()),
            points: times
                .iter()
                .filter_map(|(subject, count)| Some((subject.size()?, count.seconds())))
                .collect(),
        });
        lines.collect()
    }
}

impl Way {
    /// `AVX-512, 2 threads`.
    pub fn name(&self) -> String {
        let isa = match self.isa.1.as_str() {
            "avx512" => "AVX-512",
            "avx2" => "AVX2",
            "neon" => "NEON",
            other => other,
        };
        format!("{isa}, {}", plural(self.threads.0, "thread"))
    }
}

impl Subject {
    /// N of a whole board of queens.
    fn size(&self) -> Option<u32> {
        if let Subject::Queens(n) = self { Some(*n) } else { None }
    }
}

/// A time; below a millisecond nothing is known but that.
pub fn short(seconds: f64) -> String {
    if seconds < SHORTEST { "< 1 ms".to_owned() } else { text::seconds(seconds) }
}

/// `AMD EPYC (Zen 5)`.
pub fn processor(of: &Environment) -> String {
    let name = of.model.as_ref().and_then(|model| model.microarchitecture.as_ref());
    of.processor.clone() + &name.map(|name| format!(" ({name})")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::read::found;

    /// Counts of queens: engine, instruction set, threads, N, seconds.
    fn counts(rows: &[(&str, &str, usize, u32, f64)]) -> Vec<Counted> {
        let count = |&(engine, isa, threads, n, seconds): &(&str, &str, usize, u32, f64)| {
            let json = format!(
                r#"{{"problem":"queens","n":{n},"total":"1","status":"complete","engine":"{engine}","isa":"{isa}","threads":{threads},"seconds":{seconds}}}"#
            );
            Counted::new(found(&json).records.remove(0))
        };
        rows.iter().map(count).collect()
    }

    fn lines(table: &Table) -> Vec<String> {
        table.markdown().lines().filter(|line| line.starts_with("| ")).skip(2).map(str::to_owned).collect()
    }

    #[test]
    fn times_have_a_column_for_each_instruction_set_and_the_best_one_for_each_number_of_threads() {
        let counts = counts(&[
            ("halves", "avx512", 2, 18, 0.25),
            ("halves", "avx512", 2, 18, 0.2),
            ("halves", "avx512", 1, 18, 0.4),
            ("halves", "avx2", 2, 18, 0.5),
            ("halves", "avx2", 1, 18, 0.9),
            ("halves", "avx512", 2, 8, 0.0001),
            ("bitmask", "portable", 2, 18, 50.0),
        ]);
        let all = machines(&counts);
        let table = all[0].times();
        assert!(
            table
                .markdown()
                .contains("| N | halves AVX-512, 2 threads | halves AVX-512, 1 thread | halves AVX2, 2 threads | bitmask portable, 2 threads | runs | spread |")
        );
        assert_eq!(
            lines(&table),
            ["| 8 | < 1 ms |  |  |  | 1 |  |", "| 18 | 200 ms | 400 ms | 500 ms | 50.0 s | 1 |  |"]
                .map(|line| line.replace('<', "&lt;"))
        );
        assert_eq!(all[0].best(&Subject::Queens(18)), Some(0.2));
    }
}
