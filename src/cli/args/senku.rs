//! The arguments of `vuelta senku ...`.

use super::{Counting, Pictures};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use vuelta::senku;

const UP_TO_SYMMETRY: &str = "Up to symmetry: games and positions are the same when a permutation of the holes that maps jumps to jumps, and \
    keeps the start (for solutions: and the goal), maps one to the other. These are the rotations and reflections of \
    the board, and more where a part of it can be turned without the rest: see doc/ALGORITHMS.md.";

/// How a board is written in a text file.
const BOARDS: &str = include_str!("boards/senku.txt");

#[derive(Debug, Subcommand)]
pub enum SenkuVerb {
    /// The boards known by name, with their default start and goal
    Boards,
    /// The number of games and of solutions, and the positions behind them
    #[command(after_help = UP_TO_SYMMETRY, after_long_help = format!("{UP_TO_SYMMETRY}\n\n{BOARDS}"))]
    Count(SenkuCount),
    /// One solution, as a list of jumps
    #[command(after_long_help = BOARDS)]
    Solve(SenkuSolve),
    /// Plays a list of jumps and says whether it wins, or at which jump it fails and why
    #[command(after_long_help = BOARDS)]
    Check(SenkuCheck),
}

/// A board with its start and its goal.
#[derive(Debug, Args)]
pub struct SenkuGame {
    /// A name (see `senku boards`), a text file (see `vuelta help boards`), or - for standard input
    #[arg(default_value = "english", value_name = "BOARD")]
    pub board: String,
    #[command(flatten)]
    pub ends: SenkuEnds,
}

/// Where a game starts and what wins.
#[derive(Debug, Args)]
pub struct SenkuEnds {
    /// The hole that is empty at the start, all others full: ROW,COL, or a name such as d4 but on triangles (a1 is bottom
    /// left)
    #[arg(long, value_name = "HOLE")]
    pub start: Option<String>,
    /// One peg in this hole (written likewise), one peg in any, one in the same hole that was empty, or just the
    /// position in a file; default: same where the invariants allow it, else any
    #[arg(long, value_name = "HOLE|any|same|FILE")]
    pub goal: Option<String>,
}

#[derive(Debug, Args)]
pub struct SenkuCount {
    #[command(flatten)]
    pub game: SenkuGame,
    /// Count the positions from which the goal can be reached too
    #[arg(long)]
    pub winning: bool,
    /// How to count: auto, dense (where its levels fit in memory), memo (any board) or backtrack (the textbook search, small boards)
    #[arg(long, default_value = "auto", value_name = "ENGINE")]
    pub engine: senku::Engine,
    /// Keep each finished sweep through all positions in this file, a ledger, and resume from it. A count that fits in memory
    /// is one sweep; one by residues is several
    #[arg(long, value_name = "LEDGER")]
    pub checkpoint: Option<PathBuf>,
    #[command(flatten)]
    pub counting: Counting,
}

#[derive(Debug, Args)]
#[command(
    mut_arg("svg", |svg| svg.help("Draw the game as an SVG file: the start and the board after each move, on one sheet")),
    mut_arg("png", |png| png.help("Draw the same as a PNG file")),
    mut_arg("coordinates", |coordinates| coordinates.help(
        "With the numbers of rows and columns in what --svg, --png and --animate draw",
    ).hide_possible_values(true)),
)]
pub struct SenkuSolve {
    #[command(flatten)]
    pub game: SenkuGame,
    /// How to search
    #[arg(long, value_enum, default_value_t, value_name = "ENGINE")]
    pub engine: SolveEngine,
    /// A solution with the fewest moves, printed move by move; a move is a chain of jumps by one peg
    #[arg(long, conflicts_with = "engine")]
    pub fewest_moves: bool,
    #[command(flatten)]
    pub pictures: Pictures,
    /// Draw the game as an animation; the file's ending (.svg, .gif) says the format. May be repeated
    #[arg(long, value_name = "FILE")]
    pub animate: Vec<PathBuf>,
}

/// How to look for one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum SolveEngine {
    /// Depth first with a table of dead positions over several orders of the jumps, then level by level from both ends
    #[default]
    Auto,
    /// The textbook search: holes row by row, UP DOWN LEFT RIGHT
    Backtrack,
}

#[derive(Debug, Args)]
pub struct SenkuCheck {
    /// The board (english where it is left out) and the list of jumps: a file, - for standard input, or the jumps
    /// themselves ("d6 d4; b5 d5")
    #[arg(num_args = 1..=2, required = true, value_names = ["BOARD", "MOVES"])]
    pub files: Vec<String>,
    #[command(flatten)]
    pub ends: SenkuEnds,
}
