//! Vectors of words: what the instruction sets that have them need to say, so that the loops over lists are written
//! once for all of them (`lists`, `product`).

/// Vectors of `LANES` words. Lanes are chosen by masks, lane 0 in the lowest bit; bits above the lanes are zero.
pub(super) trait MaskVectors<W: Copy>: Copy {
    /// Lanes of a vector, at most [`MOST_LANES`].
    const LANES: usize;
    /// The vector.
    type Vector: Copy;

    /// All lanes the same.
    fn splat(self, word: W) -> Self::Vector;
    /// The words of a slice of less than `LANES`, then zeros.
    fn load_few(self, words: &[W]) -> Self::Vector;
    /// Bitwise or.
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The lanes in which the two share no bit.
    fn disjoint(self, a: Self::Vector, b: Self::Vector) -> u32;
    /// Reads `LANES` words.
    ///
    /// # Safety
    /// `words` is valid for reading so many.
    unsafe fn read(self, words: *const W) -> Self::Vector;
    /// Writes `LANES` words: the lanes of `mask`, packed, then undefined ones.
    ///
    /// # Safety
    /// `words` is valid for writing so many.
    unsafe fn write_packed(self, words: *mut W, vector: Self::Vector, mask: u32);

    /// The number of lanes in a mask.
    #[inline(always)]
    fn members(mask: u32) -> usize {
        mask.count_ones() as usize
    }
    /// The first `LANES` words of the slice, or as many as there are, then zeros; and the mask of those read.
    #[inline(always)]
    fn load(self, words: &[W]) -> (Self::Vector, u32) {
        if words.len() >= Self::LANES {
            // SAFETY: so many words are there. (To load by a mask takes several times as long on Zen 5.)
            (unsafe { self.read(words.as_ptr()) }, Self::first(Self::LANES))
        } else {
            (self.load_few(words), Self::first(words.len()))
        }
    }
    /// The mask of the first `count` lanes; of all where it is more.
    #[inline(always)]
    fn first(count: usize) -> u32 {
        (1 << count.min(Self::LANES)) - 1
    }
}

/// Lanes of the widest vector. So many words lie behind the lists that products read (`Grouped`), and are free behind what
/// they write. A slice given to [`MaskVectors::load`] may end where the memory does, and may be empty.
pub(super) const MOST_LANES: usize = 16;
