//! Ledgers: what has been counted, so that it is never counted again.
//!
//! A ledger is checkpoint, shard output and audit log in one text file: a header line that says which plan it
//! belongs to, then a line for each finished chunk, each line with a checksum:
//!
//! ```text
//! vuelta-ledger format=1 problem=queens/22 engine=halves plan=2 subproblems=176870 fingerprint=2918400127 shard=1/4 split=4 crc=5f3a0c11
//! 0..901 count=1377466024 ns=2011348112 residue=1377466024 crc=0b1d7a3e
//! ```
//!
//! Lines of Senku have further numbers, `more=..`.
//!
//! The last line of a run that was killed may be torn: it has no line feed, and is dropped. Anything else that
//! is not exactly as it was written is damage, and names its line. A line's checksum includes the header's,
//! so that lines of two ledgers do not mix unnoticed.
//!
//! [`Journal`] is the ledger of a run; [`Ledger`] is one that is only read; [`Ledger::unite`] is the checked
//! union. Reading O(lines), memory O(lines).

mod journal;
mod line;
mod lock;
mod process;

pub(crate) use journal::{Journal, Saving};
pub use line::{Chunk, Header};

use super::{Overflow, Quiet, Ranges, StopFlag, Tally};
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::Duration;
use thiserror::Error;

/// Why a ledger cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// A line is not as it was written.
    #[error("the ledger '{path}' is damaged in line {line}: {what}")]
    Damaged {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// The fault.
        what: String,
    },
    /// Another version of the program wrote it.
    #[error(
        "the ledger '{path}' is of format {version}, which this version of vuelta does not read; use the version that began it"
    )]
    Version {
        /// The file.
        path: String,
        /// The format's number.
        version: String,
    },
    /// The ledger is of another run.
    #[error("the ledger '{path}' belongs to another job: its {field} is {found}, not {wanted}")]
    Foreign {
        /// The file.
        path: String,
        /// The field that differs.
        field: &'static str,
        /// What the ledger says.
        found: String,
        /// What this run needs.
        wanted: String,
    },
    /// Two ledgers hold the same subproblems.
    #[error("the ledger '{path}' overlaps another: subproblems {start} to {end} are in both")]
    Overlap {
        /// The file.
        path: String,
        /// First subproblem of the range.
        start: u64,
        /// One after the last.
        end: u64,
    },
    /// A union would replace a ledger that holds more.
    #[error(
        "the ledger '{path}' holds subproblems {start} to {end}, which the union lacks: merge it too, or write to another file"
    )]
    Lost {
        /// The file.
        path: String,
        /// First subproblem of a range that would be lost.
        start: u64,
        /// One after the last.
        end: u64,
    },
    /// Another process writes to it.
    #[error("the ledger '{path}' is in use by process {pid} on {host}; if that has ended, remove '{lock}'")]
    InUse {
        /// The file.
        path: String,
        /// Who, as the operating system numbers it.
        pid: u32,
        /// Where.
        host: String,
        /// The file that says so.
        lock: String,
    },
    /// Another process writes to the file, perhaps under another of its names.
    #[error(
        "the ledger '{path}' is locked by another process, perhaps under another name (a hard link); wait for its end, or go on with a copy"
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
    fn file(path: &Path, what: &'static str) -> impl FnOnce(io::Error) -> LedgerError {
        let path = path.display().to_string();
        move |source| LedgerError::File { path, what, source }
    }
}

/// Why a ledger does not take a chunk.
#[derive(Debug, Error)]
enum Misfit {
    #[error("it names subproblems that the plan does not have")]
    Beyond,
    #[error("its subproblems were counted by an earlier line")]
    Twice,
    #[error("the counts overflow 128 bits")]
    Overflow(#[from] Overflow),
}

/// A ledger that was read.
///
/// ```
/// use vuelta::queens::{Board, Counting};
/// use vuelta::search::{Ledger, Quiet, Shard, StopFlag, Workers};
/// let (workers, stop) = (Workers::new(2)?, StopFlag::default());
/// let folder = std::env::temp_dir().join(format!("vuelta-{}", std::process::id()));
/// std::fs::create_dir_all(&folder).unwrap();
///
/// // Three shards of a count, which as many machines could make.
/// let path = |number: u64| folder.join(format!("{number}.ledger"));
/// for number in 1..=3 {
///     let counting = Counting::new(Board::new(12)?).shard(Shard::new(number, 3)?).ledger(path(number));
///     counting.run(&workers, &stop, &mut Quiet)?;
/// }
///
/// // Their union is the whole.
/// let mut union = Ledger::read(&path(1))?.into_union();
/// for number in 2..=3 {
///     union.unite(&Ledger::read(&path(number))?, &path(number))?;
/// }
/// let survey = Counting::of_ledger(&union.header)?.survey(&union, &path(1), &workers)?;
/// let count = survey.count(&workers, &stop)?;
/// assert_eq!((survey.missing.len(), count.total(), count.fundamental), (0, Some(14_200), Some(1_787)));
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), vuelta::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ledger {
    /// Which plan it belongs to.
    pub header: Header,
    /// What was finished, in the order of the lines.
    pub chunks: Vec<Chunk>,
    /// The subproblems of the chunks.
    pub done: Ranges,
    /// The sum of the chunks' counts.
    pub count: u128,
}

impl Ledger {
    /// A ledger without chunks.
    #[must_use]
    pub fn new(header: Header) -> Self {
        Ledger { header, chunks: vec![], done: Ranges::default(), count: 0 }
    }

    /// Reads the ledger in this file.
    ///
    /// # Errors
    /// [`LedgerError::File`], and [`LedgerError::Damaged`] for anything but a torn last line.
    pub fn read(path: &Path) -> Result<Self, LedgerError> {
        Ledger::parse(&contents(path)?, path).map(|(ledger, _)| ledger)
    }

    /// The ledger with these contents, and how many bytes its whole lines are; `path` is for the errors.
    ///
    /// # Errors
    /// [`LedgerError::Damaged`].
    pub fn parse(bytes: &[u8], path: &Path) -> Result<(Self, u64), LedgerError> {
        let damaged = |line: usize, what: &str| LedgerError::Damaged {
            path: path.display().to_string(),
            line,
            what: what.to_owned(),
        };
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let mut lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n').enumerate();
        let text = |line: &'_ [u8]| {
            std::str::from_utf8(line).ok().map(|text| text.trim_end_matches('\n').to_owned())
        };
        let (_, first) = lines.next().ok_or_else(|| damaged(1, "it has no whole header"))?;
        let first = text(first).ok_or_else(|| damaged(1, "it is not text"))?;
        let mut ledger =
            Ledger::new(Header::parse(&first).map_err(|what| match Header::other_version(&first) {
                Some(version) => {
                    LedgerError::Version { path: path.display().to_string(), version: version.to_owned() }
                }
                None => damaged(1, what),
            })?);
        let seed = ledger.header.checksum();
        for (index, line) in lines {
            let chunk = text(line).ok_or("it is not text").and_then(|text| Chunk::parse(&text, seed));
            let chunk = chunk.map_err(|what| damaged(index + 1, what))?;
            ledger.push(chunk).map_err(|misfit| damaged(index + 1, &misfit.to_string()))?;
        }
        Ok((ledger, whole as u64))
    }

    /// Adds a chunk.
    fn push(&mut self, chunk: Chunk) -> Result<(), Misfit> {
        if chunk.ids.end > self.header.subproblems {
            return Err(Misfit::Beyond);
        }
        if !self.done.insert(chunk.ids.clone()) {
            return Err(Misfit::Twice);
        }
        self.count.add(&chunk.count, 1)?;
        self.chunks.push(chunk);
        Ok(())
    }

    /// The ledger of both: the chunks of `other`, which was read from `path`, are added. In whatever order and
    /// grouping ledgers are united, the result is the same once it is [`sorted`](Self::sorted).
    ///
    /// # Errors
    /// [`LedgerError::Foreign`] for another plan or number of shards, [`LedgerError::Overlap`], and [`LedgerError::Damaged`] where
    /// the counts overflow.
    pub fn unite(&mut self, other: &Ledger, path: &Path) -> Result<(), LedgerError> {
        self.header.same_split(&other.header, path)?;
        for (index, chunk) in other.chunks.iter().enumerate() {
            let path = || path.display().to_string();
            self.push(chunk.clone()).map_err(|misfit| match misfit {
                Misfit::Twice => {
                    LedgerError::Overlap { path: path(), start: chunk.ids.start, end: chunk.ids.end }
                }
                Misfit::Beyond | Misfit::Overflow(_) => {
                    LedgerError::Damaged { path: path(), line: index + 2, what: misfit.to_string() }
                }
            })?;
        }
        self.header = self.header.of_union();
        Ok(())
    }

    /// The same as the union of this one alone: not a shard's any more, and sorted.
    #[must_use]
    pub fn into_union(self) -> Self {
        Ledger { header: self.header.of_union(), ..self }.sorted()
    }

    /// Writes the ledger to this file at once: whole, or not at all. A ledger that is there already is replaced, if it
    /// is of the same shard (or a union, as this one) and holds nothing that this one does not.
    ///
    /// # Errors
    /// [`LedgerError`] where the file is not such a ledger, is in use, or cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), LedgerError> {
        let lock = lock::Lock::take(path, &StopFlag::default(), &mut Quiet)?;
        let place = lock.as_ref().map_or(path, lock::Lock::ledger);
        // Kept open until the end, which keeps it locked; on Windows an open file could not be replaced.
        let earlier = (cfg!(unix) && place.is_file()).then(|| std::fs::File::open(place).ok()).flatten();
        if let (Some(lock), Some(file)) = (&lock, &earlier) {
            lock.claim(file, path)?;
        }
        if path.exists() {
            let there = Ledger::read(path)?;
            self.header.same_split(&there.header, path)?;
            self.header.same_run(&there.header, path)?;
            if let Some(lost) = there.done.without(&self.done).iter().next() {
                let path = path.display().to_string();
                return Err(LedgerError::Lost { path, start: lost.start, end: lost.end });
            }
        }
        // A link stays; what it leads to is replaced. The lock keeps the draft for us alone.
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let aside = place.with_file_name(format!(".{name}.draft"));
        let written = std::fs::File::create(&aside).and_then(|mut file| {
            if let Ok(there) = place.metadata() {
                file.set_permissions(there.permissions())?;
            }
            file.write_all(self.to_text().as_bytes())?;
            file.sync_all()?;
            std::fs::rename(&aside, place)
        });
        written.map_err(|error| {
            std::fs::remove_file(&aside).ok();
            LedgerError::file(path, "written")(error)
        })
    }

    /// The same with its chunks in the order of their subproblems.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.chunks.sort_by_key(|chunk| chunk.ids.start);
        self
    }

    /// The time of all workers for all chunks.
    #[must_use]
    pub fn core_time(&self) -> Duration {
        let nanoseconds = self.chunks.iter().map(|chunk| chunk.nanoseconds);
        Duration::from_nanos(nanoseconds.fold(0, u64::saturating_add))
    }

    /// Whether every subproblem of the plan was counted.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.done.len() == self.header.subproblems
    }

    /// The contents of its file.
    #[must_use]
    pub fn to_text(&self) -> String {
        let seed = self.header.checksum();
        let lines = self.chunks.iter().map(|chunk| chunk.to_line(seed));
        std::iter::once(self.header.to_line()).chain(lines).collect()
    }
}

/// What is in the file: nothing else than a ledger, or the beginning of one, is read to its end.
fn contents(path: &Path) -> Result<Vec<u8>, LedgerError> {
    let failed = || LedgerError::file(path, "read");
    if !std::fs::metadata(path).map_err(failed())?.is_file() {
        return Err(failed()(io::Error::other("it is not a regular file")));
    }
    let mut file = std::fs::File::open(path).map_err(failed())?;
    let mut bytes = vec![];
    Read::by_ref(&mut file).take(line::NAME.len() as u64).read_to_end(&mut bytes).map_err(failed())?;
    if !line::NAME.as_bytes().starts_with(&bytes) {
        let (path, what) = (path.display().to_string(), "it is not the header of a ledger".to_owned());
        return Err(LedgerError::Damaged { path, line: 1, what });
    }
    file.read_to_end(&mut bytes).map_err(failed())?;
    Ok(bytes)
}

#[cfg(test)]
mod tests;
