//! Joins with known counts, which each dispatch contains: its first join, its last, and one in between.

use super::Join;
use crate::random::Random;

/// The kinds of joins: the numbers of patterns, of items and of those that count once; and the bits.
const SIZES: [[u32; 4]; 7] = [
    [256, 200, 150, 28],
    [1, 1, 1, 5],
    [600, 150, 0, 32],
    [300, 550, 260, 27],
    [129, 40, 17, 31],
    [700, 60, 60, 9],
    [400, 100, 70, 30],
];

/// Words, and joins of them with their counts.
#[derive(Debug)]
pub(super) struct Known {
    pub words: Vec<u32>,
    joins: Vec<(Join, u64)>,
}

impl Known {
    pub fn new() -> Self {
        let mut random = Random::new(256);
        let (mut words, mut joins) = (vec![], vec![]);
        for [n_patterns, n_items, n_once, bits] in SIZES {
            let patterns = words.len() as u32;
            let low = u32::MAX >> (32 - bits);
            let word = || (random.next() & random.next() & random.next()) as u32 & low;
            words.extend(std::iter::repeat_with(word).take((n_patterns + n_items) as usize));
            let items = patterns + n_patterns;
            let join =
                Join { patterns, n_patterns, items, n_items, n_once, bits, jobs: 0, room: 0 }.with_room();
            joins.push((join, pairs(&join, &words)));
        }
        Known { words, joins }
    }

    /// Three joins with their counts, which differ from dispatch to dispatch.
    pub fn of_dispatch(&self, number: usize) -> [(Join, u64); 3] {
        [0, 1, 3].map(|i| self.joins[(number + i) % self.joins.len()])
    }
}

/// The count of a join, pair by pair.
pub(super) fn pairs(join: &Join, words: &[u32]) -> u64 {
    let range = |first: u32, len: u32| &words[first as usize..][..len as usize];
    let (patterns, items) = (range(join.patterns, join.n_patterns), range(join.items, join.n_items));
    let of_item = |(item, i): (&u32, u32)| {
        let disjoint = patterns.iter().filter(|pattern| *pattern & item == 0).count() as u64;
        if i < join.n_once { disjoint } else { 2 * disjoint }
    };
    items.iter().zip(0..).map(of_item).sum()
}
