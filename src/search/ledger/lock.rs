//! One writer at a time: a file beside the ledger that names the host and the process.
//!
//! Locks of the operating system are not to be trusted on network file systems, so the record decides. On this
//! host a process that has ended is seen by itself. A writer on another host shows that it lives by touching
//! its record every [`BEAT`]; a record that is not touched for [`PATIENCE`] is of a process that was killed,
//! or of a host that was lost, and is taken over. Only our own clock is asked.

use super::LedgerError;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// How often a writer shows that it lives.
const BEAT: Duration = Duration::from_secs(2);
/// How long a record on another host may stand still.
const PATIENCE: Duration = Duration::from_secs(15);

/// The right to write a ledger; given up when dropped.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    record: String,
    next_beat: Instant,
}

impl Lock {
    /// Takes the lock of the ledger `path`. Waits up to [`PATIENCE`] where the record is of another host.
    pub fn take(ledger: &Path) -> Result<Self, LedgerError> {
        let mut path = ledger.as_os_str().to_owned();
        path.push(".lock");
        let lock = Lock { path: path.into(), record: own_record(), next_beat: Instant::now() + BEAT };
        let failed =
            |source| LedgerError::File { path: ledger.display().to_string(), what: "written", source };
        loop {
            match OpenOptions::new().write(true).create_new(true).open(&lock.path) {
                Ok(mut file) => {
                    file.write_all(lock.record.as_bytes()).map_err(failed)?;
                    return Ok(lock);
                }
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(failed(error)),
                Err(_) => {}
            }
            if !is_abandoned(&lock.path) {
                let record = fs::read_to_string(&lock.path).unwrap_or_default();
                let (host, pid, _) = fields(&record).unwrap_or(("an unknown host", 0, 0));
                let (path, host) = (ledger.display().to_string(), host.to_owned());
                return Err(LedgerError::InUse { path, pid, host });
            }
            match fs::remove_file(&lock.path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
                _ => {}
            }
        }
    }

    /// Shows that the writer lives, if it is time. A lock that cannot be touched is not worth an error: what
    /// matters is written to the ledger, and fails there.
    pub fn beat(&mut self) {
        let now = Instant::now();
        if now >= self.next_beat {
            self.next_beat = now + BEAT;
            if let Ok(file) = File::options().write(true).open(&self.path) {
                file.set_modified(std::time::SystemTime::now()).ok();
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if fs::read_to_string(&self.path).is_ok_and(|record| record == self.record) {
            fs::remove_file(&self.path).ok();
        }
    }
}

/// `host pid start`, where the start tells a process from a later one of the same number.
fn own_record() -> String {
    let pid = std::process::id();
    format!("{} {pid} {}\n", host_name(), started(pid).unwrap_or(0))
}

fn fields(record: &str) -> Option<(&str, u32, u64)> {
    let mut words = record.split_whitespace();
    Some((words.next()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?))
}

fn host_name() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim().replace(char::is_whitespace, "-");
    if name.is_empty() { "unknown".to_owned() } else { name }
}

/// When the process was started, in the kernel's ticks; `None` where there is no such process (or no /proc).
fn started(pid: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may hold anything; the 20th word after it is the start, the first the state.
    let words: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    if matches!(words.first(), Some(&("Z" | "X"))) { None } else { words.get(19)?.parse().ok() }
}

/// Whether the process of this record has ended: known at once on this host, after [`PATIENCE`] of another.
fn is_abandoned(path: &Path) -> bool {
    let record = fs::read_to_string(path).unwrap_or_default();
    if let Some((host, pid, start)) = fields(&record)
        && host == host_name()
        && started(std::process::id()).is_some()
    {
        return started(pid) != Some(start);
    }
    let touched = || fs::metadata(path).and_then(|file| file.modified()).ok();
    let (before, began) = (touched(), Instant::now());
    while began.elapsed() < PATIENCE {
        thread::sleep(BEAT / 4);
        if touched() != before {
            return touched().is_none();
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_writer_at_a_time_and_the_dead_do_not_count() {
        let folder = std::env::temp_dir().join(format!("vuelta-lock-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let ledger = folder.join("ledger");
        let first = Lock::take(&ledger).unwrap();
        let error = Lock::take(&ledger).unwrap_err();
        assert!(error.to_string().contains(&format!("process {}", std::process::id())), "{error}");
        drop(first);
        drop(Lock::take(&ledger).unwrap());
        // The number of a process of this host that started at another time.
        let record = format!("{} {} 1\n", host_name(), std::process::id());
        fs::write(folder.join("ledger.lock"), record).unwrap();
        drop(Lock::take(&ledger).unwrap());
        assert!(!folder.join("ledger.lock").exists());
        fs::remove_dir_all(folder).unwrap();
    }
}
