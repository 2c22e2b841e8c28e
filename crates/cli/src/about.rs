//! `vuelta info`, `vuelta completions`, `vuelta man`: what the program says of itself.

use super::args::{self, Common};
use super::failure::{Outcome, Status};
use super::output::Output;
use clap_complete::Shell;
use serde::Serialize;
use std::io::Write;
#[cfg(feature = "gpu")]
use vuelta::queens::Adapter;
use vuelta_records::{Environment, size};

/// Version, build, processor, threads and memory.
pub fn info(common: &Common, out: &mut Output) -> Outcome {
    let environment = Environment::detect(common.with_host);
    if common.json {
        out.json(&Info {
            environment: &environment,
            #[cfg(feature = "gpu")]
            adapters: Adapter::all(),
        })?;
        return Ok(Status::Done);
    }
    let Environment { version, commit, rustc, target, system, processor, .. } = &environment;
    let commit = if commit.is_empty() { String::new() } else { format!(" (commit {commit})") };
    writeln!(out, "vuelta {version}{commit}")?;
    writeln!(out, "  build      {rustc}, {target}")?;
    writeln!(out, "  system     {system}")?;
    writeln!(out, "  processor  {processor}")?;
    if let Some(model) = &environment.model {
        writeln!(out, "  model      {}", model.identity())?;
        writeln!(out, "  caches     {}", model.cache_sizes())?;
    }
    writeln!(out, "  features   {}", environment.features.join(" "))?;
    writeln!(out, "  isa        {}", environment.isas.join(" "))?;
    writeln!(out, "  threads    {}", environment.processors)?;
    let bytes = |bytes: u64| size(bytes.into());
    let [memory, usual] = [environment.memory_bytes, Environment::UNKNOWN_MEMORY].map(bytes);
    match environment.available_bytes.map(bytes) {
        Some(available) => writeln!(out, "  memory     {memory}, {available} of it available")?,
        None => writeln!(out, "  memory     unknown: a count takes {usual} at most without --memory-limit")?,
    }
    if let Some(limit) = environment.address_space_bytes.map(bytes) {
        writeln!(out, "  addresses  {limit} of address space (ulimit -v)")?;
    }
    #[cfg(feature = "gpu")]
    print_adapters(&Adapter::all(), out)?;
    if let Some(host) = &environment.host {
        writeln!(out, "  host       {host}")?;
    }
    Ok(Status::Done)
}

/// A line for each graphics card.
#[cfg(feature = "gpu")]
fn print_adapters(adapters: &[Adapter], out: &mut Output) -> std::io::Result<()> {
    if adapters.is_empty() {
        return writeln!(out, "  gpu        none, or none with a driver for Vulkan, Metal or DirectX 12");
    }
    for adapter in adapters {
        let Adapter { device, name, driver, kind, interface, .. } = adapter;
        let [buffer, workgroup] =
            [adapter.buffer_bytes, adapter.workgroup_bytes.into()].map(|bytes| size(bytes.into()));
        let small = if adapter.usable { "" } else { "; too small" };
        writeln!(
            out,
            "  {device:<9}  {name} ({driver}), {kind}, {interface}; buffers of {buffer}, {workgroup} per workgroup{small}"
        )?;
    }
    Ok(())
}

/// The record of `vuelta info`.
#[derive(Serialize)]
struct Info<'a> {
    #[serde(flatten)]
    environment: &'a Environment,
    #[cfg(feature = "gpu")]
    adapters: Vec<Adapter>,
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
