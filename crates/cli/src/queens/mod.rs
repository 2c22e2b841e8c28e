//! `vuelta queens ...`, one file per command.

mod complete;
mod count;
mod estimate;
mod gallery;
mod list;
mod solve;

pub use complete::complete;
pub use count::{PlacementsPrinter, QueensPrinter, count};
pub use estimate::estimate;
pub use list::list;
pub use solve::solve;
