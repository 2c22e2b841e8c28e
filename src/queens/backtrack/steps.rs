//! The textbook search one step at a time: the loop of [`TextbookSearch`] with its steps.

use super::{Step, TextbookSearch};
use crate::Square;
use crate::queens::Board;

/// The steps of the textbook search, from the empty board until all queens are taken back.
///
/// ```
/// use vuelta::queens::{Board, backtrack::{Step, Steps}};
/// let board = Board::new(8)?;
/// let placed = Steps::of(&board).filter(|step| matches!(step, Step::Place(_))).count();
/// assert_eq!(1 + placed, 2_057); // Knuth's nodes, the root included
/// # Ok::<(), vuelta::Error>(())
/// ```
///
/// Run time O(N) per step, memory O(N).
#[derive(Debug, Clone)]
pub struct Steps<'a>(TextbookSearch<'a>);

impl<'a> Steps<'a> {
    /// The steps of the search for the board's solutions.
    #[must_use]
    pub fn of(board: &'a Board) -> Self {
        Steps(TextbookSearch::new(board))
    }

    /// The columns of the queens placed so far, row by row.
    #[must_use]
    pub fn columns(&self) -> &[u32] {
        &self.0.columns
    }

    /// The queen that attacks a square which is not blocked: the topmost one placed, else a fixed one.
    fn attacker(&self, square: Square) -> Option<Square> {
        if self.0.board.blocked().contains(&square) {
            return None;
        }
        let placed = (0..).zip(self.columns()).map(|(row, &column)| Square::new(row, column));
        let fixed = self.0.board.fixed().iter().copied().filter(|&queen| queen != square);
        placed.chain(fixed).find(|queen| queen.attacks(square))
    }
}

impl Iterator for Steps<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        Some(match self.0.advance(|_| true)? {
            Step::Conflict { square, .. } => Step::Conflict { square, with: self.attacker(square) },
            step => step,
        })
    }
}

impl std::iter::FusedIterator for Steps<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boards with and without conditions.
    fn boards() -> Vec<Board> {
        let plain = (1..=8).map(|size| Board::new(size).unwrap());
        let conditions = [
            Board::new(8).unwrap().fix([(4, 1), (3, 3)]),
            Board::new(6).unwrap().block([(0, 1), (0, 2), (5, 4)]),
            Board::new(5).unwrap().fix([(2, 2)]).and_then(|board| board.block([(0, 1)])),
        ];
        plain.chain(conditions.map(Result::unwrap)).collect()
    }

    #[test]
    fn the_steps_find_the_solutions_of_the_search_and_take_all_queens_back() {
        for board in boards() {
            let (mut queens, mut found) = (vec![], vec![]);
            let mut steps = Steps::of(&board);
            while let Some(step) = steps.next() {
                match step {
                    Step::Place(square) => {
                        assert_eq!(square.row as usize, queens.len());
                        assert!(board.is_free(square));
                        queens.push(square);
                    }
                    Step::Conflict { square, with } => {
                        assert_eq!(square.row as usize, queens.len());
                        match with {
                            Some(queen) => {
                                assert!(queen.attacks(square) && queen != square);
                                assert!(queens.contains(&queen) || board.fixed().contains(&queen));
                            }
                            None => assert!(board.blocked().contains(&square)),
                        }
                    }
                    Step::Back(square) => assert_eq!(queens.pop(), Some(square)),
                    Step::Solution => found.push(steps.columns().to_vec()),
                }
                assert!(queens.iter().map(|queen| queen.column).eq(steps.columns().iter().copied()));
                let attacked = |(i, a): (usize, &Square)| queens[..i].iter().any(|b| a.attacks(*b));
                assert!(!queens.iter().enumerate().any(attacked), "a valid prefix");
            }
            assert_eq!((queens.len(), steps.next()), (0, None));
            assert!(TextbookSearch::new(&board).eq(found), "{board:?}");
        }
    }
}
