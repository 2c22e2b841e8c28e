//! The published numbers about placements, counted again.

use super::recount::Means;
use crate::Error;
use crate::known::{self, Entry};
use crate::queens::placements::{Count, Counting, Field, Rules};
use crate::report::{Case, Comparison, Made, Status, Subject};
use serde_json::json;

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
        counting.run(means.session.workers(), means.session.stop(), &mut progress)
    };
    let entries: Vec<Entry> = known::about("placements", subject).collect();
    let numbers =
        entries.iter().flat_map(|entry| entry.numbers.iter().map(|number| (entry.quantity, *number)));
    let mut compared = vec![];
    let mut made = Made::default();
    // The numbers of a sum are counted at once, others one by one.
    let all = entries.iter().any(|entry| entry.quantity == "sum");
    let all = all.then(|| run(Counting::new(field.clone()))).transpose()?;
    for (quantity, published) in numbers {
        let (count, number) = match (&all, published.place) {
            (Some(all), Some(queens)) => {
                (None, all.counts.as_ref().map(|counts| counts.get(queens as usize).copied().unwrap_or(0)))
            }
            (Some(all), None) => (None, all.counts.as_ref().map(|counts| counts.iter().sum())),
            (None, queens) => {
                let count = run(Counting::new(field.clone()).queens(queens.unwrap_or_default()))?;
                let number = count.counts.as_ref().map(|counts| counts[0]);
                (Some(count), number)
            }
        };
        let Some(number) = number else { return Ok(vec![]) };
        compared.push((quantity, number, published));
        if let Some(count) = count.as_ref().or(all.as_ref()) {
            let before = made.seconds.filter(|_| all.is_none()).unwrap_or_default();
            made = how(count, before, means);
        }
    }
    Ok(Comparison::all(&case, &made, compared.into_iter()))
}

fn how(count: &Count, before: f64, means: &Means<'_>) -> Made {
    Made {
        status: Status::Complete,
        engine: count.method.to_string(),
        isa: Some(count.isa.to_string()),
        threads: Some(means.session.workers().threads()),
        seconds: Some(before + count.elapsed.as_secs_f64()),
        ..Made::default()
    }
}
