//! The sources as they are beside an earlier commit: pairs of runs A B, B A, A B, ..., so that what the machine does beside
//! them, and how warm it is, meets both alike.

use crate::tool::{self, Failure, fail, quantile, refuse};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

pub const HELP: &str = "\
Usage: cargo xtask bench-vs-previous [--pairs K] [COMMIT] [-- ARGUMENTS OF vuelta]

Builds COMMIT [default: HEAD~1] and the sources as they are, both in release, and runs the two alternated. Each command
gets one run of each that is not timed, then K pairs [default: 11; 3 at most where one of these took more than 5 s]. Without
ARGUMENTS the commands are N-queens from 8 to 20 on all threads, 18 in plain code, the list of 14, and Senku on 33 and 37
holes; given ones get --quiet. Whatever the two print, lists too, must be the same (exit code 3), so that commands that
print times cannot be compared.

The table has the median time of each in seconds (start of the process included), the median of the per-pair ratios
present / previous, and their interquartile range: 1 in that range says that no difference was seen. PREVIOUS and VUELTA
name programs that are built already. COMMIT's dependencies are kept in target/previous.";

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

pub fn bench_vs_previous(arguments: &[String]) -> Result<i32, Failure> {
    let task = Task::of(arguments)?;
    let folder = tempfile::tempdir()?;
    let previous = match std::env::var_os("PREVIOUS").filter(|name| !name.is_empty()) {
        Some(program) => PathBuf::from(program),
        None => built(&task.commit, folder.path())?,
    };
    // A copy, which no build changes meanwhile.
    let present = folder.path().join("present");
    fs::copy(tool::program("release")?, &present)?;
    task.run(&previous, &present, folder.path(), &mut std::io::stdout())
}

/// The choices that the arguments make.
struct Task {
    pairs: usize,
    commit: String,
    commands: Vec<Vec<String>>,
}

impl Task {
    fn of(arguments: &[String]) -> Result<Self, Failure> {
        let (own, given) = match arguments.iter().position(|word| word == "--") {
            Some(at) => (&arguments[..at], Some(&arguments[at + 1..])),
            None => (arguments, None),
        };
        let (options, commits) = tool::words(own, &["--pairs"])?;
        let pairs = options.get("--pairs").map_or(Ok(11), |pairs| tool::number(pairs, "pairs"))?;
        let commit = match &commits[..] {
            [] => "HEAD~1".to_owned(),
            [commit] => commit.clone(),
            _ => return Err(refuse("more than one commit is given")),
        };
        let commands = match given {
            None => USUAL.iter().map(|words| words.split(' ').map(str::to_owned).collect()).collect(),
            Some([]) => return Err(refuse("behind -- there are no arguments of vuelta")),
            Some(words) if words.iter().any(|word| word == "--json") => {
                return Err(refuse("--json prints times, which differ in each run"));
            }
            Some(words) => vec![words.to_vec()],
        };
        Ok(Task { pairs, commit, commands })
    }

    fn run(
        &self,
        previous: &Path,
        present: &Path,
        folder: &Path,
        out: &mut dyn Write,
    ) -> Result<i32, Failure> {
        let programs = [("previous", previous), ("present", present)];
        writeln!(
            out,
            "{:<34} {:>9} {:>9} {:>8}   {:<14} {:>5}",
            "medians, seconds", "previous", "present", "ratio", "quartiles", "pairs"
        )?;
        for words in &self.commands {
            let first = both(programs, words, folder, false)?;
            let pairs =
                if first.iter().any(|&seconds| seconds > 5.0) { self.pairs.min(3) } else { self.pairs };
            let (mut times, mut ratios) = ([vec![], vec![]], vec![]);
            for pair in 0..pairs {
                let [previous, present] = both(programs, words, folder, pair % 2 == 1)?;
                times[0].push(previous);
                times[1].push(present);
                ratios.push(present / previous);
            }
            let [previous, present] = times.map(|times| quantile(&times, 0.5));
            let [low, ratio, high] = [0.25, 0.5, 0.75].map(|share| quantile(&ratios, share));
            let words = words.join(" ");
            writeln!(
                out,
                "{words:<34} {previous:>9.4} {present:>9.4} {ratio:>8.3}   {low:.3} to {high:.3} {pairs:>5}"
            )?;
        }
        Ok(0)
    }
}

/// Runs a command with both programs and gives their times in seconds; their answers have to be the same.
fn both(
    programs: [(&str, &Path); 2],
    words: &[String],
    folder: &Path,
    reversed: bool,
) -> Result<[f64; 2], Failure> {
    let (mut times, mut answers) = ([0.0; 2], [vec![], vec![]]);
    let order = if reversed { [1, 0] } else { [0, 1] };
    for at in order {
        let (name, program) = programs[at];
        let ran = tool::timed(Command::new(program).args(words).arg("--quiet"), &folder.join(name))?;
        if ran.code != 0 {
            let said = ran.errors.lines().next().unwrap_or_default();
            return Err(fail(format!(
                "'{}' ends with exit code {} by {name}: {said}",
                words.join(" "),
                ran.code
            )));
        }
        (times[at], answers[at]) = (ran.seconds, fs::read(folder.join(name))?);
    }
    if answers[0] == answers[1] {
        return Ok(times);
    }
    let [one, other] =
        answers.map(|answer| String::from_utf8_lossy(&answer).trim().chars().take(60).collect::<String>());
    let text = format!(
        "'{}' gives different answers: '{one}' by previous and '{other}' by present",
        words.join(" ")
    );
    Err(Failure { code: 3, text })
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
    let build = tool::cargo()
        .args(["build", "--release", "--locked", "--quiet"])
        .current_dir(&sources)
        .env("CARGO_TARGET_DIR", &target)
        .status();
    worktree(&["remove", "--force", &path])?;
    if !build?.success() {
        return Err(fail(format!("the commit {id} cannot be built")));
    }
    let program = folder.join("earlier");
    fs::copy(target.join("release/vuelta"), &program)?;
    Ok(program)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn task(words: &str) -> Result<Task, Failure> {
        Task::of(&words.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    /// The output of comparing two programs, or why it failed.
    fn compared(words: &str, [previous, present]: [&str; 2]) -> Result<String, Failure> {
        let folder = tempfile::tempdir()?;
        let program = |name: &str, text: &str| tool::script(&folder.path().join(name), text);
        let (previous, present) = (program("a", previous), program("b", present));
        let mut out = vec![];
        task(words)?.run(&previous, &present, folder.path(), &mut out)?;
        Ok(String::from_utf8_lossy(&out).into_owned())
    }

    #[test]
    fn wrong_arguments_are_refused() {
        for wrong in [
            "--pairs",
            "--pairs 0",
            "--pairs x",
            "--pears 3",
            "HEAD HEAD~1",
            "--",
            "-- queens count 8 --json",
        ] {
            assert_eq!(task(wrong).err().map(|failure| failure.code), Some(2), "{wrong}");
        }
        let folder = tempfile::tempdir().unwrap();
        for wrong in ["no-such-commit", "HEAD:README.md"] {
            assert_eq!(built(wrong, folder.path()).unwrap_err().code, 2, "{wrong}");
        }
        assert_eq!(task("").unwrap().commands.len(), USUAL.len());
    }

    #[test]
    fn the_ratio_says_which_is_faster_and_other_answers_are_an_error() {
        let (slow, fast) = ("sleep 0.2; echo 92", "echo 92");
        let text = compared("--pairs 3 -- queens count 8", [slow, fast]).unwrap();
        let row: Vec<&str> = text.lines().nth(1).unwrap().split_whitespace().collect();
        assert_eq!((&row[..3], row[9]), (&["queens", "count", "8"][..], "3"), "{text}");
        let number = |at: usize| row[at].parse::<f64>().unwrap();
        assert!(number(3) >= 0.2 && number(4) < number(3) && number(5) < 0.9, "{text}");
        assert!(number(6) <= number(5) && number(5) <= number(8), "{text}");

        let wrong = compared("--pairs 2 -- queens count 8", ["echo 93", fast]).unwrap_err();
        assert!(wrong.code == 3 && wrong.text.ends_with("'93' by previous and '92' by present"), "{wrong:?}");
        let crash = compared("-- queens count 99", ["echo no such board >&2; exit 2", fast]).unwrap_err();
        assert!(
            crash.code == 1 && crash.text.contains("exit code 2 by previous: no such board"),
            "{crash:?}"
        );
    }
}
