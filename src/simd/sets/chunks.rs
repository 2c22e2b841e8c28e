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

// Look-ups rely on this: the masks of all cuts leave offsets of entries alone.
const _: () = {
    let mut i = 0;
    while i < 3 * 2 * 33 * CHUNKS {
        let mask =
            CUTS[i / CHUNKS / 66][i / CHUNKS / 33 % 2][i / CHUNKS % 33].offset_mask(i % CHUNKS) as usize;
        let bytes = 16 << (i / CHUNKS / 66);
        assert!(mask.is_multiple_of(bytes) && mask <= bytes * (ENTRIES - 1));
        i += 1;
    }
};

/// A division of an item's bits into chunks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Chunks {
    /// The number of chunks, 1 to [`CHUNKS`].
    pub(super) count: usize,
    /// The first bit of each chunk.
    pub(super) first: [u32; CHUNKS],
    /// The number of bits of each chunk; 0 if there is no such chunk.
    pub(super) width: [u32; CHUNKS],
    /// An entry has `1 << scale` bytes.
    pub(super) scale: u32,
    /// For chunks 0 to 3 and 4, 5, sixteen bits each: where the two bytes of an offset begin in the item.
    pub(super) starts: [u64; 2],
    /// The bits of the offsets to keep.
    pub(super) masks: [u64; 2],
}

/// The cuts of 0 to 32 bits, small and large, for entries of 16, 32 and 64 bytes. Precomputed, because a leaf would spend
/// a tenth of its time on them.
static CUTS: [[[Chunks; 33]; 2]; 3] = {
    let mut cuts = [[[Chunks::new(0, 6, 6); 33]; 2]; 3];
    let mut i = 0;
    while i < 3 * 2 * 33 {
        let (size, large, bits) = (i / 66, i / 33 % 2, i % 33);
        cuts[size][large][bits] = Chunks::new(bits as u32, CHUNK_BITS[large], 4 + size as u32);
        i += 1;
    }
    cuts
};

impl Chunks {
    /// Cuts bits `0..bits` (at most 32) into few chunks of nearly equal width, for this many items and entries of 16, 32
    /// or 64 bytes.
    #[inline(always)]
    pub fn of(bits: u32, items: usize, bytes: usize) -> &'static Self {
        &CUTS[bytes.ilog2() as usize - 4][usize::from(items >= MANY_ITEMS)][bits as usize]
    }

    const fn new(bits: u32, most: u32, scale: u32) -> Self {
        let count = if bits == 0 { 1 } else { bits.div_ceil(most) };
        let (first, width) = ([0; CHUNKS], [0; CHUNKS]);
        let mut chunks = Chunks { count: count as usize, first, width, scale, starts: [0; 2], masks: [0; 2] };
        let (mut k, mut next) = (0, 0);
        while k < CHUNKS {
            let width =
                if k < count as usize { bits / count + (k as u32 % count < bits % count) as u32 } else { 0 };
            (chunks.first[k], chunks.width[k]) = (next, width);
            next += width;
            let start = (chunks.first[k] + 64 - scale) as u64 % 64;
            chunks.starts[k / 4] |= (start | ((start + 8) % 64) << 8) << (16 * (k % 4));
            chunks.masks[k / 4] |= (chunks.offset_mask(k) as u64) << (16 * (k % 4));
            k += 1;
        }
        chunks
    }

    /// The bits that an offset into chunk `k` may have.
    #[inline(always)]
    pub const fn offset_mask(&self, k: usize) -> u16 {
        ((1 << self.width[k]) - 1) << self.scale
    }
}
