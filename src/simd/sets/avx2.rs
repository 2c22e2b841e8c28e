//! AVX2: a set of patterns is one register or two.

use super::Lanes;
use super::portable::transpose;
use super::table::{Adders, CHUNKS, Chunks, FullAdder, ITEMS, PATTERNS, PatternSet, Sets, Table, Transposed};
use crate::simd::Avx2;
use std::arch::x86_64::*;

/// Sets of 256 patterns per register, for `R <= 2` registers.
#[derive(Clone, Copy)]
struct Registers<const R: usize>(Avx2);

// SAFETY: registers are bits, and `offsets` masks by the chunks' `offset_mask`.
unsafe impl<const R: usize> Sets for Registers<R> {
    type Set = [__m256i; R];
    type Counter = Adders<[__m256i; R]>;

    /// (Without `take(2)` the code is slower.)
    #[inline(always)]
    fn store(self, set: &mut PatternSet, registers: Self::Set) {
        for (r, register) in registers.into_iter().enumerate().take(2) {
            // SAFETY: a set is two times 32 bytes, aligned.
            unsafe { *set.0.as_mut_ptr().cast::<__m256i>().add(r) = register };
        }
    }
    #[inline(always)]
    fn and(self, mut a: Self::Set, b: Self::Set) -> Self::Set {
        for (a, b) in a.iter_mut().zip(b) {
            // SAFETY: proved by self.
            *a = unsafe { _mm256_and_si256(*a, b) };
        }
        a
    }
    #[inline(always)]
    fn and_not(self, mut a: Self::Set, b: Self::Set) -> Self::Set {
        for (a, b) in a.iter_mut().zip(b) {
            // SAFETY: proved by self.
            *a = unsafe { _mm256_andnot_si256(b, *a) };
        }
        a
    }
    #[inline(always)]
    fn transpose(self, patterns: &[u32], _: u32, out: &mut Transposed) {
        if R == 1 {
            transpose::<8>(patterns, out);
        } else {
            transpose::<16>(patterns, out);
        }
    }
    #[inline(always)]
    fn offsets(self, chunks: &Chunks, items: &[u32], low: &mut [u64; ITEMS], high: &mut [u64; ITEMS]) {
        // SAFETY: proved by self.
        unsafe { offsets(chunks, items, low, high) }
    }
}

impl<const R: usize> FullAdder for Registers<R> {
    #[inline(always)]
    fn add3(self, mut a: Self::Set, b: Self::Set, c: Self::Set) -> (Self::Set, Self::Set) {
        let mut sum = a;
        for (((a, sum), b), c) in a.iter_mut().zip(&mut sum).zip(b).zip(c) {
            // SAFETY: proved by self.
            unsafe {
                let half = _mm256_xor_si256(*a, b);
                *a = _mm256_or_si256(_mm256_and_si256(*a, b), _mm256_and_si256(half, c));
                *sum = _mm256_xor_si256(half, c);
            }
        }
        (a, sum)
    }
}

impl Lanes for Avx2 {
    #[inline(always)]
    fn count_pairs(self, table: &mut Table, patterns: &[u32], items: [&[u32]; 2], bits: u32) -> [u64; 2] {
        if patterns.len() <= PATTERNS / 2 {
            table.count_pairs(Registers::<1>(self), patterns, items, bits)
        } else {
            table.count_pairs(Registers::<2>(self), patterns, items, bits)
        }
    }
}

/// Eight items at a time: a right or left shift brings each chunk to bit `scale`.
#[inline]
#[target_feature(enable = "avx2")]
fn offsets(chunks: &Chunks, items: &[u32], low: &mut [u64; ITEMS], high: &mut [u64; ITEMS]) {
    let count = |bits: u32| _mm_cvtsi32_si128(bits.cast_signed());
    let mut shifts = [(count(0), count(0), _mm256_setzero_si256()); CHUNKS];
    for (k, (right, left, mask)) in shifts.iter_mut().enumerate().take(chunks.count) {
        *right = count(chunks.first[k].saturating_sub(chunks.scale));
        *left = count(chunks.scale.saturating_sub(chunks.first[k]));
        *mask = _mm256_set1_epi32(i32::from(chunks.offset_mask(k).cast_signed()));
    }
    let (low, _) = low.as_chunks_mut::<8>();
    let (high, _) = high.as_chunks_mut::<8>();
    for ((items, low), high) in items.chunks(8).zip(low).zip(high) {
        let mut last = [0; 8];
        let items = items.first_chunk().unwrap_or_else(|| {
            last[..items.len()].copy_from_slice(items);
            &last
        });
        // SAFETY: eight items are there.
        let items: __m256i = unsafe { _mm256_loadu_si256(items.as_ptr().cast()) };
        let offset = |k: usize| {
            let (right, left, mask) = shifts[k];
            _mm256_and_si256(_mm256_sll_epi32(_mm256_srl_epi32(items, right), left), mask)
        };
        // Two chunks to a lane of 32 bits.
        let pair = |k: usize| _mm256_or_si256(offset(k), _mm256_slli_epi32::<16>(offset(k + 1)));
        let (first, second) = (pair(0), pair(2));
        store(low, _mm256_unpacklo_epi32(first, second), _mm256_unpackhi_epi32(first, second));
        if chunks.count > 4 {
            let (third, zero) = (pair(4), _mm256_setzero_si256());
            store(high, _mm256_unpacklo_epi32(third, zero), _mm256_unpackhi_epi32(third, zero));
        }
    }
}

/// Stores words 0, 1, 4, 5 and words 2, 3, 6, 7 in order.
#[inline]
#[target_feature(enable = "avx2")]
fn store(words: &mut [u64; 8], outer: __m256i, inner: __m256i) {
    let to = words.as_mut_ptr();
    // SAFETY: eight words are there.
    unsafe {
        _mm256_storeu_si256(to.cast(), _mm256_permute2x128_si256::<0x20>(outer, inner));
        _mm256_storeu_si256(to.add(4).cast(), _mm256_permute2x128_si256::<0x31>(outer, inner));
    }
}
