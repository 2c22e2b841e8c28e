//! The run of a count or a shard, with or without a ledger.
//!
//! ```text
//! wanted = the shard's subproblems        left = wanted - what the ledger holds
//! total  = the ledger's sum, once the subproblems that were left are counted
//! ```

use super::backtrack::Backtrack;
use super::bitmask::Bitmask;
use super::counting::Split;
use super::engine::EngineProblem;
use super::halves::Halves;
use super::{Board, Count, Counting, Engine};
use crate::search::{
    Journal, Ledger, Observer, Outcome, Saving, Shard, StopFlag, Stopwatch, Tally, Unsaved, Workers,
};
use crate::{Error, Square};
use std::borrow::Cow;
use std::time::Duration;

impl Counting {
    /// Runs the count.
    ///
    /// # Errors
    /// [`Error::Engine`] for a board that is too large for the engine, [`Error::InstructionSet`] for a set that the
    /// machine lacks, [`Error::Memory`] if it would exceed the limit, [`Error::Overflow`] beyond 128 bits,
    /// [`Error::Ledger`] for an unusable ledger, [`Error::Asymmetric`] for an impossible total.
    pub fn run(
        &self,
        workers: &Workers,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Count, Error> {
        let mut watch = Stopwatch::start();
        self.check()?;
        let mut count = Count::begun(self);
        if (count.engine, self.split) == (Engine::Halves, Split::Other) {
            count.outcome = self.halves_by_row(workers, stop, observer)?;
        } else {
            let problem = self.as_ledger_asks().prepare(workers)?;
            if self.shard.is_none() && self.ledger.is_none() {
                count.outcome = workers.run(&problem, stop, observer)?;
                // A stopped count skips the fingerprint.
                let plan = self.fingerprint.then(|| self.plan(&problem, stop).ok()).flatten();
                count.fingerprint = plan.map(|plan| plan.fingerprint);
            } else {
                self.run_planned(&problem, &mut count, workers, stop, observer)?;
            }
        }
        watch.end_both("set_up", "count", count.outcome.elapsed);
        count.add_symmetric(&self.board, workers, stop)?;
        watch.end("symmetry");
        (count.stages, count.elapsed) = watch.stop();
        Ok(count)
    }

    /// The count, without its memory limit if the ledger is complete: then only lists are made.
    fn as_ledger_asks(&self) -> Cow<'_, Self> {
        let ledger = self.ledger.as_deref().and_then(|path| Ledger::read(path).ok());
        match ledger.is_some_and(|ledger| ledger.is_complete()) {
            true => Cow::Owned(Counting { memory_limit: None, ..self.clone() }),
            false => Cow::Borrowed(self),
        }
    }

    /// The problem of this count's engine, with its lists, which all threads make.
    pub(super) fn prepare(&self, workers: &Workers) -> Result<EngineProblem, Error> {
        let board = || self.board.clone();
        Ok(match self.engine {
            Engine::Halves => EngineProblem::Halves(self.halves(&self.board, workers)?),
            Engine::Bitmask => EngineProblem::Bitmask(Bitmask::new(board(), self.split == Split::Usual)),
            Engine::Backtrack => EngineProblem::Backtrack(Backtrack::new(board())),
        })
    }

    fn halves(&self, board: &Board, workers: &Workers) -> Result<Halves, Error> {
        Halves::with_board(board, self.isa, self.memory_limit, workers)
    }

    /// Runs a shard, or a count with a ledger.
    fn run_planned(
        &self,
        problem: &EngineProblem,
        count: &mut Count,
        workers: &Workers,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<(), Error> {
        let plan = self.plan(problem, stop)?;
        count.fingerprint = Some(plan.fingerprint);
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let wanted = shard.ranges(problem, &plan, stop);
        go_on(stop)?;
        let Some(path) = &self.ledger else {
            count.outcome = workers.run_ranges(problem, &plan.cut(&wanted), stop, &mut Unsaved(observer))?;
            return Ok(());
        };
        let mut journal =
            Journal::open(path, &self.header(&plan, shard), stop, observer)?.ok_or(Error::Stopped)?;
        let mut sum = journal.ledger().count;
        let left = journal.left(&wanted);
        count.resumed = wanted.len() - left.len();
        let chunks = plan.cut(&left);
        journal.expect(&chunks);
        let mut saving = if count.resumed > 0 {
            let (all, rest) = (plan.cost_of(problem, &wanted, stop), plan.cost_of(problem, &left, stop));
            go_on(stop)?;
            observer.resumed((all - rest) as f64 / all.max(1) as f64);
            Saving::new(&mut journal, observer).resumed(all - rest, count.resumed)
        } else {
            Saving::new(&mut journal, observer)
        };
        count.outcome = workers.run_ranges(problem, &chunks, stop, &mut saving)?;
        saving.finish()?;
        sum.add(&count.outcome.tally, 1)?;
        count.outcome.tally = journal.ledger().count;
        same_sum(count.outcome.tally, sum)?;
        count.outcome.done += count.resumed;
        count.outcome.total += count.resumed;
        count.core_time = Some(journal.ledger().core_time());
        count.ledger_troubled = journal.troubled();
        Ok(())
    }

    /// The sum over the squares of the first row with a choice, with the row's queen fixed on each in turn: counts
    /// with conditions, which use none of the weights of the whole board.
    fn halves_by_row(
        &self,
        workers: &Workers,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Outcome<u128>, Error> {
        let board = &self.board;
        let Some(row) = (0..board.size()).find(|&row| board.free(row).count_ones() > 1) else {
            return Ok(workers.run(&self.halves(board, workers)?, stop, observer)?);
        };
        let mut sum = Outcome { tally: 0, done: 0, total: 0, elapsed: Duration::ZERO };
        for square in (0..board.size()).map(|column| Square::new(row, column)) {
            if !board.is_free(square) {
                continue;
            }
            if stop.is_raised() {
                // A part of the sum is missing.
                sum.total = sum.total.max(sum.done + 1);
                break;
            }
            let fixed = [board.fixed(), &[square]].concat();
            let board = Board::with_conditions(board.size(), &fixed, board.blocked())?;
            let part = workers.run(&self.halves(&board, workers)?, stop, observer)?;
            sum.tally.add(&part.tally, 1)?;
            sum.done += part.done;
            sum.total += part.total;
            sum.elapsed += part.elapsed;
        }
        Ok(sum)
    }
}

/// Refuses to continue once `stop` is raised: the preparations are incomplete.
fn go_on(stop: &StopFlag) -> Result<(), Error> {
    if stop.is_raised() { Err(Error::Stopped) } else { Ok(()) }
}

/// Refuses a ledger whose sum differs from its old sum plus this run's counts, which another thread added up.
fn same_sum(in_ledger: u128, counted: u128) -> Result<(), Error> {
    let what = || format!("the ledger's lines come to {in_ledger}, and the workers' results to {counted}");
    if in_ledger == counted { Ok(()) } else { Err(Error::Inconsistent { what: what() }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Quiet;

    #[test]
    fn sums_that_differ_are_an_error_with_both() {
        assert!(same_sum(92, 92).is_ok());
        let sentence = same_sum(92, 91).unwrap_err().to_string();
        assert!(sentence.contains("lines come to 92, and the workers' results to 91"), "{sentence}");
    }

    #[test]
    fn half_boards_row_by_row_are_half_boards_at_once() {
        let workers = Workers::new(2).unwrap();
        for size in 1..=12 {
            let counting = Counting::new(Board::new(size).unwrap()).engine(Engine::Halves);
            let count = |split| {
                let counting = Counting { split, ..counting.clone() };
                counting.run(&workers, &StopFlag::default(), &mut Quiet).unwrap().total().unwrap()
            };
            assert_eq!(count(Split::Other), count(Split::Usual), "N = {size}");
        }
    }
}
