//! Puzzle generation: boards with exactly one solution and connected regions.
//!
//! A [draft](super::draft) has one solution, proved by a complete search. A wanted level comes by rejection: drafts are
//! made and graded until one has it. A puzzle is a pure function of its seed, so the number of threads does not change
//! it.

use super::deduce::Logic;
use super::draft::Workshop;
use super::grid::Grid;
use super::search::with_words;
use super::{Board, LARGEST_BOARD, queens_per_row};
use crate::Error;
use crate::search::{Context, Finished, Halt, Observer, Overflow, Problem, Progress, Sink, StopFlag, Tally};
use std::collections::BTreeMap;

/// Drafts after which a maker gives up.
const MOST_DRAFTS: u32 = 100_000;

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
    single_squares: u32,
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
        Ok(Maker { size, stars: 1, level: None, seed: 0, single_squares: u32::MAX })
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
            let (rows, queens) = (if size == 1 { "row" } else { "rows" }, queens_per_row(stars));
            return Err(Error::input(format!("no board of {size} {rows} has a solution with {queens}")));
        }
        Ok(())
    }

    /// Sets the level, see the table of [`deduce`](super::deduce). Levels 4 to 6 are rare on small boards.
    ///
    /// # Errors
    /// [`Error::Input`] unless it is from 1 to 6.
    pub fn level(mut self, level: u32) -> Result<Self, Error> {
        if !(1..=6).contains(&level) {
            return Err(Error::input(format!("the level is {level}; it must be from 1 to 6")));
        }
        self.level = Some(level);
        Ok(self)
    }

    /// Sets the seed; each seed makes another puzzle.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Limits the regions of a single square.
    #[must_use]
    pub fn single_squares(mut self, most: u32) -> Self {
        self.single_squares = most;
        self
    }

    /// Makes the puzzle of the seed.
    ///
    /// # Errors
    /// [`Error::Stopped`]; [`Error::Input`] if no board of this size has a solution, or if 100,000 drafts had no such
    /// puzzle.
    pub fn make(&self, stop: &StopFlag) -> Result<Board, Error> {
        self.check()?;
        self.draft(self.seed, &|| stop.is_raised())?.ok_or_else(|| self.gave_up())
    }

    /// Makes `count` puzzles on all threads, with the seed and the numbers that follow it. Each is handed on as soon as
    /// those of smaller seeds are; if the run is stopped, the finished ones are too. The number of threads does not
    /// change them.
    ///
    /// # Errors
    /// As [`make`](Self::make), after the puzzles that were made were handed on.
    pub fn make_each(
        &self,
        count: u64,
        context: &mut Context<'_>,
        each: &mut dyn FnMut(u64, Board),
    ) -> Result<(), Error> {
        self.check()?;
        let (problem, all) = (Making { maker: self, count }, 0..count);
        let observer = &mut *context.observer;
        let mut made =
            InOrder { first: self.seed, next: 0, waiting: BTreeMap::new(), failed: false, each, observer };
        let outcome =
            context.workers.run_ranges(&problem, std::slice::from_ref(&all), &context.stop, &mut made)?;
        while let Some((number, board)) = made.waiting.pop_first() {
            made.hand_on(number, board);
        }
        match outcome.is_complete() {
            false => Err(Error::Stopped),
            true if made.failed => Err(self.gave_up()),
            true => Ok(()),
        }
    }

    /// The puzzles of [`make_each`](Self::make_each), all together.
    ///
    /// # Errors
    /// As [`make`](Self::make).
    pub fn make_many(&self, count: u64, context: &mut Context<'_>) -> Result<Vec<Board>, Error> {
        let mut boards = vec![];
        self.make_each(count, context, &mut |_, board| boards.push(board))?;
        Ok(boards)
    }

    /// The puzzle of a seed; `None` if none was found.
    fn draft(&self, seed: u64, is_stopped: &dyn Fn() -> bool) -> Result<Option<Board>, Error> {
        fn make<const W: usize>(
            maker: &Maker,
            blank: &Board,
            seed: u64,
            is_stopped: &dyn Fn() -> bool,
        ) -> Result<Option<Board>, Error> {
            let mut workshop = Workshop::new(Grid::<W>::new(blank), seed, maker.single_squares, is_stopped);
            for _ in 0..MOST_DRAFTS {
                let draft = workshop.draft();
                if is_stopped() {
                    return Err(Error::Stopped);
                }
                let Some(grid) = draft else { continue };
                if maker.level.is_none_or(|level| Logic::of(grid.clone()).grade().level == Some(level)) {
                    return grid.board().map(Some);
                }
            }
            Ok(None)
        }
        let blank = Board::without_regions(self.size, self.stars)?;
        with_words!(blank, make(self, &blank, seed, is_stopped))
    }

    fn gave_up(&self) -> Error {
        let (size, queens) = (self.size, queens_per_row(self.stars));
        let level = self.level.map(|level| format!(" of level {level}")).unwrap_or_default();
        Error::input(format!(
            "no puzzle{level} with {size} rows and {queens} was found in {MOST_DRAFTS} drafts"
        ))
    }
}

/// Puzzles to be made, one per subproblem.
struct Making<'a> {
    maker: &'a Maker,
    count: u64,
}

/// Puzzles with their numbers; `None` if none was found.
#[derive(Default)]
struct Made(Vec<(u64, Option<Board>)>);

impl Tally for Made {
    fn add(&mut self, other: &Self, _weight: u64) -> Result<(), Overflow> {
        self.0.extend_from_slice(&other.0);
        Ok(())
    }
}

impl Problem for Making<'_> {
    type Tally = Made;
    type Scratch = ();

    fn len(&self) -> u64 {
        self.count
    }

    fn count(&self, id: u64, (): &mut (), stop: &StopFlag) -> Result<Made, Halt> {
        let board = self.maker.draft(self.maker.seed.wrapping_add(id), &|| stop.is_abandoned());
        match board {
            Ok(board) => Ok(Made(vec![(id, board)])),
            Err(Error::Stopped) => Err(Halt::Stopped),
            Err(_) => Ok(Made(vec![(id, None)])),
        }
    }
}

/// Hands puzzles on in the order of their numbers.
struct InOrder<'a> {
    /// The seed of number 0.
    first: u64,
    next: u64,
    waiting: BTreeMap<u64, Option<Board>>,
    /// Whether there was a seed without a puzzle.
    failed: bool,
    each: &'a mut dyn FnMut(u64, Board),
    observer: &'a mut dyn Observer,
}

impl InOrder<'_> {
    fn hand_on(&mut self, number: u64, board: Option<Board>) {
        self.failed |= board.is_none();
        board.into_iter().for_each(|board| (self.each)(self.first.wrapping_add(number), board));
    }
}

impl Sink<Made> for InOrder<'_> {
    fn finished(&mut self, batch: &Finished<Made>) -> Result<(), Overflow> {
        self.waiting.extend(batch.tally.0.iter().cloned());
        while let Some(board) = self.waiting.remove(&self.next) {
            self.hand_on(self.next, board);
            self.next += 1;
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
