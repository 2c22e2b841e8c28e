//! The search over all numbers of queens at once: row by row, each with a queen or without.
//!
//! The last three rows are never entered. With free squares h, f, g in them, what they add is
//!
//! ```text
//! no queen        1
//! one             |h| + |f| + |g|
//! two             pairs(h, f) + pairs(f, g) + pairs(h, g)
//! three           the sum over the squares of h of pairs(f', g'), less what the square attacks
//! pairs(f, g)     |f| |g| - the attacked pairs: one population count per line that a queen has there
//! ```
//!
//! Run time O(placements on all rows but the last two), about a nanosecond each; memory O(rows).

use super::grid::{Attacks, Grid};
use crate::search::StopFlag;
use crate::simd::{InstructionSet, Isa, Kernel};
use std::ops::RangeInclusive;

/// The rows that the closed form counts.
const TAIL: usize = 3;
/// A search over this many rows takes some tens of milliseconds on the widest field: it need not look at the stop flag.
const ROWS_WITHOUT_LOOKING: usize = 6;

/// Adds the placements on a grid to `counts`, by their number of queens: those whose number is in `wanted`.
///
/// Numbers below `wanted` may be counted in part, as the search turns back where it cannot reach them. A torus has at
/// least five rows, the first two of which are decided: so no jump crosses its upper edge.
pub(super) fn count(
    grid: &Grid,
    wanted: &RangeInclusive<usize>,
    counts: &mut [u128],
    isa: Isa,
    stop: &StopFlag,
) {
    let Some(first) = grid.free.iter().position(|&free| free != 0) else {
        counts[grid.queens] += 1;
        return;
    };
    let last = grid.free.iter().rposition(|&free| free != 0).unwrap_or(first);
    let mut rows = grid.free[first..=last].to_vec();
    rows.resize(rows.len().max(TAIL), 0);
    let (queens, width) = (grid.queens, grid.width);
    let wanted = (*wanted.start(), *wanted.end());
    match (grid.rules.knight, grid.rules.torus) {
        (false, false) => isa.run_base(Tree::<false, false>::new(&rows, width, wanted, queens, counts, stop)),
        (true, false) => isa.run_base(Tree::<true, false>::new(&rows, width, wanted, queens, counts, stop)),
        (false, true) => isa.run_base(Tree::<false, true>::new(&rows, width, wanted, queens, counts, stop)),
        (true, true) => isa.run_base(Tree::<true, true>::new(&rows, width, wanted, queens, counts, stop)),
    }
}

/// The search below a row: what it knows of the rows above, and the rows that are left.
struct Tree<'a, const KNIGHT: bool, const WRAP: bool> {
    rows: &'a [u64],
    attacks: Attacks<KNIGHT, WRAP>,
    queens: usize,
    /// The least and the greatest number of queens that is asked for.
    wanted: (usize, usize),
    counts: &'a mut [u128],
    stop: &'a StopFlag,
}

impl<'a, const KNIGHT: bool, const WRAP: bool> Tree<'a, KNIGHT, WRAP> {
    fn new(
        rows: &'a [u64],
        width: u32,
        wanted: (usize, usize),
        queens: usize,
        counts: &'a mut [u128],
        stop: &'a StopFlag,
    ) -> Self {
        Tree { rows, attacks: Attacks::none(width), queens, wanted, counts, stop }
    }

    /// The search of the remaining rows after a row with one queen or none.
    #[inline(always)]
    fn down(&mut self, attacks: Attacks<KNIGHT, WRAP>, queens: usize) -> Tree<'_, KNIGHT, WRAP> {
        Tree {
            rows: &self.rows[1..],
            attacks,
            queens,
            wanted: self.wanted,
            counts: self.counts,
            stop: self.stop,
        }
    }

    /// The last three rows.
    #[inline(always)]
    fn tail(self, [h, f, g]: [u64; TAIL]) {
        let Tree { attacks, queens, counts, .. } = self;
        let below = attacks.below_queen(0, 1);
        let (h, f, g) = (attacks.leave(h), below.leave(f), below.below_queen(0, 1).leave(g));
        let size = |squares: u64| u64::from(squares.count_ones());
        let two = attacks.pairs(h, f, 1) + attacks.pairs(f, g, 1) + attacks.pairs(h, g, 2);
        let (mut three, mut squares) = (0, h);
        while squares != 0 {
            let square = squares & squares.wrapping_neg();
            squares ^= square;
            three += attacks.pairs(f & !attacks.of_row(square, 1), g & !attacks.of_row(square, 2), 1);
        }
        // No more queens than rows: the last numbers are 0 where they have no place.
        for (count, more) in counts[queens..].iter_mut().zip([1, size(h) + size(f) + size(g), two, three]) {
            *count += u128::from(more);
        }
    }
}

impl<I: InstructionSet, const KNIGHT: bool, const WRAP: bool> Kernel<I> for Tree<'_, KNIGHT, WRAP> {
    type Output = ();

    #[inline(always)]
    fn run(mut self, set: I) {
        let (least, most) = self.wanted;
        if self.queens == most {
            self.counts[most] += 1;
            return;
        }
        if let &[h, f, g] = self.rows {
            return self.tail([h, f, g]);
        }
        let left = self.rows.len();
        if left > ROWS_WITHOUT_LOOKING && self.stop.is_abandoned() {
            return;
        }
        let (attacks, queens) = (self.attacks, self.queens);
        if queens + left > least {
            set.enter(self.down(attacks.below_queen(0, 1), queens));
        }
        let mut squares = attacks.leave(self.rows[0]);
        while squares != 0 {
            let square = squares & squares.wrapping_neg();
            squares ^= square;
            set.enter(self.down(attacks.below_queen(square, 1), queens + 1));
        }
    }
}
