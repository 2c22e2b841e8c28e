//! Half boards: a north and a south quadrant that fit.
//!
//! They fit when their columns are complementary and their diagonals do not meet; the half board's mask is the
//! union of theirs. Both lists are grouped by columns, so that each group of the north meets one group of the
//! south: all disjoint unions of two short lists ([`product`]), the one whose vectors are better filled in
//! registers. Four parts meet at once: with the long half-diagonal empty or occupied, north and south.
//!
//! Groups of a few masks (h <= 8) would leave these loops after a different number of turns each time, and the
//! mispredicted branches would cost as much as the work. There one sweep goes over all masks of the list with
//! fewer, part by part, whatever their groups. (N = 14: 2.2 ms against 2.6; N = 18: 520 ms against 500.)

use super::quadrant::{Cells, View};
use crate::simd::{Adjacent, Appender, Kernel, Lanes, Parts, Words, product};
use std::ops::Range;

/// Masks of a group, on the average, from which on groups are met one by one.
const LONG_GROUPS: usize = 7;

/// The masks of half boards, in three groups by how many of the two long half-diagonals are occupied.
#[derive(Debug, Default)]
pub(super) struct HalfBoards<W> {
    groups: [Vec<W>; 3],
    /// The length of group 0, behind which group 1 is copied when the two are wanted as one.
    none: usize,
}

impl<W: Copy> HalfBoards<W> {
    /// All half boards of these quadrants.
    #[inline(always)]
    pub fn fill<L: Lanes>(&mut self, lanes: L, north: View<'_, W>, south: View<'_, W>)
    where
        for<'b> Product<'b, W>: Kernel,
    {
        for group in &mut self.groups {
            group.clear();
        }
        lanes.enter(Product { north, south, out: &mut self.groups });
        self.none = self.groups[0].len();
    }

    /// The half boards of two ranges of groups, the second behind the first. Group 0 can be had alone only
    /// before it is had together with group 1.
    #[inline(always)]
    pub fn two(&mut self, first: Range<usize>, second: Range<usize>) -> [&mut [W]; 2] {
        let [zero, one, two] = &mut self.groups;
        zero.truncate(self.none);
        if first == (0..2) {
            zero.extend_from_slice(one);
        }
        let second = if second == (2..3) { &mut two[..] } else { &mut [] };
        [if first.start == 0 { zero } else { one }, second]
    }

    /// The half boards of a group.
    #[inline(always)]
    pub fn group(&mut self, group: usize) -> &mut [W] {
        let length = if group == 0 { self.none } else { self.groups[group].len() };
        &mut self.groups[group][..length]
    }
}

/// A north list with a south list.
pub(super) struct Product<'a, W> {
    north: View<'a, W>,
    south: View<'a, W>,
    out: &'a mut [Vec<W>; 3],
}

impl<W: Copy + Default> Product<'_, W> {
    #[inline(always)]
    fn all_groups<L: Words<W>>(self, lanes: L) {
        let Product { north, south, out } = self;
        let groups = north.cells.iter().map(|cells| cells.starts.len()).max().unwrap_or(0);
        let fewer = north.len().min(south.len());
        if fewer < LONG_GROUPS * groups || L::LANES == 1 {
            for (n, s) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let (n_part, s_part) = (north.part(n), south.part(s));
                if n_part.1.cell.len() <= s_part.1.cell.len() {
                    sweep(lanes, n_part, s_part, &mut out[n + s]);
                } else {
                    sweep(lanes, s_part, n_part, &mut out[n + s]);
                }
            }
            return;
        }
        // The partner of group c is the group C - 1 - c; starts has C + 1 elements, or none.
        let mut words: Adjacent<W> = [W::default(); _];
        for cell in 1..groups {
            let (north, south) = (parts(north, cell - 1), parts(south, groups - 1 - cell));
            product(lanes, north, south, &mut words, out);
        }
    }
}

impl<'a, W> View<'a, W> {
    #[inline(always)]
    fn part(&self, part: usize) -> (&'a [W], &'a Cells) {
        (self.masks[part], &self.cells[part])
    }
    #[inline(always)]
    fn len(&self) -> usize {
        self.cells[0].cell.len() + self.cells[1].cell.len()
    }
}

/// All masks of `outer` against their partner groups in `inner`, a vector at a time.
#[inline(always)]
fn sweep<W: Copy, L: Words<W>>(
    lanes: L,
    (outer, outer_cells): (&[W], &Cells),
    (inner, inner_cells): (&[W], &Cells),
    out: &mut Vec<W>,
) {
    if outer_cells.cell.is_empty() || inner_cells.cell.is_empty() {
        return;
    }
    let starts = inner_cells.starts.as_slice();
    let last = starts.len() - 2;
    let mut out = Appender::new(out);
    let mut longest = 0;
    for (&mask, &cell) in outer.iter().zip(&outer_cells.cell) {
        let partner = last - usize::from(cell);
        let (start, end) = (starts[partner] as usize, starts[partner + 1] as usize);
        longest = longest.max(end - start);
        // Also for an empty group: that is cheaper than to predict it. What is read behind a group's end
        // belongs to the next group, or is padding.
        let (vector, _) = lanes.load(&inner[start..]);
        let valid = L::first(end - start);
        let mask = lanes.splat(mask);
        let fits = lanes.disjoint(vector, mask) & valid;
        lanes.append(&mut out, lanes.or(vector, mask), fits);
    }
    if longest > L::LANES {
        for (cell, bounds) in outer_cells.starts.windows(2).enumerate() {
            let partner = last - cell;
            let group = &inner[starts[partner] as usize..starts[partner + 1] as usize];
            for vector in group.get(L::LANES..).unwrap_or(&[]).chunks(L::LANES) {
                let (vector, valid) = lanes.load(vector);
                for &mask in &outer[bounds[0] as usize..bounds[1] as usize] {
                    let mask = lanes.splat(mask);
                    let fits = lanes.disjoint(vector, mask) & valid;
                    lanes.append(&mut out, lanes.or(vector, mask), fits);
                }
            }
        }
    }
    out.finish();
}

/// Both parts of one group of a list.
#[inline(always)]
fn parts<W>(list: View<'_, W>, cell: usize) -> Parts<'_, W> {
    let mut bounds = [(0, 0); 2];
    for (bounds, cells) in bounds.iter_mut().zip(list.cells) {
        if let Some(&[start, end]) = cells.starts.get(cell..cell + 2) {
            *bounds = (start as usize, end as usize);
        }
    }
    Parts { lists: list.masks, bounds }
}

// The kernel for every word. (A blanket `impl<W>` cannot say that all `L` have lanes of `W`.)
macro_rules! product_kernel {
    ($word:ty) => {
        impl Kernel for Product<'_, $word> {
            type Output = ();
            #[inline(always)]
            fn run<L: Lanes>(self, lanes: L) {
                self.all_groups(lanes);
            }
        }
    };
}
product_kernel!(u32);
product_kernel!(u64);
