//! Slots: the numbers that moves add, and the sizes of their arrays.

/// Elements of a block: the length of every array is a multiple of it.
pub(crate) const BLOCK: usize = 16;
/// Elements in a window: one for each index of 16 bits, so that no index can be out of bounds.
pub(crate) const WINDOW: usize = 1 << 16;

/// A number of ways: 32, 64 or 128 bits.
///
/// # Safety
/// An unsigned integer of at most 128 bits: any bytes are a value.
pub(crate) unsafe trait Slot:
    Copy + Default + Ord + Send + Sync + std::fmt::Debug + 'static
{
    /// The low bits of a number.
    fn cut(number: u128) -> Self;
    /// The number in 128 bits. (`widen` will be a method of the integers themselves.)
    fn widest(self) -> u128;
}

macro_rules! slot {
    ($slot:ty) => {
        // SAFETY: the macro is for the three integers below.
        unsafe impl Slot for $slot {
            #[inline(always)]
            fn cut(number: u128) -> $slot {
                number as $slot
            }
            #[inline(always)]
            fn widest(self) -> u128 {
                self as u128
            }
        }
    };
}
slot!(u32);
slot!(u64);
slot!(u128);
