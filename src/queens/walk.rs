//! `walk`: placements of the top rows in lexicographic order, by bitmasks, one after the other.
//!
//! The search of [`bitmask`](super::bitmask) without its border, as an iterator that can stop at any placement and
//! continue from there. One level per row holds the attacks of the queens above, as three masks seen from that row
//! (diagonals shift by one from row to row), and the squares still to try. If a queen leaves the next row without a
//! square, the search does not go down.
//!
//! Run time O(nodes), about two nanoseconds each; memory O(N). Any board up to N = 64.

use super::Board;
use crate::search::StopFlag;
use std::iter::FusedIterator;

/// Levels of the search: a power of two, so that the index needs no bounds check.
const LEVELS: usize = 64;
/// Dead ends between two looks at the stop flag.
pub(super) const DEAD_ENDS_PER_LOOK: u32 = 1 << 16;

/// Every solution of the board, found lazily.
///
/// Solutions come in lexicographic order, each as the columns of the queens row by row.
///
/// ```
/// use vuelta::queens::{Board, solutions};
/// let board = Board::new(6)?;
/// let all: Vec<Vec<u32>> = solutions(&board).collect();
/// assert_eq!(all.len(), 4);
/// assert_eq!(all[0], [1, 3, 5, 0, 2, 4]);
///
/// // Queens can be fixed; what is not asked for is not searched.
/// let board = Board::new(32)?.fix([(0, 31), (5, 4)])?;
/// let first = solutions(&board).next().unwrap();
/// assert_eq!((first[0], first[5]), (31, 4));
/// # Ok::<(), vuelta::Error>(())
/// ```
///
/// Runs on one thread, about two nanoseconds per node, memory O(N). [`Listing`](super::Listing) writes the solutions
/// on all processors.
#[must_use]
pub fn solutions(board: &Board) -> Solutions {
    let free: Vec<u64> = (0..board.size()).map(|row| board.free(row)).collect();
    Solutions::over(&free)
}

/// The iterator of [`solutions`].
#[derive(Debug, Clone)]
pub struct Solutions {
    walk: Walk,
    stop: StopFlag,
    dead_ends: u32,
}

impl Solutions {
    /// The placements of a queen in each of these rows of free squares.
    pub(super) fn over(rows: &[u64]) -> Self {
        Solutions { walk: Walk::over(rows, &[], rows.len()), stop: StopFlag::default(), dead_ends: 0 }
    }

    /// Ends the list early when `stop` is raised: between two solutions, or during a long search.
    #[must_use]
    pub fn until(mut self, stop: &StopFlag) -> Self {
        self.stop = stop.clone();
        self
    }
}

impl Iterator for Solutions {
    /// The column of the queen in each row.
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Vec<u32>> {
        let Solutions { walk, stop, dead_ends } = self;
        if stop.is_raised() {
            return None;
        }
        if walk.depth == 0 {
            // Without rows there is one solution, without queens.
            walk.depth = 1;
            return Some(vec![]);
        }
        walk.advance_unless(|| {
            *dead_ends = dead_ends.wrapping_add(1);
            dead_ends.is_multiple_of(DEAD_ENDS_PER_LOOK) && stop.is_raised()
        })?;
        Some((0..walk.depth).map(|row| walk.column(row)).collect())
    }
}

/// A walk at its end stays there, and a raised flag stays raised.
impl FusedIterator for Solutions {}

/// The non-attacking placements of queens in the rows `0..depth`, lexicographically. With `depth == size` they are
/// the solutions of the board.
#[derive(Debug, Clone)]
pub(super) struct Walk {
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

/// A row of the search: the attacks of the queens above, and the squares still to try.
#[derive(Debug, Clone, Copy, Default)]
struct Level {
    attacks: Attacks,
    squares: u64,
}

/// The attacks of queens in the row below them: columns and the two kinds of diagonals, bit 0 the left column.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Attacks {
    pub(super) columns: u64,
    pub(super) falling: u64,
    pub(super) rising: u64,
}

impl Attacks {
    /// The attacks in the next row, with a queen on the square of this one bit. Bits beyond the board's right edge
    /// are masked by `free` or drop out of the word.
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
    /// The placements in the first `depth` rows (at least one) on these free squares below a legal beginning.
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

    /// Moves to the next placement and returns the first row whose queen has moved; `None` at the end. Asks at each dead end
    /// whether to stop: after a stop the walk is unusable.
    #[inline(always)]
    pub(super) fn advance_unless(&mut self, mut is_stopped: impl FnMut() -> bool) -> Option<usize> {
        let mut row = self.row;
        let mut moved = row;
        loop {
            let level = &mut self.levels[row % LEVELS];
            let queen = level.squares & level.squares.wrapping_neg();
            if queen == 0 {
                if row == self.top || is_stopped() {
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

    /// The attacks of the current placement in the row below it.
    #[inline(always)]
    pub(super) fn attacks_below(&self) -> Attacks {
        let row = (self.depth - 1) % LEVELS;
        self.levels[row].attacks.below(self.queens[row])
    }

    #[inline(always)]
    pub(super) fn column(&self, row: usize) -> u32 {
        self.queens[row % LEVELS].trailing_zeros()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_is_stopped_ends_and_stays_ended() {
        let (board, stop) = (Board::new(8).unwrap(), StopFlag::default());
        let mut list = solutions(&board).until(&stop);
        assert_eq!(list.next().unwrap(), [0, 4, 7, 5, 2, 6, 1, 3]);
        stop.finish();
        assert_eq!((list.next(), list.next()), (None, None));
        let mut whole = solutions(&board);
        assert_eq!(whole.by_ref().count(), 92);
        assert_eq!(whole.next(), None);
    }

    #[test]
    fn a_search_that_finds_nothing_for_long_can_be_stopped() {
        // This would take years: 64 queens, and the last row may use only the first column, which the only queen
        // allowed in row 62 attacks.
        let blocked = (1..64).map(|column| (63, column)).chain((0..64).filter(|&c| c != 1).map(|c| (62, c)));
        let board = Board::new(64).unwrap().block(blocked).unwrap();
        let stop = StopFlag::default();
        let mut list = solutions(&board).until(&stop);
        let stopper = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(50));
            stop.finish();
        });
        assert_eq!(list.next(), None);
        stopper.join().unwrap();
    }
}
