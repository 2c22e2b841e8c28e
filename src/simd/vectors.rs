//! Vectors of words: the operations that an instruction set defines, so that the loops over masks (`sets`) and numbers
//! (`moves`) are shared.

/// The vectors of an instruction set, whatever their words. [`Portable`](super::Portable) has none but loops of its own;
/// this trait tells the compiler that no type has both.
pub(crate) trait Vectors: Copy {
    /// A vector; any bytes are a value.
    type Vector: Copy;

    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Reads a vector of words.
    ///
    /// # Safety
    /// `words` is valid for reading a vector.
    unsafe fn read<W>(self, words: *const W) -> Self::Vector;
    /// The words of a slice shorter than a vector, then zeros.
    fn read_few<W: Word>(self, words: &[W]) -> Self::Vector;
    /// Writes a vector of words.
    ///
    /// # Safety
    /// `words` is valid for writing a vector.
    unsafe fn write<W>(self, words: *mut W, vector: Self::Vector);
}

/// Vectors of `LANES` words. Lanes are chosen by masks, lane 0 in the lowest bit; bits above the lanes are zero.
pub(crate) trait WordVectors<W: Word>: Vectors {
    /// Lanes of a vector, at most [`MOST_LANES`].
    const LANES: usize = size_of::<Self::Vector>() / size_of::<W>();

    fn splat(self, word: W) -> Self::Vector;
    /// The lanes whose words share no bit.
    fn disjoint(self, a: Self::Vector, b: Self::Vector) -> u32;
    /// The lanes of `mask`, packed, then undefined lanes.
    fn pack(self, vector: Self::Vector, mask: u32) -> Self::Vector;

    /// The number of lanes in a mask.
    #[inline(always)]
    fn members(mask: u32) -> usize {
        mask.count_ones() as usize
    }
    /// The mask of the first `count` lanes, at most all.
    #[inline(always)]
    fn first(count: usize) -> u32 {
        (1 << count.min(Self::LANES)) - 1
    }
    /// The first `LANES` words of the slice, or all of a shorter one and then zeros, with the mask of the words read.
    #[inline(always)]
    fn load(self, words: &[W]) -> (Self::Vector, u32) {
        if words.len() >= Self::LANES {
            // SAFETY: the slice has `LANES` words. (A masked load takes several times as long on Zen 5.)
            (unsafe { self.read(words.as_ptr()) }, Self::first(Self::LANES))
        } else {
            (self.read_few(words), Self::first(words.len()))
        }
    }
    /// Writes the lanes of `mask`, packed, then undefined words.
    ///
    /// # Safety
    /// `words` is valid for writing `LANES` words.
    #[inline(always)]
    unsafe fn write_packed(self, words: *mut W, vector: Self::Vector, mask: u32) {
        // Packed in a register, then stored whole: the instruction that packs into memory is slow on Zen.
        // SAFETY: by the contract.
        unsafe { self.write(words, self.pack(vector, mask)) };
    }
}

/// An unsigned integer of 32 or 64 bits.
pub(crate) trait Word: Copy + Default {}
impl Word for u32 {}
impl Word for u64 {}

/// The lanes of the widest vector. Lists that products read (`Grouped`) have as many words behind their end, and
/// lists that they write as much free room. A slice for [`WordVectors::load`] needs neither, and may be empty.
pub(crate) const MOST_LANES: usize = 16;
