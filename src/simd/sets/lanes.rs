//! The operations of an instruction set that the kernels of queens use.

use super::bit_order::BitOrder;
use super::lists::Lists;
use super::product::Products;
use super::table::{Offsets, Table};
use crate::simd::InstructionSet;

/// Operations on lists of masks and on tables of pattern sets.
pub(crate) trait Lanes: InstructionSet + Lists + Offsets + Products<u32> + Products<u64> {
    /// Whether [`permute`](Self::permute) reads the byte tables of the order, so that they must be filled.
    const NEEDS_BYTE_TABLES: bool = true;

    /// [`Table::count_pairs`] with sets that have room for these patterns.
    fn count_pairs(self, table: &mut Table, patterns: &[u32], items: [&[u32]; 2], bits: u32) -> [u64; 2];

    /// Appends all words, their bits permuted.
    fn permute(self, order: &BitOrder, words: &[u64], out: &mut Vec<u64>);
}
