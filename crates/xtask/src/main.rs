//! Developers' tasks, run by `cargo xtask`: everything that reads or writes results, or text in the documents.

mod compared;
mod figures;
mod json_page;
mod machines;
mod measure;
mod pairs;
mod peers;
mod pictures;
mod public_items;
mod records;
mod rooms;
mod rounds;
mod tool;

use clap::Parser;
use std::path::PathBuf;
use tool::{Made, Result};

/// VUELTA names a program that is built already.
#[derive(Parser)]
#[command(bin_name = "cargo xtask", arg_required_else_help = true)]
enum Task {
    /// Check that records, figures, doc/JSON.md and public items match what they are made from, and that each room of src/
    /// imports only rooms that stand before it
    Check,
    /// Write results/RECORDS.md, results/SHA256SUMS and crates/cli/src/bench/machines.csv, from the results
    Records,
    /// Write the measured figures of README.md and doc/, from the results
    Figures,
    /// Write the records of doc/JSON.md, from doc/vuelta.schema.json
    JsonPage,
    /// Write doc/public-items.txt, from the library's documentation
    PublicItems,
    /// Draw the pictures of README.md and doc/ALGORITHMS.md
    Pictures {
        #[arg(default_value = "doc/pictures")]
        folder: PathBuf,
    },
    /// Measure Vuelta on this machine
    Measure(measure::Options),
    /// Measure other programs beside Vuelta
    Peers(peers::Options),
    /// Measure the sources as they are beside an earlier commit
    BenchVsPrevious(pairs::Options),
}

fn main() {
    let code = run(Task::parse()).unwrap_or_else(|error| {
        eprintln!("error: {error}");
        1
    });
    std::process::exit(code);
}

fn run(task: Task) -> Result<i32> {
    match task {
        Task::Check => {
            let made = [
                ("records", records::records(false)?),
                ("figures", figures::figures()?),
                ("json-page", json_page::page()?),
                ("public-items", public_items::public_items()?),
            ];
            let wrong = rooms::wrong_imports()?;
            wrong.iter().for_each(|import| {
                eprintln!("error: src/{import} does not stand before this room in crates/xtask/src/rooms.rs");
            });
            let differing = made.iter().filter(|(task, made)| differs(task, made)).count();
            Ok(i32::from(differing > 0 || !wrong.is_empty()))
        }
        Task::Records => tool::write(records::records(true)?),
        Task::Figures => tool::write(figures::figures()?),
        Task::JsonPage => tool::write(json_page::page()?),
        Task::PublicItems => tool::write(public_items::public_items()?),
        Task::Pictures { folder } => pictures::pictures(&std::path::absolute(folder)?),
        Task::Measure(options) => measure::measure(options),
        Task::Peers(options) => {
            let list = tool::root().join("scripts/peers.tsv");
            peers::peers(options, &list, "release", &mut std::io::stdout())
        }
        Task::BenchVsPrevious(options) => pairs::bench_vs_previous(options, &mut std::io::stdout()),
    }
}

/// Whether files are not as this task would make them: prints the lines that differ.
fn differs(task: &str, made: &Made) -> bool {
    let mut differs = false;
    for (path, new) in made {
        let old = std::fs::read_to_string(path).unwrap_or_default();
        if old != *new {
            differs = true;
            old.lines().filter(|line| !new.contains(line)).for_each(|line| eprintln!("- {line}"));
            new.lines().filter(|line| !old.contains(line)).for_each(|line| eprintln!("+ {line}"));
            eprintln!("error: {} is not up to date: run `cargo xtask {task}`", path.display());
        }
    }
    differs
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn every_task_takes_its_arguments() {
        super::Task::command().debug_assert();
    }
}
