//! The bucket join, for lists of ten thousand half boards and more (from N = 20 on, with conditions from 19).
//!
//! Both lists are sorted into buckets by their highest bits: a state, which decides the weight of a pair, a key u and
//! a key v. Two masks can only be disjoint if their keys are. For every state and every pair (u, v), the patterns
//! with first key u and second key disjoint from v, and the items with second key v and first key disjoint from u,
//! are gathered and joined. Every compatible pair of buckets meets exactly once, since (u, v) are the pattern's first
//! and the item's second key.
//!
//! A word of a bucket is a mask without state, keys and irrelevant bits (`dead`): at most 32 bits, which [`Keys`]
//! ensures.
//!
//! **The number of bits.** If half of the masks have a bit, a key with this bit leaves 3/4 of the pairs (in practice 0.8).
//! In return, one of the lists is copied, at 3/2 of its length. If masks have a state, the items alone have a key, because
//! the join divides the patterns. Let L be the number of items that are looked up for a pattern. A key of k bits multiplies
//! these look-ups by 0.8^k, and the copies of the pattern by 1.5^k. So the best k grows as log(L) / log(1.5 / 0.8).
//!
//! Cost: a join per state and (u, v); 4 bytes per mask and 4 bytes per bucket.

use super::join::{Join, JoinMemory};
use super::nearest::{STATES, Weights};
use crate::search::StopFlag;
use crate::simd::pages::make_room;
use crate::simd::sets::{Appender, Lanes};
use crate::simd::{Kernel, prefetch_line};
use std::ops::Range;

const WORD: u32 = 32;
/// Without a state: the length of a pattern list with the shortest keys; [`GROWTH`] gives those of longer lists.
const PATTERNS_PER_JOIN: f64 = 900.0;
/// ln 2.5: the measured growth of the best number of buckets with the list's length.
const GROWTH: f64 = 0.916;
/// The most bits that the length of a list adds (measured at N = 25).
const MOST_BITS: u32 = 6;
/// With a state: the average number of patterns in a leaf.
const PATTERNS_PER_LEAF: f64 = 330.0;
/// -log2 0.82: a division of the patterns leaves 0.82 of the items.
const DIVISION: f64 = 0.286;
/// The look-ups for a pattern that do not justify a key (measured at N = 22 to 26).
const LOOKUPS: f64 = 24.0;
/// The length from which an items' key is not extended to shorten the word (measured at N = 24 to 28).
const LONG_KEY: u32 = 8;
/// ln(1.5 / 0.8).
const BALANCE: f64 = 0.63;

/// The division of a mask's bits into keys and word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Keys {
    /// Bits of the state, the highest ones of a mask, which decides the weight of a pair.
    pub state: u32,
    /// Bits of the key by which patterns are divided.
    pub patterns: u32,
    /// Bits of the key by which items are divided.
    pub items: u32,
    /// Bits of a word.
    pub word: u32,
    /// The lowest bits, which are dropped.
    dead: u32,
}

impl Keys {
    /// For masks of `bits` bits, the lowest `dead` of which do not matter, and a pattern list of this length. Items
    /// have up to five bits more than patterns, which the join divides anyway; bits beyond the word are shared.
    pub fn of_both(bits: u32, dead: u32, patterns: usize) -> Self {
        let live = bits - dead;
        let tuned = ((patterns.max(1) as f64 / PATTERNS_PER_JOIN).ln() / GROWTH).round();
        // The cast saturates: fewer than 900 patterns give 0.
        let tuned = (tuned as u32).min(MOST_BITS);
        let (patterns, items) = (tuned.saturating_sub(4), (tuned + 1).min(live));
        let rest = live.saturating_sub(WORD + patterns + items);
        let (patterns, items) = (patterns + rest.div_ceil(2), items + rest / 2);
        Keys { state: 0, patterns, items, word: live - patterns - items, dead }
    }

    /// For masks with a state in their highest bits, and these numbers of patterns and items. If the word would not
    /// fit otherwise, patterns have a key too.
    pub fn below_state(bits: u32, dead: u32, state: u32, patterns: usize, items: usize) -> Self {
        let live = bits - dead - state;
        let leaves = (patterns as f64 / PATTERNS_PER_LEAF).max(1.0);
        let lookups = items as f64 * leaves.powf(-DIVISION) / PATTERNS_PER_LEAF;
        let tuned = ((lookups / LOOKUPS).max(1.0).ln() / BALANCE).round();
        let tuned = (tuned as u32).min(live);
        // Each bit of the items' key copies the patterns again, which is too much for long keys and for many
        // patterns.
        let rest = (live - tuned).saturating_sub(WORD);
        let to_patterns = patterns > items || tuned >= LONG_KEY;
        let (patterns, items) = if to_patterns { (rest, tuned) } else { (0, tuned + rest) };
        Keys { state, patterns, items, word: live - items - patterns, dead }
    }

    fn bucket(&self, mask: u64) -> usize {
        (mask >> (self.word + self.dead)) as usize
    }

    /// The number of buckets, and of joins.
    pub fn buckets(&self) -> usize {
        1 << (self.state + self.patterns + self.items)
    }
}

/// The number of masks from which a list is long: its buckets exceed the second-level cache (measured on Zen 4).
const LONG_LIST: usize = 1 << 18;
/// Words in a line of the cache.
const LINE: usize = 16;
/// Words of each stream sorted between two looks at the stop flag.
const PLACES_PER_LOOK: usize = 1 << 16;

/// A list in buckets.
#[derive(Debug, Default)]
pub(super) struct Buckets {
    /// The keys by which the list is sorted; `None` if it is not.
    keys: Option<Keys>,
    pub words: Vec<u32>,
    /// The places of the buckets in the words, and the end.
    pub starts: Vec<u32>,
    /// While sorting: the position of the next word, per bucket and stream.
    next: Vec<u32>,
}

impl Buckets {
    /// Marks the list as not sorted.
    pub fn clear(&mut self) {
        self.keys = None;
    }

    /// Sorts the masks into their buckets, unless they are sorted by these keys. Incomplete once `stop` is abandoned.
    ///
    /// # Panics
    /// For 2^32 masks and more (32 GiB), which the counters of 32 bits cannot number.
    pub fn sort(&mut self, masks: &[u64], keys: &Keys, stop: &StopFlag) {
        assert!(u32::try_from(masks.len()).is_ok(), "too many masks for the buckets' counters");
        if self.keys.replace(*keys) == Some(*keys) {
            return;
        }
        if masks.len() < LONG_LIST {
            self.sort_streams::<4, false>(masks, keys, stop);
        } else {
            self.sort_streams::<2, true>(masks, keys, stop);
        }
    }

    /// A counting sort. Several positions of the list, the streams, are processed in turn, so that neighbours of equal
    /// buckets do not wait for each other's counter. Each stream writes to a line of each bucket; `PREFETCHES` prefetches
    /// the next one.
    fn sort_streams<const STREAMS: usize, const PREFETCHES: bool>(
        &mut self,
        masks: &[u64],
        keys: &Keys,
        stop: &StopFlag,
    ) {
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
        next.resize(STREAMS * buckets, 0);
        let (next, _) = next.as_chunks_mut::<STREAMS>();
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
        // (With enough room, the old words need not be set to zero.)
        if words.capacity() < masks.len() {
            make_room(words, masks.len());
        }
        words.resize(masks.len(), 0);
        let mut put = |mask: u64, next: &mut u32| {
            // The cast drops the keys.
            words[*next as usize] = (mask >> keys.dead) as u32;
            if PREFETCHES {
                prefetch_line::<1, _>(words, *next as usize + LINE);
            }
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
        // Adjacent buckets are one range.
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

/// The positions of a list, block by block until `stop` is abandoned.
fn blocks(len: usize, stop: &StopFlag) -> impl Iterator<Item = Range<usize>> {
    let starts = (0..len).step_by(PLACES_PER_LOOK).take_while(|_| !stop.is_abandoned());
    starts.map(move |start| start..len.min(start + PLACES_PER_LOOK))
}

/// A list of items, and the weights of its pairs with patterns by the states of both: 0, 1 or 2.
pub(super) struct Items<'a> {
    pub list: &'a Buckets,
    pub weights: &'a Weights,
}

/// The weights of lists whose pairs all count once, and twice.
pub(super) static ALIKE: [Weights; 2] = [[[1; STATES]; STATES], [[2; STATES]; STATES]];

/// Lists sorted by these keys.
#[derive(Clone, Copy)]
pub(super) struct Sorted<'a> {
    pub keys: Keys,
    pub patterns: &'a Buckets,
    pub items: &'a [Items<'a>],
}

impl Sorted<'_> {
    /// Gathers the patterns of a join, and the items that count once and twice; no items if there are no patterns.
    #[inline(always)]
    fn gather<L: Lanes>(&self, lanes: L, join: usize, patterns: &mut Vec<u32>, items: &mut [Vec<u32>; 2]) {
        let Keys { state, patterns: u_bits, items: v_bits, .. } = self.keys;
        let all = |bits: u32| (1usize << bits) - 1;
        // state, u, v: from the highest bits down
        let (own, u, v) = (join >> (u_bits + v_bits), join >> v_bits & all(u_bits), join & all(v_bits));
        patterns.clear();
        self.patterns.gather(lanes, join & !all(v_bits), 0, all(v_bits) & !v, patterns);
        items.iter_mut().for_each(Vec::clear);
        if patterns.is_empty() {
            return;
        }
        for (weight, items) in (1..).zip(items) {
            for other in (0..=all(state)).filter(|other| own & other == 0) {
                for Items { list, weights } in self.items {
                    if weights[own][other] == weight {
                        let first = other << (u_bits + v_bits) | v;
                        list.gather(lanes, first, v_bits, all(u_bits) & !u, items);
                    }
                }
            }
        }
    }
}

/// The weighted number of disjoint pairs of patterns and items, of some of the joins; incomplete once stopped.
pub(super) struct BucketJoin<'a> {
    pub sorted: Sorted<'a>,
    pub joins: Range<usize>,
    pub memory: &'a mut JoinMemory,
    pub stop: &'a StopFlag,
}

impl<L: Lanes> Kernel<L> for BucketJoin<'_> {
    type Output = u128;

    #[inline(always)]
    fn run(self, lanes: L) -> u128 {
        let JoinMemory { patterns, items, table, copies } = self.memory;
        let bits = self.sorted.keys.word;
        let mut sum = 0;
        for join in self.joins {
            if self.stop.is_abandoned() {
                break;
            }
            self.sorted.gather(lanes, join, patterns, items);
            if patterns.is_empty() {
                continue;
            }
            let items = items.each_ref().map(Vec::as_slice);
            let [once, twice] = lanes.enter(Join { patterns, items, bits, table, copies });
            sum += u128::from(once) + 2 * u128::from(twice);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;

    #[test]
    fn short_and_long_lists_are_sorted_into_their_buckets() {
        let mut random = Random::new(7);
        for len in [0, 1, 7, 1000, LONG_LIST + 3] {
            let masks: Vec<u64> = (0..len).map(|_| random.word() & random.word() & 0xf_ffff_ffff).collect();
            let keys = Keys::of_both(36, 3, len);
            let mut expected = vec![Vec::new(); keys.buckets()];
            masks.iter().for_each(|mask| expected[keys.bucket(*mask)].push((mask >> keys.dead) as u32));
            let mut buckets = Buckets::default();
            buckets.sort(&masks, &keys, &StopFlag::default());
            for (range, words) in buckets.starts.windows(2).zip(&mut expected) {
                let mut sorted = buckets.words[range[0] as usize..range[1] as usize].to_vec();
                sorted.sort_unstable();
                words.sort_unstable();
                assert_eq!(&sorted, words, "{len} masks");
            }
            assert_eq!((buckets.words.len(), buckets.starts.len()), (len, keys.buckets() + 1));
        }
    }
}
