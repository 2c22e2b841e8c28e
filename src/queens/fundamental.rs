//! Solutions that are different up to symmetry, by Burnside's lemma.
//!
//! The number of orbits of a group is the mean number of solutions that its elements keep. No solution with
//! N > 1 survives a reflection: in the two flips a row or a column would hold two queens, in the diagonal
//! ones two mirrored queens share a diagonal. Of the eight symmetries the identity keeps all solutions, the
//! half turn `symmetric_180` of them, each of the two quarter turns `symmetric_90`:
//!
//! ```text
//! fundamental = (total + symmetric_180 + 2 symmetric_90) / 8        (N > 1)
//! ```
//!
//! The symmetric counts come from searches that place a whole orbit of queens at once: half as deep for the
//! half turn, a quarter as deep for the quarter turns. (W. Ahrens, "Mathematische Unterhaltungen und
//! Spiele", 1901; OEIS A002562, A032522, A033148.) Run time about the 2nd and the 4th root of the count's
//! own, memory O(N).

use super::{Board, Square};
use crate::Error;
use crate::search::{Overflow, Problem, Quiet, StopFlag, Subproblem, Workers};

/// The counts that symmetry is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SymmetricCounts {
    /// Solutions that a half turn maps to themselves (those of a quarter turn among them).
    pub symmetric_180: u128,
    /// Solutions that a quarter turn maps to themselves.
    pub symmetric_90: u128,
}

impl SymmetricCounts {
    /// Counts both on the board of this size without conditions; `None` when `stop` was raised first.
    ///
    /// # Errors
    /// [`Error::Input`] for a size that is no board, [`Error::Overflow`] beyond 128 bits.
    pub fn count(size: u32, workers: &Workers, stop: &StopFlag) -> Result<Option<Self>, Error> {
        let mut counts = [0; 2];
        for (turn, count) in [Turn::Half, Turn::Quarter].into_iter().zip(&mut counts) {
            let outcome = workers.run(&Symmetric::new(size, turn)?, stop, &mut Quiet)?;
            if !outcome.is_complete() {
                return Ok(None);
            }
            *count = outcome.tally;
        }
        Ok(Some(SymmetricCounts { symmetric_180: counts[0], symmetric_90: counts[1] }))
    }

    /// The number of solutions up to symmetry, where there are `total` in all.
    ///
    /// # Errors
    /// [`Overflow`] when the sum leaves 128 bits.
    pub fn fundamental(&self, size: u32, total: u128) -> Result<u128, Overflow> {
        if size == 1 {
            return Ok(total); // one queen is kept by all eight
        }
        let quarters = self.symmetric_90.checked_mul(2).ok_or(Overflow)?;
        let fixed = total.checked_add(self.symmetric_180).and_then(|sum| sum.checked_add(quarters));
        Ok(fixed.ok_or(Overflow)? / 8)
    }
}

/// The rotation that a solution must survive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    Half,
    Quarter,
}

impl Turn {
    /// The orbit of a square: its images under the rotation.
    fn orbit(self, size: u32, square: Square) -> Vec<Square> {
        let quarter = |Square { row, column }: Square| Square::new(column, size - 1 - row);
        let turns: Vec<_> = std::iter::successors(Some(square), |&s| Some(quarter(s))).take(4).collect();
        let mut orbit = match self {
            Turn::Half => vec![turns[0], turns[2]],
            Turn::Quarter => turns,
        };
        orbit.dedup(); // the centre is its own orbit
        orbit
    }
}

/// The solutions that a rotation keeps; one subproblem per orbit of the first row's queen.
#[derive(Debug)]
struct Symmetric {
    size: u32,
    turn: Turn,
    beginnings: Vec<Taken>,
}

impl Symmetric {
    fn new(size: u32, turn: Turn) -> Result<Self, Error> {
        Board::new(size)?;
        let mut problem = Symmetric { size, turn, beginnings: vec![] };
        problem.beginnings = problem.extensions(Taken::default());
        if size > 2 {
            let second = |&taken: &Taken| problem.extensions(taken);
            problem.beginnings = problem.beginnings.iter().flat_map(second).collect();
        }
        Ok(problem)
    }

    /// The first row without a queen.
    fn next_row(&self, taken: Taken) -> Option<u32> {
        let row = taken.rows.trailing_ones();
        (row < self.size).then_some(row)
    }

    /// Every way to put an orbit of queens into the first empty row; `taken` itself if there is none.
    fn extensions(&self, taken: Taken) -> Vec<Taken> {
        let Some(row) = self.next_row(taken) else {
            return vec![taken];
        };
        (0..self.size).filter_map(|column| self.with_orbit(taken, Square::new(row, column))).collect()
    }

    /// With queens on the square's whole orbit, if none of them is attacked.
    #[inline]
    fn with_orbit(&self, mut taken: Taken, square: Square) -> Option<Taken> {
        if !taken.is_safe(self.size, square) {
            return None;
        }
        for image in self.turn.orbit(self.size, square) {
            if !taken.is_safe(self.size, image) {
                return None;
            }
            taken.put(self.size, image);
        }
        Some(taken)
    }

    fn completions(&self, taken: Taken, stop: &StopFlag) -> u128 {
        let Some(row) = self.next_row(taken) else { return 1 };
        if stop.is_abandoned() {
            return 0;
        }
        let squares = (0..self.size).map(|column| Square::new(row, column));
        squares
            .filter_map(|square| self.with_orbit(taken, square))
            .map(|taken| self.completions(taken, stop))
            .sum()
    }
}

impl Problem for Symmetric {
    type Tally = u128;
    type Scratch = ();

    fn len(&self) -> u64 {
        self.beginnings.len() as u64
    }

    fn subproblem(&self, id: u64) -> Subproblem {
        Subproblem { id, weight: 1, cost: 1 }
    }

    fn scratch(&self) {}

    fn count(&self, id: u64, _: &mut (), stop: &StopFlag) -> Result<u128, Overflow> {
        Ok(self.completions(self.beginnings[id as usize], stop))
    }
}

/// The lines that queens stand on.
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

    fn is_safe(&self, size: u32, square: Square) -> bool {
        let lines = Self::lines(size, square);
        self.rows & lines.rows == 0
            && self.columns & lines.columns == 0
            && self.falling & lines.falling == 0
            && self.rising & lines.rising == 0
    }

    fn put(&mut self, size: u32, square: Square) {
        let lines = Self::lines(size, square);
        self.rows |= lines.rows;
        self.columns |= lines.columns;
        self.falling |= lines.falling;
        self.rising |= lines.rising;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queens::{Symmetry, backtrack::Solutions};

    /// The same three numbers by looking at every solution.
    fn by_listing(size: u32) -> (SymmetricCounts, u128) {
        let board = Board::new(size).unwrap();
        let mut counts = SymmetricCounts { symmetric_180: 0, symmetric_90: 0 };
        let mut fundamental = 0;
        for columns in Solutions::new(&board) {
            let squares: Vec<_> =
                (0..size).zip(&columns).map(|(row, &column)| Square::new(row, column)).collect();
            let image = |turn: Turn| {
                squares.iter().all(|&s| turn.orbit(size, s).iter().all(|image| squares.contains(image)))
            };
            counts.symmetric_180 += u128::from(image(Turn::Half));
            counts.symmetric_90 += u128::from(image(Turn::Quarter));
            let least = Symmetry::ALL.iter().all(|symmetry| {
                let mut images: Vec<_> = squares.iter().map(|&s| symmetry.square(size, s)).collect();
                images.sort();
                squares <= images
            });
            fundamental += u128::from(least);
        }
        (counts, fundamental)
    }

    #[test]
    fn the_searches_and_burnside_agree_with_a_look_at_every_solution() {
        let workers = Workers::new(2).unwrap();
        for size in 1..=10 {
            let counts = SymmetricCounts::count(size, &workers, &StopFlag::default()).unwrap().unwrap();
            let (expected, fundamental) = by_listing(size);
            assert_eq!(counts, expected, "N = {size}");
            let total = Solutions::new(&Board::new(size).unwrap()).count() as u128;
            assert_eq!(counts.fundamental(size, total).unwrap(), fundamental, "N = {size}");
        }
    }

    #[test]
    fn orbits_close() {
        assert_eq!(Turn::Quarter.orbit(5, Square::new(2, 2)).len(), 1);
        assert_eq!(Turn::Half.orbit(5, Square::new(2, 2)).len(), 1);
        assert_eq!(Turn::Quarter.orbit(4, Square::new(0, 1)).len(), 4);
    }
}
