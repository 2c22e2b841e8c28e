//! `backtrack`: the textbook search for placements, the oracle of everything else.
//!
//! Row by row: no queen, or one on each square in turn that no queen above attacks. No masks and no symmetry: nothing to
//! get wrong. Run time O(placements x columns x rows), memory O(rows).

use super::Field;
use crate::Square;
use crate::search::StopFlag;

/// Counts the placements of 0, 1, 2, ... queens, up to the field's shorter side.
///
/// ```
/// use vuelta::queens::placements::{Field, Rules, backtrack};
/// // Eight queens stand on the board in 92 ways, one queen in 64.
/// let counts = backtrack::count(&Field::new(8, 8, Rules::QUEEN)?);
/// assert_eq!(counts, [1, 64, 1288, 10320, 34568, 46736, 22708, 3192, 92]);
/// # Ok::<(), vuelta::Error>(())
/// ```
#[must_use]
pub fn count(field: &Field) -> Vec<u128> {
    count_until(field, &StopFlag::default())
}

/// Counts until the flag is abandoned, after which the numbers are too small.
pub(super) fn count_until(field: &Field, stop: &StopFlag) -> Vec<u128> {
    let mut counts = vec![0; field.most_queens() as usize + 1];
    go_on(field, 0, &mut vec![], &mut counts, stop);
    counts
}

fn go_on(field: &Field, row: u32, queens: &mut Vec<Square>, counts: &mut [u128], stop: &StopFlag) {
    if row == field.rows() {
        counts[queens.len()] += 1;
        return;
    }
    if stop.is_abandoned() {
        return;
    }
    let given = field.fixed().iter().find(|queen| queen.row == row);
    if given.is_none() {
        go_on(field, row + 1, queens, counts, stop);
    }
    for square in (0..field.columns()).map(|column| Square::new(row, column)) {
        let is_open = given.map_or(!field.blocked().contains(&square), |&given| given == square);
        if is_open && !queens.iter().any(|&queen| field.attacks(queen, square)) {
            queens.push(square);
            go_on(field, row + 1, queens, counts, stop);
            queens.pop();
        }
    }
}
