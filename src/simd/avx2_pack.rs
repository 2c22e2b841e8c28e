//! AVX2 cannot pack the chosen lanes of a vector by one instruction. A table of permutations, indexed by the mask,
//! does it for masks and numbers alike.

use super::Avx2;
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
    pub(super) fn pack_lanes(self, a: __m256i, mask: u32) -> __m256i {
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
