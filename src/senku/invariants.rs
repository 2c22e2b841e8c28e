//! The invariants of jumps: the "rule of three" of any board.
//!
//! Write a position as a vector over GF(2), one entry per hole. A jump adds the vector m of its three holes. So for
//! every v with v·m = 0 for all jumps, v·P stays constant through a game. A basis of these v gives each position a
//! *class*, and play never leaves the class of its start. On the usual square boards the basis has 4 vectors (the two
//! diagonal three-colourings, Reiss 1857), on triangles 2.
//!
//! Run time O(jumps · holes) word operations per board, O(basis) per position.

use super::{Hole, HoleSet, Jump, Position};

/// A basis of the vectors that are orthogonal to every jump.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invariants {
    basis: Vec<HoleSet>,
}

impl Invariants {
    /// Computes the basis by Gauss-Jordan elimination of the jumps' vectors; each column without a pivot gives one
    /// vector.
    pub(crate) fn of_jumps(holes: usize, jumps: &[Jump]) -> Self {
        let mut rows: Vec<u64> = jumps.iter().map(|jump| jump.mask().bits()).collect();
        let mut pivots = Vec::new();
        let mut free = Vec::new();
        for hole in 0..holes {
            let rank = pivots.len();
            let Some(found) = (rank..rows.len()).find(|&i| rows[i] >> hole & 1 == 1) else {
                free.push(hole);
                continue;
            };
            rows.swap(rank, found);
            let pivot_row = rows[rank];
            for (i, row) in rows.iter_mut().enumerate() {
                if i != rank && *row >> hole & 1 == 1 {
                    *row ^= pivot_row;
                }
            }
            pivots.push(hole);
        }
        let vector = |free: usize| {
            let bound = pivots.iter().enumerate().filter(|&(i, _)| rows[i] >> free & 1 == 1);
            let bound = bound.map(|(_, &pivot)| Hole::new(pivot));
            bound.chain([Hole::new(free)]).collect()
        };
        Invariants { basis: free.into_iter().map(vector).collect() }
    }

    /// The basis vectors that involve one of these holes.
    pub(super) fn about(&self, holes: HoleSet) -> Invariants {
        let basis = self.basis.iter().copied().filter(|&vector| !(vector & holes).is_empty());
        Invariants { basis: basis.collect() }
    }

    /// The basis, with at most one vector per hole.
    #[must_use]
    pub fn basis(&self) -> &[HoleSet] {
        &self.basis
    }

    /// The class of `position`: bit `i` is the parity of its pegs on basis vector `i`.
    #[must_use]
    pub fn class(&self, position: Position) -> u64 {
        self.basis
            .iter()
            .enumerate()
            .fold(0, |class, (i, &vector)| class | ((vector & position).len() as u64 & 1) << i)
    }

    /// Whether two positions have the same class. Classes add as positions do.
    #[must_use]
    pub fn same_class(&self, a: Position, b: Position) -> bool {
        self.class(a ^ b) == 0
    }
}

#[cfg(test)]
mod tests {
    use crate::senku::{Board, HoleSet, Square};

    #[test]
    fn square_boards_have_four_invariants_and_triangles_two() {
        for (name, count) in
            [("english", 4), ("european", 4), ("diamond", 4), ("triangle15", 2), ("triangle28", 2)]
        {
            assert_eq!(Board::named(name).unwrap().invariants().basis().len(), count, "{name}");
        }
    }

    #[test]
    fn no_jump_changes_the_class() {
        for name in ["english", "wiegleb", "triangle21", "square5"] {
            let board = Board::named(name).unwrap();
            for jump in board.jumps() {
                assert_eq!(board.invariants().class(jump.mask()), 0);
            }
        }
    }

    #[test]
    fn from_the_centre_the_english_game_can_end_in_five_holes() {
        // The rule of three: the centre and the four holes three steps away from it.
        let board = Board::named("english").unwrap();
        let centre = HoleSet::from(board.hole(Square::new(3, 3)).unwrap());
        let start = board.holes() ^ centre;
        let ends: Vec<(u32, u32)> = board
            .holes()
            .iter()
            .filter(|&h| board.invariants().same_class(start, h.into()))
            .map(|h| (board.square(h).row, board.square(h).column))
            .collect();
        assert_eq!(ends, [(0, 3), (3, 0), (3, 3), (3, 6), (6, 3)]);
    }

    #[test]
    fn a_board_without_jumps_keeps_every_hole_as_it_is() {
        let board = Board::new(crate::senku::Lattice::Square, (0..2).map(|c| Square::new(0, c))).unwrap();
        assert_eq!(board.invariants().basis().len(), 2);
    }
}
