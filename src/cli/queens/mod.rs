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
pub fn printer_of(problem: &str) -> Box<dyn Printer> {
    match problem {
        "placements" => Box::new(placements::PlacementsPrinter),
        _ => Box::new(count::QueensPrinter::default()),
    }
}
