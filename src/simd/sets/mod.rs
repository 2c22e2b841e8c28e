//! The operations that queens need: lists of masks (divided, copied, united), and sets of 512 masks.
//!
//! [`Lanes`] collects them. Instruction sets with vectors share the loops over lists (`Lists`, `Products`); `portable` has
//! its own.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod bit_order;
mod lists;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
mod product;
mod table;

pub(crate) use bit_order::BitOrder;
pub(crate) use lists::{Appender, Grouped, Lists, MaskPairs, PADDING};
pub(crate) use product::{Destinations, Products};
pub(crate) use table::{PATTERNS, Table};

use super::InstructionSet;

/// The operations of an instruction set on lists of masks and on tables of pattern sets.
pub(crate) trait Lanes: InstructionSet + Lists + Products<u32> + Products<u64> {
    /// Whether [`permute`](Self::permute) reads the byte tables of the order, so that they must be filled.
    const NEEDS_BYTE_TABLES: bool = true;

    /// [`Table::count_pairs`] with sets that have room for these patterns.
    fn count_pairs(self, table: &mut Table, patterns: &[u32], items: [&[u32]; 2], bits: u32) -> [u64; 2];

    /// Appends all words, their bits permuted: by seven or eight look-ups per word.
    #[inline(always)]
    fn permute(self, order: &BitOrder, words: &[u64], out: &mut Vec<u64>) {
        out.extend(words.iter().map(|&x| order.by_bytes(x)));
    }
}

#[cfg(test)]
mod tests;
