//! A worker's memory, kept from subproblem to subproblem, so that nothing is allocated in between.

use super::bit_order::Permuted;
use super::buckets::{Buckets, JoinMemory};
use super::half_board::HalfBoards;
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

/// The boards of a half with more than 32 bits, with the lists of its north and its south.
#[derive(Debug, Default)]
pub(super) struct Bucketed {
    pub permuted: [Permuted; 2],
    pub boards: HalfBoards<u64>,
    pub buckets: [Buckets; 4],
}

impl Bucketed {
    /// The buckets of these groups, each with its masks.
    pub fn lists(&mut self, groups: &[usize]) -> impl Iterator<Item = (&mut Buckets, &[u64])> {
        let lists = self.buckets.iter_mut().zip(self.boards.groups()).enumerate();
        lists.filter(|(group, _)| groups.contains(group)).map(|(_, list)| list)
    }
}

/// Memory for each thread of the pool, for all workers together: a thread works on one subproblem at a time.
pub(super) struct Shared(Vec<Mutex<JoinMemory>>);

impl Shared {
    pub fn new(threads: usize) -> Arc<Self> {
        Arc::new(Shared((0..threads).map(|_| Mutex::default()).collect()))
    }
}

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
            let thread = rayon::current_thread_index().unwrap_or(0) % shared.0.len();
            let mut memory = shared.0[thread].lock().unwrap_or_else(PoisonError::into_inner);
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
