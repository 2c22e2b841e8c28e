//! The arguments of `vuelta senku ...`.

use super::winnable::{CHECK_EXAMPLES, Drawing, LIST_EXAMPLES, MapOptions, SenkuList};
use super::{Counting, Pictures, SenkuTrace, paper};
use crate::picture::Paper;
use crate::senku;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

const UP_TO_SYMMETRY: &str = "Symmetry: positions, stuck positions and the positions by jumps made are counted up to the symmetries that keep \
    the start; solutions up to symmetry and winning positions up to those that keep both the start and the goal. So there \
    can be more winning positions than positions where the goal breaks a symmetry of the start. A symmetry is a permutation of \
    the holes that maps jumps to jumps: rotations and reflections, and more on some boards; see doc/ALGORITHMS.md.";

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
    #[command(after_help = CHECK_EXAMPLES, after_long_help = format!("{CHECK_EXAMPLES}\n\n{BOARDS}"))]
    Check(SenkuCheck),
    /// Show the textbook search step by step: jumps, dead ends, steps back
    Trace(SenkuTrace),
    /// Every solution, one per line, in the order of the textbook search; or solutions at random
    #[command(after_help = LIST_EXAMPLES, after_long_help = format!("{LIST_EXAMPLES}\n\n{BOARDS}"))]
    List(SenkuList),
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
    /// Leave this hole empty at the start and fill all others: ROW,COL, or except on triangles a name such as d4 (a1 is
    /// bottom left). Not for a file that shows other pegs
    #[arg(long, value_name = "HOLE")]
    pub start: Option<String>,
    /// Final peg: a hole, any, or same (the hole that is empty at the start); or a FILE with the final position. Default:
    /// same where the invariants allow it, else any
    #[arg(long, value_name = "HOLE|any|same|FILE")]
    pub goal: Option<String>,
}

#[derive(Debug, Args)]
pub struct SenkuCount {
    #[command(flatten)]
    pub game: SenkuGame,
    /// Also count the winning positions, from which the goal can be reached
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
    mut_arg("random", |random| random.conflicts_with_all(["engine", "fewest_moves"])),
    mut_arg("map", |map| map.requires("random")),
    mut_arg("memory_limit", |limit| limit.requires("random")),
    mut_arg("svg", |svg| svg.help("Draw the game as an SVG file: the start and the board after each move, on one sheet")),
    mut_arg("png", |png| png.help("Draw the same as a PNG file")),
    mut_arg("coordinates", |coordinates| coordinates.help(
        "Label rows and columns in what --svg, --png and --animate draw: numbers, or names (a1 is bottom left)",
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
    pub drawing: Drawing,
    #[command(flatten)]
    pub map: MapOptions,
    #[command(flatten)]
    pub pictures: Pictures,
    /// Lay the sheet of --svg out on pages of this paper, as many as it needs. They stand below each other in the one
    /// file: open it in a browser and print it
    #[arg(long, value_name = "PAPER", value_parser = paper())]
    pub page: Option<Paper>,
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
#[command(
    mut_arg("map", |map| map.requires("hint")),
    mut_arg("memory_limit", |limit| limit.requires("hint")),
)]
pub struct SenkuCheck {
    /// The board [default: english] and the list of jumps: the jumps themselves ("d6-d4; b5-d5"), a file, or - for
    /// standard input
    #[arg(num_args = 1..=2, required = true, value_names = ["BOARD", "MOVES"])]
    pub files: Vec<String>,
    /// Show the board after the jumps, whether it can still be won, in how many ways, and every jump that keeps it
    /// winnable. The list may then be left out: the board alone is a position
    #[arg(long)]
    pub hint: bool,
    #[command(flatten)]
    pub map: MapOptions,
    #[command(flatten)]
    pub ends: SenkuEnds,
}
