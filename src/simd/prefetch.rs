//! Prefetches into the first-level cache. They change no result.

/// Prefetches all of a list.
#[inline(always)]
pub(crate) fn prefetch<T>(list: &[T]) {
    for index in (0..list.len()).step_by((64 / size_of::<T>()).max(1)) {
        prefetch_line(list, index);
    }
}

/// Prefetches the line of an element, which need not exist.
#[inline(always)]
pub(crate) fn prefetch_line<T>(list: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has SSE; a prefetch may have any address, and reads nothing that a program can see.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(list.as_ptr().wrapping_add(index).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (list, index);
}
