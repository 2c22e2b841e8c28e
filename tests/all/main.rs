//! All integration tests, in one program: linking twelve would take longer than running them.

mod bench;
#[cfg(target_os = "linux")]
mod board_files;
mod common;
mod count;
#[cfg(target_os = "linux")]
mod documents;
mod drawn;
mod estimate;
mod exports;
#[cfg(target_os = "linux")]
mod faults;
mod firsts;
mod games;
#[cfg(feature = "gpu")]
mod gpu;
mod help;
mod limits;
#[cfg(target_os = "linux")]
mod memory;
mod messages;
mod parsers;
mod picture;
mod placements;
mod queens;
mod queens_complete;
mod queens_list;
mod readme;
mod regions;
mod report;
mod resume;
mod schema;
#[cfg(target_os = "linux")] // bash and the programs of GNU
mod scripts;
mod senku;
mod senku_published;
mod senku_solver;
mod sheet;
mod solutions;
mod trace;
mod usage;
mod verify;
#[cfg(windows)]
mod windows;
mod winnable;

use vuelta::simd::Isa;

/// The instruction set that the tests run on: the one that `VUELTA_ISA` names, or the best.
fn isa() -> Isa {
    Isa::from_environment().unwrap().unwrap_or_else(Isa::detect)
}
