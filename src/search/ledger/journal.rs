//! The ledger of a run: gathers what workers send into chunks, writes those that are whole, and goes on
//! counting where the writing fails.
//!
//! Everything that was read or finished stays in memory (about a hundred bytes a chunk), so that a ledger that
//! was deleted can be written anew, and a write that failed half way is cut off and tried again.

use super::lock::Lock;
use super::{Chunk, Header, Ledger, LedgerError};
use crate::search::{Finished, Observer, Overflow, Progress, Ranges, Sink, Tally};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often what was written is synced to the disk.
const SYNC: Duration = Duration::from_secs(2);

/// A ledger that is open for writing.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    ledger: Ledger,
    file: File,
    /// How many chunks the file has, and how many bytes they and the header are.
    written: usize,
    good: u64,
    /// The pieces of the run that are begun, by their start.
    open: BTreeMap<u64, Piece>,
    last_sync: Instant,
    unsynced: bool,
    failing: bool,
    troubled: bool,
    lock: Lock,
}

/// A piece of work that becomes one line.
#[derive(Debug)]
struct Piece {
    ids: Range<u64>,
    parts: Vec<Chunk>,
}

impl Journal {
    /// Opens the ledger at `path`, or makes it, for a run with this header.
    ///
    /// # Errors
    /// [`LedgerError`] where it is damaged, of another run, in use, or cannot be written.
    pub fn open(path: &Path, header: &Header) -> Result<Self, LedgerError> {
        let lock = Lock::take(path)?;
        let failed = || LedgerError::file(path, "written");
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = open.map_err(failed())?;
        let bytes = fs::read(path).map_err(LedgerError::file(path, "read"))?;
        let (ledger, good) = if header.to_line().as_bytes().starts_with(&bytes) && !bytes.ends_with(b"\n") {
            (Ledger::new(header.clone()), 0) // new, or killed while the header was being written
        } else {
            Ledger::parse(&bytes, path)?
        };
        header.same_run(&ledger.header, path)?;
        file.set_len(good).map_err(failed())?;
        let mut journal = Journal {
            path: path.to_owned(),
            written: ledger.chunks.len(),
            ledger,
            good,
            open: BTreeMap::new(),
            last_sync: Instant::now(),
            unsynced: false,
            failing: false,
            troubled: false,
            lock,
            file: file.try_clone().map_err(failed())?,
        };
        if good == 0 {
            journal.append(&header.to_line()).map_err(failed())?;
            file.sync_all().map_err(failed())?;
        }
        Ok(journal)
    }

    /// The ledger with all that was finished.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Whether writing failed at some time, so that the user should look after the file.
    #[must_use]
    pub fn troubled(&self) -> bool {
        self.troubled
    }

    /// Takes note of the pieces that a run will count; each becomes a line.
    pub fn expect(&mut self, pieces: &[Range<u64>]) {
        let piece = |ids: &Range<u64>| (ids.start, Piece { ids: ids.clone(), parts: vec![] });
        self.open = pieces.iter().map(piece).collect();
    }

    fn finished(&mut self, batch: &Finished<u128>) -> Result<(), Overflow> {
        if batch.ids.is_empty() {
            return Ok(());
        }
        let Some((&start, piece)) = self.open.range_mut(..=batch.ids.start).next_back() else {
            return Ok(());
        };
        let nanoseconds = batch.nanoseconds;
        piece.parts.push(Chunk { ids: batch.ids.clone(), count: batch.tally, nanoseconds });
        let done: u64 = piece.parts.iter().map(|part| part.ids.end - part.ids.start).sum();
        if done == piece.ids.end - piece.ids.start
            && let Some(piece) = self.open.remove(&start)
        {
            self.close(piece)?;
        }
        Ok(())
    }

    /// A line for each run of neighbours in the piece: one where it is whole.
    fn close(&mut self, mut piece: Piece) -> Result<(), Overflow> {
        piece.parts.sort_by_key(|part| part.ids.start);
        let mut joined: Vec<Chunk> = vec![];
        for part in piece.parts {
            match joined.last_mut() {
                Some(last) if last.ids.end == part.ids.start => {
                    last.ids.end = part.ids.end;
                    last.count.add(&part.count, 1)?;
                    last.nanoseconds = last.nanoseconds.saturating_add(part.nanoseconds);
                }
                _ => joined.push(part),
            }
        }
        // The driver hands out each subproblem once: what cannot be pushed has overflowed.
        joined.into_iter().try_for_each(|chunk| self.ledger.push(chunk).map_err(|_| Overflow))
    }

    /// Writes what is finished. A sentence when that begins to fail.
    fn save(&mut self, sync: bool) -> Option<String> {
        self.lock.beat();
        let due = sync || self.failing || self.last_sync.elapsed() >= SYNC;
        if !due && self.written == self.ledger.chunks.len() {
            return None;
        }
        match self.write(due) {
            Ok(()) => self.failing = false,
            Err(error) if !self.failing => {
                (self.failing, self.troubled) = (true, true);
                let path = self.path.display();
                return Some(format!(
                    "the ledger '{path}' cannot be written: {error}; the count goes on, and the writing is tried again"
                ));
            }
            Err(_) => {}
        }
        None
    }

    fn write(&mut self, sync: bool) -> io::Result<()> {
        if !is_same_file(&self.file, &self.path)? {
            // Deleted: the next try makes it anew, and never over what somebody else put there.
            let made = OpenOptions::new().write(true).create_new(true).open(&self.path)?;
            (self.file, self.good, self.written) = (made, 0, 0);
            self.troubled = true;
            self.write_chunks()?;
            self.file.sync_all()?;
            return Err(io::Error::other("it was deleted, and is written anew"));
        }
        self.write_chunks()?;
        if sync && self.unsynced {
            self.file.sync_data()?;
            self.unsynced = false;
        }
        if sync {
            self.last_sync = Instant::now();
        }
        Ok(())
    }

    fn write_chunks(&mut self) -> io::Result<()> {
        if self.good == 0 {
            self.append(&self.ledger.header.to_line())?;
        }
        let seed = self.ledger.header.checksum();
        let text: String =
            self.ledger.chunks[self.written..].iter().map(|chunk| chunk.to_line(seed)).collect();
        if !text.is_empty() {
            self.append(&text)?;
        }
        self.written = self.ledger.chunks.len();
        Ok(())
    }

    /// All of the text, or none of it.
    fn append(&mut self, text: &str) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.good))?;
        if let Err(error) = self.file.write_all(text.as_bytes()) {
            self.file.set_len(self.good).ok();
            return Err(error);
        }
        self.good += text.len() as u64;
        self.unsynced = true;
        Ok(())
    }
}

/// Whether the path still leads to the open file.
#[cfg(unix)]
fn is_same_file(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let ours = file.metadata()?;
    match fs::metadata(path) {
        Ok(there) if (there.dev(), there.ino()) == (ours.dev(), ours.ino()) => Ok(true),
        Ok(_) => Err(io::Error::other("another file was put in its place")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Elsewhere open files cannot be deleted.
#[cfg(not(unix))]
fn is_same_file(_: &File, path: &Path) -> io::Result<bool> {
    Ok(path.exists())
}

/// What a run sends its batches and its progress to: the journal, then the observer.
pub struct Saving<'a> {
    /// Where batches go.
    pub journal: &'a mut Journal,
    /// Who hears of progress and trouble.
    pub observer: &'a mut dyn Observer,
}

impl Saving<'_> {
    fn save(&mut self, sync: bool) {
        if let Some(sentence) = self.journal.save(sync) {
            self.observer.trouble(&sentence);
        }
    }

    /// Writes all there is, pieces that were begun too. Called when the run has ended.
    ///
    /// # Errors
    /// [`Overflow`] when a count leaves its range.
    pub fn finish(mut self) -> Result<(), Overflow> {
        for (_, piece) in std::mem::take(&mut self.journal.open) {
            self.journal.close(piece)?;
        }
        self.save(true);
        Ok(())
    }
}

impl Sink<u128> for Saving<'_> {
    fn finished(&mut self, batch: &Finished<u128>) -> Result<(), Overflow> {
        self.journal.finished(batch)
    }

    fn progress(&mut self, progress: &Progress) {
        self.save(false);
        self.observer.progress(progress);
    }
}

impl Journal {
    /// The subproblems of `wanted` that are still to be counted.
    #[must_use]
    pub fn left(&self, wanted: &Ranges) -> Ranges {
        wanted.without(&self.ledger.done)
    }
}
