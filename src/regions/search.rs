//! Solutions of a board: the first, all in order, their number, and whether there is exactly one.
//!
//! All questions go to [one search](super::grid) by most constrained unit. Two solutions prove that a puzzle is not
//! unique, so that search ends there. Lexicographic order comes from the same search: each square in turn takes a queen
//! if the board can still be solved then, which costs at most N² short searches per solution.

use super::Board;
use super::grid::{Grid, State};
use super::squares::Squares;
use crate::base::bits::ones;
use crate::search::{Context, Halt, Outcome, Overflow, StopFlag, Subproblems};
use crate::{Error, Square};
use std::ops::ControlFlow::{self, Break, Continue};

/// The approximate number of subproblems of a count on several threads.
const SUBPROBLEMS: usize = 1 << 10;

/// Calls a generic function with the number of words that the board's squares need.
macro_rules! with_words {
    ($board:expr, $function:ident($($argument:expr),*)) => {
        match $board.size() {
            // In a module that a page loads, two widths suffice.
            #[cfg(not(target_arch = "wasm32"))]
            ..=8 => $function::<1>($($argument),*),
            #[cfg(not(target_arch = "wasm32"))]
            9..=11 => $function::<2>($($argument),*),
            #[cfg(not(target_arch = "wasm32"))]
            12..=13 => $function::<3>($($argument),*),
            ..=16 => $function::<4>($($argument),*),
            #[cfg(not(target_arch = "wasm32"))]
            17..=25 => $function::<10>($($argument),*),
            _ => $function::<16>($($argument),*),
        }
    };
}

pub(super) use with_words;

/// A question about a board: the queens placed already, and the stop flag.
///
/// ```
/// use vuelta::Square;
/// use vuelta::regions::{Board, Search, Verdict};
/// let board = Board::parse(b"AABB\nACBB\nCCBD\nDDDD\n")?;
/// let search = Search::new(&board);
/// let queens = search.solve()?.unwrap();
/// assert_eq!(queens.iter().map(|queen| queen.name(4)).collect::<Vec<_>>(), ["b4", "d3", "a2", "c1"]);
/// assert_eq!(search.verdict()?, Verdict::Unique(queens));
/// // With a queen in the corner nothing is left.
/// assert_eq!(search.placed(&[Square::new(0, 0)])?.count(u64::MAX).solutions, 0);
/// # Ok::<(), vuelta::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Search<'a> {
    board: &'a Board,
    placed: Vec<Square>,
    stop: StopFlag,
}

/// The number of solutions that a search found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Count {
    /// Solutions, up to the limit.
    pub solutions: u64,
    /// Whether these are all solutions: neither the limit nor a stop flag ended the search.
    pub complete: bool,
}

/// The number of solutions as far as it matters for a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// There is no solution.
    Unsolvable,
    /// There is exactly one solution.
    Unique(Vec<Square>),
    /// There are several solutions, among them these two.
    Several([Vec<Square>; 2]),
}

impl<'a> Search<'a> {
    /// Creates the search of a board without queens.
    #[must_use]
    pub fn new(board: &'a Board) -> Self {
        Search { board, placed: vec![], stop: StopFlag::default() }
    }

    /// Restricts the search to the solutions with these queens.
    ///
    /// # Errors
    /// As [`Board::check`].
    pub fn placed(mut self, queens: &[Square]) -> Result<Self, Error> {
        self.board.check(queens)?;
        self.placed = queens.to_vec();
        Ok(self)
    }

    /// Ends the search early once this flag is raised.
    #[must_use]
    pub fn until(mut self, stop: &StopFlag) -> Self {
        self.stop = stop.clone();
        self
    }

    /// The lexicographically first solution by rows, with its queens row by row: the queen of the top row is as far
    /// left as possible, then the queen of the next row, and so on. `None` if there is no solution.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn solve(&self) -> Result<Option<Vec<Square>>, Error> {
        let first = match self.verdict()? {
            Verdict::Unsolvable => None,
            Verdict::Unique(queens) => Some(queens),
            Verdict::Several(_) => self.solutions().next(),
        };
        self.unless_stopped(first)
    }

    /// All solutions in lexicographic order by rows, each as its queens row by row. The iterator ends early once the
    /// flag is raised.
    #[must_use]
    pub fn solutions(&self) -> Solutions {
        fn ordered<const W: usize>(search: &Search<'_>) -> Solutions {
            let grid = Grid::<W>::new(search.board);
            let (board, stop) = (search.board.clone(), search.stop.clone());
            // A tree of "queen here, then no queen here", followed where there is a solution; the next branch is last.
            let mut left = vec![grid.with_queens(&search.placed)];
            Box::new(std::iter::from_fn(move || {
                loop {
                    let state = left.pop().filter(|_| !stop.is_raised())?;
                    if state.is_solved() {
                        return Some(state.queens.map(|square| board.square(square)).collect());
                    }
                    if grid.explore(&state, &|| stop.is_raised(), &mut |_| Break(())).is_break() {
                        left.extend(grid.halves(&state).into_iter().flatten().rev());
                    }
                }
            }))
        }
        with_words!(self.board, ordered(self))
    }

    /// Counts the solutions up to a limit, on the calling thread.
    #[must_use]
    pub fn count(&self, limit: u64) -> Count {
        fn count<const W: usize>(search: &Search<'_>, limit: u64) -> Count {
            let mut solutions = 0;
            let complete = limit > 0
                && search.visit::<W>(&mut |_| {
                    solutions += 1;
                    if solutions < limit { Continue(()) } else { Break(()) }
                });
            // After its last solution a search must still find out that it was the last.
            Count { solutions, complete }
        }
        with_words!(self.board, count(self, limit))
    }

    /// Counts the solutions on all threads; the total is unknown if the context's flag was raised.
    ///
    /// # Errors
    /// [`Error::Overflow`] beyond 128 bits.
    pub fn count_on(&self, context: &mut Context<'_>) -> Result<Outcome<u128>, Error> {
        fn run<const W: usize>(
            search: &Search<'_>,
            context: &mut Context<'_>,
        ) -> Result<Outcome<u128>, Overflow> {
            let grid = Grid::<W>::new(search.board);
            let list = grid.split(grid.with_queens(&search.placed));
            let count = |_, state: &State<W>, stop: &StopFlag| {
                let mut solutions = 0u128;
                let ended = grid.explore(state, &|| stop.is_abandoned(), &mut |_| {
                    solutions += 1;
                    Continue(())
                });
                if ended.is_break() { Err(Halt::Stopped) } else { Ok(solutions) }
            };
            context.run(&Subproblems { list, weight: |_| 1, count })
        }
        Ok(with_words!(self.board, run(self, context))?)
    }

    /// Decides whether there is no solution, exactly one, or several.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn verdict(&self) -> Result<Verdict, Error> {
        fn two<const W: usize>(search: &Search<'_>) -> Vec<Vec<Square>> {
            let mut found = vec![];
            search.visit::<W>(&mut |queens| {
                found.push(queens.map(|square| search.board.square(square)).collect());
                if found.len() < 2 { Continue(()) } else { Break(()) }
            });
            found
        }
        let mut found = with_words!(self.board, two(self));
        let verdict = match (found.pop(), found.pop()) {
            (None, _) => Verdict::Unsolvable,
            (Some(queens), None) => Verdict::Unique(queens),
            (Some(second), Some(first)) => return Ok(Verdict::Several([first, second])),
        };
        self.unless_stopped(verdict)
    }

    /// Visits solutions until a visit breaks or the flag is raised; returns whether these were all.
    fn visit<const W: usize>(&self, visit: &mut impl FnMut(&Squares<W>) -> ControlFlow<()>) -> bool {
        let grid = Grid::<W>::new(self.board);
        grid.explore(&grid.with_queens(&self.placed), &|| self.stop.is_raised(), visit).is_continue()
    }

    fn unless_stopped<T>(&self, answer: T) -> Result<T, Error> {
        if self.stop.is_raised() { Err(Error::Stopped) } else { Ok(answer) }
    }
}

/// The iterator of [`Search::solutions`].
pub type Solutions = Box<dyn Iterator<Item = Vec<Square>> + Send + Sync>;

impl<const W: usize> Grid<W> {
    /// A state with a queen on the first free square of the first row that needs one, and without one there: branches in
    /// lexicographic order.
    fn halves(&self, state: &State<W>) -> Option<[State<W>; 2]> {
        let row = ones(state.open[0]).next()?;
        let square = state.free.and(&self.units[0][row]).first()?;
        let (mut with, mut without) = (*state, *state);
        self.place(&mut with, square);
        without.free.remove(square);
        Some([with, without])
    }

    /// States that partition the solutions of this one.
    fn split(&self, state: State<W>) -> Vec<State<W>> {
        let mut states = vec![state];
        while (1..SUBPROBLEMS).contains(&states.len()) && states.iter().any(|state| !state.is_solved()) {
            let halves = |state: State<W>| match self.halves(&state) {
                Some(halves) => halves.to_vec(),
                None if state.is_solved() => vec![state],
                None => vec![],
            };
            states = states.into_iter().flat_map(halves).collect();
        }
        states
    }
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
