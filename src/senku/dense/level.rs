//! One level follows from another: each target partition is pulled from its sources.
//!
//! A level holds for each slot the ways to reach that position. On a row of six holes with S = {0, 1} and
//! R = {2, 3, 4, 5}, from the start `oooo.o`, the partitions of two levels, each with the patterns of R and the
//! ways to them:
//!
//! ```text
//! S           ..               o.               .o             oo
//! 3 pegs      o.oo 1           .oo. 0           o..o 0         .o.. 1
//!               │                                                │
//!               │ gathered: 5 over 4 to 3                        │ pass: 0 over 1 to 2
//!               ├────────────────────────────────────────────────┘
//!               ▼
//! 2 pegs      oo.. 1 + 1 = 2   o... 0           (none)         (none)
//!             .o.o 0           ...o 0
//! ```
//!
//! The slots of a target partition are the sum of its jumps inside R and of its passes (see `passes`). A target has
//! one writer, so that no sum needs an atomic, and its sum stays in the first cache. Sources that nothing reaches
//! are skipped, such as o. and .o above.
//!
//! **Widths.** The largest number of each partition is kept. Their sum over the sources of a target bounds what can
//! arrive there: 1 + 1 at .. above. Where the bound fits the level's width, the sum is made in that width right in
//! the slots, else in twice the width and checked as it is stored. A number that does not fit ends the level
//! with [`Overflow`], and the caller does it again in a wider one.
//!
//! Run time O(slots · jumps / lanes).

use super::passes::Pass;
use super::ranks::Bin;
use super::tables::{Extent, Tables};
use super::tally::{LevelTally, tally};
use crate::search::{Halt, Overflow, Problem, StopFlag, Subproblem, Tally};
use crate::senku::Position;
use crate::simd::moves::{self, Memory, Move, Moves, Slot, Stream, Sum, WINDOW, window};
use crate::simd::{Isa, Kernel};
use std::marker::PhantomData;
use std::sync::Mutex;

/// Partitions that a worker takes at once.
const CHUNK: usize = 16;
/// Passes whose sources are fetched ahead.
const AHEAD: usize = 2;

/// The ways to reach the positions of one level.
pub(super) struct Level<S> {
    pub pegs: usize,
    pub extents: Vec<Extent>,
    /// The slots of all partitions, and a window of padding.
    memory: Memory,
    /// The largest number in each partition, 0 where none is reached; the slots are not to be read then.
    pub largest: Vec<u128>,
    width: PhantomData<S>,
}

impl<S: Slot> Level<S> {
    /// An empty level, in the memory of an old one where it is large enough; fresh memory is of `room` bytes
    /// at least, so that larger and wider levels can follow.
    pub fn new(tables: &Tables, pegs: usize, memory: Option<Memory>, room: usize) -> Self {
        let (extents, len) = tables.extents(pegs);
        let needed = (len + WINDOW) * size_of::<S>();
        let memory = memory.filter(|memory| memory.bytes() >= needed);
        Level {
            pegs,
            memory: memory.unwrap_or_else(|| Memory::new(needed.max(room))),
            largest: vec![0; extents.len()],
            extents,
            width: PhantomData,
        }
    }

    /// The level of one position, which is reached in so many ways.
    pub fn of(tables: &Tables, position: Position, ways: S) -> Self {
        let mut level = Level::new(tables, position.len(), None, 0);
        level.set(tables.find(position), ways);
        level
    }

    /// Its memory, to be used again.
    pub fn into_memory(self) -> Memory {
        self.memory
    }

    /// The slots of a partition.
    pub fn slots(&self, partition: usize) -> &[S] {
        &self.memory.slots()[self.extents[partition].slots()]
    }

    /// The ways to the position of this rank in this partition.
    pub fn ways(&self, (partition, rank): (usize, usize)) -> S {
        if self.largest[partition] == 0 {
            return S::default();
        }
        self.slots(partition)[rank]
    }

    /// Sets the ways to the position of this rank in this partition. For a level in fresh memory, which is zero.
    pub fn set(&mut self, (partition, rank): (usize, usize), ways: S) {
        let range = self.extents[partition].slots();
        self.memory.slots_mut()[range][rank] = ways;
        self.largest[partition] = ways.widest();
    }

    /// The largest number of the level.
    pub fn largest(&self) -> u128 {
        self.largest.iter().copied().max().unwrap_or(0)
    }

    /// What the level adds to the totals.
    pub fn tally(&self, tables: &Tables) -> Result<LevelTally, Overflow> {
        let mut sum = LevelTally::default();
        for (partition, extent) in self.extents.iter().enumerate() {
            if self.largest[partition] > 0 {
                let more = tally(tables, partition, extent.bin, self.slots(partition), &mut Vec::new())?;
                sum.add(&more, 1)?;
            }
        }
        Ok(sum)
    }
}

/// Pulling a level from the one before, as a problem: its subproblems are chunks of target partitions.
pub(super) struct Pull<'a, S, D, F> {
    tables: &'a Tables,
    isa: Isa,
    source: &'a Level<S>,
    source_slots: &'a [S],
    /// Pegs of the targets.
    pegs: usize,
    extents: &'a [Extent],
    /// Each chunk is locked once, by the one worker that takes it.
    chunks: Vec<Mutex<Chunk<'a, D>>>,
    store: &'a F,
}

impl<'a, S: Slot, D: Slot, F: Store<D>> Pull<'a, S, D, F> {
    pub fn new(
        tables: &'a Tables,
        isa: Isa,
        source: &'a Level<S>,
        target: &'a mut Level<D>,
        store: &'a F,
    ) -> Self {
        let pegs = target.pegs;
        let extents = &*target.extents;
        let mut slots = target.memory.slots_mut();
        let mut largest = &mut *target.largest;
        let mut chunks = Vec::with_capacity(extents.len().div_ceil(CHUNK));
        for chunk in extents.chunks(CHUNK) {
            let len = chunk.iter().map(|extent| extent.slots().len()).sum();
            let (some_slots, other_slots) = slots.split_at_mut(len);
            let (some_largest, other_largest) = largest.split_at_mut(chunk.len());
            (slots, largest) = (other_slots, other_largest);
            chunks.push(Mutex::new(Chunk { slots: some_slots, largest: some_largest }));
        }
        Pull { tables, isa, source, source_slots: source.memory.slots(), pegs, extents, chunks, store }
    }
}

/// What one worker writes: a chunk of target partitions.
struct Chunk<'a, D> {
    slots: &'a mut [D],
    largest: &'a mut [u128],
}

impl<S: Slot, D: Holds<S>, F: Store<D>> Problem for Pull<'_, S, D, F> {
    type Tally = LevelTally;
    type Scratch = Scratch<S, D>;

    fn len(&self) -> u64 {
        self.chunks.len() as u64
    }

    fn subproblem(&self, id: u64) -> Subproblem {
        let first = id as usize * CHUNK;
        let last = self.extents.len().min(first + CHUNK) - 1;
        let slots = self.extents[last].slots().end - self.extents[first].first;
        Subproblem { id, weight: 1, cost: slots as u64 + 1 }
    }

    fn scratch(&self) -> Scratch<S, D> {
        Scratch { narrow: Turned::new(), wide: Turned::new(), sums: Vec::new(), words: Vec::new() }
    }

    fn count(&self, id: u64, scratch: &mut Scratch<S, D>, _: &StopFlag) -> Result<LevelTally, Halt> {
        let pull = PullChunk { pull: self, chunk: id as usize, scratch };
        Ok(self.isa.run_base(pull)?)
    }
}

/// Pulls the targets of one chunk, and tallies them while they are in the first cache.
struct PullChunk<'p, 'a, S, D: Slot, F> {
    pull: &'p Pull<'a, S, D, F>,
    chunk: usize,
    scratch: &'p mut Scratch<S, D>,
}

impl<M: Moves, S: Slot, D: Holds<S>, F: Store<D>> Kernel<M> for PullChunk<'_, '_, S, D, F> {
    type Output = Result<LevelTally, Overflow>;

    #[inline(always)]
    fn run(self, moves: M) -> Result<LevelTally, Overflow> {
        let (pull, id) = (self.pull, self.chunk);
        let mut chunk = pull.chunks[id].lock().expect("no worker has panicked");
        let Chunk { slots, largest } = &mut *chunk;
        let first = id * CHUNK;
        let mut sum = LevelTally::default();
        let start = pull.extents[first].first;
        for (largest, target) in largest.iter_mut().zip(first..) {
            let extent = &pull.extents[target];
            let range = extent.slots();
            let slots = &mut slots[range.start - start..range.end - start];
            *largest = pull.fill(moves, target, slots, self.scratch)?;
            if *largest > 0 {
                let more = tally(pull.tables, target, extent.bin, slots, &mut self.scratch.words)?;
                sum.add(&more, 1)?;
            }
        }
        Ok(sum)
    }
}

impl<S: Slot, D: Holds<S>, F: Store<D>> Pull<'_, S, D, F> {
    /// Fills the slots of a target; returns the largest number, 0 when nothing reaches it.
    #[inline(always)]
    fn fill<M: Moves>(
        &self,
        moves: M,
        target: usize,
        slots: &mut [D],
        scratch: &mut Scratch<S, D>,
    ) -> Result<u128, Overflow> {
        let bound = if slots.is_empty() { 0 } else { self.bound(target) };
        if bound == 0 {
            return Ok(0);
        }
        if F::AS_IS && bound <= D::MAX && bound < u128::MAX {
            slots.fill(D::default());
            self.add_passes(moves, target, slots, &mut scratch.narrow);
            return Ok(moves::largest(slots).widest());
        }
        let mut sums = std::mem::take(&mut scratch.sums);
        sums.clear();
        sums.resize(slots.len(), D::Wide::default());
        self.add_passes(moves, target, &mut sums, &mut scratch.wide);
        let largest = self.store.store(target, &sums, slots);
        scratch.sums = sums;
        largest
    }

    /// The most that one slot of the target can sum up to; 0 when it has no reached source.
    #[inline(always)]
    fn bound(&self, target: usize) -> u128 {
        let (_, most) = self.tables.passes.inside(self.extents[target].bin);
        let inside = self.source.largest[target].saturating_mul(u128::from(most));
        let passes = self.tables.passes.all_passes(target).iter();
        passes.fold(inside, |bound, pass| bound.saturating_add(self.source.largest[pass.source as usize]))
    }

    /// Adds up all that comes to a target.
    #[inline(always)]
    fn add_passes<M: Moves, A: Adds<S>>(
        &self,
        moves: M,
        target: usize,
        sums: &mut [A],
        turned: &mut Turned<S, A>,
    ) {
        let (tables, source) = (self.tables, self.source);
        let target_bin = self.extents[target].bin;
        for first in tables.passes.all_passes(target).iter().take(AHEAD) {
            self.prefetch(first);
        }
        if source.largest[target] > 0 {
            let (gathers, _) = tables.passes.inside(target_bin);
            let own = window(self.source_slots, source.extents[target].first);
            moves::put_gathered(moves, gathers, own, sums);
        }
        let size = target_bin.size as usize;
        let s_pegs = self.tables.partitions.list[target].pattern.count_ones() as usize;
        let mut rest = tables.passes.all_passes(target);
        for turn in tables.passes.turns(target) {
            let bin = tables.ranks.bin(turn.class, self.pegs - s_pegs);
            let len = bin.padded();
            let passes = tables.passes.passes(turn);
            let coming = rest;
            rest = &rest[passes.len()..];
            if turn.symmetry == 0 {
                self.add_turn(moves, passes, coming, bin, sums, &mut turned.stream);
            } else if passes.iter().any(|pass| source.largest[pass.source as usize] > 0) {
                turned.sums[..len].fill(A::default());
                self.add_turn(moves, passes, coming, bin, &mut turned.sums[..len], &mut turned.stream);
                let ranks = tables.turned(turn.symmetry, target_bin);
                moves::add_permuted(moves, &turned.sums, ranks, &mut sums[..size]);
            }
        }
    }

    /// Has the source of a pass fetched.
    #[inline(always)]
    fn prefetch(&self, pass: &Pass) {
        let source = pass.source as usize;
        if self.source.largest[source] > 0 {
            moves::prefetch(&self.source_slots[self.source.extents[source].slots()]);
        }
    }

    /// Adds the passes of one turn to a sum in that orientation.
    #[inline(always)]
    fn add_turn<M: Moves, A: Sum<S>>(
        &self,
        moves: M,
        passes: &[Pass],
        coming: &[Pass],
        to_bin: Bin,
        sums: &mut [A],
        stream: &mut Stream<S>,
    ) {
        let (ranks, source) = (&self.tables.ranks, self.source);
        for (i, pass) in passes.iter().enumerate() {
            if let Some(next) = coming.get(i + AHEAD) {
                self.prefetch(next);
            }
            let number = pass.source as usize;
            if source.largest[number] == 0 {
                continue;
            }
            let from = ranks.members(pass.from, source.extents[number].bin);
            let to = ranks.members(pass.to, to_bin);
            let slots = &self.source_slots[source.extents[number].slots()];
            A::by(moves).add_members(slots, from, sums, to, stream);
        }
    }
}

/// A worker's memory: sums of either width, and what they are made with.
pub(super) struct Scratch<S, D: Slot> {
    narrow: Turned<S, D>,
    wide: Turned<S, D::Wide>,
    sums: Vec<D::Wide>,
    words: Vec<u64>,
}

/// A turned sum, and the stream of what is being added.
struct Turned<S, A> {
    sums: Box<[A; WINDOW]>,
    stream: Stream<S>,
}

impl<S: Slot, A: Slot> Turned<S, A> {
    fn new() -> Self {
        let sums = vec![A::default(); WINDOW].into_boxed_slice();
        let sums = sums.try_into().expect("the length is that of the array");
        Turned { sums, stream: Stream::new() }
    }
}

/// What sums of `S`, and of such sums, can be made in.
pub(super) trait Adds<S: Slot>: Sum<S> + Sum<Self> {}
impl<S: Slot, A: Sum<S> + Sum<A>> Adds<S> for A {}

/// What a level of `S` can be pulled into.
pub(super) trait Holds<S: Slot>: Slot<Wide: Adds<S>> + Adds<S> {}
impl<S: Slot, D: Slot<Wide: Adds<S>> + Adds<S>> Holds<S> for D {}

/// How sums are stored in slots.
pub(super) trait Store<D: Slot>: Sync {
    /// Whether sums that fit the slots are stored as they are.
    const AS_IS: bool;

    /// Stores the sums of a target; returns the largest number stored, or, where what is stored is not the sum itself,
    /// 1 if any position is reached and 0 if none is.
    fn store(&self, target: usize, sums: &[D::Wide], slots: &mut [D]) -> Result<u128, Overflow>;
}

/// Stores exact sums.
pub(super) struct Exact;

impl<D: Slot> Store<D> for Exact {
    const AS_IS: bool = true;

    #[inline(always)]
    fn store(&self, _: usize, sums: &[D::Wide], slots: &mut [D]) -> Result<u128, Overflow> {
        let mut largest = D::Wide::default();
        for (slot, &sum) in slots.iter_mut().zip(sums) {
            largest = largest.max(sum);
            *slot = D::cut(sum);
        }
        let largest = largest.widest();
        // At 128 bits sums stop at the largest number there is.
        if largest > D::MAX || largest == u128::MAX { Err(Overflow) } else { Ok(largest) }
    }
}
