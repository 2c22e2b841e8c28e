//! Counts a subproblem with lists made as needed (from N = 20, with conditions from 19): masks of up to 64 bits, put
//! in their best order, sorted into buckets, and joined bucket by bucket (`buckets`).
//!
//! **The order of the bits.** The join divides by the highest bit first. A bit that is set in a fraction p of the patterns
//! and q of the items saves p q of the pairs, so that bits are put in ascending order of p q. Bits that one side never has
//! come lowest and are dropped. The four quadrant lists are permuted instead of the many more half boards. For smaller N
//! this costs as much as it saves.
//!
//! If there is not enough memory for a subproblem per thread, several threads share one: each makes the half boards
//! of a half, each sorts a list, and all join.

use super::buckets::{ALIKE, BucketJoin, Buckets, Items, Keys, Sorted};
use super::geometry::{Corner, Geometry};
use super::lists::{SampledList, Store};
use super::nearest::{STATE_BITS, WEIGHTS};
use super::row_sets::Rows;
use super::scratch::{HalfBoards, Joins, Scratch};
use super::term::{Pairing, Term};
use crate::search::StopFlag;
use crate::simd::Kernel;
use crate::simd::sets::{BitOrder, Destinations, Grouped, Lanes};
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
    let len = |half: &Bucketed, group: usize| half.boards.groups[group].len();
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

/// The boards of a half with more than 32 bits, with the lists of its north and its south.
#[derive(Debug, Default)]
pub(super) struct Bucketed {
    permuted: [Permuted; 2],
    boards: HalfBoards<u64>,
    buckets: [Buckets; 4],
}

impl Bucketed {
    /// The buckets of these groups, each with its masks.
    fn lists(&mut self, groups: &[usize]) -> impl Iterator<Item = (&mut Buckets, &[u64])> {
        let lists = self.buckets.iter_mut().zip(&self.boards.groups).enumerate();
        lists.filter(|(group, _)| groups.contains(group)).map(|(_, (buckets, masks))| (buckets, &masks[..]))
    }
}

/// The order of the bits: position p of a permuted mask holds bit `bits[p]`.
struct Order {
    bits: Vec<u8>,
    /// The number of the lowest positions, which cannot matter.
    dead: u32,
}

impl Order {
    /// Orders the bits of `live` by how often they are set in the lists of the four corners; the bits of `top` stay
    /// the highest.
    fn best(geometry: &Geometry, live: u64, lists: [&SampledList; 4], top: u64) -> Self {
        let seen = |bit: u32| {
            let density = |corner: Corner| {
                let raw = geometry.seen_from(corner, 1 << bit).trailing_zeros();
                let list = lists[corner as usize];
                // A bit that is ever set counts.
                if list.used >> raw & 1 == 0 { 0 } else { list.density[raw as usize] + 1 }
            };
            let east = density(Corner::NorthEast) + density(Corner::SouthEast);
            let west = density(Corner::NorthWest) + density(Corner::SouthWest);
            (east * west, bit as u8)
        };
        let mut bits: Vec<(u32, u8)> =
            (0..64).filter(|bit| (live & !top) >> bit & 1 == 1).map(seen).collect();
        bits.sort_unstable();
        let dead = bits.iter().filter(|(product, _)| *product == 0).count() as u32;
        let top = (0..64).filter(|bit| (live & top) >> bit & 1 == 1);
        Order { bits: bits.into_iter().map(|(_, bit)| bit).chain(top).collect(), dead }
    }
}

#[derive(Debug, Default)]
struct Permuted {
    /// Made on first use.
    order: Option<BitOrder>,
    masks: [Vec<u64>; 2],
}

impl Permuted {
    /// The list as seen from `corner`, with bits in this order.
    #[inline(always)]
    fn permute<'a, L: Lanes>(
        &'a mut self,
        lanes: L,
        geometry: &Geometry,
        (corner, sampled): (Corner, &'a SampledList),
        bits: &[u8],
    ) -> Grouped<'a, u64> {
        let mut sources = [0u8; 64];
        for (source, &bit) in sources.iter_mut().zip(bits) {
            *source = geometry.seen_from(corner, 1 << bit).trailing_zeros() as u8;
        }
        let order = self.order.get_or_insert_with(BitOrder::new);
        order.set(&sources[..bits.len()], L::NEEDS_BYTE_TABLES);
        for (masks, list) in self.masks.iter_mut().zip(&sampled.list.masks) {
            masks.clear();
            lanes.permute(order, list, masks);
        }
        sampled.list.with(self.masks.each_ref().map(Vec::as_slice))
    }
}
