//! `backtrack`: the textbook search, as it is taught, and the oracle of everything else.
//!
//! A partial solution is the vector of the columns of the queens in rows 0, 1, 2, ... Take the next free
//! square of the current row that no earlier queen attacks; go down a row, and where none is left, go back
//! up ("vuelta atrás") and move the queen there on. No bit tricks and no symmetry: nothing to get wrong.
//!
//! Run time O(nodes x N), memory O(N). Solutions come in lexicographic order of their columns.

use super::Board;
use crate::Square;
use crate::search::{Halt, Problem, StopFlag, Subproblem};

/// How many squares a long search tries between two looks at the stop flag.
const SQUARES_BETWEEN_LOOKS: u32 = 1 << 16;

/// The search as an iterator over all solutions below a given beginning, in lexicographic order.
#[derive(Debug, Clone)]
pub struct TextbookSearch<'a> {
    board: &'a Board,
    /// `columns[row]` is the column of the queen in `row`; the last entry is the one being moved.
    columns: Vec<u32>,
    /// Rows that the beginning fills and the search does not touch.
    given: usize,
    /// The next column to try in the row below `columns`.
    next: u32,
    finished: bool,
    stop: StopFlag,
}

impl<'a> TextbookSearch<'a> {
    /// All solutions of the board.
    #[must_use]
    pub fn new(board: &'a Board) -> Self {
        Self::below(board, &[], &StopFlag::default())
    }

    /// The solutions whose first rows have these columns; none where the beginning breaks a rule. The
    /// iterator ends early when `stop` is abandoned.
    #[must_use]
    pub fn below(board: &'a Board, beginning: &[u32], stop: &StopFlag) -> Self {
        let legal = (0..beginning.len()).all(|row| is_safe(board, &beginning[..row], beginning[row]));
        let columns = beginning.to_vec();
        TextbookSearch {
            board,
            columns,
            given: beginning.len(),
            next: 0,
            finished: !legal,
            stop: stop.clone(),
        }
    }

    /// Goes back up one row and tells from which column to go on there; false at the top.
    fn go_back(&mut self) -> bool {
        if self.columns.len() == self.given {
            return false;
        }
        self.next = self.columns.pop().map_or(0, |column| column + 1);
        true
    }
}

impl Iterator for TextbookSearch<'_> {
    /// The column of the queen in each row.
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Vec<u32>> {
        let size = self.board.size();
        let mut tried = 0u32;
        while !self.finished {
            tried = tried.wrapping_add(1);
            if tried.is_multiple_of(SQUARES_BETWEEN_LOOKS) && self.stop.is_abandoned() {
                self.finished = true;
            } else if self.columns.len() as u32 == size {
                let solution = self.columns.clone();
                self.finished = !self.go_back();
                return Some(solution);
            } else if self.next == size {
                self.finished = !self.go_back();
            } else if is_safe(self.board, &self.columns, self.next) {
                self.columns.push(self.next);
                self.next = 0;
            } else {
                self.next += 1;
            }
        }
        None
    }
}

/// Whether a queen can stand in `column` of the row below `columns`: on a free square that no queen above
/// attacks.
fn is_safe(board: &Board, columns: &[u32], column: u32) -> bool {
    let row = columns.len() as u32;
    let queen = Square::new(row, column);
    board.is_free(queen)
        && (0..row).zip(columns).all(|(row, &column)| !queen.attacks(Square::new(row, column)))
}

/// The count by the textbook search, one subproblem per legal placement of the first two rows.
#[derive(Debug)]
pub(super) struct Backtrack {
    board: Board,
    beginnings: Vec<Vec<u32>>,
}

impl Backtrack {
    /// The count of the board's solutions.
    pub(super) fn new(board: Board) -> Self {
        let mut beginnings = vec![vec![]];
        for _ in 0..board.size().min(2) {
            beginnings = beginnings.iter().flat_map(|columns| extensions(&board, columns)).collect();
        }
        Backtrack { board, beginnings }
    }
}

/// All ways to put a queen in the next row.
fn extensions(board: &Board, columns: &[u32]) -> Vec<Vec<u32>> {
    let safe = (0..board.size()).filter(|&column| is_safe(board, columns, column));
    safe.map(|column| [columns, &[column]].concat()).collect()
}

impl Problem for Backtrack {
    type Tally = u128;
    type Scratch = ();

    fn len(&self) -> u64 {
        self.beginnings.len() as u64
    }

    fn subproblem(&self, id: u64) -> Subproblem {
        Subproblem { id, weight: 1, cost: 1 }
    }

    fn scratch(&self) {}

    fn count(&self, id: u64, _: &mut (), stop: &StopFlag) -> Result<u128, Halt> {
        let beginning = &self.beginnings[id as usize];
        stop.unless_abandoned(TextbookSearch::below(&self.board, beginning, stop).count() as u128)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solutions_of_small_boards_in_order() {
        let all = |size| TextbookSearch::new(&Board::new(size).unwrap()).collect::<Vec<_>>();
        assert_eq!(all(1), [[0]]);
        assert!(all(2).is_empty() && all(3).is_empty());
        assert_eq!(all(4), [[1, 3, 0, 2], [2, 0, 3, 1]]);
        assert_eq!(all(5)[0], [0, 2, 4, 1, 3]);
        let eight = all(8);
        assert_eq!(eight.len(), 92);
        assert!(eight.is_sorted());
    }

    #[test]
    fn a_beginning_that_breaks_a_rule_has_no_solutions() {
        let board = Board::new(6).unwrap();
        assert_eq!(TextbookSearch::below(&board, &[0, 1], &StopFlag::default()).count(), 0);
        assert_eq!(TextbookSearch::below(&board, &[1], &StopFlag::default()).count(), 1);
    }

    #[test]
    fn naucks_two_fixed_queens_leave_two_solutions() {
        let queens = [Square::new(4, 1), Square::new(3, 3)];
        let board = Board::with_conditions(8, &queens, &[]).unwrap();
        assert_eq!(TextbookSearch::new(&board).count(), 2);
    }
}
