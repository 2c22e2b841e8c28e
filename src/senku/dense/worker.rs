//! What a worker makes a level with.

use super::ranks::Bin;
use super::run::Context;
use super::shelves::{NoRoom, Place, Shelf};
use super::tables::Tables;
use super::tally::{LevelTally, tally};
use super::widths::{AllSums, Streams, Total};
use crate::search::Overflow;
use crate::simd::moves::{Moves, Slot, mark_nonzero};

/// Memory that goes from worker to worker, level after level.
#[derive(Default)]
pub(super) struct Bench {
    pub sums: AllSums,
    pub streams: Streams,
    /// Map of the sums that are not zero.
    reached: Vec<u64>,
    /// Scratch memory of tallies.
    words: Vec<u64>,
}

/// A worker: its memory, and the shelf that it fills. Both are left to the next one.
pub(super) struct Worker<'a> {
    context: &'a Context<'a>,
    pub bench: Bench,
    shelf: Option<Shelf>,
}

impl<'a> Worker<'a> {
    pub fn new(context: &'a Context<'a>) -> Self {
        Worker { context, bench: context.bench(), shelf: None }
    }

    /// Marks the sums that are not zero.
    #[inline(always)]
    pub fn mark<A: Slot>(&mut self, sums: &[A]) {
        self.bench.reached.resize(sums.len() / 64, 0);
        mark_nonzero(sums, &mut self.bench.reached);
    }

    /// What a partition adds to the totals, whose sums are marked.
    #[inline(always)]
    pub fn tally(
        &mut self,
        tables: &Tables,
        partition: usize,
        bin: Bin,
        ways: impl Fn(usize) -> u128,
    ) -> Result<LevelTally, Overflow> {
        let Bench { reached, words, .. } = &mut self.bench;
        tally(tables, partition, bin, reached, ways, words)
    }

    /// Keeps the marked sums, of which this is the largest.
    #[inline(always)]
    pub fn keep<M: Moves, A: Total>(&mut self, moves: M, sums: &[A], largest: u128) -> Result<Place, NoRoom> {
        let Bench { reached, streams, .. } = &mut self.bench;
        let storehouse = &self.context.storehouse;
        let shelf = match &mut self.shelf {
            Some(shelf) => shelf,
            none => none.insert(storehouse.open()?),
        };
        let form = (largest, self.context.least_bytes, self.context.isa.lists_members());
        loop {
            match shelf.keep(moves, sums, reached, form, streams) {
                Some(place) => return Ok(place),
                None => storehouse.change(shelf)?,
            }
        }
    }
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        self.context.leave(std::mem::take(&mut self.bench));
        if let Some(shelf) = self.shelf.take() {
            self.context.storehouse.leave(shelf);
        }
    }
}
