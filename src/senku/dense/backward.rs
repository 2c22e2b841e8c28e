//! The positions from which the goal can be reached, whether or not a game reaches them: one bit per slot.
//!
//! One sweep from the goal backwards, by the pull of the count, along undone jumps and with numbers cut to 1. Only the
//! start's class matters, so the symmetries are those that keep the class and the goal. A position from the middle of a
//! game costs no more than the full board.
//!
//! Run time as a count's: 70 million slots on the English board. Memory two levels of 32-bit numbers, and the bits.

use super::estimate::{Estimate, estimate_levels};
use super::level::Level;
use super::run::{LevelProgress, pull};
use super::shared::Shared;
use super::split::{live_goals, live_holes, live_start};
use super::tables::Tables;
use super::winning::{Reached, is_marked};
use crate::Error;
use crate::search::{Context, StopFlag};
use crate::senku::jump::Play;
use crate::senku::sweeps::Sweeps;
use crate::senku::{Game, Goal, Group, HoleSet, Position};
use crate::simd::Isa;

/// The index of a class: the partition and the rank of each of its positions.
#[derive(Debug)]
pub(in crate::senku) struct PositionIndex {
    tables: Tables,
    live: HoleSet,
}

impl PositionIndex {
    /// Builds the index of this class, in a tenth of a second on the English board.
    pub fn new(backward: &Backward<'_>) -> Self {
        let game = backward.game;
        let (start, never) = (live_start(game), StopFlag::default());
        let tables = Tables::new(game.board(), start, &backward.group, (None, Isa::Portable), &never)
            .expect("nobody stops it");
        PositionIndex { tables, live: live_holes(game.board()) }
    }

    /// The number of pegs that take part in jumps, which is the number of the position's level.
    pub fn pegs(&self, position: Position) -> usize {
        (position & self.live).len()
    }

    /// The bit of a position of the class in its level's marks. Most symmetric positions share a bit.
    pub fn bit(&self, marks: &Marks, position: Position) -> usize {
        let (partition, rank) = self.tables.find(position);
        64 * marks.firsts[partition] as usize + rank
    }

    /// Creates a level without marks.
    pub fn unmarked(&self, pegs: usize) -> Marks {
        let mut end = 0;
        let firsts = (0..self.tables.partitions.list.len()).map(|partition| {
            let first = end;
            end += self.tables.bin(partition, pegs).slots().div_ceil(64) as u32;
            first
        });
        let firsts = firsts.collect();
        Marks { firsts, words: vec![0; end as usize] }
    }
}

/// A bit for each position of a level, partition by partition, each of which begins with a new word.
#[derive(Debug)]
pub(in crate::senku) struct Marks {
    firsts: Vec<u32>,
    pub words: Vec<u64>,
}

impl Marks {
    /// Whether this bit is set.
    pub fn has(&self, bit: usize) -> bool {
        is_marked(&self.words, bit)
    }
}

/// The sweep from the goals of a game backwards.
#[derive(Debug, Clone)]
pub(in crate::senku) struct Backward<'a> {
    game: &'a Game,
    group: Group,
    goals: Vec<Position>,
    /// Pegs of the highest level.
    most: usize,
}

impl<'a> Backward<'a> {
    /// Prepares the sweep up to the positions of `most` pegs, by default the start's number of pegs.
    pub fn new(game: &'a Game, most: Option<usize>) -> Self {
        let board = game.board();
        let keeps_class = |moved| board.invariants().same_class(game.start(), moved);
        // A symmetry that keeps a goal keeps its class; for one peg anywhere the class is tested.
        let group = board.symmetries().those(|symmetry| match game.goal() {
            Goal::Any => keeps_class(symmetry.apply(game.start())),
            Goal::Hole(hole) => symmetry.hole(hole) == hole,
            Goal::Position(goal) => symmetry.apply(goal) == goal,
        });
        let most = most.map_or(live_start(game).len(), |most| most.min(live_holes(board).len()));
        Backward { game, group, goals: live_goals(game), most }
    }

    /// Pegs of the goals; `None` if the invariants exclude the goal.
    pub fn least(&self) -> Option<usize> {
        self.goals.first().map(|goal| goal.len())
    }

    /// Pegs of the highest level.
    pub fn most(&self) -> usize {
        self.most
    }

    /// Estimates memory and work; `bytes_by_residues` includes the bits.
    pub fn estimate(&self) -> Estimate {
        let mut estimate = estimate_levels(self.game, &self.group, self.most);
        estimate.bytes_by_residues += estimate.slots / 8;
        estimate.bytes = estimate.bytes_by_residues;
        estimate
    }

    /// Marks all levels from the goals' level up. `None` if stopped.
    ///
    /// # Errors
    /// [`Error::Memory`].
    pub fn sweep(&self, context: &mut Context<'_>) -> Result<Option<(PositionIndex, Vec<Marks>)>, Error> {
        let isa = Isa::detect();
        let (game, live) = (self.game, live_holes(self.game.board()));
        let made_for = (Play::Backward, isa);
        let make = || Tables::new(game.board(), live_start(game), &self.group, made_for, &context.stop);
        let Some(tables) = context.workers.pool().install(make) else { return Ok(None) };
        let slots = tables.slots[..=self.most].iter().map(|&slots| slots as u64).collect();
        let mut places = PositionIndex { tables, live };
        let mut levels = vec![];
        if let Some(least) = self.least() {
            let shared = Shared::new(&places.tables, isa, context);
            let mut sweeps = Sweeps::new(context.reborrow());
            let mut progress = LevelProgress::new(&mut sweeps, slots, 1, 0);
            let mut level = Level::of(&shared, least, &self.goals, 1)?;
            levels.push(places.marked(&level));
            for pegs in least + 1..=self.most {
                if pull(&shared, &mut level, pegs, &Reached(None), &mut progress)?.is_none() {
                    return Ok(None);
                }
                levels.push(places.marked(&level));
            }
        }
        places.tables.passes = Default::default();
        Ok(Some((places, levels)))
    }
}

impl PositionIndex {
    /// The marks of a level's reached positions.
    fn marked(&self, level: &Level) -> Marks {
        let mut marks = self.unmarked(level.pegs);
        for (&first, reached) in marks.firsts.iter().zip(level.memory.maps()) {
            marks.words[first as usize..][..reached.len()].copy_from_slice(reached);
        }
        marks
    }
}
