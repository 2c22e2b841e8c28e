//! The most queens that can stand on a board with conditions.
//!
//! In the graph of the queens, vertices are free squares and edges are attacks; lines (rows, columns, diagonals) are
//! cliques, and a board is an independent set.
//!
//! ```text
//! lower bound:  local search             (local)
//! upper bound:  lines, matching          (bound)
//! between them: "do that many fit?"      (question, state, tight), from the upper bound down
//! ```
//! Above N = 64 ([`LargeBoard`]) there are only the bounds, which meet with few or no conditions.
//!
//! The result is the lexicographically least board with the maximum (`least`); `count` counts these boards.
//!
//! (D. Glock, D. Munhá Correia, B. Sudakov, "The n-queens completion problem", 2022, on boards that can be completed;
//! I. P. Gent, C. Jefferson, P. Nightingale, "Complexity of n-Queens Completion", JAIR 59, 2017: the problem is
//! NP-complete.) Run time exponential at worst, memory O(N^2).

mod bound;
mod count;
mod large;
mod least;
mod local;
mod question;
mod state;
mod tight;

use super::{Board, Square};
use crate::Error;
use crate::search::Context;
pub use count::count_placements;
pub use large::{LARGEST_COMPLETION, LargeBoard};
use least::make_least;
use question::{Answer, ask};
use state::State;

/// Nodes per question before the local search.
const QUICK_NODES: u64 = 2_000;
/// Steps of the local search if a full search can follow.
const LOCAL_STEPS: u64 = 20_000;

/// The maximum number of queens on a board, as far as known.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completion {
    /// The largest number of queens found.
    pub maximum: u32,
    /// An upper bound of the number of queens.
    pub upper_bound: u32,
    /// A board with `maximum` queens, from the top.
    pub queens: Vec<Square>,
    /// Whether `maximum` is proved.
    pub proved: bool,
    /// Whether `queens` is proved to be the lexicographically least board with `maximum` queens.
    pub least: bool,
}

impl Completion {
    /// Finds the maximum number of queens and the least board that has it, until `stop` is raised.
    ///
    /// ```
    /// use vuelta::queens::{Board, Completion, Square};
    /// use vuelta::search::{Context, Workers};
    /// let board = Board::with_conditions(6, &[Square::new(0, 0)], &[])?;
    /// let completion = Completion::of(&board, &Context::new(&Workers::new(2)?))?;
    /// assert_eq!((completion.maximum, completion.proved), (5, true));
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only those of the driver.
    pub fn of(board: &Board, context: &Context<'_>) -> Result<Self, Error> {
        let start = State::new(board);
        let bounds = Bounds::quick(&start, context)?.close(&start, u64::MAX, context)?;
        let Bounds { mut queens, upper_bound } = bounds;
        let maximum = queens.len() as u32;
        let proved = maximum == upper_bound;
        let least = proved && make_least(context, &start, &mut queens, least::NODES)?;
        Ok(Completion { maximum, upper_bound, queens, proved, least })
    }
}

/// A board, and an upper bound of its queens.
struct Bounds {
    queens: Vec<Square>,
    upper_bound: u32,
}

impl Bounds {
    /// The bounds by a few nodes and a local search.
    fn quick(start: &State, context: &Context<'_>) -> Result<Self, Error> {
        let open = Bounds { queens: vec![], upper_bound: start.bound() };
        let mut bounds = open.close(start, QUICK_NODES, context)?;
        if bounds.are_open() {
            let upper_bound = bounds.upper_bound;
            bounds.queens = local::search(start.rows(), 1, upper_bound, LOCAL_STEPS, &context.stop);
        }
        Ok(bounds)
    }

    fn are_open(&self) -> bool {
        (self.queens.len() as u32) < self.upper_bound
    }

    /// Lowers the upper bound until it is reached, a question takes more than this many nodes, or the search is stopped.
    fn close(mut self, start: &State, nodes: u64, context: &Context<'_>) -> Result<Self, Error> {
        while self.are_open() {
            let mut left = nodes;
            match ask(context, start, self.upper_bound, &mut left)? {
                Answer::Yes(queens) => self.queens = queens,
                Answer::No => self.upper_bound -= 1,
                Answer::Unknown => break,
            }
        }
        Ok(self)
    }
}

/// Finds the column of each row's queen in one solution of the board, by the search of [`Completion::of`]. `None` if there
/// is no solution.
///
/// ```
/// use vuelta::queens::{Board, is_solution, solve};
/// use vuelta::search::{Context, Workers};
/// let workers = Workers::new(2)?;
/// let context = &Context::new(&workers);
/// let board = Board::new(20)?.fix([(0, 0), (7, 3)])?;
/// let columns = solve(&board, context)?.expect("there is one");
/// assert!(is_solution(&columns) && (columns[0], columns[7]) == (0, 3));
/// assert_eq!(solve(&Board::new(6)?.fix([(0, 0)])?, context)?, None);
/// # Ok::<(), vuelta::Error>(())
/// ```
///
/// # Errors
/// As [`Completion::of`]; [`Error::Stopped`] if the stop flag was raised before the answer was known.
pub fn solve(board: &Board, context: &Context<'_>) -> Result<Option<Vec<u32>>, Error> {
    let start = State::new(board);
    let Bounds { mut queens, upper_bound } = Bounds::quick(&start, context)?;
    if upper_bound < board.size() {
        return Ok(None);
    }
    if queens.len() as u32 != board.size() {
        let mut without_limit = u64::MAX;
        queens = match ask(context, &start, board.size(), &mut without_limit)? {
            Answer::Yes(queens) => queens,
            Answer::No => return Ok(None),
            Answer::Unknown => return Err(Error::Stopped),
        };
    }
    Ok(Some(queens.iter().map(|queen| queen.column).collect()))
}
