//! Memory and work of a count, exactly and before any table is made.
//!
//! The slots of a level are the sum of the bin sizes of its partitions. Partitions are orbits, and the bin size is
//! constant on an orbit, so by Burnside's lemma
//!
//! ```text
//! slots(p) = 1/|H| · sum over g in H, over the s with g s = s, of size(class(start) - class(s), p - |s|).
//! ```
//!
//! The patterns that g keeps are unions of its cycles. So their number by class and size, like the sizes of the bins of
//! R, comes from adding one cycle (or hole) after another to a small table. Run time O(symmetries · holes² · classes),
//! without enumerating patterns.

use super::ranks::Bin;
use super::residue::primes_for;
use super::split::{HoleSubset, MAX_S, Sizes, Split, cycles, live_invariants, live_start};
use crate::Error;
use crate::base::text::plural;
use crate::search::PROCESS;
use crate::senku::{Board, Game, Group, HoleSet, Position};
use std::collections::{BTreeMap, HashMap};

/// The most classes; boards with more (of many pieces) are left to the other engines.
const MOST_CLASSES: usize = 1 << 12;

/// The memory and work of a dense count.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Estimate {
    /// Slots of all levels: the measure of the work.
    pub slots: u128,
    /// Slots of the largest level.
    pub largest_level: u128,
    /// Slots of the largest two neighbouring levels.
    largest_pair: u128,
    /// Bytes of the tables.
    pub table_bytes: u128,
    /// Bytes in all if two neighbouring levels have numbers of 64 bits and all their slots are reached.
    pub bytes: u128,
    /// Bytes in all if the numbers are residues of 32 bits.
    pub bytes_by_residues: u128,
    /// Sweeps of a count by residues: one per prime.
    pub primes: usize,
    /// Whether the board's tables can be made at all.
    pub feasible: bool,
}

impl Estimate {
    /// Whether the count fits in this many bytes, with exact numbers or by residues.
    #[must_use]
    pub fn fits(&self, bytes: u64) -> bool {
        self.feasible && self.bytes.min(self.bytes_by_residues) <= u128::from(bytes)
    }

    /// Checks that `what` fits in this many bytes.
    ///
    /// # Errors
    /// [`Error::Memory`], and [`Error::Input`] where the tables cannot be made.
    pub(in crate::senku) fn within(&self, limit: u64, what: impl Fn(&Self) -> String) -> Result<(), Error> {
        if self.fits(limit) {
            return Ok(());
        }
        Err(if self.feasible {
            Error::Memory { what: what(self), needed: self.bytes.min(self.bytes_by_residues), limit }
        } else {
            Error::input(
                "the board has too many separate parts for the tables of the engine dense; the engine memo counts its games",
            )
        })
    }

    /// The name of a count with this estimate.
    pub(in crate::senku) fn count(&self) -> String {
        format!("the dense count (in {})", plural(self.primes, "sweep"))
    }
}

/// Estimates a dense count of `game`.
#[must_use]
pub fn estimate(game: &Game) -> Estimate {
    let group = game.start_symmetries();
    let split = Split::new(game.board(), &group, Sizes::NUMBERS);
    let mut estimate = Estimate::of_slots(game, &group, &split, live_start(game).len());
    let pair = estimate.largest_pair;
    estimate.table_bytes = table_bytes(game.board(), &group, &split);
    // The padding and the widths of small levels take part of the process's share.
    let least = estimate.table_bytes + u128::from(PROCESS);
    estimate.bytes = least + 8 * pair + pair / 8;
    estimate.bytes_by_residues = least + 4 * pair + pair / 8;
    estimate
}

/// Estimates levels of bits of at most `pegs` pegs, all of them in memory, up to the symmetries of `group`.
pub(in crate::senku) fn estimate_bits(game: &Game, group: &Group, pegs: usize, sizes: Sizes) -> Estimate {
    let split = Split::new(game.board(), group, sizes);
    let mut estimate = Estimate::of_slots(game, group, &split, pegs);
    let (order, jumps) = (group.order() as u128, game.board().jumps().len() as u128);
    let passes = expected_passes(game.board(), &split.s, |holes| holes > 0);
    let by_partition = 96 + 8 * passes + 4 * order.min(passes) + 5 * (pegs as u128 + 2);
    let segments = (jumps << split.r.len()) * 2 * 20 / 64;
    estimate.table_bytes = index_bytes(group, &split, by_partition) + segments;
    estimate.bytes = estimate.table_bytes + u128::from(PROCESS) + estimate.slots / 8;
    estimate.bytes_by_residues = estimate.bytes;
    estimate
}

impl Estimate {
    /// The slots of the levels of at most `pegs` pegs.
    fn of_slots(game: &Game, group: &Group, split: &Split, pegs: usize) -> Self {
        let levels = slots_by_level(game.board(), (live_start(game), pegs), group, split);
        let feasible = levels.is_some() && split.s.len() <= MAX_S;
        let levels = levels.unwrap_or_else(|| vec![1 << 100; pegs + 1]);
        let pair = levels.windows(2).map(|pair| pair[0] + pair[1]).max();
        Estimate {
            slots: levels.iter().sum(),
            largest_level: levels.iter().copied().max().unwrap_or(0),
            largest_pair: pair.unwrap_or_else(|| levels.iter().sum()),
            table_bytes: 0,
            bytes: 0,
            bytes_by_residues: 0,
            primes: primes_for(game).len(),
            feasible,
        }
    }
}

/// Slots of each level up to `most` pegs, padding included; `None` if the board has too many classes.
fn slots_by_level(
    board: &Board,
    (start, most): (Position, usize),
    group: &Group,
    split: &Split,
) -> Option<Vec<u128>> {
    let invariants = live_invariants(board);
    let tally =
        |sets: Vec<HoleSet>| count_unions(sets.into_iter().map(|set| (invariants.class(set), set.len())));
    let bins = tally(split.r.holes().iter().map(HoleSet::from).collect())?;
    let mut kept: HashMap<(u64, usize), u128> = HashMap::new();
    for symmetry in group.elements() {
        for (key, number) in tally(cycles(symmetry, split.s.holes()))? {
            *kept.entry(key).or_default() += number;
        }
    }
    let mut levels = vec![0u128; most + 1];
    for ((s_class, s_pegs), number) in kept {
        for (&(r_class, r_pegs), &size) in &bins {
            let fits = r_class == invariants.class(start) ^ s_class && s_pegs + r_pegs <= most;
            if fits {
                let bin = Bin { size: size.try_into().ok()?, ..Bin::default() };
                levels[s_pegs + r_pegs] += number * bin.padded() as u128;
            }
        }
    }
    Some(levels.into_iter().map(|slots| slots / group.order() as u128).collect())
}

/// The number of unions of the sets by class and size; `None` if there are too many classes.
fn count_unions(sets: impl Iterator<Item = (u64, usize)>) -> Option<BTreeMap<(u64, usize), u128>> {
    let mut unions = BTreeMap::from([((0, 0), 1)]);
    for (class, size) in sets {
        for ((other_class, other_size), number) in unions.clone() {
            *unions.entry((class ^ other_class, size + other_size)).or_default() += number;
        }
        if unions.len() > MOST_CLASSES * 16 {
            return None;
        }
    }
    Some(unions)
}

/// Bytes of the [`Index`](super::tables::Index) of a class and of what else there is per partition, rounded up.
fn index_bytes(group: &Group, split: &Split, by_partition: u128) -> u128 {
    let order = group.order() as u128;
    let (s_patterns, r_patterns) = (1u128 << split.s.len(), 1u128 << split.r.len());
    // Orbits of nearly all patterns are as large as the group.
    let partitions = s_patterns / order + s_patterns / 64 + 64;
    let maps = (2 * split.r.len() as u128 + 2 + order) * r_patterns / 7;
    s_patterns * 5 + partitions * by_partition + r_patterns * (12 + 2 * order) + maps
}

/// The average number of jumps that lead to a pattern of a subset, of those that have `counted` holes there, rounded up.
fn expected_passes(board: &Board, part: &HoleSubset, counted: impl Fn(usize) -> bool) -> u128 {
    let cuts = board.jumps().iter().map(|jump| (part.holes() & jump.mask()).len());
    // A jump leads to one in 2^m patterns, where m is the number of its holes in the subset.
    cuts.filter(|&m| counted(m)).map(|m| 0.5f64.powi(m as i32)).sum::<f64>().ceil() as u128
}

/// Bytes of the [`Tables`](super::tables::Tables), rounded up.
fn table_bytes(board: &Board, group: &Group, split: &Split) -> u128 {
    let r_patterns = 1u128 << split.r.len();
    let passes = expected_passes(board, &split.s, |holes| holes > 0);
    let inside = expected_passes(board, &split.r, |holes| holes == 3);
    let by_partition = 64 + passes * (8 + 32 + 2 + 40);
    // The portable set's lists: about four subsets per hole, of a half or a quarter of the patterns.
    let lists = 4 * split.r.len() as u128 * r_patterns * 2 / 3;
    index_bytes(group, split, by_partition) + r_patterns * 2 * (1 + inside) + lists
}
