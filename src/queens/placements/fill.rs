//! The search with a queen in each row that is left: placements of as many queens as the field can have.
//!
//! Rows that are decided already are not visited: the masks slide over them. A row whose successor has no free square
//! left is a dead end, which is seen before it is entered; the last two rows are pairs of squares that do not attack
//! each other.
//!
//! Run time O(nodes) at about a nanosecond each; memory O(rows).

use super::grid::{Attacks, Grid};
use crate::search::StopFlag;
use crate::simd::{InstructionSet, Isa, Kernel};

/// A search of this many nodes takes some tens of milliseconds: it need not look at the stop flag.
const NODES_WITHOUT_LOOKING: f64 = 1e7;

/// A row to be filled: its free squares, how many rows below it the next one lies, and whether the search from here
/// is long enough to look at the stop flag.
#[derive(Debug, Clone, Copy)]
struct Row {
    free: u64,
    slide: u32,
    looks: bool,
}

/// The number of ways to put a queen in each row of the grid that is not decided. On a torus the first two rows are.
pub(super) fn count(grid: &Grid, isa: Isa, stop: &StopFlag) -> u64 {
    let open: Vec<usize> = (0..grid.free.len()).filter(|&row| !grid.decided[row]).collect();
    let next = open.iter().skip(1).chain(open.last());
    let mut below = grid.clone();
    let row = |(&row, &next): (&usize, &usize)| {
        let looks = below.nodes(None) > NODES_WITHOUT_LOOKING;
        below.skip(row as u32);
        Row { free: grid.free[row], slide: (next - row) as u32, looks }
    };
    let rows: Vec<Row> = open.iter().zip(next).map(row).collect();
    match (grid.rules.knight, grid.rules.torus) {
        (false, false) => isa.run_base(Fill::<false, false>::new(&rows, grid.width, stop)),
        (true, false) => isa.run_base(Fill::<true, false>::new(&rows, grid.width, stop)),
        (false, true) => isa.run_base(Fill::<false, true>::new(&rows, grid.width, stop)),
        (true, true) => isa.run_base(Fill::<true, true>::new(&rows, grid.width, stop)),
    }
}

/// The rows to be filled below these attacks, and the squares that are left in the first of them.
struct Fill<'a, const KNIGHT: bool, const WRAP: bool> {
    rows: &'a [Row],
    attacks: Attacks<KNIGHT, WRAP>,
    squares: u64,
    stop: &'a StopFlag,
}

impl<'a, const KNIGHT: bool, const WRAP: bool> Fill<'a, KNIGHT, WRAP> {
    fn new(rows: &'a [Row], width: u32, stop: &'a StopFlag) -> Self {
        let attacks = Attacks::none(width);
        Fill { rows, attacks, squares: rows.first().map_or(0, |row| attacks.leave(row.free)), stop }
    }

    /// Tries the squares of the first row; nearly always the next row is the one below, which `ADJACENT` says.
    #[inline(always)]
    fn first_row<I: InstructionSet, const ADJACENT: bool>(self, set: I, row: Row, below: &'a [Row]) -> u64 {
        let Fill { attacks, mut squares, stop, .. } = self;
        let slide = if ADJACENT { 1 } else { row.slide };
        let mut ways = 0;
        while squares != 0 {
            let square = squares & squares.wrapping_neg();
            squares ^= square;
            let attacks = attacks.below_queen(square, slide);
            let next = attacks.leave(below[0].free);
            ways += match below {
                _ if next == 0 => 0,
                [_] => u64::from(next.count_ones()),
                _ => set.enter(Fill { rows: below, attacks, squares: next, stop }),
            };
        }
        ways
    }
}

impl<I: InstructionSet, const KNIGHT: bool, const WRAP: bool> Kernel<I> for Fill<'_, KNIGHT, WRAP> {
    type Output = u64;

    #[inline(always)]
    fn run(self, set: I) -> u64 {
        match self.rows {
            [] => 1,
            [_] => self.squares.count_ones().into(),
            [row, ..] if row.looks && self.stop.is_abandoned() => 0,
            [row, below @ ..] if row.slide == 1 => self.first_row::<I, true>(set, *row, below),
            [row, below @ ..] => self.first_row::<I, false>(set, *row, below),
        }
    }
}
