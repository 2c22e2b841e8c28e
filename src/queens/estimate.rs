//! What a count will take, before it is made: time, memory, the ledger's size, and the total itself.
//!
//! To N = 26 a sample of the subproblems is counted ([`sample`]). Beyond, one subproblem takes minutes: there smaller
//! boards of the same parity are sampled, and the logarithms are continued. That of the time by a parabola through
//! three sizes: from N to N + 2 the time grows 45-fold at N = 20 and a hundredfold at N = 26, as lists grow with N and
//! leave the caches. That of Q(N) by a line, after N log N was taken off: Q(N) = ((1 + o(1)) N e^-a)^N with a = 1.94
//! (Simkin, "The number of n-queens configurations", 2021), and log Q(N) - N log N bends by no more than 0.04 between
//! N = 18 and 27.

use super::part::Job;
use super::{Board, Counting, Engine, SymmetricCounts, halves};
use crate::Error;
use crate::search::{Estimated, Observer, Plan, Problem, SampleEstimate, Shard, StopFlag, Workers, sample};
use std::time::{Duration, Instant};

/// The largest board that is estimated.
pub const LARGEST_ESTIMATE: u32 = 31;
/// The largest board of which subproblems are counted.
const LARGEST_SAMPLED: u32 = 26;
/// Larger boards have symmetric counts that are not made to see how long they take.
const LARGEST_TRIED: u32 = 20;
/// How far log Q(N) - N log N may bend on its way to a larger board, per board of the same parity.
const BEND: f64 = 0.02;

/// What a count will take.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// Wall time in seconds, on the workers that were asked.
    pub seconds: Estimated,
    /// The workers' time in seconds, of all together.
    pub core_seconds: Estimated,
    /// The process's memory in bytes, and how much of it each worker has to itself.
    pub memory: (u64, u64),
    /// The ledger's size in bytes.
    pub ledger_bytes: u64,
    /// The number of solutions.
    pub solutions: Estimated,
    /// How many subproblems were counted, of this board or of smaller ones.
    pub sampled: u64,
    /// Whether they were of smaller boards.
    pub extrapolated: bool,
}

impl Counting {
    /// An estimate of this count from about so much time of sampling. `None` where that was too short for a single
    /// subproblem, or was stopped.
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
        if plain && size > LARGEST_SAMPLED {
            return self.extrapolated(time, workers, stop, observer);
        }
        let Some((sampled, ledger_bytes)) = self.sampled(time, workers, stop, observer)? else {
            return Ok(None);
        };
        let solutions = sampled.estimate.total;
        let seconds = scaled(sampled.estimate.seconds, 1.0 / workers.threads() as f64);
        let alone = sampled.set_up + symmetric_seconds(board, workers, stop)?;
        Ok(Some(Estimate {
            seconds: Estimated { value: seconds.value + alone, ..seconds },
            core_seconds: sampled.estimate.seconds,
            memory: self.memory(workers.threads()),
            ledger_bytes,
            solutions,
            sampled: sampled.estimate.sampled,
            extrapolated: false,
        }))
    }

    /// The estimate from three smaller boards. The largest gets half of the time.
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
        for (size, share) in [(largest - 4, 0.2), (largest - 2, 0.3), (largest, 0.5)] {
            let smaller = self.on(Board::new(size)?);
            match smaller.sampled(time.mul_f64(share), workers, stop, observer)? {
                Some((sampled, _)) => known.push((size, sampled.estimate)),
                None => return Ok(None),
            }
        }
        let core_seconds = continued_time(&known, size);
        Ok(Some(Estimate {
            seconds: scaled(core_seconds, 1.0 / workers.threads() as f64),
            core_seconds,
            memory: self.memory(workers.threads()),
            ledger_bytes: ledger_bytes(Plan::MOST_CHUNKS, size),
            solutions: continued_solutions(&known, size),
            sampled: known.iter().map(|(_, estimate)| estimate.sampled).sum(),
            extrapolated: true,
        }))
    }

    /// The sample, and the size of the ledger.
    fn sampled(
        &self,
        time: Duration,
        workers: &Workers,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Option<(Sampled, u64)>, Error> {
        let began = Instant::now();
        self.with_problem(workers, Take { counting: self, began, time, workers, stop, observer })
    }

    /// The process's memory, and a worker's part of it.
    fn memory(&self, threads: usize) -> (u64, u64) {
        let size = self.board().size();
        let bytes = |bytes: u128| u64::try_from(bytes).unwrap_or(u64::MAX);
        match self.resolved_engine() {
            Engine::Halves => {
                let whole = halves::usual_memory(size, threads, self.memory_limit);
                (bytes(whole), bytes(halves::memory(size, 2) - halves::memory(size, 1)))
            }
            _ => ((4 << 20) + 5 * u64::from(size).pow(4) / 8, 1 << 12),
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
}

impl Job for Take<'_> {
    type Output = Option<(Sampled, u64)>;

    fn run<P: Problem<Tally = u128>>(self, problem: &P) -> Result<Self::Output, Error> {
        let set_up = self.began.elapsed().as_secs_f64();
        let plan = self.counting.plan(problem);
        let header = self.counting.header(&plan, Shard::WHOLE);
        let size = header.to_line().len() as u64 + ledger_bytes(plan.chunks(), self.counting.board().size());
        let taken = sample(problem, self.time, self.workers, self.stop, self.observer)?;
        Ok(taken.map(|estimate| (Sampled { estimate, set_up }, size)))
    }
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

fn scaled(estimated: Estimated, factor: f64) -> Estimated {
    Estimated { value: estimated.value * factor, error: estimated.error * factor }
}

/// The workers' time on a larger board, by the parabola through the logarithms of three. The error is that of the
/// samples, and what the bend of the parabola adds to a straight line.
fn continued_time(known: &[(u32, SampleEstimate)], size: u32) -> Estimated {
    let logs: Vec<(u32, f64, f64)> = known
        .iter()
        .map(|(n, estimate)| (*n, estimate.seconds.value.ln(), estimate.seconds.relative_error()))
        .collect();
    let (parabola, error) = lagrange(&logs, size);
    let (line, _) = lagrange(&logs[1..], size);
    let relative = error.hypot(parabola - line);
    Estimated { value: parabola.exp(), error: parabola.exp() * relative.exp_m1().abs() }
}

/// Q(N) on a larger board, by the line through the last two logarithms less N log N.
fn continued_solutions(known: &[(u32, SampleEstimate)], size: u32) -> Estimated {
    let power = |n: u32| f64::from(n) * f64::from(n).ln();
    let logs: Vec<(u32, f64, f64)> = known
        .iter()
        .map(|(n, estimate)| (*n, estimate.total.value.ln() - power(*n), estimate.total.relative_error()))
        .collect();
    // The outer two: the longer the line, the less its ends' errors turn it.
    let (line, error) = lagrange(&[logs[0], logs[logs.len() - 1]], size);
    let steps = f64::from(size - logs[logs.len() - 1].0) / 2.0;
    let value = (line + power(size)).exp();
    Estimated { value, error: value * error.hypot(BEND * steps) }
}

/// The polynomial through the points (x, y, error of y) at `x`, with its error.
fn lagrange(points: &[(u32, f64, f64)], x: u32) -> (f64, f64) {
    let (mut value, mut variance) = (0.0, 0.0);
    for &(here, y, error) in points {
        let others = points.iter().filter(|(other, _, _)| *other != here);
        let factor: f64 = others
            .map(|&(other, _, _)| (f64::from(x) - f64::from(other)) / (f64::from(here) - f64::from(other)))
            .product();
        value += factor * y;
        variance += (factor * error).powi(2);
    }
    (value, variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known;
    use crate::search::Quiet;

    fn estimate(size: u32, milliseconds: u64) -> Estimate {
        let workers = Workers::new(2).unwrap();
        let counting = Counting::new(Board::new(size).unwrap());
        let time = Duration::from_millis(milliseconds);
        counting.estimate(time, &workers, &StopFlag::default(), &mut Quiet).unwrap().unwrap()
    }

    #[test]
    fn the_total_is_within_its_error() {
        for (size, milliseconds) in [(1, 50), (8, 50), (13, 200), (17, 300), (18, 300), (20, 500), (21, 500)]
        {
            let Estimated { value, error } = estimate(size, milliseconds).solutions;
            let published = known::queens_count("total", size).unwrap().value as f64;
            assert!((value - published).abs() <= 4.0 * error + 1e-6 * value, "{size}: {value} {error}");
            assert!(error <= 0.25 * value, "{size}: {value} {error}");
        }
    }

    #[test]
    fn lines_and_parabolas_are_continued() {
        let point = |x: u32| (x, f64::from(x * x) - 3.0, 0.5);
        let (value, error) = lagrange(&[point(2), point(4), point(6)], 8);
        assert!((value - 61.0).abs() < 1e-9 && error > 0.5);
        let (value, _) = lagrange(&[point(4), point(6)], 8);
        assert!((value - 53.0).abs() < 1e-9);
    }

    #[test]
    fn estimates_end_at_31() {
        let workers = Workers::new(1).unwrap();
        let counting = Counting::new(Board::new(32).unwrap());
        let result = counting.estimate(Duration::ZERO, &workers, &StopFlag::default(), &mut Quiet);
        assert!(result.unwrap_err().to_string().contains("N = 31"));
    }
}
