//! The ledger of a run: joins finished batches to chunks, writes the chunks that are complete, and lets the count
//! continue when writing fails.
//!
//! All chunks and their text stay in memory (about 200 bytes each), so that a deleted ledger can be written anew, and a
//! failed write is cut off and repeated.
//!
//! Cost: a line of about 80 bytes per chunk, and one fsync every two seconds and at the end. A new ledger's header is
//! not synced by itself: a power cut may leave an empty ledger, which is a ledger not begun.

use super::contents::{HAS_NO_FILES, Ledger, contents, replaced};
use super::lock::Lock;
use super::{Chunk, Header, LedgerError, LedgerFault};
use crate::base::text::not_written;
use crate::search::{Finished, Kept, Observer, Overflow, Progress, Sink, StopFlag, Tally};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The interval at which the ledger is synced and the lock is touched.
const SYNC: Duration = Duration::from_secs(2);

/// A ledger that is open for writing.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    pub ledger: Ledger,
    file: File,
    /// The contents of the file when everything is written.
    text: Vec<u8>,
    /// The number of bytes written to the file, and of those known to be on the disk.
    written: usize,
    synced: usize,
    last_sync: Instant,
    failing: bool,
    /// Whether writing ever failed, so that the user should check the file.
    pub troubled: bool,
    lock: Lock,
}

impl Journal {
    /// Opens or creates the ledger at `path` for a run with this header. The observer hears the reason of a wait;
    /// `None` if `stop` was raised.
    ///
    /// # Errors
    /// [`LedgerError`] when it is damaged, belongs to another count, is in use, or cannot be written.
    pub fn open(
        path: &Path,
        header: &Header,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Option<Self>, LedgerError> {
        if HAS_NO_FILES {
            return Err(LedgerFault::file(path, "written")(io::ErrorKind::Unsupported.into()));
        }
        let Some(lock) = Lock::take(path, stop, observer)? else { return Ok(None) };
        let failed = || LedgerFault::file(path, "written");
        let mut options = options();
        let options = options.read(true).create(true).truncate(false);
        let is_new = !lock.ledger.exists();
        let mut file = options.open(&lock.ledger).map_err(failed())?;
        lock.claim(&file, path)?;
        let mut text = contents(path)?;
        let length = text.len();
        let (ledger, good) = if header.to_line().as_bytes().starts_with(&text) && !text.ends_with(b"\n") {
            (Ledger::new(header.clone()), 0) // new, or killed while the header was being written
        } else {
            Ledger::parse(&text, path)?
        };
        header.same_run(&ledger.header, path)?;
        if good < length {
            file.set_len(good as u64).map_err(failed())?;
        }
        text.truncate(good);
        if lock.taken_over && cfg!(unix) {
            // A writer that wakes up writes to the file that it had opened.
            file = replaced(&lock.ledger, &text).map_err(failed())?;
            lock.claim(&file, path)?;
        }
        if good == 0 {
            text.extend(header.to_line().bytes());
        }
        let mut journal = Journal {
            path: path.to_owned(),
            ledger,
            text,
            written: good,
            synced: good,
            last_sync: Instant::now(),
            failing: false,
            troubled: false,
            lock,
            file,
        };
        journal.append().map_err(|error| {
            if is_new {
                std::fs::remove_file(&journal.lock.ledger).ok();
            }
            failed()(error)
        })?;
        Ok(Some(journal))
    }

    /// Adds a complete chunk.
    ///
    /// # Errors
    /// [`Overflow`] when the counts leave their range.
    pub fn push(&mut self, chunk: Chunk) -> Result<(), Overflow> {
        let line = chunk.to_line(self.ledger.header.checksum());
        self.ledger.push(chunk).map_err(|_| Overflow)?;
        self.text.extend(line.bytes());
        Ok(())
    }

    /// Writes finished chunks and renews the lock. Tells the observer when writing begins to fail.
    pub fn save(&mut self, sync: bool, observer: &mut dyn Observer) {
        let due = sync || self.failing || self.last_sync.elapsed() >= SYNC;
        if !due && self.written == self.text.len() {
            return;
        }
        let written = self.write(due);
        if let (Err(error), false) = (&written, self.failing) {
            self.troubled = true;
            let path = self.path.display();
            observer.trouble(&format!(
                "the ledger '{path}' cannot be written: {}; the count goes on, and the writing is tried again",
                not_written(error)
            ));
        }
        self.failing = written.is_err();
    }

    fn write(&mut self, sync: bool) -> io::Result<()> {
        self.lock.hold(sync)?;
        let lost = if is_same_file(&self.file, &self.lock.ledger)? {
            match self.file.metadata()?.len().cmp(&(self.written as u64)) {
                Ordering::Less => Some("cut short"),
                Ordering::Equal => None,
                Ordering::Greater => return Err(io::Error::other("another process has written to it")),
            }
        } else {
            // It is made anew, but never over a file that somebody else put there.
            self.file = options().create_new(true).open(&self.lock.ledger)?;
            self.lock.claim(&self.file, &self.path).map_err(io::Error::other)?;
            Some("deleted")
        };
        if let Some(lost) = lost {
            (self.written, self.synced) = (0, 0);
            self.append()?;
            self.sync()?;
            return Err(io::Error::other(format!("it was {lost}, and has been written anew")));
        }
        self.append()?;
        if sync {
            self.sync()?;
        }
        Ok(())
    }

    /// Waits until all written bytes are on the disk. If that fails, the system may have dropped unwritten bytes
    /// without reporting it again: everything since the last success is written once more.
    fn sync(&mut self) -> io::Result<()> {
        self.last_sync = Instant::now();
        if self.synced == self.written {
            return Ok(());
        }
        if let Err(error) = self.file.sync_data() {
            self.written = self.synced;
            self.file.set_len(self.written as u64).ok();
            return Err(error);
        }
        // The folder holds the name of a new file. Not every system can sync it; errors are ignored.
        if self.synced == 0
            && let Some(Ok(folder)) = self.lock.ledger.parent().map(File::open)
        {
            folder.sync_all().ok();
        }
        self.synced = self.written;
        Ok(())
    }

    /// Writes the rest of the text, whole or not at all.
    pub(super) fn append(&mut self) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.written as u64))?;
        if let Err(error) = self.file.write_all(&self.text[self.written..]) {
            self.file.set_len(self.written as u64).ok();
            return Err(error);
        }
        self.written = self.text.len();
        Ok(())
    }
}

/// Options for opening a ledger for writing. On Windows no other process may write, rename or delete it meanwhile;
/// reading is allowed.
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

/// On Windows it does as long as the file can be reached: see [`options`].
#[cfg(not(unix))]
fn is_same_file(_: &File, path: &Path) -> io::Result<bool> {
    Ok(path.exists())
}

/// The sink of a run with a ledger: the journal first, then the observer.
pub(crate) struct Saving<'a> {
    journal: &'a mut Journal,
    observer: &'a mut dyn Observer,
    /// The chunks that are not finished, by their first subproblem.
    open: BTreeMap<u64, OpenChunk>,
    /// The estimated cost and the number of the subproblems that the ledger held before this run.
    earlier: (u128, u64),
    /// The solutions found before this run.
    earlier_found: u128,
}

/// A chunk to be counted, with its finished batches.
struct OpenChunk {
    ids: Range<u64>,
    batches: Vec<Chunk>,
}

impl<'a> Saving<'a> {
    /// A sink of the batches of these chunks. The ledger held subproblems of the estimated cost and number `earlier`
    /// before.
    pub fn new(
        journal: &'a mut Journal,
        observer: &'a mut dyn Observer,
        chunks: &[Range<u64>],
        earlier: (u128, u64),
    ) -> Self {
        let open = |ids: &Range<u64>| (ids.start, OpenChunk { ids: ids.clone(), batches: vec![] });
        let earlier_found = journal.ledger.count;
        Saving { journal, observer, open: chunks.iter().map(open).collect(), earlier, earlier_found }
    }

    /// Writes everything, incomplete chunks too, at the end of the run.
    ///
    /// # Errors
    /// [`Overflow`] when a count leaves its range.
    pub fn finish(mut self) -> Result<(), Overflow> {
        for open in std::mem::take(&mut self.open).into_values() {
            self.close(open)?;
        }
        self.journal.save(true, self.observer);
        Ok(())
    }

    /// Writes a line for each stretch of consecutive batches: a single one if the chunk is complete.
    fn close(&mut self, mut open: OpenChunk) -> Result<(), Overflow> {
        open.batches.sort_by_key(|batch| batch.ids.start);
        let mut joined: Vec<Chunk> = vec![];
        for batch in open.batches {
            match joined.last_mut() {
                Some(last) if last.ids.end == batch.ids.start => {
                    last.ids.end = batch.ids.end;
                    last.count.add(&batch.count, 1)?;
                    last.more.add(&batch.more, 1)?;
                    last.nanoseconds = last.nanoseconds.saturating_add(batch.nanoseconds);
                }
                _ => joined.push(batch),
            }
        }
        // The driver hands out each subproblem once, so that a refused chunk has overflowed.
        joined.into_iter().try_for_each(|chunk| self.journal.push(chunk))
    }
}

impl<T: Kept> Sink<T> for Saving<'_> {
    fn finished(&mut self, batch: &Finished<T>) -> Result<(), Overflow> {
        if batch.ids.is_empty() {
            return Ok(());
        }
        let Some((&start, open)) = self.open.range_mut(..=batch.ids.start).next_back() else {
            return Ok(());
        };
        let (nanoseconds, (count, more)) = (batch.nanoseconds, batch.tally.numbers());
        open.batches.push(Chunk { ids: batch.ids.clone(), count, nanoseconds, more: more.to_vec() });
        let done: u64 = open.batches.iter().map(|batch| batch.ids.end - batch.ids.start).sum();
        if done == open.ids.end - open.ids.start
            && let Some(open) = self.open.remove(&start)
        {
            self.close(open)?;
        }
        Ok(())
    }

    fn progress(&mut self, progress: &Progress) {
        self.journal.save(false, self.observer);
        let (earlier_cost, earlier) = self.earlier;
        let found = progress.found.and_then(|found| found.checked_add(self.earlier_found));
        self.observer.progress(&Progress { earlier_cost, earlier, found, ..*progress });
    }
}
