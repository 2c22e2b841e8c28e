//! A count: its settings, the choice of the engine, and the result.

use super::sweeps::{self, Sweeps};
use super::{Game, backtrack, dense, memo, winning};
use crate::base::engine;
use crate::search::{Context, Stages, Stopwatch, Work, Workers};
use crate::simd::Isa;
use crate::{EngineChoice, Error};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::OnceLock;

/// The default memory limit in bytes.
const DEFAULT_MEMORY: u64 = 4 << 30;

/// Slots below which the memo finishes before the dense engine has its tables.
const SMALL_COUNT: u128 = 1 << 15;
/// The most games for a double check by the textbook search: about ten seconds on one thread.
const MOST_GAMES_AGAIN: u128 = 1 << 28;

/// The engine of a count. All engines give the same numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// Level by level over dense ranks: the fastest, if the levels fit in memory.
    Dense,
    /// Depth first with one table of known positions: any board.
    Memo,
    /// The textbook search, game by game: small boards.
    Backtrack,
}

impl Engine {
    /// The engines by name.
    pub const NAMES: [(&'static str, Engine); 3] =
        [("dense", Engine::Dense), ("memo", Engine::Memo), ("backtrack", Engine::Backtrack)];
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(engine::name(&Engine::NAMES, *self))
    }
}

impl FromStr for Engine {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        engine::named(&Engine::NAMES, name)
    }
}

/// The result of a count.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Count {
    /// Jump sequences from the start that end when no jump is left.
    pub games: u128,
    /// Jump sequences from the start to the goal.
    pub solutions: u128,
    /// Orbits of solutions under the symmetries that keep start and goal; `None` if they were not found. A symmetry is
    /// a permutation of the holes that maps jumps to jumps. Irregular boards can have more symmetries than rotations
    /// and reflections.
    ///
    /// ```
    /// use vuelta::senku::{Game, Goal, Diagram, count};
    /// // The row in the middle turns round by itself: that exchanges jumps, and moves no other hole.
    /// let diagram = Diagram::parse(b"    o\no o o o o\n. o o o\n")?;
    /// let game = Game::from_diagram(diagram)?.with_goal(Goal::Any)?;
    /// let counted = count(&game)?;
    /// assert_eq!((game.symmetries().order(), counted.solutions), (2, 8));
    /// assert_eq!(counted.solutions_up_to_symmetry, Some(4));
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    pub solutions_up_to_symmetry: Option<u128>,
    /// The reachable positions; `None` if the engine or the memory did not allow it.
    pub positions: Option<Positions>,
    /// Winning positions (reachable, with a way to the goal) up to the symmetries that keep start and goal, by the
    /// number of jumps made; `None` unless asked for with [`Counting::winning`](super::Counting::winning).
    pub winning_levels: Option<Vec<u64>>,
}

impl Count {
    /// The winning positions of all levels.
    #[must_use]
    pub fn winning_positions(&self) -> Option<u64> {
        self.winning_levels.as_ref().map(|levels| levels.iter().sum())
    }
}

/// The positions that can be reached from the start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Positions {
    /// Positions up to the symmetries that keep the start, by the number of jumps made; `levels[0]` is 1, the start.
    pub levels: Vec<u64>,
    /// All positions, symmetric twins included.
    pub in_all: u64,
    /// Stuck positions, up to the symmetries that keep the start.
    pub stuck: u64,
}

impl Positions {
    /// The sum of the levels.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.levels.iter().sum()
    }
}

/// A finished or stopped count.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Counted {
    /// The numbers; `None` if the run was stopped, because a partial Senku count is useless.
    pub count: Option<Count>,
    /// The engine that ran.
    pub engine: Engine,
    /// The instruction set it used.
    pub isa: Isa,
    /// The work, with its run time, set-up included. Its subproblems are pieces of the game tree, or levels of the dense
    /// engine. With a ledger they are the sweeps of all runs: one per prime for residues, 1 for other engines.
    pub work: Work<()>,
    /// The times of the stages.
    pub stages: Stages,
}

/// A count to be run.
///
/// ```
/// use vuelta::search::{Context, Workers};
/// use vuelta::senku::{Counting, Game};
/// let game = Game::named("triangle15").unwrap();
/// let workers = Workers::new(2).unwrap();
/// let counted = Counting::new(&game).run(&mut Context::new(&workers)).unwrap();
/// let count = counted.count.unwrap();
/// assert_eq!((count.games, count.solutions), (568_630, 6_816));
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct Counting<'a> {
    game: &'a Game,
    engine: EngineChoice<Engine>,
    isa: Isa,
    memory_limit: u64,
    winning: bool,
    ledger: Option<PathBuf>,
    estimate: OnceLock<dense::Estimate>,
}

impl<'a> Counting<'a> {
    /// Prepares a count of `game` by the fastest engine in at most 4 GiB.
    pub fn new(game: &'a Game) -> Self {
        Counting {
            game,
            engine: EngineChoice::Auto,
            isa: Isa::detect(),
            memory_limit: DEFAULT_MEMORY,
            winning: false,
            ledger: None,
            estimate: OnceLock::new(),
        }
    }

    /// Chooses the engine.
    pub fn engine(mut self, engine: impl Into<EngineChoice<Engine>>) -> Self {
        self.engine = engine.into();
        self
    }

    /// Chooses the instruction set, by default the best of the machine.
    pub fn isa(mut self, isa: Isa) -> Self {
        self.isa = isa;
        self
    }

    /// Limits the memory of the tables, in bytes.
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = bytes;
        self
    }

    /// Sets whether the winning positions are counted too.
    pub fn winning(mut self, winning: bool) -> Self {
        self.winning = winning;
        self
    }

    /// Keeps a ledger at this path: sweeps that it holds are not repeated, and each finished sweep is added. A count in
    /// exact numbers is one sweep; a count by residues has one per prime, see [`dense::estimate`]. Winning positions
    /// are counted in each run. [`EngineChoice::Auto`] continues with the ledger's engine.
    pub fn ledger(mut self, path: PathBuf) -> Self {
        self.ledger = Some(path);
        self
    }

    /// The estimate for the dense engine, made once.
    fn estimate(&self) -> &dense::Estimate {
        self.estimate.get_or_init(|| dense::estimate(self.game))
    }

    /// The engine that `auto` stands for. The memo is chosen for small counts, and where the dense engine cannot make
    /// its tables but few pegs leave few positions.
    fn best_engine(&self) -> Result<Engine, Error> {
        let estimate = self.estimate();
        match estimate.fits(self.memory_limit) {
            true if estimate.slots > SMALL_COUNT => Ok(Engine::Dense),
            false if !memo::fits(self.game, self.memory_limit) => {
                if estimate.feasible {
                    estimate.within(self.memory_limit, dense::Estimate::count)?;
                }
                Err(memo::refusal(self.game, self.memory_limit))
            }
            _ => Ok(Engine::Memo),
        }
    }

    /// The bytes that large pages serve: those of the dense engine, if the memory limit is at least four times as high.
    /// Large pages are partly empty.
    #[doc(hidden)]
    pub fn large_pages(&self) -> u64 {
        let bytes = u64::try_from(self.estimate().bytes).unwrap_or(u64::MAX);
        if bytes <= self.memory_limit / 4 { bytes } else { 0 }
    }

    /// The game whose solutions are counted.
    #[must_use]
    pub fn game(&self) -> &'a Game {
        self.game
    }

    /// A double check of a count by `first`, which found this many games, by another engine: the textbook search if there
    /// are few enough games, otherwise the dense engine or the memo. `None` if no other engine would finish in a
    /// reasonable time within the memory limit.
    #[must_use]
    pub fn double_check(&self, first: Engine, games: Option<u128>) -> Option<Self> {
        let few_games = games.is_some_and(|games| games <= MOST_GAMES_AGAIN);
        let is_practical = |engine: &Engine| match engine {
            Engine::Backtrack => few_games,
            Engine::Dense => self.estimate().fits(self.memory_limit),
            Engine::Memo => memo::is_practical(self.game, self.memory_limit),
        };
        let engines = [Engine::Backtrack, Engine::Dense, Engine::Memo];
        let engine = engines.into_iter().filter(|&engine| engine != first).find(is_practical)?;
        Some(Counting { engine: engine.into(), winning: false, ledger: None, ..self.clone() })
    }

    /// Runs the count. Raising `stop` in either way ends the run soon, without a count.
    ///
    /// # Errors
    /// [`Error::Overflow`] beyond 128 bits; [`Error::Memory`] if the limit is exceeded; [`Error::InstructionSet`] if
    /// the machine lacks it; [`Error::Ledger`] for an unusable ledger; [`Error::Stopped`] if `stop` was raised before
    /// the ledger was open.
    pub fn run(&self, context: &mut Context<'_>) -> Result<Counted, Error> {
        let mut watch = Stopwatch::start();
        self.isa.require()?;
        let begun = self.ledger.as_deref().and_then(|path| sweeps::begun(path, self.game));
        let engine = match (self.engine, &begun) {
            // A ledger's count continues with its engine, whatever memory is free now.
            (EngineChoice::Auto, Some(ledger)) => ledger.header.engine.parse()?,
            (EngineChoice::Auto, None) => self.best_engine()?,
            (EngineChoice::Given(engine), _) => engine,
        };
        let is_counted = begun.is_some_and(|ledger| ledger.is_complete());
        let &Counting { game, memory_limit, winning, .. } = self;
        let mut sweeps = self.sweeps((engine, is_counted), context.reborrow())?;
        let (count, subproblems) = match engine {
            Engine::Dense => {
                let count = self.by_levels(&mut sweeps, &mut watch)?;
                let positions = count.as_ref().and_then(|count| count.positions.as_ref());
                let levels = positions.map_or(0, |positions| positions.levels.len() as u64);
                (count, levels)
            }
            Engine::Backtrack => sweeps.only(game, false, |context| backtrack::count(game, context))?,
            Engine::Memo => {
                sweeps.only(game, winning, |context| memo::count(game, memory_limit, winning, context))?
            }
        };
        watch.end(if engine == Engine::Dense { "symmetry" } else { "count" });
        let (stages, elapsed) = watch.stop();
        let done = if count.is_some() { subproblems } else { 0 };
        Ok(Counted {
            count,
            engine,
            isa: if engine == Engine::Dense { self.isa } else { Isa::Portable },
            work: sweeps.work((done, subproblems), elapsed),
            stages,
        })
    }

    /// The count by the dense engine, with its winning positions if they are wanted; `None` if stopped.
    fn by_levels(&self, sweeps: &mut Sweeps<'_>, watch: &mut Stopwatch) -> Result<Option<Count>, Error> {
        let &Counting { game, isa, memory_limit, winning, .. } = self;
        if winning {
            winning::check(game, memory_limit)?;
        }
        let setting = dense::Setting { game, isa, least_bytes: 4, exact: true, memory_limit };
        let mut count = setting.count(self.estimate(), sweeps, watch)?;
        if winning && let Some(counted) = &mut count {
            counted.winning_levels = winning::levels(game, isa, memory_limit, sweeps)?;
            watch.end("winning");
            count.take_if(|count| count.winning_levels.is_none());
        }
        Ok(count)
    }

    /// The sweeps of the count by this engine, with their ledger. A complete ledger needs no memory.
    fn sweeps<'o>(
        &self,
        (engine, is_counted): (Engine, bool),
        context: Context<'o>,
    ) -> Result<Sweeps<'o>, Error> {
        let Some(path) = &self.ledger else { return Ok(Sweeps::new(context)) };
        let is_dense = engine == Engine::Dense;
        if is_dense && !is_counted {
            self.estimate().within(self.memory_limit, dense::Estimate::count)?;
        }
        let number = if is_dense { self.estimate().primes as u64 } else { 1 };
        Sweeps::with_ledger(path, self.game, (engine, number), context)
    }
}

/// Counts the games and the solutions of `game`, on all processors, by the fastest engine in at most 4 GiB.
///
/// ```
/// use vuelta::senku::{Game, count};
/// let counted = count(&Game::named("triangle15")?)?;
/// assert_eq!((counted.games, counted.solutions), (568_630, 6_816));
/// # Ok::<(), vuelta::Error>(())
/// ```
///
/// # Errors
/// As [`Counting::run`]; [`Error::Threads`] if no thread can be started.
pub fn count(game: &Game) -> Result<Count, Error> {
    let counted = Counting::new(game).run(&mut Context::new(&Workers::new(0)?))?;
    counted.count.ok_or(Error::Stopped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::senku::NAMED_BOARDS;

    #[test]
    fn a_double_check_is_by_another_engine_whatever_the_first_and_the_board() {
        for named in NAMED_BOARDS {
            let game = Game::named(named.name).unwrap();
            for (limit, games, engine) in [1 << 16, 1 << 24, 1 << 30, 1 << 36]
                .into_iter()
                .flat_map(|limit| [1, 1 << 28, 1 << 29, u128::MAX].map(|games| (limit, games)))
                .flat_map(|(limit, games)| Engine::NAMES.map(|(_, engine)| (limit, games, engine)))
            {
                let counting = Counting::new(&game).engine(engine).memory_limit(limit);
                let second = counting.double_check(engine, Some(games));
                let what = format!("{} by {engine:?} in {limit} bytes", named.name);
                match second.map(|second| second.engine) {
                    Some(second) => {
                        assert!(
                            second != engine.into() && second != EngineChoice::Auto,
                            "{what}: {second:?}"
                        );
                    }
                    None => assert!(games > MOST_GAMES_AGAIN || engine == Engine::Backtrack, "{what}"),
                }
            }
        }
    }
}
