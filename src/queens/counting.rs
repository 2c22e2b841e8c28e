//! Counts: the request, its run, the union of ledgers, and the result.

use super::engine::{EngineProblem, guess};
use super::halves::Halves;
use super::{Board, Device, DeviceChoice, Engine, SymmetricCounts, backtrack, bitmask};
use crate::base::bits::ones;
use crate::search::{
    Context, Instant, Job, Keeping, Ledger, Outcome, Shard, Stages, StopFlag, Stopwatch, Survey, Tally, Work,
    Workers,
};
use crate::simd::Isa;
use crate::{EngineChoice, Error, Square};
use std::path::Path;
use std::time::Duration;

/// The largest board on which the textbook search checks another engine within seconds.
const LARGEST_ORACLE_BOARD: u32 = 12;
/// The largest board on which the bitmask search checks half boards within a minute on a few threads.
const LARGEST_CHECKED_BOARD: u32 = 17;
/// The largest [`guess`] for which conditions make it as fast on any board.
const LARGEST_CHECKED_GUESS: f64 = 1e6;

/// A count to make: a board, an engine and settings.
///
/// ```
/// use vuelta::queens::{Board, Counting, Engine};
/// use vuelta::search::{Context, Workers};
/// let board = Board::new(12)?.fix([(0, 5)])?.block([(1, 0), (11, 11)])?;
/// let counting = Counting::new(board).engine(Engine::Halves).memory_limit(1 << 30);
/// let count = counting.run(&mut Context::new(&Workers::new(2)?))?;
/// // Two ways to count give one number.
/// let again = counting.double_check().run(&mut Context::new(&Workers::new(1)?))?;
/// assert!(count.total().is_some() && count.total() == again.total() && count.engine != again.engine);
/// # Ok::<(), vuelta::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct Counting {
    pub(super) board: Board,
    pub(super) engine: Engine,
    pub(super) isa: Isa,
    pub(super) device: Device,
    /// Whether the processor recounts a random hundredth of the chunks of a graphics card.
    pub(super) rechecks: bool,
    pub(super) memory_limit: Option<u64>,
    pub(super) use_symmetry: bool,
    pub(super) keeping: Keeping,
    pub(super) fingerprint: bool,
}

/// The result of a count, complete or not.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Count {
    /// The engine that counted.
    pub engine: Engine,
    /// The instruction set used; `None` for merged ledgers, which do not contain it.
    pub isa: Option<Isa>,
    /// The graphics card that joined half boards, with its driver.
    pub device: Option<String>,
    /// The numbers of chunks that the processor recounted, and of all chunks, if that was asked for.
    pub rechecked: Option<[usize; 2]>,
    /// Run time of this process, including set-up and symmetric counts.
    pub elapsed: Duration,
    /// The number of solutions, with the subproblems and the time.
    pub work: Work<u128>,
    /// The symmetric counts; `None` with conditions, and for an incomplete count.
    pub symmetric: Option<SymmetricCounts>,
    /// Solutions up to symmetry; `None` with conditions, and for an incomplete count.
    pub fundamental: Option<u128>,
    /// The durations of the stages.
    pub stages: Stages,
}

impl Count {
    /// The number of solutions, if the count is complete and not that of a shard.
    #[must_use]
    pub fn total(&self) -> Option<u128> {
        self.work.is_whole().then_some(self.work.outcome.tally)
    }
}

impl Counting {
    /// The count of this board's solutions, by the fastest engine.
    pub fn new(board: Board) -> Self {
        Counting {
            engine: Engine::fastest(&board),
            board,
            isa: Isa::detect(),
            device: Device::default(),
            rechecks: false,
            memory_limit: None,
            use_symmetry: true,
            keeping: Keeping::default(),
            fingerprint: false,
        }
    }

    /// Uses this engine, or the fastest one for `auto`.
    pub fn engine(mut self, engine: impl Into<EngineChoice<Engine>>) -> Self {
        self.engine = engine.into().on(&self.board);
        self
    }

    /// Uses this instruction set instead of the machine's best.
    pub fn isa(mut self, isa: Isa) -> Self {
        self.isa = isa;
        self
    }

    /// Joins half boards on this device instead of the processor.
    pub fn device(mut self, device: Device) -> Self {
        self.device = device;
        self
    }

    /// Has the processor recount a random hundredth of the chunks that a graphics card counts.
    pub fn recheck(mut self, yes: bool) -> Self {
        self.rechecks = yes && !self.device.is_cpu();
        self
    }

    /// Limits the memory to about this many bytes.
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = Some(bytes);
        self
    }

    /// Counts this part, and keeps it there.
    pub fn keep(mut self, keeping: Keeping) -> Self {
        self.keeping = keeping;
        self
    }

    /// Includes the fingerprint of the subproblems in the result, also without a ledger or a shard.
    #[doc(hidden)] // for the program's provenance
    pub fn with_fingerprint(mut self, yes: bool) -> Self {
        self.fingerprint = yes;
        self
    }

    /// The engine that counts.
    #[must_use]
    pub fn resolved_engine(&self) -> Engine {
        self.engine
    }

    /// The device that joins half boards.
    #[must_use]
    pub fn on_device(&self) -> &Device {
        &self.device
    }

    /// The board whose solutions are counted.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Refuses a count that cannot run here, before any work: [`run`](Self::run) does so by itself.
    ///
    /// # Errors
    /// [`Error::Engine`] for a board that is too large for the engine, [`Error::InstructionSet`] for an instruction set
    /// that the machine lacks, [`Error::Input`] for another engine than half boards on a graphics card.
    pub fn check(&self) -> Result<(), Error> {
        let (size, engine, largest) = (self.board.size(), self.engine, self.engine.largest_board());
        if size > largest {
            return Err(Error::Engine { engine: engine.to_string(), size, largest });
        }
        if !self.device.is_cpu() {
            DeviceChoice::Gpu(None).check(engine)?;
        }
        self.isa.require()
    }

    /// A check of this count: by another engine if two are practical, else by another split.
    pub fn double_check(&self) -> Self {
        let size = self.board.size();
        let engine = match self.engine {
            _ if size == 0 => Engine::Backtrack,
            Engine::Bitmask if size <= LARGEST_ORACLE_BOARD => Engine::Backtrack,
            Engine::Halves if size > LARGEST_CHECKED_BOARD && guess(&self.board) > LARGEST_CHECKED_GUESS => {
                Engine::Halves
            }
            _ => Engine::Bitmask,
        };
        Counting {
            engine,
            device: Device::default(),
            rechecks: false,
            use_symmetry: false,
            keeping: Keeping { ledger: None, ..self.keeping.clone() },
            ..self.clone()
        }
    }

    /// Runs the count.
    ///
    /// # Errors
    /// [`Error::Engine`] for a board that is too large for the engine, [`Error::InstructionSet`] for a set that the
    /// machine lacks, [`Error::Memory`] if it would exceed the limit, [`Error::Overflow`] beyond 128 bits,
    /// [`Error::Ledger`] for an unusable ledger, [`Error::Asymmetric`] for an impossible total, [`Error::Stopped`] if it
    /// is stopped before the first subproblem.
    pub fn run(&self, context: &mut Context<'_>) -> Result<Count, Error> {
        self.check()?;
        self.device.watched(context, |context| self.run_watched(context))
    }

    fn run_watched(&self, context: &mut Context<'_>) -> Result<Count, Error> {
        let mut watch = Stopwatch::start();
        let (mut rechecked, mut unplanned) = (None, None);
        let work = if self.engine == Engine::Halves && !self.use_symmetry {
            Work::of(self.halves_by_row(context)?)
        } else {
            // From a complete ledger nothing is counted, and only lists are made.
            let ledger = self.keeping.ledger.as_deref().and_then(|path| Ledger::read(path).ok());
            let memory_limit =
                self.memory_limit.filter(|_| !ledger.as_ref().is_some_and(Ledger::is_complete));
            let mut problem = self.problem(memory_limit, context)?;
            if self.rechecks {
                (problem, rechecked) = self.with_rechecks(problem, ledger.as_ref(), &context.stop)?;
            }
            if !self.keeping.is_asked_for() {
                let outcome = context.run(&problem)?;
                unplanned = self.fingerprint.then_some(problem);
                Work::of(outcome)
            } else {
                self.job(problem, &context.stop)?.run(&self.keeping, context)?
            }
        };
        watch.end_both("set_up", "count", work.outcome.elapsed);
        let mut count = Count { rechecked, ..self.count(work, context)? };
        watch.end("symmetry");
        (count.stages, count.elapsed) = watch.stop();
        // The plan is no part of the count; a stopped one has none.
        if let Some(problem) = unplanned {
            count.work.fingerprint = self.job(problem, &context.stop).ok().map(|job| job.plan.fingerprint);
        }
        Ok(count)
    }

    /// This count from ledgers whose union is given; the first one was read from `path`. The symmetric counts are made if
    /// the union is complete; the time is that of these.
    ///
    /// # Errors
    /// [`Error::Ledger`] if it is of another count, or was planned differently by another version; [`Error::Overflow`]
    /// beyond 128 bits, [`Error::Asymmetric`] for a total that cannot be.
    pub fn merged(
        &self,
        union: &Ledger,
        path: &Path,
        context: &Context<'_>,
    ) -> Result<(Count, Survey), Error> {
        let job = self.job(self.problem(self.memory_limit, context)?, &context.stop)?;
        let (work, survey) = job.merged(union, path, &context.stop)?;
        let began = Instant::now();
        let count = self.count(work, context)?;
        Ok((Count { isa: None, device: None, elapsed: began.elapsed(), ..count }, survey))
    }

    /// The count that this work gives, with the symmetric counts if the total is known and the board is empty.
    fn count(&self, work: Work<u128>, context: &Context<'_>) -> Result<Count, Error> {
        let (engine, size) = (self.engine, self.board.size());
        let mut count = Count {
            engine,
            isa: Some(if engine == Engine::Halves { self.isa } else { Isa::Portable }),
            device: self.device.name().map(str::to_owned),
            rechecked: None,
            elapsed: Duration::ZERO,
            work,
            symmetric: None,
            fundamental: None,
            stages: vec![],
        };
        if let Some(total) = count.total()
            && !self.board.has_conditions()
            && let Some(symmetric) = SymmetricCounts::count(size, context)?
        {
            count.symmetric = Some(symmetric);
            count.fundamental = Some(symmetric.fundamental(size, total)?);
        }
        Ok(count)
    }

    /// The problem of this count's engine, with its lists, which all threads make.
    pub(super) fn problem(
        &self,
        memory_limit: Option<u64>,
        context: &Context<'_>,
    ) -> Result<EngineProblem, Error> {
        let board = || self.board.clone();
        Ok(match self.engine {
            Engine::Halves => EngineProblem::Halves(self.halves(&self.board, memory_limit, context)?),
            Engine::Bitmask => EngineProblem::Search(Box::new(bitmask::problem(board(), self.use_symmetry))),
            Engine::Backtrack => EngineProblem::Search(Box::new(backtrack::problem(board()))),
        })
    }

    /// The half boards of a board, joined on this count's device.
    fn halves(
        &self,
        board: &Board,
        memory_limit: Option<u64>,
        context: &Context<'_>,
    ) -> Result<Halves, Error> {
        #[cfg(feature = "gpu")]
        if let Some(card) = &self.device.card {
            let memory_limit = self.device.without_uploads(memory_limit);
            return Halves::on(card, (board, self.isa), memory_limit, context);
        }
        Halves::new(board, self.isa, memory_limit, context)
    }

    /// This problem with a random hundredth of the chunks that the ledger lacks marked for a recount by the processor, and the
    /// numbers of marked chunks and of all that are to be counted.
    fn with_rechecks(
        &self,
        problem: EngineProblem,
        ledger: Option<&Ledger>,
        stop: &StopFlag,
    ) -> Result<(EngineProblem, Option<[usize; 2]>), Error> {
        let Job { mut problem, plan, .. } = self.job(problem, stop)?;
        let mut ids = self.keeping.shard.unwrap_or(Shard::WHOLE).ranges(&problem, &plan, stop);
        if let Some(ledger) = ledger {
            ids = ids.without(&ledger.done);
        }
        let chunks = plan.cut(&ids);
        let marked = problem.recheck(&chunks);
        Ok((problem, Some([marked, chunks.len()])))
    }

    /// The sum over the squares of the first row with a choice, with the row's queen fixed on each in turn: counts
    /// with conditions, which use none of the weights of the whole board.
    fn halves_by_row(&self, context: &mut Context<'_>) -> Result<Outcome<u128>, Error> {
        let board = &self.board;
        let halves = |board: &Board, context: &Context<'_>| self.halves(board, self.memory_limit, context);
        let Some(row) = (0..board.size()).find(|&row| board.free(row).count_ones() > 1) else {
            let halves = halves(board, context)?;
            return Ok(context.run(&halves)?);
        };
        let mut sum = Outcome { tally: 0, done: 0, total: 0, elapsed: Duration::ZERO };
        for column in ones(board.free(row)) {
            let fixed = [board.fixed(), &[Square::new(row, column as u32)]].concat();
            let board = Board::with_conditions(board.size(), &fixed, board.blocked())?;
            let part = match halves(&board, context) {
                Ok(halves) => context.run(&halves)?,
                Err(Error::Stopped) => {
                    // A part of the sum is missing.
                    sum.total = sum.total.max(sum.done + 1);
                    break;
                }
                Err(error) => return Err(error),
            };
            sum.tally.add(&part.tally, 1)?;
            sum.done += part.done;
            sum.total += part.total;
            sum.elapsed += part.elapsed;
        }
        Ok(sum)
    }
}

/// The number of ways to put `size` non-attacking queens on a `size` x `size` board, counted on all processors.
///
/// ```
/// assert_eq!(vuelta::queens::count(8)?, 92);
/// assert_eq!(vuelta::queens::count(0)?, 1);
/// # Ok::<(), vuelta::Error>(())
/// ```
///
/// # Errors
/// [`Error::BoardSize`] above 64; [`Error::Threads`] when no thread can be started.
pub fn count(size: u32) -> Result<u128, Error> {
    let workers = Workers::new(0)?;
    let count = Counting::new(Board::from_zero(size)?).run(&mut Context::new(&workers))?;
    count.total().ok_or(Error::Stopped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_boards_row_by_row_are_half_boards_at_once() {
        let workers = Workers::new(2).unwrap();
        for size in 1..=12 {
            let counting = Counting::new(Board::new(size).unwrap()).engine(Engine::Halves);
            let count = |use_symmetry| {
                let counting = Counting { use_symmetry, ..counting.clone() };
                counting.run(&mut Context::new(&workers)).unwrap().total().unwrap()
            };
            assert_eq!(count(false), count(true), "N = {size}");
        }
    }
}
