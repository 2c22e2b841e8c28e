//! The arguments of `vuelta regions ...`.

use super::common::{Pictures, Seed};
use super::sheet::{Layout, SheetFile};
use clap::{Args, Subcommand, value_parser};
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub enum RegionsVerb {
    /// Solve a puzzle and say whether its solution is the only one
    #[command(after_long_help = include_str!("help/regions-solve.txt"))]
    Solve(RegionsSolve),
    /// Count the solutions of a board
    #[command(after_long_help = include_str!("help/regions-count.txt"))]
    Count(RegionsCount),
    /// Grade a puzzle by its hardest deduction, 1 to 6, and its number of steps
    #[command(after_long_help = include_str!("help/regions-grade.txt"))]
    Grade(RegionsFiles),
    /// Print the easiest next deduction in one sentence
    #[command(after_long_help = include_str!("help/regions-hint.txt"))]
    Hint(RegionsHint),
    /// Print the address of a puzzle at puzz.link
    #[command(after_long_help = include_str!("help/regions-link.txt"))]
    Link(RegionsFiles),
    /// Make puzzles with exactly one solution
    #[command(after_long_help = include_str!("help/regions-make.txt"))]
    Make(RegionsMake),
    /// Draw the puzzles of files on pages to print, the easiest first
    #[command(after_long_help = include_str!("help/regions-sheet.txt"))]
    Sheet(RegionsSheet),
}

// Boards in files.
#[derive(Debug, Args)]
pub struct RegionsFiles {
    /// Read the puzzles of these files; - is standard input
    ///
    /// Letters, numbers, JSON or an address of puzz.link; see `vuelta help board-files`. Each puzzle is answered, in order.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Put NUM queens in each row, column and region [default: as the file says, else 1]
    #[arg(long, value_name = "NUM")]
    pub stars: Option<u32>,
}

#[derive(Debug, Args)]
pub struct RegionsSolve {
    #[command(flatten)]
    pub files: RegionsFiles,
    #[command(flatten)]
    pub pictures: Pictures,
}

#[derive(Debug, Args)]
pub struct RegionsCount {
    #[command(flatten)]
    pub files: RegionsFiles,
    /// Stop after NUM solutions
    #[arg(short = 'n', long, value_name = "NUM", value_parser = value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
}

#[derive(Debug, Args)]
pub struct RegionsHint {
    #[command(flatten)]
    pub files: RegionsFiles,
    /// Continue with queens on these squares, such as b4,d5 or 4,1
    ///
    /// A square is ROW,COL from the top left at 0,0, or a name such as b4 (a1 is bottom left). Queens that the file shows
    /// are placed too.
    #[arg(long, value_name = "SQUARE", num_args = 1..)]
    pub placed: Vec<String>,
    /// Continue where these squares are known to take no queen
    #[arg(long, value_name = "SQUARE", num_args = 1.., conflicts_with = "all")]
    pub ruled_out: Vec<String>,
    /// Print every step to the solution
    #[arg(long)]
    pub all: bool,
}

#[derive(Debug, Args)]
pub struct RegionsSheet {
    #[command(flatten)]
    pub files: RegionsFiles,
    #[command(flatten)]
    pub file: SheetFile,
}

#[derive(Debug, Args)]
pub struct RegionsMake {
    /// Make puzzles with N rows, columns and regions, up to 32
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub size: String,
    /// Require a hardest deduction of this level, 1 to 6 [default: any]
    #[arg(long, value_name = "LEVEL", value_parser = value_parser!(u32).range(1..=6))]
    pub level: Option<u32>,
    /// Put NUM queens in each row, column and region
    #[arg(long, value_name = "NUM", default_value_t = 1)]
    pub stars: u32,
    #[command(flatten)]
    pub seed: Seed,
    /// Make NUM puzzles
    #[arg(long, value_name = "NUM", default_value_t = 1, value_parser = value_parser!(u64).range(1..=100_000))]
    pub count: u64,
    /// Allow at most NUM regions of one square [default: few with --level, else any number]
    #[arg(long, value_name = "NUM")]
    pub single_squares: Option<u32>,
    #[command(flatten)]
    pub pictures: Pictures,
    /// Draw the puzzles on pages to print, the easiest first, as a .pdf or .svg file
    #[arg(long, value_name = "FILE")]
    pub sheet: Option<PathBuf>,
    #[command(flatten)]
    pub layout: Layout,
}
