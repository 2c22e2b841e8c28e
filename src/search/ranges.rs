//! Sets of subproblem numbers as disjoint ranges: the subproblems of a shard, of a ledger, still to count.
//!
//! Insertion O(log k), difference O(k + l) for sets of k and l ranges; memory O(k).

use std::collections::BTreeMap;
use std::ops::Range;

/// A set of numbers as disjoint ranges in increasing order; neighbours are joined.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ranges {
    /// Start and end of each range.
    ends: BTreeMap<u64, u64>,
}

impl Ranges {
    /// Adds a range. Returns false, and changes nothing, if some of its numbers are in the set already.
    pub fn insert(&mut self, ids: Range<u64>) -> bool {
        if ids.is_empty() {
            return true;
        }
        let before = self.ends.range(..ids.end).next_back().map(|(&start, &end)| start..end);
        if before.as_ref().is_some_and(|before| before.end > ids.start) {
            return false;
        }
        let start = before.filter(|before| before.end == ids.start).map_or(ids.start, |before| before.start);
        let end = self.ends.remove(&ids.end).unwrap_or(ids.end);
        self.ends.insert(start, end);
        true
    }

    /// The number of members.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.iter().map(|ids| ids.end - ids.start).sum()
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The ranges, in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = Range<u64>> {
        self.ends.iter().map(|(&start, &end)| start..end)
    }

    /// The numbers that are not in `other`.
    #[must_use]
    pub fn without(&self, other: &Ranges) -> Ranges {
        let mut rest = Ranges::default();
        let mut taken = other.iter().peekable();
        for ids in self.iter() {
            let mut start = ids.start;
            while start < ids.end {
                while taken.next_if(|taken| taken.end <= start).is_some() {}
                let next = taken.peek().cloned().unwrap_or(ids.end..ids.end);
                rest.insert(start..next.start.clamp(start, ids.end));
                start = next.end.max(start);
            }
        }
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Ranges {
        /// The numbers of one range.
        pub(crate) fn of(ids: Range<u64>) -> Self {
            let mut ranges = Ranges::default();
            ranges.insert(ids);
            ranges
        }
    }
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn members(ranges: &Ranges) -> BTreeSet<u64> {
        ranges.iter().flatten().collect()
    }

    proptest! {
        #[test]
        fn ranges_are_sets_of_numbers(a in prop::collection::vec((0u64..60, 0u64..9), 0..12),
                                      b in prop::collection::vec((0u64..60, 0u64..9), 0..12)) {
            let mut sets = [Ranges::default(), Ranges::default()];
            let mut plain = [BTreeSet::new(), BTreeSet::new()];
            for (i, list) in [a, b].iter().enumerate() {
                for &(start, len) in list {
                    let fresh = (start..start + len).all(|id| !plain[i].contains(&id));
                    prop_assert_eq!(sets[i].insert(start..start + len), fresh);
                    if fresh {
                        plain[i].extend(start..start + len);
                    }
                    prop_assert_eq!(&members(&sets[i]), &plain[i]);
                }
                prop_assert_eq!(sets[i].len(), plain[i].len() as u64);
            }
            let rest: BTreeSet<u64> = plain[0].difference(&plain[1]).copied().collect();
            prop_assert_eq!(members(&sets[0].without(&sets[1])), rest);
        }
    }

    #[test]
    fn neighbours_are_joined() {
        let mut ranges = Ranges::of(0..3);
        assert!(ranges.insert(5..7) && ranges.insert(3..5));
        assert_eq!(ranges, Ranges::of(0..7));
    }
}
