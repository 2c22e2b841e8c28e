//! Moves, gathers and turns against loops over the members, for every width of slots and sums.

use super::*;
use crate::base::random::Random;
use crate::simd::Kernel;
use crate::simd::tests::{on_each, on_each_base};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Slots and maps for arrays of a given length.
struct Case<S> {
    /// A window of slots; some of the first ones are zero, and not kept.
    source: Vec<S>,
    /// The map of the kept elements.
    kept: Vec<u64>,
    maps: [Vec<u64>; 4],
    target: usize,
    /// 4 rows per block of the target.
    rows: Vec<[u16; BLOCK]>,
    permutation: Vec<u16>,
}

impl<S: Slot> Case<S> {
    /// A case with equally many members in source and target.
    fn new(random: &mut Random, elements: usize, slot: impl Fn(u64) -> S) -> Self {
        let target = elements / 2 / 64 * 64 + 64;
        let words = elements.div_ceil(64) + 1;
        let mut maps: [Vec<u64>; 4] = [(); 4].map(|()| (0..words).map(|_| random.word()).collect());
        // No members behind the arrays.
        for (map, len) in [(0, elements), (2, target)] {
            (len..64 * words).for_each(|x| maps[map][x / 64] &= !(1 << (x % 64)));
        }
        let members = |maps: &[Vec<u64>; 4], first: usize, element: usize| {
            (maps[first][element / 64] & maps[first + 1][element / 64]) >> (element % 64) & 1 == 1
        };
        let mut from = (0..elements).filter(|&x| members(&maps, 0, x)).count();
        let mut to = (0..target).filter(|&x| members(&maps, 2, x)).count();
        for element in 0..elements.max(target) {
            if from > to && element < elements && members(&maps, 0, element) {
                maps[0][element / 64] ^= 1 << (element % 64);
                from -= 1;
            } else if to > from && element < target && members(&maps, 2, element) {
                maps[2][element / 64] ^= 1 << (element % 64);
                to -= 1;
            }
        }
        let index = |random: &mut Random| (random.word() % elements as u64) as u16;
        let mut kept = vec![0; elements.div_ceil(64)];
        let mut source: Vec<S> = (0..WINDOW).map(|_| slot(random.word())).collect();
        for (element, slot) in source[..64 * kept.len()].iter_mut().enumerate() {
            if element >= elements || random.word().is_multiple_of(3) {
                *slot = S::default();
            }
            kept[element / 64] |= u64::from(*slot != S::default()) << (element % 64);
        }
        Case {
            source,
            kept,
            rows: (0..target / BLOCK * 4).map(|_| std::array::from_fn(|_| index(random))).collect(),
            permutation: (0..target - 3).map(|_| index(random)).collect(),
            maps,
            target,
        }
    }

    /// The kept slots, packed and padded to whole blocks and one more.
    fn packed(&self) -> Vec<S> {
        let kept = |&x: &usize| self.kept[x / 64] >> (x % 64) & 1 == 1;
        let mut packed: Vec<S> = (0..64 * self.kept.len()).filter(kept).map(|x| self.source[x]).collect();
        packed.resize(packed.len().next_multiple_of(BLOCK) + BLOCK, self.source[WINDOW - 1]);
        packed
    }

    fn members(&self, first: usize, elements: usize) -> Vec<u16> {
        let [a, b] = [&self.maps[first], &self.maps[first + 1]];
        (0..elements as u16)
            .filter(|&x| (a[x as usize / 64] & b[x as usize / 64]) >> (x % 64) & 1 == 1)
            .collect()
    }
}

/// Packs and unpacks, adds all slots, adds members with or without their lists, gathers, then adds permuted sums.
struct Everything<'a, S, A> {
    case: &'a Case<S>,
    packed: &'a [S],
    lists: [MemberList<'a>; 2],
    one: A,
}

impl<M: Moves, S: Sum<S>, A: Sum<S> + Sum<A>> Kernel<M> for Everything<'_, S, A> {
    type Output = Vec<A>;

    #[inline(always)]
    fn run(self, moves: M) -> Vec<A> {
        let Everything { case, packed, lists: [from_list, to_list], one } = self;
        let by = <S as Sum<S>>::by(moves);
        let mut stream = Stream::new();
        let unpacked = 64 * case.kept.len();
        by.pack(&case.source[..unpacked], &case.kept, &mut stream.packed);
        let kept: usize = case.kept.iter().map(|word| word.count_ones() as usize).sum();
        assert_eq!(stream.packed[..kept], packed[..kept]);
        let source = Packed { kept: &case.kept, slots: packed, whole: false };
        by.unpack(source, &mut stream);
        assert_eq!(stream.unpacked[..unpacked], case.source[..unpacked]);
        let mut sums = vec![one; unpacked];
        <A as Sum<S>>::by(moves).add_all(source, &mut sums, &mut stream);
        for (sum, &slot) in sums.iter().zip(&case.source) {
            assert_eq!(*sum, one.plus(slot));
        }
        let mut sums = vec![one; case.target];
        let members = |first: usize, list| Members { a: &case.maps[first], b: &case.maps[first + 1], list };
        let (from, to) = (members(0, from_list), members(2, to_list));
        <A as Sum<S>>::by(moves).add_members(source, from, &mut sums, to, &mut stream);
        let source = case.source.first_chunk().expect("a window");
        for (sums, rows) in sums.as_chunks_mut().0.iter_mut().zip(case.rows.chunks(4)) {
            <A as Sum<S>>::by(moves).add_gathered(source, rows, sums);
        }
        let mut turned = new_window();
        turned[..case.target].copy_from_slice(&sums);
        add_permuted(moves, &turned, &case.permutation, &mut sums[..case.target - 3]);
        sums
    }
}

fn check<S: Sum<S>, A: Sum<S> + Sum<A>>(one: A, slot: impl Fn(u64) -> S) {
    let mut random = Random::new(7);
    for elements in [16, 32, 48, 64, 80, 400, 1024, 4000 / BLOCK * BLOCK] {
        let case = Case::new(&mut random, elements, &slot);
        let (from, to, packed) = (case.members(0, elements), case.members(2, case.target), case.packed());
        assert_eq!(from.len(), to.len());
        let mut expected = vec![one; case.target];
        let mut add = |to: usize, from: u16| expected[to] = expected[to].plus(case.source[usize::from(from)]);
        to.iter().zip(&from).for_each(|(&to, &from)| add(to.into(), from));
        for (row, indices) in case.rows.iter().enumerate() {
            indices.iter().enumerate().for_each(|(lane, &index)| add(row / 4 * BLOCK + lane, index));
        }
        let mut lists = MemberLists::default();
        [&[][..], &from, &to].iter().for_each(|list| lists.push(list.iter().copied()));
        let (none, from, to) = (lists.get(0), lists.get(1), lists.get(2));
        let (mut by_list, mut by_pairs) = (vec![one; case.target], vec![one; case.target]);
        lists::add_listed(&case.source[..elements], from, &mut by_list, to);
        for (&from, &to) in from.members().iter().zip(to.members()) {
            by_pairs[usize::from(to)] = by_pairs[usize::from(to)].plus(case.source[usize::from(from)]);
        }
        assert_eq!(by_list, by_pairs);
        let unturned = expected.clone();
        for (sum, &index) in expected.iter_mut().zip(&case.permutation) {
            *sum = sum.plus(unturned.get(usize::from(index)).copied().unwrap_or_default());
        }
        for lists in [[none, none], [from, to]] {
            for (set, found) in on_each_base(|| Everything { case: &case, packed: &packed, lists, one }) {
                assert_eq!(found, expected, "{set}, {elements} elements");
            }
        }
    }
}

#[test]
fn all_sets_move_and_gather_alike() {
    check::<u32, u32>(1, |bits| bits as u32);
    check::<u32, u64>(1, |bits| bits as u32);
    check::<u64, u64>(1, |bits| bits);
    check::<u32, u128>(1, |bits| bits as u32);
    check::<u64, u128>(1, |bits| bits);
    check::<u128, u128>(1, |bits| u128::from(bits) << 60);
}

#[test]
fn lists_that_do_not_fit_are_refused() {
    let mut lists = MemberLists::default();
    assert!(catch_unwind(|| MemberLists::default().push([2, 1].into_iter())).is_err());
    lists.push([0, 3].into_iter());
    lists.push([1, 2, 3, 4, 5, 6, 7, 8, 9].into_iter());
    let run = |slots: usize, sums: usize| {
        let add = || lists::add_listed(&vec![1u32; slots], lists.get(1), &mut vec![0u64; sums], lists.get(1));
        catch_unwind(add).is_ok()
    };
    assert!(run(10, 10) && !run(9, 10) && !run(10, 9));
}

/// Whether 64 slots are packed into an array of this length, and added from one, without a panic.
struct Fits(usize);

impl<M: Moves> Kernel<M> for Fits {
    type Output = [bool; 2];

    #[inline(always)]
    fn run(self, moves: M) -> [bool; 2] {
        let (by, slots) = (<u32 as Sum<u32>>::by(moves), vec![1; self.0]);
        let source = Packed { kept: &[!0], slots: &slots, whole: false };
        let pack = || by.pack(&[1; 64], source.kept, &mut slots.clone());
        let add = || by.add_all(source, &mut [0; 64], &mut Stream::new());
        [catch_unwind(AssertUnwindSafe(pack)).is_ok(), catch_unwind(AssertUnwindSafe(add)).is_ok()]
    }
}

#[test]
fn masks_that_do_not_fit_are_refused() {
    assert!(on_each_base(|| Fits(64 + BLOCK)).iter().all(|(_, fits)| *fits == [true; 2]));
    for (set, [packs, adds]) in on_each_base(|| Fits(63)) {
        // Sets without long vectors add from a copy in the stream, whose padding they may read.
        assert!(!packs && (!adds || ["neon", "portable"].contains(&set.as_str())), "{set}");
    }
}

/// Bits of the first word moved, and bits of all chosen.
struct Bits<'a> {
    words: &'a [u64; CHOICE],
    masks: [u64; 2],
    bits: &'a [u16],
    last: Option<u16>,
}

impl<M: BitMoves> Kernel<M> for Bits<'_> {
    type Output = [u64; 2];

    #[inline(always)]
    fn run(self, moves: M) -> [u64; 2] {
        let Bits { words, masks: [from, to], bits, last } = self;
        [moves.move_bits(words[0], from, to), moves.choose(words, bits, last)]
    }
}

#[test]
fn bits_are_moved_and_chosen_alike() {
    let mut random = Random::new(11);
    for case in 0..2_000 {
        let words: [u64; CHOICE] = std::array::from_fn(|_| random.word());
        let (all, last) = (random.word() & random.word(), random.below(64 * CHOICE) as u16);
        let length = [0, 1, 31, 32, 33, 63, 64][case % 7];
        let bits: Vec<u16> = (0..length).map(|_| random.below(usize::from(last) + 1) as u16).collect();
        let masks = [all, all.rotate_left(random.below(64) as u32)];
        let has = |bit: u16| words[usize::from(bit / 64)] >> (bit % 64) & 1;
        let [from, to] = masks.map(|mask| (0u16..64).filter(move |bit| mask >> bit & 1 == 1));
        let moved = from.zip(to).fold(0, |moved, (from, to)| moved | has(from) << to);
        for last in [None, Some(last)] {
            let number = |bit: u16| last.map_or(bit, |last| last - bit);
            let chosen = bits.iter().rev().fold(0, |chosen, &bit| chosen << 1 | has(number(bit)));
            for (set, found) in on_each(|| Bits { words: &words, masks, bits: &bits, last }) {
                assert_eq!(found, [moved, chosen], "{set}, {length} bits");
            }
        }
    }
}
