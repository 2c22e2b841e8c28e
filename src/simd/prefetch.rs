//! Prefetches. They change no result.

/// Prefetches all of a list into the second-level cache: in the first, it would take the place of what is in use.
#[inline(always)]
pub(crate) fn prefetch<T>(list: &[T]) {
    for index in (0..list.len()).step_by((64 / size_of::<T>()).max(1)) {
        prefetch_line::<2, T>(list, index);
    }
}

/// Prefetches the line of an element, which need not exist, into the first-level or the second-level cache.
#[inline(always)]
pub(crate) fn prefetch_line<const LEVEL: u8, T>(list: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _MM_HINT_T1, _mm_prefetch};
        let line = list.as_ptr().wrapping_add(index).cast();
        // SAFETY: every x86-64 processor has SSE; a prefetch may have any address, and reads nothing that a program can see.
        unsafe {
            match LEVEL {
                1 => _mm_prefetch::<_MM_HINT_T0>(line),
                _ => _mm_prefetch::<_MM_HINT_T1>(line),
            }
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (list, index);
}
