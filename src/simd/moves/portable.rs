//! Plain code: by the lists of members where there are any, else by the bits of the maps.

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
        unpack(source, stream);
        let (from_list, to_list) = (from.list.members(), to.list.members());
        if from_list.is_empty() || to_list.is_empty() {
            pack_unpacked(from, source.kept.len(), stream);
            return expand(stream, target, to);
        }
        for (&from, &to) in from_list.iter().zip(to_list) {
            let element = &mut target[usize::from(to)];
            *element = element.plus(stream.unpacked[usize::from(from)]);
        }
    }

    #[inline(always)]
    fn pack(self, slots: &[S], kept: &[u64], stream: &mut Stream<S>) {
        let mut len = 0u16;
        let packed = stream.packed();
        for (slots, &kept) in slots.as_chunks::<64>().0.iter().zip(kept) {
            len = compress(slots, kept, packed, len);
        }
    }

    #[inline(always)]
    fn unpack(self, source: Packed<'_, S>, stream: &mut Stream<S>) {
        unpack(source, stream);
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

/// Puts each kept slot in its place.
#[inline(always)]
pub(super) fn unpack<S: Slot>(source: Packed<'_, S>, stream: &mut Stream<S>) {
    stream.packed()[..source.slots.len()].copy_from_slice(source.slots);
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

/// Packs the members of so many words of the unpacked slots.
#[inline(always)]
fn pack_unpacked<S: Slot>(from: Members<'_>, words: usize, stream: &mut Stream<S>) {
    let mut len = 0u16;
    let Stream { packed, unpacked, .. } = stream;
    let packed = packed.first_chunk_mut().expect("a stream is larger than a window");
    for (word, slots) in unpacked.as_chunks::<64>().0.iter().take(words).enumerate() {
        len = compress(slots, from.word(word), packed, len);
    }
}

/// Packs those slots that the mask has behind the first `len` packed ones; returns how many there are then.
#[inline(always)]
fn compress<S: Slot>(slots: &[S; 64], mask: u64, packed: &mut [S; WINDOW], mut len: u16) -> u16 {
    // A position of 16 bits, and a bit number of 6, cannot be out of bounds: the loops need no check.
    for_each_bit(mask, |bit| {
        packed[usize::from(len)] = slots[bit & 63];
        len = len.wrapping_add(1);
    });
    len
}

/// Adds what is packed to the members of `target`.
#[inline(always)]
fn expand<S: Slot, A: Sum<S>>(stream: &mut Stream<S>, target: &mut [A], to: Members<'_>) {
    let mut len = 0u16;
    let packed = stream.packed();
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
