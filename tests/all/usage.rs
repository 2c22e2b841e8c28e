//! Wrong usage, help, and what the program says about itself.

#[cfg(target_os = "linux")]
use super::common::{Ran, Start, command};
use super::common::{json, refusal, vuelta};
use serde_json::Value;
#[cfg(target_os = "linux")]
use std::fs;

#[test]
fn sizes_that_make_no_sense_are_refused() {
    for size in ["0", "-1", "65", "9-8", "1-65", "x", "8-", "1.5", "8:2", "8-9:0"] {
        refusal(&format!("queens count {size}"), 2);
    }
}

#[test]
fn a_file_that_is_not_there_is_wrong_usage_wherever_it_is_named() {
    for arguments in [
        "queens count --board no/such/file.txt",
        "queens complete --board no/such/file.txt",
        "senku count no/such/file.txt",
        "senku count --goal no/such/file.txt",
        "senku solve no/such/file.txt",
        "senku check no/such/file.txt",
        "senku check english no/such/file.txt",
        "merge no/such/file.txt",
    ] {
        assert!(refusal(arguments, 2).contains("no/such/file.txt"), "{arguments}");
    }
}

#[test]
fn what_was_meant_is_suggested() {
    for (arguments, meant) in [
        ("queens 16", "did you mean 'vuelta queens count 16'?"),
        ("queens 16x16", "did you mean 'vuelta queens count 16'?"),
        ("queens 8-12", "did you mean 'vuelta queens count 8-12'?"),
        ("16", "did you mean 'vuelta queens count 16'?"),
        ("queens cnt 8", "did you mean 'count'?"),
        ("queens count 8 --jsn", "did you mean '--json'?"),
        ("queens count 8 --engine halvs", "did you mean 'halves'?"),
        ("queens list 8 --format boord", "did you mean 'board'?"),
        ("queens count 8 --color alway", "did you mean 'always'?"),
    ] {
        let sentence = refusal(arguments, 2);
        assert!(sentence.contains(meant), "{arguments}: {sentence}");
    }
}

#[test]
fn long_words_are_cut_in_messages() {
    let digits = "9".repeat(100_000);
    for arguments in [
        format!("queens count {digits}"),
        format!("queens count 8-{digits}"),
        format!("queens solve {digits}"),
        format!("queens {digits}"),
        format!("queens count 8 --fixed {digits}"),
        format!("queens count 8 --time-limit {digits}"),
        format!("queens count 8 -t {digits}"),
        format!("senku count {digits}"),
        format!("senku check {digits}"),
        format!("senku count --start {digits}"),
    ] {
        let sentence = refusal(&arguments, 2);
        assert!(sentence.len() < 600, "{}: {}", &arguments[..30], sentence.len());
    }
}

#[test]
fn options_that_a_command_does_not_heed_are_refused() {
    for arguments in ["board-files --json", "man --json", "completions bash --json"] {
        assert!(refusal(arguments, 2).contains("--json"), "{arguments}");
    }
    for format in ["board", "rows", "csv"] {
        assert!(refusal(&format!("queens list 5 --json --format {format}"), 2).contains("--format"));
    }
    assert_eq!(vuelta("queens list 5 --json --format json").out, vuelta("queens list 5 --json").out);
    let boards = vuelta("senku boards --json").out;
    let names = boards.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["board"].clone());
    assert_eq!(names.count(), 13);
}

#[test]
fn the_program_tells_about_itself() {
    assert!(vuelta("info").out.contains(env!("CARGO_PKG_VERSION")));
    assert!(json("info")["processors"].as_u64().unwrap() > 0);
    for shell in ["bash", "zsh", "fish"] {
        assert!(vuelta(&format!("completions {shell}")).out.contains("vuelta"));
    }
    assert_eq!(vuelta("--version").out.trim(), format!("vuelta {}", env!("CARGO_PKG_VERSION")));
}

#[test]
fn each_option_has_its_own_help() {
    let help = vuelta("queens count --help").out;
    let (_, color) = help.split_once("--color <WHEN>").unwrap();
    let color = &color[..color.find("--time-limit").unwrap()];
    assert!(
        color.contains("NO_COLOR") && color.contains("[possible values: auto, always, never]"),
        "{color}"
    );
    assert!(!color.contains("Global") && !color.contains("progress"), "{color}");
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    for arguments in ["--help", "queens count -h", "--version", "help"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let ran = Ran::from(command(arguments).stdout(full).ended());
        assert_eq!(ran.code, Some(1), "{arguments}");
        assert!(ran.err.starts_with("error: the result could not be written"), "{}", ran.err);
    }
}
