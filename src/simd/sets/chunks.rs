//! The division of an item's bits into chunks, whose values index tables.

/// The most chunks.
pub(crate) const CHUNKS: usize = 6;
/// Bits of the largest chunk, for few and for many items. Larger chunks need fewer look-ups, but more entries, which
/// few items leave unused.
const CHUNK_BITS: [u32; 2] = [6, 7];
/// The number of items from which chunks are large.
const MANY_ITEMS: usize = 600;
/// Entries of a chunk.
pub(super) const ENTRIES: usize = 1 << CHUNK_BITS[1];

/// The byte offset of the last entry. An entry is a [`PatternSet`](super::pattern_sets::PatternSet).
pub(super) const LAST_OFFSET: u16 = 64 * (ENTRIES as u16 - 1);
// Look-ups rely on this: the masks of all cuts leave offsets of entries alone.
const _: () = {
    let mut i = 0;
    while i < 2 * 33 * CHUNKS {
        let mask = CUTS[i / CHUNKS / 33][i / CHUNKS % 33].offset_mask(i % CHUNKS);
        assert!(mask.is_multiple_of(64) && mask <= LAST_OFFSET);
        i += 1;
    }
};

/// A division of an item's bits into chunks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Chunks {
    count: usize,
    first: [u32; CHUNKS],
    width: [u32; CHUNKS],
    /// For chunks 0 to 3 and 4, 5, sixteen bits each: where the two bytes of an offset begin in the item.
    pub(super) starts: [u64; 2],
    /// The bits of the offsets to keep.
    pub(super) masks: [u64; 2],
}

/// The cuts of 0 to 32 bits, small and large. Precomputed, because a leaf would spend a tenth of its time on them.
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
    /// Cuts bits `0..bits` (at most 32) into few chunks of nearly equal width, for this many items.
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
            // The chunk moves to bit 6, since an entry has 64 bytes.
            let start = (chunks.first[k] as u64 + 64 - 6) % 64;
            chunks.starts[k / 4] |= (start | ((start + 8) % 64) << 8) << (16 * (k % 4));
            chunks.masks[k / 4] |= (chunks.offset_mask(k) as u64) << (16 * (k % 4));
            k += 1;
        }
        chunks
    }

    /// The number of chunks, 1 to [`CHUNKS`].
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.count
    }

    #[inline(always)]
    pub fn first(&self, k: usize) -> u32 {
        self.first[k]
    }

    /// The number of bits of chunk `k`; 0 if there is no such chunk.
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
