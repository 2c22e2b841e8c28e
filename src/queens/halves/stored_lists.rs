//! Quadrant lists made in advance, all of them, with masks of 32 bits.
//!
//! There are thousands of them, of a few hundred masks each. So each task appends its lists to one arena: no list is
//! allocated or freed by itself, and lists that are used together are near each other. Lists with equal groups, such
//! as those of four corners with equal squares, share the groups. 4 bytes per placement and corner, and 2 bytes for
//! its group.

use super::geometry::{Geometry, Lines};
use super::quadrant::{Builder, Quadrant, Squares};
use crate::simd::sets::{Grouped, PADDING};
use crate::simd::{Isa, Kernel};
use std::sync::Arc;

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
}
