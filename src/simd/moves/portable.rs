//! Plain code: by lists of members if there are any, else by the bits of the maps.

#![forbid(unsafe_code)]

use super::{BLOCK, Members, Move, Packed, Slot, Stream, Sum, WINDOW, marked};
use crate::simd::Portable;

impl<S: Slot, A: Sum<S>> Move<S, A> for Portable {
    #[inline(always)]
    fn add_members(
        self,
        source: Packed<'_, S>,
        from: Members<'_>,
        target: &mut [A],
        to: Members<'_>,
        stream: &mut Stream<S>,
    ) {
        let slots = each_in_its_place(source, stream);
        let (from_list, to_list) = (from.list.members(), to.list.members());
        if from_list.is_empty() || to_list.is_empty() {
            return add_elements(slots, from, target, to);
        }
        for (&from, &to) in from_list.iter().zip(to_list) {
            let element = &mut target[usize::from(to)];
            *element = element.plus(slots[usize::from(from)]);
        }
    }

    #[inline(always)]
    fn add_all(self, source: Packed<'_, S>, target: &mut [A], stream: &mut Stream<S>) {
        let slots = each_in_its_place(source, stream);
        assert_eq!(slots.len(), target.len());
        target.iter_mut().zip(slots).for_each(|(sum, &slot)| *sum = sum.plus(slot));
    }

    #[inline(always)]
    fn add_gathered(self, source: &[S; WINDOW], rows: &[[u16; BLOCK]], sums: &mut [A; BLOCK]) {
        for row in rows {
            for (sum, &index) in sums.iter_mut().zip(row) {
                *sum = sum.plus(source[usize::from(index)]);
            }
        }
    }
}

/// Adds members that are not listed. (Not inlined: beside it the loop over lists would take a fifth longer.)
#[inline(never)]
fn add_elements<S: Slot, A: Sum<S>>(slots: &[S], from: Members<'_>, target: &mut [A], to: Members<'_>) {
    for (from, to) in from.elements().zip(to.elements()) {
        target[to] = target[to].plus(slots[from]);
    }
}

/// Packs the kept slots.
#[inline(always)]
pub(super) fn pack<S: Slot>(slots: &[S], kept: &[u64], packed: &mut [S]) {
    let mut places = packed.iter_mut();
    for element in marked(kept.iter().copied()) {
        *places.next().expect("room for the kept slots") = slots[element];
    }
}

/// The slots, each in its place: as they are, or unpacked into the stream.
#[inline(always)]
pub(super) fn each_in_its_place<'a, S: Slot>(source: Packed<'a, S>, stream: &'a mut Stream<S>) -> &'a [S] {
    if !source.whole {
        unpack(source, stream);
    }
    &(if source.whole { source.slots } else { stream.unpacked.as_slice() })[..64 * source.kept.len()]
}

/// Puts each kept slot in its place.
#[inline(always)]
pub(super) fn unpack<S: Slot>(source: Packed<'_, S>, stream: &mut Stream<S>) {
    let places = &mut stream.unpacked[..64 * source.kept.len()];
    if source.whole {
        return places.copy_from_slice(&source.slots[..places.len()]);
    }
    places.fill(S::default());
    marked(source.kept.iter().copied()).zip(source.slots).for_each(|(element, &slot)| places[element] = slot);
}
