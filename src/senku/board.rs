//! A board: its holes, their lattice, and all jumps.
//!
//! The jumps of a board are listed once, in the textbook's order: holes row by row, and for each hole the directions in
//! the order of [`Direction`]. Symmetry and invariants are computed from that list alone, so they hold for any board.

use super::names::{is_number, numbered};
use super::{Direction, Group, Hole, HoleSet, Invariants, Jump, MAX_HOLES, Position, Square};
use crate::Error;
use crate::base::text::shown;

/// The lattice of the holes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lattice {
    /// Four neighbours: up, down, left, right.
    Square,
    /// Six neighbours; row `r` has columns `0..=r`, row 0 is the apex.
    Triangular,
}

impl Lattice {
    /// The directions in the textbook search's order.
    #[must_use]
    pub fn directions(self) -> &'static [Direction] {
        use Direction::*;
        match self {
            Lattice::Square => &[Up, Down, Left, Right],
            Lattice::Triangular => &[UpLeft, UpRight, Left, Right, DownLeft, DownRight],
        }
    }
}

/// A board of 1 to 64 holes.
///
/// ```
/// use vuelta::senku::Board;
/// let english = Board::named("english").unwrap();
/// assert_eq!(english.len(), 33);
/// assert_eq!(english.jumps().len(), 76);
/// assert_eq!(english.symmetries().order(), 8);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    lattice: Lattice,
    squares: Vec<Square>,
    jumps: Vec<Jump>,
    symmetries: Group,
    invariants: Invariants,
}

impl Board {
    /// Creates the board with holes at `squares`, in any order.
    ///
    /// # Errors
    /// [`Error::Input`] for no hole, more than 64, a repeated hole, and on a triangular lattice a column beyond its
    /// row.
    pub fn new(lattice: Lattice, squares: impl IntoIterator<Item = Square>) -> Result<Self, Error> {
        let mut squares: Vec<Square> = squares.into_iter().collect();
        squares.sort_unstable();
        if squares.is_empty() {
            return Err(Error::input("the board has no holes; `o` is a peg, `.` an empty hole"));
        }
        if squares.len() > MAX_HOLES {
            let message = format!("the board has {} holes; it must have at most {MAX_HOLES}", squares.len());
            return Err(Error::input(message));
        }
        if let Some(pair) = squares.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Error::input(format!("the hole {} is given twice", pair[0])));
        }
        let outside = |s: &&Square| lattice == Lattice::Triangular && s.column > s.row;
        if let Some(square) = squares.iter().find(outside) {
            let message = format!("{square} is off the triangle: row r has columns 0 to r");
            return Err(Error::input(message));
        }
        let jumps = find_jumps(lattice, &squares);
        let symmetries = Group::of_jumps(squares.len(), &jumps);
        let invariants = Invariants::of_jumps(squares.len(), &jumps);
        Ok(Board { lattice, squares, jumps, symmetries, invariants })
    }

    /// Reads a square: `ROW,COL`, or its [name](Self::name): on a square lattice a letter for the column, and the row
    /// counted from 1 at the bottom; on a triangle a number, counted row by row from 1 at the apex.
    ///
    /// # Errors
    /// [`Error::Input`] if the text is neither. The square need not have a hole.
    pub fn parse_square(&self, text: &str) -> Result<Square, Error> {
        let last = self.squares[self.len() - 1];
        let square = match self.lattice {
            Lattice::Square => Square::parse(text, last.row + 1).ok(),
            Lattice::Triangular if is_number(text) => {
                let number = text.trim().parse().ok();
                number.and_then(numbered).filter(|&square| square <= last)
            }
            Lattice::Triangular => text.parse().ok(),
        };
        square.ok_or_else(|| {
            let middle = self.squares[self.len() / 2];
            let name = match (self.lattice, self.name(middle), self.name(last)) {
                (Lattice::Triangular, _, Some(last)) => format!(" or a number from 1 to {last}"),
                (_, Some(name), _) => format!(" or a name such as {name}"),
                _ => String::new(),
            };
            Error::input(format!(
                "'{}' is not a hole; a hole is ROW,COL such as {},{}{name}",
                shown(text),
                middle.row,
                middle.column
            ))
        })
    }

    /// The lattice of the holes.
    #[must_use]
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// The number of holes, 1 to 64.
    #[must_use]
    pub fn len(&self) -> usize {
        self.squares.len()
    }

    /// Always false: a board has at least one hole.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }

    /// All holes.
    #[must_use]
    pub fn holes(&self) -> HoleSet {
        HoleSet::first(self.len())
    }

    /// The squares of all holes, by hole number.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The square of `hole`.
    ///
    /// # Panics
    /// Panics if the board has no such hole.
    #[must_use]
    pub fn square(&self, hole: Hole) -> Square {
        self.squares[hole.index()]
    }

    /// The hole at `square`, if there is one.
    #[must_use]
    pub fn hole(&self, square: Square) -> Option<Hole> {
        self.squares.binary_search(&square).ok().map(Hole::new)
    }

    /// The hole at `square`.
    ///
    /// # Errors
    /// [`Error::Input`] if there is no hole; the sentence names the nearest one.
    pub fn require(&self, square: Square) -> Result<Hole, Error> {
        self.hole(square).ok_or_else(|| {
            let distance = |hole: &&Square| {
                u64::from(hole.row.abs_diff(square.row)) + u64::from(hole.column.abs_diff(square.column))
            };
            let nearest = self.squares.iter().min_by_key(distance).unwrap_or(&square);
            Error::input(format!("the board has no hole at {square}; the nearest is {nearest}"))
        })
    }

    /// All jumps in the textbook's order: by hole `from`, then by direction.
    #[must_use]
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// The legal jumps in the textbook's order.
    pub fn legal_jumps(&self, position: Position) -> impl Iterator<Item = Jump> {
        self.jumps.iter().copied().filter(move |jump| jump.is_legal(position))
    }

    /// Whether no jump is left.
    #[must_use]
    pub fn is_stuck(&self, position: Position) -> bool {
        self.legal_jumps(position).next().is_none()
    }

    /// The permutations of the holes that map jumps to jumps.
    #[must_use]
    pub fn symmetries(&self) -> &Group {
        &self.symmetries
    }

    /// The invariants of the jumps.
    #[must_use]
    pub fn invariants(&self) -> &Invariants {
        &self.invariants
    }
}

/// Lists all jumps of a board with these sorted squares in the textbook's order.
fn find_jumps(lattice: Lattice, squares: &[Square]) -> Vec<Jump> {
    let hole = |square: Option<Square>| squares.binary_search(&square?).ok().map(Hole::new);
    let mut jumps = Vec::new();
    for (from, &square) in squares.iter().enumerate() {
        for &direction in lattice.directions() {
            let over = square.offset(direction.step());
            let to = over.and_then(|over| over.offset(direction.step()));
            if let (Some(over), Some(to)) = (hole(over), hole(to)) {
                let from = Hole::new(from);
                jumps.push(Jump { from, over, to, direction });
            }
        }
    }
    jumps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jumps_come_row_by_row_and_up_down_left_right() {
        let board = Board::named("english").unwrap();
        let centre = board.hole(Square::new(3, 3)).unwrap();
        let from_centre: Vec<Direction> =
            board.jumps().iter().filter(|j| j.from == centre).map(|j| j.direction).collect();
        assert_eq!(from_centre, Lattice::Square.directions());
        assert!(board.jumps().windows(2).all(|pair| pair[0].from <= pair[1].from));
        let start = board.holes() ^ centre.into();
        let first = board.legal_jumps(start).next().unwrap();
        assert_eq!((board.square(first.from), first.direction), (Square::new(1, 3), Direction::Down));
    }

    #[test]
    fn a_triangle_has_six_directions() {
        let board = Board::named("triangle15").unwrap();
        assert_eq!(board.jumps().len(), 36);
        let from = board.hole(Square::new(2, 1)).unwrap();
        let jump =
            |direction: Direction| board.jumps().iter().find(|j| j.from == from && j.direction == direction);
        assert_eq!(board.square(jump(Direction::DownLeft).unwrap().to), Square::new(4, 1));
        assert_eq!(board.square(jump(Direction::DownRight).unwrap().to), Square::new(4, 3));
        assert!(jump(Direction::UpLeft).is_none(), "two steps up-left of [2,1] is off the board");
    }

    #[test]
    fn invalid_boards_are_refused() {
        let grid = |n: u32| (0..n).map(|i| Square::new(i / 13, i % 13));
        assert!(Board::new(Lattice::Square, grid(64)).is_ok());
        for (squares, message) in [
            (vec![], "no holes"),
            (grid(65).collect(), "65 holes"),
            (vec![Square::new(1, 2); 2], "[1,2] is given twice"),
        ] {
            let error = Board::new(Lattice::Square, squares).unwrap_err();
            assert!(error.to_string().contains(message), "{error}");
        }
        let error = Board::new(Lattice::Triangular, [Square::new(1, 2)]).unwrap_err();
        assert!(error.to_string().contains("off the triangle"));
    }
}
