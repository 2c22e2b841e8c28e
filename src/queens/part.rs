//! One run of an engine: the whole count or a shard of it, with or without a ledger.
//!
//! ```text
//! wanted = the shard's subproblems        left = wanted - what the ledger holds
//! total  = the ledger's sum, once the subproblems that were left are counted
//! ```
//!
//! The [`Header`] says what the numbers of the subproblems mean: the board, the engine, the version of the plan and
//! a checksum over all weights and costs. Threads and instruction sets are no part of it: a run may go on with
//! others.

use super::{Board, Counting, Engine};
use crate::error::shown;
use crate::search::{
    Header, Journal, Observer, Outcome, Plan, Problem, Progress, Saving, Shard, Sink, StopFlag, Tally,
    Workers,
};
use crate::{Error, Square};
use std::time::Duration;

/// The version of the engines' numbering of subproblems, and of what a count of one is.
const PLAN: u32 = 2;

/// What is done with an engine's problem, whichever it is.
pub(super) trait Job {
    type Output;

    fn run<P: Problem<Tally = u128>>(self, problem: &P) -> Result<Self::Output, Error>;
}

/// What a run gives.
pub(super) struct Ran {
    pub outcome: Outcome<u128>,
    /// How many of its subproblems the ledger had before.
    pub resumed: u64,
    /// The workers' time in all runs, where there is a ledger.
    pub core_time: Option<Duration>,
    /// Whether the ledger could not be written at some time.
    pub ledger_troubled: bool,
    /// The plan's fingerprint, where a plan was made.
    pub fingerprint: Option<u32>,
}

impl Ran {
    /// A run without a ledger.
    pub fn of(outcome: Outcome<u128>, fingerprint: Option<u32>) -> Self {
        Ran { outcome, resumed: 0, core_time: None, ledger_troubled: false, fingerprint }
    }
}

/// The count itself.
pub(super) struct Run<'a> {
    pub counting: &'a Counting,
    pub workers: &'a Workers,
    pub stop: &'a StopFlag,
    pub observer: &'a mut dyn Observer,
}

impl Job for Run<'_> {
    type Output = Ran;

    fn run<P: Problem<Tally = u128>>(self, problem: &P) -> Result<Ran, Error> {
        let counting = self.counting;
        if counting.shard.is_none() && counting.ledger.is_none() {
            let outcome = self.workers.run(problem, self.stop, self.observer)?;
            // Of a count that was stopped nobody waits for it.
            let plan = counting.fingerprint.then(|| counting.plan(problem, self.stop).ok()).flatten();
            let fingerprint = plan.map(|plan| plan.fingerprint);
            return Ok(Ran::of(outcome, fingerprint));
        }
        let plan = counting.plan(problem, self.stop)?;
        let fingerprint = Some(plan.fingerprint);
        let shard = counting.shard.unwrap_or(Shard::WHOLE);
        let wanted = shard.ranges(problem, &plan, self.stop);
        go_on(self.stop)?;
        let Some(path) = &counting.ledger else {
            let sink = &mut Unsaved(self.observer);
            let outcome = self.workers.run_pieces(problem, &plan.cut(&wanted), self.stop, sink)?;
            return Ok(Ran::of(outcome, fingerprint));
        };
        let header = counting.header(&plan, shard);
        let journal = Journal::open(path, &header, self.stop, self.observer)?;
        let mut journal = journal.ok_or(Error::Stopped)?;
        let mut sum = journal.ledger().count;
        let left = journal.left(&wanted);
        let done = wanted.len() - left.len();
        let pieces = plan.cut(&left);
        journal.expect(&pieces);
        let mut saving = if done > 0 {
            let (all, rest) =
                (plan.cost_of(problem, &wanted, self.stop), plan.cost_of(problem, &left, self.stop));
            go_on(self.stop)?;
            self.observer.resumed((all - rest) as f64 / all.max(1) as f64);
            Saving::new(&mut journal, self.observer).resumed(all - rest, done)
        } else {
            Saving::new(&mut journal, self.observer)
        };
        let mut outcome = self.workers.run_pieces(problem, &pieces, self.stop, &mut saving)?;
        saving.finish()?;
        sum.add(&outcome.tally, 1)?;
        outcome.tally = journal.ledger().count;
        same_sum(outcome.tally, sum)?;
        outcome.done += done;
        outcome.total += done;
        let core_time = Some(journal.ledger().core_time());
        Ok(Ran { outcome, resumed: done, core_time, ledger_troubled: journal.troubled(), fingerprint })
    }
}

/// An error where `stop` is raised: what was prepared is not whole.
fn go_on(stop: &StopFlag) -> Result<(), Error> {
    if stop.is_raised() { Err(Error::Stopped) } else { Ok(()) }
}

/// What the ledger holds at the end is what it held before and what was counted since, which another thread added up.
fn same_sum(in_ledger: u128, counted: u128) -> Result<(), Error> {
    let what = || format!("the ledger's lines come to {in_ledger}, and the workers' results to {counted}");
    if in_ledger == counted { Ok(()) } else { Err(Error::Inconsistent { what: what() }) }
}

impl Counting {
    /// The subproblems of this count's engine, cut into chunks.
    ///
    /// # Errors
    /// [`Error::Stopped`] when `stop` was raised first.
    pub(super) fn plan<P: Problem>(&self, problem: &P, stop: &StopFlag) -> Result<Plan, Error> {
        let cost = cost_per_second(self.resolved_engine(), self.board().size()) as f64;
        Plan::new(problem, (cost * self.chunk.as_secs_f64()) as u64, stop).ok_or(Error::Stopped)
    }

    /// What a ledger of this shard begins with.
    pub(super) fn header(&self, plan: &Plan, shard: Shard) -> Header {
        Header {
            problem: name(self.board()),
            engine: self.resolved_engine().to_string(),
            plan: PLAN,
            subproblems: plan.len,
            fingerprint: plan.fingerprint,
            shard,
            split: shard.count(),
        }
    }

    /// The count that a ledger with this header belongs to.
    ///
    /// # Errors
    /// [`Error::Input`] where it is no count of queens.
    pub fn of_ledger(header: &Header) -> Result<Self, Error> {
        let board = board_named(&header.problem).ok_or_else(|| {
            Error::input(format!("'{}' in the ledger's header is no board of queens", shown(&header.problem)))
        })?;
        Counting::new(board).engine(header.engine.parse()?).checked()
    }
}

/// Estimated cost that a usual core does in a second, which says how large chunks are. Fixed for a version of
/// the plan: never measured.
pub(super) fn cost_per_second(engine: Engine, size: u32) -> u64 {
    // A subproblem of the searches takes about five times as long on the next larger board.
    let steps = |from| 5u64.saturating_pow(size.saturating_sub(from));
    match engine {
        Engine::Halves => 100_000_000,
        Engine::Bitmask => 25_000 / steps(14).min(25_000),
        Engine::Auto | Engine::Backtrack => 1_000 / steps(12).min(1_000),
    }
}

/// The board with its conditions, in one word: `queens/8/fixed:0,1+3,2/blocked:`.
fn name(board: &Board) -> String {
    let squares = |squares: &[Square]| {
        let mut squares: Vec<_> = squares.iter().map(|s| (s.row, s.column)).collect();
        squares.sort_unstable();
        squares.iter().map(|(row, column)| format!("{row},{column}")).collect::<Vec<_>>().join("+")
    };
    let mut name = format!("queens/{}", board.size());
    if board.has_conditions() {
        name += &format!("/fixed:{}/blocked:{}", squares(board.fixed()), squares(board.blocked()));
    }
    name
}

/// The board of this name.
fn board_named(text: &str) -> Option<Board> {
    let (size, conditions) =
        text.strip_prefix("queens/").map(|rest| rest.split_once('/').unwrap_or((rest, "")))?;
    let size = size.parse().ok()?;
    let squares = |text: &str| -> Option<Vec<Square>> {
        let squares = text.split('+').filter(|square| !square.is_empty());
        squares.map(|square| Square::parse(square, size).ok()).collect()
    };
    let board = match conditions.split_once("/blocked:") {
        None => Board::new(size).ok()?,
        Some((fixed, blocked)) => {
            Board::with_conditions(size, &squares(fixed.strip_prefix("fixed:")?)?, &squares(blocked)?).ok()?
        }
    };
    (name(&board) == text).then_some(board)
}

/// The sink of a shard that nobody saves.
struct Unsaved<'a>(&'a mut dyn Observer);

impl Sink<u128> for Unsaved<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.0.progress(progress);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_that_differ_are_an_error_with_both() {
        assert!(same_sum(92, 92).is_ok());
        let sentence = same_sum(92, 91).unwrap_err().to_string();
        assert!(sentence.contains("lines come to 92, and the workers' results to 91"), "{sentence}");
    }

    #[test]
    fn boards_are_read_back_by_name() {
        let squares = [Square::new(3, 1), Square::new(0, 2)];
        let boards = [
            Board::new(22).unwrap(),
            Board::with_conditions(8, &squares, &[]).unwrap(),
            Board::with_conditions(8, &[], &squares).unwrap(),
            Board::with_conditions(8, &squares[..1], &squares[1..]).unwrap(),
        ];
        for board in boards {
            assert_eq!(name(&board_named(&name(&board)).unwrap()), name(&board));
        }
        assert_eq!(
            name(&Board::with_conditions(8, &squares, &[]).unwrap()),
            "queens/8/fixed:0,2+3,1/blocked:"
        );
        for wrong in [
            "",
            "queens",
            "queens/",
            "queens/0",
            "queens/08",
            "queens/8/",
            "senku/8",
            "queens/8/fixed:9,9/blocked:",
        ] {
            assert!(board_named(wrong).is_none(), "{wrong}");
        }
    }
}
