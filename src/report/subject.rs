//! The subjects of counts: problems of the families, which are named here alone.

use super::countable::without_shards;
use super::{
    Countable, Family, PlacementsSubject, QueensSubject, Record, SenkuSubject, placements, queens, senku,
};
use crate::Error;
use crate::known::Published;
use crate::search::Header;
use crate::text::shown;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The problem that a count is about.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Subject {
    /// Queens on a square board, one in each row.
    Queens(QueensSubject),
    /// A game of Senku.
    Senku(SenkuSubject),
    /// Numbers of queens on a field.
    Placements(PlacementsSubject),
}

impl Subject {
    /// The subject in a few words: `8`, `english`, `8 x 12 (queen)`.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Subject::Queens(subject) => subject.n.to_string(),
            Subject::Senku(subject) => subject.board.clone(),
            Subject::Placements(subject) => subject.name(),
        }
    }

    /// The subject in a sentence: `N = 8`, `english`.
    #[must_use]
    pub fn short(&self) -> String {
        let name = self.name();
        if let Subject::Queens(_) = self { format!("N = {name}") } else { name }
    }

    /// The subject in words.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Subject::Queens(subject) => subject.title(),
            Subject::Senku(subject) => subject.title(),
            Subject::Placements(subject) => subject.name(),
        }
    }

    /// Everything published about it.
    #[must_use]
    pub fn published(&self) -> Vec<Published> {
        match self {
            _ if self.has_conditions() => vec![],
            Subject::Queens(subject) => subject.published(),
            Subject::Senku(subject) => subject.published(),
            Subject::Placements(subject) => subject.published(),
        }
    }

    /// The squares with queens, and those without.
    #[must_use]
    pub fn conditions(&self) -> [&[[u32; 2]]; 2] {
        match self {
            Subject::Queens(QueensSubject { fixed, blocked, .. })
            | Subject::Placements(PlacementsSubject { fixed, blocked, .. }) => [fixed, blocked],
            Subject::Senku(_) => [&[]; 2],
        }
    }

    /// Whether there are such squares.
    #[must_use]
    pub fn has_conditions(&self) -> bool {
        self.conditions().iter().any(|squares| !squares.is_empty())
    }
}

/// The count, of any family, that a ledger with this header belongs to.
///
/// # Errors
/// [`Error::Input`] for a count that has no shards.
pub fn counting_of(header: &Header) -> Result<Box<dyn Countable>, Error> {
    Ok(match header.problem.split('/').next() {
        Some("queens") => Box::new(crate::queens::Counting::of_ledger(header)?),
        Some("placements") => Box::new(crate::queens::placements::Counting::of_ledger(header)?),
        _ => return Err(without_shards(header)),
    })
}

/// A record of any family from JSON. The published numbers are looked up and not read.
///
/// # Errors
/// One sentence where it makes no sense.
pub(super) fn read(value: Value) -> Result<Record, String> {
    fn of<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
        T::deserialize(value).map_err(|error| error.to_string())
    }
    let (family, subject): (&'static Family, _) = match value["problem"].as_str().unwrap_or_default() {
        "queens" => (&queens::FAMILY, Subject::Queens(QueensSubject::read(&value)?)),
        "senku" => (&senku::FAMILY, Subject::Senku(of(&value)?)),
        "senku-winning" => (&senku::WINNING, Subject::Senku(of(&value)?)),
        "placements" => (&placements::FAMILY, Subject::Placements(of(&value)?)),
        other => return Err(format!("the problem '{}'", shown(other))),
    };
    Record::read(family, subject, value)
}
