//! Windows alone: paths, patterns, files that another program has open. Wine runs these tests too.

use super::common::{Start, command, end, folder, until, vuelta};
use std::fs;
use std::os::windows::fs::OpenOptionsExt;
use std::path::Path;
use std::process::Command;

const FILE_SHARE_READ: u32 = 1;

/// `vuelta queens count 12 -q` with a ledger of this name.
fn count_12(ledger: &Path) -> Command {
    let mut command = command("queens count 12 --engine bitmask --chunk 1ms -q");
    command.arg("--checkpoint").arg(ledger);
    command
}

#[test]
fn the_help_says_what_there_is_instead_of_signals() {
    let help = vuelta("--help").out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("On Windows Ctrl-Break acts as Ctrl-C") && help.contains("no SIGUSR1"), "{help}");
}

#[test]
fn a_hint_is_quoted_for_the_shells_of_windows() {
    let folder = folder("windows hint");
    let ledger = folder.join("a ledger");
    let mut long = command("queens count 20 --engine bitmask -q --time-limit 300ms --fixed 0,1 --checkpoint");
    let stopped = long.arg(&ledger).ran().ends(124);
    let quoted = format!("--checkpoint \"{}\"", ledger.display());
    let hint = stopped.err.lines().find(|line| line.contains("resume with: ")).unwrap();
    assert!(quoted.contains('\\') && hint.contains(&quoted) && hint.contains("--fixed \"0,1\""), "{hint}");
}

#[test]
fn a_ledger_that_is_written_cannot_be_deleted() {
    let ledger = folder("windows-delete").join("ledger");
    let mut slow = command("queens count 20 --engine bitmask --chunk 5ms -t 1 -q");
    let child = slow.arg("--checkpoint").arg(&ledger).begun();
    until(|| fs::metadata(&ledger).is_ok());
    let (deleted, moved) = (fs::remove_file(&ledger), fs::rename(&ledger, ledger.with_extension("old")));
    let readable = fs::read(&ledger);
    end(child);
    assert!(deleted.is_err() && moved.is_err() && readable.is_ok(), "{deleted:?} {moved:?} {readable:?}");
}

#[test]
fn a_pattern_names_all_shards() {
    let folder = folder("windows-pattern");
    for shard in 1..=3 {
        let shard = format!("{shard}/3");
        count_12(&folder.join("{shard}.ledger")).args(["--shard", &shard]).ran().ends(0);
    }
    command("merge -q").arg(folder.join("*-of-3.ledger")).ran().prints(0, "14200\n");
    let none = command("merge").arg(folder.join("*.nothing")).ran();
    assert_eq!((none.code, none.err.lines().count()), (Some(2), 1), "{}", none.err);
    assert!(none.err.contains("*.nothing"), "{}", none.err);
}

#[test]
fn a_result_does_not_replace_a_file_that_is_open_elsewhere() {
    let folder = folder("windows-open");
    let path = folder.join("open.csv");
    fs::write(&path, "old").unwrap();
    let other = fs::File::options().read(true).share_mode(FILE_SHARE_READ).open(&path).unwrap();
    let refused = command("queens count 8 -q --export").arg(&path).ran();
    assert_eq!((refused.code, refused.err.lines().count()), (Some(1), 1), "{}", refused.err);
    drop(other);
    command("queens count 8 -q --export").arg(&path).ran().ends(0);
    assert!(fs::read_to_string(&path).unwrap().contains(",92,"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn backslashes_devices_and_line_ends_are_windows_own() {
    let folder = folder("windows-paths");
    let within = |arguments: &str| command(arguments).current_dir(&folder).ran();
    fs::create_dir(folder.join("boards")).unwrap();
    fs::write(folder.join(r"boards\queens.txt"), ". Q . .\r\n. . . .\r\n. . . .\r\n. . . .\r\n").unwrap();
    assert_eq!(within(r"queens count --board boards\queens.txt -q").out, "1\n");
    fs::write(folder.join(r"boards\three.txt"), "x o o .\r\n").unwrap();
    assert_eq!(within(r"senku count boards\three.txt --goal any -q").out, "1\n1\n");
    within(r"queens count 8 -q --export .\boards\8.json").ends(0);
    let twice = within(r"queens count 8 -q --export boards\9.json --export boards/9.json");
    assert!(twice.code == Some(2) && twice.err.contains("twice"), "{}", twice.err);
    within(r"report boards\ -o boards\page.md").ends(0);
    assert!(fs::read_to_string(folder.join(r"boards\page.md")).unwrap().contains("| 92 |"));
    let drawn = within("queens solve 8 -q --svg NUL");
    assert_eq!((drawn.code, drawn.err.as_str()), (Some(0), ""));
    assert!(!drawn.out.is_empty());
}
