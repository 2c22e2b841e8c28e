//! One writer at a time: a file beside the ledger that names the host and the process.
//!
//! Links to a ledger lead to one [place](crate::place), and the file stands beside that. Hard links are names that no path
//! tells from each other, so the ledger itself is locked too where the system can do that ([`Lock::claim`]).
//!
//! Locks of the operating system are not to be trusted on network file systems, so the record decides. A process
//! of this host that has ended is seen by itself (see [`Owner::has_ended`]). A writer elsewhere shows that it lives by touching its
//! record every [`BEAT`]; a record that is not touched for [`PATIENCE`] is of a process that was killed, or of a
//! host that was lost, and is taken over; a file without a record, of a process that was killed while it made it, is
//! taken over soon. Only our own clock is asked.
//!
//! A writer that was held up for longer than that, and finds another's record in the place of its own, writes no
//! more: see [`Lock::hold`].

use super::LedgerError;
use super::process::Owner;
use crate::place::{followed, place};
use crate::search::{Observer, StopFlag};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// How often a writer shows that it lives.
const BEAT: Duration = Duration::from_secs(2);
/// How long a record of another host may stand still.
const PATIENCE: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 15 });
/// How long a file may be without its record, which is written at once.
const PATIENCE_WITHOUT_RECORD: Duration = Duration::from_secs(1);
/// How often the file and the stop flag are looked at while waiting.
const LOOK: Duration = Duration::from_millis(50);

/// The right to write a ledger; given up when dropped.
#[derive(Debug)]
pub(super) struct Lock {
    ledger: PathBuf,
    path: PathBuf,
    record: String,
    next_beat: Instant,
    /// Whether the record of a writer that could not be seen from here was taken away: it may have left a lock of the
    /// system behind.
    taken_over: bool,
}

impl Lock {
    /// Takes the lock of the ledger `path`. Waits up to [`PATIENCE`] where the record is of another host, which
    /// the observer hears of; `None` when `stop` is raised meanwhile.
    pub fn take(
        ledger: &Path,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Option<Self>, LedgerError> {
        // Where the place cannot be told, the ledger cannot be opened either, and the system says why.
        let place = place(ledger).unwrap_or_else(|_| ledger.to_owned());
        let (path, record) = (with_suffix(&place, ".lock"), Owner::own().to_string());
        let mut taken_over = false;
        let shown = with_suffix(&followed(ledger).unwrap_or_else(|_| ledger.to_owned()), ".lock");
        let failed = || LedgerError::file(ledger, "written");
        loop {
            match create(&path, &record) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed()(error)),
                Ok(()) => {
                    let next_beat = Instant::now() + BEAT;
                    return Ok(Some(Lock { ledger: place, path, record, next_beat, taken_over }));
                }
            }
            let found = fs::read_to_string(&path).unwrap_or_default();
            let Owner { host, process: pid, .. } = owner(&found);
            let ended = owner(&found).has_ended();
            if ended.is_none() && !found.is_empty() {
                observer.note(&format!(
                    "'{}' names process {pid} on {host}; waiting up to {} s to see whether it lives",
                    shown.display(),
                    PATIENCE.as_secs()
                ));
            }
            if !ended.unwrap_or_else(|| stands_still(&path, &found, stop)) {
                if stop.is_raised() {
                    return Ok(None);
                }
                let (path, lock) = (ledger.display().to_string(), shown.display().to_string());
                return Err(LedgerError::InUse { path, pid, host, lock });
            }
            taken_over |= ended.is_none() && !found.is_empty();
            take_away(&path, &found).map_err(failed())?;
        }
    }

    /// The ledger's own path, without links.
    pub fn ledger(&self) -> &Path {
        &self.ledger
    }

    /// Locks the ledger itself, for as long as `file` is open: it may have another name, as a hard link, beside which
    /// another record stands. Where the file system has no locks the record alone decides; so it does after a writer was
    /// taken over, whose lock a file server may keep. On Windows a ledger is [opened](super::journal) by one writer alone.
    ///
    /// # Errors
    /// [`LedgerError::Locked`], where `ledger` is the path to be told.
    pub fn claim(&self, file: &File, ledger: &Path) -> Result<(), LedgerError> {
        if cfg!(unix) && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && !self.taken_over {
            return Err(LedgerError::Locked { path: ledger.display().to_string() });
        }
        Ok(())
    }

    /// Makes sure that the lock is still ours, and shows that we live. Called before everything that is written.
    ///
    /// # Errors
    /// Where another process took the ledger over. A lock that was removed is made again.
    pub fn hold(&mut self) -> io::Result<()> {
        match fs::read_to_string(&self.path) {
            Ok(record) if record == self.record => {}
            Ok(record) => {
                let Owner { host, process, .. } = owner(&record);
                return Err(io::Error::other(format!("process {process} on {host} has taken it over")));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => create(&self.path, &self.record)?,
            Err(error) => return Err(error),
        }
        let now = Instant::now();
        if now >= self.next_beat {
            self.next_beat = now + BEAT;
            // A lock that cannot be touched is not worth an error: what matters is written to the ledger.
            if let Ok(file) = File::options().write(true).open(&self.path) {
                file.set_modified(std::time::SystemTime::now()).ok();
            }
        }
        Ok(())
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if fs::read_to_string(&self.path).is_ok_and(|record| record == self.record) {
            fs::remove_file(&self.path).ok();
        }
    }
}

/// Makes the lock's file; an error where there is one. On a full disk, which may have room for a name and none
/// for the record, no file is left behind.
fn create(path: &Path, record: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(record.as_bytes()).inspect_err(|_| {
        fs::remove_file(path).ok();
    })
}

/// Removes the lock with this record. Two processes may find it abandoned at the same time: the slower one must
/// not remove the new lock of the faster one. So it is moved aside, looked at, and put back if it is another's.
fn take_away(path: &Path, record: &str) -> io::Result<()> {
    let aside = with_suffix(path, &format!(".{}", std::process::id()));
    match fs::rename(path, &aside) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        other => other?,
    }
    if fs::read_to_string(&aside).is_ok_and(|moved| moved != record) {
        fs::hard_link(&aside, path).ok();
    }
    fs::remove_file(&aside)
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(suffix);
    path.into()
}

/// The owner by the record, or what can be said of one that is torn.
fn owner(record: &str) -> Owner {
    let unknown =
        || Owner { host: "an unknown host".to_owned(), process: 0, start: 0, system: String::new() };
    Owner::parse(record).unwrap_or_else(unknown)
}

/// Whether the lock is not touched for as long as its writer may take, or is gone. When `stop` is raised it is not known.
fn stands_still(path: &Path, record: &str, stop: &StopFlag) -> bool {
    let patience = if record.is_empty() { PATIENCE_WITHOUT_RECORD } else { PATIENCE };
    let touched = || fs::metadata(path).and_then(|file| file.modified()).ok();
    let (before, began) = (touched(), Instant::now());
    while began.elapsed() < patience && !stop.is_raised() {
        thread::sleep(LOOK);
        if touched() != before {
            return touched().is_none();
        }
    }
    !stop.is_raised()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Quiet;
    use crate::temporary::Folder;

    #[test]
    fn one_writer_at_a_time_and_the_dead_do_not_count() {
        let folder = Folder::new("lock");
        let (ledger, lock) = (folder.file("ledger"), folder.file("ledger.lock"));
        let take = || Lock::take(&ledger, &StopFlag::default(), &mut Quiet);
        let first = take().unwrap();
        let error = take().unwrap_err();
        assert!(error.to_string().contains(&format!("process {}", std::process::id())), "{error}");
        assert!(lock.exists(), "who is refused, in this process too, leaves the lock as it is");
        drop(first);
        drop(take().unwrap());
        // The number of a process of this host that started at another time.
        let dead = Owner { start: 1, ..Owner::own() }.to_string();
        fs::write(&lock, &dead).unwrap();
        drop(take().unwrap());
        assert!(!lock.exists());
        // Only what was judged is taken away.
        fs::write(&lock, "somebody else").unwrap();
        take_away(&lock, &dead).unwrap();
        assert_eq!(fs::read_to_string(&lock).unwrap(), "somebody else");
        take_away(&lock, "somebody else").unwrap();
        assert_eq!(folder.len(), 0);
    }

    #[test]
    fn a_lock_without_a_record_is_soon_taken_over_and_a_wait_ends_when_it_is_told_to() {
        let folder = Folder::new("empty");
        let (ledger, path) = (folder.file("ledger"), folder.file("ledger.lock"));
        fs::write(&path, "").unwrap();
        let began = Instant::now();
        assert!(Lock::take(&ledger, &StopFlag::default(), &mut Quiet).unwrap().is_some());
        assert!(began.elapsed() >= PATIENCE_WITHOUT_RECORD && !path.exists());
        // Of another host, which does not stir: the one who waits is stopped, and leaves all as it is.
        fs::write(&path, "elsewhere 12 34 system\n").unwrap();
        let stop = StopFlag::default();
        stop.finish();
        assert!(Lock::take(&ledger, &stop, &mut Quiet).unwrap().is_none());
        assert!(path.exists() && began.elapsed() < PATIENCE_WITHOUT_RECORD + PATIENCE);
        assert!(Lock::take(&ledger, &StopFlag::default(), &mut Quiet).unwrap().is_some());
    }

    #[test]
    fn who_was_taken_over_writes_no_more() {
        let folder = Folder::new("hold");
        let ledger = folder.file("ledger");
        let mut lock = Lock::take(&ledger, &StopFlag::default(), &mut Quiet).unwrap().unwrap();
        lock.hold().unwrap();
        fs::remove_file(folder.file("ledger.lock")).unwrap();
        lock.hold().unwrap();
        fs::write(folder.file("ledger.lock"), "elsewhere 12 34 system\n").unwrap();
        assert_eq!(lock.hold().unwrap_err().to_string(), "process 12 on elsewhere has taken it over");
    }
}
