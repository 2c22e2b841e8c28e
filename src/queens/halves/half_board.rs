//! Half boards: a north and a south quadrant that fit.
//!
//! They fit if their columns are complementary and their diagonals do not meet; the half board's mask is the union of
//! theirs. Both lists are grouped by columns, so that each group of the north meets one group of the south: all
//! disjoint unions of two short lists ([`Products`]). Four parts meet at once: the long half-diagonal empty or
//! occupied, north and south.

use crate::search::StopFlag;
use crate::simd::Kernel;
use crate::simd::pages::make_room;
use crate::simd::sets::{Destinations, Grouped, Lanes, Products};

/// The masks of half boards, grouped by the occupied long half-diagonals.
#[derive(Debug, Default)]
pub(super) struct HalfBoards<W> {
    groups: [Vec<W>; 4],
}

impl<W: Copy> HalfBoards<W> {
    /// Lists all half boards of these quadrants; incomplete once `stop` is abandoned.
    #[inline(always)]
    pub fn fill<L: Lanes + Products<W>>(
        &mut self,
        lanes: L,
        north: Grouped<'_, W>,
        south: Grouped<'_, W>,
        groups: Destinations,
        stop: &StopFlag,
    ) {
        for list in &mut self.groups {
            list.clear();
        }
        lanes.enter(Product { north, south, groups, out: &mut self.groups, stop });
    }

    /// Makes room for all possible unions, in large pages: for long lists.
    pub fn make_room(&mut self, north: Grouped<'_, W>, south: Grouped<'_, W>, groups: Destinations) {
        let mut most = [0; 4];
        for (north, south) in north.starts.windows(2).zip(south.starts.windows(2).rev()) {
            let len = |starts: &[[u32; 2]], part: usize| (starts[1][part] - starts[0][part]) as usize;
            for (p, q) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                most[groups[p][q]] += len(north, p) * len(south, q);
            }
        }
        for (list, most) in self.groups.iter_mut().zip(most) {
            make_room(list, most);
        }
    }

    pub fn groups(&self) -> [&[W]; 4] {
        self.groups.each_ref().map(Vec::as_slice)
    }

    #[inline(always)]
    pub fn group(&self, group: usize) -> &[W] {
        &self.groups[group]
    }
}

impl HalfBoards<u32> {
    /// Separates group 0 into groups 1 to 3 by the number of these two bits: none, one (if `joined`, at most one), both.
    #[inline(always)]
    pub fn separate<L: Lanes>(&mut self, lanes: L, bits: [u32; 2], joined: bool) {
        let [all, none, one, both] = &mut self.groups;
        lanes.separate(all, bits, joined, [none, one, both]);
    }
}

pub(super) struct Product<'a, W> {
    north: Grouped<'a, W>,
    south: Grouped<'a, W>,
    groups: Destinations,
    out: &'a mut [Vec<W>; 4],
    stop: &'a StopFlag,
}

impl<W, L: Lanes + Products<W>> Kernel<L> for Product<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run(self, lanes: L) {
        lanes.product(self.north, self.south, self.groups, self.out, self.stop);
    }
}
