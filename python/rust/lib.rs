//! The native module of the Python package: the engines, and the program, as functions of plain data.
//!
//! The public classes and functions are written in Python (`src/vuelta`), where boards and games are derived from the
//! classes here; this module computes. Results with many fields cross as the JSON that the program prints, solutions as
//! lists of numbers, positions of Senku as bits with hole 0 lowest, and jumps as their places in the board's list.
//!
//! Panics of the library are caught ([`errors::guarded`]); what may take long runs on a thread of its own, without the
//! interpreter's lock, and is watched ([`run`]).

mod errors;
mod pictures;
mod program;
mod queens;
mod regions;
mod run;
mod senku;
mod stream;
mod verification;

use pyo3::prelude::*;

/// The native half of the package vuelta.
#[pymodule]
mod _vuelta {
    #[pymodule_export]
    use super::{
        pictures::{Drawing, sheet},
        program::{panic_in, run_program, version},
        queens::{QueensBoard, placements_count, queens_construct, queens_is_solution, queens_random},
        regions::{RegionsBoard, regions_make},
        senku::{SenkuBoard, SenkuGame, SenkuWinnable, senku_names},
        stream::Stream,
        verification::verify,
    };
}
