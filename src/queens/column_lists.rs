//! Lists by column set: all placements on some rows, each as a word, filed under the columns that it uses.

use crate::Error;
use crate::base::bits::{binomial, ones};
use crate::search::StopFlag;

/// The number of bits of each of the two parts of a column set that are looked up.
const PART: u32 = 16;

/// The column sets with this many members (at least one) of up to 32 columns, in ascending order as numbers.
pub(super) fn column_sets(columns: u32, members: u32) -> impl Iterator<Item = u32> {
    // Gosper's hack.
    let next = move |&set: &u64| {
        let low = set & set.wrapping_neg();
        let high = set + low;
        Some((((high ^ set) >> 2) / low) | high).filter(|&set| set >> columns == 0)
    };
    std::iter::successors(Some((1 << members) - 1), next).map(|set| set as u32)
}

/// The number of a set among the sets of equal size, in ascending order of the sets as numbers.
#[derive(Debug)]
struct Ranks {
    low: Vec<u32>,
    /// By the number of members of the lower part.
    high: Vec<Vec<u32>>,
}

impl Ranks {
    fn new(columns: u32, members: u32) -> Self {
        let choose = |n, k| u32::try_from(binomial(n, k)).unwrap_or(u32::MAX);
        let choose: Vec<Vec<u32>> =
            (0..=2 * PART).map(|n| (0..=2 * PART).map(|k| choose(n, k)).collect()).collect();
        // A set's number is the sum of C(c_i, i) over its members c_1 < c_2 < ...
        let sum = |set: u32, first: u32, below: u32| {
            let members = ones(set).zip(below as usize + 1..);
            members.fold(0u32, |sum, (column, member)| {
                sum.saturating_add(choose[first as usize + column][member])
            })
        };
        let most_below = members.min(PART);
        let part = |first: u32, below: u32| {
            let bits = columns.saturating_sub(first).min(PART);
            (0..1u32 << bits)
                .map(|set| if set.count_ones() + below <= members { sum(set, first, below) } else { 0 })
                .collect()
        };
        Ranks { low: part(0, 0), high: (0..=most_below).map(|below| part(PART, below)).collect() }
    }

    #[inline(always)]
    fn of(&self, set: u32) -> usize {
        let (low, high) = (set & ((1 << PART) - 1), set >> PART);
        (self.low[low as usize] + self.high[low.count_ones() as usize][high as usize]) as usize
    }
}

/// A list of words for each column set of one size.
#[derive(Debug)]
pub(super) struct ColumnLists<W> {
    ranks: Ranks,
    /// The number of columns of each set.
    pub(super) members: u32,
    /// By the number of the column set: where its words begin; the next one's begin where they end.
    starts: Vec<u32>,
    words: Vec<W>,
}

impl<W: Copy + Default> ColumnLists<W> {
    /// Files the words that `place` visits, which is called twice, under their sets of `members` columns. Takes the
    /// memory of the words from the bytes that are `left`.
    ///
    /// # Errors
    /// [`Error::Memory`] with the words of `what` if less is left; [`Error::Stopped`] if the flag was raised.
    pub(super) fn new(
        columns: u32,
        members: u32,
        left: &mut u64,
        what: impl FnOnce() -> String,
        place: impl Fn(&mut dyn FnMut(u32, W)),
        stop: &StopFlag,
    ) -> Result<Self, Error> {
        let ranks = Ranks::new(columns, members);
        let sets = ranks.of(((1 << members) - 1) << (columns - members)) + 1;
        let mut starts = vec![0u32; sets + 1];
        let mut many = 0u64;
        place(&mut |set, _| {
            many += 1;
            let count = &mut starts[ranks.of(set) + 1];
            *count = count.wrapping_add(1);
        });
        let (needed, limit) = (size_of::<W>() as u64 * many, *left);
        if needed > limit || many > u32::MAX.into() {
            let most = (size_of::<W>() as u64) << 32;
            return Err(Error::Memory { what: what(), needed: needed.into(), limit: limit.min(most) });
        }
        *left -= needed;
        for set in 0..sets {
            starts[set + 1] += starts[set];
        }
        let (mut next, mut words) = (starts.clone(), vec![W::default(); many as usize]);
        place(&mut |set, word| {
            let at = &mut next[ranks.of(set)];
            if let Some(place) = words.get_mut(*at as usize) {
                *place = word;
            }
            *at += 1;
        });
        if stop.is_raised() { Err(Error::Stopped) } else { Ok(ColumnLists { ranks, members, starts, words }) }
    }

    /// The bytes of the lists.
    pub(super) fn bytes(&self) -> u64 {
        (size_of::<W>() * self.words.len() + 4 * self.starts.len()) as u64
    }

    /// The words of a column set.
    #[inline(always)]
    pub(super) fn of(&self, set: u32) -> &[W] {
        let set = self.ranks.of(set);
        &self.words[self.starts[set] as usize..self.starts[set + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_under_their_columns() {
        for (columns, members) in [(1, 1), (5, 2), (18, 3), (20, 2)] {
            let place = |visit: &mut dyn FnMut(u32, u64)| {
                for set in column_sets(columns, members) {
                    (0..set % 3).for_each(|copy| visit(set, u64::from(set) << 8 | u64::from(copy)));
                }
            };
            let (mut left, stop) = (u64::MAX, StopFlag::default());
            let lists = ColumnLists::new(columns, members, &mut left, String::new, place, &stop).unwrap();
            let mut words = 0;
            for set in column_sets(columns, members) {
                assert_eq!((set.count_ones(), set >> columns), (members, 0));
                let expected: Vec<u64> =
                    (0..set % 3).map(|copy| u64::from(set) << 8 | u64::from(copy)).collect();
                assert_eq!(lists.of(set), expected);
                words += expected.len() as u64;
            }
            assert_eq!(left, u64::MAX - 8 * words);
        }
        assert_eq!(column_sets(20, 10).count(), 184_756);
    }
}
