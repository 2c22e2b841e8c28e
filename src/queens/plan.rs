//! The ledgers of a count: header, numbering of subproblems, chunks.
//!
//! The [`Header`] identifies the numbering of the subproblems: the board, the engine, the version of the plan and a
//! checksum over all weights and costs. It does not contain threads or instruction sets: a run may resume with
//! others.

use super::{Board, Counting, Engine};
use crate::base::text::shown;
use crate::search::{Header, Job, Kept, Problem, StopFlag};
use crate::{Error, Square};

/// The version of the engines' numbering of subproblems, and of the meaning of their counts.
const PLAN: u32 = 2;

impl Counting {
    /// The subproblems of this count's engine, cut into chunks, and the header of their ledger.
    ///
    /// # Errors
    /// [`Error::Stopped`] when `stop` was raised first.
    pub(super) fn job<P: Problem<Tally: Kept>>(&self, problem: P, stop: &StopFlag) -> Result<Job<P>, Error> {
        let cost = cost_per_second(self.engine, self.board().size()) as f64;
        let least = (cost * self.keeping.chunk.as_secs_f64()) as u64;
        Job::new(problem, (name(self.board()), self.engine.to_string(), PLAN), least, stop)
    }

    /// The count that a ledger with this header belongs to.
    ///
    /// # Errors
    /// [`Error::Input`] if it is not a count of queens.
    pub fn of_ledger(header: &Header) -> Result<Self, Error> {
        let board = board_named(&header.problem).ok_or_else(|| {
            let problem = shown(&header.problem);
            Error::input(format!("'{problem}' in the ledger's header is not a board of queens"))
        })?;
        let counting = Counting::new(board).engine(header.engine.parse::<Engine>()?);
        counting.check()?;
        Ok(counting)
    }
}

/// The estimated cost per second of a typical thread, which decides the size of chunks. Fixed for a version of the
/// plan, never measured.
fn cost_per_second(engine: Engine, size: u32) -> u64 {
    // A subproblem of the searches takes about five times as long on the next larger board.
    let steps = |from| 5u64.saturating_pow(size.saturating_sub(from));
    match engine {
        Engine::Halves => 100_000_000,
        Engine::Bitmask => 25_000 / steps(14).min(25_000),
        Engine::Backtrack => 1_000 / steps(12).min(1_000),
    }
}

/// The board with its conditions in one word: `queens/8/fixed:0,1+3,2/blocked:`.
fn name(board: &Board) -> String {
    format!("queens/{}{}", board.size(), conditions(board.fixed(), board.blocked()))
}

/// The conditions in a part of a word: `/fixed:0,1+3,2/blocked:`; empty without conditions.
pub(super) fn conditions(fixed: &[Square], blocked: &[Square]) -> String {
    let squares = |squares: &[Square]| {
        let mut squares: Vec<_> = squares.iter().map(|s| (s.row, s.column)).collect();
        squares.sort_unstable();
        squares.iter().map(|(row, column)| format!("{row},{column}")).collect::<Vec<_>>().join("+")
    };
    match (fixed, blocked) {
        ([], []) => String::new(),
        _ => format!("/fixed:{}/blocked:{}", squares(fixed), squares(blocked)),
    }
}

/// A word without its conditions, and the fixed and the blocked squares.
pub(super) fn split_conditions(text: &str) -> Option<(&str, [Vec<Square>; 2])> {
    let Some((word, rest)) = text.split_once("/fixed:") else { return Some((text, [vec![], vec![]])) };
    let squares = |text: &str| -> Option<Vec<Square>> {
        let squares = text.split('+').filter(|square| !square.is_empty());
        squares.map(|square| square.parse().ok()).collect()
    };
    let (fixed, blocked) = rest.split_once("/blocked:")?;
    Some((word, [squares(fixed)?, squares(blocked)?]))
}

/// The board of this name.
fn board_named(text: &str) -> Option<Board> {
    let (word, [fixed, blocked]) = split_conditions(text)?;
    let size = word.strip_prefix("queens/")?.parse().ok()?;
    let board = match size {
        0 => Board::empty(),
        size => Board::with_conditions(size, &fixed, &blocked).ok()?,
    };
    (name(&board) == text).then_some(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_back_by_name() {
        let squares = [Square::new(3, 1), Square::new(0, 2)];
        let boards = [
            Board::new(22).unwrap(),
            Board::empty(),
            Board::with_conditions(8, &squares, &[]).unwrap(),
            Board::with_conditions(8, &[], &squares).unwrap(),
            Board::with_conditions(8, &squares[..1], &squares[1..]).unwrap(),
        ];
        for board in boards {
            assert_eq!(name(&board_named(&name(&board)).unwrap()), name(&board));
        }
        assert_eq!(
            name(&Board::with_conditions(8, &squares, &[]).unwrap()),
            "queens/8/fixed:0,2+3,1/blocked:"
        );
        for wrong in [
            "",
            "queens",
            "queens/",
            "queens/0/fixed:0,0/blocked:",
            "queens/08",
            "queens/8/",
            "senku/8",
            "queens/8/fixed:9,9/blocked:",
        ] {
            assert!(board_named(wrong).is_none(), "{wrong}");
        }
    }
}
