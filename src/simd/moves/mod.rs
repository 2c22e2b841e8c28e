//! Adds some elements of one array to some elements of another: the inner loop of the dense Senku engine.
//!
//! Bit maps give the elements, and the order is kept: the first member of one set goes to the first member of the
//! other. So a move is a compression of the source to a dense stream, and an expansion of that stream over the
//! target:
//!
//! ```text
//! source   a b c d e f g h        stream  b d e h        target  + . b d . . e . h
//! from     0 1 0 1 1 0 0 1                               to        0 1 1 0 0 1 0 1
//! ```
//!
//! AVX-512 has both as instructions. AVX2 looks shuffles up by 8 bits of the map (4 for 64-bit elements). Plain code
//! and NEON walk along lists of the members. Lengths are checked once, and maps word by word, so that no map can
//! cause an access outside the slices. Run time O(elements / lanes).
//!
//! [`Moves`] are the operations of an instruction set. Sets with long vectors define `NumberVectors` and `Packs`, and
//! share the loops; `portable` and `neon` have their own.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod bits;
mod lists;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
mod slot;
mod vectors;

pub(crate) use bits::{BitMoves, CHOICE};
pub(crate) use lists::{MemberList, MemberLists};
pub(crate) use slot::{BLOCK, LINE, Memory, Slot, Stream, WINDOW, new_window};

use super::{InstructionSet, Portable};
use crate::base::bits::ones;

/// A set of elements: bit `i % 64` of word `i / 64` is element `i`. It is the intersection of two maps.
#[derive(Clone, Copy)]
pub(crate) struct Members<'a> {
    /// One map.
    pub a: &'a [u64],
    /// Another map of equal length.
    pub b: &'a [u64],
    /// The members as a list; empty if they are not listed.
    pub list: MemberList<'a>,
}

impl<'a> Members<'a> {
    /// The members in the first `words` words.
    ///
    /// # Panics
    /// If a map is shorter.
    #[inline(always)]
    fn first(self, words: usize) -> Members<'a> {
        Members { a: &self.a[..words], b: &self.b[..words], list: self.list }
    }

    /// The members in ascending order.
    #[inline(always)]
    pub fn elements(self) -> impl Iterator<Item = usize> {
        marked((0..self.a.len()).map(move |word| self.word(word)))
    }

    /// The members among elements `64 * word..`.
    #[inline(always)]
    pub fn word(&self, word: usize) -> u64 {
        self.a[word] & self.b[word]
    }
}

/// The elements of a map, in ascending order.
#[inline(always)]
pub(crate) fn marked(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(i, word)| ones(word).map(move |bit| 64 * i + bit))
}

/// Slots without their zeros.
#[derive(Clone, Copy)]
pub(crate) struct Packed<'a, S> {
    /// The map of the kept slots.
    pub kept: &'a [u64],
    /// The kept slots in order, then padding to whole blocks and one more block.
    pub slots: &'a [S],
    /// Whether zeros are kept too, each slot in its place: for instruction sets that do not pack.
    pub whole: bool,
}

/// Sums of `S`. The caller ensures that they stay in range: up to 64 bits they wrap around.
pub(crate) trait Sum<S: Slot>: Slot {
    /// `self + more`; in 128 bits, `u128::MAX` beyond the range.
    fn plus(self, more: S) -> Self;

    /// The implementation of moves to these sums: the instruction set, or plain code for widths without vectors.
    fn by<M: Moves>(moves: M) -> impl Move<S, Self>;
}

/// Sums that instruction sets compute in vectors.
macro_rules! sum {
    ($slot:ty => $sum:ty) => {
        impl Sum<$slot> for $sum {
            #[inline(always)]
            fn plus(self, more: $slot) -> $sum {
                self.wrapping_add(<$sum>::from(more))
            }
            #[inline(always)]
            fn by<M: Moves>(moves: M) -> impl Move<$slot, $sum> {
                moves
            }
        }
    };
}
sum!(u32 => u32);
sum!(u32 => u64);
sum!(u64 => u64);

impl<S: Slot> Sum<S> for u128 {
    #[inline(always)]
    fn plus(self, more: S) -> u128 {
        self.saturating_add(more.widest())
    }
    #[inline(always)]
    fn by<M: Moves>(_: M) -> impl Move<S, u128> {
        Portable
    }
}

/// Moves of slots `S` to sums `A` by an instruction set.
pub(crate) trait Move<S: Slot, A>: Copy {
    /// Adds the members `from` of `source` to the members `to` of `target`, in order; both sets have equally many
    /// members. The target consists of whole words. `stream` is scratch memory.
    fn add_members(
        self,
        source: Packed<'_, S>,
        from: Members<'_>,
        target: &mut [A],
        to: Members<'_>,
        stream: &mut Stream<S>,
    );

    /// Adds each slot of `source` to the sum in the same place.
    ///
    /// # Panics
    /// If the target is not as long as the source with its zeros, or the source lacks slots that a vector would read.
    fn add_all(self, source: Packed<'_, S>, target: &mut [A], stream: &mut Stream<S>);

    /// Packs the `kept` slots, 64 per word of the map, and perhaps writes others behind them.
    ///
    /// # Panics
    /// If there is no room for the kept slots and a block.
    #[inline(always)]
    fn pack(self, slots: &[S], kept: &[u64], packed: &mut [S]) {
        portable::pack(slots, kept, packed);
    }

    /// Writes each kept slot to its place among the stream's unpacked slots, and zeros between them.
    #[inline(always)]
    fn unpack(self, source: Packed<'_, S>, stream: &mut Stream<S>) {
        portable::unpack(source, stream);
    }

    /// Adds to each sum of a block the slot at its index in each row.
    fn add_gathered(self, source: &[S; WINDOW], rows: &[[u16; BLOCK]], sums: &mut [A; BLOCK]);
}

/// The operations that the kernels of Senku use.
pub(crate) trait Moves: InstructionSet + Move<u32, u32> + Move<u32, u64> + Move<u64, u64> {}
impl<M: InstructionSet + Move<u32, u32> + Move<u32, u64> + Move<u64, u64>> Moves for M {}

/// Blocks of sums to gather: for each block 16 targets, then `rows` times 16 sources, one per target and row.
#[derive(Clone, Copy)]
pub(crate) struct Gathers<'a> {
    /// The number of sources per target, block by block.
    pub rows: &'a [u8],
    /// `16 * (1 + rows)` indices per block.
    pub indices: &'a [u16],
}

/// Sets each target of the blocks to the sum of its sources.
#[inline(always)]
pub(crate) fn put_gathered<M: Moves, S: Slot, A: Sum<S>>(
    moves: M,
    gathers: Gathers<'_>,
    source: &[S; WINDOW],
    target: &mut [A],
) {
    let (mut indices, _) = gathers.indices.as_chunks::<BLOCK>();
    for &rows in gathers.rows {
        let (block, rest) = indices.split_at(1 + usize::from(rows));
        indices = rest;
        let mut sums = [A::default(); BLOCK];
        A::by(moves).add_gathered(source, &block[1..], &mut sums);
        for (&sum, &index) in sums.iter().zip(&block[0]) {
            target[usize::from(index)] = sum;
        }
    }
}

/// Adds to element `i` of the target element `permutation[i]` of the source.
#[inline(always)]
pub(crate) fn add_permuted<M: Moves, A: Sum<A>>(
    moves: M,
    source: &[A; WINDOW],
    permutation: &[u16],
    target: &mut [A],
) {
    let (blocks, rest) = target.as_chunks_mut();
    let (rows, last) = permutation.as_chunks();
    for (block, row) in blocks.iter_mut().zip(rows) {
        A::by(moves).add_gathered(source, std::slice::from_ref(row), block);
    }
    for (element, &index) in rest.iter_mut().zip(last) {
        *element = element.plus(source[usize::from(index)]);
    }
}

/// The largest element, or zero if there is none.
#[inline(always)]
pub(crate) fn largest<S: Slot>(slots: &[S]) -> S {
    slots.iter().fold(S::default(), |largest, &slot| largest.max(slot))
}

/// Marks the elements that belong.
#[inline(always)]
pub(crate) fn mark<T: Copy>(elements: &[T], words: &mut [u64], belongs: impl Fn(T) -> bool) {
    for (word, elements) in words.iter_mut().zip(elements.chunks(64)) {
        // One byte per element, for which the compiler has vectors; then the lowest bits of eight bytes are brought
        // side by side.
        let mut bytes = [[0u8; 8]; 8];
        for (byte, &x) in bytes.as_flattened_mut().iter_mut().zip(elements) {
            *byte = belongs(x).into();
        }
        let bits = |bytes| u64::from_le_bytes(bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        *word = bytes.iter().rev().fold(0, |word, &bytes| word << 8 | bits(bytes));
    }
}

#[cfg(test)]
mod tests;
