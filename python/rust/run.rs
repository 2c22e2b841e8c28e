//! Work that may take long: on a thread of its own, without the interpreter's lock, watched by the one that asked.
//!
//! ```text
//!  Python's thread ── starts ──▶ working thread ── Workers ──▶ ...
//!        ▲    every 100 ms: signals, the clock, progress          │
//!        └───────────────── Event ◀───────────────────────────────┘
//! ```
//! An early end raises the stop flag. Engines check it within a fraction of a second. The preparation of a large count may
//! check it later; it is then left alone and ends at its next check.

use crate::errors::{TimeLimitReached, defect, raised};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde::Serialize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};
use vuelta::Error;
use vuelta::search::{Context, Progress, StopFlag, Workers};
use vuelta_records::{Environment, Record, Run};

/// How often signals are looked at, and the shortest time between two calls of a callback.
pub const TICK: Duration = Duration::from_millis(100);
/// How long the work may take to let go.
const LETTING_GO: Duration = Duration::from_millis(700);

/// How work is done and watched: a Python object with these attributes.
#[derive(FromPyObject)]
pub struct Limits {
    /// Worker threads; 0 for one on each processor that may be used.
    threads: usize,
    /// Seconds.
    time_limit: Option<f64>,
    /// Called with a `Progress`.
    progress: Option<Py<PyAny>>,
    /// The sentence that is raised where the time limit comes before a result.
    late: String,
}

impl Limits {
    /// Whether the work is to end by itself.
    pub fn has_end(&self) -> bool {
        self.time_limit.is_some()
    }

    /// The time there is.
    pub fn time(&self) -> Duration {
        self.time_limit.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).unwrap_or(Duration::MAX)
    }
}

/// A record as JSON.
pub fn json(record: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(record).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// Makes a count, whose record with its provenance is given as JSON.
pub fn counted(
    py: Python<'_>,
    limits: &Limits,
    count: impl FnOnce(&mut Context<'_>) -> Result<Record, Error> + Send + 'static,
) -> PyResult<String> {
    let recorded = move |context: &mut Context<'_>| {
        let began = Instant::now();
        let mut record = count(context)?;
        let command = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
        let run = Run::ended_now(command, Some(began.elapsed()), Environment::detect(false));
        record.environment = Some(run.with_plan(&record.made));
        Ok(record)
    };
    json(&run(py, limits, recorded)?)
}

enum Event<T> {
    Progress(Progress),
    Ended(thread::Result<Result<T, Error>>),
}

/// Does `work` until it ends, the time limit comes, a signal's handler raises or the callback does. After the time limit
/// the result may be a part; without a part, [`TimeLimitReached`] is raised.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    limits: &Limits,
    work: impl FnOnce(&mut Context<'_>) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let stop = StopFlag::default();
    let (sender, receiver) = channel();
    let (flag, threads) = (stop.clone(), limits.threads);
    thread::Builder::new().name("vuelta".to_owned()).spawn(move || {
        let mut observer = |progress: &Progress| {
            sender.send(Event::Progress(*progress)).ok();
        };
        let all = || {
            let workers = &Workers::new(threads)?;
            work(&mut Context::new(workers).until(&flag).watched_by(&mut observer))
        };
        let ended = catch_unwind(AssertUnwindSafe(all));
        // Nobody listens any more where it took too long to let go.
        sender.send(Event::Ended(ended)).ok();
    })?;
    py.detach(|| Watch::new(limits, stop).until_ended(receiver))
}

/// The watching side.
struct Watch<'a> {
    limits: &'a Limits,
    stop: StopFlag,
    deadline: Option<Instant>,
    /// When signals are looked at again, and the callback may be called again.
    next_look: Instant,
    /// The progress not yet reported.
    untold: Option<Progress>,
    /// Why the work is to end, and when it is left to itself.
    ending: Option<(Cause, Instant)>,
}

enum Cause {
    TimeLimit,
    Raised(PyErr),
}

impl<'a> Watch<'a> {
    fn new(limits: &'a Limits, stop: StopFlag) -> Self {
        let now = Instant::now();
        let deadline = now.checked_add(limits.time());
        Watch { limits, stop, deadline, next_look: now + TICK, untold: None, ending: None }
    }

    fn until_ended<T>(mut self, receiver: Receiver<Event<T>>) -> PyResult<T> {
        loop {
            let wake = match (&self.ending, self.deadline) {
                (Some((_, left)), _) => *left,
                (None, Some(deadline)) => deadline.min(self.next_look),
                (None, None) => self.next_look,
            };
            match receiver.recv_timeout(wake.saturating_duration_since(Instant::now())) {
                Ok(Event::Progress(progress)) => self.untold = Some(progress),
                Ok(Event::Ended(ended)) => return self.result(ended.map_err(defect)?),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the working thread is gone"));
                }
            }
            let now = Instant::now();
            match &self.ending {
                Some((_, left)) if now >= *left => return self.result(Err(Error::Stopped)),
                Some(_) => {}
                None => self.look(now),
            }
        }
    }

    /// Looks at the clock and the signals, and tells the callback.
    fn look(&mut self, now: Instant) {
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            self.end(Cause::TimeLimit, now);
        } else if now >= self.next_look {
            let looked = heard_signals().and_then(|()| self.tell());
            self.next_look = Instant::now() + TICK;
            if let Err(raised) = looked {
                self.end(Cause::Raised(raised), now);
            }
        }
    }

    fn end(&mut self, cause: Cause, now: Instant) {
        self.stop.abandon();
        self.ending = Some((cause, now + LETTING_GO));
    }

    /// Calls the callback with what it has not been told.
    fn tell(&mut self) -> PyResult<()> {
        let (Some(callback), Some(progress)) = (&self.limits.progress, self.untold.take()) else {
            return Ok(());
        };
        let Progress { done, total, earlier, found, elapsed, .. } = progress;
        let eta = progress.eta().map(|time| time.as_secs_f64());
        let (done, total) = (earlier + done, earlier + total);
        let told = (progress.fraction(), done, total, found, elapsed.as_secs_f64(), eta);
        let call = |py: Python<'_>| {
            let progress = py.import("vuelta._run")?.getattr("Progress")?.call1(told)?;
            callback.call1(py, (progress,)).map(drop)
        };
        Python::try_attach(call).unwrap_or(Ok(()))
    }

    fn result<T>(mut self, result: Result<T, Error>) -> PyResult<T> {
        match (self.ending.take(), result) {
            (Some((Cause::Raised(raised), _)), _) => Err(raised),
            (Some((Cause::TimeLimit, _)), Err(Error::Stopped)) => {
                Err(TimeLimitReached::new_err(self.limits.late.clone()))
            }
            (Some((Cause::TimeLimit, _)), Ok(part)) => Ok(part),
            (_, Err(error)) => Err(raised(error)),
            (None, Ok(whole)) => self.tell().map(|()| whole),
        }
    }
}

/// Runs the handlers of signals that have come, if this is Python's main thread; an interpreter that is ending counts as
/// one that has not.
pub fn heard_signals() -> PyResult<()> {
    Python::try_attach(|py| py.check_signals()).unwrap_or(Ok(()))
}
