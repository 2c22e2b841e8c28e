//! Arguments of several commands, and how values are read.

use bytesize::ByteSize;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};
use vuelta::Error;
use vuelta::simd::Isa;
use vuelta_picture::{Coordinates, Language, Paper};

/// Many readers of JSON lose the digits of larger numbers.
const LARGEST_SEED: u64 = (1 << 53) - 1;

// Options that every command accepts; `help::unused` names those that a command does not heed.
#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
pub struct Common {
    /// Use NUM worker threads [default: RAYON_NUM_THREADS, else available CPUs]
    ///
    /// 0 stands for one thread per available CPU. At most four per CPU are started.
    #[arg(short, long, global = true, value_name = "NUM")]
    pub threads: Option<usize>,
    /// Print bare numbers, one per line, and no progress
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Print one JSON object, or one per line for several results
    ///
    /// `vuelta help json` describes every field.
    #[arg(short, long, global = true)]
    pub json: bool,
    /// Also write the results to a .json, .csv or .md file; repeatable
    #[arg(long, global = true, value_name = "FILE")]
    pub export: Vec<PathBuf>,
    /// Let a partial count overwrite a complete one in --export files
    #[arg(long, global = true)]
    pub force: bool,
    /// Show progress on stderr
    ///
    /// With auto, a bar on a terminal; elsewhere a line every 30 s.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub progress: When,
    /// Use colours, and draw boards in Unicode
    ///
    /// With auto, on a terminal, unless NO_COLOR is set or TERM is dumb.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub color: When,
    /// Stop after this time, such as 90s or 3h55m
    #[arg(long, global = true, value_name = "DURATION", value_parser = parse_time)]
    pub time_limit: Option<Duration>,
    /// Include the host's name in the provenance
    #[arg(long, global = true)]
    pub with_host: bool,
}

/// Whether to show something. Each option's own help says what auto means.
pub use clap::ColorChoice as When;

// The instruction set and the memory of a count.
#[derive(Debug, Args)]
pub struct Resources {
    /// Use this instruction set
    #[arg(long, default_value = "auto", value_name = "ISA", value_parser = one_of(&ISAS, parse_isa))]
    pub isa: Isa,
    /// Use at most this much memory, such as 8GiB [default: 80 % of available]
    ///
    /// If the available memory is not known, the default is 4GiB.
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory_limit: Option<u64>,
}

// Options of both counts.
#[derive(Debug, Args)]
pub struct Counting {
    #[command(flatten)]
    pub resources: Resources,
    /// Count again with another engine or another split; both must agree
    ///
    /// If no other engine would finish in a reasonable time, a note says so.
    #[arg(long)]
    pub double_check: bool,
    /// Time NUM counts after a warm-up; report median, minimum and spread
    #[arg(short, long, value_name = "NUM", default_value_t = 1)]
    #[arg(value_parser = value_parser!(u32).range(1..))]
    pub runs: u32,
}

// Labels in pictures.
#[derive(Debug, Args)]
pub struct Labels {
    /// Label rows and columns in pictures [default STYLE: numbers]
    #[arg(long, value_name = "STYLE", num_args = 0..=1, require_equals = true, default_missing_value = "numbers")]
    #[arg(value_parser = one_of(&COORDINATES, parse_coordinates))]
    pub coordinates: Option<Coordinates>,
}

// Sheets on paper.
#[derive(Debug, Args)]
pub struct Pages {
    /// Lay the sheet out on pages of this paper
    ///
    /// All pages are in one SVG file: open it in a browser and print it.
    #[arg(long, value_name = "PAPER", value_parser = one_of(&PAPERS, str::parse::<Paper>))]
    pub page: Option<Paper>,
}

// Pictures of a result.
#[derive(Debug, Args)]
pub struct Pictures {
    /// Draw the board as an SVG file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Draw the board as a PNG file
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
    #[command(flatten)]
    pub labels: Labels,
}

// The language of what is drawn and printed.
#[derive(Debug, Args)]
pub struct Words {
    /// Write the words of pictures, sheets and pages in this language
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = one_of(&Language::NAMES, parse_language))]
    pub lang: Language,
}

// The seed of what is random.
#[derive(Debug, Args)]
pub struct Seed {
    /// Repeat the random choices of this seed [default: a new seed each time]
    #[arg(long, value_name = "SEED", value_parser = value_parser!(u64).range(..=LARGEST_SEED))]
    pub seed: Option<u64>,
}

impl Seed {
    /// The seed that was given, or one that differs from run to run.
    pub fn or_new(&self) -> u64 {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        self.seed.unwrap_or(now.as_nanos() as u64 & LARGEST_SEED)
    }
}

// How far a trace goes, and the files that show it.
#[derive(Debug, Args)]
pub struct Trace {
    /// Trace the search to its end
    #[arg(long, conflicts_with = "limit")]
    pub all: bool,
    /// Stop after NUM solutions [default: 1, or no limit with --steps]
    #[arg(short = 'n', long, value_name = "NUM", value_parser = value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// Stop after NUM steps
    #[arg(long, value_name = "NUM", value_parser = value_parser!(u64).range(1..))]
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
    #[command(flatten)]
    pub words: Words,
}

const ISAS: [(&str, &str); 5] = [
    ("auto", "the fastest that this machine has"),
    ("portable", "every processor"),
    ("neon", "AArch64"),
    ("avx2", "x86-64 since about 2013"),
    ("avx512", "x86-64 with AVX-512"),
];
const COORDINATES: [(&str, &str); 2] = [
    ("numbers", "Numbers from 0 at the top left"),
    ("names", "Letters for columns, numbers from 1 at the bottom for rows; not on triangles"),
];
pub(super) const PAPERS: [(&str, &str); 2] = [("a4", "210 x 297 mm"), ("letter", "8.5 x 11 in")];

/// Reads a value that is one of these names; the text beside each name is for `--help`.
pub(super) fn one_of<T: Clone + Send + Sync + 'static>(
    names: &[(&'static str, &'static str)],
    parse: fn(&str) -> Result<T, Error>,
) -> impl TypedValueParser<Value = T> {
    let values = names.iter().map(|&(name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(values).try_map(move |name| parse(&name))
}

/// A time with its unit.
fn parse_time(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text).map_err(|_| match text.parse::<f64>() {
        Ok(_) => format!("a time needs a unit, such as {text}s"),
        Err(_) => "it is not a time; examples are 90s, 20min and 3h55m".to_owned(),
    })
}

/// A size with its unit.
pub(super) fn parse_bytes(text: &str) -> Result<u64, String> {
    let size = text.parse().map(|size: ByteSize| size.as_u64());
    size.map_err(|_| "it is not a size; examples are 512MiB and 8GiB".to_owned())
}

/// Coordinates by name.
fn parse_coordinates(name: &str) -> Result<Coordinates, Error> {
    Ok(if name == "names" { Coordinates::Names } else { Coordinates::Numbers })
}

/// A language by its code.
fn parse_language(code: &str) -> Result<Language, Error> {
    Ok(if code == "es" { Language::Spanish } else { Language::English })
}

/// An instruction set by name.
fn parse_isa(name: &str) -> Result<Isa, Error> {
    if name == "auto" { Ok(usual_isa()) } else { name.parse() }
}

/// The instruction set that `auto` stands for: the one that `VUELTA_ISA` names (checked when the program begins), or the
/// fastest here.
pub fn usual_isa() -> Isa {
    Isa::from_environment().ok().flatten().unwrap_or_else(Isa::detect)
}
