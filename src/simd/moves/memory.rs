//! Memory for the levels of a count, reused from level to level.
//!
//! First touches of pages cost time: of the 0.5 s of the English count, the system took 0.15 s to clear 190 MB. So
//! memory is requested in large pages, and kept while there are levels to come.

use super::slot::Slot;
use crate::simd::allocator::fallible;
use crate::simd::pages::prefer_large;
use std::alloc::{Layout, alloc_zeroed};

/// Bytes of a cache line, to which slots are aligned.
pub(crate) const LINE: usize = 64;

/// Zeroed memory, viewed as slots of any width.
#[derive(Debug)]
pub(crate) struct Memory {
    words: Vec<u128>,
}

impl Memory {
    /// At least `bytes` bytes, which cost nothing until they are touched; `None` if the system refuses them.
    pub fn new(bytes: usize) -> Option<Self> {
        let length = (bytes + LINE).div_ceil(size_of::<u128>());
        let layout = Layout::array::<u128>(length).ok()?;
        // SAFETY: the layout has at least the size of a cache line.
        let start = fallible(|| unsafe { alloc_zeroed(layout) }).cast::<u128>();
        if start.is_null() {
            return None;
        }
        // SAFETY: the global allocator gave this memory for `length` words, and all of them are zero.
        let mut words = unsafe { Vec::from_raw_parts(start, length, length) };
        prefer_large(&mut words);
        Some(Memory { words })
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&self.words[self.skipped()..])
    }

    #[inline]
    pub fn slots<S: Slot>(&self) -> &[S] {
        let skipped = self.skipped();
        // SAFETY: slots are unsigned integers of at most 128 bits, for which any bytes are a value.
        unsafe { self.words[skipped..].align_to().1 }
    }

    #[inline]
    pub fn slots_mut<S: Slot>(&mut self) -> &mut [S] {
        let skipped = self.skipped();
        // SAFETY: as above, and any slot's bytes are a value of the words too.
        unsafe { self.words[skipped..].align_to_mut().1 }
    }

    /// Words before the first full cache line.
    fn skipped(&self) -> usize {
        let address = self.words.as_ptr() as usize;
        (address.next_multiple_of(LINE) - address) / size_of::<u128>()
    }
}
