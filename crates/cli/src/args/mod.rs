//! The arguments, as clap reads them. The help texts here and in `help/` are also the man page's.

mod common;
mod help;
mod queens;
mod regions;
mod senku;
mod sheet;
mod verbs;

pub use common::*;
pub use help::{documented, man, unused};
pub use queens::*;
pub use regions::*;
pub use senku::*;
pub use sheet::*;
pub use verbs::*;
