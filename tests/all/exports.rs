//! `--export`: the files of counts, and what they may replace.

use super::common::{folder, vuelta};
use crate::schema::parsed;
use serde_json::Value;
use std::fs;

/// The fields of a CSV file's only row.
pub fn row(path: &str) -> std::collections::HashMap<String, String> {
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<Vec<String>> =
        text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect();
    let [headings, row] = &lines[..] else { panic!("{text}") };
    assert_eq!(headings.len(), row.len(), "{text}");
    headings.iter().cloned().zip(row.iter().cloned()).collect()
}

/// The field of a result in JSON, as its column in a table says it.
fn in_a_column(value: &Value) -> String {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match value {
        Value::Null => String::new(),
        Value::Number(number) if number.is_f64() => format!("{:.6}", number.as_f64().unwrap()),
        Value::Array(items) => items.iter().map(in_a_column).collect::<Vec<_>>().join(" "),
        value => text(value),
    }
}

#[test]
fn a_finished_shard_is_not_a_complete_count_in_any_form() {
    let folder = folder("shards");
    let path = |name: &str| folder.join(name).display().to_string();
    for (count, whole) in [
        ("queens count 10 --shard 2/3", false),
        ("queens count 10 --shard 1/1", true),
        ("queens count 7x6 --queens 3 --shard 2/3", false),
        ("queens count 20 --engine bitmask --shard 2/3 --time-limit 200ms", false),
    ] {
        let [json, csv, md] = ["a.json", "a.csv", "a.md"].map(path);
        let ran = vuelta(&format!("{count} -q --force --export {json} --export {csv} --export {md}"));
        let finished = ran.code == Some(0);
        assert_eq!(ran.out.is_empty(), !finished, "{count}: {}", ran.out);
        assert_eq!(finished, !count.contains("--time-limit"), "{}", ran.err);
        let value = parsed(fs::read_to_string(&json).unwrap());
        if !whole && finished {
            let numbers = in_a_column(&value["partial"]).replace(' ', "\n");
            assert_eq!(
                ran.out.trim_end(),
                numbers,
                "{count}: a shard's numbers, for scripts that add them up"
            );
        }
        let columns = row(&csv);
        let table = fs::read_to_string(&md).unwrap();
        let cells = |line: &str| {
            line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
        };
        let headings = cells(table.lines().next().unwrap());
        let place = |name: &str| headings.iter().position(|heading| heading == name).unwrap();
        let last = cells(table.lines().last().unwrap());
        for field in ["status", "shard_finished", "partial", "engine", "seconds", "core_seconds"] {
            let said = in_a_column(value.get(field).unwrap_or(&Value::Null));
            assert_eq!((&columns[field], &last[place(field)]), (&said, &said), "{count}: {field}");
        }
        let status = if whole { "complete" } else { "partial" };
        assert_eq!((columns["status"].as_str(), columns["partial"].is_empty()), (status, whole), "{count}");
        let expected = if whole { String::new() } else { finished.to_string() };
        assert_eq!(columns["shard_finished"], expected, "{count}");
    }
}

#[test]
fn the_times_of_all_runs_are_in_every_form() {
    let folder = folder("times-of-runs");
    let path = |name: &str| folder.join(name).display().to_string();
    let (json, csv) = (path("a.json"), path("a.csv"));
    for count in ["queens count 9", "queens count 5x6"] {
        vuelta(&format!("{count} -q --runs 3 --export {json} --export {csv}")).ends(0);
        let value = parsed(fs::read_to_string(&json).unwrap());
        let (columns, runs) = (row(&csv), &value["runs"]);
        assert_eq!(columns["runs"], "3");
        for field in ["median", "minimum", "maximum", "spread"] {
            assert_eq!(columns[field], in_a_column(&runs[field]), "{count}: {field}");
        }
        assert_eq!(columns["run_seconds"], in_a_column(&runs["seconds"]), "{count}");
        assert_eq!(columns["run_seconds"].split(' ').count(), 3, "{count}");
    }
}

#[test]
fn a_range_that_is_stopped_exports_the_boards_before() {
    let path = folder("stopped-range").join("counts.json");
    let ran = vuelta(&format!("queens count 10-24 -q -t 1 --time-limit 1s --export {}", path.display()));
    assert_eq!((ran.code, ran.out.lines().next()), (Some(124), Some("724")), "{}", ran.err);
    let counts = parsed(std::fs::read(path).unwrap());
    assert_eq!((&counts[0]["total"], &counts[0]["status"]), (&"724".into(), &"complete".into()), "{counts}");
    let complete = counts.as_array().unwrap().iter().filter(|count| count["status"] == "complete").count();
    assert_eq!(complete, ran.out.lines().count(), "{}{counts}", ran.out);
}
