//! What the kernels of queens ask of an instruction set.

use super::bit_order::BitOrder;
use super::chunks::Chunks;
use super::lists::Lists;
use super::product::Products;
use crate::simd::InstructionSet;

/// 512 bits in memory: one bit for each of 512 patterns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct PatternSet(pub [u64; 8]);

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

/// Lists of masks, and sets of 512 patterns.
///
/// # Safety
/// [`Table`](super::Table) reads its entries at what [`offsets`](Self::offsets) says, unchecked: see there.
pub(crate) unsafe trait Lanes: InstructionSet + Lists + Products<u32> + Products<u64> {
    /// A [`PatternSet`] in registers.
    type Set: Copy;
    /// Whether [`permute`](Self::permute) reads the byte tables of the order, so that they must be filled.
    const NEEDS_BYTE_TABLES: bool = true;

    /// Loads.
    fn load_set(self, set: &PatternSet) -> Self::Set;
    /// Stores.
    fn store_set(self, set: &mut PatternSet, registers: Self::Set);
    /// a & b
    fn and(self, a: Self::Set, b: Self::Set) -> Self::Set;
    /// a & !b
    fn and_not(self, a: Self::Set, b: Self::Set) -> Self::Set;
    /// A full adder for each bit: (carry, sum).
    fn add3(self, a: Self::Set, b: Self::Set, c: Self::Set) -> (Self::Set, Self::Set);

    /// A counter at zero.
    #[inline(always)]
    fn counter(self) -> Counter<Self::Set> {
        let zero = self.load_set(&PatternSet::ZERO);
        Counter { ones: zero, twos: zero, fours: zero, counted: 0 }
    }
    /// Adds the number of bits of eight sets.
    #[inline(always)]
    fn count8(self, counter: &mut Counter<Self::Set>, sets: [Self::Set; 8]) {
        counter.add8(self, sets);
    }
    /// Adds the number of bits of a set.
    #[inline(always)]
    fn count1(self, counter: &mut Counter<Self::Set>, set: Self::Set) {
        counter.add1(self, set);
    }
    /// The number of bits counted.
    #[inline(always)]
    fn total(self, counter: Counter<Self::Set>) -> u64 {
        counter.total(self)
    }

    /// Turns at most 512 patterns into one set per bit, for bits `0..bits` at least. Which pattern has which place
    /// in a set is the instruction set's own choice.
    fn transpose(self, patterns: &[u32], bits: u32, out: &mut Transposed);

    /// For at most [`ITEMS`] items the byte offsets of their table entries: chunks 0 to 3 in `low`, from the lowest bits
    /// on, 4 and 5 in `high`, 16 bits each. Each is masked by its chunk's [`offset_mask`](Chunks::offset_mask). Without
    /// chunks 4 and 5 `high` may stay as it is, and what is written behind the last item is undefined.
    fn offsets(self, chunks: &Chunks, items: &[u32], low: &mut [u64; ITEMS], high: &mut [u64; ITEMS]);

    /// Appends all words, their bits permuted.
    fn permute(self, order: &BitOrder, words: &[u64], out: &mut Vec<u64>);
}

/// Counts bits of many sets by a tree of full adders: one population count for eight sets. For machines that have no
/// vector population count; others keep their sums in it.
#[derive(Clone, Copy)]
pub(crate) struct Counter<R> {
    pub(super) ones: R,
    pub(super) twos: R,
    fours: R,
    /// What has been counted in full.
    counted: u64,
}

impl<R: Copy> Counter<R> {
    #[inline(always)]
    pub(super) fn add8(&mut self, lanes: impl Lanes<Set = R>, r: [R; 8]) {
        let (two_a, ones) = lanes.add3(self.ones, r[0], r[1]);
        let (two_b, ones) = lanes.add3(ones, r[2], r[3]);
        let (four_a, twos) = lanes.add3(self.twos, two_a, two_b);
        let (two_a, ones) = lanes.add3(ones, r[4], r[5]);
        let (two_b, ones) = lanes.add3(ones, r[6], r[7]);
        let (four_b, twos) = lanes.add3(twos, two_a, two_b);
        let (eight, fours) = lanes.add3(self.fours, four_a, four_b);
        (self.ones, self.twos, self.fours) = (ones, twos, fours);
        self.counted += 8 * bits(lanes, eight);
    }

    #[inline(always)]
    pub(super) fn add1(&mut self, lanes: impl Lanes<Set = R>, set: R) {
        self.counted += bits(lanes, set);
    }

    #[inline(always)]
    pub(super) fn total(&self, lanes: impl Lanes<Set = R>) -> u64 {
        self.counted + 4 * bits(lanes, self.fours) + 2 * bits(lanes, self.twos) + bits(lanes, self.ones)
    }
}

#[inline(always)]
fn bits<L: Lanes>(lanes: L, registers: L::Set) -> u64 {
    let mut set = PatternSet::ZERO;
    lanes.store_set(&mut set, registers);
    set.0.iter().map(|x| u64::from(x.count_ones())).sum()
}
