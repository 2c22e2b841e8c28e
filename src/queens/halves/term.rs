//! The terms of Q(N): row sets, a formula for the count of each, and the lists of quadrants that it joins.
//!
//! **The formulas** are the pairings of half boards, with their weights. For each set R of rows, the half boards X of the
//! east on R meet the half boards Y of the west on the other rows. n(A, B) is the number of pairs without a common diagonal.
//! If the long diagonals matter, X and Y are grouped by the long half-diagonals that they occupy: by their number (X0, X1,
//! X2) or by their places (X0, Xn, Xs, Xb: none, the north's, the south's, both). doc/halves.md derives the formulas, which
//! are data here: each [`Pairing`] is a group of one half with the groups of the other half whose pairs count once, twice,
//! or by their states.

use super::conditions::FreeSquares;
use super::geometry::{Corner, Geometry, Lines};
use super::lists::{ListCache, Lists, Narrow, Narrowing, Store, StoredLists};
use super::prediction::Prediction;
use super::row_sets::{RowSets, Rows, costs};
use crate::queens::Board;
use crate::search::StopFlag;
use crate::simd::sets::Destinations;
use crate::simd::{Isa, splits_512_bits};
use Half::{East, West};
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

/// A term: the sum over one row set R of each class of `images` times the size of R's class times the scheme's count
/// for R.
#[derive(Debug)]
pub(super) struct Term {
    pub geometry: Geometry,
    pub row_sets: RowSets,
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
        let row_sets = allowed_row_sets(geometry, free, 0).by_classes(free.reflections(), stop);
        let costs = costs(geometry.half);
        let prediction = Prediction::new(&geometry, 0);
        let free = free.clone();
        Term { geometry, row_sets, images: 1, free, costs, prediction, scheme, live, column_queen: 0, lists }
    }

    /// The west's rows for these rows of the east.
    pub fn other(&self, rows: Rows) -> Rows {
        let other = rows.complement(self.geometry.full());
        Rows { south: other.south & !self.column_queen, ..other }
    }
}

/// The row sets that the free squares allow if the middle column's queen takes this row of the south (a bit, or 0).
pub(super) fn allowed_row_sets(geometry: Geometry, free: &FreeSquares, middle: Lines) -> RowSets {
    let south = |rows| free.allows_south(rows, middle);
    RowSets::all(geometry.half, |rows| free.allows_north(rows), south)
}

/// The plain scheme: the long diagonals are bits if there are few bits, or if lists are made as needed.
pub(super) fn plain_or_apart(live: u64, geometry: Geometry, method: Method) -> (&'static Scheme, u64) {
    match method {
        Method::Stored { bits, .. } if live.count_ones() > bits => (&APART, live & !geometry.centre()),
        _ => (&PLAIN, live),
    }
}

/// The half whose boards are the patterns of a pairing; the items are the other half's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Half {
    East,
    West,
}

/// n(patterns, once) + 2 n(patterns, twice) + n_w(patterns, by_states), where n_w counts a pair 0, 1 or 2 times by its
/// groups and the states of the nearest diagonals (`nearest`).
#[derive(Debug)]
pub(super) struct Pairing {
    pub half: Half,
    pub patterns: usize,
    pub once: &'static [usize],
    pub twice: &'static [usize],
    pub by_states: &'static [usize],
}

impl Pairing {
    const fn new(half: Half, patterns: usize, once: &'static [usize], twice: &'static [usize]) -> Self {
        Pairing { half, patterns, once, twice, by_states: &[] }
    }

    /// `n_w(patterns, by_states) + 2 n(patterns, twice)`, of group 0.
    const fn by_states(half: Half, by_states: &'static [usize], twice: &'static [usize]) -> Self {
        Pairing { half, patterns: 0, once: &[], twice, by_states }
    }

    /// The patterns' half and the items' half, from the east's and the west's.
    #[inline(always)]
    pub fn halves<T>(&self, [east, west]: [T; 2]) -> [T; 2] {
        if self.half == East { [east, west] } else { [west, east] }
    }
}

#[derive(Debug)]
pub(super) struct Scheme {
    /// The group of a half board, by the occupation of the long half-diagonals of its north and its south; `None`
    /// puts all boards into group 0.
    pub groups: Option<Destinations>,
    pub pairings: &'static [Pairing],
    /// Whether the halves may change places, so that the smaller one gives the patterns.
    pub interchangeable: bool,
    /// Whether all boards are made into group 0, with the long diagonals as the two bits above the others, and then
    /// separated into groups 1 to 3: boards with none, one and both. The west's group 2 has the boards with none, too.
    pub separates: bool,
}

/// Groups 0, 1, 2: the number of occupied long half-diagonals.
const BY_NUMBER: Destinations = [[0, 1], [1, 2]];
/// Groups 0, n, s, b. The north's half-diagonal in the east and the south's in the west are on one diagonal.
const BY_PLACE: Destinations = [[0, S], [N, B]];
pub(super) const N: usize = 1;
pub(super) const S: usize = 2;
pub(super) const B: usize = 3;

/// `n(X, Y)`: the long diagonals are ordinary bits, if queens can stand on them at all.
static PLAIN: Scheme = Scheme {
    groups: None,
    pairings: &[Pairing::new(East, 0, &[0], &[])],
    interchangeable: true,
    separates: false,
};

/// `n(X, Y)` with long diagonals that are not bits: only groups without a common one are paired.
static APART: Scheme = Scheme {
    groups: Some(BY_PLACE),
    pairings: &[
        Pairing::new(East, 0, &[0, N, S, B], &[]),
        Pairing::new(East, N, &[0, N], &[]),
        Pairing::new(East, S, &[0, S], &[]),
        Pairing::new(East, B, &[0], &[]),
    ],
    interchangeable: true,
    separates: false,
};

/// `n(X0, Y0 + Y1) + 2 n(X0, Y2)  +  n(Y0, X1) + 2 n(Y0, X2)`. One half of each pair has no queen on the long diagonals.
/// Reflections in these diagonals map the other solutions to such pairs. The sum is (f(R) + f(R')) / 2, and the size of
/// the class contains the factor 2 (doc/halves.md, "The weights").
static FOLDED: Scheme = Scheme {
    groups: Some(BY_NUMBER),
    pairings: &[Pairing::new(East, 0, &[0, 1], &[2]), Pairing::new(West, 0, &[1], &[2])],
    interchangeable: false,
    separates: false,
};

/// [`FOLDED`] with boards that are separated after they are made.
static SEPARATED: Scheme = Scheme {
    groups: None,
    pairings: &[Pairing::new(East, 1, &[2], &[3]), Pairing::new(West, 1, &[2], &[3])],
    interchangeable: false,
    separates: true,
};

/// `n_w(X0, Y0 + Yn + Ys) + 2 n(X0, Yb)  +  n_w(Y0, Xn + Xs) + 2 n(Y0, Xb)`.
static NEAREST: Scheme = Scheme {
    groups: Some(BY_PLACE),
    pairings: &[Pairing::by_states(East, &[0, N, S], &[B]), Pairing::by_states(West, &[N, S], &[B])],
    interchangeable: false,
    separates: false,
};

impl Scheme {
    /// The groups of half boards; without groups, the second parts of lists are empty.
    pub fn destinations(&self) -> Destinations {
        self.groups.unwrap_or(BY_NUMBER)
    }

    /// Whether some pairs count by the states of the nearest diagonals, with which masks then begin.
    pub fn has_states(&self) -> bool {
        self.pairings.iter().any(|pairing| !pairing.by_states.is_empty())
    }
}
