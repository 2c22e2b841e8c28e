//! Puzzle generation: boards with exactly one solution and connected regions.
//!
//! A [draft](super::draft) has one solution, proved by a complete search, and the wanted level. A puzzle is a pure function of
//! its seed, so the number of threads does not change it.

use super::deduce::{Grade, HARDEST, grade};
use super::draft::{Workshop, is_rare};
use super::grid::Grid;
use super::search::with_words;
use super::{Board, LARGEST_BOARD, Square, queens_per_row};
use crate::Error;
use crate::base::text::plural;
use crate::search::{Context, Finished, Halt, Observer, Overflow, Problem, Progress, Sink, StopFlag, Tally};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// Drafts after which a maker gives up; and of rare levels, for which each is changed many times.
const MOST_DRAFTS: u32 = 100_000;
const MOST_RARE_DRAFTS: u32 = 10_000;

/// Seeds without a new puzzle after which a maker gives up.
const SEEDS_WITHOUT_NEW: u64 = 1000;
/// The least number of seeds to try in place of those without a new puzzle.
const SEEDS_MORE: u64 = 100;

/// A puzzle that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Made {
    /// The seed that makes it again.
    pub seed: u64,
    /// The board.
    pub board: Board,
    /// The queens of its only solution, row by row.
    pub queens: Vec<Square>,
    /// The level and the number of steps of its deductions.
    pub grade: Grade,
}

/// A generator of puzzles of one kind.
///
/// ```
/// use vuelta::regions::{Maker, Search, Verdict};
/// use vuelta::search::StopFlag;
/// let board = Maker::new(8)?.seed(7).make(&StopFlag::default())?;
/// assert!(matches!(Search::new(&board).verdict()?, Verdict::Unique(_)));
/// assert!(board.unconnected().is_empty());
/// # Ok::<(), vuelta::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Maker {
    size: u32,
    stars: u32,
    level: Option<u32>,
    seed: u64,
    single_squares: Option<u32>,
}

impl Maker {
    /// Creates a maker of boards of this size with one star, any level and seed 0.
    ///
    /// # Errors
    /// [`Error::BoardSize`] below 1 and above 32.
    pub fn new(size: u32) -> Result<Self, Error> {
        if !(1..=LARGEST_BOARD).contains(&size) {
            return Err(Error::BoardSize { size, largest: LARGEST_BOARD });
        }
        Ok(Maker { size, stars: 1, level: None, seed: 0, single_squares: None })
    }

    /// Sets the number of queens per row, column and region.
    ///
    /// # Errors
    /// [`Error::Input`] for 0, and if no board has a solution: below `4 stars` rows, except for one queen on one
    /// square.
    pub fn stars(mut self, stars: u32) -> Result<Self, Error> {
        self.stars = stars;
        self.check()?;
        Ok(self)
    }

    /// Refuses boards without solutions: those of fewer than `4 K` rows. A block of 2 x 2 squares holds at most one
    /// queen, so two rows of up to `4 K - 2` squares lack room for `2 K` queens. With `4 K - 1` squares, each odd
    /// column needs a queen in every two rows, which is too many if `K > 1`. Three rows with one queen each are easily
    /// checked.
    fn check(&self) -> Result<(), Error> {
        let (size, stars) = (self.size, self.stars);
        if stars == 0 || stars > size / 4 && (size, stars) != (1, 1) {
            let (rows, queens) = (plural(size as usize, "row"), queens_per_row(stars));
            return Err(Error::input(format!("no board of {rows} has a solution with {queens}")));
        }
        Ok(())
    }

    /// Sets the level, see the table of [`deduce`](super::deduce). Levels 4 to 6 are rare on small boards. Unless
    /// [`single_squares`](Self::single_squares) says otherwise, at most one region for each six rows, rounded to the nearest,
    /// is a single square, because such a region gives its queen away; in levels 1 and 2 two are allowed on every board.
    ///
    /// # Errors
    /// [`Error::Input`] unless it is from 1 to 6.
    pub fn level(mut self, level: u32) -> Result<Self, Error> {
        if !(1..=HARDEST).contains(&level) {
            return Err(Error::input(format!("the level is {level}; it must be from 1 to {HARDEST}")));
        }
        self.level = Some(level);
        Ok(self)
    }

    /// Sets the seed. Two seeds seldom make the same puzzle, except on the smallest boards.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Limits the regions of a single square; without it they are limited for puzzles of a [`level`](Self::level) alone.
    #[must_use]
    pub fn single_squares(mut self, most: u32) -> Self {
        self.single_squares = Some(most);
        self
    }

    /// The most regions of a single square.
    fn most_single_squares(&self) -> u32 {
        let usual = match self.level {
            Some(level) => ((self.size + 3) / 6).max(if level <= 2 { 2 } else { 1 }),
            None => u32::MAX,
        };
        self.single_squares.unwrap_or(usual)
    }

    /// Makes the puzzle of the seed.
    ///
    /// # Errors
    /// [`Error::Stopped`]; [`Error::Input`] if no board of this size has a solution; [`Error::NoSolution`] if 100,000 drafts had
    /// no such puzzle (10,000 for levels 4 to 6).
    pub fn make(&self, stop: &StopFlag) -> Result<Board, Error> {
        self.check()?;
        let made = self.puzzle(self.seed, &|| stop.is_raised())?;
        made.map(|(board, _)| board).ok_or_else(|| self.gave_up())
    }

    /// Makes `count` different puzzles on all threads, with the seed and the numbers that follow it, except for seeds that
    /// make the puzzle of a smaller one. Each is handed on as soon as those of smaller seeds are; if the run is stopped,
    /// the finished ones are too. The number of threads does not change them.
    ///
    /// # Errors
    /// As [`make`](Self::make), after the puzzles that were made were handed on; [`Error::NoSolution`] if 1,000 seeds made no
    /// other puzzle.
    pub fn make_each(
        &self,
        count: u64,
        context: &mut Context<'_>,
        each: &mut dyn FnMut(&Made),
    ) -> Result<(), Error> {
        self.check()?;
        let observer = &mut *context.observer;
        let mut made = InOrder {
            count,
            next: 0,
            waiting: BTreeMap::new(),
            failed: false,
            known: HashSet::new(),
            last_new: 0,
            each,
            observer,
        };
        while let missing @ 1.. = count - made.known.len() as u64 {
            let number = if made.next == 0 { count } else { missing.max(SEEDS_MORE) };
            let seeds = made.next..made.next.saturating_add(number);
            let problem = Making { maker: self, count: seeds.end };
            let all = std::slice::from_ref(&seeds);
            let outcome = context.workers.run_ranges(&problem, all, &context.stop, &mut made)?;
            while let Some((number, puzzle)) = made.waiting.pop_first() {
                made.hand_on(number, puzzle);
            }
            if !outcome.is_complete() {
                return Err(Error::Stopped);
            } else if made.failed {
                return Err(self.gave_up());
            } else if made.next - made.last_new > SEEDS_WITHOUT_NEW {
                return Err(self.no_other(made.known.len()));
            }
        }
        Ok(())
    }

    /// The puzzles of [`make_each`](Self::make_each), all together.
    ///
    /// # Errors
    /// As [`make`](Self::make).
    pub fn make_many(&self, count: u64, context: &mut Context<'_>) -> Result<Vec<Board>, Error> {
        let mut boards = vec![];
        self.make_each(count, context, &mut |made| boards.push(made.board.clone()))?;
        Ok(boards)
    }

    /// The puzzle of a seed and its solution; `None` if none was found.
    fn puzzle(&self, seed: u64, is_stopped: &dyn Fn() -> bool) -> Result<Option<Solved>, Error> {
        fn make<const W: usize>(
            maker: &Maker,
            blank: &Board,
            seed: u64,
            is_stopped: &dyn Fn() -> bool,
        ) -> Result<Option<Solved>, Error> {
            let wanted = (maker.level, maker.most_single_squares());
            let mut workshop = Workshop::new(Grid::<W>::new(blank), seed, wanted, is_stopped);
            for _ in 0..maker.most_drafts() {
                let draft = workshop.draft();
                if is_stopped() {
                    return Err(Error::Stopped);
                }
                if let Some((grid, solution)) = draft {
                    return Ok(Some((grid.board()?, solution.map(|at| blank.square(at)).collect())));
                }
            }
            Ok(None)
        }
        let blank = Board::without_regions(self.size, self.stars)?;
        with_words!(blank, make(self, &blank, seed, is_stopped))
    }

    fn most_drafts(&self) -> u32 {
        if is_rare(self.level) { MOST_RARE_DRAFTS } else { MOST_DRAFTS }
    }

    fn gave_up(&self) -> Error {
        let (kind, drafts) = (self.kind(), self.most_drafts());
        Error::NoSolution(format!(
            "no puzzle{kind} was found in {drafts} drafts; try another seed, level or size"
        ))
    }

    fn no_other(&self, known: usize) -> Error {
        let (kind, known) = (self.kind(), plural(known, "puzzle"));
        Error::NoSolution(format!(
            "no more than {known}{kind} could be made: the next {SEEDS_WITHOUT_NEW} seeds gave no new one"
        ))
    }

    /// ` of level 3 with 8 rows and 1 queen per row`.
    fn kind(&self) -> String {
        let level = self.level.map(|level| format!(" of level {level}")).unwrap_or_default();
        format!("{level} with {} and {}", plural(self.size as usize, "row"), queens_per_row(self.stars))
    }
}

/// A board and its solution.
type Solved = (Board, Vec<Square>);

/// Puzzles to be made, one per subproblem.
struct Making<'a> {
    maker: &'a Maker,
    count: u64,
}

/// Puzzles with their numbers; `None` if none was found.
#[derive(Default)]
struct Batch(Vec<(u64, Option<Arc<Made>>)>);

impl Tally for Batch {
    fn add(&mut self, other: &Self, _weight: u64) -> Result<(), Overflow> {
        self.0.extend_from_slice(&other.0);
        Ok(())
    }
}

impl Problem for Making<'_> {
    type Tally = Batch;
    type Scratch = ();

    fn len(&self) -> u64 {
        self.count
    }

    fn count(&self, id: u64, (): &mut (), stop: &StopFlag) -> Result<Batch, Halt> {
        let seed = self.maker.seed.wrapping_add(id);
        match self.maker.puzzle(seed, &|| stop.is_abandoned()) {
            Ok(made) => {
                let made = made.map(|(board, queens)| Made { seed, grade: grade(&board), board, queens });
                Ok(Batch(vec![(id, made.map(Arc::new))]))
            }
            Err(Error::Stopped) => Err(Halt::Stopped),
            Err(_) => Ok(Batch(vec![(id, None)])),
        }
    }
}

/// Hands different puzzles on in the order of their numbers.
struct InOrder<'a> {
    /// The most puzzles to hand on.
    count: u64,
    next: u64,
    waiting: BTreeMap<u64, Option<Arc<Made>>>,
    /// Whether there was a seed without a puzzle.
    failed: bool,
    /// The puzzles that were handed on, and the number of the last one.
    known: HashSet<Board>,
    last_new: u64,
    each: &'a mut dyn FnMut(&Made),
    observer: &'a mut dyn Observer,
}

impl InOrder<'_> {
    fn hand_on(&mut self, number: u64, made: Option<Arc<Made>>) {
        self.next = number + 1;
        if self.known.len() as u64 == self.count {
            return;
        }
        self.failed |= made.is_none();
        if let Some(made) = made.filter(|made| self.known.insert(made.board.clone())) {
            self.last_new = number;
            (self.each)(&made);
        }
    }
}

impl Sink<Batch> for InOrder<'_> {
    fn finished(&mut self, batch: &Finished<Batch>) -> Result<(), Overflow> {
        self.waiting.extend(batch.tally.0.iter().cloned());
        while let Some(made) = self.waiting.remove(&self.next) {
            self.hand_on(self.next, made);
        }
        Ok(())
    }

    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(progress);
    }
}

#[cfg(test)]
#[path = "make_tests.rs"]
mod tests;
