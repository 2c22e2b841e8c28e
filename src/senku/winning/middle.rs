//! Whether a game from a position to its complement can be won, in the memory of little more than one level.
//!
//! A game of J jumps is won through its middle: a position after ⌈J/2⌉ jumps whose complement is reached by ⌊J/2⌋.
//!
//! ```text
//! start --⌈J/2⌉ jumps--> x --⌊J/2⌋ jumps--> complement of the start     x in R(⌈J/2⌉), complement of x in R(⌊J/2⌋)
//! ```
//!
//! So of all levels only the one before the middle is held, R(⌊J/2⌋), while the positions after it are tried and
//! forgotten. And of the level before that, a partition is given up once no target needs it. In the order of a few leading
//! holes, then of bins, that is early: on Wiegleb's board the largest two levels take a quarter more than the larger one.

use super::bits::{BATCH, Bits, Classes, Level, Side};
use crate::Error;
use crate::search::{Context, PROCESS};
use crate::senku::dense::{LevelProgress, Sizes, estimate_bits, live_goals, live_holes, live_start, orbits};
use crate::senku::sweeps::Sweeps;
use crate::senku::{Game, Position};
use crate::simd::{Isa, Portable};
use rayon::prelude::*;
use std::ops::Range;

/// Partitions that are stepped to before the next are given up. In tests small boards have several blocks too.
const BLOCK: usize = if cfg!(test) { BATCH } else { 128 * BATCH };
/// The holes that decide the order of the partitions first. More of them save less than a hundredth.
const LEADING: usize = 3;
/// Bytes of a partition's tables, with its boxes in two levels and what they take beyond their words.
const PARTITION: u64 = 24 + 4 + 8 + 4 + 2 * (16 + 16);

/// Counts the positions in the middle of won games, up to the symmetries that keep start and goal: those after half of the
/// jumps, rounded up, from which the goal can be reached. 0 if the game cannot be won. `None` where this does not apply: if
/// the start is not the complement of the goal, if the board has too many pieces, or if stopped.
///
/// ```
/// use vuelta::search::{Context, Workers};
/// use vuelta::senku::{Board, Game, Goal, winning_middle};
/// let (board, workers) = (Board::named("triangle15")?, Workers::new(2)?);
/// let hole = board.holes().iter().next().unwrap();
/// let game = Game::from_vacancy(board, hole)?.with_goal(Goal::Hole(hole))?;
/// assert_eq!(winning_middle(&game, 1 << 30, &mut Context::new(&workers))?, Some(35));
/// # Ok::<(), vuelta::Error>(())
/// ```
///
/// # Errors
/// [`Error::Memory`] above `memory_limit` bytes.
pub fn winning_middle(
    game: &Game,
    memory_limit: u64,
    context: &mut Context<'_>,
) -> Result<Option<u64>, Error> {
    let (start, goals) = (live_start(game), live_goals(game));
    let complement = live_holes(game.board()) ^ start;
    let jumps = start.len().checked_sub(complement.len()).filter(|&jumps| jumps > 1);
    let Some(jumps) = jumps.filter(|_| goals == [complement]) else { return Ok(None) };
    let estimate = estimate_bits(game, &game.symmetries(), start.len(), Sizes::LEAST);
    if !estimate.feasible {
        return Ok(None);
    }
    let needs = |needed| Error::Memory {
        what: "deciding the game by the positions in its middle".to_owned(),
        needed,
        limit: memory_limit,
    };
    let least = estimate.largest_level / 8;
    if least > memory_limit.into() {
        return Err(needs(least));
    }
    let mut sweeps = Sweeps::new(context.reborrow());
    let found = Halves::new(game, start, &sweeps.context).ok_or(Error::Stopped).and_then(|halves| {
        let needed = halves.bytes(start.len() - jumps / 2);
        if needed > memory_limit {
            Err(needs(needed.into()))
        } else {
            halves.middle(start, jumps, &mut sweeps)
        }
    });
    match found {
        Err(Error::Stopped) => Ok(None),
        found => found.map(Some),
    }
}

/// A level whose partitions can be given up one by one: each has its words, or none if no position belongs.
#[derive(Debug)]
struct Pieces {
    pegs: usize,
    words: Vec<Box<[u64]>>,
}

impl Bits for Pieces {
    #[inline(always)]
    fn partition(&self, partition: usize) -> &[u64] {
        &self.words[partition]
    }

    #[inline(always)]
    fn reaches(&self, partition: usize) -> bool {
        !self.words[partition].is_empty()
    }
}

/// The tables of a class, block by block of its partitions.
struct Halves {
    classes: Classes,
    /// For each block, the partitions from which no jump leads to a later one.
    done: Vec<Vec<u32>>,
}

impl Halves {
    /// `None` if stopped.
    fn new(game: &Game, start: Position, context: &Context<'_>) -> Option<Self> {
        let stop = &context.stop;
        context.workers.pool().install(|| {
            let group = game.symmetries();
            let sizes = (Sizes::LEAST, LEADING);
            let classes = Classes::without_sources(game.board(), start, group, sizes, Isa::detect(), stop)?;
            let mut done = vec![vec![]; classes.partitions().div_ceil(BLOCK)];
            for (partition, last) in (0..).zip(classes.last_targets()) {
                done[last as usize / BLOCK].push(partition);
            }
            Some(Halves { classes, done })
        })
    }

    /// The bytes in all when the level of `pegs` pegs is made from the one before, if all their positions are reached.
    fn bytes(&self, pegs: usize) -> u64 {
        let bytes = |partition, pegs| 8 * self.classes.words(Side::Start, partition, pegs) as u64;
        let partitions = self.classes.partitions();
        let mut held: u64 = (0..partitions).map(|partition| bytes(partition, pegs + 1)).sum();
        let mut most = held;
        for (block, done) in self.done.iter().enumerate() {
            held += self.block(block).map(|partition| bytes(partition, pegs)).sum::<u64>();
            most = most.max(held);
            held -= done.iter().map(|&partition| bytes(partition as usize, pegs + 1)).sum::<u64>();
        }
        most + PARTITION * partitions as u64 + 5 * (1 << self.classes.index.split.s.len()) + PROCESS
    }

    /// The partitions of a block.
    fn block(&self, block: usize) -> Range<usize> {
        block * BLOCK..((block + 1) * BLOCK).min(self.classes.partitions())
    }

    /// The number of positions in the middle of won games of this many jumps.
    fn middle(&self, start: Position, jumps: usize, sweeps: &mut Sweeps<'_>) -> Result<u64, Error> {
        let classes = &self.classes;
        let blocks = self.done.len();
        // For the display, the blocks of a level are alike, and a partition without positions takes its time too.
        let slots = classes.index.slots();
        let levels = (1..=jumps.div_ceil(2)).map(|made| slots[start.len() - made] / blocks as u64);
        let slots = levels.flat_map(|slots| vec![slots + 64 * BLOCK as u64; blocks]).collect();
        let progress = &mut LevelProgress::new(sweeps, slots, 1, 0);
        let mut level = Pieces { pegs: start.len(), words: vec![Box::default(); classes.partitions()] };
        put(&mut level.words, &classes.level(Side::Start, &[start]), 0..classes.partitions());
        for made in 0..jumps / 2 {
            let words = vec![Box::default(); classes.partitions()];
            let mut next = Pieces { pegs: level.pegs - 1, words };
            for (block, done) in self.done.iter().enumerate() {
                let filled = self.fill(block, made, &level, None, progress)?.0;
                put(&mut next.words, &filled, self.block(block));
                for &partition in done {
                    level.words[partition as usize] = Box::default();
                }
            }
            level = next;
        }
        if jumps.is_multiple_of(2) {
            return Ok(progress.sweeps.context.workers.pool().install(|| self.own_complements(&level)));
        }
        let tried = |block| Ok(self.fill(block, jumps / 2, &level, Some(&level), progress)?.1);
        (0..blocks).map(tried).sum()
    }

    /// The positions of a block that are reached by one jump more than these, and their number up to symmetry.
    fn fill(
        &self,
        block: usize,
        made: usize,
        from: &Pieces,
        allowed: Option<&Pieces>,
        progress: &mut LevelProgress<'_, '_>,
    ) -> Result<(Level, u64), Error> {
        let Context { workers, ref stop, .. } = progress.sweeps.context;
        let partitions = self.block(block);
        let sources = || self.classes.sources_of(partitions.clone(), stop);
        let sources = workers.pool().install(sources).ok_or(Error::Stopped)?;
        progress.enter(made * self.done.len() + block);
        let mut filled = self.classes.empty_block(Side::Start, from.pegs - 1, partitions);
        let positions = self.classes.fill(&mut filled, from, allowed, &sources, progress)?;
        Ok((filled, positions))
    }

    /// The number of positions of a level, up to symmetry, whose complements belong to it.
    fn own_complements(&self, level: &Pieces) -> u64 {
        let classes = &self.classes;
        let of_partition = |partition| {
            let (complement, turn) = classes.complement(partition);
            if !level.reaches(partition) || !level.reaches(complement) {
                return 0;
            }
            let bin = classes.bin(Side::Start, partition, level.pegs);
            let mut own = level.partition(partition).to_vec();
            classes.keep(Portable, level.partition(complement), turn, bin, &mut own);
            orbits(&classes.index, classes.index.partitions.list[partition].fixing, bin, &own)
        };
        (0..classes.partitions()).into_par_iter().map(of_partition).sum()
    }
}

/// Puts the partitions of a block that are reached into boxes of their own.
fn put(boxes: &mut [Box<[u64]>], block: &Level, partitions: Range<usize>) {
    for partition in partitions.filter(|&partition| block.reaches(partition)) {
        boxes[partition] = block.partition(partition).into();
    }
}
