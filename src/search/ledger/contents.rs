//! The contents of a ledger: read, united and written whole. Reading O(lines), memory O(lines).

use super::line::{Chunk, Header, NAME};
use super::lock::Lock;
use super::{LedgerError, LedgerFault};
use crate::search::{Kept, Overflow, Quiet, Ranges, Shard, StopFlag, Tally};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::Duration;
use thiserror::Error;

/// Why a ledger refuses a chunk.
#[derive(Debug, Error)]
pub(super) enum Misfit {
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
/// use vuelta::search::{Context, Keeping, Ledger, Shard, Workers};
/// let workers = Workers::new(2)?;
/// let folder = std::env::temp_dir().join(format!("vuelta-{}", std::process::id()));
/// std::fs::create_dir_all(&folder).unwrap();
///
/// // Three shards of a count: each could run on a machine of its own.
/// let path = |number: u64| folder.join(format!("{number}.ledger"));
/// for number in 1..=3 {
///     let (shard, ledger) = (Some(Shard::new(number, 3)?), Some(path(number)));
///     let keeping = Keeping { shard, ledger, ..Keeping::default() };
///     Counting::new(Board::new(12)?).keep(keeping).run(&mut Context::new(&workers))?;
/// }
///
/// // Their union is the whole count.
/// let ledgers = [1, 2, 3].map(|number| Ledger::read(&path(number)));
/// let [first, second, third] = ledgers;
/// let union = first?.unite([(&second?, &*path(2)), (&third?, &*path(3))])?;
/// let counting = Counting::of_ledger(&union.header)?;
/// let (count, survey) = counting.merged(&union, &path(1), &Context::new(&workers))?;
/// assert_eq!((survey.missing.len(), count.total(), count.fundamental), (0, Some(14_200), Some(1_787)));
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), vuelta::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ledger {
    /// The count that the ledger belongs to.
    pub header: Header,
    /// The finished chunks, in the order of the lines.
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
    /// [`LedgerFault::File`] when the file cannot be read, otherwise as [`parse`](Self::parse).
    pub fn read(path: &Path) -> Result<Self, LedgerError> {
        Ledger::parse(&contents(path)?, path).map(|(ledger, _)| ledger)
    }

    /// The ledger with these contents, and the number of bytes of its complete lines. `path` is for error messages.
    ///
    /// # Errors
    /// [`LedgerFault::Version`], or [`LedgerFault::Damaged`] for anything but a torn last line.
    pub fn parse(bytes: &[u8], path: &Path) -> Result<(Self, usize), LedgerError> {
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let mut lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n').enumerate();
        fn text(line: &[u8]) -> Result<&str, &'static str> {
            let text = std::str::from_utf8(line).or(Err("it is not text"))?.trim_end_matches('\n');
            if text.ends_with('\r') {
                Err("its line ending was changed; copy ledgers byte for byte")
            } else {
                Ok(text)
            }
        }
        let damaged = |line| move |what: &str| LedgerFault::damaged(line, what).of(path);
        let (_, first) = lines.next().ok_or_else(|| damaged(1)("it has no whole header"))?;
        let first = text(first).map_err(damaged(1))?;
        if let Some(version) = Header::other_version(first) {
            return Err(LedgerFault::Version(version.to_owned()).of(path));
        }
        let header = Header::parse(first).map_err(damaged(1))?;
        let (seed, mut ledger) = (header.checksum(), Ledger::new(header));
        for (index, line) in lines {
            let chunk = text(line).and_then(|text| Chunk::parse(text, seed)).map_err(damaged(index + 1))?;
            ledger.push(chunk).map_err(|misfit| damaged(index + 1)(&misfit.to_string()))?;
        }
        Ok((ledger, whole))
    }

    pub(super) fn push(&mut self, chunk: Chunk) -> Result<(), Misfit> {
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

    /// The union of this ledger with others, each with the file from which it was read, in any order. A union is sorted,
    /// and not bound to a shard.
    ///
    /// # Errors
    /// [`LedgerFault::Foreign`] for another count or number of shards, [`LedgerFault::Overlap`], and
    /// [`LedgerFault::Damaged`] when the counts overflow.
    pub fn unite<'a>(
        &self,
        others: impl IntoIterator<Item = (&'a Ledger, &'a Path)>,
    ) -> Result<Self, LedgerError> {
        let mut union = self.clone();
        for (other, path) in others {
            union.header.same_split(&other.header, path)?;
            for (index, chunk) in other.chunks.iter().enumerate() {
                union.push(chunk.clone()).map_err(|misfit| {
                    let fault = match misfit {
                        Misfit::Twice => LedgerFault::Overlap(chunk.ids.clone()),
                        misfit => LedgerFault::damaged(index + 2, misfit.to_string()),
                    };
                    fault.of(path)
                })?;
            }
        }
        union.header.shard = Shard::WHOLE;
        union.chunks.sort_by_key(|chunk| chunk.ids.start);
        Ok(union)
    }

    /// Writes the ledger to this file, whole or not at all. An existing ledger is replaced if it is of the same shard (or
    /// also a union) and holds no subproblem that this one lacks.
    ///
    /// # Errors
    /// [`LedgerError`] when the file is not such a ledger, is in use, or cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), LedgerError> {
        let lock = Lock::take(path, &StopFlag::default(), &mut Quiet)?;
        let place = lock.as_ref().map_or(path, |lock| &lock.ledger);
        // Stays open, and so locked, until the end. Windows would not replace an open file.
        let earlier = (cfg!(unix) && place.is_file()).then(|| File::open(place).ok()).flatten();
        if let (Some(lock), Some(file)) = (&lock, &earlier) {
            lock.claim(file, path)?;
        }
        if path.exists() {
            let there = Ledger::read(path)?;
            self.header.same_split(&there.header, path)?;
            self.header.same_run(&there.header, path)?;
            if let Some(ids) = there.done.without(&self.done).iter().next() {
                return Err(LedgerFault::Lost(ids).of(path));
            }
        }
        // A link stays; its target is replaced.
        let written = replaced(place, self.to_text().as_bytes());
        written.map(drop).map_err(LedgerFault::file(path, "written"))
    }

    /// The sum of the workers' times for all chunks.
    #[must_use]
    pub fn core_time(&self) -> Duration {
        let nanoseconds = self.chunks.iter().map(|chunk| chunk.nanoseconds);
        Duration::from_nanos(nanoseconds.fold(0, u64::saturating_add))
    }

    /// The sum of the chunks' numbers.
    pub(crate) fn tally<T: Kept>(&self) -> Result<T, Overflow> {
        let mut sum = T::default();
        self.chunks.iter().try_for_each(|chunk| sum.add(&T::of_numbers(chunk.count, &chunk.more), 1))?;
        Ok(sum)
    }

    /// Whether every subproblem of the count is finished.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.done.len() == self.header.subproblems
    }

    /// The contents of the file.
    #[must_use]
    pub fn to_text(&self) -> String {
        let seed = self.header.checksum();
        let lines = self.chunks.iter().map(|chunk| chunk.to_line(seed));
        std::iter::once(self.header.to_line()).chain(lines).collect()
    }
}

/// The open file that takes the place of this one, whole or not at all. A lock keeps other writers from the draft.
pub(super) fn replaced(place: &Path, bytes: &[u8]) -> io::Result<File> {
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    let draft = place.with_file_name(format!(".{name}.draft"));
    let written = File::create(&draft).and_then(|mut file| {
        if let Ok(there) = place.metadata() {
            file.set_permissions(there.permissions())?;
        }
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&draft, place).map(|()| file)
    });
    written.inspect_err(|_| {
        std::fs::remove_file(&draft).ok();
    })
}

/// A browser has no files: the module of the page leaves out what reads and writes ledgers.
pub(super) const HAS_NO_FILES: bool = cfg!(target_arch = "wasm32");

/// The bytes of the file. A file that does not begin as a ledger is not read to its end.
pub(super) fn contents(path: &Path) -> Result<Vec<u8>, LedgerError> {
    let failed = || LedgerFault::file(path, "read");
    if HAS_NO_FILES {
        return Err(failed()(io::ErrorKind::Unsupported.into()));
    }
    if !std::fs::metadata(path).map_err(failed())?.is_file() {
        return Err(failed()(io::Error::other("it is not a regular file")));
    }
    let mut file = File::open(path).map_err(failed())?;
    let mut bytes = vec![];
    Read::by_ref(&mut file).take(NAME.len() as u64).read_to_end(&mut bytes).map_err(failed())?;
    if !NAME.as_bytes().starts_with(&bytes) {
        return Err(LedgerFault::damaged(1, "it is not the header of a ledger").of(path));
    }
    file.read_to_end(&mut bytes).map_err(failed())?;
    Ok(bytes)
}
