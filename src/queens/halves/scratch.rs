//! A worker's memory, kept from subproblem to subproblem, so that nothing is allocated in between; and half boards, which
//! are the largest part of it.
//!
//! A half board is a north and a south quadrant that fit: their columns are complementary and their diagonals do not meet.
//! Its mask is the union of theirs. Both lists are grouped by columns, so that each group of the north meets one group of
//! the south: all disjoint unions of two short lists ([`Products`]). Four parts meet at once: the long half-diagonal empty
//! or occupied, north and south.

use super::count_bucketed::Bucketed;
use super::join::JoinMemory;
use crate::search::StopFlag;
use crate::simd::Kernel;
use crate::simd::pages::make_room;
use crate::simd::sets::{Destinations, Grouped, Lanes, Products};
use rayon::prelude::*;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// A worker's memory. Pairs are east and west.
pub struct Scratch {
    /// Half boards with masks of at most 32 bits.
    pub(super) stored: [HalfBoards<u32>; 2],
    /// Half boards with longer masks.
    pub(super) bucketed: [Bucketed; 2],
    pub(super) joins: Joins,
}

impl fmt::Debug for Scratch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scratch").finish_non_exhaustive()
    }
}

/// Memory for each thread of the pool, for all workers together: a thread works on one subproblem at a time.
pub(super) type Shared = [Mutex<JoinMemory>];

/// The memory for a worker's joins: its own, or that of all threads if they share subproblems.
pub(super) struct Joins {
    pub own: JoinMemory,
    shared: Option<Arc<Shared>>,
    /// The joins of a graphics card, if one joins.
    #[cfg(feature = "gpu")]
    pub feed: Option<super::gpu::Feed>,
}

impl Joins {
    /// Calls `f` for each item, on one thread or on all.
    pub fn each<T: Send>(&self, items: &mut [T], f: impl Fn(&mut T) + Send + Sync) {
        if self.shared.is_some() {
            items.par_iter_mut().with_max_len(1).for_each(f);
        } else {
            items.iter_mut().for_each(f);
        }
    }

    /// The sum of `f` over `0..count` in ranges of at most `step`, on one thread or on all.
    pub fn sum(
        &mut self,
        count: usize,
        step: usize,
        f: impl Fn(std::ops::Range<usize>, &mut JoinMemory) -> u128 + Sync,
    ) -> u128 {
        let Some(shared) = &self.shared else {
            return f(0..count, &mut self.own);
        };
        let range_sum = |i: usize| {
            let thread = rayon::current_thread_index().unwrap_or(0) % shared.len();
            let mut memory = shared[thread].lock().unwrap_or_else(PoisonError::into_inner);
            f(i * step..((i + 1) * step).min(count), &mut memory)
        };
        (0..count.div_ceil(step)).into_par_iter().with_max_len(1).map(range_sum).sum()
    }
}

impl Scratch {
    /// Memory for subproblems of one thread, or of the threads that share this memory.
    pub(super) fn new(shared: Option<Arc<Shared>>) -> Self {
        Scratch {
            stored: Default::default(),
            bucketed: Default::default(),
            joins: Joins {
                own: JoinMemory::default(),
                shared,
                #[cfg(feature = "gpu")]
                feed: None,
            },
        }
    }
}

/// The masks of half boards, grouped by the occupied long half-diagonals.
#[derive(Debug, Default)]
pub(super) struct HalfBoards<W> {
    pub groups: [Vec<W>; 4],
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
}

impl HalfBoards<u32> {
    /// Separates group 0 into groups 1 to 3 by the number of these two bits: none, one (if `joined`, at most one), both.
    #[inline(always)]
    pub fn separate<L: Lanes>(&mut self, lanes: L, bits: [u32; 2], joined: bool) {
        let [all, none, one, both] = &mut self.groups;
        lanes.separate(all, bits, joined, [none, one, both]);
    }
}

struct Product<'a, W> {
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
