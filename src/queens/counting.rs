//! What is to be counted and how, and what a count gives.

use super::engine::{Engine, EngineChoice, guess};
use super::{Board, SymmetricCounts};
use crate::Error;
use crate::search::{Outcome, Quiet, Shard, Stages, StopFlag, Workers};
use crate::simd::Isa;
use std::path::PathBuf;
use std::time::Duration;

/// The largest board on which the textbook search checks another engine within seconds.
const LARGEST_ORACLE_BOARD: u32 = 12;
/// The largest board on which the bitmask search checks half boards within a minute on a few cores.
const LARGEST_CHECKED_BOARD: u32 = 17;
/// The largest [`guess`] for which conditions make it so fast on any board.
const LARGEST_CHECKED_GUESS: f64 = 1e6;

/// A count to be made: a board and how to go about it.
///
/// ```
/// use vuelta::queens::{Board, Counting, Engine};
/// use vuelta::search::{Quiet, StopFlag, Workers};
/// let board = Board::new(12)?.fix([(0, 5)])?.block([(1, 0), (11, 11)])?;
/// let counting = Counting::new(board).engine(Engine::Halves).memory_limit(1 << 30);
/// let count = counting.run(&Workers::new(2)?, &StopFlag::default(), &mut Quiet)?;
/// // Two ways to count give one number.
/// let again = counting.double_check().run(&Workers::new(1)?, &StopFlag::default(), &mut Quiet)?;
/// assert!(count.total().is_some() && count.total() == again.total() && count.engine != again.engine);
/// # Ok::<(), vuelta::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Counting {
    pub(super) board: Board,
    pub(super) engine: Engine,
    pub(super) isa: Isa,
    pub(super) memory_limit: Option<u64>,
    pub(super) split: Split,
    pub(super) shard: Option<Shard>,
    pub(super) ledger: Option<PathBuf>,
    pub(super) chunk: Duration,
    pub(super) fingerprint: bool,
    pub(super) seed: u64,
}

/// The least estimated work of a chunk, which is what a killed run loses for each of its threads.
const CHUNK: Duration = Duration::from_secs(2);

/// How an engine splits its work; both give the same total.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Split {
    /// As is best.
    Usual,
    /// Otherwise, to check the usual split with.
    Other,
}

/// A count that was made, or begun.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Count {
    /// The engine that counted.
    pub engine: Engine,
    /// The instruction set it used; `None` where ledgers were merged, which do not say it.
    pub isa: Option<Isa>,
    /// Run time of this process, set-up and symmetric counts included.
    pub elapsed: Duration,
    /// The number of solutions found, with the subproblems it comes from and the time.
    pub outcome: Outcome<u128>,
    /// How many of these subproblems were not counted by this run: its ledger had them before.
    pub resumed: u64,
    /// The time of all workers in all runs, where a ledger says it.
    pub core_time: Option<Duration>,
    /// The counts behind the symmetry; `None` with conditions, and for a count that was stopped.
    pub symmetric: Option<SymmetricCounts>,
    /// Solutions up to symmetry; `None` likewise.
    pub fundamental: Option<u128>,
    /// The part that was counted, where one was asked for.
    pub shard: Option<Shard>,
    /// Whether the ledger could not be written at some time.
    pub ledger_troubled: bool,
    /// A checksum over the subproblems' weights and costs, where one was asked for or needed for a ledger.
    pub fingerprint: Option<u32>,
    /// How long the stages took.
    pub stages: Stages,
}

impl Count {
    /// The count of which nothing is counted yet.
    pub(super) fn begun(counting: &Counting) -> Self {
        let engine = counting.engine;
        Count {
            engine,
            isa: Some(if engine == Engine::Halves { counting.isa } else { Isa::Portable }),
            elapsed: Duration::ZERO,
            outcome: Outcome { tally: 0, done: 0, total: 0, elapsed: Duration::ZERO },
            resumed: 0,
            core_time: None,
            symmetric: None,
            fundamental: None,
            shard: counting.shard,
            ledger_troubled: false,
            fingerprint: None,
            stages: vec![],
        }
    }

    /// Makes the symmetric counts, where the total is known and the board has all its symmetries.
    pub(super) fn add_symmetric(
        &mut self,
        board: &Board,
        workers: &Workers,
        stop: &StopFlag,
    ) -> Result<(), Error> {
        if let Some(total) = self.total()
            && !board.has_conditions()
            && let Some(symmetric) = SymmetricCounts::count(board.size(), workers, stop)?
        {
            self.symmetric = Some(symmetric);
            self.fundamental = Some(symmetric.fundamental(board.size(), total)?);
        }
        Ok(())
    }

    /// The number of solutions, if the count came to its end and was not of a shard.
    #[must_use]
    pub fn total(&self) -> Option<u128> {
        let whole = self.shard.is_none_or(|shard| shard == Shard::WHOLE);
        (whole && self.outcome.is_complete()).then_some(self.outcome.tally)
    }
}

impl Counting {
    /// The count of this board's solutions, by the fastest engine.
    #[must_use]
    pub fn new(board: Board) -> Self {
        Counting {
            engine: Engine::fastest(&board),
            board,
            isa: Isa::detect(),
            memory_limit: None,
            split: Split::Usual,
            shard: None,
            ledger: None,
            chunk: CHUNK,
            fingerprint: false,
            seed: 0,
        }
    }

    /// By this engine, or by the fastest one for `auto`.
    #[must_use]
    pub fn engine(mut self, engine: impl Into<EngineChoice>) -> Self {
        self.engine = engine.into().on(&self.board);
        self
    }

    /// With these instructions, instead of the best that the machine has.
    #[must_use]
    pub fn isa(mut self, isa: Isa) -> Self {
        self.isa = isa;
        self
    }

    /// In at most about this many bytes.
    #[must_use]
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = Some(bytes);
        self
    }

    /// This part alone: 1/N to N/N add up to the total.
    #[must_use]
    pub fn shard(mut self, shard: Shard) -> Self {
        self.shard = Some(shard);
        self
    }

    /// With a ledger at this path: what it holds is not counted again, and what is finished goes there.
    #[must_use]
    pub fn ledger(mut self, path: PathBuf) -> Self {
        self.ledger = Some(path);
        self
    }

    /// With at least this much estimated work in a chunk, a line of the ledger, instead of 2 s.
    #[must_use]
    pub fn chunk(mut self, work: Duration) -> Self {
        self.chunk = work;
        self
    }

    /// With the fingerprint of its subproblems in the result, also without a ledger or a shard.
    #[doc(hidden)] // for the program's provenance
    #[must_use]
    pub fn with_fingerprint(mut self, yes: bool) -> Self {
        self.fingerprint = yes;
        self
    }

    /// The engine that counts.
    #[must_use]
    pub fn resolved_engine(&self) -> Engine {
        self.engine
    }

    /// This count of the whole of another board, without a ledger.
    pub(super) fn on(&self, board: Board) -> Self {
        Counting { board, ledger: None, shard: None, ..self.clone() }
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
    /// that the machine lacks.
    pub fn checked(self) -> Result<Self, Error> {
        self.check().map(|()| self)
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        let (size, engine, largest) = (self.board.size(), self.engine, self.engine.largest_board());
        if size > largest {
            return Err(Error::Engine { engine: engine.to_string(), size, largest });
        }
        self.isa.require()
    }

    /// The same count in another way: by another engine where two are practical, else by another split.
    #[must_use]
    pub fn double_check(&self) -> Self {
        let size = self.board.size();
        let engine = match self.engine {
            Engine::Bitmask if size <= LARGEST_ORACLE_BOARD => Engine::Backtrack,
            Engine::Halves if size > LARGEST_CHECKED_BOARD && guess(&self.board) > LARGEST_CHECKED_GUESS => {
                Engine::Halves
            }
            _ => Engine::Bitmask,
        };
        Counting { engine, split: Split::Other, ledger: None, ..self.clone() }
    }
}

/// The number of ways to put `size` queens on a `size` x `size` board so that none attacks another, on all
/// processors.
///
/// ```
/// assert_eq!(vuelta::queens::count(8)?, 92);
/// # Ok::<(), vuelta::Error>(())
/// ```
///
/// # Errors
/// [`Error::BoardSize`] below 1 and above 64; [`Error::Search`] when no thread can be started.
pub fn count(size: u32) -> Result<u128, Error> {
    let workers = Workers::new(0)?;
    let count = Counting::new(Board::new(size)?).run(&workers, &StopFlag::default(), &mut Quiet)?;
    count.total().ok_or(Error::Stopped)
}
