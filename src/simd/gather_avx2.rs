//! AVX2: compression and expansion as shuffles, looked up by the members of a vector.
//!
//! The tables hold the shuffles of eight 32-bit lanes; 64-bit lanes move as pairs of these.

use super::avx2::{Avx2, PACK, paired, shuffle};
use super::gather::{BLOCK, Members, Move, Moves, Stream, WINDOW, gather_kernel, move_by};
use std::arch::x86_64::*;

/// `SPREAD8[mask]`: the `i`-th member takes lane `i`; the others take any.
static SPREAD8: [u64; 256] = {
    let mut table = [0; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut lane, mut place) = (0, 0);
        while lane < 8 {
            if mask >> lane & 1 == 1 {
                table[mask] |= place << (8 * lane);
                place += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    table
};

// SAFETY of all functions below: the caller promises AVX2, arrays of whole blocks of 16, at most a window of them,
// and maps that cover them. Loads and stores of arrays are then inside; the position in the stream is at most
// the number of elements gone through, and the stream has room for a window and 64 more.

/// The members among eight elements.
#[inline(always)]
unsafe fn members(set: Members<'_>, eight: usize) -> u8 {
    // SAFETY: see above; x86 stores the lowest bits of a word first.
    unsafe { *set.a.as_ptr().cast::<u8>().add(eight) & *set.b.as_ptr().cast::<u8>().add(eight) }
}

/// All bits set in the 32-bit lanes of the mask.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
fn lanes(mask: usize) -> __m256i {
    let bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(mask as i32), bits), bits)
}

/// The next packed elements, each in its lane; `mask` has a bit for each 32 bits.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
unsafe fn spread(packed: *const __m256i, mask: usize) -> __m256i {
    // SAFETY: see above.
    let packed = unsafe { _mm256_loadu_si256(packed) };
    _mm256_and_si256(_mm256_permutevar8x32_epi32(packed, shuffle(SPREAD8[mask & 255])), lanes(mask))
}

/// Packs the members of `source`.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
unsafe fn compress32(source: &[u32], from: Members<'_>, stream: &mut Stream<u32>) {
    let mut out = stream.start();
    for eight in 0..source.len() / 8 {
        // SAFETY: see above.
        unsafe {
            let mask = usize::from(members(from, eight));
            let elements = _mm256_loadu_si256(source.as_ptr().add(eight * 8).cast());
            _mm256_storeu_si256(out.cast(), _mm256_permutevar8x32_epi32(elements, shuffle(PACK[mask & 255])));
            out = out.add(mask.count_ones() as usize);
        }
    }
}

/// Adds what is packed to the members of `target`.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
unsafe fn expand32(stream: &mut Stream<u32>, target: &mut [u32], to: Members<'_>) {
    let mut packed = stream.start();
    for eight in 0..target.len() / 8 {
        // SAFETY: see above.
        unsafe {
            let mask = usize::from(members(to, eight));
            let more = spread(packed.cast(), mask);
            let element = target.as_mut_ptr().add(eight * 8).cast();
            _mm256_storeu_si256(element, _mm256_add_epi32(_mm256_loadu_si256(element), more));
            packed = packed.add(mask.count_ones() as usize);
        }
    }
}

/// [`expand32`], widened.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
unsafe fn expand32_to_64(stream: &mut Stream<u32>, target: &mut [u64], to: Members<'_>) {
    let mut packed = stream.start();
    for eight in 0..target.len() / 8 {
        // SAFETY: see above.
        unsafe {
            let mask = usize::from(members(to, eight));
            let more = spread(packed.cast(), mask);
            let low = _mm256_cvtepu32_epi64(_mm256_castsi256_si128(more));
            let high = _mm256_cvtepu32_epi64(_mm256_extracti128_si256::<1>(more));
            let element: *mut __m256i = target.as_mut_ptr().add(eight * 8).cast();
            _mm256_storeu_si256(element, _mm256_add_epi64(_mm256_loadu_si256(element), low));
            let element = element.add(1);
            _mm256_storeu_si256(element, _mm256_add_epi64(_mm256_loadu_si256(element), high));
            packed = packed.add(mask.count_ones() as usize);
        }
    }
}

/// Packs the members of `source`.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
unsafe fn compress64(source: &[u64], from: Members<'_>, stream: &mut Stream<u64>) {
    let mut out = stream.start();
    for eight in 0..source.len() / 8 {
        // SAFETY: see above.
        unsafe {
            let mask = usize::from(members(from, eight));
            let elements: *const __m256i = source.as_ptr().add(eight * 8).cast();
            for (half, mask) in [mask & 15, mask >> 4].into_iter().enumerate() {
                let four = _mm256_loadu_si256(elements.add(half));
                let order = shuffle(PACK[paired(mask)]);
                _mm256_storeu_si256(out.cast(), _mm256_permutevar8x32_epi32(four, order));
                out = out.add(mask.count_ones() as usize);
            }
        }
    }
}

/// Adds what is packed to the members of `target`.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
unsafe fn expand64(stream: &mut Stream<u64>, target: &mut [u64], to: Members<'_>) {
    let mut packed = stream.start();
    for eight in 0..target.len() / 8 {
        // SAFETY: see above.
        unsafe {
            let mask = usize::from(members(to, eight));
            let elements: *mut __m256i = target.as_mut_ptr().add(eight * 8).cast();
            for (half, mask) in [mask & 15, mask >> 4].into_iter().enumerate() {
                let more = spread(packed.cast(), paired(mask));
                let element = elements.add(half);
                _mm256_storeu_si256(element, _mm256_add_epi64(_mm256_loadu_si256(element), more));
                packed = packed.add(mask.count_ones() as usize);
            }
        }
    }
}

/// The words at four indices.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
pub(super) fn four32(source: &[u32; WINDOW], [a, b, c, d]: [u16; 4]) -> __m128i {
    let word = |index: u16| source[usize::from(index)].cast_signed();
    let words = _mm_insert_epi32::<1>(_mm_cvtsi32_si128(word(a)), word(b));
    _mm_insert_epi32::<3>(_mm_insert_epi32::<2>(words, word(c)), word(d))
}

/// The words at eight indices.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
pub(super) fn eight32(source: &[u32; WINDOW], [a, b, c, d, e, f, g, h]: [u16; 8]) -> __m256i {
    let (low, high) = (four32(source, [a, b, c, d]), four32(source, [e, f, g, h]));
    _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high)
}

/// The 64-bit words at four indices.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
pub(super) fn four64(source: &[u64; WINDOW], [a, b, c, d]: [u16; 4]) -> __m256i {
    let word = |index: u16| source[usize::from(index)].cast_signed();
    let two = |a, b| _mm_insert_epi64::<1>(_mm_cvtsi64_si128(word(a)), word(b));
    _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(two(a, b)), two(c, d))
}

gather_kernel! {
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn gather32(u32 => u32), 2 of __m256i: _mm256_setzero_si256, _mm256_add_epi32, _mm256_loadu_si256, _mm256_storeu_si256, eight32
}
gather_kernel! {
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn gather32_to_64(u32 => u64), 4 of __m256i: _mm256_setzero_si256, _mm256_add_epi64, _mm256_loadu_si256, _mm256_storeu_si256, |source, indices| _mm256_cvtepu32_epi64(four32(source, indices))
}
gather_kernel! {
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn gather64(u64 => u64), 4 of __m256i: _mm256_setzero_si256, _mm256_add_epi64, _mm256_loadu_si256, _mm256_storeu_si256, four64
}

move_by!(impl [] Avx2: u32 => u32, compress32, expand32, gather32);
move_by!(impl [] Avx2: u32 => u64, compress32, expand32_to_64, gather32_to_64);
move_by!(impl [] Avx2: u64 => u64, compress64, expand64, gather64);

impl Moves for Avx2 {
    const GATHERS: bool = true;
}
