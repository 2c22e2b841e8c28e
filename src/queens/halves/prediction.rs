//! The work and the count of a subproblem, predicted for samples.
//!
//! Put the queens on the rows R of the east, one in each of its h columns, and do the same in the west. If the columns
//! are random and attacks were independent, then
//!
//! ```text
//! boards = product over pairs of rows in one half     (1 - 2 (h - d) / (h (h - 1)))      d < h: their distance
//! fit    = product over pairs of rows in two halves   (1 - m / h²)                       m: pairs of columns at distance d
//! ```
//!
//! are the shares of half boards, and of pairs of them, without attacks: the fewer, the closer the rows of a half are to
//! each other. Middle queens contribute a factor to `boards` for each row. Real boards differ more from the mean row set
//! than these do, so that the deviations are taken to a power: fitted to random subproblems of N = 22, 24 and 28, whose
//! counts scatter by 17 to 25 % around their prediction, and times by 14 to 23 %.

use super::geometry::Geometry;
use super::row_sets::Rows;
use crate::search::Predicted;

/// The powers of the deviations of `boards` and of `fit` in a count.
const COUNT: [f64; 2] = [2.3, 3.1];
/// The least share of squares without attacks: on small boards it may be 0, and yet there are solutions.
const LEAST: f64 = 0.05;

/// The constants of the row sets of a term. All numbers are logarithms.
#[derive(Debug)]
pub(super) struct Prediction {
    half: u32,
    /// The number of rows between the north and the south.
    between: u32,
    /// All rows that have a queen in a half.
    all: u64,
    /// By the distance of two rows, less 1: their contribution to `boards` in one half, and to `fit` in two.
    distances: Vec<[f64; 2]>,
    /// The contribution of the middle queens to `boards` by each row, if it is in the east, less that in the west.
    rows: Vec<f64>,
    /// `boards` of a row set with all pairs of rows in one half, and no row in the east.
    together: f64,
    /// The mean of `boards` and of `fit` over the row sets.
    mean: [f64; 2],
    /// The number of squares of the middle row's queen.
    squares: f64,
    /// The power of `boards` in the work.
    power: f64,
}

impl Prediction {
    /// For the middle column's queen in the south at distance `a`; 0 for the centre of an odd board, or without a middle.
    pub fn new(geometry: &Geometry, a: u32) -> Self {
        let (half, between) = (geometry.half, u32::from(geometry.middle));
        let (h, rows) = (f64::from(half.max(1)), 2 * half + between);
        let left = |attacked: f64| (1.0 - attacked).max(LEAST).ln();
        let distance = |d: u32| {
            let near = if d < half { 2.0 * f64::from(half - d) / (h * (h - 1.0)) } else { 0.0 };
            // Columns i of the east and j of the west are at distance i + j + 1, or 2 with a middle column.
            let across = d.saturating_sub(between).min(rows - d);
            [left(near), left(f64::from(across) / (h * h))]
        };
        let distances: Vec<_> = (1..rows.max(1)).map(distance).collect();
        let (every, middle) = ((1u64 << rows) - 1, u64::from(between) << half);
        let all = every & !middle & !(middle << a);
        // The number of squares of a row that the middle queens attack, in the east and in the west. The middle column's
        // queen attacks one in each, if they are within reach. The middle row's, in the west at distance b < a: the mean.
        let attacked = |row: u32| {
            let (r, row_queens) = (row.abs_diff(half), a.saturating_sub(1));
            let share = |queens: u32| f64::from(queens) / f64::from(row_queens.max(1));
            let of_column = f64::from(between & u32::from(row.abs_diff(half + a) <= half));
            let east = share(row_queens.min(r.max(1) - 1));
            let west = share(row_queens.saturating_sub(r)) + share(row_queens.min(half.saturating_sub(r)));
            [of_column + east, of_column + west].map(|squares| squares * left(1.0 / h))
        };
        let attacked: Vec<_> =
            (0..rows).map(|row| if all >> row & 1 == 1 { attacked(row) } else { [0.0; 2] }).collect();
        let pairs = |d: usize| f64::from((all & all >> d).count_ones());
        let sum = |kind: usize| (1..).zip(&distances).map(|(d, of)| pairs(d) * of[kind]).sum::<f64>();
        let [east, west] = [0, 1].map(|half| attacked.iter().map(|of| of[half]).sum::<f64>());
        // The share of the pairs of rows in two halves.
        let apart = h / (2.0 * h - 1.0);
        Prediction {
            half,
            between,
            all,
            together: sum(0) + west,
            mean: [sum(0) * (1.0 - apart) + (east + west) / 2.0, sum(1) * apart],
            distances,
            rows: attacked.iter().map(|[east, west]| east - west).collect(),
            squares: if a > 1 { (f64::from(a - 1) / h).ln() } else { 0.0 },
            power: (0.27 * h - 2.1).clamp(0.3, 2.0),
        }
    }

    /// The work and the count for these rows, if this share of the halves' squares is free.
    pub fn of(&self, rows: Rows, share: f64) -> Predicted {
        let ([boards, fit], free) = (self.logarithms(rows), self.squares + share.ln());
        let [usual_boards, usual_fit] = self.mean;
        let more = COUNT[0] * (boards - usual_boards) + COUNT[1] * (fit - usual_fit);
        Predicted {
            work: ((boards + free) * self.power).exp(),
            count: (usual_boards + usual_fit + free + more).exp(),
        }
    }

    /// `boards` and `fit`.
    fn logarithms(&self, rows: Rows) -> [f64; 2] {
        let north = rows.north.reverse_bits() >> (32 - self.half.max(1));
        let east = u64::from(north) | u64::from(rows.south) << (self.half + self.between);
        let west = self.all & !east;
        let [mut boards, mut fit] = [self.together, 0.0];
        for (d, [one, two]) in (1..).zip(&self.distances) {
            let pairs = f64::from((east & west >> d | west & east >> d).count_ones());
            boards -= pairs * one;
            fit += pairs * two;
        }
        if self.between == 1 {
            boards += (0..).zip(&self.rows).map(|(row, of)| (east >> row & 1) as f64 * of).sum::<f64>();
        }
        [boards, fit]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queens::{Board, halves::Halves};
    use crate::search::{Context, Problem, StopFlag, Subproblem, Workers};
    use crate::simd::Isa;

    /// The share of the squares of two rows, in these columns, that do not attack each other. Columns differ.
    fn free(rows: [i32; 2], columns: [&[i32]; 2]) -> f64 {
        let distances = columns[0].iter().flat_map(|x| columns[1].iter().map(move |y| (x - y).abs()));
        let distances: Vec<i32> = distances.filter(|&d| d != 0).collect();
        let apart = (rows[0] - rows[1]).abs();
        distances.iter().filter(|&&d| d != apart).count() as f64 / distances.len() as f64
    }

    #[test]
    fn boards_and_fit_are_shares_of_pairs_of_squares() {
        for (n, a) in [(8, 0), (14, 0), (9, 0), (13, 0), (13, 2), (13, 5), (15, 7)] {
            let geometry = Geometry::new(n);
            let (half, prediction) = (geometry.half as i32, Prediction::new(&geometry, a));
            // Rows and columns by their distance from the middle of the board, for even N in halves of a square.
            let distances: Vec<i32> = (1..=half).collect();
            let east = if geometry.middle { distances } else { (0..half).map(|i| 2 * i + 1).collect() };
            let west: Vec<i32> = east.iter().map(|x| -x).collect();
            for rows in [Rows { north: 0b0110, south: 0b1001 }, Rows { north: 0b101, south: 0 }] {
                let all: Vec<(i32, bool)> = (0..half)
                    .flat_map(|j| {
                        let at = east[j as usize];
                        [(-at, rows.north >> j & 1 == 1), (at, rows.south >> j & 1 == 1)]
                    })
                    .filter(|&(row, _)| a == 0 || row != a.cast_signed())
                    .collect();
                let columns = |is_east: bool| if is_east { &east } else { &west };
                let [mut boards, mut fit] = [0.0; 2];
                for (i, &(row, half)) in all.iter().enumerate() {
                    for &(other, its) in &all[..i] {
                        let share = free([row, other], [columns(half), columns(its)]).max(LEAST).ln();
                        *(if half == its { &mut boards } else { &mut fit }) += share;
                    }
                    if geometry.middle {
                        let squares = |queen: i32, column: i32| {
                            let attacked = |x: &&i32| (row - queen).abs() == (*x - column).abs();
                            columns(half).iter().filter(attacked).count() as f64
                        };
                        let of_row: f64 = (1..a.cast_signed()).map(|b| squares(0, -b)).sum();
                        let attacked = squares(a.cast_signed(), 0) + of_row / f64::from(a.max(2) - 1);
                        boards += attacked * (1.0 - 1.0 / east.len() as f64).max(LEAST).ln();
                    }
                }
                let [found, fits] = prediction.logarithms(rows);
                assert!((found - boards).abs() < 1e-9, "N = {n}, a = {a}: {found} and not {boards}");
                assert!((fits - fit).abs() < 1e-9, "N = {n}, a = {a}: {fits} and not {fit}");
            }
        }
    }

    #[test]
    fn counts_scatter_little_around_their_predictions() {
        let workers = Workers::new(2).unwrap();
        // Where half boards are few, chance adds to it.
        for n in [14, 15, 16] {
            let problem =
                Halves::new(&Board::new(n).unwrap(), Isa::detect(), None, &Context::new(&workers)).unwrap();
            let mut scratch = None;
            let [mut sum, mut counts, mut squares] = [0.0; 3];
            for id in 0..problem.len() {
                let count = problem.count(id, &mut scratch, &StopFlag::default()).unwrap() as f64;
                let (Predicted { count: predicted, .. }, Subproblem { weight, .. }) =
                    (problem.predicted(id), problem.subproblem(id));
                sum += predicted * weight as f64;
                counts += count * weight as f64;
                squares += count * count / predicted * weight as f64;
            }
            // The variance of count / prediction, weighted by predictions.
            let scatter = (squares * sum / counts.powi(2) - 1.0).sqrt();
            assert!(scatter < 0.6, "N = {n}: {scatter}");
        }
    }
}
