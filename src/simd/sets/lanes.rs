//! What the kernels of queens ask of an instruction set.

use super::bit_order::BitOrder;
use super::chunks::Chunks;
use super::lists::Lists;
use super::product::Products;
use crate::simd::InstructionSet;

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

/// Items whose table offsets are prepared at once.
pub(crate) const ITEMS: usize = 128;

/// Lists of masks, and rows: sets of 512 patterns in registers.
pub(crate) trait Lanes: InstructionSet + Lists + Products<u32> + Products<u64> {
    /// A [`Block`] in registers.
    type Row: Copy;
    /// Whether [`permute`](Self::permute) does without the byte tables.
    const PERMUTES_BITS: bool = false;

    /// Loads.
    fn row(self, block: &Block) -> Self::Row;
    /// Stores.
    fn store_row(self, block: &mut Block, row: Self::Row);
    /// a & b
    fn and(self, a: Self::Row, b: Self::Row) -> Self::Row;
    /// a & !b
    fn and_not(self, a: Self::Row, b: Self::Row) -> Self::Row;
    /// A full adder for each bit: (carry, sum).
    fn add3(self, a: Self::Row, b: Self::Row, c: Self::Row) -> (Self::Row, Self::Row);

    /// A counter at zero.
    #[inline(always)]
    fn counter(self) -> Counter<Self::Row> {
        let zero = self.row(&Block::ZERO);
        Counter { ones: zero, twos: zero, fours: zero, counted: 0 }
    }
    /// Adds the number of bits of eight rows.
    #[inline(always)]
    fn count8(self, counter: &mut Counter<Self::Row>, rows: [Self::Row; 8]) {
        counter.add8(self, rows);
    }
    /// Adds the number of bits of a row.
    #[inline(always)]
    fn count1(self, counter: &mut Counter<Self::Row>, row: Self::Row) {
        counter.add1(self, row);
    }
    /// The number of bits counted.
    #[inline(always)]
    fn total(self, counter: Counter<Self::Row>) -> u64 {
        counter.total(self)
    }

    /// Turns at most 512 patterns into one block per bit, for bits `0..bits` at least. Which pattern has which place
    /// in a block is the instruction set's own choice.
    fn transpose(self, patterns: &[u32], bits: u32, out: &mut Transposed);

    /// For at most [`ITEMS`] items the byte offsets of their table entries: chunks 0 to 3 in `low`, 4 and 5
    /// in `high`, 16 bits each. What is written behind the last item is undefined.
    fn offsets(self, chunks: &Chunks, items: &[u32], low: &mut [u64; ITEMS], high: &mut [u64; ITEMS]);

    /// Appends all words, their bits permuted.
    fn permute(self, order: &BitOrder, words: &[u64], out: &mut Vec<u64>);
}

/// Counts bits of many rows by a tree of full adders: one population count for eight rows. For machines that have no
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
    pub(super) fn add8(&mut self, lanes: impl Lanes<Row = R>, r: [R; 8]) {
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
    pub(super) fn add1(&mut self, lanes: impl Lanes<Row = R>, row: R) {
        self.counted += bits(lanes, row);
    }

    #[inline(always)]
    pub(super) fn total(&self, lanes: impl Lanes<Row = R>) -> u64 {
        self.counted + 4 * bits(lanes, self.fours) + 2 * bits(lanes, self.twos) + bits(lanes, self.ones)
    }
}

#[inline(always)]
fn bits<L: Lanes>(lanes: L, row: L::Row) -> u64 {
    let mut block = Block::ZERO;
    lanes.store_row(&mut block, row);
    block.0.iter().map(|x| u64::from(x.count_ones())).sum()
}
