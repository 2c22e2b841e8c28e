//! Quantities: numbers that are counted, by name, and the published ones beside them.

use serde_json::Value;
use vuelta::known::Published;

/// A quantity of a family: its name and its form in JSON.
#[derive(Debug)]
#[must_use]
pub struct Kind {
    /// The field's name.
    pub name: &'static str,
    /// The name in printed text, where underscores become spaces.
    pub label: &'static str,
    /// Whether there is one number for each of several things.
    pub is_list: bool,
    /// Left out where it is not known.
    pub(crate) is_optional: bool,
    /// Its names in the table of published numbers, where it has another one there. A single published number about a list is
    /// the largest of it.
    pub(crate) known_as: &'static [&'static str],
}

impl Kind {
    /// A single number; `null` where it is not known.
    pub const fn number(name: &'static str) -> Self {
        Kind { name, label: name, is_list: false, is_optional: false, known_as: &[] }
    }

    /// A list; `null` where it is not known.
    pub const fn list(name: &'static str) -> Self {
        Kind { is_list: true, ..Kind::number(name) }
    }

    pub(super) fn is_known_as(&self, name: &str) -> bool {
        if self.known_as.is_empty() { self.name == name } else { self.known_as.contains(&name) }
    }
}

/// A number that was counted, or a list of them.
#[derive(Debug, Clone)]
pub struct Quantity {
    /// The kind of quantity.
    pub kind: &'static Kind,
    /// One value, or those of a list; none where it is not known.
    pub values: Vec<u128>,
    /// Published values.
    pub published: Vec<Published>,
}

/// A number with the published one.
pub type Compared = (u128, Published);

impl Quantity {
    /// The values as strings, as most readers of JSON lose the digits beyond 2^53.
    pub(super) fn json(&self) -> Value {
        match &self.values[..] {
            [] => Value::Null,
            list if self.kind.is_list => list.iter().map(u128::to_string).collect(),
            [first, ..] => first.to_string().into(),
        }
    }

    /// The published value, or that of each counted value of a list.
    pub(super) fn published_json(&self) -> Value {
        let text = |published: Published| Value::from(published.value.to_string());
        match self.published.first() {
            Some(&first) if !self.kind.is_list => text(first),
            Some(_) if !self.values.is_empty() => {
                (0..self.values.len()).map(|place| self.published_at(place).map(text)).collect()
            }
            _ => Value::Null,
        }
    }

    /// The published value at this place of a list.
    #[must_use]
    pub fn published_at(&self, place: usize) -> Option<Published> {
        self.published.iter().find(|number| number.place.unwrap_or(0) as usize == place).copied()
    }

    /// Every value that has a published one, with it.
    pub(super) fn compared(&self) -> impl Iterator<Item = Compared> {
        let known = self.published.iter().filter(|_| !self.values.is_empty());
        known.map(|&published| {
            let value = match published.place {
                // Published lists may end with a level that has no position; ours end before it.
                Some(place) if self.kind.is_list => self.values.get(place as usize),
                _ => self.values.iter().max(),
            };
            (value.copied().unwrap_or(0), published)
        })
    }
}
