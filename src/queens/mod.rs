//! N-queens: in how many ways can N queens stand on an N x N board so that none attacks another?
//!
//! - [`Board`]: squares, conditions, the eight symmetries.
//! - [`backtrack`]: the textbook search, the oracle that the others are tested against.
//! - [`bitmask`]: subtrees of the search tree by bitmasks, the readable fast engine.
//! - [`halves`]: half boards joined, 512 pairs at a time: the fast engine.
//! - [`SymmetricCounts`]: solutions up to symmetry, by Burnside's lemma.
//! - [`construct()`], [`random()`]: one solution for N in the millions.
//! - [`Counting`]: the count end to end; [`count()`] is its short form.

pub mod backtrack;
pub mod bitmask;
mod board;
mod construct;
mod counting;
mod fundamental;
pub mod halves;
mod text;

pub use crate::Square;
pub use board::{Board, LARGEST_BOARD, Symmetry};
pub use construct::{LARGEST_CONSTRUCTION, LARGEST_RANDOM, construct, is_solution, random};
pub use counting::{Count, Counting, Engine, count};
pub use fundamental::SymmetricCounts;
