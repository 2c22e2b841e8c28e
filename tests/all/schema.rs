//! `doc/vuelta.schema.json`, which every record that a test sees has to satisfy, and `doc/JSON.md`, which describes it.

use crate::common::{ROOT, folder, run, vuelta};
use jsonschema::ValidatorMap;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

const PAGE: &str = include_str!("../../doc/JSON.md");
const TEXT: &str = include_str!("../../doc/vuelta.schema.json");

static SCHEMA: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(TEXT).unwrap());
static VALIDATORS: LazyLock<ValidatorMap> = LazyLock::new(|| jsonschema::validator_map_for(&SCHEMA).unwrap());

/// The kinds of records, as references.
fn kinds() -> impl Iterator<Item = &'static str> {
    SCHEMA["oneOf"].as_array().unwrap().iter().map(|kind| kind["$ref"].as_str().unwrap())
}

/// The kind of a record, or why it is none.
pub fn kind(record: &Value) -> Result<&'static str, String> {
    let fitting: Vec<_> = kinds().filter(|kind| VALIDATORS[*kind].is_valid(record)).collect();
    if let [kind] = fitting[..] {
        return Ok(kind);
    }
    let faults = |kind: &str| VALIDATORS[kind].iter_errors(record).map(|fault| fault.to_string()).collect();
    let nearest: Vec<String> = kinds().map(faults).min_by_key(Vec::len).unwrap();
    Err(format!("it fits {fitting:?}: {nearest:?}: {record}"))
}

/// Asserts that the schema allows the records among these lines.
#[track_caller]
pub fn allows_lines(text: &str) {
    for line in text.lines().filter(|line| line.starts_with(['{', '['])) {
        serde_json::from_str(line).iter().for_each(allows);
    }
}

/// Asserts that the schema allows a record, or each of a list.
#[track_caller]
fn allows(value: &Value) {
    match value {
        Value::Array(list) if list.iter().all(|item| item.is_object() || item.is_array()) => {
            list.iter().for_each(allows);
        }
        record => drop(kind(record).unwrap_or_else(|fault| panic!("{fault}"))),
    }
}

/// The value of a file of `--export`, or of a line of `--json`: a record that the schema allows, or a list of them.
#[track_caller]
pub fn parsed(text: impl AsRef<[u8]>) -> Value {
    let value = serde_json::from_slice(text.as_ref()).unwrap();
    allows(&value);
    value
}

#[test]
fn the_commands_print_every_kind_of_record_and_no_other() {
    let folder = folder("schema");
    let puzzle = vuelta("regions make 6 --seed 1").ends(0).out;
    std::fs::write(folder.join("puzzle.txt"), puzzle).unwrap();
    let commands = "queens count 8 --shard 1/2 --checkpoint half.ledger; merge half.ledger; queens count 4x5; \
        queens estimate 8; queens solve 8 --random; queens list 4; queens complete 5; queens trace 4; \
        senku count triangle15; senku winning triangle15; senku solve triangle15; senku boards; \
        senku list triangle15 -n 1; senku check triangle15 4-1 --hint; senku check triangle15 4-2; senku trace triangle15 --steps 9; \
        regions solve puzzle.txt; regions count puzzle.txt; regions grade puzzle.txt; regions hint puzzle.txt; \
        regions make 6; regions link puzzle.txt; verify --time-limit 100ms; bench --quick --time-limit 1s; \
        report . -o page.md; info --with-host";
    let mut seen = BTreeSet::new();
    for arguments in commands.split("; ").map(str::trim) {
        let words: Vec<_> = arguments.split(' ').chain(["--json"]).collect();
        let ran = run(&folder, &words);
        assert!(!ran.out.is_empty(), "{arguments}: {}", ran.err);
        seen.extend(ran.out.lines().map(|line| kind(&serde_json::from_str(line).unwrap()).unwrap()));
        if arguments.starts_with("queens count 4x5") {
            std::fs::write(folder.join("placements.json"), ran.out).unwrap();
        }
    }
    assert_eq!(seen, kinds().collect());
    for (path, help) in crate::help::commands() {
        let is_seen = || commands.split("; ").any(|known| known.trim().starts_with(&path));
        assert!(!help.contains("-j, --json") || is_seen(), "{path} --json");
    }
}

#[test]
fn the_schema_allows_no_other_fields_and_no_other_types() {
    assert!(jsonschema::meta::is_valid(&SCHEMA));
    let solution = json!({"n": 4, "queens": [1, 3, 0, 2]});
    assert_eq!(kind(&solution).unwrap(), "#/$defs/solution");
    for (field, value) in
        [("extra", json!(1)), ("n", json!("4")), ("seed", json!(null)), ("queens", json!("1"))]
    {
        let mut other = solution.clone();
        other[field] = value;
        assert!(kind(&other).is_err(), "{field}");
    }
    let count = vuelta("queens count 6 --json").ends(0).json();
    for (field, value) in [("total", json!(4)), ("isas", json!([])), ("status", json!("done"))] {
        let mut other = count.clone();
        other[field] = value;
        assert!(kind(&other).is_err(), "{field}");
    }
}

#[test]
fn the_schema_allows_the_measured_results() {
    let (mut allowed, mut older) = (0, 0);
    let results = Path::new(ROOT).join("results");
    for folder in std::fs::read_dir(results).unwrap() {
        // The crate's archive has no measurements.
        let Ok(text) = std::fs::read_to_string(folder.unwrap().path().join("records.jsonl")) else {
            continue;
        };
        for line in text.lines() {
            let mut record: Value = serde_json::from_str(line).unwrap();
            record.as_object_mut().unwrap().remove("file"); // added when they were packed
            // Estimates before version 0.1 had the field `samples` by another name too.
            if record.get("sampled").is_some() {
                older += 1;
            } else {
                allows(&record);
                allowed += 1;
            }
        }
    }
    assert!(older <= 5 && (allowed > 350 || allowed == 0), "{allowed} {older}");
}

#[test]
fn the_page_names_every_field_of_the_schema_and_no_other() {
    let sections = PAGE.split("\n### ").skip(1).map(|section| section.split_once('\n').unwrap());
    let named = sections.map(|(name, text)| {
        let fields = text.lines().filter_map(|line| line.strip_prefix("- `")?.split('`').next());
        (name, fields.collect())
    });
    let kinds = SCHEMA["$defs"].as_object().unwrap();
    let fields = |kind: &'static Value| kind["properties"].as_object().into_iter().flatten();
    let known =
        kinds.iter().map(|(name, kind)| (name.as_str(), fields(kind).map(|(key, _)| key.as_str()).collect()));
    let (named, known): (BTreeSet<(&str, BTreeSet<&str>)>, BTreeSet<_>) = (named.collect(), known.collect());
    assert_eq!(named, known);
    for (name, kind) in kinds {
        assert!(
            fields(kind).chain([(name, kind)]).all(|(_, about)| about["description"].is_string()),
            "{name}"
        );
    }
}

#[test]
fn the_page_is_a_topic_of_the_help() {
    for (arguments, text) in [("help json", PAGE), ("json", PAGE), ("help json --schema", TEXT)] {
        assert!(vuelta(arguments).ends(0).out == text, "{arguments}");
    }
    assert!(vuelta("help").ends(0).out.contains("vuelta help json"));
    assert!(PAGE.lines().all(|line| line.chars().count() <= 90), "the page fits a terminal");
}

/// The commands stand behind a `$`, with what they print.
#[cfg(unix)]
#[test]
fn the_commands_of_the_page_print_what_it_says() {
    use crate::common::{Start, shell};
    use std::process::Command;
    if Command::new("jq").arg("--version").output().is_err() {
        return; // the gate installs jq
    }
    let mut commands = 0;
    for block in PAGE.split("\n\n").filter(|block| block.starts_with("    $ ")) {
        let mut lines = block.trim_end().lines().map(|line| line.trim_start_matches("    "));
        let line = lines.next().unwrap().trim_start_matches("$ ");
        let printed = String::from_utf8(shell(line).ended().stdout).unwrap();
        assert_eq!(printed.lines().collect::<Vec<_>>(), lines.collect::<Vec<_>>(), "{line}");
        commands += 1;
    }
    assert!(commands > 8, "{commands}");
}
