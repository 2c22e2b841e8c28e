//! A set of squares of one board, a bit per square, row by row, in as many 64-bit words as the board needs.

/// A set of squares: bit `i` is the square with index `i` in [`Board::regions`](super::Board::regions).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Squares<const W: usize>([u64; W]);

impl<const W: usize> Squares<W> {
    pub(super) const EMPTY: Self = Squares([0; W]);

    #[inline]
    pub(super) fn insert(&mut self, square: usize) {
        self.0[square / 64] |= 1 << (square % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, square: usize) {
        self.0[square / 64] &= !(1 << (square % 64));
    }

    #[inline]
    pub(super) fn contains(&self, square: usize) -> bool {
        self.0[square / 64] >> (square % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    #[inline]
    pub(super) fn and(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
        self
    }

    #[inline]
    pub(super) fn or(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
        self
    }

    #[inline]
    pub(super) fn without(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= !other);
        self
    }

    /// The number of squares.
    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The number of squares if it is below 3, otherwise any number from 3 on; cheaper than counting.
    #[inline]
    pub(super) fn count_to_three(&self) -> u32 {
        let of_word = |&word: &u64| {
            let second = word & word.wrapping_sub(1);
            let third = second & second.wrapping_sub(1);
            u32::from(word != 0) + u32::from(second != 0) + u32::from(third != 0)
        };
        self.0.iter().map(of_word).sum()
    }

    /// The first square, row by row.
    #[inline]
    pub(super) fn first(&self) -> Option<usize> {
        let at = self.0.iter().position(|&word| word != 0)?;
        Some(64 * at + self.0[at].trailing_zeros() as usize)
    }

    /// Removes the `length` squares from `start` on, at most 64.
    pub(super) fn remove_run(&mut self, start: usize, length: usize) {
        let run = u64::MAX >> (64 - length);
        let (word, shift) = (start / 64, start % 64);
        self.0[word] &= !(run << shift);
        if shift + length > 64 {
            self.0[word + 1] &= !(run >> (64 - shift));
        }
    }
}

/// The squares, row by row.
impl<const W: usize> Iterator for Squares<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let first = self.first()?;
        self.0[first / 64] &= self.0[first / 64] - 1;
        Some(first)
    }
}

impl<const W: usize> FromIterator<usize> for Squares<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_sets() {
        let set: Squares<3> = [0, 63, 64, 100, 191].into_iter().collect();
        assert!(set.eq([0, 63, 64, 100, 191]));
        assert_eq!((set.len(), set.count_to_three() >= 3, set.first()), (5, true, Some(0)));
        for start in 0..150 {
            for length in [1, 3, 25, 40] {
                let mut rest: Squares<3> = (0..192).collect();
                rest.remove_run(start, length);
                assert!(rest.eq((0..192).filter(|square| !(start..start + length).contains(square))));
            }
        }
        for squares in [vec![], vec![5], vec![70], vec![1, 130], vec![64, 65], vec![7, 8, 190]] {
            let set: Squares<3> = squares.iter().copied().collect();
            assert_eq!(set.count_to_three(), squares.len() as u32);
            assert_eq!(set.is_empty(), squares.is_empty());
        }
    }
}
