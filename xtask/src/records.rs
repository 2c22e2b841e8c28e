//! results/RECORDS.md from the measured results, results/YYYY-MM*/*.json, and results/SHA256SUMS from these and [`FIRSTS`].
//!
//! A result that was changed after it was measured is an error: its line in SHA256SUMS says so.

use crate::tool::{self, Failure, fail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The results cannot say this themselves.
const NOTE: &str =
    "N = 23 was measured on a shared machine: its time and its growth are about twice those of a quiet one.";

/// The folder of counts without times: they have checksums, and RECORDS.md leaves them out.
const FIRSTS: &str = "firsts";

/// Checks the sums of the results that have one, then writes both files, or compares them.
pub fn records(only_check: bool) -> Result<i32, Failure> {
    let results = tool::root().join("results");
    let vuelta = tool::program("test")?;
    let files = measured(&results)?;
    let sums = sums(&results, &files)?;
    let kept = fs::read_to_string(results.join("SHA256SUMS")).unwrap_or_default();
    let differing = changed(&kept, &sums);
    if !differing.is_empty() {
        let names = differing.join(", ");
        return Err(fail(format!(
            "these results differ from their sums or are gone: {names}; remove the lines of those that were taken out on purpose"
        )));
    }
    // The months alone: `report` gets a copy of the files that it is to show.
    let copy = tempfile::tempdir()?;
    for file in files.iter().filter(|file| !file.starts_with(FIRSTS)) {
        let to = copy.path().join("results").join(file);
        fs::create_dir_all(to.parent().unwrap_or(copy.path()))?;
        fs::copy(results.join(file), to)?;
    }
    let records = copy.path().join("RECORDS.md");
    let (shown, out) = (copy.path().join("results"), records.as_os_str());
    tool::printed(Command::new(vuelta).args(["report", "--quiet"]).arg(shown).arg("-o").arg(out))?;
    let made = [("RECORDS.md", with_note(&fs::read_to_string(&records)?)), ("SHA256SUMS", sums)];
    let mut code = 0;
    for (name, text) in made {
        let path = results.join(name);
        if !only_check {
            fs::write(path, text)?;
        } else if fs::read_to_string(path).unwrap_or_default() != text {
            eprintln!("error: results/{name} is not up to date: run `cargo xtask records`");
            code = 1;
        }
    }
    println!("{} results, as their sums say", files.len());
    Ok(code)
}

/// The page with the note below its first paragraph.
fn with_note(page: &str) -> String {
    let mut lines: Vec<&str> = page.lines().collect();
    let below = lines.len().min(4);
    lines.splice(below..below, [NOTE, ""]);
    lines.join("\n") + "\n"
}

/// The results that have a sum: JSON, CSV and rehearsals in the folders of months and in [`FIRSTS`], sorted.
fn measured(results: &Path) -> Result<Vec<PathBuf>, Failure> {
    let (mut files, mut folders) = (vec![], vec![PathBuf::new()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(results.join(&folder))? {
            let entry = entry?;
            let path = folder.join(entry.file_name());
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_top = folder.as_os_str().is_empty();
            if entry.file_type()?.is_dir() {
                if !is_top || is_month(&name) || name == FIRSTS {
                    folders.push(path);
                }
            } else if !is_top && is_kept(&name) {
                files.push(path);
            }
        }
    }
    files.sort_by_key(|path| path.to_string_lossy().into_owned());
    Ok(files)
}

fn is_month(name: &str) -> bool {
    let form = "dddd-dd";
    name.len() >= form.len() && name.starts_with("20") && {
        name.bytes()
            .zip(form.bytes())
            .all(|(byte, of)| if of == b'd' { byte.is_ascii_digit() } else { byte == of })
    }
}

fn is_kept(name: &str) -> bool {
    name.ends_with(".json") || name.ends_with(".csv") || name.contains("rehearsal.")
}

/// A line for each file: its SHA-256 sum and its name.
fn sums(results: &Path, files: &[PathBuf]) -> Result<String, Failure> {
    let mut last = fail("there are no results");
    // macOS has the second.
    for (program, options) in [("sha256sum", &[] as &[&str]), ("shasum", &["-a", "256"])] {
        match tool::printed(Command::new(program).args(options).args(files).current_dir(results)) {
            Ok(text) => return Ok(text + "\n"),
            Err(failure) => last = failure,
        }
    }
    Err(last)
}

/// The lines of the kept sums that are not among those of the files as they are.
fn changed<'a>(kept: &'a str, sums: &str) -> Vec<&'a str> {
    let lines: Vec<&str> = sums.lines().collect();
    kept.lines()
        .filter(|line| !lines.contains(line))
        .map(|line| line.split_once("  ").map_or(line, |(_, name)| name))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_that_was_changed_or_taken_out_is_named() {
        let kept = "aa  2026-11/a.json\nbb  2026-11/b.json\n";
        assert!(changed(kept, "aa  2026-11/a.json\nbb  2026-11/b.json\ncc  2026-11/c.json\n").is_empty());
        assert_eq!(changed(kept, "aa  2026-11/a.json\nb0  2026-11/b.json\n"), ["2026-11/b.json"]);
        assert_eq!(changed(kept, "bb  2026-11/b.json\n"), ["2026-11/a.json"]);
    }

    #[test]
    fn the_note_stands_below_the_first_paragraph() {
        let page = with_note("# Title\n\nFirst.\n\nSecond.\n");
        assert_eq!(page, format!("# Title\n\nFirst.\n\n{NOTE}\n\nSecond.\n"));
    }

    #[test]
    fn results_are_those_of_months() {
        assert!(is_month("2026-11-zen4") && is_month("2026-11") && !is_month("batch") && !is_month("2026-x"));
        assert!(is_kept("peers.csv") && is_kept("queens-22-rehearsal.log") && !is_kept("queens-8.limit"));
    }
}
