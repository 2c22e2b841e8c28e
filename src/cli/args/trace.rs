//! The arguments of `vuelta queens trace` and `vuelta senku trace`.

use super::{Labels, QueensBoard, SenkuGame};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct QueensTrace {
    #[command(flatten)]
    pub board: QueensBoard,
    #[command(flatten)]
    pub trace: Trace,
}

#[derive(Debug, Args)]
pub struct SenkuTrace {
    #[command(flatten)]
    pub game: SenkuGame,
    #[command(flatten)]
    pub trace: Trace,
}

/// How far a trace goes, and the files that show it.
#[derive(Debug, Args)]
pub struct Trace {
    /// Trace the search to its end
    #[arg(long, conflicts_with = "limit")]
    pub all: bool,
    /// Stop after NUM solutions [default: 1, or no limit with --steps]
    #[arg(short = 'n', long, value_name = "NUM")]
    pub limit: Option<u64>,
    /// Stop after NUM steps
    #[arg(long, value_name = "NUM")]
    pub steps: Option<u64>,
    /// Write an animation of at most 2,000 steps as an SVG file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write an animation of at most 2,000 steps as a GIF file
    #[arg(long, value_name = "FILE")]
    pub gif: Option<PathBuf>,
    /// Write a self-contained page of at most 200,000 steps to play
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub labels: Labels,
}
