//! A cache of quadrant lists that are too many to be stored: the first worker that needs a list builds it, and it is
//! kept while there is room.
//!
//! Building a list from nothing costs about three times its own length. A dropped list is built again, so that the
//! room bounds the memory and never changes a result.

use super::geometry::{Geometry, Lines};
use super::quadrant::{Builder, Quadrant, Squares};
use crate::simd::sets::PADDING;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// Masks of a list that are sampled to estimate how often bits are set.
const SAMPLE: usize = 128;

/// A quadrant list with the statistics of its bits.
#[derive(Debug)]
pub(super) struct SampledList {
    pub list: Quadrant,
    /// The bits that any mask has.
    pub used: u64,
    /// How often each bit is set, in 1024 masks.
    pub density: [u32; 64],
}

impl SampledList {
    fn new(list: Quadrant) -> Self {
        let masks =
            || list.masks.iter().flat_map(|part| &part[..part.len().saturating_sub(PADDING)]).copied();
        let used = masks().fold(0, |a, b| a | b);
        let step = list.masks.iter().map(Vec::len).sum::<usize>() / SAMPLE + 1;
        let (mut density, mut sampled) = ([0; 64], 0);
        for mask in masks().step_by(step) {
            sampled += 1;
            for (bit, count) in density.iter_mut().enumerate() {
                *count += (mask >> bit & 1) as u32;
            }
        }
        for count in &mut density {
            *count = *count * 1024 / sampled.max(1);
        }
        SampledList { list, used, density }
    }

    /// The memory in bytes: the allocator rounds sizes up, and its pages are partly empty.
    fn bytes(&self) -> u64 {
        (self.list.bytes() + size_of::<Self>() as u64) * 7 / 6
    }
}

/// The lists of a store that are kept, by row sets.
type Slots = Arc<[Mutex<Option<Arc<SampledList>>>]>;

/// The lists that all stores of a problem keep.
#[derive(Debug)]
pub(super) struct ListCache {
    limit: u64,
    used: AtomicU64,
    /// Of all stores, in the order in which a whole count comes to their terms.
    stores: RwLock<Vec<Slots>>,
    /// The slot to examine next when room is needed.
    hand: AtomicUsize,
}

impl ListCache {
    pub fn new(limit: u64) -> Arc<Self> {
        Arc::new(ListCache { limit, used: 0.into(), stores: RwLock::default(), hand: 0.into() })
    }

    /// Makes room for a list that was built. Lists are dropped in turn, those of finished terms before those of the
    /// current one, in one pass at most: all may be in use.
    fn add(&self, list: &SampledList) {
        self.used.fetch_add(list.bytes(), Relaxed);
        let over = || self.used.load(Relaxed) > self.limit;
        if !over() {
            return;
        }
        let stores = self.stores.read().unwrap_or_else(PoisonError::into_inner);
        let len = stores[0].len();
        for _ in (0..stores.len() * len).take_while(|_| over()) {
            let next = self.hand.fetch_add(1, Relaxed) % (stores.len() * len);
            // A locked slot is in use.
            let dropped = stores[next / len][next % len].try_lock().ok().and_then(|mut slot| slot.take());
            if let Some(dropped) = dropped {
                self.used.fetch_sub(dropped.bytes(), Relaxed);
            }
        }
    }
}

/// The lists of a set of squares, by row sets.
#[derive(Debug)]
pub(super) struct Store {
    builder: Builder,
    slots: Slots,
    cache: Arc<ListCache>,
}

impl Store {
    pub fn new(builder: Builder, half: u32, cache: &Arc<ListCache>) -> Self {
        let slots: Slots = (0..1 << half).map(|_| Mutex::new(None)).collect();
        cache.stores.write().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&slots));
        Store { builder, slots, cache: Arc::clone(cache) }
    }

    /// A store per corner; corners with equal squares share one.
    pub fn by_corner<const K: usize>(
        geometry: Geometry,
        squares: &[Squares; K],
        split: bool,
        cache: &Arc<ListCache>,
    ) -> [Arc<Store>; K] {
        let mut stores: Vec<Arc<Store>> = Vec::with_capacity(K);
        std::array::from_fn(|corner| {
            let store = match squares[..corner].iter().position(|other| *other == squares[corner]) {
                Some(same) => Arc::clone(&stores[same]),
                None => {
                    let builder = Builder::new(geometry, squares[corner].clone(), split);
                    Arc::new(Store::new(builder, geometry.half, cache))
                }
            };
            stores.push(Arc::clone(&store));
            store
        })
    }

    /// The list for these rows. Workers that need a list wait for the worker that builds it.
    pub fn get(&self, rows: Lines) -> Arc<SampledList> {
        let mut slot = self.slots[rows as usize].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*slot {
            return Arc::clone(known);
        }
        let known = Arc::new(SampledList::new(self.builder.list(rows)));
        *slot = Some(Arc::clone(&known));
        drop(slot);
        self.cache.add(&known);
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_finished_terms_make_room_for_those_of_the_next() {
        const HALF: u32 = 6;
        let geometry = Geometry::new(2 * HALF);
        let squares = [0, 1, 2].map(|row| Squares::new(HALF, move |_, j| j != row));
        // Room for the lists of one store and a half.
        let all = |store: &Store| (0..1 << HALF).map(|rows| store.get(rows)).collect::<Vec<_>>();
        let bytes = |store: &Store| all(store).iter().map(|list| list.bytes()).sum::<u64>();
        let unbounded = Store::by_corner(geometry, &squares, false, &ListCache::new(u64::MAX));
        let cache = ListCache::new(unbounded.iter().map(|store| bytes(store)).max().unwrap() * 3 / 2);
        for store in Store::by_corner(geometry, &squares, false, &cache) {
            all(&store);
            assert!(cache.used.load(Relaxed) <= cache.limit);
            assert!(all(&store).iter().zip(all(&store)).all(|(one, again)| Arc::ptr_eq(one, &again)));
        }
    }
}
