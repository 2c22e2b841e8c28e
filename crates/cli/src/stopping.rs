//! The early end of a run, by a signal, a closing console, or the time limit; and the signal that asks for its
//! progress.
//!
//! Without a ledger, one signal ends the run at once, and by force after [`LETTING_GO`]. With a ledger, the first
//! signal lets the subproblems in progress finish, announces how long that takes, and drops them [`GRACE`] after that
//! time; a second signal drops them at once. The time limit always drops them: that loses half a subproblem per thread,
//! no more than waiting would; a run that goes on (a picture is drawn, nobody reads the output) is ended by force after
//! [`AFTER_LIMIT`]. A closing console drops them too, because it leaves no time. A lost terminal (SIGHUP) acts like
//! SIGTERM, unless the run was started to survive it. A run that is ended by force removes its drafts; while results
//! are written to files, it has [`GRACE`] more. SIGUSR1, where it exists, prints the progress and changes nothing.

use super::failure::Status;
use super::progress::State;
use super::signals;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;
use vuelta::Error;
use vuelta::search::StopFlag;
use vuelta_records::{duration, remove_drafts};

/// The time by which subproblems in progress may exceed the announced time, and the time for results to be written.
const GRACE: Duration = Duration::from_secs(10);
/// The time for workers to stop.
const LETTING_GO: Duration = Duration::from_millis(900);
/// The time to end by itself after the time limit, which is kept to half a second.
const AFTER_LIMIT: Duration = Duration::from_millis(450);
/// The time for workers to stop if finished subproblems must still be written.
const LETTING_GO_WITH_LEDGER: Duration = Duration::from_secs(2);

/// The run's stop flag, and the reason why it was raised.
#[derive(Debug, Clone, Default)]
pub struct Stopping {
    /// The flag that the engines look at.
    pub flag: StopFlag,
    /// The first reason.
    cause: Arc<OnceLock<Status>>,
    /// Whether the message about a signal is printed.
    said: Arc<AtomicBool>,
    /// The progress that the work reports.
    pub state: State,
    threads: usize,
    /// Whether finished subproblems are kept in a ledger.
    keeps: Arc<AtomicBool>,
    /// Whether results are being written to files.
    saves: Arc<AtomicBool>,
}

impl Stopping {
    /// Listens for signals, and watches the clock if there is a limit: the one that was `asked` for, which is kept by
    /// force, or the `usual` one.
    ///
    /// # Errors
    /// [`Error::Threads`] when the system refuses the threads for it.
    pub fn watch(asked: Option<Duration>, usual: Option<Duration>, threads: usize) -> Result<Self, Error> {
        let stopping = Stopping { threads, ..Stopping::default() };
        let on_signal = stopping.clone();
        let refused = |error| Error::Threads(Box::new(error));
        signals::listen(move |heard| on_signal.hear(heard)).map_err(refused)?;
        if let Some(limit) = asked.or(usual) {
            let on_time = stopping.clone();
            let watching = thread::Builder::new().spawn(move || {
                thread::sleep(limit);
                on_time.raise(Status::TimeLimit);
                on_time.flag.abandon();
                if asked.is_some() {
                    on_time.end_after(AFTER_LIMIT);
                }
            });
            watching.map_err(refused)?;
        }
        Ok(stopping)
    }

    /// Declares that finished subproblems are kept in a ledger, so the first signal waits for those in progress.
    pub fn keep(&self) {
        self.keeps.store(true, Relaxed);
    }

    /// Declares that results are being written to files, so a run that is ended by force has time for it.
    pub fn save(&self) {
        self.saves.store(true, Relaxed);
    }

    /// The reason why the run ended early, if it did.
    pub fn cause(&self) -> Option<Status> {
        self.cause.get().copied()
    }

    /// After a signal, waits until its message is printed, but only briefly, because standard error may be blocked.
    pub fn wait_until_said(&self) {
        let by_signal = self.cause().is_some_and(Status::is_by_signal);
        for _ in 0..100 {
            if !by_signal || self.said.load(Relaxed) {
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Raises the flag for this reason; returns false if it was raised before.
    fn raise(&self, status: Status) -> bool {
        let first = self.cause.set(status).is_ok();
        self.flag.finish();
        first
    }

    /// Ends the run for this reason; without one, prints the progress.
    fn hear(&self, status: Option<Status>) {
        let Some(status) = status else { return say!("{}", self.state) };
        // A closing console leaves no time.
        let has_time = cfg!(unix) || status == Status::Interrupted;
        let first = self.raise(status);
        if first && self.keeps.load(Relaxed) && has_time {
            self.finish_in_time();
            return self.said.store(true, Relaxed);
        }
        self.flag.abandon();
        if first {
            say!("stopping");
            self.said.store(true, Relaxed);
        }
        self.end_after(LETTING_GO);
    }

    /// Ends the run by force after this time, or later if there are files to be written.
    fn end_after(&self, time: Duration) {
        thread::sleep(if self.keeps.load(Relaxed) { LETTING_GO_WITH_LEDGER } else { time });
        if self.saves.load(Relaxed) {
            thread::sleep(GRACE);
        }
        let Some(status) = self.cause() else { return };
        if status == Status::TimeLimit {
            say!("stopped by the time limit");
        }
        remove_drafts();
        // Without what runs at the exit of a process: other threads may be in the driver of a graphics card.
        signals::exit(status.code().into());
    }

    /// Announces the time of the subproblems in progress, and drops them if they take much longer.
    fn finish_in_time(&self) {
        let time = self.state.in_progress(self.threads);
        let takes = time.map_or_else(String::new, |time| format!(", {} or so", rounded(time)));
        say!("stopping after the subproblems in progress{takes}; press Ctrl-C again to stop now");
        let flag = self.flag.clone();
        let dropping = thread::Builder::new().spawn(move || {
            thread::sleep(time.unwrap_or_default().saturating_add(GRACE));
            flag.abandon();
        });
        if dropping.is_err() {
            self.flag.abandon();
        }
    }
}

/// A time for people: `a second`, `12.3 s`.
fn rounded(time: Duration) -> String {
    if time < Duration::from_secs(1) { "a second".to_owned() } else { duration(time.as_secs_f64()) }
}
