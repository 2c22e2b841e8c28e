//! `tail`: the ways to fill the last rows, written down beforehand for every set of columns that is left.
//!
//! Most nodes of a search are in its last rows, where branches are mispredicted. With six rows left, the free columns
//! are one of C(N, 6) sets. For each set all non-attacking placements on it are listed once, lexicographically, each
//! as two masks of the squares in its first row that it attacks. The placements that fit below the queens above are
//! the entries whose masks meet no attack: a scan without branches, with as many entries at a time as the instruction
//! set allows. It is bound by memory, so that an entry holds its columns in the unused bits of its words.
//!
//! Memory: C(N, 6) lists of about 100 entries of 8 bytes, and 4 bytes per set of columns: 7 MB at N = 16, 20 MB at N
//! = 18, 8 MB (five rows) at N = 20.

use super::Board;
use super::walk::Attacks;
use crate::base::bits::ones;
use crate::simd::pages::make_room;
use crate::simd::sets::{Lists, MaskPairs};
use std::ops::{ControlFlow, Range};

/// Bits of an entry's masks: the width of the largest board with a tail.
const MASK_BITS: u32 = 20;
const MASK: u32 = (1 << MASK_BITS) - 1;
/// Bits for the index of a column among the free ones.
const PLACE_BITS: usize = 3;
/// Rows whose indices fit into one word.
const PLACES: usize = (32 - MASK_BITS as usize) / PLACE_BITS;
/// The most rows of a tail.
const MOST_ROWS: usize = 6;

/// The completions of the last rows of a board.
#[derive(Debug)]
pub(super) struct Tail {
    pub(super) rows: usize,
    /// The first block of each list, by the mask of occupied columns; a list ends where the next one begins.
    starts: Vec<u32>,
    /// The entries: their attacks in the tail's first row along the falling and the rising diagonals, bit 0 the left
    /// column. Above these masks are the indices of the columns among the free ones, the first rows' with `falling`.
    blocks: Vec<MaskPairs>,
}

impl Tail {
    /// The tail on the free squares of the board; `None` for a size whose search does without.
    pub(super) fn new(board: &Board) -> Option<Self> {
        let rows = match board.size() {
            10..=18 => 6,
            19..=20 => 5,
            _ => return None,
        };
        let lists = (0..rows as u32)
            .fold(Completions::of_no_rows(board.size()), |below, rows| below.with_a_row_above(board, rows));
        let mut tail = Tail { rows, starts: Vec::with_capacity(lists.starts.len()), blocks: vec![] };
        let blocks =
            lists.starts.windows(2).map(|list| (list[1] - list[0]).div_ceil(MaskPairs::LEN as u32) as usize);
        make_room(&mut tail.blocks, blocks.sum());
        for (taken, list) in lists.starts.windows(2).enumerate() {
            tail.starts.push(tail.blocks.len() as u32);
            let entries = &lists.entries[list[0] as usize..list[1] as usize];
            tail.blocks.extend(entries.chunks(MaskPairs::LEN).map(|entries| block(entries, taken as u32)));
        }
        tail.starts.push(tail.blocks.len() as u32);
        Some(tail)
    }

    /// Visits the columns of each completion below these attacks (seen from the tail's first row), lexicographically.
    #[inline(always)]
    pub(super) fn visit(
        &self,
        lists: impl Lists,
        attacks: Attacks,
        mut visit: impl FnMut(&[u32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let taken = attacks.columns as u32;
        let masks = [attacks.falling as u32 & MASK, attacks.rising as u32];
        for block in self.starts[taken as usize] as usize..self.starts[taken as usize + 1] as usize {
            let block = &self.blocks[block];
            let mut fitting = lists.disjoint_pairs(block, masks);
            while fitting != 0 {
                visit(&columns(block, fitting.trailing_zeros() as usize, taken)[..self.rows])?;
                fitting &= fitting - 1;
            }
        }
        ControlFlow::Continue(())
    }
}

/// A block of entries for this set of occupied columns. The filling meets every attack; there is one, since the queen
/// just above attacks at least one square diagonally.
fn block(entries: &[Entry], taken: u32) -> MaskPairs {
    let mut block = MaskPairs([[u32::MAX; MaskPairs::LEN]; 2]);
    let MaskPairs([falling, rising]) = &mut block;
    for (i, entry) in entries.iter().enumerate() {
        let place = |row: usize| (!taken & ((1 << entry.columns[row]) - 1)).count_ones();
        let places = |rows: Range<usize>| rows.rev().fold(0, |places, row| places << PLACE_BITS | place(row));
        falling[i] = entry.falling | places(0..PLACES) << MASK_BITS;
        rising[i] = entry.rising | places(PLACES..MOST_ROWS) << MASK_BITS;
    }
    block
}

#[inline(always)]
fn columns(MaskPairs([falling, rising]): &MaskPairs, entry: usize, taken: u32) -> [u32; MOST_ROWS] {
    // A power of two, so that an index needs no bounds check.
    let mut left = [0; 1 << PLACE_BITS];
    let mut columns = !taken;
    for column in &mut left[..MOST_ROWS] {
        *column = columns.trailing_zeros();
        columns &= columns.wrapping_sub(1);
    }
    let places = falling[entry] >> MASK_BITS | rising[entry] >> MASK_BITS << (PLACES * PLACE_BITS);
    let mut columns = [0; MOST_ROWS];
    for (row, column) in columns.iter_mut().enumerate() {
        *column = left[places as usize >> (PLACE_BITS * row) & (left.len() - 1)];
    }
    columns
}

#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    /// Its diagonal attacks in its first row, the queen there included.
    falling: u32,
    rising: u32,
    columns: [u8; MOST_ROWS],
}

impl Entry {
    /// The placement with a queen in the row above, if they do not attack each other.
    #[inline]
    fn with_queen_above(&self, column: u32, all: u32) -> Option<Entry> {
        let queen = 1 << column;
        let (falling, rising) = (self.falling >> 1, self.rising << 1 & all);
        ((falling | rising) & queen == 0).then(|| {
            let mut columns = [column as u8; MOST_ROWS];
            columns[1..].copy_from_slice(&self.columns[..MOST_ROWS - 1]);
            Entry { falling: falling | queen, rising: rising | queen, columns }
        })
    }
}

struct Completions {
    /// The first entry of each set, by the mask of occupied columns; a set ends where the next one begins.
    starts: Vec<u32>,
    entries: Vec<Entry>,
}

impl Completions {
    /// The empty placement, for the set of all columns.
    fn of_no_rows(size: u32) -> Self {
        let mut starts = vec![0; (1 << size) + 1];
        starts[1 << size] = 1;
        Completions { starts, entries: vec![Entry::default()] }
    }

    /// The lists with a row above these `rows`: each square above each completion of the remaining columns.
    fn with_a_row_above(&self, board: &Board, rows: u32) -> Self {
        let all = (1u64 << board.size()) - 1;
        let free = board.free(board.size() - 1 - rows);
        let mut lists = Completions { starts: Vec::with_capacity(self.starts.len()), entries: vec![] };
        for taken in 0..=all {
            lists.starts.push(lists.entries.len() as u32);
            if (all & !taken).count_ones() != rows + 1 {
                continue;
            }
            for column in ones(all & !taken & free) {
                let below = (taken | 1 << column) as usize;
                let below = &self.entries[self.starts[below] as usize..self.starts[below + 1] as usize];
                lists.entries.extend(
                    below.iter().filter_map(|entry| entry.with_queen_above(column as u32, all as u32)),
                );
            }
        }
        lists.starts.push(lists.entries.len() as u32);
        lists
    }
}
