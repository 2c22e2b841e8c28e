//! Memory that the system refuses: where Rust would abort, the program ends with a sentence.
//!
//! Only an allocator sees every allocation that fails: `std::alloc::set_alloc_error_hook` is not stable.

use std::cell::Cell;

thread_local! {
    /// Whether this thread does without the memory that it asks for, should the system refuse it.
    static DOES_WITHOUT: Cell<bool> = const { Cell::new(false) };
}

/// Calls `allocate`, whose own allocations may fail: then they return a null pointer or an error, as without
/// [`Allocator`].
pub(crate) fn fallible<T>(allocate: impl FnOnce() -> T) -> T {
    DOES_WITHOUT.set(true);
    let result = allocate();
    DOES_WITHOUT.set(false);
    result
}

pub use ending::Allocator;

mod ending {
    use super::DOES_WITHOUT;
    use std::alloc::{GlobalAlloc, Layout};

    /// An allocator that ends the process when it has no memory left.
    #[derive(Debug)]
    pub struct Allocator<A> {
        allocator: A,
        end: fn(usize) -> !,
    }

    impl<A> Allocator<A> {
        /// This allocator; `end` is called with the bytes that it refused, and must not need memory.
        pub const fn new(allocator: A, end: fn(usize) -> !) -> Self {
            Allocator { allocator, end }
        }

        /// The memory, unless there is none and the caller cannot do without.
        #[inline(always)]
        fn given(&self, memory: *mut u8, bytes: usize) -> *mut u8 {
            if memory.is_null() {
                self.refused(bytes);
            }
            memory
        }

        #[cold]
        fn refused(&self, bytes: usize) {
            if !DOES_WITHOUT.get() {
                (self.end)(bytes);
            }
        }
    }

    // SAFETY: every call is passed on to an allocator that keeps the trait's promises, and its answer is returned unchanged.
    unsafe impl<A: GlobalAlloc> GlobalAlloc for Allocator<A> {
        #[inline]
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            // SAFETY: the caller's promises are those that the allocator needs.
            self.given(unsafe { self.allocator.alloc(layout) }, layout.size())
        }

        #[inline]
        unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
            // SAFETY: as above.
            self.given(unsafe { self.allocator.alloc_zeroed(layout) }, layout.size())
        }

        #[inline]
        unsafe fn realloc(&self, memory: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
            // SAFETY: as above.
            self.given(unsafe { self.allocator.realloc(memory, layout, bytes) }, bytes)
        }

        #[inline]
        unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
            // SAFETY: as above.
            unsafe { self.allocator.dealloc(memory, layout) }
        }
    }
}
