//! What a count will take, before it is made: time, memory, the ledger's size, and the total itself.
//!
//! A sample of the subproblems is counted ([`sample`]). Where the time is too short for that, beyond N = 26, smaller boards
//! of the same parity are sampled, and two models are fitted to what they give.
//!
//! ```text
//! time   = a * sum over the row sets of (half boards)^b                       a, b from N = 22, 24, 26 (21, 23, 25)
//! Q(N)   = (N e^-c)^N e^d                                                     c, d from N = 16 to 26 (15 to 25)
//! ```
//!
//! The pairs of half boards would give b = 2; joins by buckets need less, about 1.5. The second is how Q(N) grows, with
//! c = 1.94 in the limit (Simkin, "The number of n-queens configurations", 2021); log Q(N) is never farther than 0.04
//! from such a line between N = 16 and 27.

use super::counting::guess;
use super::part::Job;
use super::{Board, Counting, Engine, SymmetricCounts, halves};
use crate::Error;
use crate::search::{Estimated, Observer, Plan, Problem, SampleEstimate, Shard, StopFlag, Workers, sample};
use std::time::{Duration, Instant};

/// The largest board that is estimated.
pub const LARGEST_ESTIMATE: u32 = 31;
/// The largest board of which subproblems are counted in any time, and others are continued from.
const LARGEST_SAMPLED: u32 = 26;
/// Larger ones are sampled where the model expects so many of their subproblems in the time: some of them take six times as long
/// as it says, and ten are the least that tell an error.
const SAMPLES: f64 = 100.0;
/// Larger boards have symmetric counts that are not made to see how long they take.
const LARGEST_TRIED: u32 = 20;
/// How far log Q(N) is from its line, about.
const BEND: f64 = 0.02;
/// By how much the time may leave its model, relatively, on the way to the next board of the same parity.
const DRIFT: f64 = 0.15;
/// The boards that a larger one is continued from, by how much smaller than the largest of them they are, each with its
/// share of the time.
const CONTINUED: [(u32, f64); 5] = [(10, 0.03), (6, 0.07), (4, 0.15), (2, 0.25), (0, 0.5)];
/// Seconds in which a search never finds a solution, for about so many as there are: 0.1 ns at the best, and a tenth for
/// what the guess is off.
const LEAST_PER_SOLUTION: f64 = 1e-11;
/// So many of them, the largest, say how the time grows.
const TIMED: usize = 3;

/// What a count will take.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// Wall time in seconds, on the workers that were asked.
    pub seconds: Estimated,
    /// The workers' time in seconds, of all together.
    pub core_seconds: Estimated,
    /// The process's memory in bytes, and how much of it each subproblem takes that is being counted.
    pub memory: (u64, u64),
    /// How many subproblems are counted side by side: one on each thread, or fewer, with several threads on each.
    pub side_by_side: usize,
    /// The ledger's size in bytes.
    pub ledger_bytes: u64,
    /// The number of solutions.
    pub solutions: Estimated,
    /// How many subproblems were counted, of this board or of smaller ones.
    pub sampled: u64,
    /// How many this board has; none where smaller ones were sampled.
    pub subproblems: Option<u64>,
    /// Whether the sample is of smaller boards.
    pub extrapolated: bool,
    /// The seed that the sample was drawn with.
    pub seed: u64,
}

impl Counting {
    /// With the sample of this seed where the count is [estimated](Self::estimate), instead of the sample of 0.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// An estimate of this count from about so much time of sampling, of the [seed](Self::seed)'s sample. `None` where
    /// that was too short for a single subproblem, or was stopped.
    ///
    /// The errors are those of the sample alone: what the machine does otherwise at another time is not in them.
    ///
    /// ```
    /// use std::time::Duration;
    /// use vuelta::queens::{Board, Counting};
    /// use vuelta::search::{Quiet, StopFlag, Workers};
    /// let counting = Counting::new(Board::new(18)?);
    /// let time = Duration::from_millis(50);
    /// let estimate = counting.estimate(time, &Workers::new(2)?, &StopFlag::default(), &mut Quiet)?;
    /// let estimate = estimate.expect("some subproblems are counted within this time");
    /// println!("{:.2} s, about {:.2e} solutions", estimate.seconds.value, estimate.solutions.value);
    /// # assert!((1e8..1e10).contains(&estimate.solutions.value));
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Input`] above [`LARGEST_ESTIMATE`] and for a board that is too large for the engine,
    /// [`Error::Memory`] where not even a sample fits.
    pub fn estimate(
        &self,
        time: Duration,
        workers: &Workers,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Option<Estimate>, Error> {
        let (board, size) = (self.board(), self.board().size());
        if size > LARGEST_ESTIMATE {
            return Err(Error::input(format!("estimates go to N = {LARGEST_ESTIMATE}, not to N = {size}")));
        }
        let plain = self.resolved_engine() == Engine::Halves && !board.has_conditions();
        let expected = time.as_secs_f64() * workers.threads() as f64 / seconds_per_subproblem(size);
        if plain && size > LARGEST_SAMPLED && expected < SAMPLES {
            return self.extrapolated(time, workers, stop, observer);
        }
        let symmetric = symmetric_seconds(board, workers, stop)?;
        let Some((sampled, ledger_bytes)) = self.sampled(true, time, workers, stop, observer)? else {
            return Ok(None);
        };
        let solutions = sampled.estimate.total;
        let seconds = sampled.estimate.seconds.scaled(1.0 / workers.threads() as f64);
        let alone = sampled.set_up + symmetric;
        Ok(Some(Estimate {
            seconds: seconds.plus(alone),
            core_seconds: sampled.estimate.seconds,
            memory: self.memory(workers.threads()),
            side_by_side: self.side_by_side(workers.threads()),
            ledger_bytes,
            solutions,
            sampled: sampled.estimate.sampled,
            subproblems: Some(sampled.estimate.subproblems),
            extrapolated: false,
            seed: self.seed,
        }))
    }

    /// The estimate from smaller boards.
    fn extrapolated(
        &self,
        time: Duration,
        workers: &Workers,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Option<Estimate>, Error> {
        let size = self.board().size();
        let largest = LARGEST_SAMPLED - (LARGEST_SAMPLED + size) % 2;
        let mut known = vec![];
        for (less, share) in CONTINUED {
            let size = largest - less;
            let smaller = self.on(Board::new(size)?);
            match smaller.sampled(false, time.mul_f64(share), workers, stop, observer)? {
                Some((sampled, _)) => known.push((size, sampled.estimate)),
                None => return Ok(None),
            }
        }
        let core_seconds = continued_time(&known[known.len() - TIMED..], size);
        Ok(Some(Estimate {
            seconds: core_seconds.scaled(1.0 / workers.threads() as f64),
            core_seconds,
            memory: self.memory(workers.threads()),
            side_by_side: self.side_by_side(workers.threads()),
            ledger_bytes: ledger_bytes(Plan::MOST_CHUNKS, size),
            solutions: continued_solutions(&known, size),
            sampled: known.iter().map(|(_, estimate)| estimate.sampled).sum(),
            subproblems: None,
            extrapolated: true,
            seed: self.seed,
        }))
    }

    /// The sample, and the size of the ledger where it is wanted.
    fn sampled(
        &self,
        with_ledger: bool,
        time: Duration,
        workers: &Workers,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Option<(Sampled, u64)>, Error> {
        let began = Instant::now();
        self.with_problem(workers, Take { counting: self, began, time, workers, stop, observer, with_ledger })
    }

    /// The process's memory, and a subproblem's part of it.
    fn memory(&self, threads: usize) -> (u64, u64) {
        let (board, size) = (self.board(), self.board().size());
        let bytes = |bytes: u128| u64::try_from(bytes).unwrap_or(u64::MAX);
        match self.resolved_engine() {
            Engine::Halves => {
                let whole = halves::usual_memory(board, threads, self.memory_limit);
                (bytes(whole), bytes(halves::subproblem_memory(board)))
            }
            _ => ((4 << 20) + 5 * u64::from(size).pow(4) / 8, 1 << 12),
        }
    }

    fn side_by_side(&self, threads: usize) -> usize {
        match self.resolved_engine() {
            Engine::Halves => halves::side_by_side(self.board(), threads, self.memory_limit),
            _ => threads,
        }
    }
}

/// A sample, with the time that passed before its first subproblem.
struct Sampled {
    estimate: SampleEstimate,
    set_up: f64,
}

struct Take<'a> {
    counting: &'a Counting,
    began: Instant,
    time: Duration,
    workers: &'a Workers,
    stop: &'a StopFlag,
    observer: &'a mut dyn Observer,
    /// Whether the ledger's size is wanted, for which the subproblems must be gone through twice more.
    with_ledger: bool,
}

impl Job for Take<'_> {
    type Output = Option<(Sampled, u64)>;

    fn run<P: Problem<Tally = u128>>(self, problem: &P) -> Result<Self::Output, Error> {
        let set_up = self.began.elapsed().as_secs_f64();
        let mut size = 0;
        if self.with_ledger {
            let Ok(plan) = self.counting.plan(problem, self.stop) else { return Ok(None) };
            let header = self.counting.header(&plan, Shard::WHOLE);
            size = header.to_line().len() as u64 + ledger_bytes(plan.chunks(), self.counting.board().size());
        }
        let mut taken =
            sample(problem, self.time, self.counting.seed, self.workers, self.stop, self.observer)?;
        if let Some(estimate) = &mut taken {
            // What took a worker's time took that of all the threads on the same subproblem.
            let share = self.workers.threads() as f64 / self.workers.side_by_side(problem) as f64;
            estimate.seconds = estimate.seconds.scaled(share);
        }
        Ok(taken.map(|estimate| (Sampled { estimate, set_up }, size)))
    }
}

impl Counting {
    /// A model of this count's time in seconds on so many threads, without a look at the machine. Of the empty board by
    /// half boards it is right within a factor of two or so with AVX-512, and too little elsewhere. Of the searches it is a
    /// bound that no machine of today comes near. `None` for conditions of which nothing is known.
    #[must_use]
    pub fn modelled_seconds(&self, threads: usize) -> Option<f64> {
        let (board, threads) = (self.board(), threads.max(1) as f64);
        // More queens than these, or blocked squares, may leave next to nothing.
        let few_conditions = board.blocked().is_empty() && 4 * board.fixed().len() <= board.size() as usize;
        match self.resolved_engine() {
            Engine::Halves => {
                (!board.has_conditions()).then(|| 2.0 * modelled_seconds(board.size()) / threads)
            }
            _ => few_conditions.then(|| LEAST_PER_SOLUTION * guess(board) / threads),
        }
    }
}

/// A model of a count's time by half boards: seconds of two threads with AVX-512, about. Elsewhere the factor is
/// another, and much the same for every N.
pub(crate) fn modelled_seconds(size: u32) -> f64 {
    // The arms of odd boards cost more than their half boards say: 1.5 to 2.1 times at N = 15 to 21.
    let odd = if size % 2 == 1 { 1.8 } else { 1.0 };
    1e-9 * odd * halves::work(size, 1.4)
}

/// What one core needs for a subproblem of a large board on the average, by the same model.
fn seconds_per_subproblem(size: u32) -> f64 {
    2.0 * modelled_seconds(size) / halves::subproblems(size)
}

/// So many lines: ranges of about seven digits, a count and its residue, a time of ten digits, a checksum.
fn ledger_bytes(chunks: usize, size: u32) -> u64 {
    // log10 Q(N), and a chunk has its part of it.
    let digits = f64::from(size) * (0.143 * f64::from(size)).log10();
    let count = (digits - (chunks.max(1) as f64).log10()).max(1.0);
    let line = 14.0 + count + count.min(18.0) + 46.0;
    (chunks as f64 * line) as u64
}

/// How long the symmetric counts take, by making them; of a large board by its part in a small one's: their time grows
/// about twelvefold with N + 4.
fn symmetric_seconds(board: &Board, workers: &Workers, stop: &StopFlag) -> Result<f64, Error> {
    if board.has_conditions() {
        return Ok(0.0);
    }
    let (size, mut factor) = (board.size(), 1.0);
    let mut tried = size;
    while tried > LARGEST_TRIED {
        tried -= 4;
        factor *= 12.0;
    }
    let began = Instant::now();
    SymmetricCounts::count(tried, workers, stop)?;
    Ok(began.elapsed().as_secs_f64() * factor)
}

/// The workers' time on a larger board, by the model. The error is what the samples' errors do to it, and [`DRIFT`];
/// unknown where one of them is.
fn continued_time(known: &[(u32, SampleEstimate)], size: u32) -> Estimated {
    let logs: Vec<(u32, f64)> = known.iter().map(|(n, estimate)| (*n, estimate.seconds.value.ln())).collect();
    let value = modelled_time(&logs, size);
    let moved = known.iter().enumerate().map(|(i, (_, estimate))| {
        let mut logs = logs.clone();
        logs[i].1 += estimate.seconds.relative_error()?.ln_1p();
        Some((modelled_time(&logs, size) - value).powi(2))
    });
    let steps = f64::from(size - logs[logs.len() - 1].0) / 2.0;
    let Some(moved) = moved.sum::<Option<f64>>() else { return Estimated::alone(value.exp()) };
    let relative = (moved + (DRIFT * steps).powi(2)).sqrt();
    Estimated::new(value.exp(), value.exp() * relative, f64::INFINITY)
}

/// The logarithm of the time for this board, by the model that fits the logarithms for the others best.
fn modelled_time(logs: &[(u32, f64)], size: u32) -> f64 {
    let work = |n: u32, exponent: f64| halves::work(n, exponent).ln();
    // The factor a is the mean of what is left; the best exponent leaves the least scatter.
    let rests = |exponent: f64| logs.iter().map(move |&(n, log)| log - work(n, exponent));
    let mean = |exponent: f64| rests(exponent).sum::<f64>() / logs.len() as f64;
    let scatter = |exponent: f64| rests(exponent).map(|rest| (rest - mean(exponent)).powi(2)).sum::<f64>();
    let exponents = (500..=2500).map(|thousandths| f64::from(thousandths) / 1000.0);
    let best = exponents.min_by(|a, b| scatter(*a).total_cmp(&scatter(*b))).unwrap_or(1.5);
    mean(best) + work(size, best)
}

/// Q(N) on a larger board: log Q(N) - N log N is continued in a line, by weighted least squares. A board whose error is
/// unknown weighs next to nothing.
fn continued_solutions(known: &[(u32, SampleEstimate)], size: u32) -> Estimated {
    let power = |n: f64| n * n.ln();
    let (mut w, mut wx, mut wy, mut wxx, mut wxy) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for (n, estimate) in known {
        let x = f64::from(*n) - f64::from(size);
        let y = estimate.total.value.ln() - power(f64::from(*n));
        let weight = 1.0 / (estimate.total.relative_error().unwrap_or(1.0).powi(2) + BEND * BEND);
        w += weight;
        wx += weight * x;
        wy += weight * y;
        wxx += weight * x * x;
        wxy += weight * x * y;
    }
    // The line's value at x = 0, this board, and the variance that least squares give it.
    let determinant = w * wxx - wx * wx;
    let value = ((wxx * wy - wx * wxy) / determinant + power(f64::from(size))).exp();
    Estimated::new(value, value * (wxx / determinant).sqrt(), f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known;
    use crate::search::Quiet;
    use crate::search::numbers::Stored;
    use rayon::prelude::*;

    fn estimate(size: u32, milliseconds: u64) -> Estimate {
        let workers = Workers::new(2).unwrap();
        let counting = Counting::new(Board::new(size).unwrap());
        let time = Duration::from_millis(milliseconds);
        counting.estimate(time, &workers, &StopFlag::default(), &mut Quiet).unwrap().unwrap()
    }

    #[test]
    fn the_total_is_within_its_error() {
        for (size, milliseconds) in [(1, 50), (8, 50), (13, 500), (17, 500), (18, 500), (20, 1000)] {
            let solutions = estimate(size, milliseconds).solutions;
            let published = known::queens_count("total", size).unwrap().value as f64;
            // How small the error is depends on how much the machine gets done.
            let Estimated { value, error: Some(error), .. } = solutions else { continue };
            assert!((value - published).abs() <= 5.0 * error + 1e-6 * value, "{size}: {solutions:?}");
        }
    }

    /// What a perfect sample of this board would say: the published total, and a time of 10 ns for each half board to
    /// the power of 1.4.
    fn perfect(size: u32) -> (u32, SampleEstimate) {
        let total = known::queens_count("total", size).unwrap().value as f64;
        let seconds = Estimated::new(1e-8 * halves::work(size, 1.4), 0.0, 1.0);
        let total = Estimated::new(total, 0.0, 1.0);
        (size, SampleEstimate { seconds, total, sampled: 1, subproblems: 1 })
    }

    #[test]
    fn models_are_continued() {
        for size in [27, 28, 29, 31] {
            let largest = 26 - size % 2;
            let known = CONTINUED.map(|(less, _)| perfect(largest - less));
            let time = continued_time(&known[2..], size);
            assert!((time.value / (1e-8 * halves::work(size, 1.4)) - 1.0).abs() < 1e-6, "{size}: {time:?}");
            assert!(time.error.unwrap() > 0.1 * time.value);
        }
        let known = CONTINUED.map(|(less, _)| perfect(25 - less));
        let solutions = continued_solutions(&known, 27);
        let (low, high) = solutions.interval.unwrap();
        let published = known::queens_count("total", 27).unwrap().value as f64;
        assert!(low < published && published < high && high < 1.2 * low, "{solutions:?}");
        // One board of which too little was sampled for an error.
        let mut known = known;
        known[4].1.seconds = Estimated::alone(known[4].1.seconds.value);
        let time = continued_time(&known[2..], 27);
        assert!(time.value > 0.0 && time.error.is_none() && time.interval.is_none());
    }

    /// Counts every subproblem once, to draw samples from what is known then.
    struct Store<'a>(&'a Workers);

    impl Job for Store<'_> {
        type Output = Stored;

        fn run<P: Problem<Tally = u128>>(self, problem: &P) -> Result<Stored, Error> {
            let count = |scratch: &mut P::Scratch, id| {
                Ok((problem.subproblem(id), problem.count(id, scratch, &StopFlag::default())?))
            };
            let ids = (0..problem.len()).into_par_iter();
            let stored: Result<_, Error> =
                self.0.pool().install(|| ids.map_init(|| problem.scratch(), count).collect());
            stored.map(Stored)
        }
    }

    #[test]
    fn intervals_hold_the_known_totals() {
        let workers = Workers::new(2).unwrap();
        for size in [16, 17, 18] {
            let counting = Counting::new(Board::new(size).unwrap());
            let covered =
                counting.with_problem(&workers, Store(&workers)).unwrap().covered([12, 30, 100, 300]);
            assert!(covered.iter().all(|held| (180..=198).contains(held)), "{size}: {covered:?} of 200");
        }
    }

    #[test]
    fn estimates_end_at_31() {
        let workers = Workers::new(1).unwrap();
        let counting = Counting::new(Board::new(32).unwrap());
        let result = counting.estimate(Duration::ZERO, &workers, &StopFlag::default(), &mut Quiet);
        assert!(result.unwrap_err().to_string().contains("N = 31"));
    }
}
