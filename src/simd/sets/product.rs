//! All disjoint unions of two lists, group by group: the inner loop that makes half boards.
//!
//! Both lists have two parts and are grouped; group g of one list meets group C - 1 - g of the other. The parts of
//! its two words decide to which of four lists a union goes.
//!
//! A group of the inner list is held in registers, each part in its own vectors; every word of the outer group meets
//! each vector once. Vectors are stored whole, and the room for all unions of a call is made first, which leaves a
//! comparison and a packed store per meeting.
//!
//! Groups of a few words would end these loops after varying numbers of iterations, and the mispredicted branches
//! would cost as much as the work. Such lists are handled by one sweep over all words of the shorter list, across
//! groups.
//!
//! Cost: about 1 ns per 16 pairs.

use super::lists::{Appender, Group, Grouped, PADDING};
use crate::base::stop::StopFlag;
use crate::simd::vectors::{Word, WordVectors};

/// Groups are processed one by one if they have at least half a vector on average: the inverse of that half.
const LONG_GROUPS: usize = 2;
/// Groups between two looks at the stop flag.
pub(super) const GROUPS_PER_LOOK: usize = 32;

/// The lists of unions: `to[p][q]` is the list for part p of one list and part q of the other. All four are
/// different, or `to[0][1]` equals `to[1][0]`.
pub(crate) type Destinations = [[usize; 2]; 2];

/// Unions of two lists of words.
pub(crate) trait Products<W>: Copy {
    /// Appends the disjoint unions of partner groups to the lists of `out`; incomplete once `stop` is abandoned.
    ///
    /// # Panics
    /// If the numbers of groups differ, or the destinations are invalid.
    fn product(
        self,
        a: Grouped<'_, W>,
        b: Grouped<'_, W>,
        to: Destinations,
        out: &mut [Vec<W>; 4],
        stop: &StopFlag,
    );

    /// Appends the disjoint unions of the words of two lists.
    fn unions(self, a: &[W], b: &[W], out: &mut Vec<W>);
}

/// Panics as [`Products::product`] says.
#[inline(always)]
pub(super) fn check<W>(a: Grouped<'_, W>, b: Grouped<'_, W>, [[none, one], [other, both]]: Destinations) {
    assert_eq!(a.starts.len(), b.starts.len());
    assert!(![one, other, both].contains(&none) && ![one, other].contains(&both));
}

impl<W: Word, L: WordVectors<W>> Products<W> for L {
    #[inline(always)]
    fn product(
        self,
        a: Grouped<'_, W>,
        b: Grouped<'_, W>,
        to: Destinations,
        out: &mut [Vec<W>; 4],
        stop: &StopFlag,
    ) {
        const { assert!(L::LANES <= PADDING) };
        check(a, b, to);
        // Nearly all lists of a board have both parts, or none has: the loops are compiled for both cases.
        if a.is_single() && b.is_single() {
            lists::<W, L, 1>(self, a, b, to, out, stop);
        } else {
            lists::<W, L, 2>(self, a, b, to, out, stop);
        }
    }

    #[inline(always)]
    fn unions(self, a: &[W], b: &[W], out: &mut Vec<W>) {
        let vectors = |list: &[W]| list.len().div_ceil(L::LANES);
        let (outer, inner) = if a.len() * vectors(b) <= b.len() * vectors(a) { (a, b) } else { (b, a) };
        out.reserve(a.len() * b.len() + L::LANES);
        // SAFETY: there is room for all pairs and a vector.
        unsafe { all_unions(self, outer, inner, out) }
    }
}

/// [`Products::product`] for lists with `PARTS` parts that are not empty.
#[inline(always)]
fn lists<W: Word, L: WordVectors<W>, const PARTS: usize>(
    lanes: L,
    a: Grouped<'_, W>,
    b: Grouped<'_, W>,
    to: Destinations,
    out: &mut [Vec<W>; 4],
    stop: &StopFlag,
) {
    let turned = [[to[0][0], to[1][0]], [to[0][1], to[1][1]]];
    let (outer, inner, from_outer) = if a.len() <= b.len() { (a, b, to) } else { (b, a, turned) };
    if outer.len() == 0 {
        return;
    }
    if LONG_GROUPS * outer.len() < L::LANES * a.starts.len() {
        sweep::<W, L, PARTS>(lanes, outer, inner, from_outer, out);
        return;
    }
    let mut partners = a.starts.windows(2).zip(b.starts.windows(2).rev());
    while partners.len() > 0 && !stop.is_abandoned() {
        for (a_starts, b_starts) in partners.by_ref().take(GROUPS_PER_LOOK) {
            let a = a.between(a_starts[0], a_starts[1]);
            let b = b.between(b_starts[0], b_starts[1]);
            let (in_a, in_b) = (a.vectors(L::LANES), b.vectors(L::LANES));
            if a.len() * (in_b[0] + in_b[1]) <= b.len() * (in_a[0] + in_a[1]) {
                unions::<W, L, PARTS>(lanes, a, b, in_b, to, out);
            } else {
                unions::<W, L, PARTS>(lanes, b, a, in_a, turned, out);
            }
        }
    }
}

/// The unions of two groups; the inner one takes this many vectors.
#[inline(always)]
fn unions<W: Word, L: WordVectors<W>, const PARTS: usize>(
    lanes: L,
    outer: Group<'_, W>,
    inner: Group<'_, W>,
    vectors: [usize; 2],
    to: Destinations,
    out: &mut [Vec<W>; 4],
) {
    let (n_outer, n_inner) = (outer.len(), inner.len());
    if n_outer == 0 || n_inner == 0 {
        return;
    }
    let room = n_outer * n_inner + L::LANES;
    if PARTS == 2 {
        out.iter_mut().for_each(|list| list.reserve(room));
    } else {
        out[to[0][0]].reserve(room);
    }
    // SAFETY: there is room for all pairs and a vector in each list that is written to.
    unsafe {
        match vectors {
            [0 | 1, 0] => held::<W, L, 1, 0, PARTS>(lanes, outer, inner, to, out),
            [2, 0] => held::<W, L, 2, 0, PARTS>(lanes, outer, inner, to, out),
            [3, 0] => held::<W, L, 3, 0, PARTS>(lanes, outer, inner, to, out),
            [4, 0] => held::<W, L, 4, 0, PARTS>(lanes, outer, inner, to, out),
            [0 | 1, 1] if PARTS == 2 => held::<W, L, 1, 1, PARTS>(lanes, outer, inner, to, out),
            [2, 1] if PARTS == 2 => held::<W, L, 2, 1, PARTS>(lanes, outer, inner, to, out),
            [3, 1] if PARTS == 2 => held::<W, L, 3, 1, PARTS>(lanes, outer, inner, to, out),
            [0..3, 2] if PARTS == 2 => held::<W, L, 2, 2, PARTS>(lanes, outer, inner, to, out),
            [3, 2] if PARTS == 2 => held::<W, L, 3, 2, PARTS>(lanes, outer, inner, to, out),
            _ => {
                for (p, q) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    all_unions(lanes, outer.part(p), inner.part(q), &mut out[to[p][q]]);
                }
            }
        }
    }
}

/// The first `V` vectors of a part of a group, and the masks of its own lanes.
#[inline(always)]
fn vectors<W: Word, L: WordVectors<W>, const V: usize>(
    lanes: L,
    words: &[W],
    len: usize,
) -> ([L::Vector; V], [u32; V]) {
    let mut vectors = [lanes.splat(W::default()); V];
    let mut valid = [0; V];
    for v in 0..V {
        vectors[v] = lanes.load(words.get(v * L::LANES..).unwrap_or(&[])).0;
        valid[v] = L::first(len.saturating_sub(v * L::LANES));
    }
    (vectors, valid)
}

/// The unions with an inner group that fits into `V0 + V1` vectors.
///
/// # Safety
/// Each list of `out` has room for all pairs and `LANES` words more.
#[inline(always)]
unsafe fn held<W: Word, L: WordVectors<W>, const V0: usize, const V1: usize, const PARTS: usize>(
    lanes: L,
    outer: Group<'_, W>,
    inner: Group<'_, W>,
    to: Destinations,
    out: &mut [Vec<W>; 4],
) {
    let (first, in_first) = vectors::<W, L, V0>(lanes, inner.words[0], inner.len[0]);
    let (second, in_second) = vectors::<W, L, V1>(lanes, inner.words[1], inner.len[1]);
    for part in 0..PARTS {
        let [x, y] = to[part].map(|list| out[list].as_mut_ptr());
        let [mut nx, mut ny] = to[part].map(|list| out[list].len());
        for &word in outer.part(part) {
            let word = lanes.splat(word);
            // SAFETY: a list gets at most one union per pair, so that `LANES` words fit behind.
            unsafe {
                for v in 0..V0 {
                    nx += put(lanes, x.add(nx), word, first[v], in_first[v]);
                }
                for v in 0..V1 {
                    ny += put(lanes, y.add(ny), word, second[v], in_second[v]);
                }
            }
        }
        // SAFETY: these are written.
        unsafe {
            out[to[part][0]].set_len(nx);
            if V1 > 0 {
                out[to[part][1]].set_len(ny);
            }
        }
    }
}

/// Writes the unions of a word with the lanes that are disjoint from it, and returns their number.
///
/// # Safety
/// `to` is valid for writing `LANES` words.
#[inline(always)]
unsafe fn put<W: Word, L: WordVectors<W>>(
    lanes: L,
    to: *mut W,
    word: L::Vector,
    vector: L::Vector,
    valid: u32,
) -> usize {
    let fits = lanes.disjoint(vector, word) & valid;
    // SAFETY: by the contract.
    unsafe { lanes.write_packed(to, lanes.or(vector, word), fits) };
    L::members(fits)
}

/// Appends the disjoint unions of the words of two lists, the inner one four vectors at a time.
///
/// # Safety
/// `out` has room for all pairs and `LANES` words more.
#[inline(always)]
unsafe fn all_unions<W: Word, L: WordVectors<W>>(lanes: L, outer: &[W], inner: &[W], out: &mut Vec<W>) {
    for inner in inner.chunks(4 * L::LANES) {
        // SAFETY: there is at most one union per pair, so that room for all other pairs and `LANES` words stays.
        unsafe {
            match inner.len().div_ceil(L::LANES) {
                1 => some_unions::<W, L, 1>(lanes, outer, inner, out),
                2 => some_unions::<W, L, 2>(lanes, outer, inner, out),
                3 => some_unions::<W, L, 3>(lanes, outer, inner, out),
                _ => some_unions::<W, L, 4>(lanes, outer, inner, out),
            }
        }
    }
}

/// [`all_unions`] with an inner list of at most `V` vectors, which stay in registers.
///
/// # Safety
/// As there.
#[inline(always)]
unsafe fn some_unions<W: Word, L: WordVectors<W>, const V: usize>(
    lanes: L,
    outer: &[W],
    inner: &[W],
    out: &mut Vec<W>,
) {
    let (vectors, valid) = vectors::<W, L, V>(lanes, inner, inner.len());
    let (start, mut n) = (out.as_mut_ptr(), out.len());
    for &word in outer {
        let word = lanes.splat(word);
        for v in 0..V {
            // SAFETY: there is at most one union per pair, so that `LANES` words fit behind.
            n += unsafe { put(lanes, start.add(n), word, vectors[v], valid[v]) };
        }
    }
    // SAFETY: these are written.
    unsafe { out.set_len(n) };
}

/// Unites all words of `outer` with the first vectors of their partner groups in `inner`.
#[inline(always)]
fn sweep<W: Word, L: WordVectors<W>, const PARTS: usize>(
    lanes: L,
    outer: Grouped<'_, W>,
    inner: Grouped<'_, W>,
    to: Destinations,
    out: &mut [Vec<W>; 4],
) {
    assert!(inner.starts.len() >= 2, "a word has a group");
    let last = inner.starts.len() - 2;
    for part in 0..PARTS {
        let words = outer.words[part].iter().zip(outer.group[part]);
        let room = (words.len() + 1) * L::LANES;
        out[to[part][0]].reserve(room);
        if PARTS == 2 {
            out[to[part][1]].reserve(room);
        }
        let [x, y] = to[part].map(|list| out[list].as_mut_ptr());
        let [mut nx, mut ny] = to[part].map(|list| out[list].len());
        for (&word, &group) in words {
            let partner = last.wrapping_sub(usize::from(group));
            assert!(partner <= last);
            // SAFETY: there are last + 2 starts.
            let (start, end) =
                unsafe { (*inner.starts.get_unchecked(partner), *inner.starts.get_unchecked(partner + 1)) };
            let word = lanes.splat(word);
            // Empty groups are processed too, which is cheaper than a misprediction.
            let (vector, valid) = first_vector(lanes, inner.words[0], start[0], end[0]);
            // SAFETY: each word gets at most LANES unions in each list.
            nx += unsafe { put(lanes, x.add(nx), word, vector, valid) };
            if PARTS == 2 {
                let (vector, valid) = first_vector(lanes, inner.words[1], start[1], end[1]);
                // SAFETY: as above.
                ny += unsafe { put(lanes, y.add(ny), word, vector, valid) };
            }
        }
        // SAFETY: these are written.
        unsafe {
            out[to[part][0]].set_len(nx);
            if PARTS == 2 {
                out[to[part][1]].set_len(ny);
            }
        }
    }
    if inner.longest as usize > L::LANES {
        rests::<W, L, PARTS>(lanes, outer, inner, to, out);
    }
}

/// The vector beginning at `start`, and the mask of its lanes before `end`. The next group or padding lies behind.
#[inline(always)]
fn first_vector<W: Word, L: WordVectors<W>>(lanes: L, words: &[W], start: u32, end: u32) -> (L::Vector, u32) {
    assert!(start as usize + L::LANES <= words.len());
    // SAFETY: a vector of words is there.
    let vector = unsafe { lanes.read(words.as_ptr().add(start as usize)) };
    (vector, L::first((end - start) as usize))
}

/// The unions that [`sweep`] leaves out: with words behind the first vector of a group.
#[inline(always)]
fn rests<W: Word, L: WordVectors<W>, const PARTS: usize>(
    lanes: L,
    outer: Grouped<'_, W>,
    inner: Grouped<'_, W>,
    to: Destinations,
    out: &mut [Vec<W>; 4],
) {
    for (group, starts) in inner.starts.windows(2).rev().enumerate() {
        for q in 0..PARTS {
            let (mut start, end) = (starts[0][q] + L::LANES as u32, starts[1][q]);
            while start < end {
                let (vector, valid) = first_vector(lanes, inner.words[q], start, end);
                for p in 0..PARTS {
                    let words = outer.starts[group][p] as usize..outer.starts[group + 1][p] as usize;
                    let mut list = Appender::new(&mut out[to[p][q]]);
                    for &word in &outer.words[p][words] {
                        let word = lanes.splat(word);
                        list.append(lanes, lanes.or(vector, word), lanes.disjoint(vector, word) & valid);
                    }
                    list.finish();
                }
                start += L::LANES as u32;
            }
        }
    }
}
