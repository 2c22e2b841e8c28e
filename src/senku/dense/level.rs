//! A level, and the next one, which follows from it: each target partition pulls from its sources.
//!
//! The example below shows all levels of a row of six holes from the start `oooo.o` to the goal `....o.`, with S = {0, 1}
//! and R = {2, 3, 4, 5}. Each pattern of S is a partition. It holds the patterns of R that have the right class and number
//! of pegs, in the order of their ranks, each with V, the number of ways to reach that position:
//!
//! ```text
//! S          ..               o.               .o               oo            stuck   games   solutions
//! 5 pegs                      oooo 0                            oo.o 1
//! 4 pegs                                       ooo. 0  .ooo 0   o.o. 0  ..oo 1
//! 3 pegs     o.oo 1           .oo. 0           o..o 0           .o.. 1
//! 2 pegs     oo.. 2  .o.o 0   o... 0  ...o 0
//! 1 peg      ..o. 2                            .... 2                         both    2 + 2   2
//! ```
//!
//! The goal is at S = `..` and R = `..o.` of the last level: its V is the number of solutions. The level of 2 pegs follows
//! from the level of 3:
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
//! The sums of a target partition come from its jumps inside R and from its passes (see `passes`). They are made in the
//! first-level cache, in an array of all ranks; the nonzero ones are kept ([`arenas`](super::arenas)). A target has one
//! writer, so no sum needs an atomic. Sources that nothing reaches, such as o. and .o above, are skipped.
//!
//! **Widths.** The largest number of each partition is known. The sum of these over the sources of a target bounds its
//! sums: 1 + 1 at .. above. The sums are made in the narrowest width that holds this bound and kept in the narrowest
//! width that holds them. So nothing is checked, except the largest sums of 128 bits.
//!
//! Run time O(slots · jumps / lanes).

use super::arenas::{LevelMemory, NoRoom, Slice};
use super::passes::Pass;
use super::ranks::Bin;
use super::run::LevelProgress;
use super::tally::{LevelTally, tally};
use super::widths::{Sums, Total, width};
use super::worker::{Shared, Worker};
use crate::Error;
use crate::search::{Halt, Overflow, Problem, StopFlag, Tally};
use crate::senku::Position;
use crate::simd::moves::{self, Moves, Slot, WINDOW};
use crate::simd::{Kernel, Portable, prefetch};
use std::sync::Mutex;

/// Partitions per subproblem.
const BATCH: usize = 16;
/// The number of passes whose sources are prefetched.
const AHEAD: usize = 2;

/// The numbers of ways to the positions of one level. The pool takes its memory back at the end.
pub(super) struct Level<'a> {
    shared: &'a Shared<'a>,
    pub pegs: usize,
    memory: LevelMemory,
    pub tally: LevelTally,
}

impl<'a> Level<'a> {
    /// The level of `start` alone, which is reached in `ways` ways.
    pub fn of_start(shared: &'a Shared<'a>, start: Position, ways: u128) -> Result<Self, Error> {
        let (tables, pegs) = (shared.tables, start.len());
        let (partition, rank) = tables.find(start);
        let bin = tables.bin(partition, pegs);
        let mut sums = vec![0u128; 64 * bin.words()];
        sums[rank] = ways;
        let mut slices = vec![Slice::default(); tables.partitions.list.len()];
        let mut worker = Worker::new(shared);
        worker.mark(&sums);
        let tally = tally(tables, partition, bin, |rank| sums[rank], &mut worker.scratch)?;
        let kept = worker.keep(Portable, &sums, ways);
        slices[partition] = kept.map_err(|NoRoom| shared.pool.failure(pegs))?;
        drop(worker);
        Ok(Level { shared, pegs, memory: shared.pool.finish(slices), tally })
    }

    /// The number of ways to a position of this level.
    pub fn ways(&self, position: Position) -> u128 {
        self.memory.number(self.shared.tables.find(position))
    }

    /// The level with one peg less, which follows from this one; `None` if stopped.
    ///
    /// # Errors
    /// [`Error::Overflow`]; [`Error::Memory`] if the pool has no room for the level.
    pub fn next<F: Store>(
        &self,
        store: &F,
        progress: &mut LevelProgress<'_, '_>,
    ) -> Result<Option<Self>, Error> {
        let (shared, pegs) = (self.shared, self.pegs - 1);
        progress.enter(pegs);
        let mut slices = vec![Slice::default(); shared.tables.partitions.list.len()];
        let batches = slices.chunks_mut(BATCH).map(Mutex::new).collect();
        let pull = Pull { shared, source: self, pegs, batches, store };
        let outcome = progress.run(&pull);
        let memory = shared.pool.finish(slices);
        let mut next = Level { shared, pegs, memory, tally: LevelTally::default() };
        let outcome = outcome.map_err(|Overflow| shared.pool.failure(pegs))?;
        next.tally = outcome.tally;
        Ok(outcome.is_complete().then_some(next))
    }
}

impl Drop for Level<'_> {
    fn drop(&mut self) {
        self.shared.pool.clear(std::mem::take(&mut self.memory));
    }
}

/// The step from one level to the next as a problem: its subproblems are batches of target partitions.
struct Pull<'a, F> {
    shared: &'a Shared<'a>,
    source: &'a Level<'a>,
    /// Pegs of the targets.
    pegs: usize,
    /// Each batch is locked once, by the worker that takes it.
    batches: Vec<Mutex<&'a mut [Slice]>>,
    store: &'a F,
}

impl<'a, F: Store> Problem for Pull<'a, F> {
    type Tally = LevelTally;
    type Scratch = Option<Worker<'a>>;

    fn len(&self) -> u64 {
        self.batches.len() as u64
    }

    fn count(&self, id: u64, worker: &mut Self::Scratch, _: &StopFlag) -> Result<LevelTally, Halt> {
        let worker = worker.get_or_insert_with(|| Worker::new(self.shared));
        let pull = PullBatch { pull: self, batch: id as usize, worker };
        Ok(self.shared.isa.run_base(pull)?)
    }
}

/// Pulls the targets of one batch, and tallies each while it is in the first-level cache.
struct PullBatch<'p, 'a, F> {
    pull: &'p Pull<'a, F>,
    batch: usize,
    worker: &'p mut Worker<'a>,
}

impl<M: Moves, F: Store> Kernel<M> for PullBatch<'_, '_, F> {
    type Output = Result<LevelTally, Overflow>;

    #[inline(always)]
    fn run(self, moves: M) -> Result<LevelTally, Overflow> {
        let pull = self.pull;
        let mut sum = LevelTally::default();
        let mut slices = pull.batches[self.batch].lock().expect("no worker has panicked");
        for (slice, target) in slices.iter_mut().zip(self.batch * BATCH..) {
            let least = pull.shared.least_bytes;
            let pulled = match pull.bound(target) {
                0 => continue,
                _ if !F::AS_IS => pull.fill::<M, u64>(moves, target, self.worker),
                bound => match width(bound, least) {
                    4 => pull.fill::<M, u32>(moves, target, self.worker),
                    8 => pull.fill::<M, u64>(moves, target, self.worker),
                    _ => pull.fill::<M, u128>(moves, target, self.worker),
                },
            };
            let tally;
            (*slice, tally) = pulled?;
            sum.add(&tally, 1)?;
        }
        Ok(sum)
    }
}

impl<F: Store> Pull<'_, F> {
    /// Sums up a target and keeps it; returns its location and its contribution to the totals.
    #[inline(always)]
    fn fill<M: Moves, A: Total>(
        &self,
        moves: M,
        target: usize,
        worker: &mut Worker<'_>,
    ) -> Result<(Slice, LevelTally), Overflow> {
        let bin = self.shared.tables.bin(target, self.pegs);
        let mut all = A::sums(&mut worker.scratch.sums).take().unwrap_or_else(Sums::new);
        let sums = &mut all.own[..64 * bin.words()];
        sums.fill(A::default());
        self.add_passes(moves, target, sums, &mut all.turned, worker);
        self.store.store(sums);
        let largest = moves::largest(sums).widest();
        let mut found = Ok((Slice::default(), LevelTally::default()));
        if largest == u128::MAX {
            // Sums of 128 bits saturate.
            found = Err(Overflow);
        } else if largest > 0 {
            worker.mark(sums);
            let ways = |rank: usize| sums[rank].widest();
            let tally = tally(self.shared.tables, target, bin, ways, &mut worker.scratch);
            found = tally.and_then(|tally| {
                // The pool remembers that memory was the reason.
                let mut slice = worker.keep(moves, sums, largest).map_err(|NoRoom| Overflow)?;
                if !F::AS_IS {
                    slice.largest = 1;
                }
                Ok((slice, tally))
            });
        }
        *A::sums(&mut worker.scratch.sums) = Some(all);
        found
    }

    /// An upper bound of the target's sums; 0 if no source is reached.
    #[inline(always)]
    fn bound(&self, target: usize) -> u128 {
        let tables = self.shared.tables;
        let bin = tables.bin(target, self.pegs);
        if bin.size == 0 {
            return 0;
        }
        let source = &self.source.memory;
        let (_, most) = tables.passes.inside(bin);
        let inside = source.largest(target).saturating_mul(u128::from(most));
        let passes = tables.passes.sources.passes(target).iter();
        passes.fold(inside, |bound, pass| bound.saturating_add(source.largest(pass.source as usize)))
    }

    /// Adds up everything that reaches a target.
    #[inline(always)]
    fn add_passes<M: Moves, A: Total>(
        &self,
        moves: M,
        target: usize,
        sums: &mut [A],
        turned: &mut [A; WINDOW],
        worker: &mut Worker<'_>,
    ) {
        let (tables, source) = (self.shared.tables, &self.source.memory);
        let target_bin = tables.bin(target, self.pegs);
        let mut coming = tables.passes.sources.passes(target);
        for first in coming.iter().take(AHEAD) {
            self.prefetch(first);
        }
        let (gathers, most) = tables.passes.inside(target_bin);
        // Without such jumps the numbers may be wider than the sums.
        if most > 0 && source.largest(target) > 0 {
            A::put_gathered(moves, source.numbers(target), gathers, sums, &mut worker.scratch.streams);
        }
        let size = target_bin.size as usize;
        for turn in tables.passes.sources.turns(target) {
            let (bin, ranks) = tables.turned(turn.symmetry.into(), target_bin);
            let (passes, rest) = coming.split_at(turn.passes.into());
            if turn.symmetry == 0 {
                self.add_turn(moves, passes, coming, bin, sums, worker);
            } else if passes.iter().any(|pass| source.largest(pass.source as usize) > 0) {
                let turned_sums = &mut turned[..64 * bin.words()];
                turned_sums.fill(A::default());
                self.add_turn(moves, passes, coming, bin, turned_sums, worker);
                moves::add_permuted(moves, turned, ranks, &mut sums[..size]);
            }
            coming = rest;
        }
    }

    /// Prefetches the source of a pass.
    #[inline(always)]
    fn prefetch(&self, pass: &Pass) {
        prefetch(self.source.memory.lines(pass.source as usize));
    }

    /// Adds the passes of one turn to a sum in that orientation.
    #[inline(always)]
    fn add_turn<M: Moves, A: Total>(
        &self,
        moves: M,
        passes: &[Pass],
        coming: &[Pass],
        to_bin: Bin,
        sums: &mut [A],
        worker: &mut Worker<'_>,
    ) {
        let (tables, source) = (self.shared.tables, &self.source.memory);
        for (i, pass) in passes.iter().enumerate() {
            if let Some(next) = coming.get(i + AHEAD) {
                self.prefetch(next);
            }
            let number = pass.source as usize;
            if source.largest(number) == 0 {
                continue;
            }
            let members = (!pass.from.is_all()).then(|| {
                let from_bin = tables.bin(number, self.source.pegs);
                [tables.ranks.members(pass.from, from_bin), tables.ranks.members(pass.to, to_bin)]
            });
            A::add(moves, source.numbers(number), members, sums, &mut worker.scratch.streams);
        }
    }
}

/// The transformation of a partition's sums into stored numbers.
pub(super) trait Store: Sync {
    /// Whether sums are stored as they are. If not, they are made in 64 bits.
    const AS_IS: bool;

    /// Replaces the sums by the stored numbers. Zeros stay zero, and other sums may become zero.
    fn store<A: Slot>(&self, sums: &mut [A]);
}

/// Stores exact sums.
pub(super) struct Exact;

impl Store for Exact {
    const AS_IS: bool = true;

    #[inline(always)]
    fn store<A: Slot>(&self, _: &mut [A]) {}
}
