//! Solutions up to symmetry, by Burnside's lemma, and a check of the total modulo 8.
//!
//! The number of orbits is the mean number of solutions that a symmetry keeps. No solution with N > 1 survives a
//! reflection: in the two flips a row or a column would hold two queens, in the diagonal ones two mirrored queens
//! share a diagonal. The identity keeps all solutions, the half turn `symmetric_180` of them, each of the two quarter
//! turns `symmetric_90`:
//!
//! ```text
//! fundamental = (total + symmetric_180 + 2 symmetric_90) / 8        (N > 1)
//! ```
//!
//! The symmetric counts come from searches that place a whole orbit of queens at once: half as deep for the half
//! turn, a quarter as deep for the quarter turns. (W. Ahrens, "Mathematische Unterhaltungen und Spiele", 1901; OEIS
//! A002562, A032522, A033148.) Run time about the square root and the fourth root of the full count's, memory O(N).

use super::board::squares;
use super::{Board, Square, Symmetry, Turn};
use crate::Error;
use crate::base::bits::ones;
use crate::search::{Context, Overflow, StopFlag, Subproblems};

/// The numbers of symmetric solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SymmetricCounts {
    /// Solutions that a half turn maps to themselves (including those of a quarter turn).
    pub symmetric_180: u128,
    /// Solutions that a quarter turn maps to themselves.
    pub symmetric_90: u128,
}

impl SymmetricCounts {
    /// Counts both on the empty board of this size; `None` if `stop` was raised.
    ///
    /// # Errors
    /// [`Error::BoardSize`] for an invalid size, [`Error::Overflow`] beyond 128 bits.
    pub fn count(size: u32, context: &Context<'_>) -> Result<Option<Self>, Error> {
        if size == 0 {
            return Ok(Some(SymmetricCounts { symmetric_180: 1, symmetric_90: 1 }));
        }
        let count = |turn| -> Result<Option<u128>, Error> {
            let symmetric = Symmetric::new(size, turn)?;
            let count = |_, &(taken, _): &(Taken, u64), stop: &StopFlag| {
                stop.unless_abandoned(symmetric.completions(taken, stop))
            };
            let list = symmetric.beginnings();
            let outcome =
                context.unwatched().run(&Subproblems { list, weight: |&(_, weight)| weight, count })?;
            Ok(outcome.is_complete().then_some(outcome.tally))
        };
        let Some(symmetric_180) = count(Turn::Half)? else { return Ok(None) };
        let symmetric_90 = count(Turn::Quarter)?;
        Ok(symmetric_90.map(|symmetric_90| SymmetricCounts { symmetric_180, symmetric_90 }))
    }

    /// The number of solutions up to symmetry, given the `total`.
    ///
    /// # Errors
    /// [`Error::Overflow`] when the sum leaves 128 bits, [`Error::Asymmetric`] when it is not a multiple of 8, which
    /// reveals seven of eight wrong totals.
    pub fn fundamental(&self, size: u32, total: u128) -> Result<u128, Error> {
        if size <= 1 {
            return Ok(total); // one queen, or none, is kept by all eight
        }
        let quarters = self.symmetric_90.checked_mul(2).ok_or(Overflow)?;
        let fixed = total.checked_add(self.symmetric_180).and_then(|sum| sum.checked_add(quarters));
        let eightfold = fixed.ok_or(Overflow)?;
        if eightfold.is_multiple_of(8) { Ok(eightfold / 8) } else { Err(Error::Asymmetric { total }) }
    }
}

/// The solutions that a rotation keeps; one subproblem per two orbits of queens in the first empty rows. The mirror
/// image of such a solution is another one, so that the first row's queen need only be in the left half.
///
/// The occupied lines are always symmetric: if a square is not attacked, no image of it is. So one look at all
/// columns of a row finds the safe ones, and it is known in advance whether the images of a square attack each other.
#[derive(Debug)]
struct Symmetric {
    size: u32,
    /// The lines of the orbit of each square, row by row.
    orbits: Vec<Taken>,
    /// Per row, the columns whose orbits do not attack themselves.
    peaceful: Vec<u64>,
}

impl Symmetric {
    fn new(size: u32, turn: Turn) -> Result<Self, Error> {
        Board::new(size)?;
        let mut symmetric = Symmetric { size, orbits: vec![], peaceful: vec![0; size as usize] };
        for square in squares(size) {
            let orbit = turn.orbit(size, square);
            // Turns take any two of the orbit's queens to this one and another one.
            if !orbit.iter().any(|&other| square.attacks(other)) {
                symmetric.peaceful[square.row as usize] |= 1 << square.column;
            }
            let lines = orbit.iter().map(|&square| Taken::lines(size, square));
            symmetric.orbits.push(lines.fold(Taken::default(), Taken::and));
        }
        Ok(symmetric)
    }

    /// The lines occupied at the beginning of each subproblem, and its weight.
    fn beginnings(&self) -> Vec<(Taken, u64)> {
        let size = self.size as usize;
        let columns = ones(self.peaceful[0]).take_while(|column| 2 * column < size);
        let weighted = columns.flat_map(|column| {
            let weight = if 2 * column + 1 == size { 1 } else { 2 };
            self.longer(self.orbits[column]).into_iter().map(move |taken| (taken, weight))
        });
        weighted.collect()
    }

    /// All extensions by one more orbit, if there is a row for it.
    fn longer(&self, taken: Taken) -> Vec<Taken> {
        match self.next_row(taken) {
            Some(row) => self.extensions(taken, row).collect(),
            None => vec![taken],
        }
    }

    /// The first row without a queen.
    fn next_row(&self, taken: Taken) -> Option<u32> {
        let row = taken.rows.trailing_ones();
        (row < self.size).then_some(row)
    }

    /// All extensions by an orbit of queens in this empty row.
    #[inline]
    fn extensions(&self, taken: Taken, row: u32) -> impl Iterator<Item = Taken> {
        let attacked =
            taken.columns | (taken.falling >> (self.size - 1 - row)) as u64 | (taken.rising >> row) as u64;
        let mut safe = self.peaceful[row as usize] & !attacked;
        let orbits = &self.orbits[(row * self.size) as usize..];
        std::iter::from_fn(move || {
            let column = (safe != 0).then(|| safe.trailing_zeros())?;
            safe &= safe - 1;
            Some(taken.and(orbits[column as usize]))
        })
    }

    /// The number of completions. Counted one by one: it cannot leave 128 bits.
    fn completions(&self, taken: Taken, stop: &StopFlag) -> u128 {
        let Some(row) = self.next_row(taken) else { return 1 };
        if stop.is_abandoned() {
            return 0;
        }
        self.extensions(taken, row).map(|taken| self.completions(taken, stop)).sum()
    }
}

/// The lines occupied by queens.
#[derive(Debug, Clone, Copy, Default)]
struct Taken {
    rows: u64,
    columns: u64,
    falling: u128,
    rising: u128,
}

impl Taken {
    fn lines(size: u32, Square { row, column }: Square) -> Taken {
        Taken {
            rows: 1 << row,
            columns: 1 << column,
            falling: 1 << (column + size - 1 - row),
            rising: 1 << (row + column),
        }
    }

    /// The lines of both.
    fn and(self, other: Taken) -> Taken {
        Taken {
            rows: self.rows | other.rows,
            columns: self.columns | other.columns,
            falling: self.falling | other.falling,
            rising: self.rising | other.rising,
        }
    }
}

/// The squares where queens of a least solution with top queen in column `top` may stand.
pub(super) fn least_region(board: &Board, symmetries: &[Symmetry], top: u32) -> Vec<u64> {
    let mut rows: Vec<u64> = (0..board.size()).map(|row| board.free(row)).collect();
    rows[0] &= 1 << top;
    for symmetry in symmetries {
        for column in 0..top {
            // The symmetries are a group, so that images and originals are the same squares.
            let square = symmetry.square(board.size(), Square::new(0, column));
            rows[square.row as usize] &= !(1 << square.column);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_over_the_symmetries_that_overflows_is_an_error() {
        let sum = |total, symmetric_180, symmetric_90| {
            SymmetricCounts { symmetric_180, symmetric_90 }.fundamental(8, total)
        };
        assert_eq!(sum(u128::MAX - 14, 3, 2).unwrap(), u128::MAX / 8);
        for overflow in [sum(u128::MAX - 6, 3, 2), sum(u128::MAX, 1, 0), sum(1, 1, u128::MAX / 2 + 1)] {
            assert!(matches!(overflow, Err(Error::Overflow(_))));
        }
    }

    #[test]
    fn a_total_that_is_not_made_of_orbits_is_an_error() {
        let counts = SymmetricCounts { symmetric_180: 4, symmetric_90: 0 };
        assert_eq!(counts.fundamental(8, 92).unwrap(), 12);
        for total in 93..100 {
            let refused = counts.fundamental(8, total);
            assert!(matches!(refused, Err(Error::Asymmetric { total: wrong }) if wrong == total));
        }
    }
}
