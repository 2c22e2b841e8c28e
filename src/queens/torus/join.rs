//! The pairs of a word of one list and its complement in another.
//!
//! Nearly no word has a partner. So each list is first reduced to the words whose hash some word of the other has, one bit
//! for each hash: a table that fits the nearest cache and a loop without branches. What is left is sorted and merged.
//!
//! Run time O(words), a nanosecond or two each.

use crate::simd::{InstructionSet, Kernel};

/// The least number of table bits per word: one word in this many is kept by chance.
const BITS_PER_WORD: usize = 16;
/// The exponents of the sizes of tables, in bits.
const SMALLEST_TABLE: u32 = 10;
const LARGEST_TABLE: u32 = 26;

/// Room for a join.
#[derive(Debug, Default)]
pub(super) struct Join {
    table: Vec<u64>,
    kept: [Vec<u64>; 2],
}

/// Counts the pairs of words, one of each list, whose bits together are `whole` and meet nowhere.
pub(super) struct Complements<'a> {
    pub(super) lists: [&'a [u64]; 2],
    pub(super) whole: u64,
    pub(super) join: &'a mut Join,
}

impl<I: InstructionSet> Kernel<I> for Complements<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self, _: I) -> u64 {
        let Complements { lists: [a, b], whole, join } = self;
        let Join { table, kept: [ours, theirs] } = join;
        // Complements of the second list's words, so that partners are equal.
        keep(table, a, b, whole, theirs);
        if theirs.is_empty() {
            return 0;
        }
        keep(table, theirs, a, 0, ours);
        ours.sort_unstable();
        theirs.sort_unstable();
        equal_pairs(ours, theirs)
    }
}

/// Changes the bits of `change` in each of `words`, and keeps those whose hash is that of one of `others`.
#[inline(always)]
fn keep(table: &mut Vec<u64>, others: &[u64], words: &[u64], change: u64, kept: &mut Vec<u64>) {
    let bits = (others.len() * BITS_PER_WORD).max(1).ilog2() + 1;
    let bits = bits.clamp(SMALLEST_TABLE, LARGEST_TABLE);
    table.clear();
    table.resize(1 << (bits - 6), 0);
    let mask = table.len() - 1;
    // Fibonacci hashing: the upper bits of the product.
    let hash = |word: u64| word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - bits);
    for &word in others {
        let hash = hash(word);
        table[(hash >> 6) as usize & mask] |= 1 << (hash & 63);
    }
    kept.clear();
    kept.resize(words.len(), 0);
    let mut len = 0;
    for &word in words {
        let hash = hash(word ^ change);
        kept[len] = word ^ change;
        len += (table[(hash >> 6) as usize & mask] >> (hash & 63) & 1) as usize;
    }
    kept.truncate(len);
}

/// The pairs of equal words of two sorted lists.
fn equal_pairs(a: &[u64], b: &[u64]) -> u64 {
    let mut pairs = 0;
    let mut theirs = b.chunk_by(|x, y| x == y).peekable();
    for ours in a.chunk_by(|x, y| x == y) {
        while theirs.next_if(|theirs| theirs[0] < ours[0]).is_some() {}
        if let Some(theirs) = theirs.next_if(|theirs| theirs[0] == ours[0]) {
            pairs += ours.len() as u64 * theirs.len() as u64;
        }
    }
    pairs
}
