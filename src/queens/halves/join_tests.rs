//! The join and the leaf against a double loop of two lines.

use super::join::{Join, Workspace};
use super::leaf::leaf;
use super::radix::{BucketJoin, Buckets, Gathered, Keys};
use crate::simd::{Isa, Kernel, Lanes, Table};
use proptest::prelude::*;

fn pairs(patterns: &[u64], items: &[u64]) -> u64 {
    let fits = |p: &u64| items.iter().filter(|&i| p & i == 0).count() as u64;
    patterns.iter().map(fits).sum()
}

fn wide(masks: &[u32], bits: u32) -> Vec<u64> {
    masks.iter().map(|&m| u64::from(m) & ((1 << bits) - 1)).collect()
}

struct Leaf<'a>(&'a [u32], [&'a [u32]; 2], u32);

impl Kernel for Leaf<'_> {
    type Output = [u64; 2];
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> [u64; 2] {
        leaf(lanes, &mut Table::new(), self.0, self.1, self.2)
    }
}

struct Radix<'a>(&'a [u64], [&'a [u64]; 2], Keys);

impl Kernel for Radix<'_> {
    type Output = [u128; 2];
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> [u128; 2] {
        let sorted = |masks: &[u64]| {
            let mut buckets = Buckets::default();
            buckets.sort(masks, &self.2);
            buckets
        };
        let (p, [a, b]) = (sorted(self.0), self.1.map(sorted));
        let (mut gathered, mut workspace) = (Gathered::new(), Workspace::new());
        lanes.enter(BucketJoin {
            keys: self.2,
            patterns: &p,
            items: [std::slice::from_ref(&a), std::slice::from_ref(&b)],
            gathered: &mut gathered,
            workspace: &mut workspace,
        })
    }
}

/// Masks of about a quarter ones.
fn masks(most: usize) -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(any::<(u32, u32)>().prop_map(|(a, b)| a & b), 0..=most)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn leaf_is_a_double_loop(patterns in masks(512), a in masks(300), b in masks(140), bits in 1..=32u32) {
        let expected = [&a, &b].map(|items| pairs(&wide(&patterns, bits), &wide(items, bits)));
        for isa in Isa::available() {
            prop_assert_eq!(isa.run(Leaf(&patterns, [&a, &b], bits)), expected, "{}", isa);
        }
    }

    #[test]
    fn join_is_a_double_loop(patterns in masks(1500), a in masks(1700), b in masks(60), bits in 0..=32u32) {
        let expected = [&a, &b].map(|items| pairs(&wide(&patterns, bits), &wide(items, bits)));
        for isa in Isa::available() {
            let (mut p, mut a, mut b) = (patterns.clone(), a.clone(), b.clone());
            let workspace = &mut Workspace::new();
            let found = isa.run(Join { patterns: &mut p, items: [&mut a, &mut b], bits, workspace });
            prop_assert_eq!(found, expected, "{}", isa);
            p.sort_unstable();
            let mut before = patterns.clone();
            before.sort_unstable();
            prop_assert_eq!(p, before, "a join only permutes");
        }
    }

    #[test]
    fn bucket_join_is_a_double_loop(
        patterns in masks(300), a in masks(300), b in masks(60), dead in 0..=8u32, many in 0..200_000usize,
    ) {
        // 40 bits, with something in the high ones.
        let spread = |masks: &[u32]| masks.iter().map(|&m| u64::from(m) << dead | u64::from(m & 0xff) << 32).collect::<Vec<_>>();
        let relevant = ((1u64 << 40) - 1) >> dead << dead;
        let lists = [&patterns, &a, &b].map(|masks| spread(masks).iter().map(|m| m & relevant).collect::<Vec<_>>());
        let expected = [1, 2].map(|i| u128::from(pairs(&lists[0], &lists[i])));
        let keys = Keys::new(40, dead, many);
        for isa in Isa::available() {
            let found = isa.run(Radix(&lists[0], [&lists[1], &lists[2]], keys));
            prop_assert_eq!(found, expected, "{}", isa);
        }
    }
}
