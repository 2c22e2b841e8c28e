//! The receiver: merges what the workers deliver, and tells whoever watches.

use super::control::{Finished, Sink};
use super::{Overflow, Problem, Progress, StopFlag, Tally};
use crossbeam::channel::{Receiver, RecvTimeoutError};
use std::ops::Range;
use std::time::{Duration, Instant};

/// How often observers hear of progress.
const TICK: Duration = Duration::from_millis(100);

/// Batches that a worker delivers together.
pub(super) type Delivery<T> = Result<Vec<Finished<T>>, Overflow>;

/// The receiver's books.
pub(super) struct Receipt<T> {
    pub tally: T,
    pub progress: Progress,
    start: Instant,
}

impl<T: Tally> Receipt<T> {
    pub fn new<P: Problem<Tally = T>>(problem: &P, pieces: &[Range<u64>], stop: &StopFlag) -> Self {
        let cost = |id| u128::from(problem.subproblem(id).cost);
        let total_cost = stop.until_raised(pieces.iter().cloned().flatten()).map(cost).sum();
        let total = pieces.iter().map(|ids| ids.end - ids.start).sum();
        let progress = Progress {
            done_cost: 0,
            total_cost,
            done: 0,
            total,
            earlier_cost: 0,
            earlier: 0,
            found: None,
            elapsed: Duration::ZERO,
        };
        Receipt { tally: T::default(), progress, start: Instant::now() }
    }

    /// Merges until the last worker has hung up.
    pub fn collect(
        &mut self,
        receiver: &Receiver<Delivery<T>>,
        sink: &mut dyn Sink<T>,
    ) -> Result<(), Overflow> {
        let mut next_tick = self.start + TICK;
        loop {
            let received = receiver.recv_deadline(next_tick);
            self.progress.elapsed = self.start.elapsed();
            match received {
                Ok(delivery) => {
                    for finished in delivery? {
                        self.merge(&finished)?;
                        sink.finished(&finished)?;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            if self.start + self.progress.elapsed >= next_tick {
                sink.progress(&self.progress);
                next_tick = self.start + self.progress.elapsed + TICK;
            }
        }
    }

    fn merge(&mut self, finished: &Finished<T>) -> Result<(), Overflow> {
        self.tally.add(&finished.tally, 1)?;
        self.progress.found = self.tally.found();
        self.progress.done += finished.ids.end - finished.ids.start;
        self.progress.done_cost += finished.cost;
        Ok(())
    }
}
