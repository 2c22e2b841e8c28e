//! NEON: with four numbers per vector, packing and spreading do not pay, since on average three elements in eight are
//! members. Listed members are added one by one, and vectors serve members that are neighbours.

use super::lists::add_listed;
use super::portable::each_in_its_place;
use super::{BLOCK, Members, Move, Packed, Slot, Stream, Sum, WINDOW};
use crate::simd::{Neon, Portable};

/// Sums that are held in registers while rows are gathered.
const HELD: usize = 8;

impl<S: Slot, A: Sum<S>> Move<S, A> for Neon {
    #[inline(always)]
    fn add_members(
        self,
        source: Packed<'_, S>,
        from: Members<'_>,
        target: &mut [A],
        to: Members<'_>,
        stream: &mut Stream<S>,
    ) {
        if from.list.members().is_empty() || to.list.members().is_empty() {
            return Portable.add_members(source, from, target, to, stream);
        }
        let slots = each_in_its_place(source, stream);
        add_listed(slots, from.list, target, to.list);
    }

    #[inline(always)]
    fn add_all(self, source: Packed<'_, S>, target: &mut [A], stream: &mut Stream<S>) {
        Portable.add_all(source, target, stream);
    }

    #[inline(always)]
    fn add_gathered(self, source: &[S; WINDOW], rows: &[[u16; BLOCK]], sums: &mut [A; BLOCK]) {
        for (part, sums) in sums.as_chunks_mut::<HELD>().0.iter_mut().enumerate() {
            let mut held = *sums;
            for row in rows {
                for (sum, &index) in held.iter_mut().zip(&row[HELD * part..]) {
                    *sum = sum.plus(source[usize::from(index)]);
                }
            }
            *sums = held;
        }
    }
}
