//! A count of placements: its field, its method and its result.

use super::rows::Rows;
use super::states::States;
use super::{Counts, Field, Rules, backtrack};
use crate::Error;
use crate::queens::torus::{self, Torus};
use crate::search::{Halt, Instant, Observer, Outcome, Problem, StopFlag, Subproblem, Workers};
use crate::simd::Isa;
use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

/// On a field more than this many times as long as wide, merged states are fewer than the nodes of the search.
const LONG: u32 = 3;

/// How placements are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// Row by row.
    Rows,
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
/// use vuelta::search::{Quiet, StopFlag, Workers};
/// let counting = Counting::new(Field::new(4, 6, Rules::QUEEN)?);
/// let count = counting.run(&Workers::new(2)?, &StopFlag::default(), &mut Quiet)?;
/// assert_eq!(count.counts.as_deref(), Some(&[1, 24, 128, 172, 46][..]));
/// # Ok::<(), vuelta::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Counting {
    field: Field,
    queens: Option<u32>,
    isa: Isa,
    memory_limit: Option<u64>,
    use_symmetry: bool,
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
    /// Subproblems that were counted, and all that there were.
    pub subproblems: (u64, u64),
    /// Run time, set-up included.
    pub elapsed: Duration,
}

impl Counting {
    /// The count of all placements on this field, by their number of queens.
    #[must_use]
    pub fn new(field: Field) -> Self {
        Counting { field, queens: None, isa: Isa::detect(), memory_limit: None, use_symmetry: true }
    }

    /// Of this number of queens alone. Fixed queens are among them.
    #[must_use]
    pub fn queens(mut self, queens: u32) -> Self {
        self.queens = Some(queens);
        self
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

    /// The field.
    #[must_use]
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// An independent count to check this one: without symmetry and with another split.
    #[must_use]
    pub fn double_check(&self) -> Self {
        Counting { use_symmetry: false, ..self.clone() }
    }

    /// The method that counts.
    #[must_use]
    pub fn method(&self) -> Method {
        let (short, long) = (self.field.most_queens(), self.field.rows().max(self.field.columns()));
        let Rules { knight, torus } = self.field.rules();
        let fills = self.queens == Some(short);
        match torus {
            true if fills && self.use_symmetry && !torus::has_solutions(short) => Method::Polya,
            true if short < torus::SMALLEST => Method::Backtrack,
            true if fills && self.use_symmetry && !knight && !self.field.has_conditions() => match short {
                ..=torus::LARGEST => Method::Torus,
                _ => Method::Rows,
            },
            false if short <= super::NARROW_FIELD && long > LONG * short => Method::States,
            _ => Method::Rows,
        }
    }

    /// Counts.
    ///
    /// # Errors
    /// [`Error::InstructionSet`] for one that the machine lacks, [`Error::Overflow`] beyond 128 bits, [`Error::Memory`]
    /// for a torus whose lists do not fit in the limit.
    pub fn run(
        &self,
        workers: &Workers,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Count, Error> {
        let began = Instant::now();
        self.isa.require()?;
        let most = self.field.most_queens();
        let asked = self.queens.map_or(0..=most, |queens| queens..=queens);
        let mut count = Count {
            queens: asked.clone().collect(),
            counts: None,
            method: self.method(),
            isa: Isa::Portable,
            subproblems: (0, 0),
            elapsed: Duration::ZERO,
        };
        let fixed = self.field.fixed().len() as u32;
        let wanted = (*asked.start()).max(fixed) as usize..=*asked.end().min(&most) as usize;
        let outcome = if wanted.is_empty() {
            // More queens than fit, or fewer than are fixed.
            Outcome { tally: vec![], done: 0, total: 0, elapsed: Duration::ZERO }
        } else {
            self.outcome(&mut count, wanted, workers, stop, observer)?
        };
        count.subproblems = (outcome.done, outcome.total);
        if outcome.is_complete() {
            let of = |&queens: &u32| outcome.tally.get(queens as usize).copied().unwrap_or(0);
            count.counts = Some(count.queens.iter().map(of).collect());
        }
        count.elapsed = began.elapsed();
        Ok(count)
    }

    fn outcome(
        &self,
        count: &mut Count,
        wanted: RangeInclusive<usize>,
        workers: &Workers,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Outcome<Counts>, Error> {
        Ok(match count.method {
            Method::States => workers.run(&States::new(&self.field, self.use_symmetry), stop, observer)?,
            Method::Backtrack => workers.run(&Textbook(&self.field), stop, observer)?,
            Method::Polya => Outcome { tally: vec![], done: 0, total: 0, elapsed: Duration::ZERO },
            Method::Torus => {
                count.isa = self.isa;
                let size = self.field.rows();
                let torus = Torus::new(size, self.isa, self.memory_limit, stop)?;
                let Outcome { tally, done, total, elapsed, .. } = workers.run(&torus, stop, observer)?;
                let mut counts = vec![0; size as usize + 1];
                counts[size as usize] = tally;
                Outcome { tally: counts, done, total, elapsed }
            }
            Method::Rows => {
                count.isa = self.isa;
                let rows = Rows::new(&self.field, wanted, self.isa, self.use_symmetry);
                let outcome = workers.run(&rows, stop, observer)?;
                Outcome { tally: rows.result(outcome.tally)?, ..outcome }
            }
        })
    }
}

/// The textbook search as a problem of one subproblem.
struct Textbook<'a>(&'a Field);

impl Problem for Textbook<'_> {
    type Tally = Counts;
    type Scratch = ();

    fn len(&self) -> u64 {
        1
    }

    fn subproblem(&self, id: u64) -> Subproblem {
        Subproblem { id, weight: 1, cost: 1 }
    }

    fn scratch(&self) {}

    fn count(&self, _: u64, (): &mut (), stop: &StopFlag) -> Result<Counts, Halt> {
        stop.unless_abandoned(backtrack::count_until(self.0, stop))
    }
}
