//! The program: everything it does is in the library's `cli` module.

use std::process::ExitCode;

/// N = 17 takes a tenth less than with glibc's; musl's own has one lock for all threads and asks the system for every few
/// kilobytes, so that N = 16 took 2.4 times as long.
///
/// It asks for no large pages (`no_thp`): with them the peak was up to three times as high, and N = 17 took the same time.
/// Its third version shares memory among threads in pieces of 64 KiB, so that it runs in a small address space.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    vuelta::cli::run(std::env::args_os()).into()
}
