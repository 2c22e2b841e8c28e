//! AVX-512: a set of patterns is one register (or half a register, see `HalfSets`).
//!
//! Two grades: every AVX-512 server has F, BW, DQ and VL. Ice Lake and Zen 4 added VBMI, GFNI, VPOPCNTDQ and BITALG,
//! which cut or permute bits in one instruction. Without them the leaf prepares and transposes as the portable set
//! does, and counts bits by full adders.

use super::Lanes;
use super::bit_order::BitOrder;
use super::table::{
    Adders, Chunks, Counter, FullAdder, ITEMS, PATTERNS, PatternSet, Sets, Table, Transposed,
};
use crate::simd::vectors::Vectors;
use crate::simd::{Avx512, InstructionSet, Portable};
use std::arch::x86_64::*;

// SAFETY: registers are bits, and `offsets` masks by the chunks' `offset_mask`, or is `Portable`'s.
unsafe impl<const FULL: bool> Sets for Avx512<FULL> {
    type Set = __m512i;
    type Counter = Counts<FULL>;

    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: proved by self.
        unsafe { _mm512_and_si512(a, b) }
    }
    #[inline(always)]
    fn and_not(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: proved by self.
        unsafe { _mm512_andnot_si512(b, a) }
    }
    #[inline(always)]
    fn transpose(self, patterns: &[u32], bits: u32, out: &mut Transposed) {
        if FULL {
            // SAFETY: proved by self, and FULL has VBMI and GFNI.
            unsafe { transpose(self, patterns, bits, out) }
        } else {
            Portable.transpose(patterns, bits, out);
        }
    }
    #[inline(always)]
    fn offsets(self, chunks: &Chunks, items: &[u32], low: &mut [u64; ITEMS], high: &mut [u64; ITEMS]) {
        if FULL {
            // SAFETY: proved by self, and FULL has VBMI.
            unsafe { offsets(self, chunks, items, low, high) }
        } else {
            Portable.offsets(chunks, items, low, high);
        }
    }
}

/// Population counts in two independent sums with `FULL`, else full adders.
#[derive(Clone, Copy)]
pub(crate) struct Counts<const FULL: bool> {
    sums: [__m512i; 2],
    adders: Adders<__m512i>,
}

impl<const FULL: bool> Counter<Avx512<FULL>> for Counts<FULL> {
    #[inline(always)]
    fn new(lanes: Avx512<FULL>) -> Self {
        Counts { sums: [lanes.load(&PatternSet::ZERO); 2], adders: Adders::new(lanes) }
    }
    #[inline(always)]
    fn add8(&mut self, lanes: Avx512<FULL>, eight: [__m512i; 8]) {
        if !FULL {
            return self.adders.add8(lanes, eight);
        }
        for &[first, second] in eight.as_chunks::<2>().0 {
            // SAFETY: proved by lanes, and FULL has VPOPCNTDQ.
            unsafe {
                self.sums[0] = _mm512_add_epi64(self.sums[0], _mm512_popcnt_epi64(first));
                self.sums[1] = _mm512_add_epi64(self.sums[1], _mm512_popcnt_epi64(second));
            }
        }
    }
    #[inline(always)]
    fn add1(&mut self, lanes: Avx512<FULL>, set: __m512i) {
        if !FULL {
            return self.adders.add1(lanes, set);
        }
        // SAFETY: proved by lanes, and FULL has VPOPCNTDQ.
        unsafe { self.sums[0] = _mm512_add_epi64(self.sums[0], _mm512_popcnt_epi64(set)) };
    }
    #[inline(always)]
    fn total(self, lanes: Avx512<FULL>) -> u64 {
        if !FULL {
            return self.adders.total(lanes);
        }
        // SAFETY: proved by lanes.
        unsafe { _mm512_reduce_add_epi64(_mm512_add_epi64(self.sums[0], self.sums[1])).cast_unsigned() }
    }
}

impl<const FULL: bool> FullAdder for Avx512<FULL> {
    #[inline(always)]
    fn add3(self, a: __m512i, b: __m512i, c: __m512i) -> (__m512i, __m512i) {
        // SAFETY: proved by self. 0xe8 is the majority, 0x96 the parity of three.
        unsafe {
            let carry = _mm512_ternarylogic_epi64::<0xe8>(a, b, c);
            (carry, _mm512_ternarylogic_epi64::<0x96>(a, b, c))
        }
    }
}

impl<const FULL: bool> Lanes for Avx512<FULL>
where
    Self: InstructionSet,
{
    const NEEDS_BYTE_TABLES: bool = !FULL;

    #[inline(always)]
    fn count_pairs(self, table: &mut Table, patterns: &[u32], items: [&[u32]; 2], bits: u32) -> [u64; 2] {
        if table.half_sets
            && patterns.len() <= PATTERNS / 2
            && let Some(sets) = HalfSets::new(self)
        {
            return table.count_pairs(sets, patterns, items, bits);
        }
        table.count_pairs(self, patterns, items, bits)
    }
    #[inline(always)]
    fn permute(self, order: &BitOrder, words: &[u64], out: &mut Vec<u64>) {
        if FULL {
            // SAFETY: proved by self, and FULL has BITALG.
            unsafe { permute(order, words, out) }
        } else {
            Portable.permute(order, words, out);
        }
    }
}

/// Destination byte 16 p + 8 q + j takes byte p of pattern 8 q + 7 - j: byte planes for the 8 x 8 bit transposition,
/// which needs the rows in reverse.
static PLANES: [u8; 64] = {
    let mut order = [0; 64];
    let mut to = 0;
    while to < 64 {
        let (plane, q, j) = (to / 16, to / 8 % 2, to % 8);
        order[to] = ((8 * q + 7 - j) * 4 + plane) as u8;
        to += 1;
    }
    order
};
/// The 8 x 8 transposition of bytes.
static BYTES: [u8; 64] = {
    let mut order = [0; 64];
    let mut to = 0;
    while to < 64 {
        order[to] = (8 * (to % 8) + to / 8) as u8;
        to += 1;
    }
    order
};

/// Pattern 64 g + i has bit i of word g. Per 64 patterns: bytes to planes, 8 x 8 bits by an affine transform of the
/// identity, bytes to bits; then words to sets.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,gfni,bmi1,bmi2")]
fn transpose<const FULL: bool>(lanes: Avx512<FULL>, patterns: &[u32], bits: u32, out: &mut Transposed) {
    let planes = lanes.load(&PatternSet(bytes_to_words(&PLANES)));
    let bytes = lanes.load(&PatternSet(bytes_to_words(&BYTES)));
    let identity = _mm512_set1_epi64(0x8040_2010_0804_0201_u64.cast_signed());
    let Transposed { having, valid, planes: words } = out;
    *valid = PatternSet::ZERO;
    let mut last = [0; 64];
    for (g, group) in patterns.chunks(64).take(8).enumerate() {
        valid.0[g] = !0 >> (64 - group.len());
        let load = |group: &[u32; 64], i: usize| {
            // SAFETY: 16 words from 16 i on, i < 4, of 64.
            _mm512_permutexvar_epi8(planes, unsafe { lanes.read(group.as_ptr().add(16 * i)) })
        };
        let whole = group.first_chunk().unwrap_or_else(|| {
            last[..group.len()].copy_from_slice(group);
            &last
        });
        let (x0, x1, x2, x3) = (load(whole, 0), load(whole, 1), load(whole, 2), load(whole, 3));
        let (low01, low23) = (_mm512_shuffle_i64x2::<0x44>(x0, x1), _mm512_shuffle_i64x2::<0x44>(x2, x3));
        let (high01, high23) = (_mm512_shuffle_i64x2::<0xee>(x0, x1), _mm512_shuffle_i64x2::<0xee>(x2, x3));
        let plane = [
            _mm512_shuffle_i64x2::<0x88>(low01, low23),
            _mm512_shuffle_i64x2::<0xdd>(low01, low23),
            _mm512_shuffle_i64x2::<0x88>(high01, high23),
            _mm512_shuffle_i64x2::<0xdd>(high01, high23),
        ];
        for (words, plane) in words.iter_mut().zip(plane) {
            let bits = _mm512_gf2p8affine_epi64_epi8::<0>(identity, plane);
            lanes.store(&mut words[g], _mm512_permutexvar_epi8(bytes, bits));
        }
    }
    for (sets, words) in having.as_chunks_mut::<8>().0.iter_mut().zip(words).take(bits.div_ceil(8) as usize) {
        // (Not `map`: see `Kernel`.)
        let mut registers = [planes; 8];
        for (register, words) in registers.iter_mut().zip(words) {
            *register = lanes.load(words);
        }
        for (set, bits) in sets.iter_mut().zip(transpose_words(registers)) {
            lanes.store(set, bits);
        }
    }
}

#[inline(always)]
fn bytes_to_words(bytes: &[u8; 64]) -> [u64; 8] {
    let (words, _) = bytes.as_chunks::<8>();
    std::array::from_fn(|i| u64::from_le_bytes(words[i]))
}

/// The 8 x 8 transposition of words.
#[inline]
#[target_feature(enable = "avx512f")]
fn transpose_words(r: [__m512i; 8]) -> [__m512i; 8] {
    // Even words of each pair of registers, and odd ones.
    let even = |i: usize| _mm512_unpacklo_epi64(r[2 * i], r[2 * i + 1]);
    let odd = |i: usize| _mm512_unpackhi_epi64(r[2 * i], r[2 * i + 1]);
    let quarter =
        |a: __m512i, b: __m512i| (_mm512_shuffle_i64x2::<0x88>(a, b), _mm512_shuffle_i64x2::<0xdd>(a, b));
    let (e04, e26) = quarter(even(0), even(1));
    let (f04, f26) = quarter(even(2), even(3));
    let (o15, o37) = quarter(odd(0), odd(1));
    let (p15, p37) = quarter(odd(2), odd(3));
    let ((w0, w4), (w2, w6)) = (quarter(e04, f04), quarter(e26, f26));
    let ((w1, w5), (w3, w7)) = (quarter(o15, p15), quarter(o37, p37));
    [w0, w1, w2, w3, w4, w5, w6, w7]
}

/// Eight items at a time: a multishift brings each chunk to bit `scale` of its 16 bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2")]
fn offsets<const FULL: bool>(
    lanes: Avx512<FULL>,
    chunks: &Chunks,
    items: &[u32],
    low: &mut [u64; ITEMS],
    high: &mut [u64; ITEMS],
) {
    let splat = |x: u64| _mm512_set1_epi64(x.cast_signed());
    let [low_starts, high_starts] = chunks.starts.map(splat);
    let [low_masks, high_masks] = chunks.masks.map(splat);
    let (low, _) = low.as_chunks_mut::<8>();
    let (high, _) = high.as_chunks_mut::<8>();
    for ((items, low), high) in items.chunks(8).zip(low).zip(high) {
        let v = match items.first_chunk::<8>() {
            // SAFETY: eight words are there. (A masked load would take several times as long.)
            Some(eight) => unsafe { _mm256_loadu_si256(eight.as_ptr().cast()) },
            None => _mm512_castsi512_si256(lanes.read_few(items)),
        };
        let v = _mm512_cvtepu32_epi64(v);
        // SAFETY: `low` and `high` are eight words each.
        unsafe {
            let x = _mm512_and_si512(_mm512_multishift_epi64_epi8(low_starts, v), low_masks);
            _mm512_storeu_si512(low.as_mut_ptr().cast(), x);
            if chunks.count > 4 {
                let x = _mm512_and_si512(_mm512_multishift_epi64_epi8(high_starts, v), high_masks);
                _mm512_storeu_si512(high.as_mut_ptr().cast(), x);
            }
        }
    }
}

/// One instruction per word: a bit shuffle gathers its 64 bits into a mask.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512bitalg")]
fn permute(order: &BitOrder, words: &[u64], out: &mut Vec<u64>) {
    let source = PatternSet(bytes_to_words(&order.source));
    // SAFETY: a set is 64 bytes, aligned.
    let source = unsafe { _mm512_load_si512(source.0.as_ptr().cast()) };
    let live = order.live;
    let first = out.len();
    out.resize(first + words.len(), 0);
    for (place, &word) in out[first..].iter_mut().zip(words) {
        let word = _mm512_set1_epi64(word.cast_signed());
        *place = _mm512_bitshuffle_epi64_mask(word, source) & live;
    }
}

/// Sets of at most 256 patterns: the first halves of [`PatternSet`]s, in registers of 256 bits. A value proves that the
/// instruction set is full. For processors that execute 512-bit operations in two halves: there a load of 256 bits takes
/// half the time.
#[derive(Clone, Copy)]
struct HalfSets<const FULL: bool>(Avx512<FULL>);

impl<const FULL: bool> HalfSets<FULL> {
    #[inline(always)]
    pub fn new(lanes: Avx512<FULL>) -> Option<Self> {
        FULL.then_some(HalfSets(lanes))
    }
}

// SAFETY: registers are bits, and `offsets` is that of AVX-512.
unsafe impl<const FULL: bool> Sets for HalfSets<FULL> {
    type Set = __m256i;
    type Counter = HalfCounts;

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
    #[inline(always)]
    fn offsets(self, chunks: &Chunks, items: &[u32], low: &mut [u64; ITEMS], high: &mut [u64; ITEMS]) {
        self.0.offsets(chunks, items, low, high);
    }
}

/// Population counts in two independent sums.
#[derive(Clone, Copy)]
struct HalfCounts([__m256i; 2]);

impl<const FULL: bool> Counter<HalfSets<FULL>> for HalfCounts {
    #[inline(always)]
    fn new(sets: HalfSets<FULL>) -> Self {
        HalfCounts([sets.load(&PatternSet::ZERO); 2])
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
        sets.store(&mut words, unsafe { _mm256_add_epi64(self.0[0], self.0[1]) });
        words.0.iter().sum()
    }
}
