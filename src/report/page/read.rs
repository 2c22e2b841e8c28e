//! What results say when they are read back: the JSON that `--json` and `--export` write.
//!
//! Files come from anywhere, so nothing in them is trusted: a number that is none, a board of 4 billion rows or a
//! time before zero makes the result foreign, and agreement with published counts is looked up here and not read.

use serde::Deserialize;
use serde_json::{Deserializer, Value};

/// Larger boards are counted by no engine.
const LARGEST_BOARD: u32 = crate::queens::LARGEST_BOARD;
/// More was not measured: three thousand years.
const LONGEST: f64 = 1e11;

/// A count as JSON has it: a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct Number(pub u128);

impl TryFrom<String> for Number {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map(Number)
    }
}

/// One count, with what is known about how it was made.
#[derive(Debug, Clone, Deserialize)]
pub struct Entry {
    #[serde(flatten)]
    pub subject: Subject,
    pub engine: String,
    pub isa: Option<String>,
    pub threads: Option<usize>,
    pub seconds: Option<f64>,
    pub environment: Option<Provenance>,
    /// The file, by its path below the folder.
    #[serde(skip)]
    pub file: String,
}

/// What was counted.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "problem", rename_all = "lowercase")]
pub enum Subject {
    Queens(Queens),
    Senku(Senku),
}

#[derive(Debug, Clone, Deserialize)]
pub struct Queens {
    pub n: u32,
    #[serde(default)]
    pub fixed: Vec<[u32; 2]>,
    #[serde(default)]
    pub blocked: Vec<[u32; 2]>,
    pub total: Option<Number>,
    pub partial: Option<Number>,
    pub fundamental: Option<Number>,
    pub symmetric_180: Option<Number>,
    pub symmetric_90: Option<Number>,
    pub shard: Option<[u64; 2]>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(untagged)]
pub enum Place {
    Any(String),
    Hole([u32; 2]),
    Holes(Vec<[u32; 2]>),
}

#[derive(Debug, Clone, Deserialize)]
pub struct Senku {
    pub board: String,
    pub start: Place,
    pub goal: Place,
    pub games: Option<Number>,
    pub solutions: Option<Number>,
    pub solutions_up_to_symmetry: Option<Number>,
    pub positions: Option<Number>,
    pub positions_in_all: Option<Number>,
    pub stuck_positions: Option<Number>,
    pub levels: Option<Vec<Number>>,
    pub winning_positions: Option<Number>,
    pub agrees: Option<bool>,
}

/// Where and when. Older results have fewer fields.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Provenance {
    pub command: Vec<String>,
    pub started_unix: Option<u64>,
    pub fingerprint: Option<u32>,
    pub stages: Vec<Stage>,
    pub version: String,
    pub commit: String,
    pub rustc: String,
    pub target: String,
    pub system: String,
    pub processor: String,
    pub processors: usize,
    pub features: Vec<String>,
    #[serde(default)]
    pub memory_bytes: u64,
    pub host: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Stage {
    pub name: String,
    pub seconds: f64,
}

impl Queens {
    /// The whole board, without conditions.
    pub fn is_plain(&self) -> bool {
        self.fixed.is_empty() && self.blocked.is_empty()
    }
}

/// The counts in a file's text: an object, a list of them, or one after the other as `--json` prints a range.
/// The second part says what is wrong with the rest, if something is.
pub fn entries(text: &str, file: &str) -> (Vec<Entry>, Option<String>) {
    let (mut found, mut trouble) = (vec![], None);
    for value in Deserializer::from_str(text).into_iter::<Value>() {
        match value {
            Ok(Value::Array(list)) => list.into_iter().for_each(|item| add(item, &mut found, &mut trouble)),
            Ok(value) => add(value, &mut found, &mut trouble),
            Err(error) => trouble = Some(format!("it is not JSON ({error})")),
        }
    }
    if found.is_empty() && trouble.is_none() {
        trouble = Some("it is empty".to_owned());
    }
    for entry in &mut found {
        entry.file = file.to_owned();
    }
    (found, trouble)
}

fn add(value: Value, found: &mut Vec<Entry>, trouble: &mut Option<String>) {
    // Estimates name their problem too.
    if value.get("problem").is_none() || (value.get("total").is_none() && value.get("games").is_none()) {
        trouble.get_or_insert_with(|| "it holds something that is no count of vuelta".to_owned());
        return;
    }
    match serde_json::from_value::<Entry>(value).map_err(|error| error.to_string()).and_then(checked) {
        Ok(entry) => found.push(entry),
        Err(error) => *trouble = Some(format!("it holds a count that makes no sense ({error})")),
    }
}

fn checked(entry: Entry) -> Result<Entry, String> {
    if let Subject::Queens(queens) = &entry.subject
        && !(1..=LARGEST_BOARD).contains(&queens.n)
    {
        return Err(format!("N = {}", queens.n));
    }
    match entry.seconds {
        Some(seconds) if !(0.0..=LONGEST).contains(&seconds) => Err(format!("{seconds} seconds")),
        _ => Ok(entry),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNT: &str =
        r#"{"problem":"queens","n":8,"total":"92","engine":"halves","isa":"avx2","threads":2,"seconds":0.1}"#;

    #[test]
    fn objects_lists_and_lines_are_read() {
        for (text, counts) in [
            (COUNT.to_owned(), 1),
            (format!("[{COUNT},{COUNT}]\n"), 2),
            (format!("{COUNT}\n{COUNT}\n{COUNT}\n"), 3),
        ] {
            let (found, trouble) = entries(&text, "a.json");
            assert_eq!((found.len(), trouble), (counts, None));
            assert_eq!((found[0].file.as_str(), found[0].threads), ("a.json", Some(2)));
            assert!(matches!(&found[0].subject, Subject::Queens(queens) if queens.total == Some(Number(92))));
        }
    }

    #[test]
    fn what_makes_no_sense_is_left_out_and_said() {
        let changed = |from: &str, to: &str| COUNT.replace(from, to);
        for (text, reason) in [
            (String::new(), "empty"),
            ("{".to_owned(), "not JSON"),
            ("[1, null]".to_owned(), "no count"),
            (r#"{"name":"x"}"#.to_owned(), "no count"),
            (changed("\"total\"", "\"seconds_estimate\""), "no count"),
            (changed("queens", "chess"), "no sense"),
            (changed("\"92\"", "\"-92\""), "no sense"),
            (changed("\"92\"", "\"999999999999999999999999999999999999999999\""), "no sense"),
            (changed(":8", ":4000000000"), "N = 4000000000"),
            (changed(":8", ":0"), "N = 0"),
            (changed("0.1", "-1"), "-1 seconds"),
            (changed("0.1", "1e300"), "seconds"),
            ("[".repeat(100_000), "not JSON"),
        ] {
            let (found, trouble) = entries(&text, "a.json");
            assert!(found.is_empty(), "{text}");
            assert!(trouble.as_ref().is_some_and(|said| said.contains(reason)), "{reason}: {trouble:?}");
        }
        let (found, trouble) = entries(&format!("{COUNT}\n{{\"problem\""), "a.json");
        assert_eq!((found.len(), trouble.is_some()), (1, true), "what is whole is kept");
    }
}
