//! `vuelta queens count`: what it prints, and how it ends.

#[cfg(unix)]
use super::common::kill;
use super::common::{Ran, Start, at_once, command, file, json, vuelta};
use serde_json::Value;
#[cfg(unix)]
use std::io::Read;
#[cfg(unix)]
use std::time::Duration;
use std::time::Instant;

#[test]
fn a_queens_count_says_what_agrees_and_with_whom() {
    let ran = vuelta("queens count 12 --color never");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    for part in
        ["14,200", "agrees with OEIS A000170", "1,787", "agrees with OEIS A002562", "engine", "solutions/s"]
    {
        assert!(ran.out.contains(part), "{part} in {}", ran.out);
    }
}

#[test]
fn a_queens_count_has_the_fields_of_the_contract() {
    let value = json("queens count 8 -t 2");
    let expected = serde_json::json!({"problem": "queens", "n": 8, "fixed": [], "blocked": [], "total": "92",
        "fundamental": "12", "symmetric_180": "4", "symmetric_90": "0", "published": "92", "agrees": true,
        "threads": 2, "shard": null});
    for (field, expected) in expected.as_object().unwrap() {
        assert_eq!(&value[field], expected, "{field}");
    }
    assert!(value["seconds"].is_f64() && value["subproblems"].is_u64());
    assert!(value["environment"]["version"].is_string() && value["environment"].get("host").is_none());
}

#[test]
fn small_boards_are_counted_without_other_threads_unless_they_are_asked_for() {
    let all = std::thread::available_parallelism().unwrap().get();
    for (arguments, threads) in [
        ("queens count 12", 1),
        ("queens count 12 -t 2", 2),
        ("queens count 13", all),
        ("queens count 12 --runs 2", all),
        ("queens count 8 --engine backtrack", all),
        ("queens count 12 --time-limit 1h", all),
    ] {
        assert_eq!(json(arguments)["threads"], threads, "{arguments}");
    }
}

#[test]
fn a_range_is_a_table_or_a_number_a_line_or_an_object_a_line() {
    assert_eq!(vuelta("queens count 8-10 -q").out, "92\n352\n724\n");
    let table = vuelta("queens count 1-5 --color never").out;
    assert_eq!(table.lines().count(), 6);
    assert!(table.lines().skip(1).all(|row| row.contains("agrees")), "{table}");
    let lines = vuelta("queens count 2-4 --json").out;
    let totals: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["total"].clone()).collect();
    assert_eq!(totals, ["0", "0", "2"]);
}

#[test]
fn several_sizes_are_counted_in_their_order() {
    for sizes in ["8,10,12", "8 10 12", "8-8 10-12:2", "8-12:2", "8, 10-12:2"] {
        assert_eq!(vuelta(&format!("queens count {sizes} -q")).out, "92\n724\n14200\n", "{sizes}");
    }
}

#[test]
fn there_is_one_way_to_place_no_queen() {
    assert_eq!(vuelta("queens count 0 -q").out, "1\n");
    assert_eq!(vuelta("queens count 0-8 -q").out, "1\n1\n0\n0\n2\n10\n4\n40\n92\n");
    assert_eq!(vuelta("queens count 0-8:4,0 -q").out, "1\n2\n92\n1\n");
    let value = json("queens count 0");
    for number in ["total", "fundamental", "symmetric_180", "symmetric_90", "published"] {
        assert_eq!(value[number], "1", "{number}");
    }
    assert_eq!((&value["n"], &value["agrees"]), (&0.into(), &true.into()));
    // Only A000170 begins with N = 0.
    let text = vuelta("queens count 0").out;
    assert!(text.starts_with("0 queens on 0 x 0\n") && text.contains("1 subproblem, "), "{text}");
    let agrees = text.lines().filter(|line| line.contains("agrees with")).collect::<Vec<_>>();
    assert!(matches!(agrees[..], [line] if line.contains("OEIS A000170")), "{text}");
    assert!(vuelta("queens count 0-3").out.contains("\n 0  "));
    for engine in ["halves", "bitmask", "backtrack"] {
        assert_eq!(vuelta(&format!("queens count 0 --engine {engine} -q -t 2")).out, "1\n", "{engine}");
    }
    let checked = vuelta("queens count 0 --double-check -q").ends(0);
    assert!(checked.err.starts_with("note: not double-checked"), "{}", checked.err);
    let folder = file("none", "there", b"");
    let path = |name: &str| folder.with_file_name(name).display().to_string();
    let (table, ledger) = (path("none.csv"), path("none.ledger"));
    std::fs::remove_file(&ledger).ok();
    for _ in 0..2 {
        vuelta(&format!("queens count 0 -q --checkpoint {ledger} --export {table} --force")).ends(0);
    }
    assert_eq!(super::exports::row(&table)["total"], "1");
    assert_eq!(vuelta(&format!("merge {ledger} -q")).ends(0).out, "1\n");
    let verified = vuelta("verify --time-limit 2s --color never").out;
    assert!(
        verified.lines().any(|line| line.starts_with("queens 0 ") && line.contains("agrees 1/1")),
        "{verified}"
    );
}

#[test]
fn a_repeated_count_tells_its_times() {
    for count in ["queens count 9", "senku count triangle15"] {
        let value = json(&format!("{count} --runs 4"));
        let runs = &value["runs"];
        let time = |name: &str| runs[name].as_f64().unwrap();
        let seconds: Vec<f64> =
            runs["seconds"].as_array().unwrap().iter().map(|s| s.as_f64().unwrap()).collect();
        assert_eq!((runs["count"].as_u64(), seconds.len()), (Some(4), 4));
        assert!(seconds.contains(&time("minimum")) && seconds.contains(&value["seconds"].as_f64().unwrap()));
        assert!(time("minimum") <= time("median") && time("median") <= time("maximum"));
        assert!((time("maximum") - time("minimum") - time("spread")).abs() < 1e-9);
        let text = vuelta(&format!("{count} --runs 2")).out;
        assert!(text.contains("2 runs: median ") && text.contains("spread "), "{text}");
        let path = file("runs", "runs.csv", b"").display().to_string();
        assert_eq!(vuelta(&format!("{count} --runs 2 --export {path}")).code, Some(0));
        let table = std::fs::read_to_string(path).unwrap();
        assert!(table.contains(",runs,median,minimum,maximum,spread") && table.contains(",2,0."), "{table}");
        assert_eq!(json(count).get("runs"), None);
    }
}

#[test]
fn numbers_are_said_as_people_say_them() {
    assert!(vuelta("queens count 1").out.contains("1 subproblem, "), "one of them");
    for arguments in
        ["queens count 4", "queens count 4-6", "senku count triangle15", "verify --time-limit 1s"]
    {
        let out = vuelta(&format!("{arguments} --color never")).out;
        assert!(!out.contains("0.000") && (out.contains(" ms") || out.contains(" µs")), "{out}");
    }
    let out = vuelta("senku count triangle15 --start 2,1 --goal same").out;
    assert!(out.contains("solutions") && !out.contains("games won"), "{out}");
    assert!(vuelta("senku count triangle15").out.contains(" 1.20 %\n"));
}

#[test]
fn a_double_check_by_another_engine_agrees() {
    let ran = vuelta("queens count 9 --double-check").ends(0);
    assert!(ran.err.contains("double check"), "{}", ran.err);
    for (count, first, second) in [
        ("triangle15", "memo", "backtrack"),
        ("square4", "memo", "backtrack"),
        ("square4", "backtrack", "dense"),
        ("triangle21", "memo", "dense"),
        ("triangle21", "dense", "memo"),
    ] {
        let ran = vuelta(&format!("senku count {count} --engine {first} --double-check -t 2")).ends(0);
        assert_eq!(
            ran.err.lines().last(),
            Some(&*format!("double check of {count}: the same numbers by {second}")),
            "{count}"
        );
    }
    let none = vuelta("senku count triangle21 --engine memo --memory-limit 8MiB --double-check -q");
    assert_eq!((none.code, none.out.lines().next()), (Some(0), Some("394999872560")));
    assert!(none.err.starts_with("note: not double-checked"), "{}", none.err);
}

#[test]
fn a_double_check_that_was_stopped_is_said_to_be() {
    // Half boards take a fraction of a second, the bitmask search a quarter of a minute or more.
    let ran = vuelta("queens count 17 --double-check -t 1 --time-limit 4s -q");
    assert_eq!((ran.code, ran.out.as_str()), (Some(124), "95815104\n"), "{}", ran.err);
    assert!(ran.err.contains("stopped before the end of the double check of N = 17"), "{}", ran.err);
}

#[test]
fn a_run_that_was_stopped_is_no_measurement() {
    let value =
        vuelta("queens count 26 --engine bitmask --runs 3 --time-limit 100ms --json").ends(124).json();
    assert_eq!((&value["status"], value.get("runs")), (&"partial".into(), None), "{value}");
}

#[test]
fn the_time_limit_ends_a_count_with_what_was_found() {
    let began = Instant::now();
    let ran = vuelta("queens count 24 --engine bitmask --time-limit 300ms --json").ends(124);
    assert!(began.elapsed() < at_once());
    let value = ran.json();
    assert!(value["total"].is_null() && value["partial"].is_string() && value["agrees"].is_null());
}

#[cfg(unix)]
#[test]
fn signals_end_a_count_in_good_order() {
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let mut command = command("queens count 19 --engine bitmask --json");
        let child = command.begun();
        std::thread::sleep(Duration::from_millis(300));
        kill(&child, signal);
        let ran = Ran::from(child.wait_with_output().unwrap()).ends(code);
        assert!(ran.out.contains("\"total\":null"), "{}", ran.out);
        assert!(ran.err.contains("stopping"), "{}", ran.err);
    }
}

#[cfg(unix)]
#[test]
fn the_state_is_told_when_asked_for_and_nothing_else_happens() {
    let mut command = command("queens list 13 -q");
    let mut child = command.begun();
    child.stdout.as_mut().unwrap().read_exact(&mut [0; 8]).unwrap();
    kill(&child, "USR1");
    Ran::from(child.wait_with_output().unwrap()).ends(0);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = command("queens count 1-10").begun();
    drop(child.stdout.take());
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
}

#[test]
fn a_range_that_is_stopped_between_two_boards_is_stopped() {
    // Boards so small that the time ends between two of them in one run out of four.
    let sizes = ["4"; 3000].join(",");
    for _ in 0..20 {
        let ran = vuelta(&format!("queens count {sizes} -q -t 1 --time-limit 50ms"));
        let counted = ran.out.lines().count();
        assert_eq!(ran.code, Some(if counted < 3000 { 124 } else { 0 }), "{counted}: {}", ran.err);
        assert_eq!(ran.err.lines().count(), usize::from(counted < 3000), "{counted}: {}", ran.err);
    }
}

#[test]
fn a_stopped_board_of_a_range_is_marked_at_its_end() {
    let ran = vuelta("queens count 8,20 --engine bitmask -t 1 --time-limit 300ms --color never");
    let rows: Vec<Vec<&str>> = ran.out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!((ran.code, rows.len()), (Some(124), 3), "{}", ran.out);
    assert!(rows[1].contains(&"agrees") && rows[1].last() != Some(&"stopped"), "{}", ran.out);
    assert!(rows[2].last() == Some(&"stopped") && rows[2].contains(&"-"), "{}", ran.out);
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn the_processor_is_told_beyond_its_name() {
    let info = json("info");
    assert!(info["family"].is_u64() && info["model"].is_u64() && info["stepping"].is_u64(), "{info}");
    assert!(vuelta("info").out.contains("  model      family "));
    let environment = &json("queens count 16 --engine bitmask -t 1")["environment"];
    assert_eq!(environment["model"], info["model"]);
    assert!(
        environment["processor_share"].as_f64().is_some_and(|share| (0.0..=1.0).contains(&share)),
        "{environment}"
    );
}
