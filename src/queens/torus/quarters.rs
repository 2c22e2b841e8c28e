//! Quarters: all ways to put queens in some rows, listed by their columns; and halves, which two quarters make.
//!
//! A word has the diagonals that queens use: y - x modulo N in the upper half, y + x in the lower. The queen on (0,0)
//! uses diagonal 0 of both kinds and column 0, which no quarter does.

use super::classes::lines;
use crate::Error;
use crate::search::StopFlag;
use crate::simd::sets::{Grouped, Lanes, PADDING};

/// The number of bits of each of the two halves in which column masks are looked up.
const PART: u32 = 16;

/// The number of a set among the sets of as many columns, in ascending order of the sets as numbers.
#[derive(Debug)]
struct Ranks {
    low: Vec<u32>,
    /// By the number of members of the lower part.
    high: Vec<Vec<u32>>,
}

impl Ranks {
    fn new(columns: u32, members: u32) -> Self {
        let mut choose = vec![[0u32; PART as usize * 2 + 1]; PART as usize * 2 + 1];
        for n in 0..choose.len() {
            choose[n][0] = 1;
            for k in 1..=n {
                choose[n][k] = choose[n - 1][k - 1].saturating_add(if k < n { choose[n - 1][k] } else { 0 });
            }
        }
        // A set's number is the sum of C(c_i, i) over its members c_1 < c_2 < ...
        let sum = |mut set: u32, first: u32, below: u32| {
            let (mut sum, mut member) = (0u32, below);
            while set != 0 {
                member += 1;
                sum = sum.saturating_add(choose[(first + set.trailing_zeros()) as usize][member as usize]);
                set &= set - 1;
            }
            sum
        };
        let most_below = members.min(PART);
        let part = |first: u32, below: u32| {
            let bits = columns.saturating_sub(first).min(PART);
            (0..1u32 << bits)
                .map(|set| if set.count_ones() + below <= members { sum(set, first, below) } else { 0 })
                .collect()
        };
        Ranks { low: part(0, 0), high: (0..=most_below).map(|below| part(PART, below)).collect() }
    }

    #[inline(always)]
    fn of(&self, set: u32) -> usize {
        let (low, high) = (set & ((1 << PART) - 1), set >> PART);
        (self.low[low as usize] + self.high[low.count_ones() as usize][high as usize]) as usize
    }
}

/// All quarters of some rows.
#[derive(Debug)]
pub(super) struct Quarters {
    ranks: Ranks,
    rows: u32,
    /// By the number of the column set: where its words begin; the next one's begin where they end.
    starts: Vec<u32>,
    words: Vec<u64>,
}

impl Quarters {
    /// Takes the memory of the lists from what is `left`.
    pub(super) fn new(size: u32, rows: &[u32], left: &mut u64, stop: &StopFlag) -> Result<Self, Error> {
        let ranks = Ranks::new(size - 1, rows.len() as u32);
        let sets = ranks.of((lines(size) >> 1) & !(lines(size) >> (1 + rows.len()))) + 1;
        let mut starts = vec![0u32; sets + 1];
        let mut many = 0u64;
        place(size, rows, [0, 1, 1], stop, &mut |columns, _| {
            many += 1;
            let count = &mut starts[ranks.of(columns >> 1) + 1];
            *count = count.wrapping_add(1);
        });
        let (needed, limit) = (8 * many, *left);
        if needed > limit || many > u32::MAX.into() {
            let what = format!("listing the quarters of the torus of {size} rows");
            return Err(Error::Memory { what, needed: needed.into(), limit: limit.min(8 << 32) });
        }
        *left -= needed;
        for set in 0..sets {
            starts[set + 1] += starts[set];
        }
        let (mut next, mut words) = (starts.clone(), vec![0; many as usize]);
        place(size, rows, [0, 1, 1], stop, &mut |columns, word| {
            let at = &mut next[ranks.of(columns >> 1)];
            words[*at as usize] = word;
            *at += 1;
        });
        if stop.is_raised() {
            Err(Error::Stopped)
        } else {
            Ok(Quarters { ranks, rows: rows.len() as u32, starts, words })
        }
    }

    /// The bytes of the lists.
    pub(super) fn bytes(&self) -> u64 {
        8 * self.words.len() as u64 + 4 * self.starts.len() as u64
    }

    /// The words of a set of columns.
    #[inline(always)]
    fn of(&self, columns: u32) -> &[u64] {
        let set = self.ranks.of(columns >> 1);
        &self.words[self.starts[set] as usize..self.starts[set + 1] as usize]
    }
}

/// Visits the ways to put a queen in each row, with their columns and their word.
fn place(
    size: u32,
    rows: &[u32],
    [columns, down, up]: [u32; 3],
    stop: &StopFlag,
    visit: &mut impl FnMut(u32, u64),
) {
    let Some((&row, rest)) = rows.split_first() else {
        return visit(columns, u64::from(down & !1) << 32 | u64::from(up & !1));
    };
    if rest.len() > 3 && stop.is_raised() {
        return;
    }
    for column in 1..size {
        let queen = [1 << column, 1 << ((column + size - row) % size), 1 << ((column + row) % size)];
        if columns & queen[0] | down & queen[1] | up & queen[2] == 0 {
            place(size, rest, [columns | queen[0], down | queen[1], up | queen[2]], stop, visit);
        }
    }
}

/// A quarter's lists for the column sets that a half's columns divide into, in their order.
#[derive(Debug, Default)]
struct Groups {
    words: Vec<u64>,
    group: Vec<u16>,
    starts: Vec<[u32; 2]>,
    longest: usize,
}

impl Groups {
    #[inline(always)]
    fn gather(&mut self, quarters: &Quarters, columns: u32) {
        let members = columns.count_ones();
        // The columns by their number, in two parts of at most eight.
        let mut spread = [[0u32; 256]; 2];
        let mut left = columns;
        for member in 0..members {
            let column = left & left.wrapping_neg();
            left ^= column;
            let table = &mut spread[member as usize / 8];
            let bit = 1 << (member % 8);
            for number in bit..2 * bit {
                table[number] = table[number - bit] | column;
            }
        }
        let Groups { words, group, starts, longest } = self;
        words.clear();
        group.clear();
        starts.clear();
        *longest = 0;
        starts.push([0, 0]);
        let (mut number, mut set) = (0u16, (1u32 << quarters.rows) - 1);
        while set < 1 << members {
            let list = quarters.of(spread[0][set as usize & 255] | spread[1][set as usize >> 8]);
            words.extend_from_slice(list);
            group.resize(words.len(), number);
            starts.push([words.len() as u32, 0]);
            *longest = list.len().max(*longest);
            let low = set & set.wrapping_neg();
            let high = set + low;
            set = (((high ^ set) >> 2) / low) | high;
            number += 1;
        }
        words.resize(words.len() + PADDING, 0);
    }

    fn grouped(&self) -> Grouped<'_, u64> {
        const NOTHING: [u64; PADDING] = [0; PADDING];
        Grouped {
            words: [&self.words, &NOTHING],
            group: [&self.group, &[]],
            starts: &self.starts,
            longest: self.longest as u32,
        }
    }
}

/// The halves on some columns.
#[derive(Debug, Default)]
pub(super) struct Halves {
    groups: [Groups; 2],
    lists: [Vec<u64>; 4],
}

impl Halves {
    /// Lists the halves that two quarters make on these columns; not all when `stop` is abandoned.
    #[inline(always)]
    pub(super) fn fill<L: Lanes>(
        &mut self,
        lanes: L,
        quarters: &[Quarters; 2],
        columns: u32,
        stop: &StopFlag,
    ) {
        for (groups, quarters) in self.groups.iter_mut().zip(quarters) {
            groups.gather(quarters, columns);
        }
        self.lists[0].clear();
        // The complements of sets in ascending order are in descending order: partners are those from either end.
        let [a, b] = self.groups.each_ref().map(Groups::grouped);
        lanes.product(a, b, [[0, 1], [2, 3]], &mut self.lists, stop);
    }

    pub(super) fn list(&self) -> &[u64] {
        &self.lists[0]
    }
}
