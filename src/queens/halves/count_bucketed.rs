//! Counts a subproblem whose lists are made as needed (from N = 20 on, with conditions from 19): masks of up to
//! 64 bits, put in their best order (`bit_order`), sorted into buckets, and joined bucket by bucket (`buckets`).
//!
//! Where a subproblem takes so much memory that there is none for one on each thread, several threads work on it: a
//! half each on its half boards, a list each on sorting, and all of them on the joins.

use super::bit_order::Order;
use super::buckets::{ALIKE, BucketJoin, Items, Keys};
use super::geometry::{Corner, Geometry};
use super::list_cache::{SampledList, Store};
use super::nearest::{STATE_BITS, WEIGHTS};
use super::part::Part;
use super::row_sets::Rows;
use super::scheme::Term;
use super::scratch::{Bucketed, Scratch};
use crate::search::StopFlag;
use crate::simd::Kernel;
use crate::simd::sets::{Destinations, Lanes};
use std::sync::Arc;

/// Joins that a thread does in a row where several work on a subproblem.
const JOINS: usize = 64;

/// The part's scheme for these rows, term by term; the lists are in these stores, by corner. Stops between the steps, and
/// between joins: what it returns then says nothing.
#[inline(always)]
pub(super) fn count<L: Lanes>(
    lanes: L,
    part: &Part,
    rows: Rows,
    stores: &[Arc<Store>; 4],
    scratch: &mut Scratch,
    stop: &StopFlag,
) -> u128 {
    let Scratch { bucketed: halves, joins: memory, .. } = scratch;
    let (scheme, geometry, other) = (part.scheme, &part.geometry, part.other(rows));
    let rows = [rows.north, rows.south, other.north, other.south];
    let lists: [Arc<SampledList>; 4] = std::array::from_fn(|corner| stores[corner].get(rows[corner]));
    let top = if scheme.has_states() { geometry.nearest() } else { 0 };
    let order = Order::best(geometry, part.live, lists.each_ref().map(|list| &**list), top);
    let (bits, groups) = (&order.bits, scheme.destinations());
    let mut makes: Vec<_> = halves.iter_mut().zip(lists.chunks(2)).zip(Corner::ALL.chunks(2)).collect();
    memory.each(&mut makes, |((half, lists), corners)| {
        lanes.enter(Make { geometry, bits, groups, lists, corners, half, stop });
    });
    if stop.is_abandoned() {
        return 0;
    }
    let keys = keys(halves, &order, scheme.has_states());
    let mut sorts: Vec<_> =
        halves.iter_mut().flat_map(|half| half.buckets.iter_mut().zip(half.boards.groups())).collect();
    memory.each(&mut sorts, |(buckets, masks)| buckets.sort(masks, &keys, stop));
    if stop.is_abandoned() {
        return 0;
    }
    let mut halves = halves.each_ref().map(|half| &half.buckets);
    // From here on the half with fewer boards is the one that terms call the east.
    if scheme.interchangeable && halves[1][0].len() < halves[0][0].len() {
        halves.swap(0, 1);
    }
    let count = |term: &Term| {
        let [patterns, items] = term.halves(halves);
        let patterns = &patterns[term.patterns];
        let weighted = |group: usize, weights| Items { list: &items[group], weights };
        let once = term.once.iter().map(|&group| weighted(group, &ALIKE[0]));
        let twice = term.twice.iter().map(|&group| weighted(group, &ALIKE[1]));
        let by_states =
            term.by_states.iter().map(|&group| weighted(group, &WEIGHTS[term.half as usize][group]));
        let items: Vec<_> = once.chain(twice).chain(by_states).collect();
        memory.sum(keys.joins(), JOINS, |joins, memory| {
            lanes.enter(BucketJoin { keys, patterns, items: &items, joins, memory, stop })
        })
    };
    scheme.terms.iter().map(count).sum()
}

/// The keys for these half boards.
fn keys(halves: &[Bucketed; 2], order: &Order, has_states: bool) -> Keys {
    let [east, west] = halves.each_ref().map(|half| half.boards.groups().map(<[u64]>::len));
    let bits = order.bits.len() as u32;
    if has_states {
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
    groups: Destinations,
    /// The lists of its north and its south.
    lists: &'a [Arc<SampledList>],
    corners: &'a [Corner],
    half: &'a mut Bucketed,
    stop: &'a StopFlag,
}

impl<L: Lanes> Kernel<L> for Make<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, lanes: L) {
        let Make { geometry, bits, groups, lists, corners, half, stop } = self;
        let Bucketed { permuted: [north, south], boards, .. } = half;
        let north = north.permute(lanes, geometry, (corners[0], &lists[0]), bits);
        let south = south.permute(lanes, geometry, (corners[1], &lists[1]), bits);
        // A union of each pair is twice as many as there are: what is not touched is not taken.
        boards.make_room(north, south, groups);
        boards.fill(lanes, north, south, groups, stop);
    }
}
