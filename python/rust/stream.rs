//! Solutions one after the other, as Python asks for them.
//!
//! A thread searches ahead: what it finds in about a millisecond is passed on together, and no more than two such batches
//! wait, so that a list of billions takes no memory. It begins with the first solution that is asked for, and ends with
//! the list, or when the list is dropped.

use crate::errors::{bad_value, defect, exception, guarded};
use crate::run::{TICK, heard_signals};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use vuelta::Error;
use vuelta::search::StopFlag;

/// How long solutions are gathered.
const GATHERING: Duration = Duration::from_millis(1);
/// And how many at most.
const LARGEST_BATCH: usize = 4096;

/// A solution as numbers: of queens the columns, of Senku the jumps' places in the board's list.
pub type Numbers = Vec<u32>;
type Batch = Result<Vec<Numbers>, Failure>;

/// An error that ended a search early.
enum Failure {
    Error(Error),
    Panic(Box<dyn Any + Send>),
}

/// Where the searching thread puts what it finds.
pub struct Sink {
    sender: SyncSender<Batch>,
    batch: Vec<Numbers>,
    began: Instant,
}

impl Sink {
    /// Takes a solution; false when no more are wanted.
    pub fn take(&mut self, solution: Numbers) -> bool {
        self.batch.push(solution);
        self.batch.len() < LARGEST_BATCH && self.began.elapsed() < GATHERING || self.pass_on()
    }

    fn pass_on(&mut self) -> bool {
        let wanted = self.sender.send(Ok(std::mem::take(&mut self.batch))).is_ok();
        self.began = Instant::now();
        wanted
    }
}

/// A search that puts its solutions into the sink until that wants no more or the flag is raised.
type Search = Box<dyn FnOnce(&mut Sink, &StopFlag) -> Result<(), Error> + Send>;

/// An iterator over solutions, each a tuple of ints.
#[pyclass(module = "vuelta._vuelta", frozen)]
pub struct Stream {
    stop: StopFlag,
    state: Mutex<State>,
}

/// Solutions that have arrived.
type Arrived = std::vec::IntoIter<Numbers>;

enum State {
    New(Search),
    Begun { process: u32, receiver: Receiver<Batch>, arrived: Arrived },
    Finished,
}

impl Stream {
    /// The solutions that `search` finds.
    pub fn new(search: impl FnOnce(&mut Sink, &StopFlag) -> Result<(), Error> + Send + 'static) -> Self {
        Stream { stop: StopFlag::default(), state: Mutex::new(State::New(Box::new(search))) }
    }

    fn begin(&self, search: Search) -> PyResult<State> {
        let (sender, receiver) = sync_channel(1);
        let stop = self.stop.clone();
        thread::Builder::new().name("vuelta list".to_owned()).spawn(move || {
            let mut sink = Sink { sender: sender.clone(), batch: vec![], began: Instant::now() };
            let last = match catch_unwind(AssertUnwindSafe(|| search(&mut sink, &stop))) {
                Ok(Ok(())) => Ok(sink.batch),
                Ok(Err(error)) => Err(Failure::Error(error)),
                Err(panic) => Err(Failure::Panic(panic)),
            };
            // Nobody listens any more where the list was dropped.
            sender.send(last).ok();
        })?;
        Ok(State::Begun { process: std::process::id(), receiver, arrived: vec![].into_iter() })
    }

    fn next(&self, py: Python<'_>) -> PyResult<Option<Numbers>> {
        let mut state = self.state.try_lock().map_err(|_| {
            bad_value("this iterator is being asked by another thread; give each thread one of its own")
        })?;
        if let State::New(_) = &*state {
            let State::New(search) = std::mem::replace(&mut *state, State::Finished) else { return Ok(None) };
            *state = self.begin(search)?;
        }
        let State::Begun { process, receiver, arrived } = &mut *state else { return Ok(None) };
        loop {
            if let Some(solution) = arrived.next() {
                return Ok(Some(solution));
            }
            if *process != std::process::id() {
                return Err(PyRuntimeError::new_err("this iterator was begun in another process"));
            }
            match py.detach(|| wait(receiver))? {
                Some(Ok(batch)) => *arrived = batch.into_iter(),
                ended => {
                    *state = State::Finished;
                    return match ended {
                        Some(Err(Failure::Error(error))) => Err(exception(&error)),
                        Some(Err(Failure::Panic(panic))) => Err(defect(&*panic)),
                        _ => Ok(None),
                    };
                }
            }
        }
    }
}

/// The next batch; none at the end.
fn wait(receiver: &mut Receiver<Batch>) -> PyResult<Option<Batch>> {
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(batch) => return Ok(Some(batch)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => heard_signals()?,
        }
    }
}

#[pymethods]
impl Stream {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        guarded(|| self.next(py)?.map(|solution| PyTuple::new(py, solution)).transpose())
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.stop.abandon(); // and the receiver's end ends a thread that waits to pass on
    }
}
