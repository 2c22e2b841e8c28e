//! The program: parses the command line, runs one verb, and exits as the contract says.

#![deny(clippy::print_stdout)]

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
