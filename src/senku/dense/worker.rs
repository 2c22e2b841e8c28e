//! The state that all levels of a count share, and a worker's memory: scratch for the sums of a partition, and the arena
//! that keeps them.

use super::arenas::{Arena, ArenaPool, NoRoom, Slice};
use super::tables::Tables;
use super::widths::{AllSums, Streams, Total};
use crate::simd::Isa;
use crate::simd::moves::{self, Moves, Slot};
use std::sync::Mutex;

/// The tables and the memory of a count.
pub(super) struct Shared<'a> {
    pub tables: &'a Tables,
    pub isa: Isa,
    /// Bytes of the narrowest numbers: 4, except in tests.
    pub least_bytes: usize,
    /// The memory of levels.
    pub pool: ArenaPool,
    /// The scratch memory of idle workers.
    scratches: Mutex<Vec<Scratch>>,
}

/// Scratch memory that goes from worker to worker, level after level.
#[derive(Default)]
pub(super) struct Scratch {
    pub sums: AllSums,
    pub streams: Streams,
    /// Map of the sums that are not zero.
    pub reached: Vec<u64>,
    /// Scratch memory of tallies.
    pub words: Vec<u64>,
}

impl<'a> Shared<'a> {
    pub fn new(tables: &'a Tables, isa: Isa, threads: usize) -> Self {
        let pool = ArenaPool::new(tables, threads);
        Shared { tables, isa, least_bytes: 4, pool, scratches: Mutex::default() }
    }
}

/// A worker's scratch memory, which the next worker inherits, and the arena that it fills.
pub(super) struct Worker<'a> {
    shared: &'a Shared<'a>,
    pub scratch: Scratch,
    arena: Option<Arena>,
}

impl<'a> Worker<'a> {
    pub fn new(shared: &'a Shared<'a>) -> Self {
        let scratch = shared.scratches.lock().expect("no worker has panicked").pop();
        Worker { shared, scratch: scratch.unwrap_or_default(), arena: None }
    }

    /// Marks the sums that are not zero.
    #[inline(always)]
    pub fn mark<A: Slot>(&mut self, sums: &[A]) {
        self.scratch.reached.resize(sums.len() / 64, 0);
        moves::mark(sums, &mut self.scratch.reached, |sum| sum != A::default());
    }

    /// Keeps the marked sums in the worker's arena; `largest` is the largest of them.
    #[inline(always)]
    pub fn keep<M: Moves, A: Total>(&mut self, moves: M, sums: &[A], largest: u128) -> Result<Slice, NoRoom> {
        let Scratch { reached, streams, .. } = &mut self.scratch;
        let pool = &self.shared.pool;
        let arena = match &mut self.arena {
            Some(arena) => arena,
            none => none.insert(pool.open()?),
        };
        let form = (largest, self.shared.least_bytes, self.shared.isa.lists_members());
        loop {
            match arena.keep(moves, sums, reached, form, streams) {
                Some(slice) => return Ok(slice),
                None => pool.change(arena)?,
            }
        }
    }
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        let scratch = std::mem::take(&mut self.scratch);
        self.shared.scratches.lock().expect("no worker has panicked").push(scratch);
        if let Some(arena) = self.arena.take() {
            self.shared.pool.leave(arena);
        }
    }
}
