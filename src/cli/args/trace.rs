//! The arguments of `vuelta queens trace` and `vuelta senku trace`.

use super::{CoordinateStyle, QueensBoard, SenkuGame};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "A node is a placed queen, or the empty board: N = 8 has 2,057 to the end. A conflict is a square that a queen attacks \
    or that is blocked; the line names the queen. A step back takes a queen from the board.\n\n\
    Examples:\n  \
    vuelta queens trace 4                          # to the first solution\n  \
    vuelta queens trace 8 --all --quiet            # nodes, conflicts, steps back, solutions\n  \
    vuelta queens trace 8 --fixed b4 d5 --limit 2 --json\n  \
    vuelta queens trace 6 --all --html six.html    # a page to step through\n  \
    vuelta queens trace 4 --svg four.svg --gif four.gif"
)]
pub struct QueensTrace {
    #[command(flatten)]
    pub board: QueensBoard,
    #[command(flatten)]
    pub trace: Trace,
}

#[derive(Debug, Args)]
#[command(
    after_help = "The search tries the holes row by row, and at each hole UP, DOWN, LEFT, RIGHT. A node is a position that it visits, \
    the start included; a dead end is one that has no jump and is not the goal.\n\n\
    Examples:\n  \
    vuelta senku trace triangle15                  # to the first solution\n  \
    vuelta senku trace --steps 40                  # the first 40 steps of the English centre game\n  \
    vuelta senku trace triangle15 --all --quiet    # nodes, dead ends, steps back, solutions\n  \
    vuelta senku trace triangle15 --html game.html"
)]
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
    /// End after K solutions [default: 1, or no limit with --steps]
    #[arg(long, value_name = "K")]
    pub limit: Option<u64>,
    /// End after K steps
    #[arg(long, value_name = "K")]
    pub steps: Option<u64>,
    /// Write an animation as an SVG file, of 2,000 steps at most
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write an animation as a GIF file, of 2,000 steps at most
    #[arg(long, value_name = "FILE")]
    pub gif: Option<PathBuf>,
    /// Write a self-contained page with step, play, speed and the search tree, of 200,000 steps at most
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Draw row and column numbers beside animations, or names as on chess boards (--coordinates=names)
    #[arg(long, value_name = "STYLE", num_args = 0..=1, require_equals = true, default_missing_value = "numbers")]
    pub coordinates: Option<CoordinateStyle>,
}
