//! Keys and values in order: the subject of a count, or a result.

use super::{Holes, Row, Run, Tabular, cell};
use crate::queens::LARGEST_BOARD;
use crate::search::Shard;
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// Keys and values in order, as an object of JSON.
///
/// Fields with a `diagram`, a Senku board from a file, are known by the diagram: the file's name says nothing.
#[derive(Debug, Clone, Default)]
pub struct Fields(Vec<(&'static str, Value)>);

/// The subject of a count: `n`, `fixed`, `blocked`, or `board`, `start`, `goal`.
pub type Subject = Fields;

impl Fields {
    /// These keys and values.
    #[must_use]
    pub fn new(pairs: impl IntoIterator<Item = (&'static str, Value)>) -> Self {
        Fields(pairs.into_iter().collect())
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

    /// Whether the value of a key of a subject, of any family, makes sense.
    ///
    /// # Errors
    /// Why not.
    pub(super) fn check(&self, key: &str) -> Result<(), String> {
        match key {
            "n" => match self.read(key)? {
                ..=LARGEST_BOARD => Ok(()),
                size => Err(format!("N = {size}")),
            },
            "fixed" | "blocked" => self.read::<Vec<[u32; 2]>>(key).map(drop),
            "shard" => self.read::<Option<[u64; 2]>>(key).map(drop),
            "board" => self.read::<String>(key).map(drop),
            "diagram" | "rules" => self.read::<Vec<String>>(key).map(drop),
            "start" | "goal" => self.read::<Holes>(key).map(drop),
            "queens" => self.read::<Vec<u32>>(key).map(drop),
            _ => self.read::<u32>(key).map(drop),
        }
    }

    /// Replaces a value.
    pub fn set(&mut self, key: &str, value: Value) {
        self.0.iter_mut().filter(|(known, _)| *known == key).for_each(|(_, old)| *old = value.clone());
    }

    /// Sets the shard that was counted.
    pub(crate) fn set_shard(&mut self, shard: Option<Shard>) {
        self.set("shard", json!(shard));
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

    /// A value as a field of a row.
    #[must_use]
    pub fn cell(&self, key: &str) -> String {
        cell(key, self.value(key))
    }

    /// The pairs that tell a subject from another.
    fn identity(&self) -> impl Iterator<Item = &(&'static str, Value)> {
        let by_diagram = *self.value("diagram") != Value::Null;
        self.0.iter().filter(move |(key, _)| !(by_diagram && *key == "board"))
    }
}

impl PartialEq for Fields {
    fn eq(&self, other: &Self) -> bool {
        self.identity().eq(other.identity())
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl Extend<(&'static str, Value)> for Fields {
    fn extend<T: IntoIterator<Item = (&'static str, Value)>>(&mut self, pairs: T) {
        self.0.extend(pairs);
    }
}

impl IntoIterator for Fields {
    type Item = (&'static str, Value);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// A result of fields, some of which are the columns of its row.
#[derive(Debug, Clone, Serialize)]
pub struct FieldRecord {
    /// The result.
    #[serde(flatten)]
    pub fields: Fields,
    #[serde(skip)]
    columns: Vec<&'static str>,
    /// Where it comes from; filled in by whoever knows the machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub environment: Option<Run>,
}

impl FieldRecord {
    /// A result of these fields.
    #[must_use]
    pub fn new(fields: Fields, columns: &[&'static str]) -> Self {
        FieldRecord { fields, columns: columns.to_vec(), environment: None }
    }

    /// With one more field.
    #[must_use]
    pub fn with(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        self.fields.0.push((key, value.into()));
        self
    }
}

impl Tabular for FieldRecord {
    fn rows(&self) -> Vec<Row> {
        vec![self.columns.iter().map(|&column| (column, self.fields.cell(column))).collect()]
    }
}
