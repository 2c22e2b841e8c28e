//! The names of deductions, the units involved, and grades.

use crate::Square;
use crate::base::text::plural;
use crate::regions::Board;
use std::fmt;

/// The hardest level.
pub(in super::super) const HARDEST: u32 = 6;

/// The kind of a deduction, from the easiest to the hardest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Technique {
    /// A unit has exactly as many squares left as it needs queens.
    Single,
    /// A queen on a square would leave some unit too few squares.
    CommonNeighbours,
    /// One or two neighbouring lines, or a region, have room for no more queens than they need.
    TightFit,
    /// Up to three units share equally many units of another kind.
    SmallSet,
    /// Four or more units share equally many units of another kind.
    LargeSet,
    /// A queen on a square contradicts itself by singles alone.
    ContradictionBySingles,
    /// A queen on a square contradicts itself by singles and common neighbours.
    ContradictionByEasierSteps,
}

impl Technique {
    /// All of them, the easiest first.
    pub const ALL: [Technique; 7] = [
        Technique::Single,
        Technique::CommonNeighbours,
        Technique::TightFit,
        Technique::SmallSet,
        Technique::LargeSet,
        Technique::ContradictionBySingles,
        Technique::ContradictionByEasierSteps,
    ];

    fn level_and_name(self) -> (u32, &'static str) {
        match self {
            Technique::Single => (1, "single"),
            Technique::CommonNeighbours => (2, "common neighbours"),
            Technique::TightFit => (3, "tight fit"),
            Technique::SmallSet => (3, "set of 2 or 3"),
            Technique::LargeSet => (4, "larger set"),
            Technique::ContradictionBySingles => (5, "contradiction by singles"),
            Technique::ContradictionByEasierSteps => (HARDEST, "contradiction by easier steps"),
        }
    }

    /// The level, 1 to 6.
    #[must_use]
    pub fn level(self) -> u32 {
        self.level_and_name().0
    }

    /// The name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.level_and_name().1
    }
}

/// A row, a column or a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unit {
    /// A row, from 0 at the top.
    Row(u32),
    /// A column, from 0 at the left.
    Column(u32),
    /// A region by its number.
    Region(usize),
}

impl Unit {
    /// The unit of this kind and number in a [`Grid`].
    pub(super) fn of((kind, unit): (usize, usize)) -> Self {
        match kind {
            0 => Unit::Row(unit as u32),
            1 => Unit::Column(unit as u32),
            _ => Unit::Region(unit),
        }
    }

    /// Its name: `row 4` (from 1 at the bottom), `column d`, `region B`.
    #[must_use]
    pub fn name(self, board: &Board) -> String {
        format!("{} {}", self.kind(), self.label(board))
    }

    pub(super) fn kind(self) -> &'static str {
        match self {
            Unit::Row(_) => "row",
            Unit::Column(_) => "column",
            Unit::Region(_) => "region",
        }
    }

    /// The name without the kind: `4`, `d`, `B`.
    pub(super) fn label(self, board: &Board) -> String {
        let line = |square: Square| square.line_names(board.size());
        match self {
            Unit::Row(row) => line(Square::new(row, 0))[0].clone(),
            Unit::Column(column) => line(Square::new(0, column))[1].clone(),
            Unit::Region(region) => board.letter(region).to_string(),
        }
    }
}

/// The difficulty of a puzzle.
///
/// ```
/// use vuelta::regions::{Board, deduce::grade};
/// let grade = grade(&Board::parse(b"AABB\nACBB\nCCBD\nDDDD\n")?);
/// assert!(grade.level.is_some());
/// assert!(grade.to_string().starts_with("level "));
/// # Ok::<(), vuelta::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Grade {
    /// The hardest level needed, 1 to 6; `None` if the deductions do not solve the board.
    pub level: Option<u32>,
    /// The number of steps, to the end or until no step is left.
    pub steps: u32,
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = plural(self.steps as usize, "step");
        match self.level {
            Some(level) => write!(f, "level {level}, {steps}"),
            None => write!(f, "needs a guess after {steps}"),
        }
    }
}
