//! Long, narrow fields: row by row over the states that the rows above can leave, instead of over placements.
//!
//! A state is the set of columns, diagonals and knights' squares that the rows above take from the next rows.
//! A board 8 columns wide has some ten thousand of them, however long it is, where it has billions of placements. Two
//! states that mirror each other are one where nothing tells left from right. How the states follow each other is listed
//! once; then each row is one pass over that list.
//!
//! Run time O(rows x transitions), about a nanosecond each; memory O(transitions).

use super::grid::{Attacks, Grid, full};
use super::{Counts, Field};
use crate::search::{Halt, Overflow, StopFlag};
use std::collections::HashMap;

/// The bits of a mask in a state's key.
const MASK_BITS: u32 = 8;

/// The count of all placements on a field of at most 8 columns, or rows.
#[derive(Debug)]
pub(super) struct States {
    grid: Grid,
    /// Whether states that mirror each other are merged.
    mirrored: bool,
}

/// How the states follow each other.
#[derive(Debug, Default)]
struct Transitions {
    /// Per state: the number of columns that it takes, which is the number of its queens.
    queens: Vec<u32>,
    /// Per state, where its transitions begin; the next state's begin where they end.
    starts: Vec<u32>,
    /// The next state, and the square that leads to it: a bit, or 0 where the row stays without a queen.
    next: Vec<(u32, u8)>,
}

impl States {
    /// Without `use_symmetry`, no states are merged with their mirror images: to check the count with.
    pub(super) fn new(field: &Field, use_symmetry: bool) -> Self {
        let grid = Grid::of(field, field.columns() > field.rows());
        States { grid, mirrored: use_symmetry && !field.has_conditions() }
    }

    fn transitions<const KNIGHT: bool>(&self, stop: &StopFlag) -> Result<Transitions, Halt> {
        let (width, full) = (self.grid.width, full(self.grid.width));
        let start = Attacks::<KNIGHT, false>::none(width);
        let (mut numbers, mut states) = (HashMap::from([(0, 0)]), vec![start]);
        let mut list = Transitions::default();
        let mut at = 0;
        while let Some(&state) = states.get(at) {
            if stop.is_raised() {
                return Err(Halt::Stopped);
            }
            list.queens.push(state.columns.count_ones());
            list.starts.push(list.next.len() as u32);
            let mut squares = state.leave(full);
            let mut follow = |next: Attacks<KNIGHT, false>, square: u64| {
                let key = next.key(MASK_BITS);
                let key = if self.mirrored { key.min(mirror(key, width)) } else { key };
                let number = *numbers.entry(key).or_insert_with(|| {
                    states.push(Attacks::of_key(key, MASK_BITS, width));
                    states.len() as u32 - 1
                });
                list.next.push((number, square as u8));
            };
            follow(state.below_queen(0, 1), 0);
            while squares != 0 {
                let square = squares & squares.wrapping_neg();
                squares ^= square;
                follow(state.below_queen(square, 1), square);
            }
            at += 1;
        }
        list.starts.push(list.next.len() as u32);
        Ok(list)
    }

    /// The placements by their number of queens.
    pub(super) fn count(&self, stop: &StopFlag) -> Result<Counts, Halt> {
        let list = if self.grid.rules.knight {
            self.transitions::<true>(stop)?
        } else {
            self.transitions::<false>(stop)?
        };
        let mut ways = vec![0u128; list.queens.len()];
        ways[0] = 1;
        for &free in &self.grid.free {
            if stop.is_raised() {
                return Err(Halt::Stopped);
            }
            let mut after = vec![0u128; ways.len()];
            for (state, &ways) in ways.iter().enumerate().filter(|&(_, &ways)| ways != 0) {
                for &(next, square) in
                    &list.next[list.starts[state] as usize..list.starts[state + 1] as usize]
                {
                    if u64::from(square) & !free == 0 {
                        let sum = &mut after[next as usize];
                        *sum = sum.checked_add(ways).ok_or(Overflow)?;
                    }
                }
            }
            ways = after;
        }
        let mut counts = vec![0u128; self.grid.queens + self.grid.width as usize + 1];
        for (&queens, &ways) in list.queens.iter().zip(&ways) {
            let count = &mut counts[self.grid.queens + queens as usize];
            *count = count.checked_add(ways).ok_or(Overflow)?;
        }
        Ok(counts)
    }
}

/// The key of the mirror image: each mask the other way round, and the two kinds of diagonals exchanged.
fn mirror(key: u64, width: u32) -> u64 {
    let [columns, falling, rising, near, far, ..] =
        key.to_le_bytes().map(|mask| u64::from(mask.reverse_bits() >> (MASK_BITS - width)));
    [columns, rising, falling, near, far].iter().rev().fold(0, |key, mask| key << MASK_BITS | mask)
}
