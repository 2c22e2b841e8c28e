//! One subproblem of a board whose lists are made as needed (N >= 20, and under conditions from 19 on): masks of up to
//! 64 bits, put in their best order (`permuted`), sorted into buckets, and joined bucket by bucket (`radix`).
//!
//! ```text
//! plain               n(X, Y)
//! long diagonals      n(X0, Y0 + Yn + Ys) + 2 n(X0, Yb)  +  n(Y0, Xn + Xs) + 2 n(Y0, Xb)
//! nearest diagonals   the same sums, each pair weighted by the states of both (`nearest`)
//! ```
//!
//! with the groups none, north, south and both of the long half-diagonals that a half board occupies.
//!
//! Where a subproblem takes so much memory that there is none for one on each thread, several threads work on it: a
//! half each on its half boards, a list each on sorting, and all of them on the joins.

use super::geometry::{Geometry, Place};
use super::half_board::Grouping;
use super::nearest::{STATE_BITS, WEIGHTS};
use super::permuted::Order;
use super::radix::{ALIKE, BucketJoin, Buckets, Items, Keys};
use super::scratch::{Scratch, Wide};
use super::store::{Known, Store};
use super::straight::{Count, Long};
use crate::search::StopFlag;
use crate::simd::Kernel;
use crate::simd::sets::Lanes;
use std::sync::Arc;

/// Joins that a thread does in a row where several work on a subproblem.
const JOINS: usize = 64;

/// Counts a subproblem whose lists are in these stores, by place. Stops between the steps, and between joins: what it
/// returns then says nothing.
#[inline(always)]
pub(super) fn count<L: Lanes>(lanes: L, count: Count<'_>, stores: &[Arc<Store>; 4]) -> u128 {
    let Count { straight, rows, scratch: Scratch { wide, seats, .. }, stop } = count;
    let geometry = &straight.geometry;
    let other = straight.other(rows);
    let rows = [rows.north, rows.south, other.north, other.south];
    let known: [Arc<Known>; 4] = std::array::from_fn(|place| stores[place].get(rows[place]));
    let nearest = straight.long == Long::Nearest;
    let top = if nearest { geometry.nearest() } else { 0 };
    let order = Order::best(geometry, straight.live, known.each_ref().map(|k| &**k), top);
    let bits = &order.bits;
    let mut halves: Vec<_> = wide.iter_mut().zip(known.chunks(2)).zip(Place::ALL.chunks(2)).collect();
    seats.each(&mut halves, |((wide, known), places)| {
        lanes.enter(Make { geometry, bits, known, places, wide, stop });
    });
    if stop.is_abandoned() {
        return 0;
    }
    let keys = keys(wide, &order, nearest);
    let mut lists: Vec<_> =
        wide.iter_mut().flat_map(|w| w.buckets.iter_mut().zip(w.boards.groups())).collect();
    seats.each(&mut lists, |(buckets, masks)| buckets.sort(masks, &keys, stop));
    if stop.is_abandoned() {
        return 0;
    }
    let [east, west] = wide.each_ref().map(|wide| &wide.buckets);
    let mut sum = |patterns: &Buckets, items: &[Items<'_>]| {
        seats.sum(keys.joins(), JOINS, |joins, seat| {
            lanes.enter(BucketJoin { keys, patterns, items, joins, seat, stop })
        })
    };
    if straight.long == Long::Bits {
        let (patterns, list) =
            if east[0].len() <= west[0].len() { (&east[0], &west[0]) } else { (&west[0], &east[0]) };
        return sum(patterns, &[Items { list, weights: &ALIKE[0] }]);
    }
    let items = |half: usize| {
        let lists = if half == 0 { west } else { east };
        move |group: usize| Items {
            list: &lists[group],
            weights: if nearest { &WEIGHTS[half][group] } else { &ALIKE[usize::from(group == 3)] },
        }
    };
    sum(&east[0], &[0, 1, 2, 3].map(items(0))) + sum(&west[0], &[1, 2, 3].map(items(1)))
}

/// The keys for these half boards.
fn keys(wide: &[Wide; 2], order: &Order, nearest: bool) -> Keys {
    let [east, west] = wide.each_ref().map(|wide| wide.boards.groups().map(<[u64]>::len));
    let bits = order.bits.len() as u32;
    if nearest {
        let patterns = usize::midpoint(east[0], west[0]);
        let items = usize::midpoint(east.iter().sum(), west.iter().sum());
        Keys::below_state(bits, order.dead, STATE_BITS, patterns, items)
    } else {
        Keys::of_both(bits, order.dead, east[0].min(west[0]))
    }
}

/// Makes the boards of a half, the bits of their masks in this order.
struct Make<'a> {
    geometry: &'a Geometry,
    bits: &'a [u8],
    /// The lists of its north and its south.
    known: &'a [Arc<Known>],
    places: &'a [Place],
    wide: &'a mut Wide,
    stop: &'a StopFlag,
}

impl<L: Lanes> Kernel<L> for Make<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, lanes: L) {
        let Make { geometry, bits, known, places, wide, stop } = self;
        let Wide { permuted: [north, south], boards, .. } = wide;
        let north = north.permute(lanes, geometry, (places[0], &known[0]), bits);
        let south = south.permute(lanes, geometry, (places[1], &known[1]), bits);
        // A union of each pair is twice as many as there are: what is not touched is not taken.
        boards.make_room(north, south, Grouping::Which);
        boards.fill(lanes, north, south, Grouping::Which, stop);
    }
}
