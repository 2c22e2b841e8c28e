//! Exact counts, on every core, of the solutions of **N-queens** and **Senku** (peg solitaire), and **region
//! queens**.
//!
//! As a library, leave out what only the program needs: `default-features = false` has all counts, lists and
//! searches, with four direct dependencies (see [Features](#features)).
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
//! | a picture | `picture::Picture`, `picture::Sheet`, `picture::Animation` (feature `picture`) |
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
//! Five short programs are in the folder `examples`: `cargo run --release --example count`.
//!
//! # Features
//!
//! | feature | contents | default |
//! |---|---|---|
//! | `picture` | boards and games as SVG, PNG and GIF | with `cli` |
//! | `report` | results with their provenance, as JSON, CSV and Markdown | with `cli` |
//! | `page` | folders of results as one page of HTML | with `cli` |
//! | `cli` | arguments, terminal, signals | yes |
//!
//! Without features the library depends only on rayon, crossbeam, crc32fast and thiserror. It never prints and never
//! ends the process (except in `cli`, the program itself).
//!
//! # Map
//! - [`search`]: the vocabulary and the driver, which know no problem.
//! - [`simd`]: instruction sets, found at run time.
//! - [`queens`]: N-queens: the textbook search, the engines, symmetry.
//! - [`senku`]: peg solitaire: boards, jumps, invariants, the engines, one solution.
//! - [`regions`]: region queens: boards, the search, deductions, the maker.
//! - `report`, `picture`: see the features above.
//! - [`known`]: published counts with their sources, to compare with and never to answer from.

#![deny(clippy::print_stdout, clippy::exit)]

mod bits;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
mod engine;
mod error;
pub mod known;
#[cfg(feature = "picture")]
pub mod picture;
mod place;
pub mod queens;
mod random;
mod reading;
pub mod regions;
#[cfg(feature = "report")]
pub mod report;
pub mod search;
pub mod senku;
pub mod simd;
mod square;
mod stop;
mod text;

pub use engine::EngineChoice;
pub use error::Error;
pub use square::Square;

/// The README's Rust examples, so that they run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The programs in examples/, so that they run as tests.
#[cfg(doctest)]
mod examples {
    macro_rules! run {
        ($($name:ident $path:literal)*) => {$(
            #[doc = concat!("```\n", include_str!($path), "```")]
            struct $name;
        )*};
    }
    run! {
        Conditions "../examples/conditions.rs"
        Count "../examples/count.rs"
        Progress "../examples/progress.rs"
        Puzzle "../examples/puzzle.rs"
        Shards "../examples/shards.rs"
    }
}
