//! Jumps as moves of bits.
//!
//! In the order of ranks a jump's effect on R leads from a map to a map: the first pattern before it to the first one
//! after it, and so on. A *segment* is a part of that within one word of each map. With S = {}, R = four holes in a row,
//! one class, and the jump of hole 0 over 1 to 2:
//!
//! ```text
//! 2 pegs   oo..  o.o.  .oo.  o..o  .o.o  ..oo     before   1 0 0 0 0 0
//! 1 peg    o...  .o..  ..o.  ...o                 after    0 0 1 0        one segment: bit 0 to bit 2
//! ```
//!
//! Where no instruction moves bits, a map says which patterns a jump takes, and each is moved by itself.
//!
//! Memory about 40 bytes for each jump and each word of a map of all patterns.

use crate::base::bits::ones;
use crate::senku::dense::{Bin, Change, CutJump, Index, marked};
use crate::simd::Isa;
use rayon::prelude::*;

/// The effects of all jumps in all orientations, and their segments.
#[derive(Debug, Default)]
pub(super) struct Segments {
    /// The effects; the first is that of jumps inside S, which is none.
    effects: Vec<Change>,
    /// For each effect the map of the patterns before it, where these are moved one by one. Then there are no segments.
    before: Vec<Vec<u64>>,
    /// The beginning of the segments of each effect and bin after it.
    starts: Vec<u32>,
    bins: usize,
    /// The bits before and after.
    masks: Vec<[u64; 2]>,
    /// The words that hold them.
    words: Vec<[u16; 2]>,
}

impl Segments {
    /// Cuts jumps; also returns for each jump and symmetry the number of its effect.
    pub fn new(jumps: &[CutJump], index: &Index, isa: Isa) -> (Self, Vec<Vec<u16>>) {
        let mut effects = vec![Change { mask: 0, before: 0, after: 0 }];
        let mut number = |effect| {
            let known = effects.iter().position(|&other| other == effect);
            known.unwrap_or_else(|| {
                effects.push(effect);
                effects.len() - 1
            }) as u16
        };
        let turned =
            |jump: &CutJump| index.actions.iter().map(|action| number(jump.r.turned(action))).collect();
        let numbers = jumps.iter().map(turned).collect();
        let ranks = &index.ranks;
        let mut all = Segments { effects, bins: ranks.bins.len(), ..Segments::default() };
        if isa.lists_members() {
            let before = |effect: &Change| {
                let mut map = vec![0; ranks.map_words];
                ranks.draw(&mut map, |pattern| pattern & effect.mask == effect.before);
                map
            };
            all.before = all.effects.par_iter().map(before).collect();
            return (all, numbers);
        }
        let parts: Vec<_> = all.effects[1..].par_iter().map(|&effect| segments(effect, index)).collect();
        all.starts = vec![0; all.bins];
        for (ends, masks, words) in parts {
            let before = all.masks.len() as u32;
            all.starts.extend(ends.iter().map(|end| before + end));
            all.masks.extend(masks);
            all.words.extend(words);
        }
        all.starts.push(all.masks.len() as u32);
        (all, numbers)
    }

    /// An effect, and the map in a bin of the patterns before it.
    #[inline(always)]
    pub fn one_by_one(&self, effect: usize, bin: Bin) -> (Change, &[u64]) {
        (self.effects[effect], &self.before[effect][bin.first_word as usize..][..bin.words()])
    }

    /// The segments of an effect, not the first, that lead to a bin: the bits before and after, and the words that hold
    /// them.
    #[inline(always)]
    pub fn of(&self, effect: usize, bin: Bin) -> (&[[u64; 2]], &[[u16; 2]]) {
        let at = effect * self.bins + bin.number as usize;
        let range = self.starts[at] as usize..self.starts[at + 1] as usize;
        (&self.masks[range.clone()], &self.words[range])
    }
}

/// The segments of an effect by bin of the patterns after the jump: where each bin's begin, the bits, and the words.
fn segments(effect: Change, index: &Index) -> (Vec<u32>, Vec<[u64; 2]>, Vec<[u16; 2]>) {
    let ranks = &index.ranks;
    let (mut starts, mut masks, mut words) = (vec![], vec![], vec![]);
    for &to_bin in &ranks.bins {
        starts.push(masks.len() as u32);
        let to = ranks.agreeing(effect.mask, effect.after, to_bin);
        let Some(first) = marked(&to).next() else { continue };
        let from_bin = ranks.bin_with(ranks.patterns[to_bin.range()][first] ^ effect.mask);
        let from = ranks.agreeing(effect.mask, effect.before, from_bin);
        // The n-th segments of all words after the jump stand together: neighbours write different words.
        let mut rounds: Vec<Vec<([u64; 2], [u16; 2])>> = vec![];
        let mut left = from.into_iter().enumerate().filter(|&(_, word)| word != 0);
        let (mut i, mut rest) = (0, 0);
        for (j, mut word) in to.into_iter().enumerate() {
            let mut round = 0;
            while word != 0 {
                if rest == 0 {
                    (i, rest) = left.next().expect("both maps have equally many members");
                }
                let length = word.count_ones().min(rest.count_ones()) as usize;
                let [before, after] = [rest, word].map(|word| lowest(word, length));
                if round == rounds.len() {
                    rounds.push(vec![]);
                }
                rounds[round].push(([before, after], [i as u16, j as u16]));
                (rest, word, round) = (rest ^ before, word ^ after, round + 1);
            }
        }
        masks.extend(rounds.iter().flatten().map(|&(bits, _)| bits));
        words.extend(rounds.iter().flatten().map(|&(_, at)| at));
    }
    (starts, masks, words)
}

/// The lowest `length` bits of those of a word.
fn lowest(word: u64, length: usize) -> u64 {
    ones(word).take(length).fold(0, |bits, bit| bits | 1 << bit)
}
