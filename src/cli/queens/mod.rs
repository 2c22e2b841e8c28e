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
pub use count::{count, print_one};
pub use estimate::estimate;
pub use list::list;
pub use placements::{Queens, parse_rectangle, placements};
pub use solve::solve;
