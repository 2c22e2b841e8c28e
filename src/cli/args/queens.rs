//! The arguments of `vuelta queens ...`.

use super::{CoordinateStyle, Counting, Pictures, QueensTrace, Resources, paper};
use crate::cli::conditions::parse_sizes;
use crate::cli::scheduler::ShardChoice;
use crate::picture::Paper;
use crate::queens;
use clap::{Args, Subcommand, value_parser};
use std::path::PathBuf;
use std::time::Duration;

/// Many readers of JSON lose the digits of larger numbers.
const LARGEST_SEED: u64 = (1 << 53) - 1;
/// One thread counts boards up to this size sooner than another one would be awake.
const LARGEST_SHORT: u32 = 12;
/// How a board is written in a text file.
const BOARDS: &str = include_str!("boards/queens.txt");

#[derive(Debug, Subcommand)]
pub enum QueensVerb {
    /// The number of ways to put N queens on N x N: all, and those different up to symmetry
    Count(QueensCount),
    /// Every solution, in lexicographic order, streamed
    List(QueensList),
    /// One solution: at once for any N to 10,000,000, by search where there are conditions (to N = 64)
    Solve(QueensSolve),
    /// The most queens that fit on a board with conditions, and a board with so many, the lexicographically least; to N =
    /// 1,000, above 64 by local search with bounds, any board
    Complete(QueensComplete),
    /// Time, memory and ledger size of a count before it is made, from a sample of its subproblems, to N = 31
    Estimate(QueensEstimate),
    /// Show the textbook search step by step: queens placed, conflicts, steps back
    Trace(QueensTrace),
}

/// Pictures of a queens board.
#[derive(Debug, Args)]
pub struct QueensPictures {
    #[command(flatten)]
    pub pictures: Pictures,
    /// With the lines in the picture on which the queens attack
    #[arg(long)]
    pub attacks: bool,
}

/// What a queens board must keep.
#[derive(Debug, Args)]
pub struct Conditions {
    /// Squares with fixed queens: ROW,COL from the top left at 0,0, or names such as b4 (a1 is bottom left); b4,d5 are
    /// two, a1-a8 all along a line
    #[arg(long, value_name = "SQUARE", num_args = 1..)]
    pub fixed: Vec<String>,
    /// Squares where no queen may stand, written likewise
    #[arg(long, value_name = "SQUARE", num_args = 1..)]
    pub blocked: Vec<String>,
    /// A picture of the board in a text file (- for standard input): Q fixed, x blocked, . or - free; see `vuelta help
    /// boards`
    #[arg(long, value_name = "FILE")]
    pub board: Option<String>,
}

/// One queens board.
#[derive(Debug, Args)]
pub struct QueensBoard {
    /// The board's size; --board says it too
    #[arg(value_name = "N", allow_negative_numbers = true, required_unless_present = "board")]
    pub size: Option<String>,
    #[command(flatten)]
    pub conditions: Conditions,
}

#[derive(Debug, Args)]
#[command(after_long_help = BOARDS)]
pub struct QueensCount {
    /// The board's size, or several: 16, 8-14, 8-20:2 (every second), 8,10,12; --board says it too
    #[arg(value_name = "N|A-B[:STEP]", allow_negative_numbers = true, required_unless_present = "board")]
    pub sizes: Vec<String>,
    #[command(flatten)]
    pub conditions: Conditions,
    /// How to count: auto, halves (to N = 31), bitmask (to N = 32) or backtrack (the textbook search, to N = 64)
    #[arg(long, default_value = "auto", value_name = "ENGINE")]
    pub engine: queens::Engine,
    /// Keep what is finished in this file, a ledger, and resume from it, also on another number of threads or another
    /// instruction set. {shard} in the name stands for the shard, as in 3-of-64
    #[arg(long, value_name = "LEDGER")]
    pub checkpoint: Option<String>,
    /// The least estimated work of a line of the ledger: what a killed thread loses
    #[arg(long, value_name = "DURATION", default_value = "2s", value_parser = humantime::parse_duration, hide = true)]
    pub chunk: Duration,
    /// Count only one of N parts (3/64), or the one of this task of an array job (auto, or auto/N where the scheduler
    /// does not say N); `vuelta merge` merges the parts' ledgers
    #[arg(long, value_name = "I/N|auto[/N]", conflicts_with = "double_check")]
    pub shard: Option<ShardChoice>,
    #[command(flatten)]
    pub counting: Counting,
}

impl QueensCount {
    /// Whether it is over before another thread would be awake, and nothing is to be kept of a part of it.
    pub fn is_short(&self) -> bool {
        let are_small = |sizes: Vec<u32>| sizes.iter().all(|&size| size <= LARGEST_SHORT);
        self.engine != queens::Engine::Backtrack
            && self.counting.runs == 1
            && self.checkpoint.is_none()
            && parse_sizes(&self.sizes).is_ok_and(are_small)
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "Subproblems are sampled for about 4 seconds (15 from N = 25 on), or for three quarters of --time-limit. '95 %: A to B' \
    is a 95 % interval of the sampling error: of twenty samples nineteen have the true value between A and B. \
    Changes of the machine's load and clock are not included. With fewer than ten samples there is no interval. \
    Above N = 26 a single subproblem takes minutes: the estimate is extrapolated from smaller boards, and marked so; its \
    interval includes the error of that model."
)]
pub struct QueensEstimate {
    #[command(flatten)]
    pub board: QueensBoard,
    /// How it would be counted: auto, halves, bitmask or backtrack
    #[arg(long, default_value = "auto", value_name = "ENGINE")]
    pub engine: queens::Engine,
    /// The seed of the random sample, otherwise another one each time. The same seed draws the same subproblems in the
    /// same order; how many of them finish in the time may differ
    #[arg(long, value_name = "SEED", value_parser = value_parser!(u64).range(..=LARGEST_SEED))]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub resources: Resources,
}

#[derive(Debug, Args)]
#[command(after_long_help = BOARDS)]
pub struct QueensList {
    #[command(flatten)]
    pub board: QueensBoard,
    /// How a solution is written: rows (columns row by row; the default), board, matrix, coords, csv or json
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<queens::ListFormat>,
    /// The first K solutions alone
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub limit: Option<u64>,
    /// One solution of each symmetry class, the lexicographically least
    #[arg(long)]
    pub fundamental: bool,
    /// Rows and columns counted from 1
    #[arg(long)]
    pub one_based: bool,
    /// Draw the solutions (to 1,000, and to N = 32) on one sheet, each with its number and its columns; the file's ending
    /// (.svg, .png) says the format. Solutions that a half turn or a quarter turn maps to themselves are marked. The list itself is then printed only where --format or --json is given
    #[arg(long, value_name = "FILE")]
    pub gallery: Option<PathBuf>,
    /// Boards in a row of the gallery; default: so many that the sheet is near a landscape page
    #[arg(long, value_name = "K", value_parser = value_parser!(u16).range(1..=1_000))]
    pub columns: Option<u16>,
    /// Lay the gallery out on pages of this paper, as many as it needs. They stand below each other in the one SVG file:
    /// open it in a browser and print it
    #[arg(long, value_name = "PAPER", value_parser = paper())]
    pub page: Option<Paper>,
    /// Draw the numbers of rows and columns in the gallery, or names as on chess boards (--coordinates=names)
    #[arg(long, value_name = "STYLE", num_args = 0..=1, require_equals = true, default_missing_value = "numbers")]
    pub coordinates: Option<CoordinateStyle>,
}

#[derive(Debug, Args)]
#[command(after_long_help = BOARDS)]
pub struct QueensComplete {
    #[command(flatten)]
    pub board: QueensBoard,
    /// How many boards reach the maximum, too (to N = 64)
    #[arg(long)]
    pub count: bool,
    #[command(flatten)]
    pub pictures: QueensPictures,
}

#[derive(Debug, Args)]
#[command(after_long_help = BOARDS)]
pub struct QueensSolve {
    #[command(flatten)]
    pub board: QueensBoard,
    /// A random solution, to N = 1,000,000: by local search, not uniform among all solutions
    #[arg(long, conflicts_with_all = ["fixed", "blocked", "board"])]
    pub random: bool,
    /// The seed of the random solution; the same seed gives the same solution
    #[arg(long, value_name = "S", requires = "random", value_parser = value_parser!(u64).range(..=LARGEST_SEED))]
    pub seed: Option<u64>,
    /// Count rows and columns from 1 in the text and in the pictures (JSON counts from 0)
    #[arg(long)]
    pub one_based: bool,
    #[command(flatten)]
    pub pictures: QueensPictures,
}
