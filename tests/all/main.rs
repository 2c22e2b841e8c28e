//! All integration tests, in one program: to link twelve takes longer than to run them.

mod bench;
mod command_line;
mod common;
mod drawn;
#[cfg(target_os = "linux")]
mod faults;
mod help;
mod limits;
#[cfg(unix)] // its commands go through sh
mod merge;
mod outputs;
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
#[cfg(target_os = "linux")] // bash and the programs of GNU
mod scripts;
mod senku;
mod senku_published;
mod surface;
mod trace;
#[cfg(windows)]
mod windows;
mod winnable;

use vuelta::simd::Isa;

/// The instruction set that the tests are run on: what `VUELTA_ISA` names, or the best.
fn isa() -> Isa {
    Isa::from_environment().unwrap().unwrap_or_else(Isa::detect)
}
