//! A worker's memory: scratch for the sums of a partition, and the arena that keeps them.

use super::arenas::{Arena, NoRoom, Slice};
use super::ranks::Bin;
use super::shared::{Scratch, Shared};
use super::tables::Tables;
use super::tally::{LevelTally, tally};
use super::widths::Total;
use crate::search::Overflow;
use crate::simd::moves::{self, Moves, Slot};

/// A worker's scratch memory and the arena that it fills. The next worker inherits both.
pub(super) struct Worker<'a> {
    shared: &'a Shared<'a>,
    pub scratch: Scratch,
    arena: Option<Arena>,
}

impl<'a> Worker<'a> {
    pub fn new(shared: &'a Shared<'a>) -> Self {
        Worker { shared, scratch: shared.take_scratch(), arena: None }
    }

    /// Marks the sums that are not zero.
    #[inline(always)]
    pub fn mark<A: Slot>(&mut self, sums: &[A]) {
        self.scratch.reached.resize(sums.len() / 64, 0);
        moves::mark(sums, &mut self.scratch.reached, |sum| sum != A::default());
    }

    /// The contribution of a partition, whose sums are marked, to the totals.
    #[inline(always)]
    pub fn tally(
        &mut self,
        tables: &Tables,
        partition: usize,
        bin: Bin,
        ways: impl Fn(usize) -> u128,
    ) -> Result<LevelTally, Overflow> {
        let Scratch { reached, words, .. } = &mut self.scratch;
        tally(tables, partition, bin, reached, ways, words)
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
        self.shared.leave_scratch(std::mem::take(&mut self.scratch));
        if let Some(arena) = self.arena.take() {
            self.shared.pool.leave(arena);
        }
    }
}
