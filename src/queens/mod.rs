//! N-queens: in how many ways can N queens stand on an N x N board so that none attacks another?
//!
//! - [`Board`]: squares, conditions, the eight symmetries.
//! - [`backtrack`]: the textbook search, the oracle that the others are tested against.
//! - [`bitmask`]: subtrees of the search tree by bitmasks, the readable fast engine.
//! - [`halves`]: half boards joined, 512 pairs at a time: the fast engine.
//! - [`SymmetricCounts`]: solutions up to symmetry, by Burnside's lemma.
//! - [`Counting`]: the count end to end; [`count()`] is its short form.

pub mod backtrack;
pub mod bitmask;
mod board;
mod counting;
mod fundamental;
pub mod halves;

pub use board::{Board, LARGEST_BOARD, Square, Symmetry};
pub use counting::{Count, Counting, Engine, count};
pub use fundamental::SymmetricCounts;
