//! The sweeps of a count, and the ledger of the finished ones.
//!
//! A *sweep* goes once through all levels, and is the unit of a ledger: in the middle of a sweep there is only a level
//! of positions to save, which takes gigabytes. The dense engine makes one sweep if exact numbers fit in memory,
//! otherwise one per prime. In the ledger the sweep of prime number i is subproblem i, and an exact sweep stands for
//! all subproblems:
//!
//! ```text
//! 2..3 count=4102944631 ns=228113090441 residue=4102944631 more=1290342100,187636299,21111,1,1,2,8,.. crc=7d0b64f1
//! ```
//!
//! `count` is the number of games, and `more` begins with the number of solutions (both as residues for a sweep of one
//! prime). The positions follow, then the stuck positions and the positions of each level, if the engine counts them.
//! The time is the sum over all workers. The counts of other engines are one sweep.

use super::fundamental::solutions_up_to_symmetry;
use super::{Count, Engine, Game, Positions};
use crate::Error;
use crate::search::{
    Chunk, Context, Header, Instant, Journal, Ledger, LedgerFault, Observer, Outcome, Progress, Shard, Work,
};
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

/// The version of the subproblems. It changes with the primes and with the counting of positions.
const PLAN: u32 = 1;

/// An observer that keeps finished sweeps.
pub(super) struct Sweeps<'a> {
    pub context: Context<'a>,
    journal: Option<Journal>,
    /// The sweeps that the ledger held before this run.
    kept: HashMap<Range<u64>, Count>,
}

impl<'a> Sweeps<'a> {
    /// Sweeps without a ledger.
    pub fn new(context: Context<'a>) -> Self {
        Sweeps { context, journal: None, kept: HashMap::new() }
    }

    /// Opens the ledger of a count by this engine in `sweeps` sweeps.
    ///
    /// # Errors
    /// [`Error::Ledger`]; [`Error::Stopped`] if `stop` was raised before it could be opened.
    pub fn with_ledger(
        path: &Path,
        game: &Game,
        (engine, sweeps): (Engine, u64),
        context: Context<'a>,
    ) -> Result<Self, Error> {
        let header = Header {
            problem: problem(game),
            engine: engine.to_string(),
            plan: PLAN,
            subproblems: sweeps,
            fingerprint: 0,
            shard: Shard::WHOLE,
            split: 1,
        };
        let journal = Journal::open(path, &header, &context.stop, context.observer)?.ok_or(Error::Stopped)?;
        let ledger = &journal.ledger;
        let mut kept = HashMap::new();
        for (index, chunk) in ledger.chunks.iter().enumerate() {
            let is_sweep = chunk.ids.end - chunk.ids.start == 1 || chunk.ids == (0..sweeps);
            let damaged = || LedgerFault::damaged(index + 2, "it is not a sweep of this count").of(path);
            let found = read(chunk).filter(|_| is_sweep).ok_or_else(damaged)?;
            kept.insert(chunk.ids.clone(), found);
        }
        if !kept.is_empty() {
            let share = 100.0 * ledger.done.len() as f64 / sweeps as f64;
            context.observer.note(&format!("resuming at {share:.1} %"));
        }
        Ok(Sweeps { journal: Some(journal), kept, ..Sweeps::new(context) })
    }

    /// The numbers of these sweeps, if the ledger held them in one line.
    pub fn kept(&self, sweeps: &Range<u64>) -> Option<&Count> {
        self.kept.get(sweeps)
    }

    /// The number of sweeps that the ledger held.
    pub fn resumed(&self) -> u64 {
        self.kept.keys().map(|sweeps| sweeps.end - sweeps.start).sum()
    }

    /// Keeps a finished sweep, which began at this time and stands for these subproblems.
    ///
    /// # Errors
    /// [`Error::Overflow`] if the ledger's numbers exceed 128 bits.
    pub fn keep(&mut self, ids: Range<u64>, began: Instant, count: &Count) -> Result<(), Error> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        let time = began.elapsed().as_nanos() * self.context.workers.threads() as u128;
        let nanoseconds = u64::try_from(time).unwrap_or(u64::MAX);
        journal.push(Chunk { ids, count: count.games, nanoseconds, more: more(count) })?;
        journal.save(true, self.context.observer);
        Ok(())
    }

    /// Makes a count of one sweep, unless the ledger holds it; with `again`, in any case. `make` returns the number of
    /// its subproblems too.
    ///
    /// # Errors
    /// The errors of `make`, and [`Error::Inconsistent`] if the ledger held other numbers.
    pub fn only(
        &mut self,
        game: &Game,
        again: bool,
        make: impl FnOnce(&mut Context<'_>) -> Result<(Option<Count>, u64), Error>,
    ) -> Result<(Option<Count>, u64), Error> {
        let known = self.kept.get(&(0..1)).cloned();
        if let (Some(mut count), false) = (known.clone(), again) {
            count.solutions_up_to_symmetry = solutions_up_to_symmetry(game, count.solutions);
            return Ok((Some(count), 1));
        }
        let began = Instant::now();
        let made = make(&mut self.context.unwatched().watched_by(self))?;
        match (&made.0, known) {
            (Some(count), None) => self.keep(0..1, began, count)?,
            (Some(count), Some(known)) => same(count, &known)?,
            (None, _) => {}
        }
        Ok(made)
    }

    /// The work of this run, with its finished and all subproblems and its time; with a ledger, that of all runs in sweeps.
    pub fn work(&self, (done, total): (u64, u64), elapsed: Duration) -> Work<()> {
        let outcome = |done, total| Outcome { tally: (), done, total, elapsed };
        let Some(Journal { ledger, troubled, .. }) = &self.journal else {
            return Work::of(outcome(done, total));
        };
        Work {
            resumed: self.resumed(),
            core_time: Some(ledger.core_time()),
            ledger_troubled: *troubled,
            ..Work::of(outcome(ledger.done.len(), ledger.header.subproblems))
        }
    }
}

impl Observer for Sweeps<'_> {
    fn progress(&mut self, progress: &Progress) {
        if let Some(journal) = &mut self.journal {
            journal.save(false, self.context.observer);
        }
        self.context.observer.progress(progress);
    }

    fn trouble(&mut self, sentence: &str) {
        self.context.observer.trouble(sentence);
    }
}

/// The ledger at this path, if it belongs to this game's count by some engine. Opening it checks everything else.
pub(super) fn begun(path: &Path, game: &Game) -> Option<Ledger> {
    let ledger = Ledger::read(path).ok()?;
    let by_engine = ledger.header.engine.parse::<Engine>().is_ok();
    (by_engine && ledger.header.problem == problem(game)).then_some(ledger)
}

/// The problem in one word: the board with its pegs, a colon and the goal.
fn problem(game: &Game) -> String {
    format!("senku/{}:{}", game.board().diagram_word(game.start()), game.goal_word())
}

/// The numbers of a line besides the games.
fn more(count: &Count) -> Vec<u128> {
    let positions = count.positions.iter().flat_map(|positions| {
        [positions.in_all, positions.stuck].into_iter().chain(positions.levels.iter().copied())
    });
    std::iter::once(count.solutions).chain(positions.map(u128::from)).collect()
}

/// Reads the numbers of a line; `None` if they do not make a sweep.
fn read(chunk: &Chunk) -> Option<Count> {
    let (&solutions, positions) = chunk.more.split_first()?;
    let positions: Vec<u64> =
        positions.iter().map(|&number| number.try_into().ok()).collect::<Option<_>>()?;
    let positions = match positions[..] {
        [] => None,
        [in_all, stuck, ref levels @ ..] => Some(Positions { levels: levels.to_vec(), in_all, stuck }),
        _ => return None,
    };
    Some(Count { games: chunk.count, solutions, positions, ..Count::default() })
}

/// Checks that a count agrees with the ledger.
fn same(count: &Count, known: &Count) -> Result<(), Error> {
    if (count.games, count.solutions) == (known.games, known.solutions) {
        return Ok(());
    }
    let Count { games, solutions, .. } = known;
    let what = format!("the ledger has {games} games and {solutions} solutions, and the count other numbers");
    Err(Error::Inconsistent { what })
}

#[cfg(test)]
#[path = "sweeps_tests.rs"]
mod tests;
