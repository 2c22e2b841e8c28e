//! Moves of bits from word to word: the inner loop of Senku's winning positions.

use super::vectors::Packs;
use crate::base::bits::ones;
use crate::simd::{InstructionSet, Isa, Portable, processor};

/// The words that bits are chosen from.
pub(crate) const CHOICE: usize = 32;

/// An instruction set that moves bits.
pub(crate) trait BitMoves: InstructionSet {
    /// Whether [`move_bits`](Self::move_bits) is an operation, not a loop.
    const PACKS: bool = false;

    /// Whether [`choose`](Self::choose) is an operation, not a loop.
    const CHOOSES: bool = false;

    /// Moves the bits of `from` to those of `to`, in order.
    #[inline(always)]
    fn move_bits(self, word: u64, from: u64, to: u64) -> u64 {
        let pairs = ones(from).zip(ones(to));
        pairs.fold(0, |moved, (from, to)| moved | (word >> from & 1) << to)
    }

    /// The bits of `words` with these numbers, at most 64 of them, in this order; each is counted from bit `last` down if that
    /// is given. A number from 2,048 on gives any bit.
    #[inline(always)]
    fn choose(self, words: &[u64; CHOICE], bits: &[u16], last: Option<u16>) -> u64 {
        (0..).zip(bits).fold(0, |chosen, (place, &bit)| {
            let bit = last.map_or(bit, |last| last.wrapping_sub(bit));
            chosen | (words[usize::from(bit / 64) % CHOICE] >> (bit % 64) & 1) << place
        })
    }
}

impl<V: Packs + InstructionSet> BitMoves for V {
    const PACKS: bool = true;

    #[inline(always)]
    fn move_bits(self, word: u64, from: u64, to: u64) -> u64 {
        self.spread_bits(self.pack_bits(word, from), to)
    }
}

impl BitMoves for Portable {}

#[cfg(target_arch = "aarch64")]
impl BitMoves for crate::simd::Neon {}

impl Isa {
    /// The instruction set to move bits with: plain code where the processor packs bits in a slow loop of its own.
    pub(crate) fn for_bits(self) -> Isa {
        if processor::packs_bits_slowly() { Isa::Portable } else { self }
    }
}
