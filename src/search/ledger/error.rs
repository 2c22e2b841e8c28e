//! Errors of ledgers.

use crate::base::text::not_written;
use std::io;
use std::ops::Range;
use std::path::Path;
use thiserror::Error;

/// Why a ledger cannot be used.
#[derive(Debug, Error)]
#[error("the ledger '{path}' {fault}")]
#[non_exhaustive]
pub struct LedgerError {
    /// The file.
    pub path: String,
    /// The fault.
    pub fault: LedgerFault,
}

/// The fault of a ledger.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LedgerFault {
    /// A line differs from the line that was written.
    #[error("is damaged in line {line}: {what}; {}", if *line == 1 {
        "name another file"
    } else {
        "without that line, what it alone holds is counted again"
    })]
    Damaged {
        /// The line, counted from 1.
        line: usize,
        /// The fault.
        what: String,
    },
    /// It is of another format version, which is given.
    #[error("is of format {0}, which this version of vuelta does not read; use the version that began it")]
    Version(String),
    /// It belongs to another count or shard.
    #[error("belongs to another job: its {field} is {found}, not {wanted}; name another ledger")]
    Foreign {
        /// The field that differs.
        field: &'static str,
        /// The ledger's value.
        found: String,
        /// The expected value.
        wanted: String,
    },
    /// Another ledger holds these subproblems too.
    #[error("overlaps another: subproblems {} to {} are in both; merge only one of them", .0.start, .0.end)]
    Overlap(Range<u64>),
    /// A union would replace it that lacks these subproblems.
    #[error(
        "holds subproblems {} to {}, which the union lacks: merge it too, or write to another file",
        .0.start, .0.end
    )]
    Lost(Range<u64>),
    /// Another process writes to it.
    #[error("is in use by process {pid} on {host}; if that has ended, remove '{lock}'")]
    InUse {
        /// The process's number on its host.
        pid: u32,
        /// The host.
        host: String,
        /// The lock file.
        lock: String,
    },
    /// Another process writes to it, perhaps under another of its names.
    #[error(
        "is locked by another process, perhaps under another name (a hard link); wait until that process ends, or continue with a copy"
    )]
    Locked,
    /// It could not be read or written.
    #[error("could not be {what}: {}", if *what == "written" { not_written(source) } else { source.to_string() })]
    File {
        /// `read` or `written`.
        what: &'static str,
        /// The operating system's error.
        source: io::Error,
    },
}

impl LedgerFault {
    /// This fault of the ledger at `path`.
    pub(crate) fn of(self, path: &Path) -> LedgerError {
        LedgerError { path: path.display().to_string(), fault: self }
    }

    pub(crate) fn damaged(line: usize, what: impl Into<String>) -> Self {
        LedgerFault::Damaged { line, what: what.into() }
    }

    /// The error of a failed reading or writing, as `what` says.
    pub(super) fn file(path: &Path, what: &'static str) -> impl FnOnce(io::Error) -> LedgerError {
        move |source| LedgerFault::File { what, source }.of(path)
    }
}
