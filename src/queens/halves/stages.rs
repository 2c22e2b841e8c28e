//! The stages of a count by themselves, for benchmarks: what the engine does for the dearest subproblem of an even
//! board, step by step. Each gives a number that does not depend on the instruction set.

use super::geometry::Place;
use super::half_board::{Grouping, HalfBoards};
use super::join::{Join, Workspace};
use super::leaf::PATTERNS;
use super::plan::Rows;
use super::quadrant::{self, Squares};
use super::straight::{Lists, Straight};
use super::{Geometry, Halves};
use crate::Error;
use crate::search::{Problem, StopFlag, Workers};
use crate::simd::sets::{Grouped, Lanes};
use crate::simd::{Isa, Kernel};

/// The dearest subproblem of a board, and its half boards.
pub struct Stages {
    halves: Halves,
    geometry: Geometry,
    rows: Rows,
    boards: [HalfBoards<u32>; 2],
    workspace: Workspace,
}

impl Stages {
    /// Of the N x N board, N even and at most 18.
    ///
    /// # Errors
    /// [`Error::Input`] for another N, or an instruction set that the machine lacks.
    pub fn new(n: u32, isa: Isa, workers: &Workers) -> Result<Self, Error> {
        if !n.is_multiple_of(2) || !(2..=18).contains(&n) {
            return Err(Error::input(format!("the stages are those of even boards up to 18, not {n}")));
        }
        let halves = Halves::new(n, isa, None, workers)?;
        let dearest = (0..halves.len()).max_by_key(|&id| halves.subproblem(id).cost);
        let (_, rows) = halves.rows(dearest.unwrap_or(0));
        let mut stages = Stages {
            halves,
            geometry: Geometry::new(n),
            rows,
            boards: Default::default(),
            workspace: Workspace::default(),
        };
        stages.half_boards();
        Ok(stages)
    }

    /// Lists all placements in a quadrant, for every set of rows; returns how many there are.
    pub fn quadrants(&self) -> usize {
        let squares = [Squares::new(self.geometry.half, |_, _| true)];
        let [lists] = quadrant::lists_by_place(self.geometry, &squares, true, |_, list| list.len());
        lists.into_iter().sum()
    }

    /// Makes the half boards of the subproblem; returns how many there are.
    pub fn half_boards(&mut self) -> usize {
        let straight = &self.halves.parts[0].halves;
        let Lists::Narrow(lists) = &straight.lists else { return 0 };
        let other = self.rows.complement(self.geometry.full());
        let sides =
            [(self.rows, Place::NorthEast, Place::SouthEast), (other, Place::NorthWest, Place::SouthWest)];
        for (boards, (rows, north, south)) in self.boards.iter_mut().zip(sides) {
            let north = lists[north as usize][rows.north as usize].view();
            let south = lists[south as usize][rows.south as usize].view();
            self.halves.isa.run(Fill { boards, north, south });
        }
        self.boards
            .iter_mut()
            .map(|boards| (0..3).map(|group| boards.group(group).len()).sum::<usize>())
            .sum()
    }

    /// Joins the half boards that leave the long diagonals empty; returns the number of pairs that fit.
    pub fn join(&mut self) -> u64 {
        self.pairs(usize::MAX)
    }

    /// One leaf of the join: as many of the east boards as it takes, against those of the west.
    pub fn leaf(&mut self) -> u64 {
        self.pairs(PATTERNS)
    }

    fn pairs(&mut self, most: usize) -> u64 {
        let bits = self.straight().live.count_ones();
        let [east, west] = &mut self.boards;
        let patterns = east.group(0);
        let most = most.min(patterns.len());
        let (patterns, items) = (&mut patterns[..most], [&*west.group(0), &[]]);
        let space = self.workspace.space();
        let [found, _] = self.halves.isa.run(Join { patterns, items, bits, space });
        found
    }

    fn straight(&self) -> &Straight {
        &self.halves.parts[0].halves
    }
}

/// Makes half boards on an instruction set.
struct Fill<'a> {
    boards: &'a mut HalfBoards<u32>,
    north: Grouped<'a, u32>,
    south: Grouped<'a, u32>,
}

impl<L: Lanes> Kernel<L> for Fill<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, lanes: L) {
        self.boards.fill(lanes, self.north, self.south, Grouping::Number, &StopFlag::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stages_agree_on_every_instruction_set() {
        let workers = Workers::new(1).unwrap();
        for n in [8, 10, 14] {
            let numbers = |isa| {
                let mut stages = Stages::new(n, isa, &workers).unwrap();
                let (boards, pairs) = (stages.half_boards(), stages.join());
                assert!(boards > 0 && (pairs > 0 || n < 14), "N = {n}");
                // Joined again, and made again: nothing is used up.
                assert_eq!([stages.join(), stages.join()], [pairs; 2]);
                assert_eq!(stages.half_boards(), boards);
                assert!(stages.leaf() <= pairs);
                (stages.quadrants(), boards, pairs)
            };
            let expected = numbers(Isa::Portable);
            for isa in Isa::available() {
                assert_eq!(numbers(isa), expected, "N = {n} {isa}");
            }
        }
        assert!(Stages::new(9, Isa::Portable, &workers).is_err());
        assert!(Stages::new(20, Isa::Portable, &workers).is_err());
    }
}
