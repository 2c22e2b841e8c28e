//! One record for every problem: what was counted, what came out, how, and where.
//!
//! ```text
//! record = subject + quantities + Made (how) + Run (where and when)
//! ```
//!
//! A [`Family`] says in which order the fields are written, a [`Subject`] which published numbers there are.

use super::{Compared, Kind, Made, Number, Quantity, Row, Run, Subject, Tabular, columns_of, placements};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use std::collections::HashSet;
use vuelta::search::{Missing, Shard};
use vuelta::{Error, known};

/// A family of problems: how its records are written, read and compared.
#[derive(Debug)]
pub struct Family {
    /// The word in the field `problem`.
    pub problem: &'static str,
    /// Its quantities, in the order of JSON.
    pub quantities: &'static [Kind],
    /// The quantities whose published values are in the field `published`: one by itself, or an object of several.
    pub main: &'static [&'static str],
    /// The columns of CSV and Markdown, in groups: fields of JSON, or of its `runs`. If counts have shards, one is `shard`.
    pub columns: &'static [&'static [&'static str]],
}

impl Family {
    /// The columns of CSV and Markdown.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().copied().flatten().copied()
    }
}

/// A count, compared with the published numbers where there are some.
#[derive(Debug, Clone, Serialize)]
#[must_use]
pub struct Record {
    /// The family's name.
    pub problem: &'static str,
    /// The subject of the count.
    #[serde(flatten)]
    pub subject: Subject,
    /// Which shard was counted, and of how many: `None` for the whole, and nothing where counts have no shards.
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<Option<[u64; 2]>>,
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

fn by_name<S: Serializer>(quantities: &[Quantity], serializer: S) -> Result<S::Ok, S::Error> {
    let written =
        quantities.iter().filter(|quantity| !(quantity.kind.is_optional && quantity.values.is_empty()));
    serializer.collect_map(written.map(|quantity| (quantity.kind.name, quantity.json())))
}

impl Record {
    /// A record whose quantities are not known yet.
    pub fn new(subject: Subject, made: Made) -> Self {
        let family = subject.family();
        let quantity = |kind| Quantity { kind, values: vec![], published: vec![] };
        Record {
            problem: family.problem,
            subject,
            shard: family.columns().any(|column| column == "shard").then_some(None),
            quantities: family.quantities.iter().map(quantity).collect(),
            published: Value::Null,
            derived: vec![],
            agrees: None,
            made,
            merge: None,
            environment: None,
        }
    }

    /// As the record of this shard.
    pub(super) fn of_shard(mut self, shard: Option<Shard>) -> Self {
        self.shard = Some(shard.map(|shard| [shard.number(), shard.count()]));
        self
    }

    /// Which shard was counted, and of how many; `None` for the whole.
    #[must_use]
    pub fn shard(&self) -> Option<[u64; 2]> {
        self.shard.flatten()
    }

    /// With the values of a quantity: one, those of a list, or none.
    pub fn with(mut self, name: &str, values: impl IntoIterator<Item = impl Into<u128>>) -> Self {
        let mut quantities = self.quantities.iter_mut();
        if let Some(quantity) = quantities.find(|quantity| quantity.kind.name == name) {
            quantity.values = values.into_iter().map(Into::into).collect();
        }
        self
    }

    /// With the published numbers beside those that were counted.
    pub fn compared(mut self) -> Self {
        // The first number holds: one may be about the subject, others about its symmetric twins.
        let (mut all, mut seen) = (self.subject.published(), HashSet::new());
        all.retain(|published| seen.insert((published.quantity, published.place)));
        for quantity in &mut self.quantities {
            let known = all.iter().filter(|published| quantity.kind.is_known_as(published.quantity));
            quantity.published = known.copied().collect();
        }
        let main = self.subject.family().main.iter();
        let main: Vec<&Quantity> = main.filter_map(|name| self.quantity(name)).collect();
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
        self.number(self.subject.family().main[0]).is_some()
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
        known::compare(&format!("{} of {}", published.name(), self.subject.short()), count, published)
    }

    /// The main numbers; `None` for a record that is not whole.
    #[must_use]
    pub fn main_numbers(&self) -> Option<Vec<u128>> {
        let main = self.subject.family().main.iter();
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

    /// A record of any family from JSON. The published numbers are looked up and not read.
    ///
    /// # Errors
    /// One sentence where it makes no sense.
    pub(super) fn read(mut value: Value) -> serde_json::Result<Self> {
        let shard: Option<[u64; 2]> = serde_json::from_value(value["shard"].take())?;
        let made = Made::deserialize(&value)?.of_shard(shard);
        let mut record = Record::new(Subject::read(&value)?, made);
        record.shard = record.shard.map(|_| shard);
        for quantity in &mut record.quantities {
            let numbers: Vec<Number> = match value[quantity.kind.name].take() {
                Value::Null => vec![],
                list if quantity.kind.is_list => serde_json::from_value(list)?,
                number => vec![serde_json::from_value(number)?],
            };
            quantity.values = numbers.into_iter().map(|number| number.0).collect();
        }
        record.environment = serde_json::from_value(value["environment"].take())?;
        Ok(if record.is_whole() { record.compared() } else { record })
    }
}

impl Tabular for Record {
    fn rows(&self) -> Vec<Row> {
        if let Subject::Placements(subject) = &self.subject {
            return placements::rows(self, subject);
        }
        vec![columns_of(self, self.subject.family().columns())]
    }

    fn counted(&self) -> Option<&Record> {
        Some(self)
    }
}
