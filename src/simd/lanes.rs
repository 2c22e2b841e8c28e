//! The lane operations that the kernels are written in.

use super::gather::Moves;
use super::{Appender, BitOrder, Chunks, Kernel};

/// 512 bits in memory: one bit for each of 512 patterns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Block(pub [u64; 8]);

impl Block {
    pub const ZERO: Block = Block([0; 8]);
    pub const ONES: Block = Block([!0; 8]);
}

/// At most 512 patterns, bit by bit. Kept by who transposes again and again: to clear it takes time.
pub(crate) struct Transposed {
    /// Which pattern has this bit?
    pub rows: [Block; 32],
    /// Which patterns are there? What the rows say of others is undefined.
    pub valid: Block,
    /// On the way: 64 patterns each, byte by byte.
    pub(super) planes: [[Block; 8]; 4],
}

impl Transposed {
    pub fn new() -> Self {
        Transposed { rows: [Block::ZERO; 32], valid: Block::ZERO, planes: [[Block::ZERO; 8]; 4] }
    }
}

/// Items whose table indices are prepared at once.
pub(crate) const ITEMS: usize = 128;

/// Vectors of words: `LANES` lanes of a `W`. Lanes are chosen by masks, lane 0 in the lowest bit.
pub(crate) trait Words<W: Copy>: Copy {
    /// Lanes of a vector.
    const LANES: usize;
    /// The vector.
    type Vector: Copy;

    /// All lanes the same.
    fn splat(self, word: W) -> Self::Vector;
    /// The first `LANES` words of the slice, or as many as there are, then zeros; and the mask of those read.
    fn load(self, words: &[W]) -> (Self::Vector, u32);
    /// The mask of the first `count` lanes; of all where it is more.
    #[inline(always)]
    fn first(count: usize) -> u32 {
        (1 << count.min(Self::LANES)) - 1
    }
    /// Bitwise or.
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The lanes in which the two share no bit.
    fn disjoint(self, a: Self::Vector, b: Self::Vector) -> u32;
    /// Writes the lanes of `mask`, packed, to the start of `words`; the words behind them, up to `LANES` in
    /// all, are left undefined. `words` holds at least the lanes of the mask.
    fn store_packed(self, words: &mut [W], a: Self::Vector, mask: u32);
    /// Reads `LANES` words. Asked of sets of several lanes alone: others read slices.
    ///
    /// # Safety
    /// `words` is valid for reading so many.
    unsafe fn read(self, _words: *const W) -> Self::Vector {
        unreachable!("one lane is read from a slice")
    }
    /// Writes `LANES` words: the lanes of `mask`, packed, then undefined ones. Likewise.
    ///
    /// # Safety
    /// `words` is valid for writing so many.
    unsafe fn write_packed(self, _words: *mut W, _a: Self::Vector, _mask: u32) {
        unreachable!("one lane is written to a slice")
    }
    /// Appends the lanes of `mask`.
    fn append(self, out: &mut Appender<'_, W>, a: Self::Vector, mask: u32);
}

/// An instruction set. A value of this type proves that the machine has it.
pub(crate) trait Lanes: Words<u32> + Words<u64> + Moves + Send + Sync {
    /// A [`Block`] in registers.
    type Row: Copy;
    /// Running numbers of bits.
    type Counter: Copy;
    /// Whether [`permute`](Self::permute) does without the byte tables.
    const PERMUTES_BITS: bool = false;

    /// Runs a kernel in a function that has these instructions enabled.
    fn enter<K: Kernel>(self, kernel: K) -> K::Output;

    /// Loads.
    fn row(self, block: &Block) -> Self::Row;
    /// Stores.
    fn store_row(self, block: &mut Block, row: Self::Row);
    /// a & b
    fn and(self, a: Self::Row, b: Self::Row) -> Self::Row;
    /// a & !b
    fn and_not(self, a: Self::Row, b: Self::Row) -> Self::Row;

    /// A counter at zero.
    fn counter(self) -> Self::Counter;
    /// Adds the number of bits of eight rows.
    fn count8(self, counter: &mut Self::Counter, rows: [Self::Row; 8]);
    /// Adds the number of bits of a row.
    fn count1(self, counter: &mut Self::Counter, row: Self::Row);
    /// The number of bits counted.
    fn total(self, counter: Self::Counter) -> u64;

    /// Turns at most 512 patterns into one block per bit, for bits `0..bits` at least. Which pattern has which place
    /// in a block is the instruction set's own choice.
    fn transpose(self, patterns: &[u32], bits: u32, out: &mut Transposed);

    /// For at most [`ITEMS`] items the byte offsets of their table entries: chunks 0 to 3 in `low`, 4 and 5
    /// in `high`, 16 bits each. What is written behind the last item is undefined.
    fn offsets(self, chunks: &Chunks, items: &[u32], low: &mut [u64; ITEMS], high: &mut [u64; ITEMS]);

    /// Permutes the bits of all words.
    fn permute(self, order: &BitOrder, words: &[u64], out: &mut Vec<u64>);
}

/// Counts bits of many rows by a tree of full adders: one population count for eight rows. For machines
/// that have no vector population count.
#[derive(Clone, Copy)]
pub(crate) struct CarrySave<R> {
    pub(super) ones: R,
    pub(super) twos: R,
    pub(super) fours: R,
    /// What has been counted in full.
    pub(super) counted: u64,
}

/// A full adder, row-wise: (carry, sum).
pub(crate) trait Adder<R> {
    fn add3(self, a: R, b: R, c: R) -> (R, R);
    fn bits(self, a: R) -> u64;
}

impl<R: Copy> CarrySave<R> {
    #[inline(always)]
    pub fn add8(&mut self, adder: impl Adder<R> + Copy, r: [R; 8]) {
        let (two_a, ones) = adder.add3(self.ones, r[0], r[1]);
        let (two_b, ones) = adder.add3(ones, r[2], r[3]);
        let (four_a, twos) = adder.add3(self.twos, two_a, two_b);
        let (two_a, ones) = adder.add3(ones, r[4], r[5]);
        let (two_b, ones) = adder.add3(ones, r[6], r[7]);
        let (four_b, twos) = adder.add3(twos, two_a, two_b);
        let (eight, fours) = adder.add3(self.fours, four_a, four_b);
        (self.ones, self.twos, self.fours) = (ones, twos, fours);
        self.counted += 8 * adder.bits(eight);
    }

    #[inline(always)]
    pub fn total(&self, adder: impl Adder<R> + Copy) -> u64 {
        self.counted + 4 * adder.bits(self.fours) + 2 * adder.bits(self.twos) + adder.bits(self.ones)
    }
}
