//! The record of an estimate.

use super::{Countable, FieldRecord, Fields, Number};
use crate::known::Published;
use crate::queens::Estimate;
use serde_json::json;

/// The fields that are no columns of its row.
const NO_COLUMNS: [&str; 5] =
    ["problem", "device", "memory_bytes_per_subproblem", "side_by_side", "subproblems"];

/// The record of an estimate for this many threads.
///
/// | field | meaning |
/// |---|---|
/// | `seconds` | wall time of the count; `standard_error` is null if too few subproblems were sampled to tell |
/// | `low`, `high` | a 95 % interval of `seconds` |
/// | `core_hours` | the workers' time, of all together |
/// | `memory_bytes` | the process's memory; `memory_bytes_per_subproblem` of it while a subproblem is counted |
/// | `side_by_side` | subproblems counted at the same time: one per thread, or fewer with several threads on each |
/// | `ledger_bytes` | the size of the ledger, if one is kept |
/// | `solutions_estimate` | the number of solutions, to the nearest one, with an error and an interval like `seconds`; null from 2^128 on, which no count reaches |
/// | `extrapolated` | whether smaller boards were sampled in place of this one; then `subproblems` is null |
/// | `device` | the graphics card that joins half boards, with its driver; absent for the processor |
/// | `samples`, `subproblems` | how many subproblems were counted, and how many there are |
#[must_use]
pub fn estimate_record(
    counting: &impl Countable,
    engine: &impl ToString,
    estimate: &Estimate,
    threads: usize,
) -> FieldRecord {
    let subject = counting.subject().into_iter().filter(|(key, _)| *key != "shard");
    let Estimate { seconds, solutions, .. } = estimate;
    let number = |value: f64| (value < u128::MAX as f64).then(|| Number(value.round() as u128));
    let published = published_estimated(counting);
    let fields = [
        ("seconds", json!(seconds.value)),
        ("standard_error", json!(seconds.error)),
        ("low", json!(seconds.interval.map(|(low, _)| low))),
        ("high", json!(seconds.interval.map(|(_, high)| high))),
        ("core_hours", json!(estimate.core_seconds.value / 3600.0)),
        ("memory_bytes", json!(estimate.memory.0)),
        ("memory_bytes_per_subproblem", json!(estimate.memory.1)),
        ("side_by_side", json!(estimate.side_by_side)),
        ("ledger_bytes", json!(estimate.ledger_bytes)),
        ("solutions_estimate", json!(number(solutions.value))),
        ("solutions_standard_error", json!(solutions.error)),
        ("solutions_low", json!(solutions.interval.map(|(low, _)| number(low)))),
        ("solutions_high", json!(solutions.interval.map(|(_, high)| number(high)))),
        ("published", json!(published.map(|published| Number(published.value)))),
        ("extrapolated", json!(estimate.extrapolated)),
        ("samples", json!(estimate.sampled)),
        ("subproblems", json!(estimate.subproblems)),
        ("seed", json!(estimate.seed)),
        ("engine", json!(engine.to_string())),
        ("threads", json!(threads)),
    ];
    let problem = [("problem", json!(counting.family().problem))];
    let device = counting.device().map(|device| ("device", json!(device)));
    let fields: Vec<_> = problem.into_iter().chain(subject).chain(fields).chain(device).collect();
    let columns: Vec<_> =
        fields.iter().map(|(key, _)| *key).filter(|key| !NO_COLUMNS.contains(key)).collect();
    FieldRecord::new(Fields::new(fields), &columns)
}

/// The published number that an estimate is about; `None` for a list of several.
#[must_use]
pub fn published_estimated(counting: &impl Countable) -> Option<Published> {
    let (family, subject) = (counting.family(), counting.subject());
    let is_one = subject.get::<Vec<u32>>("queens").len() <= 1;
    let mut numbers = (family.published)(&subject).into_iter();
    numbers.find(|number| number.quantity == family.main[0]).filter(|_| is_one)
}
