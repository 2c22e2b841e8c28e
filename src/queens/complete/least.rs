//! The lexicographically least board: each queen on the first square from which the maximum can still be reached.
//!
//! Each square is one question ([`ask`]), unless the known board answers it. The questions get harder with
//! the board's size faster than that of the maximum. (M. Fischetti, D. Salvagnin, "Finding first and most-beautiful
//! queens by integer programming", arXiv 1907.08246, 2019: "very challenging" on empty boards, known to N = 55
//! before.) Above N = 33 with few conditions they take too long here. So the number of nodes is limited, which makes
//! the result independent of the machine.
//!
//! Run time O(nodes), at most some seconds; memory O(N^2).

use super::super::Square;
use super::question::{Answer, ask};
use super::state::State;
use crate::Error;
use crate::search::Context;

/// Nodes for the whole board: about 2 s on one thread at N = 32.
pub(super) const NODES: u64 = 1 << 25;

/// Replaces a board with the most queens by the lexicographically least one. Returns false after a stop or an
/// exhausted budget; the board is then the least as far as its queens from the top were decided.
pub(super) fn make_least(
    context: &Context<'_>,
    start: &State,
    board: &mut Vec<Square>,
    mut nodes_left: u64,
) -> Result<bool, Error> {
    let maximum = board.len() as u32;
    let (mut state, mut fixed) = (*start, 0);
    while fixed < board.len() {
        let known = board[fixed];
        // The first row with free squares.
        let row = state.rows().iter().position(|&free| free != 0).unwrap_or(0);
        let squares = state.rows()[row];
        let square = Square::new(row as u32, squares.trailing_zeros());
        let mut with = state;
        with.put(row, square.column);
        let better = if square == known {
            Answer::Yes(board.clone())
        } else {
            ask(context, &with, maximum, &mut nodes_left)?
        };
        match better {
            Answer::Yes(better) => {
                *board = better;
                state = with;
                fixed += 1;
            }
            Answer::No => state.free[row] &= squares - 1,
            Answer::Unknown => return Ok(false),
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::super::super::{Board, construct};
    use super::*;
    use crate::search::Workers;

    #[test]
    fn what_a_small_budget_leaves_is_the_same_on_any_number_of_threads() {
        let start = State::new(&Board::new(40).unwrap());
        let begin = Square::of_columns(&construct(40).unwrap());
        let boards = [1, 2, 3].map(|threads| {
            let workers = Workers::new(threads).unwrap();
            let mut board = begin.clone();
            let least = make_least(&Context::new(&workers), &start, &mut board, 300_000).unwrap();
            assert!(!least && board.len() == 40);
            board
        });
        assert!(boards[0] < begin);
        assert!(boards.iter().all(|board| *board == boards[0]));
    }
}
