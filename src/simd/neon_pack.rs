//! NEON cannot pack the chosen lanes of a vector by one instruction. A look-up of bytes does it, with a table of
//! orders indexed by the mask. A vector is two registers: 8 lanes of 32 bits or 4 of 64.

use super::Neon;
use std::arch::aarch64::*;

/// The sources of the bytes of two registers.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct Order([u8; 32]);

/// `PACK_8[mask]` brings the `i`-th member of the mask to position `i` of eight lanes; positions behind the members
/// are arbitrary.
pub(super) static PACK_8: [Order; 256] = orders();
/// `PACK_8` for four lanes.
pub(super) static PACK_4: [Order; 16] = orders();

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
pub(super) fn members(mask: u32) -> usize {
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
    pub(super) fn order(self, a: uint8x16x2_t, order: &Order) -> uint8x16x2_t {
        // SAFETY: proved by self; an order has 32 bytes.
        unsafe {
            let order = vld1q_u8_x2(order.0.as_ptr());
            uint8x16x2_t(vqtbl2q_u8(a, order.0), vqtbl2q_u8(a, order.1))
        }
    }
}
