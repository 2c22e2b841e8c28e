//! Work that may take long: on a thread of its own, without the interpreter's lock, watched by the one that asked.
//!
//! ```text
//!  Python's thread ── starts ──▶ working thread ── Workers ──▶ ...
//!        ▲    every 100 ms: the clock, signals, progress          │
//!        └──────────────── result ◀───────────────────────────────┘
//! ```
//! An early end raises the stop flag. Engines check it within a fraction of a second. The preparation of a large count may
//! check it later; it is then left alone and ends at its next check.

use crate::errors::{TimeLimitReached, defect, raised};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde::Serialize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
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
    pub time_limit: Option<f64>,
    /// Called with a `Progress`.
    progress: Option<Py<PyAny>>,
    /// The sentence that is raised where the time limit comes before a result.
    late: String,
}

impl Limits {
    /// The time there is.
    pub fn time(&self) -> Duration {
        self.time_limit.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).unwrap_or(Duration::MAX)
    }

    /// Calls the callback with what it has not been told.
    fn tell(&self, untold: &Untold) -> PyResult<()> {
        let newest = untold.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (Some(callback), Some(progress)) = (&self.progress, newest) else { return Ok(()) };
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
}

/// The newest progress, until the callback is told of it.
type Untold = Arc<Mutex<Option<Progress>>>;

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

/// Does `work` until it ends, the time limit comes, a signal's handler raises or the callback does. After the time limit
/// the result may be a part; without a part, [`TimeLimitReached`] is raised.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    limits: &Limits,
    work: impl FnOnce(&mut Context<'_>) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let (stop, untold) = (StopFlag::default(), Untold::default());
    let (sender, receiver) = channel();
    let (flag, newest, threads) = (stop.clone(), Arc::clone(&untold), limits.threads);
    thread::Builder::new().name("vuelta".to_owned()).spawn(move || {
        let mut observer = |progress: &Progress| {
            *newest.lock().unwrap_or_else(PoisonError::into_inner) = Some(*progress);
        };
        let all = || {
            let workers = &Workers::new(threads)?;
            work(&mut Context::new(workers).until(&flag).watched_by(&mut observer))
        };
        let ended = catch_unwind(AssertUnwindSafe(all));
        // Nobody listens any more where it took too long to let go.
        sender.send(ended).ok();
    })?;
    py.detach(|| watch(limits, &stop, &untold, receiver))
}

/// Waits for the end of the work, which it stops where the time limit comes or something is raised.
fn watch<T>(
    limits: &Limits,
    stop: &StopFlag,
    untold: &Untold,
    end: Receiver<thread::Result<Result<T, Error>>>,
) -> PyResult<T> {
    let deadline = Instant::now().checked_add(limits.time());
    // What a signal's handler or the callback raised; nothing where the time limit came.
    let raised_here = loop {
        let left = deadline.map_or(TICK, |deadline| deadline.saturating_duration_since(Instant::now()));
        match end.recv_timeout(left.min(TICK)) {
            Ok(ended) => {
                let whole = ended.map_err(defect)?.map_err(raised)?;
                return limits.tell(untold).map(|()| whole);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the working thread is gone"));
            }
        }
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            break None;
        }
        if let Err(raised) = heard_signals().and_then(|()| limits.tell(untold)) {
            break Some(raised);
        }
    };
    stop.abandon();
    let ended = end.recv_timeout(LETTING_GO).unwrap_or(Ok(Err(Error::Stopped)));
    match (raised_here, ended.map_err(defect)?) {
        (Some(raised), _) => Err(raised),
        (None, Err(Error::Stopped)) => Err(TimeLimitReached::new_err(limits.late.clone())),
        (None, part) => part.map_err(raised),
    }
}

/// Runs the handlers of signals that have come, if this is Python's main thread; an interpreter that is ending counts as
/// one that has not.
pub fn heard_signals() -> PyResult<()> {
    Python::try_attach(|py| py.check_signals()).unwrap_or(Ok(()))
}
