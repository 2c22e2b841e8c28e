//! The tables of a count, made once: split, ranks, partitions and passes.

use super::partitions::Partitions;
use super::passes::Passes;
use super::ranks::{Bin, Ranks};
use super::split::{Action, HoleSubset, Split};
use crate::search::StopFlag;
use crate::senku::jump::Play;
use crate::senku::{Board, Group, Position};
use crate::simd::Isa;
use rayon::prelude::*;

/// All tables.
#[derive(Debug)]
pub(super) struct Tables {
    pub split: Split,
    pub ranks: Ranks,
    pub partitions: Partitions,
    pub passes: Passes,
    /// For each symmetry, the image of each bin, and the rank of each pattern's image.
    turned_bins: Vec<Vec<Bin>>,
    turned_ranks: Vec<Vec<u16>>,
    /// For each symmetry, the map of the patterns that it keeps.
    kept: Vec<Vec<u64>>,
    /// The slots of each level, by pegs, padding included.
    pub slots: Vec<usize>,
}

impl Tables {
    /// Builds the tables for the positions of the class of `start`, up to the symmetries of `group`, which keep that
    /// class. They suit one instruction set, and work on any. Without `play` they find positions, but cannot be pulled
    /// with. `None` if `stop` was raised.
    pub fn new(
        board: &Board,
        start: Position,
        group: &Group,
        (play, isa): (impl Into<Option<Play>>, Isa),
        stop: &StopFlag,
    ) -> Option<Self> {
        let split = Split::new(board, group);
        let actions = |part: &HoleSubset| -> Vec<Action> {
            group.elements().iter().map(|symmetry| part.action(symmetry)).collect()
        };
        let (s_actions, r_actions) = (actions(&split.s), actions(&split.r));
        let mut ranks = Ranks::new(board, &split);
        let partitions = Partitions::new(group, &split, &s_actions, &ranks, start, stop)?;
        let passes = match play.into() {
            Some(play) => Passes::new(board, &split, &r_actions, &ranks, &partitions, play, stop)?,
            None => Passes::default(),
        };
        if isa.lists_members() {
            ranks.list_members(passes.subsets(), stop);
        }
        if stop.is_raised() {
            return None;
        }
        let turned = |action: &Action, bin: &Bin| match ranks.patterns[bin.range()] {
            [first, ..] => ranks.bin_with(action.apply(first)),
            [] => *bin,
        };
        let turned_bins = r_actions
            .iter()
            .map(|action| ranks.bins.iter().map(|bin| turned(action, bin)).collect())
            .collect();
        let turned_ranks = r_actions
            .par_iter()
            .map(|action| ranks.patterns.iter().map(|&r| ranks.rank[action.apply(r) as usize]).collect())
            .collect();
        let kept = r_actions
            .par_iter()
            .map(|action| {
                let mut map = vec![0; ranks.map_words];
                ranks.draw(&mut map, |pattern| action.apply(pattern) == pattern);
                map
            })
            .collect();
        let slots = slots(&ranks, &partitions, split.s.len() + split.r.len());
        Some(Tables { split, ranks, partitions, passes, turned_bins, turned_ranks, kept, slots })
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
        (partition, usize::from(self.turned_ranks[turn][place]))
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
}

/// The slots of each level of a board of `holes` holes.
fn slots(ranks: &Ranks, partitions: &Partitions, holes: usize) -> Vec<usize> {
    let levels = (0..=holes).into_par_iter();
    levels
        .map(|pegs| partitions.list.iter().map(|partition| partition.bin(ranks, pegs).slots()).sum())
        .collect()
}
