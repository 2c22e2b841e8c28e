//! Conditions: the free squares of a board in its four quadrants, and their consequences for the rows.
//!
//! Fixed queens and blocked squares appear here as masks of free squares ([`Board::free`]). A quadrant list uses the
//! free squares of its quadrant alone, so that the code above the lists needs no conditions. Of the symmetries used
//! without conditions
//!
//! - the reflections in the long diagonals (even N) are given up: both diagonals are ordinary bits, or groups where
//!   masks would be too long (`term`);
//! - the flips stay if they keep the board, as seen in its quadrants ([`Reflections`]);
//! - for odd N, each solution without a queen in the centre has exactly one image under the eight symmetries with its
//!   middle queens where `middle_queens` wants them. So the count of a board is the sum over its eight images of such
//!   solutions, and equal images are counted once, with their number as weight: a board without conditions has one
//!   image with weight 8.
//!
//! A row whose free squares all lie in one half has its queen there. This decides a bit of R: a fixed queen leaves
//! half of the row sets.

use super::geometry::{Corner, Lines};
use super::quadrant::Squares;
use super::row_sets::{Reflections, Rows};
use crate::queens::{Board, Square, Symmetry};

/// The free squares in the quadrants' coordinates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FreeSquares {
    half: u32,
    /// The free columns, by corner and by the row's distance from the middle.
    quadrants: [Vec<Lines>; 4],
    /// The free squares of the middle column's south: bit a - 1 for distance a. 0 for even N, like the next two.
    pub south: Lines,
    /// The free squares of the middle row's west: bit b - 1 for distance b.
    pub west: Lines,
    pub centre: bool,
    /// Whether all squares of the quadrants are free.
    open: bool,
}

impl FreeSquares {
    /// The free squares of the board's image under a symmetry (its inverse, which over all eight is equivalent).
    pub fn new(board: &Board, symmetry: Symmetry) -> Self {
        let n = board.size();
        let half = n / 2;
        let is_free = |row, column| board.is_free(symmetry.square(n, Square::new(row, column)));
        // The line at this distance from the middle line or, for even N, from the middle.
        let above = |distance: u32| half - 1 - distance;
        let below = |distance: u32| n - half + distance;
        let lines = |free: &dyn Fn(u32) -> bool| (0..half).filter(|&i| free(i)).map(|i| 1 << i).sum();
        let quadrant = |corner: Corner| {
            let squares = |j: u32| {
                let row = if corner.is_south() { below(j) } else { above(j) };
                lines(&|i| is_free(row, if corner.is_west() { above(i) } else { below(i) }))
            };
            (0..half).map(squares).collect()
        };
        let middle = n % 2 == 1;
        let quadrants = Corner::ALL.map(quadrant);
        let open = quadrants.iter().flatten().all(|&columns| columns == (1 << half) - 1);
        FreeSquares {
            half,
            open,
            quadrants,
            south: if middle { lines(&|a| is_free(below(a), half)) } else { 0 },
            west: if middle { lines(&|b| is_free(half, above(b))) } else { 0 },
            centre: middle && is_free(half, half),
        }
    }

    /// The distinct images of the board, each with the number of symmetries that give it: a single one with 8 without
    /// conditions.
    pub fn images(board: &Board) -> Vec<(FreeSquares, u64)> {
        let mut images: Vec<(FreeSquares, u64)> = Vec::new();
        for symmetry in Symmetry::ALL {
            let image = FreeSquares::new(board, symmetry);
            match images.iter_mut().find(|(known, _)| *known == image) {
                Some((_, number)) => *number += 1,
                None => images.push((image, 1)),
            }
        }
        images
    }

    /// The free squares of a quadrant that are also `allowed(i, j)`.
    pub fn squares(&self, corner: Corner, allowed: impl Fn(u32, u32) -> bool) -> Squares {
        let free = &self.quadrants[corner as usize];
        Squares::new(self.half, |i, j| free[j as usize] >> i & 1 == 1 && allowed(i, j))
    }

    /// The flips that map the free squares of each quadrant to those of another.
    pub fn reflections(&self) -> Reflections {
        let [ne, se, nw, sw] = &self.quadrants;
        Reflections {
            north_south: ne == se && nw == sw,
            east_west: ne == nw && se == sw,
            half_turn: ne == sw && se == nw,
        }
    }

    /// The fraction of free squares in each row of a quadrant.
    pub fn shares(&self, corner: Corner) -> Vec<f64> {
        let share = |columns: &Lines| f64::from(columns.count_ones()) / f64::from(self.half);
        self.quadrants[corner as usize].iter().map(share).collect()
    }

    /// The rows of the quadrant with a free square.
    fn rows(&self, corner: Corner) -> Lines {
        let rows = (0..).zip(&self.quadrants[corner as usize]);
        rows.filter(|&(_, &columns)| columns != 0).map(|(j, _)| 1 << j).sum()
    }

    /// Whether every row of the north has a free square in its half, if these rows belong to the east.
    pub fn allows_north(&self, rows: Lines) -> bool {
        self.lacking(rows, [Corner::NorthEast, Corner::NorthWest]) == 0
    }

    /// Whether every row of the south has one, except for the row of the middle column's queen (a bit, or 0).
    pub fn allows_south(&self, rows: Lines, middle: Lines) -> bool {
        rows & middle == 0 && self.lacking(rows, [Corner::SouthEast, Corner::SouthWest]) & !middle == 0
    }

    /// The rows without a free square in the half where their queen should be.
    fn lacking(&self, rows: Lines, [east, west]: [Corner; 2]) -> Lines {
        let full = (1 << self.half) - 1;
        (rows & !self.rows(east)) | (full & !rows & !self.rows(west))
    }

    /// Scales the cost of a row set by the fraction of free squares in the halves of its rows.
    pub fn scale(&self, cost: u64, rows: Rows) -> u64 {
        if self.open {
            return cost;
        }
        const ONE: u64 = 1 << 40;
        let mut share = ONE;
        for (lines, [east, west]) in [
            (rows.north, [Corner::NorthEast, Corner::NorthWest]),
            (rows.south, [Corner::SouthEast, Corner::SouthWest]),
        ] {
            for j in 0..self.half {
                let corner = if lines >> j & 1 == 1 { east } else { west };
                let free = self.quadrants[corner as usize][j as usize].count_ones();
                // A row may have its queen on the middle column instead: at least one square.
                share = share * u64::from(free.max(1)) / u64::from(self.half);
            }
        }
        1 + (u128::from(cost) * u128::from(share) / u128::from(ONE)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;

    #[test]
    fn a_board_without_conditions_has_one_image() {
        for n in 1..=31 {
            let images = FreeSquares::images(&Board::new(n).unwrap());
            assert_eq!(images.iter().map(|(_, weight)| *weight).collect::<Vec<_>>(), [8]);
            let rows = Rows { north: 1, south: 0 };
            assert_eq!(images[0].0.scale(12_345, rows), 12_345);
        }
    }

    #[test]
    fn images_follow_the_conditions() {
        let images =
            |blocked: &[Square]| FreeSquares::images(&Board::with_conditions(7, &[], blocked).unwrap());
        let weights = |blocked: &[Square]| images(blocked).iter().map(|(_, w)| *w).collect::<Vec<_>>();
        assert_eq!(weights(&[Square::new(0, 0)]), [2; 4]);
        assert_eq!(weights(&[Square::new(0, 0), Square::new(6, 6)]), [4; 2]);
        assert_eq!(weights(&[Square::new(3, 3)]), [8]);
    }

    /// The square of a corner at distances i from the middle column and j from the middle row.
    fn square(n: u32, corner: Corner, i: u32, j: u32) -> Square {
        let (before, after) = (|d| n / 2 - 1 - d, |d| n.div_ceil(2) + d);
        let row = if corner.is_south() { after(j) } else { before(j) };
        Square::new(row, if corner.is_west() { before(i) } else { after(i) })
    }

    /// Boards of five to nine rows with some squares blocked, sometimes whole rows of quadrants.
    fn boards() -> impl Iterator<Item = Board> {
        let mut random = Random::new(3);
        (0..300).map(move |case| {
            let (n, share) = (5 + case % 5, [1, 3, 6, 9][case as usize / 5 % 4]);
            let squares = (0..n * n).map(|i| Square::new(i / n, i % n));
            let blocked: Vec<Square> = squares.filter(|_| random.below(10) < share).collect();
            Board::with_conditions(n, &[], &blocked).unwrap()
        })
    }

    #[test]
    fn quadrants_and_middle_lines_are_the_boards_squares() {
        for board in boards() {
            let (n, free) = (board.size(), FreeSquares::new(&board, Symmetry::ALL[0]));
            let half = n / 2;
            for (corner, j) in Corner::ALL.into_iter().flat_map(|corner| (0..half).map(move |j| (corner, j)))
            {
                let squares = free.squares(corner, |i, j| i + j != 1);
                let is_free = |i| board.is_free(square(n, corner, i, j));
                for i in 0..half {
                    assert_eq!(squares.rows[j as usize] >> i & 1 == 1, is_free(i) && i + j != 1);
                }
                let count = (0..half).filter(|&i| is_free(i)).count();
                assert_eq!(free.shares(corner)[j as usize], count as f64 / f64::from(half));
            }
            let middle = |row, column| n % 2 == 1 && board.is_free(Square::new(row, column));
            for distance in 1..=half {
                assert_eq!(free.south >> (distance - 1) & 1 == 1, middle(half + distance, half));
                assert_eq!(free.west >> (distance - 1) & 1 == 1, middle(half, half - distance));
            }
            assert_eq!((free.south >> half, free.west >> half, free.centre), (0, 0, middle(half, half)));
        }
    }

    #[test]
    fn row_sets_are_allowed_where_every_row_has_a_free_square_in_its_half() {
        let (mut allowed, mut forbidden) = (0, 0);
        for board in boards() {
            let (n, free) = (board.size(), FreeSquares::new(&board, Symmetry::ALL[0]));
            let half = n / 2;
            let has_free = |corner, j| (0..half).any(|i| board.is_free(square(n, corner, i, j)));
            for rows in 0..1u32 << half {
                let corner = |j, east, west| if rows >> j & 1 == 1 { east } else { west };
                let north = (0..half).all(|j| has_free(corner(j, Corner::NorthEast, Corner::NorthWest), j));
                assert_eq!(free.allows_north(rows), north);
                for middle in [0].into_iter().chain((0..half).map(|j| 1 << j)) {
                    // The middle column's queen takes this row.
                    let row =
                        |j| has_free(corner(j, Corner::SouthEast, Corner::SouthWest), j) || 1 << j == middle;
                    let south = rows & middle == 0 && (0..half).all(row);
                    assert_eq!(free.allows_south(rows, middle), south);
                    *(if south { &mut allowed } else { &mut forbidden }) += 1;
                }
            }
        }
        assert!(allowed > 1_000 && forbidden > 1_000, "{allowed} and {forbidden}");
    }

    #[test]
    fn flips_stay_where_they_keep_the_board() {
        let kept = |blocked: &[(u32, u32)]| {
            let squares: Vec<_> = blocked.iter().map(|&(row, column)| Square::new(row, column)).collect();
            let board = Board::with_conditions(8, &[], &squares).unwrap();
            let Reflections { north_south, east_west, half_turn } =
                FreeSquares::new(&board, Symmetry::ALL[0]).reflections();
            (north_south, east_west, half_turn)
        };
        assert_eq!(kept(&[]), (true, true, true));
        assert_eq!(kept(&[(0, 1)]), (false, false, false));
        assert_eq!(kept(&[(0, 1), (7, 1)]), (true, false, false));
        assert_eq!(kept(&[(0, 6), (7, 6)]), (true, false, false));
        assert_eq!(kept(&[(0, 1), (0, 6)]), (false, true, false));
        assert_eq!(kept(&[(7, 1), (7, 6)]), (false, true, false));
        assert_eq!(kept(&[(0, 1), (7, 6)]), (false, false, true));
        assert_eq!(kept(&[(7, 1), (0, 6)]), (false, false, true));
        assert_eq!(kept(&[(0, 1), (0, 6), (7, 1), (7, 6)]), (true, true, true));
    }

    #[test]
    fn costs_shrink_with_the_free_squares_of_the_rows_halves() {
        for board in boards().filter(Board::has_conditions) {
            let (n, free) = (board.size(), FreeSquares::new(&board, Symmetry::ALL[0]));
            let half = n / 2;
            let share = |corner, j| {
                let count = (0..half).filter(|&i| board.is_free(square(n, corner, i, j))).count();
                count.max(1) as f64 / f64::from(half)
            };
            for (north, south) in [(0, 0), (0, 3), (2, 1), (1, 2), (3, 0)] {
                let halves = |rows: Lines, east, west| -> f64 {
                    (0..half).map(|j| share(if rows >> j & 1 == 1 { east } else { west }, j)).product()
                };
                let expected = 1e9
                    * halves(north, Corner::NorthEast, Corner::NorthWest)
                    * halves(south, Corner::SouthEast, Corner::SouthWest);
                let cost = free.scale(1_000_000_000, Rows { north, south });
                let open = Corner::ALL.iter().all(|&corner| free.shares(corner).iter().all(|&s| s == 1.0));
                assert_eq!(cost == 1_000_000_000, open);
                assert!((cost as f64 - expected).abs() <= 2.0, "{cost} and not {expected}");
                assert!(
                    free.scale(0, Rows { north, south }) == u64::from(!open),
                    "no subproblem costs nothing"
                );
            }
        }
    }
}
