//! Shared by the tasks: failures, arguments, the project's folder, the program, other programs, quantiles.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The end of a task: an exit code and a sentence.
#[derive(Debug)]
pub struct Failure {
    pub code: i32,
    pub text: String,
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        fail(error.to_string())
    }
}

/// A task that failed.
pub fn fail(text: impl Into<String>) -> Failure {
    Failure { code: 1, text: text.into() }
}

/// A task that cannot be begun: its arguments are wrong.
pub fn refuse(text: impl Into<String>) -> Failure {
    Failure { code: 2, text: text.into() }
}

/// Options with their values, and the other words.
pub type Words = (BTreeMap<String, String>, Vec<String>);

/// Divides arguments into options, each of which takes a value, and other words.
pub fn words(arguments: &[String], options: &[&str]) -> Result<Words, Failure> {
    let (mut given, mut others) = (BTreeMap::new(), vec![]);
    let mut rest = arguments.iter();
    while let Some(word) = rest.next() {
        if options.contains(&word.as_str()) {
            let value = rest.next().filter(|value| !value.is_empty());
            let value = value.ok_or_else(|| refuse(format!("'{word}' needs a value")))?;
            given.insert(word.clone(), value.clone());
        } else if word.starts_with('-') {
            return Err(refuse(format!("there is no option '{word}': --help lists them")));
        } else {
            others.push(word.clone());
        }
    }
    Ok((given, others))
}

/// Whether `--check` is the only argument; without arguments the files are written.
pub fn only_check(arguments: &[String]) -> Result<bool, Failure> {
    match arguments {
        [] => Ok(false),
        [word] if word == "--check" => Ok(true),
        _ => Err(refuse("the only option is --check")),
    }
}

/// A whole number from 1 to 9999.
pub fn number(text: &str, what: &str) -> Result<usize, Failure> {
    let number = text.parse().ok().filter(|number| (1..=9999).contains(number));
    number.ok_or_else(|| refuse(format!("'{text}' is not a number of {what} from 1 to 9999")))
}

/// A time such as 90s, 5m or 1h.
pub fn time(text: &str) -> Result<Duration, Failure> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let seconds = match &text[digits.len()..] {
        "s" => Some(1),
        "m" | "min" => Some(60),
        "h" => Some(3600),
        _ => None,
    };
    let number = digits.parse::<u64>().ok().filter(|number| (1..1_000_000).contains(number));
    let product = number.zip(seconds).map(|(number, seconds)| Duration::from_secs(number * seconds));
    product.ok_or_else(|| refuse(format!("'{text}' is not a time; examples are 90s, 5m and 1h")))
}

/// The project's folder.
pub fn root() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    folder.canonicalize().unwrap_or(folder)
}

/// Cargo, in the project's folder.
pub fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// The folder that cargo builds in.
pub fn target() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// The program that VUELTA names, or else this profile's, which is built.
pub fn program(profile: &str) -> Result<PathBuf, Failure> {
    if let Some(named) = std::env::var_os("VUELTA").filter(|name| !name.is_empty()) {
        let path = PathBuf::from(&named);
        // A name alone is looked up in PATH; another folder may be gone to before.
        return Ok(if path.components().count() > 1 { path.canonicalize()? } else { path });
    }
    let mut build = cargo();
    build.args(["build", "--quiet", "--locked", "--bin", "vuelta", "--profile", profile]);
    if !build.status()?.success() {
        return Err(fail("the program cannot be built"));
    }
    Ok(target().join(if profile == "release" { "release" } else { "debug" }).join("vuelta"))
}

/// Runs a program that has to succeed, and gives what it prints.
pub fn printed(command: &mut Command) -> Result<String, Failure> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| fail(format!("{name}: {error}")))?;
    if !output.status.success() {
        let arguments: Vec<_> = command.get_args().map(|word| word.to_string_lossy()).collect();
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(fail(format!("{name} {} failed: {}", arguments.join(" "), said.trim())));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}

/// The output of git, or nothing.
pub fn git(folder: &Path, arguments: &[&str]) -> String {
    printed(Command::new("git").arg("-C").arg(folder).args(arguments)).unwrap_or_default()
}

/// A run of a program: its time from start to end, its exit code, and what it says on standard error.
pub struct Ran {
    pub seconds: f64,
    pub code: i32,
    pub errors: String,
}

/// Runs a program once. Its standard output goes to a file, because a pipe would take part of the time.
pub fn timed(command: &mut Command, output: &Path) -> Result<Ran, Failure> {
    let name = command.get_program().to_string_lossy().into_owned();
    let mut errors = tempfile::tempfile()?;
    command.stdin(Stdio::null()).stdout(File::create(output)?).stderr(errors.try_clone()?);
    let start = Instant::now();
    let status = command.status().map_err(|error| fail(format!("{name}: {error}")))?;
    let seconds = start.elapsed().as_secs_f64();
    let mut said = vec![];
    errors.rewind()?;
    errors.read_to_end(&mut said)?;
    Ok(Ran { seconds, code: exit_code(status), errors: String::from_utf8_lossy(&said).into_owned() })
}

/// The exit code as a shell has it: 128 and the signal's number for a program that was killed.
fn exit_code(status: ExitStatus) -> i32 {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return 128 + signal;
    }
    status.code().unwrap_or(-1)
}

/// A program for tests, in the language of the shell.
#[cfg(all(test, unix))]
pub fn script(path: &Path, text: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, format!("#!/bin/sh\n{text}\n")).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path.to_owned()
}

/// The quantile of these numbers, between the two that are nearest in rank.
pub fn quantile(numbers: &[f64], share: f64) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = share * (sorted.len() - 1) as f64;
    let (low, high) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    low + at.fract() * (high - low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_between_the_nearest_in_rank() {
        assert_eq!(quantile(&[3.0, 1.0, 2.0], 0.5), 2.0);
        assert_eq!(quantile(&[4.0, 1.0], 0.25), 1.75);
        assert_eq!(quantile(&[7.0], 0.75), 7.0);
    }

    #[test]
    fn times_and_numbers_are_read_strictly() {
        assert_eq!(time("5m").unwrap(), Duration::from_secs(300));
        for wrong in ["5", "x", "", "0s", "-1s", "1.5h", "5ms", "9999999s"] {
            assert_eq!(time(wrong).unwrap_err().code, 2, "{wrong}");
        }
        for wrong in ["0", "x", "", "10000", "-1"] {
            assert_eq!(number(wrong, "pairs").unwrap_err().code, 2, "{wrong}");
        }
    }
}
