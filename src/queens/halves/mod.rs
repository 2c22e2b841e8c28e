//! The fast engine: N-queens by half boards, 512 pairs at a time.
//!
//! ```text
//! Q(N) = sum over terms, and over one row set R of the east half for each class, of   images * class size * count(R)
//!
//! terms         1 of an even board; of an odd one the queen in the centre, and h - 1 distances of the middle queens
//! images        how many images of the board a term stands for: 1, or for odd N without a queen in the centre 8, with
//!               conditions 1, 2, 4 or 8 (`Term`)
//! class size    how many row sets R stands for under the flips: 1 to 4 (`RowSets`)
//! count(R)      sums of n(A, B), the pairs of a half board of the east and one of the west that fit (`term`)
//! ```
//!
//! `Summand` is the product in code: its weight, which is images times class size, and its count. The driver adds up the
//! products on all workers; `by_formula` in `tests.rs` is the double sum, with which the tests compare.
//!
//! The board is cut into an east and a west half. For each set R of rows that the east half's queens use, all
//! non-attacking half boards of the east on R and of the west on the other rows are listed, each reduced to the set
//! of diagonals that cross the middle (`scratch`); a half board is a north and a south quadrant that fit
//! (`quadrant`). A solution is a pair of an east and a west half with disjoint sets: `join` counts these pairs,
//! finally 512 at a time (`simd/sets/table.rs`). `middle_queens` treats the middle lines of odd boards.
//!
//! ```text
//! Halves::new          the terms of Q(N); their quadrant lists, where all are made beforehand
//! Context::run         each worker takes row sets:  EngineProblem::count -> Halves::count -> Summand::count -> Isa::run
//!   count_stored       half boards -> joins -> leaves                              (lists made beforehand)
//!   count_bucketed     bit order -> half boards -> buckets -> joins -> leaves      (lists made as needed)
//! ```
//!
//! | N | without conditions | with conditions |
//! |---|---|---|
//! | up to 18 | stored | stored |
//! | 19 | stored | bucketed |
//! | 20, and odd N from 21 on | bucketed | bucketed |
//! | even N from 22 on | bucketed, all of the symmetry (`nearest`) | bucketed |
//!
//! Fixed queens and blocked squares shorten the quadrants' lists and break symmetries: `conditions`.
//!
//! Each R is an independent subproblem: the frontier of the search tree, at which the half of each row's queen is
//! known.
//!
//! Joining quadrants to half boards is Evgeny Kluev's idea (N-Queens-Count-Sol); doc/halves.md derives the joins by
//! bit, the tables of the leaf and the symmetry of the long diagonals.
//!
//! Run time: results/RECORDS.md lists the times and their growth with N. Memory: see [`memory()`].

mod buckets;
mod conditions;
mod count_bucketed;
mod count_stored;
mod geometry;
#[cfg(feature = "gpu")]
mod gpu;
mod join;
mod lists;
mod memory;
mod middle_queens;
mod nearest;
mod prediction;
mod quadrant;
mod row_sets;
mod scratch;
mod term;

#[cfg(feature = "gpu")]
pub use gpu::{Adapter, Card};
#[cfg(feature = "gpu")]
pub(in crate::queens) use gpu::{Watch, without_uploads};
pub use memory::{memory, side_by_side, subproblem_memory, usual_memory};
pub(in crate::queens) use row_sets::{subproblems, work};
pub use scratch::Scratch;

use super::{Board, Symmetry};
use crate::Error;
use crate::base::text::plural;
use crate::search::{Context, Halt, Predicted, Problem, StopFlag, Subproblem};
use crate::simd::sets::Lanes;
use crate::simd::{Isa, Kernel};
use conditions::FreeSquares;
use geometry::Geometry;
use lists::{ListCache, Lists};
use row_sets::Rows;
use scratch::Shared;
use std::fmt;
use std::sync::{Arc, Mutex};
use term::{Method, Term};

/// The largest board.
pub const LARGEST: u32 = 31;

/// The solutions on the free squares of an N x N board, as a sum over row sets.
pub struct Halves {
    isa: Isa,
    terms: Vec<Term>,
    /// The first subproblem of each term, and at the end the number of subproblems.
    first: Vec<u64>,
    /// The number of subproblems counted at the same time.
    side_by_side: usize,
    /// The memory for joins, if there are more threads than subproblems: then threads share them.
    shared: Option<Arc<Shared>>,
    /// The graphics card, if one joins.
    #[cfg(feature = "gpu")]
    joiner: Option<gpu::Joiner>,
}

/// Without the stored lists, which have millions of entries.
impl fmt::Debug for Halves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Halves { isa, side_by_side, .. } = self;
        f.debug_struct("Halves").field("isa", isa).field("side_by_side", side_by_side).finish_non_exhaustive()
    }
}

impl Halves {
    /// The solutions of a board with its conditions, N = 1 to [`LARGEST`]. Makes stored lists on all workers.
    ///
    /// # Errors
    /// [`Error::InstructionSet`] for an instruction set that the machine lacks, [`Error::Memory`] if the estimate exceeds
    /// the limit (bytes), [`Error::Stopped`].
    ///
    /// # Panics
    /// If the board is larger.
    pub fn new(
        board: &Board,
        isa: Isa,
        memory_limit: Option<u64>,
        context: &Context<'_>,
    ) -> Result<Self, Error> {
        Halves::with_method(board, isa, memory_limit, context, Method::of(board).on(isa))
    }

    fn with_method(
        board: &Board,
        isa: Isa,
        memory_limit: Option<u64>,
        context: &Context<'_>,
        method: Method,
    ) -> Result<Self, Error> {
        let (workers, stop) = (context.workers, &context.stop);
        assert!(board.size() <= LARGEST, "halves counts boards of up to {LARGEST} rows");
        isa.require()?;
        let threads = workers.threads();
        Error::within(memory_limit, memory(board, threads), || {
            format!(
                "counting {} queens with the engine halves on {}",
                board.size(),
                plural(threads, "thread")
            )
        })?;
        let cache = ListCache::new(memory::cache(board, threads, memory_limit));
        let terms = workers.pool().install(|| terms(board, (method, isa), &cache, stop));
        if stop.is_raised() {
            return Err(Error::Stopped);
        }
        let side_by_side = side_by_side(board, threads, memory_limit);
        let mut first = vec![0];
        first.extend(terms.iter().scan(0, |first, term| {
            *first += term.row_sets.len();
            Some(*first)
        }));
        let shared = (side_by_side < threads).then(|| (0..threads).map(|_| Mutex::default()).collect());
        Ok(Halves {
            isa,
            terms,
            first,
            side_by_side,
            shared,
            #[cfg(feature = "gpu")]
            joiner: None,
        })
    }

    /// The summand of subproblem `id`.
    fn summand(&self, id: u64) -> Summand<'_> {
        let term = self.first.partition_point(|first| *first <= id) - 1;
        let rows = self.terms[term].row_sets.rows(id - self.first[term]);
        Summand { term: &self.terms[term], rows }
    }
}

/// A summand of Q(N), for one row set R of each class: `images * class size * count(R)`.
struct Summand<'a> {
    term: &'a Term,
    /// R.
    rows: Rows,
}

impl Summand<'_> {
    /// `images * class size`.
    fn weight(&self) -> u64 {
        self.term.images * self.term.row_sets.class_size(self.rows)
    }

    /// `count(R)`. Meaningless once `stop` is abandoned.
    fn count(&self, isa: Isa, scratch: &mut Scratch, stop: &StopFlag) -> u128 {
        isa.run(CountRowSet { term: self.term, rows: self.rows, scratch, stop })
    }
}

impl Problem for Halves {
    type Tally = u128;
    /// Made for the first subproblem.
    type Scratch = Option<Scratch>;

    fn len(&self) -> u64 {
        self.first[self.terms.len()]
    }

    fn subproblem(&self, id: u64) -> Subproblem {
        let summand = self.summand(id);
        let Summand { term, rows } = summand;
        let cost = term.free.scale(term.costs[rows.north.count_ones() as usize], rows);
        Subproblem { id, weight: summand.weight(), cost: 1 + cost }
    }

    fn predicted(&self, id: u64) -> Predicted {
        const ONE: u64 = 1 << 40;
        let Summand { term, rows } = self.summand(id);
        term.prediction.of(rows, term.free.scale(ONE, rows) as f64 / ONE as f64)
    }

    fn side_by_side(&self, threads: usize) -> usize {
        if self.shared.is_some() { self.side_by_side } else { threads }
    }

    fn count(&self, id: u64, scratch: &mut Option<Scratch>, stop: &StopFlag) -> Result<u128, Halt> {
        let summand = self.summand(id);
        let scratch = scratch.get_or_insert_with(|| Scratch::new(self.shared.clone()));
        #[cfg(feature = "gpu")]
        if let Some(joiner) = &self.joiner {
            let count = joiner.count(id, scratch, stop, |scratch| summand.count(self.isa, scratch, stop));
            return stop.unless_abandoned(count);
        }
        stop.unless_abandoned(summand.count(self.isa, scratch, stop))
    }
}

/// Counts a row set on an instruction set.
struct CountRowSet<'a> {
    term: &'a Term,
    rows: Rows,
    scratch: &'a mut Scratch,
    stop: &'a StopFlag,
}

impl<L: Lanes> Kernel<L> for CountRowSet<'_> {
    type Output = u128;

    #[inline(always)]
    fn run(self, lanes: L) -> u128 {
        let CountRowSet { term, rows, scratch, stop } = self;
        match &term.lists {
            Lists::Stored(lists) => count_stored::count(lanes, term, rows, lists, scratch, stop),
            Lists::Bucketed(stores) => count_bucketed::count(lanes, term, rows, stores, scratch, stop),
        }
    }
}

/// The terms of Q(N). Even N: all solutions. Odd N: the solutions with a queen in the centre; and the others, for
/// each image of the board and each distance of the middle column's queen. Incomplete once `stop` is raised.
fn terms(board: &Board, method: (Method, Isa), cache: &Arc<ListCache>, stop: &StopFlag) -> Vec<Term> {
    let geometry = Geometry::new(board.size());
    let free = FreeSquares::new(board, Symmetry::ALL[0]);
    let mut terms = Vec::new();
    if !geometry.middle || free.centre {
        terms.push(Term::without_middle(geometry, &free, !board.has_conditions(), method, cache, stop));
    }
    if geometry.middle {
        for (free, weight) in FreeSquares::images(board) {
            terms.extend(middle_queens::terms(geometry, &free, weight, method, cache));
        }
    }
    terms
}

#[cfg(test)]
mod join_tests;
#[cfg(test)]
mod tests;
