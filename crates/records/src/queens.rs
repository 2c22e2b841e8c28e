//! Records of queens counts.

use super::made::COLUMNS;
use super::{Countable, Family, Kind, Made, Record, Subject, condition_words, sorted_pairs};
use serde::{Deserialize, Serialize};
use std::path::Path;
use vuelta::base::text::plural;
use vuelta::known::{self, Published};
use vuelta::queens::{Board, Count, Counting, Engine};
use vuelta::search::{Context, Ledger, Survey};
use vuelta::{Error, Square};

/// The most squares of a kind that a sentence names; of more squares it says the number.
const NAMED_SQUARES: usize = 4;

/// Counts of the solutions of N queens. `partial` has the solutions of the finished subproblems, where the total is
/// missing.
pub(super) static FAMILY: Family = Family {
    problem: "queens",
    quantities: &[
        Kind { label: "solutions", ..Kind::number("total") },
        Kind { is_optional: true, ..Kind::number("partial") },
        Kind::number("fundamental"),
        Kind { label: "symmetric by 180°", ..Kind::number("symmetric_180") },
        Kind { label: "symmetric by 90°", ..Kind::number("symmetric_90") },
    ],
    main: &["total"],
    columns: &[
        &["n", "total", "fundamental", "symmetric_180", "symmetric_90", "published", "agrees"],
        &["fixed", "blocked", "shard", "status", "shard_finished", "partial"],
        COLUMNS,
        &["core_seconds"],
    ],
};

/// A board with its conditions, their squares in ascending order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QueensSubject {
    /// N.
    pub n: u32,
    /// The squares with queens.
    #[serde(default)]
    pub fixed: Vec<[u32; 2]>,
    /// The squares without.
    #[serde(default)]
    pub blocked: Vec<[u32; 2]>,
}

impl QueensSubject {
    /// This board.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let [fixed, blocked] = [board.fixed(), board.blocked()].map(sorted_pairs);
        QueensSubject { n: board.size(), fixed, blocked }
    }

    /// Everything published about the board without conditions.
    pub(super) fn published(&self) -> Vec<Published> {
        known::about("queens", &format!("n={}", self.n)).collect()
    }

    /// `8 queens on 8 x 8, fixed b4`
    pub(super) fn title(&self) -> String {
        let (n, conditions) = (self.n, self.conditions());
        let comma = if conditions.is_empty() { "" } else { ", " };
        format!("{} on {n} x {n}{comma}{conditions}", plural(n as usize, "queen"))
    }

    /// The conditions in a few words: `fixed b4 d5, blocked a1`; empty where there are none.
    #[must_use]
    pub fn conditions(&self) -> String {
        let of = |(key, squares): (&str, &[[u32; 2]])| match squares {
            [] => None,
            squares if squares.len() <= NAMED_SQUARES => {
                let names = squares.iter().map(|&[row, column]| Square::new(row, column).name(self.n));
                Some(format!("{key} {}", names.collect::<Vec<_>>().join(" ")))
            }
            many => Some(format!("{} {key}", many.len())),
        };
        let conditions = [("fixed", &*self.fixed), ("blocked", &*self.blocked)];
        conditions.into_iter().filter_map(of).collect::<Vec<_>>().join(", ")
    }
}

impl Countable for Counting {
    fn subject(&self) -> Subject {
        Subject::Queens(QueensSubject::new(self.board()))
    }

    /// Half of the memory: large pages for the rest are partly empty (21 MiB at N = 18).
    fn large_pages(&self, threads: usize) -> u64 {
        self.usual_memory(threads).0 / 2
    }

    fn device(&self) -> Option<&str> {
        Counting::on_device(self).name()
    }

    fn count(&self, context: &mut Context<'_>) -> Result<Record, Error> {
        Ok(record_of(self, &self.run(context)?, context.workers.threads()))
    }

    fn merged(&self, union: &Ledger, path: &Path, context: &Context<'_>) -> Result<(Record, Survey), Error> {
        let (count, survey) = Counting::merged(self, union, path, context)?;
        Ok((record_of(self, &count, context.workers.threads()), survey))
    }

    fn command(&self) -> Vec<String> {
        let (board, engine) = (self.board(), self.resolved_engine());
        let mut words = vec!["queens".to_owned(), "count".to_owned(), board.size().to_string()];
        words.extend(condition_words(board.fixed(), board.blocked()));
        if Engine::fastest(board) != engine {
            words.extend(["--engine".to_owned(), engine.to_string()]);
        }
        words
    }

    fn again(&self, _: &Record) -> Option<Self> {
        Some(self.double_check()).filter(|again| again.board().size() > 0)
    }
}

/// The record of this count that was made on this many threads.
fn record_of(counting: &Counting, count: &Count, threads: usize) -> Record {
    let made = Made {
        isa: count.isa.map(|isa| isa.to_string()),
        device: count.device.clone(),
        rechecked: count.rechecked,
        seconds: Some(count.elapsed.as_secs_f64()),
        stages: count.stages.clone(),
        ..Made::of(&count.work, &count.engine, threads)
    };
    let total = count.total();
    let record = Record::new(counting.subject(), made)
        .of_shard(count.work.shard)
        .with("total", total)
        .with("partial", total.is_none().then_some(count.work.outcome.tally))
        .with("fundamental", count.fundamental)
        .with("symmetric_180", count.symmetric.map(|counts| counts.symmetric_180))
        .with("symmetric_90", count.symmetric.map(|counts| counts.symmetric_90));
    if total.is_some() { record.compared() } else { record }
}
