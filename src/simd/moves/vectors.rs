//! Moves by vectors: the operations that instruction sets define, and the shared loops.

use super::{BLOCK, Members, Move, Packed, Slot, Stream, Sum, WINDOW};
use crate::simd::vectors::{Vectors, Word, WordVectors};

/// Vectors of numbers. Lanes are chosen by masks, see [`WordVectors`].
pub(super) trait NumberVectors<S: Word>: WordVectors<S> {
    /// The lane-wise sums, which wrap around.
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Reads packed slots into the lanes of `mask`; other lanes are zero.
    ///
    /// # Safety
    /// `slots` is valid for reading `LANES`.
    unsafe fn read_spread(self, slots: *const S, mask: u32) -> Self::Vector;
    /// The slots at `LANES` indices.
    fn gather(self, source: &[S; WINDOW], indices: &[u16]) -> Self::Vector;
}

/// An instruction set with vectors long enough that packing and spreading lanes is faster than walking from member to
/// member.
pub(super) trait Packs: Vectors {
    /// The bits of `mask`, packed.
    fn pack_bits(self, word: u64, mask: u64) -> u64;
    /// The lowest bits, moved to the bits of `mask`; other bits are zero.
    fn spread_bits(self, word: u64, mask: u64) -> u64;
    /// The lower and the upper 32-bit lanes, widened to 64 bits.
    fn widen(self, vector: Self::Vector) -> [Self::Vector; 2];
}

/// Sums of `A` for each lane of a vector of `S`.
pub(super) trait Sums<S: Word, A>: NumberVectors<S> {
    type Sums: Copy;
    fn none(self) -> Self::Sums;
    fn plus(self, sums: Self::Sums, more: Self::Vector) -> Self::Sums;
    /// Adds the sums to those in memory.
    ///
    /// # Safety
    /// `to` is valid for reading and writing `LANES` sums.
    unsafe fn add_at(self, to: *mut A, sums: Self::Sums);
}

impl<S: Word, V: NumberVectors<S>> Sums<S, S> for V {
    type Sums = V::Vector;
    #[inline(always)]
    fn none(self) -> V::Vector {
        self.splat(S::default())
    }
    #[inline(always)]
    fn plus(self, sums: V::Vector, more: V::Vector) -> V::Vector {
        self.add(sums, more)
    }
    #[inline(always)]
    unsafe fn add_at(self, to: *mut S, sums: V::Vector) {
        // SAFETY: by the contract.
        unsafe { self.write(to, self.add(self.read(to), sums)) }
    }
}

impl<V: Packs + NumberVectors<u32> + NumberVectors<u64>> Sums<u32, u64> for V {
    type Sums = [V::Vector; 2];
    #[inline(always)]
    fn none(self) -> Self::Sums {
        [self.splat(0u64); 2]
    }
    #[inline(always)]
    fn plus(self, [low, high]: Self::Sums, more: V::Vector) -> Self::Sums {
        let [more_low, more_high] = self.widen(more);
        [NumberVectors::<u64>::add(self, low, more_low), NumberVectors::<u64>::add(self, high, more_high)]
    }
    #[inline(always)]
    unsafe fn add_at(self, to: *mut u64, [low, high]: Self::Sums) {
        // SAFETY: by the contract, for both halves.
        unsafe {
            Sums::<u64, u64>::add_at(self, to, low);
            Sums::<u64, u64>::add_at(self, to.add(<V as WordVectors<u64>>::LANES), high);
        }
    }
}

impl<S: Slot + Word, A: Sum<S>, V: Packs + Sums<S, A>> Move<S, A> for V {
    #[inline(always)]
    fn add_members(
        self,
        source: Packed<'_, S>,
        from: Members<'_>,
        target: &mut [A],
        to: Members<'_>,
        stream: &mut Stream<S>,
    ) {
        let (mut chosen, mut arriving) = (stream.chosen.writer(), stream.arriving.writer());
        let from = from.first(source.kept.len());
        for (word, &kept) in source.kept.iter().enumerate() {
            let members = from.word(word);
            chosen.push(self.pack_bits(members, kept), kept.count_ones());
            arriving.push(self.pack_bits(kept, members), members.count_ones());
        }
        chosen.end();
        arriving.end();
        let (slots, _) = source.slots.split_at(source.slots.len() - BLOCK);
        pack_slots(self, slots, |word| stream.chosen.word(word), &mut stream.packed);
        let to = to.first(target.len() / 64);
        let mut members_before = 0;
        let masks = (0..to.a.len()).map(|word| {
            let members = to.word(word);
            let mask = self.spread_bits(stream.arriving.read(members_before), members);
            members_before += members.count_ones() as usize;
            mask
        });
        add_spread(self, &stream.packed, masks, target);
    }

    #[inline(always)]
    fn add_all(self, source: Packed<'_, S>, target: &mut [A], _: &mut Stream<S>) {
        assert_eq!(64 * source.kept.len(), target.len());
        add_spread(self, source.slots, source.kept.iter().copied(), target);
    }

    #[inline(always)]
    fn pack(self, slots: &[S], kept: &[u64], packed: &mut [S]) {
        pack_slots(self, slots, |word| kept[word], packed);
    }

    #[inline(always)]
    fn unpack(self, source: Packed<'_, S>, stream: &mut Stream<S>) {
        let places = stream.unpacked.as_chunks_mut::<64>().0.iter_mut();
        let words = source.kept.iter().copied().zip(places);
        spread_slots(self, source.slots, words, |places, vector, slots| {
            // SAFETY: a vector of places is there.
            unsafe { self.write(places.as_mut_ptr().add(vector * V::LANES), slots) }
        });
    }

    #[inline(always)]
    fn add_gathered(self, source: &[S; WINDOW], rows: &[[u16; BLOCK]], sums: &mut [A; BLOCK]) {
        // One per vector of a row; the compiler drops the others.
        let mut gathered = [self.none(); BLOCK];
        for row in rows {
            for (sums, indices) in gathered.iter_mut().zip(row.chunks_exact(V::LANES)) {
                *sums = self.plus(*sums, self.gather(source, indices));
            }
        }
        for (sums, more) in sums.chunks_exact_mut(V::LANES).zip(gathered) {
            // SAFETY: a vector of sums is there.
            unsafe { self.add_at(sums.as_mut_ptr(), more) };
        }
    }
}

/// The lowest lanes of the mask, for one vector.
#[inline(always)]
fn lowest<S: Word, V: WordVectors<S>>(mask: u64) -> u32 {
    mask as u32 & ((1 << V::LANES) - 1)
}

/// Adds packed slots to the sums that the masks of 64 places mark.
#[inline(always)]
fn add_spread<S: Word, A, V: Sums<S, A>>(
    vectors: V,
    packed: &[S],
    masks: impl Iterator<Item = u64>,
    target: &mut [A],
) {
    let (words, rest) = target.as_chunks_mut::<64>();
    assert!(rest.is_empty());
    let words = masks.zip(words).filter(|&(mask, _)| mask != 0);
    spread_slots(vectors, packed, words, |sums, vector, slots| {
        // SAFETY: a vector of sums is there.
        unsafe {
            let sums = sums.as_mut_ptr().add(vector * V::LANES);
            vectors.add_at(sums, vectors.plus(vectors.none(), slots));
        }
    });
}

/// Spreads packed slots over the places that masks of 64 places mark. Calls `put` for each vector: with the 64 places, the
/// number of the vector among them, and the slots in its lanes. Lanes without a slot are zero.
#[inline(always)]
fn spread_slots<'a, S: Word, P: 'a, V: NumberVectors<S>>(
    vectors: V,
    packed: &[S],
    words: impl Iterator<Item = (u64, &'a mut [P; 64])>,
    mut put: impl FnMut(&mut [P; 64], usize, V::Vector),
) {
    let mut left = packed.len().checked_sub(V::LANES).expect("a vector of slots");
    let mut packed = packed.as_ptr();
    for (mut mask, places) in words {
        left = left.checked_sub(mask.count_ones() as usize).expect("the slots of the mask and a vector");
        for vector in 0..64 / V::LANES {
            let lanes = lowest::<S, V>(mask);
            // SAFETY: behind the slots of the mask is a vector. All its slots can be read, also those not used now.
            unsafe {
                put(places, vector, vectors.read_spread(packed, lanes));
                packed = packed.add(lanes.count_ones() as usize);
            }
            mask >>= V::LANES;
        }
    }
}

/// Packs the slots of a map, in whole vectors.
#[inline(always)]
fn pack_slots<S: Word, V: WordVectors<S>>(
    vectors: V,
    slots: &[S],
    word: impl Fn(usize) -> u64,
    packed: &mut [S],
) {
    let mut left = packed.len().checked_sub(V::LANES).expect("room for a vector");
    let mut packed = packed.as_mut_ptr();
    for (number, slots) in slots.chunks(64).enumerate() {
        let mut mask = word(number);
        if mask == 0 {
            continue;
        }
        left = left.checked_sub(mask.count_ones() as usize).expect("room for the slots and a vector");
        for slots in slots.chunks_exact(V::LANES) {
            let lanes = lowest::<S, V>(mask);
            // SAFETY: a vector of slots is there. Behind the room for the slots of the mask is room for a vector.
            unsafe {
                vectors.write(packed, vectors.pack(vectors.read(slots.as_ptr()), lanes));
                packed = packed.add(lanes.count_ones() as usize);
            }
            mask >>= V::LANES;
        }
    }
}
