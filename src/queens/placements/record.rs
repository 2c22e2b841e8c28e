//! Records of placements.

use super::{Counting, Rules};
use crate::Error;
use crate::known::{self, Entry, Published};
use crate::report::{Countable, Family, Kind, Made, Record, Row, Status, Subject};
use crate::search::{Observer, StopFlag, Workers};
use serde_json::json;

/// Counts of placements, one for each number of queens.
pub(crate) static FAMILY: Family = Family {
    problem: "placements",
    keys: &["rows", "columns", "rules", "fixed", "blocked", "queens"],
    quantities: &[Kind::list("counts")],
    main: &["counts"],
    columns: &[
        "rows",
        "columns",
        "rules",
        "fixed",
        "blocked",
        "queens",
        "count",
        "published",
        "status",
        "engine",
        "threads",
        "seconds",
    ],
    check,
    published,
    name,
    title: name,
    rows,
};

fn check(subject: &Subject) -> Result<(), String> {
    subject.read::<u32>("rows")?;
    subject.read::<u32>("columns")?;
    subject.read::<Vec<String>>("rules")?;
    subject.read::<Vec<[u32; 2]>>("fixed")?;
    subject.read::<Vec<[u32; 2]>>("blocked")?;
    subject.read::<Vec<u32>>("queens").map(drop)
}

/// `8 x 12 (queen, knight)`
fn name(subject: &Subject) -> String {
    let [rows, columns, rules] = ["rows", "columns", "rules"].map(|key| subject.cell(key));
    format!("{rows} x {columns} ({})", rules.replace(' ', ", "))
}

/// The published number of each number of queens, with its place among those that are counted.
fn published(subject: &Subject) -> Vec<Entry> {
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
        Some(Published { place: (queens.len() > 1).then_some(place), ..known })
    };
    let numbers = (0..).zip(&queens).filter_map(number).collect();
    vec![Entry { problem: FAMILY.problem, subject: "", quantity: "counts", numbers }]
}

/// A row for each number of queens.
fn rows(record: &Record) -> Vec<Row> {
    let (counts, published) = (record.list("counts"), record.published("counts"));
    let row = |(place, queens): (usize, &u32)| {
        let cell = |&column: &&'static str| {
            let text = match column {
                "queens" => queens.to_string(),
                "count" => counts.get(place).map(ToString::to_string).unwrap_or_default(),
                "published" => published
                    .get(place)
                    .and_then(|known| Some(known.as_ref()?.value.to_string()))
                    .unwrap_or_default(),
                other => record.cell(other),
            };
            (column, text)
        };
        FAMILY.columns.iter().map(cell).collect()
    };
    record.subject.get::<Vec<u32>>("queens").iter().enumerate().map(row).collect()
}

impl Countable for Counting {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn subject(&self) -> Subject {
        let field = self.field();
        let pairs = |squares: &[crate::Square]| {
            squares.iter().map(|square| [square.row, square.column]).collect::<Vec<_>>()
        };
        Subject::new([
            ("rows", json!(field.rows())),
            ("columns", json!(field.columns())),
            ("rules", json!(field.rules().names().collect::<Vec<_>>())),
            ("fixed", json!(pairs(field.fixed()))),
            ("blocked", json!(pairs(field.blocked()))),
            ("queens", json!(null)),
        ])
    }

    fn record(
        &self,
        workers: &Workers,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Record, Error> {
        let count = self.run(workers, stop, observer)?;
        let (done, all) = count.subproblems;
        let made = Made {
            status: if count.counts.is_some() { Status::Complete } else { Status::Partial },
            engine: count.method.to_string(),
            isa: Some(count.isa.to_string()),
            threads: Some(workers.threads()),
            seconds: Some(count.elapsed.as_secs_f64()),
            subproblems: Some(all),
            subproblems_here: (done < all).then_some(done),
            ..Made::default()
        };
        let mut subject = self.subject();
        subject.set("queens", json!(count.queens));
        Ok(Record::new(&FAMILY, subject, made).with("counts", count.counts.unwrap_or_default()).compared())
    }

    fn again(&self, _: &Record) -> Option<Self> {
        Some(self.double_check())
    }
}
