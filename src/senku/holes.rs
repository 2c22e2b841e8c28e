//! Holes and sets of holes.
//!
//! A board has at most 64 holes, numbered row by row, so a set of holes is one machine word: bit `i` is hole `i`. A
//! position is the set of the holes with a peg.

use crate::base::bits::ones;
use std::ops::{BitAnd, BitOr, BitXor};

/// The most holes a board can have: one bit each in a machine word.
pub const MAX_HOLES: usize = 64;

/// A hole's number on its board, `0..64`: row by row from the top, and from left to right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hole(u8);

impl Hole {
    /// The hole with this number.
    ///
    /// # Panics
    /// Panics if `index` is 64 or more.
    #[must_use]
    pub fn new(index: usize) -> Self {
        assert!(index < MAX_HOLES, "a board has at most {MAX_HOLES} holes");
        Hole(index as u8)
    }

    /// The hole's number, `0..64`.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of holes of one board.
///
/// ```
/// use vuelta::senku::{Hole, HoleSet};
/// let centre = HoleSet::from(Hole::new(16));
/// let full = HoleSet::first(33);
/// assert_eq!((full ^ centre).len(), 32);
/// assert!(!(full ^ centre).contains(Hole::new(16)));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HoleSet(u64);

/// The set of the holes with a peg.
pub type Position = HoleSet;

impl HoleSet {
    /// No hole.
    pub const EMPTY: HoleSet = HoleSet(0);

    /// Holes `0..count`.
    ///
    /// # Panics
    /// Panics if `count` exceeds 64.
    #[must_use]
    pub fn first(count: usize) -> Self {
        assert!(count <= MAX_HOLES, "a board has at most {MAX_HOLES} holes");
        HoleSet(u64::MAX.checked_shr(64 - count as u32).unwrap_or(0))
    }

    /// The set whose members are the bits of a word.
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        HoleSet(bits)
    }

    /// The members as the bits of a word.
    #[must_use]
    pub fn bits(self) -> u64 {
        self.0
    }

    /// The number of members.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `hole` is a member.
    #[must_use]
    pub fn contains(self, hole: Hole) -> bool {
        self.0 >> hole.0 & 1 == 1
    }

    /// Whether all members of `other` are members.
    #[must_use]
    pub fn contains_all(self, other: HoleSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// The members, in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Hole> {
        ones(self.0).map(|hole| Hole(hole as u8))
    }
}

impl From<Hole> for HoleSet {
    fn from(hole: Hole) -> Self {
        HoleSet(1 << hole.0)
    }
}

impl FromIterator<Hole> for HoleSet {
    fn from_iter<I: IntoIterator<Item = Hole>>(holes: I) -> Self {
        holes.into_iter().fold(HoleSet::EMPTY, |set, hole| set | hole.into())
    }
}

impl BitXor for HoleSet {
    type Output = HoleSet;
    fn bitxor(self, other: HoleSet) -> HoleSet {
        HoleSet(self.0 ^ other.0)
    }
}

impl BitOr for HoleSet {
    type Output = HoleSet;
    fn bitor(self, other: HoleSet) -> HoleSet {
        HoleSet(self.0 | other.0)
    }
}

impl BitAnd for HoleSet {
    type Output = HoleSet;
    fn bitand(self, other: HoleSet) -> HoleSet {
        HoleSet(self.0 & other.0)
    }
}

/// The first member of the shorter list that is in the other list too. Both are sorted.
pub(super) fn common(a: &[Position], b: &[Position]) -> Option<Position> {
    let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    few.iter().copied().find(|position| many.binary_search(position).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_holes_are_the_low_bits() {
        assert_eq!(HoleSet::first(0), HoleSet::EMPTY);
        assert_eq!(HoleSet::first(3).bits(), 0b111);
        assert_eq!(HoleSet::first(64).bits(), u64::MAX);
    }

    #[test]
    fn members_come_in_order_and_make_the_set_again() {
        let set = HoleSet::from_bits(1 << 63 | 0b1010);
        let members: Vec<usize> = set.iter().map(Hole::index).collect();
        assert_eq!(members, [1, 3, 63]);
        assert_eq!(set.iter().collect::<HoleSet>(), set);
    }
}
