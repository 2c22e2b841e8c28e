//! The help of every command, and the man page.

use crate::common::{Start, command, vuelta};

/// The help as 80 columns show it.
fn help(path: &str) -> String {
    let ran = command(&format!("{path} --help")).env("COLUMNS", "80").ran().ends(0);
    assert_eq!(ran.err, "", "{path}");
    ran.out
}

/// The names of the commands that a help lists.
fn listed(help: &str) -> Vec<String> {
    let Some((_, list)) = help.split_once("Commands:\n") else { return vec![] };
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names =
        lines.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// Every command with its help, groups of commands and the program included.
pub fn commands() -> Vec<(String, String)> {
    let mut commands = vec![(String::new(), help(""))];
    let mut next = 0;
    while let Some((path, help_text)) = commands.get(next) {
        let below = listed(help_text).into_iter().map(|name| format!("{path} {name}").trim().to_owned());
        commands.extend(below.map(|path| (path.clone(), help(&path))).collect::<Vec<_>>());
        next += 1;
    }
    commands
}

#[test]
fn every_help_fits_and_ends_with_examples_and_exit_codes() {
    let commands = commands();
    assert!(commands.len() > 24, "{}", commands.len());
    for (path, help) in &commands {
        let first = help.lines().next().unwrap();
        assert!(first.starts_with(char::is_uppercase) && first.len() <= 80, "{path}: {first}");
        let long = help.lines().find(|line| line.chars().count() > 80);
        assert_eq!(long, None, "{path}");
        assert!(listed(help).iter().all(|name| name != "board-files"), "{path}");
        if listed(help).is_empty() || path.is_empty() {
            let examples = help.find("\nExamples:\n  vuelta ").unwrap_or_else(|| panic!("{path}: {help}"));
            assert!(help[examples..].contains("\nExit codes:"), "{path}: {help}");
        }
    }
}

#[test]
fn commands_offer_the_global_options_that_they_heed() {
    for (path, offered, not_offered) in [
        ("queens count", vec!["--threads", "--export", "--force", "--with-host"], vec![]),
        ("queens solve", vec!["--threads", "--export"], vec!["--force", "--with-host"]),
        ("senku trace", vec!["--json", "--time-limit"], vec!["--threads", "--export"]),
        ("senku boards", vec!["--json", "--quiet"], vec!["--export", "--time-limit"]),
        ("info", vec!["--json", "--with-host"], vec!["--export", "--quiet"]),
        ("man", vec![], vec!["--json", "--export", "--threads", "--color"]),
        ("queens", vec![], vec!["--json", "--export", "--threads", "--color"]),
    ] {
        let help = help(path);
        for (options, is_offered) in [(offered, true), (not_offered, false)] {
            for option in options {
                assert_eq!(help.contains(&format!(" {option}")), is_offered, "{path} {option}: {help}");
            }
        }
    }
}

#[test]
fn the_short_help_is_a_summary() {
    let (short, long) = (vuelta("queens count -h").out, help("queens count"));
    assert!(short.lines().count() < 50 && !short.contains("Examples:"), "{short}");
    for words in ["[possible values: auto, halves, bitmask, backtrack]", "-j, --json", "-r, --runs <NUM>"] {
        assert!(short.split_whitespace().collect::<Vec<_>>().join(" ").contains(words), "{words}: {short}");
    }
    assert!(long.contains("[default: auto]") && long.contains("- halves:"), "{long}");
}

#[test]
fn the_man_page_tells_each_thing_once() {
    let man = vuelta("man").out;
    let headings: Vec<_> = man.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
    let expected =
        ["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "\"GLOBAL OPTIONS\"", "\"BOARD FILES\""];
    assert_eq!(headings, [&expected[..], &["\"EXIT STATUS\"", "SIGNALS", "ENVIRONMENT", "VERSION"]].concat());
    for option in ["threads", "export", "with\\-host", "progress"] {
        assert_eq!(man.matches(&format!("\\fB\\-\\-{option}\\fR")).count(), 1, "{option}");
    }
    for (path, help) in commands().iter().filter(|(path, help)| !path.is_empty() && listed(help).is_empty()) {
        let usage = help.lines().find_map(|line| line.strip_prefix("Usage: ")).unwrap();
        assert!(man.replace("\\-", "-").contains(&format!(".SS \"{usage}")), "{path}: {usage}");
    }
}
