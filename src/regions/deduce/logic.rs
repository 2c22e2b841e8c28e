//! The next deduction of a position, the easiest first, and the squares that it removes.

use super::super::Board;
use super::super::bounds::{Bounds, Cut};
use super::super::grid::{Grid, KINDS, State};
use super::super::squares::Squares;
use super::Ending;
use super::sets::tight_sets;
use super::technique::{Grade, HARDEST, Technique, Unit};
use crate::base::bits::ones;

/// Regions come first, then rows, then columns, because people look at regions.
const ORDER: [usize; KINDS] = [2, 0, 1];

/// A board prepared for deductions.
pub(in super::super) struct Logic<const W: usize> {
    pub(super) grid: Grid<W>,
    /// With one star, the squares that a queen takes, including its own.
    reach: Vec<Squares<W>>,
    /// With several stars, the bounds on the queens of lines and regions.
    bounds: Option<Bounds>,
}

/// The reason for a deduction.
#[derive(Debug, Clone, Copy)]
pub(super) enum Reason<const W: usize> {
    /// The unit has exactly as many squares left as it needs queens.
    Single(Unit),
    /// All squares left in the first unit are in the second.
    Within(Unit, Unit),
    /// A queen on any of the removed squares would leave the unit too few.
    Neighbours(Unit),
    /// The cut has room for just as many queens as it needs.
    Fit { cut: Cut, need: u32 },
    /// The units of one kind, a bit each, have squares left only in these of another.
    Set { kind: usize, units: u32, within_kind: usize, within: u32 },
    /// A queen on the removed square forces these and leaves too little.
    Contradiction { forced: Squares<W>, short: Short, easier_steps: bool },
}

/// A dead end.
#[derive(Debug, Clone, Copy)]
pub(super) enum Short {
    /// The unit has too few squares.
    OfSquares(Unit),
    /// The cut has too little room.
    OfRoom(Cut),
}

/// A deduction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found<const W: usize> {
    pub(super) reason: Reason<W>,
    pub(super) placed: Squares<W>,
    /// Squares that take no queen, except those taken by the placed queens.
    pub(super) removed: Squares<W>,
}

/// The units of a cut.
pub(super) fn of_cut(cut: Cut) -> Vec<Unit> {
    let (kind, units) = cut.units();
    units.map(|unit| Unit::of((kind, unit))).collect()
}

impl<const W: usize> Found<W> {
    fn removing(reason: Reason<W>, removed: Squares<W>) -> Self {
        Found { reason, placed: Squares::EMPTY, removed }
    }

    pub(super) fn technique(&self) -> Technique {
        match self.reason {
            Reason::Single(_) => Technique::Single,
            Reason::Within(..) | Reason::Neighbours(_) => Technique::CommonNeighbours,
            Reason::Fit { .. } => Technique::TightFit,
            Reason::Set { units, .. } if units.count_ones() <= 3 => Technique::SmallSet,
            Reason::Set { .. } => Technique::LargeSet,
            Reason::Contradiction { easier_steps: false, .. } => Technique::ContradictionBySingles,
            Reason::Contradiction { .. } => Technique::ContradictionByEasierSteps,
        }
    }

    pub(super) fn units(&self) -> Vec<Unit> {
        let of = |kind: usize, units: u32| ones(units).map(move |unit| Unit::of((kind, unit)));
        match self.reason {
            Reason::Single(unit)
            | Reason::Neighbours(unit)
            | Reason::Contradiction { short: Short::OfSquares(unit), .. } => vec![unit],
            Reason::Fit { cut, .. } | Reason::Contradiction { short: Short::OfRoom(cut), .. } => of_cut(cut),
            Reason::Within(unit, within) => vec![unit, within],
            Reason::Set { kind, units, within_kind, within } => {
                of(kind, units).chain(of(within_kind, within)).collect()
            }
        }
    }
}

impl<const W: usize> Logic<W> {
    pub(super) fn new(board: &Board) -> Self {
        Self::of(Grid::new(board))
    }

    pub(in super::super) fn of(grid: Grid<W>) -> Self {
        let start = grid.start();
        let taken = |square| {
            let mut state = start;
            grid.place(&mut state, square);
            start.free.without(&state.free)
        };
        let squares = if grid.stars == 1 { grid.homes.len() } else { 0 };
        let reach = (0..squares).map(taken).collect();
        let bounds = (grid.stars > 1).then(|| Bounds::new(grid.size, grid.stars, &grid.homes));
        Logic { grid, reach, bounds }
    }

    /// Makes all deductions, the easiest first, unless contradictions are above this level. `tell` is called before each.
    /// Returns the grade and the ending.
    pub(super) fn finish(
        &self,
        state: &mut State<W>,
        most_level: u32,
        mut tell: impl FnMut(&State<W>, &Found<W>),
    ) -> (Grade, Ending) {
        let (mut hardest, mut steps) = (1, 0);
        loop {
            match self.next(state, most_level) {
                Ok(found) => {
                    hardest = hardest.max(found.technique().level());
                    steps += 1;
                    tell(state, &found);
                    self.apply(state, &found);
                }
                Err(ending) => {
                    let level = (ending == Ending::Solved).then_some(hardest);
                    return (Grade { level, steps }, ending);
                }
            }
        }
    }

    /// The grade of the empty board. Contradictions above this level are not searched for, which takes the most time.
    pub(in super::super) fn grade(&self, most_level: u32) -> Grade {
        self.finish(&mut self.grid.start(), most_level, |_, _| {}).0
    }

    /// Makes a deduction.
    pub(super) fn apply(&self, state: &mut State<W>, found: &Found<W>) {
        state.free = state.free.without(&found.removed);
        for square in found.placed {
            if state.free.contains(square) {
                self.grid.place(state, square);
            }
        }
    }

    /// The easiest deduction, or the ending.
    pub(super) fn next(&self, state: &State<W>, most_level: u32) -> Result<Found<W>, Ending> {
        let single = self.single(state).map_err(|unit| Ending::Contradiction(Unit::of(unit)))?;
        if single.is_none() && state.is_solved() {
            return Err(Ending::Solved);
        }
        let found = single.or_else(|| self.neighbours(state)).or_else(|| self.fit(state));
        let found = found.or_else(|| self.set(state));
        let contradiction = |easier_steps| {
            let level = if easier_steps { HARDEST } else { HARDEST - 1 };
            if level <= most_level { self.contradiction(state, easier_steps) } else { None }
        };
        let found = found.or_else(|| contradiction(false));
        found.or_else(|| contradiction(true)).ok_or(Ending::Stuck)
    }

    /// The open units with their free squares and the queens that they need.
    fn open<'a>(
        &'a self,
        state: &'a State<W>,
    ) -> impl Iterator<Item = ((usize, usize), Squares<W>, u32)> + 'a {
        let units = ORDER.into_iter().flat_map(|kind| ones(state.open[kind]).map(move |unit| (kind, unit)));
        units.map(|(kind, unit)| {
            ((kind, unit), state.free.and(&self.grid.units[kind][unit]), u32::from(state.wanted[kind][unit]))
        })
    }

    /// Level 1. The error is a unit with too few squares.
    fn single(&self, state: &State<W>) -> Result<Option<Found<W>>, (usize, usize)> {
        let mut single = None;
        for (unit, free, wanted) in self.open(state) {
            let count = if wanted == 1 { free.count_to_three() } else { free.len() };
            if count < wanted {
                return Err(unit);
            }
            if count == wanted && single.is_none() {
                let reason = Reason::Single(Unit::of(unit));
                single = Some(Found { reason, placed: free, removed: Squares::EMPTY });
            }
        }
        Ok(single)
    }

    /// Level 2.
    fn neighbours(&self, state: &State<W>) -> Option<Found<W>> {
        if self.grid.stars == 1 { self.common_reach(state) } else { self.short_of_squares(state) }
    }

    /// Level 2 with one star: squares that every free square of a unit takes can go.
    fn common_reach(&self, state: &State<W>) -> Option<Found<W>> {
        self.open(state).find_map(|(unit, free, _)| {
            let mut common = state.free;
            for square in free {
                common = common.and(&self.reach[square]);
                if common.is_empty() {
                    return None;
                }
            }
            let common = common.without(&free);
            if common.is_empty() {
                return None;
            }
            // A unit whose squares are all in another one gives a clearer sentence.
            let home = self.grid.homes[free.first()?];
            let around = (0..KINDS).map(|kind| (kind, usize::from(home[kind])));
            let within = around.filter(|&other| other != unit).find_map(|(kind, other)| {
                let squares = &self.grid.units[kind][other];
                let rest = common.and(squares);
                let is_within = free.without(squares).is_empty() && !rest.is_empty();
                is_within
                    .then(|| Found::removing(Reason::Within(Unit::of(unit), Unit::of((kind, other))), rest))
            });
            within.or(Some(Found::removing(Reason::Neighbours(Unit::of(unit)), common)))
        })
    }

    /// Level 2 with several stars: a queen that would leave a unit too few squares can go.
    fn short_of_squares(&self, state: &State<W>) -> Option<Found<W>> {
        let with = |square| {
            let mut with = *state;
            self.grid.place(&mut with, square);
            (square, with)
        };
        let tried: Vec<(usize, State<W>)> = state.free.map(with).collect();
        self.open(state).find_map(|((kind, unit), _, _)| {
            let short = tried.iter().filter(|(_, with)| {
                with.free.and(&self.grid.units[kind][unit]).len() < u32::from(with.wanted[kind][unit])
            });
            let removed: Squares<W> = short.map(|&(square, _)| square).collect();
            (!removed.is_empty())
                .then(|| Found::removing(Reason::Neighbours(Unit::of((kind, unit))), removed))
        })
    }

    /// Level 3 with several stars.
    fn fit(&self, state: &State<W>) -> Option<Found<W>> {
        let fit = self.bounds.as_ref()?.next(&self.grid.lines(state)).ok()??;
        let [removed, placed] = [fit.removed, fit.placed].map(|rows| self.grid.squares(&rows));
        Some(Found { reason: Reason::Fit { cut: fit.cut, need: fit.need }, placed, removed })
    }

    /// Levels 3 and 4: the smallest set.
    fn set(&self, state: &State<W>) -> Option<Found<W>> {
        let mut best: Option<Found<W>> = None;
        let mut least = u32::MAX;
        for (kind, within_kind) in [(2, 0), (2, 1), (0, 2), (1, 2)] {
            tight_sets(&self.grid, state, kind, within_kind, |units, within| {
                if units.count_ones() >= least {
                    return;
                }
                let all = |kind: usize, units| {
                    ones(units).fold(Squares::EMPTY, |all, unit| self.grid.units[kind][unit].or(&all))
                };
                let removed = state.free.and(&all(within_kind, within)).without(&all(kind, units));
                if !removed.is_empty() {
                    least = units.count_ones();
                    best = Some(Found::removing(Reason::Set { kind, units, within_kind, within }, removed));
                }
            });
        }
        best
    }

    /// Levels 5 and 6: the contradiction that forces the fewest queens.
    fn contradiction(&self, state: &State<W>, easier_steps: bool) -> Option<Found<W>> {
        let mut best = None;
        let mut fewest = u32::MAX;
        for square in state.free {
            let mut trial = *state;
            self.grid.place(&mut trial, square);
            let Some(short) = self.dead_end(&mut trial, easier_steps) else { continue };
            let mut forced = trial.queens.without(&state.queens);
            forced.remove(square);
            if forced.len() < fewest {
                fewest = forced.len();
                let removed = [square].into_iter().collect();
                best = Some(Found::removing(Reason::Contradiction { forced, short, easier_steps }, removed));
            }
        }
        best
    }

    /// Continues by singles, and by common neighbours or tight fits if asked to, to a dead end.
    fn dead_end(&self, trial: &mut State<W>, easier_steps: bool) -> Option<Short> {
        if let Some(bounds) = self.bounds.as_ref().filter(|_| easier_steps) {
            let mut lines = self.grid.lines(trial);
            let short = bounds.force(&mut lines).err()?;
            trial.queens = self.grid.squares(&lines.queens);
            return Some(Short::OfRoom(short));
        }
        loop {
            if let Err(unit) = self.grid.force(trial) {
                return Some(Short::OfSquares(Unit::of(unit)));
            }
            let found = if easier_steps { self.neighbours(trial)? } else { return None };
            self.apply(trial, &found);
        }
    }
}
