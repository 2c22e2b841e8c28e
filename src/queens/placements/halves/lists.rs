//! Half boards on given columns: inner rows, near the seam, that are listed once, and outer rows that are searched.
//!
//! Rows are numbered from the seam outwards. A queen in row r and column c is on the diagonals c + r and c - r.

use crate::Error;
use crate::queens::column_lists::ColumnLists;
use crate::queens::placements::grid::Attacks;
use crate::search::StopFlag;
use std::ops::Range;

/// The most rows that are listed: 1.6 million placements at N = 20, 10 million at N = 24.
const MOST_INNER: u32 = 6;
/// The first bit of the outer rows' squares.
const OUTER: u32 = 35;
/// The first bit of the column of an inner queen.
const COLUMN: u32 = 59;

/// A half board, or a part of its rows, in two words:
///
/// ```text
/// bits     0 .. 34         35 .. 58                         59 ..
/// word 0   c + r           squares of the first outer row   the column of the queen in row 0
/// word 1   c - r + h - 1   squares of the second            the column of the queen in row 1
/// ```
///
/// with h = N - floor(N / 2), the most rows of a half. An inner part has the squares that its knights' moves attack, and an
/// outer part its queens' squares; so they fit if their words meet nowhere.
pub(super) type HalfBoard = [u64; 2];

/// The inner rows of all half boards.
#[derive(Debug)]
pub(super) struct Lists {
    size: u32,
    knight: bool,
    pub(super) inner: ColumnLists<HalfBoard>,
}

/// Queens in consecutive rows.
#[derive(Debug, Clone, Copy)]
struct Part<const KNIGHT: bool> {
    attacks: Attacks<KNIGHT, false>,
    diagonals: [u64; 2],
    /// The squares of the queens in the first two rows.
    first: [u64; 2],
}

impl Lists {
    pub(super) fn new(size: u32, knight: bool, mut memory: u64, stop: &StopFlag) -> Result<Self, Error> {
        let rows = (size / 2).saturating_sub(3).clamp(2, MOST_INNER);
        let what = || format!("listing the rows next to the middle of the {size} x {size} board");
        let place = |visit: &mut dyn FnMut(u32, HalfBoard)| match knight {
            true => inner::<true>(size, rows, stop, visit),
            false => inner::<false>(size, rows, stop, visit),
        };
        let inner = ColumnLists::new(size, rows, &mut memory, what, place, stop)?;
        Ok(Lists { size, knight, inner })
    }

    /// Lists the half boards on these columns, one queen in each; not all when `stop` is abandoned.
    pub(super) fn fill(&self, columns: u32, halves: &mut Vec<HalfBoard>, stop: &StopFlag) {
        halves.clear();
        match self.knight {
            true => self.add_outer::<true>(columns, halves, stop),
            false => self.add_outer::<false>(columns, halves, stop),
        }
    }

    fn add_outer<const KNIGHT: bool>(&self, columns: u32, halves: &mut Vec<HalfBoard>, stop: &StopFlag) {
        let rows = self.inner.members..columns.count_ones();
        place(self.size, columns, rows, Part::<KNIGHT>::none(self.size), stop, &mut |outer| {
            let [first, second] = outer.first;
            let own = [outer.diagonals[0] | first << OUTER, outer.diagonals[1] | second << OUTER];
            let inner = self.inner.of(columns & !outer.attacks.columns as u32);
            let mut len = halves.len();
            halves.resize(len + inner.len(), [0; 2]);
            for inner in inner {
                // Written in any case: a branch would be mispredicted.
                halves[len] = [inner[0] | own[0], inner[1] | own[1]];
                len += usize::from(inner[0] & own[0] | inner[1] & own[1] == 0);
            }
            halves.truncate(len);
        });
    }
}

impl<const KNIGHT: bool> Part<KNIGHT> {
    fn none(size: u32) -> Self {
        Part { attacks: Attacks::none(size), diagonals: [0; 2], first: [0; 2] }
    }
}

/// Visits the ways to fill the first `rows` rows, with their columns.
fn inner<const KNIGHT: bool>(size: u32, rows: u32, stop: &StopFlag, visit: &mut dyn FnMut(u32, HalfBoard)) {
    let all = u32::MAX >> (32 - size);
    place(size, all, 0..rows, Part::<KNIGHT>::none(size), stop, &mut |inner| {
        let word = |i: usize| {
            let column = u64::from(inner.first[i].trailing_zeros());
            inner.diagonals[i] | (inner.attacks.jumps[i] & u64::from(all)) << OUTER | column << COLUMN
        };
        visit(inner.attacks.columns as u32, [word(0), word(1)]);
    });
}

/// Visits the ways to put a queen in each of these rows, on these columns.
fn place<const KNIGHT: bool>(
    size: u32,
    columns: u32,
    mut rows: Range<u32>,
    part: Part<KNIGHT>,
    stop: &StopFlag,
    visit: &mut impl FnMut(&Part<KNIGHT>),
) {
    let placed = part.attacks.columns.count_ones() as usize;
    let Some(row) = rows.next() else { return visit(&part) };
    let mut squares = part.attacks.leave(columns.into());
    while squares != 0 && !stop.is_abandoned() {
        let square = squares & squares.wrapping_neg();
        squares ^= square;
        let mut part = part;
        if let Some(first) = part.first.get_mut(placed) {
            *first = square;
        }
        part.attacks = part.attacks.below_queen(square, 1);
        part.diagonals[0] |= square << row;
        part.diagonals[1] |= square << (size - size / 2 - 1) >> row;
        place(size, columns, rows.clone(), part, stop, visit);
    }
}

/// The diagonals of a half board that cross the seam, by the place between two columns where they do: those that lead
/// away from the seam to the left, and to the right.
#[inline(always)]
pub(super) fn crossing(size: u32, half: &HalfBoard) -> [u64; 2] {
    let places = u64::MAX >> (64 - (size - 1));
    [half[0] & places, half[1] >> (size - size / 2) & places]
}

/// The columns of the queens in the two rows next to the seam.
#[inline(always)]
pub(super) fn seam_columns(half: &HalfBoard) -> [usize; 2] {
    half.map(|word| (word >> COLUMN) as usize)
}
