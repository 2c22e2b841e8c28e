//! One solution of any size: by a formula, or at random by local search.
//!
//! **Formula.** E. J. Hoffman, J. C. Loessi, R. C. Moore, "Constructions for the Solution of the m Queens
//! Problem", Mathematics Magazine 42 (1969). With rows and columns counted from 1 and `h = N / 2`, N even:
//!
//! ```text
//! N mod 6 != 2:   (i, 2i) and (h + i, 2i - 1)                                   i = 1..h
//! N mod 6 == 2:   (i, 1 + k) and (N + 1 - i, N - k),  k = 2(i - 1) + h - 1 mod N
//! ```
//! and N odd is N - 1 with one more queen in the last corner. Run time and memory O(N).
//!
//! **Random.** R. Sosič and J. Gu, "3,000,000 Queens in Less Than One Minute", SIGART Bulletin 2 (1991),
//! algorithm QS4: a random permutation whose queens are placed without conflict as far as random tries go,
//! then each of the few queens under attack changes places with a random other one until neither is
//! attacked. Run time O(N) as measured, memory O(N). The solutions are not uniformly distributed.

use super::Walk;
use super::{Board, Symmetry};
use crate::Error;
use fastrand::Rng;

/// The largest board that is solved.
pub const LARGEST_SOLVED: u32 = 10_000_000;
/// Up to this size a search finds a solution at once, and local search may run into dead ends.
const SMALL: u32 = 24;
/// Exchanges that a queen tries before the local search begins anew.
const EXCHANGES: u32 = 7_000;
/// Tries for the conflict-free beginning, per queen (the paper's figure is 3.08).
const TRIES_PER_QUEEN: usize = 3;
/// Queens that the conflict-free beginning leaves at least.
const LEFT_OVER: usize = 50;

/// A solution by the formula: the column of each row's queen. It has been checked.
///
/// ```
/// assert_eq!(vuelta::queens::construct(4)?, [1, 3, 0, 2]);
/// assert_eq!(vuelta::queens::construct(3).unwrap_err().to_string(), "the 3 x 3 board has no solution");
/// # Ok::<(), vuelta::Error>(())
/// ```
///
/// # Errors
/// [`Error::Input`] for 0, for more than [`LARGEST_SOLVED`], and for 2 and 3, which have no solution.
pub fn construct(size: u32) -> Result<Vec<u32>, Error> {
    check_size(size)?;
    let even = size & !1;
    let half = even / 2;
    let mut columns = vec![0; size as usize];
    for i in 0..half {
        let (last, k) = (even - 1 - i, (2 * i + half + even - 1) % even.max(1));
        if even % 6 == 2 {
            columns[i as usize] = k;
            columns[last as usize] = even - 1 - k;
        } else {
            columns[i as usize] = 2 * i + 1;
            columns[(half + i) as usize] = 2 * i;
        }
    }
    if size > even {
        columns[even as usize] = even;
    }
    checked(columns)
}

/// A random solution, the same for the same seed: the column of each row's queen. It has been checked.
///
/// # Errors
/// As [`construct`].
pub fn random_solution(size: u32, seed: u64) -> Result<Vec<u32>, Error> {
    check_size(size)?;
    let mut rng = Rng::with_seed(seed);
    if size <= SMALL {
        return checked(small(size, &mut rng)?);
    }
    loop {
        if let Some(columns) = Exchange::new(size as usize, &mut rng).settle(&mut rng) {
            return checked(columns);
        }
    }
}

fn check_size(size: u32) -> Result<(), Error> {
    match size {
        2 | 3 => Err(Error::input(format!("the {size} x {size} board has no solution"))),
        1..=LARGEST_SOLVED => Ok(()),
        _ => Err(Error::input(format!(
            "the board size is {size}; it must be from 1 to {LARGEST_SOLVED}"
        ))),
    }
}

/// The solution itself, once no two of its queens share a line.
fn checked(columns: Vec<u32>) -> Result<Vec<u32>, Error> {
    if is_solution(&columns) {
        Ok(columns)
    } else {
        // Not reachable; and if it were, better an error than a wrong board.
        Err(Error::input("the construction is wrong"))
    }
}

/// Whether `columns[row]` are the queens' columns of a solution. O(N).
#[must_use]
pub fn is_solution(columns: &[u32]) -> bool {
    let size = columns.len();
    let mut taken = [vec![false; size], vec![false; 2 * size], vec![false; 2 * size]];
    columns.iter().enumerate().all(|(row, &column)| {
        let column = column as usize;
        let lines = [column, column + size - row, column + row];
        column < size
            && taken
                .iter_mut()
                .zip(lines)
                .all(|(taken, line)| !std::mem::replace(&mut taken[line], true))
    })
}

/// A random image of a random one of the first solutions below a random first row.
fn small(size: u32, rng: &mut Rng) -> Result<Vec<u32>, Error> {
    let board = Board::new(size)?;
    let rows: Vec<u64> = (0..size).map(|row| board.free(row)).collect();
    loop {
        let first = [rng.u32(0..size)];
        let mut few = if size == 1 {
            vec![vec![0]]
        } else {
            Walk::over(&rows, &first, rows.len()).take(1_000).collect()
        };
        if few.is_empty() {
            continue; // no solution has this corner
        }
        let columns = few.swap_remove(rng.usize(..few.len()));
        let mut inverse = vec![0; columns.len()];
        (0..)
            .zip(&columns)
            .for_each(|(row, &column)| inverse[column as usize] = row);
        let symmetry = Symmetry::ALL[rng.usize(..8)];
        let image = (0..columns.len()).map(|row| symmetry.image_column(&columns, &inverse, row));
        return Ok(image.collect());
    }
}

/// A permutation and how many queens stand on each diagonal.
struct Exchange {
    columns: Vec<u32>,
    falling: Vec<u32>,
    rising: Vec<u32>,
    /// Rows above this one have queens without conflict among themselves.
    settled: usize,
}

impl Exchange {
    /// The conflict-free beginning, and any permutation of the rest.
    fn new(size: usize, rng: &mut Rng) -> Self {
        let mut state = Exchange {
            columns: (0..size as u32).collect(),
            falling: vec![0; 2 * size],
            rising: vec![0; 2 * size],
            settled: 0,
        };
        let mut tries = TRIES_PER_QUEEN * size;
        while tries > 0 && state.settled + LEFT_OVER < size {
            tries -= 1;
            let (row, other) = (state.settled, rng.usize(state.settled..size));
            state.columns.swap(row, other);
            if state.on_lines(row) == [0, 0] {
                state.add(row, 1);
                state.settled += 1;
            }
        }
        rng.shuffle(&mut state.columns[state.settled..]);
        (state.settled..size).for_each(|row| state.add(row, 1));
        state
    }

    fn lines(&self, row: usize) -> [usize; 2] {
        let column = self.columns[row] as usize;
        [column + self.columns.len() - row, column + row]
    }

    /// Queens on the two diagonals of the row's queen.
    fn on_lines(&self, row: usize) -> [u32; 2] {
        let [falling, rising] = self.lines(row);
        [self.falling[falling], self.rising[rising]]
    }

    fn is_attacked(&self, row: usize) -> bool {
        self.on_lines(row).iter().any(|&queens| queens > 1)
    }

    /// Counts the row's queen in (1) or out (-1).
    fn add(&mut self, row: usize, queens: i32) {
        let [falling, rising] = self.lines(row);
        self.falling[falling] = self.falling[falling].wrapping_add_signed(queens);
        self.rising[rising] = self.rising[rising].wrapping_add_signed(queens);
    }

    fn exchange(&mut self, row: usize, other: usize) {
        self.add(row, -1);
        self.add(other, -1);
        self.columns.swap(row, other);
        self.add(row, 1);
        self.add(other, 1);
    }

    /// Exchanges queens until none is attacked; `None` when it has lost its way.
    fn settle(mut self, rng: &mut Rng) -> Option<Vec<u32>> {
        for row in self.settled..self.columns.len() {
            let mut exchanges = 0;
            while self.is_attacked(row) {
                exchanges += 1;
                if exchanges > EXCHANGES {
                    return None;
                }
                let other = rng.usize(..self.columns.len());
                if other == row {
                    continue;
                }
                self.exchange(row, other);
                if self.is_attacked(row) || self.is_attacked(other) {
                    self.exchange(row, other);
                }
            }
        }
        Some(self.columns)
    }
}
