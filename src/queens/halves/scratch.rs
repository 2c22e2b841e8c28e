//! What one worker keeps from subproblem to subproblem, so that nothing is allocated in between.

use super::half_board::HalfBoards;
use super::join::Workspace;
use super::permuted::Permuted;
use super::radix::{Buckets, Gathered};
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// A worker's memory. Pairs are east and west.
pub struct Scratch {
    /// Half boards whose masks fit 32 bits.
    pub(super) narrow: [HalfBoards<u32>; 2],
    /// And those whose masks do not.
    pub(super) wide: [Wide; 2],
    pub(super) seats: Seats,
}

/// One half's boards of more than 32 bits, and its lists on the way to them: its north and its south.
#[derive(Debug, Default)]
pub(super) struct Wide {
    pub permuted: [Permuted; 2],
    pub boards: HalfBoards<u64>,
    pub buckets: [Buckets; 4],
}

/// What a thread needs to join.
#[derive(Default)]
pub(super) struct Seat {
    pub gathered: Gathered,
    pub workspace: Workspace,
}

/// A seat for each thread that may work on this worker's subproblem: one, or all of the pool.
pub(super) struct Seats(Vec<Mutex<Seat>>);

impl Seats {
    /// The worker's own.
    pub fn own(&mut self) -> &mut Seat {
        self.0[0].get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether several threads work on a subproblem.
    pub fn are_many(&self) -> bool {
        self.0.len() > 1
    }

    /// Does this for each of them: on one thread, or on all.
    pub fn each<T: Send>(&self, items: &mut [T], f: impl Fn(&mut T) + Send + Sync) {
        if self.are_many() {
            items.par_iter_mut().with_max_len(1).for_each(f);
        } else {
            items.iter_mut().for_each(f);
        }
    }

    /// The sum over `0..count`, in ranges of at most `step`: on one thread, or on all.
    pub fn sum(
        &mut self,
        count: usize,
        step: usize,
        f: impl Fn(std::ops::Range<usize>, &mut Seat) -> u128 + Sync,
    ) -> u128 {
        if !self.are_many() {
            return f(0..count, self.own());
        }
        let part = |i: usize| {
            let thread = rayon::current_thread_index().unwrap_or(0) % self.0.len();
            let mut seat = self.0[thread].lock().unwrap_or_else(PoisonError::into_inner);
            f(i * step..((i + 1) * step).min(count), &mut seat)
        };
        (0..count.div_ceil(step)).into_par_iter().with_max_len(1).map(part).sum()
    }
}

impl Scratch {
    /// For subproblems that so many threads work on.
    pub(super) fn new(threads: usize) -> Self {
        Scratch {
            narrow: Default::default(),
            wide: Default::default(),
            seats: Seats((0..threads.max(1)).map(|_| Mutex::default()).collect()),
        }
    }
}
