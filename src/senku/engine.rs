//! The engines by name.

use crate::Error;
use crate::base::engine;
use std::fmt;
use std::str::FromStr;

/// The engine of a count. All engines give the same numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// Level by level over dense ranks: the fastest, if the levels fit in memory.
    Dense,
    /// Depth first with one table of known positions: any board.
    Memo,
    /// The textbook search, game by game: small boards.
    Backtrack,
}

impl Engine {
    /// The engines by name.
    pub const NAMES: [(&'static str, Engine); 3] =
        [("dense", Engine::Dense), ("memo", Engine::Memo), ("backtrack", Engine::Backtrack)];
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Engine::Dense => "dense",
            Engine::Memo => "memo",
            Engine::Backtrack => "backtrack",
        })
    }
}

impl FromStr for Engine {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        engine::named(&Engine::NAMES, name)
    }
}
