//! A vector being filled, with its pointer, length and capacity held in registers.
//!
//! Vectors are stored whole and overlap: only the first `count` lanes of each become part of the list, the
//! rest is overwritten by the next. `Vec::push` would write its length back to memory every time, and a loop
//! that makes a vector in two nanoseconds waits for that.

/// Lanes of the widest vector stored at once: the slack behind the end.
pub(super) const SLACK: usize = 16;

/// Appends to a `Vec`; [`finish`](Self::finish) makes what was appended part of it.
pub(crate) struct Appender<'a, W> {
    vec: &'a mut Vec<W>,
    start: *mut W,
    len: usize,
    capacity: usize,
}

impl<'a, W: Copy> Appender<'a, W> {
    /// Behind what `vec` holds already.
    #[inline(always)]
    pub fn new(vec: &'a mut Vec<W>) -> Self {
        let (len, capacity, start) = (vec.len(), vec.capacity(), vec.as_mut_ptr());
        Appender { vec, start, len, capacity }
    }

    /// A place for `SLACK` words behind the end.
    #[inline(always)]
    pub(super) fn place(&mut self) -> *mut W {
        if self.capacity - self.len < SLACK {
            (self.start, self.capacity) = grow(self.vec, self.len);
        }
        // SAFETY: len + SLACK <= capacity, so the place lies in the vector's allocation.
        unsafe { self.start.add(self.len) }
    }

    /// Takes `count` of the words written at [`place`](Self::place) into the list.
    ///
    /// # Safety
    /// The first `count <= SLACK` words at `place` were written since it was asked for.
    #[inline(always)]
    pub(super) unsafe fn advance(&mut self, count: usize) {
        self.len += count;
    }

    /// Appends the word if it is to be kept. It is written in any case: a branch could not be predicted.
    #[inline(always)]
    pub(super) fn push_if(&mut self, word: W, keep: bool) {
        // SAFETY: there is room for a word at `place`; it is written, and counted if it is kept.
        unsafe {
            self.place().write(word);
            self.advance(usize::from(keep));
        }
    }

    /// Makes what was appended part of the vector.
    #[inline(always)]
    pub fn finish(self) {
        // SAFETY: all words before `len` are written: those the vector had, and those `advance` was told of.
        unsafe { self.vec.set_len(self.len) }
    }
}

/// More room, keeping the first `len` words.
#[cold]
#[inline(never)]
fn grow<W: Copy>(vec: &mut Vec<W>, len: usize) -> (*mut W, usize) {
    // SAFETY: the words before `len` are written, see `finish`.
    unsafe { vec.set_len(len) };
    vec.reserve(SLACK.max(len / 2).max(1 << 10));
    (vec.as_mut_ptr(), vec.capacity())
}
