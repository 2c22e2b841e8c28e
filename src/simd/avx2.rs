//! AVX2: 8 lanes of `u32`. There is no compress instruction: a table of permutations, by mask, does it.

use super::append::SLACK;
use super::lanes::{Adder, Block, CarrySave, ITEMS, Lanes, Transposed, Words};
use super::lookup::CHUNKS;
use super::{Appender, BitOrder, Chunks, Kernel, portable};
use std::arch::x86_64::*;

/// Proof of AVX2, BMI1, BMI2, LZCNT and POPCNT (all processors since Haswell and Zen have them together).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// The proof, if the machine has it.
    pub fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt");
        found.then_some(Avx2(()))
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn enter<K: Kernel>(kernel: K, lanes: Avx2) -> K::Output {
    kernel.run(lanes)
}

/// For each mask of eight 32-bit lanes those in it, packed: `i`-th byte, `i`-th lane. See [`shuffle`].
pub(super) static PACK: [u64; 256] = {
    let mut table = [0; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut lane, mut place) = (0, 0);
        while lane < 8 {
            if mask >> lane & 1 == 1 {
                table[mask] |= lane << (8 * place);
                place += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    table
};
/// Eight ones, then eight zeros: a window into it is a load mask.
static WINDOW: [u32; 16] = [!0, !0, !0, !0, !0, !0, !0, !0, 0, 0, 0, 0, 0, 0, 0, 0];
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
pub(super) fn paired(mask: usize) -> usize {
    PAIRS[mask & 0xf].into()
}

/// The order of eight 32-bit lanes that a table's entry says, byte by byte.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn shuffle(entry: u64) -> __m256i {
    _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(entry.cast_signed()))
}

// SAFETY of all blocks below: the value `self` proves that the machine has the instructions (`detect` alone
// makes one); loads and stores are masked to, or checked against, the slices they are given.

impl Avx2 {
    /// The 32-bit lanes of `mask < 256`, packed to the front.
    #[inline(always)]
    fn pack(self, a: __m256i, mask: usize) -> __m256i {
        // SAFETY: proved by self.
        unsafe { _mm256_permutevar8x32_epi32(a, shuffle(PACK[mask & 0xff])) }
    }
    /// The 64-bit lanes of `mask < 16`, packed to the front.
    #[inline(always)]
    fn pack_pairs(self, a: __m256i, mask: u32) -> __m256i {
        self.pack(a, paired(mask as usize))
    }
    /// All ones in the first `n <= 8` 32-bit lanes.
    #[inline(always)]
    fn window(self, n: usize) -> __m256i {
        let window = &WINDOW[8 - n..][..8];
        // SAFETY: proved by self; the window has eight words.
        unsafe { _mm256_loadu_si256(window.as_ptr().cast()) }
    }
}

// What is appended fits behind the end of a list.
const _: () = assert!(<Avx2 as Words<u32>>::LANES <= SLACK && <Avx2 as Words<u64>>::LANES <= SLACK);

impl Words<u32> for Avx2 {
    const LANES: usize = 8;
    type Vector = __m256i;

    #[inline(always)]
    fn splat(self, word: u32) -> __m256i {
        // SAFETY: proved by self.
        unsafe { _mm256_set1_epi32(word.cast_signed()) }
    }
    #[inline(always)]
    fn load(self, words: &[u32]) -> (__m256i, u32) {
        // SAFETY: proved by self; eight words where there are so many, else the window keeps the load inside.
        unsafe {
            if words.len() >= 8 {
                return (_mm256_loadu_si256(words.as_ptr().cast()), 0xff);
            }
            let v = _mm256_maskload_epi32(words.as_ptr().cast(), self.window(words.len()));
            (v, (1 << words.len()) - 1)
        }
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
    fn store_packed(self, words: &mut [u32], a: __m256i, mask: u32) {
        let packed = self.pack(a, mask as usize);
        // SAFETY: proved by self; eight words where there is room, else the window keeps the store inside.
        unsafe {
            if words.len() >= 8 {
                _mm256_storeu_si256(words.as_mut_ptr().cast(), packed);
            } else {
                _mm256_maskstore_epi32(words.as_mut_ptr().cast(), self.window(words.len()), packed);
            }
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
        unsafe { _mm256_storeu_si256(words.cast(), self.pack(a, mask as usize)) }
    }
    #[inline(always)]
    fn append(self, out: &mut Appender<'_, u32>, a: __m256i, mask: u32) {
        // SAFETY: proved by self; `place` has room for 16 words, and 8 of them are written.
        unsafe {
            _mm256_storeu_si256(out.place().cast(), self.pack(a, mask as usize));
            out.advance((mask & 0xff).count_ones() as usize);
        }
    }
}

impl Words<u64> for Avx2 {
    const LANES: usize = 4;
    type Vector = __m256i;

    #[inline(always)]
    fn splat(self, word: u64) -> __m256i {
        // SAFETY: proved by self.
        unsafe { _mm256_set1_epi64x(word.cast_signed()) }
    }
    #[inline(always)]
    fn load(self, words: &[u64]) -> (__m256i, u32) {
        // SAFETY: proved by self; four words where there are so many, else the window keeps the load inside.
        unsafe {
            if words.len() >= 4 {
                return (_mm256_loadu_si256(words.as_ptr().cast()), 0xf);
            }
            let v = _mm256_maskload_epi64(words.as_ptr().cast(), self.window(2 * words.len()));
            (v, (1 << words.len()) - 1)
        }
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
    fn store_packed(self, words: &mut [u64], a: __m256i, mask: u32) {
        let packed = self.pack_pairs(a, mask);
        // SAFETY: proved by self; four words where there is room, else the window keeps the store inside.
        unsafe {
            if words.len() >= 4 {
                _mm256_storeu_si256(words.as_mut_ptr().cast(), packed);
            } else {
                let window = self.window(2 * words.len());
                _mm256_maskstore_epi64(words.as_mut_ptr().cast(), window, packed);
            }
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
        unsafe { _mm256_storeu_si256(words.cast(), self.pack_pairs(a, mask)) }
    }
    #[inline(always)]
    fn append(self, out: &mut Appender<'_, u64>, a: __m256i, mask: u32) {
        let packed = self.pack_pairs(a, mask);
        // SAFETY: proved by self; `place` has room for 16 words, and 4 of them are written.
        unsafe {
            _mm256_storeu_si256(out.place().cast(), packed);
            out.advance((mask & 0xf).count_ones() as usize);
        }
    }
}

/// A block: two registers.
type Row = [__m256i; 2];

impl Adder<Row> for Avx2 {
    #[inline(always)]
    fn add3(self, a: Row, b: Row, c: Row) -> (Row, Row) {
        // SAFETY: proved by self.
        let add = |a, b, c| unsafe {
            let half = _mm256_xor_si256(a, b);
            let carry = _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(half, c));
            (carry, _mm256_xor_si256(half, c))
        };
        let ((carry0, sum0), (carry1, sum1)) = (add(a[0], b[0], c[0]), add(a[1], b[1], c[1]));
        ([carry0, carry1], [sum0, sum1])
    }
    #[inline(always)]
    fn bits(self, a: Row) -> u64 {
        let mut block = Block::ZERO;
        self.store_row(&mut block, a);
        block.0.iter().map(|x| u64::from(x.count_ones())).sum()
    }
}

impl Lanes for Avx2 {
    type Row = Row;
    type Counter = CarrySave<Row>;

    #[inline(always)]
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        // SAFETY: proved by self.
        unsafe { enter(kernel, self) }
    }
    #[inline(always)]
    fn row(self, block: &Block) -> Row {
        let (low, high) = block.0.split_at(4);
        // SAFETY: proved by self; a block is two times 32 bytes, aligned.
        unsafe {
            let load = |half: &[u64]| _mm256_load_si256(half.as_ptr().cast());
            [load(low), load(high)]
        }
    }
    #[inline(always)]
    fn store_row(self, block: &mut Block, row: Row) {
        let (low, high) = block.0.split_at_mut(4);
        // SAFETY: proved by self; a block is two times 32 bytes, aligned.
        unsafe {
            _mm256_store_si256(low.as_mut_ptr().cast(), row[0]);
            _mm256_store_si256(high.as_mut_ptr().cast(), row[1]);
        }
    }
    #[inline(always)]
    fn and(self, a: Row, b: Row) -> Row {
        // SAFETY: proved by self.
        unsafe { [_mm256_and_si256(a[0], b[0]), _mm256_and_si256(a[1], b[1])] }
    }
    #[inline(always)]
    fn and_not(self, a: Row, b: Row) -> Row {
        // SAFETY: proved by self.
        unsafe { [_mm256_andnot_si256(b[0], a[0]), _mm256_andnot_si256(b[1], a[1])] }
    }
    #[inline(always)]
    fn counter(self) -> Self::Counter {
        // SAFETY: proved by self.
        let zero = unsafe { [_mm256_setzero_si256(); 2] };
        CarrySave { ones: zero, twos: zero, fours: zero, counted: 0 }
    }
    #[inline(always)]
    fn count8(self, counter: &mut Self::Counter, rows: [Row; 8]) {
        counter.add8(self, rows);
    }
    #[inline(always)]
    fn count1(self, counter: &mut Self::Counter, row: Row) {
        counter.counted += self.bits(row);
    }
    #[inline(always)]
    fn total(self, counter: Self::Counter) -> u64 {
        counter.total(self)
    }
    #[inline(always)]
    fn transpose(self, patterns: &[u32], _: u32, out: &mut Transposed) {
        portable::transpose(patterns, out);
    }
    #[inline(always)]
    fn offsets(self, chunks: &Chunks, items: &[u32], low: &mut [u64; ITEMS], high: &mut [u64; ITEMS]) {
        // SAFETY: proved by self.
        unsafe { offsets(chunks, items, low, high) }
    }
    #[inline(always)]
    fn permute(self, order: &BitOrder, words: &[u64], out: &mut Vec<u64>) {
        portable::permute(order, words, out);
    }
}

/// Eight items at a time: each chunk is brought to bit 6 by a shift to the right or to the left.
#[inline]
#[target_feature(enable = "avx2")]
fn offsets(chunks: &Chunks, items: &[u32], low: &mut [u64; ITEMS], high: &mut [u64; ITEMS]) {
    let count = |bits: u32| _mm_cvtsi32_si128(bits.cast_signed());
    let mut shifts = [(count(0), count(0), _mm256_setzero_si256()); CHUNKS];
    for (k, (right, left, mask)) in shifts.iter_mut().enumerate().take(chunks.len()) {
        *right = count(chunks.first(k).saturating_sub(6));
        *left = count(6u32.saturating_sub(chunks.first(k)));
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

/// Stores words 0, 1, 4, 5 and words 2, 3, 6, 7 in their order.
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
