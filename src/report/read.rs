//! What results say when they are read back: the JSON that `--json` and `--export` write.
//!
//! Files come from anywhere, so nothing in them is trusted: a number that is none, a board of 4 billion rows or a
//! time before zero makes the result foreign, and agreement with published counts is looked up here and not read.

use super::{Made, QueensRecord, Run, SenkuRecord, Status, Subject};
use serde::Deserialize;
use serde_json::{Deserializer, Value};

/// Larger boards are counted by no engine.
const LARGEST_BOARD: u32 = crate::queens::LARGEST_BOARD;
/// More was not measured: three thousand years.
pub const LONGEST: f64 = 1e11;

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

/// The counts in a file's text: an object, a list of them, or one after the other as `--json` prints a range.
/// The second part says what is wrong with the rest, if something is.
pub fn counts(text: &str) -> (Vec<Count>, Option<String>) {
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
    (found, trouble)
}

fn add(value: Value, found: &mut Vec<Count>, trouble: &mut Option<String>) {
    // Estimates name their problem too.
    if value.get("problem").is_none() || (value.get("total").is_none() && value.get("games").is_none()) {
        trouble.get_or_insert_with(|| "it holds something that is no count of vuelta".to_owned());
        return;
    }
    match serde_json::from_value::<Count>(value).map_err(|error| error.to_string()).and_then(checked) {
        Ok(count) => found.push(count),
        Err(error) => *trouble = Some(format!("it holds a count that makes no sense ({error})")),
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
            let (found, trouble) = counts(&text);
            assert_eq!((found.len(), trouble), (number, None));
            let Count::Queens(queens) = &found[0] else { panic!("{text}") };
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
            let (found, _) = counts(&COUNT.replace('}', &run));
            assert_eq!(found[0].made().status, Some(status), "{command}");
            assert_eq!(found[0].made().at_once(), status == Status::Complete);
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
            (changed("0.1", r#"0.1,"environment":{"processor_share":2}"#), "a share of 2"),
            ("[".repeat(100_000), "not JSON"),
        ] {
            let (found, trouble) = counts(&text);
            assert!(found.is_empty(), "{text}");
            assert!(trouble.as_ref().is_some_and(|said| said.contains(reason)), "{reason}: {trouble:?}");
        }
        let (found, trouble) = counts(&format!("{COUNT}\n{{\"problem\""));
        assert_eq!((found.len(), trouble.is_some()), (1, true), "what is whole is kept");
    }
}
