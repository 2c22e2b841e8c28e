//! `backtrack`: the textbook search, as it is taught, and the oracle of everything else.
//!
//! A partial solution is the vector of the queens' columns in rows 0, 1, 2, ... The search takes the next free square
//! of the current row that no earlier queen attacks, and goes down a row; without such a square, it goes back up
//! ("vuelta atrás") and moves that queen on. Without bit tricks and symmetry, it is simple enough to check by eye.
//!
//! Run time O(nodes x N), memory O(N). Solutions come in lexicographic order of their columns.

use super::Board;
use crate::search::{Context, Problem, StopFlag, Subproblems};
use crate::{Error, Square};

/// Squares tried between two looks at the stop flag.
const SQUARES_BETWEEN_LOOKS: u32 = 1 << 16;

/// The search as an iterator over all solutions below a beginning, in lexicographic order.
#[derive(Debug, Clone)]
pub struct TextbookSearch<'a> {
    board: &'a Board,
    /// `columns[row]` is the column of the queen in `row`; the last entry is being moved.
    columns: Vec<u32>,
    /// Rows of the beginning, which the search does not change.
    given: usize,
    /// The next column to try in the row below `columns`.
    next: u32,
    /// `nodes[d]` counts the visited partial solutions of d queens below the beginning.
    nodes: Vec<u64>,
    stop: StopFlag,
}

impl<'a> TextbookSearch<'a> {
    /// All solutions of the board.
    #[must_use]
    pub fn new(board: &'a Board) -> Self {
        Self::below(board, &[], &StopFlag::default())
    }

    /// The solutions whose first rows have these columns, none of which breaks a rule. Ends early when `stop` is abandoned.
    fn below(board: &'a Board, beginning: &[u32], stop: &StopFlag) -> Self {
        TextbookSearch {
            board,
            columns: beginning.to_vec(),
            given: beginning.len(),
            // Without rows there is a solution and no column to try.
            next: u32::from(board.size() == 0),
            nodes: vec![0; board.size() as usize + 1],
            stop: stop.clone(),
        }
    }

    /// Advances to the next wanted step; `None` at the end, or once abandoned. Counts and lists want only solutions: their loop is
    /// compiled without the other exits. Conflicts do not say with which queen.
    #[inline(always)]
    fn advance(&mut self, wanted: impl Fn(Step) -> bool) -> Option<Step> {
        let size = self.board.size();
        let mut tried = 0u32;
        loop {
            tried = tried.wrapping_add(1);
            let step = if tried.is_multiple_of(SQUARES_BETWEEN_LOOKS) && self.stop.is_abandoned() {
                return None;
            } else if self.next == size {
                if self.columns.len() == self.given {
                    return None;
                }
                // Back up one row: the search continues from the column behind its queen.
                let column = self.columns.pop()?;
                self.next = column + 1;
                Step::Back(Square::new(self.columns.len() as u32, column))
            } else if self.columns.len() as u32 == size {
                self.next = size; // there is no row below to go down to
                Step::Solution
            } else {
                let square = Square::new(self.columns.len() as u32, self.next);
                if is_safe(self.board, &self.columns, self.next) {
                    self.columns.push(self.next);
                    self.nodes[self.columns.len()] += 1;
                    self.next = 0;
                    Step::Place(square)
                } else {
                    self.next += 1;
                    Step::Conflict { square, with: None }
                }
            };
            if wanted(step) {
                return Some(step);
            }
        }
    }
}

/// A step of the textbook search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A queen is placed on this square: a new node of the search tree.
    Place(Square),
    /// A queen cannot stand on this square.
    Conflict {
        /// The square that was tried.
        square: Square,
        /// The queen that attacks it: the topmost one placed, else a fixed one. `None` for a blocked square.
        with: Option<Square>,
    },
    /// The last square of the row was tried: the queen on this square is removed.
    Back(Square),
    /// All rows have a queen.
    Solution,
}

impl Iterator for TextbookSearch<'_> {
    /// The column of the queen in each row.
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Vec<u32>> {
        self.advance(|step| matches!(step, Step::Solution)).map(|_| self.columns.clone())
    }
}

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

/// Whether a queen can stand in `column` of the row below `columns`: on a free square that no queen above attacks.
#[inline(always)]
fn is_safe(board: &Board, columns: &[u32], column: u32) -> bool {
    let row = columns.len() as u32;
    let queen = Square::new(row, column);
    board.is_free(queen)
        && (0..row).zip(columns).all(|(row, &column)| !queen.attacks(Square::new(row, column)))
}

/// The nodes of the search tree by level: the ways to fill the first 0, 1, ..., N rows. `None` if it was stopped.
///
/// ```
/// use vuelta::queens::{Board, backtrack};
/// use vuelta::search::{Context, Workers};
/// let nodes = backtrack::nodes(&Board::new(6)?, &mut Context::new(&Workers::new(2)?))?;
/// assert_eq!(nodes, Some(vec![1, 6, 20, 36, 46, 40, 4]));
/// # Ok::<(), vuelta::Error>(())
/// ```
///
/// # Errors
/// [`Error::Overflow`] when a number leaves 64 bits.
pub fn nodes(board: &Board, context: &mut Context<'_>) -> Result<Option<Vec<u64>>, Error> {
    let (list, above) = beginnings(board);
    let count = |_, beginning: &Vec<u32>, stop: &StopFlag| {
        let mut search = TextbookSearch::below(board, beginning, stop);
        search.by_ref().for_each(drop);
        stop.unless_abandoned(search.nodes)
    };
    let outcome = context.run(&Subproblems { list, weight: |_| 1, count })?;
    let mut nodes = outcome.is_complete().then_some(outcome.tally);
    if let Some(nodes) = &mut nodes {
        nodes.resize(board.size() as usize + 1, 0);
        nodes[..above.len()].copy_from_slice(&above);
    }
    Ok(nodes)
}

/// The count by the textbook search, one subproblem per legal placement of the first two rows.
pub(super) fn problem(board: Board) -> impl Problem<Tally = u128, Scratch = ()> {
    let (list, _) = beginnings(&board);
    let count = move |_, beginning: &Vec<u32>, stop: &StopFlag| {
        stop.unless_abandoned(TextbookSearch::below(&board, beginning, stop).count() as u128)
    };
    Subproblems { list, weight: |_| 1, count }
}

/// The legal placements of the first two rows, and the number of those of 0 rows, 1 row and 2 rows.
fn beginnings(board: &Board) -> (Vec<Vec<u32>>, Vec<u64>) {
    let (mut beginnings, mut above) = (vec![vec![]], vec![1]);
    for _ in 0..board.size().min(2) {
        beginnings = beginnings.iter().flat_map(|columns| extensions(board, columns)).collect();
        above.push(beginnings.len() as u64);
    }
    (beginnings, above)
}

/// All extensions by a queen in the next row.
fn extensions(board: &Board, columns: &[u32]) -> Vec<Vec<u32>> {
    let safe = (0..board.size()).filter(|&column| is_safe(board, columns, column));
    safe.map(|column| [columns, &[column]].concat()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known;
    use crate::search::Workers;

    #[test]
    fn the_solutions_of_small_boards_in_order() {
        let all = |size| TextbookSearch::new(&Board::new(size).unwrap()).collect::<Vec<_>>();
        assert_eq!(TextbookSearch::new(&Board::empty()).collect::<Vec<_>>(), [[0; 0]]);
        assert_eq!(all(1), [[0]]);
        assert!(all(2).is_empty() && all(3).is_empty());
        assert_eq!(all(4), [[1, 3, 0, 2], [2, 0, 3, 1]]);
        assert_eq!(all(5)[0], [0, 2, 4, 1, 3]);
        let eight = all(8);
        assert_eq!(eight.len(), 92);
        assert!(eight.is_sorted());
    }

    #[test]
    fn the_nodes_of_boards_with_published_ones_and_with_conditions() {
        let nodes = |board: &Board, stop: &StopFlag| {
            nodes(board, &mut Context::new(&Workers::new(2).unwrap()).until(stop)).unwrap()
        };
        for size in 1..=9 {
            let published = known::numbers("queens", &format!("n={size}"), "nodes");
            let counted = nodes(&Board::new(size).unwrap(), &StopFlag::default()).unwrap();
            assert!(published.iter().map(|number| number.value as u64).eq(counted), "N = {size}");
        }
        // With a blocked first row there is only the root.
        let blocked: Vec<Square> = (0..3).map(|column| Square::new(0, column)).collect();
        let board = Board::with_conditions(3, &[], &blocked).unwrap();
        assert_eq!(nodes(&board, &StopFlag::default()).unwrap(), [1, 0, 0, 0]);
        let stop = StopFlag::default();
        stop.abandon();
        assert_eq!(nodes(&Board::new(9).unwrap(), &stop), None);
    }

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
