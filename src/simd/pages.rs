//! Memory in large pages, for long lists and the levels of a count: getting 100 MB as 25,000 small pages takes time.

/// The size of a large page on most systems, and a multiple of every small one.
const LARGE_PAGE: usize = 2 << 20;

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
    advise(start.next_multiple_of(LARGE_PAGE), start + size_of_val(memory));
}

/// Where the heap begins, if its allocator takes memory from one range in order: then large pages can be had for it.
static HEAP: std::sync::OnceLock<usize> = std::sync::OnceLock::new();

/// The bytes of the heap that large pages serve in every count but those of small boards.
pub const LARGE_HEAP: u64 = 16 << 20;

/// Tells that the global allocator takes memory from one range in order, the first of it now. To be called first.
pub fn begin_heap() {
    HEAP.get_or_init(|| {
        (&raw const *std::hint::black_box(Box::new(0u64))) as usize / LARGE_PAGE * LARGE_PAGE
    });
}

/// Asks for large pages for this many bytes of such a heap from its beginning. Where page faults are slow, as in virtual
/// machines, small pages cost a short count a tenth of its time.
pub fn prefer_large_heap(bytes: u64) {
    if let Some(&first) = HEAP.get() {
        advise(first, first.saturating_add(bytes as usize));
    }
}

/// Advises the system to use large pages for the whole large pages from `first`, which begins one, to `end`.
fn advise(first: usize, end: usize) {
    #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
    {
        /// `MADV_HUGEPAGE` of Linux.
        const HUGE: i32 = 14;
        unsafe extern "C" {
            fn madvise(address: *mut std::ffi::c_void, length: usize, advice: i32) -> i32;
        }
        let end = end / LARGE_PAGE * LARGE_PAGE;
        if first < end {
            // SAFETY: this advice changes no contents and no mapping, whoever owns the range and even where nothing is
            // mapped. A refusal (an old kernel) does no harm.
            unsafe { madvise(first as *mut _, end - first, HUGE) };
        }
    }
    #[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
    let _ = (first, end);
}
