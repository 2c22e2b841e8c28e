//! Half boards: a north and a south quadrant that fit.
//!
//! They fit when their columns are complementary and their diagonals do not meet; the half board's mask is the
//! union of theirs. Both lists are grouped by columns, so that each group of the north meets one group of the
//! south: all disjoint unions of two short lists ([`Products`]), the one whose vectors are better filled in
//! registers. Four parts meet at once: with the long half-diagonal empty or occupied, north and south.

use crate::search::StopFlag;
use crate::simd::Kernel;
use crate::simd::pages::make_room;
use crate::simd::sets::{Destinations, Grouped, Lanes, Products};
use std::ops::Range;

/// How half boards are grouped by the long half-diagonals that they occupy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grouping {
    /// By how many: none, one, two.
    Number,
    /// By which: none, the north's, the south's, both.
    Which,
}

impl Grouping {
    /// The group of a north part with a south part.
    fn groups(self) -> Destinations {
        match self {
            Grouping::Number => [[0, 1], [1, 2]],
            Grouping::Which => [[0, 2], [1, 3]],
        }
    }
}

/// The masks of half boards, in groups by the long half-diagonals that are occupied.
#[derive(Debug, Default)]
pub(super) struct HalfBoards<W> {
    groups: [Vec<W>; 4],
    /// The length of group 0, behind which group 1 is copied when the two are wanted as one.
    none: usize,
}

impl<W: Copy> HalfBoards<W> {
    /// All half boards of these quadrants; not all when `stop` is abandoned.
    #[inline(always)]
    pub fn fill<L: Lanes + Products<W>>(
        &mut self,
        lanes: L,
        north: Grouped<'_, W>,
        south: Grouped<'_, W>,
        grouping: Grouping,
        stop: &StopFlag,
    ) {
        for list in &mut self.groups {
            list.clear();
        }
        lanes.enter(Product { north, south, groups: grouping.groups(), out: &mut self.groups, stop });
        self.none = self.groups[0].len();
    }

    /// Makes room for all unions beforehand, in large pages: for long lists.
    pub fn make_room(&mut self, north: Grouped<'_, W>, south: Grouped<'_, W>, grouping: Grouping) {
        let mut most = [0; 4];
        for (north, south) in north.starts.windows(2).zip(south.starts.windows(2).rev()) {
            let len = |starts: &[[u32; 2]], part: usize| (starts[1][part] - starts[0][part]) as usize;
            for (p, q) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                most[grouping.groups()[p][q]] += len(north, p) * len(south, q);
            }
        }
        for (list, most) in self.groups.iter_mut().zip(most) {
            make_room(list, most);
        }
    }

    /// The half boards of two ranges of groups (by number), the second behind the first. Group 0 can be had alone only
    /// before it is had together with group 1.
    #[inline(always)]
    pub fn two(&mut self, first: Range<usize>, second: Range<usize>) -> [&[W]; 2] {
        let [zero, one, two, _] = &mut self.groups;
        zero.truncate(self.none);
        if first == (0..2) {
            zero.extend_from_slice(one);
        }
        let second = if second == (2..3) { &two[..] } else { &[] };
        [if first.start == 0 { zero } else { one }, second]
    }

    /// The half boards of two groups, the first one with a lower number; of the first alone where they are the same.
    #[inline(always)]
    pub fn pair(&self, first: usize, second: usize) -> [&[W]; 2] {
        [&self.groups[first], if second > first { &self.groups[second] } else { &[] }]
    }

    /// The half boards of all groups.
    pub fn groups(&self) -> [&[W]; 4] {
        self.groups.each_ref().map(Vec::as_slice)
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
