//! The most queens that can stand on a board with conditions.
//!
//! The queens' graph has the free squares as vertices; its lines (rows, columns, diagonals) are cliques, and
//! a board is an independent set.
//!
//! ```text
//! lower bound:  local search             (local)
//! upper bound:  lines, matching          (bound)
//! between them: "are there so many?"     (question, state, tight), from the upper bound down
//! ```
//! Above N = 64 ([`LargeBoard`]) there are the bounds alone; without conditions, and with few, they meet.
//!
//! The board reported is the lexicographically least of those that reach the maximum (`least`); `count`
//! counts them.
//!
//! (D. Glock, D. Munhá Correia, B. Sudakov, "The n-queens completion problem", 2022, for what can be
//! completed; I. P. Gent, C. Jefferson, P. Nightingale, "Complexity of n-Queens Completion", JAIR 59, 2017:
//! the problem is NP-complete.) Run time exponential at worst, memory O(N^2).

mod bound;
mod count;
mod large;
mod least;
mod limits;
mod local;
mod question;
mod state;
mod tight;

use super::{Board, Square};
use crate::Error;
use crate::search::{StopFlag, Workers};
pub use count::{count_placements, count_placements_within};
pub use large::{LARGEST_COMPLETION, LargeBoard};
use least::make_least;
use question::{Answer, Budget, Questions};
use state::State;

/// Nodes for each question before the local search is asked.
const QUICK_NODES: u64 = 2_000;
/// Steps of the local search where what it leaves open is searched in full.
const LOCAL_STEPS: u64 = 20_000;

/// What is known about the most queens on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completion {
    /// The most queens found.
    pub maximum: u32,
    /// No board has more queens than this.
    pub upper_bound: u32,
    /// A board with so many, from the top.
    pub queens: Vec<Square>,
    /// Whether `maximum` is shown to be the most.
    pub proved: bool,
    /// Whether `queens` is shown to be the lexicographically least board with so many.
    pub least: bool,
}

impl Completion {
    /// The most queens on the board, and the least board that has them; until `stop` is raised.
    ///
    /// ```
    /// use vuelta::queens::{Board, Completion, Square};
    /// use vuelta::search::{StopFlag, Workers};
    /// let board = Board::with_conditions(6, &[Square::new(0, 0)], &[])?;
    /// let completion = Completion::of(&board, &Workers::new(2)?, &StopFlag::default())?;
    /// assert_eq!((completion.maximum, completion.proved), (5, true));
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// None on boards that can be made; the signature leaves room for the driver's.
    pub fn of(board: &Board, workers: &Workers, stop: &StopFlag) -> Result<Self, Error> {
        let start = State::new(board);
        let questions = Questions { workers, stop };
        let bounds = Bounds::quick(&start, &questions)?.close(&start, &questions)?;
        let Bounds { mut queens, upper_bound } = bounds;
        let maximum = queens.len() as u32;
        let proved = maximum == upper_bound;
        let least = proved && make_least(&questions, &start, &mut queens, Budget::new(least::NODES))?;
        Ok(Completion { maximum, upper_bound, queens, proved, least })
    }
}

/// A board, and how many queens no board exceeds.
struct Bounds {
    queens: Vec<Square>,
    upper_bound: u32,
}

impl Bounds {
    /// What a few nodes and a local search tell.
    fn quick(start: &State, questions: &Questions<'_>) -> Result<Self, Error> {
        let mut upper_bound = start.bound();
        loop {
            match questions.ask(start, upper_bound, &mut Budget::new(QUICK_NODES))? {
                Answer::Yes(queens) => return Ok(Bounds { queens, upper_bound }),
                Answer::No => upper_bound -= 1,
                Answer::Unknown => break,
            }
        }
        let queens = local::search(start.rows(), 1, upper_bound, LOCAL_STEPS, questions.stop);
        Ok(Bounds { queens, upper_bound })
    }

    /// The maximum, unless the search is stopped: the upper bound falls until it is reached.
    fn close(mut self, start: &State, questions: &Questions<'_>) -> Result<Self, Error> {
        while (self.queens.len() as u32) < self.upper_bound {
            match questions.ask(start, self.upper_bound, &mut Budget::unlimited())? {
                Answer::Yes(queens) => self.queens = queens,
                Answer::No => self.upper_bound -= 1,
                Answer::Unknown => break,
            }
        }
        Ok(self)
    }
}

/// How a search for one solution ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Solution {
    /// The column of each row's queen.
    Found(Vec<u32>),
    /// There is no solution.
    None,
    /// The stop flag was raised before the answer was known.
    Stopped,
}

/// One solution of the board, if it has one, by the same search as [`Completion::of`].
///
/// ```
/// use vuelta::queens::{Board, Solution, is_solution, solve};
/// use vuelta::search::{StopFlag, Workers};
/// let (workers, stop) = (Workers::new(2)?, StopFlag::default());
/// let board = Board::new(20)?.fix([(0, 0), (7, 3)])?;
/// let Solution::Found(columns) = solve(&board, &workers, &stop)? else { panic!("there is one") };
/// assert!(is_solution(&columns) && (columns[0], columns[7]) == (0, 3));
/// assert_eq!(solve(&Board::new(6)?.fix([(0, 0)])?, &workers, &stop)?, Solution::None);
/// # Ok::<(), vuelta::Error>(())
/// ```
///
/// # Errors
/// As [`Completion::of`].
pub fn solve(board: &Board, workers: &Workers, stop: &StopFlag) -> Result<Solution, Error> {
    let start = State::new(board);
    let questions = Questions { workers, stop };
    let columns = |queens: &[Square]| Solution::Found(queens.iter().map(|queen| queen.column).collect());
    let Bounds { queens, upper_bound } = Bounds::quick(&start, &questions)?;
    if queens.len() as u32 == board.size() {
        return Ok(columns(&queens));
    }
    if upper_bound < board.size() {
        return Ok(Solution::None);
    }
    Ok(match questions.ask(&start, board.size(), &mut Budget::unlimited())? {
        Answer::Yes(queens) => columns(&queens),
        Answer::No => Solution::None,
        Answer::Unknown => Solution::Stopped,
    })
}
