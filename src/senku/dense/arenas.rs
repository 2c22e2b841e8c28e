//! The memory of a level's numbers: packed, partition after partition, in large blocks.
//!
//! About a third of a level's slots are reached. For each partition a bit map of these slots and their numbers are
//! kept, in the narrowest width that holds them. (Where the instruction set does not pack, the numbers of all slots are
//! kept.) Because the length of a partition's *slice* is known only at the end, each worker appends slices to an
//! *arena* of its own and takes an empty arena when it is full. A finished level's arenas are reused for the level
//! after next, which saves the system from clearing memory again.

use super::ranks::{marked, members};
use super::tables::Tables;
use super::widths::{Numbers, Streams, Total, width};
use crate::Error;
use crate::search::Overflow;
use crate::simd::moves::{BLOCK, LINE, Memory, Move, Moves, Packed, Slot, Sum};
use std::sync::{Mutex, MutexGuard};

/// Words of a cache line.
const LINE_WORDS: usize = LINE / size_of::<u64>();
/// Lines at the end of an arena that no slice takes: a block behind the last numbers, which moves may read and write.
const SPARE_LINES: usize = BLOCK * size_of::<u128>() / LINE;

/// The location of a partition's numbers at one level.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Slice {
    /// The largest number; 1 if the numbers are residues. If it is 0, no position is reached, and only this field is valid.
    pub largest: u128,
    arena: u32,
    /// The first cache line, where the map begins.
    first: u32,
    /// Words of the map.
    words: u16,
    /// Bytes of a number.
    width: u8,
    /// Whether zeros are kept too.
    whole: bool,
    /// The numbers kept, padded to whole blocks.
    kept: u32,
}

impl Slice {
    /// Lines of the map.
    fn map_lines(&self) -> usize {
        usize::from(self.words).div_ceil(LINE_WORDS)
    }

    /// The index of the first number among the arena's slots.
    fn first_number<S: Slot>(&self) -> usize {
        (self.first as usize + self.map_lines()) * (LINE / size_of::<S>())
    }

    fn lines(&self) -> usize {
        self.map_lines() + (self.kept as usize * usize::from(self.width)).div_ceil(LINE)
    }
}

/// The numbers of a level.
#[derive(Debug, Default)]
pub(super) struct LevelMemory {
    /// The location of each partition's numbers.
    slices: Vec<Slice>,
    arenas: Vec<Memory>,
}

impl LevelMemory {
    /// The largest number of a partition, or 1 if the numbers are residues; 0 if none of its positions is reached.
    #[inline(always)]
    pub fn largest(&self, partition: usize) -> u128 {
        self.slices[partition].largest
    }

    /// The map of the reached positions; empty if there are none.
    #[inline(always)]
    fn map(&self, slice: &Slice) -> &[u64] {
        if slice.largest == 0 { &[] } else { &self.lines_of(slice)[..usize::from(slice.words)] }
    }

    /// The numbers of a partition.
    #[inline(always)]
    pub fn numbers(&self, partition: usize) -> Numbers<'_> {
        let slice = &self.slices[partition];
        match slice.width {
            4 => Numbers::Of32(self.packed(slice)),
            8 => Numbers::Of64(self.packed(slice)),
            _ => Numbers::Of128(self.packed(slice)),
        }
    }

    /// The number of the position of this rank in this partition.
    pub fn number(&self, (partition, rank): (usize, usize)) -> u128 {
        let slice = &self.slices[partition];
        let before = marked(self.map(slice)).position(|reached| reached == rank);
        let Some(before) = before else { return 0 };
        let number = if slice.whole { rank } else { before };
        match self.numbers(partition) {
            Numbers::Of32(packed) => packed.slots[number].into(),
            Numbers::Of64(packed) => packed.slots[number].into(),
            Numbers::Of128(packed) => packed.slots[number],
        }
    }

    /// Everything that is kept of a partition, for a prefetch.
    #[inline(always)]
    pub fn lines(&self, partition: usize) -> &[u64] {
        self.lines_of(&self.slices[partition])
    }

    #[inline(always)]
    fn lines_of(&self, slice: &Slice) -> &[u64] {
        &self.arenas[slice.arena as usize].slots()[slice.first as usize * LINE_WORDS..]
            [..slice.lines() * LINE_WORDS]
    }

    #[inline(always)]
    fn packed<S: Slot>(&self, slice: &Slice) -> Packed<'_, S> {
        let slots = &self.arenas[slice.arena as usize].slots()[slice.first_number::<S>()..];
        Packed { kept: self.map(slice), slots: &slots[..slice.kept as usize + BLOCK], whole: slice.whole }
    }
}

/// An arena that is being filled.
#[derive(Debug)]
pub(super) struct Arena {
    number: u32,
    memory: Memory,
    /// Lines in use.
    taken: usize,
}

impl Arena {
    /// Appends the marked sums, or all of them if `whole`; there are 64 per word of the map. `most` is the largest sum,
    /// and numbers take at least `least` bytes. `None` if the arena has no room.
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
        if (self.taken + slice.lines() + SPARE_LINES) * LINE > self.memory.bytes() {
            return None;
        }
        self.taken += slice.lines();
        self.memory.slots_mut()[slice.first as usize * LINE_WORDS..][..reached.len()]
            .copy_from_slice(reached);
        let by = <A as Sum<A>>::by(moves);
        if !whole && usize::from(slice.width) == size_of::<A>() {
            by.pack(sums, reached, self.numbers_mut(&slice));
            return Some(slice);
        }
        let packed = if whole {
            sums
        } else {
            let packed = &mut A::stream(streams).packed;
            by.pack(sums, reached, packed);
            &packed[..slice.kept as usize]
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
        for (slot, number) in self.numbers_mut(slice)[..packed.len()].iter_mut().zip(packed) {
            *slot = S::cut(number.widest());
        }
    }

    /// The memory from the first number of a slice on.
    #[inline(always)]
    fn numbers_mut<S: Slot>(&mut self, slice: &Slice) -> &mut [S] {
        &mut self.memory.slots_mut()[slice.first_number::<S>()..]
    }
}

/// The arenas of all levels. Their memory grows level by level, so it is limited here.
pub(super) struct ArenaPool {
    /// Bytes of an arena.
    bytes: usize,
    state: Mutex<PoolState>,
}

/// The limit allows no further arena.
pub(super) struct NoRoom;

#[derive(Default)]
struct PoolState {
    /// The arenas of finished levels.
    empty: Vec<Memory>,
    /// Arenas of the level in progress that no worker fills any more.
    done: Vec<Arena>,
    /// The number of arenas of this level.
    number: u32,
    /// The number of all arenas, empty ones included, and the most bytes that they may take.
    arenas: usize,
    limit: Option<u128>,
    /// The limit under which an arena was refused.
    refused: Option<u128>,
}

impl ArenaPool {
    /// Sizes arenas for levels made by `threads` threads. Each thread leaves one arena half empty, which must be little
    /// compared with a level.
    pub fn new(tables: &Tables, threads: usize) -> Self {
        let slots = tables.slots.iter().max().map_or(0, |&slots| slots as usize);
        let words = tables.ranks.bins.iter().map(|bin| bin.words()).max().unwrap_or(0);
        let partition = words * 64 * size_of::<u128>() + words * size_of::<u64>() + (2 + SPARE_LINES) * LINE;
        let bytes = (slots / (4 * threads)).clamp(1 << 16, 1 << 26).max(partition);
        ArenaPool { bytes, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().expect("no worker has panicked")
    }

    /// Limits the arenas to this many bytes from now on.
    pub fn limit(&self, bytes: Option<u128>) {
        self.state().limit = bytes;
    }

    /// The reason why a level of `pegs` pegs could not be made: a refused arena since the last call, otherwise an
    /// overflow.
    pub fn failure(&self, pegs: usize) -> Error {
        let mut state = self.state();
        let Some(limit) = state.refused.take() else { return Error::Overflow(Overflow) };
        Error::Memory {
            what: format!("the level of {pegs} pegs and the one before it"),
            needed: ((state.arenas + 1) * self.bytes) as u128,
            limit: limit.try_into().unwrap_or(u64::MAX),
        }
    }

    /// Takes an empty arena.
    pub fn open(&self) -> Result<Arena, NoRoom> {
        let mut state = self.state();
        let memory = match state.empty.pop() {
            Some(memory) => memory,
            None => {
                let taken = (state.arenas * self.bytes) as u128;
                let most = state.limit.unwrap_or(u128::MAX);
                let room = taken + self.bytes as u128 <= most;
                let Some(memory) = room.then(|| Memory::new(self.bytes)).flatten() else {
                    // Either the system has no more memory, or the limit is reached.
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

    /// Returns an arena, full or not.
    pub fn leave(&self, arena: Arena) {
        self.state().done.push(arena);
    }

    /// Exchanges a full arena for an empty one.
    pub fn change(&self, arena: &mut Arena) -> Result<(), NoRoom> {
        self.leave(std::mem::replace(arena, self.open()?));
        Ok(())
    }

    /// Ends the level with these slices and returns its memory.
    pub fn finish(&self, slices: Vec<Slice>) -> LevelMemory {
        let mut state = self.state();
        state.number = 0;
        let mut arenas = std::mem::take(&mut state.done);
        arenas.sort_unstable_by_key(|arena| arena.number);
        LevelMemory { slices, arenas: arenas.into_iter().map(|arena| arena.memory).collect() }
    }

    /// Takes back the memory of a finished level.
    pub fn clear(&self, level: LevelMemory) {
        self.state().empty.extend(level.arenas);
    }
}
