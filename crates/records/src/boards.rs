//! The result of a search for the most queens, and of one for a solution.

use super::{Number, Row, Tabular, columns_of, pairs};
use serde::Serialize;
use vuelta::queens::{Completion, LargeBoard};

const COLUMNS: [&str; 9] =
    ["n", "fixed", "blocked", "maximum", "upper_bound", "proved", "placements", "least", "queens"];

/// The most queens that fit on a board.
#[derive(Debug, Clone, Serialize)]
pub struct CompletionRecord {
    /// N.
    pub n: u32,
    /// The squares with queens.
    pub fixed: Vec<[u32; 2]>,
    /// The squares without.
    pub blocked: Vec<[u32; 2]>,
    /// The most queens found.
    pub maximum: u32,
    /// The number of boards that reach it, where it is known.
    pub placements: Option<Number>,
    /// One of them.
    pub queens: Vec<[u32; 2]>,
    /// No board has more queens than this.
    pub upper_bound: u32,
    /// Whether `maximum` is shown to be the most.
    pub proved: bool,
    /// Whether the board is proved to be the lexicographically least with `maximum` queens.
    pub least: bool,
}

impl CompletionRecord {
    /// The record of a completion, with the number of boards that reach the maximum where it is known.
    #[must_use]
    pub fn new(board: &LargeBoard, completion: &Completion, placements: Option<u128>) -> Self {
        CompletionRecord {
            n: board.size(),
            fixed: pairs(board.fixed()),
            blocked: pairs(board.blocked()),
            maximum: completion.maximum,
            placements: placements.map(Number),
            queens: pairs(&completion.queens),
            upper_bound: completion.upper_bound,
            proved: completion.proved,
            least: completion.least,
        }
    }
}

impl Tabular for CompletionRecord {
    fn rows(&self) -> Vec<Row> {
        vec![columns_of(self, COLUMNS)]
    }
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
        vec![columns_of(self, ["n", "seed", "queens"])]
    }
}
