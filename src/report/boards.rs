//! The result of a search for the most queens, and of one for a solution.

use super::{Record, as_string, field, pairs};
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
    /// How many boards have so many, where that was counted.
    #[serde(serialize_with = "as_string")]
    pub placements: Option<u128>,
    queens: Vec<[u32; 2]>,
    /// No board has more queens than this.
    pub upper_bound: u32,
    /// Whether `maximum` is shown to be the most.
    pub proved: bool,
    /// Whether the board is shown to be the lexicographically least with so many.
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
            placements,
            queens: pairs(&completion.queens),
            upper_bound: completion.upper_bound,
            proved: completion.proved,
            least: completion.least,
        }
    }
}

impl Record for CompletionRecord {
    const HEADINGS: &'static [&'static str] =
        &["n", "fixed", "blocked", "maximum", "upper_bound", "proved", "placements", "least", "queens"];

    fn fields(&self) -> Vec<String> {
        let list = |squares: &[[u32; 2]]| {
            let texts: Vec<_> = squares.iter().map(|[row, column]| format!("{row},{column}")).collect();
            texts.join(" ")
        };
        vec![
            self.n.to_string(),
            list(&self.fixed),
            list(&self.blocked),
            self.maximum.to_string(),
            self.upper_bound.to_string(),
            self.proved.to_string(),
            field(self.placements),
            self.least.to_string(),
            list(&self.queens),
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
    /// What a random solution was made from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

impl Record for SolutionRecord<'_> {
    const HEADINGS: &'static [&'static str] = &["n", "seed", "queens"];

    fn fields(&self) -> Vec<String> {
        let queens: Vec<_> = self.queens.iter().map(u32::to_string).collect();
        vec![self.n.to_string(), field(self.seed), queens.join(" ")]
    }
}
