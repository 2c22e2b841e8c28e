//! A node of the search: the free squares, and the queens so far.
//!
//! **Reduction.** A square whose free neighbours all lie on one line can take its queen at once: any board has at
//! most one queen among them, which this queen can replace.
//!
//! Each step costs O(N) words; a state takes 1 KiB.

use super::super::{Board, Square};
use super::bound;
use crate::base::bits::ones;

#[derive(Debug, Clone, Copy)]
pub(super) struct State {
    pub(super) size: usize,
    pub(super) free: [u64; 64],
    /// Per row, the queen as a mask of one bit, or 0.
    queens: [u64; 64],
    pub(super) count: u32,
}

/// The lines of each kind with at least one free square, at least two, and so on.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// With at least one, two and three squares.
    columns: [u64; 3],
    falling: [u128; 2],
    rising: [u128; 2],
    rows: u32,
}

impl State {
    pub(super) fn new(board: &Board) -> Self {
        let mut free = [0; 64];
        (0..board.size()).for_each(|row| free[row as usize] = board.free(row));
        State { size: board.size() as usize, free, queens: [0; 64], count: 0 }
    }

    pub(super) fn queens(&self) -> Vec<Square> {
        let queens = (0..).zip(self.queens).filter(|&(_, queen)| queen != 0);
        queens.map(|(row, queen)| Square::new(row, queen.trailing_zeros())).collect()
    }

    pub(super) fn lines(&self) -> Lines {
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

    pub(super) fn put(&mut self, row: usize, column: u32) {
        let queen = 1u64 << column;
        self.queens[row] = queen;
        self.count += 1;
        for (other, free) in self.free[..self.size].iter_mut().enumerate() {
            let distance = other.abs_diff(row);
            *free &= !(queen | queen << distance | queen >> distance);
        }
        self.free[row] = 0;
    }

    /// Places queens by reduction, and returns the remaining lines.
    pub(super) fn reduce(&mut self) -> Lines {
        'again: loop {
            let lines = self.lines();
            for row in 0..self.size {
                let squares = self.free[row];
                let alone = if squares & squares.wrapping_sub(1) == 0 { squares } else { 0 };
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

    /// An upper bound of the number of queens.
    pub(super) fn bound(&self) -> u32 {
        self.count + self.lines().most().min(self.matching())
    }

    pub(super) fn rows(&self) -> &[u64] {
        &self.free[..self.size]
    }

    pub(super) fn matching(&self) -> u32 {
        bound::matching(self.rows(), 1)
    }

    pub(super) fn open_rows(&self) -> u32 {
        self.free.iter().map(|&free| u32::from(free != 0)).sum()
    }

    /// Whether `target` queens need all open rows, or all open columns.
    pub(super) fn lacks_choice(&self, target: u32) -> bool {
        let wanted = target - self.count;
        let columns = self.free.iter().fold(0, |columns, free| columns | free);
        let (rows, columns) = (self.open_rows(), columns.count_ones());
        rows >= wanted && columns >= wanted && rows.min(columns) == wanted
    }

    /// Per column, the free rows.
    pub(super) fn free_by_column(&self) -> [u64; 64] {
        let mut by_column = [0; 64];
        for (row, free) in self.free.into_iter().enumerate() {
            ones(free).for_each(|column| by_column[column] |= 1 << row);
        }
        by_column
    }

    /// The following states, lazily: a queen on each square of the shortest line, or none on it. There is a free square.
    pub(super) fn branches(&self, lines: &Lines) -> impl Iterator<Item = State> {
        let rows = (0..self.size).filter(|&row| self.free[row] != 0);
        let row = rows.min_by_key(|&row| self.free[row].count_ones()).unwrap_or(0);
        let short = match self.free[row].count_ones() {
            0..=1 => 0,
            2 => lines.columns[0] & !lines.columns[1],
            _ => lines.columns[0] & !lines.columns[2],
        };
        if short == 0 {
            return self.on_line(ones(self.free[row]).map(|column| (row, column as u32)).collect());
        }
        let column = short.trailing_zeros();
        let rows = (0..self.size).filter(|&row| self.free[row] >> column & 1 == 1);
        self.on_line(rows.map(|row| (row, column)).collect())
    }

    /// The following states, lazily: a queen on each of these squares of a line, or none on it.
    pub(super) fn on_line(&self, squares: Vec<(usize, u32)>) -> impl Iterator<Item = State> {
        let mut without = *self;
        squares.iter().for_each(|&(row, column)| without.free[row] &= !(1 << column));
        let with = squares.into_iter().map(|(row, column)| {
            let mut with = *self;
            with.put(row, column);
            with
        });
        with.chain([without])
    }
}

impl Lines {
    /// An upper bound of the number of queens: each line holds at most one.
    pub(super) fn most(&self) -> u32 {
        let diagonals = self.falling[0].count_ones().min(self.rising[0].count_ones());
        self.rows.min(self.columns[0].count_ones()).min(diagonals)
    }
}
