//! Records of placements.

use super::{
    COLUMNS, Countable, Family, Kind, Made, Record, Row, Subject, cell, column_cell, condition_words,
    sorted_pairs,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::Path;
use vuelta::Error;
use vuelta::known::{self, Published};
use vuelta::queens::placements::{Count, Counting, Rules};
use vuelta::search::{Context, Ledger, Survey};

/// Counts of placements, one for each number of queens.
pub(super) static FAMILY: Family = Family {
    problem: "placements",
    quantities: &[Kind::list("counts"), Kind { is_optional: true, ..Kind::list("partial") }],
    main: &["counts"],
    columns: &[
        &["rows", "columns", "rules", "fixed", "blocked", "queens", "count", "published"],
        &["status", "shard", "shard_finished", "partial"],
        COLUMNS,
        &["core_seconds"],
    ],
};

/// A field with its conditions, and the numbers of queens that are counted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlacementsSubject {
    /// Its rows.
    pub rows: u32,
    /// Its columns.
    pub columns: u32,
    /// The rules of attack: `queen`, `knight`, `torus`.
    pub rules: Vec<String>,
    /// The squares with queens.
    #[serde(default)]
    pub fixed: Vec<[u32; 2]>,
    /// The squares without.
    #[serde(default)]
    pub blocked: Vec<[u32; 2]>,
    /// The numbers of queens.
    #[serde(default)]
    pub queens: Vec<u32>,
}

impl PlacementsSubject {
    /// This count's.
    pub(super) fn new(counting: &Counting) -> Self {
        let field = counting.field();
        PlacementsSubject {
            rows: field.rows(),
            columns: field.columns(),
            rules: field.rules().names().map(str::to_owned).collect(),
            fixed: sorted_pairs(field.fixed()),
            blocked: sorted_pairs(field.blocked()),
            queens: counting.asked().collect(),
        }
    }

    /// `8 x 12 (queen, knight)`
    pub(super) fn name(&self) -> String {
        format!("{} x {} ({})", self.rows, self.columns, self.rules.join(", "))
    }

    /// The published number of each number of queens on the field without conditions, with its place among those that are counted.
    pub(super) fn published(&self) -> Vec<Published> {
        let Self { rows, columns, queens, .. } = self;
        let (short, long, rules) = (*rows.min(columns), *rows.max(columns), self.rules.join(" "));
        let table =
            known::numbers("placements", &format!("rows={short};columns={long};rules={rules}"), "counts");
        let is_classical = |queens| rules == Rules::QUEEN.to_string() && short == long && queens == short;
        let number = |(place, &count): (u32, &u32)| {
            let known = if is_classical(count) { known::queens_count("total", short) } else { None };
            let mut known =
                known.or_else(|| table.iter().find(|known| known.place == Some(count)).copied())?;
            (known.quantity, known.place) = ("counts", (queens.len() > 1).then_some(place));
            Some(known)
        };
        (0..).zip(queens).filter_map(number).collect()
    }
}

/// A row for each number of queens.
pub(super) fn rows(record: &Record, subject: &PlacementsSubject) -> Vec<Row> {
    let value = json!(record);
    let row = |place: usize| {
        let cell = |column| match column {
            "count" => cell(column, &value["counts"][place]),
            "queens" | "partial" | "published" => cell(column, &value[column][place]),
            _ => column_cell(&value, column),
        };
        FAMILY.columns().map(|column| (column, cell(column))).collect()
    };
    (0..subject.queens.len()).map(row).collect()
}

impl Countable for Counting {
    fn subject(&self) -> Subject {
        Subject::Placements(PlacementsSubject::new(self))
    }

    fn count(&self, context: &mut Context<'_>) -> Result<Record, Error> {
        Ok(record_of(self, self.run(context)?, context.workers.threads()))
    }

    fn merged(&self, union: &Ledger, path: &Path, context: &Context<'_>) -> Result<(Record, Survey), Error> {
        let (count, survey) = Counting::merged(self, union, path, context)?;
        Ok((record_of(self, count, context.workers.threads()), survey))
    }

    fn command(&self) -> Vec<String> {
        let (field, queens) = (self.field(), self.queens_word());
        let sides = format!("{}x{}", field.rows(), field.columns());
        let words = ["queens", "count", &sides, "--queens", &queens].map(str::to_owned);
        let rules = field.rules().names().skip(1).map(|rule| format!("--{rule}"));
        let conditions = condition_words(field.fixed(), field.blocked());
        words.into_iter().chain(rules).chain(conditions).collect()
    }

    fn again(&self, _: &Record) -> Option<Self> {
        Some(self.double_check())
    }
}

/// The record of this count that was made on this many threads.
fn record_of(counting: &Counting, count: Count, threads: usize) -> Record {
    let made = Made {
        isa: Some(count.isa.to_string()),
        seconds: Some(count.elapsed.as_secs_f64()),
        ..Made::of(&count.work, &count.method, threads)
    };
    let record = Record::new(counting.subject(), made).of_shard(count.work.shard);
    match count.counts {
        Some(counts) => record.with("counts", counts).compared(),
        None => record.with("partial", count.work.outcome.tally),
    }
}
