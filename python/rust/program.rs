//! The program, and what is about the whole module.

use crate::errors::guarded;
use crate::run::{Limits, run};
use pyo3::prelude::*;
use std::ffi::OsString;
use std::io::{self, Write};
use vuelta::search::{Halt, Problem, StopFlag};

/// The version of the engines.
#[pyfunction]
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Runs the program with these arguments, the first of which is its name, and gives its exit code. It listens for
/// signals itself from then on, and may end the process.
#[pyfunction]
pub fn run_program(py: Python<'_>, arguments: Vec<OsString>) -> PyResult<u8> {
    py.detach(|| {
        guarded(|| {
            let code = vuelta_cli::run(arguments);
            // Outside of a program's main function nobody else does.
            io::stdout().flush().ok();
            Ok(code)
        })
    })
}

/// Panics on purpose, for the tests: in the caller's thread ("here"), in the working one ("work") or in a worker ("worker").
#[pyfunction]
pub fn panic_in(py: Python<'_>, place: String, limits: Limits) -> PyResult<()> {
    if place == "here" {
        return guarded(|| panic!("asked for, here"));
    }
    run(py, &limits, move |context| {
        if place == "work" {
            panic!("asked for, at work");
        }
        context.run(&Panics).map(drop).map_err(Into::into)
    })
}

/// A count whose subproblems panic.
struct Panics;

impl Problem for Panics {
    type Tally = u128;
    type Scratch = ();

    fn len(&self) -> u64 {
        100
    }

    fn count(&self, _: u64, (): &mut (), _: &StopFlag) -> Result<u128, Halt> {
        panic!("asked for, in a worker")
    }
}
