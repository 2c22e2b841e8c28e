//! `vuelta queens ...`, one file for each verb.

mod complete;
mod count;
mod list;
mod solve;

pub use complete::complete;
pub use count::{count, print_numbers};
pub use list::list;
pub use solve::solve;
