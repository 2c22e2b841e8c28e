//! The result of a search for the most queens, and of one for a solution.

use super::{FieldRecord, Fields, Number, Row, Tabular, field, pairs};
use crate::queens::{Completion, LargeBoard};
use serde::Serialize;
use serde_json::json;

const COMPLETION: [&str; 9] =
    ["n", "fixed", "blocked", "maximum", "upper_bound", "proved", "placements", "least", "queens"];

/// The record of a completion, with the number of boards that reach the maximum where it is known.
///
/// | field | meaning |
/// |---|---|
/// | `maximum` | the most queens found |
/// | `upper_bound` | no board has more queens than this |
/// | `proved` | whether `maximum` is shown to be the most |
/// | `least` | whether the board is proved to be the lexicographically least with `maximum` queens |
#[must_use]
pub fn completion_record(
    board: &LargeBoard,
    completion: &Completion,
    placements: Option<u128>,
) -> FieldRecord {
    let fields = [
        ("n", json!(board.size())),
        ("fixed", json!(pairs(board.fixed()))),
        ("blocked", json!(pairs(board.blocked()))),
        ("maximum", json!(completion.maximum)),
        ("placements", json!(placements.map(Number))),
        ("queens", json!(pairs(&completion.queens))),
        ("upper_bound", json!(completion.upper_bound)),
        ("proved", json!(completion.proved)),
        ("least", json!(completion.least)),
    ];
    FieldRecord::new(Fields::new(fields), &COMPLETION)
}

/// One solution.
#[derive(Debug, Clone, Serialize)]
pub struct SolutionRecord<'a> {
    /// N.
    pub n: usize,
    /// The column of each row's queen.
    pub queens: &'a [u32],
    /// The seed of a random solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

impl Tabular for SolutionRecord<'_> {
    fn rows(&self) -> Vec<Row> {
        let queens: Vec<_> = self.queens.iter().map(u32::to_string).collect();
        vec![vec![("n", self.n.to_string()), ("seed", field(self.seed)), ("queens", queens.join(" "))]]
    }
}
