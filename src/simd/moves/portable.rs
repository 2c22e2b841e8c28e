//! Plain code: by lists of members if there are any, else by the bits of the maps.

#![forbid(unsafe_code)]

use super::{BLOCK, Members, Move, Packed, Slot, Stream, Sum, WINDOW};
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
        let (from_list, to_list) = (from.list.members(), to.list.members());
        let (slots, packed) = each_in_its_place(source, stream);
        if from_list.is_empty() || to_list.is_empty() {
            let mut len = 0;
            for (word, slots) in slots.as_chunks::<64>().0.iter().enumerate() {
                len = compress(slots, from.word(word), packed, len);
            }
            return expand(packed, target, to);
        }
        for (&from, &to) in from_list.iter().zip(to_list) {
            let element = &mut target[usize::from(to)];
            *element = element.plus(slots[usize::from(from)]);
        }
    }

    #[inline(always)]
    fn add_all(self, source: Packed<'_, S>, target: &mut [A], stream: &mut Stream<S>) {
        let (slots, _) = each_in_its_place(source, stream);
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

/// Packs the kept slots.
#[inline(always)]
pub(super) fn pack<S: Slot>(slots: &[S], kept: &[u64], packed: &mut [S]) {
    let mut places = packed.iter_mut();
    for (slots, &kept) in slots.as_chunks::<64>().0.iter().zip(kept) {
        for_each_bit(kept, |bit| *places.next().expect("room for the kept slots") = slots[bit & 63]);
    }
}

/// The slots, each in its place (as they are, or unpacked into the stream), and the stream's packed slots.
#[inline(always)]
pub(super) fn each_in_its_place<'a, S: Slot>(
    source: Packed<'a, S>,
    stream: &'a mut Stream<S>,
) -> (&'a [S], &'a mut [S; WINDOW]) {
    if !source.whole {
        unpack(source, stream);
    }
    let Stream { packed, unpacked, .. } = stream;
    let packed = packed.first_chunk_mut().expect("a stream is larger than a window");
    let slots = if source.whole { source.slots } else { unpacked.as_slice() };
    (&slots[..64 * source.kept.len()], packed)
}

/// Puts each kept slot in its place.
#[inline(always)]
pub(super) fn unpack<S: Slot>(source: Packed<'_, S>, stream: &mut Stream<S>) {
    if source.whole {
        return stream.unpacked[..source.slots.len()].copy_from_slice(source.slots);
    }
    stream.packed[..source.slots.len()].copy_from_slice(source.slots);
    let Stream { packed, unpacked, .. } = stream;
    let packed: &[S; WINDOW] = packed.first_chunk().expect("a stream is larger than a window");
    let mut next = 0u16;
    for (places, &kept) in unpacked.as_chunks_mut::<64>().0.iter_mut().zip(source.kept) {
        places.fill(S::default());
        for_each_bit(kept, |bit| {
            places[bit & 63] = packed[usize::from(next)];
            next = next.wrapping_add(1);
        });
    }
}

/// Appends the slots of the mask to the first `len` packed ones, and returns the new length.
#[inline(always)]
fn compress<S: Slot>(slots: &[S; 64], mask: u64, packed: &mut [S; WINDOW], mut len: u16) -> u16 {
    // A position of 16 bits and a bit number of 6 cannot be out of bounds: the loop needs no check.
    for_each_bit(mask, |bit| {
        packed[usize::from(len)] = slots[bit & 63];
        len = len.wrapping_add(1);
    });
    len
}

/// Adds the packed slots to the members of `target`.
#[inline(always)]
fn expand<S: Slot, A: Sum<S>>(packed: &[S; WINDOW], target: &mut [A], to: Members<'_>) {
    let mut len = 0u16;
    for (word, elements) in target.as_chunks_mut::<64>().0.iter_mut().enumerate() {
        for_each_bit(to.word(word), |bit| {
            let element = &mut elements[bit & 63];
            *element = element.plus(packed[usize::from(len)]);
            len = len.wrapping_add(1);
        });
    }
}

#[inline(always)]
fn for_each_bit(mut word: u64, mut f: impl FnMut(usize)) {
    while word != 0 {
        f(word.trailing_zeros() as usize);
        word &= word - 1;
    }
}
