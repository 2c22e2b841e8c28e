//! The help and the man page: the commands as clap knows them, with only the options that each command heeds.

use super::{Arguments, BOARD_FILES};
use clap::{Arg, Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use std::io::{self, Write};

/// The global options that a command (`queens count`) accepts but does not heed.
pub fn unused(command: &str) -> &'static [&'static str] {
    const RAREST_FIRST: [&str; 9] =
        ["force", "with_host", "export", "progress", "threads", "time_limit", "color", "quiet", "json"];
    let number = match command {
        "queens count" | "senku count" | "merge" => 0,
        "queens estimate" | "regions count" | "verify" | "bench" => 1,
        "senku check" | "senku list" => 3,
        "queens trace" | "senku trace" => 5,
        "senku boards" => 6,
        "report" => 7,
        "sheet boards" | "sheet complete" | "sheet tree" | "sheet senku" | "regions sheet" => {
            return &["force", "with_host", "export", "progress", "threads", "time_limit", "color", "json"];
        }
        "info" => return &["force", "export", "progress", "threads", "time_limit", "color", "quiet"],
        "board-files" | "json" | "completions" | "man" => 9,
        _ => 2,
    };
    &RAREST_FIRST[..number]
}

/// The program with its help as it is printed: no command offers options that it does not heed.
pub fn documented() -> Command {
    let mut command = Arguments::command();
    command.build();
    command.mut_subcommands(without_unused)
}

/// Hides the options that this command and those below it do not heed.
fn without_unused(command: Command) -> Command {
    let path = path(&command);
    let is_group = command.has_subcommands();
    command.mut_subcommands(without_unused).mut_args(|arg| {
        let is_unused =
            if is_group { arg.is_global_set() } else { unused(&path).contains(&arg.get_id().as_str()) };
        if is_unused || arg.get_id() == "version" { arg.hide(true) } else { arg }
    })
}

/// `queens count` for the command `vuelta queens count`.
fn path(command: &Command) -> String {
    let name = command.get_bin_name().unwrap_or_default();
    name.split_once(' ').map_or_else(String::new, |(_, path)| path.to_owned())
}

/// The man page: the global options once, then a subsection for each command.
pub fn man() -> io::Result<Vec<u8>> {
    let command = documented();
    let mut page = vec![];
    let man = Man::new(command.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    writeln!(page, ".SH SYNOPSIS\nvuelta COMMAND [OPTIONS]")?;
    man.render_description_section(&mut page)?;
    writeln!(page, ".SH COMMANDS")?;
    describe(&command, &mut page)?;
    man.render_options_section(&mut page)?;
    let mut roff = Roff::new();
    for (title, text) in [
        ("BOARD FILES", BOARD_FILES),
        ("EXIT STATUS", include_str!("help/exit-codes.txt")),
        ("SIGNALS", include_str!("help/signals.txt")),
        ("ENVIRONMENT", include_str!("help/environment.txt")),
    ] {
        roff.control("SH", [title]);
        verbatim(&mut roff, text);
    }
    roff.to_writer(&mut page)?;
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// Writes a subsection for each command that is not hidden and has no commands below it.
fn describe(command: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set() && below.get_name() != "help")
    {
        if below.has_subcommands() {
            describe(below, page)?;
            continue;
        }
        let usage = below.clone().render_usage().to_string();
        let mut roff = Roff::new();
        roff.control("SS", [usage.trim_start_matches("Usage: ")]);
        roff.text([roman(below.get_about().unwrap_or_default().to_string())]);
        roff.to_writer(page)?;
        let is_general = |arg: &Arg| arg.is_global_set() || arg.get_id() == "help";
        let own = below.clone().mut_args(|arg| if is_general(&arg) { arg.hide(true) } else { arg });
        let mut options = vec![];
        Man::new(own).render_options_section(&mut options)?;
        // Its heading would end the command's subsection.
        page.extend(String::from_utf8_lossy(&options).replace(".SH OPTIONS\n", "").bytes());
        let mut roff = Roff::new();
        verbatim(&mut roff, &below.get_after_long_help().map(ToString::to_string).unwrap_or_default());
        roff.to_writer(page)?;
    }
    Ok(())
}

/// Lines as they are.
fn verbatim(roff: &mut Roff, text: &str) {
    roff.control("PP", []).control("nf", []).text([roman(text.trim_end())]).control("fi", []);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a command line; quotes keep words together.
    fn words(line: &str) -> Vec<String> {
        let parts = line.split('"').enumerate().flat_map(|(i, part)| match i % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        });
        parts.take_while(|word| word != ">").collect()
    }

    #[test]
    fn descriptions_are_different_and_examples_are_understood() {
        let mut examples = 0;
        let mut commands = vec![documented()];
        let mut descriptions = std::collections::HashSet::new();
        while let Some(command) = commands.pop() {
            let group = path(&command).replace(command.get_name(), "");
            assert!(descriptions.insert((group, command.get_about().map(ToString::to_string))), "{command}");
            let help = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
            for line in help.lines().filter(|line| line.starts_with("  vuelta ")) {
                let (line, _comment) = line.trim().split_once("  ").unwrap_or((line, ""));
                for line in line.split(" | ").filter(|line| line.trim().starts_with("vuelta ")) {
                    let parsed = Arguments::command().try_get_matches_from(words(line));
                    let is_understood = parsed.as_ref().map_or_else(|error| !error.use_stderr(), |_| true);
                    assert!(is_understood, "{line}: {parsed:?}");
                    examples += 1;
                }
            }
            commands.extend(command.get_subcommands().filter(|below| below.get_name() != "help").cloned());
        }
        assert!(examples > 60, "{examples}");
    }
}
