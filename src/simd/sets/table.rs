//! Tables of sets of patterns, looked up by a few bits at a time: for every value of each chunk of bits of an item,
//! the set of patterns that share none of these bits with it.
//!
//! An item's patterns are the AND of one entry per chunk. The entries are reached by byte offsets that were
//! prepared for many items in one go ([`Lanes::offsets`]), and masked, so that they cannot leave their chunk's entries.

use super::chunks::{CHUNKS, Chunks, ENTRIES, LAST_OFFSET};
use super::lanes::{ITEMS, Lanes, PatternSet, Transposed};

/// The table, and the room to prepare it and offsets in: 48 KiB (24 KiB of it used where the chunks are small) + 2 KiB +
/// 4 KiB.
pub(crate) struct Table {
    entries: [[PatternSet; ENTRIES]; CHUNKS],
    low: [u64; ITEMS],
    high: [u64; ITEMS],
    patterns: Transposed,
}

impl Table {
    /// An empty one.
    pub fn new() -> Box<Self> {
        Box::new(Table {
            entries: [[PatternSet::ZERO; ENTRIES]; CHUNKS],
            low: [0; ITEMS],
            high: [0; ITEMS],
            patterns: Transposed::new(),
        })
    }

    /// Fills the table for at most 512 patterns, by their bits `0..bits`: entry `x` of chunk `k` is the set of the
    /// patterns that have no bit of `x`, by doubling: an entry without its highest bit, less the patterns that
    /// have this bit. Patterns that do not exist are missing from chunk 0.
    #[inline(always)]
    pub fn fill<L: Lanes>(&mut self, lanes: L, chunks: &Chunks, patterns: &[u32], bits: u32) {
        lanes.transpose(patterns, bits, &mut self.patterns);
        let Transposed { having, valid, .. } = &self.patterns;
        for k in 0..chunks.len() {
            let entries = &mut self.entries[k];
            entries[0] = if k == 0 { *valid } else { PatternSet::ONES };
            for b in 0..chunks.width(k) {
                let bit = lanes.load_set(&having[(chunks.first(k) + b) as usize]);
                let (known, next) = entries.split_at_mut(1 << b);
                for (old, new) in known.iter().zip(next) {
                    lanes.store_set(new, lanes.and_not(lanes.load_set(old), bit));
                }
            }
        }
    }

    /// The number of (item, pattern) pairs that share no bit. `C` is `chunks.len()`.
    #[inline(always)]
    pub fn count<L: Lanes, const C: usize>(&mut self, lanes: L, chunks: &Chunks, items: &[u32]) -> u64 {
        assert_eq!(C, chunks.len());
        let mut counter = lanes.counter();
        for items in items.chunks(ITEMS) {
            lanes.offsets(chunks, items, &mut self.low, &mut self.high);
            let (low, last_low) = self.low[..items.len()].as_chunks::<8>();
            let (high, last_high) = self.high[..items.len()].as_chunks::<8>();
            for (l, h) in low.iter().zip(high) {
                // SAFETY: `offsets` has just prepared these items, masked as `Lanes` promises.
                let entry = |i: usize| unsafe { self.entry::<L, C>(lanes, l[i], h[i]) };
                let sets = [entry(0), entry(1), entry(2), entry(3), entry(4), entry(5), entry(6), entry(7)];
                lanes.count8(&mut counter, sets);
            }
            for (&low, &high) in last_low.iter().zip(last_high) {
                // SAFETY: as above.
                lanes.count1(&mut counter, unsafe { self.entry::<L, C>(lanes, low, high) });
            }
        }
        lanes.total(counter)
    }

    /// The AND of the entries at these offsets.
    ///
    /// # Safety
    /// The offsets were prepared for `C` chunks by [`Lanes::offsets`]: each is masked by its chunk's `offset_mask`.
    #[inline(always)]
    unsafe fn entry<L: Lanes, const C: usize>(&self, lanes: L, low: u64, high: u64) -> L::Set {
        let set = |k: usize| {
            let offset = if k < 4 { low >> (16 * k) } else { high >> (16 * (k - 4)) } as u16;
            debug_assert!(offset.is_multiple_of(64) && offset <= LAST_OFFSET);
            let chunk = self.entries[k].as_ptr().cast::<u8>();
            // SAFETY: by the contract the offset is a multiple of 64 and at most LAST_OFFSET, as asserted for all cuts: it
            // is that of one of the chunk's entries, which have 64 bytes, aligned.
            lanes.load_set(unsafe { &*chunk.add(usize::from(offset)).cast::<PatternSet>() })
        };
        let mut result = set(0);
        for k in 1..C {
            result = lanes.and(result, set(k));
        }
        result
    }
}
