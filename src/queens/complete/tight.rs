//! The search where every row must get a queen.
//!
//! If there are as many open rows as missing queens, each of these rows gets a queen, or the search fails. The same
//! holds for columns; a board for which it holds only by columns is transposed. Then forward checking (R. M.
//! Haralick, G. L. Elliott, "Increasing tree search efficiency for constraint satisfaction problems", Artificial
//! Intelligence 14, 1980) takes a few machine words per open row, and the search branches on the shortest row or
//! column, without a branch that leaves it empty.
//!
//! Free squares of columns are counted bit-sliced while the rows are written: three masks hold the binary digits of
//! the number of rows, a fourth one marks eight or more.
//!
//! A node costs O(open rows) words, about 50 ns at N = 32; memory O(N^2) words per search.

use super::super::Square;
use super::question::Limits;
use super::state::State;
use crate::base::bits::ones;

/// A row without its queen yet.
#[derive(Debug, Clone, Copy, Default)]
struct Row {
    free: u64,
    number: u32,
}

/// The number of free squares of each column: binary digits, from the lowest, and the columns beyond seven.
#[derive(Debug, Clone, Copy, Default)]
struct Columns {
    digits: [u64; 3],
    many: u64,
}

impl Columns {
    fn add(&mut self, free: u64) {
        let mut carry = free;
        for digit in &mut self.digits {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
        self.many |= carry;
    }

    /// The columns with a free square.
    fn any(&self) -> u64 {
        self.digits[0] | self.digits[1] | self.digits[2] | self.many
    }

    /// The columns with exactly `count` free squares, 1 to 7.
    fn with(&self, count: u32) -> u64 {
        let digits = (0..).zip(self.digits);
        digits.fold(!self.many, |columns, (i, digit)| {
            columns & if count >> i & 1 == 1 { digit } else { !digit }
        })
    }
}

/// The open rows of every depth of a search, reused by later searches.
#[derive(Debug)]
pub(super) struct Frames(Vec<Row>);

impl Frames {
    /// The most rows of a frame.
    const ROWS: usize = 64;

    /// The rows of this depth.
    fn at(&self, depth: usize, open: usize) -> &[Row] {
        &self.0[depth * Self::ROWS..][..open]
    }

    /// The rows of this depth, and room for the next one.
    fn with_next(&mut self, depth: usize, open: usize) -> (&[Row], &mut [Row]) {
        let (above, below) = self.0.split_at_mut((depth + 1) * Self::ROWS);
        (&above[depth * Self::ROWS..][..open], &mut below[..open])
    }
}

impl Default for Frames {
    fn default() -> Self {
        Frames(vec![Row::default(); Self::ROWS * (Self::ROWS + 1)])
    }
}

/// The search.
#[derive(Debug)]
struct Tight<'a, 'l> {
    limits: &'a mut Limits<'l>,
    frames: &'a mut Frames,
    /// The queens so far, by depth: row and column as searched.
    queens: Vec<(u32, u32)>,
}

/// A board with `target` queens below `state`, if every open row, or every open column, needs a queen; `None` if
/// there is none, or a limit was reached.
pub(super) fn search(
    state: &State,
    target: u32,
    limits: &mut Limits<'_>,
    frames: &mut Frames,
) -> Option<Vec<Square>> {
    let wanted = (target - state.count) as usize;
    let transposed = state.open_rows() as usize > wanted;
    let rows = if transposed { state.free_by_column() } else { state.free };
    let mut columns = Columns::default();
    let mut open = 0;
    for (number, free) in (0..).zip(rows).filter(|&(_, free)| free != 0) {
        frames.0[open] = Row { free, number };
        columns.add(free);
        open += 1;
    }
    debug_assert_eq!(open, wanted, "no row can be left out");
    let mut search = Tight { limits, frames, queens: vec![] };
    if !search.visit(0, open, &columns) {
        return None;
    }
    let square = |&(row, column)| if transposed { (column, row) } else { (row, column) };
    let mut queens = state.queens();
    queens.extend(search.queens.iter().map(square).map(|(row, column)| Square::new(row, column)));
    queens.sort();
    Some(queens)
}

impl Tight<'_, '_> {
    /// Whether the `open` rows of this depth can all get queens.
    fn visit(&mut self, depth: usize, open: usize, columns: &Columns) -> bool {
        if open == 0 {
            return true;
        }
        if self.limits.is_over() {
            return false;
        }
        match self.shortest(depth, open, columns) {
            Line::Row(row) => {
                for column in ones(self.frames.at(depth, open)[row].free) {
                    if self.put(depth, open, row, column as u32) {
                        return true;
                    }
                }
            }
            Line::Column(column) => {
                for row in 0..open {
                    if self.frames.at(depth, open)[row].free >> column & 1 == 1
                        && self.put(depth, open, row, column)
                    {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Places a queen, and continues if every other row and enough columns have a square.
    fn put(&mut self, depth: usize, open: usize, at: usize, column: u32) -> bool {
        let (rows, left) = self.frames.with_next(depth, open);
        let (number, queen) = (rows[at].number, 1u64 << column);
        let mut columns = Columns::default();
        let mut place = |left: &mut Row, row: &Row| {
            let distance = row.number.abs_diff(number);
            let free = row.free & !(queen | queen << distance | queen >> distance);
            *left = Row { free, number: row.number };
            columns.add(free);
            free != 0
        };
        // The last open row takes the place of the queen's row.
        let last = open - 1;
        for i in 0..last {
            let row = if i == at { &rows[last] } else { &rows[i] };
            if !place(&mut left[i], row) {
                return false;
            }
        }
        if (columns.any().count_ones() as usize) < last {
            return false;
        }
        self.queens.push((number, column));
        let found = self.visit(depth + 1, last, &columns);
        if !found {
            self.queens.pop();
        }
        found
    }

    /// The row or column with the fewest squares.
    fn shortest(&self, depth: usize, open: usize, columns: &Columns) -> Line {
        let mut best = (u32::MAX, 0);
        for (i, row) in self.frames.at(depth, open).iter().enumerate() {
            let squares = row.free.count_ones();
            if squares < best.0 {
                best = (squares, i);
            }
            if squares == 1 {
                break;
            }
        }
        // Spare columns need no branching.
        let spare = columns.any().count_ones() as usize > open;
        let fewest = if spare { 1 } else { best.0.min(8) };
        for count in 1..fewest {
            let columns = columns.with(count);
            if columns != 0 {
                return Line::Column(columns.trailing_zeros());
            }
        }
        Line::Row(best.1)
    }
}

/// A row by its index in the frame, or a column.
enum Line {
    Row(usize),
    Column(u32),
}
