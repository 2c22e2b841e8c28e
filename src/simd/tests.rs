use super::*;
use crate::random::Random;
use crate::search::StopFlag;

#[test]
fn names_read_back() {
    for isa in Isa::ALL {
        assert_eq!(isa.to_string().parse::<Isa>().unwrap(), isa);
    }
    assert!("sse9".parse::<Isa>().is_err());
}

/// A random word, a quarter ones in the low eight bits.
fn word(random: &mut Random) -> u32 {
    let bits = random.next();
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
        // Padding that would show.
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

/// All unions of two lists, by [`product`].
struct Unions<'a>(&'a List, &'a List, Destinations);

impl Kernel for Unions<'_> {
    type Output = [Vec<u32>; 4];
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> [Vec<u32>; 4] {
        let mut out = [vec![7], vec![8], vec![9], vec![10]];
        product(lanes, self.0.view(), self.1.view(), self.2, &mut out, &StopFlag::default());
        out
    }
}

/// The same by a double loop.
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
    // The most words in the parts of a group: swept, held in vectors of 8 and 16, longer than that; with a part
    // that is empty, and nearly always with some empty groups.
    let most = [[2, 3], [6, 0], [9, 4], [20, 12], [40, 30], [50, 0], [100, 90]];
    for (case, groups) in most.into_iter().flat_map(|most| (0..8).map(move |groups| (most, groups))) {
        let mut part = |most: u32| {
            let length = word(&mut random) * (4 * most + 1) / 256;
            words(&mut random, length.min(most) as usize)
        };
        let mut list = || -> Vec<[Vec<u32>; 2]> { (0..groups).map(|_| case.map(&mut part)).collect() };
        let (a, b) = (list(), list());
        for to in [[[0, 1], [1, 2]], [[0, 2], [1, 3]], [[3, 0], [1, 2]]] {
            let mut expected = expected_unions(&a, &b, to);
            expected.iter_mut().for_each(|list| list.sort_unstable());
            for isa in Isa::available() {
                let mut found = isa.run(Unions(&List::new(&a), &List::new(&b), to));
                found.iter_mut().for_each(|list| list.sort_unstable());
                assert_eq!(found, expected, "{isa} {case:?} {groups} {to:?}");
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
fn partitions_keep_all_words() {
    let mut random = Random::new(2);
    for length in (0..70).chain([100, 1000]) {
        let words = words(&mut random, length);
        let mut sorted = words.clone();
        sorted.sort_unstable();
        for isa in Isa::available() {
            let mut list = words.clone();
            let zeros = isa.run(Divide(&mut list));
            assert!(list[..zeros].iter().all(|x| x & 4 == 0) && list[zeros..].iter().all(|x| x & 4 != 0));
            list.sort_unstable();
            assert_eq!(list, sorted, "{isa} {length}");
        }
    }
}

/// Divides a list by bit 2.
struct Divide<'a>(&'a mut [u32]);

impl Kernel for Divide<'_> {
    type Output = usize;
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> usize {
        partition(lanes, self.0, 2, &mut Vec::new())
    }
}
