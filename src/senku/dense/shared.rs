//! The state that all levels of a count share: tables, threads, and the memory that levels and workers pass on.

use super::arenas::ArenaPool;
use super::tables::Tables;
use super::widths::{AllSums, Streams};
use crate::search::{Context, StopFlag, Workers};
use crate::simd::Isa;
use std::sync::Mutex;

/// The tables, threads and memory of a count.
pub(super) struct Shared<'a> {
    pub tables: &'a Tables,
    pub isa: Isa,
    pub workers: &'a Workers,
    pub stop: StopFlag,
    /// Bytes of the narrowest numbers: 4, except in tests.
    pub least_bytes: usize,
    /// The memory of levels.
    pub pool: ArenaPool,
    /// The scratch memory of idle workers.
    scratches: Mutex<Vec<Scratch>>,
}

/// Scratch memory that goes from worker to worker, level after level.
#[derive(Default)]
pub(super) struct Scratch {
    pub sums: AllSums,
    pub streams: Streams,
    /// Map of the sums that are not zero.
    pub reached: Vec<u64>,
    /// Scratch memory of tallies.
    pub words: Vec<u64>,
}

impl<'a> Shared<'a> {
    pub fn new<'c: 'a>(tables: &'a Tables, isa: Isa, context: &Context<'c>) -> Self {
        let (workers, stop) = (context.workers, context.stop.clone());
        let pool = ArenaPool::new(tables, workers.threads());
        Shared { tables, isa, workers, stop, least_bytes: 4, pool, scratches: Mutex::default() }
    }

    /// Takes scratch memory for a worker.
    pub fn take_scratch(&self) -> Scratch {
        self.scratches.lock().expect("no worker has panicked").pop().unwrap_or_default()
    }

    /// Takes back the scratch memory of a worker that is done.
    pub fn leave_scratch(&self, scratch: Scratch) {
        self.scratches.lock().expect("no worker has panicked").push(scratch);
    }
}
