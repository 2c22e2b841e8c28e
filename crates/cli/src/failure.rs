//! The outcomes of a run and their exit codes.

use super::memory::{NO_MEMORY, not_started};
use std::io;
use thiserror::Error;
use vuelta::Error;
use vuelta::base::text::not_written;
use vuelta::search::LedgerFault;
use vuelta::senku::MapError;
use vuelta_records::memory::AddressSpace;
use vuelta_records::{ExportError, ResultsError};

/// The outcome of a run that has written all its output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Success.
    Done,
    /// The answer is no: there is no solution, or the list of jumps does not win.
    No,
    /// A count differs from the published one, or from the second count.
    Differs,
    /// The time limit was reached.
    TimeLimit,
    /// Ctrl-C ended the run: SIGINT, 2.
    Interrupted,
    /// SIGTERM, 15, ended the run, or the console's closing.
    Terminated,
    /// SIGHUP, 1, ended the run: the terminal is gone.
    #[cfg_attr(windows, expect(dead_code))]
    HungUp,
    /// Some of several answers failed, with this exit code.
    Failed(u8),
}

impl Status {
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
            Status::Failed(code) => code,
        }
    }

    /// The status with the larger exit code.
    pub fn max(self, other: Status) -> Status {
        if other.code() > self.code() { other } else { self }
    }
}

/// How a command ends.
pub type Outcome = Result<Status, Failure>;

/// The reason why a command has no result.
#[derive(Debug, Error)]
pub enum Failure {
    /// Invalid arguments or file contents.
    #[error("{0}")]
    Usage(String),
    /// A file could not be read.
    #[error("'{0}' could not be read: {1}")]
    Read(String, io::Error),
    /// An error of the library.
    #[error(transparent)]
    Library(Error),
    /// A failed export.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// No results to report.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A result that failed its own check.
    #[error("{0}; this is a bug in vuelta, please report it")]
    Wrong(&'static str),
    /// Standard output could not be written.
    #[error("the result could not be written to standard output: {}", not_written(.0))]
    Output(#[from] io::Error),
}

/// [`Failure::Usage`] in this sentence.
macro_rules! usage {
    ($($sentence:tt)*) => { $crate::failure::Failure::Usage(format!($($sentence)*)) };
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Library(not_started(error))
    }
}

/// The longest word of a message, in characters, that is not cut.
const LONGEST_WORD: usize = 400;
/// Characters of a cut word that are shown.
const SHOWN: usize = 40;

/// Cuts the middle out of a very long word.
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
    /// The reason on one line, with control characters escaped: names of files and values may contain anything.
    pub fn sentence(&self) -> String {
        let shown = |c: char| if c.is_control() { c.escape_debug().to_string() } else { c.to_string() };
        let words = self.to_string();
        let words: Vec<String> = words.split(' ').map(shortened).collect();
        words.join(" ").chars().map(shown).collect()
    }

    /// The remedy, if the reason names none and this command (`queens count`) has an option for it.
    fn remedy(&self, command: &str) -> &'static str {
        let Failure::Library(Error::Memory { what, .. }) = self else { return "" };
        match command {
            _ if what.starts_with("starting ") => "; use fewer threads (-t) or raise 'ulimit -v'",
            "queens count" | "queens estimate" | "senku count" | "verify" => match AddressSpace::limit() {
                Some(_) => "; allow more with --memory-limit and 'ulimit -v'",
                None => "; allow more with --memory-limit",
            },
            "queens complete" => "; leave out --count",
            _ => "",
        }
    }

    /// Prints the reason why this command failed in one sentence on stderr, and returns the exit code.
    pub fn report(&self, command: &str) -> u8 {
        // A closed pipe is not an error: its reader has seen enough.
        if matches!(self, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe) {
            return 0;
        }
        say!("error: {}{}", self.sentence(), self.remedy(command));
        self.code()
    }

    /// Reports the failure of one of several answers, at this place in the input.
    pub fn report_at(&self, place: &str) -> Status {
        match self {
            Failure::Read(..) => say!("error: {}", self.sentence()),
            failure => say!("error: {place}: {}", failure.sentence()),
        }
        Status::Failed(self.code())
    }

    fn code(&self) -> u8 {
        match self {
            // A valid question with the answer no.
            Failure::Library(Error::NoSolution(_)) => 1,
            Failure::Library(error) if error.is_usage() => 2,
            // An input that cannot be read is 2, an output that cannot be written is 1.
            Failure::Usage(_)
            | Failure::Read(..)
            | Failure::Export(ExportError::Format(_))
            | Failure::Results(ResultsError::Input(_)) => 2,
            Failure::Library(
                Error::Differs { .. }
                | Error::Asymmetric { .. }
                | Error::Inconsistent { .. }
                | Error::WrongDevice(_),
            ) => 3,
            Failure::Library(Error::Ledger(error)) => match error.fault {
                LedgerFault::InUse { .. } | LedgerFault::Locked | LedgerFault::File { .. } => 1,
                _ => 4,
            },
            Failure::Library(Error::Map(error)) if !matches!(error, MapError::File { .. }) => 4,
            Failure::Library(Error::Memory { .. }) => NO_MEMORY,
            _ => 1,
        }
    }
}
