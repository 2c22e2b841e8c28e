//! Boards beyond a machine word: an upper bound by counting, a lower one by local search.
//!
//! O(N^3 / 64) for the matching, O(N) per step of the search; memory O(N^2) bits.

use super::super::{Board, Square, board, text};
use super::{Completion, bound, local};
use crate::Error;
use crate::search::StopFlag;

/// The largest board for completions.
pub const LARGEST_COMPLETION: u32 = 1_000;

/// Steps of the local search per row: a second in all at N = 1,000.
const STEPS: u64 = 1 << 12;

/// A square board of 1 to 1,000 rows with conditions, for [`LargeBoard::complete`] alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LargeBoard {
    size: u32,
    fixed: Vec<Square>,
    blocked: Vec<Square>,
}

impl LargeBoard {
    /// The board with queens fixed on some squares and others blocked.
    ///
    /// # Errors
    /// As [`Board::with_conditions`], with boards up to 1,000 rows.
    pub fn with_conditions(size: u32, fixed: &[Square], blocked: &[Square]) -> Result<Self, Error> {
        board::check_size(size, LARGEST_COMPLETION)?;
        board::check_conditions([size; 2], fixed, blocked, Square::attacks)?;
        Ok(LargeBoard { size, fixed: fixed.to_vec(), blocked: blocked.to_vec() })
    }

    /// The board without rows, for counts.
    #[must_use]
    pub fn empty() -> Self {
        LargeBoard { size: 0, fixed: vec![], blocked: vec![] }
    }

    /// Reads a board as [`Board::parse`] does.
    ///
    /// # Errors
    /// As [`Board::parse`].
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        text::parse(text, true, |(size, _), fixed, blocked| Self::with_conditions(size, fixed, blocked))
    }

    /// This board for the other engines, up to N = 64.
    #[must_use]
    pub fn small(&self) -> Option<Board> {
        if self.size == 0 {
            return Some(Board::empty());
        }
        // The conditions are valid: only the size can be refused.
        Board::with_conditions(self.size, &self.fixed, &self.blocked).ok()
    }

    /// The number of rows and columns.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The fixed queens, in the order given.
    #[must_use]
    pub fn fixed(&self) -> &[Square] {
        &self.fixed
    }

    /// The blocked squares, in the order given.
    #[must_use]
    pub fn blocked(&self) -> &[Square] {
        &self.blocked
    }

    /// The board with its conditions and `queens` as text, a line for each row.
    #[must_use]
    pub fn to_text(&self, queens: &[Square]) -> String {
        text::draw(self.size, &self.fixed, &self.blocked, queens)
    }

    /// Finds many queens, and an upper bound, within a fixed number of steps or until `stop` is raised. Proved if the
    /// bounds meet; the board is hardly ever the lexicographically least.
    ///
    /// ```
    /// use vuelta::queens::{LargeBoard, Square};
    /// use vuelta::search::StopFlag;
    /// let board = LargeBoard::with_conditions(200, &[Square::new(0, 0)], &[])?;
    /// let completion = board.complete(&StopFlag::default());
    /// assert_eq!((completion.maximum, completion.proved), (200, true));
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    #[must_use]
    pub fn complete(&self, stop: &StopFlag) -> Completion {
        let free = board::free_squares(self.size, &self.fixed, &self.blocked);
        let words = self.size.div_ceil(64).max(1) as usize;
        let upper_bound = upper_bound(&free, words);
        let queens = local::search(&free, words, upper_bound, STEPS * u64::from(self.size), stop);
        let maximum = queens.len() as u32;
        Completion { maximum, upper_bound, queens, proved: maximum == upper_bound, least: false }
    }
}

/// The upper bound: the diagonals of each kind with a free square, and the matching, which covers rows and columns.
fn upper_bound(free: &[u64], words: usize) -> u32 {
    let size = free.len() / words;
    let (mut falling, mut rising) = (vec![false; 2 * size], vec![false; 2 * size]);
    for (row, free) in free.chunks(words).enumerate() {
        for column in (0..size).filter(|&column| free[column / 64] >> (column % 64) & 1 == 1) {
            falling[size + row - column] = true;
            rising[row + column] = true;
        }
    }
    let [falling, rising] = [falling, rising].map(|lines| lines.into_iter().map(u32::from).sum::<u32>());
    falling.min(rising).min(bound::matching(free, words))
}
