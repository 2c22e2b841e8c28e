//! Lists of masks: division by a bit, copies, the number of disjoint masks, and lists in groups. O(n).
//!
//! The join divides lists constantly, at a nanosecond per vector. So bounds are not checked on the way: one check of
//! the room at the beginning suffices. Vectors are stored whole, undefined lanes too.
//!
//! Vectors overlap: only the first `count` lanes of each become part of the list, and the next vector
//! overwrites the others. `Vec::push` would write its length to memory each time, and delay a loop that makes a vector
//! every two nanoseconds. An [`Appender`] keeps pointer, length and capacity in registers.

use crate::simd::vectors::{MOST_LANES, Word, WordVectors};

/// Appends to a `Vec`; [`finish`](Self::finish) makes the appended words part of it.
pub(crate) struct Appender<'a, W> {
    vec: &'a mut Vec<W>,
    start: *mut W,
    len: usize,
    capacity: usize,
}

impl<'a, W: Word> Appender<'a, W> {
    /// Appends behind the contents of `vec`.
    #[inline(always)]
    pub fn new(vec: &'a mut Vec<W>) -> Self {
        let (len, capacity, start) = (vec.len(), vec.capacity(), vec.as_mut_ptr());
        Appender { vec, start, len, capacity }
    }

    /// Room for `count` words behind the end.
    #[inline(always)]
    fn place(&mut self, count: usize) -> *mut W {
        if self.capacity - self.len < count {
            (self.start, self.capacity) = grow(self.vec, self.len, count);
        }
        // SAFETY: len + count <= capacity, so the place lies in the vector's allocation.
        unsafe { self.start.add(self.len) }
    }

    #[inline(always)]
    pub(super) fn append<V: WordVectors<W>>(&mut self, lanes: V, vector: V::Vector, mask: u32) {
        const { assert!(V::LANES <= MOST_LANES) };
        // SAFETY: `place` has room for a vector.
        unsafe { lanes.write_packed(self.place(MOST_LANES), vector, mask) };
        self.len += V::members(mask);
    }

    /// Appends the words to keep. Each word is written in any case: a branch would be mispredicted.
    #[inline(always)]
    pub(super) fn append_if(&mut self, words: &[W], keep: impl Fn(W) -> bool) {
        let place = self.place(words.len());
        let mut kept = 0;
        for &word in words {
            // SAFETY: there is room for all words, and no more are kept than were read.
            unsafe { place.add(kept).write(word) };
            kept += usize::from(keep(word));
        }
        self.len += kept;
    }

    /// Appends the words to keep, and the others to `others`, like [`append_if`](Self::append_if).
    #[inline(always)]
    pub(super) fn append_or(&mut self, others: &mut Self, words: &[W], keep: impl Fn(W) -> bool) {
        let (place, other_place) = (self.place(words.len()), others.place(words.len()));
        let mut kept = 0;
        for (i, &word) in words.iter().enumerate() {
            // SAFETY: there is room for all words in both, and kept <= i.
            unsafe {
                place.add(kept).write(word);
                other_place.add(i - kept).write(word);
            }
            kept += usize::from(keep(word));
        }
        self.len += kept;
        others.len += words.len() - kept;
    }

    /// Makes the appended words part of the vector.
    #[inline(always)]
    pub fn finish(self) {
        // SAFETY: all words before `len` are written: the previous contents and the appended words.
        unsafe { self.vec.set_len(self.len) }
    }
}

/// Makes room for `count` more words, keeping the first `len`.
#[cold]
#[inline(never)]
fn grow<W>(vec: &mut Vec<W>, len: usize, count: usize) -> (*mut W, usize) {
    // SAFETY: the words before `len` are written, see `finish`.
    unsafe { vec.set_len(len) };
    vec.reserve(count.max(len / 2).max(1 << 10));
    (vec.as_mut_ptr(), vec.capacity())
}

/// Words behind the end of each part of a list, so that whole vectors can be read.
pub(crate) const PADDING: usize = MOST_LANES;

/// A list in two parts, either of which may be empty, with common groups.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Grouped<'a, W> {
    /// The words of each part, in the order of the groups, then [`PADDING`] more.
    pub words: [&'a [W]; 2],
    /// The group of each word, by part.
    pub group: [&'a [u16]; 2],
    /// Group g of part p is `words[p][starts[g][p]..starts[g + 1][p]]`; there is one start more than groups.
    pub starts: &'a [[u32; 2]],
    /// The length of the longest part of a group.
    pub longest: u32,
}

/// A group of a list: per part its words with those behind them, and the number of its own.
#[derive(Clone, Copy)]
pub(super) struct Group<'a, W> {
    pub words: [&'a [W]; 2],
    pub len: [usize; 2],
}

impl<'a, W> Grouped<'a, W> {
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.group[0].len() + self.group[1].len()
    }

    /// Whether the second part is empty.
    #[inline(always)]
    pub fn is_single(&self) -> bool {
        self.group[1].is_empty() && self.starts.last().is_none_or(|end| end[1] == 0)
    }

    /// The group between two neighbours in `starts`.
    #[inline(always)]
    pub(super) fn between(&self, start: [u32; 2], end: [u32; 2]) -> Group<'a, W> {
        assert!(start[0] <= end[0] && start[1] <= end[1]);
        let words = [&self.words[0][start[0] as usize..], &self.words[1][start[1] as usize..]];
        Group { words, len: [(end[0] - start[0]) as usize, (end[1] - start[1]) as usize] }
    }
}

impl<'a, W> Group<'a, W> {
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len[0] + self.len[1]
    }
    #[inline(always)]
    pub fn part(&self, part: usize) -> &'a [W] {
        &self.words[part][..self.len[part]]
    }
    /// The number of vectors per part.
    #[inline(always)]
    pub fn vectors(&self, lanes: usize) -> [usize; 2] {
        [self.len[0].div_ceil(lanes), self.len[1].div_ceil(lanes)]
    }
}

/// Pairs of masks, side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(128))]
pub(crate) struct MaskPairs(pub [[u32; MaskPairs::LEN]; 2]);

impl MaskPairs {
    pub const LEN: usize = MOST_LANES;
}

/// Operations on lists of masks.
pub(crate) trait Lists: Copy {
    /// Appends the masks without bit `bit` to `out`.
    fn copy(self, list: &[u32], bit: u32, out: &mut Vec<u32>);
    /// Appends the masks without bit `bit` to the first list and those with it to the second.
    fn divide(self, list: &[u32], bit: u32, out: [&mut Vec<u32>; 2]);
    /// Appends the masks with neither of two bits to the first list, those with one bit to the second list, and those with
    /// both bits to the third list. If `joined`, the second list gets the masks with neither bit, too.
    fn separate(self, list: &[u32], bits: [u32; 2], joined: bool, out: [&mut Vec<u32>; 3]);
    fn append(self, out: &mut Appender<'_, u32>, list: &[u32]);
    /// The number of masks that share no bit with `mask`.
    fn count_disjoint(self, list: &[u32], mask: u32) -> u64;
    /// The pairs that share no bit with these two masks, each with its own; bit 0 is the first pair.
    fn disjoint_pairs(self, pairs: &MaskPairs, masks: [u32; 2]) -> u32;
}

impl<V: WordVectors<u32>> Lists for V {
    #[inline(always)]
    fn copy(self, list: &[u32], bit: u32, out: &mut Vec<u32>) {
        let bit = self.splat(1 << bit);
        let mut out = Appender::new(out);
        for masks in list.chunks(V::LANES) {
            let (vector, valid) = self.load(masks);
            out.append(self, vector, self.disjoint(vector, bit) & valid);
        }
        out.finish();
    }

    #[inline(always)]
    fn divide(self, list: &[u32], bit: u32, [without, with]: [&mut Vec<u32>; 2]) {
        let (len, bit) = (list.len(), self.splat(1 << bit));
        let room = len + V::LANES;
        for out in [&mut *without, &mut *with] {
            if out.capacity() - out.len() < room {
                out.reserve(room + len / 2);
            }
        }
        let to = [&mut *without, &mut *with].map(|out| out.spare_capacity_mut().as_mut_ptr().cast::<u32>());
        let (mut read, mut zeros) = (0, 0);
        for masks in list.chunks(V::LANES) {
            let (vector, valid) = self.load(masks);
            let zero = self.disjoint(vector, bit) & valid;
            // SAFETY: zeros <= read < len, and behind both lists there is room for len + LANES words.
            unsafe {
                self.write_packed(to[0].add(zeros), vector, zero);
                self.write_packed(to[1].add(read - zeros), vector, zero ^ valid);
            }
            zeros += V::members(zero);
            read += masks.len();
        }
        // SAFETY: these words are written, `len` together.
        unsafe {
            without.set_len(without.len() + zeros);
            with.set_len(with.len() + len - zeros);
        }
    }

    #[inline(always)]
    fn separate(self, list: &[u32], bits: [u32; 2], joined: bool, mut out: [&mut Vec<u32>; 3]) {
        let (a, b) = (self.splat(1 << bits[0]), self.splat(1 << bits[1]));
        let also_none = if joined { u32::MAX } else { 0 };
        let mut ends = [std::ptr::null_mut::<u32>(); 3];
        for (out, end) in out.iter_mut().zip(&mut ends) {
            out.reserve(list.len() + V::LANES);
            *end = out.as_mut_ptr_range().end;
        }
        for masks in list.chunks(V::LANES) {
            let (vector, valid) = self.load(masks);
            let (no_a, no_b) = (self.disjoint(vector, a) & valid, self.disjoint(vector, b) & valid);
            let none = no_a & no_b;
            let parts = [none, no_a ^ no_b | none & also_none, valid ^ (no_a | no_b)];
            for (end, part) in ends.iter_mut().zip(parts) {
                // SAFETY: each list gets at most all masks of `list`, and has room for LANES words more.
                unsafe {
                    self.write_packed(*end, vector, part);
                    *end = end.add(V::members(part));
                }
            }
        }
        for (out, end) in out.iter_mut().zip(ends) {
            // SAFETY: the words before `end` are written; `end` lies in the list's allocation.
            unsafe { out.set_len(end.offset_from_unsigned(out.as_ptr())) };
        }
    }

    #[inline(always)]
    fn append(self, out: &mut Appender<'_, u32>, mut list: &[u32]) {
        loop {
            let (vector, valid) = self.load(list);
            out.append(self, vector, valid);
            if list.len() <= V::LANES {
                break;
            }
            list = &list[V::LANES..];
        }
    }

    #[inline(always)]
    fn count_disjoint(self, list: &[u32], mask: u32) -> u64 {
        let (mask, mut count) = (self.splat(mask), 0);
        for masks in list.chunks(V::LANES) {
            let (vector, valid) = self.load(masks);
            count += V::members(self.disjoint(vector, mask) & valid) as u64;
        }
        count
    }

    #[inline(always)]
    fn disjoint_pairs(self, MaskPairs([a, b]): &MaskPairs, masks: [u32; 2]) -> u32 {
        let masks = [self.splat(masks[0]), self.splat(masks[1])];
        let (mut which, mut first) = (0, 0);
        while first < MaskPairs::LEN {
            let [a, b] = [self.load(&a[first..]).0, self.load(&b[first..]).0];
            which |= (self.disjoint(a, masks[0]) & self.disjoint(b, masks[1])) << first;
            first += V::LANES;
        }
        which
    }
}
