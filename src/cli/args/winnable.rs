//! The arguments of what knows the winnable positions: `vuelta senku list`, and options of `check` and `solve`.

use super::senku::SenkuGame;
use bytesize::ByteSize;
use clap::Args;
use std::path::PathBuf;

/// Examples for `senku list`.
pub const LIST_EXAMPLES: &str = "Examples:\n  \
    vuelta senku list triangle15                     all 6816 solutions\n  \
    vuelta senku list --limit 10 --map english.map   the first ten; the map is kept for the next question\n  \
    vuelta senku list --random --seed 7 --limit 3    three at random\n  \
    vuelta senku list triangle15 --json | head -1    a JSON object per line";

/// Examples for `senku check`.
pub const CHECK_EXAMPLES: &str = "Examples:\n  \
    vuelta senku check game.txt                      does this game win?\n  \
    vuelta senku check \"d6 d4; b5 d5\" --hint         can it still be won, and how?\n  \
    vuelta senku check english --hint                the good first jumps\n  \
    vuelta senku check position.txt --hint --json    the same for the position in a file";

#[derive(Debug, Args)]
pub struct SenkuList {
    #[command(flatten)]
    pub game: SenkuGame,
    /// Stop after K solutions [default: all; with --random 1]
    #[arg(long, value_name = "K")]
    pub limit: Option<u64>,
    #[command(flatten)]
    pub drawing: Drawing,
    #[command(flatten)]
    pub map: MapOptions,
}

/// Solutions at random.
#[derive(Debug, Args)]
pub struct Drawing {
    /// Draw solutions at random, each as likely as any other; on boards whose map of winnable positions does not fit in
    /// memory not uniformly
    #[arg(long)]
    pub random: bool,
    /// Draw the same solutions again [default: another seed each time, which is printed]
    #[arg(long, value_name = "S", requires = "random")]
    pub seed: Option<u64>,
}

/// The map of winnable positions.
#[derive(Debug, Args)]
pub struct MapOptions {
    /// Keep the map of winnable positions in FILE, and read it from there the next time
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,
    /// The most memory for the map, such as 8GiB [default: 80 % of what is available]
    #[arg(long, value_name = "SIZE", value_parser = super::parse_bytes)]
    pub memory_limit: Option<ByteSize>,
}
