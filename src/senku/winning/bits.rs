//! Levels of bits, and the step from one to the next.
//!
//! A level has a bit for each position of a class with equally many pegs, at its dense rank. A jump undone, with pegs and
//! empty holes exchanged, is the same jump. So a position is winnable if a game leads from the complement of the goal to
//! the complement of the position, and all sweeps go the same way: from a start, or from the complements of the goals. A
//! level is of the class of one or of the other, its *side*; the index serves both. In the order of ranks a complement
//! reverses a bin, and perhaps turns it:
//!
//! ```text
//! bin          oo..  o.o.  .oo.  o..o  .o.o  ..oo        complement of oo.. is ..oo: rank 0 to rank 5
//! ```
//!
//! Run time O(slots · jumps / 64) where the instruction set moves bits, memory one bit per slot.

use super::segments::Segments;
use crate::Error;
use crate::base::bits::ones;
use crate::search::{Halt, Problem, StopFlag};
use crate::senku::dense::{
    Bin, Change, Index, LevelProgress, Partition, Sizes, Sources, cut_jumps, inverses, live_holes, marked,
    members, orbits,
};
use crate::senku::{Board, Group, HoleSet, Position};
use crate::simd::moves::{BitMoves, CHOICE};
use crate::simd::{Isa, Kernel};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Mutex;

/// Partitions per subproblem.
pub(super) const BATCH: usize = 64;

/// The class of a start, or that of the complements of its goals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Start,
    Goals,
}

/// The tables of a class and of the class of its complements.
#[derive(Debug)]
pub(super) struct Classes {
    pub index: Index,
    /// The holes that take part in jumps.
    pub live: HoleSet,
    /// The symmetries.
    group: Group,
    /// For each partition the number of its class on R on the goals' side.
    goal_classes: Vec<u32>,
    /// For each partition that of the complements, and the symmetry that turns them there.
    complements: Vec<(u32, u8)>,
    /// The index of each symmetry's inverse.
    inverses: Vec<u8>,
    segments: Segments,
    /// The jumps on S, and for each of them and each symmetry the number of the effect on R.
    jumps: Vec<Change>,
    effects: Vec<Vec<u16>>,
    sources: Sources<Source>,
    pub isa: Isa,
}

/// A partition from which a jump leads to another, and the number of its effect on R.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Source {
    pub partition: u32,
    pub effect: u16,
}

/// Where a step finds the bits of a level.
pub(super) trait Bits: Sync {
    /// The words of a partition.
    fn partition(&self, partition: usize) -> &[u64];

    /// Whether a position of this partition belongs.
    fn reaches(&self, partition: usize) -> bool;
}

/// The positions of one side that have equally many pegs, a bit each: 1 if the position belongs. All of them, or a block:
/// those of some partitions in a row.
#[derive(Debug)]
pub(super) struct Level {
    pub side: Side,
    pub pegs: usize,
    /// The first partition.
    first: usize,
    /// The first word of each partition, and the end.
    pub firsts: Vec<u32>,
    pub words: Vec<u64>,
    /// For each partition whether a position belongs.
    reached: Vec<bool>,
}

impl Classes {
    /// Prepares for the class of `start` up to the symmetries of `group`, which keep it. `None` if `stop` was raised.
    pub fn new(board: &Board, start: Position, group: Group, isa: Isa, stop: &StopFlag) -> Option<Self> {
        let mut classes = Classes::without_sources(board, start, group, (Sizes::BITS, 0), isa, stop)?;
        classes.sources = classes.sources_of(0..classes.partitions(), stop)?;
        Some(classes)
    }

    /// Prepares all but the sources of the partitions, which are in the order of this many holes of S and then of their
    /// bins.
    pub fn without_sources(
        board: &Board,
        start: Position,
        group: Group,
        (sizes, leading): (Sizes, usize),
        isa: Isa,
        stop: &StopFlag,
    ) -> Option<Self> {
        let live = live_holes(board);
        let start = start & live;
        let mut index = Index::new(board, start, &group, sizes, stop)?;
        index.partitions.sort(leading);
        let Index { split, ranks, partitions, .. } = &index;
        let number = |s| ranks.class_number(live ^ start ^ split.s.position(s));
        let goal_classes = partitions.list.iter().map(|part| number(part.pattern)).collect();
        let complement = |s: u32| {
            let (partition, turn) = partitions.find(!s & ((1 << split.s.len()) - 1));
            (partition as u32, turn as u8)
        };
        let complements = partitions.list.iter().map(|part| complement(part.pattern)).collect();
        let jumps = cut_jumps(board, split);
        let isa = isa.for_bits();
        let (segments, effects) = Segments::new(&jumps, &index, isa);
        let jumps = jumps.iter().map(|jump| jump.s).collect();
        let (inverses, sources) = (inverses(&group), Sources::default());
        Some(Classes {
            live,
            group,
            goal_classes,
            complements,
            inverses,
            segments,
            jumps,
            effects,
            sources,
            isa,
            index,
        })
    }

    /// The sources of these partitions; `None` if `stop` was raised.
    pub fn sources_of(&self, partitions: Range<usize>, stop: &StopFlag) -> Option<Sources<Source>> {
        let source =
            |jump: usize, turn: usize, partition| Source { partition, effect: self.effects[jump][turn] };
        Sources::new(&self.index.partitions, partitions, &self.jumps, &source, stop)
    }

    /// For each partition the last one that a jump leads to from there; 0 if there is none.
    pub fn last_targets(&self) -> Vec<u32> {
        let partitions = &self.index.partitions;
        let last = |part: &Partition| {
            let jumps = self.jumps.iter().filter(|jump| part.pattern & jump.mask == jump.before);
            jumps.map(|jump| partitions.find(part.pattern ^ jump.mask).0 as u32).max().unwrap_or(0)
        };
        partitions.list.par_iter().map(last).collect()
    }

    /// The bin of a partition at the level of `pegs` pegs.
    #[inline(always)]
    pub fn bin(&self, side: Side, partition: usize, pegs: usize) -> Bin {
        let Index { ranks, partitions, .. } = &self.index;
        let part = partitions.list[partition];
        let class = if side == Side::Start { part.class } else { self.goal_classes[partition] };
        Partition { class, ..part }.bin(ranks, pegs)
    }

    /// The number of partitions.
    pub fn partitions(&self) -> usize {
        self.complements.len()
    }

    /// The partition of a partition's complements, and the symmetry that turns them there.
    pub fn complement(&self, partition: usize) -> (usize, usize) {
        let (complement, turn) = self.complements[partition];
        (complement as usize, turn.into())
    }

    /// The words of a partition at the level of `pegs` pegs.
    pub fn words(&self, side: Side, partition: usize, pegs: usize) -> usize {
        self.bin(side, partition, pegs).slots().div_ceil(64)
    }

    /// A level without positions.
    pub fn empty(&self, side: Side, pegs: usize) -> Level {
        self.empty_block(side, pegs, 0..self.partitions())
    }

    /// A block of these partitions without positions.
    pub fn empty_block(&self, side: Side, pegs: usize, partitions: Range<usize>) -> Level {
        let mut firsts = vec![0];
        let mut end = 0;
        for partition in partitions.clone() {
            end += self.words(side, partition, pegs) as u32;
            firsts.push(end);
        }
        let (words, reached) = (vec![0; end as usize], vec![false; partitions.len()]);
        Level { side, pegs, first: partitions.start, firsts, words, reached }
    }

    /// The level of these goals' complements; all have equally many pegs.
    pub fn goals(&self, goals: &[Position]) -> Level {
        let complements: Vec<Position> = goals.iter().map(|&goal| self.live ^ goal).collect();
        self.level(Side::Goals, &complements)
    }

    /// The level of these positions and their images, all of equally many pegs.
    pub fn level(&self, side: Side, positions: &[Position]) -> Level {
        let mut level = self.empty(side, positions.first().map_or(0, |position| position.len()));
        for symmetry in self.group.elements() {
            for &position in positions {
                let (partition, rank) = self.index.find(symmetry.apply(position));
                level.words[level.firsts[partition] as usize + rank / 64] |= 1 << (rank % 64);
                level.reached[partition] = true;
            }
        }
        level
    }

    /// The level of the complements of a level's positions, on this side, whose class is theirs.
    pub fn complements(&self, level: &Level, side: Side) -> Level {
        let mut others = self.empty(side, self.live.len() - level.pegs);
        for (partition, &(complement, turn)) in self.complements.iter().enumerate() {
            if level.reaches(complement as usize) {
                let bin = self.bin(side, partition, others.pegs);
                let turned = self.index.turned(turn.into(), bin).0;
                let back = self.index.turned(self.inverses[usize::from(turn)].into(), turned).1;
                let words = &mut others.words[others.firsts[partition] as usize..];
                for rank in marked(level.partition(complement as usize)) {
                    let rank = usize::from(back[bin.size as usize - 1 - rank]);
                    words[rank / 64] |= 1 << (rank % 64);
                }
                others.reached[partition] = true;
            }
        }
        others
    }

    /// Whether two levels, one of each side, hold the same positions.
    pub fn is_same(&self, one: &Level, other: &Level) -> bool {
        let classes = self.index.partitions.list.iter().map(|part| part.class);
        classes.eq(self.goal_classes.iter().copied()) && one.pegs == other.pegs && one.words == other.words
    }

    /// The level after this one, and its positions up to symmetry: those that a jump leads to and whose complements are
    /// `allowed`.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    #[inline(never)] // the page's module would hold it three times
    pub fn follow(
        &self,
        from: &Level,
        allowed: Option<&Level>,
        progress: &mut LevelProgress<'_, '_>,
    ) -> Result<(Level, u64), Error> {
        let (side, pegs) = (from.side, from.pegs - 1);
        let mut level = self.empty(side, pegs);
        progress.enter(if side == Side::Start { pegs } else { self.live.len() - pegs });
        let positions = self.fill(&mut level, from, allowed, &self.sources, progress)?;
        Ok((level, positions))
    }

    /// Marks in an empty block, whose sources these are, what [`Classes::follow`] marks, and counts it up to symmetry.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn fill<L: Bits>(
        &self,
        block: &mut Level,
        from: &L,
        allowed: Option<&L>,
        sources: &Sources<Source>,
        progress: &mut LevelProgress<'_, '_>,
    ) -> Result<u64, Error> {
        let &mut Level { side, pegs, first, ref firsts, .. } = block;
        let mut batches = vec![];
        let mut words = &mut block.words[..];
        for (number, reached) in block.reached.chunks_mut(BATCH).enumerate() {
            let ends = [number * BATCH, number * BATCH + reached.len()].map(|end| firsts[end]);
            let own;
            (own, words) = words.split_at_mut((ends[1] - ends[0]) as usize);
            batches.push(Mutex::new((own, reached)));
        }
        let step = Step { classes: self, from, allowed, sources, side, pegs, first, firsts, batches };
        let outcome = progress.run(&step)?;
        if outcome.is_complete() { Ok(outcome.tally) } else { Err(Error::Stopped) }
    }

    /// Keeps the ranks of a bin whose complements, turned by a symmetry, are `allowed`.
    #[inline(always)]
    pub fn keep<M: BitMoves>(&self, moves: M, allowed: &[u64], symmetry: usize, bin: Bin, own: &mut [u64]) {
        let turned = self.index.turned(symmetry, bin).1;
        let last = bin.size as usize - 1;
        let is_chosen = M::CHOOSES && own.len() <= CHOICE;
        let words = own.iter_mut().zip(turned.chunks(64));
        if is_chosen {
            let mut table = [0; CHOICE];
            table[..allowed.len()].copy_from_slice(allowed);
            words.for_each(|(word, turned)| *word &= moves.choose(&table, turned, Some(last as u16)));
            return;
        }
        for (word, turned) in words {
            ones(*word).for_each(|bit| {
                let complement = last - usize::from(turned[bit]);
                *word &= !((!allowed[complement / 64] >> (complement % 64) & 1) << bit);
            });
        }
    }
}

impl Bits for Level {
    #[inline(always)]
    fn partition(&self, partition: usize) -> &[u64] {
        let number = partition - self.first;
        &self.words[self.firsts[number] as usize..self.firsts[number + 1] as usize]
    }

    #[inline(always)]
    fn reaches(&self, partition: usize) -> bool {
        self.reached[partition - self.first]
    }
}

impl Level {
    /// The number of bits that are set.
    pub fn members(&self) -> u64 {
        members(&self.words)
    }

    /// The number of the bit of a partition's rank.
    #[inline(always)]
    pub fn bit(&self, (partition, rank): (usize, usize)) -> usize {
        64 * self.firsts[partition] as usize + rank
    }

    /// Whether this bit is set.
    #[inline(always)]
    pub fn has(&self, bit: usize) -> bool {
        self.words[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Notes the partitions that have positions, once the words are set.
    pub fn note_reached(&mut self) {
        for partition in 0..self.reached.len() {
            self.reached[partition] = self.partition(partition).iter().any(|&word| word != 0);
        }
    }
}

/// The step from a level to the next as a problem: its subproblems are batches of target partitions.
struct Step<'a, L> {
    classes: &'a Classes,
    from: &'a L,
    allowed: Option<&'a L>,
    sources: &'a Sources<Source>,
    side: Side,
    pegs: usize,
    /// The first target partition.
    first: usize,
    firsts: &'a [u32],
    /// Each batch is locked once, by the worker that takes it.
    batches: Vec<Mutex<(&'a mut [u64], &'a mut [bool])>>,
}

impl<L: Bits> Problem for Step<'_, L> {
    type Tally = u64;
    type Scratch = Vec<u64>;

    fn len(&self) -> u64 {
        self.batches.len() as u64
    }

    fn count(&self, id: u64, scratch: &mut Vec<u64>, _: &StopFlag) -> Result<u64, Halt> {
        Ok(self.classes.isa.run(StepBatch { step: self, batch: id as usize, scratch }))
    }
}

/// The step to the targets of one batch.
struct StepBatch<'s, 'a, L> {
    step: &'s Step<'a, L>,
    batch: usize,
    scratch: &'s mut Vec<u64>,
}

impl<M: BitMoves, L: Bits> Kernel<M> for StepBatch<'_, '_, L> {
    type Output = u64;

    #[inline(always)]
    fn run(self, moves: M) -> u64 {
        let step = self.step;
        let Classes { index, complements, .. } = step.classes;
        let mut batch = step.batches[self.batch].lock().expect("no worker has panicked");
        let (words, reached) = &mut *batch;
        let first = step.firsts[self.batch * BATCH];
        let mut positions = 0;
        for (reached, number) in reached.iter_mut().zip(self.batch * BATCH..) {
            let target = step.first + number;
            let bin = step.classes.bin(step.side, target, step.pegs);
            let (complement, turn) = complements[target];
            if bin.size == 0 || step.allowed.is_some_and(|allowed| !allowed.reaches(complement as usize)) {
                continue;
            }
            let own = (step.firsts[number] - first) as usize..(step.firsts[number + 1] - first) as usize;
            let own = &mut words[own];
            step.gather(moves, target, bin, own, self.scratch);
            if let Some(allowed) = step.allowed {
                step.classes.keep(moves, allowed.partition(complement as usize), turn.into(), bin, own);
            }
            *reached = own.iter().any(|&word| word != 0);
            if *reached {
                positions += orbits(index, index.partitions.list[target].fixing, bin, own);
            }
        }
        positions
    }
}

impl<L: Bits> Step<'_, L> {
    /// Marks what jumps lead to in a partition.
    #[inline(always)]
    fn gather<M: BitMoves>(
        &self,
        moves: M,
        target: usize,
        bin: Bin,
        own: &mut [u64],
        scratch: &mut Vec<u64>,
    ) {
        let Classes { index, inverses, .. } = self.classes;
        let is_chosen = M::CHOOSES && own.len() <= CHOICE;
        let room = if is_chosen { CHOICE } else { own.len() };
        for (symmetry, these) in self.sources.by_turn(target - self.first) {
            let (turned, ranks) = index.turned(symmetry, bin);
            scratch.clear();
            for &source in these {
                if self.from.reaches(source.partition as usize) {
                    if symmetry == 0 {
                        self.add(moves, source, bin, own);
                    } else {
                        scratch.resize(room, 0);
                        self.add(moves, source, turned, scratch);
                    }
                }
            }
            if let (true, Some(scratch)) = (is_chosen, scratch.first_chunk()) {
                let words = own.iter_mut().zip(ranks.chunks(64));
                words.for_each(|(word, ranks)| *word |= moves.choose(scratch, ranks, None));
                continue;
            }
            let back = index.turned(inverses[symmetry].into(), turned).1;
            marked(scratch).for_each(|rank| {
                let rank = usize::from(back[rank]);
                own[rank / 64] |= 1 << (rank % 64);
            });
        }
    }

    /// Marks what one source leads to.
    #[inline(always)]
    fn add<M: BitMoves>(&self, moves: M, source: Source, to_bin: Bin, to: &mut [u64]) {
        let Classes { index, segments, .. } = self.classes;
        let from = self.from.partition(source.partition as usize);
        if source.effect == 0 {
            to.iter_mut().zip(from).for_each(|(to, from)| *to |= from);
            return;
        }
        if M::PACKS {
            let (masks, words) = segments.of(source.effect.into(), to_bin);
            for (&[before, after], &[i, j]) in masks.iter().zip(words) {
                to[usize::from(j)] |= moves.move_bits(from[usize::from(i)], before, after);
            }
            return;
        }
        let bin = self.classes.bin(self.side, source.partition as usize, self.pegs + 1);
        let (effect, before) = segments.one_by_one(source.effect.into(), bin);
        let patterns = index.ranks.patterns[bin.range()].chunks(64);
        for ((from, before), patterns) in from.iter().zip(before).zip(patterns) {
            ones(from & before).for_each(|bit| {
                let rank = usize::from(index.ranks.rank[(patterns[bit] ^ effect.mask) as usize]);
                to[rank / 64] |= 1 << (rank % 64);
            });
        }
    }
}
