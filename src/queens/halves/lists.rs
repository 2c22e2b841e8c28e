//! The quadrant lists of a term, which are made in advance or as needed.
//!
//! **Stored.** There are thousands of lists, of a few hundred masks of 32 bits each. So each task appends its lists to one
//! arena: no list is allocated or freed by itself, and lists that are used together are near each other. Lists with equal
//! groups, such as those of four corners with equal squares, share the groups. 4 bytes per placement and corner, and 2
//! bytes for its group.
//!
//! **As needed.** Lists that are too many to be stored are kept in a cache: the first worker that needs a list builds it,
//! and it is kept while there is room. Building a list from nothing costs about three times its own length. A dropped list
//! is built again, so that the room bounds the memory and never changes a result.

use super::geometry::{Corner, Geometry, Lines};
use super::quadrant::{Builder, Quadrant, Squares};
use crate::simd::sets::{Grouped, PADDING};
use crate::simd::{Isa, Kernel};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// The quadrant lists, by corner.
#[derive(Debug)]
pub(super) enum Lists {
    /// All made in advance, with masks of 32 bits.
    Stored([StoredLists; 4]),
    Bucketed([Arc<Store>; 4]),
}

/// The lists of a task, one after the other, of all kinds.
#[derive(Debug, Default)]
pub(super) struct Arena {
    /// The masks by version and part. After a list come the masks of the next one, at the end [`PADDING`] zeros.
    masks: Vec<[Vec<u32>; 2]>,
    /// The group of each mask, by part.
    group: [Vec<u16>; 2],
    /// The starts of each list's groups, relative to the list, as in [`Grouped`].
    starts: Vec<[u32; 2]>,
    slices: Vec<(ListId, Slice)>,
}

/// The kind of a list, and its rows.
type ListId = (usize, Lines);

/// A list's position in an arena; empty for rows that are never used.
#[derive(Debug, Clone, Copy, Default)]
struct Slice {
    arena: u32,
    begin: [u32; 2],
    end: [u32; 2],
    /// The first of its `starts`, and one after the last.
    starts: [u32; 2],
    longest: u32,
}

impl Arena {
    /// An arena for this many versions of each list, with room for these numbers of masks in its two parts.
    fn new(versions: usize, room: [usize; 2]) -> Self {
        let masks = (0..versions).map(|_| room.map(Vec::with_capacity)).collect();
        Arena { masks, group: room.map(Vec::with_capacity), ..Arena::default() }
    }

    /// Appends a list, with masks made by `make` for each version.
    fn put(&mut self, id: ListId, list: &Quadrant, make: impl Fn(usize, &[u64], &mut [u32])) {
        let begin = self.next();
        let list = list.view();
        for part in 0..2 {
            let words = &list.words[part][..list.group[part].len()];
            for (version, masks) in self.masks.iter_mut().enumerate() {
                let begin = masks[part].len();
                masks[part].resize(begin + words.len(), 0);
                make(version, words, &mut masks[part][begin..]);
            }
            self.group[part].extend_from_slice(list.group[part]);
        }
        self.starts.extend_from_slice(list.starts);
        self.end(id, Slice { longest: list.longest, ..begin });
    }

    /// Appends the masks to keep in each of `PARTS` parts, made by `make`. Their groups are those of the list's first
    /// part.
    pub fn put_kept<const PARTS: usize>(
        &mut self,
        isa: Isa,
        id: ListId,
        masks: &[u64],
        list: &Quadrant,
        keep: impl Fn(usize, u64) -> bool,
        make: impl Fn(u64) -> u32,
    ) {
        let begin = self.next();
        let old = list.view();
        self.starts.resize(self.starts.len() + old.starts.len(), [0; 2]);
        let starts = &mut self.starts[begin.starts[0] as usize..];
        for part in 0..PARTS {
            let (kept, groups) = (&mut self.masks[0][part], &mut self.group[part]);
            let first = kept.len();
            kept.resize(first + old.group[0].len(), 0);
            groups.resize(kept.len(), 0);
            let next = first
                + isa.run_base(Select {
                    masks,
                    groups: old.group[0],
                    keep: |mask| keep(part, mask),
                    make: &make,
                    kept: &mut kept[first..],
                    kept_groups: &mut groups[first..],
                });
            kept.truncate(next);
            groups.truncate(next);
            for (end, &group) in (1..).zip(&groups[first..]) {
                starts[usize::from(group) + 1][part] = end;
            }
            // An empty group ends where the one before it does.
            let mut end = 0;
            for starts in starts.iter_mut() {
                end = end.max(starts[part]);
                starts[part] = end;
            }
        }
        let lengths = starts.windows(2).flat_map(|ends| [0, 1].map(|part| ends[1][part] - ends[0][part]));
        let longest = lengths.max().unwrap_or(0);
        self.end(id, Slice { longest, ..begin });
    }

    /// The beginning of the next list.
    fn next(&self) -> Slice {
        let begin = self.group.each_ref().map(|group| group.len() as u32);
        Slice { begin, starts: [self.starts.len() as u32, 0], ..Slice::default() }
    }

    /// Records the list that began at `slice` and ends here.
    fn end(&mut self, id: ListId, mut slice: Slice) {
        let next = self.next();
        (slice.end, slice.starts[1]) = (next.begin, next.starts[0]);
        self.slices.push((id, slice));
    }
}

/// Copies the masks to keep, made by `make`, with their groups; and says how many there are.
struct Select<'a, K, M> {
    masks: &'a [u64],
    groups: &'a [u16],
    keep: K,
    make: M,
    kept: &'a mut [u32],
    kept_groups: &'a mut [u16],
}

impl<I, K: Fn(u64) -> bool, M: Fn(u64) -> u32> Kernel<I> for Select<'_, K, M> {
    type Output = usize;

    #[inline(always)]
    fn run(self, _: I) -> usize {
        const AT_A_TIME: usize = 64;
        let Select { masks, groups, keep, make, kept, kept_groups } = self;
        let mut next = 0;
        for (masks, groups) in masks.chunks(AT_A_TIME).zip(groups.chunks(AT_A_TIME)) {
            // By vectors first.
            let (mut made, mut keeps) = ([0; AT_A_TIME], [0u32; AT_A_TIME]);
            for ((made, keeps), &mask) in made.iter_mut().zip(&mut keeps).zip(masks) {
                (*made, *keeps) = (make(mask), keep(mask).into());
            }
            // Each mask is written in any case: a branch would be mispredicted.
            for ((&mask, &keeps), &group) in made.iter().zip(&keeps).zip(groups) {
                (kept[next], kept_groups[next]) = (mask, group);
                next += keeps as usize;
            }
        }
        next
    }
}

/// The lists of all row sets, of several kinds or in several versions.
#[derive(Debug, Default)]
struct Arenas {
    arenas: Vec<Arena>,
    /// By kind and rows.
    slices: Vec<Vec<Slice>>,
}

/// The lists of all row sets of a corner.
#[derive(Debug, Default, Clone)]
pub(super) struct StoredLists {
    arenas: Arc<Arenas>,
    kind: usize,
    version: usize,
}

impl StoredLists {
    pub fn view(&self, rows: Lines) -> Grouped<'_, u32> {
        let Slice { arena, begin, end, starts, longest } = self.arenas.slices[self.kind][rows as usize];
        let Arena { masks, group, starts: all, .. } = &self.arenas.arenas[arena as usize];
        let masks = &masks[self.version];
        let words = [&masks[0][begin[0] as usize..], &masks[1][begin[1] as usize..]];
        let group = [0, 1].map(|part| &group[part][begin[part] as usize..end[part] as usize]);
        Grouped { words, group, starts: &all[starts[0] as usize..starts[1] as usize], longest }
    }

    /// The lists of each corner, `split` by the long diagonal, with masks made by `make` from those in the builder's
    /// coordinates. Corners with equal squares are listed once.
    pub fn by_corner(
        geometry: Geometry,
        squares: &[Squares; 4],
        split: bool,
        make: impl Fn(usize, &[u64], &mut [u32]) + Sync,
    ) -> [StoredLists; 4] {
        let mut stored: [StoredLists; 4] = Default::default();
        for corners in alike(squares) {
            let builder = Builder::new(geometry, squares[corners[0]].clone(), split);
            // Of lists in two parts, either has about a half.
            let room = |placements| if split { [placements * 2 / 3; 2] } else { [placements, 0] };
            let new = |placements| Arena::new(corners.len(), room(placements));
            let arenas = StoredLists::arenas(geometry, &builder, 1, new, |arena, rows, list| {
                arena.put((0, rows), list, |version, masks, made| make(corners[version], masks, made));
            });
            for (version, &corner) in corners.iter().enumerate() {
                stored[corner] = StoredLists { arenas: Arc::clone(&arenas), kind: 0, version };
            }
        }
        stored
    }

    /// Several kinds of lists at a time, in one version each: `put` appends a list of each kind to the arena.
    pub fn of_kinds(
        geometry: Geometry,
        builder: &Builder,
        kinds: usize,
        put: impl Fn(&mut Arena, Lines, &Quadrant) + Sync,
    ) -> impl Iterator<Item = StoredLists> {
        // A kind keeps about a third of the placements.
        let new = |placements| Arena::new(1, [placements * kinds / 3, 0]);
        let arenas = StoredLists::arenas(geometry, builder, kinds, new, put);
        (0..kinds).map(move |kind| StoredLists { arenas: Arc::clone(&arenas), kind, version: 0 })
    }

    /// The arenas of all tasks.
    fn arenas(
        geometry: Geometry,
        builder: &Builder,
        kinds: usize,
        new: impl Fn(usize) -> Arena + Sync,
        put: impl Fn(&mut Arena, Lines, &Quadrant) + Sync,
    ) -> Arc<Arenas> {
        let mut arenas = builder.each(new, put);
        let mut slices = vec![vec![Slice::default(); 1 << geometry.half]; kinds];
        for (number, arena) in (0..).zip(&mut arenas) {
            arena.masks.iter_mut().flatten().for_each(|masks| masks.extend([0; PADDING]));
            for ((kind, rows), slice) in arena.slices.drain(..) {
                slices[kind][rows as usize] = Slice { arena: number, ..slice };
            }
        }
        Arc::new(Arenas { arenas, slices })
    }
}

/// The corners, grouped by equal squares.
pub(super) fn alike(squares: &[Squares; 4]) -> impl Iterator<Item = Vec<usize>> {
    let first = |&corner: &usize| !squares[..corner].contains(&squares[corner]);
    let same = |corner: usize| (corner..4).filter(|&other| squares[other] == squares[corner]).collect();
    (0..4).filter(first).map(same)
}

/// Moves the bits by which halves are compared to the lowest of 32.
#[derive(Debug, Clone, Copy)]
pub(super) struct Narrowing {
    /// The number of bits below all of them.
    shift: u32,
    /// The mask of the result.
    low: u32,
    /// Two gaps to close, the higher one first, each by the mask of the bits below it; all bits but the highest for
    /// none.
    below_gaps: [u64; 2],
}

impl Narrowing {
    /// For at most 32 bits with at most two gaps of one bit.
    ///
    /// # Panics
    /// For other bits: masks would lose some, and the total would be wrong. (Once per list.)
    pub fn new(live: u64) -> Self {
        let shift = if live == 0 { 0 } else { live.trailing_zeros() };
        let shifted = live >> shift;
        let mut below_gaps = [u64::MAX >> 1; 2];
        let holes = (0..shifted.checked_ilog2().unwrap_or(0)).rev().filter(|bit| shifted >> bit & 1 == 0);
        assert!(holes.clone().count() <= below_gaps.len(), "more gaps than can be closed: {live:#x}");
        for (below, hole) in below_gaps.iter_mut().zip(holes) {
            *below = (1 << hole) - 1;
        }
        assert!(live.count_ones() <= 32, "more bits than a narrow mask has: {live:#x}");
        let low = u32::MAX.checked_shr(32 - live.count_ones()).unwrap_or(0);
        Narrowing { shift, low, below_gaps }
    }

    /// The relevant bits of a mask; the cast drops none.
    #[inline(always)]
    pub fn narrow(&self, mask: u64) -> u32 {
        let close = |mask: u64, below: &u64| (mask & below) | (mask >> 1 & !below);
        self.below_gaps.iter().fold(mask >> self.shift, close) as u32 & self.low
    }
}

/// Makes narrow masks, as seen from a corner.
pub(super) struct Narrow<'a> {
    pub geometry: Geometry,
    pub corner: Corner,
    pub narrowing: Narrowing,
    pub masks: &'a [u64],
    pub narrow: &'a mut [u32],
}

impl<I> Kernel<I> for Narrow<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: I) {
        for (narrow, &mask) in self.narrow.iter_mut().zip(self.masks) {
            *narrow = self.narrowing.narrow(self.geometry.seen_from(self.corner, mask));
        }
    }
}

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
    fn new(geometry: Geometry, squares: &Squares, split: bool, cache: &Arc<ListCache>) -> Self {
        let slots: Slots = (0..1 << geometry.half).map(|_| Mutex::new(None)).collect();
        cache.stores.write().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&slots));
        let builder = Builder::new(geometry, squares.clone(), split);
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
                None => Arc::new(Store::new(geometry, &squares[corner], split, cache)),
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

    const HALF: u32 = 5;

    fn squares() -> [Squares; 4] {
        let (all, fewer) = (Squares::new(HALF, |_, _| true), Squares::new(HALF, |i, j| i + j != 2));
        [all.clone(), fewer.clone(), all, fewer]
    }

    #[test]
    fn stored_lists_are_what_the_builder_lists() {
        let (geometry, squares) = (Geometry::new(2 * HALF), squares());
        let make = |corner: usize, mask: u64| 4 * mask as u32 + corner as u32;
        let make_all = |corner: usize, masks: &[u64], made: &mut [u32]| {
            made.iter_mut().zip(masks).for_each(|(made, &mask)| *made = make(corner, mask));
        };
        let stored = StoredLists::by_corner(geometry, &squares, true, make_all);
        for (corner, rows) in (0..4).flat_map(|corner| (0..1 << HALF).map(move |rows| (corner, rows))) {
            let list = Builder::new(geometry, squares[corner].clone(), true).list(rows);
            let (found, expected) = (stored[corner].view(rows), list.view());
            assert_eq!((found.group, found.starts), (expected.group, expected.starts));
            assert_eq!(found.longest, expected.longest);
            for part in 0..2 {
                let masks = &expected.words[part][..expected.group[part].len()];
                assert!(found.words[part].len() >= masks.len() + PADDING);
                let made = masks.iter().map(|&mask| make(corner, mask));
                assert!(made.eq(found.words[part][..masks.len()].iter().copied()));
            }
        }
    }

    #[test]
    fn masks_that_are_kept_stay_in_their_groups() {
        let geometry = Geometry::new(2 * HALF);
        let builder = Builder::new(geometry, squares()[1].clone(), false);
        let keep = |part: usize, mask: u64| mask % 3 == part as u64;
        let put = |arena: &mut Arena, rows: Lines, list: &Quadrant| {
            arena.put_kept::<2>(Isa::detect(), (0, rows), &list.masks[0], list, keep, |mask| mask as u32);
        };
        let stored = StoredLists::of_kinds(geometry, &builder, 1, put).next().unwrap();
        for rows in 0..1 << HALF {
            let list = builder.list(rows);
            let (found, old) = (stored.view(rows), list.view());
            let mut longest = 0;
            for part in 0..2 {
                let groups = found.starts.windows(2).zip(old.starts.windows(2));
                for (group, (ends, old_ends)) in groups.enumerate() {
                    let [own, all] = [ends, old_ends].map(|ends| ends[0][0] as usize..ends[1][0] as usize);
                    let own = if part == 0 { own } else { ends[0][1] as usize..ends[1][1] as usize };
                    let kept = old.words[0][all].iter().filter(|&&mask| keep(part, mask));
                    assert!(kept.map(|&mask| mask as u32).eq(found.words[part][own.clone()].iter().copied()));
                    assert!(found.group[part][own.clone()].iter().all(|&own| usize::from(own) == group));
                    longest = longest.max(own.len());
                }
                assert_eq!(found.starts.last().unwrap()[part] as usize, found.group[part].len());
            }
            assert_eq!(found.longest as usize, longest);
        }
    }

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
