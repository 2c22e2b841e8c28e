//! The arguments of `vuelta regions ...`.

use super::Pictures;
use crate::picture::Paper;
use clap::{Args, Subcommand, value_parser};
use std::path::PathBuf;

/// Many readers of JSON lose the digits of larger numbers.
const LARGEST_SEED: u64 = (1 << 53) - 1;
/// How a board is written in a text file.
const BOARDS: &str = include_str!("boards/regions.txt");

#[derive(Debug, Subcommand)]
pub enum RegionsVerb {
    /// Solve a puzzle and say whether its solution is the only one
    #[command(after_help = "Examples:\n  vuelta regions solve puzzle.txt\n  \
        vuelta regions make 8 | vuelta regions solve - --svg solution.svg", after_long_help = BOARDS)]
    Solve(RegionsSolve),
    /// Count the solutions of a board
    #[command(after_help = "Examples:\n  vuelta regions count board.txt\n  vuelta regions count board.txt --limit 2",
        after_long_help = BOARDS)]
    Count(RegionsCount),
    /// Grade a puzzle by the hardest deduction it needs, 1 to 6, and the number of steps
    #[command(after_help = LEVELS, after_long_help = BOARDS)]
    Grade(RegionsFile),
    /// Give the easiest next deduction in one sentence
    #[command(after_help = "Examples:\n  vuelta regions hint puzzle.txt\n  vuelta regions hint puzzle.txt --placed b4,d5\n  \
        vuelta regions hint puzzle.txt --all    the whole way", after_long_help = BOARDS)]
    Hint(RegionsHint),
    /// Make puzzles with exactly one solution
    #[command(
        after_help = "The same seed gives the same puzzles on any number of threads.\n\nExamples:\n  vuelta regions make 8\n  \
        vuelta regions make 9 --level 3 --seed 7 --svg puzzle.svg\n  \
        vuelta regions make 10 --stars 2\n  \
        vuelta regions make 8 --count 12 --sheet puzzles.svg --solutions"
    )]
    Make(RegionsMake),
}

/// The meaning of the levels.
const LEVELS: &str = "Levels:\n  1  a row, column or region with a single square left\n  \
    2  squares next to every square that a region, row or column has left\n  \
    3  two or three regions that share two or three rows or columns\n  \
    4  larger sets of them\n  \
    5  a square whose queen leads to a contradiction by level 1\n  \
    6  the same by levels 1 and 2\n\nExample:\n  vuelta regions grade puzzle.txt";

/// A board in a file.
#[derive(Debug, Args)]
pub struct RegionsFile {
    /// The board: a file of letters or numbers, a JSON matrix, or - for standard input
    #[arg(value_name = "FILE")]
    pub file: String,
}

#[derive(Debug, Args)]
pub struct RegionsSolve {
    #[command(flatten)]
    pub board: RegionsFile,
    #[command(flatten)]
    pub pictures: Pictures,
}

#[derive(Debug, Args)]
pub struct RegionsCount {
    #[command(flatten)]
    pub board: RegionsFile,
    /// Stop after this many solutions
    #[arg(long, value_name = "NUM", value_parser = value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
}

#[derive(Debug, Args)]
pub struct RegionsHint {
    #[command(flatten)]
    pub board: RegionsFile,
    /// Squares where queens stand already: names such as b4,d5 (a1 is bottom left), or ROW,COL from 0,0 at the top left
    #[arg(long, value_name = "SQUARE", num_args = 1..)]
    pub placed: Vec<String>,
    /// Print every step to the solution
    #[arg(long)]
    pub all: bool,
}

#[derive(Debug, Args)]
pub struct RegionsMake {
    /// The number of rows, columns and regions, up to 25
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub size: String,
    /// The level of the hardest deduction, 1 to 6 [default: any]
    #[arg(long, value_name = "LEVEL", value_parser = value_parser!(u32).range(1..=6))]
    pub level: Option<u32>,
    /// Queens in each row, column and region
    #[arg(long, value_name = "NUM", default_value_t = 1)]
    pub stars: u32,
    /// Make the puzzles of this seed [default: another one each time]
    #[arg(long, value_name = "SEED", value_parser = value_parser!(u64).range(..=LARGEST_SEED))]
    pub seed: Option<u64>,
    /// The number of puzzles
    #[arg(long, value_name = "NUM", default_value_t = 1, value_parser = value_parser!(u64).range(1..=100_000))]
    pub count: u64,
    /// Allow at most this many regions of one square [default: any number]
    #[arg(long, value_name = "NUM")]
    pub single_squares: Option<u32>,
    #[command(flatten)]
    pub pictures: Pictures,
    /// Draw the puzzles on pages to print, as an SVG file
    #[arg(long, value_name = "FILE")]
    pub sheet: Option<PathBuf>,
    /// The paper of the sheet: a4 or letter
    #[arg(long, value_name = "PAPER", default_value = "a4", hide_default_value = false)]
    pub page: Paper,
    /// Add pages with the solutions to the sheet
    #[arg(long, requires = "sheet")]
    pub solutions: bool,
}
