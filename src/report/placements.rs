//! Records of placements.

use super::{
    COLUMNS, Countable, Family, Kind, Made, Record, Row, Subject, cell, column_cell, condition_words, pairs,
};
use crate::Error;
use crate::known::{self, Published};
use crate::queens::Survey;
use crate::queens::placements::{Count, Counting, Field, Rules};
use crate::search::{Context, Ledger};
use crate::simd::Isa;
use serde_json::json;
use std::path::Path;

/// Counts of placements, one for each number of queens.
pub(super) static FAMILY: Family = Family {
    problem: "placements",
    keys: &["rows", "columns", "rules", "fixed", "blocked", "queens", "shard"],
    quantities: &[Kind::list("counts"), Kind { is_optional: true, ..Kind::list("partial") }],
    main: &["counts"],
    columns: &[
        &["rows", "columns", "rules", "fixed", "blocked", "queens", "count", "published"],
        &["status", "shard", "shard_finished", "partial"],
        COLUMNS,
        &["core_seconds"],
    ],
    published,
    name,
    title: name,
    rows,
    of_ledger: Some(|header| Ok(Box::new(Counting::of_ledger(header)?))),
    of_subject: Some(of_subject),
};

/// Of one number of queens, or else of all.
fn of_subject(subject: &Subject, isa: Isa, memory_limit: u64) -> Result<Box<dyn Countable + Send>, Error> {
    let names: Vec<String> = subject.get("rules");
    let rules = Rules::named(names.iter().map(String::as_str));
    let squares = |key| subject.get::<Vec<[u32; 2]>>(key).into_iter().map(<(u32, u32)>::from);
    let field = Field::new(subject.get("rows"), subject.get("columns"), rules)?;
    let counting = Counting::new(field.fix(squares("fixed"))?.block(squares("blocked"))?);
    let queens = <[u32; 1]>::try_from(subject.get::<Vec<u32>>("queens")).ok().map(|[queens]| queens);
    Ok(Box::new(counting.queens(queens).isa(isa).memory_limit(memory_limit)))
}

/// `8 x 12 (queen, knight)`
fn name(subject: &Subject) -> String {
    let [rows, columns, rules] = ["rows", "columns", "rules"].map(|key| subject.cell(key));
    format!("{rows} x {columns} ({})", rules.replace(' ', ", "))
}

/// The published number of each number of queens, with its place among those that are counted.
fn published(subject: &Subject) -> Vec<Published> {
    if subject.has_conditions() {
        return vec![];
    }
    let (rows, columns) = (subject.get::<u32>("rows"), subject.get::<u32>("columns"));
    let (short, long) = (rows.min(columns), rows.max(columns));
    let (queens, rules) = (subject.get::<Vec<u32>>("queens"), subject.cell("rules"));
    let table = known::numbers("placements", &format!("rows={short};columns={long};rules={rules}"), "counts");
    let is_classical = |queens| rules == Rules::QUEEN.to_string() && short == long && queens == short;
    let number = |(place, &count): (u32, &u32)| {
        let known = if is_classical(count) { known::queens_count("total", short) } else { None };
        let known = known.or_else(|| table.iter().find(|known| known.place == Some(count)).copied())?;
        Some(Published { quantity: "counts", place: (queens.len() > 1).then_some(place), ..known })
    };
    (0..).zip(&queens).filter_map(number).collect()
}

/// A row for each number of queens.
fn rows(record: &Record) -> Vec<Row> {
    let value = json!(record);
    let row = |place: usize| {
        let cell = |column| match column {
            "count" => cell(column, &value["counts"][place]),
            "queens" | "partial" | "published" => cell(column, &value[column][place]),
            _ => column_cell(&value, column),
        };
        FAMILY.columns().map(|column| (column, cell(column))).collect()
    };
    (0..record.subject.get::<Vec<u32>>("queens").len()).map(row).collect()
}

impl Countable for Counting {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn subject(&self) -> Subject {
        let field = self.field();
        Subject::new([
            ("rows", json!(field.rows())),
            ("columns", json!(field.columns())),
            ("rules", json!(field.rules().names().collect::<Vec<_>>())),
            ("fixed", json!(pairs(field.fixed()))),
            ("blocked", json!(pairs(field.blocked()))),
            ("queens", json!(self.asked().collect::<Vec<_>>())),
            ("shard", json!(null)),
        ])
    }

    fn record(&self, context: &mut Context<'_>) -> Result<Record, Error> {
        Ok(self.record_of(self.run(context)?, context.workers.threads()))
    }

    fn merged(&self, union: &Ledger, path: &Path, context: &Context<'_>) -> Result<(Record, Survey), Error> {
        let (count, survey) = Counting::merged(self, union, path, context)?;
        Ok((self.record_of(count, context.workers.threads()), survey))
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

impl Counting {
    /// The record of this count that was made on this many threads.
    fn record_of(&self, count: Count, threads: usize) -> Record {
        let made = Made {
            isa: Some(count.isa.to_string()),
            seconds: Some(count.elapsed.as_secs_f64()),
            ..Made::of(&count.work, &count.method, threads)
        };
        let mut subject = self.subject();
        subject.set_shard(count.work.shard);
        let record = Record::new(&FAMILY, subject, made);
        match count.counts {
            Some(counts) => record.with("counts", counts).compared(),
            None => record.with("partial", count.work.outcome.tally),
        }
    }
}
