//! A count's time and its total, estimated from a stratified random sample of its subproblems.
//!
//! The subproblems of about the same cost and weight are a stratum. Samples are drawn from the strata in turn, so that
//! each has its share of the whole cost after any number of samples. With C_s the cost of the N_s subproblems of stratum
//! s, and sums and variances over its n_s samples, the ratio estimate is
//!
//! ```text
//! time   = sum over s of  C_s r_s          r_s = sum(time) / sum(cost)
//! error² = sum over s of  N_s² var(time - r_s cost) / n_s (1 - n_s / N_s)
//! ```
//!
//! and the same for the total with a subproblem's weighted count in the place of its time (W. Cochran, "Sampling
//! Techniques", 1977, chapters 5 and 6). Neighbouring strata are put together until each has [`LEAST_SAMPLES`]; of few
//! samples the error is widened as Student's distribution is wider than the normal one. The estimate of a count whose
//! subproblems were all sampled is exact, and its error 0.
//!
//! Times are those of subproblems whose neighbours were counted before: see [`SHORT`].
//!
//! Run time O(subproblems) for the strata, then what the samples take; memory O(strata x [`MOST_IN_STRATUM`]).

use super::{Observer, Overflow, Problem, Progress, StopFlag, Subproblem, Tally, Workers};
use crate::random::Random;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The most subproblems of a stratum that are kept to draw from.
const MOST_IN_STRATUM: usize = 1 << 14;
/// Strata with fewer samples than this are put together.
const LEAST_SAMPLES: f64 = 8.0;
/// A subproblem that takes less is counted twice, and the second time is taken: the first may make lists that are kept
/// for its neighbours, of which a sample has few and the whole count has many. With long ones that is a small part.
const SHORT: Duration = Duration::from_millis(100);
/// How much longer than twice its time a sample may take to come to its end.
const GRACE: Duration = Duration::from_secs(2);
/// The most samples.
const MOST_SAMPLES: usize = 1 << 18;

/// A number with its standard error.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Estimated {
    /// The number.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

impl Estimated {
    /// The error in parts of the number.
    #[must_use]
    pub fn relative_error(self) -> f64 {
        if self.value == 0.0 { 0.0 } else { self.error / self.value }
    }
}

/// What a sample says of the whole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SampleEstimate {
    /// The workers' time for all subproblems, in seconds.
    pub seconds: Estimated,
    /// The total.
    pub total: Estimated,
    /// How many subproblems were counted.
    pub sampled: u64,
    /// How many there are.
    pub subproblems: u64,
}

/// Counts a sample for about so long; `stop` ends it early. `None` where no subproblem came to its end.
///
/// # Errors
/// [`Overflow`] when a count leaves its range.
pub(crate) fn sample<P: Problem<Tally = u128>>(
    problem: &P,
    time: Duration,
    workers: &Workers,
    stop: &StopFlag,
    observer: &mut dyn Observer,
) -> Result<Option<SampleEstimate>, Overflow> {
    let strata = strata(problem, stop);
    if stop.is_raised() {
        return Ok(None);
    }
    let order = order(&strata);
    let whole = Sample { problem, order };
    let own_stop = StopFlag::default();
    let mut clock = Clock { time, stop, own_stop: &own_stop, observer };
    let outcome = workers.run(&whole, &own_stop, &mut clock)?;
    Ok(estimate(&strata, &outcome.tally.0, problem.len()))
}

/// Subproblems of about the same cost.
struct Stratum {
    /// The cost of all of them, and how many there are.
    cost: f64,
    len: u64,
    /// A random choice of them, in random order: each is drawn once.
    ids: Vec<u64>,
}

/// The strata, by reservoir sampling in one pass. The seed is fixed: the same sample each time.
fn strata<P: Problem>(problem: &P, stop: &StopFlag) -> Vec<Stratum> {
    let mut random = Random::new(0);
    let mut strata: BTreeMap<(u32, u64), Stratum> = BTreeMap::new();
    for id in stop.until_raised(0..problem.len()) {
        let Subproblem { cost, weight, .. } = problem.subproblem(id);
        // A quarter of an octave.
        let size = (4.0 * (cost as f64).log2()) as u32;
        let stratum =
            strata.entry((size, weight)).or_insert_with(|| Stratum { cost: 0.0, len: 0, ids: vec![] });
        stratum.cost += cost as f64;
        stratum.len += 1;
        let place = random.below(stratum.len as usize);
        if stratum.ids.len() < MOST_IN_STRATUM {
            // An inside-out shuffle.
            stratum.ids.push(id);
            let last = stratum.ids.len() - 1;
            stratum.ids.swap(place.min(last), last);
        } else if place < MOST_IN_STRATUM {
            stratum.ids[place] = id;
        }
    }
    strata.into_values().collect()
}

/// The samples in their order, as (stratum, id): the next one is of the stratum that is farthest behind its share.
fn order(strata: &[Stratum]) -> Vec<(usize, u64)> {
    let all: usize = strata.iter().map(|stratum| stratum.ids.len()).sum();
    let mut taken = vec![0usize; strata.len()];
    let mut order = Vec::with_capacity(all.min(MOST_SAMPLES));
    while order.len() < all.min(MOST_SAMPLES) {
        let left = (0..strata.len()).filter(|&s| taken[s] < strata[s].ids.len());
        let due = |&s: &usize| (taken[s] as f64 + 0.5) / strata[s].cost;
        let Some(next) = left.min_by(|a, b| due(a).total_cmp(&due(b))) else { break };
        order.push((next, strata[next].ids[taken[next]]));
        taken[next] += 1;
    }
    order
}

/// A subproblem that was counted.
#[derive(Clone, Copy)]
struct Seen {
    stratum: usize,
    cost: f64,
    seconds: f64,
    count: f64,
}

/// What a worker gathers.
#[derive(Default)]
struct AllSeen(Vec<Seen>);

impl Tally for AllSeen {
    fn add(&mut self, other: &Self, _: u64) -> Result<(), Overflow> {
        self.0.extend_from_slice(&other.0);
        Ok(())
    }
}

/// The sample as a problem of its own.
struct Sample<'a, P> {
    problem: &'a P,
    order: Vec<(usize, u64)>,
}

impl<P: Problem<Tally = u128>> Problem for Sample<'_, P> {
    type Tally = AllSeen;
    type Scratch = Warming<P::Scratch>;

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

    fn scratch(&self) -> Self::Scratch {
        Warming { scratch: self.problem.scratch(), warm: false }
    }

    fn count(&self, id: u64, warming: &mut Self::Scratch, stop: &StopFlag) -> Result<AllSeen, Overflow> {
        let Warming { scratch, warm } = warming;
        let (stratum, of) = self.order[id as usize];
        let Subproblem { weight, cost, .. } = self.problem.subproblem(of);
        let mut began = Instant::now();
        let count = self.problem.count(of, scratch, stop)?;
        if began.elapsed() < SHORT || !*warm {
            *warm = true;
            began = Instant::now();
            self.problem.count(of, scratch, stop)?;
        }
        let seconds = began.elapsed().as_secs_f64();
        let count = count as f64 * weight as f64;
        Ok(AllSeen(vec![Seen { stratum, cost: cost as f64, seconds, count }]))
    }
}

/// A worker's memory, and whether it has been in use: the system clears it page by page the first time, which a long
/// count does not notice.
struct Warming<S> {
    scratch: S,
    warm: bool,
}

/// Ends the sample when its time is over: the subproblems in progress come to their end, so that long ones are not left
/// out more often than short ones. The user's own stop drops them; so does the clock when they take much too long.
struct Clock<'a> {
    time: Duration,
    stop: &'a StopFlag,
    own_stop: &'a StopFlag,
    observer: &'a mut dyn Observer,
}

impl Observer for Clock<'_> {
    fn progress(&mut self, progress: &Progress) {
        if progress.elapsed >= self.time {
            self.own_stop.finish();
        }
        if self.stop.is_raised() || progress.elapsed >= self.time.saturating_mul(2).saturating_add(GRACE) {
            self.own_stop.abandon();
        }
        self.observer.progress(progress);
    }
}

fn estimate(strata: &[Stratum], seen: &[Seen], subproblems: u64) -> Option<SampleEstimate> {
    if seen.is_empty() {
        return None;
    }
    let seconds = extrapolate(strata, seen, |seen| seen.seconds);
    let total = extrapolate(strata, seen, |seen| seen.count);
    Some(SampleEstimate { seconds, total, sampled: seen.len() as u64, subproblems })
}

/// The sum of `of` over all subproblems.
fn extrapolate(strata: &[Stratum], seen: &[Seen], of: impl Fn(&Seen) -> f64) -> Estimated {
    let mut of_stratum = vec![Pairs::default(); strata.len()];
    for seen in seen {
        of_stratum[seen.stratum].add(seen.cost, of(seen));
    }
    let mut groups: Vec<Group> = vec![];
    for (stratum, pairs) in strata.iter().zip(of_stratum) {
        let own = Group { cost: stratum.cost, len: stratum.len as f64, pairs };
        match groups.last_mut() {
            Some(last) if !last.is_known() => last.join(own),
            _ => groups.push(own),
        }
    }
    if let Some(rest) = groups.pop_if(|last| !last.is_known()) {
        match groups.last_mut() {
            Some(last) => last.join(rest),
            None => groups.push(rest),
        }
    }
    let value = groups.iter().map(|group| group.cost * group.pairs.ratio()).sum();
    let variance: f64 = groups.iter().map(|group| group.error().powi(2)).sum();
    Estimated { value, error: variance.sqrt() }
}

/// Neighbouring strata with their samples.
struct Group {
    cost: f64,
    len: f64,
    pairs: Pairs,
}

impl Group {
    /// Whether it says enough by itself.
    fn is_known(&self) -> bool {
        self.pairs.n >= LEAST_SAMPLES || self.pairs.n == self.len
    }

    fn join(&mut self, other: Group) {
        self.cost += other.cost;
        self.len += other.len;
        self.pairs.join(other.pairs);
    }

    fn error(&self) -> f64 {
        let Pairs { n, .. } = self.pairs;
        let left = (1.0 - n / self.len).max(0.0);
        // The standard deviation of Student's distribution, with n - 1 degrees of freedom; it has none for n < 4.
        let wider = if n > 3.0 { ((n - 1.0) / (n - 3.0)).sqrt() } else { 3.0 };
        self.cost * self.pairs.ratio() * self.pairs.scatter() * wider * (left / n).sqrt()
    }
}

/// Sums over pairs of a cost x and what it stands for, y.
#[derive(Debug, Clone, Copy, Default)]
struct Pairs {
    n: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
}

impl Pairs {
    fn add(&mut self, x: f64, y: f64) {
        self.n += 1.0;
        self.x += x;
        self.y += y;
        self.xx += x * x;
        self.xy += x * y;
        self.yy += y * y;
    }

    fn join(&mut self, other: Pairs) {
        self.n += other.n;
        self.x += other.x;
        self.y += other.y;
        self.xx += other.xx;
        self.xy += other.xy;
        self.yy += other.yy;
    }

    fn ratio(&self) -> f64 {
        self.y / self.x
    }

    /// The standard deviation of y - ratio x, in parts of the mean y; 1 where one pair says nothing of it.
    fn scatter(&self) -> f64 {
        if self.n < 2.0 || self.y == 0.0 {
            return 1.0;
        }
        let ratio = self.ratio();
        let squares = self.yy - 2.0 * ratio * self.xy + ratio * ratio * self.xx;
        (squares.max(0.0) / (self.n - 1.0)).sqrt() / (self.y / self.n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Quiet;
    use crate::search::numbers::Numbers;

    fn total(problem: &Numbers) -> f64 {
        problem.total(0..problem.0) as f64
    }

    #[test]
    fn a_sample_of_everything_is_exact() {
        let workers = Workers::new(2).unwrap();
        let problem = Numbers(3000);
        let estimate = sample(&problem, Duration::from_secs(60), &workers, &StopFlag::default(), &mut Quiet)
            .unwrap()
            .unwrap();
        assert_eq!((estimate.sampled, estimate.subproblems), (3000, 3000));
        assert!((estimate.total.value / total(&problem) - 1.0).abs() < 1e-9);
        assert!(estimate.total.error < 1e-6 * estimate.total.value && estimate.seconds.value > 0.0);
    }

    #[test]
    fn a_part_is_right_within_its_error() {
        let problem = Numbers(50_000);
        let strata = strata(&problem, &StopFlag::default());
        let order = order(&strata);
        let sample = Sample { problem: &problem, order };
        for n in [30, 300, 3000] {
            let seen: Vec<Seen> = (0..n)
                .flat_map(|i| sample.count(i, &mut sample.scratch(), &StopFlag::default()).unwrap().0)
                .collect();
            let Estimated { value, error } = estimate(&strata, &seen, problem.0).unwrap().total;
            assert!(
                (value - total(&problem)).abs() < 4.0 * error,
                "{n}: {value} {error} {}",
                total(&problem)
            );
            assert!(error < value * 0.8 / (n as f64).sqrt(), "{n}: {error} of {value}");
        }
    }

    #[test]
    fn nothing_sampled_says_nothing() {
        let stop = StopFlag::default();
        stop.abandon();
        let workers = Workers::new(1).unwrap();
        let none = sample(&Numbers(0), Duration::ZERO, &workers, &stop, &mut Quiet).unwrap();
        assert!(none.is_none());
    }
}
