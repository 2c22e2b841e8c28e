//! Words as sets of bits, and the number of sets.

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
