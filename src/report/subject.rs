//! The subject of a count: keys and values in order.

use super::Holes;
use crate::search::Shard;
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// The subject of a count: keys and values in order, such as `n`, `fixed`, `blocked`, or `board`, `start`, `goal`.
///
/// A subject with a `diagram`, a Senku board from a file, is known by the diagram: the file's name says nothing.
#[derive(Debug, Clone, Default)]
pub struct Subject(Vec<(&'static str, Value)>);

impl Subject {
    /// A subject of these keys and values.
    #[must_use]
    pub fn new(pairs: impl IntoIterator<Item = (&'static str, Value)>) -> Self {
        Subject(pairs.into_iter().collect())
    }

    /// The value of a key; `null` where there is none.
    #[must_use]
    pub fn value(&self, key: &str) -> &Value {
        self.0.iter().find(|(known, _)| *known == key).map_or(&Value::Null, |(_, value)| value)
    }

    /// The value of a key as a type; the default where it has none.
    #[must_use]
    pub fn get<T: DeserializeOwned + Default>(&self, key: &str) -> T {
        self.read(key).unwrap_or_default()
    }

    /// The value of a key as a type; the default where there is none.
    ///
    /// # Errors
    /// Where the value has another form.
    pub fn read<T: DeserializeOwned + Default>(&self, key: &str) -> Result<T, String> {
        match self.value(key) {
            Value::Null => Ok(T::default()),
            value => T::deserialize(value).map_err(|error| format!("{key}: {error}")),
        }
    }

    /// Replaces a value.
    pub fn set(&mut self, key: &str, value: Value) {
        self.0.iter_mut().filter(|(known, _)| *known == key).for_each(|(_, old)| *old = value.clone());
    }

    /// Sets the shard that was counted.
    pub(crate) fn set_shard(&mut self, shard: Option<Shard>) {
        self.set("shard", json!(shard.map(|shard| [shard.number(), shard.count()])));
    }

    /// Whether these squares are there: `fixed` or `blocked`.
    #[must_use]
    pub fn has_conditions(&self) -> bool {
        ["fixed", "blocked"].iter().any(|key| !self.get::<Vec<[u32; 2]>>(key).is_empty())
    }

    /// Which shard was counted, and of how many; `None` for the whole.
    #[must_use]
    pub fn shard(&self) -> Option<[u64; 2]> {
        self.get("shard")
    }

    /// A value as a field of a row: `0,3 1,5`, `2/7`, `[3,3]`, rows separated by `/`.
    #[must_use]
    pub fn cell(&self, key: &str) -> String {
        let part = |value: &Value| match value {
            Value::Array(pair) => pair.iter().map(Value::to_string).collect::<Vec<_>>().join(","),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        match (key, self.value(key)) {
            (_, Value::Null) => String::new(),
            ("start" | "goal", _) => self.get::<Holes>(key).to_string(),
            ("shard", _) => {
                self.shard().map(|[number, count]| format!("{number}/{count}")).unwrap_or_default()
            }
            (key, Value::Array(list)) => {
                let separator = if key == "diagram" { "/" } else { " " };
                list.iter().map(part).collect::<Vec<_>>().join(separator)
            }
            (_, value) => part(value),
        }
    }

    /// The pairs that tell a subject from another.
    fn identity(&self) -> impl Iterator<Item = &(&'static str, Value)> {
        let by_diagram = *self.value("diagram") != Value::Null;
        self.0.iter().filter(move |(key, _)| !(by_diagram && *key == "board"))
    }
}

impl PartialEq for Subject {
    fn eq(&self, other: &Self) -> bool {
        self.identity().eq(other.identity())
    }
}

impl Serialize for Subject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}
