//! Counts a subproblem with lists made as needed (from N = 20, with conditions from 19): masks of up to 64 bits, put
//! in their best order (`bit_order`), sorted into buckets, and joined bucket by bucket (`buckets`).
//!
//! If there is not enough memory for a subproblem per thread, several threads share one: each makes the half boards
//! of a half, each sorts a list, and all join.

use super::bit_order::Order;
use super::buckets::{ALIKE, BucketJoin, Buckets, Items, Keys, Sorted};
use super::geometry::{Corner, Geometry};
use super::list_cache::{SampledList, Store};
use super::nearest::{STATE_BITS, WEIGHTS};
use super::row_sets::Rows;
use super::scheme::Pairing;
use super::scratch::{Bucketed, Joins, Scratch};
use super::term::Term;
use crate::search::StopFlag;
use crate::simd::Kernel;
use crate::simd::sets::{Destinations, Lanes};
use std::sync::Arc;

/// Joins that a thread takes at a time if several threads share a subproblem.
const JOINS: usize = 64;

/// The term's count for these rows, pairing by pairing, with the lists of these stores by corner. Stops between steps
/// and between joins; the result is then meaningless.
#[inline(always)]
pub(super) fn count<L: Lanes>(
    lanes: L,
    term: &Term,
    rows: Rows,
    stores: &[Arc<Store>; 4],
    scratch: &mut Scratch,
    stop: &StopFlag,
) -> u128 {
    let Scratch { bucketed, joins: memory, .. } = scratch;
    let mut halves = bucketed.each_mut();
    let (scheme, geometry, other) = (term.scheme, &term.geometry, term.other(rows));
    let rows = [rows.north, rows.south, other.north, other.south];
    let lists: [Arc<SampledList>; 4] = std::array::from_fn(|corner| stores[corner].get(rows[corner]));
    let top = if scheme.has_states() { geometry.nearest() } else { 0 };
    let order = Order::best(geometry, term.live, lists.each_ref().map(|list| &**list), top);
    let (bits, groups) = (&order.bits, scheme.destinations());
    let mut makes: Vec<_> = halves.iter_mut().zip(lists.chunks(2)).zip(Corner::ALL.chunks(2)).collect();
    memory.each(&mut makes, |((half, lists), corners)| {
        lanes.enter(Make { geometry, bits, groups, lists, corners, half, stop });
    });
    if stop.is_abandoned() {
        return 0;
    }
    let len = |half: &Bucketed, group| half.boards.group(group).len();
    // From here, `halves[0]` is the half with fewer boards.
    if scheme.interchangeable && len(halves[1], 0) < len(halves[0], 0) {
        halves.swap(0, 1);
    }
    let shared = (!scheme.has_states()).then(|| {
        Keys::of_both(order.bits.len() as u32, order.dead, len(halves[0], 0).min(len(halves[1], 0)))
    });
    halves.iter_mut().flat_map(|half| &mut half.buckets).for_each(Buckets::clear);
    let mut sum = 0;
    for pairing in scheme.pairings {
        let [patterns, items] = pairing.halves(halves.each_mut().map(|half| &mut **half));
        let groups = [pairing.once, pairing.twice, pairing.by_states].concat();
        let keys = shared.unwrap_or_else(|| {
            let items = groups.iter().map(|&group| len(items, group)).sum();
            Keys::below_state(
                order.bits.len() as u32,
                order.dead,
                STATE_BITS,
                len(patterns, pairing.patterns),
                items,
            )
        });
        let mut sorts: Vec<_> = items.lists(&groups).chain(patterns.lists(&[pairing.patterns])).collect();
        memory.each(&mut sorts, |(buckets, masks)| buckets.sort(masks, &keys, stop));
        if stop.is_abandoned() {
            return 0;
        }
        sum += joined(lanes, pairing, &keys, [patterns, items], memory, stop);
    }
    sum
}

/// The count of a pairing, for lists sorted by these keys.
#[inline(always)]
fn joined<L: Lanes>(
    lanes: L,
    pairing: &Pairing,
    keys: &Keys,
    [patterns, items]: [&Bucketed; 2],
    memory: &mut Joins,
    stop: &StopFlag,
) -> u128 {
    let patterns = &patterns.buckets[pairing.patterns];
    let weighted = |group: usize, weights| Items { list: &items.buckets[group], weights };
    let once = pairing.once.iter().map(|&group| weighted(group, &ALIKE[0]));
    let twice = pairing.twice.iter().map(|&group| weighted(group, &ALIKE[1]));
    let by_states =
        pairing.by_states.iter().map(|&group| weighted(group, &WEIGHTS[pairing.half as usize][group]));
    let items: Vec<_> = once.chain(twice).chain(by_states).collect();
    let sorted = Sorted { keys: *keys, patterns, items: &items };
    #[cfg(feature = "gpu")]
    if let Some(feed) = &mut memory.feed {
        feed.add(&sorted, stop); // The feed has the sum, in the end.
        return 0;
    }
    memory.sum(keys.buckets(), JOINS, |joins, memory| lanes.enter(BucketJoin { sorted, joins, memory, stop }))
}

/// Makes the boards of a half, with the mask bits in this order.
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
        // This is room for twice as many unions as there are; untouched memory is never taken.
        boards.make_room(north, south, groups);
        boards.fill(lanes, north, south, groups, stop);
    }
}
