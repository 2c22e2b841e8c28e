//! One bounded table of counts, which all workers read without locks and write.
//!
//! A slot is half a cache line: a position, its games and its solutions in 80 bits each, and a version, which makes the
//! slot a seqlock. A writer makes the version odd by compare-and-swap (so there is at most one writer), writes, and
//! makes it even again. A reader accepts what it read only if the version was even and did not change. So nobody ever
//! sees one position with another one's counts.
//!
//! The search for a position begins at its hash and ends at the first empty slot. No slot is ever emptied, so a
//! position is before the first empty slot or nowhere. When a whole window is taken, the position with the fewest pegs
//! near the hash is evicted: it is the cheapest to count again. From then on the table is a cache, still exact, with
//! short windows. Numbers beyond 80 bits are not kept.
//!
//! Memory: 32 bytes per slot.

use super::Position;
use super::tree_top::Ends;
use crate::search::StopFlag;
use crate::simd::allocator::fallible;
use rayon::iter::{IntoParallelIterator, ParallelExtend, ParallelIterator};
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering, fence};

/// Bytes of a slot.
pub(super) const SLOT_BYTES: u64 = 32;
/// Slots searched per position while nothing has been evicted.
const WINDOW: usize = 1024;
/// Slots searched per position in a table that evicts.
const SHORT_WINDOW: usize = 8;
/// Slots created between two checks of the stop flag.
const BLOCK: usize = 1 << 20;
/// The high part of a number in a slot.
const HIGH_BITS: u32 = 16;

#[derive(Debug, Default)]
#[repr(align(32))]
struct Slot {
    /// The position; without pegs the slot is empty.
    key: AtomicU64,
    games: AtomicU64,
    solutions: AtomicU64,
    /// From the low end: 32 bits of version, then the 16 high bits of the games and of the solutions.
    rest: AtomicU64,
}

const VERSION: u64 = 0xFFFF_FFFF;

/// The table.
#[derive(Debug)]
pub(super) struct Table {
    slots: Vec<Slot>,
    evicts: AtomicBool,
}

impl Table {
    /// Creates a table of `slots` slots, at least one window. Call it inside the workers' pool: the pages of a large
    /// table are touched in parallel. `None` if `stop` is raised first.
    ///
    /// # Errors
    /// [`TryReserveError`] if the system refuses the memory.
    pub fn new(slots: usize, stop: &StopFlag) -> Result<Option<Self>, TryReserveError> {
        let slots = slots.max(WINDOW);
        let mut table = Vec::new();
        fallible(|| table.try_reserve_exact(slots))?;
        while table.len() < slots && !stop.is_raised() {
            let block = (slots - table.len()).min(BLOCK);
            table.par_extend((0..block).into_par_iter().map(|_| Slot::default()));
        }
        Ok((table.len() == slots).then(|| Table { slots: table, evicts: AtomicBool::new(false) }))
    }

    /// Whether a position was evicted or not kept: then the table does not hold every position.
    pub fn has_evicted(&self) -> bool {
        self.evicts.load(Ordering::Relaxed)
    }

    /// The slot at which the search for `key` begins.
    pub fn home(&self, key: Position) -> usize {
        // Two multiplications mix all 64 bits; the high word of the product scales the hash to the table.
        let x = key.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let hash = (x ^ x >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        ((u128::from(hash) * self.slots.len() as u128) >> 64) as usize
    }

    /// Loads the slot at `home` and returns some of its bits. Touching many homes first lets the memory fetch them side
    /// by side.
    pub fn touch(&self, home: usize) -> u64 {
        self.slots[home].key.load(Ordering::Relaxed)
    }

    /// The value of `key`, if known.
    pub fn get(&self, key: Position, home: usize) -> Option<Ends> {
        for slot in self.window(home) {
            match slot.key.load(Ordering::Relaxed) {
                0 => return None,
                found if found == key.bits() => {
                    if let Some(value) = slot.read(key) {
                        return Some(value);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Stores `value` for `key`, unless the key is there already or finds no slot; returns whether it is now there for the
    /// first time.
    pub fn insert(&self, key: Position, value: Ends) -> bool {
        let limit = 1u128 << (64 + HIGH_BITS);
        if value.games >= limit || value.solutions >= limit {
            self.evicts.store(true, Ordering::Relaxed);
            return false;
        }
        let home = self.home(key);
        for slot in self.window(home) {
            loop {
                let found = slot.key.load(Ordering::Acquire);
                if found == key.bits() {
                    return false;
                }
                if found != 0 {
                    break;
                }
                if slot.write(key, value, 0) {
                    return true;
                }
                // Another worker is filling this slot, perhaps with this very position.
                std::thread::yield_now();
            }
        }
        self.evicts.store(true, Ordering::Relaxed);
        let pegs = |slot: &&Slot| slot.key.load(Ordering::Relaxed).count_ones();
        if let Some(slot) = self.window(home).take(4).min_by_key(pegs) {
            let version = slot.rest.load(Ordering::Relaxed) & VERSION;
            slot.write(key, value, version);
        }
        false
    }

    fn window(&self, home: usize) -> impl Iterator<Item = &Slot> {
        let window = if self.has_evicted() { SHORT_WINDOW } else { WINDOW };
        self.slots[home..].iter().chain(&self.slots).take(window)
    }
}

impl Slot {
    /// The value, unless the slot is being written or holds another position.
    fn read(&self, key: Position) -> Option<Ends> {
        let before = self.rest.load(Ordering::Acquire);
        let found = self.key.load(Ordering::Relaxed);
        let games = self.games.load(Ordering::Relaxed);
        let solutions = self.solutions.load(Ordering::Relaxed);
        // The loads above come before the second load of the version.
        fence(Ordering::Acquire);
        let after = self.rest.load(Ordering::Relaxed);
        let whole = before == after && before & 1 == 0 && found == key.bits();
        whole.then(|| Ends {
            games: u128::from(games) | u128::from(before >> 32 & 0xFFFF) << 64,
            solutions: u128::from(solutions) | u128::from(before >> 48) << 64,
        })
    }

    /// Writes the slot, if it is still at `version` and nobody else writes it.
    fn write(&self, key: Position, value: Ends, version: u64) -> bool {
        let before = self.rest.load(Ordering::Relaxed);
        if before & VERSION != version || version & 1 == 1 {
            return false;
        }
        let locked = before & !VERSION | (version + 1);
        let claim = self.rest.compare_exchange(before, locked, Ordering::Acquire, Ordering::Relaxed);
        if claim.is_err() {
            return false;
        }
        // The odd version is visible before any of the words below.
        fence(Ordering::Release);
        self.games.store(value.games as u64, Ordering::Relaxed);
        self.solutions.store(value.solutions as u64, Ordering::Relaxed);
        self.key.store(key.bits(), Ordering::Release);
        let high = (value.games >> 64) as u64 | ((value.solutions >> 64) as u64) << HIGH_BITS;
        // Version 0 marks an empty slot, so a wrap skips it.
        let version = match (version + 2) & VERSION {
            0 => 2,
            next => next,
        };
        self.rest.store(high << 32 | version, Ordering::Release);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(of: u64) -> Ends {
        Ends { games: u128::from(of) << 14 | 1, solutions: u128::from(of) * 3 }
    }

    #[test]
    fn stored_values_are_found_with_all_bits() {
        let table = Table::new(4096, &StopFlag::default()).unwrap().unwrap();
        let large = Ends { games: (1 << 80) - 3, solutions: 1 << 79 | 5 };
        let key = Position::from_bits(u64::MAX - 5);
        assert_eq!(table.get(key, table.home(key)), None);
        assert!(table.insert(key, large));
        assert!(!table.insert(key, large));
        assert_eq!(table.get(key, table.home(key)), Some(large));
        assert!(!table.has_evicted());
    }

    #[test]
    fn a_number_that_is_too_large_is_not_kept() {
        let table = Table::new(1, &StopFlag::default()).unwrap().unwrap();
        let key = Position::from_bits(9);
        let large = Ends { games: 1 << 80, solutions: 0 };
        assert!(!table.insert(key, large));
        assert_eq!(table.get(key, table.home(key)), None);
        assert!(table.has_evicted());
    }

    #[test]
    fn a_full_table_forgets_and_never_mixes() {
        let table = Table::new(1500, &StopFlag::default()).unwrap().unwrap();
        let key = |i: u64| Position::from_bits(i * 0x1_0001 + 1);
        (0..100_000u64).into_par_iter().for_each(|i| {
            table.insert(key(i), value(i));
            let other = i / 2;
            let found = table.get(key(other), table.home(key(other)));
            assert!(found.is_none_or(|found| found == value(other)));
        });
        assert!(table.has_evicted());
        let kept = (0..100_000).filter(|&i| table.get(key(i), table.home(key(i))).is_some());
        assert!(kept.count() > 100);
    }

    #[test]
    fn each_position_is_new_once_however_many_workers_bring_it() {
        let table = Table::new(10_000, &StopFlag::default()).unwrap().unwrap();
        let new = (0..40_000u64)
            .into_par_iter()
            .map(|i| Position::from_bits(i / 8 + 1))
            .filter(|&key| table.insert(key, value(key.bits())));
        assert_eq!(new.count(), 5000);
        assert!(!table.has_evicted());
    }
}
