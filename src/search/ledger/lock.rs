//! One writer at a time, by a file beside the ledger that names the host and the process.
//!
//! Symbolic links to a ledger are [resolved](crate::base::place), and the file is beside their target. Hard links cannot be
//! recognised by their paths, so the ledger itself is locked too if the system supports it ([`Lock::claim`]).
//!
//! Locks of the operating system are unreliable on network file systems, so the record decides. Whether a process of
//! this host has ended can be seen (see [`Owner::has_ended`]). A writer on another host touches its record whenever
//! it syncs its ledger, every two seconds; a record untouched for [`PATIENCE`] belongs to a killed process or a lost
//! host, and is taken over. A file without a record belongs to a process that was killed while creating it, and is
//! taken over soon. Only the local clock is used.
//!
//! A writer that was suspended for longer, and finds another's record in its place, stops writing: see
//! [`Lock::hold`].

use super::process::Owner;
use super::{LedgerError, LedgerFault};
use crate::base::place::{followed, place};
use crate::search::{Observer, StopFlag};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// The time without a touch after which a record of another host is abandoned.
const PATIENCE: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 15 });
/// The time after which a file without a record is abandoned; records are written at once.
const PATIENCE_WITHOUT_RECORD: Duration = Duration::from_secs(1);
/// The interval of looks at the file and the stop flag while waiting.
const LOOK: Duration = Duration::from_millis(50);

/// The right to write a ledger; given up when dropped.
#[derive(Debug)]
pub(super) struct Lock {
    /// The path of the ledger, without links.
    pub ledger: PathBuf,
    path: PathBuf,
    record: String,
    /// Whether a record was taken over from a writer that cannot be seen from here, which may have left a lock of the
    /// system behind, and may wake up.
    pub taken_over: bool,
}

impl Lock {
    /// Takes the lock of the ledger at this path. Waits up to [`PATIENCE`], and tells the observer, if the record is
    /// of another host; `None` if `stop` was raised.
    pub fn take(
        ledger: &Path,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Option<Self>, LedgerError> {
        // If the path cannot be resolved, opening the ledger fails too, with the system's reason.
        let place = place(ledger).unwrap_or_else(|_| ledger.to_owned());
        let (path, record) = (with_suffix(&place, ".lock"), Owner::own().to_string());
        let mut taken_over = false;
        let shown = with_suffix(&followed(ledger).unwrap_or_else(|_| ledger.to_owned()), ".lock");
        let failed = || LedgerFault::file(ledger, "written");
        loop {
            match create(&path, &record) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed()(error)),
                Ok(()) => return Ok(Some(Lock { ledger: place, path, record, taken_over })),
            }
            let found = fs::read_to_string(&path).unwrap_or_default();
            let owner = Owner::parse(&found);
            let (ended, Owner { host, process: pid, .. }) = (owner.has_ended(), owner);
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
                let lock = shown.display().to_string();
                return Err(LedgerFault::InUse { pid, host, lock }.of(ledger));
            }
            taken_over |= ended.is_none() && !found.is_empty();
            take_away(&path, &found).map_err(failed())?;
        }
    }

    /// Locks the ledger itself while `file` is open: a hard link may have another record beside it. Without support
    /// in the file system, the record alone decides; so it does after a take-over, since a file server may keep the
    /// lost writer's lock. On Windows only one writer can [open](super::journal) a ledger.
    ///
    /// # Errors
    /// [`LedgerFault::Locked`], with the path `ledger`.
    pub fn claim(&self, file: &File, ledger: &Path) -> Result<(), LedgerError> {
        if cfg!(unix) && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && !self.taken_over {
            return Err(LedgerFault::Locked.of(ledger));
        }
        Ok(())
    }

    /// Makes sure that the lock is still ours; touches it if `touch`. Called before every write.
    ///
    /// # Errors
    /// When another process took the ledger over. A removed lock is made again.
    pub fn hold(&self, touch: bool) -> io::Result<()> {
        match fs::read_to_string(&self.path) {
            Ok(record) if record == self.record => {}
            Ok(record) => {
                let Owner { host, process, .. } = Owner::parse(&record);
                return Err(io::Error::other(format!("process {process} on {host} has taken it over")));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => create(&self.path, &self.record)?,
            Err(error) => return Err(error),
        }
        // A failed touch is not an error: what matters is written to the ledger.
        if touch && let Ok(file) = File::options().write(true).open(&self.path) {
            file.set_modified(std::time::SystemTime::now()).ok();
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

/// Creates the lock file; an error if it exists. No file is left behind on a full disk, which may have room for a
/// name but not for the record.
fn create(path: &Path, record: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(record.as_bytes()).inspect_err(|_| {
        fs::remove_file(path).ok();
    })
}

/// Removes the lock with this record. Two processes may find it abandoned at the same time, and the slower one must
/// not remove the new lock of the faster one. So the file is moved aside, compared, and put back if it is another's.
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

/// Whether the lock is not touched for its patience, or is gone; false if `stop` is raised.
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

    #[test]
    fn one_writer_at_a_time_and_the_dead_do_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let (ledger, lock) = (folder.path().join("ledger"), folder.path().join("ledger.lock"));
        let take = || Lock::take(&ledger, &StopFlag::default(), &mut Quiet);
        let first = take().unwrap();
        let error = take().unwrap_err();
        assert!(error.to_string().contains(&format!("process {}", std::process::id())), "{error}");
        assert!(lock.exists(), "who is refused, in this process too, leaves the lock as it is");
        drop(first);
        drop(take().unwrap());
        // A process number of this host with another start time.
        let dead = Owner { start: 1, ..Owner::own() }.to_string();
        fs::write(&lock, &dead).unwrap();
        drop(take().unwrap());
        assert!(!lock.exists());
        // Only the given record is removed.
        fs::write(&lock, "somebody else").unwrap();
        take_away(&lock, &dead).unwrap();
        assert_eq!(fs::read_to_string(&lock).unwrap(), "somebody else");
        take_away(&lock, "somebody else").unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_lock_that_does_not_stir_is_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        let (ledger, path) = (folder.path().join("ledger"), folder.path().join("ledger.lock"));
        for (record, patience) in [("", PATIENCE_WITHOUT_RECORD), ("elsewhere 12 34 system\n", PATIENCE)] {
            fs::write(&path, record).unwrap();
            let began = Instant::now();
            assert!(Lock::take(&ledger, &StopFlag::default(), &mut Quiet).unwrap().is_some());
            assert!(began.elapsed() >= patience && !path.exists());
        }
    }

    #[test]
    fn who_was_taken_over_writes_no_more() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = folder.path().join("ledger");
        let lock = Lock::take(&ledger, &StopFlag::default(), &mut Quiet).unwrap().unwrap();
        lock.hold(true).unwrap();
        fs::remove_file(folder.path().join("ledger.lock")).unwrap();
        lock.hold(true).unwrap();
        fs::write(folder.path().join("ledger.lock"), "elsewhere 12 34 system\n").unwrap();
        assert_eq!(lock.hold(true).unwrap_err().to_string(), "process 12 on elsewhere has taken it over");
    }
}
