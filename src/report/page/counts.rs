//! A count as the page shows it: the one file that reads records.

use crate::report::{self, Record, Run, Status, column_cell};
use crate::text::plural;
use serde_json::json;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The engines and instruction sets, best first.
const ENGINES: [&str; 5] = ["halves", "dense", "bitmask", "memo", "backtrack"];
const ISAS: [&str; 4] = ["avx512", "avx2", "neon", "portable"];

/// A count with the problem that it answers.
#[derive(Debug, Clone)]
pub struct Counted {
    pub subject: Subject,
    pub record: Record,
    pub run: Run,
}

/// The problem of a count, ordered as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// A whole board of this size, without conditions.
    Queens(u32),
    Senku(Senku),
    /// A count that is not whole, or with conditions: its size, its name and what is special.
    Part(u32, String, String),
}

/// A problem of Senku: small boards first, files without a diagram last.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Senku {
    holes: usize,
    pub board: String,
    /// The rows of a board from a file.
    pub diagram: String,
    /// `[3,3] → any`.
    pub ends: String,
}

/// The engine, the instruction set and the number of threads of a timing, best first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Way {
    /// Whether it counts Senku, the rank of the engine in `ENGINES`, and its name.
    pub engine: (bool, usize, String),
    pub isa: (usize, String),
    pub threads: Reverse<usize>,
}

impl Counted {
    pub fn new(mut record: Record) -> Self {
        let run = record.environment.take().unwrap_or_default();
        let is_whole = record.is_whole() && !record.subject.has_conditions();
        let subject = match &record.subject {
            report::Subject::Queens(of) if is_whole && record.shard().is_none_or(|[_, count]| count == 1) => {
                Subject::Queens(of.n)
            }
            report::Subject::Queens(of) => Subject::Part(of.n, record.short(), special(&record)),
            report::Subject::Senku(of) if is_whole => {
                let holes = of.peg_board().map_or(usize::MAX, |board| board.len());
                let alone = if record.problem == "senku" { "" } else { ", winning positions alone" };
                let (board, diagram) = (of.board.clone(), of.diagram.clone().unwrap_or_default().join("/"));
                Subject::Senku(Senku {
                    holes,
                    board,
                    diagram,
                    ends: format!("{} → {}{alone}", of.start, of.goal),
                })
            }
            of => Subject::Part(0, record.family.label(of), special(&record)),
        };
        Counted { subject, record, run }
    }

    /// The number that was asked for, or what was found of it; `None` if there are several.
    pub fn found(&self) -> Option<u128> {
        match self.record.main_numbers().as_deref() {
            Some([only]) => Some(*only),
            _ => self.record.number("partial"),
        }
    }

    /// The time of the count, or the median of its repetitions.
    pub fn seconds(&self) -> f64 {
        self.record.made.seconds.unwrap_or_default()
    }

    /// How a timed count was made; `None` unless one process made all of it.
    pub fn way(&self) -> Option<Way> {
        let made = &self.record.made;
        let is_part = matches!(self.subject, Subject::Part(..));
        made.seconds.filter(|_| made.status == Status::Complete && !is_part)?;
        let rank = |names: &[&str], name: &str| {
            (names.iter().position(|known| *known == name).unwrap_or(names.len()), name.to_owned())
        };
        let (rank_of_engine, engine) = rank(&ENGINES, &made.engine);
        let isa = rank(&ISAS, made.isa.as_deref()?);
        let engine = (matches!(self.subject, Subject::Senku(..)), rank_of_engine, engine);
        Some(Way { engine, isa, threads: Reverse(made.threads?) })
    }

    /// Whether no number that both have differs.
    fn may_equal(&self, other: &Self) -> bool {
        let mut pairs = self.record.quantities.iter().zip(&other.record.quantities);
        self.subject == other.subject
            && pairs.all(|(a, b)| a.values.is_empty() || b.values.is_empty() || a.values == b.values)
    }

    /// How many quantities are known.
    fn facts(&self) -> usize {
        self.record.quantities.iter().filter(|quantity| !quantity.values.is_empty()).count()
    }
}

/// The counts by subject. Of counts that agree, only the one with the most numbers is kept.
pub fn distinct(counts: &[Counted]) -> Vec<&Counted> {
    let mut found: Vec<&Counted> = vec![];
    for count in counts {
        match found.iter_mut().find(|other| other.may_equal(count)) {
            Some(other) if other.facts() < count.facts() => *other = count,
            Some(_) => {}
            None => found.push(count),
        }
    }
    found.sort_by(|a, b| a.subject.cmp(&b.subject));
    found
}

/// The conditions, the shard and the status of a count.
fn special(record: &Record) -> String {
    let value = json!(record);
    let named = ["fixed", "blocked", "shard"].map(|key| format!("{key} {}", column_cell(&value, key)));
    let named = named.into_iter().filter(|text| !text.ends_with(' '));
    let status = match record.made.status {
        Status::Complete => None,
        Status::Partial if record.made.is_complete() => None,
        Status::Partial => Some("stopped before the end"),
        Status::Merged => Some("merged ledgers"),
        Status::Resumed => Some("resumed from a ledger"),
    };
    named.chain(status.map(str::to_owned)).collect::<Vec<_>>().join("; ")
}

/// The counts compared with published numbers, each comparison once.
#[derive(Debug, Default)]
pub struct Verdicts {
    /// Numbers that match a published one.
    pub matching: usize,
    /// Numbers that match one derived from published numbers.
    pub derived: usize,
    /// The others, each in one sentence.
    pub differing: Vec<String>,
}

impl Verdicts {
    pub fn of(counts: &[Counted]) -> Self {
        let mut verdicts = Verdicts::default();
        let mut seen = BTreeSet::new();
        for record in counts.iter().map(|count| &count.record) {
            for (count, published) in record.comparisons() {
                if !seen.insert((record.short(), published.name(), count, published.value)) {
                    continue;
                }
                match record.compare((count, published)) {
                    Ok(()) if published.is_derived => verdicts.derived += 1,
                    Ok(()) => verdicts.matching += 1,
                    Err(difference) => verdicts.differing.push(difference.to_string()),
                }
            }
        }
        verdicts
    }

    /// `108/108 match`, and `4 derived values match`.
    pub fn facts(&self) -> Vec<String> {
        let compared = self.matching + self.differing.len();
        let published = (compared > 0).then(|| format!("{}/{compared} match", self.matching));
        let derived = (self.derived > 0)
            .then(|| format!("{} derived from published ones match", plural(self.derived, "value")));
        published.into_iter().chain(derived).collect()
    }
}
