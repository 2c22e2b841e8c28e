//! Errors of workers and shards; ledgers and overflows have types of their own.

use crate::text::shown;
use thiserror::Error;

/// Why workers or a shard could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The operating system refused the worker threads.
    #[error("the worker threads could not be started: {0}")]
    Threads(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// No shards, or more than a million.
    #[error("there can be 1 to {most} shards, not {count}")]
    ShardCount {
        /// The number of shards asked for.
        count: u64,
        /// The largest number allowed.
        most: u64,
    },
    /// A shard number outside 1 to the number of shards.
    #[error("shard {number}/{count} does not exist; shards are 1 to {count}")]
    ShardNumber {
        /// The number of the shard.
        number: u64,
        /// The number of shards.
        count: u64,
    },
    /// A text that is not a shard.
    #[error("'{}' is not a shard; an example is 3/64", shown(.0))]
    ShardText(String),
}

impl SearchError {
    /// Whether the request itself is wrong, so that repeating it fails again.
    pub(crate) fn is_usage(&self) -> bool {
        !matches!(self, SearchError::Threads(_))
    }
}
