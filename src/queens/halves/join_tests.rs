//! The join and the leaf compared with a double loop.

use super::buckets::{ALIKE, BucketJoin, Buckets, Items, Keys, Sorted};
use super::join::{Join, JoinMemory};
use super::nearest::{STATES, Weights};
use crate::search::StopFlag;
use crate::simd::sets::{Lanes, Table};
use crate::simd::{Isa, Kernel};
use proptest::prelude::*;

fn pairs(patterns: &[u64], items: &[u64]) -> u64 {
    let fits = |p: &u64| items.iter().filter(|&i| p & i == 0).count() as u64;
    patterns.iter().map(fits).sum()
}

fn wide(masks: &[u32], bits: u32) -> Vec<u64> {
    masks.iter().map(|&m| u64::from(m) & ((1 << bits) - 1)).collect()
}

struct Leaf<'a>(&'a [u32], [&'a [u32]; 2], u32, bool);

impl<L: Lanes> Kernel<L> for Leaf<'_> {
    type Output = [u64; 2];
    #[inline(always)]
    fn run(self, lanes: L) -> [u64; 2] {
        lanes.count_pairs(&mut Table::with_half_sets(self.3), self.0, self.1, self.2)
    }
}

/// Patterns, items and their weights.
struct Radix<'a>(&'a [u64], Vec<(&'a [u64], &'a Weights)>, Keys);

impl<L: Lanes> Kernel<L> for Radix<'_> {
    type Output = u128;
    #[inline(always)]
    fn run(self, lanes: L) -> u128 {
        let Radix(patterns, lists, keys) = self;
        let sorted = |masks: &[u64]| {
            let mut buckets = Buckets::default();
            buckets.sort(masks, &keys, &StopFlag::default());
            buckets.sort(&[], &keys, &StopFlag::default()); // already sorted by these keys
            buckets
        };
        let (patterns, buckets) =
            (sorted(patterns), lists.iter().map(|(list, _)| sorted(list)).collect::<Vec<_>>());
        let items: Vec<_> =
            buckets.iter().zip(&lists).map(|(list, (_, weights))| Items { list, weights }).collect();
        let mut memory = JoinMemory::default();
        // In two ranges: the joins can be divided at will.
        let half = keys.buckets() / 2;
        let sorted = Sorted { keys, patterns: &patterns, items: &items };
        let mut part = |joins| {
            lanes.enter(BucketJoin { sorted, joins, memory: &mut memory, stop: &StopFlag::default() })
        };
        part(0..half) + part(half..keys.buckets())
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
        for (isa, half_sets) in Isa::available().into_iter().flat_map(|isa| [(isa, false), (isa, true)]) {
            let found = isa.run(Leaf(&patterns, [&a, &b], bits, half_sets));
            prop_assert_eq!(found, expected, "{} {}", isa, half_sets);
        }
    }

    #[test]
    fn join_is_a_double_loop(patterns in masks(1500), a in masks(1700), b in masks(60), bits in 0..=32u32) {
        let expected = [&a, &b].map(|items| pairs(&wide(&patterns, bits), &wide(items, bits)));
        for isa in Isa::available() {
            let JoinMemory { table, copies, .. } = &mut JoinMemory::default();
            let found = isa.run(Join { patterns: &patterns, items: [&a, &b], bits, table, copies });
            prop_assert_eq!(found, expected, "{}", isa);
        }
    }

    #[test]
    fn bucket_join_is_a_double_loop(
        patterns in masks(300), a in masks(300), b in masks(60), dead in 0..=8u32, many in 0..200_000usize,
        ratio in prop_oneof![Just(0usize), 0..=30usize],
        weights in prop::collection::vec(0..=2u8, STATES * STATES),
    ) {
        // 40 bits, with something in the high ones.
        let spread = |masks: &[u32]| masks.iter().map(|&m| u64::from(m) << dead | u64::from(m & 0xff) << 32).collect::<Vec<_>>();
        let relevant = ((1u64 << 40) - 1) >> dead << dead;
        let lists = [&patterns, &a, &b].map(|masks| spread(masks).iter().map(|m| m & relevant).collect::<Vec<_>>());
        let [patterns, a, b] = &lists;
        let alike = u128::from(pairs(patterns, a)) + 2 * u128::from(pairs(patterns, b));
        let weights: Weights = std::array::from_fn(|p| std::array::from_fn(|i| weights[p * STATES + i]));
        let state = |mask: u64| (mask >> 36) as usize;
        let weighed: u128 = patterns.iter().flat_map(|&p| a.iter().chain(b).map(move |&i| (p, i)))
            .filter(|(p, i)| p & i == 0)
            .map(|(p, i)| u128::from(weights[state(p)][state(i)]))
            .sum();
        for isa in Isa::available() {
            let keys = Keys::of_both(40, dead, many);
            let found = isa.run(Radix(patterns, vec![(a, &ALIKE[0]), (b, &ALIKE[1])], keys));
            prop_assert_eq!(found, alike, "{}", isa);
            // (With few items only the patterns have a key.)
            let keys = Keys::below_state(40, dead, 4, many, ratio * many);
            let found = isa.run(Radix(patterns, vec![(a, &weights), (b, &weights)], keys));
            prop_assert_eq!(found, weighed, "{}", isa);
        }
    }
}
