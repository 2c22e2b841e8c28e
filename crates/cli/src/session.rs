//! The common parts of computing commands: workers, stopping, progress and exports.

use super::args::Common;
use super::failure::{Failure, Status};
use super::memory::room_for;
use super::output::{Output, given};
use super::progress::Shown;
use super::stopping::Stopping;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use vuelta::base::place::place;
use vuelta::search::{Context, Observer, StopFlag, Workers};
use vuelta::simd::pages::{LARGE_HEAP, prefer_large_heap};
use vuelta_records::{Draft, Environment, Export, Format, ProcessorTime, Run, Tabular};

/// The most threads accepted; higher numbers are typing errors.
const MOST_THREADS: usize = 4096;
/// The most threads started per processor.
const THREADS_PER_PROCESSOR: usize = 4;

/// One run of a command.
pub struct Session<'a> {
    /// The arguments common to all commands.
    pub common: &'a Common,
    /// The threads to compute on.
    pub workers: Workers,
    pub stopping: Stopping,
    /// The files that are written: no two outputs share one.
    outputs: Vec<PathBuf>,
    exports: Vec<Export>,
    /// The processors' time at the start.
    began: Option<ProcessorTime>,
}

impl<'a> Session<'a> {
    /// Starts the workers, listens for signals and watches the clock. `usual_limit` is the command's own time limit.
    ///
    /// Work that `is_short` ends before another thread would be awake: the calling thread computes, unless several
    /// threads are asked for. A signal ends it like any program, and leaves no draft.
    pub fn start(common: &'a Common, usual_limit: Option<Duration>, is_short: bool) -> Result<Self, Failure> {
        let threads = threads(common)?;
        let is_alone = is_short && common.time_limit.is_none() && common.export.is_empty() && threads <= 1;
        let (workers, stopping) = if is_alone {
            (Workers::here()?, Stopping::default())
        } else {
            room_for(threads)?;
            prefer_large_heap(LARGE_HEAP);
            let workers = Workers::new(threads)?;
            let stopping = Stopping::watch(common.time_limit, usual_limit, workers.threads())?;
            (workers, stopping)
        };
        common.export.iter().try_for_each(|path| Format::of(path).map(drop))?;
        let (outputs, exports) = (vec![], vec![]);
        let mut session = Session { common, workers, stopping, outputs, exports, began: None };
        session.began = session.wants_provenance().then(ProcessorTime::now).flatten();
        Ok(session)
    }

    /// The flag that a signal or the time limit raises.
    pub fn stop(&self) -> &StopFlag {
        &self.stopping.flag
    }

    /// The context of a run that shows no progress.
    pub fn context(&self) -> Context<'_> {
        Context::new(&self.workers).until(self.stop())
    }

    /// The context of a run with this observer.
    pub fn watched<'o>(&'o self, observer: &'o mut dyn Observer) -> Context<'o> {
        self.context().watched_by(observer)
    }

    /// The progress of the work with this name.
    pub fn progress(&self, label: impl Into<String>) -> Shown {
        Shown::new(label.into(), self.common, self.stopping.state.clone())
    }

    /// The reason why the run ended early, if it did.
    pub fn stopped(&self) -> Option<Status> {
        self.stopping.cause()
    }

    /// Whether a result is written in a form with provenance.
    pub fn wants_provenance(&self) -> bool {
        self.common.json || !self.common.export.is_empty()
    }

    /// The provenance of a result, if its form has room for it. `elapsed` is the time of this process, if it alone made
    /// the result.
    pub fn provenance(&self, elapsed: impl Into<Option<Duration>>) -> Option<Run> {
        let elapsed = elapsed.into();
        self.wants_provenance().then(|| {
            let environment = Environment::detect(self.common.with_host);
            let mut run = Run::ended_now(given(), elapsed, environment);
            let (now, began) = (ProcessorTime::now(), self.began.filter(|_| elapsed.is_some()));
            run.processor_share = now.zip(began).and_then(|(now, began)| now.share_since(began));
            run
        })
    }

    /// Opens the exports, after all arguments are checked and before the work begins.
    pub fn open_exports(&mut self) -> Result<(), Failure> {
        let common = self.common;
        for path in &common.export {
            let export = Export::new(self.open(path)?, common.force)?;
            self.exports.push(export);
        }
        Ok(())
    }

    /// Opens the draft of an output, which nothing else of this run writes.
    pub fn open(&mut self, path: &Path) -> Result<Draft, Failure> {
        let draft = Draft::open(path)?;
        if let Some(target) = draft.target() {
            if self.outputs.iter().any(|taken| taken == target) {
                return Err(usage!(
                    "'{}' would be written twice: each output needs a file of its own",
                    path.display()
                ));
            }
            self.outputs.push(target.to_owned());
        }
        Ok(draft)
    }

    /// Protects a ledger that this run reads or writes from being replaced by an output. A missing folder is reported
    /// when the ledger is opened.
    pub fn reserve(&mut self, ledger: &Path) {
        self.outputs.extend(place(ledger));
    }

    /// Prints a result, as JSON or by `print`, and exports it. `print` is told whether bare numbers are wanted.
    pub fn tell<R: Tabular>(
        &mut self,
        record: &R,
        out: &mut Output,
        print: impl FnOnce(&mut Output, bool) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let told = if self.common.json { out.json(record) } else { print(out, self.common.quiet) };
        self.export(told.and_then(|()| out.flush()), std::slice::from_ref(record))
    }

    /// Writes the results of a run that was stopped to the export files that do not exist yet, or to all with `--force`.
    pub fn export_unfinished<R: Tabular>(&mut self, records: &[R]) -> Result<(), Failure> {
        let force = self.common.force;
        self.exports.retain(|export| !records.is_empty() && (force || !export.exists()));
        self.export(Ok::<_, Failure>(()), records)
    }

    /// Writes the results to all export files, even if one of them or `told`, the printing, failed. Returns the first
    /// failure.
    pub fn export<R: Tabular>(
        &mut self,
        told: Result<(), impl Into<Failure>>,
        records: &[R],
    ) -> Result<(), Failure> {
        self.stopping.save();
        let written: Vec<_> = self.exports.drain(..).map(|export| export.write(records)).collect();
        written.into_iter().collect::<Result<(), _>>()?;
        told.map_err(Into::into)
    }
}

/// The number of workers asked for: `--threads`, otherwise RAYON_NUM_THREADS; 0 lets the affinity decide.
fn threads(common: &Common) -> Result<usize, Failure> {
    let threads = match (common.threads, std::env::var_os("RAYON_NUM_THREADS")) {
        (Some(threads), _) => threads,
        (None, Some(value)) if !value.is_empty() => {
            let value = value.to_string_lossy();
            let threads = value.trim().parse();
            threads.map_err(|_| usage!("RAYON_NUM_THREADS is '{value}'; expected a number of threads"))?
        }
        (None, _) => 0,
    };
    if threads > MOST_THREADS {
        return Err(usage!("{threads} threads are too many; use at most {MOST_THREADS}"));
    }
    if threads <= THREADS_PER_PROCESSOR {
        return Ok(threads);
    }
    // Starting more would take longer than most counts, and be of no use.
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let most = THREADS_PER_PROCESSOR * processors;
    if threads > most && !common.quiet {
        say!("note: using {most} threads instead of {threads}, {THREADS_PER_PROCESSOR} per CPU");
    }
    Ok(threads.min(most))
}
