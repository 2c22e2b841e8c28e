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
//! Every R is an independent subproblem: this is the frontier of the search tree, at which is known who sits in
//! which half, and everything else is below.
//!
//! The idea of joining quadrants to half boards is Evgeny Kluev's (N-Queens-Count-Sol); the joins by bit, the
//! tables of the leaf and the symmetry of the long diagonals are described in doc/ALGORITHMS.md.
//!
//! Run time: about 7.5 times more for N + 2; 0.4 s at N = 18 on one core with AVX-512. Memory: see [`memory`].

mod crossed;
mod geometry;
mod half_board;
mod join;
mod leaf;
mod permuted;
mod plan;
mod quadrant;
mod radix;
mod scratch;
mod store;
mod straight;

pub use scratch::Scratch;

use crate::Error;
use crate::search::{Overflow, Problem, StopFlag, Subproblem, Workers};
use crate::simd::Isa;
use crossed::Crossed;
use geometry::Geometry;
use plan::{Classes, Numbering, Rows};
use quadrant::{Builder, Squares};
use std::sync::Arc;
use store::{Room, Store};
use straight::{Lists, Straight};

/// The largest board.
pub const LARGEST: u32 = 31;

/// The number of ways to put N queens on the N x N board, as a sum over row sets.
#[derive(Debug)]
pub struct Halves {
    isa: Isa,
    half: u32,
    /// Even N: all solutions. Odd N: those with a queen in the centre.
    straight: Straight,
    classes: Classes,
    /// Odd N: those with no queen in the centre.
    crossed: Option<(Crossed, Numbering)>,
}

/// How the lists are kept and joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Path {
    /// Lists made beforehand where masks fit 32 bits.
    Stored,
    /// Lists made as needed, bits permuted, joined by buckets.
    AsNeeded,
}

impl Halves {
    /// The N x N board, N = 1 to [`LARGEST`]. Makes the lists that are made beforehand, on all workers.
    ///
    /// # Errors
    /// [`Error::Input`] for another N, or an instruction set that the machine lacks; [`Error::Memory`] where
    /// the estimate is above the limit (bytes).
    pub fn new(n: u32, isa: Isa, memory_limit: Option<u64>, workers: &Workers) -> Result<Self, Error> {
        let path = if n < 20 { Path::Stored } else { Path::AsNeeded };
        Halves::with_path(n, isa, memory_limit, workers, path)
    }

    fn with_path(
        n: u32,
        isa: Isa,
        memory_limit: Option<u64>,
        workers: &Workers,
        path: Path,
    ) -> Result<Self, Error> {
        if !(1..=LARGEST).contains(&n) {
            return Err(Error::input(format!(
                "the engine halves counts boards of 1 to {LARGEST} rows, not {n}"
            )));
        }
        if !isa.is_available() {
            return Err(Error::input(format!("this machine does not have the instruction set {isa}")));
        }
        let room = room(n, workers.threads(), memory_limit)?;
        let geometry = Geometry::new(n);
        let numbering = Numbering::new(geometry.half);
        let classes = numbering.classes();
        let (straight, crossed) = workers.pool().install(|| {
            let crossed = geometry.middle.then(|| Crossed::new(geometry, path, &room));
            (straight(geometry, path, &room), crossed)
        });
        Ok(Halves {
            isa,
            half: geometry.half,
            straight,
            classes,
            crossed: crossed.map(|crossed| (crossed, numbering)),
        })
    }

    /// The instruction set that counts.
    #[must_use]
    pub fn isa(&self) -> Isa {
        self.isa
    }

    /// Which part subproblem `id` belongs to, and its rows.
    fn rows(&self, id: u64) -> (Option<&Crossed>, Rows) {
        match (&self.crossed, id.checked_sub(self.classes.len())) {
            (Some((crossed, numbering)), Some(id)) => (Some(crossed), numbering.rows(id)),
            _ => (None, self.classes.rows(id)),
        }
    }
}

impl Problem for Halves {
    type Tally = u128;
    type Scratch = Scratch;

    fn len(&self) -> u64 {
        self.classes.len() + self.crossed.as_ref().map_or(0, |(_, numbering)| numbering.len())
    }

    fn subproblem(&self, id: u64) -> Subproblem {
        let (crossed, rows) = self.rows(id);
        let (weight, lists) = match crossed {
            Some(crossed) => (crossed::WEIGHT, crossed.arms_at(rows)),
            None => (self.straight.weight(rows), 1),
        };
        Subproblem { id, weight, cost: 1 + lists * plan::cost(self.half, rows) }
    }

    fn scratch(&self) -> Scratch {
        Scratch::new()
    }

    fn count(&self, id: u64, scratch: &mut Scratch, stop: &StopFlag) -> Result<u128, Overflow> {
        Ok(match self.rows(id) {
            (Some(crossed), rows) => self.isa.run(crossed::Count { crossed, rows, scratch, stop }),
            (None, rows) => self.isa.run(straight::Count { straight: &self.straight, rows, scratch }),
        })
    }
}

/// The board of two halves: even N, or odd N with a queen in the centre, which forbids the long diagonals.
fn straight(geometry: Geometry, path: Path, room: &Arc<Room>) -> Straight {
    let folded = !geometry.middle;
    let squares = Squares::new(geometry.half, |i, j| folded || i != j);
    let builder = Builder::new(geometry, squares, folded);
    // The nibble of distance h reaches no other half (odd N); the long diagonals are kept apart.
    let unreached = if geometry.middle { 4 } else { 0 };
    let live = geometry.nibbles() >> unreached << unreached;
    let lists = if path == Path::Stored && live.count_ones() <= 32 {
        let lists = builder.all(|list| {
            geometry::Place::ALL.map(|place| list.map(|m| (geometry.seen_from(place, m) >> unreached) as u32))
        });
        Lists::Narrow(unzip(lists))
    } else {
        let store = Arc::new(Store::new(builder, geometry.half, room));
        Lists::Wide(std::array::from_fn(|_| Arc::clone(&store)))
    };
    Straight { geometry, folded, live, lists }
}

/// Four lists of what was a list of fours.
fn unzip<T>(lists: Vec<[T; 4]>) -> [Vec<T>; 4] {
    let mut result = [const { Vec::new() }; 4];
    for list in lists {
        for (result, item) in result.iter_mut().zip(list) {
            result.push(item);
        }
    }
    result
}

/// An estimate of the memory in bytes that a count needs at least, on so many threads.
#[must_use]
pub fn memory(n: u32, threads: usize) -> u128 {
    let threads = threads.max(1) as u128;
    // Half boards of a subproblem, at most: 2,956 at N = 16, 17,506 at 18, 114,142 at 20.
    let steps = (n / 2).saturating_sub(8);
    let boards = (0..steps).fold(3_000u128, |boards, _| boards * 13 / 2);
    // Masks, bucket words and gathered copies of both halves.
    let worker = 40 * boards + (1 << 20);
    threads * worker + stored(n) + (4 << 20)
}

/// Bytes of the lists: those made beforehand, or the least room that lists made as needed work well with.
fn stored(n: u32) -> u128 {
    // 119,000 placements at h = 8, then 7.7 times as many for each further h.
    let placements = (8..n / 2).fold(119_000u128, |p, _| p * 77 / 10);
    match n {
        0..=15 => 4 << 20,
        16 | 18 => 22 * placements,
        17 | 19 => 180 * placements,
        // A few lists for each worker, of some thousand that there are.
        _ => (10 * placements).min(64 << 20) + 10 * placements / 256,
    }
}

/// The room for lists that are made as needed, after what the workers need.
fn room(n: u32, threads: usize, limit: Option<u64>) -> Result<Arc<Room>, Error> {
    let needed = memory(n, threads);
    let limit = limit.unwrap_or(u64::MAX);
    if needed > u128::from(limit) {
        return Err(Error::Memory {
            what: format!("counting {n} queens with the engine halves on {threads} threads"),
            needed,
            limit,
        });
    }
    let rest = u128::from(limit) - needed + stored(n);
    Ok(Room::new(u64::try_from(rest).unwrap_or(u64::MAX).min(LISTS)))
}

/// The most bytes of lists that are made as needed: more hardly helps.
const LISTS: u64 = 1 << 30;

#[cfg(test)]
mod join_tests;
#[cfg(test)]
mod tests;
