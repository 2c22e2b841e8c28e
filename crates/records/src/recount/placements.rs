//! The published numbers about placements, counted again.

use super::{Case, Means, Pace, Recount, Recounted};
use crate::Countable;
use vuelta::Error;
use vuelta::known::{self, Entry};
use vuelta::queens::placements::{Counting, Field, Rules, seconds_by_halves, seconds_on_torus};
use vuelta::search::Context;

/// A recount for each field of the table.
pub(super) fn recounts() -> Vec<Recount> {
    let entries: Vec<Entry> = known::of("placements").collect();
    entries.chunk_by(|a, b| a.subject == b.subject).filter_map(|entries| recount(entries.to_vec())).collect()
}

fn recount(entries: Vec<Entry>) -> Option<Recount> {
    let number = |key| entries[0].key(key)?.parse::<u32>().ok();
    let rules = Rules::named(entries[0].key("rules").unwrap_or_default().split(' '));
    let (rows, columns) = (number("rows")?, number("columns")?);
    let field = Field::new(rows, columns, rules).ok()?;
    let seconds = seconds(&field, &entries);
    let rank = 36.0 + 2.0 * (seconds / 0.5).max(1e-12).log(7.0);
    Some(Recount {
        case: Case {
            problem: "placements",
            rows: Some(rows),
            columns: Some(columns),
            rules: Some(rules.names().map(str::to_owned).collect()),
            name: format!("{rows}x{columns} {rules}"),
            ..Case::default()
        },
        kind: "placements",
        size: rows,
        rank: rank.clamp(3.0, 53.0) as u32,
        pace: Pace::Known(seconds),
        compare: Box::new(move |means, context| compare(&field, &entries, means, context)),
    })
}

/// About how long the numbers take in seconds, no better than a factor of 5.
fn seconds(field: &Field, entries: &[Entry]) -> f64 {
    let mut numbers = entries.iter().flat_map(|entry| &entry.numbers);
    match field.rules() {
        Rules { torus: true, .. } => {
            let fills = numbers.any(|number| number.value > 0 && number.place == Some(field.rows()));
            if fills { seconds_on_torus(field.rows()) } else { 0.0 }
        }
        Rules { knight: true, .. } => seconds_by_halves(field.rows()),
        _ => numbers.map(|number| number.value as f64).fold(0.0, f64::max) / 5e9,
    }
}

/// Counts, and compares all numbers that were published: those of a sum at once, others one by one.
fn compare(
    field: &Field,
    entries: &[Entry],
    means: &Means<'_>,
    context: &mut Context<'_>,
) -> Result<Recounted, Error> {
    let counting = Counting::new(field.clone()).isa(means.isa).memory_limit(means.memory_limit);
    let numbers = || entries.iter().flat_map(|entry| entry.numbers.iter().copied());
    if entries.iter().any(|entry| entry.quantity == "sum") {
        let record = counting.count(context)?;
        let counts = record.list("counts");
        let count = |place: Option<u32>| match place {
            Some(queens) => counts.get(queens as usize).copied().unwrap_or(0),
            None => record.values().sum(),
        };
        let known = numbers().filter(|_| record.is_whole());
        let compared = known.map(|known| (count(known.place), known)).collect();
        return Ok(Recounted { compared, made: record.made });
    }
    Recounted::one_by_one(numbers(), context, |queens| Ok(counting.clone().queens(queens)))
}
