//! AVX-512: sets of 256 patterns, in registers of 256 bits.
//!
//! For processors that execute 512-bit operations in two halves: there a load of 256 bits takes half the time, so a leaf
//! of at most 256 patterns spends 2.8 cycles per look-up instead of 3.9 (measured on Zen 4, before tables were packed).

use super::pattern_sets::{Counter, PatternSet, Sets, Transposed};
use crate::simd::Avx512;
use std::arch::x86_64::*;

/// Sets of at most 256 patterns: the first halves of [`PatternSet`]s. A value proves that the instruction set is full.
#[derive(Clone, Copy)]
pub(super) struct HalfSets<const FULL: bool>(Avx512<FULL>);

impl<const FULL: bool> HalfSets<FULL> {
    #[inline(always)]
    pub fn new(lanes: Avx512<FULL>) -> Option<Self> {
        FULL.then_some(HalfSets(lanes))
    }
}

impl<const FULL: bool> Sets for HalfSets<FULL> {
    type Set = __m256i;
    type Counter = Counts;
    const BYTES: usize = 32;

    #[inline(always)]
    fn load_set(self, set: &PatternSet) -> __m256i {
        // SAFETY: a set is 64 bytes, aligned.
        unsafe { self.load_entry(set.0.as_ptr()) }
    }
    #[inline(always)]
    fn store_set(self, set: &mut PatternSet, register: __m256i) {
        // SAFETY: a set is 64 bytes, aligned.
        unsafe { self.store_entry(set.0.as_mut_ptr(), register) }
    }
    #[inline(always)]
    unsafe fn load_entry(self, entry: *const u64) -> __m256i {
        // SAFETY: proved by self; 32 bytes, aligned, by the contract.
        unsafe { _mm256_load_si256(entry.cast()) }
    }
    #[inline(always)]
    unsafe fn store_entry(self, entry: *mut u64, register: __m256i) {
        // SAFETY: proved by self; 32 bytes, aligned, by the contract.
        unsafe { _mm256_store_si256(entry.cast(), register) }
    }
    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: proved by self.
        unsafe { _mm256_and_si256(a, b) }
    }
    #[inline(always)]
    fn and_not(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: proved by self.
        unsafe { _mm256_andnot_si256(b, a) }
    }
    #[inline(always)]
    fn transpose(self, patterns: &[u32], bits: u32, out: &mut Transposed) {
        self.0.transpose(patterns, bits, out);
    }
}

/// Population counts in two independent sums.
#[derive(Clone, Copy)]
pub(super) struct Counts([__m256i; 2]);

impl<const FULL: bool> Counter<HalfSets<FULL>> for Counts {
    #[inline(always)]
    fn new(sets: HalfSets<FULL>) -> Self {
        Counts([sets.load_set(&PatternSet::ZERO); 2])
    }
    #[inline(always)]
    fn add8(&mut self, sets: HalfSets<FULL>, eight: [__m256i; 8]) {
        for set in eight {
            self.add1(sets, set);
            self.0.swap(0, 1);
        }
    }
    #[inline(always)]
    fn add1(&mut self, _: HalfSets<FULL>, set: __m256i) {
        // SAFETY: `HalfSets` prove all of AVX-512, VL and VPOPCNTDQ included.
        unsafe { self.0[0] = _mm256_add_epi64(self.0[0], _mm256_popcnt_epi64(set)) };
    }
    #[inline(always)]
    fn total(self, sets: HalfSets<FULL>) -> u64 {
        let mut words = PatternSet::ZERO;
        // SAFETY: as above.
        sets.store_set(&mut words, unsafe { _mm256_add_epi64(self.0[0], self.0[1]) });
        words.0.iter().sum()
    }
}
