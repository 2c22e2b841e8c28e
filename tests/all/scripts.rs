//! The scripts that users run: a batch of counts, and jobs for Slurm.

use super::common::{ROOT, Ran, Start, folder, names, shell};
use std::path::Path;
use std::process::Command;

/// A script of `scripts/` that runs the program of these tests in this folder.
fn script(name: &str, folder: &Path) -> Command {
    let mut command = Command::new("bash");
    command.arg(format!("{ROOT}/scripts/{name}.sh")).current_dir(folder);
    command.env("VUELTA", env!("CARGO_BIN_EXE_vuelta"));
    command
}

fn submit(arguments: &str, folder: &Path) -> Ran {
    script("slurm_submit", folder).args(arguments.split_whitespace()).ran()
}

#[test]
fn a_dry_run_prints_both_jobs_of_slurm_and_writes_nothing() {
    let folder = folder("slurm-dry-run");
    let words = "queens 12 --shards 6 --cpus 2 --engine bitmask --chunk 1ms";
    let ran = submit(&format!("{words} --dry-run -- --mem=4G"), &folder);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    let jobs: Vec<&str> = ran.out.split("# sbatch ").skip(1).collect();
    let [array, merge] = jobs[..] else { panic!("{}", ran.out) };
    for part in ["--array=1-6", "--cpus-per-task=2", "--mem=4G", "queens count 12", "--shard auto/6"] {
        assert!(array.contains(part), "{part}: {array}");
    }
    for part in ["--dependency=afterany:ARRAY_JOB", "--mem=4G", "merge \"${ledgers[@]}\""] {
        assert!(merge.contains(part), "{part}: {merge}");
    }
    for job in jobs {
        let script = job.split_once('\n').unwrap().1;
        assert!(script.starts_with("#!/usr/bin/env bash\n"), "{script}");
        let parsed = Command::new("bash").args(["-n", "-c", script]).ran().ends(0);
        assert_eq!(parsed.err, "", "{script}");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    // VUELTA may be a name on the path.
    let script = &format!("{ROOT}/scripts/slurm_submit.sh");
    let named = format!("VUELTA=vuelta bash {script} {words} --dry-run -- --mem=4G");
    let named = shell(&named).current_dir(&folder).ran();
    assert_eq!((named.code, named.out, named.err), (ran.code, ran.out.clone(), String::new()));

    // Shards whose ledgers are there are left out if they are finished.
    let shards = folder.join("queens-12-of-6");
    std::fs::create_dir(&shards).unwrap();
    for shard in [2, 5] {
        let count = "queens count 12 --engine bitmask --chunk 1ms -q --checkpoint {shard}.ledger --shard";
        let mut counted = super::common::command(count);
        let counted: Ran = counted.arg(format!("{shard}/6")).current_dir(&shards).ran();
        assert_eq!(counted.code, Some(0), "{}", counted.err);
        let name = format!("{shard}-of-6.ledger");
        std::fs::rename(shards.join(&name), shards.join(format!("shard-{name}"))).unwrap();
    }
    let again = submit(&format!("{words} --dry-run"), &folder);
    assert!(again.out.replace('\\', "").contains("--array=1,3,4,6 "), "{} {}", again.out, again.err);
    let ledger = shards.join("shard-5-of-6.ledger");
    let lines = std::fs::read_to_string(&ledger).unwrap();
    let begun: Vec<&str> = lines.lines().take(3).collect();
    std::fs::write(&ledger, begun.join("\n") + "\n").unwrap();
    let again = submit(&format!("{words} --dry-run"), &folder);
    assert!(again.out.replace('\\', "").contains("--array=1,3,4,5,6 "), "{} {}", again.out, again.err);
    let other = submit("queens 12 --shards 7 --dir queens-12-of-6 --dry-run", &folder);
    assert!(other.code == Some(2) && other.err.contains("of another number of shards"), "{}", other.err);
    let other = submit(&format!("{words} --fixed b4 --dry-run"), &folder);
    assert!(other.code == Some(4) && other.err.contains("is of another count"), "{}", other.err);
}

#[test]
fn a_job_that_slurm_could_not_run_is_refused_in_one_line() {
    let folder = folder("slurm-refusals");
    for (words, part) in [
        ("queens 16", "the number of shards"),
        ("queens 16 --shards 0", "'0' is no number of shards"),
        ("queens 99 --shards 4", "must be from 0 to 64"),
        ("senku 16 --shards 4", "queens can"),
        ("queens 16 --shards 4 --checkpoint x", "the script's own"),
        ("queens 16 --shards 4 --time-limit=1h", "--time-limit is the script's own"),
        ("queens 16 --shards 4 --runs 2", "--runs and --checkpoint cannot be used together"),
    ] {
        let ran = submit(&format!("{words} --dry-run"), &folder);
        assert_eq!(
            (ran.code, ran.out.as_str(), ran.err.lines().count()),
            (Some(2), "", 1),
            "{words}: {}",
            ran.err
        );
        assert!(ran.err.contains(part), "{words}: {}", ran.err);
    }
}

/// A batch, and the last line of what it prints.
fn batch(folder: &Path, options: &[&str], jobs: &[u8]) -> (Ran, String) {
    std::fs::write(folder.join("jobs"), jobs).unwrap();
    let ran: Ran = script("batch", folder).args(options).arg("jobs").ran();
    let last = ran.out.lines().last().unwrap_or_default().to_owned();
    (ran, last)
}

#[test]
fn a_batch_keeps_its_results_skips_them_and_counts_what_failed() {
    let folder = folder("batch");
    let jobs =
        b"# a comment\n\nqueens 4-5,6   # three of them\nsenku triangle15 --goal any\nqueens 65\nchess 8\n";
    let (ran, last) = batch(&folder, &["--out", "out"], jobs);
    assert_eq!((ran.code, last.as_str()), (Some(2), "4 counted, 0 there already, 2 failed"), "{}", ran.err);
    let [first, second] = ran.err.lines().collect::<Vec<_>>()[..] else { panic!("{}", ran.err) };
    assert!(
        first.starts_with("error: line 5: queens-65: ") && first.ends_with(" must be from 0 to 64"),
        "{first}"
    );
    assert!(second.starts_with("error: line 6: chess"), "{second}");
    assert!(
        ran.out.lines().any(|line| line.starts_with("queens-5: 10, ") && line.ends_with(" s")),
        "{}",
        ran.out
    );
    let results = ["queens-4", "queens-5", "queens-6", "senku-triangle15-goal-any"];
    let expected: Vec<_> =
        results.iter().flat_map(|name| [format!("{name}.csv"), format!("{name}.json")]).collect();
    assert_eq!(names(&folder.join("out")), expected);
    assert!(std::fs::read_to_string(folder.join("out/queens-5.json")).unwrap().contains("\"total\": \"10\""));
    let (_, last) = batch(&folder, &["--out", "out"], jobs);
    assert_eq!(last, "0 counted, 4 there already, 2 failed");

    // Boards one by one, in steps and by spaces, in a file that an option names; what the batch decides is not a job's to say.
    let jobs = b"queens 4-8:2 5 -t 1\nqueens 6 --export x.csv\nqueens 6 --json\nsenku --checkpoint=x\n";
    let (ran, last) = batch(&folder, &["--out", "own", "--jobs"], jobs);
    assert_eq!((ran.code, last.as_str()), (Some(3), "4 counted, 0 there already, 3 failed"), "{}", ran.err);
    assert!(ran.err.contains("error: line 4: a job cannot have its own --checkpoint"), "{}", ran.err);
    assert!(!folder.join("x.csv").exists());
}

#[test]
fn no_line_ends_a_batch_or_is_obeyed_by_the_shell() {
    let folder = folder("batch-hostile");
    let mut jobs =
        b"\xef\xbb\xbfqueens 4-5 # with a mark and carriage returns\r\nqueens 6\r\n\r\n   \r\n#\r\n".to_vec();
    let (long, touch) = ("9".repeat(300), "touch obeyed");
    for line in [
        &format!("queens {long}"),
        "queens 8 --help",
        "queens --version",
        &format!("queens $({touch})"),
        &format!("queens `{touch}`"),
        &format!("queens 8; {touch}"),
        "queens *",
        "queens 8-",
        "queens 9-4",
        "queens 99999999999999999999",
        "senku ../../etc/passwd",
        "senku -",
        "queensx 8",
        "--out x",
        "\\",
        "queens 8 \\",
        "'",
        "\"queens\" 8",
    ] {
        jobs.extend(line.as_bytes());
        jobs.push(b'\n');
    }
    jobs.extend(b"queens 7\0\n\x1b[31m\n\xff\xfe\nsenku triangle15 --goal any --threads 2");
    let mut folder_script = script("batch", &folder);
    std::fs::write(folder.join("jobs"), jobs).unwrap();
    let output = folder_script.args(["--out", "out", "jobs"]).ended();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(20), "{err}");
    assert_eq!(out.lines().last(), Some("5 counted, 0 there already, 20 failed"), "{out}");
    let errors = err.lines().filter(|line| line.starts_with("error: line ")).count();
    assert!(errors == 20 && err.lines().count() == 20 && !err.contains('\x1b'), "{err}");
    assert!(!folder.join("obeyed").exists());
    assert_eq!(names(&folder.join("out")).len(), 10, "five results are ten files");
}

#[test]
fn files_whose_names_differ_in_signs_alone_have_results_of_their_own() {
    let folder = folder("batch-names");
    for name in ["a+b", "a-b"] {
        std::fs::write(folder.join(name), "triangle\n.\noo\nooo\n").unwrap();
    }
    let (ran, last) = batch(&folder, &["--out", "out"], b"senku a+b\nsenku a-b\n");
    assert_eq!(last, "2 counted, 0 there already, 0 failed", "{}", ran.err);
}

#[test]
fn a_time_limit_ends_a_range_and_is_remembered() {
    let folder = folder("batch-limit");
    for (counted, there) in [(6, 0), (0, 6)] {
        let options = ["--out", "out", "--json", "--time-limit", "2s"];
        let (ran, last) = batch(&folder, &options, b"queens 8-12\nqueens 18,7,20 --engine backtrack\n");
        let expected = format!("{counted} counted, {there} there already, 0 failed, 1 longer than 2s");
        assert_eq!((ran.code, last), (Some(0), expected), "{}", ran.err);
        assert!(ran.out.contains("line 2: larger boards are left out: 20\n"), "{}", ran.out);
    }
    let names = names(&folder.join("out"));
    assert!(
        names.contains(&"queens-12.json".to_owned()) && !names.iter().any(|name| name.ends_with(".csv")),
        "{names:?}"
    );
}

/// The version in Cargo.toml.
const VERSION: &str = env!("CARGO_PKG_VERSION");

#[test]
fn the_notes_of_a_release_are_those_of_its_version_once_it_has_a_date() {
    let (project, folder) = (Path::new(ROOT), folder("release-notes"));
    std::fs::create_dir(folder.join("scripts")).unwrap();
    for file in ["scripts/release_notes.sh", "Cargo.toml"] {
        std::fs::copy(project.join(file), folder.join(file)).unwrap();
    }
    let notes = |tag: &str| -> Ran {
        Command::new("bash").arg(folder.join("scripts/release_notes.sh")).arg(tag).ran()
    };
    let changes = format!(
        "# Changes\n\n## {VERSION} (2026-12-01)\n\nNew: this.\n\n## 0.0.1 (2026-01-01)\n\nOld: that.\n"
    );
    std::fs::write(folder.join("CHANGELOG.md"), &changes).unwrap();
    let tag = format!("v{VERSION}");
    assert_eq!(notes(&tag).out, "New: this.\n");
    let other = notes("v0.0.1");
    assert_eq!(other.code, Some(1), "another version's tag is taken");
    assert!(
        other.err.starts_with(&format!("error: the tag is v0.0.1, but Cargo.toml has version {VERSION}"))
    );
    std::fs::write(folder.join("CHANGELOG.md"), changes.replace("2026-12-01", "not yet released")).unwrap();
    let unreleased = notes(&tag);
    assert_eq!(unreleased.code, Some(1));
    assert!(
        unreleased.err.starts_with("error: CHANGELOG.md says that ")
            && unreleased.err.contains("not yet released")
    );
}

#[test]
fn the_manifests_of_a_release_have_the_sum_of_every_archive() {
    let (project, folder) = (Path::new(ROOT), folder("release-manifests"));
    let Ok(workflow) = std::fs::read_to_string(project.join(".github/workflows/release.yml")) else {
        return; // the crate's archive lacks it
    };
    let targets =
        workflow.lines().filter_map(|line| line.trim().strip_prefix("- { target: ")?.split(',').next());
    let targets: Vec<&str> = targets.collect();
    assert_eq!(targets.len(), 8, "{targets:?}");
    let archive = |target: &str| {
        let extension = if target.contains("-windows-") { "zip" } else { "tar.gz" };
        format!("vuelta-{VERSION}-{target}.{extension}")
    };
    let lines = targets.iter().enumerate().map(|(at, target)| format!("{at:064x}  {}\n", archive(target)));
    let lines: Vec<String> = lines.collect();
    let filled = |lines: &[String]| -> Ran {
        std::fs::write(folder.join("sums"), lines.concat()).unwrap();
        script("fill_manifests", &folder)
            .arg("somebody/vuelta")
            .args([folder.join("sums"), folder.join("filled")])
            .ended()
            .into()
    };
    assert_eq!(filled(&lines).code, Some(0));
    let text = |name: &str| std::fs::read_to_string(folder.join("filled").join(name)).unwrap();
    for file in
        ["somebody.Vuelta.yaml", "somebody.Vuelta.locale.en-US.yaml", "somebody.Vuelta.installer.yaml"]
    {
        assert!(!text(file).is_empty(), "{file}");
    }
    let formula = text("vuelta.rb");
    for target in ["aarch64-apple-darwin", "x86_64-unknown-linux-musl"] {
        let at = targets.iter().position(|known| *known == target).unwrap();
        let page = format!("somebody/vuelta/releases/download/v{VERSION}/{}", archive(target));
        let below = formula.split_once(&page).unwrap().1.lines().nth(1).unwrap();
        assert!(below.contains(&format!("sha256 \"{at:064x}\"")), "{target}: {below}");
    }
    let some: Vec<String> = lines.into_iter().filter(|line| !line.contains("apple")).collect();
    assert_eq!(filled(&some).code, Some(1), "a missing archive is no error");
}
