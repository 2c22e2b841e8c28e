//! The number of boards that reach the maximum.
//!
//! If all N queens fit, these are the solutions, and the engines count them. Otherwise row by row: a queen on each
//! free square, or none; a beginning is dropped if [`State::bound`] shows that it cannot reach the maximum. Run time
//! O(boards N^3 / 64) at least, exponential at worst; memory O(N^2).

use super::super::{Board, Counting};
use super::question::SUBPROBLEMS;
use super::state::State;
use crate::Error;
use crate::base::bits::ones;
use crate::search::{Context, Halt, Problem, StopFlag, Tally};

/// The number of boards with exactly `maximum` queens, if no board has more, in at most about `memory_limit` bytes; `None`
/// if `stop` was raised.
///
/// # Errors
/// [`Error::Memory`] if it would not fit, [`Error::Overflow`] beyond 128 bits.
pub fn count_placements(
    board: &Board,
    maximum: u32,
    memory_limit: u64,
    context: &Context<'_>,
) -> Result<Option<u128>, Error> {
    if maximum == board.size() {
        let counting = Counting::new(board.clone()).memory_limit(memory_limit);
        return match counting.run(&mut context.unwatched()) {
            Err(Error::Stopped) => Ok(None),
            counted => Ok(counted?.total()),
        };
    }
    let outcome = context.unwatched().run(&Placements::new(board, maximum))?;
    Ok(outcome.is_complete().then_some(outcome.tally))
}

/// The boards with exactly `maximum` queens, row by row: a queen on each free square, or an empty row.
#[derive(Debug)]
struct Placements {
    maximum: u32,
    /// The ways to decide the first rows.
    beginnings: Vec<State>,
    /// The number of these rows.
    decided: usize,
}

impl Placements {
    fn new(board: &Board, maximum: u32) -> Self {
        let mut problem = Placements { maximum, beginnings: vec![State::new(board)], decided: 0 };
        while problem.beginnings.len() < SUBPROBLEMS && problem.decided < board.size() as usize {
            let follow = |state| problem.follow(state, problem.decided);
            problem.beginnings = problem.beginnings.iter().flat_map(follow).collect();
            problem.decided += 1;
        }
        problem
    }

    /// The states after deciding a row that can still reach the maximum.
    fn follow(&self, state: &State, row: usize) -> Vec<State> {
        let squares = ones(state.free[row]).map(|column| (row, column as u32)).collect();
        state.on_line(squares).filter(|state| state.bound() >= self.maximum).collect()
    }

    fn count_below(&self, state: &State, row: usize, stop: &StopFlag) -> Result<u128, Halt> {
        if row == state.size {
            return Ok(u128::from(state.count == self.maximum));
        }
        if stop.is_abandoned() {
            return Err(Halt::Stopped);
        }
        let mut sum = 0u128;
        for state in self.follow(state, row) {
            sum.add(&self.count_below(&state, row + 1, stop)?, 1)?;
        }
        Ok(sum)
    }
}

impl Problem for Placements {
    type Tally = u128;
    type Scratch = ();

    fn len(&self) -> u64 {
        self.beginnings.len() as u64
    }

    fn count(&self, id: u64, _: &mut (), stop: &StopFlag) -> Result<u128, Halt> {
        self.count_below(&self.beginnings[id as usize], self.decided, stop)
    }
}
