//! The data that the workers of a list share, and the beginnings of its tickets.

use super::format::Tokens;
use crate::queens::fundamental::least_region;
use crate::queens::tail::Tail;
use crate::queens::walk::Walk;
use crate::queens::{Board, LARGEST_BOARD, Symmetry};
use std::sync::{Mutex, PoisonError};

/// Rows that a worker searches below a beginning: many beginnings, each worth taking.
const ROWS_BELOW: usize = 13;
/// The length of a buffer in bytes.
pub(super) const BUFFER: usize = 1 << 16;

/// The texts of consecutive solutions, at least one.
pub(super) struct Buffer {
    /// `BUFFER` bytes; the first `length` are the text.
    pub text: Vec<u8>,
    pub length: usize,
    pub solutions: u64,
}

pub(super) struct Beginning {
    /// The index of its region.
    pub region: usize,
    pub columns: Vec<u32>,
}

/// The data that all workers share.
pub(super) struct ListData {
    /// Consecutive sections of the list; for each, the free squares of every row.
    pub regions: Vec<Vec<u64>>,
    /// The symmetries under which a solution must be least; none if all solutions are listed.
    pub symmetries: Vec<Symmetry>,
    pub size: usize,
    pub tokens: Tokens,
    /// Written buffers, to be reused.
    spare: Mutex<Vec<Vec<u8>>>,
    /// The placements of the last rows, on boards that are large enough; otherwise `tail_rows` is 0.
    pub tail: Option<Tail>,
    pub tail_rows: usize,
    /// Rows of a beginning.
    depth: usize,
}

impl ListData {
    pub fn new(board: &Board, fundamental: bool, tokens: Tokens) -> Self {
        let size = board.size() as usize;
        let symmetries = if fundamental { board.symmetries() } else { vec![] };
        let regions = if fundamental {
            (0..board.size()).map(|top| least_region(board, &symmetries, top)).collect()
        } else {
            vec![(0..board.size()).map(|row| board.free(row)).collect()]
        };
        let tail = Tail::new(board);
        ListData {
            tail_rows: tail.as_ref().map_or(0, Tail::rows),
            tail,
            regions,
            symmetries,
            size,
            tokens,
            spare: Mutex::default(),
            depth: size.saturating_sub(ROWS_BELOW).clamp(2.min(size - 1), size - 1),
        }
    }

    /// The beginnings in lexicographic order, found lazily.
    pub fn beginnings(&self) -> impl Iterator<Item = Beginning> {
        let depth = self.depth;
        let below = move |(region, rows): (usize, &Vec<u64>)| {
            // The board of one square has no top rows: its only beginning is empty.
            let walk = (depth > 0).then(|| Walk::over(rows, &[], depth));
            let empty = (depth == 0).then(Vec::new);
            walk.into_iter().flatten().chain(empty).map(move |columns| Beginning { region, columns })
        };
        self.regions.iter().enumerate().flat_map(below)
    }

    /// An empty buffer.
    pub fn empty_buffer(&self) -> Buffer {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Buffer { text: spare.unwrap_or_else(|| vec![0; BUFFER]), length: 0, solutions: 0 }
    }

    pub fn give_back(&self, text: Vec<u8>) {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(text);
    }

    /// Whether no image of the solution is smaller than the solution.
    pub fn is_least(&self, columns: &[u32]) -> bool {
        let mut rows = [0; LARGEST_BOARD as usize];
        for (row, &column) in (0..).zip(columns) {
            rows[column as usize] = row;
        }
        self.symmetries.iter().all(|symmetry| {
            let image = (0..columns.len()).map(|row| symmetry.image_column(columns, &rows, row));
            image.ge(columns.iter().copied())
        })
    }
}
