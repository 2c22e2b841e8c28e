//! The estimate of a count before it runs: time, memory, size of the ledger, and the total.
//!
//! A sample of the subproblems is counted ([`sample`]). Beyond N = 26, if the time is too short for that, smaller
//! boards of the same parity are sampled, and two models are fitted to them (`model`).

use super::engine::EngineProblem;
use super::model::{continued_solutions, continued_time, seconds_per_subproblem};
use super::{Board, Counting, Engine, SymmetricCounts, halves};
use crate::Error;
use crate::search::{Context, Estimated, Instant, PROCESS, Plan, SampleEstimate, exactly, sample};
use std::time::Duration;

/// The largest board that is estimated.
pub const LARGEST_ESTIMATE: u32 = 31;
/// The largest board whose subproblems are counted in any time, and from which others are extrapolated.
const LARGEST_SAMPLED: u32 = 26;
/// The modelled number of samples from which larger boards are sampled directly: some subproblems take six times as
/// long as modelled, and ten samples are the least that give an error.
const SAMPLES: f64 = 100.0;
/// The largest board whose symmetric counts are timed by making them.
const LARGEST_TRIED: u32 = 20;
/// The boards to extrapolate from, by their distance from the largest of them, each with its share of the time.
pub(super) const CONTINUED: [(u32, f64); 5] = [(10, 0.03), (6, 0.07), (4, 0.15), (2, 0.25), (0, 0.5)];
/// The number of the largest of them that give the growth of the time.
const TIMED: usize = 3;

/// The estimate of a count.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// Wall time in seconds on the given workers.
    pub seconds: Estimated,
    /// The sum of the workers' times in seconds.
    pub core_seconds: Estimated,
    /// The process's memory in bytes, and the part of each subproblem in progress.
    pub memory: (u64, u64),
    /// The number of subproblems counted at the same time: one per thread, or fewer, each on several threads.
    pub side_by_side: usize,
    /// The ledger's size in bytes.
    pub ledger_bytes: u64,
    /// The number of solutions.
    pub solutions: Estimated,
    /// The number of sampled subproblems, of this board or of smaller ones.
    pub sampled: u64,
    /// The number of this board's subproblems; `None` if smaller boards were sampled.
    pub subproblems: Option<u64>,
    /// Whether the sample is of smaller boards.
    pub extrapolated: bool,
    /// The seed of the sample.
    pub seed: u64,
}

impl Counting {
    /// Estimates this count from about this much time of sampling. The `seed` decides the sample. `None` if no subproblem
    /// was finished.
    ///
    /// The errors are sampling errors only: other loads and clocks of the machine are not included.
    ///
    /// ```
    /// use std::time::Duration;
    /// use vuelta::queens::{Board, Counting};
    /// use vuelta::search::{Context, Workers};
    /// let counting = Counting::new(Board::new(18)?);
    /// let time = Duration::from_millis(50);
    /// let estimate = counting.estimate(time, 7, &mut Context::new(&Workers::new(2)?))?;
    /// let estimate = estimate.expect("some subproblems are counted within this time");
    /// println!("{:.2} s, about {:.2e} solutions", estimate.seconds.value, estimate.solutions.value);
    /// # assert!((1e8..1e10).contains(&estimate.solutions.value));
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Input`] above [`LARGEST_ESTIMATE`], [`Error::BoardSize`] for the empty board, [`Error::Engine`] for one that is too
    /// large for the engine, [`Error::Memory`] if not even a sample fits, [`Error::Device`] if the graphics card is lost,
    /// [`Error::Stopped`] if it is abandoned in its preparation.
    pub fn estimate(
        &self,
        time: Duration,
        seed: u64,
        context: &mut Context<'_>,
    ) -> Result<Option<Estimate>, Error> {
        let estimated = self.device.watched(context, |context| self.estimate_watched(time, seed, context))?;
        self.device.check_not_lost().map(|()| estimated)
    }

    fn estimate_watched(
        &self,
        time: Duration,
        seed: u64,
        context: &mut Context<'_>,
    ) -> Result<Option<Estimate>, Error> {
        let (board, size) = (self.board(), self.board().size());
        if size == 0 {
            return Err(Error::BoardSize { size, largest: LARGEST_ESTIMATE });
        }
        if size > LARGEST_ESTIMATE {
            return Err(Error::input(format!("estimates go up to N = {LARGEST_ESTIMATE}, not N = {size}")));
        }
        self.check()?;
        let threads = context.workers.threads();
        let plain = self.engine == Engine::Halves && !board.has_conditions();
        let expected = time.as_secs_f64() * threads as f64 / seconds_per_subproblem(size);
        let extrapolated = plain && size > LARGEST_SAMPLED && expected < SAMPLES;
        // The time before the first subproblem, and after the last one.
        let mut alone = 0.0;
        let (sample, ledger_bytes) = if extrapolated {
            (self.extrapolated(time, seed, context)?, ledger_bytes(Plan::MOST_CHUNKS, size))
        } else {
            alone += symmetric_seconds(board, context)?;
            let began = Instant::now();
            let problem = self.problem(self.memory_limit, context)?;
            alone += began.elapsed().as_secs_f64();
            let Ok(job) = self.job(problem, &context.stop) else { return Ok(None) };
            let bytes = job.header.to_line().len() as u64 + ledger_bytes(job.plan.ends.len(), size);
            (sampled(&job.problem, time, seed, context)?, bytes)
        };
        Ok(sample.map(|sample| Estimate {
            seconds: sample.seconds.scaled(1.0 / threads as f64).plus(alone),
            core_seconds: sample.seconds,
            memory: self.usual_memory(threads),
            side_by_side: self.side_by_side(threads),
            ledger_bytes,
            solutions: sample.total,
            sampled: sample.sampled,
            subproblems: (!extrapolated).then_some(sample.subproblems),
            extrapolated,
            seed,
        }))
    }

    /// The sample that smaller boards stand for.
    fn extrapolated(
        &self,
        time: Duration,
        seed: u64,
        context: &mut Context<'_>,
    ) -> Result<Option<SampleEstimate>, Error> {
        let size = self.board().size();
        let largest = LARGEST_SAMPLED - (LARGEST_SAMPLED + size) % 2;
        let mut known = vec![];
        for (less, share) in CONTINUED {
            let size = largest - less;
            let smaller = Counting { board: Board::new(size)?, ..self.clone() };
            let problem = smaller.problem(self.memory_limit, context)?;
            match sampled(&problem, time.mul_f64(share), seed, context)? {
                Some(sample) => known.push((size, sample)),
                None => return Ok(None),
            }
        }
        Ok(Some(SampleEstimate {
            seconds: continued_time(&known[known.len() - TIMED..], size),
            total: continued_solutions(&known, size),
            sampled: known.iter().map(|(_, sample)| sample.sampled).sum(),
            subproblems: 0,
        }))
    }

    /// The process's memory, and a subproblem's part of it.
    #[must_use]
    pub fn usual_memory(&self, threads: usize) -> (u64, u64) {
        let (board, size) = (self.board(), self.board().size());
        let bytes = |bytes: u128| u64::try_from(bytes).unwrap_or(u64::MAX);
        match self.engine {
            Engine::Halves => {
                let whole = halves::usual_memory(board, threads, self.memory_limit);
                (bytes(whole), bytes(halves::subproblem_memory(size)))
            }
            _ => (PROCESS + 5 * u64::from(size).pow(4) / 8 + threads as u64 * (1 << 17), 1 << 17),
        }
    }

    /// The number of subproblems at the same time.
    pub(super) fn side_by_side(&self, threads: usize) -> usize {
        match self.engine {
            Engine::Halves => {
                let memory_limit = self.device.without_uploads(self.memory_limit);
                halves::side_by_side(self.board(), threads, memory_limit)
            }
            _ => threads,
        }
    }
}

/// A sample of the problem, with the time of all threads.
fn sampled(
    problem: &EngineProblem,
    time: Duration,
    seed: u64,
    context: &mut Context<'_>,
) -> Result<Option<SampleEstimate>, Error> {
    let Some(mut sample) = sample(problem, exactly, time, seed, context)? else { return Ok(None) };
    // A worker's time is that of all threads on its subproblem.
    let share = context.workers.threads() as f64 / context.workers.side_by_side(problem) as f64;
    sample.seconds = sample.seconds.scaled(share);
    Ok(Some(sample))
}

/// The bytes of lines with ranges of about seven digits, a count and its residue, a time of ten digits, and a
/// checksum.
fn ledger_bytes(chunks: usize, size: u32) -> u64 {
    // log10 Q(N), divided among the chunks.
    let digits = f64::from(size) * (0.143 * f64::from(size)).log10();
    let count = (digits - (chunks.max(1) as f64).log10()).max(1.0);
    let line = 14.0 + count + count.min(18.0) + 46.0;
    (chunks as f64 * line) as u64
}

/// The time of the symmetric counts, by making them; for a large board by those of a smaller one: their time grows
/// about twelvefold with N + 4.
fn symmetric_seconds(board: &Board, context: &Context<'_>) -> Result<f64, Error> {
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
    SymmetricCounts::count(tried, context)?;
    Ok(began.elapsed().as_secs_f64() * factor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known;
    use crate::search::test_problems::Stored;
    use crate::search::{Problem, StopFlag, Workers};
    use rayon::prelude::*;

    fn estimate(size: u32, milliseconds: u64) -> Estimate {
        let workers = Workers::new(2).unwrap();
        let counting = Counting::new(Board::new(size).unwrap());
        let time = Duration::from_millis(milliseconds);
        counting.estimate(time, 0, &mut Context::new(&workers)).unwrap().unwrap()
    }

    #[test]
    fn the_total_is_within_its_error() {
        for (size, milliseconds) in [(1, 50), (8, 50), (13, 500), (17, 500), (18, 500), (20, 1000)] {
            let solutions = estimate(size, milliseconds).solutions;
            let published = known::queens_count("total", size).unwrap().value as f64;
            // The error depends on the speed of the machine.
            let Estimated { value, error: Some(error), .. } = solutions else { continue };
            assert!((value - published).abs() <= 5.0 * error + 1e-6 * value, "{size}: {solutions:?}");
        }
    }

    /// Counts every subproblem once, to draw samples from the results.
    fn stored(problem: &impl Problem<Tally = u128>, workers: &Workers) -> Stored {
        let count = |scratch: &mut _, id| {
            let count = problem.count(id, scratch, &StopFlag::default()).unwrap();
            (problem.subproblem(id), problem.predicted(id), count)
        };
        let ids = (0..problem.len()).into_par_iter();
        Stored(workers.pool().install(|| ids.map_init(Default::default, count).collect()))
    }

    #[test]
    fn intervals_hold_the_known_totals() {
        let workers = Workers::new(2).unwrap();
        for size in [16, 17, 18] {
            let counting = Counting::new(Board::new(size).unwrap());
            let problem = counting.problem(None, &Context::new(&workers)).unwrap();
            let covered = stored(&problem, &workers).covered([12, 30, 100, 300]);
            assert!(covered.iter().all(|held| (180..=198).contains(held)), "{size}: {covered:?} of 200");
        }
    }
}
