//! The best order of the bits for a subproblem with long lists (from N = 20, with conditions from 19).
//!
//! The join divides by the highest bit first. A bit that is set in a fraction p of the patterns and q of the items
//! saves p q of the pairs, so that bits are put in ascending order of p q. Bits that one side never has come lowest
//! and are dropped. The four quadrant lists are permuted instead of the many more half boards. On a sample at N = 20
//! this took the join from 1.92 to 1.61; for smaller N it costs as much as it saves.

use super::geometry::{Corner, Geometry};
use super::list_cache::SampledList;
use crate::simd::sets::{BitOrder, Grouped, Lanes};

/// The order of the bits: position p of a permuted mask holds bit `bits[p]`.
#[derive(Debug, Default)]
pub(super) struct Order {
    pub bits: Vec<u8>,
    /// The number of the lowest positions, which cannot matter.
    pub dead: u32,
}

impl Order {
    /// Orders the bits of `live` by how often they are set in the lists of the four corners; the bits of `top` stay
    /// the highest.
    pub fn best(geometry: &Geometry, live: u64, lists: [&SampledList; 4], top: u64) -> Self {
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
pub(super) struct Permuted {
    /// Made on first use.
    order: Option<BitOrder>,
    masks: [Vec<u64>; 2],
}

impl Permuted {
    /// The list as seen from `corner`, with bits in this order.
    #[inline(always)]
    pub fn permute<'a, L: Lanes>(
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
