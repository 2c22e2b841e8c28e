//! All disjoint unions of two short lists, each in two parts: the inner loop of making half boards.
//!
//! The inner list is held in registers, both parts side by side; every mask of the outer list meets it once. A
//! union goes to one of three lists, by how many of its two masks come from a second part. The vectors are
//! stored whole, and the room for all of a call's unions is made beforehand: what is left for each mask is a
//! comparison, and a packed store for each part.
//!
//! Cost: about 2 ns for 16 pairs.

use super::Words;

/// Vectors that the inner list may take.
const MOST_VECTORS: usize = 4;
/// Words that those have, of the widest set.
const ROOM: usize = 16 * MOST_VECTORS;

/// Room to put the two parts of a list side by side.
pub(crate) type Adjacent<W> = [W; 2 * ROOM];

/// Parts of a list: the words of two ranges of two lists.
#[derive(Clone, Copy)]
pub(crate) struct Parts<'a, W> {
    /// The lists.
    pub lists: [&'a [W]; 2],
    /// Where the parts begin and end; within the lists.
    pub bounds: [(usize, usize); 2],
}

impl<'a, W> Parts<'a, W> {
    #[inline(always)]
    fn part(&self, part: usize) -> &'a [W] {
        let (start, end) = self.bounds[part];
        &self.lists[part][start..end]
    }
    #[inline(always)]
    fn len(&self) -> usize {
        self.bounds[0].1 - self.bounds[0].0 + self.bounds[1].1 - self.bounds[1].0
    }
}

/// Appends to `out[0]` the disjoint unions of both first parts, to `out[1]` those of a first and a second, to
/// `out[2]` those of both second parts.
#[inline(always)]
pub(crate) fn product<W: Copy, L: Words<W>>(
    lanes: L,
    a: Parts<'_, W>,
    b: Parts<'_, W>,
    words: &mut Adjacent<W>,
    out: &mut [Vec<W>; 3],
) {
    let (na, nb) = (a.len(), b.len());
    let cost = |outer: usize, inner: usize| outer * inner.div_ceil(L::LANES);
    let (outer, inner, vectors) = if cost(na, nb) <= cost(nb, na) {
        (a, b, nb.div_ceil(L::LANES))
    } else {
        (b, a, na.div_ceil(L::LANES))
    };
    if na == 0 || nb == 0 {
        return;
    }
    for list in &mut *out {
        list.reserve(na * nb + L::LANES);
    }
    // SAFETY: there is room for all pairs and a vector, and the vectors hold the whole inner list.
    unsafe {
        match vectors {
            1 => held::<W, L, 1>(lanes, outer, inner, words, out),
            2 => held::<W, L, 2>(lanes, outer, inner, words, out),
            3 | 4 => held::<W, L, 4>(lanes, outer, inner, words, out),
            _ => long(lanes, outer, inner, out),
        }
    }
}

/// # Safety
/// `out` has room for all pairs and `LANES` more; `V * LANES` is at least `inner.len()`, at most `ROOM`.
#[inline(always)]
unsafe fn held<W: Copy, L: Words<W>, const V: usize>(
    lanes: L,
    outer: Parts<'_, W>,
    inner: Parts<'_, W>,
    words: &mut Adjacent<W>,
    out: &mut [Vec<W>; 3],
) {
    let (first, second) = (inner.part(0), inner.part(1));
    copy(lanes, inner.lists[0], inner.bounds[0], words, 0);
    copy(lanes, inner.lists[1], inner.bounds[1], words, first.len());
    let both = u64::MAX >> (64 - first.len() - second.len());
    let none = (1u64 << first.len()) - 1;
    // SAFETY: V vectors are no more than ROOM words.
    let mut vectors = [unsafe { lanes.read(words.as_ptr()) }; V];
    let (mut in_first, mut in_second) = ([0u32; V], [0u32; V]);
    let all = L::first(L::LANES);
    for q in 0..V {
        // SAFETY: as above.
        vectors[q] = unsafe { lanes.read(words.as_ptr().add(q * L::LANES)) };
        in_first[q] = (none >> (q * L::LANES)) as u32 & all;
        in_second[q] = ((both & !none) >> (q * L::LANES)) as u32 & all;
    }
    for part in 0..2 {
        let [x, y] = [part, part + 1].map(|i| (out[i].as_mut_ptr(), out[i].len()));
        let (mut nx, mut ny) = (x.1, y.1);
        for &mask in outer.part(part) {
            let mask = lanes.splat(mask);
            for q in 0..V {
                let fits = lanes.disjoint(vectors[q], mask);
                let union = lanes.or(vectors[q], mask);
                let (to_x, to_y) = (fits & in_first[q], fits & in_second[q]);
                // SAFETY: a list gets at most a union of each pair, so that LANES words fit behind each.
                unsafe {
                    lanes.write_packed(x.0.add(nx), union, to_x);
                    lanes.write_packed(y.0.add(ny), union, to_y);
                }
                nx += to_x.count_ones() as usize;
                ny += to_y.count_ones() as usize;
            }
        }
        // SAFETY: these are written.
        unsafe {
            out[part].set_len(nx);
            out[part + 1].set_len(ny);
        }
    }
}

/// Copies a range of a list, at most `ROOM` words, to a place within `ROOM`, by whole vectors.
#[inline(always)]
fn copy<W: Copy, L: Words<W>>(
    lanes: L,
    list: &[W],
    (start, end): (usize, usize),
    words: &mut Adjacent<W>,
    to: usize,
) {
    let mut done = 0;
    while done < end - start {
        // What is behind the range is read too, where the list goes on: that spares a masked load.
        let (vector, valid) = lanes.load(&list[start + done..]);
        lanes.store_packed(&mut words[to + done..], vector, valid);
        done += L::LANES;
    }
}

/// # Safety
/// `out` has room for all pairs and `LANES` more.
#[inline(always)]
unsafe fn long<W: Copy, L: Words<W>>(
    lanes: L,
    outer: Parts<'_, W>,
    inner: Parts<'_, W>,
    out: &mut [Vec<W>; 3],
) {
    for p in 0..2 {
        for q in 0..2 {
            let list = &mut out[p + q];
            let (start, mut n) = (list.as_mut_ptr(), list.len());
            for vector in inner.part(q).chunks(L::LANES) {
                let (vector, valid) = lanes.load(vector);
                for &mask in outer.part(p) {
                    let mask = lanes.splat(mask);
                    let fits = lanes.disjoint(vector, mask) & valid;
                    // SAFETY: the list gets at most a union of each pair, so that LANES words fit behind.
                    unsafe { lanes.write_packed(start.add(n), lanes.or(vector, mask), fits) };
                    n += fits.count_ones() as usize;
                }
            }
            // SAFETY: these are written.
            unsafe { list.set_len(n) };
        }
    }
}
