//! Sets of units whose squares lie in equally many units of another kind (levels 3 and 4), by matching.
//!
//! Match every queen that a unit of one kind needs with a queen of a unit of the other kind that shares a free square:
//! a perfect matching of a bipartite graph. From a unit, go to all units of the other kind that share squares with it,
//! from these to the units matched with them, and so on. The units reached are the smallest set around the first unit
//! that needs as many queens as the units that confine it. So no other unit's queen can be there. (P. Hall 1935; J.-C.
//! Régin, "A filtering algorithm for constraints of difference in CSPs", AAAI 1994.) Every set that removes a square
//! contains a smallest one that removes it, so no subset has to be tried. Run time O(N² K) per pair of kinds, in steps
//! of machine words; memory O(N K).

use super::super::grid::{Grid, State};
use crate::base::bits::ones;

/// A matching of queens between the units of two kinds.
struct Matching {
    /// For each unit of the first kind, the units of the second with which it shares free squares.
    shared: Vec<u32>,
    /// For each unit of the second kind, the units of the first matched with it, and the number of its queens.
    holders: Vec<Vec<usize>>,
    places: Vec<usize>,
}

/// Calls back with the smallest set around each open unit of `kind` and the units of `within_kind` that confine it.
/// Does nothing if no matching exists, because the position has no solution.
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
    /// Matches a queen of this unit, moving others if needed; `seen` are the units already tried.
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

    /// The smallest set around a unit, and the units that confine it.
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
