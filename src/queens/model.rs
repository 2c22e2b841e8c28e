//! Models of the time of a count and of Q(N), for boards too large to sample.
//!
//! ```text
//! time   = a * sum over the row sets of (half boards)^b                       a, b from N = 22, 24, 26 (21, 23, 25)
//! Q(N)   = (N e^-c)^N e^d                                                     c, d from N = 16 to 26 (15 to 25)
//! search = a * N * Q(N)                     the textbook's; a from N = 10
//! ```
//!
//! The pairs of half boards would give b = 2; joins by buckets need less: about 1.75 between N = 16 and 28. The
//! second model is the growth of Q(N), with c = 1.94 in the limit (Simkin, "The number of n-queens configurations",
//! 2021); log Q(N) is within 0.04 of such a line between N = 16 and 27. The third: the textbook search places about
//! 4.9 N queens per solution, 4.8 to 5.7 N between N = 10 and 16 (OEIS A319284).

use super::engine::guess;
use super::{Board, Counting, Engine, halves};
use crate::Error;
use crate::search::{Context, Estimated, SampleEstimate, StopFlag, Workers};

/// The board on which the textbook search is timed, in some milliseconds.
const MEASURED: u32 = 10;
/// The approximate deviation of log Q(N) from its line.
const BEND: f64 = 0.02;
/// The relative deviation of the time from its model, per step to the next board of the same parity.
const DRIFT: f64 = 0.15;
/// A lower bound of a search's seconds per solution of the guess: 0.1 ns at best, and a tenth for the error of the
/// guess.
const LEAST_PER_SOLUTION: f64 = 1e-11;
/// Seconds.
pub(super) const YEAR: f64 = 31_557_600.0;

impl Counting {
    /// The modelled time of this count in seconds on this many threads, if it is more than a year. It does not depend on
    /// the machine. For the empty board by half boards it is right within a factor of 1.5 with AVX-512, and too small
    /// otherwise. For the searches it is a lower bound on any of today's machines. `None` for conditions without a model.
    #[must_use]
    pub fn endless_seconds(&self, threads: usize) -> Option<f64> {
        let (board, threads) = (self.board(), threads.max(1) as f64);
        // More fixed queens, or blocked squares, may leave next to nothing.
        let few_conditions = board.blocked().is_empty() && 4 * board.fixed().len() <= board.size() as usize;
        let seconds = match self.engine {
            Engine::Halves => {
                (!board.has_conditions()).then(|| 2.0 * modelled_seconds(board.size()) / threads)
            }
            _ => few_conditions.then(|| LEAST_PER_SOLUTION * guess(board) / threads),
        };
        seconds.filter(|&seconds| seconds > YEAR)
    }
}

/// The time in seconds of the textbook search on one thread for this many solutions of the empty board, extrapolated
/// from the 10 x 10 board, which is timed now: the shortest of three times. Right within a third.
///
/// # Errors
/// [`Error::Stopped`](crate::Error::Stopped) when `stop` is raised.
pub fn textbook_seconds(size: u32, solutions: u128, stop: &StopFlag) -> Result<f64, Error> {
    let measured = Counting::new(Board::new(MEASURED)?).engine(Engine::Backtrack);
    let workers = Workers::new(1)?;
    let once = || {
        let count = measured.run(&mut Context::new(&workers).until(stop))?;
        Ok::<_, Error>((count.elapsed, count.total().ok_or(Error::Stopped)?))
    };
    let (elapsed, total) = once()?.min(once()?).min(once()?);
    Ok(elapsed.as_secs_f64() * textbook_work(size, solutions) / textbook_work(MEASURED, total))
}

/// The placements that the textbook search tries, up to a factor.
fn textbook_work(size: u32, solutions: u128) -> f64 {
    f64::from(size) * solutions as f64
}

/// The modelled time of half boards: seconds of two threads with AVX-512. Elsewhere the factor differs, but hardly
/// with N.
fn modelled_seconds(size: u32) -> f64 {
    // The middle queens of odd boards cost more than the half boards suggest.
    let odd = if size % 2 == 1 { 1.4 } else { 1.0 };
    3.1e-11 * odd * halves::work(size, 1.75)
}

/// The average seconds of a thread per subproblem of a large board, by the same model.
pub(super) fn seconds_per_subproblem(size: u32) -> f64 {
    2.0 * modelled_seconds(size) / halves::subproblems(size)
}

/// The workers' time on a larger board, by the model. The error contains the samples' errors and [`DRIFT`]; unknown
/// if one of them is.
pub(super) fn continued_time(known: &[(u32, SampleEstimate)], size: u32) -> Estimated {
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

/// The logarithm of the time for this board, by the model that fits the other boards best.
fn modelled_time(logs: &[(u32, f64)], size: u32) -> f64 {
    let work = |n: u32, exponent: f64| halves::work(n, exponent).ln();
    // The factor a is the mean of the residuals; the best exponent minimises their scatter.
    let rests = |exponent: f64| logs.iter().map(move |&(n, log)| log - work(n, exponent));
    let mean = |exponent: f64| rests(exponent).sum::<f64>() / logs.len() as f64;
    let scatter = |exponent: f64| rests(exponent).map(|rest| (rest - mean(exponent)).powi(2)).sum::<f64>();
    let exponents = (500..=2500).map(|thousandths| f64::from(thousandths) / 1000.0);
    let best = exponents.min_by(|a, b| scatter(*a).total_cmp(&scatter(*b))).unwrap_or(1.5);
    mean(best) + work(size, best)
}

/// Q(N) on a larger board: log Q(N) - N log N is extrapolated in a line, by weighted least squares. A board of
/// unknown error has nearly no weight.
pub(super) fn continued_solutions(known: &[(u32, SampleEstimate)], size: u32) -> Estimated {
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
    // The line's value at x = 0, this board, and its variance by least squares.
    let determinant = w * wxx - wx * wx;
    let value = ((wxx * wy - wx * wxy) / determinant + power(f64::from(size))).exp();
    Estimated::new(value, value * (wxx / determinant).sqrt(), f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::super::estimate::CONTINUED;
    use super::*;
    use crate::known;

    /// A perfect sample of this board: the published total, and a time of 10 ns for each half board to the power of
    /// 1.4.
    fn perfect(size: u32) -> (u32, SampleEstimate) {
        let total = known::queens_count("total", size).unwrap().value as f64;
        let seconds = Estimated::new(1e-8 * halves::work(size, 1.4), 0.0, 1.0);
        let total = Estimated::new(total, 0.0, 1.0);
        (size, SampleEstimate { seconds, total, sampled: 1, subproblems: 1 })
    }

    #[test]
    fn the_textbook_search_grows_as_its_model() {
        // OEIS A319284, as a plain search counts them too: the queens it places.
        for (size, placed) in
            [(11, 166_925), (12, 856_188), (13, 4_674_889), (14, 27_358_552), (16, 1_141_190_302u64)]
        {
            let total = known::queens_count("total", size).unwrap().value;
            let ratio = placed as f64 / 35_538.0;
            let modelled = textbook_work(size, total) / textbook_work(10, 724);
            assert!((0.75..1.33).contains(&(modelled / ratio)), "N = {size}: {modelled} for {ratio}");
        }
        assert!(textbook_seconds(12, 14_200, &StopFlag::default()).unwrap() > 0.0);
        let stopped = StopFlag::default();
        stopped.abandon();
        assert!(matches!(textbook_seconds(12, 14_200, &stopped), Err(Error::Stopped)));
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
        // A board with too small a sample for an error.
        let mut known = known;
        known[4].1.seconds = Estimated::alone(known[4].1.seconds.value);
        let time = continued_time(&known[2..], 27);
        assert!(time.value > 0.0 && time.error.is_none() && time.interval.is_none());
    }
}
