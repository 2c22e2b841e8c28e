//! `vuelta queens ...`, one file per command.

mod complete;
mod count;
mod estimate;
mod gallery;
mod list;
mod placements;
mod solve;
mod waiting;

pub use complete::complete;
pub use count::{QueensPrinter, count};
pub use estimate::estimate;
pub use list::list;
pub use placements::{PlacementsPrinter, placements};
pub use solve::solve;
