//! Published counts, counted again: which there are, the smallest first, and how long the next one takes.
//!
//! A [`Case`] is a count about which [`known`] has numbers. [`cases`] orders them by a model of their time:
//!
//! ```text
//! queens   0.2 ms + 1 ns * W(N)      W(N) = sum over the row sets of (half boards)^1.4, 1.8 times that for odd N
//! Senku    0.5 ms + 50 ns * slots    the slots of all levels, which are known exactly beforehand
//! ```
//!
//! These are the times of two threads with AVX-512, so that the order is the same everywhere; a [`Verifier`] learns
//! from what it counts by which factor this machine is slower or faster. Where the model leaves it open whether a
//! count of queens fits in the time that is left, the [`Forecast`] comes from a sample of its subproblems.
//!
//! All numbers that a count gives are compared. The lengths of games that were published (the fewest moves, the
//! fewest jumps) are no counts and left to the tests.

use crate::known::{self, SenkuEntry, SenkuGoal};
use crate::search::{Observer, Quiet, StopFlag, Workers};
use crate::senku::{self, Game, Goal};
use crate::simd::Isa;
use crate::{Error, Square, queens};
use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

/// The least time of a count, in seconds: the workers wake up.
const QUEENS_BASE: f64 = 2e-4;
/// The same with the set-up of a game.
const SENKU_BASE: f64 = 5e-4;
/// For each slot, with the winning positions.
const SECONDS_PER_SLOT: f64 = 50e-9;
/// The threads that the model is about.
const MODEL_THREADS: f64 = 2.0;
/// Cases that should take less, in seconds, say nothing about the machine's pace: a hiccup is all of their time.
const SHORTEST_LESSON: f64 = 0.01;
/// What the model says may be wrong by so much of it.
const MODEL_ERROR: f64 = 0.5;
/// A modelled time so many times as short as the time left leaves no doubt.
const NO_DOUBT: f64 = 4.0;
/// Counts are not sampled that take less than this, in seconds.
const SHORTEST_SAMPLED: f64 = 0.1;
/// The part of the time left that a sample may take, and the most of it.
const SAMPLE_SHARE: u32 = 10;
const LONGEST_SAMPLE: Duration = Duration::from_secs(4);

/// A count about which numbers were published.
#[derive(Debug, Clone)]
pub enum Case {
    /// N queens on a board without conditions.
    Queens(queens::Board),
    /// A game on the board of this name.
    Senku(&'static str, Box<Game>),
}

impl Case {
    /// `queens` or `senku`.
    #[must_use]
    pub fn problem(&self) -> &'static str {
        match self {
            Case::Queens(_) => "queens",
            Case::Senku(..) => "senku",
        }
    }

    /// The problem as a number.
    fn index(&self) -> usize {
        usize::from(matches!(self, Case::Senku(..)))
    }

    /// The modelled time, in seconds of two threads with AVX-512.
    fn cost(&self) -> f64 {
        match self {
            Case::Queens(board) => QUEENS_BASE + queens::modelled_seconds(board.size()),
            Case::Senku(_, game) => SENKU_BASE + SECONDS_PER_SLOT * senku::dense::estimate(game).slots as f64,
        }
    }
}

/// `queens 12`, `english 3,3 same`: the hole that is empty at the start, and the goal as `--goal` takes it.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, game) = match self {
            Case::Queens(board) => return write!(f, "queens {}", board.size()),
            Case::Senku(name, game) => (name, game),
        };
        let square = |hole| game.board().square(hole);
        f.write_str(name)?;
        for Square { row, column } in game.vacancies().iter().map(square) {
            write!(f, " {row},{column}")?;
        }
        match game.goal() {
            Goal::Any => f.write_str(" any"),
            goal if game.same().ok() == Some(goal) => f.write_str(" same"),
            Goal::Hole(hole) => write!(f, " {},{}", square(hole).row, square(hole).column),
            Goal::Position(pegs) => write!(f, " {} pegs", pegs.len()),
        }
    }
}

/// All counts about which numbers were published, the smallest first.
#[must_use]
pub fn cases() -> Vec<Case> {
    let sizes: BTreeSet<u32> = known::queens().map(|entry| entry.size).collect();
    let boards = sizes.into_iter().filter_map(|size| queens::Board::new(size).ok());
    let mut cases: Vec<Case> = boards.map(Case::Queens).collect();
    let mut games: Vec<Game> = vec![];
    for entry in known::senku() {
        // Numbers without a goal are compared along with those that have one from the same start.
        if let Some(game) = game_of(&entry).filter(|game| !games.contains(game)) {
            cases.push(Case::Senku(entry.board, Box::new(game.clone())));
            games.push(game);
        }
    }
    // To a tenth of a millisecond: below it the model says nothing, and small boards keep their order.
    cases.sort_by_cached_key(|case| (case.cost() * 1e4).round() as u64);
    cases
}

/// The game that a published number with a goal is about.
fn game_of(entry: &SenkuEntry) -> Option<Game> {
    let board = senku::Board::named(entry.board).ok()?;
    let hole = |[row, column]: [u32; 2]| board.hole(Square::new(row, column));
    let goal = match entry.goal {
        SenkuGoal::None => return None,
        SenkuGoal::Any => Goal::Any,
        SenkuGoal::Hole(square) => Goal::Hole(hole(square)?),
    };
    let start = hole(entry.start)?;
    Game::from_vacancy(board, start).ok()?.with_goal(goal).ok()
}

/// What a count will take.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forecast {
    /// Its time in seconds.
    pub seconds: f64,
    /// The standard error of that.
    pub error: f64,
}

impl Forecast {
    /// Seconds in which it will most probably be done.
    #[must_use]
    pub fn safe(&self) -> f64 {
        self.seconds + 2.0 * self.error
    }
}

/// What a count gave.
#[derive(Debug, Clone)]
pub enum Recount {
    /// A queens count.
    Queens(queens::Count),
    /// A Senku count.
    Senku(senku::Counted),
}

impl Recount {
    /// Its time.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        match self {
            Recount::Queens(count) => count.elapsed,
            Recount::Senku(counted) => counted.elapsed,
        }
    }

    /// Whether it came to its end.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        match self {
            Recount::Queens(count) => count.total().is_some(),
            Recount::Senku(counted) => counted.count.is_some(),
        }
    }
}

/// Counts cases, and learns how fast this machine is.
///
/// ```
/// use vuelta::search::{Quiet, StopFlag, Workers};
/// use vuelta::verify::{Recount, Verifier, cases};
/// let workers = Workers::new(2)?;
/// let mut verifier = Verifier::new(&workers, StopFlag::default());
/// let first = &cases()[0];
/// let Recount::Queens(count) = verifier.count(first, &mut Quiet)? else { panic!("the smallest is of queens") };
/// assert_eq!((first.to_string(), count.total()), ("queens 1".to_owned(), Some(1)));
/// # Ok::<(), vuelta::Error>(())
/// ```
#[derive(Debug)]
pub struct Verifier<'a> {
    workers: &'a Workers,
    stop: StopFlag,
    isa: Isa,
    memory_limit: Option<u64>,
    /// How many times as long as modelled the last count of queens took, and of Senku.
    paces: [Option<f64>; 2],
}

impl<'a> Verifier<'a> {
    /// By the fastest engines on these workers, until `stop` is raised.
    #[must_use]
    pub fn new(workers: &'a Workers, stop: StopFlag) -> Self {
        Verifier { workers, stop, isa: Isa::detect(), memory_limit: None, paces: [None; 2] }
    }

    /// With these instructions, instead of the best that the machine has.
    #[must_use]
    pub fn isa(mut self, isa: Isa) -> Self {
        self.isa = isa;
        self
    }

    /// In at most about this many bytes.
    #[must_use]
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = Some(bytes);
        self
    }

    /// What the case will take; in more detail where it matters, as so much time is left.
    ///
    /// # Errors
    /// As [`count`](Self::count).
    pub fn forecast(&self, case: &Case, left: Duration) -> Result<Forecast, Error> {
        let seconds = case.cost() * self.pace(case);
        let modelled = Forecast { seconds, error: MODEL_ERROR * seconds };
        let in_doubt = seconds >= SHORTEST_SAMPLED && NO_DOUBT * seconds > left.as_secs_f64();
        let Case::Queens(board) = case else { return Ok(modelled) };
        if !in_doubt {
            return Ok(modelled);
        }
        let time = (left / SAMPLE_SHARE).min(LONGEST_SAMPLE);
        let sampled = self.queens(board)?.estimate(time, self.workers, &self.stop, &mut Quiet)?;
        Ok(sampled.map_or(modelled, |queens::Estimate { seconds, .. }| Forecast {
            seconds: seconds.value,
            error: seconds.error.unwrap_or(MODEL_ERROR * seconds.value),
        }))
    }

    /// How many times as long as modelled the case should take, after what was counted before of the same problem:
    /// what instructions are worth is very different from one to the other.
    fn pace(&self, case: &Case) -> f64 {
        self.paces[case.index()].unwrap_or(MODEL_THREADS / self.workers.threads() as f64)
    }

    /// Counts the case.
    ///
    /// # Errors
    /// [`Error::Input`] for an instruction set that the machine lacks, [`Error::Memory`] where it would not fit in the
    /// limit, [`Error::Overflow`] beyond 128 bits.
    pub fn count(&mut self, case: &Case, observer: &mut dyn Observer) -> Result<Recount, Error> {
        let recount = match case {
            Case::Queens(board) => {
                Recount::Queens(self.queens(board)?.run(self.workers, &self.stop, observer)?)
            }
            Case::Senku(_, game) => {
                let counting = senku::Counting::new(game).isa(self.isa).winning(true);
                let counting = self.memory_limit.into_iter().fold(counting, senku::Counting::memory_limit);
                Recount::Senku(counting.run(self.workers, &self.stop, observer)?)
            }
        };
        self.learn(case, &recount);
        Ok(recount)
    }

    fn learn(&mut self, case: &Case, recount: &Recount) {
        if recount.is_complete() && case.cost() >= SHORTEST_LESSON {
            let pace = recount.elapsed().as_secs_f64() / case.cost();
            self.paces[case.index()] = Some(pace);
        }
    }

    fn queens(&self, board: &queens::Board) -> Result<queens::Counting, Error> {
        let counting = queens::Counting::new(board.clone()).isa(self.isa);
        let counting = self.memory_limit.into_iter().fold(counting, queens::Counting::memory_limit);
        counting.checked()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queens(size: u32) -> Case {
        Case::Queens(queens::Board::new(size).unwrap())
    }

    fn size(case: &Case) -> Option<u32> {
        if let Case::Queens(board) = case { Some(board.size()) } else { None }
    }

    #[test]
    fn every_published_number_with_a_goal_or_a_size_is_about_a_case() {
        let cases = cases();
        let sizes: BTreeSet<u32> = cases.iter().filter_map(size).collect();
        assert!(known::queens().all(|entry| sizes.contains(&entry.size)));
        for entry in known::senku() {
            let about = |case: &Case| match case {
                Case::Senku(name, game) => {
                    let start = game.board().hole(Square::new(entry.start[0], entry.start[1])).unwrap();
                    *name == entry.board && game.vacancies() == start.into()
                }
                Case::Queens(_) => false,
            };
            assert!(cases.iter().any(about), "{entry:?}");
        }
        assert_eq!(cases.len() - sizes.len(), 9);
    }

    #[test]
    fn cases_are_ordered_by_their_cost_and_named_after_what_is_counted() {
        let cases = cases();
        assert!(cases.windows(2).all(|pair| pair[0].cost() <= pair[1].cost() + 1e-4));
        let names: Vec<String> = cases.iter().map(ToString::to_string).collect();
        for name in ["queens 1", "queens 27", "english 3,3 same", "triangle15 2,0 any", "triangle15 2,1 same"]
        {
            assert!(names.iter().any(|known| known == name), "{name} in {names:?}");
        }
        assert_eq!((names[0].as_str(), names.last().unwrap().as_str()), ("queens 1", "queens 27"));
        let sizes: Vec<u32> = cases.iter().filter_map(size).collect();
        assert!(sizes.is_sorted(), "{sizes:?}");
    }

    #[test]
    fn the_pace_is_learnt_from_what_was_counted() {
        let workers = Workers::new(1).unwrap();
        let mut verifier = Verifier::new(&workers, StopFlag::default());
        let plenty = Duration::from_secs(1000);
        let (smaller, case) = (queens(16), queens(17));
        let before = verifier.forecast(&case, plenty).unwrap();
        assert_eq!(before.seconds, 2.0 * case.cost());
        let Recount::Queens(mut count) = verifier.count(&smaller, &mut Quiet).unwrap() else { panic!() };
        count.elapsed = Duration::from_secs_f64(100.0 * smaller.cost());
        verifier.learn(&smaller, &Recount::Queens(count));
        let after = verifier.forecast(&case, plenty).unwrap();
        assert!((after.seconds / case.cost() - 100.0).abs() < 1e-6, "{after:?}");
        // What is over in no time, and other problems, leave it as it is.
        for (other, name) in [(queens(8), "queens"), (cases()[20].clone(), "senku")] {
            assert_eq!(other.problem(), name);
            verifier.count(&other, &mut Quiet).unwrap();
            assert_eq!(verifier.forecast(&case, plenty).unwrap(), after);
        }
    }

    #[test]
    fn a_count_in_doubt_is_sampled() {
        let workers = Workers::new(2).unwrap();
        let verifier = Verifier::new(&workers, StopFlag::default());
        let case = queens(20);
        let modelled = verifier.forecast(&case, Duration::from_secs(100_000)).unwrap();
        assert_eq!(modelled.error, MODEL_ERROR * modelled.seconds);
        let sampled = verifier.forecast(&case, Duration::from_secs(5)).unwrap();
        assert!(sampled.seconds > 1.0 && sampled != modelled, "{sampled:?}");
        assert!(sampled.safe() > sampled.seconds);
    }
}
