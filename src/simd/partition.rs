//! Division of a list by one bit: in place, the masks without the bit first, or by copying.
//!
//! In place the zeros are packed to the front of the list itself, never overtaking what is still to be read; the ones
//! go to a spare list and are copied behind them. Both are stored as whole vectors, whatever they hold. The
//! join does this to every list again and again, a nanosecond a vector, so that no bounds are checked on the
//! way: one look at the room beforehand does for all. O(n), and n spare words.

use super::{Appender, Words, portable};

/// Moves the masks without bit `bit` to the front of `list`; returns how many they are.
#[inline(always)]
pub(crate) fn partition<L: Words<u32>>(lanes: L, list: &mut [u32], bit: u32, spare: &mut Vec<u32>) -> usize {
    if L::LANES == 1 {
        return portable::partition(list, bit, spare);
    }
    let (start, len) = (list.as_mut_ptr(), list.len());
    let bit = lanes.splat(1 << bit);
    spare.clear();
    // Room for a whole vector behind the last.
    if spare.capacity() < len + L::LANES {
        spare.reserve(len + L::LANES + len / 2);
    }
    let ones_start = spare.as_mut_ptr();
    let all = L::first(L::LANES);
    let (mut read, mut zeros, mut ones) = (0, 0, 0);
    while read + L::LANES <= len {
        // SAFETY: zeros + ones = read, and read + LANES <= len: so zeros + LANES <= len, ones + LANES <= len;
        // the spare list has room for more than that. What is overwritten in the list has been read.
        unsafe {
            let vector = lanes.read(start.add(read));
            let zero = lanes.disjoint(vector, bit);
            lanes.write_packed(start.add(zeros), vector, zero);
            lanes.write_packed(ones_start.add(ones), vector, zero ^ all);
            let n = zero.count_ones() as usize;
            zeros += n;
            ones += L::LANES - n;
        }
        read += L::LANES;
    }
    if read < len {
        let (vector, valid) = lanes.load(&list[read..]);
        let zero = lanes.disjoint(vector, bit) & valid;
        lanes.store_packed(&mut list[zeros..], vector, zero);
        // SAFETY: ones <= len, and the spare list has room for LANES more.
        unsafe { lanes.write_packed(ones_start.add(ones), vector, zero ^ valid) };
        zeros += zero.count_ones() as usize;
        ones = len - zeros;
    }
    // SAFETY: the first `ones` words of the spare list are written; zeros + ones = len.
    unsafe { list.as_mut_ptr().add(zeros).copy_from_nonoverlapping(ones_start, ones) };
    zeros
}

/// Appends the masks of `list` without bit `bits` (a power of two) to `out`.
#[inline(always)]
pub(crate) fn copy_without<L: Words<u32>>(lanes: L, list: &[u32], bits: u32, out: &mut Vec<u32>) {
    copy(lanes, list, bits, 0, out);
}

/// Appends the masks of `list` with it.
#[inline(always)]
pub(crate) fn copy_with<L: Words<u32>>(lanes: L, list: &[u32], bits: u32, out: &mut Vec<u32>) {
    copy(lanes, list, bits, !0, out);
}

/// Those without, or, with all lanes of `turned`, those with the bit.
#[inline(always)]
fn copy<L: Words<u32>>(lanes: L, list: &[u32], bits: u32, turned: u32, out: &mut Vec<u32>) {
    let bits = lanes.splat(bits);
    let mut out = Appender::new(out);
    for masks in list.chunks(L::LANES) {
        let (vector, valid) = lanes.load(masks);
        lanes.append(&mut out, vector, (lanes.disjoint(vector, bits) ^ turned) & valid);
    }
    out.finish();
}
