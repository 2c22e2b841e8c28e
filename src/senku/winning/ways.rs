//! The number of solutions from each winning position, in one table.
//!
//! ```text
//! W(goal) = 1,   W(Q) = sum of W(P) over the positions P that a jump leads to from Q
//! ```
//!
//! Only winning positions are counted: those that a sweep from the start reaches and whose complements are in the map. The
//! numbers of a level stand in the order of its bits, so a number's place is the count of the bits before. Symmetric
//! positions share a number.
//!
//! Run time O(positions · jumps); memory 8 bytes a number, or 16 from the level on where some number exceeds 64 bits.

use super::bits::{Bits, Classes, Level, Side, Source};
use crate::Error;
use crate::search::{Context, Halt, Overflow, Problem, StopFlag, Tally};
use crate::senku::dense::{Change, Index, LevelProgress, Sources, cut_jumps, marked, members};
use crate::senku::{Board, Position};
use crate::simd::{InstructionSet, Kernel, prefetch_line};
use std::sync::Mutex;

/// Partitions per subproblem.
const BATCH: usize = 64;

/// The numbers of all winning positions.
#[derive(Debug)]
pub(super) struct Ways {
    /// From the goals' level up.
    pub levels: Vec<LevelWays>,
}

/// The numbers of a level.
#[derive(Debug)]
pub(super) struct LevelWays {
    pub level: Level,
    /// The bits before each word.
    before: Vec<u32>,
    pub numbers: Numbers,
}

/// The numbers in the order of the bits.
#[derive(Debug)]
pub(super) enum Numbers {
    Narrow(Vec<u64>),
    Wide(Vec<u128>),
}

impl Ways {
    /// Counts, given the levels of the winning positions from the goals' up; `levels[0]` holds goals alone, each counted as
    /// `unit`, which is 1 except in tests. `None` where the numbers exceed `memory_limit` bytes or 128 bits.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn of(
        board: &Board,
        classes: &Classes,
        (levels, unit): (Vec<Level>, u64),
        memory_limit: u64,
        progress: &mut LevelProgress<'_, '_>,
    ) -> Result<Option<Self>, Error> {
        let Context { workers, ref stop, .. } = progress.sweeps.context;
        let make = || Jumps::new(board, classes, stop);
        let jumps = workers.pool().install(make).ok_or(Error::Stopped)?;
        let positions: u64 = levels.iter().map(Level::members).sum();
        let mut needed = 8 * positions;
        let mut ways = Ways { levels: vec![] };
        for level in levels {
            let Some(lower) = ways.levels.last_mut() else {
                let numbers = Numbers::Narrow(vec![unit; level.members() as usize]);
                ways.levels.push(LevelWays::new(level, numbers));
                continue;
            };
            if needed > memory_limit {
                return Ok(None);
            }
            progress.enter(level.pegs);
            let mut pull = |lower: &LevelWays| pull(&jumps, &level, lower, progress);
            let mut numbers = pull(lower);
            if let (Err(Overflow), Numbers::Narrow(narrow)) = (&numbers, &lower.numbers) {
                needed = 16 * positions;
                lower.numbers = Numbers::Wide(narrow.iter().map(|&number| number.into()).collect());
                numbers = pull(lower);
            }
            match numbers {
                Ok(numbers) => ways.levels.push(LevelWays::new(level, numbers.ok_or(Error::Stopped)?)),
                Err(Overflow) => return Ok(None),
            }
        }
        Ok(Some(ways))
    }

    /// The number of solutions from a position of the class; `None` if the table lacks it. `least` are the pegs of the
    /// goals' level.
    pub fn get(&self, classes: &Classes, position: Position, least: usize) -> Option<u128> {
        let level = self.levels.get(position.len().checked_sub(least)?)?;
        let (place, is_known) = level.place(level.level.bit(classes.index.find(position)));
        is_known.then(|| match &level.numbers {
            Numbers::Narrow(numbers) => numbers[place as usize].into(),
            Numbers::Wide(numbers) => numbers[place as usize],
        })
    }
}

impl LevelWays {
    /// A level and its numbers.
    pub fn new(level: Level, numbers: Numbers) -> Self {
        let mut members = 0;
        let before = level.words.iter().map(|word| {
            members += word.count_ones();
            members - word.count_ones()
        });
        LevelWays { before: before.collect(), level, numbers }
    }

    /// The place of a bit's number, and whether the bit is set.
    #[inline(always)]
    fn place(&self, bit: usize) -> (u32, bool) {
        let (word, lower) = (self.level.words[bit / 64], (1 << (bit % 64)) - 1);
        (self.before[bit / 64] + (word & lower).count_ones(), word >> (bit % 64) & 1 == 1)
    }
}

/// The jumps of a board, by number, and those from each partition.
struct Jumps<'a> {
    classes: &'a Classes,
    effects: Vec<Change>,
    /// For each partition those that its jumps lead to; the number of the effect is that of the jump.
    from: Sources<Source>,
    /// For each symmetry and each pattern of R the rank of the pattern's image.
    turned_ranks: Vec<u16>,
}

impl<'a> Jumps<'a> {
    /// Finds the jumps from all partitions; `None` if `stop` was raised.
    fn new(board: &Board, classes: &'a Classes, stop: &StopFlag) -> Option<Self> {
        let Index { split, partitions, ranks, actions, .. } = &classes.index;
        let jumps = cut_jumps(board, split);
        // The partitions that a jump leads to are the sources of the jump undone.
        let undone: Vec<Change> = jumps.iter().map(|jump| jump.s.undone()).collect();
        let target = |jump: usize, _, partition| Source { partition, effect: jump as u16 };
        let from = Sources::new(partitions, 0..partitions.list.len(), &undone, &target, stop)?;
        let images = actions.iter().flat_map(|action| (0..1u32 << ranks.holes).map(|r| action.apply(r)));
        let turned_ranks = images.map(|image| ranks.rank[image as usize]).collect();
        Some(Jumps { classes, effects: jumps.iter().map(|jump| jump.r).collect(), from, turned_ranks })
    }
}

/// The numbers of a level from those below, as wide as they are. `None` if stopped.
fn pull(
    jumps: &Jumps<'_>,
    level: &Level,
    lower: &LevelWays,
    progress: &mut LevelProgress<'_, '_>,
) -> Result<Option<Numbers>, Overflow> {
    Ok(match &lower.numbers {
        Numbers::Narrow(numbers) => run(jumps, level, (lower, numbers), progress)?.map(Numbers::Narrow),
        // In a module that a page loads, 64 bits suffice: beyond them there is no table.
        Numbers::Wide(_) if cfg!(target_arch = "wasm32") => return Err(Overflow),
        Numbers::Wide(numbers) => run(jumps, level, (lower, numbers), progress)?.map(Numbers::Wide),
    })
}

fn run<N: Tally + Copy + Sync>(
    jumps: &Jumps<'_>,
    level: &Level,
    lower: (&LevelWays, &[N]),
    progress: &mut LevelProgress<'_, '_>,
) -> Result<Option<Vec<N>>, Overflow> {
    let mut numbers = vec![N::default(); level.members() as usize];
    let (mut batches, mut rest) = (vec![], &mut numbers[..]);
    let partitions = jumps.classes.partitions();
    for first in (0..partitions).step_by(BATCH) {
        let ends = [first, partitions.min(first + BATCH)];
        let [begin, end] = ends.map(|partition| level.firsts[partition] as usize);
        let own;
        (own, rest) = rest.split_at_mut(members(&level.words[begin..end]) as usize);
        batches.push(Mutex::new(own));
    }
    let outcome = progress.run(&Pull { jumps, level, lower, batches })?;
    Ok(outcome.is_complete().then_some(numbers))
}

/// The numbers of a level as a problem: its subproblems are batches of partitions.
struct Pull<'a, N> {
    jumps: &'a Jumps<'a>,
    level: &'a Level,
    lower: (&'a LevelWays, &'a [N]),
    /// Each batch is locked once, by the worker that takes it.
    batches: Vec<Mutex<&'a mut [N]>>,
}

/// A worker's lists.
#[derive(Debug, Default)]
struct Scratch {
    /// The patterns of a partition.
    patterns: Vec<u32>,
    /// Those after a jump, as indices of `turned_ranks`, each with the number of the one before it and the first word of the
    /// target; then their ranks, and the places of their numbers.
    after: Vec<[u32; 3]>,
}

impl<N: Tally + Copy + Sync> Problem for Pull<'_, N> {
    type Tally = u64;
    type Scratch = Scratch;

    fn len(&self) -> u64 {
        self.batches.len() as u64
    }

    fn count(&self, id: u64, scratch: &mut Scratch, _: &StopFlag) -> Result<u64, Halt> {
        self.jumps.classes.isa.run_base(PullBatch { pull: self, batch: id as usize, scratch })?;
        Ok(0)
    }
}

/// The numbers of one batch.
struct PullBatch<'p, 'a, N> {
    pull: &'p Pull<'a, N>,
    batch: usize,
    scratch: &'p mut Scratch,
}

impl<I: InstructionSet, N: Tally + Copy + Sync> Kernel<I> for PullBatch<'_, '_, N> {
    type Output = Result<(), Overflow>;

    #[inline(always)]
    fn run(self, _: I) -> Result<(), Overflow> {
        let (pull, scratch) = (self.pull, self.scratch);
        let classes = pull.jumps.classes;
        let mut batch = pull.batches[self.batch].lock().expect("no worker has panicked");
        let mut rest = &mut batch[..];
        let first = self.batch * BATCH;
        for partition in first..classes.partitions().min(first + BATCH) {
            if pull.level.reaches(partition) {
                let bin = classes.bin(Side::Start, partition, pull.level.pegs);
                let all = &classes.index.ranks.patterns[bin.range()];
                scratch.patterns.clear();
                marked(pull.level.partition(partition)).for_each(|rank| scratch.patterns.push(all[rank]));
                let own;
                (own, rest) = rest.split_at_mut(scratch.patterns.len());
                pull.add_jumps(partition, scratch, own)?;
            }
        }
        Ok(())
    }
}

impl<N: Tally + Copy + Sync> Pull<'_, N> {
    /// Adds to the number of each pattern of a partition those of the positions that its jumps lead to. Lists are filtered
    /// without branches, which could not be predicted, and hold all jumps, as a jump alone has few patterns. Each pass
    /// prefetches what the next one reads.
    #[inline(always)]
    fn add_jumps(&self, partition: usize, scratch: &mut Scratch, sums: &mut [N]) -> Result<(), Overflow> {
        let Scratch { patterns, after } = scratch;
        let Jumps { classes, effects, from, turned_ranks } = self.jumps;
        let (lower, numbers) = self.lower;
        after.resize(after.len().max(patterns.len() * (from.passes(partition).len() + 1)), [0; 3]);
        let after = &mut after[..];
        let mut length = 0;
        for (turn, targets) in from.by_turn(partition) {
            let image = (turn << classes.index.ranks.holes) as u32;
            for target in targets.iter().filter(|target| lower.level.reaches(target.partition as usize)) {
                let Change { mask, before, .. } = effects[usize::from(target.effect)];
                let first = lower.level.firsts[target.partition as usize];
                for (&pattern, i) in patterns.iter().zip(0..) {
                    after[length] = [image | (pattern ^ mask), i, first];
                    length += usize::from(pattern & mask == before);
                }
            }
        }
        let mut known = 0;
        for [image, _, first] in &mut after[..length] {
            let rank = turned_ranks[*image as usize];
            prefetch_line::<1, _>(&lower.level.words, *first as usize + usize::from(rank / 64));
            *image = rank.into();
        }
        for at in 0..length {
            let [rank, i, first] = after[at];
            let (place, is_known) = lower.place(64 * first as usize + rank as usize);
            prefetch_line::<1, _>(numbers, place as usize);
            after[known] = [place, i, 0];
            known += usize::from(is_known);
        }
        for &[place, i, _] in &after[..known] {
            sums[i as usize].add(&numbers[place as usize], 1)?;
        }
        Ok(())
    }
}
