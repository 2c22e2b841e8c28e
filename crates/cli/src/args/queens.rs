//! The arguments of `vuelta queens ...`.

use super::common::{Counting, Labels, Pages, Pictures, Resources, Seed, Trace, Words, one_of};
use crate::scheduler::ShardChoice;
use clap::{Args, Subcommand, value_parser};
use std::path::PathBuf;
use std::time::Duration;
use vuelta::queens::DeviceChoice;
use vuelta::{EngineChoice, queens};

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub enum QueensVerb {
    /// Count the ways to put N queens on N x N, all and up to symmetry
    #[command(after_long_help = include_str!("help/queens-count.txt"))]
    Count(QueensCount),
    /// List every solution in lexicographic order
    #[command(after_long_help = include_str!("help/queens-list.txt"))]
    List(QueensList),
    /// Find one solution, for N up to 10,000,000
    #[command(after_long_help = include_str!("help/queens-solve.txt"))]
    Solve(QueensSolve),
    /// Add as many queens as possible to a board, and prove the maximum
    #[command(after_long_help = include_str!("help/queens-complete.txt"))]
    Complete(QueensComplete),
    /// Estimate the time, memory and ledger size of a count, up to N = 31
    #[command(after_long_help = include_str!("help/queens-estimate.txt"))]
    Estimate(QueensEstimate),
    /// Show the textbook search step by step
    #[command(after_long_help = include_str!("help/queens-trace.txt"))]
    Trace(QueensTrace),
}

// Pictures of a queens board.
#[derive(Debug, Args)]
pub struct QueensPictures {
    #[command(flatten)]
    pub pictures: Pictures,
    /// Draw the lines on which the queens attack
    #[arg(long)]
    pub attacks: bool,
}

// Fixed queens and blocked squares.
#[derive(Debug, Args)]
pub struct Conditions {
    /// Put fixed queens on these squares, such as b4,d5 or 4,1
    ///
    /// A square is ROW,COL from the top left at 0,0, or a name such as b4 (a1 is bottom left). b4,d5 are two squares,
    /// a1-a8 all along a line.
    #[arg(long, value_name = "SQUARE", num_args = 1..)]
    pub fixed: Vec<String>,
    /// Leave these squares empty
    #[arg(long, value_name = "SQUARE", num_args = 1..)]
    pub blocked: Vec<String>,
    /// Read fixed and blocked squares from a board file, or - for standard input
    ///
    /// Q is a fixed queen, x a blocked square, . or - a free one; for other forms see `vuelta help board-files`.
    #[arg(long, value_name = "FILE")]
    pub board: Option<PathBuf>,
}

// One queens board.
#[derive(Debug, Args)]
pub struct QueensBoard {
    /// Use a board of this size [default: the size of --board]
    #[arg(value_name = "N", allow_negative_numbers = true, required_unless_present = "board")]
    pub size: Option<String>,
    #[command(flatten)]
    pub conditions: Conditions,
}

// The engine of a count.
#[derive(Debug, Args)]
pub struct QueensEngine {
    /// Count with this engine
    #[arg(long, default_value = "auto", value_name = "ENGINE", value_parser = one_of(&ENGINES, str::parse::<EngineChoice<queens::Engine>>))]
    pub engine: EngineChoice<queens::Engine>,
    #[command(flatten)]
    pub on: OnDevice,
}

impl QueensEngine {
    /// The engine that is asked for: half boards on a graphics card.
    pub fn engine(&self) -> EngineChoice<queens::Engine> {
        match (self.engine, self.on.device) {
            (EngineChoice::Auto, DeviceChoice::Gpu(_)) => EngineChoice::Given(queens::Engine::Halves),
            (engine, _) => engine,
        }
    }
}

// The device that joins half boards.
#[derive(Debug, Args)]
pub struct OnDevice {
    /// Join half boards on this device: cpu, gpu (the first graphics card) or gpu:K
    ///
    /// `vuelta info` lists the graphics cards. They serve the engine halves alone, in builds with the feature gpu.
    #[arg(long, default_value = "cpu", value_name = "DEVICE", value_parser = str::parse::<DeviceChoice>)]
    pub device: DeviceChoice,
}

const ENGINES: [(&str, &str); 4] = [
    ("auto", "the fastest for this board"),
    ("halves", "half boards joined, up to N = 31"),
    ("bitmask", "a bitmask search, up to N = 32"),
    ("backtrack", "the textbook search, up to N = 64"),
];

/// The numbers of queens that are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Queens {
    All,
    Exactly(u32),
}

fn parse_queens(text: &str) -> Result<Queens, &'static str> {
    if text == "all" {
        return Ok(Queens::All);
    }
    text.parse().map(Queens::Exactly).map_err(|_| "expected a number of queens or 'all'")
}

// Other numbers of queens, and other rules.
#[derive(Debug, Args)]
pub struct Placements {
    /// Count placements of NUM queens, or of every number [default: shorter side]
    #[arg(long, value_name = "NUM|all", value_parser = parse_queens)]
    pub queens: Option<Queens>,
    /// Let queens move as knights too
    #[arg(long)]
    pub knight: bool,
    /// Let lines wrap around the edges; only on square boards
    #[arg(long)]
    pub torus: bool,
}

#[derive(Debug, Args)]
pub struct QueensCount {
    /// Count boards of these sizes: 16, 0-14, 8-20:2 (every second), 8,10,12 or 8x12
    #[arg(value_name = "N|A-B[:STEP]|MxN", allow_negative_numbers = true, required_unless_present = "board")]
    pub sizes: Vec<String>,
    #[command(flatten)]
    pub placements: Placements,
    #[command(flatten)]
    pub conditions: Conditions,
    #[command(flatten)]
    pub engine: QueensEngine,
    /// Keep finished subproblems in a ledger, and resume from it
    ///
    /// A count resumes on any number of threads and any instruction set. {shard} in the name stands for the shard, as
    /// in 3-of-64.
    #[arg(long, value_name = "LEDGER", conflicts_with = "runs")]
    pub checkpoint: Option<PathBuf>,
    /// Set the least estimated work of a line of the ledger, which a killed thread loses
    #[arg(long, value_name = "DURATION", default_value = "2s", value_parser = humantime::parse_duration, hide = true)]
    pub chunk: Duration,
    /// Count shard I of N, such as 3/64; auto reads both from the scheduler
    ///
    /// Use auto/N if the scheduler does not give N. `vuelta merge` merges the shards' ledgers.
    #[arg(long, value_name = "I/N|auto[/N]")]
    pub shard: Option<ShardChoice>,
    #[command(flatten)]
    pub counting: Counting,
}

#[derive(Debug, Args)]
pub struct QueensEstimate {
    #[command(flatten)]
    pub board: QueensBoard,
    #[command(flatten)]
    pub placements: Placements,
    #[command(flatten)]
    pub engine: QueensEngine,
    #[command(flatten)]
    pub seed: Seed,
    #[command(flatten)]
    pub resources: Resources,
}

const FORMATS: [(&str, &str); 6] = [
    ("rows", "the column of each row's queen"),
    ("board", "a board of Q and -"),
    ("matrix", "a board of 1 and 0"),
    ("coords", "the squares"),
    ("csv", "the columns, with a header"),
    ("json", "one array of columns per line"),
];

#[derive(Debug, Args)]
pub struct QueensList {
    #[command(flatten)]
    pub board: QueensBoard,
    /// Write solutions in this form [default: rows]
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&FORMATS, str::parse::<queens::ListFormat>))]
    pub format: Option<queens::ListFormat>,
    /// Stop after NUM solutions
    #[arg(short = 'n', long, value_name = "NUM", allow_negative_numbers = true)]
    pub limit: Option<u64>,
    /// List one solution per symmetry class, the lexicographically least
    #[arg(long)]
    pub fundamental: bool,
    /// Count rows and columns from 1
    #[arg(long)]
    pub one_based: bool,
    /// Draw the solutions on one sheet, an .svg or .png file
    ///
    /// At most 1,000 solutions, up to N = 32, each with its number and its columns. Solutions that a half turn or a
    /// quarter turn maps to themselves are marked. The list itself is then printed only with --format or --json.
    #[arg(long, value_name = "FILE")]
    pub gallery: Option<PathBuf>,
    /// Draw NUM boards per row of the sheet [default: as on a landscape page]
    #[arg(long, value_name = "NUM", value_parser = value_parser!(u16).range(1..=1_000))]
    pub columns: Option<u16>,
    #[command(flatten)]
    pub pages: Pages,
    #[command(flatten)]
    pub labels: Labels,
    #[command(flatten)]
    pub words: Words,
}

#[derive(Debug, Args)]
pub struct QueensComplete {
    #[command(flatten)]
    pub board: QueensBoard,
    /// Also count the boards that reach the maximum, up to N = 64
    #[arg(long)]
    pub count: bool,
    #[command(flatten)]
    pub pictures: QueensPictures,
}

#[derive(Debug, Args)]
#[command(mut_arg("seed", |seed| seed.requires("random")))]
pub struct QueensSolve {
    #[command(flatten)]
    pub board: QueensBoard,
    /// Find a random solution by local search, up to N = 1,000,000
    ///
    /// Not all solutions are equally likely.
    #[arg(long, conflicts_with_all = ["fixed", "blocked", "board"])]
    pub random: bool,
    /// Find a solution on the torus, whose lines wrap around the edges
    #[arg(long, conflicts_with_all = ["fixed", "blocked", "board", "random"])]
    pub torus: bool,
    #[command(flatten)]
    pub seed: Seed,
    /// Count rows and columns from 1 in text and pictures; JSON counts from 0
    #[arg(long)]
    pub one_based: bool,
    #[command(flatten)]
    pub pictures: QueensPictures,
}

#[derive(Debug, Args)]
pub struct QueensTrace {
    #[command(flatten)]
    pub board: QueensBoard,
    #[command(flatten)]
    pub trace: Trace,
}
