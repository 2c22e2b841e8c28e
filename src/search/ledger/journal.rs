//! The ledger of a run: gathers what workers send into chunks, writes those that are whole, and goes on
//! counting where the writing fails.
//!
//! Everything that was read or finished stays in memory (about a hundred bytes a chunk), so that a ledger that
//! was deleted can be written anew, and a write that failed half way is cut off and tried again.
//!
//! Cost: a line of about 80 bytes a chunk, and one fsync every two seconds and at the end. A new ledger's header
//! is not synced by itself: a ledger that a power cut empties is a ledger that was not begun.

use super::contents::{Ledger, contents};
use super::lock::Lock;
use super::{Chunk, Header, LedgerError};
use crate::search::{Finished, Observer, Overflow, Progress, Ranges, Sink, StopFlag, Tally};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often what was written is synced to the disk.
const SYNC: Duration = Duration::from_secs(2);

/// A ledger that is open for writing.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    ledger: Ledger,
    file: File,
    /// What was written to the file, and what of that is known to be on the disk.
    written: Extent,
    synced: Extent,
    /// The pieces that the run has begun and not finished, by their first subproblem.
    open: BTreeMap<u64, Piece>,
    last_sync: Instant,
    failing: bool,
    troubled: bool,
    lock: Lock,
}

/// How much of the ledger is in the file: so many chunks, and the bytes of the header and of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Extent {
    chunks: usize,
    bytes: u64,
}

/// A piece of work that becomes one line.
#[derive(Debug)]
struct Piece {
    ids: Range<u64>,
    parts: Vec<Chunk>,
}

impl Journal {
    /// Opens the ledger at `path`, or makes it, for a run with this header. The observer hears why it has to wait; `None`
    /// when `stop` is raised meanwhile.
    ///
    /// # Errors
    /// [`LedgerError`] where it is damaged, of another run, in use, or cannot be written.
    pub fn open(
        path: &Path,
        header: &Header,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Option<Self>, LedgerError> {
        let Some(lock) = Lock::take(path, stop, observer)? else { return Ok(None) };
        let failed = || LedgerError::file(path, "written");
        let mut options = options();
        let options = options.read(true).create(true).truncate(false);
        let file = options.open(lock.ledger()).map_err(failed())?;
        lock.claim(&file, path)?;
        let bytes = contents(path)?;
        let (ledger, good) = if header.to_line().as_bytes().starts_with(&bytes) && !bytes.ends_with(b"\n") {
            (Ledger::new(header.clone()), 0) // new, or killed while the header was being written
        } else {
            Ledger::parse(&bytes, path)?
        };
        header.same_run(&ledger.header, path)?;
        if good < bytes.len() as u64 {
            file.set_len(good).map_err(failed())?;
        }
        let written = Extent { chunks: ledger.chunks.len(), bytes: good };
        let mut journal = Journal {
            path: path.to_owned(),
            ledger,
            written,
            synced: written,
            open: BTreeMap::new(),
            last_sync: Instant::now(),
            failing: false,
            troubled: false,
            lock,
            file,
        };
        journal.write_chunks().map_err(failed())?;
        Ok(Some(journal))
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
        let (ids, count) = (batch.ids.clone(), batch.tally);
        piece.parts.push(Chunk { ids, count, nanoseconds, ..Chunk::default() });
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
        joined.into_iter().try_for_each(|chunk| self.push(chunk))
    }

    /// Takes a chunk that is a piece by itself.
    ///
    /// # Errors
    /// [`Overflow`] when the counts leave their range.
    pub fn push(&mut self, chunk: Chunk) -> Result<(), Overflow> {
        self.ledger.push(chunk).map_err(|_| Overflow)
    }

    /// Writes what is finished, and shows that the run lives. A sentence when that begins to fail.
    pub fn save(&mut self, sync: bool) -> Option<String> {
        let due = sync || self.failing || self.last_sync.elapsed() >= SYNC;
        if !due && self.written.chunks == self.ledger.chunks.len() {
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
        self.lock.hold()?;
        if !is_same_file(&self.file, self.lock.ledger())? {
            // Deleted: it is made anew, and never over what somebody else put there.
            self.file = options().create_new(true).open(self.lock.ledger())?;
            self.lock.claim(&self.file, &self.path).map_err(io::Error::other)?;
            (self.written, self.synced) = (Extent::default(), Extent::default());
            self.write_chunks()?;
            self.sync()?;
            return Err(io::Error::other("it was deleted, and has been written anew"));
        }
        self.write_chunks()?;
        if sync {
            self.sync()?;
        }
        Ok(())
    }

    /// Waits until what was written is on the disk. Where that fails, the system may have dropped what it could
    /// not write and not say so again: all since the last success is written once more.
    fn sync(&mut self) -> io::Result<()> {
        self.last_sync = Instant::now();
        if self.synced == self.written {
            return Ok(());
        }
        if let Err(error) = self.file.sync_data() {
            self.written = self.synced;
            return Err(error);
        }
        if self.synced.bytes == 0 {
            sync_folder(self.lock.ledger());
        }
        self.synced = self.written;
        Ok(())
    }

    fn write_chunks(&mut self) -> io::Result<()> {
        let mut text = String::new();
        if self.written.bytes == 0 {
            text += &self.ledger.header.to_line();
        }
        let seed = self.ledger.header.checksum();
        text.extend(self.ledger.chunks[self.written.chunks..].iter().map(|chunk| chunk.to_line(seed)));
        self.append(&text)?;
        self.written.chunks = self.ledger.chunks.len();
        Ok(())
    }

    /// All of the text, or none of it.
    fn append(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        self.file.seek(SeekFrom::Start(self.written.bytes))?;
        if let Err(error) = self.file.write_all(text.as_bytes()) {
            self.file.set_len(self.written.bytes).ok();
            return Err(error);
        }
        self.written.bytes += text.len() as u64;
        Ok(())
    }
}

/// The name of a new file is on the disk only once its folder is. Not every system can say so: then it is as
/// safe as it gets.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        folder.sync_all().ok();
    }
}

/// How a ledger is opened for writing. On Windows nobody may write, rename or delete it meanwhile; reading it is allowed.
fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(windows)]
    {
        const FILE_SHARE_READ: u32 = 1;
        std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, FILE_SHARE_READ);
    }
    options
}

/// Whether the path still leads to the open file.
#[cfg(unix)]
fn is_same_file(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let ours = file.metadata()?;
    match std::fs::metadata(path) {
        Ok(there) if (there.dev(), there.ino()) == (ours.dev(), ours.ino()) => Ok(true),
        Ok(_) => Err(io::Error::other("another file was put in its place")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// On Windows it does, as long as the file can be reached: see [`options`].
#[cfg(not(unix))]
fn is_same_file(_: &File, path: &Path) -> io::Result<bool> {
    Ok(path.exists())
}

/// What a run sends its batches and its progress to: the journal, then the observer.
pub(crate) struct Saving<'a> {
    journal: &'a mut Journal,
    observer: &'a mut dyn Observer,
    /// What the ledger held before this run: estimated cost, and how many subproblems.
    earlier: (u128, u64),
    /// The solutions in them.
    earlier_found: u128,
}

impl<'a> Saving<'a> {
    /// Batches go to the journal; the observer hears of progress and trouble.
    pub fn new(journal: &'a mut Journal, observer: &'a mut dyn Observer) -> Self {
        let earlier_found = journal.ledger().count;
        Saving { journal, observer, earlier: (0, 0), earlier_found }
    }

    /// The same, where the ledger held this estimated cost in so many subproblems before.
    #[must_use]
    pub fn resumed(mut self, cost: u128, subproblems: u64) -> Self {
        self.earlier = (cost, subproblems);
        self
    }

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
        let (earlier_cost, earlier) = self.earlier;
        let found = progress.found.and_then(|found| found.checked_add(self.earlier_found));
        self.observer.progress(&Progress { earlier_cost, earlier, found, ..*progress });
    }
}

impl Journal {
    /// The subproblems of `wanted` that are still to be counted.
    #[must_use]
    pub fn left(&self, wanted: &Ranges) -> Ranges {
        wanted.without(&self.ledger.done)
    }
}
