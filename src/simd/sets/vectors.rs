//! Vectors of words: the operations that instruction sets define, so that the loops over lists (`lists`, `product`)
//! are shared.

/// Vectors of `LANES` words. Lanes are chosen by masks, lane 0 in the lowest bit; bits above the lanes are zero.
pub(super) trait MaskVectors<W: Copy>: Copy {
    /// Lanes of a vector, at most [`MOST_LANES`].
    const LANES: usize;
    type Vector: Copy;

    fn splat(self, word: W) -> Self::Vector;
    /// The words of a slice shorter than `LANES`, then zeros.
    fn load_few(self, words: &[W]) -> Self::Vector;
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The lanes whose words share no bit.
    fn disjoint(self, a: Self::Vector, b: Self::Vector) -> u32;
    /// Reads `LANES` words.
    ///
    /// # Safety
    /// `words` is valid for reading `LANES` words.
    unsafe fn read(self, words: *const W) -> Self::Vector;
    /// Writes `LANES` words: the lanes of `mask`, packed, then undefined words.
    ///
    /// # Safety
    /// `words` is valid for writing `LANES` words.
    unsafe fn write_packed(self, words: *mut W, vector: Self::Vector, mask: u32);

    /// The number of lanes in a mask.
    #[inline(always)]
    fn members(mask: u32) -> usize {
        mask.count_ones() as usize
    }
    /// The first `LANES` words of the slice, or all of a shorter one and then zeros, with the mask of the words read.
    #[inline(always)]
    fn load(self, words: &[W]) -> (Self::Vector, u32) {
        if words.len() >= Self::LANES {
            // SAFETY: the slice has `LANES` words. (A masked load takes several times as long on Zen 5.)
            (unsafe { self.read(words.as_ptr()) }, Self::first(Self::LANES))
        } else {
            (self.load_few(words), Self::first(words.len()))
        }
    }
    /// The mask of the first `count` lanes, at most all.
    #[inline(always)]
    fn first(count: usize) -> u32 {
        (1 << count.min(Self::LANES)) - 1
    }
}

/// The lanes of the widest vector. Lists that products read (`Grouped`) have as many words behind their end, and
/// lists that they write as much free room. A slice for [`MaskVectors::load`] needs neither, and may be empty.
pub(super) const MOST_LANES: usize = 16;
