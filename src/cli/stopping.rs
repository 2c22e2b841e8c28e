//! What ends a run early: a signal, or the time limit. And the signal that asks how far it is.
//!
//! Either lets the subproblems in hand come to their end. A second signal drops them; so does a time limit
//! that they overrun by more than [`GRACE`]. SIGUSR1 prints the state and changes nothing.

use super::failure::{Signal, Status};
use super::progress::State;
use signal_hook::consts::{SIGINT, SIGTERM, SIGUSR1};
use signal_hook::iterator::Signals;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::thread;
use std::time::Duration;
use vuelta::search::StopFlag;

/// How far subproblems in hand may overrun the time limit.
const GRACE: Duration = Duration::from_secs(1);
/// How long the workers may take to let go after the second signal.
const LETTING_GO: Duration = Duration::from_secs(2);

/// The run's stop flag, and why it was raised.
#[derive(Debug, Clone, Default)]
pub struct Stopping {
    flag: StopFlag,
    /// The exit code of what came first; 0 while nothing has.
    cause: Arc<AtomicU8>,
    /// How far the work is.
    state: State,
    threads: usize,
}

impl Stopping {
    /// Listens for signals, and watches the clock where there is a limit.
    pub fn watch(limit: Option<Duration>, threads: usize) -> io::Result<Self> {
        let stopping = Stopping { threads, ..Stopping::default() };
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGUSR1])?;
        let on_signal = stopping.clone();
        thread::spawn(move || signals.forever().for_each(|signal| on_signal.signal(signal)));
        if let Some(limit) = limit {
            let on_time = stopping.clone();
            thread::spawn(move || {
                thread::sleep(limit);
                on_time.raise(Status::TimeLimit);
                thread::sleep(GRACE);
                on_time.flag.abandon();
            });
        }
        Ok(stopping)
    }

    /// The flag that the engines look at.
    pub fn flag(&self) -> &StopFlag {
        &self.flag
    }

    /// Where the work says how far it is.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// How the run ended, if something ended it early.
    pub fn cause(&self) -> Option<Status> {
        let causes = [
            Status::TimeLimit,
            Status::Interrupted(Signal::Interrupt),
            Status::Interrupted(Signal::Terminate),
        ];
        let code = self.cause.load(Relaxed);
        causes.into_iter().find(|status| status.code() == code)
    }

    /// Raises the flag for this reason; false if it was raised before.
    fn raise(&self, status: Status) -> bool {
        let first = self.cause.compare_exchange(0, status.code(), Relaxed, Relaxed).is_ok();
        self.flag.finish();
        first
    }

    fn signal(&self, signal: i32) {
        if signal == SIGUSR1 {
            eprintln!("{}", self.state);
            return;
        }
        let signal = if signal == SIGINT { Signal::Interrupt } else { Signal::Terminate };
        let status = Status::Interrupted(signal);
        if self.raise(status) {
            let takes = match self.state.in_hand(self.threads) {
                Some(time) => format!(", {} or so", rounded(time)),
                None => String::new(),
            };
            eprintln!("stopping after the subproblems in hand{takes}; once more stops now");
            return;
        }
        self.flag.abandon();
        thread::sleep(LETTING_GO);
        std::process::exit(i32::from(status.code()));
    }
}

/// A time as one says it: `a second`, `2m 10s`.
fn rounded(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        return "a second".to_owned();
    }
    humantime::format_duration(Duration::from_secs(time.as_secs_f64().round() as u64)).to_string()
}
