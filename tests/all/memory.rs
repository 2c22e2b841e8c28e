//! Memory: the limits of the system, and the peaks of runs beside what is said and allowed.

use super::common::{Start, command, estimated, folder, one_sentence, shell, vuelta};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// In a name space of its own a process can be shown another /proc; where that is not allowed there is nothing to test.
#[test]
fn memory_that_is_not_told_is_not_none() {
    let hidden = |arguments: &str| {
        let line = format!("mount --bind /dev/null /proc/meminfo && echo hidden && exec {arguments}");
        shell(&format!("unshare --mount sh -c '{line}'")).ran()
    };
    if !Path::new("/usr/bin/unshare").exists() || hidden("true").out != "hidden\n" {
        return;
    }
    hidden("vuelta queens count 10 -q").prints(0, "hidden\n724\n");
    let out = hidden("vuelta info").out;
    assert!(out.contains("memory     unknown: a count takes 4 GiB at most"), "{out}");
    let out = hidden("vuelta info --json").out;
    assert!(!out.contains("memory_bytes") && !out.contains("available_bytes"), "{out}");
}

/// The program with a limit of the address space.
fn with_address_space(kib: u32, arguments: &str) -> Command {
    shell(&format!("ulimit -v {kib}; exec vuelta {arguments}"))
}

#[test]
fn a_small_address_space_is_a_limit_of_memory() {
    // Again and again: threads that start take address space in any order.
    for _ in 0..8 {
        for (kib, threads) in [(120_000, 2), (310_000, 8)] {
            with_address_space(kib, &format!("queens count 15 -q -t {threads}")).ran().prints(0, "2279184\n");
        }
    }
    // The table is as large as the address space allows, whatever was asked for.
    let limited = "senku count square6 -t 2 --engine memo --memory-limit 2GiB --time-limit 1s";
    let code = with_address_space(800_000, limited).ran().code;
    assert!([Some(124), Some(5)].contains(&code), "{code:?}");
}

/// The least address space in KiB in which the system starts the program: with less, the loader ends it.
fn least_address_space() -> u32 {
    let starts = |kib: &u32| ![None, Some(127)].contains(&with_address_space(*kib, "--version").ran().code);
    (8_000..100_000).step_by(1_000).find(starts).unwrap()
}

#[test]
fn every_command_ends_well_in_every_address_space() {
    let folder = folder("memory-spaces");
    let puzzle = folder.join("puzzle.txt");
    std::fs::write(&puzzle, vuelta("regions make 6 --seed 1 -q").ends(0).out).unwrap();
    let least = least_address_space();
    for arguments in [
        "info",
        "man",
        "queens count 12 -t 2 -q",
        "queens count 17 -t 8 -q --time-limit 300ms",
        "queens count 8x30 --queens all -t 2 -q",
        "queens list 9 -t 4 -q",
        "queens solve 30 --png board.png",
        "queens complete 8 --fixed b4 -t 2",
        "senku count triangle15 -t 8 -q",
        "senku solve --animate game.gif",
        "regions solve puzzle.txt",
        "no such command",
    ] {
        let usual = command(arguments).current_dir(&folder).ran();
        for more in [0, 300, 600, 1_000, 2_000, 3_000, 5_000, 9_000, 16_000, 40_000, 100_000, 250_000] {
            let kib = least + more;
            let ran = with_address_space(kib, arguments).current_dir(&folder).ran();
            let said = ran.err.lines().last().unwrap_or_default();
            let is_refused = ran.code == Some(5) && said.starts_with("error: ") && said.contains(" KiB;")
                || ran.code == Some(5) && said.contains(" needs ") && said.contains("the limit is ");
            // Whether a count ends before its time limit depends on the machine.
            let is_timed = arguments.contains("--time-limit") && [Some(0), Some(124)].contains(&ran.code);
            let is_usual = ran.code == usual.code || is_timed;
            assert!(is_refused || is_usual, "{arguments} in {kib} KiB: {:?} {}", ran.code, ran.err);
            // `info` tells the limit itself.
            let is_same = arguments == "info" || ran.out == usual.out;
            assert!(is_refused || is_timed || is_same, "{arguments} in {kib} KiB");
        }
    }
}

#[test]
fn no_draft_stays_behind_when_memory_runs_out() {
    let folder = folder("memory-drafts");
    let file = folder.join("board.json");
    let solve = format!("queens solve 10000000 -q --export {}", file.display());
    let ran = with_address_space(least_address_space() + 60_000, &solve).ran();
    let sentence = one_sentence(&solve, &ran, 5);
    assert!(sentence.starts_with("the memory ran out: ") && sentence.contains("'ulimit -v'"), "{sentence}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

/// The peak of a run's resident size in bytes, by looking at it again and again. Pages of files are left out, because a
/// test build has many of them. The run ends with this code.
fn peak(arguments: &str, code: i32) -> u64 {
    let mut child = command(arguments).stdout(Stdio::null()).begun();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let kib = |name| {
            let row = text.lines().find_map(|line| line.strip_prefix(name));
            row.and_then(|row| row.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0)
        };
        peak = peak.max(kib("VmHWM:").saturating_sub(kib("RssFile:")) << 10);
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(child.wait().unwrap().code(), Some(code), "{arguments}");
    peak
}

#[test]
fn peaks_stay_near_what_is_said_and_allowed() {
    // A quarter more, or 16 MiB.
    let most = |said: u64| said + (said / 4).max(16 << 20);
    for threads in [2, 8] {
        let said = estimated(&format!("queens estimate 17 -t {threads}"), |_, _| true).0["memory_bytes"]
            .as_u64()
            .unwrap();
        let peak = peak(&format!("queens count 17 -q -t {threads}"), 0);
        assert!(peak > 8 << 20 && peak < most(said), "{threads} threads: {peak} of {said}");
    }
    // Eight threads share three subproblems and few lists.
    let limited = peak("queens count 20 -q -t 8 --memory-limit 110MiB --time-limit 5s", 124);
    assert!(limited > 8 << 20 && limited < most(110 << 20), "{limited}");
    let board = folder("limits-peaks").join("board.txt");
    std::fs::write(&board, "oooooo\noooooo\noo.ooo\noooooo\nxooooo\n").unwrap();
    let board = board.display();
    let senku = format!("senku count {board} --engine dense --isa portable -t 8 -q --memory-limit 64MiB");
    let peak = peak(&senku, 0);
    assert!(peak > 8 << 20 && peak < most(64 << 20), "{peak}");
}
