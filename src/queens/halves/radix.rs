//! The bucket join, for lists of ten thousand half boards and more (N >= 20).
//!
//! Both lists are sorted into buckets by their top 2k bits, two keys (v, u) of k bits. Two masks can only be
//! disjoint when their keys are. For every pair (v, u): the patterns whose second key is u and whose first key
//! is disjoint from v, and the items whose first key is v and whose second key is disjoint from u, are gathered
//! and joined. Every compatible pair of buckets meets exactly once, since (v, u) are the item's first and the
//! pattern's second key; and each of the 4^k joins has lists that are (3/4)^k as long.
//!
//! A word of a bucket is the mask without its keys and without the bits that cannot matter (`dead`): at most 32
//! bits, which [`Keys::new`] sees to.
//!
//! Cost: 4^k joins, each mask is copied (3/2)^k times; 4 bytes a mask and 8 bytes a bucket.

use super::join::{Join, Workspace};
use super::nearest::{STATES, Weights};
use crate::simd::{Appender, Kernel, Lanes, Words};

/// Patterns that a join should have left, about: fewer than a leaf takes when the keys have divided them.
const PATTERNS_PER_JOIN: f64 = 900.0;
/// ln 2.5: the measured growth of the best number of buckets with the list's length.
const GROWTH: f64 = 0.916;
/// No more bits than this in a key, unless the word would not fit otherwise.
const MOST_BITS: u32 = 6;

/// Which bits of a mask are its keys and which its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Keys {
    /// Bits of the first key, the highest ones, by which items are divided.
    first: u32,
    /// Bits of the second key, by which patterns are divided.
    second: u32,
    /// So many of them, the highest, are a state that the pairs' weights depend on.
    state: u32,
    /// Where the keys begin: above the word.
    shift: u32,
    /// The lowest bits, which are dropped.
    dead: u32,
}

impl Keys {
    /// For masks of `bits` bits of which the lowest `dead` cannot matter, and a pattern list of this length.
    pub fn new(bits: u32, dead: u32, patterns: usize) -> Self {
        let live = bits - dead;
        let tuned = ((patterns.max(1) as f64 / PATTERNS_PER_JOIN).ln() / GROWTH).round();
        // The cast saturates: less than 900 patterns give 0.
        let tuned = (tuned as u32).min(MOST_BITS).min(live / 2);
        let needed = live.saturating_sub(32).div_ceil(2);
        let keys = tuned.max(needed);
        assert!(live - 2 * keys <= 32, "a word of a bucket has 32 bits");
        Keys { first: keys, second: keys, state: 0, shift: bits - 2 * keys, dead }
    }

    /// For masks whose first key is followed by a state.
    pub fn with_state(bits: u32, dead: u32, first: u32, state: u32, rest: u32) -> Self {
        let live = bits - dead;
        let first = first.min(live - state);
        let rest = rest.min(live - state - first);
        let first = first.max(live.saturating_sub(32 + state + rest));
        let second = state + rest;
        Keys { first, second, state, shift: bits - first - second, dead }
    }

    pub fn first(&self) -> u32 {
        self.first
    }

    fn buckets(&self) -> usize {
        1 << (self.first + self.second)
    }

    /// Bits of a word.
    fn word_bits(&self) -> u32 {
        self.shift - self.dead
    }

    fn bucket(&self, mask: u64) -> usize {
        (mask >> self.shift) as usize
    }
}

/// Places of a list that are sorted in turn.
const STREAMS: usize = 4;

/// A list in buckets.
#[derive(Debug, Default)]
pub(super) struct Buckets {
    words: Vec<u32>,
    starts: Vec<u32>,
    /// While sorting: for each bucket and stream, where its next word goes.
    next: Vec<[u32; STREAMS]>,
}

impl Buckets {
    /// Sorts the masks into their buckets: a counting sort. Four places of the list are worked on in turn, so
    /// that neighbours of the same bucket do not wait for each other's counter.
    pub fn sort(&mut self, masks: &[u64], keys: &Keys) {
        let buckets = keys.buckets();
        let Buckets { words, starts, next } = self;
        starts.clear();
        if masks.is_empty() {
            starts.resize(buckets + 1, 0);
            return;
        }
        let quarter = masks.len() / STREAMS;
        let (streams, rest) = masks.split_at(quarter * STREAMS);
        let streams: [&[u64]; STREAMS] = std::array::from_fn(|s| &streams[s * quarter..][..quarter]);
        next.clear();
        next.resize(buckets, [0; STREAMS]);
        for i in 0..quarter {
            for (s, stream) in streams.iter().enumerate() {
                next[keys.bucket(stream[i])][s] += 1;
            }
        }
        for &mask in rest {
            next[keys.bucket(mask)][STREAMS - 1] += 1;
        }
        let mut total = 0;
        for next in &mut *next {
            starts.push(total);
            for next in next {
                total += std::mem::replace(next, total);
            }
        }
        starts.push(total);
        words.resize(masks.len(), 0);
        let mut put = |mask: u64, next: &mut u32| {
            // The cast drops the keys.
            words[*next as usize] = (mask >> keys.dead) as u32;
            *next += 1;
        };
        for i in 0..quarter {
            for (s, stream) in streams.iter().enumerate() {
                put(stream[i], &mut next[keys.bucket(stream[i])][s]);
            }
        }
        for &mask in rest {
            put(mask, &mut next[keys.bucket(mask)][STREAMS - 1]);
        }
    }

    /// Appends the buckets `first + s * stride` for all subsets s of `keys`.
    #[inline(always)]
    fn gather<L: Words<u32>>(&self, lanes: L, first: usize, stride: usize, keys: usize, out: &mut Vec<u32>) {
        let mut out = Appender::new(out);
        let mut subset = 0usize;
        loop {
            let bucket = first + subset * stride;
            let mut words = &self.words[self.starts[bucket] as usize..self.starts[bucket + 1] as usize];
            loop {
                let (vector, valid) = lanes.load(words);
                lanes.append(&mut out, vector, valid);
                if words.len() <= L::LANES {
                    break;
                }
                words = &words[L::LANES..];
            }
            if subset == keys {
                break;
            }
            subset = subset.wrapping_sub(keys) & keys;
        }
        out.finish();
    }
}

/// What a worker keeps for its bucket joins.
pub(super) struct Gathered {
    patterns: Vec<u32>,
    items: Vec<u32>,
}

impl Gathered {
    pub fn new() -> Self {
        Gathered { patterns: Vec::new(), items: Vec::new() }
    }
}

/// A list of items, and how often its pairs with patterns count, by the states of both: 0, 1 or 2.
pub(super) struct Items<'a> {
    pub list: &'a Buckets,
    pub weights: Weights,
}

impl<'a> Items<'a> {
    /// All pairs count alike.
    pub fn alike(list: &'a Buckets, weight: u8) -> Self {
        Items { list, weights: [[weight; STATES]; STATES] }
    }
}

/// The disjoint pairs of patterns and items, by their weight: 1 or 2.
pub(super) struct BucketJoin<'a> {
    pub keys: Keys,
    pub patterns: &'a Buckets,
    pub items: &'a [Items<'a>],
    pub gathered: &'a mut Gathered,
    pub workspace: &'a mut Workspace,
}

impl Kernel for BucketJoin<'_> {
    type Output = [u128; 2];

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> [u128; 2] {
        let Gathered { patterns, items } = self.gathered;
        let Keys { first, second, state, .. } = self.keys;
        let rest = second - state;
        let all = |bits: u32| (1usize << bits) - 1;
        let mut pairs = [0; 2];
        for v in 0..=all(first) {
            for u in 0..=all(second) {
                patterns.clear();
                self.patterns.gather(lanes, u, 1 << second, all(first) & !v, patterns);
                if patterns.is_empty() {
                    continue;
                }
                items.clear();
                let mut ends = [0; 2];
                let free = all(rest) & !u;
                for (weight, end) in (1..).zip(&mut ends) {
                    for x in (0..=all(state)).filter(|x| x & u >> rest == 0) {
                        for Items { list, weights } in self.items {
                            if weights[u >> rest][x] == weight {
                                list.gather(lanes, v << second | x << rest, 1, free, items);
                            }
                        }
                    }
                    *end = items.len();
                }
                let found = lanes.enter(Join {
                    patterns,
                    items: items.split_at(ends[0]).into(),
                    bits: self.keys.word_bits(),
                    room: self.workspace.room(),
                });
                pairs[0] += u128::from(found[0]);
                pairs[1] += u128::from(found[1]);
            }
        }
        pairs
    }
}
