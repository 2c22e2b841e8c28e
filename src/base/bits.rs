//! Words as sets of bits, sums over them, and the number of sets.

use std::iter::Sum;

/// The positions of the set bits of a word, in ascending order.
#[inline(always)]
pub(crate) fn ones(word: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut rest = word.into();
    std::iter::from_fn(move || {
        let position = rest.trailing_zeros();
        rest &= rest.wrapping_sub(1);
        (position < 64).then_some(position as usize)
    })
}

/// The number of sets of `k` among `n` things, for at most 67.
pub(crate) fn binomial(n: u32, k: u32) -> u64 {
    let sets = (0..k).fold(1, |sets, i| sets * u128::from(n.saturating_sub(i)) / u128::from(i + 1));
    sets as u64
}

/// A number for each bit of a word, to be added up over its set bits byte by byte.
#[derive(Debug, Clone)]
pub(crate) struct BitSums<T>(Vec<[T; 256]>);

impl<T: Copy + Sum> BitSums<T> {
    pub fn new(numbers: &[T]) -> Self {
        let table = |numbers: &[T]| {
            std::array::from_fn(|byte| ones(byte as u64).filter_map(|bit| numbers.get(bit).copied()).sum())
        };
        BitSums(numbers.chunks(8).map(table).collect())
    }

    pub fn apply(&self, word: impl Into<u64>) -> T {
        let bytes = self.0.iter().zip(word.into().to_le_bytes());
        bytes.map(|(table, byte)| table[usize::from(byte)]).sum()
    }
}
