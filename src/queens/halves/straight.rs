//! The board of two halves: even N, and odd N with a queen in the centre.
//!
//! For each set R of rows, the east half boards X on R meet the west half boards Y on the other rows R':
//!
//! ```text
//! n(A, B) = number of disjoint pairs
//! plain:    Q = sum over all R of n(X, Y)
//! ```
//!
//! **Even N.** By how many of its two long half-diagonals are occupied, X = X0 + X1 + X2, and Y likewise.
//! Reflection in a long diagonal lets the east be restricted to X0, with weight 2 for each half-diagonal
//! that the west occupies (doc/ALGORITHMS.md derives it): Q = sum of n(X0, Y0) + 2 n(X0, Y1) + 4 n(X0, Y2).
//! The north-south flip keeps each term, the east-west flip only the first. So for the class of R:
//!
//! ```text
//! rev R != R'    2 o ( n(X0, Y0 + Y1) + 2 n(X0, Y2) + n(Y0, X1) + 2 n(Y0, X2) )     o = 1 if rn = rs, else 2
//! rev R == R'    2   ( n(X0, Y0) + 2 n(X0, Y1) + 4 n(X0, Y2) )
//! ```
//!
//! (In the first, the twins R' give n(Y0, X0) + 2 n(Y0, X1) + 4 n(Y0, X2) once more; both halves are divided
//! by two and the double sum is put into the weight.) X0 is about a quarter of X: a ninth of all pairs is tested.
//!
//! The factor before the bracket is the size of R's class.
//!
//! **A queen in the centre** forbids both long diagonals, so that the plain sum is left, over classes. **With
//! conditions** it is the plain sum as well, over the classes that the conditions leave.

use super::geometry::{Geometry, Place};
use super::join::Join;
use super::permuted::Order;
use super::plan::Rows;
use super::quadrant::Quadrant;
use super::radix::{BucketJoin, Keys};
use super::scratch::Scratch;
use super::store::Store;
use crate::simd::{Kernel, Lanes};
use std::ops::Range;
use std::sync::Arc;

/// The quadrant lists, by place, then by row set.
#[derive(Debug)]
pub(super) enum Lists {
    /// All made beforehand, masks of 32 bits.
    Narrow([Vec<Quadrant<u32>>; 4]),
    /// Made as needed.
    Wide([Arc<Store>; 4]),
}

/// Two halves that meet in the middle.
#[derive(Debug)]
pub(super) struct Straight {
    pub geometry: Geometry,
    /// Whether the symmetry of the long diagonals is used.
    pub folded: bool,
    /// The bits by which halves are compared.
    pub live: u64,
    pub lists: Lists,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Half {
    East,
    West,
}

impl Straight {
    /// The bracket of the formula above; `pairs(h, [a, b])` is n(group 0 of half h, groups a of the other
    /// half), and the same for b. `smaller` is the half with fewer boards in its group 0.
    #[inline(always)]
    fn bracket(
        &self,
        rows: Rows,
        smaller: Half,
        mut pairs: impl FnMut(Half, [Range<usize>; 2]) -> [u128; 2],
    ) -> u128 {
        if !self.folded {
            let [all, _] = pairs(smaller, [0..1, 3..3]);
            return all;
        }
        // The join permutes its lists within their groups: group 0 comes first, alone, and then as part of 0..2.
        if rows.complement(self.geometry.full()) == rows.reversed() {
            let [none, _] = pairs(Half::East, [0..1, 3..3]);
            let [one, two] = pairs(Half::East, [1..2, 2..3]);
            none + 2 * one + 4 * two
        } else {
            let [one, two] = pairs(Half::West, [1..2, 2..3]);
            let [upto_one, both] = pairs(Half::East, [0..2, 2..3]);
            upto_one + 2 * both + one + 2 * two
        }
    }
}

/// Counts one class.
pub(super) struct Count<'a> {
    pub straight: &'a Straight,
    pub rows: Rows,
    pub scratch: &'a mut Scratch,
}

impl Kernel for Count<'_> {
    type Output = u128;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> u128 {
        match &self.straight.lists {
            Lists::Narrow(lists) => self.narrow(lanes, lists),
            Lists::Wide(stores) => self.wide(lanes, stores),
        }
    }
}

impl Count<'_> {
    #[inline(always)]
    fn narrow<L: Lanes>(self, lanes: L, lists: &[Vec<Quadrant<u32>>; 4]) -> u128 {
        let [ne, se, nw, sw] = lists;
        let other = self.rows.complement(self.straight.geometry.full());
        let [east, west] = &mut self.scratch.narrow;
        east.fill(lanes, ne[self.rows.north as usize].view(), se[self.rows.south as usize].view());
        west.fill(lanes, nw[other.north as usize].view(), sw[other.south as usize].view());
        let workspace = &mut self.scratch.workspace;
        let smaller = if east.group(0).len() <= west.group(0).len() { Half::East } else { Half::West };
        self.straight.bracket(self.rows, smaller, |half, [a, b]| {
            let (patterns, items) = match half {
                Half::East => (&mut *east, &mut *west),
                Half::West => (&mut *west, &mut *east),
            };
            let found = lanes.enter(Join {
                patterns: patterns.group(0),
                items: items.two(a, b),
                bits: self.straight.live.count_ones(),
                workspace,
            });
            found.map(u128::from)
        })
    }

    #[inline(always)]
    fn wide<L: Lanes>(self, lanes: L, stores: &[Arc<Store>; 4]) -> u128 {
        let geometry = &self.straight.geometry;
        let other = self.rows.complement(geometry.full());
        let rows = [self.rows.north, self.rows.south, other.north, other.south];
        let known: [_; 4] = std::array::from_fn(|i| stores[i].get(rows[i]));
        let order = Order::best(geometry, self.straight.live, known.each_ref().map(|k| &**k));
        let Scratch { wide, permuted: [north, south], buckets, gathered, workspace, .. } = self.scratch;
        for (half, boards) in wide.iter_mut().enumerate() {
            let list = |place: Place| (place, &*known[place as usize]);
            let (n, s) = (list(Place::ALL[2 * half]), list(Place::ALL[2 * half + 1]));
            let n = north.permute(lanes, geometry, n, &order.bits);
            let s = south.permute(lanes, geometry, s, &order.bits);
            boards.fill(lanes, n, s);
        }
        let [east, west] = wide.each_mut().map(|boards| boards.group(0).len());
        let (patterns, smaller) = if east <= west { (east, Half::East) } else { (west, Half::West) };
        let keys = Keys::new(order.bits.len() as u32, order.dead, patterns);
        for (boards, buckets) in wide.iter_mut().zip(buckets.iter_mut()) {
            for (group, buckets) in buckets.iter_mut().enumerate() {
                buckets.sort(boards.group(group), &keys);
            }
        }
        let [east, west] = &*buckets;
        self.straight.bracket(self.rows, smaller, |half, groups| {
            let (patterns, items) = match half {
                Half::East => (&east[0], west),
                Half::West => (&west[0], east),
            };
            lanes.enter(BucketJoin {
                keys,
                patterns,
                items: groups.map(|range| items.get(range).unwrap_or(&[])),
                gathered,
                workspace,
            })
        })
    }
}
