//! `tail`: the ways to fill the last rows, written down beforehand for every set of columns that is left.
//!
//! Most nodes of the search lie in its last rows, and their branches cannot be predicted. With six rows left
//! the columns left are one of C(N, 6) sets; for each set all placements on them that keep the rules among
//! themselves are listed once, lexicographically, each as the two masks of its diagonals. Those that fit below
//! the queens above are the entries whose masks meet none of the attacks: a scan without branches, eight
//! entries at a time. At N = 16 this halves the time of a full walk.
//!
//! Memory O(C(N, 6)) lists of about 100 entries of 12 bytes, plus 4 bytes for each set of columns: 10 MB at
//! N = 16, 30 MB at N = 18, 12 MB (five rows) at N = 20.

use super::Board;
use super::walk::Attacks;
use std::ops::ControlFlow;

/// Entries that are compared in one go.
const BLOCK: usize = 8;
/// Bits of a column in an entry.
const COLUMN_BITS: usize = 5;

/// The completions of the last rows of a board.
#[derive(Debug)]
pub(super) struct Tail {
    rows: usize,
    /// By the mask of taken columns: the first block of the set's list; the next one's start is its end.
    starts: Vec<u32>,
    /// Down-right diagonals: bit `column - row + rows - 1`, the row counted from the tail's first.
    falling: Vec<[u32; BLOCK]>,
    /// Down-left diagonals: bit `column + row`.
    rising: Vec<[u32; BLOCK]>,
    /// The columns from the first row on, five bits each.
    columns: Vec<[u32; BLOCK]>,
}

impl Tail {
    /// How many rows a tail should have on a board of this size; `None` where the search does without.
    pub(super) fn rows_for(size: usize) -> Option<usize> {
        match size {
            10..=18 => Some(6),
            19..=20 => Some(5),
            _ => None,
        }
    }

    /// The tail of `rows` rows on the squares that the board leaves free; boards of up to 20 rows.
    pub(super) fn new(board: &Board, rows: usize) -> Self {
        let size = board.size() as usize;
        let all = (1u64 << size) - 1;
        let mut tail = Tail {
            rows,
            starts: Vec::with_capacity((1 << size) + 1),
            falling: vec![],
            rising: vec![],
            columns: vec![],
        };
        let free: Vec<u64> = (size - rows..size).map(|row| board.free(row as u32)).collect();
        let mut entries = vec![];
        for taken in 0..=all {
            tail.starts.push(tail.columns.len() as u32);
            if taken.count_ones() as usize == size - rows {
                list(&free, all & !taken, Entry::default(), 0, &mut entries);
                tail.append(&entries);
                entries.clear();
            }
        }
        tail.starts.push(tail.columns.len() as u32);
        tail
    }

    /// Appends a list in blocks. What fills up the last one meets every attack; there always is one, as the
    /// queen just above attacks at least one square diagonally.
    fn append(&mut self, entries: &[Entry]) {
        for block in entries.chunks(BLOCK) {
            let field = |field: fn(&Entry) -> u32| {
                let mut fields = [u32::MAX; BLOCK];
                fields.iter_mut().zip(block).for_each(|(to, entry)| *to = field(entry));
                fields
            };
            self.falling.push(field(|entry| entry.falling));
            self.rising.push(field(|entry| entry.rising));
            self.columns.push(field(|entry| entry.columns));
        }
    }

    /// Visits the completions below these attacks (seen from the tail's first row), lexicographically.
    #[inline]
    pub(super) fn visit(
        &self,
        attacks: Attacks,
        mut visit: impl FnMut(LastQueens) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let taken = attacks.columns as usize;
        let falling = (attacks.falling << (self.rows - 1)) as u32;
        let rising = attacks.rising as u32;
        let blocks = self.starts[taken] as usize..self.starts[taken + 1] as usize;
        let masks = self.falling[blocks.clone()].iter().zip(&self.rising[blocks.clone()]);
        for (block, (block_falling, block_rising)) in blocks.zip(masks) {
            let fits = |i: usize| (block_falling[i] & falling) | (block_rising[i] & rising) == 0;
            if (0..BLOCK).fold(false, |any, i| any | fits(i)) {
                for i in (0..BLOCK).filter(|&i| fits(i)) {
                    visit(LastQueens(self.columns[block][i]))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The queens of the last rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct LastQueens(u32);

impl LastQueens {
    /// The queen's column in a row, counted from the tail's first.
    #[inline]
    pub(super) fn column(self, row: usize) -> u32 {
        self.0 >> (COLUMN_BITS * row) & ((1 << COLUMN_BITS) - 1)
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    falling: u32,
    rising: u32,
    columns: u32,
}

/// Lists the placements on the columns `left` that continue `above` in the rows from `row` on.
fn list(free: &[u64], left: u64, above: Entry, row: usize, entries: &mut Vec<Entry>) {
    if row == free.len() {
        entries.push(above);
        return;
    }
    let mut squares = left & free[row];
    while squares != 0 {
        let column = squares.trailing_zeros() as usize;
        squares &= squares - 1;
        let (falling, rising) = (1 << (column + free.len() - 1 - row), 1 << (column + row));
        if above.falling & falling == 0 && above.rising & rising == 0 {
            let entry = Entry {
                falling: above.falling | falling,
                rising: above.rising | rising,
                columns: above.columns | (column as u32) << (COLUMN_BITS * row),
            };
            list(free, left & !(1 << column), entry, row + 1, entries);
        }
    }
}
