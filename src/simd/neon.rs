//! NEON: 8 lanes of `u32`, 4 of `u64`, in two registers. Lanes cannot be packed by one instruction: a look-up of bytes
//! does it, with a table of orders indexed by the mask.

use super::Neon;
use super::vectors::{Vectors, Word, WordVectors};
use std::arch::aarch64::*;

/// The sources of the bytes of two registers.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Order([u8; 32]);

/// `PACK_8[mask]` brings the `i`-th member of the mask to position `i` of eight lanes; positions behind the members
/// are arbitrary.
static PACK_8: [Order; 256] = orders();
/// `PACK_8` for four lanes.
static PACK_4: [Order; 16] = orders();

const fn orders<const MASKS: usize>() -> [Order; MASKS] {
    let lanes = MASKS.ilog2() as usize;
    let bytes = 32 / lanes;
    let mut orders = [Order([0; 32]); MASKS];
    let mut mask = 0;
    while mask < MASKS {
        let (mut from, mut to) = (0, 0);
        while from < 32 {
            if mask >> (from / bytes) & 1 == 1 {
                orders[mask].0[to] = from as u8;
                to += 1;
            }
            from += 1;
        }
        mask += 1;
    }
    orders
}

/// The number of members of a mask: one look-up instead of four instructions.
#[inline(always)]
fn members(mask: u32) -> usize {
    static MEMBERS: [u8; 256] = {
        let mut members = [0; 256];
        let mut mask = 1;
        while mask < 256 {
            members[mask] = members[mask / 2] + (mask % 2) as u8;
            mask += 1;
        }
        members
    };
    MEMBERS[mask as usize & 0xff].into()
}

impl Neon {
    /// The bytes of two registers in this order.
    #[inline(always)]
    fn order(self, a: uint8x16x2_t, order: &Order) -> uint8x16x2_t {
        // SAFETY: proved by self; an order has 32 bytes.
        unsafe {
            let order = vld1q_u8_x2(order.0.as_ptr());
            uint8x16x2_t(vqtbl2q_u8(a, order.0), vqtbl2q_u8(a, order.1))
        }
    }
}

impl Vectors for Neon {
    type Vector = uint8x16x2_t;

    #[inline(always)]
    fn or(self, a: uint8x16x2_t, b: uint8x16x2_t) -> uint8x16x2_t {
        // SAFETY: proved by self.
        unsafe { uint8x16x2_t(vorrq_u8(a.0, b.0), vorrq_u8(a.1, b.1)) }
    }
    #[inline(always)]
    unsafe fn read<W>(self, words: *const W) -> uint8x16x2_t {
        // SAFETY: proved by self; the words by the contract.
        unsafe { vld1q_u8_x2(words.cast()) }
    }
    #[inline(always)]
    fn read_few<W: Word>(self, words: &[W]) -> uint8x16x2_t {
        let mut few = [0u32; 8];
        assert!(size_of_val(words) <= size_of_val(&few));
        // SAFETY: proved by self; the words fit.
        unsafe {
            few.as_mut_ptr().cast::<W>().copy_from_nonoverlapping(words.as_ptr(), words.len());
            self.read(few.as_ptr())
        }
    }
    #[inline(always)]
    unsafe fn write<W>(self, words: *mut W, vector: uint8x16x2_t) {
        // SAFETY: proved by self; the words by the contract.
        unsafe { vst1q_u8_x2(words.cast(), vector) };
    }
}

impl WordVectors<u32> for Neon {
    #[inline(always)]
    fn splat(self, word: u32) -> uint8x16x2_t {
        // SAFETY: proved by self.
        let words = unsafe { vreinterpretq_u8_u32(vdupq_n_u32(word)) };
        uint8x16x2_t(words, words)
    }
    /// Lanes that share a bit are narrowed to 16 bits, and clear their own bit of a sum.
    #[inline(always)]
    fn disjoint(self, a: uint8x16x2_t, b: uint8x16x2_t) -> u32 {
        static BITS: [u16; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
        // SAFETY: proved by self; there are eight bits.
        unsafe {
            let meet =
                |a, b| vreinterpretq_u16_u32(vtstq_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b)));
            let meeting = vuzp1q_u16(meet(a.0, b.0), meet(a.1, b.1));
            vaddvq_u16(vbicq_u16(vld1q_u16(BITS.as_ptr()), meeting)).into()
        }
    }
    #[inline(always)]
    fn pack(self, vector: uint8x16x2_t, mask: u32) -> uint8x16x2_t {
        self.order(vector, &PACK_8[mask as usize & 0xff])
    }
    #[inline(always)]
    fn members(mask: u32) -> usize {
        members(mask)
    }
}

impl WordVectors<u64> for Neon {
    #[inline(always)]
    fn splat(self, word: u64) -> uint8x16x2_t {
        // SAFETY: proved by self.
        let words = unsafe { vreinterpretq_u8_u64(vdupq_n_u64(word)) };
        uint8x16x2_t(words, words)
    }
    #[inline(always)]
    fn disjoint(self, a: uint8x16x2_t, b: uint8x16x2_t) -> u32 {
        static BITS: [u32; 4] = [1, 2, 4, 8];
        // SAFETY: proved by self; there are four bits.
        unsafe {
            let meet =
                |a, b| vreinterpretq_u32_u64(vtstq_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b)));
            let meeting = vuzp1q_u32(meet(a.0, b.0), meet(a.1, b.1));
            vaddvq_u32(vbicq_u32(vld1q_u32(BITS.as_ptr()), meeting))
        }
    }
    #[inline(always)]
    fn pack(self, vector: uint8x16x2_t, mask: u32) -> uint8x16x2_t {
        self.order(vector, &PACK_4[mask as usize & 0xf])
    }
    #[inline(always)]
    fn members(mask: u32) -> usize {
        members(mask)
    }
}
