//! The map of winnable positions: can a position still be won, by which jumps, and in how many ways?
//!
//! The map has a bit for each position of the goal's class (see [`Invariants`](crate::senku::Invariants)), 9 MB on the
//! English board. A jump is good if it leads to a marked position. The numbers of solutions come from a table of all
//! winning positions ([`ways`](super::ways)), and outside it from a search over winnable positions alone, which keeps what
//! it finds. With these numbers, solutions are drawn uniformly.

use super::bits::{Classes, Level, Side};
use super::sweep;
use super::ways::Ways;
use crate::Error;
use crate::base::random::mix;
use crate::search::{Context, Overflow, StopFlag};
use crate::senku::dense::{
    Estimate, LevelProgress, Sizes, estimate_bits, live_goals, live_holes, live_start,
};
use crate::senku::sweeps::Sweeps;
use crate::senku::{Game, Goal, Group, Jump, Position};
use crate::simd::Isa;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Bytes of an entry of the table while the table grows.
const ENTRY: u64 = 64;
/// Jumps after which a map from the position takes less time than one from a start that is the goal's complement.
const JUMPS_AT_MOST: usize = 5;
/// Entries between two checks of the stop flag.
const ENTRIES_PER_LOOK: usize = 1 << 12;

/// The winnable positions of a game: those of the start's class from which the goal can be reached.
///
/// ```
/// use vuelta::search::{Context, StopFlag, Workers};
/// use vuelta::senku::{Game, Winnable};
/// let game = Game::named("triangle15")?;
/// let stop = StopFlag::default();
/// let mut map = Winnable::of(&game, None, 1 << 30, &mut Context::new(&Workers::new(2)?))?;
/// let jump = map.good_jumps(game.start()).next().unwrap();
/// let after = jump.play(game.start());
/// assert!(map.contains(after));
/// assert_eq!(map.solutions(game.start(), &stop)?, 6_816);
/// assert_eq!(map.solutions(after, &stop)?, 3_408);
/// # Ok::<(), vuelta::Error>(())
/// ```
#[derive(Debug)]
pub struct Winnable {
    pub(super) game: Game,
    /// Pegs of the highest level; holes without jumps do not count.
    pub(super) most: usize,
    /// `None` if the invariants exclude the goal: then no position is winnable.
    pub(super) found: Option<Found>,
    /// Whether the levels above half way lack the positions that the start does not lead to.
    pub(super) only_reached: bool,
    pub(super) ways: Option<Ways>,
    /// Whether the table was made, or does not fit.
    was_counted: bool,
    /// The numbers of solutions that the table lacks, by the keys of positions.
    pub(super) known: HashMap<u64, u128, BuildHasherDefault<Mixer>>,
    /// The bytes that the numbers of solutions may take.
    memory_limit: u64,
}

/// The winnable positions.
#[derive(Debug)]
pub(super) struct Found {
    pub classes: Classes,
    /// The pegs of the goals; holes without jumps do not count.
    pub least: usize,
    /// The complements of the winnable positions, from the goals' level up.
    pub levels: Vec<Level>,
}

impl Winnable {
    /// Maps the positions with at most `pegs` pegs; by default as many as the start has.
    ///
    /// # Errors
    /// [`Error::Memory`] if the map exceeds `memory_limit` bytes, [`Error::Stopped`] if `stop` was raised.
    pub fn of(
        game: &Game,
        pegs: Option<usize>,
        memory_limit: u64,
        context: &mut Context<'_>,
    ) -> Result<Self, Error> {
        Winnable::make(game, most_pegs(game, pegs), false, memory_limit, context)
    }

    /// Maps the positions that this one leads to, in less time than all of them; the start must lead to it. Positions that
    /// it does not lead to may be taken as not winnable, if they have more pegs than half way. The map is of the game from
    /// this position, or of the whole game if that is as soon made.
    ///
    /// # Errors
    /// As for [`of`](Self::of), and those of [`Game::new`].
    pub fn from_position(
        game: &Game,
        position: Position,
        memory_limit: u64,
        context: &mut Context<'_>,
    ) -> Result<Self, Error> {
        let here = game.at(position)?;
        let (start, goals) = (live_start(game), live_goals(game));
        // Half a sweep serves both ends, so that the start may take the place of the first positions after it.
        let is_dual = goals == [live_holes(game.board()) ^ start];
        if is_dual && game.start().len() < position.len() + JUMPS_AT_MOST {
            match Winnable::make(game, most_pegs(game, None), true, memory_limit, context) {
                Err(Error::Memory { .. }) => {}
                made => return made,
            }
        }
        Winnable::make(&here, most_pegs(&here, None), true, memory_limit, context)
    }

    /// Makes a map; if `only_reached`, the levels above half way have only positions that the start leads to.
    fn make(
        game: &Game,
        most: usize,
        only_reached: bool,
        memory_limit: u64,
        context: &mut Context<'_>,
    ) -> Result<Self, Error> {
        let goals = live_goals(game);
        let Some(least) = goals.first().map(|goal| goal.len()) else {
            return Ok(Winnable::new(game, most, None, memory_limit));
        };
        let estimate = estimate_bits(game, &keeping(game), most, Sizes::BITS);
        estimate.within(memory_limit, |estimate| {
            format!("the map of the winnable positions ({} slots)", estimate.slots)
        })?;
        let rest = memory_limit.saturating_sub(u64::try_from(estimate.bytes).unwrap_or(u64::MAX));
        let classes =
            context.workers.pool().install(|| classes(game, &context.stop)).ok_or(Error::Stopped)?;
        let end = classes.goals(&goals);
        let start = only_reached.then(|| classes.level(Side::Start, &[live_start(game)]));
        let start = start.filter(|start| !classes.is_same(start, &end));
        let jumps = most.saturating_sub(least);
        let late = if only_reached { jumps / 2 } else { jumps };
        let early = jumps - late;
        let mut sweeps = Sweeps::new(context.reborrow());
        let passes = if start.is_some() { 2 } else { 1 };
        let mut progress = LevelProgress::new(&mut sweeps, classes.index.slots(), passes, 0);
        let mut levels = sweep(&classes, end, late, &mut progress)?;
        let reach = |start| sweep(&classes, start, early.saturating_sub(1), &mut progress);
        let mut reached = start.map(reach).transpose()?;
        for made in (0..early).rev() {
            let last = reached.as_mut().and_then(Vec::pop);
            let allowed = last.as_ref().unwrap_or(&levels[made]);
            let next = classes.follow(&levels[levels.len() - 1], Some(allowed), &mut progress)?.0;
            levels.push(next);
        }
        let found = Found { classes, least, levels };
        Ok(Winnable { only_reached, ..Winnable::new(game, most, Some(found), rest) })
    }

    pub(super) fn new(game: &Game, most: usize, found: Option<Found>, memory_limit: u64) -> Self {
        let (game, known, only_reached) = (game.clone(), HashMap::default(), false);
        Winnable { game, most, found, only_reached, ways: None, was_counted: false, known, memory_limit }
    }

    /// Estimates the memory and the work of the map [`of`](Self::of) this game up to the start's pegs.
    #[must_use]
    pub fn estimate(game: &Game) -> Estimate {
        estimate_bits(game, &keeping(game), most_pegs(game, None), Sizes::BITS)
    }

    /// Counts the solutions from all winnable positions that the start leads to, in one sweep. Then
    /// [`solutions`](Self::solutions) from these is a look-up. Where the numbers do not fit in the map's memory or in 128
    /// bits, nothing changes.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn count_solutions(&mut self, context: &mut Context<'_>) -> Result<(), Error> {
        self.count_in_units(1, context)
    }

    /// Counts the solutions, each as `unit`.
    pub(super) fn count_in_units(&mut self, unit: u64, context: &mut Context<'_>) -> Result<(), Error> {
        let Some(Found { classes, least, levels }) = &self.found else { return Ok(()) };
        let start = live_start(&self.game);
        if self.was_counted || self.ways.is_some() || !self.contains(self.game.start()) {
            return Ok(());
        }
        let earlier = &levels[..start.len() - least];
        let words: usize = earlier.iter().map(|level| level.words.len()).sum();
        // The words, and the number of bits before each.
        let rest = self.memory_limit.checked_sub(12 * words as u64);
        if let Some(rest) = rest {
            let mut sweeps = Sweeps::new(context.reborrow());
            let mut progress = LevelProgress::new(&mut sweeps, classes.index.slots(), 2, 0);
            let mut winning = vec![classes.level(Side::Start, &[start])];
            let (jumps, is_dual) = (earlier.len(), classes.is_same(&winning[0], &levels[0]));
            for (allowed, made) in earlier.iter().rev().zip(1..) {
                let next = if is_dual && 2 * made > jumps {
                    classes.complements(&winning[jumps - made], Side::Start)
                } else if self.only_reached && 2 * made < jumps {
                    classes.complements(allowed, Side::Start)
                } else {
                    classes.follow(&winning[made - 1], Some(allowed), &mut progress)?.0
                };
                winning.push(next);
            }
            winning.reverse();
            self.ways = Ways::of(self.game.board(), classes, (winning, unit), rest, &mut progress)?;
        }
        self.was_counted = true;
        Ok(())
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whether the map has a level for positions with this one's number of pegs.
    #[must_use]
    pub fn covers(&self, position: Position) -> bool {
        self.found.as_ref().is_none_or(|found| (position & found.classes.live).len() <= self.most)
    }

    /// Whether this position is the goal or the goal can be reached from it; false if the map does not
    /// [cover](Self::covers) it.
    #[must_use]
    pub fn contains(&self, position: Position) -> bool {
        self.checked(position).is_some()
    }

    /// The legal jumps that keep the game winnable, in the order of the textbook search.
    pub fn good_jumps(&self, position: Position) -> impl Iterator<Item = Jump> {
        let known = self.checked(position).is_some();
        let jumps = self.game.board().legal_jumps(position).filter(move |_| known);
        jumps.filter(move |jump| self.key(jump.play(position)).is_some())
    }

    /// The number of solutions from this position, that is, of jump sequences to the goal; 1 in the goal itself.
    ///
    /// # Errors
    /// [`Error::Memory`] if the positions met do not fit, [`Error::Overflow`] beyond 128 bits, [`Error::Stopped`].
    pub fn solutions(&mut self, position: Position, stop: &StopFlag) -> Result<u128, Error> {
        match self.checked(position) {
            Some(key) => self.ways(position, key, stop),
            None => Ok(0),
        }
    }

    /// Counts depth first over winnable positions alone, about 100 ns per jump. Symmetric positions share an entry.
    fn ways(&mut self, position: Position, key: u64, stop: &StopFlag) -> Result<u128, Error> {
        if self.game.is_won(position) {
            return Ok(1);
        }
        if let (Some(ways), Some(found)) = (&self.ways, &self.found)
            && let Some(number) = ways.get(&found.classes, position & found.classes.live, found.least)
        {
            return Ok(number);
        }
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let mut sum = 0u128;
        for number in 0..self.game.board().jumps().len() {
            let jump = self.game.board().jumps()[number];
            if !jump.is_legal(position) {
                continue;
            }
            let after = jump.play(position);
            if let Some(key) = self.key(after) {
                sum = sum.checked_add(self.ways(after, key, stop)?).ok_or(Overflow)?;
            }
        }
        let room = self.memory_limit / ENTRY;
        if self.known.len() as u64 >= room {
            let needed = (2 * room).max(1) * ENTRY;
            let what = "counting the solutions from this position".to_owned();
            return Err(Error::Memory { what, needed: needed.into(), limit: self.memory_limit });
        }
        self.known.insert(key, sum);
        if self.known.len().is_multiple_of(ENTRIES_PER_LOOK) && stop.is_raised() {
            return Err(Error::Stopped);
        }
        Ok(sum)
    }

    /// The key of a position of any class, if it is winnable.
    fn checked(&self, position: Position) -> Option<u64> {
        let board = self.game.board();
        let is_known = board.holes().contains_all(position)
            && board.invariants().same_class(self.game.start(), position);
        if is_known { self.key(position) } else { None }
    }

    /// The key of a position of the class, if it is winnable: its level and its bit there, in one number.
    pub(super) fn key(&self, position: Position) -> Option<u64> {
        let Found { classes, least, levels } = self.found.as_ref()?;
        let position = position & classes.live;
        let number = position.len().checked_sub(*least)?;
        let level = levels.get(number)?;
        let bit = level.bit(classes.index.find(position ^ classes.live));
        level.has(bit).then_some((number as u64) << 56 | bit as u64)
    }
}

/// The symmetries that keep the start's class and the goals.
fn keeping(game: &Game) -> Group {
    let board = game.board();
    let keeps_class = |moved| board.invariants().same_class(game.start(), moved);
    // A symmetry that keeps a goal keeps its class; for one peg anywhere the class is tested.
    board.symmetries().those(|symmetry| match game.goal() {
        Goal::Any => keeps_class(symmetry.apply(game.start())),
        Goal::Hole(hole) => symmetry.hole(hole) == hole,
        Goal::Position(goal) => symmetry.apply(goal) == goal,
    })
}

/// The pegs of a map's highest level.
pub(super) fn most_pegs(game: &Game, pegs: Option<usize>) -> usize {
    pegs.map_or(live_start(game).len(), |pegs| pegs.min(live_holes(game.board()).len()))
}

/// The tables of a map; `None` if `stop` was raised.
pub(super) fn classes(game: &Game, stop: &StopFlag) -> Option<Classes> {
    Classes::new(game.board(), live_start(game), keeping(game), Isa::detect(), stop)
}

/// Hashes one word.
#[derive(Debug, Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0 ^ word);
    }
}
