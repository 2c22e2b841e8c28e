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
pub use count::count;
pub use estimate::estimate;
pub use list::list;
pub use placements::placements;
pub use solve::solve;

use crate::cli::counts::Printer;

/// Prints merged counts of this problem.
pub fn printer_of(problem: &str) -> &'static dyn Printer {
    if problem == "placements" {
        &placements::PlacementsPrinter
    } else {
        &count::QueensPrinter { table: None }
    }
}
