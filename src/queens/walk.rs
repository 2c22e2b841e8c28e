//! `walk`: placements of the top rows in lexicographic order, by bitmasks, one after the other.
//!
//! The search of [`bitmask`](super::bitmask) without its border, as an iterator: it can stop at any
//! placement and go on from there. One level per row holds what the queens above attack, as three masks
//! seen from that row (the diagonals slide by one from row to row), and which squares are still to be tried.
//! A row that the queen just placed leaves without a square is a dead end; that is seen before going down.
//!
//! Run time O(nodes), about two nanoseconds each; memory O(N). Any board up to N = 64.

use super::Board;

/// Levels of the search: a power of two, so that the index needs no bounds check.
const LEVELS: usize = 64;

/// The placements of queens in the rows `0..depth` that keep the rules among themselves, lexicographically.
/// With `depth == size` they are the board's solutions.
///
/// ```
/// use vuelta::queens::{Board, Walk};
/// let board = Board::new(6)?;
/// let solutions: Vec<_> = Walk::solutions(&board).collect();
/// assert_eq!(solutions.len(), 4);
/// assert_eq!(solutions[0], [1, 3, 5, 0, 2, 4]);
/// # Ok::<(), vuelta::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Walk {
    /// Per row, the squares that the conditions leave.
    free: [u64; LEVELS],
    levels: [Level; LEVELS],
    /// Per row, the queen's square as a mask of one bit.
    queens: [u64; LEVELS],
    /// The first row that the walk moves; those above are given.
    top: usize,
    /// The row whose queen is moved next.
    row: usize,
    depth: usize,
}

/// A row of the search: what the queens above attack in it, and the squares still to be tried.
#[derive(Debug, Clone, Copy, Default)]
struct Level {
    attacks: Attacks,
    squares: u64,
}

/// What queens attack in the row below them: columns and the two kinds of diagonals, bit 0 the left column.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Attacks {
    pub(super) columns: u64,
    pub(super) falling: u64,
    pub(super) rising: u64,
}

impl Attacks {
    /// From one row further down, with a queen on the square with this one bit of this row. What slides over
    /// the board's right edge is masked by `free` or falls out of the word.
    #[inline(always)]
    fn below(self, queen: u64) -> Self {
        Attacks {
            columns: self.columns | queen,
            falling: (self.falling | queen) << 1,
            rising: (self.rising | queen) >> 1,
        }
    }

    #[inline(always)]
    fn leave(self, free: u64) -> u64 {
        free & !(self.columns | self.falling | self.rising)
    }
}

impl Walk {
    /// All solutions of the board.
    #[must_use]
    pub fn solutions(board: &Board) -> Self {
        let free: Vec<u64> = (0..board.size()).map(|row| board.free(row)).collect();
        Self::over(&free, &[], free.len())
    }

    /// The placements in the first `depth` rows (at least one) on these free squares below a beginning,
    /// which must itself be such a placement.
    pub(super) fn over(rows: &[u64], beginning: &[u32], depth: usize) -> Self {
        let mut free = [0; LEVELS];
        free[..rows.len()].copy_from_slice(rows);
        let mut walk = Walk {
            free,
            levels: [Level::default(); LEVELS],
            queens: [0; LEVELS],
            top: beginning.len(),
            row: beginning.len(),
            depth,
        };
        let mut attacks = Attacks::default();
        for (queen, &column) in walk.queens.iter_mut().zip(beginning) {
            *queen = 1 << column;
            attacks = attacks.below(*queen);
        }
        let squares = attacks.leave(free[walk.row]);
        walk.levels[walk.row] = Level { attacks, squares };
        walk
    }

    /// Goes on to the next placement and tells the first row whose queen has moved; `None` at the end.
    #[inline]
    pub(super) fn advance(&mut self) -> Option<usize> {
        let mut row = self.row;
        let mut moved = row;
        loop {
            let level = &mut self.levels[row % LEVELS];
            let queen = level.squares & level.squares.wrapping_neg();
            if queen == 0 {
                if row == self.top {
                    return None;
                }
                row -= 1;
                continue;
            }
            level.squares ^= queen;
            let attacks = level.attacks.below(queen);
            self.queens[row % LEVELS] = queen;
            moved = moved.min(row);
            if row + 1 == self.depth {
                self.row = row;
                return Some(moved);
            }
            let squares = attacks.leave(self.free[(row + 1) % LEVELS]);
            if squares != 0 {
                row += 1;
                self.levels[row % LEVELS] = Level { attacks, squares };
            }
        }
    }

    /// What the current placement attacks in the row below it.
    #[inline]
    pub(super) fn attacks_below(&self) -> Attacks {
        let row = (self.depth - 1) % LEVELS;
        self.levels[row].attacks.below(self.queens[row])
    }

    /// The queen's column in a row of the current placement.
    #[inline]
    pub(super) fn column(&self, row: usize) -> u32 {
        self.queens[row % LEVELS].trailing_zeros()
    }
}

impl Iterator for Walk {
    /// The column of the queen in each row.
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Vec<u32>> {
        self.advance()?;
        Some((0..self.depth).map(|row| self.column(row)).collect())
    }
}
