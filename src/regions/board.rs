//! The board: N x N squares in N regions, and the number of queens ("stars") that each row, column and region holds.
//!
//! Regions are numbers from 0 to N - 1, one per square, row by row from the top left. People see letters: those of the
//! text that was read, or A, B, C, ... Regions need not be connected: many published puzzles have disconnected ones, so
//! this is a [note](Board::notes) and never an error.

use super::{list, queens_per_row};
use crate::base::text::plural;
use crate::{Error, Square};
use std::fmt;

/// The largest board: a set of its rows is a word of 32 bits.
pub const LARGEST_BOARD: u32 = 32;

/// The sides on which two squares are neighbours within a region.
const SIDES: [(i32, i32); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// A board of 1 to 32 rows whose squares belong to regions.
///
/// ```
/// use vuelta::Square;
/// use vuelta::regions::Board;
/// let board = Board::parse(b"AABB\nACBB\nCCBD\nDDDD\n")?;
/// assert_eq!((board.size(), board.stars()), (4, 1));
/// assert_eq!(board.letter(board.region(Square::new(1, 1))), 'C');
/// assert_eq!(Board::parse(board.to_string().as_bytes())?, board);
/// # Ok::<(), vuelta::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    size: u32,
    stars: u32,
    /// The region of each square, row by row.
    regions: Vec<u8>,
    /// The letter of each region.
    letters: Vec<char>,
}

impl Board {
    /// Creates the board of `size` rows with `stars` queens per row, column and region. `regions` has the region of
    /// each square, row by row from the top left, as numbers from 0 to `size - 1` that all occur.
    ///
    /// # Errors
    /// [`Error::BoardSize`] for sizes below 1 and above 32; [`Error::Input`] for a number of stars below 1 or above
    /// `size`, a number of squares that is not `size` squared, or a number of regions that is not `size`.
    pub fn new(size: u32, stars: u32, regions: Vec<u8>) -> Result<Self, Error> {
        let letters = ('A'..='Z').chain('a'..='z').take(size.min(LARGEST_BOARD) as usize).collect();
        Self::with_letters(size, stars, regions, letters)
    }

    /// The board whose regions are its rows: no condition beyond rows, columns and touching queens.
    ///
    /// ```
    /// use vuelta::regions::{Board, Search};
    /// // Permutations of 1 to 6 without neighbours that differ by 1: OEIS A002464.
    /// let board = Board::without_regions(6, 1)?;
    /// assert_eq!(Search::new(&board).count(u64::MAX).solutions, 90);
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn without_regions(size: u32, stars: u32) -> Result<Self, Error> {
        let row = |row: u8| std::iter::repeat_n(row, size as usize);
        Self::new(size, stars, (0..size.min(LARGEST_BOARD) as u8).flat_map(row).collect())
    }

    /// [`new`](Self::new) with these letters for the regions.
    pub(super) fn with_letters(
        size: u32,
        stars: u32,
        regions: Vec<u8>,
        letters: Vec<char>,
    ) -> Result<Self, Error> {
        if !(1..=LARGEST_BOARD).contains(&size) {
            return Err(Error::BoardSize { size, largest: LARGEST_BOARD });
        }
        if !(1..=size).contains(&stars) {
            return Err(Error::input(format!(
                "{}; a board of {} takes 1 to {size}",
                queens_per_row(stars),
                plural(size as usize, "row")
            )));
        }
        let squares = (size * size) as usize;
        if regions.len() != squares {
            let message =
                format!("{} squares have a region; a board of {size} rows has {squares}", regions.len());
            return Err(Error::input(message));
        }
        if let Some(region) = regions.iter().find(|&&region| u32::from(region) >= size) {
            return Err(Error::input(format!(
                "region {region}: the regions of this board are 0 to {}",
                size - 1
            )));
        }
        if let Some(region) = (0..size as u8).find(|region| !regions.contains(region)) {
            return Err(Error::input(format!(
                "region {region} has no square; a board needs one region per row"
            )));
        }
        Ok(Board { size, stars, regions, letters })
    }

    /// The number of rows, columns and regions.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The number of queens in each row, column and region.
    #[must_use]
    pub fn stars(&self) -> u32 {
        self.stars
    }

    /// The region of each square, row by row from the top left.
    #[must_use]
    pub fn regions(&self) -> &[u8] {
        &self.regions
    }

    /// The region of a square.
    ///
    /// # Panics
    /// Panics if the square is off the board.
    #[must_use]
    pub fn region(&self, square: Square) -> usize {
        assert!(square.column < self.size, "{square} is off the board");
        usize::from(self.regions[self.index(square)])
    }

    /// The letter of a region: its letter in the text, or A for region 0, B for region 1, ..., a for region 26, ...
    ///
    /// # Panics
    /// Panics if there is no region with this number.
    #[must_use]
    pub fn letter(&self, region: usize) -> char {
        self.letters[region]
    }

    /// The squares of a region, row by row.
    pub fn squares(&self, region: usize) -> impl Iterator<Item = Square> {
        let of_region = move |&(_, &other): &(usize, &u8)| usize::from(other) == region;
        self.regions.iter().enumerate().filter(of_region).map(|(index, _)| self.square(index))
    }

    /// The regions in several pieces that do not touch along a side.
    #[must_use]
    pub fn unconnected(&self) -> Vec<usize> {
        (0..self.size as usize).filter(|&region| self.pieces(region) > 1).collect()
    }

    /// Sentences about unusual but allowed features: regions in several pieces.
    ///
    /// ```
    /// use vuelta::regions::Board;
    /// let board = Board::parse(b"AAB\nBCC\nCCC\n")?;
    /// assert_eq!(board.notes(), ["region B is in 2 pieces"]);
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let note =
            |region: usize| format!("region {} is in {} pieces", self.letter(region), self.pieces(region));
        self.unconnected().into_iter().map(note).collect()
    }

    /// The number of connected pieces of a region.
    fn pieces(&self, region: usize) -> usize {
        let mut unseen: Vec<Square> = self.squares(region).collect();
        let mut pieces = 0;
        while let Some(square) = unseen.pop() {
            pieces += 1;
            let mut reached = vec![square];
            while let Some(square) = reached.pop() {
                for side in SIDES {
                    let neighbour = square.offset(side);
                    let at = unseen.iter().position(|&other| Some(other) == neighbour);
                    reached.extend(at.map(|at| unseen.swap_remove(at)));
                }
            }
        }
        pieces
    }

    /// The row, column and region of a square.
    fn units(&self, square: Square) -> [usize; 3] {
        [square.row as usize, square.column as usize, self.region(square)]
    }

    /// A square's index in [`regions`](Self::regions).
    pub(super) fn index(&self, square: Square) -> usize {
        (square.row * self.size + square.column) as usize
    }

    /// The square of an index in [`regions`](Self::regions).
    pub(super) fn square(&self, index: usize) -> Square {
        Square::new(index as u32 / self.size, index as u32 % self.size)
    }

    /// Checks queens that a person has placed.
    ///
    /// # Errors
    /// [`Error::Conditions`] that names a square off the board or given twice, two queens that touch, or a row, column
    /// or region with more than [`stars`](Self::stars) queens.
    pub fn check(&self, queens: &[Square]) -> Result<(), Error> {
        self.check_squares(queens, "queen on")?;
        let name = |square: Square| square.name(self.size);
        let error = |sentence: String| Err(Error::Conditions(sentence));
        for (i, &queen) in queens.iter().enumerate() {
            for &other in &queens[..i] {
                if queen.row.abs_diff(other.row) <= 1 && queen.column.abs_diff(other.column) <= 1 {
                    return error(format!("the queens on {} and {} touch", name(other), name(queen)));
                }
            }
            let [row, column] = queen.line_names(self.size);
            let region = self.letter(self.region(queen));
            let names = [format!("row {row}"), format!("column {column}"), format!("region {region}")];
            for (kind, unit) in names.into_iter().enumerate() {
                let same = |&&other: &&Square| self.units(other)[kind] == self.units(queen)[kind];
                let together: Vec<String> =
                    queens[..=i].iter().filter(same).map(|&queen| name(queen)).collect();
                if together.len() > self.stars as usize {
                    let stars = if self.stars == 1 { "one".to_owned() } else { self.stars.to_string() };
                    let queens = list(&together, "and");
                    return error(format!("the queens on {queens} share {unit}, which takes {stars}"));
                }
            }
        }
        Ok(())
    }

    /// Checks that squares, each of them `what`, are on the board and different.
    pub(super) fn check_squares(&self, squares: &[Square], what: &str) -> Result<(), Error> {
        let size = self.size;
        for (i, square) in squares.iter().enumerate() {
            let fault = if square.row.max(square.column) >= size {
                format!("off the board of {size} rows")
            } else if squares[..i].contains(square) {
                "given twice".to_owned()
            } else {
                continue;
            };
            return Err(Error::Conditions(format!("the {what} {} is {fault}", square.name(size))));
        }
        Ok(())
    }

    /// Whether these queens solve the puzzle.
    #[must_use]
    pub fn is_solution(&self, queens: &[Square]) -> bool {
        queens.len() as u32 == self.size * self.stars && self.check(queens).is_ok()
    }
}

impl fmt::Display for Board {
    /// A line per row with the letter of each square's region, below a header `# stars: K` for more than one star.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.stars > 1 {
            writeln!(f, "# stars: {}", self.stars)?;
        }
        for row in self.regions.chunks(self.size as usize) {
            writeln!(f, "{}", row.iter().map(|&region| self.letter(region.into())).collect::<String>())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_that_make_no_sense_are_refused() {
        let sentence =
            |size, stars, regions: &[u8]| Board::new(size, stars, regions.to_vec()).unwrap_err().to_string();
        assert!(sentence(0, 1, &[]).contains("from 1 to 32"));
        assert!(sentence(33, 1, &[0; 33 * 33]).contains("from 1 to 32"));
        assert_eq!(sentence(2, 0, &[0, 0, 1, 1]), "0 queens per row; a board of 2 rows takes 1 to 2");
        assert!(sentence(2, 3, &[0, 0, 1, 1]).starts_with("3 queens"));
        assert_eq!(sentence(2, 1, &[0, 0, 1]), "3 squares have a region; a board of 2 rows has 4");
        assert_eq!(sentence(2, 1, &[0, 0, 2, 1]), "region 2: the regions of this board are 0 to 1");
        assert_eq!(sentence(2, 1, &[0; 4]), "region 1 has no square; a board needs one region per row");
        assert!(Board::without_regions(33, 1).is_err());
        assert!(Board::without_regions(32, 32).is_ok());
    }

    #[test]
    fn pieces_are_counted_along_sides() {
        let board = Board::parse(b"ABAB\nBABA\nCCCC\nDDDD\n").unwrap();
        assert_eq!(board.unconnected(), [0, 1]);
        assert_eq!(board.notes(), ["region A is in 4 pieces", "region B is in 4 pieces"]);
        assert!(Board::without_regions(9, 2).unwrap().notes().is_empty());
    }

    #[test]
    fn queens_that_cannot_stand_together_are_named() {
        let board = Board::parse(b"AABB\nACBB\nCCBD\nDDDD\n").unwrap();
        let sentence = |squares: &str| {
            board.check(&Square::parse_list(squares, 4).unwrap()).map_err(|error| error.to_string())
        };
        assert_eq!(sentence("a4,c3"), Ok(()));
        assert_eq!(sentence("a4,b3"), Err("the queens on a4 and b3 touch".to_owned()));
        assert_eq!(sentence("a4,a4"), Err("the queen on a4 is given twice".to_owned()));
        assert_eq!(sentence("a4,d4"), Err("the queens on a4 and d4 share row 4, which takes one".to_owned()));
        assert_eq!(
            sentence("a4,a1"),
            Err("the queens on a4 and a1 share column a, which takes one".to_owned())
        );
        assert_eq!(
            sentence("d4,c2"),
            Err("the queens on d4 and c2 share region B, which takes one".to_owned())
        );
        assert_eq!(sentence("9,9"), Err("the queen on 9,9 is off the board of 4 rows".to_owned()));
    }
}
