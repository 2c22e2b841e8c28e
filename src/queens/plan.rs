//! The ledgers of a count: header, numbering of subproblems, chunks.
//!
//! The [`Header`] identifies the numbering of the subproblems: the board, the engine, the version of the plan and a
//! checksum over all weights and costs. It does not contain threads or instruction sets: a run may resume with
//! others.

use super::{Board, Counting, Engine};
use crate::search::{Header, Plan, Problem, Shard, StopFlag};
use crate::text::shown;
use crate::{Error, Square};

/// The version of the engines' numbering of subproblems, and of the meaning of their counts.
const PLAN: u32 = 2;

impl Counting {
    /// The subproblems of this count's engine, cut into chunks.
    ///
    /// # Errors
    /// [`Error::Stopped`] when `stop` was raised first.
    pub(super) fn plan<P: Problem>(&self, problem: &P, stop: &StopFlag) -> Result<Plan, Error> {
        let cost = cost_per_second(self.engine, self.board().size()) as f64;
        Plan::new(problem, (cost * self.chunk.as_secs_f64()) as u64, stop).ok_or(Error::Stopped)
    }

    /// The header of a ledger of this shard.
    pub(super) fn header(&self, plan: &Plan, shard: Shard) -> Header {
        Header {
            problem: name(self.board()),
            engine: self.engine.to_string(),
            plan: PLAN,
            subproblems: plan.len,
            fingerprint: plan.fingerprint,
            shard,
            split: shard.count(),
        }
    }

    /// The count that a ledger with this header belongs to.
    ///
    /// # Errors
    /// [`Error::Input`] if it is not a count of queens.
    pub fn of_ledger(header: &Header) -> Result<Self, Error> {
        let board = board_named(&header.problem).ok_or_else(|| {
            Error::input(format!(
                "'{}' in the ledger's header is not a board of queens",
                shown(&header.problem)
            ))
        })?;
        Counting::new(board).engine(header.engine.parse::<Engine>()?).checked()
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
    let squares = |squares: &[Square]| {
        let mut squares: Vec<_> = squares.iter().map(|s| (s.row, s.column)).collect();
        squares.sort_unstable();
        squares.iter().map(|(row, column)| format!("{row},{column}")).collect::<Vec<_>>().join("+")
    };
    let mut name = format!("queens/{}", board.size());
    if board.has_conditions() {
        name += &format!("/fixed:{}/blocked:{}", squares(board.fixed()), squares(board.blocked()));
    }
    name
}

/// The board of this name.
fn board_named(text: &str) -> Option<Board> {
    let (size, conditions) =
        text.strip_prefix("queens/").map(|rest| rest.split_once('/').unwrap_or((rest, "")))?;
    let size = size.parse().ok()?;
    let squares = |text: &str| -> Option<Vec<Square>> {
        let squares = text.split('+').filter(|square| !square.is_empty());
        squares.map(|square| Square::parse(square, size).ok()).collect()
    };
    let board = match conditions.split_once("/blocked:") {
        None => Board::new(size).ok()?,
        Some((fixed, blocked)) => {
            Board::with_conditions(size, &squares(fixed.strip_prefix("fixed:")?)?, &squares(blocked)?).ok()?
        }
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
            "queens/0",
            "queens/08",
            "queens/8/",
            "senku/8",
            "queens/8/fixed:9,9/blocked:",
        ] {
            assert!(board_named(wrong).is_none(), "{wrong}");
        }
    }
}
