//! A jump takes a peg *from* a hole *over* a neighbouring peg, which is removed, *to* the empty hole just behind it.

use super::{Hole, HoleSet, Position};
use std::fmt;

/// The direction of a jump. The order is the textbook search's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// One row up (square boards).
    Up,
    /// One row down (square boards).
    Down,
    /// Up along the left edge (triangular boards).
    UpLeft,
    /// Up along the right edge (triangular boards).
    UpRight,
    /// One column left.
    Left,
    /// One column right.
    Right,
    /// Down along the left edge (triangular boards).
    DownLeft,
    /// Down along the right edge (triangular boards).
    DownRight,
}

impl Direction {
    /// Rows down and columns right per step.
    pub(crate) fn step(self) -> (i32, i32) {
        match self {
            Direction::Up => (-1, 0),
            Direction::Down => (1, 0),
            Direction::UpLeft => (-1, -1),
            Direction::UpRight => (-1, 0),
            Direction::Left => (0, -1),
            Direction::Right => (0, 1),
            Direction::DownLeft => (1, 0),
            Direction::DownRight => (1, 1),
        }
    }

    /// The name in jump lists.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Direction::Up => "UP",
            Direction::Down => "DOWN",
            Direction::UpLeft => "UP-LEFT",
            Direction::UpRight => "UP-RIGHT",
            Direction::Left => "LEFT",
            Direction::Right => "RIGHT",
            Direction::DownLeft => "DOWN-LEFT",
            Direction::DownRight => "DOWN-RIGHT",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A peg goes `from` over `over`, which loses its peg, to the empty `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Jump {
    /// The hole that the peg leaves.
    pub from: Hole,
    /// The hole whose peg is removed.
    pub over: Hole,
    /// The hole that the peg lands in.
    pub to: Hole,
    /// The direction of the jump.
    pub direction: Direction,
}

impl Jump {
    /// The three holes that the jump changes; playing it is `position ^ mask`.
    #[must_use]
    pub fn mask(self) -> HoleSet {
        self.pegs() | self.to.into()
    }

    /// The two holes that need a peg; the jump is legal if `position & mask` equals this.
    #[must_use]
    pub fn pegs(self) -> HoleSet {
        HoleSet::from(self.from) | self.over.into()
    }

    /// Whether the jump is legal.
    #[must_use]
    pub fn is_legal(self, position: Position) -> bool {
        self.fits(position, Play::Forward)
    }

    /// Whether the jump can be made in `position`, or taken back there.
    pub(super) fn fits(self, position: Position, play: Play) -> bool {
        let needed = match play {
            Play::Forward => self.pegs(),
            Play::Backward => self.to.into(),
        };
        position & self.mask() == needed
    }

    /// The position after the jump, or before it: the same change undoes it.
    #[must_use]
    pub fn play(self, position: Position) -> Position {
        position ^ self.mask()
    }
}

/// The direction and the numbers of the holes: `DOWN from hole 4 over 9 to 16`. [`notation`](super::notation) writes the
/// squares of a board.
///
/// ```
/// use vuelta::senku::Board;
/// let board = Board::named("english")?;
/// assert_eq!(board.jumps()[0].to_string(), "DOWN from hole 0 over 3 to 8");
/// # Ok::<(), vuelta::Error>(())
/// ```
impl fmt::Display for Jump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, over, to] = [self.from, self.over, self.to].map(Hole::index);
        write!(f, "{} from hole {from} over {over} to {to}", self.direction)
    }
}

/// Groups the jumps of a game into moves: chains of jumps by one peg.
///
/// ```
/// use vuelta::senku::{self, Diagram, Game, notation};
/// let game = Game::from_diagram(Diagram::parse(b"oo.o..oo")?)?;
/// let steps = notation::parse_jumps(game.board(), b"0,0 > 0,2\n0,2 > 0,4\n0,7 > 0,5\n")?;
/// let jumps = notation::check(&game, &steps).jumps;
/// let lengths: Vec<usize> = senku::moves(&jumps).map(<[_]>::len).collect();
/// assert_eq!(lengths, [2, 1]);
/// # Ok::<(), vuelta::Error>(())
/// ```
pub fn moves(jumps: &[Jump]) -> impl Iterator<Item = &[Jump]> {
    jumps.chunk_by(|jump, next| jump.to == next.from)
}

/// The holes that the peg of a move visits, from the one that it leaves.
pub fn visited(chain: &[Jump]) -> impl Iterator<Item = Hole> {
    chain.iter().take(1).map(|jump| jump.from).chain(chain.iter().map(|jump| jump.to))
}

/// Whether jumps are made or taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Play {
    /// Jumps are made.
    Forward,
    /// Jumps are taken back.
    Backward,
}
