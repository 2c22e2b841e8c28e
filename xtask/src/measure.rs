//! The results of this machine, a JSON file for each count: `scripts/batch.sh` makes them, from the jobs of xtask/jobs.txt.
//!
//! A folder of results is of one machine and one commit. A folder of another one, or one that git keeps, is left alone.

use crate::records;
use crate::tool::{self, Failure, fail, refuse};
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use vuelta::report::{Environment, Run};

/// Measures queens counts by engine, instruction set and threads, and Senku boards, on this machine.
///
/// The folder gets one JSON file for each count, with its provenance. Files that are there already are not measured again,
/// so that an interrupted measurement goes on. A folder with results of another machine or commit is refused, and so is one
/// that git keeps. Results in results/ then get their RECORDS.md and SHA256SUMS. VUELTA names the program, which must be
/// built from the commit that is checked out, unchanged; without it the release is built. Let nothing else run meanwhile.
#[derive(clap::Args)]
pub struct Options {
    /// The folder of the results [default: results/YYYY-MM-PROCESSOR, such as results/2026-11-zen4]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// End each series at the first board that takes longer
    #[arg(long, default_value = "120s", value_name = "DURATION")]
    limit: String,
    /// Sizes of the queens boards
    #[arg(long, default_value = "8-20", value_name = "A-B")]
    sizes: String,
}

pub fn measure(options: Options) -> Result<i32, Failure> {
    let root = tool::root();
    if tool::named_by("VUELTA")?.is_none() {
        // So that the build asks for the commit anew.
        let build = fs::File::options().append(true).open(root.join("build.rs"))?;
        build.set_modified(std::time::SystemTime::now())?;
    }
    let vuelta = tool::program("release")?;
    let machine = tool::environment(&vuelta)?;
    let out = match &options.out {
        Some(out) => std::path::absolute(out)?,
        None => root.join("results").join(usual_name(&machine)),
    };
    // Results keep their command lines, which should not tell where this folder is.
    std::env::set_current_dir(&root)?;
    let (vuelta, shown) =
        (vuelta.strip_prefix(&root).unwrap_or(&vuelta), out.strip_prefix(&root).unwrap_or(&out));
    let commit = tool::git(&root, &["rev-parse", "--short=12", "HEAD"]);
    if !commit.is_empty() && machine.commit != commit {
        return Err(fail(format!("{} is not built from the commit {commit}", vuelta.display())));
    }
    let sources = ["status", "--porcelain", "--", "src", "Cargo.toml", "Cargo.lock", "build.rs"];
    if !tool::git(&root, &sources).is_empty() {
        return Err(fail(
            "the sources are changed: commit them first, so that the results name their commit",
        ));
    }
    if let Some(why) = objection(&out, &machine)? {
        return Err(refuse(format!("'{}' {why}: name another folder with --out", out.display())));
    }
    println!("results go to {}", shown.display());
    let jobs = tempfile::NamedTempFile::new()?;
    fs::write(&jobs, jobs_of(&machine, &options.sizes))?;
    let mut batch = Command::new("scripts/batch.sh");
    batch.arg("--out").arg(shown).args(["--json", "--time-limit", &options.limit]).arg(jobs.path());
    let code = batch.env("VUELTA", vuelta).status()?.code().unwrap_or(1);
    if out.starts_with(root.join("results")) {
        records::records(false)?;
    } else {
        tool::printed(Command::new(vuelta).arg("report").arg(shown).arg("-o").arg(shown.join("RECORDS.md")))?;
    }
    Ok(code)
}

/// The month and the processor, such as `2026-11-zen4`.
fn usual_name(machine: &Environment) -> String {
    let kind = machine
        .model
        .as_ref()
        .and_then(|model| model.microarchitecture.as_ref())
        .unwrap_or(&machine.processor);
    let kind: String = kind.chars().filter(char::is_ascii_alphanumeric).collect();
    let month = tool::printed(Command::new("date").args(["-u", "+%Y-%m"])).unwrap_or_default();
    format!("{month}-{}", kind.to_lowercase())
}

/// Why no results of this machine may go to this folder.
fn objection(folder: &Path, machine: &Environment) -> Result<Option<String>, Failure> {
    if !folder.is_dir() {
        return Ok(None);
    }
    if !tool::git(folder, &["ls-files", "--", "."]).is_empty() {
        return Ok(Some("holds results that git keeps".to_owned()));
    }
    #[derive(Deserialize)]
    struct Result {
        environment: Run,
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.extension().is_none_or(|extension| extension != "json")
            || name == "peers.json"
            || name.starts_with('.')
        {
            continue;
        }
        match serde_json::from_str::<Result>(&fs::read_to_string(&path)?) {
            Ok(Result { environment: Run { environment, .. } }) if is_same_machine(&environment, machine) => {
                if environment.commit != machine.commit {
                    return Ok(Some(format!("holds results of the commit {} ({name})", environment.commit)));
                }
            }
            Ok(_) => return Ok(Some(format!("holds results of another machine ({name})"))),
            Err(_) => return Ok(Some(format!("holds something else ({name})"))),
        }
    }
    Ok(None)
}

/// Whether two results can be of the same machine: host names are not kept, and systems are updated.
fn is_same_machine(one: &Environment, other: &Environment) -> bool {
    let key = |machine: &Environment| {
        let Environment { processor, model, processors, features, .. } = machine.clone();
        (processor, model, processors, features, machine.memory_bytes >> 30)
    };
    key(one) == key(other)
}

/// The jobs for `scripts/batch.sh`.
fn jobs_of(machine: &Environment, sizes: &str) -> String {
    let all = machine.processors.to_string();
    let threads = if all == "1" { vec!["1"] } else { vec!["1", &all] };
    let isas: Vec<&str> = machine.isas.iter().map(String::as_str).collect();
    let text = include_str!("../jobs.txt").replace("{sizes}", sizes).replace("{all}", &all);
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
        let objection = || objection(&folder, &machine).unwrap().unwrap_or_default();
        let write = |name: &str, environment: &Environment| {
            let run = Run { environment: environment.clone(), ..Run::default() };
            let result = serde_json::json!({ "total": "92", "environment": run });
            fs::write(folder.join(name), result.to_string()).unwrap();
        };
        assert_eq!(objection(), "");
        // Results of this machine and commit: it goes on.
        fs::create_dir(&folder).unwrap();
        write("queens-8.json", &machine);
        fs::write(folder.join("queens-20.limit"), "120s\n").unwrap();
        assert_eq!(objection(), "");
        write("queens-9.json", &Environment { commit: "def".to_owned(), ..machine.clone() });
        assert_eq!(objection(), "holds results of the commit def (queens-9.json)");
        write("queens-9.json", &Environment { processors: 4, ..machine.clone() });
        assert_eq!(objection(), "holds results of another machine (queens-9.json)");
        fs::remove_file(folder.join("queens-9.json")).unwrap();
        tool::printed(Command::new("git").arg("-C").arg(results.path()).args(["init", "--quiet"])).unwrap();
        assert_eq!(objection(), "");
        tool::git(results.path(), &["add", "2026-11-p/queens-20.limit"]);
        assert_eq!(objection(), "holds results that git keeps");
    }

    #[test]
    fn the_jobs_are_counts_by_engine_instruction_set_and_threads() {
        let isas = vec!["portable".to_owned(), "avx2".to_owned()];
        let jobs = jobs_of(&Environment { processors: 2, isas, ..Environment::default() }, "8-9");
        assert!(jobs.contains("queens 8-9 --engine halves --isa avx2 --threads 2\n"));
        assert!(jobs.ends_with("queens 21 --engine halves --isa avx2 --threads 2\n"));
        assert_eq!(
            jobs.lines().filter(|line| !line.starts_with('#')).count(),
            2 * (2 + 2 + 10 + 6) + 5 + 3 + 3 + 1
        );
    }
}
