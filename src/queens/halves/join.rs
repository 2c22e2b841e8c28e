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
use crate::simd::{Kernel, Lanes, Table, Words, partition};

/// So few items are compared one by one.
const FEW_ITEMS: usize = 12;
/// Above so many items the items are divided, else the patterns.
const MANY_ITEMS: usize = 1500;

/// What a worker keeps for its joins.
pub(super) struct Workspace {
    table: Box<Table>,
    spare: Vec<u32>,
}

impl Workspace {
    pub fn new() -> Self {
        Workspace { table: Table::new(), spare: Vec::new() }
    }
}

/// Counts the disjoint pairs by bits `0..bits`, for each of two groups of items. All lists are permuted.
pub(super) struct Join<'a> {
    pub patterns: &'a mut [u32],
    pub items: [&'a mut [u32]; 2],
    pub bits: u32,
    pub workspace: &'a mut Workspace,
}

impl<'a> Join<'a> {
    #[inline(always)]
    fn new(
        patterns: &'a mut [u32],
        items: [&'a mut [u32]; 2],
        bits: u32,
        workspace: &'a mut Workspace,
    ) -> Self {
        Join { patterns, items, bits, workspace }
    }
}

impl Kernel for Join<'_> {
    type Output = [u64; 2];

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> [u64; 2] {
        let Join { patterns, items: [a, b], bits, workspace } = self;
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
            return leaf(lanes, &mut workspace.table, patterns, [a, b], bits);
        }
        let bits = bits - 1;
        let spare = &mut workspace.spare;
        let p = partition(lanes, patterns, bits, spare);
        let (i, j) = (partition(lanes, a, bits, spare), partition(lanes, b, bits, spare));
        let mut join = |patterns: &mut [u32], items: [&mut [u32]; 2]| {
            let workspace = &mut *workspace;
            lanes.enter(Join::new(patterns, items, bits, workspace))
        };
        let (first, second) = if n_items > MANY_ITEMS {
            let first = join(&mut patterns[..p], [&mut a[i..], &mut b[j..]]);
            (first, join(patterns, [&mut a[..i], &mut b[..j]]))
        } else {
            let first = join(&mut patterns[p..], [&mut a[..i], &mut b[..j]]);
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
