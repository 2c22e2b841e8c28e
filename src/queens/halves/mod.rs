//! The fast engine: N-queens by half boards, 512 pairs at a time.
//!
//! ```text
//! Q(N) = sum over the row sets R of the east half of  weight(R) * n(east boards on R, west boards on the rest)
//! ```
//!
//! Cut the board in an east and a west half. For each set R of rows that the east half's queens use, list every
//! non-attacking half board of the east on R, and of the west on the other rows, each reduced to the set of
//! diagonals that cross the middle (`half_board`); a half board is a north and a south quadrant that fit
//! (`quadrant`). A solution is a pair of an east and a west half with disjoint sets: `join` counts the
//! pairs, at last 512 at a time (`leaf`). Which R, with what weight, and what stands on the middle lines of
//! a board of odd size: `plan`, `straight`, `crossed`.
//!
//! Fixed queens and blocked squares only shorten the quadrants' lists, and break symmetries: `free`.
//!
//! Every R is an independent subproblem: this is the frontier of the search tree, at which is known who sits in
//! which half, and everything else is below.
//!
//! The idea of joining quadrants to half boards is Evgeny Kluev's (N-Queens-Count-Sol); the joins by bit, the
//! tables of the leaf and the symmetry of the long diagonals are described in doc/ALGORITHMS.md.
//!
//! Run time: about 7.5 times more for N + 2; 0.4 s at N = 18 on one core with AVX-512. Memory: see [`memory()`].

mod crossed;
mod free;
mod geometry;
mod half_board;
mod join;
mod leaf;
mod memory;
mod nearest;
mod permuted;
mod plan;
mod quadrant;
mod radix;
mod scratch;
#[doc(hidden)]
pub mod stages;
mod store;
mod straight;
mod wide;

pub use memory::{memory, side_by_side, subproblem_memory, usual_memory};
pub use scratch::Scratch;

use super::{Board, Symmetry};
use crate::Error;
use crate::search::{Overflow, Problem, StopFlag, Subproblem, Workers};
use crate::simd::Isa;
use crossed::Arm;
use free::Free;
use geometry::Geometry;
use plan::{Numbering, RowSets, Rows};
use scratch::Shared;
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use store::Room;
use straight::Straight;

/// The largest board.
pub const LARGEST: u32 = 31;
/// The largest board whose lists are made beforehand, all of them.
const LARGEST_STORED: u32 = 19;
/// The smallest board on which the rest of the symmetry is worth its while.
const SMALLEST_NEAREST: u32 = 22;
/// With conditions there are up to eight times as many lists, and not all are asked for.
const LARGEST_STORED_WITH_CONDITIONS: u32 = 18;

/// The number of ways to put N queens on the free squares of an N x N board, as a sum over row sets.
#[derive(Debug)]
pub struct Halves {
    isa: Isa,
    parts: Vec<Part>,
    /// How many threads there are, and how many subproblems they count side by side.
    threads: usize,
    side_by_side: usize,
    /// What the threads join with where they share subproblems.
    seats: OnceLock<Arc<Shared>>,
}

/// One of the sums that make up the total.
#[derive(Debug)]
struct Part {
    /// The numbers of its subproblems.
    ids: Range<u64>,
    rows: RowSets,
    /// How often each counts, but for the row sets that it stands for.
    weight: u64,
    /// The free squares that its lists keep to.
    free: Free,
    /// The cost of a row set if all squares are free, by how many of its rows are in the north.
    costs: Vec<u64>,
    halves: Straight,
}

/// How the lists are kept and joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Path {
    /// Lists made beforehand. Where masks are longer than this (32 bits at most), the long diagonals are kept apart.
    Stored { bits: u32 },
    /// Lists made as needed, bits permuted, joined by buckets.
    AsNeeded,
    /// The same, and of even boards all of the symmetry is used.
    Nearest,
}

impl Path {
    const STORED: Path = Path::Stored { bits: 32 };
}

impl Halves {
    /// The N x N board, N = 1 to [`LARGEST`]. Makes the lists that are made beforehand, on all workers.
    ///
    /// # Errors
    /// [`Error::Input`] for another N, or an instruction set that the machine lacks; [`Error::Memory`] where
    /// the estimate is above the limit (bytes).
    pub fn new(n: u32, isa: Isa, memory_limit: Option<u64>, workers: &Workers) -> Result<Self, Error> {
        check_size(n)?;
        Halves::with_board(&Board::new(n)?, isa, memory_limit, workers)
    }

    /// The solutions on the board's free squares: its fixed queens and blocked squares are kept.
    ///
    /// # Errors
    /// As [`Halves::new`].
    pub fn with_board(
        board: &Board,
        isa: Isa,
        memory_limit: Option<u64>,
        workers: &Workers,
    ) -> Result<Self, Error> {
        let path = match board.size() {
            _ if is_stored(board) => Path::STORED,
            SMALLEST_NEAREST.. => Path::Nearest,
            _ => Path::AsNeeded,
        };
        Halves::with_path(board, isa, memory_limit, workers, path)
    }

    fn with_path(
        board: &Board,
        isa: Isa,
        memory_limit: Option<u64>,
        workers: &Workers,
        path: Path,
    ) -> Result<Self, Error> {
        check_size(board.size())?;
        isa.require()?;
        let room = room(board, workers.threads(), memory_limit)?;
        let parts = workers.pool().install(|| parts(board, path, &room));
        let threads = workers.threads();
        let side_by_side = side_by_side(board, threads, memory_limit);
        Ok(Halves { isa, parts, threads, side_by_side, seats: OnceLock::new() })
    }

    /// The instruction set that counts.
    #[must_use]
    pub fn isa(&self) -> Isa {
        self.isa
    }

    /// Which part subproblem `id` belongs to, and its rows.
    fn rows(&self, id: u64) -> (&Part, Rows) {
        let part = &self.parts[self.parts.partition_point(|part| part.ids.end <= id)];
        (part, part.rows.rows(id - part.ids.start))
    }
}

impl Problem for Halves {
    type Tally = u128;
    type Scratch = Scratch;

    fn len(&self) -> u64 {
        self.parts.last().map_or(0, |part| part.ids.end)
    }

    fn subproblem(&self, id: u64) -> Subproblem {
        let (part, rows) = self.rows(id);
        let cost = part.free.scale(part.costs[rows.north.count_ones() as usize], rows);
        Subproblem { id, weight: part.weight * part.rows.weight(rows), cost: 1 + cost }
    }

    fn scratch(&self) -> Scratch {
        let shares = self.side_by_side < self.threads;
        Scratch::new(shares.then(|| Arc::clone(self.seats.get_or_init(|| Shared::new(self.threads)))))
    }

    fn side_by_side(&self, threads: usize) -> usize {
        if self.side_by_side < self.threads { self.side_by_side } else { threads }
    }

    fn count(&self, id: u64, scratch: &mut Scratch, stop: &StopFlag) -> Result<u128, Overflow> {
        let (part, rows) = self.rows(id);
        Ok(self.isa.run(straight::Count { straight: &part.halves, rows, scratch, stop }))
    }
}

/// Whether the lists of this board are made beforehand.
fn is_stored(board: &Board) -> bool {
    board.size() <= if board.has_conditions() { LARGEST_STORED_WITH_CONDITIONS } else { LARGEST_STORED }
}

fn check_size(n: u32) -> Result<(), Error> {
    if (1..=LARGEST).contains(&n) {
        return Ok(());
    }
    Err(Error::input(format!("the engine halves counts boards of 1 to {LARGEST} rows, not {n}")))
}

/// Even N: all solutions. Odd N: those with a queen in the centre; and those without, for each image of the board
/// and each place of the middle column's queen.
fn parts(board: &Board, path: Path, room: &Arc<Room>) -> Vec<Part> {
    let geometry = Geometry::new(board.size());
    let half = geometry.half;
    let costs = plan::costs(half);
    let mut parts: Vec<Part> = Vec::new();
    let mut add = |rows: RowSets, weight, free: &Free, costs, halves| {
        let first = parts.last().map_or(0, |part| part.ids.end);
        parts.push(Part { ids: first..first + rows.len(), rows, weight, free: free.clone(), costs, halves });
    };
    let numbering = |free: &Free, middle| {
        Numbering::new(half, |rows| free.allows_north(rows), |rows| free.allows_south(rows, middle))
    };
    let free = Free::new(board, Symmetry::ALL[0]);
    if !geometry.middle || free.centre {
        let rows = RowSets::new(numbering(&free, 0), free.reflections());
        let halves = Straight::new(geometry, &free, !board.has_conditions(), path, room);
        add(rows, 1, &free, costs.clone(), halves);
    }
    if geometry.middle {
        for (free, weight) in Free::images(board) {
            for Arm { distance, halves } in crossed::arms(geometry, &free, path, room) {
                let rows = RowSets::All(numbering(&free, halves.middle));
                // The middle row's queen has a - 1 squares, a good half of which are left to it.
                let costs = costs.iter().map(|cost| 1 + cost * u64::from(distance - 1) / 2).collect();
                add(rows, weight, &free, costs, halves);
            }
        }
    }
    parts
}

/// A model of a count's time on N x N: proportional to the sum over the row sets of (half boards)^exponent.
pub(super) fn work(n: u32, exponent: f64) -> f64 {
    plan::work(n, exponent)
}

/// About how many subproblems the empty board of a large N has.
pub(super) fn subproblems(n: u32) -> f64 {
    plan::subproblems(n)
}

/// Refuses what does not fit; else the room for lists that are made as needed.
fn room(board: &Board, threads: usize, limit: Option<u64>) -> Result<Arc<Room>, Error> {
    let needed = memory(board, threads);
    match limit {
        Some(limit) if needed > limit.into() => {
            let plural = if threads == 1 { "" } else { "s" };
            let what = format!(
                "counting {} queens with the engine halves on {threads} thread{plural}",
                board.size()
            );
            Err(Error::Memory { what, needed, limit })
        }
        _ => Ok(Room::new(memory::room(board, threads, limit))),
    }
}

#[cfg(test)]
mod join_tests;
#[cfg(test)]
mod tests;
