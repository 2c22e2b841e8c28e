//! `tail`: the ways to fill the last rows, written down beforehand for every set of columns that is left.
//!
//! Most nodes of the search lie in its last rows, and their branches cannot be predicted. With six rows left
//! the columns left are one of C(N, 6) sets; for each set all placements on them that keep the rules among
//! themselves are listed once, lexicographically, each as the two masks of the squares in its first row that
//! it attacks. Those that fit below the queens above are the entries whose masks meet none of their attacks: a
//! scan without branches, as many entries at a time as the instruction set can. It waits for memory more than
//! it computes, so that an entry has its columns in what the masks leave of its words.
//!
//! Memory O(C(N, 6)) lists of about 100 entries of 8 bytes, plus 4 bytes for each set of columns: 7 MB at
//! N = 16, 20 MB at N = 18, 8 MB (five rows) at N = 20.

use super::Board;
use super::walk::Attacks;
use crate::simd::pages::make_room;
use crate::simd::sets::{Lists, MaskPairs};
use std::ops::{ControlFlow, Range};

/// Where the masks of an entry end: the width of the largest board that has a tail.
const MASK_BITS: u32 = 20;
const MASK: u32 = (1 << MASK_BITS) - 1;
/// Bits for the place of a column among those left.
const PLACE_BITS: usize = 3;
/// Rows whose places are kept in one word.
const PLACES: usize = (32 - MASK_BITS as usize) / PLACE_BITS;
/// No tail has more rows.
const MOST_ROWS: usize = 6;

/// The completions of the last rows of a board.
#[derive(Debug)]
pub(super) struct Tail {
    rows: usize,
    /// By the mask of taken columns: the first block of the set's list; the next one's start is its end.
    starts: Vec<u32>,
    /// Of each entry what it attacks in the tail's first row along the falling and along the rising diagonals, bit 0 the
    /// left column. Above these masks the places of its columns among the columns left, the first rows' with `falling`.
    blocks: Vec<MaskPairs>,
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
        let lists =
            (0..rows).fold(Completions::of_no_rows(board.size()), |below, _| below.with_a_row_above(board));
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
        tail
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

/// A block of entries for this set of taken columns. What fills it up meets every attack; there always is one, as the
/// queen just above attacks at least one square diagonally.
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

/// The columns of an entry.
#[inline(always)]
fn columns(MaskPairs([falling, rising]): &MaskPairs, entry: usize, taken: u32) -> [u32; MOST_ROWS] {
    // One more than rows, so that a place needs no bounds check.
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

/// A placement in some last rows.
#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    /// What it attacks along diagonals in its first row, its queen there included.
    falling: u32,
    rising: u32,
    columns: [u8; MOST_ROWS],
}

impl Entry {
    /// With a queen in the row above, if they do not attack each other.
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

/// All completions of some last rows.
struct Completions {
    rows: u32,
    /// By the mask of taken columns: the set's first entry; the next one's is its end.
    starts: Vec<u32>,
    entries: Vec<Entry>,
}

impl Completions {
    /// When all columns are taken, the one way to fill no rows.
    fn of_no_rows(size: u32) -> Self {
        let mut starts = vec![0; (1 << size) + 1];
        starts[1 << size] = 1;
        Completions { rows: 0, starts, entries: vec![Entry::default()] }
    }

    /// The lists of one more row: each square above each completion of the columns that it leaves.
    fn with_a_row_above(&self, board: &Board) -> Self {
        let all = (1u64 << board.size()) - 1;
        let free = board.free(board.size() - 1 - self.rows);
        let mut lists = Completions {
            rows: self.rows + 1,
            starts: Vec::with_capacity(self.starts.len()),
            entries: vec![],
        };
        for taken in 0..=all {
            lists.starts.push(lists.entries.len() as u32);
            let mut squares = all & !taken & free;
            if (all & !taken).count_ones() != lists.rows {
                continue;
            }
            while squares != 0 {
                let column = squares.trailing_zeros();
                let below = (taken | 1 << column) as usize;
                let below = &self.entries[self.starts[below] as usize..self.starts[below + 1] as usize];
                lists
                    .entries
                    .extend(below.iter().filter_map(|entry| entry.with_queen_above(column, all as u32)));
                squares &= squares - 1;
            }
        }
        lists.starts.push(lists.entries.len() as u32);
        lists
    }
}
