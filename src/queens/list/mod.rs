//! Every solution as text, in lexicographic order: parallel inside, in order outside, constant memory.
//!
//! ```text
//!  beginnings (top rows, lazily) ──tickets──▶ workers: search and format ──buffers──▶ in order ──▶ sink
//! ```
//! The placements of the top rows divide the list into consecutive stretches. A worker takes one as a *ticket*,
//! searches the subtree below it and formats the solutions into buffers. Each ticket has its own channel, which holds
//! a few buffers. The receiver empties the channels in the order of the tickets and hands out a new ticket for each
//! finished one, so that a window of them is under way. The front ticket is always taken and drained: nothing can
//! lock up, and at most window x buffers wait.
//!
//! The text of a solution consists of *tokens* for each square or pair of squares, prepared in advance. All solutions
//! are permutations of the columns, so that all texts have one length.
//!
//! Of each symmetry class, the lexicographically least image under the symmetries that keep the conditions is listed.
//! With the top queen in column c, no image's top queen may be further left; that blocks the images of the squares
//! (0, 0..c), and only the remaining solutions are compared.
//!
//! Run time O(nodes + bytes), memory O(threads).

mod format;
mod subtree;

pub use format::ListFormat;

use super::Board;
use super::walk::Walk;
use crate::search::{Context, StopFlag};
use crate::simd::Isa;
use crossbeam::channel::{Receiver, Sender, bounded, unbounded};
use format::Tokens;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::ControlFlow;
use subtree::{Buffer, ListData, ListSubtree, Text};

/// Tickets under way for each worker; evens out subtrees of unequal size.
const WINDOW_PER_WORKER: usize = 8;
/// Buffers of one ticket that may wait for the receiver.
const BUFFERS_WAITING: usize = 8;

/// A list to write: which solutions, and their format.
///
/// ```
/// use vuelta::queens::{Board, Listing};
/// use vuelta::search::{Context, Workers};
/// let mut text = vec![];
/// let listing = Listing::new(Board::new(5)?).limit(2);
/// listing.write(&Context::new(&Workers::new(2)?), &mut text).unwrap();
/// assert_eq!(text, b"0 2 4 1 3\n0 3 1 4 2\n");
/// # Ok::<(), vuelta::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct Listing {
    board: Board,
    format: ListFormat,
    one_based: bool,
    limit: Option<u64>,
    fundamental: bool,
    isa: Isa,
}

/// Why a list ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListEnding {
    /// Every solution was written.
    Complete,
    /// The limit was reached.
    Limit,
    /// The stop flag was raised; the beginning of the list was written.
    Stopped,
}

/// The result of writing a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Listed {
    /// The number of solutions written.
    pub solutions: u64,
    /// Why the list ended.
    pub ending: ListEnding,
}

impl Listing {
    /// All solutions of the board as rows of zero-based columns.
    pub fn new(board: Board) -> Self {
        let (format, isa) = (ListFormat::default(), Isa::detect());
        Listing { board, format, one_based: false, limit: None, fundamental: false, isa }
    }

    /// Sets the format.
    pub fn format(mut self, format: ListFormat) -> Self {
        self.format = format;
        self
    }

    /// Counts rows and columns from 1 if `yes`.
    pub fn one_based(mut self, yes: bool) -> Self {
        self.one_based = yes;
        self
    }

    /// Limits the list to this many solutions.
    pub fn limit(mut self, solutions: u64) -> Self {
        self.limit = Some(solutions);
        self
    }

    /// Lists only the lexicographically least solution of each class under the symmetries that keep the conditions,
    /// if `yes`.
    pub fn fundamental(mut self, yes: bool) -> Self {
        self.fundamental = yes;
        self
    }

    /// Uses this instruction set instead of the machine's best.
    pub fn isa(mut self, isa: Isa) -> Self {
        self.isa = isa;
        self
    }

    /// Writes the list in whole lines, about 64 KiB at a time. The bytes do not depend on the number of threads.
    ///
    /// # Errors
    /// The errors of the writer, including a broken pipe; the workers have ended when it returns.
    /// [`InvalidInput`](io::ErrorKind::InvalidInput) for the board without rows.
    pub fn write(&self, context: &Context<'_>, out: &mut dyn Write) -> io::Result<Listed> {
        let Context { workers, stop, .. } = context;
        let (size, base) = (self.board.size() as usize, usize::from(self.one_based));
        if size == 0 {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "a list is of a board with rows"));
        }
        out.write_all(self.format.header(size, base).as_bytes())?;
        let data = ListData::new(&self.board, self.fundamental, Tokens::new(self.format, size, base));
        // Raised at the end of the list and on errors: the workers drop their tickets.
        let done = StopFlag::default();
        let (sender, tickets) = unbounded();
        workers.pool().in_place_scope(|scope| {
            for _ in 0..workers.threads() {
                let (data, tickets, done) = (&data, tickets.clone(), &done);
                scope
                    .spawn(move |_| work(data, self.isa, &tickets, &|| stop.is_raised() || done.is_raised()));
            }
            drop(tickets); // so that tickets are dropped with the last worker
            let window = WINDOW_PER_WORKER * workers.threads();
            let listed = self.collect(&data, window, sender, stop, out);
            done.abandon();
            listed
        })
    }

    /// Hands out tickets and writes their buffers in order.
    fn collect<'a>(
        &self,
        data: &'a ListData,
        window: usize,
        tickets: Sender<Ticket<'a>>,
        stop: &StopFlag,
        out: &mut dyn Write,
    ) -> io::Result<Listed> {
        if self.limit == Some(0) {
            return Ok(Listed { solutions: 0, ending: ListEnding::Limit });
        }
        let mut beginnings = data.beginnings();
        let mut under_way: VecDeque<Receiver<Buffer>> = VecDeque::new();
        let mut solutions = 0;
        let ended = |solutions, ending| Ok(Listed { solutions, ending });
        loop {
            while under_way.len() < window
                && let Some((rows, columns)) = beginnings.next()
            {
                let (buffers, receiver) = bounded(BUFFERS_WAITING);
                if tickets.send(Ticket { rows, columns, buffers }).is_err() {
                    return ended(solutions, ListEnding::Stopped); // all workers have left
                }
                under_way.push_back(receiver);
            }
            let Some(front) = under_way.pop_front() else {
                return ended(solutions, ListEnding::Complete);
            };
            for buffer in &front {
                let left = self.limit.map_or(u64::MAX, |limit| limit - solutions);
                let taken = left.min(buffer.solutions);
                let length = buffer.length as u64 / buffer.solutions;
                out.write_all(&buffer.text[..(taken * length) as usize])?;
                data.give_back(buffer.text);
                solutions += taken;
                if taken == left {
                    return ended(solutions, ListEnding::Limit);
                }
            }
            if stop.is_raised() {
                return ended(solutions, ListEnding::Stopped);
            }
        }
    }
}

/// A consecutive stretch of the list, to be written into its own channel.
struct Ticket<'a> {
    rows: &'a [u64],
    /// The columns of the queens in the top rows.
    columns: Vec<u32>,
    buffers: Sender<Buffer>,
}

/// Works through tickets until none is left, the receiver has gone, or `is_stopped`.
fn work(data: &ListData, isa: Isa, tickets: &Receiver<Ticket<'_>>, is_stopped: &dyn Fn() -> bool) {
    let mut text = Text::new(data);
    for Ticket { rows, columns, buffers } in tickets {
        if is_stopped() {
            return;
        }
        let walk = Walk::over(rows, &columns, data.searched);
        let mut send = |buffer| match buffers.send(buffer) {
            Ok(()) if !is_stopped() => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        };
        let subtree = ListSubtree { walk, text: &mut text, send: &mut send, is_stopped };
        if isa.run_base(subtree).is_break() {
            return;
        }
    }
}
