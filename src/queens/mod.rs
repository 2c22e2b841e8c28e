//! N-queens: in how many ways can N queens stand on an N x N board so that none attacks another?
//!
//! - [`Board`]: squares, conditions, the eight symmetries.
//! - [`backtrack`]: the textbook search, the oracle that the others are tested against.
//! - [`bitmask`]: subtrees of the search tree by bitmasks, the readable fast engine.
//! - [`Walk`]: every solution in lexicographic order, as an iterator.
//! - [`Listing`]: the same in parallel, streamed as text.
//! - [`construct()`], [`random_solution()`], [`solve()`]: one solution, by formula, at random, with conditions.
//! - [`Completion`]: the most queens on a board with conditions.
//! - [`SymmetricCounts`]: solutions up to symmetry, by Burnside's lemma.
//! - [`Counting`]: the count end to end; [`count()`] is its short form.

pub mod backtrack;
pub mod bitmask;
mod board;
mod complete;
mod construct;
mod counting;
mod fundamental;
mod list;
mod tail;
mod text;
mod walk;

pub use board::{Board, LARGEST_BOARD, Square, Symmetry};
pub use complete::{Completion, GaveUp, count_placements, solve};
pub use construct::{LARGEST_SOLVED, construct, is_solution, random_solution};
pub use counting::{Count, Counting, Engine, count};
pub use fundamental::SymmetricCounts;
pub use list::{Ending, Format, Listed, Listing};
pub use walk::Walk;
