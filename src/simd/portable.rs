//! The portable instruction set: plain integers. Vectors of words have one lane
//! (a scalar loop without branches, as good as any without a compress instruction); rows are eight `u64`,
//! which the compiler makes SSE2 or NEON registers of.
//!
//! No `unsafe`: where the kernels of several lanes go by pointers, those of one lane ([`product`], [`partition`]) go
//! by slices, whose bounds are checked. What appends to a list is the [`Appender`], as elsewhere.

#![forbid(unsafe_code)]

use super::lanes::{Adder, Block, CarrySave, ITEMS, Lanes, Transposed, Words};
use super::product::{Destinations, GROUPS_PER_LOOK, Grouped};
use super::{Appender, BitOrder, Chunks, Kernel};
use crate::search::StopFlag;

/// Every machine has it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Portable;

macro_rules! scalar_words {
    ($word:ty) => {
        impl Words<$word> for Portable {
            const LANES: usize = 1;
            type Vector = $word;

            #[inline(always)]
            fn splat(self, word: $word) -> $word {
                word
            }
            #[inline(always)]
            fn load(self, words: &[$word]) -> ($word, u32) {
                words.first().map_or((0, 0), |&word| (word, 1))
            }
            #[inline(always)]
            fn or(self, a: $word, b: $word) -> $word {
                a | b
            }
            #[inline(always)]
            fn disjoint(self, a: $word, b: $word) -> u32 {
                u32::from(a & b == 0)
            }
            #[inline(always)]
            fn store_packed(self, words: &mut [$word], a: $word, _: u32) {
                // Written in any case: a branch on the mask could not be predicted.
                if let Some(word) = words.first_mut() {
                    *word = a;
                }
            }
            #[inline(always)]
            fn append(self, out: &mut Appender<'_, $word>, a: $word, mask: u32) {
                out.push_if(a, mask & 1 == 1);
            }
        }
    };
}
scalar_words!(u32);
scalar_words!(u64);

/// [`product`](super::product()) for one lane, word by word.
#[inline(always)]
pub(super) fn product<W: Copy + Default, L: Words<W>>(
    lanes: L,
    a: Grouped<'_, W>,
    b: Grouped<'_, W>,
    to: Destinations,
    out: &mut [Vec<W>; 4],
    stop: &StopFlag,
) {
    for (p, q) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let list = &mut out[to[p][q]];
        let mut len = list.len();
        let partners = a.starts.windows(2).zip(b.starts.windows(2).rev());
        for (group, (a_starts, b_starts)) in partners.enumerate() {
            if group % GROUPS_PER_LOOK == 0 && stop.is_abandoned() {
                break;
            }
            let a = &a.words[p][a_starts[0][p] as usize..a_starts[1][p] as usize];
            let b = &b.words[q][b_starts[0][q] as usize..b_starts[1][q] as usize];
            let (outer, inner) = if a.len() <= b.len() { (a, b) } else { (b, a) };
            // Room for all: a word is written in any case, and the next one over it where it is not kept.
            let pairs = outer.len() * inner.len();
            if list.len() - len < pairs {
                list.resize(2 * len + pairs, W::default());
            }
            let room = &mut list[len..];
            let mut kept = 0;
            for &word in outer {
                let word = lanes.splat(word);
                for other in inner {
                    let (other, _) = lanes.load(std::slice::from_ref(other));
                    let fits = lanes.disjoint(other, word);
                    if let Some(place) = room.get_mut(kept) {
                        lanes.store_packed(std::slice::from_mut(place), lanes.or(other, word), fits);
                    }
                    kept += fits as usize;
                }
            }
            len += kept;
        }
        list.truncate(len);
    }
}

/// [`partition`](super::partition()) for one lane, word by word.
#[inline(always)]
pub(super) fn partition(list: &mut [u32], bit: u32, spare: &mut Vec<u32>) -> usize {
    if spare.len() < list.len() {
        spare.resize(list.len(), 0);
    }
    // Of the same length, so that one look at an index does for both.
    let spare = &mut spare[..list.len()];
    let (mut zeros, mut ones) = (0, 0);
    for read in 0..list.len() {
        let word = list[read];
        let one = (word >> bit & 1) as usize;
        list[zeros] = word;
        spare[ones] = word;
        zeros += 1 - one;
        ones += one;
    }
    list[zeros..].copy_from_slice(&spare[..ones]);
    zeros
}

impl Adder<Block> for Portable {
    #[inline(always)]
    fn add3(self, a: Block, b: Block, c: Block) -> (Block, Block) {
        let half = zip(a, b, |a, b| a ^ b);
        let carry = zip(zip(a, b, |a, b| a & b), zip(half, c, |h, c| h & c), |x, y| x | y);
        (carry, zip(half, c, |h, c| h ^ c))
    }
    #[inline(always)]
    fn bits(self, a: Block) -> u64 {
        a.0.iter().map(|x| u64::from(x.count_ones())).sum()
    }
}

#[inline(always)]
fn zip(a: Block, b: Block, f: impl Fn(u64, u64) -> u64) -> Block {
    Block(std::array::from_fn(|i| f(a.0[i], b.0[i])))
}

impl Lanes for Portable {
    type Row = Block;
    type Counter = CarrySave<Block>;

    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }
    #[inline(always)]
    fn row(self, block: &Block) -> Block {
        *block
    }
    #[inline(always)]
    fn store_row(self, block: &mut Block, row: Block) {
        *block = row;
    }
    #[inline(always)]
    fn and(self, a: Block, b: Block) -> Block {
        zip(a, b, |a, b| a & b)
    }
    #[inline(always)]
    fn and_not(self, a: Block, b: Block) -> Block {
        zip(a, b, |a, b| a & !b)
    }
    #[inline(always)]
    fn counter(self) -> CarrySave<Block> {
        CarrySave { ones: Block::ZERO, twos: Block::ZERO, fours: Block::ZERO, counted: 0 }
    }
    #[inline(always)]
    fn count8(self, counter: &mut CarrySave<Block>, rows: [Block; 8]) {
        counter.add8(self, rows);
    }
    #[inline(always)]
    fn count1(self, counter: &mut CarrySave<Block>, row: Block) {
        counter.counted += self.bits(row);
    }
    #[inline(always)]
    fn total(self, counter: CarrySave<Block>) -> u64 {
        counter.total(self)
    }
    #[inline(always)]
    fn transpose(self, patterns: &[u32], _: u32, out: &mut Transposed) {
        transpose(patterns, out);
    }
    #[inline(always)]
    fn offsets(self, chunks: &Chunks, items: &[u32], low: &mut [u64; ITEMS], high: &mut [u64; ITEMS]) {
        offsets(chunks, items, low, high);
    }
    #[inline(always)]
    fn permute(self, order: &BitOrder, words: &[u64], out: &mut Vec<u64>) {
        permute(order, words, out);
    }
}

/// Pattern 16 i + q has bit i of half-word q in each block: sixteen 32 x 32 transpositions side by side, each
/// by swapping ever smaller off-diagonal squares (Hacker's Delight, section 7-3).
#[inline(always)]
pub(super) fn transpose(patterns: &[u32], out: &mut Transposed) {
    let mut square = [[0u32; 16]; 32];
    let mut valid = [0u32; 16];
    for (i, (line, words)) in square.iter_mut().zip(patterns.chunks(16)).enumerate() {
        line[..words.len()].copy_from_slice(words);
        for half_word in &mut valid[..words.len()] {
            *half_word |= 1 << i;
        }
    }
    let mut size = 16;
    let mut mask = 0x0000_ffff_u32;
    while size != 0 {
        let mut k = 0;
        while k < 32 {
            let (upper, lower) = square.split_at_mut(k + size);
            for (a, b) in upper[k].iter_mut().zip(&mut lower[0]) {
                let swap = ((*a >> size) ^ *b) & mask;
                *b ^= swap;
                *a ^= swap << size;
            }
            k = (k + size + 1) & !size;
        }
        size >>= 1;
        mask ^= mask << size;
    }
    for (row, line) in out.rows.iter_mut().zip(&square) {
        *row = join_halves(line);
    }
    out.valid = join_halves(&valid);
}

#[inline(always)]
fn join_halves(words: &[u32; 16]) -> Block {
    Block(std::array::from_fn(|i| u64::from(words[2 * i]) | u64::from(words[2 * i + 1]) << 32))
}

/// Item by item. Chunks 0 to 3 begin at most 6 bits later each and are to be 16 bits apart, so that a shift to the
/// left puts each in its place; chunks 4 and 5 are to begin anew.
#[inline(always)]
pub(super) fn offsets(chunks: &Chunks, items: &[u32], low: &mut [u64; ITEMS], high: &mut [u64; ITEMS]) {
    let mask = |k: usize, place: u32| u64::from(chunks.offset_mask(k)) << place;
    // An entry has 64 bytes: the chunk is to begin at bit 6 of its place.
    let left = |k: usize| 6 + 16 * k as u32 - chunks.first(k);
    let (s0, s1, s2, s3) = (left(0), left(1), left(2), left(3));
    let (m0, m1, m2, m3) = (mask(0, 0), mask(1, 16), mask(2, 32), mask(3, 48));
    for (low, &item) in low.iter_mut().zip(items) {
        let x = u64::from(item);
        *low = (x << s0 & m0) | (x << s1 & m1) | (x << s2 & m2) | (x << s3 & m3);
    }
    if chunks.len() > 4 {
        let (s4, s5, m4, m5) = (chunks.first(4), chunks.first(5), mask(4, 0), mask(5, 0));
        for (high, &item) in high.iter_mut().zip(items) {
            let x = u64::from(item) << 6;
            *high = (x >> s4 & m4) | (x >> s5 & m5) << 16;
        }
    }
}

/// Seven or eight look-ups a word.
#[inline(always)]
pub(super) fn permute(order: &BitOrder, words: &[u64], out: &mut Vec<u64>) {
    out.extend(words.iter().map(|&x| order.by_bytes(x)));
}
