//! Odd N = 2h + 1 without a queen in the centre: one queen on the middle column, another on the middle row.
//!
//! The middle column's queen is at distance a from the centre, the middle row's at distance b. They attack each other
//! if a = b. Flips move them south and west; reflection in a long diagonal exchanges a and b. So 1 <= b < a <= h, and
//! a term stands for 8 images of the board. There is no loop over b: the middle row is one more row of the north-west
//! quadrant, with all b < a in one list.
//!
//! For each a and each set R of rows without a, the east boards on R that avoid the diagonals u = a and v = a of the
//! middle column's queen meet the west boards on the remaining rows that avoid them:
//!
//! ```text
//! Q = 8 * sum over a, R without a of n(X_a, Y_a)
//! ```
//!
//! Both diagonals are dead bits, which leaves 4h - 4 bits (4h - 2 for a = h). With conditions, Q is the sum of this
//! over the eight images of the board, each once (`conditions`).
//!
//! The terms are counted one after the other, so that the lists of one a at a time are in the caches.

use super::conditions::FreeSquares;
use super::geometry::{Corner, Diagonal, Geometry, Lines};
use super::lists::{self, Arena, ListCache, Lists, Narrowing, Store, StoredLists};
use super::prediction::Prediction;
use super::quadrant::{self, Builder, Quadrant, Squares};
use super::row_sets;
use super::term::{self, Method, Scheme, Term};
use crate::simd::{Isa, Kernel};
use std::sync::Arc;

/// The terms a = 2 to h of one image of the board, which stands for `images` images. Makes stored lists.
pub(super) fn terms(
    geometry: Geometry,
    free: &FreeSquares,
    images: u64,
    (method, isa): (Method, Isa),
    cache: &Arc<ListCache>,
) -> Vec<Term> {
    // Both middle queens need a free square.
    let is_possible = |a: &u32| free.south >> (a - 1) & 1 == 1 && free.west & below(*a) != 0;
    let term = |a: u32| {
        let (scheme, live) = term::plain_or_apart(live(geometry, a), geometry, method);
        let column_queen = 1 << (a - 1);
        let row_sets = term::allowed_row_sets(geometry, free, column_queen);
        // The middle row's queen has a - 1 squares, of which a good half are free.
        let costs =
            row_sets::costs(geometry.half).iter().map(|cost| 1 + cost * u64::from(a - 1) / 2).collect();
        let lists = match method {
            Method::Stored { .. } => Lists::Stored(Default::default()),
            Method::Bucketed | Method::Nearest => {
                Lists::Bucketed(Store::by_corner(geometry, &squares(free, a), false, cache))
            }
        };
        let (free, prediction) = (free.clone(), Prediction::new(&geometry, a));
        Term { geometry, row_sets, images, free, costs, prediction, scheme, live, column_queen, lists }
    };
    let mut terms: Vec<Term> = (2..geometry.half + 1).filter(is_possible).map(term).collect();
    if method.is_stored() && !terms.is_empty() {
        fill(geometry, isa, free, &mut terms);
    }
    terms
}

/// The distances 1 <= b < a.
fn below(a: u32) -> Lines {
    (1 << (a - 1)) - 1
}

/// The diagonals of the middle column's queen in a mask.
fn diagonals(geometry: Geometry, a: u32) -> u64 {
    geometry.bit(Diagonal::U, a.cast_signed()) | geometry.bit(Diagonal::V, a.cast_signed())
}

/// The bits by which halves are compared. No west half reaches the diagonals of distance h.
fn live(geometry: Geometry, a: u32) -> u64 {
    let reached = geometry.nibbles() >> 4 << 4 | geometry.centre();
    reached & !diagonals(geometry, a)
}

/// The squares that the middle column's queen does not attack.
fn squares(free: &FreeSquares, a: u32) -> [Squares; 4] {
    Corner::ALL.map(|corner| {
        // North: u = i - j (v is negative). South: u = i + j + 2, v = j - i. In the mirrored west v and u.
        let mut squares =
            free.squares(
                corner,
                |i, j| if corner.is_south() { i + j + 2 != a && j != i + a } else { i != j + a },
            );
        if corner == Corner::NorthWest {
            squares.middle = free.west & below(a);
        }
        squares
    })
}

/// Makes the lists of all terms together: each term takes the placements that its diagonals allow, in the north-west
/// only those whose queen on the middle row is nearer than a. Lists of the south with the row of the middle column's
/// queen are never used.
fn fill(geometry: Geometry, isa: Isa, free: &FreeSquares, terms: &mut [Term]) {
    let mut squares = Corner::ALL.map(|corner| free.squares(corner, |_, _| true));
    squares[Corner::NorthWest as usize].middle = free.west & below(geometry.half);
    let kinds: Vec<_> =
        terms.iter().map(|term| (term.column_queen, term.scheme, Narrowing::new(term.live))).collect();
    for corners in lists::alike(&squares) {
        let builder = Builder::new(geometry, squares[corners[0]].clone(), false);
        let mut lists =
            StoredLists::of_kinds(geometry, &builder, corners.len() * kinds.len(), |arena, rows, list| {
                for (i, &corner) in corners.iter().enumerate() {
                    put((geometry, isa), Corner::ALL[corner], &kinds, (arena, i * kinds.len()), (rows, list));
                }
            });
        for &corner in &corners {
            for (term, of_term) in terms.iter_mut().zip(&mut lists) {
                if let Lists::Stored(lists) = &mut term.lists {
                    lists[corner] = of_term;
                }
            }
        }
    }
}

/// A term's use of the lists: the row of its middle column's queen, its scheme, and the narrowing of masks.
type Kind = (Lines, &'static Scheme, Narrowing);

/// Puts the masks of a corner's list that each term uses into the arena, as lists of kind `first` and the next ones.
fn put(
    (geometry, isa): (Geometry, Isa),
    corner: Corner,
    kinds: &[Kind],
    (arena, first): (&mut Arena, usize),
    (rows, list): (Lines, &Quadrant),
) {
    let mut masks = list.masks[0].clone();
    isa.run_base(SeenFrom { geometry, corner, masks: &mut masks });
    for (kind, &(column_queen, scheme, narrowing)) in (first..).zip(kinds) {
        if corner.is_south() && rows & column_queen != 0 {
            continue;
        }
        let a = column_queen.ilog2() + 1;
        let (diagonals, tags, centre) = (diagonals(geometry, a), quadrant::tag(a - 1), geometry.centre());
        let keep = |mask: u64| (mask & diagonals == 0) & (mask < tags);
        let narrow = |mask| narrowing.narrow(mask);
        if scheme.groups.is_some() {
            let keep = |part: usize, mask: u64| keep(mask) & ((mask & centre != 0) == (part == 1));
            arena.put_kept::<2>(isa, (kind, rows), &masks, list, keep, narrow);
        } else {
            arena.put_kept::<1>(isa, (kind, rows), &masks, list, |_, mask| keep(mask), narrow);
        }
    }
}

/// Turns masks, with their tags, into those seen from a corner.
struct SeenFrom<'a> {
    geometry: Geometry,
    corner: Corner,
    masks: &'a mut [u64],
}

impl<I> Kernel<I> for SeenFrom<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: I) {
        for mask in self.masks {
            *mask = self.geometry.seen_from(self.corner, *mask);
        }
    }
}
