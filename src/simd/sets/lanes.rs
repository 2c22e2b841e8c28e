//! What the kernels of queens ask of an instruction set.

use super::bit_order::BitOrder;
use super::chunks::Chunks;
use super::lists::Lists;
use super::product::Products;
use super::table::Table;
use crate::simd::InstructionSet;

/// Patterns in a set.
pub(crate) const PATTERNS: usize = 512;

/// One bit for each of [`PATTERNS`] patterns, in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct PatternSet(pub [u64; PATTERNS / 64]);

impl PatternSet {
    pub const ZERO: PatternSet = PatternSet([0; 8]);
    pub const ONES: PatternSet = PatternSet([!0; 8]);
}

/// At most 512 patterns, bit by bit. Kept by who transposes again and again: to clear it takes time.
pub(crate) struct Transposed {
    /// The patterns that have this bit.
    pub having: [PatternSet; 32],
    /// Which patterns are there? What the sets say of others is undefined.
    pub valid: PatternSet,
    /// On the way: 64 patterns each, byte by byte. For AVX-512 alone.
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

/// Items whose table offsets are prepared at once.
pub(crate) const ITEMS: usize = 128;

/// Lists of masks, and what tables of sets are looked up by.
///
/// # Safety
/// [`Table`] reads its entries at what [`offsets`](Self::offsets) says, unchecked: see there.
pub(crate) unsafe trait Lanes: InstructionSet + Lists + Products<u32> + Products<u64> {
    /// Whether [`permute`](Self::permute) reads the byte tables of the order, so that they must be filled.
    const NEEDS_BYTE_TABLES: bool = true;

    /// [`Table::count_pairs`] with sets that have room for these patterns.
    fn count_pairs(self, table: &mut Table, patterns: &[u32], items: [&[u32]; 2], bits: u32) -> [u64; 2];

    /// For at most [`ITEMS`] items the byte offsets of their table entries: chunks 0 to 3 in `low`, from the lowest bits
    /// on, 4 and 5 in `high`, 16 bits each. Each is masked by its chunk's [`offset_mask`](Chunks::offset_mask). Without
    /// chunks 4 and 5 `high` may stay as it is, and what is written behind the last item is undefined.
    fn offsets(self, chunks: &Chunks, items: &[u32], low: &mut [u64; ITEMS], high: &mut [u64; ITEMS]);

    /// Appends all words, their bits permuted.
    fn permute(self, order: &BitOrder, words: &[u64], out: &mut Vec<u64>);
}

/// Sets of patterns in registers: of 512, or of the first part of a [`PatternSet`], where an instruction set has
/// registers for less.
pub(crate) trait Sets: Copy {
    /// A set in registers.
    type Set: Copy;
    /// Counts the bits of many sets.
    type Counter: Counter<Self>;

    /// Loads.
    fn load_set(self, set: &PatternSet) -> Self::Set;
    /// Stores.
    fn store_set(self, set: &mut PatternSet, registers: Self::Set);
    /// a & b
    fn and(self, a: Self::Set, b: Self::Set) -> Self::Set;
    /// a & !b
    fn and_not(self, a: Self::Set, b: Self::Set) -> Self::Set;

    /// Turns patterns, no more than a set has room for, into one set per bit, for bits `0..bits` at least. Which pattern has
    /// which place in a set is the instruction set's own choice.
    fn transpose(self, patterns: &[u32], bits: u32, out: &mut Transposed);
}

/// Counts the bits of many sets.
pub(crate) trait Counter<S: Sets>: Copy {
    /// At zero.
    fn new(sets: S) -> Self;
    /// Adds the number of bits of eight sets.
    fn add8(&mut self, sets: S, eight: [S::Set; 8]);
    /// Adds the number of bits of a set.
    fn add1(&mut self, sets: S, set: S::Set);
    /// The number of bits counted.
    fn total(self, sets: S) -> u64;
}

/// Sets that can be added bit by bit, so that [`Adders`] count them.
pub(super) trait FullAdder: Sets {
    /// A full adder for each bit: (carry, sum).
    fn add3(self, a: Self::Set, b: Self::Set, c: Self::Set) -> (Self::Set, Self::Set);
}

/// Counts bits of many sets by a tree of full adders: one population count for eight sets. For machines that have no
/// vector population count.
#[derive(Clone, Copy)]
pub(crate) struct Adders<R> {
    ones: R,
    twos: R,
    fours: R,
    /// What has been counted in full.
    counted: u64,
}

impl<S: FullAdder> Counter<S> for Adders<S::Set> {
    #[inline(always)]
    fn new(sets: S) -> Self {
        let zero = sets.load_set(&PatternSet::ZERO);
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
    sets.store_set(&mut set, registers);
    set.0.iter().map(|x| u64::from(x.count_ones())).sum()
}
