//! AVX-512: compression and expansion are instructions. The full grade adds nothing for moves, whose kernels run on
//! the base.
//!
//! Two choices are for AMD's processors, and cost nothing measurable on Intel's. An expansion from memory takes twice
//! as long there as a load and an expansion (EPYC, Zen 5: 1.6 and 0.8 ns for 16 words), so that the load is kept
//! apart. And gathering 16 words takes 4.1 ns by the gather instruction, 2.6 ns by 16 loads.

use super::WINDOW;
use super::vectors::{NumberVectors, Packs};
use crate::simd::{Avx2, Avx512};
use std::arch::asm;
use std::arch::x86_64::*;

/// Loads a vector by a separate instruction.
///
/// # Safety
/// 64 bytes are valid for reading.
#[target_feature(enable = "avx512f")]
#[inline]
unsafe fn load<S>(from: *const S) -> __m512i {
    let vector;
    // SAFETY: the bytes by the contract; the instruction does nothing but read them.
    unsafe {
        asm!("vmovdqu64 {}, [{}]", out(zmm_reg) vector, in(reg) from,
            options(pure, readonly, nostack, preserves_flags));
    }
    vector
}

impl NumberVectors<u32> for Avx512<false> {
    #[inline(always)]
    fn add(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: proved by self.
        unsafe { _mm512_add_epi32(a, b) }
    }
    #[inline(always)]
    unsafe fn read_spread(self, slots: *const u32, mask: u32) -> __m512i {
        // SAFETY: proved by self; the slots by the contract.
        unsafe { _mm512_maskz_expand_epi32(mask as u16, load(slots)) }
    }
    #[inline(always)]
    fn gather(self, source: &[u32; WINDOW], indices: &[u16]) -> __m512i {
        let (low, high) = indices.split_at(8);
        let avx2 = Avx2::from(self);
        // SAFETY: proved by self.
        unsafe {
            let low = _mm512_castsi256_si512(avx2.gather(source, low));
            _mm512_inserti64x4::<1>(low, avx2.gather(source, high))
        }
    }
}

impl NumberVectors<u64> for Avx512<false> {
    #[inline(always)]
    fn add(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: proved by self.
        unsafe { _mm512_add_epi64(a, b) }
    }
    #[inline(always)]
    unsafe fn read_spread(self, slots: *const u64, mask: u32) -> __m512i {
        // SAFETY: proved by self; the slots by the contract.
        unsafe { _mm512_maskz_expand_epi64(mask as u8, load(slots)) }
    }
    #[inline(always)]
    fn gather(self, source: &[u64; WINDOW], indices: &[u16]) -> __m512i {
        let (low, high) = indices.split_at(4);
        let avx2 = Avx2::from(self);
        // SAFETY: proved by self.
        unsafe {
            let low = _mm512_castsi256_si512(avx2.gather(source, low));
            _mm512_inserti64x4::<1>(low, avx2.gather(source, high))
        }
    }
}

impl Packs for Avx512<false> {
    #[inline(always)]
    fn pack_bits(self, word: u64, mask: u64) -> u64 {
        Avx2::from(self).pack_bits(word, mask)
    }
    #[inline(always)]
    fn spread_bits(self, word: u64, mask: u64) -> u64 {
        Avx2::from(self).spread_bits(word, mask)
    }
    #[inline(always)]
    fn widen(self, vector: __m512i) -> [__m512i; 2] {
        // SAFETY: proved by self.
        unsafe {
            let (low, high) = (_mm512_castsi512_si256(vector), _mm512_extracti64x4_epi64::<1>(vector));
            [_mm512_cvtepu32_epi64(low), _mm512_cvtepu32_epi64(high)]
        }
    }
}
