//! Dense ranks: each pattern of R is numbered within its *bin*, the patterns of its class and size.
//!
//! Play keeps the class, and each jump takes one peg. So at a level of p pegs, the positions with pattern s on S have
//! on R a pattern of class class(start) - class(s) with p - |s| pegs, which are exactly the patterns of one bin. Their
//! ranks 0, 1, 2, .. index an array without gaps, and no table of keys is needed.
//!
//! Within a bin the ranks follow the patterns as numbers. A jump therefore keeps the order: patterns that agree on some
//! holes stay in order when these holes change alike. So two bit maps, without a list of pairs, say which patterns a
//! jump takes and which it leads to.
//!
//! Run time and memory O(2^|R| · (symmetries + |R|/4)).

use super::split::{HoleSubset, Split, live_invariants};
use crate::search::StopFlag;
use crate::senku::{Board, Invariants, Position};
use crate::simd::moves::{self, BLOCK, MemberList, MemberLists, Members};
use rayon::prelude::*;
use std::collections::HashMap;

/// Stands for the number of a class that no pattern of R has.
pub(super) const NO_CLASS: u32 = u32::MAX;

/// The patterns of one class and size.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::senku) struct Bin {
    /// The number of patterns.
    pub size: u32,
    /// Its first entry in arrays with one entry per pattern.
    pub first: u32,
    /// Its first word in bit maps.
    pub first_word: u32,
    /// The index of the bin.
    pub number: u32,
}

impl Bin {
    /// Entries of an array with padding: whole blocks, and at least one entry that is always zero.
    pub fn padded(&self) -> usize {
        (self.size as usize + 1).next_multiple_of(BLOCK)
    }

    /// Entries of an array with padding; none for an empty bin.
    pub fn slots(&self) -> usize {
        if self.size == 0 { 0 } else { self.padded() }
    }

    pub fn words(&self) -> usize {
        self.padded().div_ceil(64)
    }

    pub fn range(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.size) as usize
    }
}

/// The patterns that have, or lack, a peg in each of at most two holes of R.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::senku) struct Subset {
    a: u8,
    b: u8,
}

impl Subset {
    /// Whether all patterns belong to it: then both maps are the map of all patterns.
    #[inline(always)]
    pub fn is_all(self) -> bool {
        self.a == self.b
    }
}

/// The ranks of the patterns of R, and the maps of their holes.
#[derive(Debug)]
pub(in crate::senku) struct Ranks {
    /// Holes of R.
    pub holes: usize,
    /// The invariants of jumps.
    invariants: Invariants,
    /// The classes that patterns of R have, numbered.
    classes: HashMap<u64, usize>,
    /// All bins, by class number and size.
    pub bins: Vec<Bin>,
    /// The number of each pattern's bin.
    bin_of: Vec<u32>,
    /// The patterns, bin by bin, ascending in each.
    pub patterns: Vec<u32>,
    /// The rank of each pattern.
    pub rank: Vec<u16>,
    /// For each hole the patterns without a peg there, and the patterns with one; then all patterns.
    maps: Vec<u64>,
    /// Words of a bit map of all bins.
    pub map_words: usize,
    lists: Lists,
}

/// The members of subsets as lists, for code without vectors.
#[derive(Debug, Default)]
struct Lists {
    /// For each subset the index of its lists; `u16::MAX` if it has none.
    number: Vec<u16>,
    /// One list per bin.
    by_bin: Vec<MemberLists>,
}

impl Ranks {
    pub fn new(board: &Board, split: &Split) -> Self {
        let mut ranks = Ranks {
            holes: split.r.len(),
            invariants: live_invariants(board),
            classes: HashMap::new(),
            bins: Vec::new(),
            bin_of: Vec::new(),
            patterns: Vec::new(),
            rank: Vec::new(),
            maps: Vec::new(),
            map_words: 0,
            lists: Lists::default(),
        };
        ranks.find_bins(&split.r);
        ranks.number_patterns();
        ranks.draw_maps();
        ranks
    }

    /// The number of a position's class, which play does not change; [`NO_CLASS`] if no pattern of R has it.
    pub fn class_number(&self, position: Position) -> u32 {
        self.classes.get(&self.invariants.class(position)).map_or(NO_CLASS, |&number| number as u32)
    }

    /// The bin of a numbered class and a size.
    #[inline(always)]
    pub fn bin(&self, class: u32, size: usize) -> Bin {
        self.bins[self.bin_index(class as usize, size)]
    }

    /// The index of the bin of a numbered class and a size.
    #[inline(always)]
    fn bin_index(&self, class: usize, size: usize) -> usize {
        class * (self.holes + 1) + size
    }

    /// The bin of a pattern.
    pub fn bin_with(&self, pattern: u32) -> Bin {
        self.bins[self.bin_of[pattern as usize] as usize]
    }

    /// The patterns that agree with `pattern` on the holes of `mask`, at most two.
    pub fn subset(&self, mask: u32, pattern: u32) -> Subset {
        let all = 2 * self.holes as u8;
        let mut maps = (0..self.holes as u8).filter(|&hole| mask >> hole & 1 == 1);
        let mut next = || maps.next().map_or(all, |hole| 2 * hole + (pattern >> hole & 1) as u8);
        Subset { a: next(), b: next() }
    }

    /// The ranks in `bin` of the patterns of a subset.
    #[inline(always)]
    pub fn members(&self, subset: Subset, bin: Bin) -> Members<'_> {
        let map = |number: u8| self.map(number.into(), bin);
        Members { a: map(subset.a), b: map(subset.b), list: self.list(subset, bin) }
    }

    #[inline(always)]
    fn map(&self, number: usize, bin: Bin) -> &[u64] {
        &self.maps[number * self.map_words + bin.first_word as usize..][..bin.words()]
    }

    /// The map in `bin` of the patterns that agree with `pattern` on the holes of `mask`.
    pub fn agreeing(&self, mask: u32, pattern: u32, bin: Bin) -> Vec<u64> {
        let mut all = self.map(2 * self.holes, bin).to_vec();
        for hole in (0..self.holes).filter(|hole| mask >> hole & 1 == 1) {
            let map = self.map(2 * hole + (pattern >> hole & 1) as usize, bin);
            all.iter_mut().zip(map).for_each(|(all, map)| *all &= map);
        }
        all
    }

    /// The list of a subset's members in a bin, if there is one.
    #[inline(always)]
    fn list(&self, subset: Subset, bin: Bin) -> MemberList<'_> {
        // Without lists, and for subsets without a pass, the list is empty.
        let number = self.lists.number.get(self.subset_index(subset)).copied().unwrap_or(u16::MAX);
        let lists = self.lists.by_bin.get(usize::from(number));
        lists.map_or_else(MemberList::default, |lists| lists.get(bin.number as usize))
    }

    /// Lists the members of the subsets; once `stop` is raised the lists stay empty.
    pub fn list_members(&mut self, subsets: impl Iterator<Item = Subset>, stop: &StopFlag) {
        let mut wanted = Vec::new();
        let mut number = vec![u16::MAX; (2 * self.holes + 1).pow(2)];
        for subset in subsets {
            let list = &mut number[self.subset_index(subset)];
            if *list == u16::MAX {
                *list = wanted.len() as u16;
                wanted.push(subset);
            }
        }
        let wanted = wanted.par_iter();
        let lists = wanted.map(|&subset| (!stop.is_raised()).then(|| self.members_by_bin(subset)));
        self.lists.by_bin = lists.map(Option::unwrap_or_default).collect();
        self.lists.number = number;
    }

    fn subset_index(&self, subset: Subset) -> usize {
        usize::from(subset.a) * (2 * self.holes + 1) + usize::from(subset.b)
    }

    fn members_by_bin(&self, subset: Subset) -> MemberLists {
        let mut lists = MemberLists::default();
        for &bin in &self.bins {
            lists.push(self.members(subset, bin).elements().map(|rank| rank as u16));
        }
        lists
    }

    /// Numbers the classes, finds each pattern's bin and measures the bins.
    fn find_bins(&mut self, r: &HoleSubset) {
        let hole_classes: Vec<u64> =
            (0..self.holes).map(|i| self.invariants.class(r.position(1 << i))).collect();
        // The classes by number, and each pattern's class: those of the lower holes, then the same with one more peg.
        let (mut classes, mut class_of) = (vec![0], vec![0]);
        self.classes.insert(0, 0);
        for hole_class in hole_classes {
            let mut with_peg = Vec::new();
            for number in 0..classes.len() {
                let class = classes[number] ^ hole_class;
                with_peg.push(*self.classes.entry(class).or_insert(classes.len()));
                if self.classes.len() > classes.len() {
                    classes.push(class);
                }
            }
            let more: Vec<usize> = class_of.iter().map(|&class| with_peg[class]).collect();
            class_of.extend(more);
        }
        let bin =
            |(pattern, class): (usize, usize)| self.bin_index(class, pattern.count_ones() as usize) as u32;
        self.bin_of = class_of.into_iter().enumerate().map(bin).collect();
        self.bins = vec![Bin::default(); self.classes.len() * (self.holes + 1)];
        for &bin in &self.bin_of {
            self.bins[bin as usize].size += 1;
        }
        let (mut first, mut first_word) = (0, 0);
        for (number, bin) in self.bins.iter_mut().enumerate() {
            bin.number = number as u32;
            (bin.first, bin.first_word) = (first, first_word);
            first += bin.size;
            first_word += bin.words() as u32;
        }
        self.map_words = first_word as usize;
    }

    fn number_patterns(&mut self) {
        self.patterns = vec![0; self.bin_of.len()];
        self.rank = vec![0; self.bin_of.len()];
        let mut next: Vec<u32> = self.bins.iter().map(|bin| bin.first).collect();
        for (pattern, &bin) in self.bin_of.iter().enumerate() {
            let place = &mut next[bin as usize];
            self.patterns[*place as usize] = pattern as u32;
            self.rank[pattern] = (*place - self.bins[bin as usize].first) as u16;
            *place += 1;
        }
    }

    fn draw_maps(&mut self) {
        let mut maps = vec![0u64; (2 * self.holes + 1) * self.map_words];
        maps.par_chunks_mut(self.map_words).enumerate().for_each(|(number, map)| {
            let hole = number / 2;
            let belongs = |pattern: u32| hole == self.holes || pattern >> hole & 1 == number as u32 & 1;
            self.draw(map, belongs);
        });
        self.maps = maps;
    }

    /// Draws the map of the patterns for which `belongs` holds.
    pub fn draw(&self, map: &mut [u64], belongs: impl Fn(u32) -> bool) {
        for bin in &self.bins {
            moves::mark(&self.patterns[bin.range()], &mut map[bin.first_word as usize..], &belongs);
        }
    }
}

/// The number of marked ranks.
#[inline(always)]
pub(in crate::senku) fn members(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// The marked ranks.
pub(in crate::senku) fn marked(words: &[u64]) -> impl Iterator<Item = usize> {
    moves::marked(words.iter().copied())
}
