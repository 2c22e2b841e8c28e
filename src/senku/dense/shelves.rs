//! Where the numbers of a level are: packed, partition after partition, in large blocks of memory.
//!
//! A third of the slots of a level are reached. For each partition there are a map of these and their numbers (or, where the
//! instruction set does not pack, those of all slots), in the least width that holds them. How long that is shows when they are known, so each worker puts its partitions on a
//! *shelf* of its own, and takes an empty one when it is full. The shelves of a level that is left are used
//! again for the level after next: memory that the system has cleared once is not asked for again.

use super::tables::Tables;
use super::tally::members;
use super::widths::{Numbers, Streams, Total, width};
use crate::Error;
use crate::search::Overflow;
use crate::simd::moves::{BLOCK, LINE, Memory, Move, Moves, Packed, Slot, Sum};
use std::sync::{Mutex, MutexGuard};

/// Words of a cache line.
const LINE_WORDS: usize = LINE / size_of::<u64>();

/// Where a partition's numbers are, at one level.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Place {
    /// The largest number, or what stands for it; 0 where no position is reached, and nothing else is told then.
    pub largest: u128,
    shelf: u32,
    /// The first cache line, where the map begins.
    first: u32,
    /// Words of the map.
    words: u16,
    /// Bytes of a number.
    width: u8,
    /// Zeros are kept too.
    whole: bool,
    /// Numbers that are kept, and padding to whole blocks.
    kept: u32,
}

impl Place {
    /// Lines of the map.
    fn map_lines(&self) -> usize {
        usize::from(self.words).div_ceil(LINE_WORDS)
    }

    fn lines(&self) -> usize {
        self.map_lines() + (self.kept as usize * usize::from(self.width)).div_ceil(LINE)
    }
}

/// The numbers of a level.
#[derive(Debug, Default)]
pub(super) struct Shelves(Vec<Memory>);

impl Shelves {
    /// Which of a partition's positions are reached.
    #[inline(always)]
    pub fn reached(&self, place: &Place) -> &[u64] {
        if place.largest == 0 { &[] } else { &self.lines(place)[..usize::from(place.words)] }
    }

    /// A partition's numbers.
    #[inline(always)]
    pub fn numbers(&self, place: &Place) -> Numbers<'_> {
        match place.width {
            4 => Numbers::Of32(self.packed(place)),
            8 => Numbers::Of64(self.packed(place)),
            _ => Numbers::Of128(self.packed(place)),
        }
    }

    /// The number of a rank.
    pub fn number(&self, place: &Place, rank: usize) -> u128 {
        let reached = self.reached(place);
        if reached.get(rank / 64).is_none_or(|word| word >> (rank % 64) & 1 == 0) {
            return 0;
        }
        let (whole, word) = (&reached[..rank / 64], reached[rank / 64]);
        let before = members(whole) + u64::from((word & ((1 << (rank % 64)) - 1)).count_ones());
        let number = if place.whole { rank } else { before as usize };
        match self.numbers(place) {
            Numbers::Of32(packed) => packed.slots[number].into(),
            Numbers::Of64(packed) => packed.slots[number].into(),
            Numbers::Of128(packed) => packed.slots[number],
        }
    }

    /// All that is kept of a partition, for a prefetch.
    #[inline(always)]
    pub fn lines(&self, place: &Place) -> &[u64] {
        &self.0[place.shelf as usize].slots()[place.first as usize * LINE_WORDS..]
            [..place.lines() * LINE_WORDS]
    }

    #[inline(always)]
    fn packed<S: Slot>(&self, place: &Place) -> Packed<'_, S> {
        let first = (place.first as usize + place.map_lines()) * (LINE / size_of::<S>());
        let slots = &self.0[place.shelf as usize].slots()[first..][..place.kept as usize];
        Packed { kept: self.reached(place), slots, whole: place.whole }
    }
}

/// A shelf that is being filled.
#[derive(Debug)]
pub(super) struct Shelf {
    number: u32,
    memory: Memory,
    /// Lines that are taken.
    taken: usize,
}

impl Shelf {
    /// Keeps the sums that are marked, or the `whole`; there are 64 for each word of the map. `most` is the largest of
    /// them, and numbers have `least` bytes at least. `None` where the shelf has no room.
    #[inline(always)]
    pub fn keep<M: Moves, A: Total>(
        &mut self,
        moves: M,
        sums: &[A],
        reached: &[u64],
        (most, least, whole): (u128, usize, bool),
        streams: &mut Streams,
    ) -> Option<Place> {
        let place = Place {
            largest: most,
            shelf: self.number,
            first: self.taken as u32,
            words: reached.len() as u16,
            width: width(most, least) as u8,
            whole,
            kept: if whole { sums.len() } else { members(reached) as usize }.next_multiple_of(BLOCK) as u32,
        };
        if (self.taken + place.lines()) * LINE > self.memory.bytes() {
            return None;
        }
        self.taken += place.lines();
        self.memory.slots_mut()[place.first as usize * LINE_WORDS..][..reached.len()]
            .copy_from_slice(reached);
        let packed = if whole {
            sums
        } else {
            let stream = A::stream(streams);
            <A as Sum<A>>::by(moves).pack(sums, reached, stream);
            &stream.packed()[..place.kept as usize]
        };
        match place.width {
            4 => self.put::<A, u32>(&place, packed),
            8 => self.put::<A, u64>(&place, packed),
            _ => self.put::<A, u128>(&place, packed),
        }
        Some(place)
    }

    #[inline(always)]
    fn put<A: Slot, S: Slot>(&mut self, place: &Place, packed: &[A]) {
        let first = (place.first as usize + place.map_lines()) * (LINE / size_of::<S>());
        let slots = &mut self.memory.slots_mut()[first..][..packed.len()];
        for (slot, number) in slots.iter_mut().zip(packed) {
            *slot = S::cut(number.widest());
        }
    }
}

/// The shelves of the levels to come. How much memory they take shows level by level, so it is limited here.
pub(super) struct Storehouse {
    /// Bytes of a shelf.
    bytes: usize,
    stock: Mutex<Stock>,
}

/// There is no memory for another shelf within the limit.
pub(super) struct NoRoom;

#[derive(Default)]
struct Stock {
    empty: Vec<Memory>,
    /// Shelves of the level that is being made: with room left, and without.
    open: Vec<Shelf>,
    full: Vec<Shelf>,
    /// How many shelves this level has.
    number: u32,
    /// How many shelves there are, empty ones too, and the most bytes that they may have.
    shelves: usize,
    limit: Option<u128>,
    /// The limit under which a shelf was refused.
    refused: Option<u128>,
}

impl Storehouse {
    /// For levels that so many threads make. Each leaves one shelf half empty: that is to be little of a level.
    pub fn new(tables: &Tables, threads: usize) -> Self {
        let pegs = 0..=tables.parts.s.len() + tables.parts.r.len();
        let slots = pegs.map(|pegs| tables.slots(pegs)).max().unwrap_or(0);
        let words = tables.ranks.bins.iter().map(|bin| bin.words()).max().unwrap_or(0);
        let partition = words * 64 * size_of::<u128>() + words * size_of::<u64>() + 2 * LINE;
        let bytes = (slots / (4 * threads)).clamp(1 << 16, 1 << 26).max(partition);
        Storehouse { bytes, stock: Mutex::default() }
    }

    fn stock(&self) -> MutexGuard<'_, Stock> {
        self.stock.lock().expect("no worker has panicked")
    }

    /// From now on the shelves may have so many bytes.
    pub fn limit(&self, bytes: Option<u128>) {
        self.stock().limit = bytes;
    }

    /// Why a level of `pegs` pegs could not be made: a shelf was refused since this was asked last, or else a number
    /// overflowed.
    pub fn failure(&self, pegs: usize) -> Error {
        let mut stock = self.stock();
        let Some(limit) = stock.refused.take() else { return Error::Overflow(Overflow) };
        Error::Memory {
            what: format!("the level of {pegs} pegs and the one before it"),
            needed: ((stock.shelves + 1) * self.bytes) as u128,
            limit: limit.try_into().unwrap_or(u64::MAX),
        }
    }

    /// A shelf that is not full.
    pub fn open(&self) -> Result<Shelf, NoRoom> {
        let open = self.stock().open.pop();
        open.map_or_else(|| self.empty(), Ok)
    }

    fn empty(&self) -> Result<Shelf, NoRoom> {
        let mut stock = self.stock();
        let memory = match stock.empty.pop() {
            Some(memory) => memory,
            None => {
                let taken = (stock.shelves * self.bytes) as u128;
                let most = stock.limit.unwrap_or(u128::MAX);
                let room = taken + self.bytes as u128 <= most;
                let Some(memory) = room.then(|| Memory::new(self.bytes)).flatten() else {
                    // The system gave all that it has, or the limit is reached.
                    stock.refused = Some(if room { taken } else { most });
                    return Err(NoRoom);
                };
                stock.shelves += 1;
                memory
            }
        };
        let number = stock.number;
        stock.number += 1;
        Ok(Shelf { number, memory, taken: 0 })
    }

    /// Leaves a shelf to the next worker.
    pub fn leave(&self, shelf: Shelf) {
        self.stock().open.push(shelf);
    }

    /// Changes a full shelf for an empty one.
    pub fn change(&self, shelf: &mut Shelf) -> Result<(), NoRoom> {
        let full = std::mem::replace(shelf, self.empty()?);
        self.stock().full.push(full);
        Ok(())
    }

    /// The shelves of the level that was made.
    pub fn finish(&self) -> Shelves {
        let mut stock = self.stock();
        let Stock { open, full, number, .. } = &mut *stock;
        *number = 0;
        let mut shelves: Vec<Shelf> = open.drain(..).chain(full.drain(..)).collect();
        shelves.sort_unstable_by_key(|shelf| shelf.number);
        Shelves(shelves.into_iter().map(|shelf| shelf.memory).collect())
    }

    /// Takes the shelves of a level that is left.
    pub fn clear(&self, shelves: Shelves) {
        self.stock().empty.extend(shelves.0);
    }
}
