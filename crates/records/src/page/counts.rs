//! The numbers that were counted: a row per problem.

use super::write::Table;
use crate::{Record, Subject, duration, grouped};
use std::collections::{BTreeMap, BTreeSet};

/// The numbers that are shown: headings, and fields of JSON.
const NUMBERS: [(&str, &[&str]); 7] = [
    ("#games", &["games"]),
    ("#solutions", &["total", "solutions", "counts", "partial"]),
    ("#fundamental", &["fundamental"]),
    ("#180°", &["symmetric_180"]),
    ("#90°", &["symmetric_90"]),
    ("#positions", &["positions"]),
    ("#winning", &["winning_positions"]),
];

/// A problem, ordered as it is shown.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    family: &'static str,
    /// N; 0 for other problems.
    n: u32,
    name: String,
    /// Conditions, start and goal, and shard: `fixed 0,3; shard 1/2`.
    conditions: String,
}

impl Problem {
    pub fn of(record: &Record) -> Self {
        let is_name = |key| ["n", "board", "rows", "columns", "rules"].contains(&key);
        let shard = record.shard().map(|[number, count]| ("shard", format!("{number}/{count}")));
        let keys = record.subject.keys().into_iter().chain(shard);
        let details = keys.filter(|(key, text)| !is_name(key) && !text.is_empty());
        let mut conditions: Vec<_> = details.map(|(key, text)| format!("{key} {text}")).collect();
        if record.finished_numbers().is_none_or(|numbers| numbers.is_empty()) {
            conditions.push("stopped before the end".to_owned());
        }
        let n = if let Subject::Queens(of) = &record.subject { of.n } else { 0 };
        let name = if conditions.is_empty() { record.subject.name() } else { record.subject.short() };
        Problem { family: record.problem, n, name, conditions: conditions.join("; ") }
    }

    fn whole(n: u32) -> Self {
        Problem { family: "queens", n, name: n.to_string(), conditions: String::new() }
    }

    /// N of a whole board of N-queens without conditions.
    pub fn board(&self) -> Option<u32> {
        (self.family == "queens" && self.conditions.is_empty()).then_some(self.n)
    }
}

/// The problems that are to be shown, below this heading, with the numbers of all their counts and the shortest time.
pub fn table(counts: &[Record], heading: &str, is_shown: fn(&Problem) -> bool) -> Table {
    let mut problems = BTreeMap::<_, Vec<_>>::new();
    for record in counts {
        problems.entry(Problem::of(record)).or_default().push(record);
    }
    problems.retain(|problem, _| is_shown(problem));
    let numbers = NUMBERS.map(|(heading, _)| heading);
    let ends = ["source", "#growth", "engine", "#time"];
    let headings = [heading, "conditions"].into_iter().chain(numbers).chain(ends);
    let mut table = Table::new(headings.map(str::to_owned));
    let total = |n: u32| Some(problems.get(&Problem::whole(n))?[0].number("total")? as f64);
    for (problem, counts) in &problems {
        let before = problem.board().and_then(|n| total(n.checked_sub(1)?)).filter(|&before| before > 0.0);
        let growth =
            before.zip(problem.board().and_then(total)).map(|(before, now)| format!("{:.3}", now / before));
        let fastest = fastest(counts).filter(|_| problem.board().is_none());
        let mut row = vec![problem.name.clone(), problem.conditions.clone()];
        row.extend(NUMBERS.map(|(_, names)| number(counts, names)));
        row.push(source(counts));
        row.push(growth.unwrap_or_default());
        row.push(fastest.map(|(_, engine)| engine.to_owned()).unwrap_or_default());
        row.push(fastest.map(|(seconds, _)| duration(seconds)).unwrap_or_default());
        table.rows.push(row);
    }
    table
}

/// The time and the engine of the fastest count that one process made.
fn fastest<'a>(counts: &[&'a Record]) -> Option<(f64, &'a str)> {
    let made = counts.iter().map(|count| &count.made).filter(|made| !made.resumed);
    made.filter_map(|made| Some((made.seconds?, &*made.engine))).min_by(|a, b| a.0.total_cmp(&b.0))
}

/// The single number in these fields; several, with a slash, where counts differ.
fn number(counts: &[&Record], names: &[&str]) -> String {
    let lists = counts.iter().flat_map(|count| names.iter().map(|name| count.list(name)));
    let lists = lists.filter(|list| list.len() == 1);
    let numbers: BTreeSet<u128> = lists.flatten().copied().collect();
    numbers.into_iter().map(grouped).collect::<Vec<_>>().join(" / ")
}

/// The source that the numbers were compared with.
fn source(counts: &[&Record]) -> String {
    let compared: Vec<_> = counts.iter().flat_map(|count| count.comparisons()).collect();
    let wrong = compared.iter().find(|(count, published)| *count != published.value);
    let published = compared.iter().min_by_key(|(_, published)| published.is_derived);
    match (wrong, published) {
        (Some((_, wrong)), _) => format!("DIFFERS from {}", wrong.citation()),
        (None, Some((_, published))) => format!("✓ {}", published.citation()),
        (None, None) => String::new(),
    }
}
