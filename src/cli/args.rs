//! The arguments, as clap reads them. The help texts here are also the man page's.

use super::scheduler::ShardChoice;
use bytesize::ByteSize;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;
use vuelta::simd::Isa;
use vuelta::{Error, queens, senku};

/// Counts, exactly and on every core, the solutions of N-queens and of Senku (peg solitaire).
#[derive(Debug, Parser)]
#[command(name = "vuelta", version, propagate_version = true, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 done; 1 an error, or the answer is no; 2 wrong usage; 3 a count differs from \
    the published one or from its double check; 4 a damaged or foreign ledger; 5 not enough memory; 124 the time \
    limit; 130 and 143 interrupted."
)]
pub struct Arguments {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub verb: Verb,
}

/// What every verb understands.
#[derive(Debug, Args)]
#[command(next_help_heading = "Everywhere")]
pub struct Common {
    /// Worker threads (at most 4 a processor); 0 takes all processors allowed. Without it RAYON_NUM_THREADS, then the affinity decides
    #[arg(short, long, global = true, value_name = "N")]
    pub threads: Option<usize>,
    /// No progress, only the numbers, one a line
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// One JSON object on standard output, for a range one a line
    #[arg(long, global = true)]
    pub json: bool,
    /// Write the results to a file too; its ending (.json, .csv, .md) says the format. May be repeated
    #[arg(long, global = true, value_name = "FILE")]
    pub export: Vec<PathBuf>,
    /// Let a partial count replace a complete one of the same problem in a file of --export; else that is refused
    #[arg(long, global = true)]
    pub force: bool,
    /// When to show progress on standard error
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub progress: When,
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub color: When,
    /// Take no longer than this: 90s, 3h55m
    #[arg(long, global = true, value_name = "DURATION", value_parser = humantime::parse_duration)]
    pub time_limit: Option<Duration>,
    /// Put the host's name into the provenance
    #[arg(long, global = true)]
    pub with_host: bool,
}

/// Whether to show something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum When {
    /// On a terminal
    #[default]
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

/// What a count may use.
#[derive(Debug, Args)]
pub struct Resources {
    /// The instruction set: auto, portable, avx2 or avx512; one that the machine lacks is refused
    #[arg(long, default_value = "auto", value_name = "ISA", value_parser = parse_isa)]
    pub isa: Isa,
    /// The most memory to use, such as 8GiB; without it 80 % of what is available, 4GiB where that is not known
    #[arg(long, value_name = "SIZE")]
    pub memory_limit: Option<ByteSize>,
}

/// What both counts understand.
#[derive(Debug, Args)]
pub struct Counting {
    #[command(flatten)]
    pub resources: Resources,
    /// Count a second time, by another engine or another split; both must agree. Where no other engine would come to its
    /// end in a reasonable time, a note says so
    #[arg(long)]
    pub double_check: bool,
}

#[derive(Debug, Subcommand)]
pub enum Verb {
    /// N queens on an N x N board, none attacking another
    #[command(subcommand)]
    Queens(QueensVerb),
    /// Senku, or peg solitaire: jump over pegs until one is left
    #[command(subcommand)]
    Senku(SenkuVerb),
    /// Counts again what was published about both problems, the smallest first, and compares
    #[command(
        after_help = "All numbers of a count that were published are compared: total, fundamental and symmetric counts \
        of queens; games, solutions and positions of Senku. It ends before the count that would not fit in the time that is left, \
        a minute in all where --time-limit does not say otherwise, and tells how long that would take. To end so, or to be \
        overtaken by the limit in the midst of a count, is no failure: exit code 0 says that all that was compared agrees, \
        3 that something differs, 124 that there was no time to compare anything."
    )]
    Verify(Resources),
    /// Unites the ledgers of a count's shards: the total, or the commands that count what is missing
    Merge(Merge),
    /// A page with tables and plots of the results in a folder
    Report(Report),
    /// Version, build, processor features, threads and memory
    Info,
    /// A completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// The man page
    Man,
}

#[derive(Debug, Subcommand)]
pub enum QueensVerb {
    /// The number of ways to put N queens on N x N: all, and those different up to symmetry
    Count(QueensCount),
    /// Every solution, in lexicographic order, streamed
    List(QueensList),
    /// One solution: at once for any N, by search where there are conditions
    Solve(QueensSolve),
    /// The most queens that fit on a board with conditions, and a board with so many
    Complete(QueensComplete),
    /// Time, memory and ledger size of a count before it is made, from a sample of its subproblems, to N = 31
    Estimate(QueensEstimate),
}

/// What names the rows and columns of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CoordinateStyle {
    /// Numbers from 0 at the top left
    Numbers,
    /// Letters for columns, numbers from 1 at the bottom for rows (queens, to N = 26)
    Names,
}

/// Pictures of a result.
#[derive(Debug, Args)]
pub struct Pictures {
    /// Draw the board as an SVG file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Draw the board as a PNG file
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
    /// With the numbers of rows and columns, or as on chess boards (--coordinates=names: a1 is bottom left)
    #[arg(long, value_name = "STYLE", num_args = 0..=1, require_equals = true, default_missing_value = "numbers")]
    pub coordinates: Option<CoordinateStyle>,
}

/// Pictures of a queens board.
#[derive(Debug, Args)]
pub struct QueensPictures {
    #[command(flatten)]
    pub pictures: Pictures,
    /// With the lines on which the queens attack
    #[arg(long)]
    pub attacks: bool,
}

/// What a queens board must keep.
#[derive(Debug, Args)]
pub struct Conditions {
    /// Squares with fixed queens: ROW,COL from the top left at 0,0, or names such as b4 (a1 is bottom left)
    #[arg(long, value_name = "SQUARE", num_args = 1..)]
    pub fixed: Vec<String>,
    /// Squares where no queen may stand, written likewise
    #[arg(long, value_name = "SQUARE", num_args = 1..)]
    pub blocked: Vec<String>,
    /// A picture of the board in a text file (- for standard input): Q fixed, x blocked, . or - free
    #[arg(long, value_name = "FILE")]
    pub board: Option<String>,
}

#[derive(Debug, Args)]
pub struct QueensCount {
    /// The board's size, or a range of them: 16, 8-14; --board says it too
    #[arg(value_name = "N|A-B", allow_negative_numbers = true, required_unless_present = "board")]
    pub sizes: Option<String>,
    #[command(flatten)]
    pub conditions: Conditions,
    /// How to count: auto, halves (to N = 31), bitmask (to N = 32) or backtrack (the textbook search, to N = 64)
    #[arg(long, default_value = "auto", value_name = "ENGINE")]
    pub engine: queens::Engine,
    /// Keep what is finished in this file, a ledger, and go on from what it holds; on other threads or another
    /// instruction set if you like. {shard} in the name stands for the shard, as in 3-of-64
    #[arg(long, value_name = "LEDGER")]
    pub checkpoint: Option<String>,
    /// The least estimated work of a line of the ledger: what a killed thread loses
    #[arg(long, value_name = "DURATION", default_value = "2s", value_parser = humantime::parse_duration, hide = true)]
    pub chunk: Duration,
    /// Count one of N parts alone (3/64), or the one that the scheduler of an array job says (auto, or auto/N where
    /// it does not say N); `vuelta merge` unites the parts' ledgers
    #[arg(long, value_name = "I/N|auto[/N]", conflicts_with = "double_check")]
    pub shard: Option<ShardChoice>,
    #[command(flatten)]
    pub counting: Counting,
}

#[derive(Debug, Args)]
#[command(
    after_help = "About 4 seconds are sampled (15 from N = 25 on), or three quarters of the time that --time-limit says. '95 %: A to B' \
    is a 95 % interval for what the choice of the sample does: of twenty samples nineteen have the truth between A and B. \
    Times that change with the machine's load and its clock are not in it. Of fewer than ten samples there is no interval. \
    Above N = 26 a single subproblem takes minutes: the estimate is continued from smaller boards, and marked as \
    extrapolated; its interval has what the model may be wrong by too."
)]
pub struct QueensEstimate {
    /// The board's size; --board says it too
    #[arg(value_name = "N", allow_negative_numbers = true, required_unless_present = "board")]
    pub size: Option<String>,
    #[command(flatten)]
    pub conditions: Conditions,
    /// How it would be counted: auto, halves, bitmask or backtrack
    #[arg(long, default_value = "auto", value_name = "ENGINE")]
    pub engine: queens::Engine,
    /// The seed of the random sample, otherwise another one each time. The same seed draws the same subproblems in the
    /// same order; how many of them come to their end in the time may differ
    #[arg(long, value_name = "SEED")]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub resources: Resources,
}

#[derive(Debug, Args)]
pub struct Merge {
    /// The ledgers, all of one count
    #[arg(required = true, value_name = "LEDGER")]
    pub ledgers: Vec<PathBuf>,
    /// Write the union of the ledgers to this file, which is one of them itself; so the parts can be merged as they
    /// come, and `queens count --checkpoint` goes on with it
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Results are what `--export FILE.json` and `--json` write: all .json, .jsonl and .ndjson files in the \
    folder and in the folders in it, but for names that begin with a dot. Files that are broken or of something else are \
    left out with a warning; a folder without any result is an error. The numbers are compared with the \
    published ones once more: exit code 3 where one differs. The same results give the same page."
)]
pub struct Report {
    /// The folder with the results
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Where the page goes; the ending says how it is written: .html (one file that needs no other) or .md (the
    /// tables alone). Without it, or with -, HTML on standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct QueensList {
    /// The board's size; --board says it too
    #[arg(value_name = "N", allow_negative_numbers = true, required_unless_present = "board")]
    pub size: Option<String>,
    /// How a solution is written: rows (columns row by row), board, matrix, coords, csv or json
    #[arg(long, default_value = "rows", value_name = "FORMAT")]
    pub format: queens::Format,
    /// The first K solutions alone
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub limit: Option<u64>,
    /// One solution of each symmetry class, the lexicographically least
    #[arg(long)]
    pub fundamental: bool,
    /// Rows and columns counted from 1
    #[arg(long)]
    pub one_based: bool,
    #[command(flatten)]
    pub conditions: Conditions,
}

#[derive(Debug, Args)]
pub struct QueensComplete {
    /// The board's size, to 1,000 (above 64 by local search, with bounds); --board says it too
    #[arg(value_name = "N", allow_negative_numbers = true, required_unless_present = "board")]
    pub size: Option<String>,
    /// How many boards reach the maximum, too (to N = 64)
    #[arg(long)]
    pub count: bool,
    #[command(flatten)]
    pub pictures: QueensPictures,
    #[command(flatten)]
    pub conditions: Conditions,
}

#[derive(Debug, Args)]
pub struct QueensSolve {
    /// The board's size, to 10,000,000; --board says it too
    #[arg(value_name = "N", allow_negative_numbers = true, required_unless_present = "board")]
    pub size: Option<String>,
    /// A random solution, to N = 1,000,000: by local search, not with the same chance for each solution
    #[arg(long, conflicts_with_all = ["fixed", "blocked", "board"])]
    pub random: bool,
    /// The seed of the random solution; the same seed gives the same solution
    #[arg(long, value_name = "S", requires = "random")]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub pictures: QueensPictures,
    #[command(flatten)]
    pub conditions: Conditions,
}

#[derive(Debug, Subcommand)]
pub enum SenkuVerb {
    /// The boards known by name, with their default start and goal
    Boards,
    /// The number of games and of solutions, and the positions behind them
    #[command(
        after_help = "Up to symmetry: games and positions are the same when a permutation of the holes that maps jumps to \
        jumps, and keeps the start (for solutions: and the goal), maps one to the other. These are the rotations and \
        reflections of the board, and more where a part of it can be turned without the rest: see doc/ALGORITHMS.md."
    )]
    Count(SenkuCount),
    /// One solution, as a list of jumps
    Solve(SenkuSolve),
    /// Plays a list of jumps and says whether it wins, or at which jump it fails and why
    Check(SenkuCheck),
}

/// A board with its start and its goal.
#[derive(Debug, Args)]
pub struct SenkuGame {
    /// A name (see `senku boards`), a text file, or - for standard input
    #[arg(default_value = "english", value_name = "BOARD")]
    pub board: String,
    #[command(flatten)]
    pub ends: SenkuEnds,
}

/// Where a game starts and what wins.
#[derive(Debug, Args)]
pub struct SenkuEnds {
    /// The hole that is empty at the start, all others full: ROW,COL
    #[arg(long, value_name = "HOLE")]
    pub start: Option<String>,
    /// One peg in this hole (ROW,COL), one peg in any, one in the same hole that was empty, or just the
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
    /// Refused with the reason: there is no ledger
    #[arg(long, value_name = "LEDGER", hide = true)]
    pub checkpoint: Option<PathBuf>,
    #[command(flatten)]
    pub counting: Counting,
}

#[derive(Debug, Args)]
pub struct SenkuSolve {
    #[command(flatten)]
    pub game: SenkuGame,
    /// How to search
    #[arg(long, value_enum, default_value_t, value_name = "ENGINE")]
    pub engine: SolveEngine,
    /// A solution with the fewest moves; a move is a chain of jumps by one peg
    #[arg(long, conflicts_with = "engine")]
    pub fewest_moves: bool,
    /// The board before the first jump, as pictures
    #[command(flatten)]
    pub pictures: Pictures,
    /// The whole game as an animation; the file's ending (.svg, .gif) says the format. May be repeated
    #[arg(long, value_name = "FILE")]
    pub animate: Vec<PathBuf>,
}

/// How to look for one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum SolveEngine {
    /// Depth first with a table of dead positions, over several orders of the jumps
    #[default]
    Auto,
    /// The textbook search: holes row by row, UP DOWN LEFT RIGHT
    Backtrack,
}

#[derive(Debug, Args)]
pub struct SenkuCheck {
    /// The board (english where it is left out) and the list of jumps: a file, or - for standard input
    #[arg(num_args = 1..=2, required = true, value_names = ["BOARD", "MOVES"])]
    pub files: Vec<String>,
    #[command(flatten)]
    pub ends: SenkuEnds,
}

/// An instruction set by name; `auto` is what `VUELTA_ISA` names (refused when the program begins), or the best here.
fn parse_isa(name: &str) -> Result<Isa, Error> {
    let named = if name == "auto" { Isa::from_environment().ok().flatten() } else { Some(name.parse()?) };
    Ok(named.unwrap_or_else(Isa::detect))
}
