//! Lists of masks: division by a bit, copies, and the number of disjoint masks.
//!
//! The join divides every list again and again, a nanosecond a vector, so that no bounds are checked on the way: one look
//! at the room beforehand does for all. Vectors are stored whole, whatever they hold. O(n).

use super::append::Appender;
use super::vectors::{MOST_LANES, MaskVectors};
use crate::simd::HasVectors;

/// Pairs of masks, side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(128))]
pub(crate) struct MaskPairs(pub [[u32; MaskPairs::LEN]; 2]);

impl MaskPairs {
    /// Pairs in a block.
    pub const LEN: usize = MOST_LANES;
}

/// What an instruction set does with lists of masks.
pub(crate) trait Lists: Copy {
    /// Moves the masks without bit `bit` to the front of `list`; returns how many they are. `spare` is scratch memory:
    /// what it holds afterwards says nothing.
    fn partition(self, list: &mut [u32], bit: u32, spare: &mut Vec<u32>) -> usize;
    /// Appends the masks whose bit `bit` is as `set` says to `out`.
    fn copy(self, list: &[u32], bit: u32, set: bool, out: &mut Vec<u32>);
    /// Appends all masks.
    fn append(self, out: &mut Appender<'_, u32>, list: &[u32]);
    /// How many masks share no bit with `mask`.
    fn count_disjoint(self, list: &[u32], mask: u32) -> u64;
    /// Which pairs share no bit with these two masks, each with its own: the first pair in bit 0.
    fn disjoint_pairs(self, pairs: &MaskPairs, masks: [u32; 2]) -> u32;
}

impl<V: HasVectors + MaskVectors<u32>> Lists for V {
    /// The zeros are packed to the front of the list itself, never overtaking what is still to be read; the ones go to the
    /// spare list and are copied behind them. First come the masks at the end that fill no vector: all of
    /// them go to the spare list, its zeros before its ones.
    #[inline(always)]
    fn partition(self, list: &mut [u32], bit: u32, spare: &mut Vec<u32>) -> usize {
        let len = list.len();
        let whole = len / V::LANES * V::LANES;
        let bit = self.splat(1 << bit);
        spare.clear();
        if spare.capacity() < len + V::LANES {
            spare.reserve(len + V::LANES + len / 2);
        }
        let (vector, valid) = self.load(&list[whole..]);
        let zero = self.disjoint(vector, bit) & valid;
        let zeros_of_rest = V::members(zero);
        let (list, spare) = (list.as_mut_ptr(), spare.as_mut_ptr());
        // SAFETY: there is room for len + LANES words, and zeros_of_rest <= len.
        unsafe {
            self.write_packed(spare, vector, zero);
            self.write_packed(spare.add(zeros_of_rest), vector, zero ^ valid);
        }
        let (mut read, mut zeros, mut spared) = (0, 0, len - whole);
        while read < whole {
            // SAFETY: zeros <= read and read + LANES <= whole <= len: what is overwritten in the list has been read.
            // And zeros + spared = read + len - whole, so spared + LANES <= len.
            unsafe {
                let vector = self.read(list.add(read));
                let zero = self.disjoint(vector, bit);
                self.write_packed(list.add(zeros), vector, zero);
                self.write_packed(spare.add(spared), vector, zero ^ V::first(V::LANES));
                let n = V::members(zero);
                zeros += n;
                spared += V::LANES - n;
            }
            read += V::LANES;
        }
        // SAFETY: zeros + spared = len, and so many words of the spare list are written.
        unsafe { list.add(zeros).copy_from_nonoverlapping(spare, spared) };
        zeros + zeros_of_rest
    }

    #[inline(always)]
    fn copy(self, list: &[u32], bit: u32, set: bool, out: &mut Vec<u32>) {
        let (bit, turned) = (self.splat(1 << bit), if set { !0 } else { 0 });
        let mut out = Appender::new(out);
        for masks in list.chunks(V::LANES) {
            let (vector, valid) = self.load(masks);
            out.append(self, vector, (self.disjoint(vector, bit) ^ turned) & valid);
        }
        out.finish();
    }

    #[inline(always)]
    fn append(self, out: &mut Appender<'_, u32>, mut list: &[u32]) {
        loop {
            let (vector, valid) = self.load(list);
            out.append(self, vector, valid);
            if list.len() <= V::LANES {
                break;
            }
            list = &list[V::LANES..];
        }
    }

    #[inline(always)]
    fn count_disjoint(self, list: &[u32], mask: u32) -> u64 {
        let (mask, mut count) = (self.splat(mask), 0);
        for masks in list.chunks(V::LANES) {
            let (vector, valid) = self.load(masks);
            count += V::members(self.disjoint(vector, mask) & valid) as u64;
        }
        count
    }

    #[inline(always)]
    fn disjoint_pairs(self, MaskPairs([a, b]): &MaskPairs, masks: [u32; 2]) -> u32 {
        let masks = [self.splat(masks[0]), self.splat(masks[1])];
        let (mut which, mut first) = (0, 0);
        while first < MaskPairs::LEN {
            let [a, b] = [self.load(&a[first..]).0, self.load(&b[first..]).0];
            which |= (self.disjoint(a, masks[0]) & self.disjoint(b, masks[1])) << first;
            first += V::LANES;
        }
        which
    }
}
