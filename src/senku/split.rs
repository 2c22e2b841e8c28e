//! Cuts the top of a game tree into subproblems: the positions reached after a few jumps, each with the
//! number of ways to reach it.
//!
//! Level after level, positions that a symmetry of start and goal maps onto each other are taken together:
//! as many games and solutions follow from each of them. What ends above the cut (a short game, a goal) is
//! counted here. The cut is a pure function of the game, not of the machine.

use super::{Game, Group, Position};
use crate::search::Overflow;
use std::collections::BTreeMap;

/// The cut goes below the first level that has this many positions, or as deep as the game is.
const ENOUGH: usize = 200;

/// The top of a game tree.
#[derive(Debug, Default)]
pub(super) struct Split {
    /// The positions at the cut, ascending, each with the ways from the start to its orbit.
    pub roots: Vec<(Position, u64)>,
    /// Games that end above the cut.
    pub games: u128,
    /// Solutions that end above the cut.
    pub solutions: u128,
}

impl Split {
    /// Cuts `game`, whose positions are the same up to `symmetries`.
    ///
    /// # Errors
    /// [`Overflow`] when the ways to a position leave 64 bits.
    pub fn new(game: &Game, symmetries: &Group) -> Result<Self, Overflow> {
        let mut split = Split::default();
        let mut level = BTreeMap::from([(symmetries.canonical(game.start()), 1u64)]);
        while !level.is_empty() && level.len() < ENOUGH {
            let mut next = BTreeMap::new();
            for (position, ways) in level {
                if game.is_won(position) {
                    split.solutions += u128::from(ways);
                }
                if game.board().is_stuck(position) {
                    split.games += u128::from(ways);
                }
                for jump in game.board().legal_jumps(position) {
                    let sum: &mut u64 = next.entry(symmetries.canonical(jump.play(position))).or_default();
                    *sum = sum.checked_add(ways).ok_or(Overflow)?;
                }
            }
            level = next;
        }
        split.roots = level.into_iter().collect();
        Ok(split)
    }
}
