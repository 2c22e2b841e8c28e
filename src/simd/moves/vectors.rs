//! Moves by vectors: what the instruction sets that have them need to say, and the loops that are written once for all.

use super::{BLOCK, Members, Move, Slot, Stream, Sum, WINDOW};

/// An instruction set whose vectors are long enough that to pack and spread their lanes takes less than to walk from member to
/// member. Others have loops of their own, and this tells the compiler that no type has both.
pub(super) trait Packs: Copy {}

/// Vectors of `LANES` slots, a divisor of [`BLOCK`]. Lanes are chosen by masks, lane 0 in the lowest bit; bits above the
/// lanes are zero.
pub(super) trait NumberVectors<S>: Copy {
    /// Lanes of a vector.
    const LANES: usize;
    /// The vector.
    type Vector: Copy;

    /// All lanes zero.
    fn zero(self) -> Self::Vector;
    /// The sums of the lanes, which wrap around.
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Reads `LANES` slots.
    ///
    /// # Safety
    /// `slots` is valid for reading so many.
    unsafe fn read(self, slots: *const S) -> Self::Vector;
    /// Writes `LANES` slots.
    ///
    /// # Safety
    /// `slots` is valid for writing so many.
    unsafe fn write(self, slots: *mut S, vector: Self::Vector);
    /// The lanes of `mask`, packed; then undefined ones.
    fn pack(self, vector: Self::Vector, mask: u32) -> Self::Vector;
    /// Reads the lanes of `mask`, which are packed; the other lanes become zero.
    ///
    /// # Safety
    /// `slots` is valid for reading `LANES`.
    unsafe fn read_spread(self, slots: *const S, mask: u32) -> Self::Vector;
    /// The slots at `LANES` indices.
    fn gather(self, source: &[S; WINDOW], indices: &[u16]) -> Self::Vector;
}

/// Vectors of 32 bits that can be made vectors of 64 bits.
pub(super) trait Widens: NumberVectors<u32> + NumberVectors<u64> {
    /// The lower and the upper lanes.
    fn widen(self, vector: <Self as NumberVectors<u32>>::Vector)
    -> [<Self as NumberVectors<u64>>::Vector; 2];
}

/// Sums of `A` for each lane of a vector of `S`.
pub(super) trait Sums<S, A>: NumberVectors<S> {
    /// The sums.
    type Sums: Copy;
    /// All zero.
    fn none(self) -> Self::Sums;
    /// With a vector added.
    fn plus(self, sums: Self::Sums, more: Self::Vector) -> Self::Sums;
    /// Adds them to those in memory.
    ///
    /// # Safety
    /// `to` is valid for reading and writing `LANES` sums.
    unsafe fn add_at(self, to: *mut A, sums: Self::Sums);
}

impl<S, V: NumberVectors<S>> Sums<S, S> for V {
    type Sums = V::Vector;
    #[inline(always)]
    fn none(self) -> V::Vector {
        self.zero()
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

impl<V: Widens> Sums<u32, u64> for V {
    type Sums = [<V as NumberVectors<u64>>::Vector; 2];
    #[inline(always)]
    fn none(self) -> Self::Sums {
        [NumberVectors::<u64>::zero(self); 2]
    }
    #[inline(always)]
    fn plus(self, [low, high]: Self::Sums, more: <V as NumberVectors<u32>>::Vector) -> Self::Sums {
        let [more_low, more_high] = self.widen(more);
        [NumberVectors::<u64>::add(self, low, more_low), NumberVectors::<u64>::add(self, high, more_high)]
    }
    #[inline(always)]
    unsafe fn add_at(self, to: *mut u64, [low, high]: Self::Sums) {
        const { assert!(<V as NumberVectors<u32>>::LANES == 2 * <V as NumberVectors<u64>>::LANES) };
        // SAFETY: by the contract, for both halves.
        unsafe {
            Sums::<u64, u64>::add_at(self, to, low);
            Sums::<u64, u64>::add_at(self, to.add(<V as NumberVectors<u64>>::LANES), high);
        }
    }
}

impl<S: Slot, A: Sum<S>, V: Packs + Sums<S, A>> Move<S, A> for V {
    #[inline(always)]
    fn add_members(
        self,
        source: &[S],
        from: Members<'_>,
        target: &mut [A],
        to: Members<'_>,
        stream: &mut Stream<S>,
    ) {
        const { assert!(BLOCK.is_multiple_of(V::LANES)) };
        check(from, source.len());
        check(to, target.len());
        let mut packed = stream.start();
        for block in 0..source.len() / BLOCK {
            // SAFETY: the slice and the maps have this block (just checked). The stream has room for all elements of a
            // window and a vector behind them, and gets no more than were gone through.
            unsafe {
                let mut elements = source.as_ptr().add(block * BLOCK);
                for mask in masks::<S, V>(from, block) {
                    self.write(packed, self.pack(self.read(elements), mask));
                    packed = packed.add(mask.count_ones() as usize);
                    elements = elements.add(V::LANES);
                }
            }
        }
        let mut packed = stream.start();
        for block in 0..target.len() / BLOCK {
            // SAFETY: as above; all of the stream can be read, also what was not written now.
            unsafe {
                let mut elements = target.as_mut_ptr().add(block * BLOCK);
                for mask in masks::<S, V>(to, block) {
                    self.add_at(elements, self.plus(self.none(), self.read_spread(packed, mask)));
                    packed = packed.add(mask.count_ones() as usize);
                    elements = elements.add(V::LANES);
                }
            }
        }
    }

    #[inline(always)]
    fn add_gathered(self, source: &[S; WINDOW], rows: &[[u16; BLOCK]], sums: &mut [A; BLOCK]) {
        // One for each vector of a row; the compiler drops the others.
        let mut gathered = [self.none(); BLOCK];
        for row in rows {
            for (sums, indices) in gathered.iter_mut().zip(row.chunks_exact(V::LANES)) {
                *sums = self.plus(*sums, self.gather(source, indices));
            }
        }
        for (sums, more) in sums.chunks_exact_mut(V::LANES).zip(gathered) {
            // SAFETY: so many sums are there.
            unsafe { self.add_at(sums.as_mut_ptr(), more) };
        }
    }
}

/// Checks that the maps have bits for `elements` elements, in whole blocks, and the stream room for them.
#[inline(always)]
fn check(members: Members<'_>, elements: usize) {
    assert!(elements <= WINDOW);
    assert!(elements.is_multiple_of(BLOCK));
    assert!(members.a.len() * 64 >= elements && members.b.len() * 64 >= elements);
}

/// The members of a block, vector by vector.
///
/// # Safety
/// The maps have bits for the block.
#[inline(always)]
unsafe fn masks<S, V: NumberVectors<S>>(members: Members<'_>, block: usize) -> impl Iterator<Item = u32> {
    // A map's bits for a block are read as a word of 16 bits.
    const { assert!(cfg!(target_endian = "little")) };
    let (a, b) = (members.a.as_ptr().cast::<u16>(), members.b.as_ptr().cast::<u16>());
    // SAFETY: by the contract; the lowest bits of a word come first.
    let members = u32::from(unsafe { *a.add(block) & *b.add(block) });
    (0..BLOCK / V::LANES).map(move |vector| members >> (vector * V::LANES) & ((1 << V::LANES) - 1))
}
