//! The contribution of a partition to the totals: its positions, and the games that end there.
//!
//! Let w be the weight of the partition and V(r) the number of ways to its position of rank r:
//!
//! ```text
//! positions in all       w · |{r : V(r) > 0}|
//! games that end here    w · sum of V(r) over the stuck r
//! positions up to symmetry   1/|F| · sum over g in F of |{r : V(r) > 0 and g r = r}|
//! ```
//!
//! where F holds the symmetries that keep the partition's pattern on S (Burnside's lemma; for almost all partitions F
//! is the identity alone). Sets of ranks are bit maps. The stuck ranks remain when the subsets of R that allow some
//! jump are removed from the reached ranks. Run time O(slots / 64 · jumps), stopping early because hardly any position
//! is stuck.

use super::ranks::{Bin, marked, members};
use super::tables::{Index, Tables};
use super::worker::Scratch;
use crate::search::{Overflow, Tally};

/// Totals of a level, or of some of its partitions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct LevelTally {
    /// Games that end here.
    pub games: u128,
    /// Positions up to symmetry.
    pub positions: u64,
    /// Positions.
    pub in_all: u64,
    /// Stuck positions up to symmetry.
    pub stuck: u64,
}

impl Tally for LevelTally {
    /// The weights are already included (see [`tally`]).
    fn add(&mut self, other: &Self, _: u64) -> Result<(), Overflow> {
        self.games.add(&other.games, 1)?;
        self.positions.add(&other.positions, 1)?;
        self.in_all.add(&other.in_all, 1)?;
        self.stuck.add(&other.stuck, 1)
    }
}

/// Tallies one partition, given the ways to each rank that is marked as reached in the worker's memory.
#[inline(always)]
pub(super) fn tally(
    tables: &Tables,
    partition: usize,
    bin: Bin,
    ways: impl Fn(usize) -> u128,
    Scratch { reached, words, .. }: &mut Scratch,
) -> Result<LevelTally, Overflow> {
    let part = &tables.partitions.list[partition];
    let mut found =
        LevelTally { positions: orbits(tables, part.fixing, bin, reached), ..LevelTally::default() };
    found.in_all.add(&members(reached), part.weight.into())?;
    words.clear();
    words.extend_from_slice(reached);
    if keep_stuck(tables, partition, bin, words) {
        found.stuck = orbits(tables, part.fixing, bin, words);
        for rank in marked(words) {
            found.games.add(&ways(rank), part.weight.into())?;
        }
    }
    Ok(found)
}

/// Removes the patterns that can jump from the map; returns whether any are left.
#[inline(always)]
fn keep_stuck(tables: &Tables, partition: usize, bin: Bin, words: &mut [u64]) -> bool {
    let inside = tables.passes.inside_exits(bin);
    let mut left = 0;
    for (word, inside) in words.iter_mut().zip(inside) {
        *word &= !inside;
        left |= *word;
    }
    for exit in tables.passes.exits(tables.partitions.list[partition].pattern) {
        if left == 0 {
            break;
        }
        let members = tables.ranks.members(exit, bin);
        left = 0;
        for (i, word) in words.iter_mut().enumerate() {
            *word &= !members.word(i);
            left |= *word;
        }
    }
    left != 0
}

/// The number of orbits of the marked ranks under the symmetries that keep the partition's pattern on S.
#[inline(always)]
pub(in crate::senku) fn orbits(index: &Index, fixing: u64, bin: Bin, words: &[u64]) -> u64 {
    if fixing == 1 {
        return members(words);
    }
    let kept_by = |symmetry: usize| -> u64 {
        let kept = index.kept(symmetry, bin);
        words.iter().zip(kept).map(|(word, kept)| u64::from((word & kept).count_ones())).sum()
    };
    let sum: u64 = (0..64).filter(|g| fixing >> g & 1 == 1).map(kept_by).sum();
    sum / u64::from(fixing.count_ones())
}
