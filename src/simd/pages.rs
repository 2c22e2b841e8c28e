//! Memory in large pages, for long lists and the levels of a count: getting 100 MB as 25,000 small pages takes time.

/// Empties a list and makes room for this many words. New memory is a fifth larger, so that it is seldom needed.
pub(crate) fn make_room<W>(list: &mut Vec<W>, words: usize) {
    list.clear();
    if list.capacity() < words {
        // A new list, because nothing is to be copied.
        *list = Vec::with_capacity(words + words / 5);
        prefer_large(list.spare_capacity_mut());
    }
}

/// Asks the system to back this untouched memory with large pages. Has no visible effect, and does nothing on systems
/// without such a hint.
pub(super) fn prefer_large<T>(memory: &mut [T]) {
    let start = memory.as_mut_ptr() as usize;
    advise(start, start + size_of_val(memory));
}

/// Asks for large pages for this much of the heap from its beginning, for an allocator that takes its memory from one
/// range. Where page faults are slow, as in virtual machines, small pages cost a short count a tenth of its time.
#[cfg(feature = "cli")]
pub(crate) fn prefer_large_heap(bytes: usize) {
    /// A large page.
    const LARGE: usize = 2 << 20;
    let first = std::hint::black_box(Box::new(0u64));
    let start = (&raw const *first) as usize / LARGE * LARGE;
    advise(start, start + bytes);
}

/// Advises the system to use large pages for the whole pages between these addresses.
fn advise(start: usize, end: usize) {
    #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
    {
        /// `MADV_HUGEPAGE` of Linux.
        const HUGE: i32 = 14;
        /// The largest base page of the architecture's systems; a multiple of any smaller one.
        const PAGE: usize = if cfg!(target_arch = "x86_64") { 4096 } else { 65_536 };
        unsafe extern "C" {
            fn madvise(address: *mut std::ffi::c_void, length: usize, advice: i32) -> i32;
        }
        let (first, end) = (start.next_multiple_of(PAGE), end / PAGE * PAGE);
        if first < end {
            // SAFETY: this advice changes no contents and no mapping, whoever owns the range and even where nothing is
            // mapped. A refusal (an old kernel) does no harm.
            unsafe { madvise(first as *mut _, end - first, HUGE) };
        }
    }
    #[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
    let _ = (start, end);
}
