//! The number of solutions from a position, with a table of the positions met on the way.
//!
//! Depth first over winnable positions alone, at most as deep as there are pegs. Symmetric positions share an entry. Run
//! time some 100 ns a jump, memory up to 64 bytes a position.

use super::Winnable;
use crate::Error;
use crate::random::mix;
use crate::search::{Overflow, StopFlag};
use crate::senku::Position;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Bytes of an entry while its table grows.
const ENTRY: u64 = 64;
/// Entries that are made between two looks at the stop flag.
const ENTRIES_PER_LOOK: usize = 1 << 12;

/// The numbers of solutions that are known.
#[derive(Debug)]
pub(super) struct Memo {
    ways: HashMap<u64, u128, BuildHasherDefault<Mixer>>,
    /// Entries that the memory limit allows.
    room: u64,
    memory_limit: u64,
}

impl Memo {
    /// A table of at most this many bytes.
    pub fn new(memory_limit: u64) -> Self {
        Memo { ways: HashMap::default(), room: memory_limit / ENTRY, memory_limit }
    }
}

impl Winnable {
    /// The number of solutions from a winnable position at its place.
    pub(super) fn ways(&mut self, position: Position, place: u64, stop: &StopFlag) -> Result<u128, Error> {
        if self.game.is_won(position) {
            return Ok(1);
        }
        if let Some(&known) = self.memo.ways.get(&place) {
            return Ok(known);
        }
        let mut sum = 0u128;
        for number in 0..self.game.board().jumps().len() {
            let jump = self.game.board().jumps()[number];
            if !jump.is_legal(position) {
                continue;
            }
            let after = jump.play(position);
            if let Some(place) = self.place(after) {
                sum = sum.checked_add(self.ways(after, place, stop)?).ok_or(Overflow)?;
            }
        }
        self.keep(place, sum, stop)?;
        Ok(sum)
    }

    fn keep(&mut self, place: u64, ways: u128, stop: &StopFlag) -> Result<(), Error> {
        let Memo { ways: known, room, memory_limit } = &mut self.memo;
        if known.len() as u64 >= *room {
            let needed = (2 * *room).max(1) * ENTRY;
            let what = "counting the solutions from this position".to_owned();
            return Err(Error::Memory { what, needed: needed.into(), limit: *memory_limit });
        }
        known.insert(place, ways);
        if known.len().is_multiple_of(ENTRIES_PER_LOOK) && stop.is_raised() {
            return Err(Error::Stopped);
        }
        Ok(())
    }

    /// Positions whose number of solutions is known.
    #[cfg(test)]
    pub(super) fn known(&self) -> usize {
        self.memo.ways.len()
    }
}

/// Hashes one word.
#[derive(Debug, Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0 ^ word);
    }
}
