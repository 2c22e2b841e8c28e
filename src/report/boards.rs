//! The result of a search for the most queens, and of one for a solution.

use super::{Number, Row, Tabular, coordinates, field, pairs};
use crate::queens::{Completion, LargeBoard};
use serde::Serialize;

/// The most queens on a board with conditions.
#[derive(Debug, Clone, Serialize)]
pub struct CompletionRecord {
    /// N.
    pub n: u32,
    fixed: Vec<[u32; 2]>,
    blocked: Vec<[u32; 2]>,
    /// The most queens found.
    pub maximum: u32,
    /// The number of placements of `maximum` queens, if counted.
    pub placements: Option<Number>,
    queens: Vec<[u32; 2]>,
    /// No board has more queens than this.
    pub upper_bound: u32,
    /// Whether `maximum` is shown to be the most.
    pub proved: bool,
    /// Whether the board is proved to be the lexicographically least placement of `maximum` queens.
    pub least: bool,
}

impl CompletionRecord {
    /// The record of a completion, with the number of such boards where it is known.
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
    fn row(&self) -> Row {
        vec![
            ("n", self.n.to_string()),
            ("fixed", coordinates(&self.fixed)),
            ("blocked", coordinates(&self.blocked)),
            ("maximum", self.maximum.to_string()),
            ("upper_bound", self.upper_bound.to_string()),
            ("proved", self.proved.to_string()),
            ("placements", field(self.placements)),
            ("least", self.least.to_string()),
            ("queens", coordinates(&self.queens)),
        ]
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
    fn row(&self) -> Row {
        let queens: Vec<_> = self.queens.iter().map(u32::to_string).collect();
        vec![("n", self.n.to_string()), ("seed", field(self.seed)), ("queens", queens.join(" "))]
    }
}
