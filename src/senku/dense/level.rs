//! One level follows from another: each target partition is pulled from its sources.
//!
//! A level holds for each slot the ways to reach that position. The slots of a target partition are the
//! sum of its passes; a target has one writer, so that no sum needs an atomic, and its sum stays in the first
//! cache. Sources that nothing reaches are skipped.
//!
//! **Widths.** The largest number of each partition is kept. Their sum over the sources of a target bounds
//! what can arrive there; where it fits the level's width, the sum is made in that width right in the slots,
//! else in twice the width and checked as it is stored. A number that does not fit ends the level with
//! [`Overflow`], and the caller does it again in a wider one.
//!
//! Run time O(slots · jumps / set).

use super::passes::Pass;
use super::plan::{Place, Plan};
use super::tally::{LevelTally, tally};
use crate::search::{Overflow, Problem, StopFlag, Subproblem};
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
    pub places: Vec<Place>,
    /// The slots of all partitions, and a window of padding.
    memory: Memory,
    /// The largest number in each partition, 0 where none is reached; the slots are not to be read then.
    pub largest: Vec<u128>,
    width: PhantomData<S>,
}

impl<S: Slot> Level<S> {
    /// An empty level, in the memory of an old one where it is large enough; fresh memory is of `room` bytes
    /// at least, so that larger and wider levels can follow.
    pub fn new(plan: &Plan, pegs: usize, memory: Option<Memory>, room: usize) -> Self {
        let (places, len) = plan.places(pegs);
        let needed = (len + WINDOW) * size_of::<S>();
        let memory = memory.filter(|memory| memory.bytes() >= needed);
        let fresh = || Memory::new(needed.max(room));
        Level {
            pegs,
            memory: memory.unwrap_or_else(fresh),
            largest: vec![0; places.len()],
            places,
            width: PhantomData,
        }
    }

    /// Its memory, to be used again.
    pub fn into_memory(self) -> Memory {
        self.memory
    }

    /// The slots of a partition.
    pub fn slots(&self, partition: usize) -> &[S] {
        &self.memory.slots()[self.places[partition].slots()]
    }

    /// The ways to the position of this rank in this partition.
    pub fn ways(&self, (partition, rank): (usize, usize)) -> S {
        if self.largest[partition] == 0 {
            return S::default();
        }
        self.slots(partition)[rank]
    }

    /// Sets the position of this rank in this partition as reached in one way.
    pub fn set_one(&mut self, (partition, rank): (usize, usize), one: S) {
        let range = self.places[partition].slots();
        if self.largest[partition] == 0 {
            self.memory.slots_mut::<S>()[range.clone()].fill(S::default());
        }
        self.memory.slots_mut()[range][rank] = one;
        self.largest[partition] = one.widen();
    }

    /// The largest number of the level.
    pub fn largest(&self) -> u128 {
        self.largest.iter().copied().max().unwrap_or(0)
    }
}

/// How sums are stored in slots.
pub(super) trait Store<D: Slot>: Sync {
    /// Whether sums that fit the slots are stored as they are.
    const AS_IS: bool;

    /// Stores the sums of a target; returns the largest number stored.
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
        let largest = largest.widen();
        // At 128 bits sums stop at the largest number there is.
        if largest > D::MAX || largest == u128::MAX { Err(Overflow) } else { Ok(largest) }
    }
}

/// What one worker writes: a chunk of target partitions.
struct Chunk<'a, D> {
    slots: &'a mut [D],
    largest: &'a mut [u128],
}

/// Pulling a level from the one before, as a problem: its subproblems are chunks of target partitions.
pub(super) struct Pull<'a, S, D, F> {
    plan: &'a Plan,
    isa: Isa,
    source: &'a Level<S>,
    source_slots: &'a [S],
    /// Pegs of the targets.
    pegs: usize,
    places: &'a [Place],
    /// Each chunk is locked once, by the one worker that takes it.
    chunks: Vec<Mutex<Chunk<'a, D>>>,
    store: &'a F,
}

impl<'a, S: Slot, D: Slot, F: Store<D>> Pull<'a, S, D, F> {
    pub fn new(
        plan: &'a Plan,
        isa: Isa,
        source: &'a Level<S>,
        target: &'a mut Level<D>,
        store: &'a F,
    ) -> Self {
        let pegs = target.pegs;
        let places = &*target.places;
        let mut slots = target.memory.slots_mut();
        let mut largest = &mut *target.largest;
        let mut chunks = Vec::with_capacity(places.len().div_ceil(CHUNK));
        for chunk in places.chunks(CHUNK) {
            let len = chunk.iter().map(|place| place.slots().len()).sum();
            let (some_slots, other_slots) = slots.split_at_mut(len);
            let (some_largest, other_largest) = largest.split_at_mut(chunk.len());
            (slots, largest) = (other_slots, other_largest);
            chunks.push(Mutex::new(Chunk { slots: some_slots, largest: some_largest }));
        }
        Pull { plan, isa, source, source_slots: source.memory.slots(), pegs, places, chunks, store }
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

impl<S, D, F> Problem for Pull<'_, S, D, F>
where
    S: Slot,
    D: Slot + Sum<S> + Sum<D>,
    D::Wide: Sum<S> + Sum<D::Wide>,
    F: Store<D>,
{
    type Tally = LevelTally;
    type Scratch = Scratch<S, D>;

    fn len(&self) -> u64 {
        self.chunks.len() as u64
    }

    fn subproblem(&self, id: u64) -> Subproblem {
        let first = id as usize * CHUNK;
        let last = self.places.len().min(first + CHUNK) - 1;
        let slots = self.places[last].slots().end - self.places[first].first;
        Subproblem { id, weight: 1, cost: slots as u64 + 1 }
    }

    fn scratch(&self) -> Scratch<S, D> {
        Scratch { narrow: Turned::new(), wide: Turned::new(), sums: Vec::new(), words: Vec::new() }
    }

    fn count(&self, id: u64, scratch: &mut Scratch<S, D>, _: &StopFlag) -> Result<LevelTally, Overflow> {
        let pull = PullChunk { pull: self, chunk: id as usize, scratch };
        self.isa.run(pull)
    }
}

impl<S, D, F> Pull<'_, S, D, F>
where
    S: Slot,
    D: Slot + Sum<S> + Sum<D>,
    D::Wide: Sum<S> + Sum<D::Wide>,
    F: Store<D>,
{
    /// Fills the slots of a target; returns the largest number, 0 when nothing reaches it.
    #[inline(always)]
    fn pull<M: Moves>(
        &self,
        set: M,
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
            self.add_passes(set, target, slots, &mut scratch.narrow);
            return Ok(moves::largest(slots).widen());
        }
        let mut sums = std::mem::take(&mut scratch.sums);
        sums.clear();
        sums.resize(slots.len(), D::Wide::default());
        self.add_passes(set, target, &mut sums, &mut scratch.wide);
        let largest = self.store.store(target, &sums, slots);
        scratch.sums = sums;
        largest
    }

    /// The most that one slot of the target can sum up to; 0 when it has no reached source.
    #[inline(always)]
    fn bound(&self, target: usize) -> u128 {
        let (_, most) = self.plan.passes.inside(self.places[target].index);
        let inside = self.source.largest[target].saturating_mul(u128::from(most));
        let passes = self.plan.passes.all_passes(target).iter();
        passes.fold(inside, |bound, pass| bound.saturating_add(self.source.largest[pass.source as usize]))
    }

    /// Adds up all that comes to a target.
    #[inline(always)]
    fn add_passes<M: Moves, A: Sum<S> + Sum<A>>(
        &self,
        set: M,
        target: usize,
        sums: &mut [A],
        turned: &mut Turned<S, A>,
    ) {
        let (plan, source) = (self.plan, self.source);
        let place = &self.places[target];
        for first in plan.passes.all_passes(target).iter().take(AHEAD) {
            self.prefetch(first);
        }
        if source.largest[target] > 0 {
            let (gathers, _) = plan.passes.inside(place.index);
            let own = window(self.source_slots, source.places[target].first);
            moves::put_gathered(set, gathers, own, sums);
        }
        let size = place.cell.size as usize;
        let s_pegs = self.plan.partitions.list()[target].pattern.count_ones() as usize;
        let mut rest = plan.passes.all_passes(target);
        for turn in plan.passes.turns(target) {
            let cell = plan.ranks.cell(turn.class, self.pegs - s_pegs);
            let len = cell.padded();
            let passes = plan.passes.passes(turn);
            let coming = rest;
            rest = &rest[passes.len()..];
            if turn.symmetry == 0 {
                self.add_turn(set, passes, coming, cell, sums, &mut turned.stream);
            } else if passes.iter().any(|pass| source.largest[pass.source as usize] > 0) {
                turned.sums[..len].fill(A::default());
                self.add_turn(set, passes, coming, cell, &mut turned.sums[..len], &mut turned.stream);
                let ranks = plan.turned(turn.symmetry, place.cell);
                moves::add_permuted(set, &turned.sums, ranks, &mut sums[..size]);
            }
        }
    }

    /// Has the source of a pass fetched.
    #[inline(always)]
    fn prefetch(&self, pass: &Pass) {
        let source = pass.source as usize;
        if self.source.largest[source] > 0 {
            moves::prefetch(&self.source_slots[self.source.places[source].slots()]);
        }
    }

    /// Adds the passes of one turn to a sum in that orientation.
    #[inline(always)]
    fn add_turn<M: Moves, A: Sum<S>>(
        &self,
        set: M,
        passes: &[Pass],
        coming: &[Pass],
        to_cell: super::ranks::Cell,
        sums: &mut [A],
        stream: &mut Stream<S>,
    ) {
        let (ranks, source) = (&self.plan.ranks, self.source);
        for (i, pass) in passes.iter().enumerate() {
            if let Some(next) = coming.get(i + AHEAD) {
                self.prefetch(next);
            }
            let number = pass.source as usize;
            if source.largest[number] == 0 {
                continue;
            }
            let from = ranks.members(pass.from, source.places[number].cell);
            let to = ranks.members(pass.to, to_cell);
            let slots = &self.source_slots[source.places[number].slots()];
            A::by(set).add_members(slots, from, sums, to, stream);
        }
    }
}

/// Pulls the targets of one chunk, and tallies them while they are in the first cache.
struct PullChunk<'p, 'a, S, D: Slot, F> {
    pull: &'p Pull<'a, S, D, F>,
    chunk: usize,
    scratch: &'p mut Scratch<S, D>,
}

impl<M, S, D, F> Kernel<M> for PullChunk<'_, '_, S, D, F>
where
    M: Moves,
    S: Slot,
    D: Slot + Sum<S> + Sum<D>,
    D::Wide: Sum<S> + Sum<D::Wide>,
    F: Store<D>,
{
    type Output = Result<LevelTally, Overflow>;

    #[inline(always)]
    fn run(self, set: M) -> Result<LevelTally, Overflow> {
        let (pull, id) = (self.pull, self.chunk);
        let mut chunk = pull.chunks[id].lock().expect("no worker has panicked");
        let Chunk { slots, largest } = &mut *chunk;
        let first = id * CHUNK;
        let mut sum = LevelTally::default();
        let start = pull.places[first].first;
        for (largest, target) in largest.iter_mut().zip(first..) {
            let place = &pull.places[target];
            let range = place.slots();
            let slots = &mut slots[range.start - start..range.end - start];
            *largest = pull.pull(set, target, slots, self.scratch)?;
            if *largest > 0 {
                let more = tally(pull.plan, target, place, slots, &mut self.scratch.words)?;
                crate::search::Tally::add(&mut sum, &more, 1)?;
            }
        }
        Ok(sum)
    }
}
