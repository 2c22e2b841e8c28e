//! The engines by name.

use crate::Error;
use crate::text::shown;
use std::str::FromStr;

/// The engine of a count. All engines give the same numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// The fastest engine for the game.
    #[default]
    Auto,
    /// Level by level over dense ranks: the fastest, if the levels fit in memory.
    Dense,
    /// Depth first with one table of known positions: any board.
    Memo,
    /// The textbook search, game by game: small boards.
    Backtrack,
}

impl Engine {
    /// The name on the command line and in results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Dense => "dense",
            Engine::Memo => "memo",
            Engine::Backtrack => "backtrack",
        }
    }
}

impl FromStr for Engine {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let engines = [Engine::Auto, Engine::Dense, Engine::Memo, Engine::Backtrack];
        let known = engines.into_iter().find(|engine| engine.name() == name);
        known.ok_or_else(|| {
            Error::input(format!(
                "there is no engine '{}'; the engines are auto, dense, memo, backtrack",
                shown(name)
            ))
        })
    }
}
