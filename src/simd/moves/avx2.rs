//! AVX2: compression and expansion are shuffles, looked up by the members of a vector. A 64-bit lane moves as a pair
//! of 32-bit lanes.

use super::WINDOW;
use super::vectors::{NumberVectors, Packs};
use crate::simd::Avx2;
use crate::simd::avx2::{SPREAD, paired};
use crate::simd::vectors::Vectors;
use std::arch::x86_64::*;

impl Avx2 {
    /// The packed lanes, spread to their places; `mask` has a bit for each 32 bits.
    #[inline(always)]
    fn spread(self, packed: __m256i, mask: u32) -> __m256i {
        // SAFETY: proved by self.
        unsafe {
            let bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
            let chosen = _mm256_and_si256(_mm256_set1_epi32(mask.cast_signed()), bits);
            let spread = _mm256_permutevar8x32_epi32(packed, self.order(SPREAD[mask as usize & 0xff]));
            _mm256_and_si256(spread, _mm256_cmpeq_epi32(chosen, bits))
        }
    }
}

impl NumberVectors<u32> for Avx2 {
    #[inline(always)]
    fn add(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: proved by self.
        unsafe { _mm256_add_epi32(a, b) }
    }
    #[inline(always)]
    unsafe fn read_spread(self, slots: *const u32, mask: u32) -> __m256i {
        // SAFETY: by the contract.
        self.spread(unsafe { self.read(slots) }, mask)
    }
    /// (The gather instruction is slower.)
    #[inline(always)]
    fn gather(self, source: &[u32; WINDOW], indices: &[u16]) -> __m256i {
        let word = |i: usize| source[usize::from(indices[i])].cast_signed();
        // SAFETY: proved by self.
        unsafe {
            let low = _mm_insert_epi32::<1>(_mm_cvtsi32_si128(word(0)), word(1));
            let low = _mm_insert_epi32::<3>(_mm_insert_epi32::<2>(low, word(2)), word(3));
            let high = _mm_insert_epi32::<1>(_mm_cvtsi32_si128(word(4)), word(5));
            let high = _mm_insert_epi32::<3>(_mm_insert_epi32::<2>(high, word(6)), word(7));
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high)
        }
    }
}

impl NumberVectors<u64> for Avx2 {
    #[inline(always)]
    fn add(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: proved by self.
        unsafe { _mm256_add_epi64(a, b) }
    }
    #[inline(always)]
    unsafe fn read_spread(self, slots: *const u64, mask: u32) -> __m256i {
        // SAFETY: by the contract.
        self.spread(unsafe { self.read(slots) }, paired(mask))
    }
    #[inline(always)]
    fn gather(self, source: &[u64; WINDOW], indices: &[u16]) -> __m256i {
        let word = |i: usize| source[usize::from(indices[i])].cast_signed();
        // SAFETY: proved by self.
        unsafe {
            let low = _mm_insert_epi64::<1>(_mm_cvtsi64_si128(word(0)), word(1));
            let high = _mm_insert_epi64::<1>(_mm_cvtsi64_si128(word(2)), word(3));
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high)
        }
    }
}

impl Packs for Avx2 {
    #[inline(always)]
    fn pack_bits(self, word: u64, mask: u64) -> u64 {
        // SAFETY: proved by self.
        unsafe { _pext_u64(word, mask) }
    }
    #[inline(always)]
    fn spread_bits(self, word: u64, mask: u64) -> u64 {
        // SAFETY: proved by self.
        unsafe { _pdep_u64(word, mask) }
    }
    #[inline(always)]
    fn widen(self, vector: __m256i) -> [__m256i; 2] {
        // SAFETY: proved by self.
        unsafe {
            let (low, high) = (_mm256_castsi256_si128(vector), _mm256_extracti128_si256::<1>(vector));
            [_mm256_cvtepu32_epi64(low), _mm256_cvtepu32_epi64(high)]
        }
    }
}
