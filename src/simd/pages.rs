//! Memory in large pages: for lists that are written in many places in turn, and for the levels of a count, which are
//! zero at first and used again for numbers of another width.
//!
//! To be given a page at its first touch is not free: of the 0.5 s of the English count the system took 0.15 s
//! to clear 190 MB. So a level takes over the memory of the level before the last, whatever its width, and
//! asks for large pages (100 MB are 25,000 small ones).

use super::gather::Slot;

/// Bytes of a cache line: where the slots begin, so that no block crosses two.
const LINE: usize = 64;

/// Zeroed memory that can be seen as slots of any width.
#[derive(Debug)]
pub(crate) struct Memory {
    words: Vec<u128>,
}

impl Memory {
    /// At least so many bytes. They cost nothing until they are touched.
    pub fn new(bytes: usize) -> Self {
        let mut words = vec![0u128; (bytes + LINE).div_ceil(size_of::<u128>())];
        prefer_large(&mut words);
        Memory { words }
    }

    /// How many bytes there are.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.words[self.skipped()..])
    }

    /// As slots.
    #[inline]
    pub fn slots<S: Slot>(&self) -> &[S] {
        let skipped = self.skipped();
        // SAFETY: slots are unsigned integers of at most 128 bits, for which any bytes are a value.
        unsafe { self.words[skipped..].align_to().1 }
    }

    /// As slots to be written.
    #[inline]
    pub fn slots_mut<S: Slot>(&mut self) -> &mut [S] {
        let skipped = self.skipped();
        // SAFETY: as above, and what is written is a value of the words, too.
        unsafe { self.words[skipped..].align_to_mut().1 }
    }

    /// Words before the first full cache line.
    fn skipped(&self) -> usize {
        let address = self.words.as_ptr() as usize;
        (address.next_multiple_of(LINE) - address) / size_of::<u128>()
    }
}

/// Empties a list and makes room for so many words. Where that takes new memory it takes a fifth more, so that it seldom
/// does.
pub(crate) fn make_room<W>(list: &mut Vec<W>, words: usize) {
    list.clear();
    if list.capacity() < words {
        // Nothing is to be copied.
        *list = Vec::with_capacity(words + words / 5);
        prefer_large(list.spare_capacity_mut());
    }
}

/// Hints that this memory, not touched yet, is best given in large pages. Changes nothing that a program can
/// see; does nothing where there is no such hint.
fn prefer_large<T>(memory: &mut [T]) {
    #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
    {
        /// `MADV_HUGEPAGE` of Linux.
        const HUGE: i32 = 14;
        const PAGE: usize = 4096;
        unsafe extern "C" {
            fn madvise(address: *mut std::ffi::c_void, length: usize, advice: i32) -> i32;
        }
        let start = memory.as_mut_ptr() as usize;
        let first = start.next_multiple_of(PAGE);
        let end = (start + size_of_val(memory)) / PAGE * PAGE;
        if first < end {
            // SAFETY: the range lies inside memory that we hold exclusively, and this advice keeps its contents.
            // A refusal (an old kernel) is as good as no hint.
            unsafe { madvise(first as *mut _, end - first, HUGE) };
        }
    }
    #[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
    let _ = memory;
}
