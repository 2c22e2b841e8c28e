//! Errors of ledgers.

use std::io;
use std::ops::Range;
use std::path::Path;
use thiserror::Error;

/// Why a ledger cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// A line differs from the line that was written.
    #[error("the ledger '{path}' is damaged in line {line}: {what}")]
    Damaged {
        /// The file.
        path: String,
        /// The line, counted from 1.
        line: usize,
        /// The fault.
        what: String,
    },
    /// The ledger is of another format version.
    #[error(
        "the ledger '{path}' is of format {version}, which this version of vuelta does not read; use the version that began it"
    )]
    Version {
        /// The file.
        path: String,
        /// The format version.
        version: String,
    },
    /// The ledger belongs to another count or shard.
    #[error("the ledger '{path}' belongs to another job: its {field} is {found}, not {wanted}")]
    Foreign {
        /// The file.
        path: String,
        /// The field that differs.
        field: &'static str,
        /// The ledger's value.
        found: String,
        /// The expected value.
        wanted: String,
    },
    /// Two ledgers hold the same subproblems.
    #[error("the ledger '{path}' overlaps another: subproblems {} to {} are in both", ids.start, ids.end)]
    Overlap {
        /// The file.
        path: String,
        /// The shared subproblems.
        ids: Range<u64>,
    },
    /// A union would replace a ledger that holds more.
    #[error(
        "the ledger '{path}' holds subproblems {} to {}, which the union lacks: merge it too, or write to another file",
        ids.start, ids.end
    )]
    Lost {
        /// The file.
        path: String,
        /// The subproblems that would be lost.
        ids: Range<u64>,
    },
    /// Another process writes to the ledger.
    #[error("the ledger '{path}' is in use by process {pid} on {host}; if that has ended, remove '{lock}'")]
    InUse {
        /// The file.
        path: String,
        /// The process's number on its host.
        pid: u32,
        /// The host.
        host: String,
        /// The lock file.
        lock: String,
    },
    /// Another process writes to the file, perhaps under another of its names.
    #[error(
        "the ledger '{path}' is locked by another process, perhaps under another name (a hard link); wait until that process ends, or continue with a copy"
    )]
    Locked {
        /// The file, as this run names it.
        path: String,
    },
    /// The file could not be read or written.
    #[error("the ledger '{path}' could not be {what}: {source}")]
    File {
        /// The file.
        path: String,
        /// `read` or `written`.
        what: &'static str,
        /// The operating system's error.
        source: io::Error,
    },
}

impl LedgerError {
    pub(super) fn file(path: &Path, what: &'static str) -> impl FnOnce(io::Error) -> LedgerError {
        let path = path.display().to_string();
        move |source| LedgerError::File { path, what, source }
    }

    pub(super) fn damaged(path: &Path, line: usize, what: impl Into<String>) -> LedgerError {
        LedgerError::Damaged { path: path.display().to_string(), line, what: what.into() }
    }
}
