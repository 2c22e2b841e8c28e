//! The arguments of `vuelta senku ...`.

use super::common::{Counting, Pages, Pictures, Seed, Trace, Words, one_of, parse_bytes};
use clap::{Args, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;
use vuelta::{EngineChoice, senku};

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub enum SenkuVerb {
    /// List the boards known by name, with their default start and goal
    #[command(after_long_help = include_str!("help/senku-boards.txt"))]
    Boards,
    /// Count the games, the solutions and the positions behind them
    #[command(after_long_help = include_str!("help/senku-count.txt"))]
    Count(SenkuCount),
    /// Count the winning positions alone: those of games that can still be won
    #[command(after_long_help = include_str!("help/senku-winning.txt"))]
    Winning(SenkuWinning),
    /// Find one solution, as a list of jumps
    #[command(after_long_help = include_str!("help/senku-solve.txt"))]
    Solve(SenkuSolve),
    /// Check whether a list of jumps is legal and wins
    #[command(after_long_help = include_str!("help/senku-check.txt"))]
    Check(SenkuCheck),
    /// Show the textbook search step by step
    #[command(after_long_help = include_str!("help/senku-trace.txt"))]
    Trace(SenkuTrace),
    /// List every solution, one per line, or draw solutions at random
    #[command(after_long_help = include_str!("help/senku-list.txt"))]
    List(SenkuList),
}

// A board with its start and its goal.
#[derive(Debug, Args)]
pub struct SenkuGame {
    /// Use this board: a name (see `senku boards`), a file, or - for standard input
    ///
    /// `vuelta help board-files` explains the files.
    #[arg(default_value = "english", value_name = "BOARD")]
    pub board: OsString,
    #[command(flatten)]
    pub ends: SenkuEnds,
}

// The start and the goal of a game.
#[derive(Debug, Args)]
pub struct SenkuEnds {
    /// Leave this hole empty at the start and fill all others
    ///
    /// A hole is ROW,COL or a name such as d4 (a1 is bottom left); on triangles ROW,COL or a number (1 is the apex). Not
    /// for a file that shows other pegs.
    #[arg(long, value_name = "HOLE")]
    pub start: Option<String>,
    /// Set the final peg: a hole, any, same (the starting vacancy), or a FILE
    ///
    /// FILE shows the final position. The default is same if the invariants allow it, else any.
    #[arg(long, value_name = "HOLE|any|same|FILE")]
    pub goal: Option<OsString>,
}

#[derive(Debug, Args)]
pub struct SenkuCount {
    #[command(flatten)]
    pub game: SenkuGame,
    /// Also count the winning positions, from which the goal can be reached
    ///
    /// `vuelta senku winning` counts these alone, several times as fast.
    #[arg(long)]
    pub winning: bool,
    /// Count with this engine
    #[arg(long, default_value = "auto", value_name = "ENGINE", value_parser = one_of(&ENGINES, str::parse::<EngineChoice<senku::Engine>>))]
    pub engine: EngineChoice<senku::Engine>,
    /// Keep each finished sweep through all positions in a ledger, and resume from it
    ///
    /// A count that fits in memory takes one sweep; a count by residues takes several.
    #[arg(long, value_name = "LEDGER", conflicts_with = "runs")]
    pub checkpoint: Option<PathBuf>,
    #[command(flatten)]
    pub counting: Counting,
}

#[derive(Debug, Args)]
pub struct SenkuWinning {
    #[command(flatten)]
    pub game: SenkuGame,
    #[command(flatten)]
    pub counting: Counting,
}

const ENGINES: [(&str, &str); 4] = [
    ("auto", "the fastest for this board"),
    ("dense", "level by level, if the levels fit in memory"),
    ("memo", "a table of positions, any board"),
    ("backtrack", "the textbook search, small boards"),
];
const SOLVERS: [(&str, &str); 2] = [
    ("auto", "Depth first with a table of dead positions, then level by level from both ends"),
    ("backtrack", "The textbook search: holes row by row, UP DOWN LEFT RIGHT"),
];

#[derive(Debug, Args)]
#[command(
    mut_arg("random", |random| random.conflicts_with_all(["engine", "fewest_moves"])),
    mut_arg("map", |map| map.requires("random")),
    mut_arg("memory_limit", |limit| limit.conflicts_with_all(["engine", "fewest_moves", "fewest_pegs"])),
    mut_arg("svg", |svg| svg.help("Draw the board after each move on one sheet, as an SVG file")),
    mut_arg("png", |png| png.help("Draw the board after each move on one sheet, as a PNG file")),
)]
pub struct SenkuSolve {
    #[command(flatten)]
    pub game: SenkuGame,
    /// Search with this engine
    #[arg(long, default_value = "auto", value_name = "ENGINE", value_parser = one_of(&SOLVERS, str::parse::<EngineChoice<senku::Engine>>))]
    pub engine: EngineChoice<senku::Engine>,
    /// Find a solution with the fewest moves; a move is a chain of jumps by one peg
    #[arg(long, conflicts_with = "engine")]
    pub fewest_moves: bool,
    /// Find a game that leaves as few pegs as can be, also if the goal is out of reach
    ///
    /// Says whether fewer are proved impossible, or how many pegs at least are left.
    #[arg(long, conflicts_with_all = ["engine", "fewest_moves", "random", "goal"])]
    pub fewest_pegs: bool,
    #[command(flatten)]
    pub drawing: Drawing,
    #[command(flatten)]
    pub map: MapOptions,
    #[command(flatten)]
    pub pictures: Pictures,
    #[command(flatten)]
    pub pages: Pages,
    #[command(flatten)]
    pub words: Words,
    /// Draw the game as an animation, an .svg or .gif file; repeatable
    #[arg(long, value_name = "FILE")]
    pub animate: Vec<PathBuf>,
}

#[derive(Debug, Args)]
#[command(
    mut_arg("map", |map| map.requires("hint")),
    mut_arg("memory_limit", |limit| limit.requires("hint")),
)]
pub struct SenkuCheck {
    /// Check this list of jumps, on this board [default: english]
    ///
    /// The jumps themselves ("d6-d4; b5-d5"), a file, or - for standard input.
    #[arg(num_args = 1..=2, required = true, value_names = ["BOARD", "MOVES"])]
    pub files: Vec<OsString>,
    /// Show the board after the jumps and every jump that keeps it winnable
    ///
    /// Also says whether and in how many ways the board can be won. The list may be left out: the board alone is a
    /// position.
    #[arg(long)]
    pub hint: bool,
    #[command(flatten)]
    pub map: MapOptions,
    #[command(flatten)]
    pub ends: SenkuEnds,
}

#[derive(Debug, Args)]
pub struct SenkuTrace {
    #[command(flatten)]
    pub game: SenkuGame,
    #[command(flatten)]
    pub trace: Trace,
}

#[derive(Debug, Args)]
pub struct SenkuList {
    #[command(flatten)]
    pub game: SenkuGame,
    /// Stop after NUM solutions [default: all; 1 with --random]
    #[arg(short = 'n', long, value_name = "NUM")]
    pub limit: Option<u64>,
    #[command(flatten)]
    pub drawing: Drawing,
    #[command(flatten)]
    pub map: MapOptions,
}

// Solutions at random.
#[derive(Debug, Args)]
#[command(mut_arg("seed", |seed| seed.requires("random")))]
pub struct Drawing {
    /// Draw solutions at random, each as likely as any other
    ///
    /// If the map of winnable positions does not fit in memory, solutions are not equally likely.
    #[arg(long)]
    pub random: bool,
    #[command(flatten)]
    pub seed: Seed,
}

// The map of winnable positions.
#[derive(Debug, Args)]
pub struct MapOptions {
    /// Keep the map of winnable positions in a file, and read it from there next time
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,
    /// Use at most this much memory, such as 8GiB [default: 80 % of available]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory_limit: Option<u64>,
}
