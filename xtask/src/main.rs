//! Developers' tasks, run by `cargo xtask`: everything that reads or writes results, or text in the documents.

mod figures;
mod measure;
mod pairs;
mod peers;
mod pictures;
mod public_items;
mod records;
mod rounds;
mod tool;

use clap::Parser;
use std::path::PathBuf;
use tool::Failure;

/// VUELTA names a program that is built already.
#[derive(Parser)]
#[command(bin_name = "cargo xtask", arg_required_else_help = true)]
enum Task {
    /// Check that records, figures and public items match what they are made from
    Check,
    /// Write results/RECORDS.md and results/SHA256SUMS, from the results
    Records(OnlyCheck),
    /// Write the measured figures of README.md and doc/, from the results
    Figures(OnlyCheck),
    /// Write doc/public-items.txt, from the library's documentation
    PublicItems(OnlyCheck),
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

#[derive(clap::Args)]
struct OnlyCheck {
    /// Compare the files instead of writing them
    #[arg(long)]
    check: bool,
}

fn main() {
    let code = run(Task::parse()).unwrap_or_else(|Failure { code, text }| {
        eprintln!("error: {text}");
        code
    });
    std::process::exit(code);
}

fn run(task: Task) -> Result<i32, Failure> {
    match task {
        Task::Check => {
            let codes = [records::records(true)?, figures::figures(true)?, public_items::public_items(true)?];
            Ok(codes.into_iter().max().unwrap_or(0))
        }
        Task::Records(only) => records::records(only.check),
        Task::Figures(only) => figures::figures(only.check),
        Task::PublicItems(only) => public_items::public_items(only.check),
        Task::Pictures { folder } => pictures::pictures(&std::path::absolute(folder)?),
        Task::Measure(options) => measure::measure(options),
        Task::Peers(options) => peers::peers(options, "release", &mut std::io::stdout()),
        Task::BenchVsPrevious(options) => pairs::bench_vs_previous(options, &mut std::io::stdout()),
    }
}
