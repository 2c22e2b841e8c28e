//! The results of this machine, a JSON file for each count: `scripts/batch.sh` makes them, from the jobs that stand here.
//!
//! A folder of results is of one machine and one commit. A folder of another one, or one that git keeps, is left alone.

use crate::records;
use crate::tool::{self, Failure, fail, refuse};
use serde::Deserialize;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use vuelta::report::{Environment, Run};

pub const HELP: &str = "\
Usage: cargo xtask measure [--out DIR] [--limit DURATION] [--sizes A-B] [--estimates DURATION]

Measures what Vuelta does on this machine: queens counts by engine, instruction set and threads, and Senku boards.
DIR gets one JSON file for each count, with its provenance. What is there already is not measured again, so that an
interrupted measurement goes on. A folder with results of another machine or commit is refused, and so is one that git
keeps; without --out another name is taken then [default: results/YYYY-MM-PROCESSOR, such as results/2026-11-zen4].

  --limit DURATION      ends each series at the first board that takes longer [default: 120s]
  --sizes A-B           sizes of the queens boards [default: 8-20]
  --estimates DURATION  samples N = 26, 27 and 28 too, each for this time

Results in results/ then get their RECORDS.md and SHA256SUMS. VUELTA names the program, which must be built from the
commit that is checked out, unchanged; without it the release is built. Let nothing else run meanwhile.";

pub fn measure(arguments: &[String]) -> Result<i32, Failure> {
    let (options, others) = tool::words(arguments, &["--out", "--limit", "--sizes", "--estimates"])?;
    if !others.is_empty() {
        return Err(refuse(format!("'{}' is not an option: --help lists them", others[0])));
    }
    let option = |name: &str, usual: &str| options.get(name).cloned().unwrap_or_else(|| usual.to_owned());
    let given = options.get("--out").map(std::path::absolute).transpose()?;
    let (limit, sizes) = (option("--limit", "120s"), option("--sizes", "8-20"));
    let root = tool::root();
    if std::env::var_os("VUELTA").is_none() {
        // So that the build asks for the commit anew.
        fs::File::options()
            .append(true)
            .open(root.join("build.rs"))?
            .set_modified(std::time::SystemTime::now())?;
    }
    let vuelta = tool::program("release")?;
    // Results keep their command lines, which should not tell where this folder is.
    std::env::set_current_dir(&root)?;
    let vuelta = vuelta.strip_prefix(&root).unwrap_or(&vuelta);
    let machine: Environment =
        serde_json::from_str(&tool::printed(Command::new(vuelta).args(["info", "--json"]))?)?;
    let commit = tool::git(&root, &["rev-parse", "--short=12", "HEAD"]);
    if !commit.is_empty() && machine.commit != commit {
        return Err(fail(format!("{} is not built from the commit {commit}", vuelta.display())));
    }
    if !tool::git(&root, &["status", "--porcelain", "--", "src", "Cargo.toml", "Cargo.lock", "build.rs"])
        .is_empty()
    {
        return Err(fail(
            "the sources are changed: commit them first, so that the results name what was measured",
        ));
    }
    let out = match given {
        Some(out) => match objection(&out, &machine)? {
            None => out,
            Some(why) => return Err(refuse(format!("'{}' {why}: name another folder", out.display()))),
        },
        None => free(&root.join("results").join(usual_name(&machine)), &machine)?,
    };
    let shown = out.strip_prefix(&root).unwrap_or(&out);
    println!("results go to {}", shown.display());
    let mut jobs = tempfile::NamedTempFile::new()?;
    std::io::Write::write_all(&mut jobs, jobs_of(&machine, &sizes).as_bytes())?;
    let mut batch = Command::new("scripts/batch.sh");
    batch
        .arg("--out")
        .arg(shown)
        .args(["--json", "--time-limit", &limit])
        .arg(jobs.path())
        .env("VUELTA", vuelta);
    let mut code = batch.status()?.code().unwrap_or(1);
    if let Some(time) = options.get("--estimates") {
        for n in ["26", "27", "28"] {
            let file = shown.join(format!("estimate-{n}.json"));
            let mut estimate = Command::new(vuelta);
            estimate.args(["queens", "estimate", n, "--time-limit", time, "--quiet", "--export"]).arg(&file);
            if !file.exists() && !estimate.status()?.success() {
                code = code.max(1);
            }
        }
    }
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

/// This folder, or else the first of those with 2, 3, ... at the end of the name that results may go to.
fn free(folder: &Path, machine: &Environment) -> Result<PathBuf, Failure> {
    let mut path = folder.to_owned();
    for number in 2.. {
        let Some(why) = objection(&path, machine)? else { break };
        println!("{} {why}", path.file_name().unwrap_or_default().to_string_lossy());
        path = PathBuf::from(format!("{}-{number}", folder.display()));
    }
    Ok(path)
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

/// The jobs for `scripts/batch.sh`. The number of threads stands in the command and so in the name: 1, and all.
fn jobs_of(machine: &Environment, sizes: &str) -> String {
    let mut jobs = String::new();
    let mut job = |text: String| writeln!(jobs, "{text}").expect("a text grows");
    let all = machine.processors;
    for threads in if all == 1 { vec![1] } else { vec![1, all] } {
        for isa in &machine.isas {
            job(format!("queens {sizes} --engine halves --isa {isa} --threads {threads}"));
        }
        for engine in ["bitmask", "backtrack"] {
            job(format!("queens {sizes} --engine {engine} --threads {threads}"));
        }
        for isa in &machine.isas {
            for board in ["triangle21", "square5", "triangle28", "english", "european"] {
                job(format!("senku {board} --engine dense --isa {isa} --threads {threads}"));
            }
        }
        for (engine, boards) in [
            ("memo", &["triangle15", "square4", "triangle21", "english"][..]),
            ("backtrack", &["triangle15", "square4"]),
        ] {
            boards
                .iter()
                .for_each(|board| job(format!("senku {board} --engine {engine} --threads {threads}")));
        }
    }
    // Everything that a count can say, once; and the starts whose numbers were published.
    for board in ["triangle15", "triangle21", "square5", "triangle28", "english"] {
        job(format!("senku {board} --winning"));
    }
    for start in ["1,0", "2,0", "2,1"] {
        job(format!("senku triangle15 --start {start}"));
    }
    for n in [16, 17, 18] {
        let blocked = "--blocked 0,3 2,9 4,14 5,1 7,7 9,12 11,4 14,10";
        for squares in ["--fixed 3,5", "--fixed 3,5 11,2", blocked] {
            job(format!("queens {n} {squares}"));
        }
    }
    if let Some(isa) = machine.isas.last() {
        job(format!("queens 21 --engine halves --isa {isa} --threads {all}")); // one board more of the best series
    }
    jobs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_another_machine_or_commit_or_in_git_is_left_alone() {
        let machine = Environment {
            commit: "abc".to_owned(),
            processor: "P".to_owned(),
            processors: 2,
            ..Environment::default()
        };
        let results = tempfile::tempdir().unwrap();
        let folder = results.path().join("2026-11-p");
        let objection = || objection(&folder, &machine).unwrap().unwrap_or_default();
        let write = |name: &str, environment: &Environment| {
            let run = Run { environment: environment.clone(), ..Run::default() };
            fs::write(
                folder.join(name),
                serde_json::json!({ "total": "92", "environment": run }).to_string(),
            )
            .unwrap();
        };
        assert_eq!((objection(), free(&folder, &machine).unwrap()), (String::new(), folder.clone()));

        // Results of this machine and commit, of an estimate too: it goes on.
        fs::create_dir(&folder).unwrap();
        write("queens-8.json", &machine);
        fs::write(folder.join("queens-20.limit"), "120s\n").unwrap();
        assert_eq!((objection(), free(&folder, &machine).unwrap()), (String::new(), folder.clone()));

        let other_name = folder.with_file_name("2026-11-p-2");
        write("queens-9.json", &Environment { commit: "def".to_owned(), ..machine.clone() });
        assert_eq!(objection(), "holds results of the commit def (queens-9.json)");
        assert_eq!(free(&folder, &machine).unwrap(), other_name);
        for other in [
            Environment { processors: 4, ..machine.clone() },
            Environment { processor: "Q".to_owned(), ..machine.clone() },
            Environment { memory_bytes: 8 << 30, ..machine.clone() },
        ] {
            write("queens-9.json", &other);
            assert_eq!(objection(), "holds results of another machine (queens-9.json)");
        }
        fs::remove_file(folder.join("queens-9.json")).unwrap();
        assert_eq!(objection(), "");

        let git = |words: &[&str]| {
            assert!(Command::new("git").arg("-C").arg(results.path()).args(words).status().unwrap().success())
        };
        git(&["init", "--quiet"]);
        assert_eq!(objection(), "");
        git(&["add", "2026-11-p/queens-20.limit"]);
        assert_eq!(objection(), "holds results that git keeps");
        assert_eq!(free(&folder, &machine).unwrap(), other_name);
    }

    #[test]
    fn the_jobs_are_counts_by_engine_instruction_set_and_threads() {
        let isas = vec!["portable".to_owned(), "avx2".to_owned()];
        let jobs = jobs_of(&Environment { processors: 2, isas, ..Environment::default() }, "8-9");
        assert!(jobs.contains("queens 8-9 --engine halves --isa avx2 --threads 2\n"));
        assert!(jobs.ends_with("queens 21 --engine halves --isa avx2 --threads 2\n"));
        assert_eq!(jobs.lines().count(), 2 * (2 + 2 + 10 + 6) + 5 + 3 + 9 + 1);
    }
}
