//! The join: how many pairs of a pattern and an item share no bit?
//!
//! Two lists of masks, divided by one bit after the other from the top: P = P0 | P1, I = I0 | I1. A pair that
//! has the bit on both sides is never disjoint, so that of the four combinations one need not be looked at:
//!
//! ```text
//! join(P, I) = join(P1, I0) + join(P0, I)        or as well   join(P0, I1) + join(P, I0)
//! ```
//!
//! until few patterns are left ([`leaf`]). The first form halves the patterns and is the better one at last;
//! the second halves the items and keeps long lists from being divided over and over. Divisions are done in
//! place, the zeros first; so the part that the first call works on is a range of what the second permutes
//! again, and the order of the two calls matters.
//!
//! Counts fit u64: a list has less than 2^32 masks.

use super::leaf::{PATTERNS, leaf};
use crate::simd::{Kernel, Lanes, Table, Words, filter, partition};

/// So few items are compared one by one.
const FEW_ITEMS: usize = 12;
/// Above so many items the items are divided, else the patterns.
const MANY_ITEMS: usize = 1500;

/// What a worker keeps for its joins.
pub(super) struct Workspace {
    table: Box<Table>,
    spare: Vec<u32>,
    /// Copies of items, by the number of bits that are left.
    levels: Vec<[Vec<u32>; 2]>,
}

impl Workspace {
    pub fn new() -> Self {
        Workspace { table: Table::new(), spare: Vec::new(), levels: vec![Default::default(); 33] }
    }

    pub fn room(&mut self) -> Room<'_> {
        Room { table: &mut self.table, spare: &mut self.spare, levels: &mut self.levels }
    }
}

pub(super) struct Room<'a> {
    table: &'a mut Table,
    spare: &'a mut Vec<u32>,
    levels: &'a mut [[Vec<u32>; 2]],
}

/// Counts the disjoint pairs by bits `0..bits`, for each of two groups of items. The patterns are permuted.
pub(super) struct Join<'a> {
    pub patterns: &'a mut [u32],
    pub items: [&'a [u32]; 2],
    pub bits: u32,
    pub room: Room<'a>,
}

/// Appends those items of both groups that have no bit of `c`; returns where the second group begins.
#[inline(always)]
fn without<L: Words<u32>>(lanes: L, [a, b]: [&[u32]; 2], c: u32, out: &mut Vec<u32>) -> usize {
    out.clear();
    filter(lanes, a, c, out);
    let end = out.len();
    filter(lanes, b, c, out);
    end
}

impl Kernel for Join<'_> {
    type Output = [u64; 2];

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> [u64; 2] {
        let Join { patterns, items: [a, b], bits, room } = self;
        let Room { table, spare, levels } = room;
        let n_items = a.len() + b.len();
        if patterns.is_empty() || n_items == 0 {
            return [0, 0];
        }
        if bits == 0 {
            return [a, b].map(|items| patterns.len() as u64 * items.len() as u64);
        }
        if n_items <= FEW_ITEMS {
            return [direct(lanes, patterns, a, bits), direct(lanes, patterns, b, bits)];
        }
        if patterns.len() <= PATTERNS {
            return leaf(lanes, table, patterns, [a, b], bits);
        }
        let bits = bits - 1;
        let (deeper, level) = levels.split_at_mut(bits as usize);
        let [zeros, ones] = &mut level[0];
        let p = partition(lanes, patterns, bits, spare);
        let zero_end = without(lanes, [a, b], 1 << bits, zeros);
        let items0: [&[u32]; 2] = zeros.split_at(zero_end).into();
        let mut join = |patterns: &mut [u32], items: [&[u32]; 2]| {
            let room = Room { table: &mut *table, spare: &mut *spare, levels: &mut *deeper };
            lanes.enter(Join { patterns, items, bits, room })
        };
        let (first, second) = if n_items > MANY_ITEMS {
            ones.clear();
            crate::simd::with_bit(lanes, a, 1 << bits, ones);
            let one_end = ones.len();
            crate::simd::with_bit(lanes, b, 1 << bits, ones);
            let first = join(&mut patterns[..p], ones.split_at(one_end).into());
            (first, join(patterns, items0))
        } else {
            let first = join(&mut patterns[p..], items0);
            (first, join(&mut patterns[..p], [a, b]))
        };
        [first[0] + second[0], first[1] + second[1]]
    }
}

/// Each item against all patterns, a vector of patterns at a time.
#[inline(always)]
fn direct<L: Words<u32>>(lanes: L, patterns: &[u32], items: &[u32], bits: u32) -> u64 {
    let relevant = u32::MAX >> (32 - bits);
    let mut pairs = 0;
    for &item in items {
        let item = lanes.splat(item & relevant);
        for patterns in patterns.chunks(L::LANES) {
            let (vector, valid) = lanes.load(patterns);
            pairs += u64::from((lanes.disjoint(vector, item) & valid).count_ones());
        }
    }
    pairs
}
