//! Lists of masks: division by a bit, copies, and the number of disjoint masks. O(n).
//!
//! The join divides lists constantly, at a nanosecond per vector. So bounds are not checked on the way: one check of
//! the room at the beginning suffices. Vectors are stored whole, undefined lanes too.

use super::append::Appender;
use crate::simd::vectors::{MOST_LANES, WordVectors};

/// Pairs of masks, side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(128))]
pub(crate) struct MaskPairs(pub [[u32; MaskPairs::LEN]; 2]);

impl MaskPairs {
    pub const LEN: usize = MOST_LANES;
}

/// Operations on lists of masks.
pub(crate) trait Lists: Copy {
    /// Appends the masks without bit `bit` to `out`.
    fn copy(self, list: &[u32], bit: u32, out: &mut Vec<u32>);
    /// Appends the masks without bit `bit` to the first list and those with it to the second.
    fn divide(self, list: &[u32], bit: u32, out: [&mut Vec<u32>; 2]);
    /// Appends the masks with neither of two bits to the first list, those with one bit to the second list, and those with
    /// both bits to the third list. If `joined`, the second list gets the masks with neither bit, too.
    fn separate(self, list: &[u32], bits: [u32; 2], joined: bool, out: [&mut Vec<u32>; 3]);
    fn append(self, out: &mut Appender<'_, u32>, list: &[u32]);
    /// The number of masks that share no bit with `mask`.
    fn count_disjoint(self, list: &[u32], mask: u32) -> u64;
    /// The pairs that share no bit with these two masks, each with its own; bit 0 is the first pair.
    fn disjoint_pairs(self, pairs: &MaskPairs, masks: [u32; 2]) -> u32;
}

impl<V: WordVectors<u32>> Lists for V {
    #[inline(always)]
    fn copy(self, list: &[u32], bit: u32, out: &mut Vec<u32>) {
        let bit = self.splat(1 << bit);
        let mut out = Appender::new(out);
        for masks in list.chunks(V::LANES) {
            let (vector, valid) = self.load(masks);
            out.append(self, vector, self.disjoint(vector, bit) & valid);
        }
        out.finish();
    }

    #[inline(always)]
    fn divide(self, list: &[u32], bit: u32, [without, with]: [&mut Vec<u32>; 2]) {
        let (len, bit) = (list.len(), self.splat(1 << bit));
        let room = len + V::LANES;
        for out in [&mut *without, &mut *with] {
            if out.capacity() - out.len() < room {
                out.reserve(room + len / 2);
            }
        }
        let to = [&mut *without, &mut *with].map(|out| out.spare_capacity_mut().as_mut_ptr().cast::<u32>());
        let (mut read, mut zeros) = (0, 0);
        for masks in list.chunks(V::LANES) {
            let (vector, valid) = self.load(masks);
            let zero = self.disjoint(vector, bit) & valid;
            // SAFETY: zeros <= read < len, and behind both lists there is room for len + LANES words.
            unsafe {
                self.write_packed(to[0].add(zeros), vector, zero);
                self.write_packed(to[1].add(read - zeros), vector, zero ^ valid);
            }
            zeros += V::members(zero);
            read += masks.len();
        }
        // SAFETY: these words are written, `len` together.
        unsafe {
            without.set_len(without.len() + zeros);
            with.set_len(with.len() + len - zeros);
        }
    }

    #[inline(always)]
    fn separate(self, list: &[u32], bits: [u32; 2], joined: bool, mut out: [&mut Vec<u32>; 3]) {
        let (a, b) = (self.splat(1 << bits[0]), self.splat(1 << bits[1]));
        let also_none = if joined { u32::MAX } else { 0 };
        let mut ends = [std::ptr::null_mut::<u32>(); 3];
        for (out, end) in out.iter_mut().zip(&mut ends) {
            out.reserve(list.len() + V::LANES);
            *end = out.as_mut_ptr_range().end;
        }
        for masks in list.chunks(V::LANES) {
            let (vector, valid) = self.load(masks);
            let (no_a, no_b) = (self.disjoint(vector, a) & valid, self.disjoint(vector, b) & valid);
            let none = no_a & no_b;
            let parts = [none, no_a ^ no_b | none & also_none, valid ^ (no_a | no_b)];
            for (end, part) in ends.iter_mut().zip(parts) {
                // SAFETY: each list gets at most all masks of `list`, and has room for LANES words more.
                unsafe {
                    self.write_packed(*end, vector, part);
                    *end = end.add(V::members(part));
                }
            }
        }
        for (out, end) in out.iter_mut().zip(ends) {
            // SAFETY: the words before `end` are written; `end` lies in the list's allocation.
            unsafe { out.set_len(end.offset_from_unsigned(out.as_ptr())) };
        }
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
