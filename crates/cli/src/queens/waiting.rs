//! Notes on standard error while a list waits for its first solution.
//!
//! The lexicographically first solution lies deep in the search tree: for N = 40 it takes a minute, and its progress is
//! unknown. So the notes say how long the search has run, and which command is quick.

use crate::args::{Common, When};
use crate::output::Each;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};
use vuelta::queens::ListFormat;
use vuelta_records::duration;

/// Time between two notes.
const BETWEEN: Duration = Duration::from_secs(30);

/// Runs `list` with a writer for the solutions. Prints notes until the first solution is written.
pub fn with_notes<T>(
    size: u32,
    format: ListFormat,
    common: &Common,
    sink: &mut dyn Write,
    list: impl FnOnce(&mut dyn Write) -> T,
) -> T {
    let first = match common.progress {
        When::Never => None,
        When::Auto if common.quiet => None,
        When::Always => Some(Duration::from_secs(1)),
        When::Auto if io::stderr().is_terminal() => Some(Duration::from_secs(2)),
        When::Auto => Some(Duration::from_secs(10)),
    };
    let Some(first) = first else { return list(sink) };
    thread::scope(|scope| {
        let (sender, found) = channel();
        // Without a thread for them there are no notes.
        thread::Builder::new().spawn_scoped(scope, move || say_until(&found, size, first)).ok();
        // The heading of a table is not a solution.
        let mut is_heading = format == ListFormat::Csv;
        let mut waiting = Some(sender);
        list(&mut Each(|text: &[u8]| {
            if !is_heading {
                drop(waiting.take());
            }
            is_heading = false;
            sink.write_all(text)
        }))
    })
}

/// Prints notes until the receiver gets a message or the sender is gone.
fn say_until(found: &Receiver<()>, size: u32, first: Duration) {
    let (began, mut next) = (Instant::now(), first);
    while let Err(RecvTimeoutError::Timeout) = found.recv_timeout(next.saturating_sub(began.elapsed())) {
        let time = duration(began.elapsed().as_secs_f64());
        say!(
            "queens {size}: no solution listed after {time}; 'vuelta queens solve {size}' finds one at once"
        );
        next += BETWEEN;
    }
}
