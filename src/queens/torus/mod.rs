//! The torus: N queens on N x N squares whose lines wrap around, by halves that complete each other.
//!
//! A solution uses each of the N rows, columns and diagonals of both kinds exactly once. So two halves of it are not
//! merely disjoint: the lines of one are the complement of the lines of the other, and a lookup takes the place of a test.
//!
//! ```text
//! T(N) = N * sum over classes of column sets C of   class size * pairs(C)
//!
//! N            translations take the queen of row 0 to the square (0,0)
//! R, S         the other rows in two halves: the orbits of the rows under the squares among the units modulo N, dealt
//!              out in turn, so that a unit that is no square exchanges them (`classes`)
//! C            the columns of the queens in R: (N - 1) / 2 of the N - 1. Multiplying rows and columns by a unit keeps all
//!              lines; so does a reflection. C stands for all its images, R's and S's exchange included
//! pairs(C)     the halves on R x C and on S x (the other columns) with complementary diagonals (`join`)
//! halves       all disjoint pairs of two quarters, which are listed once by their columns up to N = 25, and from there on
//!              made from two eighths (`quarters`)
//! ```
//!
//! There are solutions if and only if N is coprime to 6 (Pólya, 1918); this is the count of these N, from 5 to 31.
//! Each class is a subproblem. Run time about 200 times as long from N = 19 to 23; memory 8 bytes per listed part, 442 MB at
//! N = 25.
//!
//! The sizes are those of OEIS A007705. The idea of a slope's orbits, which checks these counts, is in `placements::rows`.

mod classes;
mod join;
mod quarters;
#[cfg(test)]
mod tests;

use crate::Error;
use crate::search::{Halt, Problem, StopFlag, Subproblem};
use crate::simd::sets::Lanes;
use crate::simd::{Isa, Kernel};
use classes::{Classes, lines};
use join::Join;
use quarters::{Part, Room};

/// The largest torus: two sets of diagonals fit a word of 64 bits.
pub(in crate::queens) const LARGEST: u32 = 31;
/// The smallest torus but 1 x 1 that has solutions.
pub(in crate::queens) const SMALLEST: u32 = 5;

/// Whether N queens fit on the torus of this size (Pólya's theorem).
pub(in crate::queens) fn has_solutions(size: u32) -> bool {
    !size.is_multiple_of(2) && !size.is_multiple_of(3)
}

/// The column of each row's queen in one solution on the torus: column 2 r in row r. `None` where N is not coprime to 6:
/// then there is no solution (Pólya's theorem).
///
/// ```
/// use vuelta::queens::construct_on_torus;
/// assert_eq!(construct_on_torus(7)?, Some(vec![0, 2, 4, 6, 1, 3, 5]));
/// assert_eq!(construct_on_torus(8)?, None);
/// # Ok::<(), vuelta::Error>(())
/// ```
///
/// # Errors
/// [`Error::BoardSize`] above [`LARGEST_CONSTRUCTION`](super::LARGEST_CONSTRUCTION).
pub fn construct_on_torus(size: u32) -> Result<Option<Vec<u32>>, Error> {
    if !has_solutions(size) {
        return Ok(None);
    }
    super::construct::check_size(size, super::LARGEST_CONSTRUCTION)?;
    Ok(Some((0..size).map(|row| 2 * row % size).collect()))
}

/// The count of a torus.
#[derive(Debug)]
pub(in crate::queens) struct Torus {
    pub(in crate::queens) size: u32,
    classes: Classes,
    /// Of R and of S.
    halves: [Part; 2],
    isa: Isa,
}

/// A worker's lists.
#[derive(Debug, Default)]
pub(in crate::queens) struct Scratch {
    halves: [Room; 2],
    join: Join,
}

impl Torus {
    /// Prepares the count of this torus and its lists within a memory limit in bytes.
    ///
    /// # Errors
    /// [`Error::Memory`] if the lists take more than the limit; [`Error::Stopped`].
    ///
    /// # Panics
    /// For sizes that have no solutions, or are not from 5 to 31.
    pub(in crate::queens) fn new(
        size: u32,
        isa: Isa,
        memory_limit: Option<u64>,
        stop: &StopFlag,
    ) -> Result<Self, Error> {
        assert!((SMALLEST..=LARGEST).contains(&size) && has_solutions(size), "{size}");
        let classes = Classes::new(size, stop)?;
        let mut left = memory_limit.unwrap_or(u64::MAX);
        let mut half = |rows: &[u32]| Part::half(size, rows, &mut left, stop);
        let halves = [half(&classes.rows[0])?, half(&classes.rows[1])?];
        Ok(Torus { size, classes, halves, isa })
    }

    /// The bytes of the lists.
    pub(in crate::queens) fn bytes(&self) -> u64 {
        let quarters = self.halves.iter().map(Part::bytes).sum::<u64>();
        quarters + 8 * self.classes.sets.len() as u64
    }
}

impl Problem for Torus {
    type Tally = u128;
    type Scratch = Scratch;

    fn len(&self) -> u64 {
        self.classes.sets.len() as u64
    }

    fn subproblem(&self, id: u64) -> Subproblem {
        let (_, images) = self.classes.sets[id as usize];
        Subproblem { id, weight: u64::from(images) * u64::from(self.size), cost: 1 }
    }

    fn count(&self, id: u64, scratch: &mut Scratch, stop: &StopFlag) -> Result<u128, Halt> {
        let (columns, _) = self.classes.sets[id as usize];
        let pairs = self.isa.run(CountClass { torus: self, columns, scratch, stop });
        stop.unless_abandoned(pairs.into())
    }
}

/// The solutions with a queen on (0,0) whose queens in R stand in these columns.
struct CountClass<'a> {
    torus: &'a Torus,
    columns: u32,
    scratch: &'a mut Scratch,
    stop: &'a StopFlag,
}

impl<L: Lanes> Kernel<L> for CountClass<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self, lanes: L) -> u64 {
        let CountClass { torus, columns, scratch, stop } = self;
        let others = lines(torus.size) & !1 & !columns;
        let ([upper, lower], [a, b]) = (&torus.halves, &mut scratch.halves);
        let ours = upper.words(lanes, columns, a, stop);
        if ours.is_empty() {
            return 0;
        }
        let theirs = lower.words(lanes, others, b, stop);
        let diagonals = u64::from(lines(torus.size) & !1);
        lanes.enter(join::Complements {
            lists: [ours, theirs],
            whole: diagonals << 32 | diagonals,
            join: &mut scratch.join,
        })
    }
}
