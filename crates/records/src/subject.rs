//! The subjects of counts: problems of the families.

use super::{
    Family, PlacementsSubject, QueensSubject, Row, SenkuSubject, columns_of, placements, queens, senku,
};
use serde::de::Error as _;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use vuelta::base::text::shown;
use vuelta::known::Published;
use vuelta::queens::LARGEST_BOARD;

/// The problem that a count is about.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Subject {
    /// Queens on a square board, one in each row.
    Queens(QueensSubject),
    /// A game of Senku.
    Senku(SenkuSubject),
    /// The winning positions alone of a game of Senku.
    SenkuWinning(SenkuSubject),
    /// Numbers of queens on a field.
    Placements(PlacementsSubject),
}

impl Subject {
    /// The family.
    #[must_use]
    pub fn family(&self) -> &'static Family {
        match self {
            Subject::Queens(_) => &queens::FAMILY,
            Subject::Senku(_) => &senku::FAMILY,
            Subject::SenkuWinning(_) => &senku::WINNING,
            Subject::Placements(_) => &placements::FAMILY,
        }
    }

    /// The family and the subject in a few words: `queens 8`, `senku english`.
    #[must_use]
    pub fn label(&self) -> String {
        format!("{} {}", self.family().problem, self.name())
    }

    /// The subject in a few words: `8`, `english`, `8 x 12 (queen)`.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Subject::Queens(subject) => subject.n.to_string(),
            Subject::Senku(subject) | Subject::SenkuWinning(subject) => subject.board.clone(),
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
            Subject::Senku(subject) | Subject::SenkuWinning(subject) => subject.title(),
            Subject::Placements(subject) => subject.name(),
        }
    }

    /// Everything published about it.
    #[must_use]
    pub fn published(&self) -> Vec<Published> {
        match self {
            _ if self.has_conditions() => vec![],
            Subject::Queens(subject) => subject.published(),
            Subject::Senku(subject) | Subject::SenkuWinning(subject) => subject.published(),
            Subject::Placements(subject) => subject.published(),
        }
    }

    /// The squares with queens, and those without.
    #[must_use]
    pub fn conditions(&self) -> [&[[u32; 2]]; 2] {
        match self {
            Subject::Queens(QueensSubject { fixed, blocked, .. })
            | Subject::Placements(PlacementsSubject { fixed, blocked, .. }) => [fixed, blocked],
            Subject::Senku(_) | Subject::SenkuWinning(_) => [&[]; 2],
        }
    }

    /// Whether there are such squares.
    #[must_use]
    pub fn has_conditions(&self) -> bool {
        self.conditions().iter().any(|squares| !squares.is_empty())
    }

    /// The fields that tell it from others, as tables have them: `n` with `8`, `fixed` with `0,3 1,5`. A board from a file
    /// is known by its diagram.
    pub(super) fn keys(&self) -> Row {
        let keys: &[&str] = match self {
            Subject::Queens(_) => &["n", "fixed", "blocked"],
            Subject::Senku(of) | Subject::SenkuWinning(of) if of.diagram.is_some() => {
                &["diagram", "start", "goal"]
            }
            Subject::Senku(_) | Subject::SenkuWinning(_) => &["board", "diagram", "start", "goal"],
            Subject::Placements(_) => &["rows", "columns", "rules", "fixed", "blocked", "queens"],
        };
        columns_of(self, keys.iter().copied())
    }

    /// The subject among the fields of a record.
    ///
    /// # Errors
    /// One sentence where it makes no sense.
    pub(super) fn read(value: &Value) -> serde_json::Result<Self> {
        Ok(match value["problem"].as_str().unwrap_or_default() {
            "queens" => match QueensSubject::deserialize(value)? {
                QueensSubject { n, .. } if n > LARGEST_BOARD => {
                    return Err(serde_json::Error::custom(format!("N = {n}")));
                }
                subject => Subject::Queens(subject),
            },
            "senku" => Subject::Senku(SenkuSubject::deserialize(value)?),
            "senku-winning" => Subject::SenkuWinning(SenkuSubject::deserialize(value)?),
            "placements" => Subject::Placements(PlacementsSubject::deserialize(value)?),
            other => return Err(serde_json::Error::custom(format!("the problem '{}'", shown(other)))),
        })
    }
}
