//! One writer at a time: a file beside the ledger that names the host and the process.
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
use crate::search::{Observer, StopFlag};
use std::fs::{self, File, OpenOptions};
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
    path: PathBuf,
    record: String,
    next_beat: Instant,
}

impl Lock {
    /// Takes the lock of the ledger `path`. Waits up to [`PATIENCE`] where the record is of another host, which
    /// the observer hears of; `None` when `stop` is raised meanwhile.
    pub fn take(
        ledger: &Path,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Option<Self>, LedgerError> {
        let record = Owner::own().to_string();
        let lock = Lock { path: with_suffix(ledger, ".lock"), record, next_beat: Instant::now() + BEAT };
        let failed = || LedgerError::file(ledger, "written");
        loop {
            match create(&lock.path, &lock.record) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                other => return other.map(|()| Some(lock)).map_err(failed()),
            }
            let found = fs::read_to_string(&lock.path).unwrap_or_default();
            if !is_abandoned(&lock.path, &found, stop, observer) {
                if stop.is_raised() {
                    return Ok(None);
                }
                let (path, Owner { host, process, .. }) = (ledger.display().to_string(), owner(&found));
                return Err(LedgerError::InUse { path, pid: process, host });
            }
            take_away(&lock.path, &found).map_err(failed())?;
        }
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

/// Whether the process of this record has ended: known at once on this host, after [`PATIENCE`] of another. When `stop`
/// is raised it is not known.
fn is_abandoned(path: &Path, record: &str, stop: &StopFlag, observer: &mut dyn Observer) -> bool {
    let owner = owner(record);
    if let Some(ended) = owner.has_ended() {
        return ended;
    }
    let patience = if record.is_empty() { PATIENCE_WITHOUT_RECORD } else { PATIENCE };
    if !record.is_empty() {
        observer.note(&format!(
            "'{}' names process {} on {}; waiting up to {} s to see whether it lives",
            path.display(),
            owner.process,
            owner.host,
            patience.as_secs()
        ));
    }
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
        let folder = std::env::temp_dir().join(format!("vuelta-lock-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (ledger, lock) = (folder.join("ledger"), folder.join("ledger.lock"));
        let take = || Lock::take(&ledger, &StopFlag::default(), &mut Quiet);
        let first = take().unwrap();
        let error = take().unwrap_err();
        assert!(error.to_string().contains(&format!("process {}", std::process::id())), "{error}");
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
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_lock_without_a_record_is_soon_taken_over_and_a_wait_ends_when_it_is_told_to() {
        let folder = std::env::temp_dir().join(format!("vuelta-empty-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (ledger, path) = (folder.join("ledger"), folder.join("ledger.lock"));
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
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn who_was_taken_over_writes_no_more() {
        let folder = std::env::temp_dir().join(format!("vuelta-hold-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let ledger = folder.join("ledger");
        let mut lock = Lock::take(&ledger, &StopFlag::default(), &mut Quiet).unwrap().unwrap();
        lock.hold().unwrap();
        fs::remove_file(folder.join("ledger.lock")).unwrap();
        lock.hold().unwrap();
        fs::write(folder.join("ledger.lock"), "elsewhere 12 34 system\n").unwrap();
        assert_eq!(lock.hold().unwrap_err().to_string(), "process 12 on elsewhere has taken it over");
        fs::remove_dir_all(folder).unwrap();
    }
}
