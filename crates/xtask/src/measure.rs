//! The results of this machine, a JSON file for each count: `scripts/batch.sh` makes them, from the jobs of crates/xtask/jobs.txt.
//!
//! A folder of results is of one machine and one commit. A folder of another one, or one that git keeps, is left alone.

use crate::tool::{self, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use vuelta_records::Environment;

/// Measures queens counts by engine, instruction set and threads, and Senku boards, on this machine.
///
/// The folder gets one JSON file for each count, with its provenance. Files that are there already are not measured again,
/// so that an interrupted measurement goes on. A folder with results of another machine or commit is refused, and so is one
/// that git keeps. `cargo xtask records` writes RECORDS.md and SHA256SUMS anew afterwards. VUELTA names the program, which must
/// be built from the commit that is checked out, unchanged; without it the release is built. Let nothing else run meanwhile.
#[derive(clap::Args)]
pub struct Options {
    /// The folder of the results, from the project's: results/YYYY-MM-PROCESSOR, such as results/2026-11-zen4
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// End each series at the first board that takes longer
    #[arg(long, default_value = "120s", value_name = "DURATION")]
    limit: String,
}

pub fn measure(options: Options) -> Result<i32> {
    let root = tool::root();
    let vuelta = tool::program("release")?;
    let machine = tool::environment(&vuelta)?;
    let commit = tool::git(&root, &["rev-parse", "--short=12", "HEAD"]);
    if machine.commit != commit {
        return Err(format!("{} is not built from the commit {commit}", vuelta.display()).into());
    }
    let sources = ["status", "--porcelain", "--", "src", "crates", "Cargo.toml", "Cargo.lock"];
    if !tool::git(&root, &sources).is_empty() {
        return Err("the sources are changed: commit them, so that the results name their commit".into());
    }
    claim(&root.join(&options.out), &machine)?;
    let jobs = tempfile::NamedTempFile::new()?;
    fs::write(&jobs, jobs_of(&machine))?;
    let mut batch = Command::new("scripts/batch.sh");
    batch.arg("--out").arg(options.out).args(["--json", "--time-limit", &options.limit]).arg(jobs.path());
    // Results keep their command lines, which should not tell where this folder is.
    batch.current_dir(&root).env("VUELTA", vuelta.strip_prefix(&root).unwrap_or(&vuelta));
    Ok(batch.status()?.code().unwrap_or(1))
}

/// Makes the folder and writes the machine and the commit into it, unless it holds results of others.
fn claim(folder: &Path, machine: &Environment) -> Result<()> {
    let Environment { processor, model, processors, commit, .. } = machine;
    // Processors of several kinds have the same name.
    let kind = model.as_ref().and_then(|model| model.microarchitecture.as_deref()).unwrap_or_default();
    let owner = format!("{processor} {kind}, {processors} threads, commit {commit}\n");
    let file = folder.join("machine.txt");
    let objection = |why| Err(format!("'{}' {why}: name another folder with --out", folder.display()).into());
    fs::create_dir_all(folder)?;
    if !tool::git(folder, &["ls-files", "--", "."]).is_empty() {
        return objection("holds results that git keeps");
    }
    let is_new = fs::read_dir(folder)?.next().is_none();
    if !is_new && fs::read_to_string(&file).unwrap_or_default() != owner {
        return objection("is not of this machine and commit");
    }
    Ok(fs::write(file, owner)?)
}

/// The jobs for `scripts/batch.sh`.
fn jobs_of(machine: &Environment) -> String {
    let all = machine.processors.to_string();
    let threads = if all == "1" { vec!["1"] } else { vec!["1", &all] };
    let isas: Vec<&str> = machine.isas.iter().map(String::as_str).collect();
    let text = include_str!("../jobs.txt").replace("{all}", &all);
    let text = text.replace("{best}", isas.last().unwrap_or(&"auto"));
    [("{threads}", threads), ("{isa}", isas)].iter().fold(text, |text, (word, values)| {
        let lines = |line: &str| match line.contains(word) {
            true => values.iter().map(|value| line.replace(word, value) + "\n").collect(),
            false => line.to_owned() + "\n",
        };
        text.lines().map(lines).collect::<String>()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_another_machine_or_commit_or_in_git_is_left_alone() {
        let machine = Environment { commit: "abc".to_owned(), processors: 2, ..Environment::default() };
        let results = tempfile::tempdir().unwrap();
        let folder = results.path().join("2026-11-p");
        let objection = |machine: &Environment| {
            claim(&folder, machine).map_or_else(|error| error.to_string(), |()| String::new())
        };
        assert_eq!(objection(&machine), "");
        fs::write(folder.join("queens-20.limit"), "120s\n").unwrap();
        assert_eq!(objection(&machine), "");
        for (commit, processors) in [("def", 2), ("abc", 4)] {
            let other = Environment { commit: commit.to_owned(), processors, ..Environment::default() };
            assert!(objection(&other).contains("is not of this machine and commit"));
        }
        tool::printed(Command::new("git").arg("-C").arg(results.path()).args(["init", "--quiet"])).unwrap();
        assert_eq!(objection(&machine), "");
        tool::git(results.path(), &["add", "2026-11-p/queens-20.limit"]);
        assert!(objection(&machine).contains("holds results that git keeps"));
    }

    #[test]
    fn the_jobs_are_counts_by_engine_instruction_set_and_threads() {
        let isas = vec!["portable".to_owned(), "avx2".to_owned()];
        let jobs = jobs_of(&Environment { processors: 2, isas, ..Environment::default() });
        assert!(jobs.contains("queens 8-20 --engine halves --isa avx2 --threads 2\n"));
        assert!(jobs.ends_with("queens 21 --engine halves --isa avx2 --threads 2\n"));
        assert_eq!(
            jobs.lines().filter(|line| !line.starts_with('#')).count(),
            2 * (2 + 2 + 10 + 6) + 5 + 3 + 3 + 1
        );
    }
}
