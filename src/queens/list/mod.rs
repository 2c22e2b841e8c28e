//! Every solution as text, in lexicographic order: parallel inside, in order outside, constant memory.
//!
//! ```text
//!  beginnings (top rows, lazily) ──tickets──▶ workers: search and format ──chunks──▶ in order ──▶ sink
//! ```
//! The placements of the top rows split the list into consecutive pieces. A worker takes one as a *ticket*,
//! searches the subtree below it and formats the solutions into chunks of bytes. Each ticket has a channel
//! of its own that holds a few chunks. The receiver empties the channels in the order of the tickets and
//! hands out a new ticket for each one that is through, so that a window of them is under way. The front
//! ticket is always taken, and always drained: nothing can lock up, and no more than window x chunks wait.
//!
//! A solution is the same text row for row: *tokens* for each square or pair of squares, written beforehand. All
//! solutions are permutations of the columns, so all texts have one length.
//!
//! One of each symmetry class: the lexicographically least of its images under the symmetries that keep the
//! conditions. With the top queen in column c, no image's top queen may lie further left; that blocks the
//! images of the squares (0, 0..c), and just the rest is compared.
//!
//! Run time O(nodes + bytes), memory O(threads).

mod format;
mod subtree;

pub use format::ListFormat;

use super::fundamental::least_region;
use super::tail::Tail;
use super::walk::Walk;
use super::{Board, LARGEST_BOARD, Symmetry};
use crate::search::{StopFlag, Workers};
use crate::simd::Isa;
use crossbeam::channel::{Receiver, Sender, bounded, unbounded};
use format::Tokens;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use subtree::{Chunk, ListSubtree, Text};

/// Rows that a worker searches below a beginning: many beginnings, each worth taking.
const ROWS_BELOW: usize = 13;
/// Tickets under way for each worker; evens out subtrees of unequal size.
const WINDOW_PER_WORKER: usize = 8;
/// Bytes after which a worker passes its text on.
const CHUNK: usize = 1 << 16;
/// Chunks of one ticket that may wait for the receiver.
const CHUNKS_WAITING: usize = 8;

/// A list to be made: which solutions, and how they are written.
///
/// ```
/// use vuelta::queens::{Board, Listing};
/// use vuelta::search::{StopFlag, Workers};
/// let mut text = vec![];
/// let listing = Listing::new(Board::new(5)?).limit(2);
/// listing.write(&Workers::new(2)?, &StopFlag::default(), &mut text).unwrap();
/// assert_eq!(text, b"0 2 4 1 3\n0 3 1 4 2\n");
/// # Ok::<(), vuelta::Error>(())
/// ```
#[derive(Debug, Clone)]
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
pub enum Ending {
    /// Every solution was written.
    Complete,
    /// As many as asked for were written.
    Limit,
    /// The stop flag was raised; what was written is the beginning of the list.
    Stopped,
}

/// A list that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Listed {
    /// How many solutions were written.
    pub solutions: u64,
    /// Why there are no more.
    pub ending: Ending,
}

impl Listing {
    /// All solutions of the board as rows of zero-based columns.
    #[must_use]
    pub fn new(board: Board) -> Self {
        let (format, isa) = (ListFormat::default(), Isa::detect());
        Listing { board, format, one_based: false, limit: None, fundamental: false, isa }
    }

    /// In this format.
    #[must_use]
    pub fn format(mut self, format: ListFormat) -> Self {
        self.format = format;
        self
    }

    /// With rows and columns counted from 1 where `yes`.
    #[must_use]
    pub fn one_based(mut self, yes: bool) -> Self {
        self.one_based = yes;
        self
    }

    /// The first `solutions` alone.
    #[must_use]
    pub fn limit(mut self, solutions: u64) -> Self {
        self.limit = Some(solutions);
        self
    }

    /// One of each class under the symmetries that keep the conditions, the lexicographically least,
    /// where `yes`.
    #[must_use]
    pub fn fundamental(mut self, yes: bool) -> Self {
        self.fundamental = yes;
        self
    }

    /// With these instructions, instead of the best that the machine has.
    #[must_use]
    pub fn isa(mut self, isa: Isa) -> Self {
        self.isa = isa;
        self
    }

    /// Writes the list in whole lines, some 64 KiB at a time. The bytes are the same on any number of
    /// threads.
    ///
    /// # Errors
    /// What the writer says, a broken pipe too; the workers have ended when it returns.
    pub fn write(&self, workers: &Workers, stop: &StopFlag, out: &mut dyn Write) -> io::Result<Listed> {
        let header = self.format.header(self.board.size() as usize, usize::from(self.one_based));
        out.write_all(header.as_bytes())?;
        let plan = ListPlan::new(self);
        // Raised when the list is done or broken: the workers drop what they are at.
        let done = StopFlag::default();
        let (sender, tickets) = unbounded();
        workers.pool().in_place_scope(|scope| {
            for _ in 0..workers.threads() {
                let (plan, tickets, done) = (&plan, tickets.clone(), &done);
                scope.spawn(move |_| plan.work(self.isa, &tickets, &|| stop.is_raised() || done.is_raised()));
            }
            drop(tickets); // with the last worker the tickets go too, so that nobody waits for them
            let window = WINDOW_PER_WORKER * workers.threads();
            let listed = self.collect(&plan, window, sender, stop, out);
            done.abandon();
            listed
        })
    }

    /// Hands out tickets and writes their chunks in order.
    fn collect(
        &self,
        plan: &ListPlan,
        window: usize,
        tickets: Sender<Ticket>,
        stop: &StopFlag,
        out: &mut dyn Write,
    ) -> io::Result<Listed> {
        if self.limit == Some(0) {
            return Ok(Listed { solutions: 0, ending: Ending::Limit });
        }
        let mut beginnings = plan.beginnings();
        let mut under_way: VecDeque<Receiver<Chunk>> = VecDeque::new();
        let mut solutions = 0;
        let ended = |solutions, ending| Ok(Listed { solutions, ending });
        loop {
            while under_way.len() < window
                && let Some(beginning) = beginnings.next()
            {
                let (chunks, receiver) = bounded(CHUNKS_WAITING);
                if tickets.send(Ticket { beginning, chunks }).is_err() {
                    return ended(solutions, Ending::Stopped); // all workers have left
                }
                under_way.push_back(receiver);
            }
            let Some(front) = under_way.pop_front() else {
                return ended(solutions, Ending::Complete);
            };
            for chunk in &front {
                let left = self.limit.map_or(u64::MAX, |limit| limit - solutions);
                let taken = left.min(chunk.solutions);
                // All solutions' texts have one length.
                let length = chunk.length as u64 / chunk.solutions;
                out.write_all(&chunk.text[..(taken * length) as usize])?;
                plan.give_back(chunk.text);
                solutions += taken;
                if taken == left {
                    return ended(solutions, Ending::Limit);
                }
            }
            if stop.is_raised() {
                return ended(solutions, Ending::Stopped);
            }
        }
    }
}

/// A placement of the top rows.
struct Beginning {
    /// Which of the plan's regions it lies in.
    region: usize,
    columns: Vec<u32>,
}

/// A piece of the list, to be written into its channel.
struct Ticket {
    beginning: Beginning,
    chunks: Sender<Chunk>,
}

/// What the workers need to know.
struct ListPlan {
    /// Consecutive parts of the list, each by the squares that it leaves free in each row.
    regions: Vec<Vec<u64>>,
    /// The symmetries under which a solution must be least; none if all solutions are listed.
    symmetries: Vec<Symmetry>,
    size: usize,
    tokens: Tokens,
    /// Written chunks, to be filled again.
    spare: Mutex<Vec<Vec<u8>>>,
    /// The last rows beforehand, on boards where that pays; `tail_rows` is 0 where it does not.
    tail: Option<Tail>,
    tail_rows: usize,
    /// Rows of a beginning.
    depth: usize,
}

impl ListPlan {
    fn new(listing: &Listing) -> Self {
        let board = &listing.board;
        let size = board.size() as usize;
        let base = usize::from(listing.one_based);
        let symmetries = if listing.fundamental { board.symmetries() } else { vec![] };
        let regions = if listing.fundamental {
            (0..board.size()).map(|top| least_region(board, &symmetries, top)).collect()
        } else {
            vec![(0..board.size()).map(|row| board.free(row)).collect()]
        };
        let tail_rows = Tail::rows_for(size);
        ListPlan {
            tail: tail_rows.map(|rows| Tail::new(board, rows)),
            tail_rows: tail_rows.unwrap_or(0),
            regions,
            symmetries,
            size,
            tokens: Tokens::new(listing.format, size, base),
            spare: Mutex::default(),
            depth: size.saturating_sub(ROWS_BELOW).clamp(2.min(size - 1), size - 1),
        }
    }

    /// The beginnings in lexicographic order, found as they are asked for.
    fn beginnings(&self) -> impl Iterator<Item = Beginning> {
        let depth = self.depth;
        let below = move |(region, rows): (usize, &Vec<u64>)| {
            // The board of one square has no top rows; its one beginning is empty.
            let walk = (depth > 0).then(|| Walk::over(rows, &[], depth));
            let empty = (depth == 0).then(Vec::new);
            walk.into_iter().flatten().chain(empty).map(move |columns| Beginning { region, columns })
        };
        self.regions.iter().enumerate().flat_map(below)
    }

    /// A chunk to be filled.
    fn empty_chunk(&self) -> Chunk {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Chunk { text: spare.unwrap_or_else(|| vec![0; CHUNK]), length: 0, solutions: 0 }
    }

    fn give_back(&self, text: Vec<u8>) {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(text);
    }

    /// A worker's life: ticket after ticket, until there are no more or nobody listens.
    fn work(&self, isa: Isa, tickets: &Receiver<Ticket>, is_stopped: &dyn Fn() -> bool) {
        let mut text = Text::new(self);
        for Ticket { beginning, chunks } in tickets {
            if is_stopped() {
                return;
            }
            let rows = &self.regions[beginning.region];
            let walk = Walk::over(rows, &beginning.columns, rows.len() - self.tail_rows);
            let mut send = |chunk| match chunks.send(chunk) {
                Ok(()) if !is_stopped() => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            };
            if isa.run_base(ListSubtree { walk, text: &mut text, send: &mut send }).is_break() {
                return;
            }
        }
    }

    /// Whether no image of the solution is smaller than itself.
    fn is_least(&self, columns: &[u32]) -> bool {
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
