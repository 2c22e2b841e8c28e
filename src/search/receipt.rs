//! The receiver: merges what workers deliver, and reports progress.

use super::clock::Instant;
use super::control::{Finished, Sink};
use super::{Overflow, Problem, Progress, StopFlag, Tally};
use crossbeam::channel::{Receiver, RecvTimeoutError};
use std::ops::Range;
use std::time::Duration;

const TICK: Duration = Duration::from_millis(100);

/// Batches that a worker delivers together, or its overflow.
pub(super) type Delivery<T> = Result<Vec<Finished<T>>, Overflow>;

pub(super) struct Receipt<T> {
    pub tally: T,
    pub progress: Progress,
    start: Instant,
    next_tick: Instant,
}

impl<T: Tally> Receipt<T> {
    pub fn new<P: Problem<Tally = T>>(problem: &P, ranges: &[Range<u64>], stop: &StopFlag) -> Self {
        let cost = |id| u128::from(problem.subproblem(id).cost);
        let total_cost = stop.until_raised(ranges.iter().cloned().flatten()).map(cost).sum();
        let total = ranges.iter().map(|ids| ids.end - ids.start).sum();
        let progress = Progress { total_cost, total, ..Progress::default() };
        let start = Instant::now();
        Receipt { tally: T::default(), progress, start, next_tick: start + TICK }
    }

    /// Merges until the last worker has finished.
    pub fn collect(
        &mut self,
        receiver: &Receiver<Delivery<T>>,
        sink: &mut dyn Sink<T>,
    ) -> Result<(), Overflow> {
        loop {
            let wait = self.next_tick - Instant::now().min(self.next_tick);
            match receiver.recv_timeout(wait) {
                Ok(delivery) => self.take(delivery, sink)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            self.tell(sink);
        }
    }

    /// Merges one delivery.
    pub fn take(&mut self, delivery: Delivery<T>, sink: &mut dyn Sink<T>) -> Result<(), Overflow> {
        for finished in delivery? {
            self.tally.add(&finished.tally, 1)?;
            self.progress.found = self.tally.found();
            self.progress.done += finished.ids.end - finished.ids.start;
            self.progress.done_cost += finished.cost;
            sink.finished(&finished)?;
        }
        Ok(())
    }

    /// Reports the progress, at most once per tick.
    pub fn tell(&mut self, sink: &mut dyn Sink<T>) {
        self.progress.elapsed = self.start.elapsed();
        if self.start + self.progress.elapsed >= self.next_tick {
            sink.progress(&self.progress);
            self.next_tick = self.start + self.progress.elapsed + TICK;
        }
    }
}
