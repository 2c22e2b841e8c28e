//! The arguments, as clap reads them. The help texts here are also the man page's.

mod queens;
mod regions;
mod senku;
mod trace;
mod winnable;

pub use queens::{
    Conditions, QueensBoard, QueensComplete, QueensCount, QueensEstimate, QueensList, QueensPictures,
    QueensSolve, QueensVerb,
};
pub use regions::{RegionsCount, RegionsFile, RegionsHint, RegionsMake, RegionsSolve, RegionsVerb};
pub use senku::{SenkuCheck, SenkuCount, SenkuEnds, SenkuGame, SenkuSolve, SenkuVerb, SolveEngine};
pub use trace::{QueensTrace, SenkuTrace, Trace};
pub use winnable::{Drawing, MapOptions, SenkuList};

use crate::Error;
use crate::picture::Paper;
use crate::simd::Isa;
use bytesize::ByteSize;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// How boards are written in text files.
pub const BOARDS: &str = concat!(
    include_str!("boards/queens.txt"),
    "\n",
    include_str!("boards/senku.txt"),
    "\n",
    include_str!("boards/regions.txt")
);

/// What holds for all verbs.
const AFTER_HELP: &str = "Signals: Ctrl-C, SIGTERM and SIGHUP (but under nohup) end a run at once; a count of queens with a ledger finishes the subproblems in progress, and the \
    second Ctrl-C drops them. SIGUSR1 prints how far it is. On Windows Ctrl-Break is as Ctrl-C, a console that is closed drops what is \
    in progress, and there is no SIGUSR1: --progress always prints lines into a file or pipe.\n\n\
    Exit codes: 0 done; 1 an error, or the answer is no; 2 wrong usage; 3 a count differs from the published one or from its \
    double check; 4 a damaged or foreign ledger; 5 not enough memory; 124 the time limit; 129, 130 and 143 ended by \
    SIGHUP, Ctrl-C, and SIGTERM or a closing console.";

/// Counts, exactly and on every core, the solutions of N-queens and of Senku (peg solitaire).
#[derive(Debug, Parser)]
#[command(name = "vuelta", version, propagate_version = true, max_term_width = 100)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub verb: Verb,
}

/// Options of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Everywhere")]
pub struct Common {
    /// Worker threads, at most 4 per CPU; 0: one per available CPU [default: RAYON_NUM_THREADS, else available CPUs]
    #[arg(short, long, global = true, value_name = "N")]
    pub threads: Option<usize>,
    /// Print bare numbers, one per line, and no progress
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Print one JSON object, or one per line for a range
    #[arg(long, global = true)]
    pub json: bool,
    /// Also write the results to a file (.json, .csv or .md); repeatable
    #[arg(long, global = true, value_name = "FILE")]
    pub export: Vec<PathBuf>,
    /// Let a partial count overwrite a complete one in --export files
    #[arg(long, global = true)]
    pub force: bool,
    /// Show progress on stderr; auto: a bar on a terminal, elsewhere a line every 30 s
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub progress: When,
    /// Use colours, and draw boards in Unicode; auto: on a terminal, unless NO_COLOR is set or TERM is dumb
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub color: When,
    /// Stop after this time, such as 90s or 3h55m
    #[arg(long, global = true, value_name = "DURATION", value_parser = parse_time)]
    pub time_limit: Option<Duration>,
    /// Include the host's name in the provenance
    #[arg(long, global = true)]
    pub with_host: bool,
}

/// Whether to show something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum When {
    // Each option's own help says what auto means: texts here would stand below both.
    #[default]
    Auto,
    Always,
    Never,
}

/// What a count may use.
#[derive(Debug, Args)]
pub struct Resources {
    /// The instruction set: auto, portable, neon, avx2 or avx512; one that the machine lacks is refused
    #[arg(long, default_value = "auto", value_name = "ISA", value_parser = parse_isa)]
    pub isa: Isa,
    /// The most memory to use, such as 8GiB; default: 80 % of what is available, 4GiB where that is not known
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory_limit: Option<ByteSize>,
}

/// What both counts understand.
#[derive(Debug, Args)]
pub struct Counting {
    #[command(flatten)]
    pub resources: Resources,
    /// Count a second time, by another engine or another split; both must agree. Where no other engine would finish in a
    /// reasonable time, a note says so
    #[arg(long)]
    pub double_check: bool,
    /// Count K times after a run to warm up; report the median, minimum and spread of the K times
    #[arg(
        long,
        value_name = "K",
        default_value_t = 1,
        hide_default_value = true,
        conflicts_with = "checkpoint"
    )]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub runs: u32,
}

#[derive(Debug, Subcommand)]
pub enum Verb {
    /// N queens on an N x N board, none attacking another
    #[command(subcommand)]
    Queens(QueensVerb),
    /// Senku, or peg solitaire: jump over pegs until one is left
    #[command(subcommand)]
    Senku(SenkuVerb),
    /// Region queens: one queen in each row, column and region, none touching another
    #[command(subcommand)]
    Regions(RegionsVerb),
    /// Counts the published numbers of both problems again, in ascending order, and compares
    #[command(
        after_help = "All numbers of a count that were published are compared: total, fundamental and symmetric counts \
        of queens, the solutions with a queen on each square of the first row, and the nodes of the textbook search; games, \
        solutions and positions of Senku, level by level, and the fewest moves, of one problem or of all of a board. Of a \
        list the table shows the sums; the exports have a row for each number. It stops before the first count that should not fit in the remaining \
        time (of one minute, or of --time-limit), and says how long that count should take; a count in progress at the time limit \
        is dropped. Neither is a failure. Exit code 0: all that was compared agrees; 3: a number differs; 124: there was no time to \
        compare anything."
    )]
    Verify(Resources),
    /// Time a fixed set of counts, beside the machines measured before
    #[command(
        after_help = "Each case runs once to warm up, then up to nine times; every answer is compared with the published number. Two minutes in all. \
        A case whose spread (longest less shortest) stays above a third of its median is marked noisy and compared with nothing.\n\n\
        Examples:\n  vuelta bench                            the whole set\n  vuelta bench --quick                    the short cases, in 15 s\n  \
        vuelta bench --export my-machine.json   one file to send, with the machine's description"
    )]
    Bench(Bench),
    /// Merges the ledgers of a count's shards: the total, or the commands that count what is missing
    Merge(Merge),
    /// A page with tables and plots of the results in a folder
    Report(Report),
    /// How boards are written in text files
    #[command(long_about = BOARDS)]
    Boards,
    /// Version, build, processor features, threads and memory
    Info,
    /// A completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// The man page
    Man,
}

/// What names the rows and columns of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CoordinateStyle {
    /// Numbers from 0 at the top left
    Numbers,
    /// Letters for columns, numbers from 1 at the bottom for rows; up to 26 rows and columns, not on triangles
    Names,
}

/// Paper by name.
pub fn paper() -> impl TypedValueParser<Value = Paper> {
    PossibleValuesParser::new(Paper::ALL.map(Paper::name)).try_map(|name| name.parse::<Paper>())
}

/// Pictures of a result.
#[derive(Debug, Args)]
pub struct Pictures {
    /// Draw the board as an SVG file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Draw the board as a PNG file
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
    /// With the numbers of rows and columns in the picture, or as on chess boards (--coordinates=names: a1 is bottom left)
    #[arg(long, value_name = "STYLE", num_args = 0..=1, require_equals = true, default_missing_value = "numbers")]
    pub coordinates: Option<CoordinateStyle>,
}

#[derive(Debug, Args)]
pub struct Bench {
    /// Run only the short cases, in about 15 s
    #[arg(long)]
    pub quick: bool,
}

#[derive(Debug, Args)]
pub struct Merge {
    /// The ledgers, all of one count
    #[arg(required = true, value_name = "LEDGER")]
    pub ledgers: Vec<PathBuf>,
    /// Write the merged ledger to this file. It can be merged with further ledgers, and `queens count --checkpoint`
    /// resumes from it
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Results are the counts that `--export FILE.json` and `--json` write: all .json, .jsonl and .ndjson files in the \
    folder and its subfolders, except for names that begin with a dot. Files that are damaged or no results are \
    left out with a warning; a folder without any result is an error. The numbers are compared with the \
    published ones once more: exit code 3 where one differs. The same results give the same page."
)]
pub struct Report {
    /// The folder with the results
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Where the page goes; the ending says how it is written: .html (one file that needs no other), .md (the
    /// tables alone) or .svg (the plot of times against N alone). Without it, or with -, HTML on standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// A time with its unit.
fn parse_time(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text).map_err(|_| match text.parse::<f64>() {
        Ok(_) => format!("a time needs a unit, such as {text}s"),
        Err(_) => "it is no time; examples are 90s, 20min and 3h55m".to_owned(),
    })
}

/// A size with its unit.
fn parse_bytes(text: &str) -> Result<ByteSize, String> {
    text.parse().map_err(|_| "it is no size; examples are 512MiB and 8GiB".to_owned())
}

/// An instruction set by name.
fn parse_isa(name: &str) -> Result<Isa, Error> {
    if name == "auto" { Ok(usual_isa()) } else { name.parse() }
}

/// The instruction set that `auto` stands for: what `VUELTA_ISA` names (refused when the program begins if it makes no
/// sense), or the best here.
pub fn usual_isa() -> Isa {
    Isa::from_environment().ok().flatten().unwrap_or_else(Isa::detect)
}
