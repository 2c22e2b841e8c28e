//! The tables of a count, made once: parts, ranks, partitions and passes.

use super::partitions::Partitions;
use super::passes::{Direction, Passes};
use super::ranks::{Cell, Ranks};
use super::split::{Action, Split};
use crate::senku::{Board, Group, Position};
use crate::simd::Isa;
use crate::simd::moves::WINDOW;
use rayon::prelude::*;

/// All tables.
#[derive(Debug)]
pub(super) struct Plan {
    pub split: Split,
    pub ranks: Ranks,
    pub partitions: Partitions,
    pub passes: Passes,
    /// For each symmetry, at each pattern's place, the rank of the pattern's image.
    turned_ranks: Vec<Vec<u16>>,
    /// For each symmetry the map of the patterns that it keeps.
    kept: Vec<Vec<u64>>,
}

/// The slots of one partition at one level.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Place {
    /// The first slot.
    pub first: usize,
    /// Its cell; an empty one where the partition has no positions.
    pub cell: Cell,
    /// The cell's number.
    pub index: usize,
}

impl Place {
    /// Its slots, padding included.
    pub fn slots(&self) -> std::ops::Range<usize> {
        let len = if self.cell.is_empty() { 0 } else { self.cell.padded() };
        self.first..self.first + len
    }
}

impl Plan {
    /// The tables for the positions of the class of `start`, up to the symmetries of `group`, which keep
    /// that class. Made for one instruction set: it runs on any, and slower.
    pub fn new(board: &Board, start: Position, group: &Group, direction: Direction, isa: Isa) -> Self {
        let split = Split::new(board, group);
        let actions = |part: &super::split::Part| -> Vec<Action> {
            group.elements().iter().map(|symmetry| part.action(symmetry)).collect()
        };
        let (s_actions, r_actions) = (actions(&split.s), actions(&split.r));
        let mut ranks = Ranks::new(board, &split);
        let partitions = Partitions::new(group, &split, &s_actions, &ranks, start);
        let tables = (&*s_actions, &*r_actions);
        let passes = Passes::new(board, &split, tables, &ranks, &partitions, direction);
        if isa == Isa::Portable {
            ranks.list_members(passes.subsets());
        }
        let turned_ranks: Vec<Vec<u16>> = r_actions
            .par_iter()
            .map(|action| ranks.patterns.iter().map(|&r| ranks.rank[action.apply(r) as usize]).collect())
            .collect();
        let kept = r_actions
            .par_iter()
            .map(|action| {
                let mut map = vec![0; ranks.map_words()];
                ranks.draw(&mut map, |pattern| action.apply(pattern) == pattern);
                map
            })
            .collect();
        Plan { split, ranks, partitions, passes, turned_ranks, kept }
    }

    /// Where each partition's slots are at the level of `pegs` pegs, and how many slots there are.
    pub fn places(&self, pegs: usize) -> (Vec<Place>, usize) {
        let mut first = 0;
        let place = |partition: &super::partitions::Partition| {
            let (cell, index) = partition.cell(&self.ranks, pegs, self.split.r.len()).unwrap_or_default();
            let place = Place { first, cell, index };
            first = place.slots().end;
            place
        };
        let places = self.partitions.list().iter().map(place).collect();
        (places, first)
    }

    /// Bytes of the largest level from `pegs` pegs down, with slots of so many bytes.
    pub fn room(&self, pegs: usize, slot: usize) -> usize {
        let most = (0..=pegs).map(|pegs| self.places(pegs).1).max();
        (most.unwrap_or(0) + WINDOW) * slot
    }

    /// The partition of a position and its rank there. The position is of the start's class.
    pub fn find(&self, position: Position) -> (usize, usize) {
        self.find_parts(self.split.s.pattern(position), self.split.r.pattern(position))
    }

    /// [`find`](Self::find) of a position that is given by its patterns.
    pub fn find_parts(&self, s: u32, r: u32) -> (usize, usize) {
        let (partition, turn) = self.partitions.find(s);
        let place = self.ranks.cell_with(r).first as usize + usize::from(self.ranks.rank[r as usize]);
        (partition, usize::from(self.turned_ranks[turn][place]))
    }

    /// The ranks of the images of a cell's patterns.
    #[inline(always)]
    pub fn turned(&self, symmetry: usize, cell: Cell) -> &[u16] {
        &self.turned_ranks[symmetry][cell.range()]
    }

    /// The patterns of a cell that a symmetry keeps.
    #[inline(always)]
    pub fn kept(&self, symmetry: usize, cell: Cell) -> &[u64] {
        &self.kept[symmetry][cell.first_word as usize..][..cell.words()]
    }
}
