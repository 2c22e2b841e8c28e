//! `vuelta info`, `vuelta completions`, `vuelta man`: what the program says of itself.

use super::args::{self, Common};
use super::failure::{Outcome, Status};
use super::output::Output;
use crate::report::Environment;
use clap_complete::Shell;
use std::io::Write;

/// Version, build, processor, threads and memory.
pub fn info(common: &Common, out: &mut Output) -> Outcome {
    let environment = Environment::detect(common.with_host);
    if common.json {
        out.json(&environment)?;
        return Ok(Status::Done);
    }
    let commit = match environment.commit.as_str() {
        "" => String::new(),
        commit => format!(" (commit {commit})"),
    };
    writeln!(out, "vuelta {}{commit}", environment.version)?;
    writeln!(out, "  build      {}, {}", environment.rustc, environment.target)?;
    writeln!(out, "  system     {}", environment.system)?;
    writeln!(out, "  processor  {}", environment.processor)?;
    if let Some(model) = &environment.model {
        writeln!(out, "  model      {}", model.identity())?;
        writeln!(out, "  caches     {}", model.cache_sizes())?;
    }
    writeln!(out, "  features   {}", environment.features.join(" "))?;
    writeln!(out, "  isa        {}", environment.isas.join(" "))?;
    writeln!(out, "  threads    {}", environment.processors)?;
    let bytes = |bytes: u64| crate::report::size(bytes.into());
    match environment.available_bytes {
        Some(available) => {
            let memory = bytes(environment.memory_bytes);
            writeln!(out, "  memory     {memory}, {} of it available", bytes(available))?;
        }
        None => {
            let usual = bytes(Environment::UNKNOWN_MEMORY);
            writeln!(out, "  memory     unknown: a count takes {usual} at most without --memory-limit")?;
        }
    }
    if let Some(limit) = environment.address_space_bytes {
        writeln!(out, "  addresses  {} of address space (ulimit -v)", bytes(limit))?;
    }
    if let Some(host) = environment.host {
        writeln!(out, "  host       {host}")?;
    }
    Ok(Status::Done)
}

/// A completion script for the shell.
pub fn completions(shell: Shell) -> Vec<u8> {
    let mut script = vec![];
    clap_complete::generate(shell, &mut args::documented(), "vuelta", &mut script);
    script
}

/// Prints a text as it is.
pub fn print(text: &[u8], out: &mut Output) -> Outcome {
    out.write_all(text)?;
    Ok(Status::Done)
}
