//! Results with their provenance, and their written forms: JSON, CSV and Markdown, and a folder of them as a page.
//!
//! A [`Record`] is a count of any problem. Its JSON is its own serialisation; CSV and Markdown have a row for each.

mod boards;
mod countable;
mod draft;
mod estimate;
mod export;
mod fields;
mod game;
mod made;
#[doc(hidden)] // the program starts threads by it
pub mod memory;
mod page;
mod placements;
mod processor;
mod provenance;
mod quantity;
mod queens;
mod read;
mod record;
mod recount;
mod senku;
mod subject;
mod verification;

pub use boards::{CompletionRecord, SolutionRecord};
pub use countable::{Countable, counting_of};
#[doc(hidden)]
pub use draft::remove_drafts;
pub use draft::{Draft, ExportError};
pub use estimate::{EstimateRecord, published_estimated};
pub use export::{Export, Format};
pub use fields::{FieldRecord, Fields};
pub use game::{GameRecord, JumpRecord};
pub(crate) use made::COLUMNS;
pub use made::{Made, Number, Runs, Status};
pub use page::{Results, ResultsError};
pub use placements::PlacementsSubject;
pub use processor::{Processor, ProcessorTime};
pub use provenance::{Environment, Run, Stage};
pub use quantity::{Compared, Kind, Quantity};
pub use queens::QueensSubject;
pub use record::{Family, Merge, Record};
pub use recount::{Case, Means};
pub use senku::{Holes, SenkuCounting, SenkuSubject, WinningCounting};
pub use subject::Subject;
pub use verification::{Comparison, StoppedBefore, VerificationRecord};

pub use vuelta::base::text::{duration, grouped, percent, size, times};

use serde::Serialize;
use serde_json::{Value, json};
use vuelta::Square;

/// A row of a table: headings and fields.
pub type Row = Vec<(&'static str, String)>;

/// A result as JSON and as a row of a table.
pub trait Tabular: Serialize {
    /// Its rows; the headings are the same for all results of a table.
    fn rows(&self) -> Vec<Row>;

    /// The count, if the result is one.
    fn counted(&self) -> Option<&Record> {
        None
    }
}

/// A square as JSON has it: row and column.
pub fn pair(square: Square) -> [u32; 2] {
    [square.row, square.column]
}

/// The options of conditions, as words of a command.
pub(crate) fn condition_words(fixed: &[Square], blocked: &[Square]) -> Vec<String> {
    let option = |(name, squares): (&str, &[Square])| {
        let squares = squares.iter().map(|square| format!("{},{}", square.row, square.column));
        let name = (squares.len() > 0).then(|| name.to_owned());
        name.into_iter().chain(squares).collect::<Vec<_>>()
    };
    [("--fixed", fixed), ("--blocked", blocked)].into_iter().flat_map(option).collect()
}

/// Squares as JSON has them.
pub fn pairs(squares: &[Square]) -> Vec<[u32; 2]> {
    squares.iter().copied().map(pair).collect()
}

/// Squares as JSON has those of conditions: in ascending order, whatever the order in which they were given.
pub(crate) fn sorted_pairs(squares: &[Square]) -> Vec<[u32; 2]> {
    let mut pairs = pairs(squares);
    pairs.sort_unstable();
    pairs
}

/// These columns of a row, of the fields of the result's JSON.
pub fn columns_of(result: &impl Serialize, columns: impl IntoIterator<Item = &'static str>) -> Row {
    let value = json!(result);
    columns.into_iter().map(|column| (column, column_cell(&value, column))).collect()
}

/// A field of a row, of a record as JSON.
fn column_cell(record: &Value, column: &str) -> String {
    match column {
        "run_seconds" => cell(column, &record["runs"]["seconds"]),
        _ => cell(column, record.get(column).unwrap_or(&record["runs"][column])),
    }
}

/// A value of JSON as a field of a row, by its key: `0,3 1,5`, `2/7`, `[3,3]`, rows separated by `/`.
pub(crate) fn cell(key: &str, value: &Value) -> String {
    let list = |list: &[Value], separator| {
        list.iter().map(|item| cell("", item)).collect::<Vec<_>>().join(separator)
    };
    match (key, value) {
        (_, Value::Null) => String::new(),
        (_, Value::String(text)) => text.clone(),
        ("solutions_per_second", Value::Number(rate)) => format!("{:.0}", rate.as_f64().unwrap_or_default()),
        (_, Value::Number(number)) if number.is_f64() => {
            format!("{:.6}", number.as_f64().unwrap_or_default())
        }
        ("start" | "goal", Value::Array(holes)) if holes.iter().all(Value::is_array) => {
            holes.iter().map(|hole| cell(key, hole)).collect::<Vec<_>>().join(" ")
        }
        ("start" | "goal", hole) => format!("[{}]", cell("", hole)),
        ("shard" | "diagram" | "place", Value::Array(items)) => list(items, "/"),
        ("steps", Value::Array(steps)) => {
            steps.iter().map(|step| cell("", &step["text"])).collect::<Vec<_>>().join("; ")
        }
        ("", Value::Array(pair)) => list(pair, ","),
        (_, Value::Array(items)) => list(items, " "),
        // The level of a grade, the number of runs.
        (_, Value::Object(fields)) => fields.values().next().map_or(String::new(), |first| cell("", first)),
        (_, other) => other.to_string(),
    }
}
