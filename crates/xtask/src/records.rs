//! results/RECORDS.md from the measured results, results/YYYY-MM*/records.jsonl, and results/SHA256SUMS from these and results/firsts/;
//! crates/cli/src/bench/machines.csv from these and the files of `vuelta bench`.
//!
//! A result that was changed after it was measured is an error: its line in SHA256SUMS says so.

use crate::tool::{self, Made, Result};
use crate::{compared, machines};
use regex::Regex;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use vuelta_records::duration;
use walkdir::WalkDir;

/// The results of a folder, a record per line.
pub const FILE: &str = "records.jsonl";
/// The results cannot say this themselves.
const NOTE: &str = "N = 23 was measured on a shared machine: its time is about twice that of a quiet one.";

const ESTIMATES: &str =
    "Wall time of whole counts, estimated from a random sample of their subproblems. The interval covers \
    the sampling error only.

| N | time | 95 % interval | samples | threads | processor |
| ---: | ---: | ---: | ---: | ---: | --- |";

/// Checks the sums of the results that have one, then makes the files, from new results too if they are to be packed.
pub fn records(packs: bool) -> Result<Made> {
    let results = tool::root().join("results");
    let vuelta = tool::program("test")?;
    checksums(&results, &["--check", "--quiet", "SHA256SUMS"].map(PathBuf::from))
        .map_err(|error| format!("{error}; remove the lines of results that were taken out on purpose"))?;
    if packs {
        pack(&results)?;
    }
    let files = measured(&results)?;
    let sums = checksums(&results, &files)? + "\n";
    // `report` gets a copy of the files that it is to show: counts in firsts/ have no times.
    let copy = tempfile::tempdir()?;
    for file in files.iter().filter(|file| !file.starts_with("firsts")) {
        let to = copy.path().join("results").join(file);
        fs::create_dir_all(to.parent().unwrap_or(copy.path()))?;
        fs::copy(results.join(file), to)?;
    }
    let records = copy.path().join("RECORDS.md");
    let (shown, out) = (copy.path().join("results"), records.as_os_str());
    tool::printed(Command::new(vuelta).args(["report", "--quiet"]).arg(shown).arg("-o").arg(out))?;
    println!("{} results, as their sums say", files.len());
    let page = fs::read_to_string(&records)?.replacen("\n## ", &format!("\n{NOTE}\n\n## "), 1);
    let page = page + &estimates(&results, &files)? + &compared::section(&results, &files)?;
    let table = machines::table(&results)?;
    Ok(vec![
        (results.join("RECORDS.md"), page),
        (results.join("SHA256SUMS"), sums),
        (tool::root().join("crates/cli/src/bench/machines.csv"), table),
    ])
}

/// The records of a file, one per line.
pub fn read(file: &Path) -> Result<Vec<Value>> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(text.lines().map(serde_json::from_str).collect::<std::result::Result<_, _>>()?)
}

/// A section with the estimates of whole boards, which pages of results leave out, by N.
fn estimates(results: &Path, files: &[PathBuf]) -> Result<String> {
    let mut rows = vec![];
    for file in files.iter().filter(|file| file.ends_with(FILE)) {
        for of in read(&results.join(file))? {
            let [seconds, low, high] = ["seconds", "low", "high"].map(|field| of[field].as_f64());
            let (Some(_), Some(n), Some(seconds)) = (of.get("solutions_estimate"), of["n"].as_u64(), seconds)
            else {
                continue;
            };
            let interval =
                low.zip(high).map(|(low, high)| format!("{} to {}", duration(low), duration(high)));
            let interval = interval.unwrap_or("too few samples".to_owned());
            let machine = &of["environment"];
            let (processor, name) = (machine["processor"].as_str(), machine["microarchitecture"].as_str());
            let (processor, name) = (processor.unwrap_or_default(), name.unwrap_or_default());
            let (time, samples, threads) = (duration(seconds), &of["samples"], &of["threads"]);
            rows.push((
                n,
                format!("| {n} | {time} | {interval} | {samples} | {threads} | {processor} ({name}) |\n"),
            ));
        }
    }
    rows.sort();
    let rows: String = rows.into_iter().map(|(_, row)| row).collect();
    Ok(format!("\n## Estimates\n\n{ESTIMATES}\n{rows}"))
}

/// Adds the new JSON files of the folders of months to the records there, to the letter but for spaces between the lines,
/// and removes them.
fn pack(results: &Path) -> Result<()> {
    let of_month = Regex::new(r"^20[0-9]{2}-[0-9]{2}[^/]*/[^/]*\.json$")?;
    for entry in WalkDir::new(results).sort_by_file_name() {
        let path = entry?.into_path();
        let name = path.strip_prefix(results)?.to_string_lossy().into_owned();
        if !of_month.is_match(&name) {
            continue;
        }
        let text = fs::read_to_string(&path)?;
        let record: String = text.lines().map(str::trim).collect();
        let fields = record.strip_prefix('{').ok_or_else(|| format!("{name} is not one record"))?;
        let file = path.file_stem().unwrap_or_default().to_string_lossy();
        let mut records = fs::OpenOptions::new().create(true).append(true).open(path.with_file_name(FILE))?;
        writeln!(records, "{{\"file\": \"{file}\",{fields}")?;
        fs::remove_file(&path)?;
    }
    Ok(())
}

/// The results that have a sum: JSON and CSV in the folders of months and in firsts/, sorted.
fn measured(results: &Path) -> Result<Vec<PathBuf>> {
    let kept = Regex::new(r"^(20[0-9]{2}-[0-9]{2}[^/]*|firsts)/.*\.(json|jsonl|csv)$")?;
    let mut files = vec![];
    for entry in WalkDir::new(results) {
        files.push(entry?.path().strip_prefix(results)?.to_owned());
    }
    files.retain(|path| kept.is_match(&path.to_string_lossy()));
    files.sort_by_key(|path| path.to_string_lossy().into_owned());
    Ok(files)
}

/// Runs `sha256sum`, or what macOS has in its place.
fn checksums(results: &Path, arguments: &[PathBuf]) -> Result<String> {
    let run = |command: &mut Command| tool::printed(command.args(arguments).current_dir(results));
    match Command::new("sha256sum").arg("--version").output() {
        Ok(_) => run(&mut Command::new("sha256sum")),
        Err(_) => run(Command::new("shasum").args(["-a", "256"])),
    }
}
