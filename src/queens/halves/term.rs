//! The terms of Q(N): row sets, a formula, and the lists of quadrants that it joins.

use super::conditions::FreeSquares;
use super::geometry::{Corner, Geometry, Lines};
use super::list_cache::{ListCache, Store};
use super::prediction::Prediction;
use super::row_sets::{self, Numbering, RowSets, Rows};
use super::scheme::{APART, FOLDED, NEAREST, PLAIN, SEPARATED, Scheme};
use super::stored_lists::StoredLists;
use crate::queens::Board;
use crate::search::StopFlag;
use crate::simd::{Isa, Kernel, splits_512_bits};
use std::sync::Arc;

/// The largest board whose lists are stored, all of them.
pub(super) const LARGEST_STORED: u32 = 19;
/// With conditions there are up to eight times as many lists, of which not all are used.
const LARGEST_STORED_WITH_CONDITIONS: u32 = 18;
/// The smallest even board on which the whole symmetry pays.
const SMALLEST_NEAREST: u32 = 22;

/// A way to keep and join lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    /// All lists made in advance. Longer masks than this (at most 32 bits) keep the long diagonals apart. If it
    /// `separates`, folded half boards are divided by the long diagonals after they are made, where 32 bits have room.
    Stored { bits: u32, separates: bool },
    /// Lists made as needed, bits ordered, joined by buckets.
    Bucketed,
    /// `Bucketed` for even boards without conditions, using the whole symmetry.
    Nearest,
}

impl Method {
    pub const STORED: Method = Method::Stored { bits: 32, separates: false };

    pub fn of(board: &Board) -> Self {
        let n = board.size();
        if n <= if board.has_conditions() { LARGEST_STORED_WITH_CONDITIONS } else { LARGEST_STORED } {
            Method::STORED
        } else if n >= SMALLEST_NEAREST && n.is_multiple_of(2) && !board.has_conditions() {
            Method::Nearest
        } else {
            Method::Bucketed
        }
    }

    /// The method in its faster form on this machine: separating pays if 512-bit operations are slow.
    pub fn on(self, isa: Isa) -> Self {
        match self {
            Method::Stored { bits, .. } => {
                Method::Stored { bits, separates: isa == Isa::Avx512 && splits_512_bits() }
            }
            other => other,
        }
    }

    /// Whether all lists are made in advance.
    pub fn is_stored(self) -> bool {
        matches!(self, Method::Stored { .. })
    }
}

/// The quadrant lists, by corner.
#[derive(Debug)]
pub(super) enum Lists {
    /// All made in advance, with masks of 32 bits.
    Stored([StoredLists; 4]),
    Bucketed([Arc<Store>; 4]),
}

/// A term: the sum over one row set R of each class of `images` times the size of R's class times the scheme's count
/// for R.
#[derive(Debug)]
pub(super) struct Term {
    pub geometry: Geometry,
    pub rows: RowSets,
    /// The number of images of the board that it stands for.
    pub images: u64,
    pub free: FreeSquares,
    /// The cost of a row set on a free board, by the number of its rows in the north.
    pub costs: Vec<u64>,
    pub prediction: Prediction,
    pub scheme: &'static Scheme,
    /// The bits by which halves are compared.
    pub live: u64,
    /// The row of the middle column's queen in the south, which neither half uses (a bit), or 0.
    pub column_queen: Lines,
    pub lists: Lists,
}

impl Term {
    /// The whole of an even board; or an odd board with a queen in the centre, which forbids both long diagonals,
    /// without its middle lines. `symmetric` without conditions. Incomplete once `stop` is raised.
    pub fn without_middle(
        geometry: Geometry,
        free: &FreeSquares,
        symmetric: bool,
        (method, isa): (Method, Isa),
        cache: &Arc<ListCache>,
        stop: &StopFlag,
    ) -> Self {
        let squares = Corner::ALL.map(|corner| free.squares(corner, |i, j| !geometry.middle || i != j));
        let nibbles = geometry.nibbles();
        let (scheme, live) = if geometry.middle {
            // The nibble of distance h reaches no other half.
            (&PLAIN, nibbles >> 4 << 4)
        } else if symmetric && method == Method::Nearest && geometry.half >= 2 {
            (&NEAREST, nibbles)
        } else if symmetric
            && matches!(method, Method::Stored { separates: true, .. })
            && (nibbles | geometry.centre()).count_ones() <= 32
        {
            (&SEPARATED, nibbles)
        } else if symmetric {
            (&FOLDED, nibbles)
        } else {
            plain_or_apart(nibbles | geometry.centre(), geometry, method)
        };
        let lists = match method {
            Method::Stored { .. } => {
                let narrowing =
                    Narrowing::new(if scheme.separates { live | geometry.centre() } else { live });
                let make = |corner: usize, masks: &[u64], narrow: &mut [u32]| {
                    isa.run_base(Narrow { geometry, corner: Corner::ALL[corner], narrowing, masks, narrow });
                };
                Lists::Stored(StoredLists::by_corner(geometry, &squares, scheme.groups.is_some(), make))
            }
            Method::Bucketed | Method::Nearest => {
                Lists::Bucketed(Store::by_corner(geometry, &squares, scheme.groups.is_some(), cache))
            }
        };
        let rows = RowSets::new(numbering(geometry, free, 0), free.reflections(), stop);
        let costs = row_sets::costs(geometry.half);
        let prediction = Prediction::new(&geometry, 0);
        let free = free.clone();
        Term { geometry, rows, images: 1, free, costs, prediction, scheme, live, column_queen: 0, lists }
    }

    /// The west's rows for these rows of the east.
    pub fn other(&self, rows: Rows) -> Rows {
        let other = rows.complement(self.geometry.full());
        Rows { south: other.south & !self.column_queen, ..other }
    }
}

/// The row sets that the free squares allow if the middle column's queen takes this row of the south (a bit, or 0).
pub(super) fn numbering(geometry: Geometry, free: &FreeSquares, middle: Lines) -> Numbering {
    let south = |rows| free.allows_south(rows, middle);
    Numbering::new(geometry.half, |rows| free.allows_north(rows), south)
}

/// The plain scheme: the long diagonals are bits if there are few bits, or if lists are made as needed.
pub(super) fn plain_or_apart(live: u64, geometry: Geometry, method: Method) -> (&'static Scheme, u64) {
    match method {
        Method::Stored { bits, .. } if live.count_ones() > bits => (&APART, live & !geometry.centre()),
        _ => (&PLAIN, live),
    }
}

/// Moves the bits by which halves are compared to the lowest of 32.
#[derive(Debug, Clone, Copy)]
pub(super) struct Narrowing {
    /// The number of bits below all of them.
    shift: u32,
    /// The mask of the result.
    low: u32,
    /// Two gaps to close, the higher one first, each by the mask of the bits below it; all bits but the highest for
    /// none.
    below_gaps: [u64; 2],
}

impl Narrowing {
    /// For at most 32 bits with at most two gaps of one bit.
    ///
    /// # Panics
    /// For other bits: masks would lose some, and the total would be wrong. (Once per list.)
    pub fn new(live: u64) -> Self {
        let shift = if live == 0 { 0 } else { live.trailing_zeros() };
        let shifted = live >> shift;
        let mut below_gaps = [u64::MAX >> 1; 2];
        let holes = (0..shifted.checked_ilog2().unwrap_or(0)).rev().filter(|bit| shifted >> bit & 1 == 0);
        assert!(holes.clone().count() <= below_gaps.len(), "more gaps than can be closed: {live:#x}");
        for (below, hole) in below_gaps.iter_mut().zip(holes) {
            *below = (1 << hole) - 1;
        }
        assert!(live.count_ones() <= 32, "more bits than a narrow mask has: {live:#x}");
        let low = u32::MAX.checked_shr(32 - live.count_ones()).unwrap_or(0);
        Narrowing { shift, low, below_gaps }
    }

    /// The relevant bits of a mask; the cast drops none.
    #[inline(always)]
    pub fn narrow(&self, mask: u64) -> u32 {
        let close = |mask: u64, below: &u64| (mask & below) | (mask >> 1 & !below);
        self.below_gaps.iter().fold(mask >> self.shift, close) as u32 & self.low
    }
}

/// Makes narrow masks, as seen from a corner.
struct Narrow<'a> {
    geometry: Geometry,
    corner: Corner,
    narrowing: Narrowing,
    masks: &'a [u64],
    narrow: &'a mut [u32],
}

impl<I> Kernel<I> for Narrow<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: I) {
        for (narrow, &mask) in self.narrow.iter_mut().zip(self.masks) {
            *narrow = self.narrowing.narrow(self.geometry.seen_from(self.corner, mask));
        }
    }
}
