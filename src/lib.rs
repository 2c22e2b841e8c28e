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
//! - [`simd`]: instruction sets, found at run time, and the lane operations that kernels are written in.
//! - [`queens`]: N-queens: the textbook search, the engines, symmetry.
//! - [`senku`]: peg solitaire: boards, jumps, invariants, the engines, one solution.
//! - `report` (with the feature of that name): results with their provenance, as JSON, CSV and Markdown,
//!   and folders of them as a page.
//! - `picture`: boards and games as SVG, PNG and GIF (feature `picture`, on by default).
//! - [`known`]: published counts with their sources, to compare with and never to answer from.

#![deny(clippy::print_stdout, clippy::print_stderr, clippy::exit)]

mod error;
pub mod known;
#[cfg(feature = "picture")]
pub mod picture;
pub mod queens;
#[cfg(feature = "report")]
pub mod report;
pub mod search;
pub mod senku;
pub mod simd;
mod square;

pub use error::Error;
pub use square::Square;

/// The README's Rust examples, so that they run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
