//! A board to be drawn: a grid of cells, whatever the game.

use vuelta::Error;
use vuelta::queens::{Board, LargeBoard, Square};
use vuelta::senku::{self, Jump, Lattice, Position};

/// The most rows and columns of a picture.
pub const LARGEST_PICTURE: usize = 1_000;

/// The content of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cell {
    /// Not part of the board.
    Outside,
    /// An empty square of a queens board.
    Square,
    /// A queen.
    Queen,
    /// A queen fixed by the conditions.
    FixedQueen,
    /// A blocked square of a queens board.
    Blocked,
    /// An empty hole of a peg board.
    Hole,
    /// A peg.
    Peg,
    /// The peg that has just jumped.
    MovedPeg,
    /// The hole that the moved peg came from.
    LeftHole,
    /// The hole whose peg was removed.
    TakenPeg,
    /// A queen just placed.
    PlacedQueen,
    /// The square of a queen just taken back.
    TakenQueen,
    /// The square of a rejected queen.
    Conflict,
}

/// The labels on a picture's margin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Coordinates {
    /// Nothing.
    #[default]
    None,
    /// The numbers of rows and columns, from zero at the top left.
    Numbers,
    /// The numbers of rows and columns, from one at the top left.
    NumbersFromOne,
    /// Letters for the columns and numbers for the rows, `a1` at the bottom left; numbers as above where there
    /// are more than 26 columns.
    Names,
}

/// The conditions of a queens board, from a [`Board`] or a [`LargeBoard`].
#[derive(Debug, Clone, Copy)]
pub struct Conditions<'a> {
    pub(super) size: u32,
    pub(super) fixed: &'a [Square],
    pub(super) blocked: &'a [Square],
}

impl<'a> From<&'a Board> for Conditions<'a> {
    fn from(board: &'a Board) -> Self {
        Conditions { size: board.size(), fixed: board.fixed(), blocked: board.blocked() }
    }
}

impl<'a> From<&'a LargeBoard> for Conditions<'a> {
    fn from(board: &'a LargeBoard) -> Self {
        Conditions { size: board.size(), fixed: board.fixed(), blocked: board.blocked() }
    }
}

/// A board to be drawn. The default has no cell: nothing but a margin is drawn.
///
/// ```
/// use vuelta_picture::{Coordinates, Picture};
/// use vuelta::queens::{Board, Square};
/// let board = Board::with_conditions(5, &[Square::new(0, 0)], &[])?;
/// let queens = [0, 2, 4, 1, 3].into_iter().enumerate();
/// let queens: Vec<_> = queens.map(|(row, column)| Square::new(row as u32, column)).collect();
/// let svg = Picture::queens(&board, &queens)?.coordinates(Coordinates::Names).svg();
/// assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
/// # Ok::<(), vuelta::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct Picture {
    pub(super) rows: Vec<Vec<Cell>>,
    pub(super) triangular: bool,
    pub(super) coordinates: Coordinates,
    pub(super) attacks: bool,
    /// Whether squares are light, with a frame.
    pub(super) pale: bool,
    /// Whether lines of attack wrap around the edges.
    pub(super) wraps: bool,
    /// The text below the board.
    pub(super) caption: Option<String>,
    /// The cells (row and column) that a peg has visited, in order.
    pub(super) path: Vec<(usize, usize)>,
    /// The board with the regions of the squares, if it has regions.
    pub(super) regions: Option<vuelta::regions::Board>,
    /// The boards of a tree with their parents, in place of a board.
    pub(super) tree: Vec<(Picture, usize)>,
    /// The mark on the board, as one of a tree.
    pub(super) mark: Option<super::Mark>,
}

impl Picture {
    /// Creates a grid of cells, row by row; short rows end early. If `triangular`, every row is shifted half a cell to
    /// the left of the row above.
    ///
    /// # Errors
    /// [`Error::Input`] without a cell, and beyond 1,000 rows or columns.
    pub fn new(rows: Vec<Vec<Cell>>, triangular: bool) -> Result<Self, Error> {
        let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
        if widest == 0 || widest > LARGEST_PICTURE || rows.len() > LARGEST_PICTURE {
            return Err(Error::Input(format!("a picture has from 1 to {LARGEST_PICTURE} rows and columns")));
        }
        Ok(Picture { rows, triangular, ..Picture::default() })
    }

    /// Draws a queens board with its conditions and these queens.
    ///
    /// # Errors
    /// [`Error::Input`] for a queen off the board.
    pub fn queens<'a>(board: impl Into<Conditions<'a>>, queens: &[Square]) -> Result<Self, Error> {
        let Conditions { size, fixed, blocked } = board.into();
        let mut rows = vec![vec![Cell::Square; size as usize]; size as usize];
        for (squares, cell) in [(blocked, Cell::Blocked), (queens, Cell::Queen), (fixed, Cell::FixedQueen)] {
            for square in squares {
                let place =
                    rows.get_mut(square.row as usize).and_then(|row| row.get_mut(square.column as usize));
                *place.ok_or_else(|| Error::Input(format!("the queen {square} is off the board")))? = cell;
            }
        }
        Self::new(rows, false)
    }

    /// Draws a position on a peg board, with the path of the move that led to it: a chain of jumps by one peg.
    ///
    /// # Errors
    /// [`Error::Input`] if the board is too large for a picture.
    pub fn senku_move(board: &senku::Board, position: Position, jumps: &[Jump]) -> Result<Self, Error> {
        let cell = |hole| {
            let Square { row, column } = board.square(hole);
            (row as usize, column as usize)
        };
        let path = senku::visited(jumps).map(cell).collect();
        Ok(Picture { path, ..Self::senku(board, position, jumps)? })
    }

    /// Draws a position on a peg board, with the jumps by one peg that led to it, if any.
    ///
    /// # Errors
    /// [`Error::Input`] if the board is too large for a picture.
    pub fn senku(board: &senku::Board, position: Position, jumps: &[Jump]) -> Result<Self, Error> {
        let mut rows: Vec<Vec<Cell>> = vec![];
        for hole in board.holes().iter() {
            let Square { row, column } = board.square(hole);
            rows.resize(rows.len().max(row as usize + 1), vec![]);
            let cells = &mut rows[row as usize];
            cells.resize(column as usize, Cell::Outside);
            cells.push(match (jumps.first(), jumps.last()) {
                (_, Some(last)) if hole == last.to => Cell::MovedPeg,
                (Some(first), _) if hole == first.from => Cell::LeftHole,
                _ if jumps.iter().any(|jump| hole == jump.over) => Cell::TakenPeg,
                _ if position.contains(hole) => Cell::Peg,
                _ => Cell::Hole,
            });
        }
        Self::new(rows, board.lattice() == Lattice::Triangular)
    }

    /// Labels rows and columns on the margin.
    pub fn coordinates(mut self, coordinates: Coordinates) -> Self {
        self.coordinates = coordinates;
        self
    }

    /// Draws the lines on which the queens attack if `yes`.
    pub fn attacks(mut self, yes: bool) -> Self {
        self.attacks = yes;
        self
    }

    /// Draws the squares in white and a light grey with a frame, or regions in lighter colours, to print and to write on.
    pub fn pale(mut self) -> Self {
        self.pale = true;
        self
    }

    /// Wraps these lines around the edges of a square board, a torus.
    pub fn wraps(mut self) -> Self {
        self.wraps = true;
        self
    }

    /// Prints a number below the board, such as a jump's number.
    pub fn number(mut self, number: Option<u32>) -> Self {
        self.caption = number.map(|number| number.to_string());
        self
    }
}
