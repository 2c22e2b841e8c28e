//! AVX2: 8 lanes of `u32`, 4 of `u64`, which cannot be packed by one instruction. A table of permutations, indexed by
//! the mask, does it.

use super::Avx2;
use super::vectors::{Vectors, Word, WordVectors};
use std::arch::x86_64::*;

/// `PACK[mask]`: the lane for each position, one byte each: the `i`-th member of the mask goes to position `i`.
static PACK: [u64; 256] = orders(false);
/// `SPREAD[mask]`: the inverse: position `i` goes to the lane of the `i`-th member; other lanes are arbitrary.
pub(super) static SPREAD: [u64; 256] = orders(true);

const fn orders(spread: bool) -> [u64; 256] {
    let mut table = [0; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut lane, mut place) = (0, 0);
        while lane < 8 {
            if mask >> lane & 1 == 1 {
                table[mask] |= if spread { place << (8 * lane) } else { lane << (8 * place) };
                place += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    table
}

/// For each mask of four 64-bit lanes, the same lanes as pairs of 32-bit lanes.
static PAIRS: [u8; 16] = {
    let mut table = [0; 16];
    let mut mask = 0;
    while mask < 16 {
        let mut lane = 0;
        while lane < 4 {
            if mask >> lane & 1 == 1 {
                table[mask] |= 3 << (2 * lane);
            }
            lane += 1;
        }
        mask += 1;
    }
    table
};

/// The mask of 32-bit lanes for a mask of 64-bit lanes.
#[inline(always)]
pub(super) fn paired(mask: u32) -> u32 {
    PAIRS[mask as usize & 0xf].into()
}

impl Avx2 {
    /// The 32-bit lanes of `mask < 256`, packed to the front.
    #[inline(always)]
    fn pack_lanes(self, a: __m256i, mask: u32) -> __m256i {
        // SAFETY: proved by self.
        unsafe { _mm256_permutevar8x32_epi32(a, self.order(PACK[mask as usize & 0xff])) }
    }

    /// The order of eight 32-bit lanes in a table's entry, one byte per lane.
    #[inline(always)]
    pub(super) fn order(self, entry: u64) -> __m256i {
        // SAFETY: proved by self.
        unsafe { _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(entry.cast_signed())) }
    }
}

impl Vectors for Avx2 {
    type Vector = __m256i;

    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: proved by self.
        unsafe { _mm256_or_si256(a, b) }
    }
    #[inline(always)]
    unsafe fn read<W>(self, words: *const W) -> __m256i {
        // SAFETY: proved by self; the words by the contract.
        unsafe { _mm256_loadu_si256(words.cast()) }
    }
    #[inline(always)]
    fn read_few<W: Word>(self, words: &[W]) -> __m256i {
        /// Eight ones, then eight zeros.
        static ONES: [u32; 16] = [!0, !0, !0, !0, !0, !0, !0, !0, 0, 0, 0, 0, 0, 0, 0, 0];
        let window = &ONES[8 - size_of_val(words) / 4..][..8];
        // SAFETY: proved by self; the window has eight words, and keeps the load inside the slice.
        unsafe { _mm256_maskload_epi32(words.as_ptr().cast(), self.read(window.as_ptr())) }
    }
    #[inline(always)]
    unsafe fn write<W>(self, words: *mut W, vector: __m256i) {
        // SAFETY: proved by self; the words by the contract.
        unsafe { _mm256_storeu_si256(words.cast(), vector) }
    }
}

impl WordVectors<u32> for Avx2 {
    #[inline(always)]
    fn splat(self, word: u32) -> __m256i {
        // SAFETY: proved by self.
        unsafe { _mm256_set1_epi32(word.cast_signed()) }
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
    fn pack(self, vector: __m256i, mask: u32) -> __m256i {
        self.pack_lanes(vector, mask)
    }
}

impl WordVectors<u64> for Avx2 {
    #[inline(always)]
    fn splat(self, word: u64) -> __m256i {
        // SAFETY: proved by self.
        unsafe { _mm256_set1_epi64x(word.cast_signed()) }
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
    fn pack(self, vector: __m256i, mask: u32) -> __m256i {
        self.pack_lanes(vector, paired(mask))
    }
}
