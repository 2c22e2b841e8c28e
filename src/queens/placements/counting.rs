//! A count of placements: its field, its method and its result.

use super::halves::{self, Halves};
use super::rows::Rows;
use super::states::States;
use super::{Counts, Field, Rules, backtrack};
use crate::Error;
use crate::base::text::plural;
use crate::queens::torus::{self, Torus};
use crate::search::{
    Context, Halt, Instant, Job, Keeping, Ledger, Overflow, PROCESS, Problem, StopFlag, Subproblem, Survey,
    Work,
};
use crate::simd::Isa;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

/// On a field more than this many times as long as wide, merged states are fewer than the nodes of the search.
const LONG: u32 = 3;
/// The version of the methods' numbering of subproblems, and of the meaning of their counts.
const PLAN: u32 = 1;

/// How placements are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// Row by row.
    Rows,
    /// Upper and lower halves of a square board.
    Halves,
    /// By the states that the rows above leave.
    States,
    /// The textbook search.
    Backtrack,
    /// Halves of a torus that complete each other.
    Torus,
    /// A theorem: N queens fit on a torus of N rows if and only if N is coprime to 6 (Pólya, 1918).
    Polya,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Method::Rows => "rows",
            Method::Halves => "halves",
            Method::States => "states",
            Method::Backtrack => "backtrack",
            Method::Torus => "torus",
            Method::Polya => "polya",
        })
    }
}

/// A count to be made.
///
/// ```
/// use vuelta::queens::placements::{Counting, Field, Rules};
/// use vuelta::search::{Context, Workers};
/// let counting = Counting::new(Field::new(4, 6, Rules::QUEEN)?);
/// let count = counting.run(&mut Context::new(&Workers::new(2)?))?;
/// assert_eq!(count.counts.as_deref(), Some(&[1, 24, 128, 172, 46][..]));
/// # Ok::<(), vuelta::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct Counting {
    pub(super) field: Field,
    pub(super) queens: Option<u32>,
    pub(super) isa: Isa,
    pub(super) memory_limit: Option<u64>,
    use_symmetry: bool,
    keeping: Keeping,
}

/// A count that was made, or begun.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Count {
    /// The numbers of queens.
    pub queens: Vec<u32>,
    /// The number of placements of each number of queens; `None` if the count was stopped.
    pub counts: Option<Vec<u128>>,
    /// How they were counted.
    pub method: Method,
    /// The instruction set that was used.
    pub isa: Isa,
    /// The finished subproblems, with the placements of each number of queens that they gave. On a torus with fewer
    /// queens than rows, the placements of a part are rounded down.
    pub work: Work<Vec<u128>>,
    /// Run time, set-up included.
    pub elapsed: Duration,
}

impl Counting {
    /// The count of all placements on this field, by their number of queens.
    pub fn new(field: Field) -> Self {
        Counting {
            field,
            queens: None,
            isa: Isa::detect(),
            memory_limit: None,
            use_symmetry: true,
            keeping: Keeping::default(),
        }
    }

    /// Of this number of queens alone, or of all numbers for `None`. Fixed queens are among them.
    pub fn queens(mut self, queens: impl Into<Option<u32>>) -> Self {
        self.queens = queens.into();
        self
    }

    /// The number of queens in one word, as on the command line.
    pub fn queens_word(&self) -> String {
        self.queens.map_or("all".to_owned(), |queens| queens.to_string())
    }

    /// With these instructions, instead of the best that the machine has.
    pub fn isa(mut self, isa: Isa) -> Self {
        self.isa = isa;
        self
    }

    /// In at most about this many bytes.
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = Some(bytes);
        self
    }

    /// Counts this part, and keeps it there.
    pub fn keep(mut self, keeping: Keeping) -> Self {
        self.keeping = keeping;
        self
    }

    /// The field.
    #[must_use]
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// An independent count to check this one: without symmetry and with another split.
    pub fn double_check(&self) -> Self {
        Counting { use_symmetry: false, keeping: Keeping::default(), ..self.clone() }
    }

    /// The method that counts.
    #[must_use]
    pub fn method(&self) -> Method {
        let (short, long) = (self.field.most_queens(), self.field.rows().max(self.field.columns()));
        let Rules { knight, torus } = self.field.rules();
        let fills = self.queens == Some(short);
        let is_plain = self.use_symmetry && !self.field.has_conditions();
        match torus {
            true if fills && self.use_symmetry && !torus::has_solutions(short) => Method::Polya,
            true if short < torus::SMALLEST => Method::Backtrack,
            true if fills && is_plain && !knight => match short {
                ..=torus::LARGEST => Method::Torus,
                _ => Method::Rows,
            },
            false if fills && is_plain && short == long && halves::SIZES.contains(&short) => Method::Halves,
            false if short <= super::NARROW_FIELD && long > LONG * short => Method::States,
            _ => Method::Rows,
        }
    }

    /// Counts.
    ///
    /// # Errors
    /// [`Error::InstructionSet`] for one that the machine lacks, [`Error::Overflow`] beyond 128 bits, [`Error::Memory`]
    /// if the count would exceed the limit, [`Error::Ledger`] for an unusable ledger, [`Error::Stopped`] if the flag was
    /// raised during the preparations.
    pub fn run(&self, context: &mut Context<'_>) -> Result<Count, Error> {
        let began = Instant::now();
        self.isa.require()?;
        let parts = self.parts(self.memory_limit, &context.stop)?;
        self.check_memory(&parts, context.workers.threads())?;
        let (parts, work) = if self.keeping.is_asked_for() {
            let job = self.job(parts, &context.stop)?;
            let work = job.run(&self.keeping, context)?;
            (job.problem, work)
        } else {
            let work = Work::of(context.run(&parts)?);
            (parts, work)
        };
        Ok(Count { elapsed: began.elapsed(), ..self.count(&parts, work)? })
    }

    /// This count from ledgers whose union is given; the first one was read from `path`.
    ///
    /// # Errors
    /// [`Error::Ledger`] if it is of another count, or was planned differently by another version; [`Error::Overflow`]
    /// beyond 128 bits; [`Error::Stopped`].
    pub fn merged(
        &self,
        union: &Ledger,
        path: &Path,
        context: &Context<'_>,
    ) -> Result<(Count, Survey), Error> {
        let stop = &context.stop;
        let job = self.job(self.parts(None, stop)?, stop)?;
        let (work, survey) = job.merged(union, path, stop)?;
        Ok((self.count(&job.problem, work)?, survey))
    }

    /// The numbers of queens that are asked for.
    pub fn asked(&self) -> RangeInclusive<u32> {
        self.queens.map_or(0..=self.field.most_queens(), |queens| queens..=queens)
    }

    /// The subproblems of the method.
    pub(super) fn parts(&self, memory_limit: Option<u64>, stop: &StopFlag) -> Result<Parts, Error> {
        let (asked, fixed) = (self.asked(), self.field.fixed().len() as u32);
        let wanted =
            (*asked.start()).max(fixed) as usize..=*asked.end().min(&self.field.most_queens()) as usize;
        let symmetry = self.use_symmetry;
        let for_lists = memory_limit.map(|limit| limit.saturating_sub(PROCESS));
        // What is needed and allowed in all.
        let whole = |error| match (error, memory_limit) {
            (Error::Memory { what, needed, limit: left }, Some(limit)) => {
                Error::Memory { what, needed: needed + u128::from(limit.max(PROCESS) - left), limit }
            }
            (error, _) => error,
        };
        let split = match self.method() {
            // More queens than fit, or fewer than are fixed.
            _ if wanted.is_empty() => Split::Nothing,
            Method::Polya => Split::Nothing,
            Method::States => Split::States(States::new(&self.field, symmetry)),
            Method::Backtrack => Split::Textbook(self.field.clone()),
            Method::Torus => {
                let torus = Torus::new(self.field.rows(), self.isa, for_lists, stop);
                Split::Torus(Box::new(torus.map_err(whole)?))
            }
            Method::Halves => {
                Split::Halves(Halves::new(&self.field, self.isa, for_lists, stop).map_err(whole)?)
            }
            Method::Rows => Split::Rows(Rows::new(&self.field, wanted.clone(), self.isa, symmetry, stop)?),
        };
        Ok(Parts { split, wanted })
    }

    /// Refuses a count that takes more memory than the limit.
    pub(super) fn check_memory(&self, parts: &Parts, threads: usize) -> Result<(), Error> {
        let (needed, _) = parts.memory(threads);
        Error::within(self.memory_limit, needed, || {
            let (rows, columns) = (self.field.rows(), self.field.columns());
            format!("counting placements on {rows} x {columns} squares on {}", plural(threads, "thread"))
        })
    }

    /// The job of these subproblems. Where the time has no model, each subproblem is a chunk.
    pub(super) fn job(&self, parts: Parts, stop: &StopFlag) -> Result<Job<Parts>, Error> {
        let cost: f64 = (0..parts.len()).map(|id| parts.subproblem(id).cost as f64).sum();
        let seconds = parts.modelled_seconds(0);
        let least = if seconds > 0.0 { cost * self.keeping.chunk.as_secs_f64() / seconds } else { 1.0 };
        Job::new(parts, (self.name(), self.method().to_string(), PLAN), least as u64, stop)
    }

    /// The count that this work gives.
    fn count(&self, parts: &Parts, mut work: Work<Counts>) -> Result<Count, Error> {
        parts.scale(&mut work.outcome.tally)?;
        let found = |queens: u32| {
            let place = (queens as usize).checked_sub(*parts.wanted.start());
            place.and_then(|place| work.outcome.tally.get(place).copied()).unwrap_or(0)
        };
        let counts: Counts = self.asked().map(found).collect();
        work.outcome.tally.clone_from(&counts);
        let uses_isa = matches!(parts.split, Split::Rows(_) | Split::Halves(_) | Split::Torus(_));
        Ok(Count {
            queens: self.asked().collect(),
            counts: work.is_whole().then_some(counts),
            method: self.method(),
            isa: if uses_isa { self.isa } else { Isa::Portable },
            work,
            elapsed: Duration::ZERO,
        })
    }
}

/// The subproblems of a count. Each counts the wanted numbers of queens in order.
#[derive(Debug)]
pub(super) struct Parts {
    pub(super) split: Split,
    pub(super) wanted: RangeInclusive<usize>,
}

#[derive(Debug)]
pub(super) enum Split {
    /// There is nothing to count.
    Nothing,
    Rows(Rows),
    Halves(Halves),
    States(States),
    /// The textbook search, in one subproblem.
    Textbook(Field),
    Torus(Box<Torus>),
}

/// A worker's lists.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    torus: torus::Scratch,
    halves: halves::Scratch,
}

impl Parts {
    /// The wanted numbers of queens from all.
    pub(super) fn of_wanted(&self, counts: &Counts) -> Counts {
        self.wanted.clone().map(|queens| counts.get(queens).copied().unwrap_or(0)).collect()
    }

    /// Makes placements of what the subproblems add up to.
    pub(super) fn scale(&self, counts: &mut Counts) -> Result<(), Overflow> {
        if let Split::Rows(rows) = &self.split { rows.scale(counts) } else { Ok(()) }
    }

    /// All placements, of what subproblems add up to.
    pub(super) fn sum(&self, mut counts: Counts) -> Result<f64, Overflow> {
        self.scale(&mut counts)?;
        Ok(counts.iter().map(|&count| count as f64).sum())
    }

    /// About the bytes of a process that counts on this many threads, and those of a subproblem: fitted to peaks of the
    /// resident size on 1 to 64 threads, up to N = 23 on a torus and N = 20 with knights' moves.
    pub(super) fn memory(&self, threads: usize) -> (u64, u64) {
        // The lists that all workers share, and a worker's own.
        let (shared, own) = match &self.split {
            Split::Torus(torus) => (torus.bytes(), torus.bytes() / 64),
            Split::Halves(halves) => (halves.bytes(), halves.bytes() / 16),
            // A choice with its queens.
            Split::Rows(rows) => (100 * rows.len(), 0),
            // The transitions of the widest field.
            Split::States(_) => (0, 10 << 20),
            Split::Nothing | Split::Textbook(_) => (0, 0),
        };
        let each = own.max(1 << 17);
        (PROCESS + shared + each * self.len().min(threads as u64), each)
    }
}

impl Problem for Parts {
    type Tally = Counts;
    type Scratch = Scratch;

    fn len(&self) -> u64 {
        match &self.split {
            Split::Nothing => 0,
            Split::Rows(rows) => rows.len(),
            Split::Halves(halves) => halves.len(),
            Split::States(_) | Split::Textbook(_) => 1,
            Split::Torus(torus) => torus.len(),
        }
    }

    fn subproblem(&self, id: u64) -> Subproblem {
        match &self.split {
            Split::Rows(rows) => rows.subproblem(id),
            Split::Halves(halves) => halves.subproblem(id),
            Split::Torus(torus) => torus.subproblem(id),
            _ => Subproblem { id, weight: 1, cost: 1 },
        }
    }

    fn count(&self, id: u64, scratch: &mut Scratch, stop: &StopFlag) -> Result<Counts, Halt> {
        let counts = match &self.split {
            Split::Nothing => vec![],
            Split::Rows(rows) => rows.count(id, stop)?,
            Split::States(states) => states.count(stop)?,
            Split::Textbook(field) => stop.unless_abandoned(backtrack::count_until(field, stop))?,
            Split::Torus(torus) => return Ok(vec![torus.count(id, &mut scratch.torus, stop)?]),
            Split::Halves(halves) => return Ok(vec![halves.count(id, &mut scratch.halves, stop)?]),
        };
        Ok(self.of_wanted(&counts))
    }
}
