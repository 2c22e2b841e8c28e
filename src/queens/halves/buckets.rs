//! The bucket join, for lists of ten thousand half boards and more (from N = 20 on, with conditions from 19).
//!
//! Both lists are sorted into buckets by their highest bits: a state, on which the weight of a pair depends, a key u and
//! a key v. Two masks can only be disjoint when their keys are. For every state and every pair (u, v): the patterns
//! whose first key is u and whose second key is disjoint from v, and the items whose second key is v and whose first
//! key is disjoint from u, are gathered and joined. Every compatible pair of buckets meets exactly once, since (u, v)
//! are the pattern's first and the item's second key.
//!
//! A word of a bucket is the mask without state and keys and without the bits that cannot matter (`dead`): at most 32
//! bits, which [`Keys`] sees to.
//!
//! **How many bits.** Each bit of a key leaves 3/4 of the pairs if half of the masks have it (0.8 with the shares that
//! there are), and copies one of the lists 3/2 times. Below the state, where patterns are divided by the join, items
//! alone have a key: k bits of it multiply the look-ups of items, L for each pattern, by 0.8^k, and what is done for
//! each pattern by 1.5^k; so the best k grows as the logarithm of L to the base 1.5 / 0.8.
//!
//! Cost: a join for each state and (u, v); 4 bytes a mask and 4 bytes a bucket.

use super::join::{Join, Workspace};
use super::nearest::{STATES, Weights};
use crate::search::StopFlag;
use crate::simd::Kernel;
use crate::simd::pages::make_room;
use crate::simd::sets::{Appender, Lanes};
use std::ops::Range;

/// Bits of a word.
const WORD: u32 = 32;
/// Without a state: a pattern list of this length wants the shortest keys, a longer one by [`GROWTH`] longer ones.
const PATTERNS_PER_JOIN: f64 = 900.0;
/// ln 2.5: the measured growth of the best number of buckets with the list's length.
const GROWTH: f64 = 0.916;
/// However long the list is, it wants no longer keys than by this (measured at N = 25).
const MOST_BITS: u32 = 6;
/// With a state: patterns of a leaf, on the average.
const PATTERNS_PER_LEAF: f64 = 330.0;
/// -log2 0.82: a division of the patterns leaves 0.82 of the items.
const DIVISION: f64 = 0.286;
/// So many look-ups for a pattern are worth no key (measured at N = 22 to 26).
const LOOKUPS: f64 = 24.0;
/// A key of the items that is not to be made longer for the word's sake (measured at N = 24 to 28).
const LONG_KEY: u32 = 8;
/// ln(1.5 / 0.8).
const BALANCE: f64 = 0.63;

/// Which bits of a mask are its keys and which its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Keys {
    /// Bits of the state, the highest ones of a mask: on it the weight of a pair depends.
    state: u32,
    /// Bits of the key by which patterns are divided.
    patterns: u32,
    /// Bits of the key by which items are divided.
    items: u32,
    /// Bits of the word.
    word: u32,
    /// The lowest bits, which are dropped.
    dead: u32,
}

impl Keys {
    /// For masks of `bits` bits of which the lowest `dead` cannot matter, and a pattern list of this length. Items have up to five
    /// bits more than patterns, which the join divides anyway; what the word has no room for is shared.
    pub fn of_both(bits: u32, dead: u32, patterns: usize) -> Self {
        let live = bits - dead;
        let tuned = ((patterns.max(1) as f64 / PATTERNS_PER_JOIN).ln() / GROWTH).round();
        // The cast saturates: less than 900 patterns give 0.
        let tuned = (tuned as u32).min(MOST_BITS);
        let (patterns, items) = (tuned.saturating_sub(4), (tuned + 1).min(live));
        let rest = live.saturating_sub(WORD + patterns + items);
        let (patterns, items) = (patterns + rest.div_ceil(2), items + rest / 2);
        Keys { state: 0, patterns, items, word: live - patterns - items, dead }
    }

    /// For masks with a state in their highest bits, and lists of so many patterns and items. Where the word would not fit
    /// otherwise, patterns may have a key too.
    pub fn below_state(bits: u32, dead: u32, state: u32, patterns: usize, items: usize) -> Self {
        let live = bits - dead - state;
        let leaves = (patterns as f64 / PATTERNS_PER_LEAF).max(1.0);
        let lookups = items as f64 * leaves.powf(-DIVISION) / PATTERNS_PER_LEAF;
        let tuned = ((lookups / LOOKUPS).max(1.0).ln() / BALANCE).round();
        let tuned = (tuned as u32).min(live);
        // Each bit of the items' key copies the patterns again: of a long key, and of many patterns, it is too much.
        let rest = (live - tuned).saturating_sub(WORD);
        let to_patterns = patterns > items || tuned >= LONG_KEY;
        let (patterns, items) = if to_patterns { (rest, tuned) } else { (0, tuned + rest) };
        Keys { state, patterns, items, word: live - items - patterns, dead }
    }

    /// How many joins there are.
    pub fn joins(&self) -> usize {
        self.buckets()
    }

    fn bucket(&self, mask: u64) -> usize {
        (mask >> (self.word + self.dead)) as usize
    }

    fn buckets(&self) -> usize {
        1 << (self.state + self.patterns + self.items)
    }
}

/// Places of a list that are sorted in turn.
const STREAMS: usize = 2;
/// Places of each that are sorted between two looks at the stop flag.
const PLACES_PER_LOOK: usize = 1 << 16;

/// A list in buckets.
#[derive(Debug, Default)]
pub(super) struct Buckets {
    /// By what they are sorted; nothing where they are not.
    keys: Option<Keys>,
    words: Vec<u32>,
    starts: Vec<u32>,
    /// While sorting: for each bucket and stream, where its next word goes.
    next: Vec<[u32; STREAMS]>,
}

impl Buckets {
    /// Forgets the masks.
    pub fn clear(&mut self) {
        self.keys = None;
    }

    /// Sorts the masks into their buckets, where they are not sorted so already: a counting sort. Two places of the list are worked on in turn, so
    /// that neighbours of the same bucket do not wait for each other's counter. Of no use when `stop` is abandoned.
    ///
    /// # Panics
    /// For 2^32 masks and more (32 GiB of them), which the counters of 32 bits cannot number.
    pub fn sort(&mut self, masks: &[u64], keys: &Keys, stop: &StopFlag) {
        assert!(u32::try_from(masks.len()).is_ok(), "too many masks for the buckets' counters");
        if self.keys.replace(*keys) == Some(*keys) {
            return;
        }
        let buckets = keys.buckets();
        let Buckets { words, starts, next, .. } = self;
        starts.clear();
        if masks.is_empty() {
            words.clear();
            starts.resize(buckets + 1, 0);
            return;
        }
        let share = masks.len() / STREAMS;
        let (streams, rest) = masks.split_at(share * STREAMS);
        let streams: [&[u64]; STREAMS] = std::array::from_fn(|s| &streams[s * share..][..share]);
        next.clear();
        next.resize(buckets, [0; STREAMS]);
        for block in blocks(share, stop) {
            for i in block {
                for (s, stream) in streams.iter().enumerate() {
                    next[keys.bucket(stream[i])][s] += 1;
                }
            }
        }
        if stop.is_abandoned() {
            return;
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
        // (Where there is room, what the list holds already need not be set to zero again.)
        if words.capacity() < masks.len() {
            make_room(words, masks.len());
        }
        words.resize(masks.len(), 0);
        let mut put = |mask: u64, next: &mut u32| {
            // The cast drops the keys.
            words[*next as usize] = (mask >> keys.dead) as u32;
            *next += 1;
        };
        for block in blocks(share, stop) {
            for i in block {
                for (s, stream) in streams.iter().enumerate() {
                    put(stream[i], &mut next[keys.bucket(stream[i])][s]);
                }
            }
        }
        for &mask in rest {
            put(mask, &mut next[keys.bucket(mask)][STREAMS - 1]);
        }
    }

    /// Appends the buckets `first + (s << shift)` for all subsets s of `keys`.
    #[inline(always)]
    fn gather<L: Lanes>(&self, lanes: L, first: usize, shift: u32, keys: usize, out: &mut Vec<u32>) {
        let mut out = Appender::new(out);
        // Buckets that lie side by side are one range.
        let side_by_side = if shift == 0 { 1 << keys.trailing_ones() } else { 1 };
        let keys = keys & !(side_by_side - 1);
        let mut subset = 0usize;
        loop {
            let bucket = first + (subset << shift);
            let (start, end) = (self.starts[bucket], self.starts[bucket + side_by_side]);
            lanes.append(&mut out, &self.words[start as usize..end as usize]);
            if subset == keys {
                break;
            }
            subset = subset.wrapping_sub(keys) & keys;
        }
        out.finish();
    }
}

/// The places of a list, block by block until it is abandoned.
fn blocks(len: usize, stop: &StopFlag) -> impl Iterator<Item = Range<usize>> {
    let starts = (0..len).step_by(PLACES_PER_LOOK).take_while(|_| !stop.is_abandoned());
    starts.map(move |start| start..len.min(start + PLACES_PER_LOOK))
}

/// What a thread needs to join.
#[derive(Default)]
pub(super) struct JoinMemory {
    /// Lists that are gathered for a join.
    patterns: Vec<u32>,
    /// Those that count once and twice.
    pub items: [Vec<u32>; 2],
    pub workspace: Workspace,
}

/// A list of items, and how often its pairs with patterns count, by the states of both: 0, 1 or 2.
pub(super) struct Items<'a> {
    pub list: &'a Buckets,
    pub weights: &'a Weights,
}

/// The weights of lists of which all pairs count once, and twice.
pub(super) static ALIKE: [Weights; 2] = [[[1; STATES]; STATES], [[2; STATES]; STATES]];

/// The weighted sum of the disjoint pairs of patterns and items, of some of the joins; of fewer where it is stopped.
pub(super) struct BucketJoin<'a> {
    pub keys: Keys,
    pub patterns: &'a Buckets,
    pub items: &'a [Items<'a>],
    pub joins: Range<usize>,
    pub memory: &'a mut JoinMemory,
    pub stop: &'a StopFlag,
}

impl<L: Lanes> Kernel<L> for BucketJoin<'_> {
    type Output = u128;

    #[inline(always)]
    fn run(self, lanes: L) -> u128 {
        let JoinMemory { patterns, items, workspace } = self.memory;
        let Keys { state, patterns: u_bits, items: v_bits, word, .. } = self.keys;
        let all = |bits: u32| (1usize << bits) - 1;
        let mut sum = 0;
        for place in self.joins {
            // state, u, v: from the highest bits down
            let (own, u, v) =
                (place >> (u_bits + v_bits), place >> v_bits & all(u_bits), place & all(v_bits));
            if self.stop.is_abandoned() {
                break;
            }
            patterns.clear();
            self.patterns.gather(lanes, place & !all(v_bits), 0, all(v_bits) & !v, patterns);
            if patterns.is_empty() {
                continue;
            }
            for (weight, items) in (1..).zip(&mut *items) {
                items.clear();
                for other in (0..=all(state)).filter(|other| own & other == 0) {
                    for Items { list, weights } in self.items {
                        if weights[own][other] == weight {
                            let first = other << (u_bits + v_bits) | v;
                            list.gather(lanes, first, v_bits, all(u_bits) & !u, items);
                        }
                    }
                }
            }
            let items = items.each_ref().map(Vec::as_slice);
            let [once, twice] = lanes.enter(Join { patterns, items, bits: word, space: workspace.space() });
            sum += u128::from(once) + 2 * u128::from(twice);
        }
        sum
    }
}
