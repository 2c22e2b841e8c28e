//! Errors of workers and shards; ledgers and overflows have types of their own.

use thiserror::Error;

/// Why workers or a shard could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The operating system refused the worker threads.
    #[error("the threads could not be started: {0}; use fewer (-t), or allow more processes (ulimit -u)")]
    Threads(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The shard does not exist; the sentence says why.
    #[error("{0}")]
    Shard(String),
}
