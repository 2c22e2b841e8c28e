//! Senku from any position: can it still be won, by which jumps, and in how many ways?
//!
//! A position is *winnable* when some jumps lead from it to the goal. Let W(Q) be the number of those jump sequences:
//!
//! ```text
//! W(goal) = 1,   W(Q) = sum of W(P) over the positions P that a jump leads to from Q,   Q is winnable when W(Q) > 0
//! ```
//!
//! The *map* has a bit for each position of the goal's class (see [`Invariants`](super::Invariants)), made by one sweep of
//! the dense engine from the goal back. A jump is good if it leads to a marked position. W is computed on demand, with a
//! table of the positions met, which the map keeps free of dead positions. With W, solutions are drawn uniformly.
//!
//! On the English board the map takes 9 MB and about as long as a count. After that a query takes microseconds; W of the
//! start needs 1,679,072 table entries. `play` lists and draws solutions, `file` keeps the map.

mod error;
mod file;
mod play;
#[cfg(test)]
mod tests;

pub use error::MapError;

use super::dense::{Backward, Estimate, Marks, PositionIndex};
use super::{Game, Jump, Position};
use crate::Error;
use crate::random::mix;
use crate::search::{Context, Overflow, StopFlag};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Bytes of an entry of the table while the table grows.
const ENTRY: u64 = 64;
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
    game: Game,
    /// Pegs of the highest level; holes without jumps do not count.
    most: usize,
    /// The index, and the pegs of the goal; holes without jumps do not count. `None` if the invariants exclude the goal:
    /// then no position is winnable.
    index: Option<(PositionIndex, usize)>,
    /// From the goal's level up.
    levels: Vec<Marks>,
    /// The known numbers of solutions, by the keys of positions.
    known: HashMap<u64, u128, BuildHasherDefault<Mixer>>,
    /// The bytes that they may take.
    memory_limit: u64,
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
        let backward = Backward::new(game, pegs);
        let Some(least) = backward.least() else {
            return Ok(Winnable::new(game, backward.most(), None, vec![], memory_limit));
        };
        let estimate = backward.estimate();
        if !estimate.feasible {
            return Err(estimate.refusal(memory_limit));
        }
        if !estimate.fits(memory_limit) {
            return Err(Error::Memory {
                what: format!("the map of the winnable positions ({} slots)", estimate.slots),
                needed: estimate.bytes,
                limit: memory_limit,
            });
        }
        let rest = memory_limit.saturating_sub(u64::try_from(estimate.bytes).unwrap_or(u64::MAX));
        let (index, levels) = backward.sweep(context)?.ok_or(Error::Stopped)?;
        Ok(Winnable::new(game, backward.most(), Some((index, least)), levels, rest))
    }

    fn new(
        game: &Game,
        most: usize,
        index: Option<(PositionIndex, usize)>,
        levels: Vec<Marks>,
        memory_limit: u64,
    ) -> Self {
        Winnable { game: game.clone(), most, index, levels, known: HashMap::default(), memory_limit }
    }

    /// Estimates the memory and the work of the map [`of`](Self::of) this game up to the start's pegs.
    #[must_use]
    pub fn estimate(game: &Game) -> Estimate {
        Backward::new(game, None).estimate()
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whether the map has a level for positions with this one's number of pegs.
    #[must_use]
    pub fn covers(&self, position: Position) -> bool {
        self.index.as_ref().is_none_or(|(index, _)| index.pegs(position) <= self.most)
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
    fn key(&self, position: Position) -> Option<u64> {
        let (index, least) = self.index.as_ref()?;
        let level = index.pegs(position).checked_sub(*least)?;
        let marks = self.levels.get(level)?;
        let bit = index.bit(marks, position);
        marks.has(bit).then_some((level as u64) << 56 | bit as u64)
    }
}

/// Hashes one word.
#[derive(Debug, Default)]
struct Mixer(u64);

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
