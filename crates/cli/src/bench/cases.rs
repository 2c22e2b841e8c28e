//! The fixed set of cases: the work, the number of repetitions, and the published answer.

use super::machines::Timing;
use crate::args::usual_isa;
use crate::failure::Failure;
use crate::session::Session;
use std::io;
use std::process::{Command, Stdio};
use std::time::Instant;
use vuelta::Error;
use vuelta::known;
use vuelta::queens::{self, Board, ListEnding, Listing};
use vuelta::search::{Context, Workers};
use vuelta::senku::{self, Game};
use vuelta_records::{Environment, Number, Runs};

/// The fewest repetitions of a case.
const FEWEST_RUNS: usize = 3;
/// Seconds after which no further repetition of a case begins.
const BUDGET: f64 = 20.0;
/// The budget of a case with `--quick`, in seconds.
const QUICK_BUDGET: f64 = 2.5;
/// A spread above this share of the median means that the machine was disturbed.
const LARGEST_SPREAD: f64 = 1.0 / 3.0;

/// One row of the benchmark.
#[derive(Debug)]
pub struct Case {
    /// Its name in the table and in files.
    name: &'static str,
    /// Whether it runs on all threads; otherwise on one.
    on_all: bool,
    work: Work,
    runs: usize,
    is_quick: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Work {
    /// `vuelta queens count N`, from its start as a process to its end.
    Program(u32),
    /// The count of N-queens within this process.
    Queens(u32),
    /// All solutions of N-queens as text, which is discarded.
    List(u32),
    /// Games and solutions of the English board.
    English,
}

const fn case(name: &'static str, work: Work, on_all: bool, runs: usize, is_quick: bool) -> Case {
    Case { name, on_all, work, runs, is_quick }
}

const CASES: [Case; 8] = [
    case("queens 12, program", Work::Program(12), true, 9, true),
    case("queens 16", Work::Queens(16), false, 9, true),
    case("queens 16", Work::Queens(16), true, 9, true),
    case("queens 18", Work::Queens(18), false, 7, false),
    case("queens 18", Work::Queens(18), true, 7, true),
    case("queens 19", Work::Queens(19), true, 5, false),
    case("list 14", Work::List(14), true, 7, true),
    case("senku english", Work::English, true, 7, true),
];

/// The cases and the means to run them.
pub struct Bench {
    quick: bool,
    one: Workers,
    memory_limit: u64,
}

impl Bench {
    /// The whole set, or the cases of a quick benchmark.
    ///
    /// # Errors
    /// Errors of starting a thread.
    pub fn new(quick: bool) -> Result<Self, Failure> {
        Ok(Bench { quick, one: Workers::new(1)?, memory_limit: Environment::usual_memory_limit() })
    }

    /// The cases, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = &'static Case> {
        CASES.iter().filter(|case| case.is_quick || !self.quick)
    }

    /// The times of a case; `None` if it cannot run here, or if it would repeat its row on one thread.
    ///
    /// # Errors
    /// [`Error::Stopped`]; [`Error::Differs`] if an answer is wrong; the errors of the counts.
    pub fn time(&self, case: &Case, session: &Session<'_>) -> Result<Option<Timing>, Failure> {
        let workers = if case.on_all { &session.workers } else { &self.one };
        let threads = workers.threads();
        let is_twin = |other: &Case| !other.on_all && other.work == case.work;
        if case.on_all && threads == 1 && CASES.iter().any(is_twin) {
            return Ok(None);
        }
        let Some(first) = self.repeat(case, workers, session)? else { return Ok(None) };
        let again = if is_disturbed(&first.0) { self.repeat(case, workers, session)? } else { None };
        let calmer = again.filter(|(runs, _)| relative_spread(runs) < relative_spread(&first.0));
        let (runs, answer) = calmer.unwrap_or(first);
        Ok(Some(Timing {
            name: case.name.to_owned(),
            all_threads: case.on_all,
            threads,
            answer: Number(answer),
            disturbed: is_disturbed(&runs),
            runs,
            place: None,
        }))
    }

    /// Runs the case once to warm up, then the timed repetitions.
    fn repeat(
        &self,
        case: &Case,
        workers: &Workers,
        session: &Session<'_>,
    ) -> Result<Option<(Runs, u128)>, Failure> {
        let budget = if self.quick { QUICK_BUDGET } else { BUDGET };
        let (mut seconds, mut answer) = (vec![], 0);
        for run in 0..=case.runs {
            let enough = seconds.len() >= FEWEST_RUNS && seconds.iter().sum::<f64>() > budget;
            if enough {
                break;
            }
            if session.stop().is_raised() {
                return Err(Error::Stopped.into());
            }
            let began = Instant::now();
            let Some(number) = self.run(case.work, workers, session)? else { return Ok(None) };
            answer = number;
            if run > 0 {
                seconds.push(began.elapsed().as_secs_f64());
            }
            if let Some(published) = published(case.work) {
                known::compare(case.name, number, published)?;
            }
        }
        Ok(Runs::new(seconds).map(|runs| (runs, answer)))
    }

    /// Runs a case once and returns its answer; `None` if the program cannot be started.
    fn run(&self, work: Work, workers: &Workers, session: &Session<'_>) -> Result<Option<u128>, Failure> {
        let context = &mut Context::new(workers).until(session.stop());
        Ok(match work {
            Work::Program(size) => return Ok(run_program(size, workers.threads())),
            Work::Queens(size) => {
                let counting = queens::Counting::new(Board::new(size)?).isa(usual_isa());
                let count = counting.memory_limit(self.memory_limit).run(context)?;
                Some(count.total().ok_or(Error::Stopped)?)
            }
            Work::List(size) => {
                let listing = Listing::new(Board::new(size)?).isa(usual_isa());
                let listed = listing.write(context, &mut io::sink())?;
                if listed.ending == ListEnding::Stopped {
                    return Err(Error::Stopped.into());
                }
                Some(listed.solutions.into())
            }
            Work::English => {
                let game = Game::named("english")?;
                let counting = senku::Counting::new(&game).isa(usual_isa()).memory_limit(self.memory_limit);
                let counted = counting.run(context)?;
                Some(counted.count.ok_or(Error::Stopped)?.games)
            }
        })
    }
}

/// The total that a new process prints; `None` if this process is not the program itself (in Python) or if it cannot be
/// started.
fn run_program(size: u32, threads: usize) -> Option<u128> {
    let program = std::env::current_exe().ok()?;
    if program.file_stem()? != "vuelta" {
        return None;
    }
    let arguments =
        ["queens".to_owned(), "count".into(), size.to_string(), "-qt".into(), threads.to_string()];
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// The published number that a case must give.
fn published(work: Work) -> Option<known::Published> {
    match work {
        Work::Program(size) | Work::Queens(size) | Work::List(size) => known::queens_count("total", size),
        Work::English => known::numbers("senku", "board=english;start=3 3", "games").first().copied(),
    }
}

/// The longest minus the shortest time, as a share of the median.
fn relative_spread(runs: &Runs) -> f64 {
    runs.spread / runs.median.max(f64::MIN_POSITIVE)
}

/// Whether other programs disturbed the timing.
fn is_disturbed(runs: &Runs) -> bool {
    relative_spread(runs) > LARGEST_SPREAD
}
