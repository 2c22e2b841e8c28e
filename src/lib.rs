//! Vuelta counts, exactly and on every core, the solutions of two classics: **N-queens** and **Senku**
//! (peg solitaire).
//!
//! ```text
//!  problem ──split──▶ [Subproblem] ──workers──▶ Finished ──one channel──▶ Tally ──▶ Report
//!  queens, senku      weighted,                 counted in    merged by
//!                     independent               own counters  one receiver
//! ```
//!
//! The top of the search tree is split into independent weighted subproblems; rayon workers explore them,
//! each with counters of its own; one receiver merges them at the end. Totals are checked `u128`.
//!
//! # Map
//! - [`search`]: the vocabulary and the driver, which know no problem.
//! - [`queens`]: N-queens: the textbook search, the engines, symmetry.
//! - [`senku`]: peg solitaire: boards, jumps, invariants, the engines, one solution.
//! - `picture`: boards and games as SVG, PNG and GIF (feature `picture`, on by default).
//! - [`known`]: published counts with their sources, to compare with and never to answer from.

#![deny(clippy::print_stdout, clippy::print_stderr, clippy::exit)]

mod error;
pub mod known;
#[cfg(feature = "picture")]
pub mod picture;
pub mod queens;
pub mod search;
pub mod senku;

pub use error::Error;
