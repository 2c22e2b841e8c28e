//! The portable instruction set: plain integers. Lists are processed word by word, without branches; a set of
//! patterns is eight `u64`, which the compiler turns into SSE2 or NEON registers.
//!
//! Without `unsafe`: lists are slices with checked bounds, appended to by the shared [`Appender`].

#![deny(unsafe_code)]

use super::Lanes;
use super::lists::{Appender, Grouped, Lists, MaskPairs};
use super::product::{Destinations, GROUPS_PER_LOOK, Products, check};
use super::table::{Adders, Chunks, FullAdder, ITEMS, PatternSet, Sets, Table, Transposed};
use crate::base::stop::StopFlag;
use crate::simd::Portable;
use crate::simd::vectors::Word;
use std::ops::{BitAnd, BitOr};

impl<W: Word + PartialEq + BitAnd<Output = W> + BitOr<Output = W>> Products<W> for Portable {
    #[inline(always)]
    fn product(
        self,
        a: Grouped<'_, W>,
        b: Grouped<'_, W>,
        to: Destinations,
        out: &mut [Vec<W>; 4],
        stop: &StopFlag,
    ) {
        check(a, b, to);
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
                let pairs = outer.len() * inner.len();
                if list.len() - len < pairs {
                    list.resize(2 * len + pairs, W::default());
                }
                len += unite(outer, inner, &mut list[len..]);
            }
            list.truncate(len);
        }
    }

    #[inline(always)]
    fn unions(self, a: &[W], b: &[W], out: &mut Vec<W>) {
        let len = out.len();
        out.resize(len + a.len() * b.len(), W::default());
        let kept = unite(a, b, &mut out[len..]);
        out.truncate(len + kept);
    }
}

/// Writes the disjoint unions of the words of two lists, and returns their number.
#[inline(always)]
fn unite<W: Word + PartialEq + BitAnd<Output = W> + BitOr<Output = W>>(
    outer: &[W],
    inner: &[W],
    room: &mut [W],
) -> usize {
    let mut kept = 0;
    for &word in outer {
        for &other in inner {
            // Written in any case, and overwritten by the next one unless it is kept.
            if let Some(place) = room.get_mut(kept) {
                *place = other | word;
            }
            kept += usize::from(other & word == W::default());
        }
    }
    kept
}

impl Lists for Portable {
    #[inline(always)]
    fn copy(self, list: &[u32], bit: u32, out: &mut Vec<u32>) {
        let mut out = Appender::new(out);
        out.append_if(list, |mask| mask >> bit & 1 == 0);
        out.finish();
    }
    #[inline(always)]
    fn divide(self, list: &[u32], bit: u32, [without, with]: [&mut Vec<u32>; 2]) {
        let (mut without, mut with) = (Appender::new(without), Appender::new(with));
        without.append_or(&mut with, list, |mask| mask >> bit & 1 == 0);
        without.finish();
        with.finish();
    }
    #[inline(always)]
    fn separate(self, list: &[u32], bits: [u32; 2], joined: bool, [none, one, both]: [&mut Vec<u32>; 3]) {
        let members = |mask: u32| (mask >> bits[0] & 1) + (mask >> bits[1] & 1);
        none.extend(list.iter().filter(|&&mask| members(mask) == 0));
        one.extend(list.iter().filter(|&&mask| members(mask) == 1 || joined && members(mask) == 0));
        both.extend(list.iter().filter(|&&mask| members(mask) == 2));
    }
    #[inline(always)]
    fn append(self, out: &mut Appender<'_, u32>, list: &[u32]) {
        out.append_if(list, |_| true);
    }
    #[inline(always)]
    fn count_disjoint(self, list: &[u32], mask: u32) -> u64 {
        list.iter().map(|other| u64::from(other & mask == 0)).sum()
    }
    #[inline(always)]
    fn disjoint_pairs(self, MaskPairs([a, b]): &MaskPairs, masks: [u32; 2]) -> u32 {
        let fits = |i: usize| (a[i] & masks[0]) | (b[i] & masks[1]) == 0;
        if !(0..MaskPairs::LEN).fold(false, |any, i| any | fits(i)) {
            return 0; // the usual case, which the compiler finds by vectors
        }
        (0..MaskPairs::LEN).fold(0, |which, i| which | u32::from(fits(i)) << i)
    }
}

#[inline(always)]
fn zip(mut a: PatternSet, b: PatternSet, f: impl Fn(u64, u64) -> u64) -> PatternSet {
    for (a, b) in a.0.iter_mut().zip(b.0) {
        *a = f(*a, b); // `array::from_fn` would leave a call per word at opt-level 2
    }
    a
}

#[allow(unsafe_code)] // a promise, not an unchecked operation
// SAFETY: a set is words, and `offsets` masks by the chunks' `offset_mask`.
unsafe impl Sets for Portable {
    type Set = PatternSet;
    type Counter = Adders<PatternSet>;

    #[inline(always)]
    fn and(self, a: PatternSet, b: PatternSet) -> PatternSet {
        zip(a, b, |a, b| a & b)
    }
    #[inline(always)]
    fn and_not(self, a: PatternSet, b: PatternSet) -> PatternSet {
        zip(a, b, |a, b| a & !b)
    }
    #[inline(always)]
    fn transpose(self, patterns: &[u32], _: u32, out: &mut Transposed) {
        transpose::<16>(patterns, out);
    }
    /// Item by item. Chunks 0 to 3 are moved 16 bits apart by left shifts; chunks 4 and 5 begin anew.
    #[inline(always)]
    fn offsets(self, chunks: &Chunks, items: &[u32], low: &mut [u64; ITEMS], high: &mut [u64; ITEMS]) {
        let mask = |k: usize, place: u32| u64::from(chunks.offset_mask(k)) << place;
        // The chunk moves to bit `scale` of its 16 bits.
        let left = |k: usize| chunks.scale + 16 * k as u32 - chunks.first[k];
        let (s0, s1, s2, s3) = (left(0), left(1), left(2), left(3));
        let (m0, m1, m2, m3) = (mask(0, 0), mask(1, 16), mask(2, 32), mask(3, 48));
        for (low, &item) in low.iter_mut().zip(items) {
            let x = u64::from(item);
            *low = (x << s0 & m0) | (x << s1 & m1) | (x << s2 & m2) | (x << s3 & m3);
        }
        if chunks.count > 4 {
            let (s4, s5, m4, m5) = (chunks.first[4], chunks.first[5], mask(4, 0), mask(5, 0));
            for (high, &item) in high.iter_mut().zip(items) {
                let x = u64::from(item) << chunks.scale;
                *high = (x >> s4 & m4) | (x >> s5 & m5) << 16;
            }
        }
    }
}

impl FullAdder for Portable {
    #[inline(always)]
    fn add3(self, a: PatternSet, b: PatternSet, c: PatternSet) -> (PatternSet, PatternSet) {
        let half = zip(a, b, |a, b| a ^ b);
        let carry = zip(zip(a, b, |a, b| a & b), zip(half, c, |h, c| h & c), |x, y| x | y);
        (carry, zip(half, c, |h, c| h ^ c))
    }
}

impl Lanes for Portable {
    #[inline(always)]
    fn count_pairs(self, table: &mut Table, patterns: &[u32], items: [&[u32]; 2], bits: u32) -> [u64; 2] {
        table.count_pairs(self, patterns, items, bits)
    }
}

/// Transposes at most 32 times `COLUMNS` patterns into the first `COLUMNS` half-words of each set: pattern `COLUMNS`
/// i + q has bit i of half-word q. These are `COLUMNS` transpositions of 32 x 32 bits side by side, each by swapping
/// ever smaller off-diagonal squares (Hacker's Delight, section 7-3).
#[inline(always)]
pub(super) fn transpose<const COLUMNS: usize>(patterns: &[u32], out: &mut Transposed) {
    let mut square = [[0u32; COLUMNS]; 32];
    let mut valid = [0u32; COLUMNS];
    for (i, (line, words)) in square.iter_mut().zip(patterns.chunks(COLUMNS)).enumerate() {
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
    for (set, line) in out.having.iter_mut().zip(&square) {
        *set = join_halves(line);
    }
    out.valid = join_halves(&valid);
}

#[inline(always)]
fn join_halves<const COLUMNS: usize>(halves: &[u32; COLUMNS]) -> PatternSet {
    let mut set = PatternSet::ZERO;
    for (word, halves) in set.0.iter_mut().zip(halves.as_chunks::<2>().0) {
        *word = u64::from(halves[0]) | u64::from(halves[1]) << 32;
    }
    set
}
