//! What ends a run early: a signal, the console's closing, or the time limit. And the signal that asks how far it is.
//!
//! Where nothing is kept, one signal ends the run: at once, and by force where that takes longer than [`LETTING_GO`].
//! With a ledger the first lets the subproblems in progress come to their end, which is announced, and drops them
//! [`GRACE`] after that; a second one drops them now. The time limit drops them in any case: what is lost is half a
//! subproblem for each thread, as much as would be lost by waiting. So does a closing console, which leaves no time.
//! A lost terminal (SIGHUP) ends a run as SIGTERM does, unless the run was started to survive it. A run that is ended by
//! force removes its drafts.
//! SIGUSR1, where there is one, prints the state and changes nothing.

use super::failure::Status;
use super::progress::State;
use super::signals::{self, Heard};
use crate::report::{duration, remove_drafts};
use crate::search::StopFlag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

/// How far subproblems in progress may overrun the time that was announced for them.
const GRACE: Duration = Duration::from_secs(10);
/// How long the workers may take to let go of what they are at.
const LETTING_GO: Duration = Duration::from_millis(900);
/// The same where what is finished has yet to be written.
const LETTING_GO_WITH_LEDGER: Duration = Duration::from_secs(2);

/// The run's stop flag, and why it was raised.
#[derive(Debug, Clone, Default)]
pub struct Stopping {
    flag: StopFlag,
    /// The exit code of what came first; 0 while nothing has.
    cause: Arc<AtomicU8>,
    /// Whether it was said that a signal has come.
    said: Arc<AtomicBool>,
    /// How far the work is.
    state: State,
    threads: usize,
    /// Whether what is finished is kept.
    keeps: Arc<AtomicBool>,
}

impl Stopping {
    /// Listens for signals, and watches the clock where there is a limit.
    pub fn watch(limit: Option<Duration>, threads: usize) -> io::Result<Self> {
        let stopping = Stopping { threads, ..Stopping::default() };
        let on_signal = stopping.clone();
        signals::listen(move |heard| on_signal.hear(heard))?;
        if let Some(limit) = limit {
            let on_time = stopping.clone();
            thread::Builder::new().spawn(move || {
                thread::sleep(limit);
                on_time.raise(Status::TimeLimit);
                on_time.flag.abandon();
            })?;
        }
        Ok(stopping)
    }

    /// The flag that the engines look at.
    pub fn flag(&self) -> &StopFlag {
        &self.flag
    }

    /// What is finished is kept from now on.
    pub fn keep(&self) {
        self.keeps.store(true, Relaxed);
    }

    /// Where the work says how far it is.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// How the run ended, if something ended it early.
    pub fn cause(&self) -> Option<Status> {
        let code = self.cause.load(Relaxed);
        Status::CAUSES.into_iter().find(|status| status.code() == code)
    }

    /// After a signal: waits until it is said that it has come, and not for long, as nobody may be reading.
    pub fn wait_until_said(&self) {
        let by_signal = self.cause().is_some_and(Status::is_by_signal);
        for _ in 0..100 {
            if !by_signal || self.said.load(Relaxed) {
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Raises the flag for this reason; false if it was raised before.
    fn raise(&self, status: Status) -> bool {
        let first = self.cause.compare_exchange(0, status.code(), Relaxed, Relaxed).is_ok();
        self.flag.finish();
        first
    }

    fn hear(&self, heard: Heard) {
        let (status, has_time) = match heard {
            Heard::Interrupt => (Status::Interrupted, true),
            #[cfg(unix)]
            Heard::Terminate => (Status::Terminated, true),
            #[cfg(unix)]
            Heard::HangUp => (Status::HungUp, true),
            #[cfg(windows)]
            Heard::Closing => (Status::Terminated, false),
            #[cfg(unix)]
            Heard::Question => return say!("{}", self.state),
        };
        let first = self.raise(status);
        let keeps = self.keeps.load(Relaxed);
        if first && keeps && has_time {
            self.finish_in_time();
            return self.said.store(true, Relaxed);
        }
        self.flag.abandon();
        if first {
            say!("stopping");
            self.said.store(true, Relaxed);
        }
        thread::sleep(if keeps { LETTING_GO_WITH_LEDGER } else { LETTING_GO });
        remove_drafts();
        std::process::exit(i32::from(status.code()));
    }

    /// Says how long the subproblems in progress take, and drops them when they take much longer.
    fn finish_in_time(&self) {
        let time = self.state.in_progress(self.threads);
        let takes = time.map_or_else(String::new, |time| format!(", {} or so", rounded(time)));
        say!("stopping after the subproblems in progress{takes}; once more stops now");
        let flag = self.flag.clone();
        thread::spawn(move || {
            thread::sleep(time.unwrap_or_default().saturating_add(GRACE));
            flag.abandon();
        });
    }
}

/// A time as one says it: `a second`, `12.3 s`.
fn rounded(time: Duration) -> String {
    if time < Duration::from_secs(1) { "a second".to_owned() } else { duration(time.as_secs_f64()) }
}
