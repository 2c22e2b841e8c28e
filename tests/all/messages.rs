//! Commands, what each prints, and its exit code: `messages.txt` has the refusals, the other texts the answers.
//!
//! A case begins with its command behind `$`, without the name of the program; `NAME=VALUE` is for the environment.
//! `> NAME` puts its output into a file, `cat NAME` prints a file, and `same NAME NAME` ends with 1 if two files differ.
//! `sh LINE` is a line of the shell, on Unix alone. The input stands behind `<`, an exit code other than 0 behind `?`, what
//! is printed below, standard error behind `!`. A line `...` is any number of lines, `[..]` any part of a line, `{missing}`
//! the system's words for a file that does not exist. The input of `$|` is the output of the case above, and `$=` has to
//! print the same as it.

#[cfg(unix)]
use super::common::shell;
use super::common::{Ran, answered, command, folder};
use crate::schema;
use std::fs;
use std::path::Path;

#[derive(Default)]
struct Case<'a> {
    command: &'a str,
    input: String,
    code: i32,
    printed: String,
}

fn cases(text: &str) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = vec![];
    for line in text.lines().filter(|line| !line.starts_with("//")) {
        if let Some(command) = line.strip_prefix('$') {
            cases.push(Case { command, ..Case::default() });
            continue;
        }
        let case = cases.last_mut().unwrap();
        if let Some(code) = line.strip_prefix("? ") {
            case.code = code.parse().unwrap();
        } else if let Some(input) = line.strip_prefix('<') {
            case.input += &format!("{}\n", input.strip_prefix(' ').unwrap_or(input));
        } else {
            case.printed += &format!("{line}\n");
        }
    }
    cases
}

/// Runs the command of a case. Words in quotation marks may have spaces.
fn run(folder: &Path, line: &str, input: &str) -> Ran {
    if let Some(name) = line.strip_prefix("cat ") {
        let out = if name == "-" { input.to_owned() } else { fs::read_to_string(folder.join(name)).unwrap() };
        if name.ends_with(".json") {
            schema::parsed(&out);
        }
        return Ran { code: Some(0), out, err: String::new() };
    }
    if let Some(names) = line.strip_prefix("same ") {
        let mut files = names.split(' ').map(|name| fs::read(folder.join(name)).unwrap());
        let code = i32::from(files.next() != files.next());
        return Ran { code: Some(code), out: String::new(), err: String::new() };
    }
    #[cfg(unix)]
    if let Some(line) = line.strip_prefix("sh ") {
        return answered(shell(line).current_dir(folder), input);
    }
    let mut command = command("");
    for (number, part) in line.split('"').enumerate() {
        let words = if number % 2 == 0 { part.split_whitespace().collect() } else { vec![part] };
        for word in words {
            match word.split_once('=') {
                Some((name, value)) if name.ends_with(char::is_uppercase) => command.env(name, value),
                _ => command.arg(word),
            };
        }
    }
    answered(command.current_dir(folder), input)
}

/// Whether the line is as the pattern says, in which `[..]` is any text.
fn line_fits(line: &str, pattern: &str) -> bool {
    match pattern.split_once("[..]") {
        None => line == pattern,
        Some((start, rest)) => line.strip_prefix(start).is_some_and(|line| {
            line.char_indices().any(|(at, _)| line_fits(&line[at..], rest)) || line_fits("", rest)
        }),
    }
}

/// Likewise for lines, of which `...` is any number.
fn fits(lines: &[&str], patterns: &[&str]) -> bool {
    match patterns {
        [] => lines.is_empty(),
        ["...", rest @ ..] => (0..=lines.len()).any(|at| fits(&lines[at..], rest)),
        [first, rest @ ..] => {
            lines.split_first().is_some_and(|(line, below)| line_fits(line, first) && fits(below, rest))
        }
    }
}

/// Runs the cases of a text in a folder of their own.
fn check(name: &str, text: &str) {
    let folder = folder(&format!("cases-{name}"));
    fs::write(folder.join("bytes.txt"), b"\xff\xff").unwrap();
    let utf16 = "\u{feff}_♛__\r\n____\r\n____\r\n__×_\r\n".encode_utf16().flat_map(u16::to_le_bytes);
    fs::write(folder.join("utf16.txt"), utf16.collect::<Vec<_>>()).unwrap();
    fs::create_dir(folder.join("dir")).unwrap();
    let missing = fs::read(folder.join("missing.txt")).unwrap_err().to_string();
    let (mut out, mut printed) = (String::new(), String::new());
    let mut differences = vec![];
    for case in cases(&text.replace("{missing}", &missing)) {
        let (sign, line) = case.command.split_once(' ').unwrap();
        let (line, file) = match line.rsplit_once(" > ") {
            Some((line, file)) if !file.contains('"') => (line, Some(file)),
            _ => (line, None),
        };
        let ran = run(&folder, line, if sign.contains('|') { &out } else { &case.input });
        let expected = if sign.contains('=') { &printed } else { &case.printed };
        let said = ran.err.lines().map(|line| format!("! {line}\n"));
        let shown = if file.is_some() { "" } else { &ran.out };
        let found = said.fold(shown.to_owned(), |found, line| found + &line);
        let [lines, patterns] = [&found, expected].map(|text| text.trim_end().lines().collect::<Vec<_>>());
        if ran.code != Some(case.code) || !fits(&lines, &patterns) {
            differences.push(format!("{line}\n{:?}\n{found}not {}\n{expected}", ran.code, case.code));
        }
        out = ran.out;
        match file {
            Some(file) => fs::write(folder.join(file), &out).unwrap(),
            None => printed = found,
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn what_is_refused_says_why() {
    check("messages", include_str!("messages.txt"));
}

#[test]
fn queens_print_what_the_cases_say() {
    check("queens", include_str!("queens.txt"));
}

#[test]
fn senku_prints_what_the_cases_say() {
    check("senku", include_str!("senku.txt"));
}

#[test]
fn regions_print_what_the_cases_say() {
    check("regions", include_str!("regions.txt"));
}

#[cfg(unix)] // commands that are printed are quoted for its shells
#[test]
fn ledgers_are_as_the_cases_say() {
    check("ledgers", include_str!("ledgers.txt"));
}

#[cfg(unix)]
#[test]
fn files_are_written_as_the_cases_say() {
    check("outputs", include_str!("outputs.txt"));
}

#[cfg(target_os = "linux")]
#[test]
fn limits_of_the_system_are_told_as_the_cases_say() {
    check("linux", include_str!("linux.txt"));
}

#[cfg(target_os = "linux")] // bash and the programs of GNU
#[test]
fn scripts_do_what_the_cases_say() {
    check("scripts", include_str!("scripts.txt"));
}

#[test]
fn reports_are_as_the_cases_say() {
    check("report", include_str!("report.txt"));
}

#[test]
fn topics_of_the_help_are_as_the_cases_say() {
    check("help", include_str!("help.txt"));
}
