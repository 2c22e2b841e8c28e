//! Tallies. Every merge is checked: an exact count that overflows is an error, never a smaller number.

use thiserror::Error;

/// A count left the range of its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a count overflowed: the exact total does not fit its 128 bits")]
pub struct Overflow;

/// Counters that can be merged, in any order, without losing exactness.
pub trait Tally: Default + Send {
    /// Adds `weight` times `other` to `self`.
    ///
    /// # Errors
    /// [`Overflow`] when a counter would leave its range; `self` is then of no further use.
    fn add(&mut self, other: &Self, weight: u64) -> Result<(), Overflow>;

    /// The number of solutions, for progress displays; `None` if the tally does not contain it.
    fn found(&self) -> Option<u128> {
        None
    }
}

/// A tally that lines of a ledger hold: one number, or several.
pub(crate) trait Kept: Tally + Clone + PartialEq + std::fmt::Debug {
    /// The first number, and the others.
    fn numbers(&self) -> (u128, &[u128]);

    /// The tally of these numbers.
    fn of_numbers(first: u128, others: &[u128]) -> Self;
}

impl Kept for u128 {
    fn numbers(&self) -> (u128, &[u128]) {
        (*self, &[])
    }

    fn of_numbers(first: u128, _: &[u128]) -> Self {
        first
    }
}

impl Kept for Vec<u128> {
    fn numbers(&self) -> (u128, &[u128]) {
        self.split_first().map_or((0, &[]), |(&first, others)| (first, others))
    }

    fn of_numbers(first: u128, others: &[u128]) -> Self {
        [&[first], others].concat()
    }
}

impl Tally for u128 {
    #[inline]
    fn add(&mut self, other: &Self, weight: u64) -> Result<(), Overflow> {
        *self = other.checked_mul(u128::from(weight)).and_then(|x| self.checked_add(x)).ok_or(Overflow)?;
        Ok(())
    }

    fn found(&self) -> Option<u128> {
        Some(*self)
    }
}

impl Tally for u64 {
    #[inline]
    fn add(&mut self, other: &Self, weight: u64) -> Result<(), Overflow> {
        *self = other.checked_mul(weight).and_then(|x| self.checked_add(x)).ok_or(Overflow)?;
        Ok(())
    }
}

/// Counters by index; missing ones are 0.
impl<T: Tally + Clone> Tally for Vec<T> {
    fn add(&mut self, other: &Self, weight: u64) -> Result<(), Overflow> {
        self.resize(self.len().max(other.len()), T::default());
        self.iter_mut().zip(other).try_for_each(|(sum, more)| sum.add(more, weight))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_weighted() {
        let mut sum = 5u128;
        sum.add(&7, 8).unwrap();
        assert_eq!(sum, 61);
        let mut sum = 5u64;
        sum.add(&7, 8).unwrap();
        assert_eq!(sum, 61);
        let mut sums = vec![5u64];
        sums.add(&vec![7, 1], 8).unwrap();
        sums.add(&vec![1], 1).unwrap();
        assert_eq!(sums, [62, 8]);
    }

    #[test]
    fn overflow_is_an_error_in_the_product_and_in_the_sum() {
        let add = |mut sum: u128, other, weight| sum.add(&other, weight);
        assert_eq!(add(1, u128::MAX, 2), Err(Overflow));
        assert_eq!(add(u128::MAX, 1, 1), Err(Overflow));
        assert_eq!(add(0, u128::MAX, 1), Ok(()));
        let add = |mut sum: u64, other, weight| sum.add(&other, weight);
        assert_eq!(add(1, u64::MAX, 2), Err(Overflow));
        assert_eq!(add(u64::MAX, 1, 1), Err(Overflow));
        assert_eq!(add(0, u64::MAX, 1), Ok(()));
        assert_eq!(vec![0, u64::MAX].add(&vec![1, 1], 1), Err(Overflow));
    }
}
