//! A table of the numbers of solutions from positions, up to 64 bytes per position.

use crate::Error;
use crate::random::mix;
use crate::search::StopFlag;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Bytes of an entry while its table grows.
const ENTRY: u64 = 64;
/// Entries between two checks of the stop flag.
const ENTRIES_PER_LOOK: usize = 1 << 12;

/// The known numbers of solutions, by the keys of positions.
#[derive(Debug)]
pub(super) struct Memo {
    ways: HashMap<u64, u128, BuildHasherDefault<Mixer>>,
    /// Entries that the memory limit allows.
    room: u64,
    memory_limit: u64,
}

impl Memo {
    /// A table of at most `memory_limit` bytes.
    pub fn new(memory_limit: u64) -> Self {
        Memo { ways: HashMap::default(), room: memory_limit / ENTRY, memory_limit }
    }
}

impl Memo {
    /// The number of solutions of the position with this key, if known.
    pub fn get(&self, key: u64) -> Option<u128> {
        self.ways.get(&key).copied()
    }

    /// Keeps a number of solutions.
    ///
    /// # Errors
    /// [`Error::Memory`] if the table is full, [`Error::Stopped`].
    pub fn keep(&mut self, key: u64, ways: u128, stop: &StopFlag) -> Result<(), Error> {
        if self.ways.len() as u64 >= self.room {
            let needed = (2 * self.room).max(1) * ENTRY;
            let what = "counting the solutions from this position".to_owned();
            return Err(Error::Memory { what, needed: needed.into(), limit: self.memory_limit });
        }
        self.ways.insert(key, ways);
        if self.ways.len().is_multiple_of(ENTRIES_PER_LOOK) && stop.is_raised() {
            return Err(Error::Stopped);
        }
        Ok(())
    }

    /// The number of positions whose number of solutions is known.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.ways.len()
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
