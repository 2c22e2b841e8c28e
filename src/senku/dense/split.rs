//! The split of the holes into two subsets, S and R, and the action of the symmetries on each.
//!
//! A position is a pattern s on S and a pattern r on R. Both subsets are unions of orbits of holes, so a symmetry
//! permutes each within itself. Of such unions, S is one with little work by a model ([`Work`]): most jumps should lie
//! inside S, and few should have two holes in R. On the European board with an empty centre, this takes 0.8 of the time
//! that the largest orbits take.
//!
//! The size of R is a compromise. A jump inside S adds whole partitions while a jump inside R is gathered pattern by
//! pattern, so a large S means less work. A partition of 18 holes fits the second-level cache together with its
//! sources, and is long enough for vectors. But S has tables of 2^|S| entries: beyond 20 holes of S, R takes the rest,
//! up to 21.
//!
//! Holes without jumps never change: they are in neither subset, and their invariants are left out.

use crate::base::bits::{BitSums, binomial};
use crate::senku::{Board, Game, Group, Hole, HoleSet, Invariants, Position, Symmetry};
use std::cmp::Reverse;
use std::ops::RangeInclusive;

/// The most holes of R: 2^21 ranks, about 60 MiB of tables with eight symmetries.
const MAX_R: usize = 21;
/// The most holes of S: the search for orbits goes through 2^|S| patterns.
pub(super) const MAX_S: usize = 26;

/// The sizes of S and R.
#[derive(Debug, Clone, Copy)]
pub(in crate::senku) struct Sizes {
    /// Holes of R whose partitions fit the caches.
    enough_r: usize,
    /// The holes of S up to which R stays small: the tables of the partitions grow with 2^|S|.
    usual_s: usize,
    /// The holes that S may have beyond those that R leaves to it, where that saves work.
    more_s: usize,
}

impl Sizes {
    /// For levels of numbers: partitions of 2^18 patterns fit the second-level cache; up to a million patterns of S, with
    /// 800 bytes of tables per partition.
    pub const NUMBERS: Sizes = Sizes { enough_r: 18, usual_s: 20, more_s: MAX_S };
    /// For levels of bits: the bits of a bin fit the first-level cache, and the tables of a partition are smaller.
    pub const BITS: Sizes = Sizes { enough_r: 16, usual_s: 23, more_s: MAX_S };
    /// For one level of bits that fills the memory: as few partitions as can be.
    pub const LEAST: Sizes = Sizes { enough_r: MAX_R, usual_s: 23, more_s: 1 };
}

/// The work of a jump with 0 to 3 holes in R, in cycles per partition of 2^18 patterns of R: the average over all
/// partitions. A jump inside S adds whole sources, in one partition of eight. A jump inside R is gathered in every partition.
const WORK: [f64; 4] = [240.0, 634.0, 1270.0, 456.0];
/// The work of a pass of any length, and the share of the partitions that have the pass of such a jump.
const WORK_OF_PASS: f64 = 300.0;
const SHARE: [f64; 4] = [0.125, 0.25, 0.5, 0.0];

/// A subset of holes in an order of its own: bit `i` of a pattern is the `i`-th hole.
#[derive(Debug, Clone)]
pub(in crate::senku) struct HoleSubset {
    holes: Vec<Hole>,
    /// The map from positions to patterns.
    patterns: Action,
}

impl HoleSubset {
    fn new(holes: Vec<Hole>) -> Self {
        // A subset beyond the bits of a pattern is estimated, but never counted.
        let first = &holes[..holes.len().min(u32::BITS as usize)];
        let bit = |index| first.iter().position(|hole| hole.index() == index).map_or(0, |bit| 1 << bit);
        let last = holes.iter().map(|hole| hole.index() + 1).max().unwrap_or(0);
        let patterns = Action::new(&(0..last).map(bit).collect::<Vec<_>>());
        HoleSubset { holes, patterns }
    }

    pub fn len(&self) -> usize {
        self.holes.len()
    }

    pub fn holes(&self) -> HoleSet {
        self.holes.iter().copied().collect()
    }

    /// The pattern of a position.
    pub fn pattern(&self, position: Position) -> u32 {
        self.patterns.apply(position.bits())
    }

    /// The position with this pattern and no other peg.
    pub fn position(&self, pattern: u32) -> Position {
        let pegs = self.holes.iter().enumerate();
        pegs.filter(|&(i, _)| pattern >> i & 1 == 1).map(|(_, &hole)| hole).collect()
    }

    /// The action of a symmetry on the patterns.
    pub fn action(&self, symmetry: &Symmetry) -> Action {
        let bit = |hole: Hole| self.holes.iter().position(|&other| other == hole).map_or(0, |bit| 1 << bit);
        Action::new(&self.holes.iter().map(|&hole| bit(symmetry.hole(hole))).collect::<Vec<_>>())
    }
}

/// A map of bits to the bits of a pattern: no two of them to the same one.
pub(in crate::senku) type Action = BitSums<u32>;

/// The two subsets of a board.
#[derive(Debug, Clone)]
pub(in crate::senku) struct Split {
    pub s: HoleSubset,
    pub r: HoleSubset,
}

impl Split {
    /// Chooses S such that R has few enough holes.
    pub fn new(board: &Board, group: &Group, sizes: Sizes) -> Self {
        let live = live_holes(board);
        // A rank has 16 bits: the fewer invariants there are, the more patterns share a class.
        let classes = live_invariants(board).basis().len();
        let ranks = |holes: usize| binomial(holes as u32, holes as u32 / 2) >> classes.min(holes);
        let mut most = live.len().saturating_sub(sizes.usual_s).clamp(sizes.enough_r, MAX_R);
        while ranks(most) > 60_000 {
            most -= 1;
        }
        let jumps: Vec<HoleSet> = board.jumps().iter().map(|jump| jump.mask()).collect();
        let jumps_with = |hole| jumps.iter().filter(move |jump| jump.contains(hole));
        let busy = |&hole: &Hole| Reverse(jumps_with(hole).count());
        let mut orbits = hole_orbits(group, live);
        orbits.sort_by_key(|orbit| orbit.iter().next().as_ref().map(busy));
        let least = |cycle: HoleSet| cycle.iter().next();
        let least_of_cycles = |symmetry| cycles(symmetry, live).into_iter().filter_map(least).collect();
        let least_of_cycles = group.elements().iter().map(least_of_cycles).collect();
        let work = Work { live, jumps: &jumps, least_of_cycles };
        let least = live.len().saturating_sub(most);
        let in_s = work.least(&orbits, least..=least + sizes.more_s);
        let s = order(in_s, &jumps);
        // The patterns that can make a cut jump stand side by side if its holes are the highest bits.
        let mut r: Vec<Hole> = (live ^ in_s).iter().collect();
        r.sort_by_key(|&hole| jumps_with(hole).filter(|&&jump| !(jump & in_s).is_empty()).count());
        Split { r: HoleSubset::new(r), s: HoleSubset::new(s) }
    }
}

/// The holes that take part in a jump.
pub(in crate::senku) fn live_holes(board: &Board) -> HoleSet {
    board.jumps().iter().fold(HoleSet::EMPTY, |set, jump| set | jump.mask())
}

/// The invariants that involve a hole with jumps.
pub(super) fn live_invariants(board: &Board) -> Invariants {
    board.invariants().about(live_holes(board))
}

/// The start, on the holes that take part in a jump.
pub(in crate::senku) fn live_start(game: &Game) -> Position {
    game.start() & live_holes(game.board())
}

/// The winning positions that the invariants allow, on the holes that take part in a jump. All have equally many pegs.
pub(in crate::senku) fn live_goals(game: &Game) -> Vec<Position> {
    let live = live_holes(game.board());
    game.goals().map(|goal| goal & live).collect()
}

/// The work of a count by the union of orbits that is S.
struct Work<'a> {
    live: HoleSet,
    jumps: &'a [HoleSet],
    /// For each symmetry, the least hole of each of its cycles.
    least_of_cycles: Vec<HoleSet>,
}

impl Work<'_> {
    /// The work in cycles per position of a class, up to a constant factor.
    fn of(&self, s: HoleSet) -> f64 {
        // Burnside's lemma; the number of symmetries is a constant factor.
        let fixed = self.least_of_cycles.iter().map(|&least| 2f64.powi((least & s).len() as i32));
        let partitions: f64 = fixed.sum();
        let size = 2f64.powi((self.live ^ s).len() as i32 - 18);
        let work = self.jumps.iter().map(|&jump| {
            let in_r = jump.len() - (jump & s).len();
            WORK[in_r] * size + WORK_OF_PASS * SHARE[in_r]
        });
        partitions * work.sum::<f64>()
    }

    /// A union of orbits with a size in this range and little work. The busiest orbits are exchanged for others, at most
    /// two for two, as long as that saves work.
    fn least(&self, orbits: &[HoleSet], sizes: RangeInclusive<usize>) -> HoleSet {
        let mut s = HoleSet::EMPTY;
        for &orbit in orbits {
            if s.len() < *sizes.start() {
                s = s | orbit;
            }
        }
        if *sizes.start() > MAX_S {
            return s; // The board is too large for the engine, and needs an estimate alone.
        }
        let mut work = self.of(s);
        loop {
            let (inside, outside): (Vec<HoleSet>, _) = orbits.iter().partition(|&&orbit| orbit & s == orbit);
            let (inside, outside) = (unions_of_two(&inside), unions_of_two(&outside));
            let exchanges = inside.iter().flat_map(|&out| outside.iter().map(move |&new| s ^ out ^ new));
            let allowed = exchanges.filter(|exchanged| sizes.contains(&exchanged.len()));
            let best = allowed.map(|s| (self.of(s), s)).min_by(|a, b| a.0.total_cmp(&b.0));
            match best {
                Some((less, better)) if less < work => (work, s) = (less, better),
                _ => return s,
            }
        }
    }
}

/// Orders the holes of S so that sources are near their targets in memory. The distance depends on the highest bit of a
/// jump. So the highest bit is the hole whose jumps have the fewest passes; for the next bit, these jumps no longer
/// count, and so on down. Each hole in S halves the passes of a jump. Jumps in low bits also seldom turn the
/// representative, because it is decided by the highest bits.
fn order(s: HoleSet, jumps: &[HoleSet]) -> Vec<Hole> {
    let (mut rest, mut order) = (s, vec![]);
    let passes = |rest: HoleSet, hole: Hole| {
        let in_s = jumps.iter().map(|&jump| jump & s);
        let low = in_s.filter(|in_s| in_s.contains(hole) && *in_s & rest == *in_s);
        low.map(|in_s| 1 << (3 - in_s.len())).sum::<u32>()
    };
    while let Some(hole) = rest.iter().min_by_key(|&hole| passes(rest, hole)) {
        order.push(hole);
        rest = rest ^ hole.into();
    }
    order.reverse();
    order
}

/// The unions of at most two of these sets.
fn unions_of_two(sets: &[HoleSet]) -> Vec<HoleSet> {
    let with_later = |i: usize| sets[i..].iter().map(move |&other| sets[i] | other);
    (0..sets.len()).flat_map(with_later).chain([HoleSet::EMPTY]).collect()
}

/// The cycles of a symmetry on these holes.
pub(super) fn cycles(symmetry: &Symmetry, mut rest: HoleSet) -> Vec<HoleSet> {
    let mut cycles = Vec::new();
    while let Some(first) = rest.iter().next() {
        let next = |&hole: &Hole| Some(symmetry.hole(hole)).filter(|&next| next != first);
        let cycle: HoleSet = std::iter::successors(Some(first), next).collect();
        rest = rest ^ cycle;
        cycles.push(cycle);
    }
    cycles
}

/// The orbits of these holes, each at its first hole.
fn hole_orbits(group: &Group, holes: HoleSet) -> Vec<HoleSet> {
    let orbit = |hole: Hole| -> HoleSet { group.elements().iter().map(|s| s.hole(hole)).collect() };
    let is_first = |&hole: &Hole| orbit(hole).iter().next() == Some(hole);
    holes.iter().filter(is_first).map(orbit).collect()
}
