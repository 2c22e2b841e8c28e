//! The sources as they are beside an earlier commit.

use crate::rounds::{self, Program, Rounds};
use crate::tool::{self, Result};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds an earlier commit and the sources as they are, both in release, and runs the two alternated.
///
/// The table has the times of whole processes in seconds, and the median of the per-pair ratios present / previous with
/// their interquartile range: a range that holds 1 shows no difference. Both must print the same, lists too (exit code 3).
/// PREVIOUS and VUELTA name programs that are built already.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    rounds: rounds::Options,
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

pub fn bench_vs_previous(options: Options, out: &mut dyn Write) -> Result<i32> {
    let rounds = Rounds::new(options.rounds, out)?;
    let previous = match tool::named_by("PREVIOUS")? {
        Some(program) => program,
        None => built(&options.commit, &rounds.scratch.path().join("sources"))?,
    };
    // A copy, which no build changes meanwhile.
    let present = rounds.scratch.path().join("present");
    fs::copy(tool::program("release")?, &present)?;
    let usual = USUAL.map(|words| words.split(' ').map(str::to_owned).collect());
    let commands = if options.command.is_empty() { usual.to_vec() } else { vec![options.command] };
    compared(rounds, &commands, [&previous, &present])
}

fn compared(
    mut rounds: Rounds<'_>,
    commands: &[Vec<String>],
    [previous, present]: [&Path; 2],
) -> Result<i32> {
    for command in commands {
        let program = |name, path: &Path| {
            let words = [&[path.display().to_string()], &command[..], &["--quiet".to_owned()]].concat();
            Program::new(name, words, tool::root(), "(?s)^(.*)$")
        };
        rounds.measure(
            &command.join(" "),
            &mut [program("previous", previous)?, program("present", present)?],
        )?;
    }
    Ok(rounds.code())
}

/// Builds an earlier commit's program, in a target folder of its own: neither build makes the other's anew.
fn built(commit: &str, sources: &Path) -> Result<PathBuf> {
    let (root, target) = (tool::root(), tool::target().join("previous"));
    let id = tool::git(&root, &["rev-parse", "--verify", "--quiet", &format!("{commit}^{{commit}}")]);
    if id.is_empty() {
        return Err(format!("'{commit}' is not a commit of this repository").into());
    }
    eprintln!("building {}", tool::git(&root, &["log", "-1", "--format=%h %s", &id]));
    tool::printed(
        Command::new("git").args(["clone", "--quiet", "--shared", "--no-checkout"]).arg(&root).arg(sources),
    )?;
    tool::printed(Command::new("git").arg("-C").arg(sources).args(["checkout", "--quiet", &id]))?;
    let mut build = tool::cargo();
    build.args(["build", "--release", "--locked", "--quiet"]).current_dir(sources);
    tool::printed(build.env("CARGO_TARGET_DIR", &target))?;
    Ok(target.join("release/vuelta"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn different_answers_and_unknown_commits_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        let script = |name, text| tool::script(&folder.path().join(name), text);
        let programs = [script("previous", "echo 93"), script("present", "echo 92")];
        let (command, mut out) = (["queens", "count", "8"].map(str::to_owned).to_vec(), vec![]);
        let options = rounds::Options { pairs: 1, limit: Duration::from_secs(60) };
        let rounds = Rounds::new(options, &mut out).unwrap();
        assert_eq!(compared(rounds, &[command], [&programs[0], &programs[1]]).unwrap(), 3);
        assert!(
            String::from_utf8(out).unwrap().contains("queens count 8           present    wrong answer (92")
        );
        assert!(built("no-such-commit", folder.path()).is_err());
    }
}
