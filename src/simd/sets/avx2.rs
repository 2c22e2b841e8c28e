//! AVX2: 8 lanes of `u32`, 4 of `u64`; a set of patterns is two registers.

use super::bit_order::BitOrder;
use super::chunks::{CHUNKS, Chunks};
use super::lanes::Lanes;
use super::pattern_sets::{Adders, FullAdder, PATTERNS, PatternSet, Sets, Transposed};
use super::portable::transpose;
use super::table::{ITEMS, Offsets, Table};
use super::vectors::MaskVectors;
use crate::simd::avx2_pack::paired;
use crate::simd::{Avx2, Portable};
use std::arch::x86_64::*;

impl Avx2 {
    /// All ones in the first `n <= 8` 32-bit lanes.
    #[inline(always)]
    fn window(self, n: usize) -> __m256i {
        /// Eight ones, then eight zeros.
        static ONES: [u32; 16] = [!0, !0, !0, !0, !0, !0, !0, !0, 0, 0, 0, 0, 0, 0, 0, 0];
        let window = &ONES[8 - n..][..8];
        // SAFETY: proved by self; the window has eight words.
        unsafe { _mm256_loadu_si256(window.as_ptr().cast()) }
    }
}

impl MaskVectors<u32> for Avx2 {
    const LANES: usize = 8;
    type Vector = __m256i;

    #[inline(always)]
    fn splat(self, word: u32) -> __m256i {
        // SAFETY: proved by self.
        unsafe { _mm256_set1_epi32(word.cast_signed()) }
    }
    #[inline(always)]
    fn load_few(self, words: &[u32]) -> __m256i {
        // SAFETY: proved by self; the window keeps the load inside the slice.
        unsafe { _mm256_maskload_epi32(words.as_ptr().cast(), self.window(words.len())) }
    }
    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: proved by self.
        unsafe { _mm256_or_si256(a, b) }
    }
    #[inline(always)]
    fn disjoint(self, a: __m256i, b: __m256i) -> u32 {
        // SAFETY: proved by self.
        unsafe {
            let equal = _mm256_cmpeq_epi32(_mm256_and_si256(a, b), _mm256_setzero_si256());
            _mm256_movemask_ps(_mm256_castsi256_ps(equal)).cast_unsigned()
        }
    }
    #[inline(always)]
    unsafe fn read(self, words: *const u32) -> __m256i {
        // SAFETY: proved by self; the words by the contract.
        unsafe { _mm256_loadu_si256(words.cast()) }
    }
    #[inline(always)]
    unsafe fn write_packed(self, words: *mut u32, a: __m256i, mask: u32) {
        // SAFETY: proved by self; the words by the contract.
        unsafe { _mm256_storeu_si256(words.cast(), self.pack_lanes(a, mask)) }
    }
}

impl MaskVectors<u64> for Avx2 {
    const LANES: usize = 4;
    type Vector = __m256i;

    #[inline(always)]
    fn splat(self, word: u64) -> __m256i {
        // SAFETY: proved by self.
        unsafe { _mm256_set1_epi64x(word.cast_signed()) }
    }
    #[inline(always)]
    fn load_few(self, words: &[u64]) -> __m256i {
        // SAFETY: proved by self; the window keeps the load inside the slice.
        unsafe { _mm256_maskload_epi64(words.as_ptr().cast(), self.window(2 * words.len())) }
    }
    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: proved by self.
        unsafe { _mm256_or_si256(a, b) }
    }
    #[inline(always)]
    fn disjoint(self, a: __m256i, b: __m256i) -> u32 {
        // SAFETY: proved by self.
        unsafe {
            let equal = _mm256_cmpeq_epi64(_mm256_and_si256(a, b), _mm256_setzero_si256());
            _mm256_movemask_pd(_mm256_castsi256_pd(equal)).cast_unsigned()
        }
    }
    #[inline(always)]
    unsafe fn read(self, words: *const u64) -> __m256i {
        // SAFETY: proved by self; the words by the contract.
        unsafe { _mm256_loadu_si256(words.cast()) }
    }
    #[inline(always)]
    unsafe fn write_packed(self, words: *mut u64, a: __m256i, mask: u32) {
        // SAFETY: proved by self; the words by the contract.
        unsafe { _mm256_storeu_si256(words.cast(), self.pack_lanes(a, paired(mask))) }
    }
}

/// Sets of 256 patterns per register, for `R <= 2` registers. (Without `take(2)` in loads and stores the code is
/// slower.)
#[derive(Clone, Copy)]
struct Registers<const R: usize>(Avx2);

impl<const R: usize> Sets for Registers<R> {
    type Set = [__m256i; R];
    type Counter = Adders<[__m256i; R]>;
    const BYTES: usize = 32 * R;

    #[inline(always)]
    fn load_set(self, set: &PatternSet) -> Self::Set {
        const { assert!(R <= 2) };
        // SAFETY: a set is two times 32 bytes, aligned.
        unsafe { self.load_entry(set.0.as_ptr()) }
    }
    #[inline(always)]
    fn store_set(self, set: &mut PatternSet, registers: Self::Set) {
        const { assert!(R <= 2) };
        // SAFETY: a set is two times 32 bytes, aligned.
        unsafe { self.store_entry(set.0.as_mut_ptr(), registers) };
    }
    #[inline(always)]
    unsafe fn load_entry(self, entry: *const u64) -> Self::Set {
        let mut registers = [MaskVectors::<u32>::splat(self.0, 0); R];
        for (r, register) in registers.iter_mut().enumerate().take(2) {
            // SAFETY: proved by self; R times 32 bytes, aligned, by the contract.
            *register = unsafe { _mm256_load_si256(entry.cast::<__m256i>().add(r)) };
        }
        registers
    }
    #[inline(always)]
    unsafe fn store_entry(self, entry: *mut u64, registers: Self::Set) {
        for (r, register) in registers.into_iter().enumerate().take(2) {
            // SAFETY: proved by self; R times 32 bytes, aligned, by the contract.
            unsafe { _mm256_store_si256(entry.cast::<__m256i>().add(r), register) };
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

// SAFETY: `offsets` masks by the chunks' `offset_mask`.
unsafe impl Offsets for Avx2 {
    #[inline(always)]
    fn offsets(self, chunks: &Chunks, items: &[u32], low: &mut [u64; ITEMS], high: &mut [u64; ITEMS]) {
        // SAFETY: proved by self.
        unsafe { offsets(chunks, items, low, high) }
    }
}

impl Lanes for Avx2 {
    #[inline(always)]
    fn count_pairs(self, table: &mut Table, patterns: &[u32], items: [&[u32]; 2], bits: u32) -> [u64; 2] {
        if patterns.len() <= PATTERNS / 2 {
            table.count_pairs(self, Registers::<1>(self), patterns, items, bits)
        } else {
            table.count_pairs(self, Registers::<2>(self), patterns, items, bits)
        }
    }
    #[inline(always)]
    fn permute(self, order: &BitOrder, words: &[u64], out: &mut Vec<u64>) {
        Portable.permute(order, words, out);
    }
}

/// Eight items at a time: a right or left shift brings each chunk to bit `scale`.
#[inline]
#[target_feature(enable = "avx2")]
fn offsets(chunks: &Chunks, items: &[u32], low: &mut [u64; ITEMS], high: &mut [u64; ITEMS]) {
    let count = |bits: u32| _mm_cvtsi32_si128(bits.cast_signed());
    let mut shifts = [(count(0), count(0), _mm256_setzero_si256()); CHUNKS];
    for (k, (right, left, mask)) in shifts.iter_mut().enumerate().take(chunks.len()) {
        *right = count(chunks.first(k).saturating_sub(chunks.scale));
        *left = count(chunks.scale.saturating_sub(chunks.first(k)));
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
        if chunks.len() > 4 {
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
