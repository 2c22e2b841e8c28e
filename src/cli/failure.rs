//! How a run can end, and the exit code for each.

use crate::Error;
use crate::report::{ExportError, ResultsError};
use crate::search::{LedgerError, SearchError};
use crate::senku::MapError;
use std::io;
use thiserror::Error;

/// How a run ended that has written all of its output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// All is well.
    Done,
    /// The answer is no: there is no solution, or the list of jumps does not win.
    No,
    /// A count differs from the published one, or from the second count.
    Differs,
    /// The time limit came first.
    TimeLimit,
    /// Ctrl-C ended the run: SIGINT, 2.
    Interrupted,
    /// SIGTERM, 15, ended the run, or the console's closing.
    Terminated,
    /// SIGHUP, 1, ended the run: its terminal is gone.
    HungUp,
}

impl Status {
    /// The causes that end a run early.
    pub const CAUSES: [Status; 4] =
        [Status::TimeLimit, Status::Interrupted, Status::Terminated, Status::HungUp];

    /// Whether a signal ended the run.
    pub fn is_by_signal(self) -> bool {
        matches!(self, Status::Interrupted | Status::Terminated | Status::HungUp)
    }

    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Status::Done => 0,
            Status::No => 1,
            Status::Differs => 3,
            Status::TimeLimit => 124,
            Status::Interrupted => 128 + 2,
            Status::Terminated => 128 + 15,
            Status::HungUp => 128 + 1,
        }
    }
}

/// Why a command has no result.
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

impl From<SearchError> for Failure {
    fn from(error: SearchError) -> Self {
        Failure::Library(error.into())
    }
}

/// Characters: longer words of a message are cut, such as a size of 100,000 digits.
const LONGEST_WORD: usize = 400;
/// Characters of a long word that are shown.
const SHOWN: usize = 40;

/// The word, without its middle where it is very long.
fn shortened(word: &str) -> String {
    let length = word.chars().count();
    if length <= LONGEST_WORD {
        return word.to_owned();
    }
    let start: String = word.chars().take(SHOWN).collect();
    let end: String = word.chars().skip(length - 4).collect();
    format!("{start}...{end} ({length} characters)")
}

impl Failure {
    /// The reason on one line: names of files and values may hold line feeds and worse, and any number of digits.
    pub fn sentence(&self) -> String {
        let shown = |c: char| if c.is_control() { c.escape_debug().to_string() } else { c.to_string() };
        let words = self.to_string();
        let words: Vec<String> = words.split(' ').map(shortened).collect();
        words.join(" ").chars().map(shown).collect()
    }

    /// Prints the reason in one sentence on stderr and returns the exit code.
    pub fn report(&self) -> u8 {
        match self {
            // The reader has seen enough: that is no error.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
            failure => say!("error: {}", failure.sentence()),
        }
        match self {
            // The question makes sense, and the answer is no.
            Failure::Library(Error::NoSolution(_)) => 1,
            Failure::Library(error) if error.is_usage() => 2,
            // A file that is named as input and cannot be read; an output that cannot be written is 1.
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
            Failure::Library(Error::Map(error)) if !matches!(error, MapError::File { .. }) => 4,
            Failure::Library(Error::Memory { .. }) => 5,
            _ => 1,
        }
    }
}
