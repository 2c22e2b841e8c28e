//! The board of two halves: even N, and odd N with what stands on the middle lines given.
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
//! conditions** it is the plain sum as well, over the classes that the conditions leave. **Two queens on the middle
//! lines** leave the plain sum over all R without the row of one of them (`crossed`).

use super::Path;
use super::free::Free;
use super::geometry::{Geometry, Lines, Place};
use super::join::Join;
use super::permuted::Order;
use super::plan::Rows;
use super::quadrant::{self, Quadrant};
use super::radix::{BucketJoin, Keys};
use super::scratch::Scratch;
use super::store::{Room, Store};
use crate::simd::{Grouped, Kernel, Lanes};
use std::ops::Range;
use std::sync::Arc;

/// The quadrant lists, by place, then by row set.
#[derive(Debug)]
pub(super) enum Lists {
    /// All made beforehand, masks of 32 bits.
    Narrow([Vec<Quadrant<u32>>; 4]),
    /// All made beforehand, masks of more bits.
    Broad([Vec<Quadrant<u64>>; 4]),
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
    /// The row in the south that the middle column's queen takes from both halves (a bit), or none.
    pub middle: Lines,
    pub lists: Lists,
}

impl Lists {
    /// None yet, of the kind that these bits take; `None` where lists are not to be made beforehand.
    pub fn empty(live: u64, path: Path) -> Option<Self> {
        match path {
            Path::Stored if live.count_ones() <= 32 => Some(Lists::Narrow(Default::default())),
            Path::Stored => Some(Lists::Broad(Default::default())),
            Path::AsNeeded => None,
        }
    }

    /// Adds a list to those of a place, its masks seen from there.
    pub fn push(&mut self, place: usize, list: Made) {
        match (self, list) {
            (Lists::Narrow(lists), Made::Narrow(list)) => lists[place].push(list),
            (Lists::Broad(lists), Made::Broad(list)) => lists[place].push(list),
            _ => unreachable!("a list is made for the lists it joins"),
        }
    }
}

/// A list made beforehand.
#[derive(Debug)]
pub(super) enum Made {
    Narrow(Quadrant<u32>),
    Broad(Quadrant<u64>),
}

/// How the bits by which halves are compared become the lowest ones.
#[derive(Debug, Clone, Copy)]
pub(super) struct Narrowing {
    /// What is below all of them.
    shift: u32,
    /// So many low bits as they are.
    low: u64,
    /// Two bits to squeeze out after that, the higher one first; 63 for none.
    gaps: [u32; 2],
}

impl Narrowing {
    /// For bits with at most two gaps of one bit.
    pub fn new(live: u64) -> Self {
        let shift = if live == 0 { 0 } else { live.trailing_zeros() };
        let shifted = live >> shift;
        let mut gaps = [63; 2];
        let holes = (0..shifted.checked_ilog2().unwrap_or(0)).rev().filter(|bit| shifted >> bit & 1 == 0);
        debug_assert!(holes.clone().count() <= gaps.len());
        for (gap, hole) in gaps.iter_mut().zip(holes) {
            *gap = hole;
        }
        let low = if live == 0 { 0 } else { u64::MAX >> live.count_zeros() };
        Narrowing { shift, low, gaps }
    }

    /// The list, as `seen` sees its masks, with the bits that count.
    pub fn list(&self, list: &Quadrant<u64>, seen: impl Fn(u64) -> u64) -> Made {
        let masks = |mask| self.squeeze(seen(mask));
        // The cast drops nothing that counts.
        if self.is_narrow() {
            Made::Narrow(list.map(|m| masks(m) as u32))
        } else {
            Made::Broad(list.map(masks))
        }
    }

    /// The list of those masks for which `keep`, with the bits that count.
    pub fn filtered(&self, list: &Quadrant<u64>, keep: impl Fn(u64) -> bool) -> Made {
        let masks = |mask| self.squeeze(mask);
        if self.is_narrow() {
            Made::Narrow(list.filter_map(keep, |m| masks(m) as u32))
        } else {
            Made::Broad(list.filter_map(keep, masks))
        }
    }

    fn is_narrow(&self) -> bool {
        self.low <= u64::from(u32::MAX)
    }

    #[inline]
    fn squeeze(&self, mask: u64) -> u64 {
        let close = |mask: u64, gap: u32| {
            let below = (1 << gap) - 1;
            (mask & below) | (mask >> 1 & !below)
        };
        self.gaps.iter().fold(mask >> self.shift, |mask, &gap| close(mask, gap)) & self.low
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Half {
    East,
    West,
}

impl Straight {
    /// All of the board, or all but its middle lines with a queen in the centre.
    pub fn new(geometry: Geometry, free: &Free, symmetric: bool, path: Path, room: &Arc<Room>) -> Self {
        let folded = symmetric && !geometry.middle;
        let squares = Place::ALL.map(|place| free.squares(place, |i, j| !geometry.middle || i != j));
        // The nibble of distance h reaches no other half (odd N). The long diagonals are kept apart (folded), or
        // forbidden (odd N), or bits like any other.
        let unreached = if geometry.middle { 4 } else { 0 };
        let long = if folded || geometry.middle { 0 } else { geometry.centre() };
        let live = (geometry.nibbles() | long) >> unreached << unreached;
        let lists = match Lists::empty(live, path) {
            Some(mut lists) => {
                let narrowing = Narrowing::new(live);
                let made = quadrant::lists_by_place(geometry, &squares, folded, |place, list| {
                    narrowing.list(list, |mask| geometry.seen_from(Place::ALL[place], mask))
                });
                for (place, made) in made.into_iter().enumerate() {
                    made.into_iter().for_each(|list| lists.push(place, list));
                }
                lists
            }
            None => Lists::Wide(Store::by_place(geometry, &squares, folded, room)),
        };
        Straight { geometry, folded, live, middle: 0, lists }
    }

    /// The rows of the west where these are the east's.
    fn other(&self, rows: Rows) -> Rows {
        let other = rows.complement(self.geometry.full());
        Rows { south: other.south & !self.middle, ..other }
    }

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
            Lists::Broad(lists) => self.broad(lanes, lists),
            Lists::Wide(stores) => self.wide(lanes, stores),
        }
    }
}

impl Count<'_> {
    /// The four lists, in the order of the places. All are asked for at once: they are somewhere in memory, each.
    #[inline(always)]
    fn views<'a, W: Copy>(&self, lists: &'a [Vec<Quadrant<W>>; 4]) -> [Grouped<'a, W>; 4] {
        let [ne, se, nw, sw] = lists;
        let (rows, other) = (self.rows, self.straight.other(self.rows));
        [
            ne[rows.north as usize].view(),
            se[rows.south as usize].view(),
            nw[other.north as usize].view(),
            sw[other.south as usize].view(),
        ]
    }

    #[inline(always)]
    fn narrow<L: Lanes>(self, lanes: L, lists: &[Vec<Quadrant<u32>>; 4]) -> u128 {
        let [ne, se, nw, sw] = self.views(lists);
        let [east, west] = &mut self.scratch.narrow;
        east.fill(lanes, ne, se);
        west.fill(lanes, nw, sw);
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
    fn broad<L: Lanes>(self, lanes: L, lists: &[Vec<Quadrant<u64>>; 4]) -> u128 {
        let [ne, se, nw, sw] = self.views(lists);
        let [east, west] = &mut self.scratch.wide;
        east.fill(lanes, ne, se);
        west.fill(lanes, nw, sw);
        let bits = self.straight.live.count_ones();
        self.by_buckets(lanes, bits, 0)
    }

    #[inline(always)]
    fn wide<L: Lanes>(self, lanes: L, stores: &[Arc<Store>; 4]) -> u128 {
        let geometry = &self.straight.geometry;
        let other = self.straight.other(self.rows);
        let rows = [self.rows.north, self.rows.south, other.north, other.south];
        let known: [_; 4] = std::array::from_fn(|i| stores[i].get(rows[i]));
        let order = Order::best(geometry, self.straight.live, known.each_ref().map(|k| &**k));
        let Scratch { wide, permuted: [north, south], .. } = &mut *self.scratch;
        for (half, boards) in wide.iter_mut().enumerate() {
            let list = |place: Place| (place, &*known[place as usize]);
            let (n, s) = (list(Place::ALL[2 * half]), list(Place::ALL[2 * half + 1]));
            let n = north.permute(lanes, geometry, n, &order.bits);
            let s = south.permute(lanes, geometry, s, &order.bits);
            boards.fill(lanes, n, s);
        }
        self.by_buckets(lanes, order.bits.len() as u32, order.dead)
    }

    /// The count from the half boards in the scratch, of so many bits, of which the lowest are dead.
    #[inline(always)]
    fn by_buckets<L: Lanes>(self, lanes: L, bits: u32, dead: u32) -> u128 {
        let Scratch { wide, buckets, gathered, workspace, .. } = self.scratch;
        let [east, west] = wide.each_mut().map(|boards| boards.group(0).len());
        let (patterns, smaller) = if east <= west { (east, Half::East) } else { (west, Half::West) };
        let keys = Keys::new(bits, dead, patterns);
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
