//! The run of a count: its engine's problem, the symmetric counts, the union of ledgers.

use super::backtrack::Backtrack;
use super::bitmask::Bitmask;
use super::engine::EngineProblem;
use super::halves::Halves;
use super::{Board, Count, Counting, Engine, SymmetricCounts};
use crate::base::bits::ones;
use crate::search::{
    Context, Instant, Job, Ledger, Outcome, Shard, StopFlag, Stopwatch, Survey, Tally, Work,
};
use crate::simd::Isa;
use crate::{Error, Square};
use std::path::Path;
use std::time::Duration;

impl Counting {
    /// Runs the count.
    ///
    /// # Errors
    /// [`Error::Engine`] for a board that is too large for the engine, [`Error::InstructionSet`] for a set that the
    /// machine lacks, [`Error::Memory`] if it would exceed the limit, [`Error::Overflow`] beyond 128 bits,
    /// [`Error::Ledger`] for an unusable ledger, [`Error::Asymmetric`] for an impossible total, [`Error::Stopped`] if it
    /// is stopped before the first subproblem.
    pub fn run(&self, context: &mut Context<'_>) -> Result<Count, Error> {
        self.check()?;
        self.device.watched(context, |context| self.run_watched(context))
    }

    fn run_watched(&self, context: &mut Context<'_>) -> Result<Count, Error> {
        let mut watch = Stopwatch::start();
        let (mut rechecked, mut unplanned) = (None, None);
        let work = if self.engine == Engine::Halves && !self.use_symmetry {
            Work::of(self.halves_by_row(context)?)
        } else {
            // From a complete ledger nothing is counted, and only lists are made.
            let ledger = self.keeping.ledger.as_deref().and_then(|path| Ledger::read(path).ok());
            let memory_limit =
                self.memory_limit.filter(|_| !ledger.as_ref().is_some_and(Ledger::is_complete));
            let mut problem = self.problem(memory_limit, context)?;
            if self.rechecks {
                (problem, rechecked) = self.with_rechecks(problem, ledger.as_ref(), &context.stop)?;
            }
            if !self.keeping.is_asked_for() {
                let outcome = context.run(&problem)?;
                unplanned = self.fingerprint.then_some(problem);
                Work::of(outcome)
            } else {
                self.job(problem, &context.stop)?.run(&self.keeping, context)?
            }
        };
        watch.end_both("set_up", "count", work.outcome.elapsed);
        let mut count = Count { rechecked, ..self.count(work, context)? };
        watch.end("symmetry");
        (count.stages, count.elapsed) = watch.stop();
        // The plan is no part of the count; a stopped one has none.
        if let Some(problem) = unplanned {
            count.work.fingerprint = self.job(problem, &context.stop).ok().map(|job| job.plan.fingerprint);
        }
        Ok(count)
    }

    /// This count from ledgers whose union is given; the first one was read from `path`. The symmetric counts are made if
    /// the union is complete; the time is that of these.
    ///
    /// # Errors
    /// [`Error::Ledger`] if it is of another count, or was planned differently by another version; [`Error::Overflow`]
    /// beyond 128 bits, [`Error::Asymmetric`] for a total that cannot be.
    pub fn merged(
        &self,
        union: &Ledger,
        path: &Path,
        context: &Context<'_>,
    ) -> Result<(Count, Survey), Error> {
        let job = self.job(self.problem(self.memory_limit, context)?, &context.stop)?;
        let (work, survey) = job.merged(union, path, &context.stop)?;
        let began = Instant::now();
        let count = self.count(work, context)?;
        Ok((Count { isa: None, device: None, elapsed: began.elapsed(), ..count }, survey))
    }

    /// The count that this work gives, with the symmetric counts if the total is known and the board is empty.
    fn count(&self, work: Work<u128>, context: &Context<'_>) -> Result<Count, Error> {
        let (engine, size) = (self.engine, self.board.size());
        let mut count = Count {
            engine,
            isa: Some(if engine == Engine::Halves { self.isa } else { Isa::Portable }),
            device: self.device.name().map(str::to_owned),
            rechecked: None,
            elapsed: Duration::ZERO,
            work,
            symmetric: None,
            fundamental: None,
            stages: vec![],
        };
        if let Some(total) = count.total()
            && !self.board.has_conditions()
            && let Some(symmetric) = SymmetricCounts::count(size, context)?
        {
            count.symmetric = Some(symmetric);
            count.fundamental = Some(symmetric.fundamental(size, total)?);
        }
        Ok(count)
    }

    /// The problem of this count's engine, with its lists, which all threads make.
    pub(super) fn problem(
        &self,
        memory_limit: Option<u64>,
        context: &Context<'_>,
    ) -> Result<EngineProblem, Error> {
        let board = || self.board.clone();
        Ok(match self.engine {
            Engine::Halves => EngineProblem::Halves(self.halves(&self.board, memory_limit, context)?),
            Engine::Bitmask => EngineProblem::Search(Box::new(Bitmask::new(board(), self.use_symmetry))),
            Engine::Backtrack => EngineProblem::Search(Box::new(Backtrack::new(board()))),
        })
    }

    /// The half boards of a board, joined on this count's device.
    fn halves(
        &self,
        board: &Board,
        memory_limit: Option<u64>,
        context: &Context<'_>,
    ) -> Result<Halves, Error> {
        #[cfg(feature = "gpu")]
        if let Some(card) = &self.device.card {
            let memory_limit = self.device.without_uploads(memory_limit);
            return Halves::on(card, (board, self.isa), memory_limit, context);
        }
        Halves::new(board, self.isa, memory_limit, context)
    }

    /// This problem with a random hundredth of the chunks that the ledger lacks marked for a recount by the processor, and the
    /// numbers of marked chunks and of all that are to be counted.
    fn with_rechecks(
        &self,
        problem: EngineProblem,
        ledger: Option<&Ledger>,
        stop: &StopFlag,
    ) -> Result<(EngineProblem, Option<[usize; 2]>), Error> {
        let Job { mut problem, plan, .. } = self.job(problem, stop)?;
        let mut ids = self.keeping.shard.unwrap_or(Shard::WHOLE).ranges(&problem, &plan, stop);
        if let Some(ledger) = ledger {
            ids = ids.without(&ledger.done);
        }
        let chunks = plan.cut(&ids);
        let marked = problem.recheck(&chunks);
        Ok((problem, Some([marked, chunks.len()])))
    }

    /// The sum over the squares of the first row with a choice, with the row's queen fixed on each in turn: counts
    /// with conditions, which use none of the weights of the whole board.
    fn halves_by_row(&self, context: &mut Context<'_>) -> Result<Outcome<u128>, Error> {
        let board = &self.board;
        let halves = |board: &Board, context: &Context<'_>| self.halves(board, self.memory_limit, context);
        let Some(row) = (0..board.size()).find(|&row| board.free(row).count_ones() > 1) else {
            let halves = halves(board, context)?;
            return Ok(context.run(&halves)?);
        };
        let mut sum = Outcome { tally: 0, done: 0, total: 0, elapsed: Duration::ZERO };
        for column in ones(board.free(row)) {
            let fixed = [board.fixed(), &[Square::new(row, column as u32)]].concat();
            let board = Board::with_conditions(board.size(), &fixed, board.blocked())?;
            let part = match halves(&board, context) {
                Ok(halves) => context.run(&halves)?,
                Err(Error::Stopped) => {
                    // A part of the sum is missing.
                    sum.total = sum.total.max(sum.done + 1);
                    break;
                }
                Err(error) => return Err(error),
            };
            sum.tally.add(&part.tally, 1)?;
            sum.done += part.done;
            sum.total += part.total;
            sum.elapsed += part.elapsed;
        }
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Workers;

    #[test]
    fn half_boards_row_by_row_are_half_boards_at_once() {
        let workers = Workers::new(2).unwrap();
        for size in 1..=12 {
            let counting = Counting::new(Board::new(size).unwrap()).engine(Engine::Halves);
            let count = |use_symmetry| {
                let counting = Counting { use_symmetry, ..counting.clone() };
                counting.run(&mut Context::new(&workers)).unwrap().total().unwrap()
            };
            assert_eq!(count(false), count(true), "N = {size}");
        }
    }
}
