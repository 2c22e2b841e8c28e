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
pub(super) struct Slice {
    /// The largest number, or what stands for it; 0 where no position is reached, and nothing else is told then.
    pub largest: u128,
    arena: u32,
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

impl Slice {
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
pub(super) struct LevelMemory(Vec<Memory>);

impl LevelMemory {
    /// Which of a partition's positions are reached.
    #[inline(always)]
    pub fn reached(&self, slice: &Slice) -> &[u64] {
        if slice.largest == 0 { &[] } else { &self.lines(slice)[..usize::from(slice.words)] }
    }

    /// A partition's numbers.
    #[inline(always)]
    pub fn numbers(&self, slice: &Slice) -> Numbers<'_> {
        match slice.width {
            4 => Numbers::Of32(self.packed(slice)),
            8 => Numbers::Of64(self.packed(slice)),
            _ => Numbers::Of128(self.packed(slice)),
        }
    }

    /// The number of a rank.
    pub fn number(&self, slice: &Slice, rank: usize) -> u128 {
        let reached = self.reached(slice);
        if reached.get(rank / 64).is_none_or(|word| word >> (rank % 64) & 1 == 0) {
            return 0;
        }
        let (whole, word) = (&reached[..rank / 64], reached[rank / 64]);
        let before = members(whole) + u64::from((word & ((1 << (rank % 64)) - 1)).count_ones());
        let number = if slice.whole { rank } else { before as usize };
        match self.numbers(slice) {
            Numbers::Of32(packed) => packed.slots[number].into(),
            Numbers::Of64(packed) => packed.slots[number].into(),
            Numbers::Of128(packed) => packed.slots[number],
        }
    }

    /// All that is kept of a partition, for a prefetch.
    #[inline(always)]
    pub fn lines(&self, slice: &Slice) -> &[u64] {
        &self.0[slice.arena as usize].slots()[slice.first as usize * LINE_WORDS..]
            [..slice.lines() * LINE_WORDS]
    }

    #[inline(always)]
    fn packed<S: Slot>(&self, slice: &Slice) -> Packed<'_, S> {
        let first = (slice.first as usize + slice.map_lines()) * (LINE / size_of::<S>());
        let slots = &self.0[slice.arena as usize].slots()[first..][..slice.kept as usize];
        Packed { kept: self.reached(slice), slots, whole: slice.whole }
    }
}

/// A shelf that is being filled.
#[derive(Debug)]
pub(super) struct Arena {
    number: u32,
    memory: Memory,
    /// Lines that are taken.
    taken: usize,
}

impl Arena {
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
    ) -> Option<Slice> {
        let slice = Slice {
            largest: most,
            arena: self.number,
            first: self.taken as u32,
            words: reached.len() as u16,
            width: width(most, least) as u8,
            whole,
            kept: if whole { sums.len() } else { members(reached) as usize }.next_multiple_of(BLOCK) as u32,
        };
        if (self.taken + slice.lines()) * LINE > self.memory.bytes() {
            return None;
        }
        self.taken += slice.lines();
        self.memory.slots_mut()[slice.first as usize * LINE_WORDS..][..reached.len()]
            .copy_from_slice(reached);
        let packed = if whole {
            sums
        } else {
            let stream = A::stream(streams);
            <A as Sum<A>>::by(moves).pack(sums, reached, stream);
            &stream.packed()[..slice.kept as usize]
        };
        match slice.width {
            4 => self.put::<A, u32>(&slice, packed),
            8 => self.put::<A, u64>(&slice, packed),
            _ => self.put::<A, u128>(&slice, packed),
        }
        Some(slice)
    }

    #[inline(always)]
    fn put<A: Slot, S: Slot>(&mut self, slice: &Slice, packed: &[A]) {
        let first = (slice.first as usize + slice.map_lines()) * (LINE / size_of::<S>());
        let slots = &mut self.memory.slots_mut()[first..][..packed.len()];
        for (slot, number) in slots.iter_mut().zip(packed) {
            *slot = S::cut(number.widest());
        }
    }
}

/// The shelves of the levels to come. How much memory they take shows level by level, so it is limited here.
pub(super) struct ArenaPool {
    /// Bytes of a shelf.
    bytes: usize,
    state: Mutex<PoolState>,
}

/// There is no memory for another shelf within the limit.
pub(super) struct NoRoom;

#[derive(Default)]
struct PoolState {
    empty: Vec<Memory>,
    /// Shelves of the level that is being made: with room left, and without.
    open: Vec<Arena>,
    full: Vec<Arena>,
    /// How many shelves this level has.
    number: u32,
    /// How many shelves there are, empty ones too, and the most bytes that they may have.
    arenas: usize,
    limit: Option<u128>,
    /// The limit under which a shelf was refused.
    refused: Option<u128>,
}

impl ArenaPool {
    /// For levels that so many threads make. Each leaves one shelf half empty: that is to be little of a level.
    pub fn new(tables: &Tables, threads: usize) -> Self {
        let pegs = 0..=tables.split.s.len() + tables.split.r.len();
        let slots = pegs.map(|pegs| tables.slots(pegs)).max().unwrap_or(0);
        let words = tables.ranks.bins.iter().map(|bin| bin.words()).max().unwrap_or(0);
        let partition = words * 64 * size_of::<u128>() + words * size_of::<u64>() + 2 * LINE;
        let bytes = (slots / (4 * threads)).clamp(1 << 16, 1 << 26).max(partition);
        ArenaPool { bytes, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().expect("no worker has panicked")
    }

    /// From now on the shelves may have so many bytes.
    pub fn limit(&self, bytes: Option<u128>) {
        self.state().limit = bytes;
    }

    /// Why a level of `pegs` pegs could not be made: a shelf was refused since this was asked last, or else a number
    /// overflowed.
    pub fn failure(&self, pegs: usize) -> Error {
        let mut state = self.state();
        let Some(limit) = state.refused.take() else { return Error::Overflow(Overflow) };
        Error::Memory {
            what: format!("the level of {pegs} pegs and the one before it"),
            needed: ((state.arenas + 1) * self.bytes) as u128,
            limit: limit.try_into().unwrap_or(u64::MAX),
        }
    }

    /// A shelf that is not full.
    pub fn open(&self) -> Result<Arena, NoRoom> {
        let open = self.state().open.pop();
        open.map_or_else(|| self.empty(), Ok)
    }

    fn empty(&self) -> Result<Arena, NoRoom> {
        let mut state = self.state();
        let memory = match state.empty.pop() {
            Some(memory) => memory,
            None => {
                let taken = (state.arenas * self.bytes) as u128;
                let most = state.limit.unwrap_or(u128::MAX);
                let room = taken + self.bytes as u128 <= most;
                let Some(memory) = room.then(|| Memory::new(self.bytes)).flatten() else {
                    // The system gave all that it has, or the limit is reached.
                    state.refused = Some(if room { taken } else { most });
                    return Err(NoRoom);
                };
                state.arenas += 1;
                memory
            }
        };
        let number = state.number;
        state.number += 1;
        Ok(Arena { number, memory, taken: 0 })
    }

    /// Leaves a shelf to the next worker.
    pub fn leave(&self, arena: Arena) {
        self.state().open.push(arena);
    }

    /// Changes a full shelf for an empty one.
    pub fn change(&self, arena: &mut Arena) -> Result<(), NoRoom> {
        let full = std::mem::replace(arena, self.empty()?);
        self.state().full.push(full);
        Ok(())
    }

    /// The shelves of the level that was made.
    pub fn finish(&self) -> LevelMemory {
        let mut state = self.state();
        let PoolState { open, full, number, .. } = &mut *state;
        *number = 0;
        let mut arenas: Vec<Arena> = open.drain(..).chain(full.drain(..)).collect();
        arenas.sort_unstable_by_key(|arena| arena.number);
        LevelMemory(arenas.into_iter().map(|arena| arena.memory).collect())
    }

    /// Takes the shelves of a level that is left.
    pub fn clear(&self, level: LevelMemory) {
        self.state().empty.extend(level.0);
    }
}
