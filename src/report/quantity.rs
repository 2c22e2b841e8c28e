//! Quantities: numbers that are counted, by name, and the published ones beside them.

use super::Number;
use crate::known::Published;
use serde_json::Value;

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

/// A number that was counted, or a list of them.
#[derive(Debug, Clone)]
pub struct Quantity {
    /// The kind of quantity.
    pub kind: &'static Kind,
    /// One value, or those of a list; none where it is not known.
    pub values: Vec<Number>,
    /// Published values, each with its name in the table.
    pub published: Vec<(&'static str, Published)>,
}

/// A number with the published one. The name is that in the table.
pub type Compared = (&'static str, u128, Published);

impl Quantity {
    pub(super) fn json(&self) -> Value {
        let text = |number: &Number| Value::from(number.to_string());
        match &self.values[..] {
            [] => Value::Null,
            list if self.kind.is_list => list.iter().map(text).collect(),
            [first, ..] => text(first),
        }
    }

    /// Every value that has a published one, with it.
    pub(super) fn compared(&self) -> impl Iterator<Item = Compared> {
        let known = self.published.iter().filter(|_| !self.values.is_empty());
        known.map(|&(name, published)| {
            let value = match published.place {
                // Published lists may end with a level that has no position; ours end before it.
                Some(place) if self.kind.is_list => self.values.get(place as usize),
                _ => self.values.iter().max(),
            };
            (name, value.map_or(0, |value| value.0), published)
        })
    }
}
