//! N queens on N x N squares by half boards; the seam between the halves knows the knights.
//!
//! ```text
//! T(N) = sum over classes of column sets C of   class size * pairs(C)
//!
//! C            the columns of the queens in the upper floor(N / 2) rows. C stands for its mirror image, and for even N
//!              for the images with the halves exchanged: for up to four sets
//! pairs(C)     pairs of a half board on C and one on the other columns that do not attack each other (`join`)
//! half board   inner rows, listed once for each column set, and outer rows, searched for each C (`lists`)
//! ```
//!
//! Both halves are listed from the seam outwards, the lower one mirrored, so that they share the inner rows' lists.
//!
//! Each class is a subproblem. Run time some 25 times as long for two rows more, with knights' moves; memory O(inner
//! lists), 16 bytes a word.

mod join;
mod lists;
#[cfg(test)]
mod tests;

use super::Field;
use crate::Error;
use crate::queens::{column_lists::column_sets, orbit_of_least};
use crate::search::{Halt, Problem, StopFlag, Subproblem};
use crate::simd::Isa;
use join::{Buckets, Pairs, Seam};
use lists::{HalfBoard, Lists};
use std::ops::RangeInclusive;

/// The sizes of boards with half boards: both halves have inner rows, and the words have room for all lines.
pub(super) const SIZES: RangeInclusive<u32> = 4..=24;

/// The count of a square board without conditions.
#[derive(Debug)]
pub(super) struct Halves {
    pub(super) size: u32,
    knight: bool,
    lists: Lists,
    /// Of each class the least set as a number, and the size of the class.
    classes: Vec<(u32, u8)>,
    isa: Isa,
}

/// A worker's half boards.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    half: Vec<HalfBoard>,
    buckets: [Buckets; 2],
}

impl Halves {
    /// Prepares the count of this square field, and the inner rows' lists within a memory limit in bytes.
    ///
    /// # Errors
    /// [`Error::Memory`] if the lists take more than the limit; [`Error::Stopped`].
    ///
    /// # Panics
    /// If the size is not one of [`SIZES`].
    pub(super) fn new(
        field: &Field,
        isa: Isa,
        memory_limit: Option<u64>,
        stop: &StopFlag,
    ) -> Result<Self, Error> {
        let (size, knight) = (field.rows(), field.rules().knight);
        assert!(SIZES.contains(&size), "{size}");
        let lists = Lists::new(size, knight, memory_limit.unwrap_or(u64::MAX), stop)?;
        Ok(Halves { size, knight, lists, classes: classes(size), isa })
    }

    /// The bytes of the lists.
    pub(super) fn bytes(&self) -> u64 {
        self.lists.inner.bytes() + 8 * self.classes.len() as u64
    }
}

/// Of each class of column sets the least one and the number of its images.
fn classes(size: u32) -> Vec<(u32, u8)> {
    let all = u32::MAX >> (32 - size);
    let class = |set: u32| {
        let mirrored = set.reverse_bits() >> (32 - size);
        // The halves of a board of odd size have different numbers of rows.
        let images = [set, mirrored, all & !set, all & !mirrored];
        let images = images.into_iter().take(if size.is_multiple_of(2) { 4 } else { 2 });
        Some((set, orbit_of_least(set, images)?))
    };
    column_sets(size, size / 2).filter_map(class).collect()
}

impl Problem for Halves {
    type Tally = u128;
    type Scratch = Scratch;

    fn len(&self) -> u64 {
        self.classes.len() as u64
    }

    fn subproblem(&self, id: u64) -> Subproblem {
        Subproblem { id, weight: self.classes[id as usize].1.into(), cost: 1 }
    }

    fn count(&self, id: u64, scratch: &mut Scratch, stop: &StopFlag) -> Result<u128, Halt> {
        let Scratch { half, buckets: [upper, lower] } = scratch;
        let columns = self.classes[id as usize].0;
        let others = u32::MAX >> (32 - self.size) & !columns;
        let seam = Seam::new(self.size, others, self.knight);
        self.lists.fill(columns, half, stop);
        if half.is_empty() {
            return stop.unless_abandoned(0);
        }
        let central = seam.central(half.len());
        seam.upper(half, central, upper);
        self.lists.fill(others, half, stop);
        seam.lower(half, central, lower);
        let pairs = self.isa.run_base(Pairs { upper, lower, stop });
        stop.unless_abandoned(pairs.into())
    }
}
