//! Results with their provenance, and their written forms: JSON, CSV and Markdown, and a folder of them as a page.
//!
//! A [`Record`] is one result. Its JSON is its own serialisation; CSV and Markdown have a row for each.

mod boards;
mod draft;
mod estimate;
mod export;
mod game;
#[cfg(feature = "picture")]
mod page;
mod provenance;
mod queens;
mod senku;
mod verification;

pub use boards::{CompletionRecord, SolutionRecord};
pub use draft::Draft;
pub use estimate::EstimateRecord;
pub use export::{Export, ExportError, Format};
pub use game::{GameRecord, JumpRecord};
#[cfg(feature = "picture")]
pub use page::{Results, ResultsError};
pub use provenance::{Environment, Run, Stage};
pub use queens::QueensRecord;
pub use senku::{PublishedSenku, SenkuRecord};
pub use verification::{Comparison, StoppedBefore, VerificationRecord};

pub use crate::text::{duration, grouped, percent, size};

use crate::Square;
use serde::Serialize;

/// One result, as JSON and as a row.
pub trait Record: Serialize {
    /// The headings of its row.
    const HEADINGS: &'static [&'static str];

    /// The fields of its row, one for each heading.
    fn fields(&self) -> Vec<String>;
}

/// A 128-bit count in JSON: a string, as most readers of JSON lose the digits beyond 2^53.
pub(crate) fn as_string<S: serde::Serializer>(count: &Option<u128>, to: S) -> Result<S::Ok, S::Error> {
    match count {
        Some(count) => to.collect_str(count),
        None => to.serialize_none(),
    }
}

/// Squares as JSON has them: row and column.
fn pairs(squares: &[Square]) -> Vec<[u32; 2]> {
    squares.iter().map(|square| [square.row, square.column]).collect()
}

/// A field of a row: empty where there is nothing to say.
fn field<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}
