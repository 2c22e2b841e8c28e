//! Arguments about winnable positions: `vuelta senku list`, and options of `check` and `solve`.

use super::{Seed, SenkuGame};
use bytesize::ByteSize;
use clap::Args;
use std::path::PathBuf;

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

/// Solutions at random.
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

/// The map of winnable positions.
#[derive(Debug, Args)]
pub struct MapOptions {
    /// Keep the map of winnable positions in a file, and read it from there next time
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,
    /// Use at most this much memory, such as 8GiB [default: 80 % of available]
    #[arg(long, value_name = "SIZE", value_parser = super::parse_bytes)]
    pub memory_limit: Option<ByteSize>,
}
