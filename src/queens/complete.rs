//! The most queens that can stand on a board with conditions, by branch and bound.
//!
//! The queens' graph has the free squares as vertices; its lines (rows, columns, diagonals) are cliques, and
//! a board is an independent set. A node of the search is the set of squares that are still free.
//!
//! - **Reduction.** A square whose free neighbours all lie on one line can take its queen at once: any board
//!   has at most one queen among them, which the square's own can replace.
//! - **Bound.** Every line holds one queen at most, so no more queens follow than there are lines of one
//!   kind with a free square; nor more than a matching of rows with columns has edges (König, 1931).
//! - **Branching.** On the row or column with the fewest squares: each of its squares, or none.
//!
//! The board reported is the lexicographically least of those that reach the maximum: its queens are fixed
//! one by one, each on the first square from which the maximum can still be reached.
//!
//! (D. Glock, D. Munhá Correia, B. Sudakov, "The n-queens completion problem", 2022, for what can be
//! completed; I. P. Gent, C. Jefferson, P. Nightingale, "Complexity of n-Queens Completion", JAIR 59, 2017:
//! the problem is NP-complete.) Run time exponential at worst, memory O(N^2).

use super::{Board, Counting, Square};
use crate::Error;
use crate::search::{Overflow, Problem, Quiet, StopFlag, Subproblem, Tally, Workers};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Nodes between two looks at the stop flag.
const NODES_BETWEEN_LOOKS: u64 = 1 << 10;
/// Nodes that the calling thread spends on a question before it asks the workers.
const NODES_ALONE: u64 = 5_000;
/// Subproblems that a question is split into, at least, where the board has so many.
const SUBPROBLEMS: usize = 64;

/// What is known about the most queens on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The most queens found.
    pub maximum: u32,
    /// No board has more queens than this.
    pub upper_bound: u32,
    /// A board with so many, from the top; the lexicographically least where `proved`.
    pub queens: Vec<Square>,
    /// Whether the search came to its end: `maximum` and `queens` are final.
    pub proved: bool,
}

impl Completion {
    /// The most queens on the board, and the least board that has them; until `stop` is abandoned.
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
        let upper_bound = start.bound();
        let question = Question { workers, stop };
        let mut found = question.most(&start, 0, upper_bound)?;
        let maximum = found.len() as u32;
        // A board with as many queens as the bound allows needs no further proof.
        let is_most = maximum == upper_bound || !stop.is_abandoned();
        let proved = is_most && question.make_least(&start, &mut found)?;
        let upper_bound = if is_most { maximum } else { upper_bound };
        Ok(Completion {
            maximum,
            upper_bound,
            queens: found,
            proved,
        })
    }
}

/// One solution of the board, if it has one, by the same search.
///
/// Returns `Ok(Err(GaveUp))` when `stop` was abandoned before the answer was known.
///
/// # Errors
/// As [`Completion::of`].
pub fn solve(
    board: &Board,
    workers: &Workers,
    stop: &StopFlag,
) -> Result<Result<Option<Vec<u32>>, GaveUp>, Error> {
    let question = Question { workers, stop };
    let queens = question.most(&State::new(board), board.size() - 1, board.size())?;
    Ok(match queens.len() as u32 == board.size() {
        true => Ok(Some(queens.iter().map(|queen| queen.column).collect())),
        false if stop.is_abandoned() => Err(GaveUp),
        false => Ok(None),
    })
}

/// The search was stopped before it knew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GaveUp;

/// How many boards have exactly `maximum` queens, where no board has more; `None` when `stop` was raised.
///
/// # Errors
/// [`Error::Overflow`] beyond 128 bits.
pub fn count_placements(
    board: &Board,
    maximum: u32,
    workers: &Workers,
    stop: &StopFlag,
) -> Result<Option<u128>, Error> {
    if maximum == board.size() {
        return Ok(Counting::new(board.clone())
            .run(workers, stop, &mut Quiet)?
            .total());
    }
    let outcome = workers.run(&Placements::new(board, maximum), stop, &mut Quiet)?;
    Ok(outcome.is_complete().then_some(outcome.tally))
}

/// The squares that are still free, and the queens so far.
#[derive(Debug, Clone, Copy)]
struct State {
    size: usize,
    free: [u64; 64],
    /// Per row, the queen as a mask of one bit; no bit for none.
    queens: [u64; 64],
    count: u32,
}

/// The lines of each kind that have at least one free square, at least two, and so on.
#[derive(Debug, Default)]
struct Lines {
    /// By how many squares, from one to three.
    columns: [u64; 3],
    falling: [u128; 2],
    rising: [u128; 2],
    rows: u32,
}

impl State {
    fn new(board: &Board) -> Self {
        let mut free = [0; 64];
        (0..board.size()).for_each(|row| free[row as usize] = board.free(row));
        State {
            size: board.size() as usize,
            free,
            queens: [0; 64],
            count: 0,
        }
    }

    /// The queens, from the top.
    fn queens(&self) -> Vec<Square> {
        let queens = (0..).zip(self.queens).filter(|&(_, queen)| queen != 0);
        queens
            .map(|(row, queen)| Square::new(row, queen.trailing_zeros()))
            .collect()
    }

    fn lines(&self) -> Lines {
        let mut lines = Lines::default();
        for (row, &free) in self.free[..self.size].iter().enumerate() {
            let (falling, rising) = (u128::from(free) << (self.size - 1 - row), u128::from(free) << row);
            lines.rows += u32::from(free != 0);
            lines.columns[2] |= lines.columns[1] & free;
            lines.columns[1] |= lines.columns[0] & free;
            lines.columns[0] |= free;
            lines.falling[1] |= lines.falling[0] & falling;
            lines.falling[0] |= falling;
            lines.rising[1] |= lines.rising[0] & rising;
            lines.rising[0] |= rising;
        }
        lines
    }

    /// Puts a queen on a free square.
    fn put(&mut self, row: usize, column: u32) {
        let queen = 1u64 << column;
        self.queens[row] = queen;
        self.count += 1;
        for (other, free) in self.free[..self.size].iter_mut().enumerate() {
            let distance = other.abs_diff(row);
            *free &= !(queen | queen << distance | queen >> distance);
        }
        self.free[row] = 0;
    }

    /// Puts queens where that loses nothing, and returns the lines of what is left.
    fn reduce(&mut self) -> Lines {
        'again: loop {
            let lines = self.lines();
            for row in 0..self.size {
                let squares = self.free[row];
                let alone = if squares & squares.wrapping_sub(1) == 0 {
                    squares
                } else {
                    0
                };
                let column = squares & !lines.columns[1];
                let falling = squares & !((lines.falling[1] >> (self.size - 1 - row)) as u64);
                let rising = squares & !((lines.rising[1] >> row) as u64);
                // Alone on three of its four lines.
                let simplicial =
                    (alone & column & (falling | rising)) | (falling & rising & (alone | column));
                if simplicial != 0 {
                    self.put(row, simplicial.trailing_zeros());
                    continue 'again;
                }
            }
            return lines;
        }
    }

    /// How many queens the board can have at most.
    fn bound(&self) -> u32 {
        self.count + self.lines().most().min(self.matching())
    }

    /// The largest matching of rows with columns by free squares (augmenting paths, O(N^3 / 64)).
    fn matching(&self) -> u32 {
        let mut row_of = [usize::MAX; 64];
        let augments = |row| {
            let mut unseen = u64::MAX;
            self.augment(row, &mut unseen, &mut row_of)
        };
        (0..self.size).map(augments).map(u32::from).sum()
    }

    fn augment(&self, row: usize, unseen: &mut u64, row_of: &mut [usize; 64]) -> bool {
        loop {
            let columns = self.free[row] & *unseen;
            if columns == 0 {
                return false;
            }
            let column = columns.trailing_zeros() as usize;
            *unseen &= !(1 << column);
            if row_of[column] == usize::MAX || self.augment(row_of[column], unseen, row_of) {
                row_of[column] = row;
                return true;
            }
        }
    }

    /// The squares of the shortest line.
    fn shortest_line(&self, lines: &Lines) -> Vec<(usize, u32)> {
        let rows = (0..self.size).filter(|&row| self.free[row] != 0);
        let Some(row) = rows.min_by_key(|&row| self.free[row].count_ones()) else {
            return vec![];
        };
        let short = match self.free[row].count_ones() {
            0..=1 => 0,
            2 => lines.columns[0] & !lines.columns[1],
            _ => lines.columns[0] & !lines.columns[2],
        };
        if short == 0 {
            let columns = (0..self.size as u32).filter(|&column| self.free[row] >> column & 1 == 1);
            return columns.map(|column| (row, column)).collect();
        }
        let column = short.trailing_zeros();
        let rows = (0..self.size).filter(|&row| self.free[row] >> column & 1 == 1);
        rows.map(|row| (row, column)).collect()
    }

    /// The states that follow: a queen on each square of the shortest line, or none on it. Made as they are
    /// asked for.
    fn branches(&self, lines: &Lines) -> impl Iterator<Item = State> {
        let line = self.shortest_line(lines);
        let without = (!line.is_empty()).then(|| {
            let mut without = *self;
            line.iter()
                .for_each(|&(row, column)| without.free[row] &= !(1 << column));
            without
        });
        let with = line.into_iter().map(|(row, column)| {
            let mut with = *self;
            with.put(row, column);
            with
        });
        with.chain(without)
    }
}

impl Lines {
    /// Each line holds at most one queen.
    fn most(&self) -> u32 {
        let diagonals = self.falling[0].count_ones().min(self.rising[0].count_ones());
        self.rows.min(self.columns[0].count_ones()).min(diagonals)
    }
}

/// A walk through the states below one, for boards with more queens than `best`.
struct Search<'a> {
    best: &'a AtomicU32,
    /// As many as can be hoped for: reaching it ends the search.
    target: u32,
    queens: Vec<Square>,
    nodes: u64,
    most_nodes: u64,
    stop: &'a StopFlag,
}

impl Search<'_> {
    /// Whether the search should be broken off.
    fn is_over(&self) -> bool {
        self.nodes >= self.most_nodes
            || self.best.load(Relaxed) >= self.target
            || (self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) && self.stop.is_abandoned())
    }

    fn visit(&mut self, mut state: State) {
        if self.is_over() {
            self.nodes = self.most_nodes.max(self.nodes);
            return;
        }
        self.nodes += 1;
        let lines = state.reduce();
        let queens = state.count;
        let best = self.best.load(Relaxed);
        if queens > best && self.best.fetch_max(queens, Relaxed) < queens {
            self.queens = state.queens();
        }
        let best = best.max(queens);
        if queens + lines.most() <= best || queens + state.matching() <= best {
            return;
        }
        for branch in state.branches(&lines) {
            self.visit(branch);
        }
    }
}

/// Where questions are answered.
struct Question<'a> {
    workers: &'a Workers,
    stop: &'a StopFlag,
}

impl Question<'_> {
    /// The most queens below the state if they are more than `floor`; any board with `target` will do. Empty
    /// where there are not so many.
    fn most(&self, state: &State, floor: u32, target: u32) -> Result<Vec<Square>, Error> {
        let best = AtomicU32::new(floor);
        let mut search = Search {
            best: &best,
            target,
            queens: vec![],
            nodes: 0,
            most_nodes: NODES_ALONE,
            stop: self.stop,
        };
        search.visit(*state);
        let alone = search.queens;
        if search.nodes < NODES_ALONE || best.load(Relaxed) >= target || self.stop.is_abandoned() {
            return Ok(alone);
        }
        let problem = Below::new(state, best, target);
        self.workers.run(&problem, self.stop, &mut Quiet)?;
        // A run that was stopped still found what its own books say.
        let together = problem
            .found
            .into_inner()
            .unwrap_or_else(|broken| broken.into_inner());
        Ok(if together.len() > alone.len() {
            together
        } else {
            alone
        })
    }

    /// Makes a board with the most queens the lexicographically least such; false when it was stopped.
    fn make_least(&self, start: &State, board: &mut Vec<Square>) -> Result<bool, Error> {
        let maximum = board.len() as u32;
        let mut state = *start;
        let mut fixed = 0;
        while fixed < board.len() {
            let known = board[fixed];
            let (row, squares) = state.first_free();
            let square = Square::new(row as u32, squares.trailing_zeros());
            let mut with = state;
            with.put(row, square.column);
            if square == known {
                state = with;
                fixed += 1;
                continue;
            }
            let better = self.most(&with, maximum - 1, maximum)?;
            if self.stop.is_abandoned() {
                return Ok(false);
            }
            if better.is_empty() {
                state.free[row] &= squares - 1;
            } else {
                *board = better;
                state = with;
                fixed += 1;
            }
        }
        Ok(true)
    }
}

impl State {
    /// The first row with free squares, and these.
    fn first_free(&self) -> (usize, u64) {
        let row = self.free.iter().position(|&free| free != 0).unwrap_or(0);
        (row, self.free[row])
    }
}

/// A question, split at the top of its search tree; the workers share the best number of queens.
#[derive(Debug)]
struct Below {
    states: Vec<State>,
    best: AtomicU32,
    target: u32,
    found: std::sync::Mutex<Vec<Square>>,
}

/// The search has no sum: what counts is what was found.
#[derive(Debug, Default)]
struct Nothing;

impl Tally for Nothing {
    fn add(&mut self, _: &Self, _: u64) -> Result<(), Overflow> {
        Ok(())
    }
}

impl Below {
    fn new(state: &State, best: AtomicU32, target: u32) -> Self {
        let mut states = std::collections::VecDeque::from([*state]);
        while states.len() < SUBPROBLEMS
            && let Some(mut state) = states.pop_front()
        {
            let lines = state.reduce();
            let branches: Vec<_> = state.branches(&lines).collect();
            if branches.is_empty() {
                states.push_back(state);
                break;
            }
            states.extend(branches);
        }
        Below {
            states: states.into(),
            best,
            target,
            found: Default::default(),
        }
    }
}

impl Problem for Below {
    type Tally = Nothing;
    type Scratch = ();

    fn len(&self) -> u64 {
        self.states.len() as u64
    }

    fn subproblem(&self, id: u64) -> Subproblem {
        Subproblem {
            id,
            weight: 1,
            cost: 1,
        }
    }

    fn scratch(&self) {}

    fn count(&self, id: u64, _: &mut (), stop: &StopFlag) -> Result<Nothing, Overflow> {
        let mut search = Search {
            best: &self.best,
            target: self.target,
            queens: vec![],
            nodes: 0,
            most_nodes: u64::MAX,
            stop,
        };
        search.visit(self.states[id as usize]);
        let mut found = self.found.lock().unwrap_or_else(|broken| broken.into_inner());
        if search.queens.len() > found.len() {
            *found = search.queens;
        }
        Ok(Nothing)
    }
}

/// The boards with exactly so many queens, row by row: a queen on each free square, or an empty row.
#[derive(Debug)]
struct Placements {
    maximum: u32,
    /// States whose rows above the given one are decided.
    beginnings: Vec<(State, usize)>,
}

impl Placements {
    fn new(board: &Board, maximum: u32) -> Self {
        let mut problem = Placements {
            maximum,
            beginnings: vec![(State::new(board), 0)],
        };
        let mut row = 0;
        while problem.beginnings.len() < SUBPROBLEMS && row < board.size() as usize {
            let states = std::mem::take(&mut problem.beginnings);
            let follow = |(state, row): &(State, usize)| problem.follow(state, *row);
            problem.beginnings = states.iter().flat_map(follow).collect();
            row += 1;
        }
        problem
    }

    /// The states after a row was decided that can still reach the maximum.
    fn follow(&self, state: &State, row: usize) -> Vec<(State, usize)> {
        let mut squares = state.free[row];
        let mut states = vec![];
        while squares != 0 {
            let mut with = *state;
            with.put(row, squares.trailing_zeros());
            states.push((with, row + 1));
            squares &= squares - 1;
        }
        let mut without = *state;
        without.free[row] = 0;
        states.push((without, row + 1));
        states.retain(|(state, _)| state.bound() >= self.maximum);
        states
    }

    fn count_below(&self, state: &State, row: usize, stop: &StopFlag) -> Result<u128, Overflow> {
        if row == state.size {
            return Ok(u128::from(state.count == self.maximum));
        }
        if stop.is_abandoned() {
            return Ok(0);
        }
        let mut sum = 0u128;
        for (state, row) in self.follow(state, row) {
            sum = sum
                .checked_add(self.count_below(&state, row, stop)?)
                .ok_or(Overflow)?;
        }
        Ok(sum)
    }
}

impl Problem for Placements {
    type Tally = u128;
    type Scratch = ();

    fn len(&self) -> u64 {
        self.beginnings.len() as u64
    }

    fn subproblem(&self, id: u64) -> Subproblem {
        Subproblem {
            id,
            weight: 1,
            cost: 1,
        }
    }

    fn scratch(&self) {}

    fn count(&self, id: u64, _: &mut (), stop: &StopFlag) -> Result<u128, Overflow> {
        let (state, row) = &self.beginnings[id as usize];
        self.count_below(state, *row, stop)
    }
}
