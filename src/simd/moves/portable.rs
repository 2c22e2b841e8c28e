//! Plain code: by the lists of members where there are any, else by the bits of the maps.

#![forbid(unsafe_code)]

use super::{BLOCK, Members, Move, Slot, Stream, Sum, WINDOW};
use crate::simd::Portable;

impl<S: Slot, A: Sum<S>> Move<S, A> for Portable {
    #[inline(always)]
    fn add_members(
        self,
        source: &[S],
        from: Members<'_>,
        target: &mut [A],
        to: Members<'_>,
        stream: &mut Stream<S>,
    ) {
        let (from_list, to_list) = (from.list.members(), to.list.members());
        if from_list.is_empty() || to_list.is_empty() {
            compress(source, from, stream);
            expand(stream, target, to);
            return;
        }
        for (&from, &to) in from_list.iter().zip(to_list) {
            let element = &mut target[usize::from(to)];
            *element = element.plus(source[usize::from(from)]);
        }
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

/// Packs the members of `source`.
#[inline(always)]
fn compress<S: Slot>(source: &[S], from: Members<'_>, stream: &mut Stream<S>) {
    let mut len = 0u16;
    let packed = stream.window();
    // A position of 16 bits, and a bit number of 6, cannot be out of bounds: the loops need no check.
    let (words, rest) = source.as_chunks::<64>();
    for (word, elements) in words.iter().enumerate() {
        for_each_bit(from.word(word), |bit| {
            packed[usize::from(len)] = elements[bit & 63];
            len = len.wrapping_add(1);
        });
    }
    if !rest.is_empty() {
        for_each_bit(from.word(words.len()), |bit| {
            packed[usize::from(len)] = rest[bit];
            len = len.wrapping_add(1);
        });
    }
}

/// Adds what is packed to the members of `target`.
#[inline(always)]
fn expand<S: Slot, A: Sum<S>>(stream: &mut Stream<S>, target: &mut [A], to: Members<'_>) {
    let mut len = 0u16;
    let packed = stream.window();
    let (words, rest) = target.as_chunks_mut::<64>();
    let whole = words.len();
    for (word, elements) in words.iter_mut().enumerate() {
        for_each_bit(to.word(word), |bit| {
            let element = &mut elements[bit & 63];
            *element = element.plus(packed[usize::from(len)]);
            len = len.wrapping_add(1);
        });
    }
    if !rest.is_empty() {
        for_each_bit(to.word(whole), |bit| {
            rest[bit] = rest[bit].plus(packed[usize::from(len)]);
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
