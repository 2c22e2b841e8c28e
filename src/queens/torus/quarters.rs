//! Halves, which two quarters make: all ways to put queens in some rows, on given columns.
//!
//! A word has the diagonals that queens use: y - x modulo N in the upper half, y + x in the lower. The queen on (0,0)
//! uses diagonal 0 of both kinds and column 0, which no part does.
//!
//! Quarters are listed once for all columns. Where the lists would take too much memory, each list of a quarter is made
//! from two eighths whenever it is needed, which takes about a quarter more time at N = 29.

use super::lines;
use crate::Error;
use crate::queens::column_lists::{ColumnLists, column_sets};
use crate::search::StopFlag;
use crate::simd::Kernel;
use crate::simd::sets::Lanes;

/// The largest torus whose quarters are listed, in 442 MB. At N = 29 they would take some 13 GB.
const LISTED: u32 = 25;

/// Queens in some of the rows.
#[derive(Debug)]
pub(super) enum Part {
    /// Listed by their columns, less column 0.
    Listed(ColumnLists<u64>),
    /// Made from two parts of the rows.
    Made(Box<[Part; 2]>),
}

impl Part {
    /// Half of the rows. Takes the memory of lists from what is `left`.
    pub(super) fn half(size: u32, rows: &[u32], left: &mut u64, stop: &StopFlag) -> Result<Self, Error> {
        let (first, second) = rows.split_at(rows.len() / 2);
        let first = Part::quarter(size, first, left, stop)?;
        Ok(Part::Made(Box::new([first, Part::quarter(size, second, left, stop)?])))
    }

    fn quarter(size: u32, rows: &[u32], left: &mut u64, stop: &StopFlag) -> Result<Self, Error> {
        if size <= LISTED || rows.len() < 2 {
            match Part::listed(size, rows, left, stop) {
                Err(Error::Memory { .. }) if rows.len() >= 2 => {}
                listed => return listed,
            }
        }
        let (first, second) = rows.split_at(rows.len() / 2);
        let first = Part::listed(size, first, left, stop)?;
        Ok(Part::Made(Box::new([first, Part::listed(size, second, left, stop)?])))
    }

    fn listed(size: u32, rows: &[u32], left: &mut u64, stop: &StopFlag) -> Result<Self, Error> {
        let what = || format!("listing parts of the torus of {size} rows");
        let place = |visit: &mut dyn FnMut(u32, u64)| place(size, rows, [0, 1, 1], stop, visit);
        ColumnLists::new(size - 1, rows.len() as u32, left, what, place, stop).map(Part::Listed)
    }

    /// The number of rows.
    fn rows(&self) -> u32 {
        match self {
            Part::Listed(lists) => lists.members,
            Part::Made(parts) => parts.iter().map(Part::rows).sum(),
        }
    }

    /// The bytes of the lists.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Part::Listed(lists) => lists.bytes(),
            Part::Made(parts) => parts.iter().map(Part::bytes).sum(),
        }
    }

    /// The words on these columns; not all once `stop` is abandoned.
    #[inline(always)]
    pub(super) fn words<'a, L: Lanes>(
        &'a self,
        lanes: L,
        columns: u32,
        room: &'a mut Room,
        stop: &StopFlag,
    ) -> &'a [u64] {
        match self {
            Part::Listed(lists) => lists.of(columns >> 1),
            Part::Made(parts) => {
                lanes.enter(Make { parts, columns, room: &mut *room, stop });
                &room.words
            }
        }
    }
}

/// Room for the words of a part that is made, and of the parts that make it.
#[derive(Debug, Default)]
pub(super) struct Room {
    words: Vec<u64>,
    parts: Vec<Room>,
}

/// Makes the words of a part on these columns.
struct Make<'a> {
    parts: &'a [Part; 2],
    columns: u32,
    room: &'a mut Room,
    stop: &'a StopFlag,
}

impl<L: Lanes> Kernel<L> for Make<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, lanes: L) {
        let Make { parts: [first, second], columns, room: Room { words, parts }, stop } = self;
        parts.resize_with(2, Room::default);
        let [a, b] = &mut parts[..] else { return };
        words.clear();
        for set in subsets(columns, first.rows()) {
            let ours = first.words(lanes, set, a, stop);
            if !ours.is_empty() {
                lanes.unions(ours, second.words(lanes, columns & !set, b, stop), words);
            }
            if stop.is_abandoned() {
                break;
            }
        }
    }
}

/// The sets of this many of the columns, of which there are at most 16.
#[inline(always)]
fn subsets(columns: u32, members: u32) -> impl Iterator<Item = u32> {
    // The columns by their number, in two parts of at most eight.
    let mut spread = [[0u32; 256]; 2];
    let mut left = columns;
    for member in 0..columns.count_ones() {
        let column = left & left.wrapping_neg();
        left ^= column;
        let table = &mut spread[member as usize / 8];
        let bit = 1 << (member % 8);
        for number in bit..2 * bit {
            table[number] = table[number - bit] | column;
        }
    }
    column_sets(columns.count_ones(), members)
        .map(move |set| spread[0][set as usize & 255] | spread[1][set as usize >> 8])
}

/// Visits the ways to put a queen in each row, with their columns, less column 0, and their word.
fn place(
    size: u32,
    rows: &[u32],
    [columns, down, up]: [u32; 3],
    stop: &StopFlag,
    visit: &mut dyn FnMut(u32, u64),
) {
    let Some((&row, rest)) = rows.split_first() else {
        return visit(columns >> 1, u64::from(down & !1) << 32 | u64::from(up & !1));
    };
    if rest.len() > 3 && stop.is_raised() {
        return;
    }
    // The lines through row `row`, by their column there, from their column in row 0, and back.
    let right = |squares: u32| (squares << row | squares >> (size - row)) & lines(size);
    let left = |squares: u32| (squares >> row | squares << (size - row)) & lines(size);
    let mut free = lines(size) & !1 & !(columns | right(down) | left(up));
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        place(size, rest, [columns | queen, down | left(queen), up | right(queen)], stop, visit);
    }
}
