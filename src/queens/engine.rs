//! The engines by name, which of them is the fastest for a board, and each as the problem that workers count.

use super::backtrack::Backtrack;
use super::bitmask::{Bitmask, LARGEST_BITMASK_BOARD};
use super::halves::{self, Halves};
use super::{Board, LARGEST_BOARD};
use crate::Error;
use crate::search::{Halt, Problem, StopFlag, Subproblem};
use crate::text::shown;
use std::fmt;
use std::str::FromStr;

/// How to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Engine {
    /// The fastest engine that can.
    #[default]
    Auto,
    /// Half boards joined, 512 pairs at a time, to N = 31.
    Halves,
    /// Bitmask subtrees below the border's queens, to N = 32.
    Bitmask,
    /// The textbook search, to N = 64.
    Backtrack,
}

impl Engine {
    /// The names.
    pub const NAMES: [(&'static str, Engine); 4] = [
        ("auto", Engine::Auto),
        ("halves", Engine::Halves),
        ("bitmask", Engine::Bitmask),
        ("backtrack", Engine::Backtrack),
    ];

    /// The largest board that the engine counts.
    #[must_use]
    pub fn largest_board(self) -> u32 {
        match self {
            Engine::Halves => halves::LARGEST,
            Engine::Bitmask => LARGEST_BITMASK_BOARD,
            Engine::Auto | Engine::Backtrack => LARGEST_BOARD,
        }
    }

    /// The engine that `auto` stands for on this board.
    pub(super) fn resolve(self, board: &Board) -> Engine {
        match self {
            Engine::Auto if board.size() <= halves::LARGEST && halves_is_faster(board) => Engine::Halves,
            Engine::Auto if board.size() <= LARGEST_BITMASK_BOARD => Engine::Bitmask,
            Engine::Auto => Engine::Backtrack,
            chosen => chosen,
        }
    }
}

/// Below this size the bitmask search under conditions is over before half boards are listed.
const SMALLEST_CONDITIONED_BOARD: u32 = 12;
/// So many subproblems of half boards take as long as the bitmask search for each of [`guess`]'s solutions:
/// between 15 and 60 at N = 15 to 18, whole diagonals excluded (Xeon with AVX-512, 2 threads).
const SUBPROBLEMS_PER_GUESS: f64 = 30.0;

/// Whether half boards count faster than the bitmask search. They have the better growth, but take a
/// microsecond or more for each of C(N, N/2) row sets however few solutions the conditions leave.
fn halves_is_faster(board: &Board) -> bool {
    if !board.has_conditions() {
        return true;
    }
    let size = board.size();
    let half = size / 2;
    let row_sets = (1..=half).fold(1.0, |sets, i| sets * f64::from(half + i) / f64::from(i));
    // Eight images for odd N; a fixed queen says in which half its row's queen is.
    let images = if size % 2 == 1 { 8.0 } else { 1.0 };
    let subproblems = row_sets * images / 2f64.powi(board.fixed().len() as i32);
    size >= SMALLEST_CONDITIONED_BOARD && guess(board) * SUBPROBLEMS_PER_GUESS >= subproblems
}

/// A measure of the bitmask search's work. The queens' problem has about (0.143 N)^N solutions (Simkin, "The
/// number of n-queens configurations", 2021): this is the product of 0.143 times the free squares of each row
/// that has no fixed queen.
pub(super) fn guess(board: &Board) -> f64 {
    let is_fixed = |row: u32| board.fixed().iter().any(|queen| queen.row == row);
    let open = (0..board.size()).filter(|&row| !is_fixed(row));
    open.map(|row| 0.143 * f64::from(board.free(row).count_ones())).product()
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Engine::NAMES.iter().find(|(_, engine)| engine == self).map_or("auto", |(name, _)| name);
        f.pad(name)
    }
}

impl FromStr for Engine {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let known = Engine::NAMES.iter().find(|(known, _)| *known == name);
        known.map(|&(_, engine)| engine).ok_or_else(|| {
            let names = Engine::NAMES.map(|(name, _)| name).join(", ");
            Error::input(format!("there is no engine '{}'; the engines are {names}", shown(name)))
        })
    }
}

/// A board's count by one of the engines.
#[derive(Debug)]
pub(super) enum EngineProblem {
    Halves(Halves),
    Bitmask(Bitmask),
    Backtrack(Backtrack),
}

impl Problem for EngineProblem {
    type Tally = u128;
    /// What half boards need, from the first of them on.
    type Scratch = Option<halves::Scratch>;

    fn len(&self) -> u64 {
        match self {
            EngineProblem::Halves(problem) => problem.len(),
            EngineProblem::Bitmask(problem) => problem.len(),
            EngineProblem::Backtrack(problem) => problem.len(),
        }
    }

    fn subproblem(&self, id: u64) -> Subproblem {
        match self {
            EngineProblem::Halves(problem) => problem.subproblem(id),
            EngineProblem::Bitmask(problem) => problem.subproblem(id),
            EngineProblem::Backtrack(problem) => problem.subproblem(id),
        }
    }

    fn side_by_side(&self, threads: usize) -> usize {
        if let EngineProblem::Halves(problem) = self { problem.side_by_side(threads) } else { threads }
    }

    fn scratch(&self) -> Self::Scratch {
        None
    }

    fn count(&self, id: u64, scratch: &mut Self::Scratch, stop: &StopFlag) -> Result<u128, Halt> {
        match self {
            EngineProblem::Halves(problem) => {
                problem.count(id, scratch.get_or_insert_with(|| problem.scratch()), stop)
            }
            EngineProblem::Bitmask(problem) => problem.count(id, &mut (), stop),
            EngineProblem::Backtrack(problem) => problem.count(id, &mut (), stop),
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
            Engine::Auto.resolve(&Board::with_conditions(size, fixed, blocked).unwrap())
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
