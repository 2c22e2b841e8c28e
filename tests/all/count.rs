//! `vuelta queens count`: what it prints, and how it ends.

use super::common::{Start, command, json, vuelta};
#[cfg(unix)]
use super::common::{at_work, kill, waited};
#[cfg(unix)]
use std::io::Read;

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
        let value = json(arguments);
        assert_eq!(value["threads"], threads, "{arguments}");
        assert!(value["environment"].get("host").is_none(), "{arguments}");
    }
}

#[test]
fn any_blank_separates() {
    let ran = command("queens count -q").arg("8\t9,\n10").arg("--blocked").arg("a1\nb1").ran();
    assert_eq!(ran.out.lines().count(), 3);
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
}

#[test]
fn a_run_that_was_stopped_is_no_measurement() {
    let value =
        vuelta("queens count 26 --engine bitmask --runs 3 --time-limit 100ms --json").ends(124).json();
    assert_eq!((&value["status"], value.get("runs")), (&"partial".into(), None), "{value}");
}

#[cfg(unix)]
#[test]
fn signals_end_a_count_in_good_order() {
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let mut command = command("queens count 19 --engine bitmask --json");
        let child = at_work(command.begun());
        kill(&child, signal);
        let ran = waited(child).ends(code);
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
    waited(child).ends(0);
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

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn the_processor_is_told_beyond_its_name() {
    let info = json("info");
    assert!(info["family"].is_u64() && info["model"].is_u64() && info["stepping"].is_u64(), "{info}");
    assert!(vuelta("info").out.contains("  model      family "));
    let environment = &json("queens count 15 --engine bitmask -t 1")["environment"];
    assert_eq!(environment["model"], info["model"]);
    assert!(
        environment["processor_share"].as_f64().is_some_and(|share| (0.0..=1.0).contains(&share)),
        "{environment}"
    );
}
