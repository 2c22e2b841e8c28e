//! Solutions one after the other, as Python asks for them.
//!
//! A thread searches ahead: what it finds in about a millisecond is passed on together, and no more than two such batches
//! wait, so that a list of billions takes no memory. It begins with the first solution that is asked for, and ends with
//! the list, or when the list is dropped.

use crate::errors::{bad_value, defect, guarded, raised};
use crate::run::{TICK, heard_signals};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::io::{self, Write};
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
/// Solutions, or the error or panic that ended the search early.
type Batch = thread::Result<Result<Vec<Numbers>, Error>>;

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
        let wanted = self.sender.send(Ok(Ok(std::mem::take(&mut self.batch)))).is_ok();
        self.began = Instant::now();
        wanted
    }
}

/// Takes solutions as text: whole lines of numbers.
impl Write for Sink {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        for line in String::from_utf8_lossy(text).lines() {
            let solution = line.split(' ').filter_map(|number| number.parse().ok()).collect();
            if !self.take(solution) {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
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

struct State {
    /// Before it begins.
    search: Option<Search>,
    /// From its beginning to its end; the process in which it began.
    batches: Option<(u32, Receiver<Batch>)>,
    /// Solutions that have arrived.
    arrived: std::vec::IntoIter<Numbers>,
}

impl Stream {
    /// The solutions that `search` finds.
    pub fn new(search: impl FnOnce(&mut Sink, &StopFlag) -> Result<(), Error> + Send + 'static) -> Self {
        let state = State { search: Some(Box::new(search)), batches: None, arrived: vec![].into_iter() };
        Stream { stop: StopFlag::default(), state: Mutex::new(state) }
    }

    fn begin(&self, search: Search) -> PyResult<Receiver<Batch>> {
        let (sender, receiver) = sync_channel(1);
        let stop = self.stop.clone();
        thread::Builder::new().name("vuelta list".to_owned()).spawn(move || {
            let mut sink = Sink { sender: sender.clone(), batch: vec![], began: Instant::now() };
            let ended = catch_unwind(AssertUnwindSafe(|| search(&mut sink, &stop)));
            // Nobody listens any more where the list was dropped.
            sender.send(ended.map(|searched| searched.map(|()| sink.batch))).ok();
        })?;
        Ok(receiver)
    }

    fn next(&self, py: Python<'_>) -> PyResult<Option<Numbers>> {
        let mut state = self.state.try_lock().map_err(|_| {
            bad_value("this iterator is being asked by another thread; give each thread one of its own")
        })?;
        if let Some(search) = state.search.take() {
            state.batches = Some((std::process::id(), self.begin(search)?));
        }
        loop {
            if let Some(solution) = state.arrived.next() {
                return Ok(Some(solution));
            }
            let Some((process, receiver)) = &mut state.batches else { return Ok(None) };
            if *process != std::process::id() {
                return Err(PyRuntimeError::new_err("this iterator was begun in another process"));
            }
            match py.detach(|| wait(receiver))? {
                Some(Ok(Ok(batch))) => state.arrived = batch.into_iter(),
                ended => {
                    state.batches = None;
                    ended.transpose().map_err(defect)?.transpose().map_err(raised)?;
                    return Ok(None);
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
