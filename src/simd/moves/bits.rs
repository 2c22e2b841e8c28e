//! Moves of bits from word to word: the inner loop of Senku's winning positions.

use super::vectors::Packs;
use crate::base::bits::ones;
use crate::simd::{InstructionSet, Isa, Portable, processor};

/// An instruction set that moves bits.
pub(crate) trait BitMoves: InstructionSet {
    /// Whether [`move_bits`](Self::move_bits) is an operation, not a loop.
    const PACKS: bool;

    /// Moves the bits of `from` to those of `to`, in order.
    fn move_bits(self, word: u64, from: u64, to: u64) -> u64;
}

impl<V: Packs + InstructionSet> BitMoves for V {
    const PACKS: bool = true;

    #[inline(always)]
    fn move_bits(self, word: u64, from: u64, to: u64) -> u64 {
        self.spread_bits(self.pack_bits(word, from), to)
    }
}

impl BitMoves for Portable {
    const PACKS: bool = false;

    #[inline(always)]
    fn move_bits(self, word: u64, from: u64, to: u64) -> u64 {
        let pairs = ones(from).zip(ones(to));
        pairs.fold(0, |moved, (from, to)| moved | (word >> from & 1) << to)
    }
}

#[cfg(target_arch = "aarch64")]
impl BitMoves for crate::simd::Neon {
    const PACKS: bool = false;

    #[inline(always)]
    fn move_bits(self, word: u64, from: u64, to: u64) -> u64 {
        Portable.move_bits(word, from, to)
    }
}

impl Isa {
    /// The instruction set to move bits with: plain code where the processor packs bits in a slow loop of its own.
    pub(crate) fn for_bits(self) -> Isa {
        if processor::packs_bits_slowly() { Isa::Portable } else { self }
    }
}
