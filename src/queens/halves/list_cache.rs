//! A cache of quadrant lists that are too many to be stored: the first worker that needs a list builds it, and it is
//! kept while there is room.
//!
//! Building a list from nothing costs about three times its own length. A dropped list is built again, so that the
//! room bounds the memory and never changes a result.

use super::geometry::{Geometry, Lines};
use super::quadrant::{Builder, Quadrant, Squares};
use crate::simd::sets::PADDING;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// Masks of a list that are sampled to estimate how often bits are set.
const SAMPLE: usize = 128;

/// A quadrant list with the statistics of its bits.
#[derive(Debug)]
pub(super) struct SampledList {
    pub list: Quadrant<u64>,
    /// The bits that any mask has.
    pub used: u64,
    /// How often each bit is set, in 1024 masks.
    pub density: [u32; 64],
}

impl SampledList {
    fn new(list: Quadrant<u64>) -> Self {
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
        (self.list.bytes() + size_of::<Self>() as u64) * 4 / 3
    }
}

/// Bytes that all stores of a problem share.
#[derive(Debug)]
pub(super) struct ListCache {
    limit: u64,
    used: AtomicU64,
}

impl ListCache {
    pub fn new(limit: u64) -> Arc<Self> {
        Arc::new(ListCache { limit, used: AtomicU64::new(0) })
    }
}

/// The lists of a set of squares, by row sets.
#[derive(Debug)]
pub(super) struct Store {
    builder: Builder,
    slots: Vec<Mutex<Option<Arc<SampledList>>>>,
    cache: Arc<ListCache>,
    /// The slot to examine next when room is needed.
    hand: AtomicUsize,
}

impl Store {
    pub fn new(builder: Builder, half: u32, cache: &Arc<ListCache>) -> Self {
        Store {
            builder,
            slots: (0..1 << half).map(|_| Mutex::new(None)).collect(),
            cache: Arc::clone(cache),
            hand: AtomicUsize::new(0),
        }
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
        self.cache.used.fetch_add(known.bytes(), Relaxed);
        self.make_room();
        known
    }

    /// Drops lists in turn until the rest fits, in one pass at most: other stores may hold it all.
    fn make_room(&self) {
        for _ in 0..self.slots.len() {
            if self.cache.used.load(Relaxed) <= self.cache.limit {
                return;
            }
            let next = self.hand.fetch_add(1, Relaxed) % self.slots.len();
            // A locked slot is in use.
            if let Some(known) = self.slots[next].try_lock().ok().and_then(|mut slot| slot.take()) {
                self.cache.used.fetch_sub(known.bytes(), Relaxed);
            }
        }
    }
}
