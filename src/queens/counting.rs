//! Counting, end to end: choose an engine, run it, add what symmetry says.

use super::backtrack::Backtrack;
use super::bitmask::{Bitmask, LARGEST_BITMASK_BOARD};
use super::halves::{self, Halves};
use super::part::{Job, Ran, Run};
use super::{Board, LARGEST_BOARD, Square, SymmetricCounts};
use crate::Error;
use crate::error::shown;
use crate::search::{Observer, Outcome, Quiet, Shard, Stages, StopFlag, Stopwatch, Tally, Workers};
use crate::simd::Isa;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// The largest board on which the textbook search checks another engine within seconds.
const LARGEST_ORACLE_BOARD: u32 = 12;
/// The largest board on which the bitmask search checks half boards within a minute on a few cores.
const LARGEST_CHECKED_BOARD: u32 = 17;
/// The largest [`guess`] for which conditions make it so fast on any board.
const LARGEST_CHECKED_GUESS: f64 = 1e6;

/// How to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Engine {
    /// The fastest engine that can.
    #[default]
    Auto,
    /// Half boards joined, 512 pairs at a time, to N = 31.
    Halves,
    /// Bitmask subtrees below the border's queens, to N = 32.
    Bitmask,
    /// The textbook search, to N = 64.
    Backtrack,
}

impl Engine {
    /// The names.
    pub const NAMES: [(&'static str, Engine); 4] = [
        ("auto", Engine::Auto),
        ("halves", Engine::Halves),
        ("bitmask", Engine::Bitmask),
        ("backtrack", Engine::Backtrack),
    ];

    /// The largest board that the engine counts.
    #[must_use]
    pub fn largest_board(self) -> u32 {
        match self {
            Engine::Halves => halves::LARGEST,
            Engine::Bitmask => LARGEST_BITMASK_BOARD,
            Engine::Auto | Engine::Backtrack => LARGEST_BOARD,
        }
    }

    /// The engine that `auto` stands for on this board.
    fn resolve(self, board: &Board) -> Engine {
        match self {
            Engine::Auto if board.size() <= halves::LARGEST && halves_is_faster(board) => Engine::Halves,
            Engine::Auto if board.size() <= LARGEST_BITMASK_BOARD => Engine::Bitmask,
            Engine::Auto => Engine::Backtrack,
            chosen => chosen,
        }
    }
}

/// Below this size the bitmask search under conditions is over before half boards are listed.
const SMALLEST_CONDITIONED_BOARD: u32 = 12;
/// So many subproblems of half boards take as long as the bitmask search for each of [`guess`]'s solutions:
/// between 15 and 60 at N = 15 to 18, whole diagonals excluded (Xeon with AVX-512, 2 threads).
const SUBPROBLEMS_PER_GUESS: f64 = 30.0;

/// Whether half boards count faster than the bitmask search. They have the better growth, but take a
/// microsecond or more for each of C(N, N/2) row sets however few solutions the conditions leave.
fn halves_is_faster(board: &Board) -> bool {
    if !board.has_conditions() {
        return true;
    }
    let size = board.size();
    let half = size / 2;
    let row_sets = (1..=half).fold(1.0, |sets, i| sets * f64::from(half + i) / f64::from(i));
    // Eight images for odd N; a fixed queen says in which half its row's queen is.
    let images = if size % 2 == 1 { 8.0 } else { 1.0 };
    let subproblems = row_sets * images / 2f64.powi(board.fixed().len() as i32);
    size >= SMALLEST_CONDITIONED_BOARD && guess(board) * SUBPROBLEMS_PER_GUESS >= subproblems
}

/// A measure of the bitmask search's work. The queens' problem has about (0.143 N)^N solutions (Simkin, "The
/// number of n-queens configurations", 2021): this is the product of 0.143 times the free squares of each row
/// that has no fixed queen.
pub(super) fn guess(board: &Board) -> f64 {
    let is_fixed = |row: u32| board.fixed().iter().any(|queen| queen.row == row);
    let open = (0..board.size()).filter(|&row| !is_fixed(row));
    open.map(|row| 0.143 * f64::from(board.free(row).count_ones())).product()
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Engine::NAMES.iter().find(|(_, engine)| engine == self).map_or("auto", |(name, _)| name);
        f.pad(name)
    }
}

impl FromStr for Engine {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let known = Engine::NAMES.iter().find(|(known, _)| *known == name);
        known.map(|&(_, engine)| engine).ok_or_else(|| {
            let names = Engine::NAMES.map(|(name, _)| name).join(", ");
            Error::input(format!("there is no engine '{}'; the engines are {names}", shown(name)))
        })
    }
}

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
    board: Board,
    engine: Engine,
    isa: Isa,
    pub(super) memory_limit: Option<u64>,
    split: Split,
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
enum Split {
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
            board,
            engine: Engine::Auto,
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

    /// By this engine.
    #[must_use]
    pub fn engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
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

    /// With the fingerprint of its subproblems in the result.
    #[must_use]
    pub fn with_fingerprint(mut self, yes: bool) -> Self {
        self.fingerprint = yes;
        self
    }

    /// Whether what is finished is kept.
    #[must_use]
    pub fn has_ledger(&self) -> bool {
        self.ledger.is_some()
    }

    /// The engine that counts: what `auto` stands for.
    #[must_use]
    pub fn resolved_engine(&self) -> Engine {
        self.engine.resolve(&self.board)
    }

    /// The same count, of another board and the whole of it.
    pub(super) fn on(&self, board: Board) -> Self {
        Counting { board, ledger: None, shard: None, ..self.clone() }
    }

    /// The board whose solutions are counted.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The same count, if the engine can make it.
    ///
    /// # Errors
    /// [`Error::Engine`] for a board that is too large for it, [`Error::InstructionSet`] for one that the machine lacks.
    pub fn checked(self) -> Result<Self, Error> {
        let (size, engine) = (self.board.size(), self.engine.resolve(&self.board));
        let most = engine.largest_board();
        if size > most {
            return Err(Error::Engine { engine: engine.to_string(), size, largest: most });
        }
        self.isa.require()?;
        Ok(self)
    }

    /// The same count in another way: by another engine where two are practical, else by another split.
    #[must_use]
    pub fn double_check(&self) -> Self {
        let size = self.board.size();
        let engine = match self.engine.resolve(&self.board) {
            Engine::Bitmask if size <= LARGEST_ORACLE_BOARD => Engine::Backtrack,
            Engine::Halves if size > LARGEST_CHECKED_BOARD && guess(&self.board) > LARGEST_CHECKED_GUESS => {
                Engine::Halves
            }
            _ => Engine::Bitmask,
        };
        Counting { engine, split: Split::Other, ledger: None, ..self.clone() }
    }

    /// Counts.
    ///
    /// # Errors
    /// [`Error::Engine`] for a board that is too large for it, [`Error::InstructionSet`] for one that the machine lacks,
    /// [`Error::Memory`] where it would not fit in the limit, [`Error::Overflow`] beyond 128 bits, [`Error::Ledger`] for a ledger that cannot be used, [`Error::Asymmetric`] for a total that cannot be.
    pub fn run(
        &self,
        workers: &Workers,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Count, Error> {
        let mut watch = Stopwatch::start();
        let size = self.board.size();
        let engine = self.clone().checked()?.resolved_engine();
        let Ran { outcome, resumed, core_time, ledger_troubled, fingerprint } = match (engine, self.split) {
            (Engine::Halves, Split::Other) => {
                let outcome = self.halves_by_row(workers, stop, observer)?;
                Ran::of(outcome, None)
            }
            _ => self.with_problem(workers, Run { counting: self, workers, stop, observer })?,
        };
        watch.end_both("set_up", "count", outcome.elapsed);
        let mut count = Count {
            engine,
            isa: Some(if engine == Engine::Halves { self.isa } else { Isa::Portable }),
            elapsed: Duration::ZERO,
            outcome,
            resumed,
            core_time,
            symmetric: None,
            fundamental: None,
            shard: self.shard,
            ledger_troubled,
            fingerprint,
            stages: vec![],
        };
        if let Some(total) = count.total()
            && !self.board.has_conditions()
            && let Some(symmetric) = SymmetricCounts::count(size, workers, stop)?
        {
            count.symmetric = Some(symmetric);
            count.fundamental = Some(symmetric.fundamental(size, total)?);
        }
        watch.end("symmetry");
        (count.stages, count.elapsed) = watch.stop();
        Ok(count)
    }

    /// Does the job with the problem of this count's engine.
    pub(super) fn with_problem<J: Job>(&self, workers: &Workers, job: J) -> Result<J::Output, Error> {
        let board = || self.board.clone();
        match self.resolved_engine() {
            Engine::Halves => job.run(&self.halves(&self.board, workers)?),
            Engine::Bitmask => job.run(&Bitmask::new(board(), self.split == Split::Usual)),
            Engine::Auto | Engine::Backtrack => job.run(&Backtrack::new(board())),
        }
    }

    fn halves(&self, board: &Board, workers: &Workers) -> Result<Halves, Error> {
        Halves::with_board(board, self.isa, self.memory_limit, workers)
    }

    /// The sum over the squares of a row, with the row's queen fixed on each in turn: counts under conditions,
    /// which use none of the weights of the whole board. The row is the first that has a choice.
    fn halves_by_row(
        &self,
        workers: &Workers,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Outcome<u128>, Error> {
        let board = &self.board;
        let Some(row) = (0..board.size()).find(|&row| board.free(row).count_ones() > 1) else {
            return Ok(workers.run(&self.halves(board, workers)?, stop, observer)?);
        };
        let mut sum = Outcome { tally: 0, done: 0, total: 0, elapsed: Duration::ZERO };
        for square in (0..board.size()).map(|column| Square::new(row, column)) {
            if !board.is_free(square) {
                continue;
            }
            if stop.is_raised() {
                // Part of the sum is missing, however much that is.
                sum.total = sum.total.max(sum.done + 1);
                break;
            }
            let fixed = [board.fixed(), &[square]].concat();
            let board = Board::with_conditions(board.size(), &fixed, board.blocked())?;
            let part = workers.run(&self.halves(&board, workers)?, stop, observer)?;
            sum.tally.add(&part.tally, 1)?;
            sum.done += part.done;
            sum.total += part.total;
            sum.elapsed += part.elapsed;
        }
        Ok(sum)
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
/// [`Error::BoardSize`] below 1 and above 64; [`Error::Threads`] when no thread can be started.
pub fn count(size: u32) -> Result<u128, Error> {
    let workers = Workers::new(0)?;
    let count = Counting::new(Board::new(size)?).run(&workers, &StopFlag::default(), &mut Quiet)?;
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
            let count = |split| {
                let counting = Counting { split, ..counting.clone() };
                counting.run(&workers, &StopFlag::default(), &mut Quiet).unwrap().total().unwrap()
            };
            assert_eq!(count(Split::Other), count(Split::Usual), "N = {size}");
        }
    }

    #[test]
    fn auto_takes_half_boards_unless_conditions_leave_little() {
        let engine = |size, fixed: &[Square], blocked: &[Square]| {
            Engine::Auto.resolve(&Board::with_conditions(size, fixed, blocked).unwrap())
        };
        let corner = [Square::new(0, 0)];
        for size in 1..=31 {
            assert_eq!(engine(size, &[], &[]), Engine::Halves);
        }
        for size in [12, 15, 16, 18, 21, 24, 31] {
            assert_eq!(engine(size, &corner, &[]), Engine::Halves, "{size}");
            assert_eq!(engine(size, &[], &corner), Engine::Halves, "{size}");
        }
        assert_eq!(engine(18, &[Square::new(0, 0), Square::new(1, 2)], &[]), Engine::Halves);
        assert_eq!(engine(11, &corner, &[]), Engine::Bitmask);
        // Two squares in three blocked, or half of the queens fixed.
        let third = |s: &Square| !(s.row + 2 * s.column).is_multiple_of(3);
        let squares = (0..24).flat_map(|row| (0..24).map(move |column| Square::new(row, column)));
        assert_eq!(engine(24, &[], &squares.filter(third).collect::<Vec<_>>()), Engine::Bitmask);
        let knights: Vec<Square> = (0..9).map(|i| Square::new(i, 2 * i)).collect();
        assert_eq!(engine(18, &knights, &[]), Engine::Bitmask);
    }
}
