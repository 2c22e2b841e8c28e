//! One solution for any N: by an explicit construction, or a random one by local search.
//!
//! **Construction** (E. Pauls, Deutsche Schachzeitung 29, 1874; Hoffman, Loessi and Moore, Mathematics
//! Magazine 42, 1969). With columns and rows counted from 1, write the even columns, then the odd ones:
//! 2, 4, 6, ..., 1, 3, 5, .... That is a solution unless N leaves 2 or 3 on division by 6:
//! - N = 6k + 2: exchange 1 and 3 and move 5 to the end;
//! - N = 6k + 3: move 2 to the end of the even columns, 1 and 3 to the end of the odd ones.
//!
//! Run time and memory O(N).
//!
//! **Random solutions** (R. Sosič and J. Gu, "Efficient local search with conflict minimization: a case study of the
//! n-queens problem", IEEE Transactions on Knowledge and Data Engineering 6, 1994: their QS4). The columns are a
//! permutation, so that only diagonals can conflict. Queens are placed at random, trying a few columns for one
//! without conflict; the last 50 to 100 queens get any free column. Then each conflicting queen is exchanged with a
//! random other one, until the exchange leaves neither with a conflict. Expected run time about linear in N, memory
//! O(N). Solutions are random, but not uniformly distributed.

use super::board;
use crate::Error;
use crate::base::random::Random;

/// The largest board of [`construct`].
pub const LARGEST_CONSTRUCTION: u32 = 10_000_000;
/// The largest board of [`random`].
pub const LARGEST_RANDOM: u32 = 1_000_000;

/// Exchanges tried for a conflicting queen before the search begins anew.
const EXCHANGES: u32 = 7_000;
/// Columns tried per queen of the first placement, on average: 3.08 in the paper.
const FIRST_TRIES: (u64, u64) = (308, 100);
/// Below this size, the first placement leaves every queen to the exchanges.
const SMALL: usize = 10;

/// The column of each row's queen in one solution.
///
/// ```
/// let columns = vuelta::queens::construct(8)?;
/// assert!(vuelta::queens::is_solution(&columns));
/// # Ok::<(), vuelta::Error>(())
/// ```
///
/// # Errors
/// [`Error::NoSolution`] for N = 2 and 3; [`Error::BoardSize`] for 0 and above [`LARGEST_CONSTRUCTION`].
pub fn construct(size: u32) -> Result<Vec<u32>, Error> {
    check_size(size, LARGEST_CONSTRUCTION)?;
    let mut even: Vec<u32> = (2..=size).step_by(2).collect();
    let mut odd: Vec<u32> = (1..=size).step_by(2).collect();
    match size % 6 {
        2 => {
            odd.swap(0, 1);
            odd[2..].rotate_left(1);
        }
        3 => {
            even.rotate_left(1);
            odd.rotate_left(2);
        }
        _ => {}
    }
    even.append(&mut odd);
    even.iter_mut().for_each(|column| *column -= 1);
    Ok(even)
}

/// The column of each row's queen in a random solution, which depends on the seed alone.
///
/// # Errors
/// As [`construct`], and above [`LARGEST_RANDOM`].
pub fn random(size: u32, seed: u64) -> Result<Vec<u32>, Error> {
    check_size(size, LARGEST_RANDOM)?;
    let mut random = Random::new(seed);
    loop {
        let mut search = LocalSearch::new(size as usize);
        let placed = search.place(&mut random);
        if search.repair(placed, &mut random) {
            return Ok(search.columns);
        }
    }
}

pub(super) fn check_size(size: u32, largest: u32) -> Result<(), Error> {
    match size {
        2 | 3 => Err(Error::NoSolution(format!("the {size} x {size} board has no solution"))),
        _ => board::check_size(size, largest),
    }
}

/// Whether queens in these columns, one per row, are a solution. Run time and memory O(N).
#[must_use]
pub fn is_solution(columns: &[u32]) -> bool {
    let size = columns.len();
    let (mut taken, mut falling, mut rising) =
        (vec![false; size], vec![false; 2 * size], vec![false; 2 * size]);
    columns.iter().enumerate().all(|(row, &column)| {
        let column = column as usize;
        column < size
            && !std::mem::replace(&mut taken[column], true)
            && !std::mem::replace(&mut falling[row + size - column], true)
            && !std::mem::replace(&mut rising[row + column], true)
    })
}

/// A permutation of columns, and the number of queens on each diagonal.
struct LocalSearch {
    columns: Vec<u32>,
    falling: Vec<u32>,
    rising: Vec<u32>,
}

impl LocalSearch {
    fn new(size: usize) -> Self {
        LocalSearch {
            columns: (0..size as u32).collect(),
            falling: vec![0; 2 * size],
            rising: vec![0; 2 * size],
        }
    }

    fn diagonals(&self, row: usize, column: u32) -> (usize, usize) {
        (row + self.columns.len() - column as usize, row + column as usize)
    }

    /// Queens on the two diagonals of a square.
    fn queens(&self, row: usize, column: u32) -> u32 {
        let (falling, rising) = self.diagonals(row, column);
        self.falling[falling] + self.rising[rising]
    }

    fn put(&mut self, row: usize) {
        let (falling, rising) = self.diagonals(row, self.columns[row]);
        self.falling[falling] += 1;
        self.rising[rising] += 1;
    }

    fn take(&mut self, row: usize) {
        let (falling, rising) = self.diagonals(row, self.columns[row]);
        self.falling[falling] -= 1;
        self.rising[rising] -= 1;
    }

    /// Places queens without conflict while that is easy, then the others anywhere; returns the number of the former.
    fn place(&mut self, random: &mut Random) -> usize {
        let size = self.columns.len();
        let mut tries = if size < SMALL { 0 } else { size as u64 * FIRST_TRIES.0 / FIRST_TRIES.1 };
        let mut row = 0;
        while row < size && tries > 0 {
            tries -= 1;
            let other = row + random.below(size - row);
            if self.queens(row, self.columns[other]) == 0 {
                self.columns.swap(row, other);
                self.put(row);
                row += 1;
            }
        }
        let placed = row;
        for row in placed..size {
            let other = row + random.below(size - row);
            self.columns.swap(row, other);
            self.put(row);
        }
        placed
    }

    /// Exchanges columns until no queen from row `placed` conflicts; false if that fails.
    fn repair(&mut self, placed: usize, random: &mut Random) -> bool {
        (placed..self.columns.len()).all(|row| {
            // A queen counts on both of its own diagonals.
            self.queens(row, self.columns[row]) == 2
                || (0..EXCHANGES).any(|_| self.exchange(row, random.below(self.columns.len())))
        })
    }

    /// Exchanges the columns of two rows if neither queen conflicts after that.
    fn exchange(&mut self, a: usize, b: usize) -> bool {
        let swap = |search: &mut Self| {
            search.take(a);
            search.take(b);
            search.columns.swap(a, b);
            search.put(a);
            search.put(b);
        };
        if a == b {
            return false;
        }
        swap(self);
        let good = [a, b].iter().all(|&row| self.queens(row, self.columns[row]) == 2);
        if !good {
            swap(self);
        }
        good
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queens::Board;
    use crate::queens::backtrack::TextbookSearch;

    #[test]
    fn the_construction_is_a_solution_for_every_size() {
        for size in [1].into_iter().chain(4..=2000).chain([999_995, 999_998, 1_000_000]) {
            let columns = construct(size).unwrap();
            assert!(columns.len() == size as usize && is_solution(&columns), "N = {size}");
        }
    }

    #[test]
    fn boards_without_solutions_are_refused() {
        for size in [0, 2, 3] {
            assert!(construct(size).is_err() && random(size, 1).is_err(), "N = {size}");
        }
    }

    #[test]
    fn the_check_knows_the_solutions_from_the_rest() {
        let board = Board::new(6).unwrap();
        let solutions: Vec<_> = TextbookSearch::new(&board).collect();
        for code in 0..6u32.pow(6) {
            let columns: Vec<u32> = (0..6).map(|row| code / 6u32.pow(row) % 6).collect();
            assert_eq!(is_solution(&columns), solutions.contains(&columns), "{columns:?}");
        }
        assert!(!is_solution(&[1, 3, 0, 4]));
    }

    #[test]
    fn random_solutions_are_solutions_and_repeat_with_their_seed() {
        for size in [1, 4, 5, 6, 7, 8, 9, 10, 11, 25, 100, 1000, 100_000] {
            for seed in 0..5 {
                let columns = random(size, seed).unwrap();
                assert!(columns.len() == size as usize && is_solution(&columns), "N = {size}, seed {seed}");
                assert_eq!(random(size, seed).unwrap(), columns);
            }
        }
        assert_ne!(random(100, 1).unwrap(), random(100, 2).unwrap());
    }
}
