//! The count by rows: which queens are put down first, and how much each choice counts.
//!
//! ```text
//! no conditions     P(m, n) = 1 + sum over heights h of (m - h + 1) F(h, n),
//!                   F: placements with a queen in the first and in the last of h rows. These two queens are fixed, one
//!                   pair for each orbit under the two mirrors of the board
//! a queen in each   the first and the last row's queens, as above
//!   row
//! torus             P(K) = n^2 / K times the placements with a queen on (0,0); of mirrored choices in the next rows one;
//!                   with K = n, of the choices in row 1 one for each orbit of their slopes
//! conditions        each choice in the first two rows that are open
//! ```
//!
//! Each choice is a subproblem. The search below it is [`tree`], or [`fill`] where every row must have a queen.

use super::grid::Grid;
use super::{Counts, Field, Rules, fill, tree};
use crate::Error;
use crate::queens::{orbit_of_least, torus};
use crate::search::{Halt, Overflow, StopFlag, Subproblem};
use crate::simd::Isa;
use std::ops::RangeInclusive;

/// The rules of [`torus`].
const TORUS: Rules = Rules { torus: true, ..Rules::QUEEN };

/// Queens that are put down first, in the grid's rows and columns.
#[derive(Debug, Clone)]
struct Choice {
    /// The rows of the grid, from the top.
    height: u32,
    /// Queens by their rows; `None` leaves a row empty.
    rows: Vec<(u8, Option<u8>)>,
    weight: u64,
    /// Estimated work.
    cost: u64,
}

/// A search without a queen in each row is split until it has at most this many open rows: about a second of work.
const LONGEST: usize = 12;
/// Subproblems are not split further where there are this many.
const MANY: usize = 10_000;
/// Fewer sets of squares than this are searched within seconds.
const FEW: f64 = 1e10;

/// The count on a field, split by choices.
#[derive(Debug)]
pub(super) struct Rows {
    /// Below the conditions.
    grid: Grid,
    choices: Vec<Choice>,
    /// Numbers of queens, the fixed ones included.
    wanted: RangeInclusive<usize>,
    isa: Isa,
    /// Placements with a queen on (0,0) are counted, on a torus of this many rows.
    torus: Option<u32>,
}

impl Rows {
    /// The count of placements whose numbers of queens are `wanted`. Without `use_symmetry` the rows run along the other
    /// side where that is possible, and each choice counts once: to check the count with.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub(super) fn new(
        field: &Field,
        wanted: RangeInclusive<usize>,
        isa: Isa,
        use_symmetry: bool,
        stop: &StopFlag,
    ) -> Result<Self, Error> {
        let square = field.rows() == field.columns();
        let turned = if square { !use_symmetry } else { field.columns() < field.rows() };
        let mut grid = Grid::of(field, turned);
        let height = grid.free.len() as u32;
        let fills = *wanted.start() == height as usize;
        // Tori with a queen in each row have another method, which slopes check.
        let slopes_hold = field.rules() == TORUS && fills && torus::has_solutions(height);
        // No queen of an empty board can be moved to (0,0).
        let is_plain = (use_symmetry || slopes_hold) && !field.has_conditions() && *wanted.end() > 0;
        let mut torus = None;
        let mut choices = match (is_plain, field.rules().torus) {
            (true, true) => {
                grid.put(0, 0);
                torus = Some(height);
                if slopes_hold { slopes(&grid, &wanted) } else { mirrored(&grid, &wanted) }
            }
            (true, false) => boxes(&grid, &wanted),
            (false, is_torus) => {
                let open = (0..grid.free.len()).filter(|&row| is_torus || !grid.decided[row]);
                let rows: Vec<usize> = open.take(2).collect();
                choices(&grid, &rows, &wanted, |_| Some(1))
            }
        };
        if !fills {
            choices = split(&grid, choices, &wanted, stop);
        }
        if stop.is_raised() { Err(Error::Stopped) } else { Ok(Rows { grid, choices, wanted, isa, torus }) }
    }

    /// The grid of a subproblem.
    pub(super) fn grid(&self, id: u64) -> Grid {
        below(&self.grid, &self.choices[id as usize])
    }

    /// Whether each row must have a queen.
    pub(super) fn fills(&self, grid: &Grid) -> bool {
        *self.wanted.start() == grid.queens + grid.open_rows()
    }

    /// The placements on a grid below a subproblem's, by their number of queens.
    pub(super) fn count_on(&self, grid: &Grid, stop: &StopFlag) -> Counts {
        let mut counts = vec![0; grid.queens + grid.open_rows() + 1];
        if self.fills(grid) {
            counts[grid.queens + grid.open_rows()] = fill::count(grid, self.isa, stop).into();
        } else {
            tree::count(grid, &self.wanted, &mut counts, self.isa, stop);
        }
        counts
    }

    /// Makes placements on a torus of those with a queen on (0,0), which the subproblems add up to: a number for each
    /// number of queens that is wanted.
    pub(super) fn scale(&self, counts: &mut [u128]) -> Result<(), Overflow> {
        let Some(size) = self.torus else { return Ok(()) };
        let squares = u128::from(size).pow(2);
        for (queens, count) in self.wanted.clone().zip(counts).filter(|&(queens, _)| queens > 0) {
            *count = count.checked_mul(squares).ok_or(Overflow)? / queens as u128;
        }
        Ok(())
    }

    /// The number of subproblems.
    pub(super) fn len(&self) -> u64 {
        self.choices.len() as u64
    }

    pub(super) fn subproblem(&self, id: u64) -> Subproblem {
        let choice = &self.choices[id as usize];
        Subproblem { id, weight: choice.weight, cost: choice.cost }
    }

    /// The placements of a subproblem, by their number of queens.
    pub(super) fn count(&self, id: u64, stop: &StopFlag) -> Result<Counts, Halt> {
        let mut counts = self.count_on(&self.grid(id), stop);
        if self.torus.is_some() && id == 0 {
            counts[0] = 1; // the empty torus, beside those with a queen on (0,0)
        }
        stop.unless_abandoned(counts)
    }
}

/// The grid below a choice, with its queens put down.
fn below(grid: &Grid, choice: &Choice) -> Grid {
    let mut grid = grid.clone();
    grid.free.truncate(choice.height as usize);
    grid.decided.truncate(choice.height as usize);
    for &(row, column) in &choice.rows {
        match column {
            Some(column) => grid.put(row.into(), column.into()),
            None => grid.skip(row.into()),
        }
    }
    grid
}

/// Splits the longest choices by the queen of their next open row, and estimates the work of all. Incomplete once `stop`
/// is raised.
fn split(
    grid: &Grid,
    mut choices: Vec<Choice>,
    wanted: &RangeInclusive<usize>,
    stop: &StopFlag,
) -> Vec<Choice> {
    let rows = grid.free.len();
    // The ways to choose as many squares.
    let squares = rows as f64 * f64::from(grid.width);
    let sets = (0..*wanted.end()).fold(1.0, |sets, k| sets * (squares - k as f64) / (k + 1) as f64);
    for longest in (LONGEST + 1..=rows).rev() {
        if choices.len() >= MANY || sets < FEW || stop.is_raised() {
            break;
        }
        let parts = |choice: Choice| {
            let grid = below(grid, &choice);
            let open = grid.decided.iter().position(|&decided| !decided);
            match open.filter(|_| grid.open_rows() == longest) {
                Some(row) => longer(&choice, &grid, row, wanted),
                None => vec![choice],
            }
        };
        choices = choices.into_iter().flat_map(parts).collect();
    }
    for choice in choices.iter_mut().take_while(|_| !stop.is_raised()) {
        let grid = below(grid, choice);
        // Each open row stays empty, or has a queen on one of the squares that the queens to come leave: about half.
        let product = grid
            .free
            .iter()
            .zip(&grid.decided)
            .filter(|(_, decided)| !**decided)
            .fold(1u128, |product, (free, _)| product.saturating_mul(2 + u128::from(free.count_ones())) / 2);
        choice.cost = u64::try_from(product).unwrap_or(u64::MAX).max(1);
    }
    choices
}

/// A choice with each queen of one more row, or none, that leaves room for the wanted numbers of queens; `grid` is the one
/// below the choice.
fn longer(choice: &Choice, grid: &Grid, row: usize, wanted: &RangeInclusive<usize>) -> Vec<Choice> {
    let most = grid.queens + grid.open_rows();
    let has_room = *wanted.start() <= most && grid.queens < *wanted.end();
    let columns = (0..grid.width as u8).filter(|&column| has_room && grid.free[row] >> column & 1 == 1);
    let may_skip = *wanted.start() + usize::from(!grid.decided[row]) <= most;
    let columns = may_skip.then_some(None).into_iter().chain(columns.map(Some));
    let rows = columns.map(|column| [&choice.rows[..], &[(row as u8, column)]].concat());
    rows.map(|rows| Choice { rows, ..*choice }).collect()
}

/// All choices in these rows that leave room for the wanted numbers of queens. Where `weight` says `None`, another choice
/// counts for it.
fn choices(
    grid: &Grid,
    rows: &[usize],
    wanted: &RangeInclusive<usize>,
    weight: impl Fn(&[(u8, Option<u8>)]) -> Option<u64>,
) -> Vec<Choice> {
    let mut found = vec![Choice { height: grid.free.len() as u32, rows: vec![], weight: 1, cost: 1 }];
    for &row in rows {
        found = found.iter().flat_map(|choice| longer(choice, &below(grid, choice), row, wanted)).collect();
    }
    found.retain_mut(|choice| weight(&choice.rows).inspect(|&weight| choice.weight = weight).is_some());
    found
}

/// On a torus with a queen on (0,0): the choices in the next two rows, of two that mirror each other one.
fn mirrored(grid: &Grid, wanted: &RangeInclusive<usize>) -> Vec<Choice> {
    let size = grid.width as u8;
    choices(grid, &[1, 2], wanted, |rows| {
        let Some(column) = rows.iter().find_map(|&(_, column)| column) else { return Some(1) };
        match column.cmp(&(size - column)) {
            std::cmp::Ordering::Less => Some(2),
            std::cmp::Ordering::Equal => Some(1),
            std::cmp::Ordering::Greater => None,
        }
    })
}

/// On a torus with queens on (0,0) and in each row: the choices in the next two rows, by the slope of the first of them.
///
/// The queen of row 1 stands in column c, on the line of slope c through (0,0). Reflections, the exchange of rows and
/// columns and the map (x, y) -> (x + y, x - y) keep all lines where N is odd, and so do multiplications by units: they take
/// slopes to slopes, and of each orbit of slopes one counts for all.
fn slopes(grid: &Grid, wanted: &RangeInclusive<usize>) -> Vec<Choice> {
    let size = i64::from(grid.width);
    let maps: [[i64; 4]; 8] = [
        [1, 0, 0, 1],
        [1, 0, 0, -1],
        [0, 1, 1, 0],
        [0, 1, -1, 0],
        [1, 1, 1, -1],
        [1, 1, -1, 1],
        [1, -1, 1, 1],
        [-1, 1, 1, 1],
    ];
    let mut weights = vec![0u64; grid.width as usize];
    let mut seen = vec![false; grid.width as usize];
    for slope in 2..size - 1 {
        if seen[slope as usize] {
            continue;
        }
        for [a, b, c, d] in maps {
            let (row, column) = ((a + b * slope).rem_euclid(size), (c + d * slope).rem_euclid(size));
            // The slope of the image, where the image of row 1's queen can be moved to row 1.
            let image =
                (1..size).find(|unit| unit * row % size == 1).map(|unit| (unit * column % size) as usize);
            if let Some(image) = image.filter(|&image| !seen[image]) {
                seen[image] = true;
                weights[slope as usize] += 1;
            }
        }
    }
    choices(grid, &[1, 2], wanted, |rows| {
        let weight = weights[usize::from(rows[0].1?)];
        (weight > 0).then_some(weight)
    })
}

/// The choices of the first and the last queen's row, and of these two queens, up to the two mirrors.
fn boxes(grid: &Grid, wanted: &RangeInclusive<usize>) -> Vec<Choice> {
    let (most, width) = (grid.free.len(), grid.width as u8);
    let empty = Choice { height: 1, rows: vec![(0, None)], weight: 1, cost: 1 };
    let mut all: Vec<Choice> = (*wanted.start() == 0).then_some(empty).into_iter().collect();
    for height in (*wanted.start()).max(1)..=most {
        let mut small = grid.clone();
        small.free.truncate(height);
        small.decided.truncate(height);
        // In a single row, the first queen is the last one.
        let (rows, step) = if height == 1 { (&[0][..], 2) } else { (&[0, height - 1][..], 1) };
        all.extend(choices(&small, rows, wanted, |queens| {
            let (top, bottom) = (queens.first()?.1?, queens.last()?.1?);
            let images = [
                (top, bottom),
                (bottom, top),
                (width - 1 - top, width - 1 - bottom),
                (width - 1 - bottom, width - 1 - top),
            ];
            let orbit = orbit_of_least((top, bottom), images.into_iter().step_by(step))?;
            Some(u64::from(orbit) * (most - height + 1) as u64)
        }));
    }
    all
}
