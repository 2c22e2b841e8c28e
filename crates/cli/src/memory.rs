//! The memory that a run may take, and the end of a run that gets none.

use super::output::plural;
use super::signals;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;
use vuelta::Error;
use vuelta_records::memory::{AddressSpace, ROOM, address_space};
use vuelta_records::{Environment, remove_drafts};

/// Address space of a thread: its stack, a guard page, and the system's overhead.
const STACK: u64 = 17 << 17;
/// The exit code of a run that does not fit in memory.
pub const NO_MEMORY: u8 = 5;

/// The memory that a count may take, in bytes, if `--memory-limit` asks for this much.
pub fn memory_limit(asked: Option<u64>) -> u64 {
    asked.map_or_else(Environment::usual_memory_limit, Environment::within_address_space)
}

/// Refuses threads that the address space (`ulimit -v`) has no room for. One thread more than the workers listens for
/// signals.
pub fn room_for(threads: usize) -> Result<(), Error> {
    let Some(space) = address_space() else { return Ok(()) };
    let workers = if threads == 0 { thread::available_parallelism().map_or(1, usize::from) } else { threads };
    // Stacks are mapped by the system; everything else comes from the allocator.
    let (stacks, whole) = ((workers as u64 + 1) * STACK, workers as u64 * ROOM * 4 / 3);
    let needs = [(stacks, space.unmapped), (whole, space.left)];
    let refused = needs.into_iter().find(|(needed, limit)| needed > limit);
    refused.map_or(Ok(()), |(needed, limit)| Err(too_little_room(&plural(workers, "thread"), needed, limit)))
}

/// The error, or for threads that the system did not start in a limited address space, that of the missing room.
pub fn not_started(error: Error) -> Error {
    let limit = matches!(error, Error::Threads(_)).then(AddressSpace::limit).flatten();
    limit.map_or(error, |limit| too_little_room("the threads", limit + STACK, limit))
}

fn too_little_room(threads: &str, needed: u64, limit: u64) -> Error {
    let what = format!("starting {threads} in the address space that 'ulimit -v' allows");
    Error::Memory { what, needed: needed.into(), limit }
}

/// Ends the process, which was refused this many bytes: with a sentence and exit code 5. Needs no memory.
#[cfg_attr(windows, expect(clippy::exit))]
pub fn out_of_memory(bytes: usize) -> ! {
    static ENDING: AtomicBool = AtomicBool::new(false);
    if ENDING.swap(true, Relaxed) {
        // Another thread speaks, or this one has no memory to remove the drafts either.
        thread::sleep(Duration::from_secs(1));
    } else {
        say_out_of_memory(bytes);
        remove_drafts();
    }
    signals::exit(NO_MEMORY.into())
}

/// Writes the sentence in one piece, without memory for it.
fn say_out_of_memory(bytes: usize) {
    let mut sentence = [0; 400];
    let mut rest = &mut sentence[..];
    let kib = |bytes: u64| bytes.div_ceil(1 << 10);
    let needed = kib(bytes as u64);
    let written = match AddressSpace::limit() {
        Some(limit) => writeln!(
            rest,
            "error: the memory ran out: {needed} KiB more are needed, and 'ulimit -v' limits the address space to {} KiB; \
             raise this limit or use fewer threads (-t)",
            kib(limit)
        ),
        None => writeln!(
            rest,
            "error: the memory ran out: the system refused {needed} KiB more; use fewer threads (-t) or a lower \
             --memory-limit"
        ),
    };
    let left = rest.len();
    if written.is_ok() {
        io::stderr().write_all(&sentence[..sentence.len() - left]).ok();
    }
}
