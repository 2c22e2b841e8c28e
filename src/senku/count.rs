//! A count: what is asked for, which engine does it, and the numbers that come back.

use super::{Game, backtrack, dense, memo};
use crate::search::{Observer, StopFlag, Workers};
use crate::{Error, Isa};
use std::time::{Duration, Instant};

/// The memory a count may use when nothing else is said.
const DEFAULT_MEMORY: u64 = 4 << 30;

/// Slots below which the memo is done before the dense engine has its tables.
const SMALL_COUNT: u128 = 1 << 15;

/// How a count is done. All give the same numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Engine {
    /// The fastest one that can.
    #[default]
    Auto,
    /// Level by level over dense ranks: the fastest, for boards whose levels fit in memory.
    Dense,
    /// Depth first with one table of the counts of known positions: any board.
    Memo,
    /// The textbook search, game by game: small boards.
    Backtrack,
}

impl Engine {
    /// As it is written on the command line and in results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Dense => "dense",
            Engine::Memo => "memo",
            Engine::Backtrack => "backtrack",
        }
    }
}

/// What a count gives.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Count {
    /// Jump sequences from the start that end where no jump is left.
    pub games: u128,
    /// Jump sequences from the start to the goal.
    pub solutions: u128,
    /// Orbits of solutions under the symmetries that keep start and goal; `None` where it was not found.
    pub solutions_up_to_symmetry: Option<u128>,
    /// The positions that can be reached; `None` where the engine or the memory did not allow it.
    pub positions: Option<Positions>,
    /// Positions that can be reached and from which the goal can be, up to the symmetries that keep start
    /// and goal; `None` unless asked for with [`Counting::winning`].
    pub winning_positions: Option<u64>,
}

/// The positions that can be reached from the start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Positions {
    /// Up to the symmetries that keep the start, by the number of jumps made; `levels[0]` is the start's 1.
    pub levels: Vec<u64>,
    /// All of them, symmetric twins too.
    pub in_all: u64,
    /// Those where no jump is left, up to the symmetries that keep the start.
    pub stuck: u64,
}

impl Positions {
    /// All levels together, up to the symmetries that keep the start.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.levels.iter().sum()
    }
}

/// A finished or stopped count.
#[derive(Debug, Clone)]
pub struct Counted {
    /// The numbers; `None` when the run was stopped: a part of a Senku count is of no use.
    pub count: Option<Count>,
    /// The engine that ran; never [`Engine::Auto`].
    pub engine: Engine,
    /// Independent pieces the game tree was cut into.
    pub subproblems: u64,
    /// Run time, set-up included.
    pub elapsed: Duration,
}

/// A count to be made.
///
/// ```
/// use vuelta::search::{Quiet, StopFlag, Workers};
/// use vuelta::senku::{Counting, Game};
/// let game = Game::named("triangle15").unwrap();
/// let workers = Workers::new(2).unwrap();
/// let counted = Counting::new(&game).run(&workers, &StopFlag::default(), &mut Quiet).unwrap();
/// let count = counted.count.unwrap();
/// assert_eq!((count.games, count.solutions), (568_630, 6_816));
/// ```
#[derive(Debug, Clone)]
pub struct Counting<'a> {
    pub(super) game: &'a Game,
    engine: Engine,
    pub(super) memory_limit: u64,
    pub(super) isa: Isa,
    pub(super) winning: bool,
}

impl<'a> Counting<'a> {
    /// The count of `game` by [`Engine::Auto`] in at most 4 GiB.
    #[must_use]
    pub fn new(game: &'a Game) -> Self {
        Counting {
            game,
            engine: Engine::Auto,
            memory_limit: DEFAULT_MEMORY,
            isa: Isa::detect(),
            winning: false,
        }
    }

    /// Chooses the engine.
    #[must_use]
    pub fn engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self
    }

    /// The most bytes that tables may take.
    #[must_use]
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = bytes;
        self
    }

    /// Chooses the instruction set, which the machine must have; the fastest it has when nothing is said.
    #[must_use]
    pub fn isa(mut self, isa: Isa) -> Self {
        self.isa = isa;
        self
    }

    /// Whether to count the winning positions too.
    #[must_use]
    pub fn winning(mut self, winning: bool) -> Self {
        self.winning = winning;
        self
    }

    /// Whether the dense engine can do it in the memory allowed, and is worth its tables.
    fn is_dense_best(&self) -> bool {
        let estimate = dense::estimate(self.game);
        estimate.fits(self.memory_limit) && estimate.slots > SMALL_COUNT
    }

    /// Counts. Raising `stop` in either way ends the run soon, without a count.
    ///
    /// # Errors
    /// [`Error::Overflow`] when a number leaves 128 bits; [`Error::Memory`] when [`Engine::Dense`] was chosen and
    /// does not fit.
    pub fn run(
        &self,
        workers: &Workers,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Counted, Error> {
        let began = Instant::now();
        let engine = match self.engine {
            Engine::Auto if self.is_dense_best() => Engine::Dense,
            Engine::Auto => Engine::Memo,
            chosen => chosen,
        };
        let (count, subproblems) = match engine {
            Engine::Dense => dense::count(self, workers, stop, observer)?,
            Engine::Backtrack => backtrack::count(self, workers, stop, observer)?,
            Engine::Auto | Engine::Memo => memo::count(self, workers, stop, observer)?,
        };
        Ok(Counted {
            count,
            engine,
            subproblems,
            elapsed: began.elapsed(),
        })
    }
}
