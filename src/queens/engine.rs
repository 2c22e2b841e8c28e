//! The engines: their names, the fastest one for a board, and each as a problem that workers count.

use super::bitmask::LARGEST_BITMASK_BOARD;
use super::halves::{self, Halves};
use super::{Board, LARGEST_BOARD};
use crate::base::bits::binomial;
use crate::base::engine;
use crate::search::{Halt, Predicted, Problem, StopFlag, Subproblem};
use crate::{EngineChoice, Error};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// A way to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// Half boards, joined 512 pairs at a time. Up to N = 31.
    Halves,
    /// Bitmask subtrees below the border's queens. Up to N = 32.
    Bitmask,
    /// The textbook search. Up to N = 64.
    Backtrack,
}

impl Engine {
    /// The engines by name.
    pub const NAMES: [(&'static str, Engine); 3] =
        [("halves", Engine::Halves), ("bitmask", Engine::Bitmask), ("backtrack", Engine::Backtrack)];

    /// The largest board that the engine counts.
    #[must_use]
    pub fn largest_board(self) -> u32 {
        match self {
            Engine::Halves => halves::LARGEST,
            Engine::Bitmask => LARGEST_BITMASK_BOARD,
            Engine::Backtrack => LARGEST_BOARD,
        }
    }

    /// The engine that counts this board fastest, by a model.
    #[must_use]
    pub fn fastest(board: &Board) -> Engine {
        match board.size() {
            1..=halves::LARGEST if halves_is_faster(board) => Engine::Halves,
            1..=LARGEST_BITMASK_BOARD => Engine::Bitmask,
            _ => Engine::Backtrack,
        }
    }
}

impl EngineChoice<Engine> {
    /// The engine for this board, `auto` being the [fastest](Engine::fastest). The board without rows is counted by the textbook search alone.
    #[must_use]
    pub fn on(self, board: &Board) -> Engine {
        match self {
            EngineChoice::Given(engine) if board.size() > 0 => engine,
            _ => Engine::fastest(board),
        }
    }
}

/// Below this size, the bitmask search with conditions ends before half boards are listed.
const SMALLEST_CONDITIONED_BOARD: u32 = 12;
/// Subproblems of half boards that take as long as the bitmask search takes per solution of [`guess`]: measured
/// between 15 and 60 at N = 15 to 18, whole diagonals excluded (Xeon with AVX-512, 2 threads).
const SUBPROBLEMS_PER_GUESS: f64 = 30.0;

/// Whether half boards count faster than the bitmask search. Their time grows more slowly with N, but they take a
/// microsecond or more per row set, of which there are C(N, N/2), however few solutions the conditions leave.
fn halves_is_faster(board: &Board) -> bool {
    if !board.has_conditions() {
        return true;
    }
    let size = board.size();
    let row_sets = binomial(size / 2 * 2, size / 2) as f64;
    // Odd N has eight images. A fixed queen decides which half its row's queen is in.
    let images = if size % 2 == 1 { 8.0 } else { 1.0 };
    let subproblems = row_sets * images / 2f64.powi(board.fixed().len() as i32);
    size >= SMALLEST_CONDITIONED_BOARD && guess(board) * SUBPROBLEMS_PER_GUESS >= subproblems
}

/// A measure of the bitmask search's work: about the number of solutions. The empty board has about (0.143 N)^N
/// (Simkin, "The number of n-queens configurations", 2021); with conditions, each row without a fixed queen contributes
/// a factor of 0.143 times its free squares.
pub(super) fn guess(board: &Board) -> f64 {
    let is_fixed = |row: u32| board.fixed().iter().any(|queen| queen.row == row);
    let open = (0..board.size()).filter(|&row| !is_fixed(row));
    open.map(|row| 0.143 * f64::from(board.free(row).count_ones())).product()
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(engine::name(&Engine::NAMES, *self))
    }
}

impl FromStr for Engine {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        engine::named(&Engine::NAMES, name)
    }
}

/// A board's count by one of the engines.
pub(super) enum EngineProblem {
    Halves(Halves),
    /// A search, which needs no memory of its own.
    Search(Box<dyn Problem<Tally = u128, Scratch = ()>>),
}

impl EngineProblem {
    /// Has the processor recount a random hundredth of these chunks if a graphics card counts. Returns the number of marked
    /// chunks.
    #[cfg_attr(not(feature = "gpu"), allow(unused_variables))]
    pub(super) fn recheck(&mut self, chunks: &[Range<u64>]) -> usize {
        #[cfg(feature = "gpu")]
        if let EngineProblem::Halves(halves) = self {
            return halves.recheck(chunks);
        }
        0
    }
}

impl Problem for EngineProblem {
    type Tally = u128;
    type Scratch = <Halves as Problem>::Scratch;

    fn len(&self) -> u64 {
        match self {
            EngineProblem::Halves(problem) => problem.len(),
            EngineProblem::Search(problem) => problem.len(),
        }
    }

    fn subproblem(&self, id: u64) -> Subproblem {
        match self {
            EngineProblem::Halves(problem) => problem.subproblem(id),
            EngineProblem::Search(problem) => problem.subproblem(id),
        }
    }

    fn predicted(&self, id: u64) -> Predicted {
        match self {
            EngineProblem::Halves(problem) => problem.predicted(id),
            EngineProblem::Search(problem) => problem.predicted(id),
        }
    }

    fn side_by_side(&self, threads: usize) -> usize {
        if let EngineProblem::Halves(problem) = self { problem.side_by_side(threads) } else { threads }
    }

    fn count(&self, id: u64, scratch: &mut Self::Scratch, stop: &StopFlag) -> Result<u128, Halt> {
        match self {
            EngineProblem::Halves(problem) => problem.count(id, scratch, stop),
            EngineProblem::Search(problem) => problem.count(id, &mut (), stop),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    #[test]
    fn auto_takes_half_boards_unless_conditions_leave_little() {
        let engine = |size, fixed: &[Square], blocked: &[Square]| {
            Engine::fastest(&Board::with_conditions(size, fixed, blocked).unwrap())
        };
        let corner = [Square::new(0, 0)];
        for size in 1..=31 {
            assert_eq!(engine(size, &[], &[]), Engine::Halves);
        }
        for size in [12, 15, 16, 18, 21, 24, 31] {
            assert_eq!(engine(size, &corner, &[]), Engine::Halves, "{size}");
            assert_eq!(engine(size, &[], &corner), Engine::Halves, "{size}");
        }
        assert_eq!(engine(18, &[Square::new(0, 0), Square::new(1, 2)], &[]), Engine::Halves);
        assert_eq!(engine(11, &corner, &[]), Engine::Bitmask);
        // Two squares in three blocked, or half of the queens fixed.
        let third = |s: &Square| !(s.row + 2 * s.column).is_multiple_of(3);
        let squares = (0..24).flat_map(|row| (0..24).map(move |column| Square::new(row, column)));
        assert_eq!(engine(24, &[], &squares.filter(third).collect::<Vec<_>>()), Engine::Bitmask);
        let knights: Vec<Square> = (0..9).map(|i| Square::new(i, 2 * i)).collect();
        assert_eq!(engine(18, &knights, &[]), Engine::Bitmask);
    }
}
