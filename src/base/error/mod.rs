//! Errors of the library. The program turns them into sentences and exit codes.

pub(crate) mod map;

use crate::base::text::{grouped, size};
use crate::search::{LedgerError, Overflow};
use crate::simd::Isa;
use map::MapError;
use thiserror::Error as ThisError;

/// Why a count, a search or a board failed.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// A text, a name or another value is invalid, or a picture cannot be drawn of it; the sentence says which, and why.
    #[error("{0}")]
    Input(String),
    /// The board size is out of range.
    #[error("the board size is {size}; it must be from 1 to {largest}")]
    BoardSize {
        /// The size that was asked for.
        size: u32,
        /// The largest size allowed.
        largest: u32,
    },
    /// No answer: what was asked for does not exist or was not found; the sentence says what.
    #[error("{0}")]
    NoSolution(String),
    /// Conditions that contradict each other or are off the board; the sentence names the squares.
    #[error("{0}")]
    Conditions(String),
    /// The board is too large for this engine; another engine may count it.
    #[error(
        "the engine {engine} counts boards up to N = {largest}, not N = {size}; the engine backtrack counts larger ones"
    )]
    Engine {
        /// The engine.
        engine: String,
        /// The size that was asked for.
        size: u32,
        /// The largest size that the engine counts.
        largest: u32,
    },
    /// The machine lacks this instruction set; `portable` serves everywhere.
    #[error("this machine lacks the instruction set {0}; 'portable' runs on every machine")]
    InstructionSet(Isa),
    /// A count does not fit 128 bits.
    #[error(transparent)]
    Overflow(#[from] Overflow),
    /// The operating system refused the worker threads.
    #[error(
        "the threads could not be started: {0}; use fewer (-t), or allow more processes (ulimit -u) and open files (ulimit -n)"
    )]
    Threads(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The computation was stopped early.
    #[error("the computation was stopped before its end")]
    Stopped,
    /// A count differs from the published one.
    #[error("the {what} was counted as {counted}, but {}", known(source_name, *published))]
    Differs {
        /// The name of the number.
        what: String,
        /// The counted value.
        counted: u128,
        /// The published value.
        published: u128,
        /// The source of the published value.
        source_name: String,
    },
    /// An impossible total: by the symmetric counts, the other solutions do not make whole orbits of eight.
    #[error(
        "a total of {total} is not congruent to the number of symmetric solutions modulo 8, so it is wrong; please report it"
    )]
    Asymmetric {
        /// The counted total.
        total: u128,
    },
    /// Two computations of a number, or of a position, disagree.
    #[error("{what}: it was computed wrongly, which is a defect of vuelta; please report it")]
    Inconsistent {
        /// The disagreement.
        what: String,
    },
    /// There is no such graphics card, or it cannot be used; the sentence says why.
    #[error("{0}")]
    Device(String),
    /// A graphics card counts wrongly; the sentence names it with its driver.
    #[error("{0}; nothing that it counted wrongly was kept, and the processor counts with --device cpu")]
    WrongDevice(String),
    /// The ledger cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The map of winnable positions cannot be used.
    #[error(transparent)]
    Map(#[from] MapError),
    /// The computation would exceed the memory limit.
    #[error("{what} {}", needs(*needed, *limit))]
    Memory {
        /// The computation.
        what: String,
        /// The estimated memory in bytes.
        needed: u128,
        /// The limit in bytes.
        limit: u64,
    },
}

/// The need and the limit; in bytes where they read the same otherwise.
fn needs(needed: u128, limit: u64) -> String {
    let bytes = [needed, limit.into()];
    let [needed, limit] = match bytes.map(size) {
        [needed, limit] if needed == limit => bytes.map(|bytes| format!("{} B", grouped(bytes))),
        sizes => sizes,
    };
    format!("needs {needed} of memory, and the limit is {limit}")
}

impl Error {
    /// An [`Error::Input`] with this sentence.
    pub fn input(sentence: impl Into<String>) -> Self {
        Error::Input(sentence.into())
    }

    /// Refuses a computation that needs more bytes than the limit.
    pub(crate) fn within(
        limit: Option<u64>,
        needed: impl Into<u128>,
        what: impl FnOnce() -> String,
    ) -> Result<(), Self> {
        let needed = needed.into();
        match limit {
            Some(limit) if needed > limit.into() => Err(Error::Memory { what: what(), needed, limit }),
            _ => Ok(()),
        }
    }

    /// Whether the request itself is wrong, so that repeating it fails again.
    #[must_use]
    pub fn is_usage(&self) -> bool {
        matches!(
            self,
            Error::Input(_)
                | Error::BoardSize { .. }
                | Error::NoSolution(_)
                | Error::Conditions(_)
                | Error::Engine { .. }
                | Error::InstructionSet(_)
        )
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
