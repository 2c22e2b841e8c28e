//! Sets of 512 patterns, one bit for each: in memory, in registers, transposed and counted.

use super::chunks::Chunks;

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
/// Any bytes are a `Set`. [`Table`](super::table::Table) reads its entries at the `offsets`, unchecked: each must be masked
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
