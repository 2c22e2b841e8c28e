//! Stratified random sampling: an estimate of all subproblems from some of them.
//!
//! The subproblems of similar predicted work and equal weight form a stratum. Samples are drawn from the strata in turn,
//! so that after any number of samples each stratum has its share by work; the remainder is left to chance. With C_s the
//! work of the N_s subproblems of stratum s, and means and variances over its n_s samples,
//!
//! ```text
//! time   = sum over s of  C_s mean(r)        r = time N_s / C_s
//! error² = sum over s of  v_s                v_s = C_s² var(r) / n_s (1 - n_s / N_s)
//! ```
//!
//! Each C_s mean(r) is an unbiased estimate of a sum of N_s numbers (W. Cochran, "Sampling Techniques", 1977, chapter 5).
//! Neighbouring strata are joined until each group has [`LEAST_SAMPLES`]. Their samples are proportional to their work, so
//! that the mean over all samples stands for the group. If every subproblem was sampled, the estimate is exact and its
//! error 0.
//!
//! The total is estimated alike, with weighted counts in place of times. If counts are predicted too, it is the combined
//! ratio estimate (Cochran, section 6.11), with B the estimates' ratio and P the sum of all predictions:
//!
//! ```text
//! total  = B P        B = estimate of the counts / estimate of the predictions, from the same samples
//! error² = that of the estimate of  (count - B prediction) P / estimate of the predictions
//! ```
//!
//! The error has (sum of v)² / sum of v² / (n - 1) degrees of freedom (Welch and Satterthwaite: Cochran, section 5.4).
//!
//! Run time O(subproblems); memory O(strata x [`MOST_IN_STRATUM`]).

use super::{Estimated, Predicted, Problem, StopFlag};
use crate::base::random::Random;
use std::collections::BTreeMap;

/// The most subproblems of a stratum that are kept for drawing.
const MOST_IN_STRATUM: usize = 1 << 14;
/// Strata with fewer samples than this are joined.
const LEAST_SAMPLES: f64 = 8.0;
const MOST_SAMPLES: usize = 1 << 18;
/// Fewer samples than this give no error.
pub(super) const FEWEST_SAMPLES: usize = 10;

#[derive(Default)]
pub(super) struct Stratum {
    /// The predicted work and weighted counts of all its subproblems, and their number.
    work: f64,
    counts: f64,
    len: u64,
    /// Randomly chosen subproblems in random order, each at most once.
    ids: Vec<u64>,
}

/// The strata, by reservoir sampling in one pass.
pub(super) fn strata<P: Problem>(problem: &P, random: &mut Random, stop: &StopFlag) -> Vec<Stratum> {
    let mut strata: BTreeMap<(i32, u64), Stratum> = BTreeMap::new();
    for id in stop.until_raised(0..problem.len()) {
        let (Predicted { work, count }, weight) = (problem.predicted(id), problem.subproblem(id).weight);
        // A quarter of an octave.
        let size = (4.0 * work.log2()).floor() as i32;
        let stratum = strata.entry((size, weight)).or_default();
        stratum.work += work;
        stratum.counts += count * weight as f64;
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

/// The samples in order, as (stratum, id). The next sample is of the stratum that is farthest behind its share. Each
/// stratum begins at a random point of its share; otherwise small strata would never be in small samples. Incomplete once
/// `stop` is raised.
pub(super) fn order(strata: &[Stratum], random: &mut Random, stop: &StopFlag) -> Vec<(usize, u64)> {
    let starts: Vec<f64> = strata.iter().map(|_| random.fraction()).collect();
    let all: usize = strata.iter().map(|stratum| stratum.ids.len()).sum();
    let mut taken = vec![0usize; strata.len()];
    let mut order = Vec::with_capacity(all.min(MOST_SAMPLES));
    while order.len() < all.min(MOST_SAMPLES) && !stop.is_raised() {
        let left = (0..strata.len()).filter(|&s| taken[s] < strata[s].ids.len());
        let due = |&s: &usize| (taken[s] as f64 + starts[s]) / strata[s].work;
        let Some(next) = left.min_by(|a, b| due(a).total_cmp(&due(b))) else { break };
        order.push((next, strata[next].ids[taken[next]]));
        taken[next] += 1;
    }
    order
}

/// The estimated sum over all subproblems, from these samples: the stratum, the value, and the predicted count if the
/// value is a count, 0 otherwise.
pub(super) fn extrapolate(strata: &[Stratum], samples: &[(usize, f64, f64)]) -> Estimated {
    let values = grouped(strata, samples.iter().map(|&(stratum, value, _)| (stratum, value)));
    let predictions = samples.iter().map(|&(stratum, _, predicted)| (stratum, predicted));
    let predictions = sum(&grouped(strata, predictions));
    if predictions == 0.0 || values.iter().all(Joined::is_counted) {
        return estimated(sum(&values), &values);
    }
    let ratio = sum(&values) / predictions;
    let all: f64 = strata.iter().map(|stratum| stratum.counts).sum();
    let rest = |&(stratum, value, predicted): &(usize, f64, f64)| {
        (stratum, (value - ratio * predicted) * all / predictions)
    };
    estimated(ratio * all, &grouped(strata, samples.iter().map(rest)))
}

/// The samples by stratum, joined.
fn grouped(strata: &[Stratum], samples: impl Iterator<Item = (usize, f64)>) -> Vec<Joined> {
    let mut groups: Vec<Joined> = strata.iter().map(Joined::new).collect();
    for (stratum, value) in samples {
        let Stratum { work, len, .. } = strata[stratum];
        groups[stratum].add(value * len as f64 / work);
    }
    joined(groups)
}

fn sum(groups: &[Joined]) -> f64 {
    groups.iter().map(|group| group.work * group.mean).sum()
}

/// A number with the error of these groups.
fn estimated(value: f64, groups: &[Joined]) -> Estimated {
    let samples: f64 = groups.iter().map(|group| group.n).sum();
    let variance: f64 = groups.iter().map(Joined::variance).sum();
    if groups.iter().all(Joined::is_counted) {
        Estimated::new(value, 0.0, f64::INFINITY)
    } else if samples < FEWEST_SAMPLES as f64 || variance == 0.0 {
        // Samples that are all equal, or all 0, say nothing about the others.
        Estimated::alone(value)
    } else {
        let squares = groups.iter().filter(|group| !group.is_counted());
        let squares: f64 = squares.map(|group| group.variance().powi(2) / (group.n - 1.0)).sum();
        Estimated::new(value, variance.sqrt(), variance.powi(2) / squares)
    }
}

/// Groups of strata: every fully counted stratum alone, the others joined with their neighbours.
fn joined(strata: Vec<Joined>) -> Vec<Joined> {
    let (mut groups, others): (Vec<_>, Vec<_>) = strata.into_iter().partition(Joined::is_counted);
    for own in others {
        match groups.last_mut() {
            Some(last) if !last.is_known() => last.join(&own),
            _ => groups.push(own),
        }
    }
    while groups.len() > 1
        && let Some(rest) = groups.pop_if(|last| !last.is_known())
        && let Some(last) = groups.last_mut()
    {
        last.join(&rest);
    }
    groups
}

struct Joined {
    /// The work and the number of all subproblems.
    work: f64,
    len: f64,
    /// The number of samples, the mean of r, and the sum of its squared deviations.
    n: f64,
    mean: f64,
    squares: f64,
}

impl Joined {
    fn new(stratum: &Stratum) -> Self {
        Joined { work: stratum.work, len: stratum.len as f64, n: 0.0, mean: 0.0, squares: 0.0 }
    }

    fn add(&mut self, r: f64) {
        self.join(&Joined { work: 0.0, len: 0.0, n: 1.0, mean: r, squares: 0.0 });
    }

    /// Joins the means and squares of two samples (T. Chan, G. Golub and R. LeVeque, "Algorithms for computing the
    /// sample variance", 1983).
    fn join(&mut self, other: &Joined) {
        self.work += other.work;
        self.len += other.len;
        if other.n > 0.0 {
            let (n, apart) = (self.n + other.n, other.mean - self.mean);
            self.squares += other.squares + apart.powi(2) * self.n * other.n / n;
            self.mean += apart * other.n / n;
            self.n = n;
        }
    }

    fn is_counted(&self) -> bool {
        self.n == self.len
    }

    fn is_known(&self) -> bool {
        self.n >= LEAST_SAMPLES || self.is_counted()
    }

    fn variance(&self) -> f64 {
        if self.is_counted() {
            return 0.0;
        }
        self.work.powi(2) * self.squares / (self.n - 1.0) / self.n * (1.0 - self.n / self.len)
    }
}
