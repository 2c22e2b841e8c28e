//! Sets of units that have their squares in as many units of another kind (levels 3 and 4), by matching.
//!
//! Give every queen that a unit of one kind wants a queen's place in a unit of the other kind, where the two share a free
//! square: a perfect matching of a bipartite graph. From a unit, go to all units of the other kind that it shares squares
//! with, from these to the units that their places are given to, and so on. What is reached is the smallest set around
//! the unit that wants as many queens as the units that it is confined to: no other unit's queen can stand in them. (P.
//! Hall 1935; J.-C. Régin, "A filtering algorithm for constraints of difference in CSPs", AAAI 1994.) Every set that
//! removes a square contains a smallest one that removes it, so that no subset has to be tried.
//! Run time O(N² K) per pair of kinds, in steps of machine words; memory O(N K).

use super::super::grid::{Grid, State, ones};

/// A unit's places for queens, and who has them.
struct Matching {
    /// For each unit of the first kind, the units of the second that it shares free squares with.
    shared: Vec<u32>,
    /// For each unit of the second kind, the units of the first that have its places, and how many places there are.
    holders: Vec<Vec<usize>>,
    places: Vec<usize>,
}

/// Tells the smallest set around each open unit of `kind`, with the units of `within_kind` that it is confined to. Tells
/// nothing if the position has no solution for want of such places.
pub(super) fn tight_sets<const W: usize>(
    grid: &Grid<W>,
    state: &State<W>,
    kind: usize,
    within_kind: usize,
    mut tell: impl FnMut(u32, u32),
) {
    let mut shared = vec![0u32; grid.size];
    for square in state.free {
        let home = grid.homes[square];
        shared[usize::from(home[kind])] |= 1 << home[within_kind];
    }
    let places = state.wanted[within_kind][..grid.size].iter().map(|&wanted| usize::from(wanted)).collect();
    let mut matching = Matching { shared, holders: vec![vec![]; grid.size], places };
    for unit in ones(state.open[kind]) {
        for _ in 0..state.wanted[kind][unit] {
            if !matching.give(unit, &mut 0) {
                return;
            }
        }
    }
    for unit in ones(state.open[kind]) {
        let (units, within) = matching.closure(unit);
        if units != state.open[kind] {
            tell(units, within);
        }
    }
}

impl Matching {
    /// Gives a place to a queen of this unit, and another to those who have to move; `seen` are units asked already.
    fn give(&mut self, unit: usize, seen: &mut u32) -> bool {
        for other in ones(self.shared[unit]) {
            if *seen >> other & 1 == 1 {
                continue;
            }
            *seen |= 1 << other;
            if self.holders[other].len() < self.places[other] {
                self.holders[other].push(unit);
                return true;
            }
            for place in 0..self.holders[other].len() {
                if self.give(self.holders[other][place], seen) {
                    self.holders[other][place] = unit;
                    return true;
                }
            }
        }
        false
    }

    /// The smallest set around a unit, and what it is confined to.
    fn closure(&self, unit: usize) -> (u32, u32) {
        let (mut units, mut within) = (1 << unit, 0);
        loop {
            let reached = ones(units).fold(0, |reached, unit| reached | self.shared[unit]);
            if reached == within {
                return (units, within);
            }
            within = reached;
            units |=
                ones(within).flat_map(|other| &self.holders[other]).fold(0, |held, &unit| held | 1 << unit);
        }
    }
}
