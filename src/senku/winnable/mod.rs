//! Senku from any position: can it still be won, by which jumps, and in how many ways?
//!
//! A position is *winnable* when some jumps lead from it to the goal. Let W(Q) be the number of those jump sequences:
//!
//! ```text
//! W(goal) = 1,   W(Q) = sum of W(P) over the positions P that a jump leads to from Q,   Q is winnable when W(Q) > 0
//! ```
//!
//! The *map* has a bit for each position of the goal's class (see [`Invariants`](super::Invariants)), made by one sweep of
//! the dense engine from the goal back. A jump is good when it leads to a marked position. W is computed on demand, with a
//! table of the positions that were met; the map keeps dead positions out of it. With W solutions are drawn uniformly.
//!
//! English board: the map takes about as long as a count and 9 MB; then a question takes microseconds, and W of the start
//! 1,679,072 table entries. The files: `memo` computes W, `play` lists and draws solutions, `file` keeps the map.

mod file;
mod memo;
mod play;
#[cfg(test)]
mod tests;

pub use file::MapError;
pub use play::{Draws, Wins};

use super::dense::{Backward, Estimate, Marks, Places};
use super::{Game, Jump, Position};
use crate::Error;
use crate::search::{Observer, StopFlag, Workers};
use memo::Memo;

/// The winnable positions of a game: those of the start's class from which the goal can be reached.
///
/// ```
/// use vuelta::search::{Quiet, StopFlag, Workers};
/// use vuelta::senku::{Game, Winnable};
/// let game = Game::named("triangle15")?;
/// let stop = StopFlag::default();
/// let mut map = Winnable::of(&game, 1 << 30, &Workers::new(2)?, &stop, &mut Quiet)?;
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
    /// Pegs up to which the map goes; holes without jumps do not count.
    most: usize,
    /// Pegs of the goal, likewise.
    least: usize,
    /// `None` where the invariants exclude the goal: then no position is winnable.
    places: Option<Places>,
    /// From the goal's level up.
    levels: Vec<Marks>,
    memo: Memo,
}

impl Winnable {
    /// The map of the positions with at most as many pegs as the start.
    ///
    /// # Errors
    /// [`Error::Memory`] where it does not fit, [`Error::Stopped`] when `stop` was raised.
    pub fn of(
        game: &Game,
        memory_limit: u64,
        workers: &Workers,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Self, Error> {
        Winnable::back(&Backward::new(game, None), game, memory_limit, workers, stop, observer)
    }

    /// The map of all positions of the start's class, however many pegs they have.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub fn whole(
        game: &Game,
        memory_limit: u64,
        workers: &Workers,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Self, Error> {
        let backward = Backward::new(game, Some(game.board().len()));
        Winnable::back(&backward, game, memory_limit, workers, stop, observer)
    }

    fn back(
        backward: &Backward<'_>,
        game: &Game,
        memory_limit: u64,
        workers: &Workers,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Self, Error> {
        let Some(least) = backward.least() else {
            return Ok(Winnable::new(game, backward.most(), None, vec![], memory_limit));
        };
        let estimate = backward.estimate();
        if !estimate.fits(memory_limit) {
            return Err(Error::Memory {
                what: format!("the map of the winnable positions ({} slots)", estimate.slots),
                needed: estimate.bytes,
                limit: memory_limit,
            });
        }
        let rest = memory_limit.saturating_sub(u64::try_from(estimate.bytes).unwrap_or(u64::MAX));
        let (places, levels) = backward.sweep(workers, stop, observer)?.ok_or(Error::Stopped)?;
        Ok(Winnable::new(game, backward.most(), Some((places, least)), levels, rest))
    }

    fn new(
        game: &Game,
        most: usize,
        found: Option<(Places, usize)>,
        levels: Vec<Marks>,
        memory: u64,
    ) -> Self {
        let (places, least) = found.map_or((None, 0), |(places, least)| (Some(places), least));
        Winnable { game: game.clone(), most, least, places, levels, memo: Memo::new(memory) }
    }

    /// The memory and the work that the map [`of`](Self::of) this game takes.
    #[must_use]
    pub fn estimate(game: &Game) -> Estimate {
        Backward::new(game, None).estimate()
    }

    /// The game whose goal it is.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whether the map knows about positions with as many pegs as this one has.
    #[must_use]
    pub fn covers(&self, position: Position) -> bool {
        self.places.as_ref().is_none_or(|places| places.pegs(position) <= self.most)
    }

    /// Whether the goal can be reached from this position, or it is the goal. A position that the map does not
    /// [cover](Self::covers) is not in it.
    #[must_use]
    pub fn contains(&self, position: Position) -> bool {
        self.checked(position).is_some()
    }

    /// The jumps that can be made in this position and keep the game winnable, in the textbook's order.
    pub fn good_jumps(&self, position: Position) -> impl Iterator<Item = Jump> {
        let known = self.checked(position).is_some();
        let jumps = self.game.board().legal_jumps(position).filter(move |_| known);
        jumps.filter(move |jump| self.place(jump.play(position)).is_some())
    }

    /// The number of solutions from this position: of jump sequences to the goal, 1 in the goal itself.
    ///
    /// # Errors
    /// [`Error::Memory`] where the positions on the way do not fit, [`Error::Overflow`] beyond 128 bits, and
    /// [`Error::Stopped`].
    pub fn solutions(&mut self, position: Position, stop: &StopFlag) -> Result<u128, Error> {
        match self.checked(position) {
            Some(place) => self.ways(position, place, stop),
            None => Ok(0),
        }
    }

    /// The place of a position of any class, if it is winnable.
    fn checked(&self, position: Position) -> Option<u64> {
        let board = self.game.board();
        let is_known = board.holes().contains_all(position)
            && board.invariants().same_class(self.game.start(), position);
        if is_known { self.place(position) } else { None }
    }

    /// The place of a position of the class, if it is winnable: its level and its bit there, in one number.
    fn place(&self, position: Position) -> Option<u64> {
        let places = self.places.as_ref()?;
        let level = places.pegs(position).checked_sub(self.least)?;
        let marks = self.levels.get(level)?;
        let bit = places.bit(marks, position);
        marks.has(bit).then_some((level as u64) << 56 | bit as u64)
    }
}
