//! The solutions of a subtree, as text: the innermost loop of a list.

use super::{CHUNK, ListPlan};
use crate::queens::LARGEST_BOARD;
use crate::queens::walk::Walk;
use crate::simd::Kernel;
use crate::simd::sets::Lists;
use std::ops::{ControlFlow, Range};

/// Consecutive solutions, at least one.
pub(super) struct Chunk {
    /// `CHUNK` bytes, of which the first `length` are the text.
    pub(super) text: Vec<u8>,
    pub(super) length: usize,
    pub(super) solutions: u64,
}

/// Passes a chunk on.
pub(super) type Send<'a> = &'a mut dyn FnMut(Chunk) -> ControlFlow<()>;

/// Lists the solutions of a subtree.
pub(super) struct ListSubtree<'a, 'plan> {
    pub(super) walk: Walk,
    pub(super) text: &'a mut Text<'plan>,
    pub(super) send: Send<'a>,
}

impl<L: Lists> Kernel<L> for ListSubtree<'_, '_> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self, lists: L) -> ControlFlow<()> {
        let ListSubtree { mut walk, text, send } = self;
        let plan = text.plan;
        let depth = plan.size - plan.tail_rows;
        // Rows, from the top, whose queens the text knows.
        let mut known = 0;
        while let Some(moved) = walk.advance() {
            known = moved.min(known);
            let Some(tail) = &plan.tail else {
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

/// A worker's text in the making.
pub(super) struct Text<'a> {
    plan: &'a ListPlan,
    columns: [u32; LARGEST_BOARD as usize],
    chunk: Chunk,
}

impl<'a> Text<'a> {
    pub(super) fn new(plan: &'a ListPlan) -> Self {
        Text { plan, columns: [0; LARGEST_BOARD as usize], chunk: plan.empty_chunk() }
    }

    /// Takes over the walk's queens in these rows.
    #[inline(always)]
    fn copy_top(&mut self, walk: &Walk, rows: Range<usize>) {
        for row in rows {
            self.columns[row] = walk.column(row);
        }
    }

    /// Appends the current solution if it is listed, and passes a full chunk on.
    #[inline]
    fn push(&mut self, send: Send<'_>) -> ControlFlow<()> {
        let Text { plan, columns, chunk } = self;
        if !plan.symmetries.is_empty() && !plan.is_least(&columns[..plan.size]) {
            return ControlFlow::Continue(());
        }
        chunk.length += plan.tokens.write(columns, &mut chunk.text[chunk.length..]);
        chunk.solutions += 1;
        if chunk.length + plan.tokens.room > CHUNK { self.flush(send) } else { ControlFlow::Continue(()) }
    }

    /// Passes on what there is.
    fn flush(&mut self, send: Send<'_>) -> ControlFlow<()> {
        if self.chunk.solutions == 0 {
            return ControlFlow::Continue(());
        }
        send(std::mem::replace(&mut self.chunk, self.plan.empty_chunk()))
    }
}
