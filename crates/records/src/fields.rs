//! Keys and values in order: results of other commands than counts.

use super::{Row, Run, Tabular, columns_of};
use serde::{Serialize, Serializer};
use serde_json::Value;

/// Keys and values in order, as an object of JSON.
#[derive(Debug, Clone, Default)]
pub struct Fields(Vec<(&'static str, Value)>);

impl Fields {
    /// These keys and values.
    pub fn new(pairs: impl IntoIterator<Item = (&'static str, Value)>) -> Self {
        Fields(pairs.into_iter().collect())
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// A result of fields, some of which are the columns of its row.
#[derive(Debug, Clone, Serialize)]
#[must_use]
pub struct FieldRecord {
    /// The result.
    #[serde(flatten)]
    pub fields: Fields,
    #[serde(skip)]
    columns: &'static [&'static str],
    /// Where it comes from; filled in by whoever knows the machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub environment: Option<Run>,
}

impl FieldRecord {
    /// A result of these fields.
    pub fn new(fields: Fields, columns: &'static [&'static str]) -> Self {
        FieldRecord { fields, columns, environment: None }
    }

    /// With these columns instead.
    pub fn columns(self, columns: &'static [&'static str]) -> Self {
        FieldRecord { columns, ..self }
    }

    /// With one more field.
    pub fn with(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        self.fields.0.push((key, value.into()));
        self
    }
}

impl Tabular for FieldRecord {
    fn rows(&self) -> Vec<Row> {
        vec![columns_of(self, self.columns.iter().copied())]
    }
}
