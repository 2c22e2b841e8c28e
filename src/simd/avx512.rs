//! AVX-512: 16 lanes of `u32`, 8 of `u64`, packed in one instruction.

use super::Avx512;
use super::vectors::{Vectors, Word, WordVectors};
use std::arch::x86_64::*;

impl<const FULL: bool> Vectors for Avx512<FULL> {
    type Vector = __m512i;

    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: proved by self.
        unsafe { _mm512_or_si512(a, b) }
    }
    #[inline(always)]
    unsafe fn read<W>(self, words: *const W) -> __m512i {
        // SAFETY: proved by self; the words by the contract.
        unsafe { _mm512_loadu_si512(words.cast()) }
    }
    #[inline(always)]
    fn read_few<W: Word>(self, words: &[W]) -> __m512i {
        let mask = (1u32 << (size_of_val(words) / 4)) - 1;
        // SAFETY: proved by self; the mask keeps the load inside the slice.
        unsafe { _mm512_maskz_loadu_epi32(mask as u16, words.as_ptr().cast()) }
    }
    #[inline(always)]
    unsafe fn write<W>(self, words: *mut W, vector: __m512i) {
        // SAFETY: proved by self; the words by the contract.
        unsafe { _mm512_storeu_si512(words.cast(), vector) }
    }
}

impl<const FULL: bool> WordVectors<u32> for Avx512<FULL> {
    #[inline(always)]
    fn splat(self, word: u32) -> __m512i {
        // SAFETY: proved by self.
        unsafe { _mm512_set1_epi32(word.cast_signed()) }
    }
    #[inline(always)]
    fn disjoint(self, a: __m512i, b: __m512i) -> u32 {
        // SAFETY: proved by self.
        u32::from(unsafe { _mm512_testn_epi32_mask(a, b) })
    }
    #[inline(always)]
    fn pack(self, vector: __m512i, mask: u32) -> __m512i {
        // SAFETY: proved by self.
        unsafe { _mm512_maskz_compress_epi32(mask as u16, vector) }
    }
}

impl<const FULL: bool> WordVectors<u64> for Avx512<FULL> {
    #[inline(always)]
    fn splat(self, word: u64) -> __m512i {
        // SAFETY: proved by self.
        unsafe { _mm512_set1_epi64(word.cast_signed()) }
    }
    #[inline(always)]
    fn disjoint(self, a: __m512i, b: __m512i) -> u32 {
        // SAFETY: proved by self.
        u32::from(unsafe { _mm512_testn_epi64_mask(a, b) })
    }
    #[inline(always)]
    fn pack(self, vector: __m512i, mask: u32) -> __m512i {
        // SAFETY: proved by self.
        unsafe { _mm512_maskz_compress_epi64(mask as u8, vector) }
    }
}
