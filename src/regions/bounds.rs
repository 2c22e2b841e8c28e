//! Bounds on the queens of rows, columns and regions, and the search by them.
//!
//! Two queens in neighbouring columns of the same row, or of two neighbouring rows, touch. So a *strip* of one or two
//! rows takes at most one queen in every two columns: a run of L columns with free squares has room for L / 2 queens,
//! rounded up. A region is cut into strips, of which the first is one row or two. Columns are treated as rows are.
//!
//! ```text
//! row 2   . x . . x .     columns b and d to f have free squares x: room for 1 + 2 queens
//! row 1   . x . x x x     if 3 are needed, e1 and e2 go, and d1 and f1 get queens
//!         a b c d e f
//! ```
//! A strip with only as much room as it needs has queens in every other column of its odd runs.
//!
//! The search branches on the unit with the fewest free squares beyond its needs, divided by a weight that grows with
//! each dead end that the unit causes (F. Boussemart et al., "Boosting systematic search by weighting constraints", ECAI
//! 2004). Boards with little spare room that take long are searched with trials: a square whose queen contradicts the
//! bounds goes.

use super::grid::{KINDS, MOST, NO_REGION};
use crate::base::bits::ones;
use crate::base::random::Random;
use std::ops::ControlFlow::{self, Break, Continue};

/// The number of a region that has all squares, for the cuts of whole lines.
const WHOLE: usize = MOST;
/// The nodes after which each node tries all its squares, if there was no solution among them.
const UNTRIED: u32 = 1000;
/// The room that a pair of lines may have beyond its needs if trials are to pay.
const SPARE: usize = 2;
/// The nodes after which weights fade by a fifth of what they have above 1.
const FADING: u32 = 256;

/// A board's regions by rows and by columns, and what a search has learnt.
#[derive(Debug, Clone)]
pub(super) struct Bounds {
    size: usize,
    /// The region of each square.
    homes: Vec<u8>,
    /// By axis (rows, then columns) and region: its squares in each line.
    regions: Box<[[[u32; MOST]; MOST + 1]; 2]>,
    /// By axis and region: its first and its last line.
    extents: [[(usize, usize); MOST]; 2],
    weights: [[f32; MOST]; KINDS],
    nodes: u32,
    /// Whether a solution was visited.
    found: bool,
    /// Whether a pair of lines has little more room than its queens need, so that trials pay.
    is_tight: bool,
}

/// The squares of a position, a word per line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lines {
    /// By axis: the squares of each line that can still take a queen.
    pub(super) free: [[u32; MOST]; 2],
    /// The queens of each row.
    pub(super) queens: [u32; MOST],
    /// The queens that each unit still needs.
    pub(super) wanted: [[u8; MOST]; KINDS],
    /// Units that have lost squares since their bounds were checked, a bit per unit.
    pub(super) changed: [u32; KINDS],
}

/// A line, two neighbouring lines, or a region, as strips of at most two lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cut {
    region: usize,
    axis: usize,
    first: usize,
    last: usize,
    /// The number of lines of the first strip.
    width: usize,
}

/// A cut with just as much room as it needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fit {
    pub(super) cut: Cut,
    pub(super) need: u32,
    /// By row, the squares that go and those that get queens.
    pub(super) removed: [u32; MOST],
    pub(super) placed: [u32; MOST],
}

impl Cut {
    /// The kind and the numbers of its units.
    pub(super) fn units(self) -> (usize, std::ops::RangeInclusive<usize>) {
        if self.region == WHOLE {
            (self.axis, self.first..=self.last)
        } else {
            (2, self.region..=self.region)
        }
    }

    /// For a region, whether it is cut into rows (0) or columns (1).
    pub(super) fn strips(self) -> Option<usize> {
        (self.region != WHOLE).then_some(self.axis)
    }
}

/// The columns at even offsets within their runs; as many as the strip has room for queens.
fn even(columns: u32) -> u32 {
    const EVEN: u32 = 0x5555_5555;
    let starts = columns & !(columns << 1);
    // The carry from the start of a run clears the run.
    let runs = |starts: u32| columns & !columns.wrapping_add(starts);
    runs(starts & EVEN) & EVEN | runs(starts & !EVEN) & !EVEN
}

/// The columns at odd and at even offsets within the runs of odd length.
fn odd_runs(columns: u32) -> (u32, u32) {
    // Offsets from both ends are equally odd or even just in odd runs.
    let (from_start, from_end) = (even(columns), even(columns.reverse_bits()).reverse_bits());
    (columns & !(from_start | from_end), from_start & from_end)
}

impl Bounds {
    pub(super) fn new(size: usize, stars: u8, homes: &[[u8; KINDS]]) -> Self {
        let mut bounds = Bounds {
            size,
            homes: homes.iter().map(|home| home[2]).collect(),
            regions: Box::new([[[0; MOST]; MOST + 1]; 2]),
            extents: [[(MOST, 0); MOST]; 2],
            weights: [[1.0; MOST]; KINDS],
            nodes: 0,
            found: false,
            is_tight: size.div_ceil(2) <= 2 * usize::from(stars) + SPARE,
        };
        for home in homes.iter().filter(|home| home[2] != NO_REGION) {
            let region = usize::from(home[2]);
            for axis in 0..2 {
                let (line, other) = (usize::from(home[axis]), home[1 - axis]);
                bounds.regions[axis][region][line] |= 1 << other;
                let (first, last) = &mut bounds.extents[axis][region];
                (*first, *last) = ((*first).min(line), (*last).max(line));
            }
        }
        bounds.regions.iter_mut().for_each(|axis| axis[WHOLE] = [u32::MAX; MOST]);
        bounds
    }

    /// All cuts of these units, those of lines first.
    fn cuts(&self, units: [u32; KINDS]) -> impl Iterator<Item = Cut> + use<'_> {
        let pairs = u32::MAX >> (32 - self.size) >> 1;
        let lines = (0..2).flat_map(move |axis| {
            let cut = move |first, last| Cut { region: WHOLE, axis, first, last, width: 2 };
            let pairs = (units[axis] | units[axis] >> 1) & pairs;
            ones(units[axis])
                .map(move |line| cut(line, line))
                .chain(ones(pairs).map(move |line| cut(line, line + 1)))
        });
        let regions = ones(units[2]).flat_map(move |region| {
            [(0, 2), (0, 1), (1, 2), (1, 1)].map(|(axis, width)| {
                let (first, last) = self.extents[axis][region];
                Cut { region, axis, first, last, width }
            })
        });
        lines.chain(regions)
    }

    /// The strips of a cut: the first line, and the free squares of one or two lines.
    fn strips(&self, at: &Lines, cut: Cut) -> impl Iterator<Item = (usize, u32, u32)> {
        let (free, region) = (&at.free[cut.axis], &self.regions[cut.axis][cut.region]);
        let (mut next, mut width) = (cut.first, cut.width);
        std::iter::from_fn(move || {
            let line = next;
            let second = if width == 2 && line < cut.last { free[line + 1] & region[line + 1] } else { 0 };
            (next, width) = (line + width, 2);
            (line <= cut.last).then(|| (line, free[line] & region[line], second))
        })
    }

    /// The queens that a cut needs, if it needs any and has no more room.
    ///
    /// # Errors
    /// The cut, if it has less room than it needs.
    fn tight_need(&self, at: &Lines, cut: Cut) -> Result<Option<u32>, Cut> {
        let (kind, units) = cut.units();
        let need = units.map(|unit| u32::from(at.wanted[kind][unit])).sum();
        let room: u32 = self.strips(at, cut).map(|(_, a, b)| even(a | b).count_ones()).sum();
        if room < need { Err(cut) } else { Ok((room == need && need > 0).then_some(need)) }
    }

    /// For each line of a cut that has no more room than it needs: the squares that go and those that get queens.
    fn forced(&self, at: &Lines, cut: Cut) -> impl Iterator<Item = (usize, u32, u32)> {
        self.strips(at, cut).flat_map(|(line, a, b)| {
            let (odd, even) = odd_runs(a | b);
            [(line, odd & a, even & a & !b), (line + 1, odd & b, even & b & !a)]
        })
    }

    /// The first cut that forces a square.
    ///
    /// # Errors
    /// A cut with less room than it needs.
    pub(super) fn next(&self, at: &Lines) -> Result<Option<Fit>, Cut> {
        let full = u32::MAX >> (32 - self.size);
        for cut in self.cuts([full; KINDS]) {
            let Some(need) = self.tight_need(at, cut)? else { continue };
            let mut found = [[0; MOST]; 2];
            for (line, gone, queens) in self.forced(at, cut).filter(|&(_, gone, queens)| gone | queens != 0) {
                for (found, squares) in found.iter_mut().zip([gone, queens]) {
                    match cut.axis {
                        0 => found[line] |= squares,
                        _ => ones(squares).for_each(|row| found[row] |= 1 << line),
                    }
                }
            }
            if found != [[0; MOST]; 2] {
                let [removed, placed] = found;
                return Ok(Some(Fit { cut, need, removed, placed }));
            }
        }
        Ok(None)
    }

    fn remove(&self, at: &mut Lines, axis: usize, line: usize, squares: u32) {
        let gone = at.free[axis][line] & squares;
        if gone == 0 {
            return;
        }
        at.free[axis][line] ^= gone;
        at.changed[axis] |= 1 << line;
        at.changed[1 - axis] |= gone;
        for other in ones(gone) {
            at.free[1 - axis][other] &= !(1 << line);
            let square = if axis == 0 { line * self.size + other } else { other * self.size + line };
            at.changed[2] |= 1 << self.homes[square];
        }
    }

    /// Places a queen on a free square.
    pub(super) fn place(&self, at: &mut Lines, row: usize, column: usize) {
        let region = usize::from(self.homes[row * self.size + column]);
        let around = (7u64 << column >> 1) as u32;
        for row in row.saturating_sub(1)..(row + 2).min(self.size) {
            self.remove(at, 0, row, around);
        }
        at.queens[row] |= 1 << column;
        for (kind, unit) in [row, column, region].into_iter().enumerate() {
            at.wanted[kind][unit] -= 1;
            match kind {
                _ if at.wanted[kind][unit] > 0 => {}
                0 | 1 => self.remove(at, kind, unit, u32::MAX),
                _ => {
                    let (first, last) = self.extents[0][region];
                    (first..=last).for_each(|row| self.remove(at, 0, row, self.regions[0][region][row]));
                }
            }
        }
    }

    /// Makes all deductions from single cuts.
    ///
    /// # Errors
    /// A cut with less room than it needs.
    pub(super) fn force(&self, at: &mut Lines) -> Result<(), Cut> {
        while at.changed != [0; KINDS] {
            for cut in self.cuts(std::mem::take(&mut at.changed)) {
                if self.tight_need(at, cut)?.is_none() {
                    continue;
                }
                let before = *at;
                for (line, gone, queens) in self.forced(&before, cut) {
                    if gone != 0 {
                        self.remove(at, cut.axis, line, gone);
                    }
                    for other in ones(queens) {
                        let (row, column) = if cut.axis == 0 { (line, other) } else { (other, line) };
                        if at.free[0][row] >> column & 1 == 0 {
                            return Err(cut); // two of the forced queens touch
                        }
                        self.place(at, row, column);
                    }
                }
            }
        }
        Ok(())
    }

    /// The open unit with the fewest squares beyond its needs, by weight, and its number of free squares.
    fn most_constrained(&self, at: &Lines) -> Option<(usize, usize, u32)> {
        let mut best = None;
        let mut least = f32::INFINITY;
        for (kind, wanted) in at.wanted.iter().enumerate() {
            for (unit, &wanted) in wanted[..self.size].iter().enumerate().filter(|&(_, &wanted)| wanted > 0) {
                let count = self.rows(at, kind, unit).map(|(_, squares)| squares.count_ones()).sum::<u32>();
                let beyond = (4 * (count - u32::from(wanted)) + count) as f32 / self.weights[kind][unit];
                if beyond < least {
                    (least, best) = (beyond, Some((kind, unit, count)));
                }
            }
        }
        best
    }

    /// The free squares of a unit by rows; for a column, by its only "row" of columns.
    fn rows(&self, at: &Lines, kind: usize, unit: usize) -> impl Iterator<Item = (usize, u32)> {
        let (axis, first, last, region) = match kind {
            2 => (0, self.extents[0][unit].0, self.extents[0][unit].1, unit),
            _ => (kind, unit, unit, WHOLE),
        };
        (first..=last).map(move |line| (line, at.free[axis][line] & self.regions[axis][region][line]))
    }

    /// Removes squares whose queen contradicts the bounds. Returns the square whose queen takes the most squares.
    fn try_all(&self, at: &mut Lines) -> Result<Option<(usize, usize)>, Cut> {
        let count = |at: &Lines| at.free[0].iter().map(|row| row.count_ones()).sum::<u32>();
        loop {
            let (mut best, mut least, mut changed) = (None, u32::MAX, false);
            for row in 0..self.size {
                for column in ones(at.free[0][row]) {
                    if at.free[0][row] >> column & 1 == 0 {
                        continue;
                    }
                    let mut with = *at;
                    self.place(&mut with, row, column);
                    if self.force(&mut with).is_err() {
                        self.remove(at, 0, row, 1 << column);
                        self.force(at)?;
                        changed = true;
                    } else if count(&with) < least {
                        (least, best) = (count(&with), Some((row, column)));
                    }
                }
            }
            if !changed {
                return Ok(best);
            }
        }
    }

    /// Visits the solutions below a position, each as the queens of its rows, in an order that only the board and the
    /// random numbers determine, until a visit breaks or the search is stopped.
    pub(super) fn explore(
        &mut self,
        mut at: Lines,
        random: &mut Option<&mut Random>,
        is_stopped: &dyn Fn() -> bool,
        visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        loop {
            if is_stopped() {
                return Break(());
            }
            self.nodes += 1;
            if self.nodes.is_multiple_of(FADING) {
                self.weights.as_flattened_mut().iter_mut().for_each(|weight| *weight = 0.8 * *weight + 0.2);
            }
            if let Err(cut) = self.force(&mut at) {
                let (kind, units) = cut.units();
                units.for_each(|unit| self.weights[kind][unit] += 1.0);
                return Continue(());
            }
            let mut square = None;
            if self.nodes > UNTRIED && !self.found && self.is_tight {
                match self.try_all(&mut at) {
                    Ok(best) => square = best,
                    Err(_) => return Continue(()),
                }
            }
            let Some((kind, unit, count)) = self.most_constrained(&at) else {
                self.found = true;
                return visit(&at.queens[..self.size]);
            };
            let (row, column) = square.unwrap_or_else(|| {
                let skipped = random.as_mut().map_or(0, |random| random.below(count as usize));
                let mut squares = self
                    .rows(&at, kind, unit)
                    .flat_map(|(line, squares)| ones(squares).map(move |other| (line, other)));
                let (line, other) = squares.nth(skipped).expect("a unit that needs queens has squares");
                if kind == 1 { (other, line) } else { (line, other) }
            });
            let mut with = at;
            self.place(&mut with, row, column);
            self.explore(with, random, is_stopped, visit)?;
            self.remove(&mut at, 0, row, 1 << column);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regions::grid::Grid;
    use crate::regions::testing::{all_solutions, random_board, solvable_board};

    #[test]
    fn runs_are_told_apart() {
        for columns in (0..1 << 16).flat_map(|low: u32| [low, low << 16, low << 9]) {
            let (mut even_ones, mut odd, mut kept) = (0, 0, 0);
            let mut from = 0;
            while from < 32 {
                let length = (columns >> from).trailing_ones();
                for offset in 0..length {
                    let square = 1 << (from + offset);
                    even_ones |= if offset % 2 == 0 { square } else { 0 };
                    match (length % 2, offset % 2) {
                        (1, 0) => kept |= square,
                        (1, _) => odd |= square,
                        _ => {}
                    }
                }
                from += length + 1;
            }
            assert_eq!((even(columns), odd_runs(columns)), (even_ones, (odd, kept)), "{columns:b}");
        }
    }

    /// Checks that a position has lost none of these solutions. Returns the number of its free squares.
    fn check(at: &Lines, solutions: &[Vec<u32>]) -> u32 {
        for queens in solutions {
            for (row, &queens) in queens.iter().enumerate() {
                assert_eq!(queens & !(at.free[0][row] | at.queens[row]), 0, "a square of a solution went");
                assert_eq!(at.queens[row] & !queens, 0, "a wrong queen");
            }
        }
        for (row, &free) in at.free[0].iter().enumerate() {
            assert!((0..MOST).all(|column| at.free[1][column] >> row & 1 == free >> column & 1));
        }
        at.free[0].iter().map(|row| row.count_ones()).sum()
    }

    #[test]
    fn no_deduction_loses_a_solution_and_every_search_finds_all() {
        let mut random = Random::new(53);
        let (mut unsolvable, mut refuted, mut tried) = ([0; 4], 0, 0);
        for i in 0..2_000 {
            let stars = [1, 1, 1, 2, 2, 3][i % 6];
            let size = [0, 4 + random.below(5) as u32, 8 + random.below(2) as u32, 12][stars as usize];
            let board = match random.below(3) {
                0 => random_board(&mut random, size, stars, i % 4 > 0),
                _ => solvable_board(random.word(), size, stars),
            };
            let grid = Grid::<4>::new(&board);
            let rows = |queens: &Vec<crate::Square>| {
                let mut rows = vec![0; size as usize];
                queens.iter().for_each(|queen| rows[queen.row as usize] |= 1 << queen.column);
                rows
            };
            let mut solutions: Vec<Vec<u32>> = all_solutions(&board).iter().map(rows).collect();
            unsolvable[stars as usize] += u32::from(solutions.is_empty());
            let bounds = Bounds::new(grid.size, grid.stars, &grid.homes);
            let mut at = grid.lines(&grid.start());
            // From the beginning, then without some squares, then with some queens of a solution.
            for round in 0..3 {
                if round == 1 {
                    for _ in 0..random.below(8) {
                        let (row, column) = (random.below(grid.size), random.below(grid.size));
                        bounds.remove(&mut at, 0, row, 1 << column);
                        solutions.retain(|queens| queens[row] >> column & 1 == at.queens[row] >> column & 1);
                    }
                } else if let (2, false) = (round, solutions.is_empty()) {
                    let solution = solutions[random.below(solutions.len())].clone();
                    for row in (0..grid.size).filter(|_| random.below(4) == 0) {
                        let queens = solution[row] & at.free[0][row];
                        for column in ones(queens) {
                            bounds.place(&mut at, row, column);
                        }
                        solutions.retain(|other| other[row] & queens == queens);
                    }
                }
                let mut found = vec![];
                let mut search = bounds.clone();
                // The search with trials at every node, and with random branches.
                (search.nodes, search.is_tight) = ([0, UNTRIED][i % 2], true);
                let visit = &mut |queens: &[u32]| -> ControlFlow<()> {
                    found.push(queens.to_vec());
                    Continue(())
                };
                let random = &mut (round > 0).then_some(&mut random);
                assert!(search.explore(at, random, &|| false, visit).is_continue());
                found.sort_unstable();
                solutions.sort_unstable();
                assert_eq!(found, solutions, "{board}");
                match bounds.next(&at) {
                    Err(_) => assert!(solutions.is_empty(), "{board}"),
                    Ok(None) => {}
                    Ok(Some(Fit { removed, placed, .. })) => {
                        for (row, queens) in solutions.iter().flat_map(|queens| queens.iter().enumerate()) {
                            assert!(queens & removed[row] == 0 && placed[row] & !queens == 0, "{board}");
                        }
                    }
                }
                let before = check(&at, &solutions);
                let mut with_trials = at;
                if bounds.force(&mut at).is_err() || bounds.try_all(&mut with_trials).is_err() {
                    assert!(solutions.is_empty(), "{board}");
                    refuted += 1;
                    break;
                }
                assert!(check(&at, &solutions) <= before);
                tried += u32::from(check(&with_trials, &solutions) < check(&at, &solutions));
            }
        }
        assert!(unsolvable[1..].iter().all(|&count| count > 50) && refuted > 300 && tried > 300);
    }

    #[test]
    fn more_than_one_star_takes_little_search() {
        for (size, stars, seeds) in [(15, 3, 3), (21, 5, 3), (25, 6, 3)] {
            for seed in 0..seeds {
                let board = solvable_board(seed, size, stars);
                let grid = Grid::<10>::new(&board);
                let mut search = Bounds::new(grid.size, grid.stars, &grid.homes);
                let _ = search.explore(grid.lines(&grid.start()), &mut None, &|| false, &mut |_| Break(()));
                assert!(search.found && search.nodes < 3_000, "{} nodes: {board}", search.nodes);
            }
        }
    }
}
