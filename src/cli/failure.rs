//! How a run can end, and the exit code for each.

use std::io;
use thiserror::Error;
use vuelta::Error;
use vuelta::report::{ExportError, ResultsError};
use vuelta::search::LedgerError;

/// How a run that said all it had to say has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// All is well.
    Done,
    /// There is no solution, the list of jumps does not win, ...: the answer is no.
    No,
    /// A count differs from the published one, or from the second count.
    Differs,
    /// The time limit came first.
    TimeLimit,
    /// Ctrl-C ended the run: SIGINT, 2.
    Interrupted,
    /// SIGTERM, 15, ended the run, or the console's closing.
    Terminated,
}

impl Status {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Status::Done => 0,
            Status::No => 1,
            Status::Differs => 3,
            Status::TimeLimit => 124,
            Status::Interrupted => 128 + 2,
            Status::Terminated => 128 + 15,
        }
    }
}

/// What kept a verb from its result.
#[derive(Debug, Error)]
pub enum Failure {
    /// The command line or a file's contents make no sense.
    #[error("{0}")]
    Usage(String),
    /// A file could not be read.
    #[error("'{0}' could not be read: {1}")]
    Read(String, io::Error),
    /// The library refused.
    #[error(transparent)]
    Library(#[from] Error),
    /// The results could not be exported.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// There are no results to report.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A result did not pass its own check.
    #[error("{0}: this is a defect of vuelta, please report it")]
    Wrong(&'static str),
    /// Standard output could not be written.
    #[error("the result could not be written: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// What happened, on one line: names of files and values may hold line feeds and worse.
    pub fn sentence(&self) -> String {
        let shown = |c: char| if c.is_control() { c.escape_debug().to_string() } else { c.to_string() };
        self.to_string().chars().map(shown).collect()
    }

    /// Says what happened in one sentence on stderr, and gives the exit code.
    pub fn report(&self) -> u8 {
        match self {
            // The reader has seen enough: that is no error.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
            failure => say!("error: {}", failure.sentence()),
        }
        match self {
            Failure::Library(error) if error.is_usage() => 2,
            Failure::Usage(_)
            | Failure::Read(..)
            | Failure::Export(ExportError::Format(_))
            | Failure::Results(ResultsError::Input(_)) => 2,
            Failure::Library(
                Error::Differs { .. } | Error::Asymmetric { .. } | Error::Inconsistent { .. },
            ) => 3,
            Failure::Library(Error::Ledger(
                LedgerError::Damaged { .. }
                | LedgerError::Foreign { .. }
                | LedgerError::Lost { .. }
                | LedgerError::Overlap { .. }
                | LedgerError::Version { .. },
            )) => 4,
            Failure::Library(Error::Memory { .. }) => 5,
            _ => 1,
        }
    }
}
