//! The turns of the board that map a solution to itself.
//!
//! For N > 1 no reflection keeps a solution: a solution is kept by a half turn, by all quarter turns (including the
//! half turn) or by the identity alone. A half turn maps row r and column c to N-1-r and N-1-c, a quarter turn to c
//! and N-1-r. O(N).

use crate::Square;

/// The least turn that maps a solution to itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Turn {
    /// A half turn, but no quarter turn.
    Half,
    /// A quarter turn.
    Quarter,
}

impl Turn {
    /// The turn that keeps the solution with these columns, row by row; `None` if there is none.
    #[must_use]
    pub fn of(columns: &[u32]) -> Option<Self> {
        let last = columns.len().checked_sub(1)?;
        let column = |row: usize| columns.get(row).map(|&column| column as usize);
        if (0..=last).all(|row| column(row).is_some_and(|at| column(at) == Some(last - row))) {
            return Some(Turn::Quarter);
        }
        let half = |row: usize| {
            column(row).zip(column(last - row)).is_some_and(|(here, there)| here + there == last)
        };
        (0..=last).all(half).then_some(Turn::Half)
    }

    /// The orbit of a square: its images under the turn.
    pub(super) fn orbit(self, size: u32, square: Square) -> Vec<Square> {
        let quarter = |Square { row, column }: Square| Square::new(column, size - 1 - row);
        let turned = |square| if self == Turn::Half { quarter(quarter(square)) } else { quarter(square) };
        // The centre is its own orbit.
        let next = |&last: &Square| Some(turned(last)).filter(|&next| next != square);
        std::iter::successors(Some(square), next).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known::queens_count;
    use crate::queens::{Board, solutions};

    #[test]
    fn as_many_solutions_are_symmetric_as_published() {
        for size in 1..=9 {
            let turns: Vec<Turn> =
                solutions(&Board::new(size).unwrap()).filter_map(|columns| Turn::of(&columns)).collect();
            let quarter = turns.iter().filter(|&&turn| turn == Turn::Quarter).count() as u128;
            let published = |quantity| queens_count(quantity, size).unwrap().value;
            assert_eq!(
                (turns.len() as u128, quarter),
                (published("symmetric_180"), published("symmetric_90")),
                "{size}"
            );
        }
        assert_eq!((Turn::of(&[]), Turn::of(&[7, 7])), (None, None));
    }
}
