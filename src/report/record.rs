//! One record for every problem: what was counted, what came out, how, and where.
//!
//! ```text
//! record = subject + quantities + Made (how) + Run (where and when)
//! ```
//!
//! A [`Family`] says in which order the fields are written and which published numbers there are; nothing else here
//! knows one problem from another.

use super::{Compared, Kind, Made, Number, OfLedger, OfSubject, Quantity, Row, Run, Subject, Tabular, cell};
use crate::Error;
use crate::known::{self, Published};
use crate::queens::Missing;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};

/// A family of problems: how its records are written, read and compared.
#[derive(Debug)]
pub struct Family {
    /// The word in the field `problem`.
    pub problem: &'static str,
    /// The keys of its subjects.
    pub keys: &'static [&'static str],
    /// Its quantities, in the order of JSON.
    pub quantities: &'static [Kind],
    /// The quantities whose published values are in the field `published`: one by itself, or an object of several.
    pub main: &'static [&'static str],
    /// The columns of CSV and Markdown, in groups: fields of JSON, or of its `runs`.
    pub columns: &'static [&'static [&'static str]],
    /// Everything published about a subject.
    pub published: fn(&Subject) -> Vec<Published>,
    /// The subject in a few words: `8`, `english`, `8 x 12 (queen)`.
    pub name: fn(&Subject) -> String,
    /// The subject in words.
    pub title: fn(&Subject) -> String,
    /// The rows of a record in CSV and Markdown.
    pub rows: fn(&Record) -> Vec<Row>,
    /// The count that a ledger belongs to, if the family's counts have shards.
    pub of_ledger: Option<OfLedger>,
    /// The count of a subject, if the subject says everything about it.
    pub of_subject: Option<OfSubject>,
}

impl Family {
    /// The family and a subject in a few words: `queens 8`, `senku english`.
    #[must_use]
    pub fn label(&self, subject: &Subject) -> String {
        format!("{} {}", self.problem, (self.name)(subject))
    }

    /// The subject among the fields of an object of JSON.
    ///
    /// # Errors
    /// One sentence if it makes no sense.
    pub(super) fn read_subject(&self, value: &Value) -> Result<Subject, String> {
        let pairs = self.keys.iter().filter_map(|&key| Some((key, value.get(key)?.clone())));
        let subject = Subject::new(pairs);
        self.keys.iter().try_for_each(|key| subject.check(key)).map(|()| subject)
    }

    /// The columns of CSV and Markdown.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().copied().flatten().copied()
    }

    /// A subject in a sentence: `N = 8`, `english`.
    #[must_use]
    pub fn short(&self, subject: &Subject) -> String {
        let name = (self.name)(subject);
        if self.keys.first() == Some(&"n") { format!("N = {name}") } else { name }
    }
}

/// A count, compared with the published numbers where there are some.
#[derive(Debug, Clone, Serialize)]
pub struct Record {
    /// The family's name.
    pub problem: &'static str,
    #[serde(skip)]
    pub(super) family: &'static Family,
    /// The subject of the count.
    #[serde(flatten)]
    pub subject: Subject,
    /// The counted quantities.
    #[serde(flatten, serialize_with = "by_name")]
    pub quantities: Vec<Quantity>,
    /// The published values of the main quantities.
    published: Value,
    /// Which of them follow from published numbers and were not published themselves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    derived: Vec<&'static str>,
    /// Whether all numbers agree with the published ones; `None` where there are none.
    pub agrees: Option<bool>,
    /// How it was made.
    #[serde(flatten)]
    pub made: Made,
    /// The additional fields of a merge.
    #[serde(flatten)]
    pub merge: Option<Merge>,
    /// Where the numbers come from; filled in by whoever knows the machine.
    pub environment: Option<Run>,
}

/// The ledgers that were merged, and what they lack.
#[derive(Debug, Clone, Serialize)]
pub struct Merge {
    /// How many ledgers there are.
    pub ledgers: usize,
    /// The finished share of the work, 0 to 1.
    pub fraction: f64,
    /// The shards that are not finished.
    pub missing: Vec<Missing>,
    /// The commands that count what is missing.
    pub commands: Vec<String>,
}

/// A field of a row, of a record as JSON.
pub(crate) fn column_cell(record: &Value, column: &str) -> String {
    match column {
        "run_seconds" => cell(column, &record["runs"]["seconds"]),
        _ => cell(column, record.get(column).unwrap_or(&record["runs"][column])),
    }
}

fn by_name<S: Serializer>(quantities: &[Quantity], serializer: S) -> Result<S::Ok, S::Error> {
    let written =
        quantities.iter().filter(|quantity| !(quantity.kind.is_optional && quantity.values.is_empty()));
    serializer.collect_map(written.map(|quantity| (quantity.kind.name, quantity.json())))
}

impl Record {
    /// A record whose quantities are not known yet.
    #[must_use]
    pub fn new(family: &'static Family, subject: Subject, made: Made) -> Self {
        let quantity = |kind| Quantity { kind, values: vec![], published: vec![] };
        Record {
            problem: family.problem,
            family,
            subject,
            quantities: family.quantities.iter().map(quantity).collect(),
            published: Value::Null,
            derived: vec![],
            agrees: None,
            made,
            merge: None,
            environment: None,
        }
    }

    /// With the values of a quantity: one, those of a list, or none.
    #[must_use]
    pub fn with(mut self, name: &str, values: impl IntoIterator<Item = impl Into<u128>>) -> Self {
        let mut quantities = self.quantities.iter_mut();
        if let Some(quantity) = quantities.find(|quantity| quantity.kind.name == name) {
            quantity.values = values.into_iter().map(Into::into).collect();
        }
        self
    }

    /// With the published numbers beside those that were counted.
    #[must_use]
    pub fn compared(mut self) -> Self {
        self.quantities.iter_mut().for_each(|quantity| quantity.published.clear());
        for published in (self.family.published)(&self.subject) {
            let known = |quantity: &&mut Quantity| quantity.kind.is_known_as(published.quantity);
            let is_other =
                |known: &Published| (known.quantity, known.place) != (published.quantity, published.place);
            if let Some(quantity) = self.quantities.iter_mut().find(known) {
                // The first number holds: one may be about the subject, others about its symmetric twins.
                if quantity.published.iter().all(is_other) {
                    quantity.published.push(published);
                }
            }
        }
        let main: Vec<&Quantity> = self.family.main.iter().filter_map(|name| self.quantity(name)).collect();
        let derived =
            main.iter().filter(|quantity| quantity.published.first().is_some_and(|known| known.is_derived));
        let derived = derived.map(|quantity| quantity.kind.name).collect();
        self.published = match &main[..] {
            [only] => only.published_json(),
            several if several.iter().all(|quantity| quantity.published.is_empty()) => Value::Null,
            several => {
                several.iter().map(|quantity| (quantity.kind.name, quantity.published_json())).collect()
            }
        };
        self.derived = derived;
        let any_published = self.comparisons().any(|(_, number)| !number.is_derived);
        self.agrees = any_published.then(|| self.verify().is_ok());
        self
    }

    /// The quantity of this name.
    #[must_use]
    pub fn quantity(&self, name: &str) -> Option<&Quantity> {
        self.quantities.iter().find(|quantity| quantity.kind.name == name)
    }

    /// The number of this name, where it is known.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<u128> {
        self.list(name).first().copied()
    }

    /// The values of this name; none where they are not known.
    #[must_use]
    pub fn list(&self, name: &str) -> &[u128] {
        self.quantity(name).map_or(&[], |quantity| &quantity.values)
    }

    /// Whether all that was asked for is there: no shard, and not stopped.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.number(self.family.main[0]).is_some()
    }

    /// Every number that has a published one, with it: single numbers first, then lists.
    pub fn comparisons(&self) -> impl Iterator<Item = Compared> {
        let mut all: Vec<Compared> = self.quantities.iter().flat_map(Quantity::compared).collect();
        all.sort_by_key(|(_, published)| published.place.is_some());
        all.into_iter()
    }

    /// The first number that differs from the published one, as an error.
    ///
    /// # Errors
    /// [`Error::Differs`].
    pub fn verify(&self) -> Result<(), Error> {
        self.comparisons().try_for_each(|compared| self.compare(compared))
    }

    /// Compares one number with the published one.
    ///
    /// # Errors
    /// [`Error::Differs`].
    pub(super) fn compare(&self, (count, published): Compared) -> Result<(), Error> {
        known::compare(&format!("{} of {}", published.name(), self.short()), count, published)
    }

    /// The subject in words.
    #[must_use]
    pub fn title(&self) -> String {
        (self.family.title)(&self.subject)
    }

    /// The subject in a sentence: `N = 8`, `english`.
    #[must_use]
    pub fn short(&self) -> String {
        self.family.short(&self.subject)
    }

    /// The main numbers; `None` for a record that is not whole.
    #[must_use]
    pub fn main_numbers(&self) -> Option<Vec<u128>> {
        let main = self.family.main.iter();
        self.is_whole().then(|| main.flat_map(|name| self.list(name)).copied().collect())
    }

    /// The main numbers; of a shard that is finished, its part of them.
    #[must_use]
    pub fn finished_numbers(&self) -> Option<Vec<u128>> {
        let partial = || self.made.is_complete().then(|| self.list("partial").to_vec());
        self.main_numbers().or_else(partial)
    }

    /// All numbers that were counted.
    pub fn values(&self) -> impl Iterator<Item = u128> {
        self.quantities.iter().flat_map(|quantity| quantity.values.iter().copied())
    }

    /// A record of this family from JSON. The published numbers are looked up and not read.
    ///
    /// # Errors
    /// One sentence where it makes no sense.
    pub(super) fn read(family: &'static Family, mut value: Value) -> Result<Self, String> {
        let said = |error: serde_json::Error| error.to_string();
        let subject = family.read_subject(&value)?;
        let made = Made::deserialize(&value).map_err(said)?.of_shard(subject.shard());
        let mut record = Record::new(family, subject, made);
        for quantity in &mut record.quantities {
            let read = value.get_mut(quantity.kind.name).map_or(Value::Null, Value::take);
            let numbers: Vec<Number> = match read {
                Value::Null => vec![],
                list if quantity.kind.is_list => serde_json::from_value(list).map_err(said)?,
                number => vec![serde_json::from_value(number).map_err(said)?],
            };
            quantity.values = numbers.into_iter().map(|number| number.0).collect();
        }
        let environment = value.get_mut("environment").map_or(Value::Null, Value::take);
        record.environment = serde_json::from_value(environment).map_err(said)?;
        Ok(if record.is_whole() { record.compared() } else { record })
    }

    /// The one row of most records.
    #[must_use]
    pub fn one_row(&self) -> Vec<Row> {
        let value = json!(self);
        vec![self.family.columns().map(|column| (column, column_cell(&value, column))).collect()]
    }
}

impl Tabular for Record {
    fn rows(&self) -> Vec<Row> {
        (self.family.rows)(self)
    }

    fn counted(&self) -> Option<&Record> {
        Some(self)
    }
}
