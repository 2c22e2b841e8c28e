//! The sources of a partition: its *passes*.
//!
//! The example is a row of six holes, 0 to 5, with S = {0, 1} and R = {2, 3, 4, 5}; `o` is a peg, `.` an empty hole.
//! The jump of 3 over 2 to 1 is cut between S and R (the levels of 2 and 1 pegs of `level`'s picture):
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
//! On the English board: 8484 partitions, 18 passes each.

use super::partitions::{Partition, Partitions};
use super::ranks::{Bin, Ranks, Subset, marked};
use super::split::{Action, HoleSubset, Split};
use super::tables::Index;
use crate::search::StopFlag;
use crate::senku::{Board, Jump};
use crate::simd::moves::{BLOCK, Gathers};
use rayon::prelude::*;
use std::ops::Range;

/// Partitions whose passes stand in one array.
const PART: usize = 256;

/// The effect of a jump on a subset of holes: the holes that it flips, and those with a peg before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::senku) struct Change {
    pub mask: u32,
    pub before: u32,
    pub after: u32,
}

impl Change {
    /// The effect on patterns that `action` has turned.
    pub fn turned(self, action: &Action) -> Self {
        let [mask, before, after] = [self.mask, self.before, self.after].map(|pattern| action.apply(pattern));
        Change { mask, before, after }
    }

    /// The effect of the jump undone.
    pub fn undone(self) -> Self {
        Change { mask: self.mask, before: self.after, after: self.before }
    }
}

/// A jump, cut between S and R.
#[derive(Debug, Clone, Copy)]
pub(in crate::senku) struct CutJump {
    pub s: Change,
    pub r: Change,
}

/// A jump with a hole in S: its effect there, and for each symmetry the turned patterns of R that can make it, and those
/// that they become.
#[derive(Debug)]
struct OuterJump {
    s: Change,
    r: Vec<[Subset; 2]>,
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
pub(in crate::senku) struct Turn {
    /// The symmetry that turns the target.
    pub symmetry: u8,
    /// The number of passes.
    pub passes: u16,
}

/// The passes of partitions, turn after turn.
#[derive(Debug, Default)]
pub(in crate::senku) struct Sources<P>(Vec<Part<P>>);

/// The passes of some partitions in a row.
#[derive(Debug)]
struct Part<P> {
    passes: Vec<P>,
    turns: Vec<Turn>,
    /// For each partition the ends of its passes and of its turns, after those of none.
    ends: Vec<[u32; 2]>,
}

/// The jumps inside R for one bin.
#[derive(Debug, Default)]
struct InsideBin {
    rows: Vec<u8>,
    indices: Vec<u16>,
    /// The most sources of a pattern.
    most: u32,
    /// The map of the patterns that have such a jump.
    exits: Vec<u64>,
}

/// All passes of a game.
#[derive(Debug)]
pub(super) struct Passes {
    pub sources: Sources<Pass>,
    /// The jumps with a hole in S, those inside S first.
    outer: Vec<OuterJump>,
    inside: Vec<InsideBin>,
}

impl Passes {
    /// Finds the passes of all partitions; `None` if `stop` was raised.
    pub fn new(board: &Board, index: &Index, stop: &StopFlag) -> Option<Self> {
        let Index { split, ranks, partitions, actions, .. } = index;
        let (inside, mut outer): (Vec<CutJump>, Vec<CutJump>) =
            cut_jumps(board, split).into_iter().partition(|jump| jump.s.mask == 0);
        outer.sort_by_key(|jump| jump.r.mask != 0);
        let subsets =
            |effect: Change| [effect.before, effect.after].map(|part| ranks.subset(effect.mask, part));
        let turned = |jump: &CutJump| actions.iter().map(|action| subsets(jump.r.turned(action))).collect();
        let outer: Vec<OuterJump> =
            outer.iter().map(|jump| OuterJump { s: jump.s, r: turned(jump) }).collect();
        let jumps: Vec<Change> = outer.iter().map(|jump| jump.s).collect();
        let pass = |jump: usize, turn: usize, source| {
            let [from, to] = outer[jump].r[turn];
            Pass { source, from, to }
        };
        let sources = Sources::new(partitions, 0..partitions.list.len(), &jumps, &pass, stop)?;
        let bins = ranks.bins.par_iter();
        let inside = bins.map(|&bin| inside_bin(ranks, bin, &inside)).collect();
        Some(Passes { sources, outer, inside })
    }

    /// The subsets from which passes choose. (A symmetry takes those of one jump to those of another.)
    pub fn subsets(&self) -> impl Iterator<Item = Subset> {
        let subsets = self.outer.iter().flat_map(|jump| jump.r[0]);
        subsets.filter(|subset| !subset.is_all())
    }

    /// The jumps inside R that lead to a bin, and the most that lead to one pattern.
    #[inline(always)]
    pub fn inside(&self, bin: Bin) -> (Gathers<'_>, u32) {
        let inside = &self.inside[bin.number as usize];
        let gathers = Gathers { rows: &inside.rows, indices: &inside.indices };
        (gathers, inside.most)
    }

    /// The map of the patterns of a bin that have a jump inside R.
    pub fn inside_exits(&self, bin: Bin) -> &[u64] {
        &self.inside[bin.number as usize].exits
    }

    /// The subsets of R that allow a jump from pattern `s` on S, jumps inside R excluded. Those of jumps inside S, which
    /// are all of R, come first.
    pub fn exits(&self, s: u32) -> impl Iterator<Item = Subset> {
        self.outer.iter().filter(move |jump| s & jump.s.mask == jump.s.before).map(|jump| jump.r[0][0])
    }
}

impl<P: Copy + Send + Sync> Sources<P> {
    /// Finds the passes of some partitions, from then on numbered from 0: for each jump that can lead there, `pass` of its
    /// number, the symmetry that turns the target, and the source. `None` if `stop` was raised.
    pub fn new(
        partitions: &Partitions,
        range: Range<usize>,
        jumps: &[Change],
        pass: &(dyn Fn(usize, usize, u32) -> P + Sync),
        stop: &StopFlag,
    ) -> Option<Self> {
        let parts = partitions.list[range].par_chunks(PART);
        let parts = parts.map(|part| (!stop.is_raised()).then(|| Part::new(part, jumps, partitions, pass)));
        parts.collect::<Option<_>>().map(Sources)
    }

    /// The passes of a partition, turn after turn.
    #[inline(always)]
    pub fn passes(&self, partition: usize) -> &[P] {
        let part = &self.0[partition / PART];
        let ends = &part.ends[partition % PART..][..2];
        &part.passes[ends[0][0] as usize..ends[1][0] as usize]
    }

    /// The turns of a partition.
    #[inline(always)]
    pub fn turns(&self, partition: usize) -> &[Turn] {
        let part = &self.0[partition / PART];
        let ends = &part.ends[partition % PART..][..2];
        &part.turns[ends[0][1] as usize..ends[1][1] as usize]
    }

    /// The passes of a partition by the symmetry that turns the target.
    #[inline(always)]
    pub fn by_turn(&self, partition: usize) -> impl Iterator<Item = (usize, &[P])> {
        let mut coming = self.passes(partition);
        self.turns(partition).iter().map(move |turn| {
            let (passes, rest) = coming.split_at(turn.passes.into());
            coming = rest;
            (turn.symmetry.into(), passes)
        })
    }
}

impl<P: Copy> Part<P> {
    /// Finds the passes of these partitions.
    fn new(
        list: &[Partition],
        jumps: &[Change],
        partitions: &Partitions,
        pass: &dyn Fn(usize, usize, u32) -> P,
    ) -> Self {
        let mut part = Part { passes: Vec::new(), turns: Vec::new(), ends: vec![[0; 2]] };
        let mut found: Vec<(u8, P)> = Vec::new();
        for &Partition { pattern: s, .. } in list {
            found.clear();
            let leading = jumps.iter().enumerate().filter(|(_, jump)| s & jump.mask == jump.after);
            found.extend(leading.map(|(number, jump)| {
                let (source, turn) = partitions.find(s ^ jump.mask);
                (turn as u8, pass(number, turn, source as u32))
            }));
            found.sort_by_key(|&(turn, _)| turn);
            part.passes.extend(found.iter().map(|&(_, pass)| pass));
            let turns = found.chunk_by(|a, b| a.0 == b.0);
            part.turns.extend(turns.map(|turn| Turn { symmetry: turn[0].0, passes: turn.len() as u16 }));
            part.ends.push([part.passes.len() as u32, part.turns.len() as u32]);
        }
        part.passes.shrink_to_fit();
        part
    }
}

/// The jumps of the board, cut between S and R.
pub(in crate::senku) fn cut_jumps(board: &Board, split: &Split) -> Vec<CutJump> {
    let change = |part: &HoleSubset, jump: Jump| {
        let (mask, before) = (part.pattern(jump.mask()), part.pattern(jump.pegs()));
        Change { mask, before, after: mask ^ before }
    };
    let jumps = board.jumps().iter();
    jumps.map(|&jump| CutJump { s: change(&split.s, jump), r: change(&split.r, jump) }).collect()
}

/// For a bin, the ranks from which `jumps`, all inside R, reach each of its patterns.
fn inside_bin(ranks: &Ranks, bin: Bin, jumps: &[CutJump]) -> InsideBin {
    let mut found = InsideBin { exits: vec![0; bin.words()], ..InsideBin::default() };
    let mut sources = vec![0u8; bin.size as usize];
    let (mut steps, mut padding) = (Vec::new(), 0);
    for Change { mask, before, after } in jumps.iter().map(|jump| jump.r) {
        let exits = ranks.agreeing(mask, before, bin);
        found.exits.iter_mut().zip(exits).for_each(|(all, exits)| *all |= exits);
        let to = ranks.agreeing(mask, after, bin);
        let Some(first) = marked(&to).next() else { continue };
        let source_bin = ranks.bin_with(ranks.patterns[bin.range()][first] ^ mask);
        padding = source_bin.size as u16;
        let from = ranks.agreeing(mask, before, source_bin);
        for (rank, source) in marked(&to).zip(marked(&from)) {
            sources[rank] += 1;
            steps.push((rank, source as u16));
        }
    }
    // Patterns with equally many sources stand side by side, so no lane of a block is idle.
    let mut by_sources: Vec<usize> = (0..sources.len()).filter(|&rank| sources[rank] > 0).collect();
    by_sources.sort_by_key(|&rank| sources[rank]);
    let mut last = vec![0; sources.len()];
    for block in by_sources.chunks(BLOCK) {
        let rows = usize::from(sources[block[block.len() - 1]]);
        let first = found.indices.len();
        // Idle lanes read the padding, which is zero, and add it to the padding.
        found.indices.resize(first + BLOCK, bin.size as u16);
        found.indices.resize(first + BLOCK * (1 + rows), padding);
        for (lane, &rank) in block.iter().enumerate() {
            found.indices[first + lane] = rank as u16;
            last[rank] = first + lane;
        }
        found.rows.push(rows as u8);
        found.most = rows as u32;
    }
    for (rank, source) in steps {
        last[rank] += BLOCK;
        found.indices[last[rank]] = source;
    }
    found
}
