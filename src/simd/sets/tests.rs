use super::*;
use crate::base::random::Random;
use crate::base::stop::StopFlag;
use crate::simd::tests::on_each;
use crate::simd::{Isa, Kernel};

/// A random word: the low eight bits are set with probability one quarter.
fn word(random: &mut Random) -> u32 {
    let bits = random.word();
    (bits & bits >> 32 & 0xff) as u32
}

fn words(random: &mut Random, length: usize) -> Vec<u32> {
    (0..length).map(|_| word(random)).collect()
}

/// A list in two parts, as [`Grouped`] borrows it.
#[derive(Default)]
struct List {
    words: [Vec<u32>; 2],
    group: [Vec<u16>; 2],
    starts: Vec<[u32; 2]>,
}

impl List {
    fn new(groups: &[[Vec<u32>; 2]]) -> Self {
        let mut list = List { starts: vec![[0; 2]], ..List::default() };
        for (number, group) in groups.iter().enumerate() {
            for (part, words) in group.iter().enumerate() {
                list.words[part].extend(words);
                list.group[part].extend(words.iter().map(|_| number as u16));
            }
            list.starts.push([0, 1].map(|part| list.words[part].len() as u32));
        }
        // Padding that would be visible in results.
        list.words.iter_mut().for_each(|words| words.extend([0; PADDING]));
        list
    }

    fn view(&self) -> Grouped<'_, u32> {
        let longest = self.starts.windows(2).flat_map(|w| [w[1][0] - w[0][0], w[1][1] - w[0][1]]).max();
        Grouped {
            words: self.words.each_ref().map(Vec::as_slice),
            group: self.group.each_ref().map(Vec::as_slice),
            starts: &self.starts,
            longest: longest.unwrap_or(0),
        }
    }
}

/// All unions of two lists.
struct Unions<'a>(&'a List, &'a List, Destinations);

impl<L: Lanes> Kernel<L> for Unions<'_> {
    type Output = [Vec<u32>; 4];
    #[inline(always)]
    fn run(self, lanes: L) -> [Vec<u32>; 4] {
        let mut out = [vec![7], vec![8], vec![9], vec![10]];
        lanes.product(self.0.view(), self.1.view(), self.2, &mut out, &StopFlag::default());
        out
    }
}

/// The unions by a double loop.
fn expected_unions(a: &[[Vec<u32>; 2]], b: &[[Vec<u32>; 2]], to: Destinations) -> [Vec<u32>; 4] {
    let mut expected = [vec![7], vec![8], vec![9], vec![10]];
    for (a, b) in a.iter().zip(b.iter().rev()) {
        for (p, q) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let pairs = a[p].iter().flat_map(|x| b[q].iter().map(move |y| (x, y)));
            expected[to[p][q]].extend(pairs.filter(|(x, y)| *x & *y == 0).map(|(x, y)| x | y));
        }
    }
    expected
}

#[test]
fn products_are_all_disjoint_unions_of_partner_groups() {
    let mut random = Random::new(1);
    // The most words per part of a group: swept, held in vectors of 8 and 16, longer; with an empty part, and often
    // with empty groups. The other list has as many, or few, so that long groups are swept too.
    let most = [[2, 3], [6, 0], [9, 4], [20, 12], [40, 30], [50, 0], [100, 90]];
    let cases = most.into_iter().flat_map(|most| [[most, most], [most, [2, 3]]]);
    for (case, groups) in cases.flat_map(|case| (0..8).map(move |groups| (case, groups))) {
        let mut part = |most: u32| {
            let length = word(&mut random) * (4 * most + 1) / 256;
            words(&mut random, length.min(most) as usize)
        };
        let [a, b]: [Vec<_>; 2] = case.map(|most| (0..groups).map(|_| most.map(&mut part)).collect());
        let (first, second) = (List::new(&a), List::new(&b));
        for to in [[[0, 1], [1, 2]], [[0, 2], [1, 3]], [[3, 0], [1, 2]]] {
            let mut expected = expected_unions(&a, &b, to);
            expected.iter_mut().for_each(|list| list.sort_unstable());
            for (set, mut found) in on_each(|| Unions(&first, &second, to)) {
                found.iter_mut().for_each(|list| list.sort_unstable());
                assert_eq!(found, expected, "{set} {case:?} {groups} {to:?}");
            }
        }
    }
}

#[test]
fn products_of_lists_that_do_not_match_are_refused() {
    let list = |groups: usize| List::new(&vec![[vec![1], vec![]]; groups]);
    for isa in Isa::available() {
        let good = [[0, 1], [1, 2]];
        for (a, b, to) in [(3, 2, good), (2, 2, [[0, 0], [1, 2]]), (2, 2, [[0, 1], [2, 2]])] {
            let run = || isa.run(Unions(&list(a), &list(b), to));
            assert!(std::panic::catch_unwind(run).is_err(), "{isa} {a} {b} {to:?}");
        }
    }
}

#[test]
fn lists_are_copied_and_counted_as_by_filters() {
    let mut random = Random::new(3);
    for length in (0..70).chain([1023, 1024, 5000]) {
        let words = words(&mut random, length);
        let having = |set: u32| words.iter().copied().filter(move |x| x >> 2 & 1 == set);
        let copied: Vec<u32> = [7].into_iter().chain(having(0)).chain(words.clone()).collect();
        let divided = [0, 1].map(|set| [set].into_iter().chain(having(set)).collect());
        let disjoint = words.iter().filter(|&x| x & 0x91 == 0).count() as u64;
        for (set, found) in on_each(|| Copies(&words)) {
            assert_eq!(found, (copied.clone(), divided.clone(), disjoint), "{set} {length}");
        }
    }
}

#[test]
fn lists_are_separated_by_the_number_of_two_bits() {
    let mut random = Random::new(6);
    for (length, joined) in (0..40).chain([1000, 1024]).flat_map(|length| [(length, false), (length, true)]) {
        let words = words(&mut random, length);
        let having = |numbers: &[u32]| -> Vec<u32> {
            let number = |word: u32| (word >> 2 & 1) + (word >> 5 & 1);
            [7].into_iter()
                .chain(words.iter().copied().filter(|&word| numbers.contains(&number(word))))
                .collect()
        };
        let expected = [having(&[0]), having(if joined { &[0, 1] } else { &[1] }), having(&[2])];
        for (set, found) in on_each(|| Separate(&words, joined)) {
            assert_eq!(found, expected, "{set} {length} {joined}");
        }
    }
}

/// Separates a list by bits 2 and 5.
struct Separate<'a>(&'a [u32], bool);

impl<L: Lanes> Kernel<L> for Separate<'_> {
    type Output = [Vec<u32>; 3];
    #[inline(always)]
    fn run(self, lanes: L) -> Self::Output {
        let mut out = [vec![7], vec![7], vec![7]];
        lanes.separate(self.0, [2, 5], self.1, out.each_mut());
        out
    }
}

/// Copies a list without bit 2 and whole, divides it by bit 2, and counts the words disjoint from a mask.
struct Copies<'a>(&'a [u32]);

impl<L: Lanes> Kernel<L> for Copies<'_> {
    type Output = (Vec<u32>, [Vec<u32>; 2], u64);
    #[inline(always)]
    fn run(self, lanes: L) -> Self::Output {
        let mut out = vec![7];
        lanes.copy(self.0, 2, &mut out);
        let mut appender = Appender::new(&mut out);
        lanes.append(&mut appender, self.0);
        appender.finish();
        let [mut without, mut with] = [vec![0], vec![1]];
        lanes.divide(self.0, 2, [&mut without, &mut with]);
        (out, [without, with], lanes.count_disjoint(self.0, 0x91))
    }
}

#[test]
fn pairs_of_masks_are_disjoint_where_both_are() {
    let mut random = Random::new(5);
    for _ in 0..1_000 {
        let mut pairs = MaskPairs([[0; MaskPairs::LEN]; 2]);
        pairs.0.as_flattened_mut().fill_with(|| word(&mut random));
        let masks = [word(&mut random) & 0x25, word(&mut random) & 0x92];
        let fits = |i: usize| (0..2).all(|side| pairs.0[side][i] & masks[side] == 0);
        let expected = (0..MaskPairs::LEN).map(|i| u32::from(fits(i)) << i).sum::<u32>();
        for (set, found) in on_each(|| DisjointPairs(&pairs, masks)) {
            assert_eq!(found, expected, "{set}");
        }
    }
}

/// The pairs that are disjoint from these masks.
struct DisjointPairs<'a>(&'a MaskPairs, [u32; 2]);

impl<L: Lanes> Kernel<L> for DisjointPairs<'_> {
    type Output = u32;
    #[inline(always)]
    fn run(self, lanes: L) -> u32 {
        lanes.disjoint_pairs(self.0, self.1)
    }
}

#[test]
fn tables_count_disjoint_pairs() {
    let mut random = Random::new(4);
    // Lengths where the sets of each instruction set change; few items and many are cut differently.
    for (bits, most) in (1..=32).flat_map(|bits| [1, 120, 250, 256, 257, 400, 512].map(|most| (bits, most))) {
        let mut masks = |length: u64| -> Vec<u32> {
            (0..length).map(|_| ((random.word() & random.word()) as u32) >> (32 - bits)).collect()
        };
        let (patterns, items) = (masks(most), masks(if bits % 2 == 0 { 299 } else { 1501 }));
        let fits = |item: &u32| patterns.iter().filter(|&pattern| pattern & item == 0).count() as u64;
        let expected: u64 = items.iter().map(fits).sum();
        for half_sets in [false, true] {
            for (set, found) in on_each(|| Lookups(&patterns, &items, bits, half_sets)) {
                assert_eq!(found, expected, "{set}, {bits} bits, {most} patterns, {half_sets}");
            }
        }
    }
}

/// Disjoint pairs by a table, with or without half sets.
struct Lookups<'a>(&'a [u32], &'a [u32], u32, bool);

impl<L: Lanes> Kernel<L> for Lookups<'_> {
    type Output = u64;
    #[inline(always)]
    fn run(self, lanes: L) -> u64 {
        let Lookups(patterns, items, bits, half_sets) = self;
        let table = &mut Table::with_half_sets(half_sets);
        let [pairs, none] = lanes.count_pairs(table, patterns, [items, &[]], bits);
        assert_eq!(none, 0);
        pairs
    }
}

#[test]
fn bits_are_permuted_one_by_one() {
    let mut random = Random::new(5);
    for count in [0, 1, 8, 9, 33, 63, 64] {
        let mut sources: Vec<u8> = (0..64).collect();
        for place in (1..64).rev() {
            sources.swap(place, (random.word() % (place as u64 + 1)) as usize);
        }
        sources.truncate(count);
        let words: Vec<u64> = (0..20).map(|_| random.word()).collect();
        let permuted = |word: &u64| {
            let bits = sources.iter().enumerate();
            bits.fold(0, |result, (place, &source)| result | (word >> source & 1) << place)
        };
        let expected: Vec<u64> = words.iter().map(permuted).collect();
        for (set, found) in on_each(|| Permutation(&sources, &words)) {
            assert_eq!(found, expected, "{set}, {count} bits");
        }
    }
}

struct Permutation<'a>(&'a [u8], &'a [u64]);

impl<L: Lanes> Kernel<L> for Permutation<'_> {
    type Output = Vec<u64>;
    #[inline(always)]
    fn run(self, lanes: L) -> Vec<u64> {
        let (mut order, mut out) = (BitOrder::new(), Vec::new());
        order.set(self.0, L::NEEDS_BYTE_TABLES);
        lanes.permute(&order, self.1, &mut out);
        out
    }
}
