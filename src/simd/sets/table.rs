//! The leaf of the join: at most 512 patterns against many items, 512 pairs at a time.
//!
//! The patterns are turned into one set of 512 bits per mask bit: the patterns that have this bit. From these, tables are
//! made: for each value of a chunk of six or seven bits, the patterns that have none of its bits. For an item, the AND of
//! its chunks' entries is the set of the patterns that are disjoint from it; the sizes of these sets are added up. The
//! entries are reached by byte offsets, which are prepared for many items at once ([`Sets::offsets`]) and masked, so that
//! they cannot leave their chunk's entries.
//!
//! [`PatternSet`] is a set in memory, [`Sets`] are sets in registers, and [`Chunks`] divide an item's bits.
//!
//! Cost: about 0.13 µs to prepare, then 1 ns per item (measured on Zen 5 with AVX-512: as fast as six table entries can be
//! loaded).

use crate::simd::splits_512_bits;

/// Patterns in a set.
pub(crate) const PATTERNS: usize = 512;

/// Items whose table offsets are prepared at once.
pub(super) const ITEMS: usize = 128;

/// One bit for each of [`PATTERNS`] patterns, in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct PatternSet(pub [u64; PATTERNS / 64]);

impl PatternSet {
    pub const ZERO: PatternSet = PatternSet([0; 8]);
    pub const ONES: PatternSet = PatternSet([!0; 8]);
}

/// At most 512 patterns, transposed: one set per bit. Reused, because clearing it takes time.
pub(crate) struct Transposed {
    /// The patterns that have this bit.
    pub having: [PatternSet; 32],
    /// The patterns that exist. The sets say nothing about others.
    pub valid: PatternSet,
    /// Scratch of the AVX-512 transposition: 64 patterns each, byte by byte.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    pub(super) planes: [[PatternSet; 8]; 4],
}

impl Transposed {
    pub fn new() -> Self {
        Transposed {
            having: [PatternSet::ZERO; 32],
            valid: PatternSet::ZERO,
            planes: [[PatternSet::ZERO; 8]; 4],
        }
    }
}

/// Sets of patterns in registers: 512 patterns, or fewer from the beginning of a [`PatternSet`] for an instruction set with
/// shorter registers.
///
/// # Safety
/// Any bytes are a `Set`. [`Table`] reads its entries at the `offsets`, unchecked: each must be masked
/// by its chunk's [`offset_mask`](Chunks::offset_mask).
pub(crate) unsafe trait Sets: Copy {
    type Set: Copy;
    type Counter: Counter<Self>;
    /// Bytes of a table's entry: 64, or 16 or 32 for sets that need no more, so that their tables stay in the first-level
    /// cache.
    const BYTES: usize = size_of::<Self::Set>().next_power_of_two();

    #[inline(always)]
    fn load(self, set: &PatternSet) -> Self::Set {
        const { assert!(Self::BYTES <= size_of::<PatternSet>()) };
        // SAFETY: the first bytes of the set, which is aligned, are a value.
        unsafe { *set.0.as_ptr().cast() }
    }
    #[inline(always)]
    fn store(self, set: &mut PatternSet, registers: Self::Set) {
        const { assert!(Self::BYTES <= size_of::<PatternSet>()) };
        // SAFETY: the set is large enough and aligned.
        unsafe { *set.0.as_mut_ptr().cast() = registers };
    }
    fn and(self, a: Self::Set, b: Self::Set) -> Self::Set;
    fn and_not(self, a: Self::Set, b: Self::Set) -> Self::Set;

    /// Turns at most as many patterns as a set holds into one set per bit, at least for bits `0..bits`. The instruction set
    /// chooses the order of the patterns within a set.
    fn transpose(self, patterns: &[u32], bits: u32, out: &mut Transposed);

    /// Writes the byte offsets of the table entries of at most [`ITEMS`] items, 16 bits each: chunks 0 to 3 in `low`, from
    /// the lowest bits on, 4 and 5 in `high`. Without chunks 4 and 5 `high` may keep its contents. Words behind the last
    /// item are undefined.
    fn offsets(self, chunks: &Chunks, items: &[u32], low: &mut [u64; ITEMS], high: &mut [u64; ITEMS]);
}

pub(crate) trait Counter<S: Sets>: Copy {
    fn new(sets: S) -> Self;
    /// Adds the number of bits of eight sets.
    fn add8(&mut self, sets: S, eight: [S::Set; 8]);
    fn add1(&mut self, sets: S, set: S::Set);
    fn total(self, sets: S) -> u64;
}

/// Sets that can be added bit by bit, as [`Adders`] need.
pub(super) trait FullAdder: Sets {
    /// A full adder for each bit: (carry, sum).
    fn add3(self, a: Self::Set, b: Self::Set, c: Self::Set) -> (Self::Set, Self::Set);
}

/// Counts bits of many sets by a tree of full adders: one population count for eight sets. For machines without a vector
/// population count.
#[derive(Clone, Copy)]
pub(crate) struct Adders<R> {
    ones: R,
    twos: R,
    fours: R,
    /// Bits that are fully counted; the others are in the adders.
    counted: u64,
}

impl<S: FullAdder> Counter<S> for Adders<S::Set> {
    #[inline(always)]
    fn new(sets: S) -> Self {
        let zero = sets.load(&PatternSet::ZERO);
        Adders { ones: zero, twos: zero, fours: zero, counted: 0 }
    }
    #[inline(always)]
    fn add8(&mut self, sets: S, r: [S::Set; 8]) {
        let (two_a, ones) = sets.add3(self.ones, r[0], r[1]);
        let (two_b, ones) = sets.add3(ones, r[2], r[3]);
        let (four_a, twos) = sets.add3(self.twos, two_a, two_b);
        let (two_a, ones) = sets.add3(ones, r[4], r[5]);
        let (two_b, ones) = sets.add3(ones, r[6], r[7]);
        let (four_b, twos) = sets.add3(twos, two_a, two_b);
        let (eight, fours) = sets.add3(self.fours, four_a, four_b);
        (self.ones, self.twos, self.fours) = (ones, twos, fours);
        self.counted += 8 * bits(sets, eight);
    }
    #[inline(always)]
    fn add1(&mut self, sets: S, set: S::Set) {
        self.counted += bits(sets, set);
    }
    #[inline(always)]
    fn total(self, sets: S) -> u64 {
        self.counted + 4 * bits(sets, self.fours) + 2 * bits(sets, self.twos) + bits(sets, self.ones)
    }
}

#[inline(always)]
fn bits<S: Sets>(sets: S, registers: S::Set) -> u64 {
    let mut set = PatternSet::ZERO;
    sets.store(&mut set, registers);
    set.0.iter().map(|x| u64::from(x.count_ones())).sum()
}

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

/// The table with its scratch memory: 48 KiB of entries (24 KiB of them used when the chunks are small, and half as many
/// for sets of 256 patterns), 2 KiB of offsets, 4 KiB of transposed patterns.
pub(crate) struct Table {
    /// Whether AVX-512 uses half sets where all patterns fit into them.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    pub(super) half_sets: bool,
    entries: [[PatternSet; ENTRIES]; CHUNKS],
    low: [u64; ITEMS],
    high: [u64; ITEMS],
    patterns: Transposed,
}

impl Table {
    pub fn new() -> Box<Self> {
        Table::with_half_sets(splits_512_bits())
    }

    pub fn with_half_sets(half_sets: bool) -> Box<Self> {
        Box::new(Table {
            half_sets,
            entries: [[PatternSet::ZERO; ENTRIES]; CHUNKS],
            low: [0; ITEMS],
            high: [0; ITEMS],
            patterns: Transposed::new(),
        })
    }

    /// The number of disjoint pairs of patterns and items in bits `0..bits`, per list of items. The sets must have room for
    /// the patterns.
    #[inline(always)]
    pub fn count_pairs<S: Sets>(
        &mut self,
        sets: S,
        patterns: &[u32],
        items: [&[u32]; 2],
        bits: u32,
    ) -> [u64; 2] {
        let chunks = Chunks::of(bits, items[0].len() + items[1].len(), S::BYTES);
        self.fill(sets, chunks, patterns, bits);
        // (A loop, not `map`: see `Kernel`.)
        let mut pairs = [0; 2];
        for (pairs, items) in pairs.iter_mut().zip(items) {
            *pairs = match chunks.count {
                1 => self.count::<S, 1>(sets, chunks, items),
                2 => self.count::<S, 2>(sets, chunks, items),
                3 => self.count::<S, 3>(sets, chunks, items),
                4 => self.count::<S, 4>(sets, chunks, items),
                5 => self.count::<S, 5>(sets, chunks, items),
                _ => self.count::<S, 6>(sets, chunks, items),
            };
        }
        pairs
    }

    /// Fills the table for bits `0..bits` of the patterns. Entry `x` of chunk `k` is the set of the patterns that have no
    /// bit of `x`. It is made by doubling: the entry of `x` without its highest bit, less the patterns that have this bit.
    /// Chunk 0 leaves out patterns that do not exist.
    #[inline(always)]
    fn fill<S: Sets>(&mut self, sets: S, chunks: &Chunks, patterns: &[u32], bits: u32) {
        sets.transpose(patterns, bits, &mut self.patterns);
        let Transposed { having, valid, .. } = &self.patterns;
        for k in 0..chunks.count {
            let start = self.entries[k].as_mut_ptr();
            assert!(1 << chunks.width[k] <= ENTRIES && S::BYTES <= size_of::<PatternSet>());
            // SAFETY: x < `ENTRIES` in all calls; entries have room for sets of 64 bytes and are aligned to them.
            let entry = |x: usize| unsafe { start.byte_add(S::BYTES * x).cast::<S::Set>() };
            // SAFETY: the first entry.
            unsafe { *entry(0) = sets.load(if k == 0 { valid } else { &PatternSet::ONES }) };
            for b in 0..chunks.width[k] {
                let bit = sets.load(&having[(chunks.first[k] + b) as usize]);
                for x in 0..1 << b {
                    // SAFETY: entries x and (1 << b) + x, both below `ENTRIES` (asserted).
                    unsafe { *entry((1 << b) + x) = sets.and_not(*entry(x), bit) };
                }
            }
        }
    }

    /// The number of (item, pattern) pairs that share no bit. `C` is `chunks.count`.
    #[inline(always)]
    fn count<S: Sets, const C: usize>(&mut self, sets: S, chunks: &Chunks, items: &[u32]) -> u64 {
        assert_eq!(C, chunks.count);
        let mut counter = S::Counter::new(sets);
        for items in items.chunks(ITEMS) {
            sets.offsets(chunks, items, &mut self.low, &mut self.high);
            let (low, last_low) = self.low[..items.len()].as_chunks::<8>();
            let (high, last_high) = self.high[..items.len()].as_chunks::<8>();
            for (l, h) in low.iter().zip(high) {
                // SAFETY: `offsets` has just prepared these items, masked as `Sets` promise.
                let entry = |i: usize| unsafe { self.entry::<S, C>(sets, l[i], h[i]) };
                let eight = [entry(0), entry(1), entry(2), entry(3), entry(4), entry(5), entry(6), entry(7)];
                counter.add8(sets, eight);
            }
            for (&low, &high) in last_low.iter().zip(last_high) {
                // SAFETY: as above.
                counter.add1(sets, unsafe { self.entry::<S, C>(sets, low, high) });
            }
        }
        counter.total(sets)
    }

    /// The AND of the entries at these offsets.
    ///
    /// # Safety
    /// The offsets were prepared for `C` chunks and entries of `S::BYTES` by [`Sets::offsets`]: each is masked by its
    /// chunk's `offset_mask`.
    #[inline(always)]
    unsafe fn entry<S: Sets, const C: usize>(&self, sets: S, low: u64, high: u64) -> S::Set {
        let set = |k: usize| {
            let offset = usize::from(if k < 4 { low >> (16 * k) } else { high >> (16 * (k - 4)) } as u16);
            debug_assert!(offset.is_multiple_of(S::BYTES) && offset <= S::BYTES * (ENTRIES - 1));
            // SAFETY: by the contract an entry of the chunk begins at the offset (`CUTS` are asserted to be masked so).
            unsafe { *self.entries[k].as_ptr().byte_add(offset).cast() }
        };
        let mut result = set(0);
        for k in 1..C {
            result = sets.and(result, set(k));
        }
        result
    }
}
