//! `vuelta queens ...`, one file for each verb.

mod complete;
mod count;
mod estimate;
mod gallery;
mod list;
mod solve;
mod waiting;

pub use complete::complete;
pub use count::{count, print_one};
pub use estimate::estimate;
pub use list::list;
pub use solve::solve;

use std::time::SystemTime;

/// A seed that differs from run to run; below 2^53, as many readers of JSON lose the digits beyond.
pub(super) fn seed_of_the_moment() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64 % (1 << 53)
}
