//! What can go wrong in the library, as types; the binary turns them into sentences and exit codes.

use crate::search::{LedgerError, Overflow};
use crate::text::size;
use thiserror::Error as ThisError;

/// Why a count, a search or a board could not be had.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// The question makes no sense: a size, a square, a board or an engine that cannot be.
    #[error("{0}")]
    Input(String),
    /// A counter left 128 bits.
    #[error(transparent)]
    Overflow(#[from] Overflow),
    /// The operating system refused the worker threads.
    #[error("the worker threads could not be started: {0}")]
    Threads(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// It was stopped before it came to its end.
    #[error("it was stopped before it came to its end")]
    Stopped,
    /// A count differs from the published one.
    #[error("the {what} was counted as {counted}, but {source_name} has {published}")]
    Differs {
        /// Which number.
        what: String,
        /// What we counted.
        counted: u128,
        /// What was published.
        published: u128,
        /// Where.
        source_name: &'static str,
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
}

/// The most characters of a text that an error repeats.
const LONGEST_SHOWN: usize = 60;

/// A text as an error repeats it: on one line, harmless to a terminal, and no longer than one reads.
pub(crate) fn shown(text: &str) -> String {
    let start = text.char_indices().nth(LONGEST_SHOWN).map_or(text, |(end, _)| &text[..end]);
    let more = if start.len() < text.len() { "..." } else { "" };
    let escaped = start.chars().map(|c| match c {
        '\'' | '"' => c.to_string(),
        c => c.escape_debug().to_string(),
    });
    escaped.chain([more.to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_said_in_binary_units() {
        let error = Error::Memory { what: "it".to_owned(), needed: 1_482_442_547, limit: 1 << 20 };
        assert_eq!(error.to_string(), "it needs 1.38 GiB of memory, and the limit is 1 MiB");
    }

    #[test]
    fn texts_are_shown_on_one_line_and_cut() {
        assert_eq!(shown("3,x 'é'"), "3,x 'é'");
        assert_eq!(shown("a\nb\u{1b}[31m\u{202e}\0"), r"a\nb\u{1b}[31m\u{202e}\0");
        let long = "é".repeat(LONGEST_SHOWN);
        assert_eq!(shown(&long), long);
        assert_eq!(shown(&(long.clone() + "x")), long + "...");
    }
}
