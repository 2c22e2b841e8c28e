//! Exact counts, on every core, of the solutions of **N-queens** and **Senku** (peg solitaire), and **region
//! queens**.
//!
//! It depends on rayon, crossbeam, crc32fast and thiserror alone, never prints and never ends the process.
//!
//! ```text
//!  problem ──split──▶ [Subproblem] ──workers──▶ Finished ──one channel──▶ Tally ──▶ Report
//!  queens, senku      weighted,                 counted in    merged by
//!                     independent               own counters  one receiver
//! ```
//!
//! The top of the search tree is split into independent weighted subproblems. Rayon workers explore them with
//! counters of their own, and one receiver merges these in checked `u128`.
//!
//! # What to use when
//!
//! | task | use |
//! |---|---|
//! | the number of solutions for N queens | [`queens::count`] |
//! | such a count with fixed queens, blocked squares, an engine, a memory limit, a checkpoint, or of a shard | [`queens::Board`], [`queens::Counting`] |
//! | the number of solutions up to symmetry | [`queens::Count::fundamental`], [`queens::SymmetricCounts`] |
//! | every solution, lazily | [`queens::solutions`]; as text, on all processors: [`queens::Listing`] |
//! | one solution | [`queens::construct`] up to N = 10,000,000, [`queens::random`], [`queens::solve`] with conditions |
//! | the most queens that fit with conditions | [`queens::Completion::of`], [`queens::count_placements`] |
//! | an estimate of a count: time, memory, total | [`queens::Counting::estimate`] |
//! | a count divided among machines | [`search::Shard`], [`queens::Counting::keep`], [`search::Ledger::unite`] |
//! | a peg board from a text or by name | [`senku::Diagram::parse`], [`senku::Board::named`], [`senku::Game`] |
//! | the number of games and of solutions of Senku | [`senku::count`], [`senku::Counting`] |
//! | every solution of Senku, lazily | [`senku::solutions`] |
//! | one solution of Senku | [`senku::Solver`], [`senku::fewest_moves`], [`senku::fewest_pegs`] |
//! | write, read and check a list of jumps | [`senku::notation`] |
//! | region queens (Star Battle): read, solved, proved unique; explained; made | [`regions::Search`], [`regions::deduce`], [`regions::Maker`] |
//! | progress, cancellation, threads | [`search::Context`] of [`search::Workers`], [`search::StopFlag`], [`search::Observer`] |
//! | an exhaustive count of your own on all processors | [`search::Problem`] |
//! | a picture, a sheet of boards, an animation | the crate `vuelta-picture` |
//! | a result with its provenance as JSON, CSV, Markdown or a page | the crate `vuelta-records` |
//! | a published number to compare with | [`known`] |
//!
//! # A count that can be watched and stopped
//!
//! ```
//! use vuelta::queens::{Board, Counting};
//! use vuelta::search::{Context, Progress, StopFlag, Workers};
//!
//! let workers = Workers::new(0)?; // one for each processor
//! let stop = StopFlag::default(); // call finish() or abandon() on a clone, on any thread
//! let board = Board::new(14)?.fix([(0, 3)])?;
//! let mut watch = |progress: &Progress| eprintln!("{:.0} %", 100.0 * progress.fraction());
//! let mut context = Context::new(&workers).until(&stop).watched_by(&mut watch);
//! let count = Counting::new(board).run(&mut context)?;
//! assert_eq!(count.total(), Some(27_494)); // `None` if it had been stopped
//! # Ok::<(), vuelta::Error>(())
//! ```
//!
//! A stopped count has no total, but tells what was found. A function without a partial answer returns [`Error::Stopped`] or
//! `None`, as its documentation says.
//!
//! Five short programs are in the folder `examples`: `cargo run --release --example count`. Debug builds of the library are many
//! times slower. To optimise it in them, set `opt-level = 3` under `[profile.dev.package.vuelta]`.
//!
//! # Features
//!
//! | feature | contents |
//! |---|---|
//! | `serde` | shards and graphics cards can be serialised |
//! | `gpu` | half boards joined on a graphics card |
//!
//! # Map
//! - [`search`]: the vocabulary and the driver, which know no problem.
//! - [`simd`]: instruction sets, found at run time.
//! - [`queens`]: N-queens: the textbook search, the engines, symmetry.
//! - [`senku`]: peg solitaire: boards, jumps, invariants, the engines, one solution.
//! - [`regions`]: region queens: boards, the search, deductions, the maker.
//! - [`known`]: published counts with their sources, to compare with and never to answer from.

#![deny(clippy::print_stdout, clippy::exit)]

#[doc(hidden)] // what the other crates share with the library
pub mod base;
pub mod known;
pub mod queens;
pub mod regions;
pub mod search;
pub mod senku;
pub mod simd;

pub use base::engine::EngineChoice;
pub use base::error::Error;
pub use base::square::Square;

/// The README's Rust examples, so that they run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The programs in examples/, so that they run as tests.
#[cfg(doctest)]
#[doc = concat!("```\n", include_str!("../examples/conditions.rs"), "```")]
#[doc = concat!("```\n", include_str!("../examples/count.rs"), "```")]
#[doc = concat!("```\n", include_str!("../examples/progress.rs"), "```")]
#[doc = concat!("```\n", include_str!("../examples/puzzle.rs"), "```")]
#[doc = concat!("```\n", include_str!("../examples/shards.rs"), "```")]
struct Examples;
