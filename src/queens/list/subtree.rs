//! The solutions of a subtree, as text: the innermost loop of a list. And the data that its workers share.

use super::format::Tokens;
use crate::queens::fundamental::least_region;
use crate::queens::tail::Tail;
use crate::queens::walk::{DEAD_ENDS_PER_LOOK, Solutions, Walk};
use crate::queens::{Board, LARGEST_BOARD, Symmetry};
use crate::simd::Kernel;
use crate::simd::sets::Lists;
use std::ops::{ControlFlow, Range};
use std::sync::{Mutex, PoisonError};

/// Rows that a worker searches below a beginning: many beginnings, each worth taking.
const ROWS_BELOW: usize = 13;
/// The length of a buffer in bytes.
const BUFFER: usize = 1 << 16;

/// The texts of consecutive solutions, at least one.
pub(super) struct Buffer {
    /// `BUFFER` bytes; the first `length` are the text.
    pub text: Vec<u8>,
    pub length: usize,
    pub solutions: u64,
}

/// The data that all workers share.
pub(super) struct ListData {
    /// Consecutive sections of the list; for each, the free squares of every row.
    regions: Vec<Vec<u64>>,
    /// The symmetries under which a solution must be least; none if all solutions are listed.
    pub symmetries: Vec<Symmetry>,
    pub size: usize,
    pub tokens: Tokens,
    /// Written buffers, to be reused.
    spare: Mutex<Vec<Vec<u8>>>,
    /// The placements of the last rows, on boards that are large enough.
    pub tail: Option<Tail>,
    /// Rows above the tail.
    pub searched: usize,
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
            searched: size - tail.as_ref().map_or(0, |tail| tail.rows),
            tail,
            regions,
            symmetries,
            size,
            tokens,
            spare: Mutex::default(),
            depth: size.saturating_sub(ROWS_BELOW).clamp(2.min(size - 1), size - 1),
        }
    }

    /// The beginnings in lexicographic order, found lazily, each with the rows of its region. The board of one square has no
    /// top rows: its only beginning is empty.
    pub fn beginnings(&self) -> impl Iterator<Item = (&[u64], Vec<u32>)> {
        self.regions.iter().flat_map(|rows| {
            Solutions::over(&rows[..self.depth]).map(move |columns| (rows.as_slice(), columns))
        })
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

/// Sends a buffer.
pub(super) type Send<'a> = &'a mut dyn FnMut(Buffer) -> ControlFlow<()>;

/// Lists the solutions of a subtree, or the first of them if it is stopped.
pub(super) struct ListSubtree<'a, 'data> {
    pub(super) walk: Walk,
    pub(super) text: &'a mut Text<'data>,
    pub(super) send: Send<'a>,
    /// Asked now and then: large boards have long stretches without a solution.
    pub(super) is_stopped: &'a dyn Fn() -> bool,
}

impl<L: Lists> Kernel<L> for ListSubtree<'_, '_> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self, lists: L) -> ControlFlow<()> {
        let ListSubtree { mut walk, text, send, is_stopped } = self;
        let data = text.data;
        let depth = data.searched;
        // The number of rows, from the top, that the text has.
        let mut known = 0;
        let mut dead_ends = 0u32;
        let mut is_stopped = || {
            dead_ends = dead_ends.wrapping_add(1);
            dead_ends.is_multiple_of(DEAD_ENDS_PER_LOOK) && is_stopped()
        };
        while let Some(moved) = walk.advance_unless(&mut is_stopped) {
            known = moved.min(known);
            let Some(tail) = &data.tail else {
                text.copy_top(&walk, known..depth);
                known = depth;
                text.push(send)?;
                continue;
            };
            tail.visit(lists, walk.attacks_below(), |columns| {
                text.copy_top(&walk, known..depth);
                known = depth;
                for (to, &column) in text.columns[depth..].iter_mut().zip(columns) {
                    *to = column;
                }
                text.push(send)
            })?;
        }
        text.flush(send)
    }
}

/// A worker's text under construction.
pub(super) struct Text<'a> {
    data: &'a ListData,
    columns: [u32; LARGEST_BOARD as usize],
    buffer: Buffer,
}

impl<'a> Text<'a> {
    pub(super) fn new(data: &'a ListData) -> Self {
        Text { data, columns: [0; LARGEST_BOARD as usize], buffer: data.empty_buffer() }
    }

    /// Copies the walk's queens in these rows.
    #[inline(always)]
    fn copy_top(&mut self, walk: &Walk, rows: Range<usize>) {
        for row in rows {
            self.columns[row] = walk.column(row);
        }
    }

    /// Appends the current solution if it is listed, and sends a full buffer.
    #[inline]
    fn push(&mut self, send: Send<'_>) -> ControlFlow<()> {
        let Text { data, columns, buffer } = self;
        if !data.symmetries.is_empty() && !data.is_least(&columns[..data.size]) {
            return ControlFlow::Continue(());
        }
        buffer.length += data.tokens.write(columns, &mut buffer.text[buffer.length..]);
        buffer.solutions += 1;
        if buffer.length + data.tokens.room > BUFFER { self.flush(send) } else { ControlFlow::Continue(()) }
    }

    /// Sends the buffer if it is not empty.
    fn flush(&mut self, send: Send<'_>) -> ControlFlow<()> {
        if self.buffer.solutions == 0 {
            return ControlFlow::Continue(());
        }
        send(std::mem::replace(&mut self.buffer, self.data.empty_buffer()))
    }
}
