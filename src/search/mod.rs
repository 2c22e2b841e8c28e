//! Exhaustive counts on every core: the vocabulary and the driver.
//!
//! A [`Problem`] splits the top of its search tree into independent weighted [`Subproblem`]s. Workers take them from
//! one cursor, each adds up in its own [`Tally`], and one receiver merges the tallies:
//!
//! ```text
//! problem ──split──▶ [Subproblem] ──workers──▶ Finished ──one channel──▶ receiver ──▶ Tally
//! ```
//!
//! Nothing here knows the problem. No worker prints, locks or reads a clock more often than once per batch.
//! [`Observer`]s (progress, ledgers) are called at the receiver.

mod clock;
mod control;
mod driver;
mod estimated;
mod job;
mod ledger;
mod problem;
mod ranges;
mod sample;
mod shard;
mod stratified;
mod tally;
#[cfg(test)]
pub(crate) mod test_problems;

pub use crate::base::stop::StopFlag;
#[doc(hidden)]
pub use clock::Instant;
pub use clock::Stages;
pub(crate) use clock::Stopwatch;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use clock::set_clock;
pub use control::{Context, Halt, Observer, Progress, Quiet};
pub(crate) use control::{Finished, Sink};
pub(crate) use driver::PROCESS;
pub use driver::{Outcome, Workers};
pub use estimated::Estimated;
pub(crate) use job::Job;
pub use job::{Keeping, Missing, Survey, Work};
pub(crate) use ledger::Journal;
pub use ledger::{Chunk, Header, Ledger, LedgerError, LedgerFault};
pub(crate) use problem::Subproblems;
pub use problem::{Predicted, Problem, Subproblem};
pub use ranges::Ranges;
pub(crate) use sample::{SampleEstimate, exactly, sample};
pub(crate) use shard::Plan;
pub use shard::Shard;
pub(crate) use tally::Kept;
pub use tally::{Overflow, Tally};
