//! Tables of blocks, looked up by a few bits at a time: for every value of each chunk of bits of an item, the
//! set of patterns that share none of these bits with it.
//!
//! An item's patterns are the AND of one entry per chunk. The entries are reached by byte offsets that were
//! prepared for many items in one go ([`Lanes::offsets`]); they are masked to multiples of 64 below 8192, so
//! that they cannot leave their chunk's 128 entries.

use super::lanes::{Block, ITEMS, Lanes, Transposed, Words};

/// The most chunks; 36 bits in all.
pub(crate) const CHUNKS: usize = 6;
/// Bits of the largest chunk, where the table is used a few times, and where it is used often: fewer look-ups then,
/// and entries that are made for nothing.
const CHUNK_BITS: [u32; 2] = [6, 7];
/// From so many items on it is used often.
const MANY_ITEMS: usize = 600;
/// Entries of a chunk.
const ENTRIES: usize = 1 << CHUNK_BITS[1];
// What `Table::entry` relies on: no mask of an offset reaches beyond the last entry, nor between two entries.
const _: () = {
    let (mut most, mut bits) = (0, 0);
    while most < 2 {
        while bits <= 32 {
            let chunks = &CUTS[most][bits];
            let mut k = 0;
            while k < CHUNKS {
                let mask = chunks.offset_mask(k) as usize;
                assert!(mask.is_multiple_of(size_of::<Block>()) && mask < ENTRIES * size_of::<Block>());
                k += 1;
            }
            bits += 1;
        }
        (most, bits) = (most + 1, 0);
    }
};

/// How the bits of an item are cut into chunks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Chunks {
    count: usize,
    first: [u32; CHUNKS],
    width: [u32; CHUNKS],
    /// For chunks 0 to 3 and 4, 5, sixteen bits each: where the two bytes of an offset begin in the item ...
    pub(super) starts: [u64; 2],
    /// ... and the bits to keep.
    pub(super) masks: [u64; 2],
}

/// The cuts of 0 to 32 bits, small and large: a leaf would spend a tenth of its time on making its own.
static CUTS: [[Chunks; 33]; 2] = [cuts(CHUNK_BITS[0]), cuts(CHUNK_BITS[1])];

const fn cuts(most: u32) -> [Chunks; 33] {
    let mut cuts = [Chunks::new(0, most); 33];
    let mut bits = 1;
    while bits <= 32 {
        cuts[bits as usize] = Chunks::new(bits, most);
        bits += 1;
    }
    cuts
}

impl Chunks {
    /// Bits `0..bits` (at most 32) in few chunks of nearly equal width, for so many items.
    #[inline(always)]
    pub fn of(bits: u32, items: usize) -> &'static Self {
        &CUTS[usize::from(items >= MANY_ITEMS)][bits as usize]
    }

    const fn new(bits: u32, most: u32) -> Self {
        let count = if bits == 0 { 1 } else { bits.div_ceil(most) };
        let (first, width) = ([0; CHUNKS], [0; CHUNKS]);
        let mut chunks = Chunks { count: count as usize, first, width, starts: [0; 2], masks: [0; 2] };
        let (mut k, mut next) = (0, 0);
        while k < CHUNKS {
            let width =
                if k < count as usize { bits / count + (k as u32 % count < bits % count) as u32 } else { 0 };
            (chunks.first[k], chunks.width[k]) = (next, width);
            next += width;
            // The chunk is to begin at bit 6: an entry has 64 bytes.
            let start = (chunks.first[k] as u64 + 64 - 6) % 64;
            chunks.starts[k / 4] |= (start | ((start + 8) % 64) << 8) << (16 * (k % 4));
            chunks.masks[k / 4] |= (chunks.offset_mask(k) as u64) << (16 * (k % 4));
            k += 1;
        }
        chunks
    }

    /// How many there are, 1 to [`CHUNKS`].
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.count
    }

    /// The lowest bit of chunk `k`.
    #[inline(always)]
    pub fn first(&self, k: usize) -> u32 {
        self.first[k]
    }

    /// The bits of chunk `k`; 0 where there is no such chunk.
    #[inline(always)]
    pub fn width(&self, k: usize) -> u32 {
        self.width[k]
    }

    /// The bits that an offset into chunk `k` may have: `64 * (entries - 1)`.
    #[inline(always)]
    pub const fn offset_mask(&self, k: usize) -> u16 {
        ((1 << self.width[k]) - 1) << 6
    }
}

/// The table, and the room to prepare it and offsets in: 48 KiB (24 KiB of it used where the chunks are small) + 2 KiB +
/// 4 KiB.
pub(crate) struct Table {
    entries: [[Block; ENTRIES]; CHUNKS],
    low: [u64; ITEMS],
    high: [u64; ITEMS],
    patterns: Transposed,
}

impl Table {
    /// An empty one.
    pub fn new() -> Box<Self> {
        Box::new(Table {
            entries: [[Block::ZERO; ENTRIES]; CHUNKS],
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
        let Transposed { rows, valid, .. } = &self.patterns;
        for k in 0..chunks.len() {
            let entries = &mut self.entries[k];
            entries[0] = if k == 0 { *valid } else { Block::ONES };
            for b in 0..chunks.width(k) {
                let bit = lanes.row(&rows[(chunks.first(k) + b) as usize]);
                let (known, next) = entries.split_at_mut(1 << b);
                for (old, new) in known.iter().zip(next) {
                    lanes.store_row(new, lanes.and_not(lanes.row(old), bit));
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
            let eights = items.len() / 8;
            for j in 0..eights {
                // SAFETY: 8 * j + 7 < items.len() <= ITEMS, and `offsets` has just prepared these items.
                let entry = |i: usize| unsafe { self.entry::<L, C>(lanes, 8 * j + i) };
                let rows = [entry(0), entry(1), entry(2), entry(3), entry(4), entry(5), entry(6), entry(7)];
                lanes.count8(&mut counter, rows);
            }
            for j in 8 * eights..items.len() {
                // SAFETY: j < items.len() <= ITEMS, and `offsets` has just prepared these items.
                let row = unsafe { self.entry::<L, C>(lanes, j) };
                lanes.count1(&mut counter, row);
            }
        }
        lanes.total(counter)
    }

    /// The AND of the entries of item `j`. With one lane it looks them up like anybody else.
    ///
    /// # Safety
    /// `j < ITEMS`, and the offsets of item `j` were prepared for `C` chunks: each of them is masked by
    /// [`Chunks::offset_mask`].
    #[inline(always)]
    unsafe fn entry<L: Lanes, const C: usize>(&self, lanes: L, j: usize) -> L::Row {
        let plain = <L as Words<u32>>::LANES == 1;
        let (low, high) = if plain {
            (&self.low[j], &self.high[j])
        } else {
            // SAFETY: j < ITEMS by the contract.
            unsafe { (self.low.get_unchecked(j), self.high.get_unchecked(j)) }
        };
        let (l, h) = (*low, if C > 4 { *high } else { 0 });
        let offset = |k: usize| match k {
            0 => l as u16,
            1 => (l >> 16) as u16,
            2 => (l >> 32) as u16,
            3 => (l >> 48) as u16,
            4 => h as u16,
            _ => (h >> 16) as u16,
        };
        let row = |k: usize| {
            if plain {
                return lanes.row(&self.entries[k][usize::from(offset(k)) / size_of::<Block>() % ENTRIES]);
            }
            let chunk = self.entries[k].as_ptr().cast::<u8>();
            // SAFETY: by the contract the offset is masked by an offset_mask, which is at most 127 << 6: it is a multiple
            // of 64 below 8192, and reaches one of the chunk's 128 entries of 64 bytes, aligned.
            lanes.row(unsafe { &*chunk.add(usize::from(offset(k))).cast::<Block>() })
        };
        let mut result = row(0);
        for k in 1..C {
            result = lanes.and(result, row(k));
        }
        result
    }
}
