//! Results that are read back: the JSON that `--json` and `--export` write.
//!
//! Files come from anywhere, so nothing in them is trusted: a number that is none, a board of 4 billion rows or a
//! time before zero makes the result foreign, and agreement with published counts is looked up here and not read.

use super::{Made, QueensRecord, Run, SenkuRecord, Status, Subject};
use serde::Deserialize;
use serde_json::{Deserializer, Value};

/// Larger boards are counted by no engine.
const LARGEST_BOARD: u32 = crate::queens::LARGEST_BOARD;
/// Seconds, three thousand years: no count took longer.
pub const LONGEST: f64 = 1e11;
/// Seconds: no estimate is longer, as they end at N = 31.
const LONGEST_ESTIMATED: f64 = 1e15;

/// A count that was read, of either problem.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "problem", rename_all = "lowercase")]
pub enum Count {
    Queens(Box<QueensRecord>),
    Senku(Box<SenkuRecord>),
}

impl Count {
    /// How it was made.
    pub fn made(&self) -> &Made {
        match self {
            Count::Queens(queens) => &queens.made,
            Count::Senku(senku) => &senku.made,
        }
    }

    /// Where and when.
    pub fn run(&self) -> Option<&Run> {
        match self {
            Count::Queens(queens) => queens.environment.as_ref(),
            Count::Senku(senku) => senku.environment.as_ref(),
        }
    }

    /// What it counted.
    pub fn subject(&self) -> Subject {
        match self {
            Count::Queens(queens) => Subject::Queens(queens.subject.clone()),
            Count::Senku(senku) => Subject::Senku(senku.subject.clone()),
        }
    }
}

/// An estimate that was read: of a count that was not made.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(not(feature = "picture"), allow(dead_code))] // only the page shows all of it
pub struct Estimated {
    /// N.
    pub n: u32,
    #[serde(default)]
    fixed: Vec<[u32; 2]>,
    #[serde(default)]
    blocked: Vec<[u32; 2]>,
    /// Wall time of the count.
    pub seconds: f64,
    /// The ends of its 95 % interval.
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// How many subproblems were sampled.
    pub samples: u64,
    /// Whether smaller boards were sampled in place of this one.
    #[serde(default)]
    pub extrapolated: bool,
    pub threads: usize,
    /// Where the estimate was made.
    pub environment: Option<Run>,
}

/// The results in a file.
#[derive(Debug, Default)]
pub struct Found {
    pub counts: Vec<Count>,
    pub estimates: Vec<Estimated>,
    /// Why the rest of the file is left out.
    pub trouble: Option<String>,
}

/// The results in a file's text: an object, a list of them, or one after the other as `--json` prints a range.
pub fn found(text: &str) -> Found {
    let mut found = Found::default();
    for value in Deserializer::from_str(text).into_iter::<Value>() {
        match value {
            Ok(Value::Array(list)) => list.into_iter().for_each(|item| found.add(item)),
            Ok(value) => found.add(value),
            Err(error) => found.trouble = Some(format!("it is not JSON ({error})")),
        }
    }
    if found.counts.is_empty() && found.estimates.is_empty() && found.trouble.is_none() {
        found.trouble = Some("it is empty".to_owned());
    }
    found
}

impl Found {
    fn add(&mut self, value: Value) {
        let has = |field| value.get(field).is_some();
        // Benchmarks and puzzles have pages of their own, or none.
        if ["bench", "regions"].iter().any(|problem| value.get("problem") == Some(&Value::from(*problem))) {
            return;
        }
        let is_estimate = has("core_hours") && has("solutions_estimate");
        if !has("problem") || !(is_estimate || has("total") || has("games")) {
            self.trouble
                .get_or_insert_with(|| "it holds something that is not a result of vuelta".to_owned());
            return;
        }
        let read = if is_estimate { self.add_estimate(value) } else { self.add_count(value) };
        if let Err(error) = read {
            self.trouble = Some(format!("it holds a result that makes no sense ({error})"));
        }
    }

    fn add_count(&mut self, value: Value) -> Result<(), String> {
        let count = serde_json::from_value::<Count>(value).map_err(|error| error.to_string())?;
        self.counts.push(checked(count)?);
        Ok(())
    }

    /// Adds the estimate of a whole board; estimates with conditions are left out.
    fn add_estimate(&mut self, value: Value) -> Result<(), String> {
        let estimate = serde_json::from_value::<Estimated>(value).map_err(|error| error.to_string())?;
        if !(1..=LARGEST_BOARD).contains(&estimate.n) {
            return Err(format!("N = {}", estimate.n));
        }
        let times = [Some(estimate.seconds), estimate.low, estimate.high].into_iter().flatten();
        if let Some(seconds) = times.into_iter().find(|seconds| !(0.0..=LONGEST_ESTIMATED).contains(seconds))
        {
            return Err(format!("{seconds} seconds"));
        }
        if estimate.fixed.is_empty() && estimate.blocked.is_empty() {
            self.estimates.push(estimate);
        }
        Ok(())
    }
}

/// The count, if its numbers can be.
fn checked(mut count: Count) -> Result<Count, String> {
    let (older, share) = (older(count.run()), count.run().and_then(|run| run.processor_share));
    let (made, whole) = match &mut count {
        Count::Queens(queens) if !(1..=LARGEST_BOARD).contains(&queens.subject.n) => {
            return Err(format!("N = {}", queens.subject.n));
        }
        Count::Queens(queens) => (&mut queens.made, queens.numbers.total.is_some()),
        Count::Senku(senku) => (&mut senku.made, senku.numbers.games.is_some()),
    };
    for seconds in [made.seconds, made.core_seconds].into_iter().flatten() {
        if !(0.0..=LONGEST).contains(&seconds) {
            return Err(format!("{seconds} seconds"));
        }
    }
    if let Some(share) = share.filter(|share| !(0.0..=1.0).contains(share)) {
        return Err(format!("a share of {share}"));
    }
    if made.status.is_none() && whole {
        made.status = Some(older);
    }
    Ok(count)
}

/// The status of a count by an older version, which did not write it. Merged ledgers had the time of all workers, and
/// counts with a ledger may have gone on from it: neither says how long the count takes.
fn older(run: Option<&Run>) -> Status {
    let words = run.map(|run| &run.command[..]).unwrap_or_default();
    if words.get(1).is_some_and(|verb| verb == "merge") {
        Status::Merged
    } else if words.iter().any(|word| word.starts_with("--checkpoint")) {
        Status::Resumed
    } else {
        Status::Complete
    }
}

#[cfg(test)]
mod tests {
    use super::super::Number;
    use super::*;

    const COUNT: &str =
        r#"{"problem":"queens","n":8,"total":"92","engine":"halves","isa":"avx2","threads":2,"seconds":0.1}"#;

    #[test]
    fn objects_lists_and_lines_are_read() {
        for (text, number) in [
            (COUNT.to_owned(), 1),
            (format!("[{COUNT},{COUNT}]\n"), 2),
            (format!("{COUNT}\n{COUNT}\n{COUNT}\n"), 3),
        ] {
            let Found { counts, trouble, .. } = found(&text);
            assert_eq!((counts.len(), trouble), (number, None));
            let Count::Queens(queens) = &counts[0] else { panic!("{text}") };
            assert_eq!(
                (queens.numbers.total, queens.made.status),
                (Some(Number(92)), Some(Status::Complete))
            );
        }
    }

    #[test]
    fn older_results_are_timed_where_one_process_made_them() {
        for (command, status) in [
            (r#"["vuelta","queens","count","8"]"#, Status::Complete),
            (r#"["vuelta","queens","count","8","--checkpoint=a"]"#, Status::Resumed),
            (r#"["vuelta","merge","a","b"]"#, Status::Merged),
        ] {
            let run = format!(r#","environment":{{"command":{command}}}}}"#);
            let counts = found(&COUNT.replace('}', &run)).counts;
            assert_eq!(counts[0].made().status, Some(status), "{command}");
            assert_eq!(counts[0].made().at_once(), status == Status::Complete);
        }
    }

    #[test]
    fn what_makes_no_sense_is_left_out_and_said() {
        let changed = |from: &str, to: &str| COUNT.replace(from, to);
        for (text, reason) in [
            (String::new(), "empty"),
            ("{".to_owned(), "not JSON"),
            ("[1, null]".to_owned(), "not a result"),
            (r#"{"name":"x"}"#.to_owned(), "not a result"),
            (changed("\"total\"", "\"seconds_estimate\""), "not a result"),
            (changed("queens", "chess"), "no sense"),
            (changed("\"92\"", "\"-92\""), "no sense"),
            (changed("\"92\"", "\"999999999999999999999999999999999999999999\""), "no sense"),
            (changed(":8", ":4000000000"), "N = 4000000000"),
            (changed(":8", ":0"), "N = 0"),
            (changed("0.1", "-1"), "-1 seconds"),
            (changed("0.1", "1e300"), "seconds"),
            (changed("0.1", r#"0.1,"environment":{"processor_share":2}"#), "a share of 2"),
            ("[".repeat(100_000), "not JSON"),
        ] {
            let Found { counts, estimates, trouble } = found(&text);
            assert!(counts.is_empty() && estimates.is_empty(), "{text}");
            assert!(trouble.as_ref().is_some_and(|said| said.contains(reason)), "{reason}: {trouble:?}");
        }
        let Found { counts, trouble, .. } = found(&format!("{COUNT}\n{{\"problem\""));
        assert_eq!((counts.len(), trouble.is_some()), (1, true), "whole results are kept");
        let estimate = r#"{"problem":"queens","n":27,"seconds":9,"low":8,"high":10,"core_hours":1,"solutions_estimate":"1","samples":3,"threads":2}"#;
        let Found { counts, estimates, trouble } = found(&format!("{estimate}\n{COUNT}"));
        assert_eq!((counts.len(), estimates[0].samples, trouble), (1, 3, None));
        for (from, to) in [(":27", ":99"), (":9,", ":-9,"), (":10,", ":1e300,"), (":3,", ":\"3\",")] {
            let Found { estimates, trouble, .. } = found(&estimate.replacen(from, to, 1));
            assert!(estimates.is_empty() && trouble.is_some_and(|said| said.contains("no sense")), "{to}");
        }
    }
}
