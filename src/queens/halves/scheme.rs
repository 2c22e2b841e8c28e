//! The formulas of a subproblem: the pairings of half boards, with their weights.
//!
//! For each set R of rows, the half boards X of the east on R meet the half boards Y of the west on the other rows.
//! n(A, B) is the number of pairs without a common diagonal. If the long diagonals matter, X and Y are grouped by the
//! long half-diagonals that they occupy: by their number (X0, X1, X2) or by their places (X0, Xn, Xs, Xb: none, the
//! north's, the south's, both). doc/halves.md derives the formulas, which are data here: each [`Pairing`] is a group
//! of one half with the groups of the other half whose pairs count once, twice, or by their states.

use crate::simd::sets::Destinations;
use Half::{East, West};

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
pub(super) static PLAIN: Scheme = Scheme {
    groups: None,
    pairings: &[Pairing::new(East, 0, &[0], &[])],
    interchangeable: true,
    separates: false,
};

/// `n(X, Y)` with long diagonals that are not bits: only groups without a common one are paired.
pub(super) static APART: Scheme = Scheme {
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

/// `n(X0, Y0 + Y1) + 2 n(X0, Y2)  +  n(Y0, X1) + 2 n(Y0, X2)`: reflection in the long diagonals lets one half leave
/// them empty. This is half of f(R) + f(R'); the other factor 2 is in the class's size (doc/halves.md, "The weights").
pub(super) static FOLDED: Scheme = Scheme {
    groups: Some(BY_NUMBER),
    pairings: &[Pairing::new(East, 0, &[0, 1], &[2]), Pairing::new(West, 0, &[1], &[2])],
    interchangeable: false,
    separates: false,
};

/// [`FOLDED`] with boards that are separated after they are made.
pub(super) static SEPARATED: Scheme = Scheme {
    groups: None,
    pairings: &[Pairing::new(East, 1, &[2], &[3]), Pairing::new(West, 1, &[2], &[3])],
    interchangeable: false,
    separates: true,
};

/// `n_w(X0, Y0 + Yn + Ys) + 2 n(X0, Yb)  +  n_w(Y0, Xn + Xs) + 2 n(Y0, Xb)`.
pub(super) static NEAREST: Scheme = Scheme {
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
