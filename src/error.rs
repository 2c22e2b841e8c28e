//! What can go wrong in the library, as types; the binary turns them into sentences and exit codes.

use crate::search::{LedgerError, Overflow, SearchError};
use crate::senku::MapError;
use crate::text::size;
use thiserror::Error as ThisError;

/// Why a count, a search or a board could not be had.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// A text, a name or another value makes no sense: the sentence says which, and why.
    #[error("{0}")]
    Input(String),
    /// There are no boards of this size here.
    #[error("the board size is {size}; it must be from 1 to {largest}")]
    BoardSize {
        /// The size that was asked for.
        size: u32,
        /// The largest one for what was asked.
        largest: u32,
    },
    /// The board of this size has no solution.
    #[error("the {0} x {0} board has no solution")]
    NoSolution(u32),
    /// Fixed queens and blocked squares that cannot be together, or not on this board: the sentence names the squares.
    #[error("{0}")]
    Conditions(String),
    /// The engine counts smaller boards alone; another may count this one.
    #[error("the engine {engine} counts boards up to N = {largest}, not N = {size}")]
    Engine {
        /// Its name.
        engine: String,
        /// The size that was asked for.
        size: u32,
        /// The largest that it counts.
        largest: u32,
    },
    /// The machine lacks this instruction set; `portable` serves everywhere.
    #[error("this machine lacks the instruction set {0}")]
    InstructionSet(String),
    /// A picture or an animation that cannot be drawn.
    #[error("{0}")]
    Picture(String),
    /// A counter left 128 bits.
    #[error(transparent)]
    Overflow(#[from] Overflow),
    /// Workers or a shard could not be made.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// It was stopped before it came to its end.
    #[error("it was stopped before it came to its end")]
    Stopped,
    /// A count differs from the published one.
    #[error("the {what} was counted as {counted}, but {}", known(source_name, *published))]
    Differs {
        /// Which number.
        what: String,
        /// What we counted.
        counted: u128,
        /// What was published.
        published: u128,
        /// Where.
        source_name: String,
    },
    /// A total that cannot be: the symmetric counts say that its solutions do not make whole orbits of eight.
    #[error(
        "a total of {total} does not fit the number of symmetric solutions, modulo 8: it was counted wrongly"
    )]
    Asymmetric {
        /// What was counted.
        total: u128,
    },
    /// Two ways to the same number, or to the same position, do not agree.
    #[error("{what}: it was computed wrongly, which is a defect of vuelta; please report it")]
    Inconsistent {
        /// What does not agree.
        what: String,
    },
    /// The ledger cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The map of winnable positions cannot be used.
    #[error(transparent)]
    Map(#[from] MapError),
    /// It would not fit in the memory allowed.
    #[error("{what} needs {} of memory, and the limit is {}", size(*needed), size((*limit).into()))]
    Memory {
        /// What would be computed.
        what: String,
        /// Estimated bytes.
        needed: u128,
        /// Allowed bytes.
        limit: u64,
    },
}

impl Error {
    /// An [`Error::Input`] with this sentence.
    pub(crate) fn input(sentence: impl Into<String>) -> Self {
        Error::Input(sentence.into())
    }

    /// Whether what was asked for makes no sense or cannot be had here, so that the same question fails again.
    #[must_use]
    pub fn is_usage(&self) -> bool {
        match self {
            Error::Search(error) => error.is_usage(),
            Error::Input(_)
            | Error::BoardSize { .. }
            | Error::NoSolution(_)
            | Error::Conditions(_)
            | Error::Engine { .. }
            | Error::InstructionSet(_)
            | Error::Picture(_) => true,
            _ => false,
        }
    }
}

/// `OEIS A000170 has 92`, or `568630 is derived from Butler`.
fn known(source: &str, number: u128) -> String {
    if source.starts_with("derived ") {
        format!("{number} is {source}")
    } else {
        format!("{source} has {number}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_said_in_binary_units() {
        let error = Error::Memory { what: "it".to_owned(), needed: 1_482_442_547, limit: 1 << 20 };
        assert_eq!(error.to_string(), "it needs 1.38 GiB of memory, and the limit is 1 MiB");
    }
}
