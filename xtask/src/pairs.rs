//! The sources as they are beside an earlier commit.

use crate::rounds::{HEADING, Program, Rounds};
use crate::tool::{self, Failure, refuse};
use regex::Regex;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Builds an earlier commit and the sources as they are, both in release, and runs the two alternated.
///
/// The table has the times of whole processes in seconds, and the median of the per-pair ratios present / previous with
/// their interquartile range: a range that holds 1 shows no difference. Both must print the same, lists too (exit code 3).
/// PREVIOUS and VUELTA name programs that are built already.
#[derive(clap::Args)]
pub struct Options {
    /// Timed runs of each program per command
    #[arg(long, default_value_t = 11, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// Most time for the timed runs of one program per command; at least one is made
    #[arg(long, default_value = "1m", value_name = "DURATION", value_parser = humantime::parse_duration)]
    limit: Duration,
    /// The earlier commit, whose dependencies are kept in target/previous
    #[arg(default_value = "HEAD~1")]
    commit: String,
    /// One command instead of the usual ones; it gets --quiet
    #[arg(last = true, value_name = "ARGUMENTS OF vuelta")]
    command: Vec<String>,
}

const USUAL: [&str; 9] = [
    "queens count 8",
    "queens count 16",
    "queens count 17",
    "queens count 18",
    "queens count 18 --isa portable",
    "queens count 20",
    "queens list 14",
    "senku count english",
    "senku count european",
];

pub fn bench_vs_previous(options: Options, out: &mut dyn Write) -> Result<i32, Failure> {
    let scratch = tempfile::tempdir()?;
    let previous = match tool::named_by("PREVIOUS")? {
        Some(program) => program,
        None => built(&options.commit, scratch.path())?,
    };
    // A copy, which no build changes meanwhile.
    let present = scratch.path().join("present");
    fs::copy(tool::program("release")?, &present)?;
    compared(&options, [&previous, &present], scratch.path(), out)
}

fn compared(
    options: &Options,
    programs: [&Path; 2],
    scratch: &Path,
    out: &mut dyn Write,
) -> Result<i32, Failure> {
    let usual = || USUAL.iter().map(|words| words.split(' ').map(str::to_owned).collect());
    let commands: Vec<Vec<String>> =
        if options.command.is_empty() { usual().collect() } else { vec![options.command.clone()] };
    let rounds = Rounds { most: options.pairs as usize, limit: options.limit, scratch: scratch.to_owned() };
    let (mut code, all) = (0, Regex::new("(?s)^(.*)$")?);
    writeln!(out, "{HEADING}")?;
    for command in &commands {
        let program = |name: &str, path: &Path| {
            let words = [path.display().to_string()].into_iter().chain(command.iter().cloned());
            Program {
                name: name.to_owned(),
                words: words.chain(["--quiet".to_owned()]).collect(),
                environment: vec![],
                folder: tool::root(),
                pattern: all.clone(),
                trouble: None,
                answer: None,
                times: vec![],
            }
        };
        let mut pair = [program("previous", programs[0]), program("present", programs[1])];
        rounds.measure(&mut pair)?;
        for program in &pair {
            writeln!(out, "{}", program.line(&command.join(" "), &pair[0]))?;
            code = code.max(program.trouble.as_ref().map_or(0, |(code, _)| *code));
        }
    }
    Ok(code)
}

/// Builds an earlier commit's program, in a target folder of its own: neither build makes the other's anew.
fn built(commit: &str, folder: &Path) -> Result<PathBuf, Failure> {
    let (root, target) = (tool::root(), tool::target().join("previous"));
    let id = tool::git(&root, &["rev-parse", "--verify", "--quiet", &format!("{commit}^{{commit}}")]);
    if id.is_empty() {
        return Err(refuse(format!("'{commit}' is not a commit of this repository")));
    }
    eprintln!("building {}", tool::git(&root, &["log", "-1", "--format=%h %s", &id]));
    let sources = folder.join("sources");
    let worktree =
        |words: &[&str]| tool::printed(Command::new("git").arg("-C").arg(&root).arg("worktree").args(words));
    let path = sources.to_string_lossy();
    worktree(&["add", "--quiet", "--detach", &path, &id])?;
    let mut build = tool::cargo();
    build.args(["build", "--release", "--locked", "--quiet"]).current_dir(&sources);
    let made = tool::printed(build.env("CARGO_TARGET_DIR", &target));
    worktree(&["remove", "--force", &path])?;
    made?;
    let program = folder.join("earlier");
    fs::copy(target.join("release/vuelta"), &program)?;
    Ok(program)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_shows_which_is_faster_and_different_answers_are_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let run = |previous: &str, present: &str| {
            let script = |name, text| tool::script(&folder.path().join(name), text);
            let programs = [script("a", previous), script("b", present)];
            let command = vec!["queens".to_owned(), "count".to_owned(), "8".to_owned()];
            let options =
                Options { pairs: 3, limit: Duration::from_secs(60), commit: String::new(), command };
            let mut out = vec![];
            let code = compared(&options, [&programs[0], &programs[1]], folder.path(), &mut out).unwrap();
            (code, String::from_utf8(out).unwrap())
        };
        let (code, table) = run("sleep 0.2; echo 92", "echo 92");
        let row: Vec<&str> = table.lines().nth(2).unwrap().split_whitespace().collect();
        assert_eq!((code, &row[..4], row[7]), (0, &["queens", "count", "8", "present"][..], "3"), "{table}");
        assert!(row[8].parse::<f64>().unwrap() < 0.9, "{table}");
        assert_eq!(run("echo 93", "echo 92").0, 3);
        let (code, table) = run("echo no such board >&2; exit 2", "echo 92");
        assert!(
            code == 1 && table.contains("exit code 2") && table.contains("nothing to compare"),
            "{table}"
        );
        assert_eq!(built("no-such-commit", folder.path()).unwrap_err().code, 2);
    }
}
