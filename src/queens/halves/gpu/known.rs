//! Joins with known counts, which each dispatch contains: its first join, its last, and one in between.

use super::joins::{Join, Joins, Piece};
use crate::base::random::Random;

/// The kinds of joins: the numbers of patterns, of items and of those that count once; and the bits.
const SIZES: [[u32; 4]; 7] = [
    [256, 200, 150, 28],
    [1, 1, 1, 5],
    [600, 100, 0, 29],
    [300, 550, 260, 27],
    [129, 40, 17, 30],
    [520, 60, 60, 9],
    [400, 100, 70, 28],
];

/// Joins with their counts.
#[derive(Debug)]
pub(super) struct Known {
    pub joins: Joins<'static>,
    counts: Vec<u64>,
}

impl Known {
    pub fn new() -> Self {
        let (mut random, mut joins) = (Random::new(256), Joins::default());
        for [n_patterns, n_items, n_once, bits] in SIZES {
            let low = u32::MAX >> (32 - bits);
            let mut words = |n| -> Vec<u32> {
                let word = || (random.word() & random.word() & random.word()) as u32 & low;
                std::iter::repeat_with(word).take(n as usize).collect()
            };
            let lists = [words(n_patterns), words(n_once), words(n_items - n_once)];
            joins.add_words(bits, lists);
        }
        let words = joins.words.concat();
        let counts = joins.joins.iter().map(|join| pairs(join, &words, &joins.pieces)).collect();
        Known { joins, counts }
    }

    /// Three joins with their counts, which differ from dispatch to dispatch.
    pub fn of_dispatch(&self, number: usize) -> [(Join, u64); 3] {
        [0, 1, 3].map(|i| (number + i) % SIZES.len()).map(|i| (self.joins.joins[i], self.counts[i]))
    }
}

/// The count of a join, pair by pair.
pub(super) fn pairs(join: &Join, words: &[u32], pieces: &[Piece]) -> u64 {
    let pieces = &pieces[join.pieces as usize..][..join.n_pieces as usize];
    let of_piece = |piece: &Piece| words[piece.start as usize..][..piece.len as usize].to_vec();
    let lists: Vec<u32> = pieces.iter().flat_map(of_piece).collect();
    let (patterns, items) = lists.split_at(join.n_patterns as usize);
    let of_item = |(item, i): (&u32, u32)| {
        let disjoint = patterns.iter().filter(|pattern| *pattern & item == 0).count() as u64;
        if i < join.n_once { disjoint } else { 2 * disjoint }
    };
    items.iter().zip(0..).map(of_item).sum()
}
