//! The leaf of the join: at most 512 patterns against many items, 512 pairs at a time.
//!
//! The patterns are turned into one set of 512 bits per mask bit: whose pattern has this bit? From these, tables
//! are made: for each value of a chunk of six or seven bits, which patterns have none of them. For an item, the AND
//! of its chunks' entries is the set of the patterns that are disjoint from it; its size is added up.
//!
//! Cost: about 0.13 us to prepare, then 1 ns an item (measured on Zen 5 with AVX-512: as fast as six table
//! entries can be loaded).

use crate::simd::sets::{Chunks, Lanes, Table};

/// The most patterns.
pub(super) const PATTERNS: usize = 512;

/// The number of disjoint pairs of patterns and items, for each group of items, by bits `0..bits`.
#[inline(always)]
pub(super) fn leaf<L: Lanes>(
    lanes: L,
    table: &mut Table,
    patterns: &[u32],
    items: [&[u32]; 2],
    bits: u32,
) -> [u64; 2] {
    let chunks = Chunks::of(bits, items[0].len() + items[1].len());
    table.fill(lanes, chunks, patterns, bits);
    // (A loop, not `map`: see `Kernel`.)
    let mut pairs = [0; 2];
    for (pairs, items) in pairs.iter_mut().zip(items) {
        *pairs = match chunks.len() {
            1 => table.count::<L, 1>(lanes, chunks, items),
            2 => table.count::<L, 2>(lanes, chunks, items),
            3 => table.count::<L, 3>(lanes, chunks, items),
            4 => table.count::<L, 4>(lanes, chunks, items),
            5 => table.count::<L, 5>(lanes, chunks, items),
            _ => table.count::<L, 6>(lanes, chunks, items),
        };
    }
    pairs
}
