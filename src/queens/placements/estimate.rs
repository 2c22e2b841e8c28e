//! Estimates of a count before it is made, by two kinds of samples.
//!
//! ```text
//! subproblems     a stratified sample, as for N queens, where enough of them can be counted
//! descents        for longer searches by rows: one random queen, or none, in each row until few rows are open, and the
//!                 search below; its time and its placements count as often as there were ways to choose (D. Knuth,
//!                 "Estimating the efficiency of backtrack programs", 1975)
//! ```
//!
//! Descents without the search below are the model of the time: some milliseconds.

use super::counting::{Parts, Split};
use super::grid::Grid;
use super::rows::Rows;
use super::{Counting, Method};
use crate::Error;
use crate::base::random::{Random, mix};
use crate::queens::Estimate;
use crate::queens::model::YEAR;
use crate::search::{
    Context, Estimated, Halt, Instant, Overflow, Problem, Progress, StopFlag, Subproblem, Tally, sample,
};
use std::time::Duration;

/// Descents of the model.
const MODEL: u64 = 400;
/// Descents end above a search of this many nodes, by the model of the grid: some milliseconds.
const SEARCHED: f64 = 2e6;
/// The most descents of an estimate.
const DESCENTS: u64 = 1 << 16;
/// Fewer subproblems than this in the time of the sample are too few: descents are more.
const ENOUGH: f64 = 100.0;
/// A board with fewer rows, or columns, takes no time to speak of, or the model is not about it.
const SMALLEST_MODELLED: u32 = 13;
/// The search's time for a node of the model, in seconds, on a Zen 4 at 3.7 GHz: with a queen in each row, and with any
/// number.
const NODE: [f64; 2] = [1.5e-9, 4.5e-9];

impl Counting {
    /// Estimates this count from about this much time of sampling. `None` if no subproblem was finished.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn estimate(
        &self,
        time: Duration,
        seed: u64,
        context: &mut Context<'_>,
    ) -> Result<Option<Estimate>, Error> {
        let began = Instant::now();
        self.isa.require()?;
        let (threads, parts) = (context.workers.threads(), self.parts(self.memory_limit, &context.stop)?);
        self.check_memory(&parts, threads)?;
        let modelled = parts.modelled_seconds(seed);
        let Ok(job) = self.job(parts, &context.stop) else { return Ok(None) };
        let set_up = began.elapsed().as_secs_f64();
        let len = job.plan.len;
        // On a loaded machine the set-up takes a good part of the time, and whoever limits it waits no longer.
        let time = time.saturating_sub(began.elapsed());
        let expected = time.as_secs_f64() * threads as f64 * len as f64 / modelled;
        let by_descents = matches!(job.problem.split, Split::Rows(_)) && expected < ENOUGH.min(len as f64);
        let estimated = match &job.problem.split {
            Split::Rows(rows) if by_descents => {
                Descents::new(rows, &job.problem, seed).estimated(time, context)?
            }
            _ => sample(&job.problem, |counts| job.problem.sum(counts), time, seed, context)?
                .map(|sample| (sample.seconds, sample.total, sample.sampled)),
        };
        let Some((core_seconds, solutions, sampled)) = estimated else { return Ok(None) };
        // The ranges, the time and the checksum of a line, and its numbers.
        let digits = (solutions.value.max(1.0) / job.plan.ends.len().max(1) as f64).log10().max(1.0);
        let line = 46.0 + 2.0 * digits * job.problem.wanted.clone().count().max(1) as f64;
        let header = job.header.to_line().len() as u64;
        Ok(Some(Estimate {
            seconds: core_seconds.scaled(1.0 / threads as f64).plus(set_up),
            core_seconds,
            memory: job.problem.memory(threads),
            side_by_side: threads,
            ledger_bytes: header + (line * job.plan.ends.len() as f64) as u64,
            solutions,
            sampled,
            subproblems: Some(len),
            extrapolated: by_descents,
            seed,
        }))
    }

    /// The modelled time in seconds of a count that takes more than a year on this many threads.
    #[must_use]
    pub fn endless_seconds(&self, threads: usize) -> Option<f64> {
        let is_long = self.method() == Method::Rows && self.field.most_queens() >= SMALLEST_MODELLED;
        let parts = is_long.then(|| self.parts(None, &StopFlag::default()).ok()).flatten()?;
        Some(parts.modelled_seconds(0) / threads.max(1) as f64).filter(|&seconds| seconds > YEAR)
    }
}

impl Parts {
    /// The modelled time of one thread in seconds, right within a factor of three or so; 0 where there is no model.
    pub(super) fn modelled_seconds(&self, seed: u64) -> f64 {
        match &self.split {
            Split::Rows(rows) if rows.len() > 0 => {
                let descents = Descents::new(rows, self, seed);
                let nodes: f64 = (0..MODEL).map(|id| descents.descend(id).nodes).sum();
                nodes / MODEL as f64
            }
            Split::Halves(halves) => seconds_by_halves(halves.size),
            Split::Torus(torus) => seconds_on_torus(torus.size),
            _ => 0.0,
        }
    }
}

/// The time of one thread in seconds for N queens that move as knights too, measured for N = 16 to 18.
pub fn seconds_by_halves(size: u32) -> f64 {
    0.03 * 5f64.powi(size.cast_signed() - 16)
}

/// The time of one thread in seconds for N queens on a torus, measured for N = 19 to 25.
pub fn seconds_on_torus(size: u32) -> f64 {
    0.03 * 5f64.powi(size.cast_signed() - 19)
}

/// Random descents as subproblems.
struct Descents<'a> {
    rows: &'a Rows,
    parts: &'a Parts,
    /// The sum of the costs of the subproblems up to each one.
    costs: Vec<u128>,
    seed: u64,
}

/// The end of a descent.
struct Descent {
    /// The ways to choose it, estimated.
    ways: f64,
    /// Solutions for each placement below.
    weight: f64,
    grid: Grid,
    /// The seconds of all searches, by the nodes on the way.
    nodes: f64,
}

/// The number of descents, and the sums of seconds and of placements and of their squares.
#[derive(Default)]
struct Sums([f64; 5]);

impl Tally for Sums {
    fn add(&mut self, other: &Self, _: u64) -> Result<(), Overflow> {
        self.0.iter_mut().zip(other.0).for_each(|(sum, more)| *sum += more);
        Ok(())
    }
}

impl<'a> Descents<'a> {
    fn new(rows: &'a Rows, parts: &'a Parts, seed: u64) -> Self {
        let costs = (0..rows.len()).scan(0u128, |sum, id| {
            *sum += u128::from(rows.subproblem(id).cost);
            Some(*sum)
        });
        Descents { rows, parts, costs: costs.collect(), seed }
    }

    /// A descent below a subproblem, which is chosen with a probability proportional to its cost.
    fn descend(&self, id: u64) -> Descent {
        let mut random = Random::new(mix(self.seed ^ mix(id)));
        let all = *self.costs.last().unwrap_or(&0) as f64;
        let at = random.fraction() * all;
        let of = self.costs.partition_point(|&sum| sum as f64 <= at).min(self.costs.len() - 1) as u64;
        let Subproblem { weight, cost, .. } = self.rows.subproblem(of);
        let mut grid = self.rows.grid(of);
        let fills = self.rows.fills(&grid);
        let (node, most) = if fills { (NODE[0], None) } else { (NODE[1], Some(*self.parts.wanted.end())) };
        let mut ways = all / cost as f64;
        let (mut nodes, mut bottom) = (ways * node, None);
        let mut end = |ways: f64, grid: &Grid| {
            if bottom.is_none() && grid.nodes(most) <= SEARCHED {
                bottom = Some((ways, grid.clone()));
            }
        };
        end(ways, &grid);
        // The closed form takes the last rows, and the most queens end the search.
        while grid.open_rows() > 2 && grid.queens < *self.parts.wanted.end() {
            let Some(row) = grid.decided.iter().position(|&decided| !decided) else { break };
            let squares: Vec<u32> =
                (0..grid.width).filter(|&column| grid.free[row] >> column & 1 == 1).collect();
            let may_skip = grid.queens + grid.open_rows() > *self.parts.wanted.start();
            let choices = squares.len() + usize::from(may_skip);
            if choices == 0 {
                ways = 0.0;
                break;
            }
            ways *= choices as f64;
            match squares.get(random.below(choices)) {
                Some(&column) => grid.put(row as u32, column),
                None => grid.skip(row as u32),
            }
            nodes += ways * node;
            end(ways, &grid);
        }
        let (ways, grid) = bottom.unwrap_or((ways, grid));
        Descent { ways, weight: weight as f64, grid, nodes }
    }

    /// The workers' seconds and the placements of all subproblems, and the number of descents, from this much time.
    fn estimated(
        &self,
        time: Duration,
        context: &mut Context<'_>,
    ) -> Result<Option<(Estimated, Estimated, u64)>, Error> {
        let Context { workers, stop, observer } = context;
        let own_stop = StopFlag::default();
        let mut watch = |progress: &Progress| {
            if progress.elapsed >= time || stop.is_raised() {
                own_stop.abandon();
            }
            observer.progress(progress);
        };
        let Sums([n, seconds, squared, placements, placements_squared]) =
            Context { workers, stop: own_stop.clone(), observer: &mut watch }.run(self)?.tally;
        let mean = |sum: f64, squares: f64| {
            let value = sum / n;
            let variance = (squares / n - value * value).max(0.0) / (n - 1.0);
            if n < 10.0 || variance == 0.0 {
                Estimated::alone(value)
            } else {
                Estimated::new(value, variance.sqrt(), n - 1.0)
            }
        };
        Ok((n > 0.0).then(|| (mean(seconds, squared), mean(placements, placements_squared), n as u64)))
    }
}

impl Problem for Descents<'_> {
    type Tally = Sums;
    type Scratch = ();

    fn len(&self) -> u64 {
        DESCENTS
    }

    fn count(&self, id: u64, (): &mut (), stop: &StopFlag) -> Result<Sums, Halt> {
        let Descent { ways, weight, grid, .. } = self.descend(id);
        let began = Instant::now();
        let counts = self.rows.count_on(&grid, stop);
        let seconds = ways * began.elapsed().as_secs_f64();
        let counts = stop.unless_abandoned(self.parts.of_wanted(&counts))?;
        let placements = ways * weight * self.parts.sum(counts)?;
        Ok(Sums([1.0, seconds, seconds * seconds, placements, placements * placements]))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Field, Rules};
    use super::*;
    use crate::search::Workers;

    fn parts(size: u32, rules: Rules, queens: Option<u32>) -> (Counting, Parts) {
        let counting = Counting::new(Field::new(size, size, rules).unwrap()).queens(queens);
        let parts = counting.parts(None, &StopFlag::default()).unwrap();
        (counting, parts)
    }

    #[test]
    fn descents_and_subproblems_estimate_the_placements_that_are_counted() {
        let workers = Workers::new(2).unwrap();
        let context = &mut Context::new(&workers);
        let knight = Rules { knight: true, torus: false };
        for (size, rules, queens) in [(11, Rules::QUEEN, None), (11, knight, Some(6))] {
            let (counting, parts) = parts(size, rules, queens);
            let count = counting.run(context).unwrap().counts.unwrap();
            let exact = count.iter().sum::<u128>() as f64;
            let Split::Rows(rows) = &parts.split else { panic!("{size}") };
            let time = Duration::from_millis(300);
            let descents = Descents::new(rows, &parts, 7);
            let by_descents = descents.estimated(time, context).unwrap().unwrap();
            let by_sample = counting.estimate(time, 7, context).unwrap().unwrap();
            for Estimated { value, error, .. } in [by_descents.1, by_sample.solutions] {
                let off = (value - exact).abs();
                assert!(
                    error.is_none_or(|error| off <= 5.0 * error + 1e-6 * exact),
                    "{size}: {value} {error:?} {exact}"
                );
            }
        }
    }

    #[test]
    fn the_model_tells_seconds_from_centuries() {
        let endless = |size, queens| parts(size, Rules::QUEEN, queens).0.endless_seconds(2).is_some();
        assert!(!endless(8, None) && !endless(14, None) && !endless(16, None));
        assert!(endless(24, None) && endless(30, None) && endless(64, None));
        assert!(!endless(30, Some(3)), "few queens are few placements");
    }
}
