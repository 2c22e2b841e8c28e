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
use crate::search::{Context, Halt, StopFlag, Subproblems, Tally};

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
    let (mut list, mut decided) = (vec![State::new(board)], 0);
    while list.len() < SUBPROBLEMS && decided < board.size() as usize {
        list = list.iter().flat_map(|state| follow(state, decided, maximum)).collect();
        decided += 1;
    }
    let count = |_, state: &State, stop: &StopFlag| count_below(state, decided, maximum, stop);
    let outcome = context.unwatched().run(&Subproblems { list, weight: |_| 1, count })?;
    Ok(outcome.is_complete().then_some(outcome.tally))
}

/// The states after deciding a row that can still reach the maximum.
fn follow(state: &State, row: usize, maximum: u32) -> Vec<State> {
    let squares = ones(state.free[row]).map(|column| (row, column as u32)).collect();
    state.on_line(squares).filter(|state| state.bound() >= maximum).collect()
}

/// The number of boards with exactly `maximum` queens, from this row on.
fn count_below(state: &State, row: usize, maximum: u32, stop: &StopFlag) -> Result<u128, Halt> {
    if row == state.size {
        return Ok(u128::from(state.count == maximum));
    }
    if stop.is_abandoned() {
        return Err(Halt::Stopped);
    }
    let mut sum = 0u128;
    for state in follow(state, row, maximum) {
        sum.add(&count_below(&state, row + 1, maximum, stop)?, 1)?;
    }
    Ok(sum)
}
