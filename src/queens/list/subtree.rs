//! The solutions of a subtree, as text: the innermost loop of a list.

use super::data::{BUFFER, Buffer, ListData};
use crate::queens::LARGEST_BOARD;
use crate::queens::walk::{DEAD_ENDS_PER_LOOK, Walk};
use crate::simd::Kernel;
use crate::simd::sets::Lists;
use std::ops::{ControlFlow, Range};

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
        let depth = data.size - data.tail_rows;
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
