//! Families of problems: what their records hold, and how their counts are made.

use super::{Record, Row, Subject};
use crate::Error;
use crate::known::Entry;
use crate::queens::Survey;
use crate::search::{Header, Ledger, Observer, StopFlag, Workers};
use crate::text::shown;
use std::path::Path;

/// A count that can be made, of any family.
pub trait Countable {
    /// The family.
    fn family(&self) -> &'static Family;

    /// The subject of the count.
    fn subject(&self) -> Subject;

    /// Counts, and compares the numbers with the published ones. A count that was stopped has a partial record.
    ///
    /// # Errors
    /// As the family's engines say.
    fn record(
        &self,
        workers: &Workers,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Record, Error>;

    /// This count from ledgers whose union is given, and its extent; the first ledger was read from `path`.
    ///
    /// # Errors
    /// [`Error::Ledger`] where the union does not fit, and as the family's engines say.
    fn merged(
        &self,
        union: &Ledger,
        _path: &Path,
        _workers: &Workers,
        _stop: &StopFlag,
    ) -> Result<(Record, Survey), Error> {
        Err(without_shards(&union.header))
    }

    /// The words after the program's name that make this count: `queens count 8`.
    fn command(&self) -> Vec<String> {
        vec![]
    }

    /// The count in another way, which must give the main numbers of `first`; `None` where no other way would come to its
    /// end in a reasonable time.
    fn again(&self, first: &Record) -> Option<Self>
    where
        Self: Sized;
}

/// The families whose records are read.
pub(super) static FAMILIES: [&Family; 3] =
    [&super::queens::FAMILY, &super::senku::FAMILY, &crate::queens::placements::record::FAMILY];

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
    /// The columns of CSV and Markdown: keys, quantities and fields of [`Made`](super::Made).
    pub columns: &'static [&'static str],
    /// Why a subject that was read cannot be.
    pub check: fn(&Subject) -> Result<(), String>,
    /// Everything published about a subject.
    pub published: fn(&Subject) -> Vec<Entry>,
    /// The subject in a few words: `8`, `english`, `8 x 12 (queen)`.
    pub name: fn(&Subject) -> String,
    /// The subject in words.
    pub title: fn(&Subject) -> String,
    /// The rows of a record in CSV and Markdown.
    pub rows: fn(&Record) -> Vec<Row>,
    /// The count that a ledger belongs to.
    pub of_ledger: fn(&Header) -> Result<Box<dyn Countable>, Error>,
}

/// The count, of any family, that a ledger with this header belongs to.
///
/// # Errors
/// [`Error::Input`] for a count that has no shards.
pub fn counting_of(header: &Header) -> Result<Box<dyn Countable>, Error> {
    let problem = header.problem.split('/').next();
    let family = FAMILIES.iter().find(|family| Some(family.problem) == problem);
    family.map_or_else(|| Err(without_shards(header)), |family| (family.of_ledger)(header))
}

/// Refuses the ledger of a count that has no shards.
pub(super) fn without_shards(header: &Header) -> Error {
    let problem = shown(&header.problem);
    Error::input(format!("the ledger's count '{problem}' has no shards: there is nothing to merge"))
}

/// A quantity of a family: its name and its form in JSON.
#[derive(Debug)]
pub struct Kind {
    /// The field's name.
    pub name: &'static str,
    pub(super) is_list: bool,
    pub(super) is_optional: bool,
    /// Its names in the table of published numbers.
    known_as: &'static [&'static str],
}

impl Family {
    /// The family and a subject in a few words: `queens 8`, `senku english`.
    #[must_use]
    pub fn label(&self, subject: &Subject) -> String {
        format!("{} {}", self.problem, (self.name)(subject))
    }

    /// A subject in a sentence: `N = 8`, `english`.
    #[must_use]
    pub fn short(&self, subject: &Subject) -> String {
        let name = (self.name)(subject);
        if self.keys.first() == Some(&"n") { format!("N = {name}") } else { name }
    }
}

impl Kind {
    /// A single number; `null` where it is not known.
    #[must_use]
    pub const fn number(name: &'static str) -> Self {
        Kind { name, is_list: false, is_optional: false, known_as: &[] }
    }

    /// A list; `null` where it is not known.
    #[must_use]
    pub const fn list(name: &'static str) -> Self {
        Kind { is_list: true, ..Kind::number(name) }
    }

    /// Left out where it is not known.
    #[must_use]
    pub const fn optional(self) -> Self {
        Kind { is_optional: true, ..self }
    }

    /// With these names in the table of published numbers. A single published number about a list is the largest of it.
    #[must_use]
    pub const fn known_as(self, names: &'static [&'static str]) -> Self {
        Kind { known_as: names, ..self }
    }

    pub(super) fn is_known_as(&self, name: &str) -> bool {
        if self.known_as.is_empty() { self.name == name } else { self.known_as.contains(&name) }
    }
}
