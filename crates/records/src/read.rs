//! Results that are read back: the JSON that `--json` and `--export` write.
//!
//! Files come from anywhere, so nothing in them is trusted: a number that is none, a board of 4 billion rows or a
//! time before zero makes the result foreign, and agreement with published counts is looked up here and not read.

use super::Record;
use serde::de::Error as _;
use serde_json::{Deserializer, Error, Value};

/// Seconds, three thousand years: no count took longer.
const LONGEST: f64 = 1e11;

/// The results in a file.
#[derive(Debug, Default)]
pub struct Found {
    pub records: Vec<Record>,
    /// Why the rest of the file is left out.
    pub trouble: Option<String>,
}

/// The results in a file's text: an object, a list of them, or one after the other as `--json` prints a range.
pub fn found(text: &str) -> Found {
    let (mut found, mut items) = (Found::default(), vec![]);
    for value in Deserializer::from_str(text).into_iter::<Value>() {
        match value {
            Ok(Value::Array(list)) => items.extend(list),
            Ok(value) => items.push(value),
            Err(error) => found.trouble = Some(format!("it is not JSON ({error})")),
        }
    }
    if items.is_empty() {
        found.trouble.get_or_insert_with(|| "it is empty".to_owned());
    }
    items.into_iter().for_each(|item| found.add(item));
    found
}

impl Found {
    fn add(&mut self, value: Value) {
        let has = |field| value.get(field).is_some();
        // Benchmarks, puzzles and estimates are no counts.
        let is_other = ["bench", "regions"].iter().any(|problem| value["problem"] == **problem);
        if is_other || has("problem") && has("core_hours") && has("solutions_estimate") {
            return;
        }
        if !has("problem") || !has("engine") || !has("status") {
            self.trouble
                .get_or_insert_with(|| "it holds something that is not a result of vuelta".to_owned());
            return;
        }
        if let Err(error) = self.add_count(value) {
            self.trouble = Some(format!("it holds a result that makes no sense ({error})"));
        }
    }

    fn add_count(&mut self, value: Value) -> serde_json::Result<()> {
        let record = Record::read(value)?;
        let mut times = [record.made.seconds, record.made.core_seconds].into_iter().flatten();
        if let Some(seconds) = times.find(|seconds| !(0.0..=LONGEST).contains(seconds)) {
            return Err(Error::custom(format!("{seconds} seconds")));
        }
        let share = record.environment.as_ref().and_then(|run| run.processor_share);
        if let Some(share) = share.filter(|share| !(0.0..=1.0).contains(share)) {
            return Err(Error::custom(format!("a share of {share}")));
        }
        self.records.push(record);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Status;
    use super::*;

    const COUNT: &str = r#"{"problem":"queens","n":8,"total":"92","status":"complete","engine":"halves","isa":"avx2","threads":2,"seconds":0.1}"#;

    #[test]
    fn objects_lists_and_lines_are_read() {
        for (text, number) in [
            (COUNT.to_owned(), 1),
            (format!("[{COUNT},{COUNT}]\n"), 2),
            (format!("{COUNT}\n{COUNT}\n{COUNT}\n"), 3),
        ] {
            let Found { records, trouble } = found(&text);
            assert_eq!((records.len(), trouble), (number, None));
            let status = records[0].made.status;
            assert_eq!((records[0].problem, records[0].number("total")), ("queens", Some(92)));
            assert_eq!((status, records[0].agrees), (Status::Complete, Some(true)));
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
            (changed("\"engine\"", "\"machine\""), "not a result"),
            (changed("queens", "chess"), "no sense"),
            (changed("\"92\"", "\"-92\""), "no sense"),
            (changed("\"92\"", "\"999999999999999999999999999999999999999999\""), "no sense"),
            (changed(":8", ":4000000000"), "N = 4000000000"),
            (changed(":8", ":65"), "N = 65"),
            (changed("0.1", "-1"), "-1 seconds"),
            (changed("0.1", "1e300"), "seconds"),
            (changed("0.1", r#"0.1,"environment":{"processor_share":2}"#), "a share of 2"),
            ("[".repeat(100_000), "not JSON"),
        ] {
            let Found { records, trouble } = found(&text);
            assert!(records.is_empty(), "{text}");
            assert!(trouble.as_ref().is_some_and(|said| said.contains(reason)), "{reason}: {trouble:?}");
        }
        let Found { records, trouble } = found(r#"{"problem":"bench"}"#);
        assert_eq!((records.len(), trouble), (0, None), "benchmarks are left out on purpose");
        let Found { records, trouble } = found(&format!("{COUNT}\n{{\"problem\""));
        assert_eq!((records.len(), trouble.is_some()), (1, true), "whole results are kept");
        let estimate = r#"{"problem":"queens","n":27,"seconds":9,"core_hours":1,"solutions_estimate":"1"}"#;
        let Found { records, trouble } = found(&format!("{estimate}\n{COUNT}"));
        assert_eq!((records.len(), trouble), (1, None), "estimates are left out on purpose");
    }
}
