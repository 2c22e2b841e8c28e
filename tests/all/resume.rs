//! Ledgers as a user meets them: saved, gone on with, refused.

use super::common::{self, Ran, Start, end, folder, one_sentence, until};
#[cfg(unix)]
use super::common::{at_once, kill, shell, waited};
use std::path::Path;
use std::process::{Child, Command};
#[cfg(unix)]
use std::time::{Duration, Instant};

/// The published count for N = 16, which the bitmask engine takes about two seconds for on one thread.
const TOTAL: &str = "14772512\n";

fn command(arguments: &str, ledger: &Path) -> Command {
    let mut command = common::command(arguments);
    command.arg("--checkpoint").arg(ledger);
    command
}

pub fn vuelta(arguments: &str, ledger: &Path) -> Ran {
    command(arguments, ledger).ran()
}

/// Asserts that the run is refused with one sentence, and gives it.
pub fn refusal(arguments: &str, ledger: &Path, code: i32) -> String {
    one_sentence(arguments, &vuelta(arguments, ledger), code)
}

pub fn lines(ledger: &Path) -> usize {
    std::fs::read_to_string(ledger).unwrap_or_default().lines().count()
}

/// Starts a count that takes a while, and waits until its ledger has a few lines.
pub fn begin(arguments: &str, ledger: &Path) -> Child {
    let before = lines(ledger);
    let child = command(arguments, ledger).begun();
    until(|| lines(ledger) >= before + 3);
    child
}

/// Slow enough to be met in the middle: some hundred chunks.
const SLOW: &str = "queens count 16 --engine bitmask --chunk 5ms -t 1";

#[test]
fn a_killed_count_goes_on_and_ends_with_the_right_total() {
    let ledger = folder("resume-kill").join("ledger");
    for _ in 0..3 {
        let before = lines(&ledger);
        let child = begin(SLOW, &ledger);
        end(child);
        assert!(lines(&ledger) >= before + 2, "what was finished is kept");
    }
    // On other threads, and once more when there is nothing left to do.
    for _ in 0..2 {
        let ran = vuelta("queens count 16 --engine bitmask -q -t 3", &ledger).prints(0, TOTAL);
        assert!(ran.err.starts_with("resuming at "), "{}", ran.err);
    }
    assert!(!ledger.with_extension("lock").exists());
}

#[cfg(unix)]
#[test]
fn a_stopped_count_says_the_command_that_goes_on() {
    let folder = folder("resume-stop");
    let ledger = folder.join("it's a ledger");
    for (name, code) in [("INT", 130), ("TERM", 143)] {
        let child = begin(SLOW, &ledger);
        kill(&child, "USR1");
        std::thread::sleep(Duration::from_millis(100));
        kill(&child, name);
        let ran = waited(child).ends(code);
        assert!(ran.err.contains("queens 16: ") && ran.err.contains(" subproblems, "), "{}", ran.err);
        assert!(ran.err.contains("stopping after the subproblems in progress, "), "{}", ran.err);
        assert!(ran.err.contains("saved; resume with: "), "{}", ran.err);
    }
    let ran = vuelta(&format!("{SLOW} --time-limit 100ms --json"), &ledger).ends(124);
    assert!(ran.out.contains("\"total\":null,\"partial\":\""), "{}", ran.out);
    let again = ran.err.lines().find_map(|line| line.strip_prefix("saved; resume with: ")).unwrap();
    let again = again.replace("--time-limit 100ms", "").replace("-t 1", "-t 2");
    let ran = shell(&again).ran().ends(0);
    assert_eq!(ran.json()["total"], "14772512", "{again}");
    assert!(ran.err.starts_with("resuming at "), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn a_second_signal_stops_now_and_loses_only_what_is_in_progress() {
    let ledger = folder("resume-twice").join("ledger");
    let child = begin(SLOW, &ledger);
    kill(&child, "TERM");
    kill(&child, "TERM");
    let began = Instant::now();
    waited(child).ends(143);
    assert!(began.elapsed() < at_once());
    assert!(lines(&ledger) >= 4);
    assert_eq!(vuelta("queens count 16 --engine bitmask -q", &ledger).out, TOTAL);
}

#[test]
fn one_writer_at_a_time_and_a_dead_one_does_not_count() {
    let folder = folder("resume-lock");
    let (ledger, lock) = (folder.join("ledger"), folder.join("ledger.lock"));
    let first = begin(SLOW, &ledger);
    let in_use = format!("in use by process {}", first.id());
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("ledger", folder.join("soft")).unwrap();
        std::fs::hard_link(&ledger, folder.join("hard")).unwrap();
    }
    let names = [("ledger", &*in_use), ("soft", &in_use), ("hard", "a hard link")];
    for (name, part) in names.into_iter().take(if cfg!(unix) { 3 } else { 1 }) {
        let refused = refusal(SLOW, &folder.join(name), 1);
        assert!(refused.contains(part), "{name}: {refused}");
    }
    end(first);
    assert!(lock.exists(), "a killed process leaves its lock");
    // It is seen that it has ended: nothing is waited for.
    let ran = vuelta("queens count 16 --engine bitmask -q", &ledger).prints(0, TOTAL);
    assert!(!ran.err.contains("waiting up to") && !lock.exists(), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn a_ledger_that_is_deleted_is_written_anew_and_the_total_is_told() {
    let ledger = folder("resume-deleted").join("ledger");
    let child = begin(SLOW, &ledger);
    std::fs::remove_file(&ledger).unwrap();
    let ran = waited(child).ends(1);
    assert!(ran.out.contains("14,772,512"), "{}", ran.out);
    assert!(ran.err.contains("it was deleted, and has been written anew"), "{}", ran.err);
    let again = vuelta(&format!("{SLOW} -q"), &ledger).prints(0, TOTAL);
    assert!(again.err.contains("resuming at 100.0 %"), "{}", again.err);
}

/// Five sweeps by residues, a second or so each.
const SENKU: &str = "senku count english --isa portable --memory-limit 124MiB";
const SENKU_NUMBERS: &str = "577116156815309849672\n40861647040079968\n";

#[test]
fn a_killed_senku_count_goes_on_after_its_last_sweep() {
    let ledger = folder("resume-senku").join("ledger");
    let child = begin(SENKU, &ledger);
    end(child);
    let done = lines(&ledger) - 1;
    assert!((1..5).contains(&done), "{done}");
    let ran = vuelta(&format!("{SENKU} -t 3 --winning --json"), &ledger).ends(0);
    assert!(ran.err.starts_with(&format!("resuming at {}.0 %", 20 * done)), "{}", ran.err);
    let value = ran.json();
    assert_eq!((&value["games"], &value["agrees"]), (&"577116156815309849672".into(), &true.into()));
    assert_eq!((&value["positions"], &value["winning_positions"]), (&"23475688".into(), &"1679072".into()));
    assert_eq!((&value["resumed"], &value["status"]), (&true.into(), &"resumed".into()));
    assert_eq!((&value["subproblems"], &value["subproblems_here"]), (&5.into(), &(5 - done).into()));
    // Nothing is left to do: in other memory, with other instructions.
    let again = vuelta("senku count -q", &ledger).prints(0, SENKU_NUMBERS);
    assert!(again.err.starts_with("resuming at 100.0 %"), "{}", again.err);
}

#[test]
fn a_senku_count_that_is_stopped_in_its_first_sweep_says_that_nothing_is_saved() {
    let ledger = folder("resume-senku-stop").join("ledger");
    let ran = vuelta(&format!("{SENKU} -q --time-limit 50ms"), &ledger);
    assert_eq!((ran.code, ran.out.as_str(), lines(&ledger)), (Some(124), "", 1), "{}", ran.err);
    assert!(ran.err.contains("nothing is saved before the end of a sweep"), "{}", ran.err);
    assert!(ran.err.contains("; resume with: ") && ran.err.contains("--checkpoint"), "{}", ran.err);
    assert!(!ran.err.contains("--time-limit"), "it would get nowhere again: {}", ran.err);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_senku_count_at_once_and_keeps_its_sweeps() {
    let ledger = folder("resume-senku-signal").join("ledger");
    let (child, began) = (begin(&format!("{SENKU} -q"), &ledger), Instant::now());
    kill(&child, "INT");
    let ran = waited(child).prints(130, "");
    assert!(began.elapsed() < at_once() && lines(&ledger) >= 3, "{}", ran.err);
    assert!(ran.err.contains(" of 5 sweeps; resume with: "), "{}", ran.err);
    // That a count goes on to the right numbers after such sweeps is tested above.
    let again = vuelta(&format!("{SENKU} -q --time-limit 50ms"), &ledger).ends(124);
    assert!(again.err.starts_with("resuming at "), "{}", again.err);
}
