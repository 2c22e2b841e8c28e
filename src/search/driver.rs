//! The driver: workers take batches of subproblems from one atomic cursor; one receiver merges.
//!
//! Taking a batch costs one relaxed `fetch_add`. Batches are small if there are few subproblems, so that the last
//! ones spread over all workers, and have at most 64 subproblems. A worker delivers its results every few
//! milliseconds: waking the receiver for each batch would cost a short count a tenth of its time.

use super::clock::Instant;
use super::control::{Finished, Sink};
use super::problem::cost_of;
use super::{Context, Halt, Overflow, Problem, Progress, StopFlag, Tally};
use crate::Error;
use crossbeam::channel::{self, Receiver, RecvTimeoutError};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// About the bytes of a process that counts, without the memory of the count: the program's own pages and those of its
/// allocator.
pub(crate) const PROCESS: u64 = 12 << 20;
/// The interval between two reports of the progress.
const TICK: Duration = Duration::from_millis(100);
/// The interval between two deliveries of a worker.
const DELIVERY: Duration = Duration::from_millis(2);
/// The approximate number of batches per worker and run. Fewer cost less, more balance better.
const BATCHES_PER_WORKER: u64 = 128;
const LARGEST_BATCH: u64 = 64;

/// The result of a run.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Outcome<T> {
    /// The total over all finished subproblems.
    pub tally: T,
    /// The number of finished subproblems.
    pub done: u64,
    /// The number of all subproblems.
    pub total: u64,
    /// The time from the first subproblem taken to the last one merged.
    pub elapsed: Duration,
}

impl<T> Outcome<T> {
    /// Whether every subproblem is finished.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.done == self.total
    }
}

/// A pool of worker threads that lives as long as this value: make one and run everything on it.
///
/// ```
/// use vuelta::search::{Context, Halt, Problem, StopFlag, Workers};
///
/// /// Counts the numbers below 1,000,000 that are divisible by 7, a thousand numbers per subproblem.
/// struct Sevens;
///
/// impl Problem for Sevens {
///     type Tally = u128;
///     type Scratch = ();
///     fn len(&self) -> u64 {
///         1000
///     }
///     fn count(&self, id: u64, _: &mut (), _: &StopFlag) -> Result<u128, Halt> {
///         Ok((1000 * id..1000 * (id + 1)).filter(|n| n % 7 == 0).count() as u128)
///     }
/// }
///
/// let outcome = Context::new(&Workers::new(2)?).run(&Sevens)?;
/// assert_eq!((outcome.tally, outcome.is_complete()), (142_858, true));
/// # Ok::<(), vuelta::Error>(())
/// ```
#[derive(Debug)]
pub struct Workers {
    pool: ThreadPool,
}

impl Workers {
    /// `threads` workers; 0 means one for each processor that this process may use.
    ///
    /// # Errors
    /// [`Error::Threads`] when the operating system refuses the threads.
    pub fn new(threads: usize) -> Result<Self, Error> {
        let threads =
            if threads == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { threads };
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        Ok(Workers { pool: pool.map_err(|error| Error::Threads(Box::new(error)))? })
    }

    /// The calling thread alone, which starts no other: for counts that are over before another thread would be awake,
    /// and for platforms without threads. A thread that is in a pool already gets a pool of one new thread.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    #[doc(hidden)] // for the program's small boards
    pub fn here() -> Result<Self, Error> {
        let pool = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
        pool.map_or_else(|_| Workers::new(1), |pool| Ok(Workers { pool }))
    }

    fn is_here(&self) -> bool {
        self.threads() == 1 && self.pool.current_thread_index().is_some()
    }

    /// The number of workers.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// The number of subproblems counted at the same time: see [`Problem::side_by_side`].
    pub(crate) fn side_by_side<P: Problem>(&self, problem: &P) -> usize {
        problem.side_by_side(self.threads()).clamp(1, self.threads())
    }

    /// The rayon pool, for set-up work in plain parallel loops.
    #[must_use]
    #[doc(hidden)]
    pub fn pool(&self) -> &ThreadPool {
        &self.pool
    }

    /// Counts the subproblems in these disjoint ranges. Finished batches go to `sink`; a batch never crosses the end of
    /// a range.
    ///
    /// # Errors
    /// As [`Context::run`].
    pub(crate) fn run_ranges<P: Problem>(
        &self,
        problem: &P,
        ranges: &[Range<u64>],
        stop: &StopFlag,
        sink: &mut dyn Sink<P::Tally>,
    ) -> Result<Outcome<P::Tally>, Overflow> {
        // Workers take positions in the concatenated ranges; `firsts` has the first position of each range.
        let mut total = 0u64;
        let mut firsts = Vec::with_capacity(ranges.len());
        for ids in ranges {
            firsts.push(total);
            total += ids.end - ids.start;
        }
        let side_by_side = self.side_by_side(problem);
        let batch = (total / (side_by_side as u64 * BATCHES_PER_WORKER)).clamp(1, LARGEST_BATCH);
        let cursor = AtomicU64::new(0);
        let (sender, receiver) = channel::unbounded();
        // `deliver` returns whether the receiver still listens.
        let work = |deliver: &mut dyn FnMut(Delivery<P::Tally>) -> bool| {
            let mut scratch = P::Scratch::default();
            let mut delivery = Vec::new();
            let mut delivered = Instant::now();
            // A batch that takes long is a single subproblem, so that its end is soon known and kept.
            let mut size = 1;
            while !stop.is_raised() {
                let first = cursor.fetch_add(size, Relaxed);
                if first >= total {
                    break;
                }
                let last = (first + size).min(total);
                for ids in at_positions(ranges, &firsts, first..last) {
                    match count_batch(problem, ids, &mut scratch, stop) {
                        Ok(finished) => {
                            let is_short = Duration::from_nanos(finished.nanoseconds) < TICK;
                            size = if is_short { batch.min(2 * size) } else { 1.max(size / 2) };
                            delivery.push(finished);
                        }
                        Err(overflow) => {
                            deliver(Err(overflow));
                            return;
                        }
                    }
                    if delivered.elapsed() >= DELIVERY {
                        delivered = Instant::now();
                        if !deliver(Ok(std::mem::take(&mut delivery))) {
                            return;
                        }
                    }
                    if stop.is_raised() {
                        break;
                    }
                }
            }
            deliver(Ok(delivery));
        };
        let mut receipt = Receipt::new(problem, ranges, stop);
        let mut result = Ok(());
        self.pool.in_place_scope(|scope| {
            if self.is_here() {
                work(&mut |delivery| {
                    if result.is_ok() {
                        result = receipt.take(delivery, sink);
                        receipt.tell(sink);
                    }
                    result.is_ok()
                });
                return;
            }
            for _ in 0..side_by_side {
                let (sender, work) = (sender.clone(), &work);
                scope.spawn(move |_| work(&mut |delivery| sender.send(delivery).is_ok()));
            }
            drop(sender);
            // After an overflow the workers' deliveries fail, and they end.
            result = receipt.collect(receiver, sink);
        });
        result?;
        sink.progress(&receipt.progress);
        let Progress { done, total, elapsed, .. } = receipt.progress;
        Ok(Outcome { tally: receipt.tally, done, total, elapsed })
    }
}

impl Context<'_> {
    /// Counts all subproblems of `problem`, until they are done or `stop` is raised.
    ///
    /// # Errors
    /// [`Overflow`] when a counter or the total leaves its range; the run stops at once.
    pub fn run<P: Problem>(&mut self, problem: &P) -> Result<Outcome<P::Tally>, Overflow> {
        let whole = 0..problem.len();
        let ranges = std::slice::from_ref(&whole);
        self.workers.run_ranges(problem, ranges, &self.stop, &mut &mut *self.observer)
    }
}

/// Batches that a worker delivers together, or its overflow.
type Delivery<T> = Result<Vec<Finished<T>>, Overflow>;

/// The receiver: merges what workers deliver, and reports progress.
struct Receipt<T> {
    tally: T,
    progress: Progress,
    start: Instant,
    /// The next report's time since the start.
    next_tick: Duration,
}

impl<T: Tally> Receipt<T> {
    fn new<P: Problem<Tally = T>>(problem: &P, ranges: &[Range<u64>], stop: &StopFlag) -> Self {
        let total_cost = cost_of(problem, ranges.iter().cloned(), stop);
        let total = ranges.iter().map(|ids| ids.end - ids.start).sum();
        let progress = Progress { total_cost, total, ..Progress::default() };
        Receipt { tally: T::default(), progress, start: Instant::now(), next_tick: TICK }
    }

    /// Merges until the last worker has finished.
    fn collect(&mut self, receiver: Receiver<Delivery<T>>, sink: &mut dyn Sink<T>) -> Result<(), Overflow> {
        loop {
            let wait = self.next_tick.saturating_sub(self.start.elapsed());
            match receiver.recv_timeout(wait) {
                Ok(delivery) => self.take(delivery, sink)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            self.tell(sink);
        }
    }

    /// Merges one delivery.
    fn take(&mut self, delivery: Delivery<T>, sink: &mut dyn Sink<T>) -> Result<(), Overflow> {
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
    fn tell(&mut self, sink: &mut dyn Sink<T>) {
        self.progress.elapsed = self.start.elapsed();
        if self.progress.elapsed >= self.next_tick {
            sink.progress(&self.progress);
            self.next_tick = self.progress.elapsed + TICK;
        }
    }
}

/// The subproblems at these positions of the concatenated ranges, as subranges.
fn at_positions<'a>(
    ranges: &'a [Range<u64>],
    firsts: &'a [u64],
    positions: Range<u64>,
) -> impl Iterator<Item = Range<u64>> + 'a {
    let from = firsts.partition_point(|&first| first <= positions.start).saturating_sub(1);
    let touched = ranges[from..].iter().zip(&firsts[from..]);
    touched.take_while(move |&(_, &first)| first < positions.end).filter_map(move |(ids, &first)| {
        let start = ids.start + positions.start.saturating_sub(first);
        let end = ids.end.min(ids.start + (positions.end - first));
        (start < end).then_some(start..end)
    })
}

/// Counts a batch one by one, up to a stop.
fn count_batch<P: Problem>(
    problem: &P,
    ids: Range<u64>,
    scratch: &mut P::Scratch,
    stop: &StopFlag,
) -> Result<Finished<P::Tally>, Overflow> {
    let began = Instant::now();
    let mut done =
        Finished { ids: ids.start..ids.start, tally: P::Tally::default(), cost: 0, nanoseconds: 0 };
    for id in ids {
        let tally = match problem.count(id, scratch, stop) {
            Ok(tally) => tally,
            Err(Halt::Overflow) => return Err(Overflow),
            Err(Halt::Stopped) => break,
        };
        let subproblem = problem.subproblem(id);
        done.tally.add(&tally, subproblem.weight)?;
        done.cost += u128::from(subproblem.cost);
        done.ids.end = id + 1;
        if stop.is_raised() {
            break;
        }
    }
    done.nanoseconds = u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::test_problems::{Stored, numbers};

    /// Raises the flag in the middle of the run.
    struct Stops(u64, StopFlag);

    impl Problem for Stops {
        type Tally = u128;
        type Scratch = ();
        fn len(&self) -> u64 {
            1000
        }
        fn count(&self, id: u64, _: &mut (), _: &StopFlag) -> Result<u128, Halt> {
            if id == self.0 {
                self.1.finish();
            }
            Ok(1)
        }
    }

    /// Two subproblems as large as a count can be.
    fn huge() -> Stored {
        Stored::of_costs([1, 1], u128::MAX)
    }

    #[test]
    fn every_thread_count_gives_the_same_total() {
        for threads in [1, 2, 3, 8] {
            let workers = Workers::new(threads).unwrap();
            for len in [0, 1, 2, 127, 5000] {
                let outcome = Context::new(&workers).run(&numbers(len)).unwrap();
                assert!(outcome.is_complete());
                assert_eq!(outcome.tally, numbers(len).total(0..len));
            }
        }
    }

    #[test]
    fn the_calling_thread_alone_counts_as_several_do() {
        std::thread::spawn(|| {
            let workers = Workers::here().unwrap();
            assert_eq!((workers.threads(), workers.is_here()), (1, true));
            assert_eq!(workers.pool().install(|| std::thread::current().id()), std::thread::current().id());
            for len in [0, 1, 127, 5000] {
                let outcome = Context::new(&workers).run(&numbers(len)).unwrap();
                assert_eq!((outcome.tally, outcome.is_complete()), (numbers(len).total(0..len), true));
            }
            assert_eq!(Context::new(&workers).run(&huge()).unwrap_err(), Overflow);
            // A thread is the only worker of one pool.
            let more = Workers::here().unwrap();
            assert_eq!((more.threads(), more.is_here()), (1, false));
            assert!(Context::new(&more).run(&numbers(127)).unwrap().is_complete());
        })
        .join()
        .unwrap();
    }

    #[test]
    fn batches_do_not_cross_the_ends_of_ranges() {
        struct Batches(Vec<Range<u64>>);
        impl Sink<u128> for Batches {
            fn finished(&mut self, batch: &Finished<u128>) -> Result<(), Overflow> {
                self.0.push(batch.ids.clone());
                Ok(())
            }
            fn progress(&mut self, _: &Progress) {}
        }
        let ranges = [0..3, 3..4, 10..10, 20..900, 950..1000];
        let mut sink = Batches(vec![]);
        let workers = Workers::new(2).unwrap();
        let outcome = workers.run_ranges(&numbers(1000), &ranges, &StopFlag::default(), &mut sink).unwrap();
        assert_eq!(outcome.tally, numbers(1000).total(ranges.iter().cloned().flatten()));
        let within = |ids: &Range<u64>| ranges.iter().any(|p| p.start <= ids.start && ids.end <= p.end);
        assert!(sink.0.iter().all(within));
        let mut ids: Vec<u64> = sink.0.iter().cloned().flatten().collect();
        ids.sort_unstable();
        assert_eq!(ids, ranges.iter().cloned().flatten().collect::<Vec<_>>());
    }

    #[test]
    fn a_stopped_run_counts_what_it_finished_and_says_that_it_is_not_complete() {
        let stop = StopFlag::default();
        let outcome =
            Context::new(&Workers::new(2).unwrap()).until(&stop).run(&Stops(400, stop.clone())).unwrap();
        assert!(!outcome.is_complete());
        assert_eq!(outcome.tally, u128::from(outcome.done));
        assert!(outcome.done < 1000);
    }

    #[test]
    fn a_total_that_overflows_is_an_error() {
        for threads in [1, 2] {
            let result = Context::new(&Workers::new(threads).unwrap()).run(&huge());
            assert_eq!(result.unwrap_err(), Overflow);
        }
    }
}
