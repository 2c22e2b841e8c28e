//! The squares that are left on a field, and the squares that queens above attack: a mask per row and kind of line.

use super::{Field, Rules};
use crate::Square;

/// Masks of the rows of a field, which may be turned so that its columns are the rows.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    pub(super) width: u32,
    pub(super) rules: Rules,
    /// Per row, the columns where a queen may still stand.
    pub(super) free: Vec<u64>,
    /// Whether the row has its queen, or is to have none.
    pub(super) decided: Vec<bool>,
    /// Queens that were put down.
    pub(super) queens: usize,
}

impl Grid {
    /// The field's squares below its conditions, its columns as rows if it is `turned`.
    pub(super) fn of(field: &Field, turned: bool) -> Self {
        let at = |square: &Square| {
            if turned { (square.column, square.row) } else { (square.row, square.column) }
        };
        let (rows, width) = at(&Square::new(field.rows(), field.columns()));
        let (free, decided) = (vec![full(width); rows as usize], vec![false; rows as usize]);
        let mut grid = Grid { width, rules: field.rules(), free, decided, queens: 0 };
        for (row, column) in field.blocked().iter().map(at) {
            grid.free[row as usize] &= !(1 << column);
        }
        field.fixed().iter().map(at).for_each(|(row, column)| grid.put(row, column));
        grid
    }

    /// Puts a queen down: its row is decided, and the squares that it attacks are taken.
    pub(super) fn put(&mut self, row: u32, column: u32) {
        let rows = self.free.len() as u32;
        for other in 0..rows {
            let distance = other.abs_diff(row);
            let free = &mut self.free[other as usize];
            *free &= !(1 << column);
            // The queen's own row is skipped below, and further away than the width there are no squares.
            let has_squares = |steps: u32| (1..self.width).contains(&steps);
            let attacked = |steps| {
                if has_squares(steps) { beside(1 << column, steps, self.width, self.rules.torus) } else { 0 }
            };
            *free &= !attacked(distance);
            if self.rules.knight {
                let is = |steps: u32| {
                    distance == steps || self.rules.torus && (distance + steps).is_multiple_of(rows)
                };
                *free &= !(if is(1) { attacked(2) } else { 0 } | if is(2) { attacked(1) } else { 0 });
            }
        }
        self.skip(row);
        self.queens += 1;
    }

    /// Leaves a row without a queen.
    pub(super) fn skip(&mut self, row: u32) {
        self.free[row as usize] = 0;
        self.decided[row as usize] = true;
    }

    /// The approximate number of nodes of a search through the open rows but the last two: with a queen in each, or with
    /// at most this many in all.
    ///
    /// Of the squares that are free now, k more queens leave about (1 - k / c)^2.4, with c the columns that are free now.
    pub(super) fn nodes(&self, most: Option<usize>) -> f64 {
        let columns = f64::from(self.width) - self.queens as f64;
        let left = |k: usize| (1.0 - k as f64 / columns).max(0.0).powf(2.4);
        let left: Vec<f64> = (0..self.free.len()).map(left).collect();
        let more = most.map_or(usize::MAX, |most| most.saturating_sub(self.queens));
        let open = || (0..self.free.len()).filter(|&row| !self.decided[row]);
        // The ways to put down k queens in the rows so far.
        let (mut ways, mut nodes) = (vec![1.0], 0.0);
        for row in open().take(open().count().saturating_sub(2)) {
            let free = f64::from(self.free[row].count_ones());
            let with_queen = ways.iter().zip(&left).take(more).map(|(ways, left)| ways * free * left);
            let mut longer: Vec<f64> = std::iter::once(0.0).chain(with_queen).collect();
            if most.is_some() {
                longer.resize(ways.len().max(longer.len()), 0.0);
                longer.iter_mut().zip(&ways).for_each(|(all, without)| *all += without);
            }
            ways = longer;
            nodes += ways.iter().sum::<f64>();
        }
        nodes
    }

    /// The number of rows that are not decided.
    pub(super) fn open_rows(&self) -> usize {
        self.decided.iter().filter(|&&decided| !decided).count()
    }
}

/// The mask of a whole row.
pub(super) fn full(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// The lines that are taken in the row that the search is at, by rule: `KNIGHT` if queens jump, `WRAP` on the torus, with
/// rows of `width` squares.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attacks<const KNIGHT: bool, const WRAP: bool> {
    pub(super) columns: u64,
    /// Diagonals down to the right and down to the left.
    falling: u64,
    rising: u64,
    /// Squares that knights' moves reach in this row and in the next; some may be beyond the right edge.
    pub(super) jumps: [u64; 2],
    width: u32,
}

impl<const KNIGHT: bool, const WRAP: bool> Attacks<KNIGHT, WRAP> {
    pub(super) fn none(width: u32) -> Self {
        Attacks { columns: 0, falling: 0, rising: 0, jumps: [0; 2], width }
    }

    /// With a queen on the square with this one bit of the row, or without one (0), seen from `rows` further down.
    #[inline(always)]
    pub(super) fn below_queen(self, square: u64, rows: u32) -> Self {
        let beside = |steps| beside(square, steps, self.width, WRAP);
        let jumps = match rows {
            _ if !KNIGHT => [0; 2],
            1 => [self.jumps[1] | beside(2), beside(1)],
            2 => [beside(1), 0],
            _ => [0; 2],
        };
        Attacks {
            columns: self.columns | square,
            falling: left(self.falling | square, rows, self.width, WRAP),
            rising: right(self.rising | square, rows, self.width, WRAP),
            jumps,
            width: self.width,
        }
    }

    /// All of it in one number, `bits` for each mask; what has left the row is dropped.
    pub(super) fn key(self, bits: u32) -> u64 {
        let masks = [self.columns, self.falling, self.rising, self.jumps[0], self.jumps[1]];
        masks.iter().rev().fold(0, |key, mask| key << bits | mask & full(self.width))
    }

    /// The attacks of a key.
    pub(super) fn of_key(key: u64, bits: u32, width: u32) -> Self {
        let mask = |place: u32| key >> (place * bits) & full(bits);
        let jumps = [mask(3), mask(4)];
        Attacks { columns: mask(0), falling: mask(1), rising: mask(2), jumps, width }
    }

    /// The squares of this row that nothing attacks.
    #[inline(always)]
    pub(super) fn leave(self, free: u64) -> u64 {
        free & !(self.columns | self.falling | self.rising | if KNIGHT { self.jumps[0] } else { 0 })
    }

    /// The squares that queens on these squares of a row attack `distance` rows further down.
    #[inline(always)]
    pub(super) fn of_row(self, squares: u64, distance: u32) -> u64 {
        let attacked = squares | beside(squares, distance, self.width, WRAP);
        match distance {
            1 | 2 if KNIGHT => attacked | beside(squares, 3 - distance, self.width, WRAP),
            _ => attacked,
        }
    }

    /// The pairs of a square of one row and a square `distance` rows further down that do not attack each other.
    ///
    /// A square of the lower row is lost for each of up to five columns of the upper row; no two of these are one, as
    /// tori have at least five columns.
    #[inline(always)]
    pub(super) fn pairs(self, upper: u64, lower: u64, distance: u32) -> u64 {
        let shared = |squares: u64| u64::from((squares & lower).count_ones());
        let both = |steps: u32| {
            shared(left(upper, steps, self.width, WRAP)) + shared(right(upper, steps, self.width, WRAP))
        };
        let jumps = if KNIGHT && distance < 3 { both(3 - distance) } else { 0 };
        let all = u64::from(upper.count_ones()) * u64::from(lower.count_ones());
        all - shared(upper) - both(distance) - jumps
    }
}

/// The squares that are this many columns from those of the mask; on a torus fewer than it has, and at least one.
#[inline(always)]
fn beside(squares: u64, steps: u32, width: u32, wraps: bool) -> u64 {
    left(squares, steps, width, wraps) | right(squares, steps, width, wraps)
}

/// Moves a mask to higher bits; on the torus those that leave come in again at the other end.
#[inline(always)]
fn left(mask: u64, steps: u32, width: u32, wraps: bool) -> u64 {
    if wraps { (mask << steps | mask >> (width - steps)) & full(width) } else { mask << steps }
}

/// Moves a mask to lower bits.
#[inline(always)]
fn right(mask: u64, steps: u32, width: u32, wraps: bool) -> u64 {
    if wraps { (mask >> steps | mask << (width - steps)) & full(width) } else { mask >> steps }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queens::placements::backtrack;

    /// The grid of an empty field.
    fn grid(rows: u32, columns: u32) -> Grid {
        Grid::of(&Field::new(rows, columns, Rules::QUEEN).unwrap(), false)
    }

    #[test]
    fn the_nodes_of_a_search_are_estimated() {
        // As many nodes as placements on all rows but the last two.
        for (rows, columns) in [(6, 6), (8, 8), (6, 20), (5, 40)] {
            let above = Field::new(rows - 2, columns, Rules::QUEEN).unwrap();
            let counts = backtrack::count(&above);
            let all: u128 = counts.iter().sum();
            for (most, exact) in [(Some(rows as usize), all), (None, counts[rows as usize - 2])] {
                let ratio = grid(rows, columns).nodes(most) / exact as f64;
                assert!((0.5..4.0).contains(&ratio), "{rows} x {columns}, {most:?}: {ratio}");
            }
        }
        // 4,674,889 with a queen in each of 13 rows (OEIS A319284).
        assert!((2e6..2e7).contains(&grid(13, 13).nodes(None)));
        assert!(grid(12, 40).nodes(Some(12)) > 1e12 && grid(12, 40).nodes(Some(0)) <= 12.0);
    }
}
