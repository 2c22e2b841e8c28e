//! Quarters: all ways to put queens in some rows, listed by their columns; and halves, which two quarters make.
//!
//! A word has the diagonals that queens use: y - x modulo N in the upper half, y + x in the lower. The queen on (0,0)
//! uses diagonal 0 of both kinds and column 0, which no quarter does.

use crate::Error;
use crate::queens::column_lists::{ColumnLists, column_sets};
use crate::search::StopFlag;
use crate::simd::sets::{Grouped, Lanes, PADDING};

/// All quarters of some rows, by their columns without column 0.
pub(super) type Quarters = ColumnLists<u64>;

/// Lists the quarters of some rows. Takes the memory of the lists from what is `left`.
pub(super) fn quarters(size: u32, rows: &[u32], left: &mut u64, stop: &StopFlag) -> Result<Quarters, Error> {
    let what = || format!("listing the quarters of the torus of {size} rows");
    let place = |visit: &mut dyn FnMut(u32, u64)| place(size, rows, [0, 1, 1], stop, visit);
    ColumnLists::new(size - 1, rows.len() as u32, left, what, place, stop)
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
    for column in 1..size {
        let queen = [1 << column, 1 << ((column + size - row) % size), 1 << ((column + row) % size)];
        if columns & queen[0] | down & queen[1] | up & queen[2] == 0 {
            place(size, rest, [columns | queen[0], down | queen[1], up | queen[2]], stop, visit);
        }
    }
}

/// A quarter's lists for the column sets that a half's columns divide into, in their order.
#[derive(Debug, Default)]
struct Groups {
    words: Vec<u64>,
    group: Vec<u16>,
    starts: Vec<[u32; 2]>,
    longest: usize,
}

impl Groups {
    #[inline(always)]
    fn gather(&mut self, quarters: &Quarters, columns: u32) {
        let members = columns.count_ones();
        // The columns by their number, in two parts of at most eight.
        let mut spread = [[0u32; 256]; 2];
        let mut left = columns;
        for member in 0..members {
            let column = left & left.wrapping_neg();
            left ^= column;
            let table = &mut spread[member as usize / 8];
            let bit = 1 << (member % 8);
            for number in bit..2 * bit {
                table[number] = table[number - bit] | column;
            }
        }
        let Groups { words, group, starts, longest } = self;
        words.clear();
        group.clear();
        starts.clear();
        *longest = 0;
        starts.push([0, 0]);
        for (number, set) in (0..).zip(column_sets(members, quarters.members())) {
            let list = quarters.of((spread[0][set as usize & 255] | spread[1][set as usize >> 8]) >> 1);
            words.extend_from_slice(list);
            group.resize(words.len(), number);
            starts.push([words.len() as u32, 0]);
            *longest = list.len().max(*longest);
        }
        words.resize(words.len() + PADDING, 0);
    }

    fn grouped(&self) -> Grouped<'_, u64> {
        const NOTHING: [u64; PADDING] = [0; PADDING];
        Grouped {
            words: [&self.words, &NOTHING],
            group: [&self.group, &[]],
            starts: &self.starts,
            longest: self.longest as u32,
        }
    }
}

/// The halves on some columns.
#[derive(Debug, Default)]
pub(super) struct Halves {
    groups: [Groups; 2],
    lists: [Vec<u64>; 4],
}

impl Halves {
    /// Lists the halves that two quarters make on these columns; not all when `stop` is abandoned.
    #[inline(always)]
    pub(super) fn fill<L: Lanes>(
        &mut self,
        lanes: L,
        quarters: &[Quarters; 2],
        columns: u32,
        stop: &StopFlag,
    ) {
        for (groups, quarters) in self.groups.iter_mut().zip(quarters) {
            groups.gather(quarters, columns);
        }
        self.lists[0].clear();
        // The complements of sets in ascending order are in descending order: partners are those from either end.
        let [a, b] = self.groups.each_ref().map(Groups::grouped);
        lanes.product(a, b, [[0, 1], [2, 3]], &mut self.lists, stop);
    }

    pub(super) fn list(&self) -> &[u64] {
        &self.lists[0]
    }
}
