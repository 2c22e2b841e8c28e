//! Half boards: a north and a south quadrant that fit.
//!
//! They fit when their columns are complementary and their diagonals do not meet; the half board's mask is the
//! union of theirs. For each element of one list (the outer: the one with fewer elements) the matching group of
//! the other is tested a vector at a time, and the unions of those that fit are packed behind each other.
//!
//! The first vector of each group is met in one sweep over all elements of the outer list: a loop per group
//! would be left after a different number of turns each time, and the groups are so small (a few elements at
//! h = 8) that the mispredicted branches would cost as much as the work. What is behind the first vector of
//! a group, in the longer groups of larger boards, is done group by group.

use super::quadrant::{Cells, View};
use crate::simd::{Appender, Kernel, Lanes, Words};
use std::ops::Range;

/// The masks of half boards, in three groups by how many of the two long half-diagonals are occupied.
#[derive(Debug, Default)]
pub(super) struct HalfBoards<W> {
    masks: Vec<W>,
    /// Where group 0 ends, and group 1.
    ends: [usize; 2],
}

impl<W: Copy> HalfBoards<W> {
    /// All half boards of these quadrants.
    #[inline(always)]
    pub fn fill<L: Lanes>(&mut self, lanes: L, north: View<'_, W>, south: View<'_, W>)
    where
        for<'b> Product<'b, W>: Kernel,
    {
        self.masks.clear();
        lanes.enter(Product::new(north, 0, south, 0, &mut self.masks));
        self.ends[0] = self.masks.len();
        lanes.enter(Product::new(north, 0, south, 1, &mut self.masks));
        lanes.enter(Product::new(north, 1, south, 0, &mut self.masks));
        self.ends[1] = self.masks.len();
        lanes.enter(Product::new(north, 1, south, 1, &mut self.masks));
    }

    /// The half boards of two ranges of groups, the second behind the first.
    #[inline(always)]
    pub fn two(&mut self, first: Range<usize>, second: Range<usize>) -> [&mut [W]; 2] {
        let bounds = [0, self.ends[0], self.ends[1], self.masks.len()];
        let (front, back) = self.masks.split_at_mut(bounds[second.start]);
        [
            &mut front[bounds[first.start]..bounds[first.end]],
            &mut back[..bounds[second.end] - bounds[second.start]],
        ]
    }

    /// The half boards of a group.
    #[inline(always)]
    pub fn group(&mut self, group: usize) -> &mut [W] {
        let [group, _] = self.two(group..group + 1, 3..3);
        group
    }
}

/// One part of the north list with one part of the south list.
pub(super) struct Product<'a, W> {
    outer: &'a [W],
    outer_cells: &'a Cells,
    inner: &'a [W],
    inner_cells: &'a Cells,
    out: &'a mut Vec<W>,
}

impl<'a, W> Product<'a, W> {
    #[inline(always)]
    fn new(
        north: View<'a, W>,
        north_part: usize,
        south: View<'a, W>,
        south_part: usize,
        out: &'a mut Vec<W>,
    ) -> Self {
        let (n, s) = (north.masks[north_part], south.masks[south_part]);
        let (n_cells, s_cells) = (&north.cells[north_part], &south.cells[south_part]);
        let (outer, outer_cells, inner, inner_cells) = if n_cells.cell.len() <= s_cells.cell.len() {
            (n, n_cells, s, s_cells)
        } else {
            (s, s_cells, n, n_cells)
        };
        Product { outer, outer_cells, inner, inner_cells, out }
    }
}

impl<W: Copy> Product<'_, W> {
    #[inline(always)]
    fn sweep<L: Words<W>>(self, lanes: L) {
        if self.outer_cells.cell.is_empty() || self.inner_cells.cell.is_empty() {
            return;
        }
        let starts = self.inner_cells.starts.as_slice();
        // The partner of group c is the group C - 1 - c; starts has C + 1 elements.
        let last = starts.len() - 2;
        let mut out = Appender::new(self.out);
        let mut longest = 0;
        for (&mask, &cell) in self.outer.iter().zip(&self.outer_cells.cell) {
            let partner = last - usize::from(cell);
            let (start, end) = (starts[partner] as usize, starts[partner + 1] as usize);
            longest = longest.max(end - start);
            // Also for an empty group: that is cheaper than to predict it. What is read behind a group's end
            // belongs to the next group, or is padding.
            let (vector, _) = lanes.load(&self.inner[start..]);
            let valid = L::first(end - start);
            let mask = lanes.splat(mask);
            let fits = lanes.disjoint(vector, mask) & valid;
            lanes.append(&mut out, lanes.or(vector, mask), fits);
        }
        if longest > L::LANES {
            let outer_starts = &self.outer_cells.starts;
            for (cell, bounds) in outer_starts.windows(2).enumerate() {
                let partner = last - cell;
                let group = &self.inner[starts[partner] as usize..starts[partner + 1] as usize];
                for vector in group.get(L::LANES..).unwrap_or(&[]).chunks(L::LANES) {
                    let (vector, valid) = lanes.load(vector);
                    for &mask in &self.outer[bounds[0] as usize..bounds[1] as usize] {
                        let mask = lanes.splat(mask);
                        let fits = lanes.disjoint(vector, mask) & valid;
                        lanes.append(&mut out, lanes.or(vector, mask), fits);
                    }
                }
            }
        }
        out.finish();
    }
}

// The kernel for every word. (A blanket `impl<W>` cannot say that all `L` have lanes of `W`.)
macro_rules! product_kernel {
    ($word:ty) => {
        impl Kernel for Product<'_, $word> {
            type Output = ();
            #[inline(always)]
            fn run<L: Lanes>(self, lanes: L) {
                self.sweep(lanes);
            }
        }
    };
}
product_kernel!(u32);
product_kernel!(u64);
