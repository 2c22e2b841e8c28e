//! Counts: the request and the result.

use super::engine::{Engine, guess};
use super::{Board, Device, DeviceChoice, SymmetricCounts};
use crate::search::{Context, Keeping, Stages, Work, Workers};
use crate::simd::Isa;
use crate::{EngineChoice, Error};
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
