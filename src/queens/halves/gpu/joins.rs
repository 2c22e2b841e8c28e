//! Joins as a card takes them: lists of words, and for each join the pieces of them that it compares.

use std::borrow::Cow;
use std::ops::Range;

/// The most patterns of a leaf, and of one that compares by `SMALL_BITS` of the lowest bits.
const PATTERNS: u32 = 256;
const SMALL_PATTERNS: u32 = 128;
const SMALL_BITS: u32 = 31;
/// The most items of a leaf's job, so that counts fit 32 bits and no workgroup takes much longer than others.
pub(super) const MOST_ITEMS: u32 = 1 << 15;
/// The most divisions before a leaf.
const DEPTH: u32 = 10;
/// The greatest depth at which nodes have lists of their items.
const MIDDLE: u32 = 6;
/// The room for these lists, in words per word of the joins' own lists. Joins that find no room have a lesser depth.
pub(super) const ROOM_OF_NODES: usize = 3;
/// The most jobs of a join: both sums of its counts then fit 32 bits.
pub(super) const MOST_JOBS: u32 = (1 << 20) - 1;
/// The most words of a piece.
const PIECE: usize = 512;

/// The bytes of a job on the card.
pub(super) const JOB_BYTES: usize = 28;

/// A join: its patterns and its items are pieces of lists. Words are compared in bits `0..bits`; in those above, no pattern
/// and item have a common one. Items from number `n_once` on count twice.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct Join {
    pub n_patterns: u32,
    pub n_items: u32,
    pub n_once: u32,
    pub bits: u32,
    /// The place from which its pieces start are counted.
    pub words: u32,
    /// Its first piece. Those of the patterns come first.
    pub pieces: u32,
    pub n_pattern_pieces: u32,
    pub n_pieces: u32,
    /// The place for its patterns and items.
    pub lists: u32,
}

/// The count of a join as a card sums it up: the sum of the lowest 12 bits of its jobs' counts, and that of the others; the
/// number of jobs that are done, and 1 more than that of all jobs.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct Sum {
    low: u32,
    high: u32,
    n_done: u32,
    n_jobs: u32,
}

impl Sum {
    /// The count, if the join was divided and all its jobs are done.
    pub fn count(&self) -> Option<u64> {
        (self.n_done.checked_add(1) == Some(self.n_jobs))
            .then(|| (u64::from(self.high) << 12) + u64::from(self.low))
    }
}

/// Words from one place on that are copied to another, both counted from the join's own.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct Piece {
    pub start: u32,
    pub to: u32,
    pub len: u32,
}

impl Join {
    /// The most jobs that are possible: leaves, in slices of patterns and of items.
    pub fn most_jobs(&self) -> u32 {
        let depth = DEPTH.min(self.bits);
        let middle = ((self.n_patterns / PATTERNS).max(2).ilog2() - 1).min(MIDDLE).min(depth);
        let least = self.bits.saturating_sub(SMALL_BITS).max(middle);
        // Each node with more patterns than a leaf is divided once.
        let divided = (least..depth).map(|depth| (self.n_patterns / (SMALL_PATTERNS + 1)).min(1 << depth));
        let leaves = (1 << least) + divided.sum::<u32>() + self.n_patterns / PATTERNS;
        leaves.min(self.n_patterns) * self.n_items.div_ceil(MOST_ITEMS)
    }

    /// The estimated work, in items read: a table takes as long as a thousand.
    fn work(&self) -> u64 {
        let leaves = u64::from(self.n_patterns / (PATTERNS / 2) + 1);
        u64::from(self.n_patterns) + leaves * (u64::from(self.n_items) + 1024)
    }

    /// The number of its patterns and items.
    pub fn len(&self) -> u32 {
        self.n_patterns + self.n_items
    }

    /// The largest count that is possible.
    pub fn most(&self) -> u64 {
        u64::from(self.n_patterns) * (2 * u64::from(self.n_items) - u64::from(self.n_once))
    }
}

/// Joins, with the words of their lists.
#[derive(Debug, Default)]
pub(super) struct Joins<'a> {
    pub words: Vec<Cow<'a, [u32]>>,
    pub n_words: usize,
    pub pieces: Vec<Piece>,
    pub joins: Vec<Join>,
    /// The room for the patterns and items of all joins, and for their jobs.
    pub lists: usize,
    pub room: usize,
    pub work: u64,
}

impl<'a> Joins<'a> {
    /// Adds a list, and returns its place.
    pub fn add_list(&mut self, words: impl Into<Cow<'a, [u32]>>) -> usize {
        let (words, place) = (words.into(), self.n_words);
        self.n_words += words.len();
        self.words.push(words);
        place
    }

    /// Adds a join of words at these places: patterns, items that count once, items that count twice. A join without
    /// patterns or without items is left out.
    ///
    /// # Panics
    /// If there are no such words.
    pub fn add(&mut self, bits: u32, places: [impl Iterator<Item = Range<usize>>; 3]) {
        let first = self.pieces.len();
        let (mut to, mut ends) = (0, [(0, 0); 3]);
        for (places, end) in places.into_iter().zip(&mut ends) {
            for words in places {
                assert!(words.end <= self.n_words, "pieces are pieces of lists");
                for start in words.clone().step_by(PIECE) {
                    let len = PIECE.min(words.end - start) as u32;
                    self.pieces.push(Piece { start: start as u32, to, len });
                    to += len;
                }
            }
            *end = (to, (self.pieces.len() - first) as u32);
            if to == 0 {
                return;
            }
        }
        let [(n_patterns, n_pattern_pieces), (once, _), (all, n_pieces)] = ends;
        if all == n_patterns {
            self.pieces.truncate(first);
            return;
        }
        let join = Join {
            n_patterns,
            n_items: all - n_patterns,
            n_once: once - n_patterns,
            bits,
            words: 0,
            pieces: first as u32,
            n_pattern_pieces,
            n_pieces,
            lists: self.lists as u32,
        };
        self.lists += all as usize;
        self.room += join.most_jobs() as usize;
        self.work += join.work();
        self.joins.push(join);
    }

    /// Adds a join with words of its own: patterns, items that count once, items that count twice.
    pub fn add_words(&mut self, bits: u32, lists: [Vec<u32>; 3]) {
        let places = lists.map(|words| {
            let start = self.add_list(words);
            std::iter::once(start..self.n_words)
        });
        self.add(bits, places);
    }

    /// Takes out the lists; the joins remain.
    pub fn take_lists(&mut self) -> Self {
        let (words, n_words) = (std::mem::take(&mut self.words), std::mem::take(&mut self.n_words));
        Joins { words, n_words, ..Joins::default() }
    }

    /// The bytes of the largest buffer; with room for the lists of nodes or without.
    pub fn bytes(&self, with_nodes: bool) -> usize {
        self.bytes_of_joins(with_nodes).max(4 * self.n_words + size_of_val(&*self.pieces))
    }

    /// The bytes of the largest buffer of what is made of the lists.
    pub fn bytes_of_joins(&self, with_nodes: bool) -> usize {
        let lists = 4 * self.lists * if with_nodes { 1 + ROOM_OF_NODES } else { 1 };
        lists.max(size_of_val(&*self.pieces)).max(JOB_BYTES * self.room)
    }
}
