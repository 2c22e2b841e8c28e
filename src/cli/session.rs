//! What the verbs that compute share: workers, stopping, progress and the export.

use super::args::{Common, Resources};
use super::failure::{Failure, Status};
use super::progress::Shown;
use super::stopping::Stopping;
use serde::Serialize;
use std::time::Duration;
use vuelta::report::{Environment, Export, Record, Run};
use vuelta::search::{StopFlag, Workers};

/// The share of the available memory that is taken without a limit, in percent.
const MEMORY_SHARE: u64 = 80;
/// What is taken where the machine does not tell how much there is, in bytes.
pub const UNKNOWN_MEMORY: u64 = 4 << 30;
/// More threads than this were asked for by mistake.
const MOST_THREADS: usize = 4096;
/// More than this are not started.
const THREADS_PER_PROCESSOR: usize = 4;

/// One run of a verb.
pub struct Session<'a> {
    common: &'a Common,
    workers: Workers,
    stopping: Stopping,
    exports: Vec<Export>,
}

impl<'a> Session<'a> {
    /// Opens the export, starts the workers, listens for signals and watches the clock.
    pub fn start(common: &'a Common) -> Result<Self, Failure> {
        Session::with_limit(common, common.time_limit)
    }

    /// The same for a verb that has a time limit even where none is given.
    pub fn limited(common: &'a Common, usual: Duration) -> Result<Self, Failure> {
        Session::with_limit(common, Some(common.time_limit.unwrap_or(usual)))
    }

    fn with_limit(common: &'a Common, limit: Option<Duration>) -> Result<Self, Failure> {
        let exports = common.export.iter().map(|path| Export::create(path)).collect::<Result<_, _>>()?;
        let workers = Workers::new(threads(common)?)?;
        let stopping = Stopping::watch(limit, workers.threads())?;
        Ok(Session { common, workers, stopping, exports })
    }

    /// The arguments that every verb has.
    pub fn common(&self) -> &Common {
        self.common
    }

    /// The threads to compute on.
    pub fn workers(&self) -> &Workers {
        &self.workers
    }

    /// The flag that a signal or the time limit raises.
    pub fn stop(&self) -> &StopFlag {
        self.stopping.flag()
    }

    /// What is finished is kept in a ledger: it pays to wait for the subproblems in progress.
    pub fn keep(&self) {
        self.stopping.keep();
    }

    /// The progress of the work of this name.
    pub fn progress(&self, label: impl Into<String>) -> Shown {
        Shown::new(label.into(), self.common.progress, self.common.quiet, self.stopping.state().clone())
    }

    /// How the run ended, if something ended it before its work was done.
    pub fn stopped(&self) -> Option<Status> {
        self.stopping.cause()
    }

    /// Whether a result is written in a form that has room for where it comes from.
    pub fn wants_provenance(&self) -> bool {
        self.common.json || !self.exports.is_empty()
    }

    /// Where a result that took this long comes from, if it is written in a form that has room for it.
    pub fn provenance(&self, elapsed: Duration) -> Option<Run> {
        let run = || {
            Run::ended_now(std::env::args().collect(), elapsed, Environment::detect(self.common.with_host))
        };
        self.wants_provenance().then(run)
    }

    /// Writes the results to the files that were asked for.
    pub fn export<R: Record>(&mut self, records: &[R]) -> Result<(), Failure> {
        Ok(self.exports.drain(..).try_for_each(|export| export.write(records))?)
    }

    /// The same for a table: `whole` as JSON, its rows in the other formats.
    pub fn export_table<R: Record>(&mut self, whole: &impl Serialize, rows: &[R]) -> Result<(), Failure> {
        Ok(self.exports.drain(..).try_for_each(|export| export.write_table(whole, rows))?)
    }
}

/// The memory that a count may take, in bytes.
pub fn memory_limit(resources: &Resources) -> u64 {
    let usual = || Environment::available_memory().map_or(UNKNOWN_MEMORY, |bytes| bytes / 100 * MEMORY_SHARE);
    resources.memory_limit.map_or_else(usual, |limit| limit.as_u64())
}

/// The same for a count that takes less than any machine has: the machine is not asked, which takes a good part of the
/// time of such a count.
pub fn memory_limit_of_small(resources: &Resources) -> u64 {
    resources.memory_limit.map_or(UNKNOWN_MEMORY, |limit| limit.as_u64())
}

/// The number of workers asked for: `--threads` beats RAYON_NUM_THREADS; 0 lets the affinity decide.
fn threads(common: &Common) -> Result<usize, Failure> {
    let threads = match common.threads {
        Some(threads) => threads,
        None => threads_of_environment()?,
    };
    if threads > MOST_THREADS {
        return Err(Failure::Usage(format!("{threads} threads are too many; the most is {MOST_THREADS}")));
    }
    if threads <= THREADS_PER_PROCESSOR {
        return Ok(threads);
    }
    // To start so many takes longer than the count, and they are of no use.
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let most = THREADS_PER_PROCESSOR * processors;
    if threads > most && !common.quiet {
        say!("{most} threads instead of {threads}: {THREADS_PER_PROCESSOR} for each processor");
    }
    Ok(threads.min(most))
}

/// What RAYON_NUM_THREADS says; 0 where it is not set.
fn threads_of_environment() -> Result<usize, Failure> {
    let Some(value) = std::env::var_os("RAYON_NUM_THREADS").filter(|value| !value.is_empty()) else {
        return Ok(0);
    };
    let value = value.to_string_lossy();
    let threads = value.trim().parse();
    threads
        .map_err(|_| Failure::Usage(format!("RAYON_NUM_THREADS is '{value}', which is no number of threads")))
}
