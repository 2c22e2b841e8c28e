//! The families of problems, by name here alone.

use super::countable::without_shards;
use super::{Countable, Family, Record};
use crate::Error;
use crate::search::Header;
use crate::simd::Isa;
use crate::text::shown;
use serde_json::Value;

/// The families whose records are read.
static FAMILIES: &[&Family] =
    &[&super::queens::FAMILY, &super::senku::FAMILY, &super::senku::WINNING, &super::placements::FAMILY];

/// The count, of any family, that a ledger with this header belongs to.
///
/// # Errors
/// [`Error::Input`] for a count that has no shards.
pub fn counting_of(header: &Header) -> Result<Box<dyn Countable>, Error> {
    let problem = header.problem.split('/').next();
    let family = FAMILIES.iter().find(|family| Some(family.problem) == problem);
    let of_ledger = family.and_then(|family| family.of_ledger).ok_or_else(|| without_shards(header))?;
    of_ledger(header)
}

/// The count of a subject: an object of JSON with the keys of the family's records.
///
/// # Errors
/// [`Error::Input`] if it makes no sense, or if the family's counts need more than the subject; others as the family says.
pub fn counting_on(
    problem: &str,
    subject: &Value,
    isa: Isa,
    memory_limit: u64,
) -> Result<Box<dyn Countable + Send>, Error> {
    let family = FAMILIES.iter().find(|family| family.problem == problem);
    let of_subject = family.and_then(|family| Some((family, family.of_subject?)));
    let (family, of_subject) = of_subject
        .ok_or_else(|| Error::input(format!("'{}' has no counts by their subjects", shown(problem))))?;
    of_subject(&family.read_subject(subject).map_err(Error::Input)?, isa, memory_limit)
}

/// A record of any family from JSON.
///
/// # Errors
/// One sentence where it makes no sense.
pub(super) fn read(value: Value) -> Result<Record, String> {
    let problem = value.get("problem").and_then(Value::as_str).unwrap_or_default();
    let family = FAMILIES.iter().find(|family| family.problem == problem);
    let family = family.ok_or_else(|| format!("the problem '{}'", shown(problem)))?;
    Record::read(family, value)
}
