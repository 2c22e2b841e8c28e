//! What queens need of an instruction set: lists of masks (divided, copied, united), and sets of 512 masks.
//!
//! [`Lanes`] says what that is. An instruction set that has vectors says what these can do in `MaskVectors`, and has the
//! loops over lists (`Lists`, `Products`) from there; `portable` has its own.

mod append;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod bit_order;
mod chunks;
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
pub(crate) use lanes::Lanes;
pub(crate) use lists::{Lists, MaskPairs};
pub(crate) use pattern_sets::PATTERNS;
pub(crate) use product::{Destinations, Grouped, PADDING, Products};
pub(crate) use table::Table;

#[cfg(test)]
mod tests;
