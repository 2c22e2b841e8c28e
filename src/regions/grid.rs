//! The search: rows, columns and regions are *units* that need K queens each; the most constrained unit comes first.
//!
//! ```text
//! force:    while some unit has exactly as many free squares as it wants queens, place them; too few: a dead end
//! branch:   on the first square of the unit with the fewest free squares beyond its wants: with a queen, then without
//! ```
//! A queen takes the free squares around it, and those of each unit that is then full. Run time: exponential at worst;
//! puzzles for people take a few branches of about 24 unit tests each. Memory: one state per branch in progress. Boards
//! with several stars are searched [by bounds](super::bounds), which are slower where one star leaves much room.

use super::bounds::{Bounds, Lines};
use super::squares::Squares;
use super::{Board, Square};
use crate::base::bits::ones;
use std::ops::ControlFlow::{self, Break, Continue};

/// The most units of one kind.
pub(super) const MOST: usize = super::LARGEST_BOARD as usize;

/// Rows, columns, regions: the three kinds of units, always in this order.
pub(super) const KINDS: usize = 3;

/// The region of an unassigned square.
pub(super) const NO_REGION: u8 = u8::MAX;

/// A board's units as sets of squares.
#[derive(Debug, Clone)]
pub(super) struct Grid<const W: usize> {
    pub(super) size: usize,
    pub(super) stars: u8,
    /// The squares of each row, column and region.
    pub(super) units: [[Squares<W>; MOST]; KINDS],
    /// The row, column and region of each square.
    pub(super) homes: Vec<[u8; KINDS]>,
}

/// The state of a search.
#[derive(Debug, Clone, Copy)]
pub(super) struct State<const W: usize> {
    /// Squares that can still take a queen.
    pub(super) free: Squares<W>,
    pub(super) queens: Squares<W>,
    /// Units that need more queens, a bit per unit.
    pub(super) open: [u32; KINDS],
    /// The queens that each unit still needs.
    pub(super) wanted: [[u8; MOST]; KINDS],
}

impl<const W: usize> Grid<W> {
    pub(super) fn new(board: &Board) -> Self {
        let size = board.size() as usize;
        let mut units = [[Squares::EMPTY; MOST]; KINDS];
        let mut homes = Vec::with_capacity(size * size);
        for (row, regions) in board.regions().chunks(size).enumerate() {
            for (column, &region) in regions.iter().enumerate() {
                let home = [row as u8, column as u8, region];
                for (units, unit) in units.iter_mut().zip(home) {
                    units[usize::from(unit)].insert(homes.len());
                }
                homes.push(home);
            }
        }
        Grid { size, stars: board.stars() as u8, units, homes }
    }

    /// Moves a square to another region, or to none ([`NO_REGION`]).
    pub(super) fn recolour(&mut self, square: usize, region: u8) {
        let old = std::mem::replace(&mut self.homes[square][2], region);
        if let Some(units) = self.units[2].get_mut(usize::from(old)) {
            units.remove(square);
        }
        if let Some(units) = self.units[2].get_mut(usize::from(region)) {
            units.insert(square);
        }
    }

    /// Takes all squares out of their regions.
    pub(super) fn clear_regions(&mut self) {
        self.units[2] = [Squares::EMPTY; MOST];
        self.homes.iter_mut().for_each(|home| home[2] = NO_REGION);
    }

    /// The squares above, left, right and below of a square.
    pub(super) fn sides(&self, square: usize) -> impl Iterator<Item = usize> + use<W> {
        let size = self.size;
        let (row, column) = (usize::from(self.homes[square][0]), usize::from(self.homes[square][1]));
        let sides = [
            (row > 0).then(|| square - size),
            (column > 0).then(|| square - 1),
            (column + 1 < size).then_some(square + 1),
            (row + 1 < size).then_some(square + size),
        ];
        sides.into_iter().flatten()
    }

    /// The empty board. A square without a region takes no queen.
    pub(super) fn start(&self) -> State<W> {
        let open = [u32::MAX >> (32 - self.size); KINDS];
        let free = self.units[2].iter().fold(Squares::EMPTY, |free, region| free.or(region));
        State { free, queens: Squares::EMPTY, open, wanted: [[self.stars; MOST]; KINDS] }
    }

    /// The board with these queens.
    pub(super) fn with_queens(&self, queens: &[Square]) -> State<W> {
        let index = |queen: &Square| queen.row as usize * self.size + queen.column as usize;
        let mut state = self.start();
        queens.iter().for_each(|queen| self.place(&mut state, index(queen)));
        state
    }

    /// Places a queen on a free square.
    #[inline]
    pub(super) fn place(&self, state: &mut State<W>, square: usize) {
        let home = self.homes[square];
        let (row, column) = (usize::from(home[0]), usize::from(home[1]));
        state.queens.insert(square);
        let left = column.saturating_sub(1);
        let width = (column + 2).min(self.size) - left;
        for row in row.saturating_sub(1)..(row + 2).min(self.size) {
            state.free.remove_run(row * self.size + left, width);
        }
        for (kind, unit) in home.into_iter().enumerate() {
            let unit = usize::from(unit);
            let wanted = &mut state.wanted[kind][unit];
            *wanted -= 1;
            if *wanted == 0 {
                state.open[kind] &= !(1 << unit);
                state.free = state.free.without(&self.units[kind][unit]);
            }
        }
    }

    /// Places forced queens until none is forced. Returns the free squares of a unit with one more square than it
    /// needs, if there is such a unit.
    ///
    /// # Errors
    /// The kind and the number of a unit that cannot get its queens.
    pub(super) fn force(&self, state: &mut State<W>) -> Result<Option<Squares<W>>, (usize, usize)> {
        loop {
            let mut forced = false;
            // The first unit with one free square more than it needs, if nothing is forced: there is no better one.
            let mut tight = None;
            for kind in 0..KINDS {
                let mut units = state.open[kind];
                while units != 0 {
                    let unit = units.trailing_zeros() as usize;
                    units &= units - 1;
                    let free = state.free.and(&self.units[kind][unit]);
                    let wanted = u32::from(state.wanted[kind][unit]);
                    let count = if wanted == 1 { free.count_to_three() } else { free.len() };
                    if count > wanted + 1 {
                        continue;
                    } else if count > wanted {
                        tight = tight.or(Some(free));
                    } else if count < wanted {
                        return Err((kind, unit));
                    } else {
                        for square in free {
                            if !state.free.contains(square) {
                                return Err((kind, unit)); // two of the forced queens touch
                            }
                            self.place(state, square);
                        }
                        units &= state.open[kind];
                        forced = true;
                    }
                }
            }
            if !forced {
                return Ok(tight);
            }
        }
    }

    /// The free squares of the open unit with the fewest squares beyond its needs.
    pub(super) fn most_constrained(&self, state: &State<W>) -> Option<Squares<W>> {
        let units = (0..KINDS).flat_map(|kind| ones(state.open[kind]).map(move |unit| (kind, unit)));
        let free = units.map(|(kind, unit)| {
            let free = state.free.and(&self.units[kind][unit]);
            (4 * (free.len() - u32::from(state.wanted[kind][unit])) + free.len(), free)
        });
        free.min_by_key(|&(beyond, _)| beyond).map(|(_, free)| free)
    }

    /// Visits the solutions below a state, in an order that only the board determines, until a visit breaks or the search
    /// is stopped.
    pub(super) fn explore(
        &self,
        state: &State<W>,
        is_stopped: &impl Fn() -> bool,
        visit: &mut impl FnMut(&Squares<W>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.stars > 1 {
            let visit = &mut |rows: &[u32]| visit(&self.squares(rows));
            let mut bounds = Bounds::new(self.size, self.stars, &self.homes);
            return bounds.explore(self.lines(state), &mut None, is_stopped, visit);
        }
        let mut state = *state;
        loop {
            if is_stopped() {
                return Break(());
            }
            let Ok(tight) = self.force(&mut state) else { return Continue(()) };
            let choice = tight.or_else(|| self.most_constrained(&state));
            let Some(square) = choice.and_then(|free| free.first()) else { return visit(&state.queens) };
            let mut with = state;
            self.place(&mut with, square);
            self.explore(&with, is_stopped, visit)?;
            state.free.remove(square);
        }
    }

    /// A state as words per line.
    pub(super) fn lines(&self, state: &State<W>) -> Lines {
        let mut lines =
            Lines { free: [[0; MOST]; 2], queens: [0; MOST], wanted: state.wanted, changed: state.open };
        let place = |square: usize| (square / self.size, square % self.size);
        for (row, column) in state.free.map(place) {
            lines.free[0][row] |= 1 << column;
            lines.free[1][column] |= 1 << row;
        }
        state.queens.map(place).for_each(|(row, column)| lines.queens[row] |= 1 << column);
        lines
    }

    /// The squares of a word per row.
    pub(super) fn squares(&self, rows: &[u32]) -> Squares<W> {
        let of_row =
            |(row, &squares): (usize, &u32)| ones(squares).map(move |column| row * self.size + column);
        rows.iter().enumerate().flat_map(of_row).collect()
    }
}

impl<const W: usize> State<W> {
    /// Whether every row has its queens, and hence every column and region.
    pub(super) fn is_solved(&self) -> bool {
        self.open[0] == 0
    }
}
