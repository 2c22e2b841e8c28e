//! The arguments of `vuelta sheet ...`, and those of every sheet to print.

use super::common::{PAPERS, Seed, Words, one_of};
use super::senku::SenkuGame;
use clap::{Args, Subcommand, value_parser};
use std::path::PathBuf;
use vuelta_picture::Paper;

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub enum SheetVerb {
    /// Draw empty boards
    #[command(after_long_help = include_str!("help/sheet-boards.txt"))]
    Boards(SheetBoards),
    /// Draw boards to complete: some queens of a solution are given
    #[command(after_long_help = include_str!("help/sheet-complete.txt"))]
    Complete(SheetBoards),
    /// Draw the search tree of four queens, to fill in
    #[command(after_long_help = include_str!("help/sheet-tree.txt"))]
    Tree(SheetFile),
    /// Draw positions of Senku, to play to the last peg
    #[command(after_long_help = include_str!("help/sheet-senku.txt"))]
    Senku(SheetSenku),
}

// A file of pages.
#[derive(Debug, Args)]
pub struct SheetFile {
    /// Write the pages to this .pdf or .svg file
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    #[command(flatten)]
    pub layout: Layout,
}

// How a sheet to print is laid out.
#[derive(Debug, Args)]
pub struct Layout {
    /// Print this title on each page
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Put NUM boards on a page [default: as many as leave squares of 8 mm]
    #[arg(long, value_name = "NUM", value_parser = value_parser!(u16).range(1..=100))]
    pub per_page: Option<u16>,
    /// Lay the sheet out on pages of this paper
    #[arg(long, value_name = "PAPER", default_value = "a4", value_parser = one_of(&PAPERS, str::parse::<Paper>))]
    pub page: Paper,
    /// Add pages with the answers
    #[arg(long, visible_alias = "solutions")]
    pub answers: bool,
    #[command(flatten)]
    pub words: Words,
}

#[derive(Debug, Args)]
pub struct SheetBoards {
    /// Draw boards with N rows and columns
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub size: String,
    /// Draw NUM boards
    #[arg(long, value_name = "NUM", default_value_t = 4, value_parser = value_parser!(u64).range(1..=1000))]
    pub count: u64,
    #[command(flatten)]
    pub seed: Seed,
    #[command(flatten)]
    pub file: SheetFile,
}

#[derive(Debug, Args)]
pub struct SheetSenku {
    #[command(flatten)]
    pub game: SenkuGame,
    /// Draw NUM positions; the first is three jumps from its end, the others are further
    #[arg(long, value_name = "NUM", default_value_t = 6, value_parser = value_parser!(u64).range(1..=1000))]
    pub count: u64,
    #[command(flatten)]
    pub seed: Seed,
    #[command(flatten)]
    pub file: SheetFile,
}
