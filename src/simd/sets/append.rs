//! A vector being filled, with pointer, length and capacity in registers.
//!
//! Vectors are stored whole and overlap: only the first `count` lanes of each become part of the list, and the next
//! vector overwrites the others. `Vec::push` would write its length to memory each time, and delay a loop that makes
//! a vector every two nanoseconds.

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
