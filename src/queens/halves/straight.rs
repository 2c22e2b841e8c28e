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
//! Where lists are made as needed ([`wide`](super::wide)), the bracket of the first line serves all classes, and for
//! large boards each of its sums is cut further (`nearest`).
//!
//! **A queen in the centre** forbids both long diagonals, so that the plain sum is left, over classes. **With
//! conditions** it is the plain sum as well, over the classes that the conditions leave. **Two queens on the middle
//! lines** leave the plain sum over all R without the row of one of them (`crossed`).

use super::Path;
use super::free::Free;
use super::geometry::{Geometry, Lines, Place};
use super::half_board::{Grouping, HalfBoards};
use super::join::{Join, Workspace};
use super::plan::Rows;
use super::quadrant::{self, Quadrant};
use super::scratch::{Scratch, Seat};
use super::store::{Room, Store};
use super::wide;
use crate::search::StopFlag;
use crate::simd::Kernel;
use crate::simd::sets::Lanes;
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
    pub long: Long,
    /// The bits by which halves are compared.
    pub live: u64,
    /// The row in the south that the middle column's queen takes from both halves (a bit), or none.
    pub middle: Lines,
    pub lists: Lists,
}

/// What becomes of the long diagonals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Long {
    /// Half boards are in groups by which they occupy, or by how many, of which the symmetry makes use.
    Folded,
    /// The same, and of the rest of the symmetry, too.
    Nearest,
    /// They are bits like any other, if anything stands on them at all.
    Bits,
    /// Half boards are in groups by which they occupy, so that 32 bits are enough for the others.
    Apart,
}

/// Groups of one half, and two groups of the other that occupy none of the same long diagonals; all such pairs of
/// groups. A half's north and south occupy one each; what is the north's in the east is the south's in the west.
const COMPATIBLE: [(usize, [usize; 2]); 5] =
    [(0, [0, 1]), (0, [2, 3]), (1, [0, 1]), (2, [0, 2]), (3, [0, 0])];

/// How the bits by which halves are compared become the lowest of 32.
#[derive(Debug, Clone, Copy)]
pub(super) struct Narrowing {
    /// What is below all of them.
    shift: u32,
    /// So many low bits as they are.
    low: u32,
    /// Two bits to squeeze out after that, the higher one first; 63 for none.
    gaps: [u32; 2],
}

impl Narrowing {
    /// For at most 32 bits, with at most two gaps of one bit.
    ///
    /// # Panics
    /// For others: their masks would lose bits, and the total would be wrong. (Once a list.)
    pub fn new(live: u64) -> Self {
        let shift = if live == 0 { 0 } else { live.trailing_zeros() };
        let shifted = live >> shift;
        let mut gaps = [63; 2];
        let holes = (0..shifted.checked_ilog2().unwrap_or(0)).rev().filter(|bit| shifted >> bit & 1 == 0);
        assert!(holes.clone().count() <= gaps.len(), "more gaps than can be closed: {live:#x}");
        for (gap, hole) in gaps.iter_mut().zip(holes) {
            *gap = hole;
        }
        assert!(live.count_ones() <= 32, "more bits than a narrow mask has: {live:#x}");
        let low = u32::MAX.checked_shr(32 - live.count_ones()).unwrap_or(0);
        Narrowing { shift, low, gaps }
    }

    /// The bits of a mask that count; the cast drops none of them.
    #[inline]
    pub fn narrow(&self, mask: u64) -> u32 {
        let close = |mask: u64, gap: u32| {
            let below = (1 << gap) - 1;
            (mask & below) | (mask >> 1 & !below)
        };
        self.gaps.iter().fold(mask >> self.shift, |mask, &gap| close(mask, gap)) as u32 & self.low
    }
}

/// The long diagonals among these bits stay bits while there are few, or where lists are made as needed.
pub(super) fn long_and_live(live: u64, geometry: Geometry, path: Path) -> (Long, u64) {
    match path {
        Path::Stored { bits } if live.count_ones() > bits => (Long::Apart, live & !geometry.centre()),
        _ => (Long::Bits, live),
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
        let squares = Place::ALL.map(|place| free.squares(place, |i, j| !geometry.middle || i != j));
        // The nibble of distance h reaches no other half (odd N), and nothing stands on the long diagonals then.
        let nibbles = geometry.nibbles();
        let (long, live) = if geometry.middle {
            (Long::Bits, nibbles >> 4 << 4)
        } else if symmetric && path == Path::Nearest && geometry.half >= 2 {
            (Long::Nearest, nibbles)
        } else if symmetric {
            (Long::Folded, nibbles)
        } else {
            long_and_live(nibbles | geometry.centre(), geometry, path)
        };
        let split = long != Long::Bits;
        let lists = match path {
            Path::Stored { .. } => {
                let narrowing = Narrowing::new(live);
                Lists::Narrow(quadrant::lists_by_place(geometry, &squares, split, |place, list| {
                    list.map(|mask| narrowing.narrow(geometry.seen_from(Place::ALL[place], mask)))
                }))
            }
            Path::AsNeeded | Path::Nearest => Lists::Wide(Store::by_place(geometry, &squares, split, room)),
        };
        Straight { geometry, long, live, middle: 0, lists }
    }

    /// The rows of the west where these are the east's.
    pub fn other(&self, rows: Rows) -> Rows {
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
        if self.long != Long::Folded {
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
    pub stop: &'a StopFlag,
}

impl<L: Lanes> Kernel<L> for Count<'_> {
    type Output = u128;

    #[inline(always)]
    fn run(self, lanes: L) -> u128 {
        match &self.straight.lists {
            Lists::Narrow(lists) => self.narrow(lanes, lists),
            Lists::Wide(stores) => wide::count(lanes, self, stores),
        }
    }
}

impl Count<'_> {
    #[inline(always)]
    fn narrow<L: Lanes>(self, lanes: L, lists: &[Vec<Quadrant<u32>>; 4]) -> u128 {
        let [ne, se, nw, sw] = lists;
        let (rows, other) = (self.rows, self.straight.other(self.rows));
        // All four are asked for at once: they are somewhere in memory, each.
        let (ne, se) = (ne[rows.north as usize].view(), se[rows.south as usize].view());
        let (nw, sw) = (nw[other.north as usize].view(), sw[other.south as usize].view());
        let Scratch { narrow: [east, west], seats, .. } = self.scratch;
        let Seat { workspace, .. } = seats.own();
        let grouping = if self.straight.long == Long::Apart { Grouping::Which } else { Grouping::Number };
        east.fill(lanes, ne, se, grouping, self.stop);
        west.fill(lanes, nw, sw, grouping, self.stop);
        let bits = self.straight.live.count_ones();
        let smaller = if east.group(0).len() <= west.group(0).len() { Half::East } else { Half::West };
        if grouping == Grouping::Which {
            let (patterns, items) = if smaller == Half::East { (east, west) } else { (west, east) };
            return apart(lanes, patterns, items, bits, workspace);
        }
        self.straight.bracket(rows, smaller, |half, [a, b]| {
            let (patterns, items) = match half {
                Half::East => (&mut *east, &mut *west),
                Half::West => (&mut *west, &mut *east),
            };
            let (patterns, items, space) = (patterns.group(0), items.two(a, b), workspace.space());
            lanes.enter(Join { patterns, items, bits, space }).map(u128::from)
        })
    }
}

/// n(all half boards of one half, all of the other), where they are grouped by which long diagonals they occupy.
#[inline(always)]
fn apart<L: Lanes>(
    lanes: L,
    patterns: &mut HalfBoards<u32>,
    items: &mut HalfBoards<u32>,
    bits: u32,
    workspace: &mut Workspace,
) -> u128 {
    let mut pairs = 0;
    for (group, [first, second]) in COMPATIBLE {
        let (patterns, items) = (patterns.group(group), items.pair(first, second));
        let found = lanes.enter(Join { patterns, items, bits, space: workspace.space() });
        pairs += u128::from(found[0]) + u128::from(found[1]);
    }
    pairs
}
