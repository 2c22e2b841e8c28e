//! The operations that queens need: lists of masks (divided, copied, united), and sets of 512 masks.
//!
//! [`Lanes`] collects them. An instruction set with vectors defines `MaskVectors`, and shares the loops over lists
//! (`Lists`, `Products`); `portable` has its own.

mod append;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod bit_order;
mod chunks;
mod grouped;
#[cfg(target_arch = "x86_64")]
mod half_sets;
mod lanes;
mod lists;
#[cfg(target_arch = "aarch64")]
mod neon;
mod pattern_sets;
mod portable;
mod product;
mod table;
mod vectors;

pub(crate) use append::Appender;
pub(crate) use bit_order::BitOrder;
pub(crate) use grouped::{Grouped, PADDING};
pub(crate) use lanes::Lanes;
pub(crate) use lists::{Lists, MaskPairs};
pub(crate) use pattern_sets::PATTERNS;
pub(crate) use product::{Destinations, Products};
pub(crate) use table::Table;

#[cfg(test)]
mod tests;
