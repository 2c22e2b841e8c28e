//! Holes of Senku as results have them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A hole, several, or a word: any.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Holes {
    /// One peg anywhere.
    Any(String),
    /// A hole, by row and column.
    One([u32; 2]),
    /// Several.
    Several(Vec<[u32; 2]>),
}

impl Default for Holes {
    fn default() -> Self {
        Holes::Several(vec![])
    }
}

impl fmt::Display for Holes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hole = |[row, column]: &[u32; 2]| format!("[{row},{column}]");
        match self {
            Holes::Any(any) => f.write_str(any),
            Holes::One(square) => f.write_str(&hole(square)),
            Holes::Several(squares) => f.write_str(&squares.iter().map(hole).collect::<Vec<_>>().join(" ")),
        }
    }
}
