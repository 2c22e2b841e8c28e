//! Files that are written: whole or not at all, whatever ends the run, and the earlier one stays until then.
#![cfg(unix)]

use super::common::{Folder, Start, end, until};
use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::process::{Command, Output, Stdio};

const OLD: &str = "{\"earlier\": \"result\"}\n";

impl Folder {
    /// A folder with files of these names, which hold an earlier result.
    fn with(test: &str, files: &[&str]) -> Self {
        let folder = Folder::new(&format!("outputs-{test}"));
        files.iter().for_each(|file| fs::write(folder.path(file), OLD).unwrap());
        folder
    }

    fn run(&self, arguments: &str) -> Output {
        self.command(arguments).ended()
    }

    /// Asserts that the command ends with this code, and gives what it says.
    fn ends(&self, arguments: &str, code: i32) -> String {
        let output = self.run(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments}: {said}");
        said
    }

    /// Asserts that these files, and no others, are there, and hold what they held before.
    fn is_as_before(&self, files: &[&str], after: &str) {
        assert_eq!(self.names(), files, "{after}");
        files.iter().for_each(|file| assert_eq!(self.text(file), OLD, "{file} after {after}"));
    }
}

#[test]
fn refusals_leave_the_earlier_result_and_nothing_else() {
    let folder = Folder::with("refusals", &["old.json"]);
    for (arguments, code) in [
        ("queens count 99", 2),
        ("queens count 8 --fixed 9,9", 2),
        ("queens count 8 --fixed 0,0 1,1", 2),
        ("queens count 8 --board nowhere.txt", 2),
        ("queens count 8 --engine bitmask --shard 3/2", 2),
        ("queens count 20 --memory-limit 1", 5),
        ("queens count 8-12 --shard 1/2", 2),
        ("queens complete 1001", 2),
        ("queens solve 3", 1),
        ("queens solve 4 --fixed 0,0", 1),
        ("queens estimate 40", 2),
        ("queens estimate 20 --memory-limit 1", 5),
        ("senku count nowhere", 2),
        ("senku count english --goal 9,9", 2),
        ("senku count english --memory-limit 1", 5),
        ("senku count english --checkpoint no/such/ledger", 1),
        ("senku solve nowhere", 2),
        ("senku solve square4 --start 1,1 --goal 0,0", 1),
        ("merge nowhere", 2),
        ("queens count 8 --export old.json", 2),
        ("queens count 8 --export no/such/folder.json", 1),
        ("queens count 8 --export .", 2),
    ] {
        folder.ends(&format!("{arguments} --export old.json"), code);
        folder.is_as_before(&["old.json"], arguments);
    }
    folder.ends("verify --memory-limit 1KiB", 5);
}

#[test]
fn a_file_that_cannot_be_written_is_named_with_the_reason_and_what_to_do() {
    let folder = Folder::new("outputs-remedies");
    fs::create_dir(folder.path("folder.json")).unwrap();
    let said = folder.ends("queens count 8 --export folder.json", 1);
    assert!(said.contains("'folder.json' could not be written: "), "{said}");
    assert!(said.ends_with("; name a file in that folder\n"), "{said}");
    if let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") {
        let output = folder.command("queens count 8").stdout(full).ended();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.starts_with("error: the result could not be written to standard output: "), "{said}");
        assert!(said.ends_with("; free some space, or write to another disk\n"), "{said}");
    }
}

#[test]
fn pictures_and_pages_are_kept_by_refusals_too() {
    let files = ["game.gif", "game.svg", "old.html", "old.png", "old.svg"];
    let folder = Folder::with("pictures", &files);
    for (arguments, code) in [
        ("queens solve 3 --svg old.svg --png old.png", 1),
        ("queens solve 100000 --svg old.svg --png old.png", 2),
        ("queens solve 8 --fixed 9,9 --svg old.svg --png old.png", 2),
        ("queens complete 8 --fixed 9,9 --svg old.svg --png old.png", 2),
        ("queens complete 8 --svg old.svg --png no/such/folder.png", 1),
        ("queens solve 8 --svg old.svg --png old.svg", 2),
        ("senku solve nowhere --animate game.gif --animate game.svg --svg old.svg", 2),
        ("senku solve --animate game.gif --animate game.mp4", 2),
        ("senku solve --animate game.svg --svg game.svg", 2),
        ("senku solve square4 --start 1,1 --goal 0,0 --animate game.gif --svg old.svg", 1),
        ("queens list 12 --gallery old.svg", 2),
        ("queens list 13 --fixed 0,0 --gallery old.svg", 2),
        ("queens list 8 --columns 0 --gallery old.svg", 2),
        ("queens list 10 --columns 1 --gallery old.png", 2),
        ("queens list 3 --gallery old.svg", 1),
        ("queens trace 8 --all --svg old.svg", 2),
        ("senku trace --gif game.gif", 2),
        ("senku trace --html old.html", 2),
        ("queens trace 10 --all --quiet --html old.html", 2),
        ("report nowhere -o old.html", 1),
        ("report . -o old.html", 1),
        ("report . -o old.pdf", 2),
    ] {
        folder.ends(arguments, code);
        folder.is_as_before(&files, arguments);
    }
}

#[test]
fn a_killed_count_leaves_the_earlier_result() {
    let folder = Folder::with("killed", &["old.json"]);
    let child = folder
        .command("queens count 24 --engine bitmask -q --export old.json")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .begun();
    // It has opened its draft: the count is about to begin, or has.
    until(|| folder.names().len() >= 2);
    end(child);
    assert_eq!(folder.text("old.json"), OLD);
    let names = folder.names();
    assert!(names.len() == 2 && names[0].starts_with('.') && names[1] == "old.json", "{names:?}");
}

#[test]
fn a_result_takes_the_place_of_the_earlier_one() {
    let folder = Folder::with("replaced", &["old.csv", "old.json", "old.svg", "page.html"]);
    symlink("old.csv", folder.path("link.csv")).unwrap();
    folder.ends("queens count 8 -q --export old.json --export link.csv", 0);
    folder.ends("queens solve 8 -q --svg old.svg", 0);
    folder.ends("report . -o page.html", 0);
    assert!(folder.text("old.json").contains("\"92\"") && folder.text("old.csv").contains(",92,"));
    assert!(folder.text("old.svg").starts_with("<svg") && folder.text("page.html").starts_with("<!DOCTYPE"));
    assert!(fs::symlink_metadata(folder.path("link.csv")).unwrap().is_symlink());
    assert_eq!(folder.names(), ["link.csv", "old.csv", "old.json", "old.svg", "page.html"]);
}

#[test]
fn no_file_is_written_twice() {
    let folder = Folder::with("twice", &["old.json"]);
    symlink("old.json", folder.path("same.json")).unwrap();
    for other in ["old.json", "./old.json", "same.json", "../outputs-twice/old.json"] {
        let said = folder.ends(&format!("queens count 8 --export old.json --export {other}"), 2);
        assert!(said.contains(other) && said.contains("twice"), "{said}");
        let said = folder.ends(&format!("queens count 8 --checkpoint old.json --export {other}"), 2);
        assert!(said.contains(other) && said.contains("twice"), "{said}");
    }
    folder.ends("queens count 8 --export new.json --export ./new.json", 2);
    folder.ends("queens count 8 --checkpoint new.json --export new.json", 2);
    assert_eq!((folder.names().len(), folder.text("old.json").as_str()), (2, OLD));
    folder.ends("queens count 8 -q --checkpoint ledger.json", 0);
    let ledger = folder.text("ledger.json");
    folder.ends("merge ledger.json -q --export ledger.json", 2);
    folder.ends("merge ledger.json -q -o union.json --export union.json", 2);
    folder.ends("merge ledger.json -q -o ledger.json", 0);
    assert_eq!(folder.text("ledger.json").lines().next(), ledger.lines().next());
}

#[test]
fn what_is_no_file_is_written_through() {
    let folder = Folder::new("outputs-through");
    for name in ["out.json", "null.json", "full.json"] {
        let device = match name {
            "out.json" => "/dev/stdout",
            "null.json" => "/dev/null",
            _ => "/dev/full",
        };
        symlink(device, folder.path(name)).unwrap();
    }
    let printed = folder.run("queens count 8 -q --export out.json");
    let printed = String::from_utf8(printed.stdout).unwrap();
    assert!(printed.starts_with("92\n{") && printed.ends_with("}\n"), "{printed}");
    // A file that standard output goes to: the same text, in the same order.
    let redirected = fs::File::create(folder.path("redirected")).unwrap();
    let mut command = folder.command("queens count 8 -q --export out.json");
    assert!(command.stdout(redirected).status().unwrap().success());
    assert!(folder.text("redirected").starts_with("92\n{"), "{}", folder.text("redirected"));
    folder.ends("queens count 8 -q --export null.json", 0);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    if fs::metadata("/dev/full").is_ok_and(|full| full.file_type().is_char_device()) {
        let said = folder.ends("queens count 8 -q --export full.json", 1);
        assert!(said.contains("full.json") && said.lines().count() == 1, "{said}");
    }
    // A pipe with a name: whoever reads it gets all of it.
    let pipe = folder.path("pipe.json");
    if !Command::new("mkfifo").arg(&pipe).status().is_ok_and(|made| made.success()) {
        return;
    }
    let mut child = folder.command("queens count 8 -q --export pipe.json").stdout(Stdio::null()).begun();
    assert!(fs::read_to_string(&pipe).unwrap().contains("\"92\""));
    assert!(child.wait().unwrap().success());
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
}
