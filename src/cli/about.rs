//! `vuelta info`, `vuelta completions`, `vuelta man`: what the program says of itself.

use super::args::{Arguments, BOARDS, Common};
use super::failure::{Failure, Status};
use super::output::Output;
use crate::report::Environment;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;

/// Version, build, processor, threads and memory.
pub fn info(common: &Common, out: &mut Output) -> Result<Status, Failure> {
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

/// How boards are written in text files.
pub fn boards(out: &mut Output) -> Result<Status, Failure> {
    Ok(write!(out, "{BOARDS}").map(|()| Status::Done)?)
}

/// A completion script for the shell.
pub fn completions(shell: Shell, out: &mut Output) -> Result<Status, Failure> {
    let mut script = vec![];
    clap_complete::generate(shell, &mut Arguments::command(), "vuelta", &mut script);
    out.write_all(&script)?;
    Ok(Status::Done)
}

/// The man page: the program's own, then a section for each verb.
pub fn man(out: &mut Output) -> Result<Status, Failure> {
    let mut command = Arguments::command();
    command.build();
    let mut page = vec![];
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for verb in leaves(&command) {
        writeln!(page, ".SH \"{}\"", verb.get_bin_name().unwrap_or_default().to_uppercase())?;
        let man = clap_mangen::Man::new(verb.clone());
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    out.write_all(&page)?;
    Ok(Status::Done)
}

/// The verbs: the commands that have no commands below them.
fn leaves(command: &clap::Command) -> Vec<&clap::Command> {
    let below = |sub| {
        if clap::Command::has_subcommands(sub) { leaves(sub) } else { vec![sub] }
    };
    command.get_subcommands().filter(|sub| sub.get_name() != "help").flat_map(below).collect()
}
