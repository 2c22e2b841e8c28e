//! The program: everything it does is in the library `vuelta_cli`.

#[cfg(target_os = "linux")]
use vuelta::simd::{allocator::Allocator, pages::begin_heap};

/// With mimalloc, N = 17 takes a tenth less time than with glibc's allocator. musl's has one lock for all threads and
/// asks the system for every few kilobytes, so that N = 16 took 2.4 times as long.
///
/// It takes no large pages by itself (`no_thp`): with them the peak memory was up to three times as high. `cli` asks
/// for some. Version 3 shares memory among threads in blocks of 64 KiB, so that it runs in a small address space. It
/// replaces `malloc` too (`override`): each thread that starts calls it once, and glibc reserves 64 MiB for the first call.
///
/// Where it has no memory left, the program ends with a sentence.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: Allocator<mimalloc::MiMalloc> =
    Allocator::new(mimalloc::MiMalloc, vuelta_cli::out_of_memory);

fn main() {
    #[cfg(target_os = "linux")]
    begin_heap();
    vuelta_cli::end(vuelta_cli::run(std::env::args_os()))
}
