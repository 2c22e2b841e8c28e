//! Estimates of a count's time and total from a stratified random sample of its subproblems (`stratified`).

use super::clock::Instant;
use super::stratified::{FEWEST_SAMPLES, Stratum, extrapolate, order, strata};
use super::{Context, Estimated, Halt, Overflow, Problem, Progress, StopFlag, Subproblem, Tally};
use crate::base::random::Random;
use std::time::Duration;

/// Shorter subproblems are counted twice, and the second time is used. The first may make lists that later
/// subproblems share: a sample has few neighbours, the whole count many. For long subproblems this matters little.
const SHORT: Duration = Duration::from_millis(100);
/// The longest overrun beyond twice the time of a sample.
const GRACE: Duration = Duration::from_secs(2);
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SampleEstimate {
    /// The workers' time for all subproblems, in seconds.
    pub seconds: Estimated,
    /// The total.
    pub total: Estimated,
    /// The number of sampled subproblems.
    pub sampled: u64,
    /// The number of all subproblems.
    pub subproblems: u64,
}

/// Counts the sample of this seed for about `time`; `solutions` reads a subproblem's tally. `None` if no subproblem was
/// finished.
///
/// # Errors
/// [`Overflow`] when a count leaves its range.
pub(crate) fn sample<P: Problem>(
    problem: &P,
    solutions: impl Fn(P::Tally) -> Result<f64, Overflow> + Sync,
    time: Duration,
    seed: u64,
    context: &mut Context<'_>,
) -> Result<Option<SampleEstimate>, Overflow> {
    let mut random = Random::new(seed);
    let Context { workers, stop, observer } = context;
    let strata = strata(problem, &mut random, stop);
    let order = order(&strata, &mut random, stop);
    if stop.is_raised() {
        return Ok(None);
    }
    let whole = Sample { problem, solutions, order };
    let own_stop = StopFlag::default();
    // Subproblems in progress are finished, so that long ones are not left out more often than short ones; they are dropped
    // on the user's stop and after far too long an overrun.
    let mut clock = |progress: &Progress| {
        if progress.elapsed >= time {
            own_stop.finish();
        }
        if stop.is_raised() || progress.elapsed >= time.saturating_mul(2).saturating_add(GRACE) {
            own_stop.abandon();
        }
        observer.progress(progress);
    };
    let outcome = Context { workers, stop: own_stop.clone(), observer: &mut clock }.run(&whole)?;
    let mut seen = outcome.tally.0;
    seen.sort_unstable_by_key(|seen| seen.place);
    let finished = (0..).zip(&seen).take_while(|(place, seen)| seen.place == *place).count();
    seen.truncate(repeatable(finished, whole.order.len()));
    Ok(estimate(&strata, &seen, problem.len()))
}

/// How many samples are used where this many of the first are finished: all if that is the whole order or too few for an
/// error, else 10, 20, 40, ... The next run seldom comes to another number, so that a seed gives the same sample again.
fn repeatable(finished: usize, all: usize) -> usize {
    if finished == all || finished < FEWEST_SAMPLES {
        return all;
    }
    FEWEST_SAMPLES << (finished / FEWEST_SAMPLES).ilog2()
}

/// The solutions of a tally that is their number.
pub(crate) fn exactly(count: u128) -> Result<f64, Overflow> {
    Ok(count as f64)
}

#[derive(Clone, Copy)]
struct Seen {
    /// The place in the order of the samples.
    place: usize,
    stratum: usize,
    seconds: f64,
    /// The weighted count, and what was predicted.
    count: f64,
    predicted: f64,
}

#[derive(Default)]
struct AllSeen(Vec<Seen>);

impl Tally for AllSeen {
    fn add(&mut self, other: &Self, _: u64) -> Result<(), Overflow> {
        self.0.extend_from_slice(&other.0);
        Ok(())
    }
}

struct Sample<'a, P, S> {
    problem: &'a P,
    solutions: S,
    order: Vec<(usize, u64)>,
}

impl<P: Problem, S: Fn(P::Tally) -> Result<f64, Overflow> + Sync> Problem for Sample<'_, P, S> {
    type Tally = AllSeen;
    /// Working memory, and whether it was used before. The system clears it page by page at first use, which hardly
    /// matters in a long count.
    type Scratch = (P::Scratch, bool);

    fn len(&self) -> u64 {
        self.order.len() as u64
    }

    fn subproblem(&self, id: u64) -> Subproblem {
        let (_, of) = self.order[id as usize];
        Subproblem { id, weight: 1, cost: self.problem.subproblem(of).cost }
    }

    fn side_by_side(&self, threads: usize) -> usize {
        self.problem.side_by_side(threads)
    }

    fn count(&self, id: u64, (scratch, warm): &mut Self::Scratch, stop: &StopFlag) -> Result<AllSeen, Halt> {
        let (stratum, of) = self.order[id as usize];
        let weight = self.problem.subproblem(of).weight as f64;
        let mut began = Instant::now();
        let count = self.problem.count(of, scratch, stop)?;
        if began.elapsed() < SHORT || !*warm {
            *warm = true;
            began = Instant::now();
            self.problem.count(of, scratch, stop)?;
        }
        let seconds = began.elapsed().as_secs_f64();
        let count = (self.solutions)(count)? * weight;
        let predicted = self.problem.predicted(of).count * weight;
        Ok(AllSeen(vec![Seen { place: id as usize, stratum, seconds, count, predicted }]))
    }
}

fn estimate(strata: &[Stratum], seen: &[Seen], subproblems: u64) -> Option<SampleEstimate> {
    // Without subproblems, the total 0 is exact.
    if seen.is_empty() && subproblems > 0 {
        return None;
    }
    let seconds: Vec<_> = seen.iter().map(|seen| (seen.stratum, seen.seconds, 0.0)).collect();
    let counts: Vec<_> = seen.iter().map(|seen| (seen.stratum, seen.count, seen.predicted)).collect();
    let (seconds, mut total) = (extrapolate(strata, &seconds), extrapolate(strata, &counts));
    if let Some((low, _)) = &mut total.interval {
        // The total is at least the counts of the sample.
        *low = low.max(seen.iter().map(|seen| seen.count).sum::<f64>().min(total.value));
    }
    Some(SampleEstimate { seconds, total, sampled: seen.len() as u64, subproblems })
}

/// The estimates from the first samples of a seed, for each of these sample sizes, without a clock.
#[cfg(test)]
pub(super) fn first_samples<P: Problem<Tally = u128>, const K: usize>(
    problem: &P,
    seed: u64,
    sizes: [usize; K],
) -> [SampleEstimate; K] {
    let mut random = Random::new(seed);
    let strata = strata(problem, &mut random, &StopFlag::default());
    let sample =
        Sample { problem, solutions: exactly, order: order(&strata, &mut random, &StopFlag::default()) };
    let mut scratch = Default::default();
    let mut count = |i| sample.count(i as u64, &mut scratch, &StopFlag::default()).unwrap().0;
    let seen: Vec<Seen> = (0..sizes[K - 1]).flat_map(&mut count).collect();
    sizes.map(|size| estimate(&strata, &seen[..size], problem.len()).unwrap())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::test_problems::{Stored, numbers};
    use crate::search::{Context, StopFlag, Workers};

    #[test]
    fn a_sample_of_everything_is_exact() {
        let workers = Workers::new(2).unwrap();
        for len in [1, 7, 3000] {
            let problem = numbers(len);
            let time = Duration::from_secs(60);
            let estimate = sample(&problem, exactly, time, 5, &mut Context::new(&workers)).unwrap().unwrap();
            assert_eq!((estimate.sampled, estimate.subproblems), (len, len));
            let Estimated { value, error, interval } = estimate.total;
            assert!((value / problem.total(0..len) as f64 - 1.0).abs() < 1e-12);
            assert_eq!((error, interval), (Some(0.0), Some((value, value))));
            // (Windows' clock goes by 100 ns: a few subproblems may take no time by it.)
            assert!(estimate.seconds.value > 0.0 || cfg!(windows) && len < 3000);
            assert_eq!(estimate.seconds.error, Some(0.0));
        }
    }

    #[test]
    fn a_sample_has_a_size_that_another_run_has_too() {
        for (finished, used) in [(1, 1000), (9, 1000), (10, 10), (19, 10), (20, 20), (999, 640), (1000, 1000)]
        {
            assert_eq!(repeatable(finished, 1000), used, "{finished}");
        }
    }

    #[test]
    fn few_samples_say_nothing_of_the_error() {
        for samples in 1..FEWEST_SAMPLES {
            let SampleEstimate { seconds, total, .. } = first_samples(&numbers(500), 2, [samples])[0];
            assert!(total.value > 0.0, "{samples}");
            for number in [seconds, total] {
                assert_eq!((number.error, number.interval), (None, None), "{samples}");
            }
        }
        assert!(first_samples(&numbers(500), 1, [FEWEST_SAMPLES])[0].total.interval.is_some());
    }

    #[test]
    fn another_seed_is_another_sample() {
        let order = |seed| {
            let mut random = Random::new(seed);
            let strata = strata(&numbers(1000), &mut random, &StopFlag::default());
            order(&strata, &mut random, &StopFlag::default())
        };
        assert_eq!(order(3), order(3));
        assert!(order(3)[..50] != order(4)[..50]);
        let mut ids: Vec<u64> = order(3).iter().map(|&(_, id)| id).collect();
        ids.sort_unstable();
        assert!(ids.into_iter().eq(0..1000));
    }

    #[test]
    fn intervals_do_not_contradict_themselves() {
        for samples in FEWEST_SAMPLES..300 {
            let [SampleEstimate { total, .. }] = first_samples(&numbers(300), samples as u64, [samples]);
            let Estimated { value, error, interval } = total;
            let (Some(error), Some((low, high))) = (error, interval) else { panic!("{samples}") };
            assert!(
                0.0 < low && low <= value && value <= high && high < 3.0 * low,
                "{samples}: {low} {high}"
            );
            assert!(error < value * 0.8 / (samples as f64).sqrt(), "{samples}: {error} of {value}");
        }
    }

    /// Times scatter around their costs with a long tail (log-normal, with a standard deviation of 0.8).
    #[test]
    fn intervals_of_long_tails_hold_their_totals() {
        let mut random = Random::new(1);
        // Twelve numbers from 0 to 1 are normal enough.
        let mut normal = || (0..12).map(|_| random.fraction()).sum::<f64>() - 6.0;
        let numbers = numbers(5000);
        let stored = (0..5000).map(|id| {
            let (it, predicted, _) = numbers.0[id];
            (it, predicted, (1000.0 * it.cost as f64 * (0.8 * normal()).exp()) as u128)
        });
        let covered = Stored(stored.collect()).covered([12, 30, 100, 300, 3000]);
        assert!(covered.iter().all(|held| (178..=198).contains(held)), "{covered:?} of 200");
    }

    #[test]
    fn nothing_sampled_says_nothing() {
        let stop = StopFlag::default();
        stop.abandon();
        let workers = Workers::new(1).unwrap();
        let none = sample(&numbers(0), exactly, Duration::ZERO, 0, &mut Context::new(&workers).until(&stop))
            .unwrap();
        assert!(none.is_none());
    }
}
