//! Words as sets of bits.

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
