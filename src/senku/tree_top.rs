//! Cuts the top of a game tree into subproblems: the positions reached after a few jumps, each with the
//! number of ways to reach it.
//!
//! Level after level, positions that a symmetry of start and goal maps onto each other are merged, because equally many
//! games and solutions follow from them. Games and solutions that end above the cut are counted here. The cut is a pure
//! function of the game, not of the machine.

use super::fundamental::solutions_up_to_symmetry;
use super::{Count, Game, Group, Position};
use crate::Error;
use crate::search::{Overflow, Tally};
use std::collections::BTreeMap;

/// The cut follows the first level with this many positions, or the deepest level.
const ENOUGH: usize = 200;

/// The top of a game tree.
#[derive(Debug, Default)]
pub(super) struct TreeTop {
    /// The positions at the cut, ascending, each with the ways from the start to its orbit.
    pub roots: Vec<(Position, u64)>,
    /// The games and solutions that end above the cut.
    pub ends: Ends,
}

/// Numbers of games and solutions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Ends {
    pub games: u128,
    pub solutions: u128,
}

impl Ends {
    /// The count of a game that ends so.
    pub fn count(&self, game: &Game) -> Count {
        let Ends { games, solutions } = *self;
        let solutions_up_to_symmetry = solutions_up_to_symmetry(game, solutions);
        Count { games, solutions, solutions_up_to_symmetry, ..Count::default() }
    }

    /// Confirms a second count.
    ///
    /// # Errors
    /// [`Error::Inconsistent`] if the counts differ.
    pub fn confirm(&self, other: &Ends) -> Result<(), Error> {
        if self == other {
            return Ok(());
        }
        let ends = |ends: &Ends| format!("{} games and {} solutions", ends.games, ends.solutions);
        Err(Error::Inconsistent {
            what: format!(
                "the count from the start gives {}, that by subproblems {}",
                ends(self),
                ends(other)
            ),
        })
    }
}

impl Tally for Ends {
    fn add(&mut self, other: &Self, weight: u64) -> Result<(), Overflow> {
        self.games.add(&other.games, weight)?;
        self.solutions.add(&other.solutions, weight)
    }
}

impl TreeTop {
    /// Cuts the tree of `game`, whose positions are equal up to `symmetries`.
    ///
    /// # Errors
    /// [`Overflow`] if the ways to a position exceed 64 bits.
    pub fn new(game: &Game, symmetries: &Group) -> Result<Self, Overflow> {
        let mut top = TreeTop::default();
        let mut level = BTreeMap::from([(symmetries.canonical(game.start()), 1u64)]);
        while !level.is_empty() && level.len() < ENOUGH {
            let mut next = BTreeMap::new();
            for (position, ways) in level {
                let (stuck, won) = (game.board().is_stuck(position), game.is_won(position));
                top.ends.add(&Ends { games: u128::from(stuck), solutions: u128::from(won) }, ways)?;
                for jump in game.board().legal_jumps(position) {
                    let sum: &mut u64 = next.entry(symmetries.canonical(jump.play(position))).or_default();
                    sum.add(&ways, 1)?;
                }
            }
            level = next;
        }
        top.roots = level.into_iter().collect();
        Ok(top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_totals_are_an_error_with_both() {
        let ends = |games, solutions| Ends { games, solutions };
        assert!(ends(6, 2).confirm(&ends(6, 2)).is_ok());
        for other in [ends(6, 1), ends(5, 2)] {
            let sentence = ends(6, 2).confirm(&other).unwrap_err().to_string();
            assert!(sentence.contains("6 games and 2 solutions, that by subproblems"), "{sentence}");
        }
    }

    #[test]
    fn ends_that_overflow_are_an_error() {
        let add = |games, solutions, weight| {
            let mut ends = Ends { games: u128::MAX - 6, solutions: 1 };
            ends.add(&Ends { games, solutions }, weight).map(|()| ends)
        };
        assert_eq!(add(2, 0, 3), Ok(Ends { games: u128::MAX, solutions: 1 }));
        assert_eq!(add(7, 0, 1), Err(Overflow));
        assert_eq!(add(0, u128::MAX, 1), Err(Overflow));
        assert_eq!(add(0, u128::MAX / 2, 3), Err(Overflow));
    }
}
