//! The published numbers about placements, counted again.

use super::recount::Means;
use crate::Error;
use crate::known::{self, Entry};
use crate::queens::placements::{Counting, Field, Rules};
use crate::report::{Case, Comparison, Countable, Made, Subject};
use serde_json::json;
use std::borrow::Cow;

/// `8x12 queen knight`: the sides and the rules, from a subject of the table.
pub(super) fn case(subject: &str) -> Case {
    let name = field(subject)
        .map_or(String::new(), |field| format!("{}x{} {}", field.rows(), field.columns(), field.rules()));
    Case::new("placements", &Subject::new([("board", json!(name))]))
}

/// The field of a subject of the table.
fn field(subject: &str) -> Option<Field> {
    let value = |key| {
        let mut pairs = subject.split(';').filter_map(|pair| pair.split_once('='));
        pairs.find(|(known, _)| *known == key).map(|(_, value)| value)
    };
    let has = |rule| value("rules").is_some_and(|rules| rules.split(' ').any(|known| known == rule));
    let rules = Rules { knight: has("knight"), torus: has("torus") };
    Field::new(value("rows")?.parse().ok()?, value("columns")?.parse().ok()?, rules).ok()
}

/// About how long the numbers take on two threads, in seconds: measured on a Zen 4, and no better than a factor of 5.
pub(super) fn seconds(subject: &str) -> f64 {
    let Some(field) = field(subject) else { return 0.0 };
    let size = f64::from(field.rows());
    match field.rules() {
        Rules { torus: true, .. } => {
            let fills = known::numbers("placements", subject, "counts");
            let fills = fills.iter().any(|number| number.value > 0 && number.place == Some(field.rows()));
            if fills { 0.03 * 5f64.powf(size - 19.0) } else { 0.0 }
        }
        Rules { knight: true, .. } => 0.05 * 7f64.powf(size - 16.0),
        _ => {
            let numbers = known::about("placements", subject).flat_map(|entry| entry.numbers);
            numbers.map(|number| number.value as f64).fold(0.0, f64::max) / 5e9
        }
    }
}

/// Twice the N whose queens take about as long to count.
pub(super) fn rank(subject: &str) -> u32 {
    let size = 36.0 + 2.0 * (seconds(subject) / 0.5).max(1e-12).log(7.0);
    size.clamp(3.0, 53.0) as u32
}

/// Counts, and compares all numbers that were published.
pub(super) fn compare(subject: &str, means: &Means<'_>) -> Result<Vec<Comparison>, Error> {
    let Some(field) = field(subject) else { return Ok(vec![]) };
    let case = case(subject);
    let mut progress = means.session.progress(format!("verify {case}"));
    let mut run = |counting: Counting| {
        let counting = counting.isa(means.isa).memory_limit(means.memory_limit);
        counting.record(means.session.workers(), means.session.stop(), &mut progress)
    };
    let entries: Vec<Entry> = known::about("placements", subject).collect();
    let numbers =
        entries.iter().flat_map(|entry| entry.numbers.iter().map(|number| (entry.quantity, *number)));
    let (mut compared, mut made, mut seconds) = (vec![], Made::default(), 0.0);
    // The numbers of a sum are counted at once, others one by one.
    let sum = entries.iter().any(|entry| entry.quantity == "sum");
    let all = sum.then(|| run(Counting::new(field.clone()))).transpose()?;
    for (quantity, published) in numbers {
        let record = match &all {
            Some(all) => Cow::Borrowed(all),
            None => {
                Cow::Owned(run(Counting::new(field.clone()).queens(published.place.unwrap_or_default()))?)
            }
        };
        if !record.is_whole() {
            return Ok(vec![]);
        }
        let number = match published.place.filter(|_| all.is_some()) {
            Some(queens) => record.list("counts").get(queens as usize).map_or(0, |number| number.0),
            None => record.values().sum(),
        };
        compared.push((quantity, number, published));
        made = record.made.clone();
        seconds += made.seconds.unwrap_or_default();
    }
    if all.is_none() {
        made.seconds = Some(seconds);
    }
    Ok(Comparison::all(&case, &made, compared.into_iter()))
}
