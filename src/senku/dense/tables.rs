//! The tables of a count, made once: the index of the positions, and the passes.

use super::partitions::Partitions;
use super::passes::Passes;
use super::ranks::{Bin, Ranks};
use super::split::{Action, HoleSubset, Sizes, Split};
use crate::search::StopFlag;
use crate::senku::{Board, Group, Position};
use crate::simd::Isa;
use rayon::prelude::*;
use std::ops::Deref;

/// The index of the positions of a class: split, ranks, partitions, and the symmetries on R.
#[derive(Debug)]
pub(in crate::senku) struct Index {
    pub split: Split,
    pub ranks: Ranks,
    pub partitions: Partitions,
    /// The action of each symmetry on the patterns of R.
    pub actions: Vec<Action>,
    /// For each symmetry, the image of each bin, and the rank of each pattern's image.
    turned_bins: Vec<Vec<Bin>>,
    turned_ranks: Vec<Vec<u16>>,
    /// For each symmetry, the map of the patterns that it keeps.
    kept: Vec<Vec<u64>>,
}

/// All tables.
#[derive(Debug)]
pub(super) struct Tables {
    index: Index,
    pub passes: Passes,
    /// The slots of each level, by pegs, padding included.
    pub slots: Vec<u64>,
}

impl Deref for Tables {
    type Target = Index;

    fn deref(&self) -> &Index {
        &self.index
    }
}

impl Tables {
    /// Builds the tables for the positions of the class of `start`, up to the symmetries of `group`, which keep that
    /// class. They suit one instruction set, and work on any. `None` if `stop` was raised.
    pub fn new(board: &Board, start: Position, group: &Group, isa: Isa, stop: &StopFlag) -> Option<Self> {
        let mut index = Index::new(board, start, group, Sizes::NUMBERS, stop)?;
        let passes = Passes::new(board, &index, stop)?;
        if isa.lists_members() {
            index.ranks.list_members(passes.subsets(), stop);
        }
        let slots = index.slots();
        (!stop.is_raised()).then_some(Tables { index, passes, slots })
    }
}

impl Index {
    /// Builds the index of the class of `start`, up to the symmetries of `group`, which keep that class. `None` if
    /// `stop` was raised.
    pub fn new(board: &Board, start: Position, group: &Group, sizes: Sizes, stop: &StopFlag) -> Option<Self> {
        let split = Split::new(board, group, sizes);
        let actions = |part: &HoleSubset| -> Vec<Action> {
            group.elements().iter().map(|symmetry| part.action(symmetry)).collect()
        };
        let (s_actions, actions) = (actions(&split.s), actions(&split.r));
        let ranks = Ranks::new(board, &split);
        let partitions = Partitions::new(group, &split, &s_actions, &ranks, start, stop)?;
        let turned = |action: &Action, bin: &Bin| match ranks.patterns[bin.range()] {
            [first, ..] => ranks.bin_with(action.apply(first)),
            [] => *bin,
        };
        let turned_bins =
            actions.iter().map(|action| ranks.bins.iter().map(|bin| turned(action, bin)).collect()).collect();
        let turned_ranks = actions
            .par_iter()
            .map(|action| ranks.patterns.iter().map(|&r| ranks.rank[action.apply(r) as usize]).collect())
            .collect();
        let kept = actions
            .par_iter()
            .map(|action| {
                let mut map = vec![0; ranks.map_words];
                ranks.draw(&mut map, |pattern| action.apply(pattern) == pattern);
                map
            })
            .collect();
        Some(Index { split, ranks, partitions, actions, turned_bins, turned_ranks, kept })
    }

    /// The bin of a partition at the level of `pegs` pegs, empty if there are no positions.
    #[inline(always)]
    pub fn bin(&self, partition: usize, pegs: usize) -> Bin {
        self.partitions.list[partition].bin(&self.ranks, pegs)
    }

    /// The partition of a position of the start's class, and its rank there.
    pub fn find(&self, position: Position) -> (usize, usize) {
        let (s, r) = (self.split.s.pattern(position), self.split.r.pattern(position));
        let (partition, turn) = self.partitions.find(s);
        let place = self.ranks.bin_with(r).first as usize + usize::from(self.ranks.rank[r as usize]);
        (partition, self.turned_ranks[turn][place].into())
    }

    /// The image of a bin, and the ranks there of its patterns' images.
    #[inline(always)]
    pub fn turned(&self, symmetry: usize, bin: Bin) -> (Bin, &[u16]) {
        (self.turned_bins[symmetry][bin.number as usize], &self.turned_ranks[symmetry][bin.range()])
    }

    /// The patterns of a bin that a symmetry keeps.
    #[inline(always)]
    pub fn kept(&self, symmetry: usize, bin: Bin) -> &[u64] {
        &self.kept[symmetry][bin.first_word as usize..][..bin.words()]
    }

    /// The slots of each level of the start's class.
    pub fn slots(&self) -> Vec<u64> {
        let partitions = &self.partitions.list;
        let slots =
            |pegs| partitions.iter().map(|partition| partition.bin(&self.ranks, pegs).slots() as u64).sum();
        (0..=self.split.s.len() + self.split.r.len()).into_par_iter().map(slots).collect()
    }
}
