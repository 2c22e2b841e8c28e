//! The sources of a partition: its *passes*.
//!
//! The example is a row of six holes, 0 to 5, with S = {0, 1} and R = {2, 3, 4, 5}; `o` is a peg, `.` an empty hole.
//! The jump of 3 over 2 to 1 is cut between S and R (the levels of 2 and 1 pegs of `run`'s picture):
//!
//! ```text
//!             on S: 0 1     on R: 2 3 4 5
//! holes             ? x           x x ? ?
//! before            ? .           o o ? ?
//! after             ? o           . . ? ?
//!
//! source: s = .., 2 pegs         target: s = .o, 1 peg
//! rank        0     1            rank       0
//! r         oo..  .o.o           r         ....
//! from        1     0            to         1        members of two subsets of R
//! V           2     0   ─pass─▶  V          2        the first member goes to the first, and so on
//! ```
//!
//! So a target pattern s that matches the jump's result on S pulls from the partition of s with the jump's holes
//! flipped (one XOR). On R, the patterns before the jump map to the patterns after it. In the order of ranks these are
//! two bit maps ([`Ranks::members`]): a *pass* is a source partition and two subsets of R.
//!
//! **Turns.** The source partition's representative may be another orientation g s' of the required s'. Then the pass
//! adds to a sum that is turned by g as well. The passes of a partition are sorted by g into *turns*, and each turned
//! sum is turned back once. Most jumps need no turn.
//!
//! **Inside R.** A jump wholly inside R (5 over 4 to 3) leads from a partition to itself. There are many of these, each
//! with few patterns, so their sources are gathered pattern by pattern instead ([`Gathers`]).
//!
//! On the English board: 8356 partitions, 16 passes each.

use super::partitions::Partitions;
use super::ranks::{Bin, Ranks, Subset};
use super::split::{Action, HoleSubset, Split};
use crate::search::StopFlag;
use crate::senku::jump::Play;
use crate::senku::{Board, Jump};
use crate::simd::moves::{BLOCK, Gathers};
use rayon::prelude::*;
use std::ops::Range;

/// The effect of a jump on a subset of holes: the holes that it flips, and those with a peg before and after.
#[derive(Debug, Clone, Copy)]
struct Change {
    mask: u32,
    before: u32,
    after: u32,
}

/// A jump, cut between S and R.
#[derive(Debug, Clone, Copy)]
struct CutJump {
    s: Change,
    r: Change,
}

/// A source partition, the patterns that can make the jump, and the patterns that they become.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pass {
    pub source: u32,
    pub from: Subset,
    pub to: Subset,
}

/// The passes that share an orientation.
#[derive(Debug, Clone)]
pub(super) struct Turn {
    /// The symmetry that turns the target.
    pub symmetry: usize,
    /// The number of the class on R of the turned target.
    pub class: u32,
    passes: Range<u32>,
}

/// The jumps inside R for one bin.
#[derive(Debug, Default)]
struct InsideBin {
    rows: Vec<u8>,
    indices: Vec<u16>,
    /// The most sources of a pattern.
    most: u32,
}

/// All passes of a game in one direction of play.
#[derive(Debug, Default)]
pub(super) struct Passes {
    passes: Vec<Pass>,
    turns: Vec<Turn>,
    /// For each partition, the end of its turns.
    turn_ends: Vec<u32>,
    inside: Vec<InsideBin>,
    /// For each partition, the subsets of R that allow a jump; `None` if some jump needs nothing of R.
    exits: Vec<Option<Box<[Subset]>>>,
    /// The map of the patterns that have a jump inside R.
    pub inside_exits: Vec<u64>,
}

impl Passes {
    /// Finds the passes of all partitions, from the actions of the symmetries on S and on R; `None` if `stop` was
    /// raised.
    pub fn new(
        board: &Board,
        split: &Split,
        (s_actions, r_actions): (&[Action], &[Action]),
        ranks: &Ranks,
        partitions: &Partitions,
        play: Play,
        stop: &StopFlag,
    ) -> Option<Self> {
        let (inside, crossing): (Vec<CutJump>, Vec<CutJump>) =
            cut_jumps(board, split, play).into_iter().partition(|jump| jump.s.mask == 0);
        let mut passes = Passes {
            passes: Vec::new(),
            turns: Vec::new(),
            turn_ends: Vec::with_capacity(partitions.list.len()),
            inside: inside_bins(ranks, &inside),
            exits: Vec::with_capacity(partitions.list.len()),
            inside_exits: vec![0; ranks.map_words],
        };
        let starts_jump = |pattern: u32| inside.iter().any(|jump| pattern & jump.r.mask == jump.r.before);
        ranks.draw(&mut passes.inside_exits, starts_jump);
        let mut found: Vec<(usize, Pass)> = Vec::new();
        for partition in &partitions.list {
            if stop.is_raised() {
                return None;
            }
            let s = partition.pattern;
            found.clear();
            for jump in crossing.iter().filter(|jump| s & jump.s.mask == jump.s.after) {
                let (source, turn) = partitions.find(s ^ jump.s.mask);
                let turned = |bits: u32| r_actions[turn].apply(bits);
                let mask = turned(jump.r.mask);
                let pass = Pass {
                    source: source as u32,
                    from: ranks.subset(mask, turned(jump.r.before)),
                    to: ranks.subset(mask, turned(jump.r.after)),
                };
                found.push((turn, pass));
            }
            found.sort_by_key(|&(turn, _)| turn);
            for same_turn in found.chunk_by(|a, b| a.0 == b.0) {
                let symmetry = same_turn[0].0;
                let first = passes.passes.len() as u32;
                passes.passes.extend(same_turn.iter().map(|&(_, pass)| pass));
                passes.turns.push(Turn {
                    symmetry,
                    class: partitions.class_of(ranks, split, s_actions[symmetry].apply(s)),
                    passes: first..passes.passes.len() as u32,
                });
            }
            passes.turn_ends.push(passes.turns.len() as u32);
            passes.exits.push(exits(ranks, &crossing, s));
        }
        Some(passes)
    }

    /// The turns of a partition.
    #[inline(always)]
    pub fn turns(&self, partition: usize) -> &[Turn] {
        let first = partition.checked_sub(1).map_or(0, |before| self.turn_ends[before]);
        &self.turns[first as usize..self.turn_ends[partition] as usize]
    }

    /// The passes of a turn.
    #[inline(always)]
    pub fn passes(&self, turn: &Turn) -> &[Pass] {
        &self.passes[turn.passes.start as usize..turn.passes.end as usize]
    }

    /// All passes of a partition.
    #[inline(always)]
    pub fn all_passes(&self, partition: usize) -> &[Pass] {
        match self.turns(partition) {
            [] => &[],
            [first, .., last] => &self.passes[first.passes.start as usize..last.passes.end as usize],
            [only] => self.passes(only),
        }
    }

    /// The subsets of all passes.
    pub fn subsets(&self) -> impl Iterator<Item = Subset> {
        self.passes.iter().flat_map(|pass| [pass.from, pass.to])
    }

    /// The jumps inside R that lead to a bin, and the most that lead to one pattern.
    #[inline(always)]
    pub fn inside(&self, bin: Bin) -> (Gathers<'_>, u32) {
        let inside = &self.inside[bin.number as usize];
        let gathers = Gathers { rows: &inside.rows, indices: &inside.indices };
        (gathers, inside.most)
    }

    /// The subsets of R that allow a jump of a partition, jumps inside R excluded; `None` if some jump is always
    /// possible.
    pub fn exits(&self, partition: usize) -> Option<&[Subset]> {
        self.exits[partition].as_deref()
    }
}

/// The jumps of the board, cut between S and R.
fn cut_jumps(board: &Board, split: &Split, play: Play) -> Vec<CutJump> {
    let change = |part: &HoleSubset, jump: Jump| {
        let (mask, before) = (part.pattern(jump.mask()), part.pattern(jump.needs(play)));
        Change { mask, before, after: mask ^ before }
    };
    let jumps = board.jumps().iter();
    jumps.map(|&jump| CutJump { s: change(&split.s, jump), r: change(&split.r, jump) }).collect()
}

/// The subsets of R that allow one of `jumps` from pattern `s`.
fn exits(ranks: &Ranks, jumps: &[CutJump], s: u32) -> Option<Box<[Subset]>> {
    let mut exits = Vec::new();
    for jump in jumps.iter().filter(|jump| s & jump.s.mask == jump.s.before) {
        if jump.r.mask == 0 {
            return None;
        }
        let subset = ranks.subset(jump.r.mask, jump.r.before);
        if !exits.contains(&subset) {
            exits.push(subset);
        }
    }
    Some(exits.into())
}

/// For each bin, the ranks from which `jumps`, all inside R, reach each of its patterns.
fn inside_bins(ranks: &Ranks, jumps: &[CutJump]) -> Vec<InsideBin> {
    let bins = ranks.bins.par_iter();
    bins.map(|bin| inside_bin(ranks, bin, jumps)).collect()
}

fn inside_bin(ranks: &Ranks, bin: &Bin, jumps: &[CutJump]) -> InsideBin {
    let patterns = &ranks.patterns[bin.range()];
    let leads_to = |pattern: u32| jumps.iter().filter(move |jump| pattern & jump.r.mask == jump.r.after);
    // Patterns with equally many sources stand side by side, so no lane of a block is idle.
    let mut by_sources: Vec<(u8, u16)> = Vec::new();
    for (rank, &pattern) in patterns.iter().enumerate() {
        let sources = leads_to(pattern).count() as u8;
        if sources > 0 {
            by_sources.push((sources, rank as u16));
        }
    }
    by_sources.sort_unstable();
    let mut found = InsideBin::default();
    for block in by_sources.chunks(BLOCK) {
        let rows = usize::from(block[block.len() - 1].0);
        let first = found.indices.len();
        // Idle lanes read the padding, which is zero, and add it to the padding.
        found.indices.resize(first + BLOCK, bin.size as u16);
        let padding = source_size(ranks, patterns, block, jumps) as u16;
        found.indices.resize(first + BLOCK * (1 + rows), padding);
        for (lane, &(_, rank)) in block.iter().enumerate() {
            found.indices[first + lane] = rank;
            let pattern = patterns[usize::from(rank)];
            for (row, jump) in leads_to(pattern).enumerate() {
                let source = pattern ^ jump.r.mask;
                found.indices[first + BLOCK * (1 + row) + lane] = ranks.rank[source as usize];
            }
        }
        found.rows.push(rows as u8);
        found.most = rows as u32;
    }
    found
}

/// The size of the bin that holds this block's sources.
fn source_size(ranks: &Ranks, patterns: &[u32], block: &[(u8, u16)], jumps: &[CutJump]) -> u32 {
    let pattern = patterns[usize::from(block[0].1)];
    let jump = jumps.iter().find(|jump| pattern & jump.r.mask == jump.r.after);
    let source = jump.map_or(pattern, |jump| pattern ^ jump.r.mask);
    ranks.bin_with(source).size
}
