//! Words as sets of bits.

/// The places of the ones of a word, in ascending order.
#[inline(always)]
pub(crate) fn ones(word: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut rest = word.into();
    std::iter::from_fn(move || {
        let place = rest.trailing_zeros();
        rest &= rest.wrapping_sub(1);
        (place < 64).then_some(place as usize)
    })
}
