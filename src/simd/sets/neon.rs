//! NEON: a set of patterns is up to four registers.

use super::Lanes;
use super::table::{Chunks, Counter, ITEMS, PATTERNS, Sets, Table, Transposed};
use crate::simd::Neon;
use std::arch::aarch64::*;

/// Sets of 128 patterns per register, for `R <= 4` registers.
#[derive(Clone, Copy)]
struct Registers<const R: usize>(Neon);

// SAFETY: registers are bits, and `offsets` masks by the chunks' `offset_mask`.
unsafe impl<const R: usize> Sets for Registers<R> {
    type Set = [uint8x16_t; R];
    type Counter = Counts;

    #[inline(always)]
    fn and(self, a: Self::Set, b: Self::Set) -> Self::Set {
        // SAFETY: proved by self.
        std::array::from_fn(|r| unsafe { vandq_u8(a[r], b[r]) })
    }
    #[inline(always)]
    fn and_not(self, a: Self::Set, b: Self::Set) -> Self::Set {
        // SAFETY: proved by self.
        std::array::from_fn(|r| unsafe { vbicq_u8(a[r], b[r]) })
    }
    #[inline(always)]
    fn transpose(self, patterns: &[u32], bits: u32, out: &mut Transposed) {
        if bits <= 24 {
            self.0.transpose::<R, 3>(patterns, out);
        } else {
            self.0.transpose::<R, 4>(patterns, out);
        }
    }
    #[inline(always)]
    fn offsets(self, chunks: &Chunks, items: &[u32], low: &mut [u64; ITEMS], high: &mut [u64; ITEMS]) {
        self.0.cut(items, [Pair::new(chunks, 0), Pair::new(chunks, 2)], low);
        if chunks.count > 4 {
            // There is no chunk 6; its offset is 0.
            self.0.cut(items, [Pair::new(chunks, 4), Pair::default()], high);
        }
    }
}

/// Population counts, in two sums.
#[derive(Clone, Copy)]
struct Counts(uint64x2_t);

impl<const R: usize> Counter<Registers<R>> for Counts {
    #[inline(always)]
    fn new(_: Registers<R>) -> Self {
        // SAFETY: proved by the argument.
        Counts(unsafe { vdupq_n_u64(0) })
    }
    /// Byte by byte per register, at most 64, then in 16 bits, at most 4 · 2 · 64. (This takes two instructions per
    /// register of a set; full adders would take three.)
    #[inline(always)]
    fn add8(&mut self, _: Registers<R>, eight: [[uint8x16_t; R]; 8]) {
        // SAFETY: proved by the argument.
        unsafe {
            let mut sum = vdupq_n_u16(0);
            for r in 0..R {
                let mut bytes = vcntq_u8(eight[0][r]);
                for set in &eight[1..] {
                    bytes = vaddq_u8(bytes, vcntq_u8(set[r]));
                }
                sum = vpadalq_u8(sum, bytes);
            }
            self.0 = vpadalq_u32(self.0, vpaddlq_u16(sum));
        }
    }
    #[inline(always)]
    fn add1(&mut self, _: Registers<R>, set: [uint8x16_t; R]) {
        // SAFETY: proved by the argument. A byte has at most 8 bits of each register.
        unsafe {
            let mut bytes = vdupq_n_u8(0);
            for register in set {
                bytes = vaddq_u8(bytes, vcntq_u8(register));
            }
            self.0 = vpadalq_u32(self.0, vpaddlq_u16(vpaddlq_u8(bytes)));
        }
    }
    #[inline(always)]
    fn total(self, _: Registers<R>) -> u64 {
        // SAFETY: proved by the argument.
        unsafe { vaddvq_u64(self.0) }
    }
}

impl Neon {
    /// Transposes the lower `BYTES` bytes of patterns. Group g of 16 patterns becomes bit g % 8 of the 16 bytes of register
    /// g / 8. If the last group is not full, it ends with the last pattern, and begins with patterns of the group before.
    ///
    /// The bytes of a group are separated as they are loaded. Eight groups are 16 squares of 8 x 8 bits for each byte, side
    /// by side, and are transposed by swapping ever smaller off-diagonal squares (Hacker's Delight, section 7-3).
    #[inline(always)]
    fn transpose<const R: usize, const BYTES: usize>(self, patterns: &[u32], out: &mut Transposed) {
        assert!(patterns.len() <= 128 * R);
        let mut padded = [0; 16];
        let groups = if let Some(padding) = padded.len().checked_sub(patterns.len()) {
            padded[padding..].copy_from_slice(patterns);
            &padded
        } else {
            patterns
        };
        let (valid, _) = out.valid.0.as_chunks_mut::<2>();
        for (r, valid) in valid.iter_mut().enumerate().take(R) {
            let bytes: [[uint8x16_t; 4]; 8] = std::array::from_fn(|g| {
                let start = (128 * r + 16 * g).min(groups.len() - 16);
                // SAFETY: proved by self; 16 patterns begin there.
                let uint8x16x4_t(a, b, c, d) = unsafe { vld4q_u8(groups.as_ptr().add(start).cast()) };
                [a, b, c, d]
            });
            for k in 0..BYTES {
                let mut lines = bytes.map(|bytes| bytes[k]);
                // SAFETY: proved by self; a set has four registers.
                unsafe {
                    swap(&mut lines, [0, 1, 2, 3], 4, |a, b| (vsliq_n_u8::<4>(a, b), vsriq_n_u8::<4>(b, a)));
                    let low = vdupq_n_u8(0x33);
                    swap(&mut lines, [0, 1, 4, 5], 2, |a, b| {
                        (vbslq_u8(low, a, vshlq_n_u8::<2>(b)), vbslq_u8(low, vshrq_n_u8::<2>(a), b))
                    });
                    let low = vdupq_n_u8(0x55);
                    swap(&mut lines, [0, 2, 4, 6], 1, |a, b| {
                        (vbslq_u8(low, a, vshlq_n_u8::<1>(b)), vbslq_u8(low, vshrq_n_u8::<1>(a), b))
                    });
                    for (set, line) in out.having[8 * k..].iter_mut().zip(lines) {
                        vst1q_u8(set.0[2 * r..][..2].as_mut_ptr().cast(), line);
                    }
                }
            }
            let left = patterns.len().saturating_sub(128 * r).min(128);
            let (full, last) = (left / 16, left % 16);
            // Bit 0 of each byte, and the bytes that have a pattern in the last group.
            let (bit_0, in_last) = (u128::MAX / 0xff, u128::MAX.unbounded_shl(128 - 8 * last as u32));
            let bits = (bit_0 * ((1 << full) - 1)) | (bit_0 << full) & in_last;
            *valid = [bits as u64, (bits >> 64) as u64];
        }
    }
}

/// Swaps squares of bits in these lines and those a distance behind.
#[inline(always)]
fn swap(
    lines: &mut [uint8x16_t; 8],
    first: [usize; 4],
    distance: usize,
    swapped: impl Fn(uint8x16_t, uint8x16_t) -> (uint8x16_t, uint8x16_t),
) {
    for i in first {
        (lines[i], lines[i + distance]) = swapped(lines[i], lines[i + distance]);
    }
}

impl Lanes for Neon {
    #[inline(always)]
    fn count_pairs(self, table: &mut Table, patterns: &[u32], items: [&[u32]; 2], bits: u32) -> [u64; 2] {
        match patterns.len().div_ceil(PATTERNS / 4) {
            0 | 1 => table.count_pairs(Registers::<1>(self), patterns, items, bits),
            2 => table.count_pairs(Registers::<2>(self), patterns, items, bits),
            3 => table.count_pairs(Registers::<3>(self), patterns, items, bits),
            _ => table.count_pairs(Registers::<4>(self), patterns, items, bits),
        }
    }
}

/// Two chunks: their left shifts (right, if negative), and the bits to keep in the lower and upper half of 32 bits.
#[derive(Clone, Copy, Default)]
struct Pair {
    shifts: [i32; 2],
    mask: u32,
}

impl Pair {
    /// Chunks k and k + 1, each moved to bit `scale`.
    #[inline(always)]
    fn new(chunks: &Chunks, k: usize) -> Self {
        let shift = |k: usize| chunks.scale.cast_signed() - chunks.first[k].cast_signed();
        let mask = |k: usize| u32::from(chunks.offset_mask(k));
        Pair { shifts: [shift(k), shift(k + 1)], mask: mask(k) | mask(k + 1) << 16 }
    }
}

impl Neon {
    /// Offsets of two pairs of chunks, four items at a time.
    #[inline(always)]
    fn cut(self, items: &[u32], pairs: [Pair; 2], out: &mut [u64; ITEMS]) {
        // SAFETY: proved by self.
        let load = |pair: Pair| unsafe {
            (vdupq_n_s32(pair.shifts[0]), vdupq_n_s32(pair.shifts[1]), vdupq_n_u32(pair.mask))
        };
        let [first, second] = [load(pairs[0]), load(pairs[1])];
        let cut = |items: &[u32; 4], out: &mut [u64; 4]| {
            // SAFETY: proved by self; there are four items, and room for four words.
            unsafe {
                let items = vld1q_u32(items.as_ptr());
                let offsets = |(low, high, mask)| {
                    vandq_u32(vsliq_n_u32::<16>(vshlq_u32(items, low), vshlq_u32(items, high)), mask)
                };
                vst2q_u32(out.as_mut_ptr().cast(), uint32x4x2_t(offsets(first), offsets(second)));
            }
        };
        let (items, rest) = items.as_chunks::<4>();
        let (out, _) = out.as_chunks_mut::<4>();
        items.iter().zip(&mut *out).for_each(|(items, out)| cut(items, out));
        if let Some(out) = out.get_mut(items.len()) {
            let mut last = [0; 4];
            last[..rest.len()].copy_from_slice(rest);
            cut(&last, out);
        }
    }
}
