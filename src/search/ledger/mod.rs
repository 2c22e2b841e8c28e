//! Ledgers: text files that hold finished work, so that no subproblem is counted twice.
//!
//! A ledger is checkpoint, shard output and audit log in one: a header line that identifies the count, then a line for
//! each finished chunk of subproblems. Every line ends with a checksum:
//!
//! ```text
//! vuelta-ledger format=1 problem=queens/22 engine=halves plan=2 subproblems=176870 fingerprint=179032763 shard=1/4 split=4 crc=c8019686
//! 64..114 count=12 ns=2888099819 residue=12 crc=84bb9298
//! ```
//!
//! Chunks of placements and of Senku have further numbers, `more=..`.
//!
//! A killed run may leave a torn last line, without a line feed; it is dropped. Any other deviation is damage, and the
//! error names the line. The header's checksum seeds those of the other lines, so that lines of two ledgers cannot be
//! mixed unnoticed.
//!
//! [`Journal`] writes the ledger of a run; [`Ledger`] holds one that was read; [`Ledger::unite`] is the checked union.

mod contents;
mod error;
mod journal;
mod line;
mod lock;
mod process;

pub use contents::Ledger;
pub use error::{LedgerError, LedgerFault};
pub(crate) use journal::{Journal, Saving};
pub use line::{Chunk, Header};

#[cfg(test)]
mod tests;
