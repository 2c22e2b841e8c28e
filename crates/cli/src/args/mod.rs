//! The arguments, as clap reads them. The help texts here and in `help/` are also the man page's.

mod common;
mod help;
mod queens;
mod regions;
mod senku;
mod sheet;

pub use common::*;
pub use help::{documented, man, unused};
pub use queens::*;
pub use regions::*;
pub use senku::*;
pub use sheet::*;

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// How boards are written in text files.
pub const BOARD_FILES: &str = concat!(
    include_str!("help/board-files/queens.txt"),
    "\n",
    include_str!("help/board-files/senku.txt"),
    "\n",
    include_str!("help/board-files/regions.txt")
);

/// The records of `--json`.
pub const JSON: &str = include_str!(concat!(env!("VUELTA_DOC"), "/JSON.md"));

/// Their JSON Schema.
pub const JSON_SCHEMA: &str = include_str!(concat!(env!("VUELTA_DOC"), "/vuelta.schema.json"));

/// The end of the program's own help.
pub const VUELTA: &str = concat!(
    include_str!("help/vuelta.txt"),
    "\nExit codes:\n",
    include_str!("help/exit-codes.txt"),
    "\nSignals:\n",
    include_str!("help/signals.txt")
);

/// Count solutions of N-queens, Senku and region queens exactly, on all threads
///
/// Senku is peg solitaire. The program also lists, finds, completes, explains and draws solutions.
#[derive(Debug, Parser)]
#[command(name = "vuelta", version, propagate_version = true, max_term_width = 100, after_long_help = VUELTA)]
pub struct Arguments {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub verb: Verb,
}

// The options of a command are made when it is called. What is then flattened into it must have no doc comment: that would
// take the place of the command's description.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub enum Verb {
    /// Count, list, find or complete the ways to place N queens
    #[command(subcommand)]
    Queens(QueensVerb),
    /// Count, list, solve or check games of Senku (peg solitaire)
    #[command(subcommand)]
    Senku(SenkuVerb),
    /// Solve, count, grade or make region queens puzzles
    ///
    /// One queen stands in each row, column and region, and no two queens touch.
    #[command(subcommand)]
    Regions(RegionsVerb),
    /// Draw worksheets to print: boards, search trees and positions
    #[command(subcommand)]
    Sheet(SheetVerb),
    /// Recount published values, smallest first, and compare
    #[command(after_long_help = include_str!("help/verify.txt"))]
    Verify(Verify),
    /// Time a fixed set of counts and compare with other machines
    #[command(after_long_help = include_str!("help/bench.txt"))]
    Bench(Bench),
    /// Merge the ledgers of shards into one count
    #[command(after_long_help = include_str!("help/merge.txt"))]
    Merge(Merge),
    /// Write a page with tables and a plot of the results in a folder
    #[command(after_long_help = include_str!("help/report.txt"))]
    Report(Report),
    /// Describe how boards are written in text files
    #[command(alias = "boards", hide = true, long_about = BOARD_FILES, help_template = "{about}")]
    BoardFiles,
    /// Describe the records of --json, field by field
    #[command(hide = true)]
    Json {
        /// Print their JSON Schema
        #[arg(long)]
        schema: bool,
    },
    /// Print version, build, processor features, threads and memory
    #[command(after_long_help = include_str!("help/info.txt"))]
    Info,
    /// Print a completion script for a shell
    #[command(after_long_help = include_str!("help/completions.txt"))]
    Completions {
        /// Complete the commands of this shell
        shell: clap_complete::Shell,
    },
    /// Print the man page
    #[command(after_long_help = include_str!("help/man.txt"))]
    Man,
}

#[derive(Debug, Args)]
pub struct Verify {
    #[command(flatten)]
    pub resources: Resources,
    #[command(flatten)]
    pub on: OnDevice,
}

#[derive(Debug, Args)]
pub struct Bench {
    /// Run only the short cases, in about 15 s
    #[arg(long)]
    pub quick: bool,
}

#[derive(Debug, Args)]
pub struct Merge {
    /// Merge these ledgers, all of one count
    #[arg(required = true, value_name = "LEDGER")]
    pub ledgers: Vec<PathBuf>,
    /// Write the merged ledger to this file
    ///
    /// It can be merged with further ledgers, and `queens count --checkpoint` resumes from it.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Report {
    /// Read the results in this folder
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Write to this .html, .md or .svg file [default: HTML on standard output]
    ///
    /// .html is a self-contained page, .md its tables alone, .svg the plot of times against N. - stands for HTML on
    /// standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
