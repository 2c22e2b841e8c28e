//! The command line as a user meets it: what it prints, what it refuses and how it exits.

use super::common::{Ran, Start, command, refusal, vuelta};
use serde_json::Value;
use std::io::{Read, Write};
use std::path::PathBuf;
#[cfg(unix)]
use std::process::Command;
use std::process::Stdio;
use std::time::{Duration, Instant};

fn vuelta_with_input(arguments: &str, input: &[u8]) -> Ran {
    let mut command = command(arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).begun();
    child.stdin.take().unwrap().write_all(input).unwrap();
    Ran::from(child.wait_with_output().unwrap())
}

fn json(arguments: &str) -> Value {
    let ran = vuelta(&format!("{arguments} --json"));
    assert_eq!(ran.code, Some(0), "{arguments}: {}", ran.err);
    serde_json::from_str(&ran.out).unwrap()
}

/// A file in a folder that is this test's own.
fn file(test: &str, name: &str, contents: &[u8]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, contents).unwrap();
    path
}

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
    for sizes in ["8,10,12", "8 10 12", "8-12:2", "8, 10-12:2"] {
        assert_eq!(vuelta(&format!("queens count {sizes} -q")).out, "92\n724\n14200\n", "{sizes}");
    }
    assert!(refusal("queens count 8,9 --shard 1/2", 2).contains("several"));
}

#[test]
fn squares_come_in_lists_and_lines() {
    let total = |conditions: &str| vuelta(&format!("queens count 8 -q {conditions}")).out;
    assert_eq!(total("--fixed b4,d5"), total("--fixed 4,1 --fixed 3,3"));
    assert_eq!(total("--blocked a1-a7"), total("--fixed a8"));
    assert_eq!(total("--blocked a1-h8"), total("--blocked 7,0-0,7"));
    assert!(refusal("queens count 8 --blocked a1-b3", 2).contains("diagonal"));
    assert!(refusal("queens count 8 --fixed a1,b2", 2).contains("b2"), "the pair is named");
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
        assert!(table.contains(",runs,median,minimum,spread") && table.contains(",2,0."), "{table}");
        assert_eq!(json(count).get("runs"), None);
    }
    assert_eq!(vuelta("queens count 8 --runs 0").code, Some(2));
    assert_eq!(vuelta("queens count 8 --runs 2 --checkpoint ledger").code, Some(2));
}

#[test]
fn a_run_that_was_stopped_is_no_measurement() {
    let ran = vuelta("queens count 26 --engine bitmask --runs 3 --time-limit 100ms --json");
    assert_eq!(ran.code, Some(124), "{}", ran.err);
    let value: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&value["status"], value.get("runs")), (&"partial".into(), None), "{value}");
}

#[test]
fn a_double_check_that_was_stopped_is_said_to_be() {
    // Half boards take a fraction of a second, the bitmask search a quarter of a minute or more.
    let ran = vuelta("queens count 17 --double-check -t 1 --time-limit 4s -q");
    assert_eq!((ran.code, ran.out.as_str()), (Some(124), "95815104\n"), "{}", ran.err);
    assert!(ran.err.contains("stopped before the end of the double check of N = 17"), "{}", ran.err);
}

#[test]
fn lines_of_blocked_squares_may_cross_and_any_blank_separates() {
    let crossing = vuelta("queens count 8 --blocked 0,0 a1-a8 a1-h8 -q");
    let one_by_one = vuelta("queens count 8 --blocked a1-a8 b2-h8 -q");
    assert_eq!((crossing.code, &crossing.out), (Some(0), &one_by_one.out), "{}", crossing.err);
    let output = command("queens count -q").arg("8\t9,\n10").arg("--blocked").arg("a1\nb1").ended();
    assert_eq!(Ran::from(output).out.lines().count(), 3);
}

#[test]
fn a_board_without_subproblems_takes_no_time() {
    let value = json("queens estimate 8 --blocked a1-h1");
    assert_eq!((&value["samples"], &value["solutions_estimate"]), (&0.into(), &"0".into()), "{value}");
}

#[test]
fn a_list_of_none_searches_for_none() {
    let ran = vuelta("queens list 64 --limit 0");
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{}", ran.err);
}

#[test]
fn a_goal_in_a_file_may_have_a_name_like_a_hole() {
    let board = file("goals", "b1", b"oo.\n");
    let goal = file("goals", "g9", b"..o\n");
    let folder = board.parent().unwrap();
    let count = |goal: &str| {
        let mut command = command("senku count b1 -q --goal");
        Ran::from(command.arg(goal).current_dir(folder).ended())
    };
    assert_eq!(count(goal.file_name().unwrap().to_str().unwrap()).out, "1\n1\n");
    assert_eq!(count("c1").out, "1\n1\n");
    let refused = count("0,7");
    assert!(refused.code == Some(2) && refused.err.contains("no hole at"), "{}", refused.err);
}

#[test]
fn sizes_that_make_no_sense_are_refused() {
    for size in ["0", "-1", "65", "9-8", "1-65", "x", "8-", "1.5", "8:2", "8-9:0"] {
        refusal(&format!("queens count {size}"), 2);
    }
    assert!(refusal("queens count 33 --engine bitmask", 2).contains("N = 32"));
    assert!(refusal("queens count 8 --engine fast", 2).contains("bitmask"));
    assert!(refusal("queens count 8 --color blue", 2).contains("never"));
    assert!(refusal("queens count 8 --time-limit soon", 2).contains("soon"));
    assert!(refusal("queens count 8 --time-limit 90", 2).contains("90s"));
    assert!(refusal("queens count 8 -t 99999", 2).contains("too many"));
    assert_eq!(vuelta("queens count").code, Some(2));
    assert_eq!(vuelta("queens count 8 --nonsense").code, Some(2));
}

#[test]
fn a_double_check_by_another_engine_agrees() {
    let ran = vuelta("queens count 9 --double-check");
    assert_eq!(ran.code, Some(0));
    assert!(ran.err.contains("double check"), "{}", ran.err);
    for (count, first, second) in [
        ("triangle15", "memo", "backtrack"),
        ("square4", "memo", "backtrack"),
        ("square4", "backtrack", "dense"),
        ("triangle21", "memo", "dense"),
        ("triangle21", "dense", "memo"),
    ] {
        let ran = vuelta(&format!("senku count {count} --engine {first} --double-check -t 2"));
        assert_eq!(ran.code, Some(0));
        assert_eq!(
            ran.err.lines().last(),
            Some(&*format!("double check: the same numbers by {second}")),
            "{count}"
        );
    }
    let none = vuelta("senku count triangle21 --engine memo --memory-limit 8MiB --double-check -q");
    assert_eq!((none.code, none.out.lines().next()), (Some(0), Some("394999872560")));
    assert!(none.err.starts_with("note: not double-checked"), "{}", none.err);
}

#[test]
fn exports_are_created_before_the_work_and_hold_the_results() {
    let folder = file("exports", "there", b"");
    let path = |name: &str| folder.with_file_name(name).display().to_string();
    let (as_json, as_csv, as_table) = (path("a.json"), path("a.csv"), path("a.md"));
    let ran =
        vuelta(&format!("queens count 4-5 -q --export {as_json} --export {as_csv} --export {as_table}"));
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "2\n10\n"));
    let value: Value = serde_json::from_str(&std::fs::read_to_string(&as_json).unwrap()).unwrap();
    assert_eq!((&value[0]["total"], &value[1]["total"]), (&"2".into(), &"10".into()));
    let csv = std::fs::read_to_string(&as_csv).unwrap();
    assert!(
        csv.starts_with("n,total,") && csv.lines().nth(2).unwrap().starts_with("5,10,2,2,2,10,true"),
        "{csv}"
    );
    assert!(std::fs::read_to_string(&as_table).unwrap().starts_with("| n | total |"));
    refusal(&format!("queens count 4 --export {}", path("a.txt")), 2);
    refusal(&format!("queens count 4 --export {}", path("no/such/folder/a.csv")), 1);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = command("queens count 1-10").stdout(Stdio::piped()).stderr(Stdio::piped()).begun();
    drop(child.stdout.take());
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
}

#[test]
fn the_time_limit_ends_a_count_with_what_was_found() {
    let began = Instant::now();
    let ran = vuelta("queens count 24 --engine bitmask --time-limit 300ms --json");
    assert_eq!(ran.code, Some(124), "{}", ran.err);
    assert!(began.elapsed() < Duration::from_secs(20));
    let value: Value = serde_json::from_str(&ran.out).unwrap();
    assert!(value["total"].is_null() && value["partial"].is_string() && value["agrees"].is_null());
}

#[cfg(unix)]
#[test]
fn signals_end_a_count_in_good_order() {
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let mut command = command("queens count 19 --engine bitmask --json");
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).begun();
        std::thread::sleep(Duration::from_millis(300));
        Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
        let ran = Ran::from(child.wait_with_output().unwrap());
        assert_eq!(ran.code, Some(code), "{}", ran.err);
        assert!(ran.out.contains("\"total\":null"), "{}", ran.out);
        assert!(ran.err.contains("stopping"), "{}", ran.err);
    }
}

#[test]
fn conditions_are_squares_names_or_a_picture() {
    let picture = file(
        "conditions",
        "nauck.txt",
        b". . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . Q . . . .\n\
        . Q . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n",
    );
    let by_file = format!("queens count --board {}", picture.display());
    for conditions in
        ["queens count 8 --fixed 4,1 3,3", "queens count 8 --fixed b4 --fixed d5", by_file.as_str()]
    {
        let value = json(conditions);
        assert_eq!(value["total"], "2", "{conditions}");
        assert!(value["fundamental"].is_null() && value["published"].is_null() && value["agrees"].is_null());
    }
    let ran = Ran::from(command("queens count 4 --fixed").arg("0 1").arg("-q").ended());
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "1\n"));
    assert_eq!(json("queens count 4 --fixed 0,1 --blocked 0,0")["blocked"], serde_json::json!([[0, 0]]));
}

#[test]
fn conditions_that_make_no_sense_are_refused_by_name() {
    let refused = |conditions: &str| refusal(&format!("queens count 8 {conditions}"), 2);
    assert!(refused("--fixed 0,0 7,7").contains("[0,0] and [7,7] attack each other"));
    assert!(refused("--fixed 0,0 --blocked 0,0").contains("[0,0] is both fixed and blocked"));
    // Squares are named as they were written.
    assert!(refused("--fixed b4 b5").contains("the fixed queens on b4 and b5 attack each other"));
    assert!(refused("--fixed 3,1 --fixed B4").contains("the fixed queens on [3,1] and B4 attack each other"));
    assert!(refused("--fixed c3 --blocked c3").contains("the square c3 is both fixed and blocked"));
    assert!(refusal("queens complete 8 --fixed b4 b5", 2).contains("on b4 and b5"));
    assert!(refused("--fixed 8,0").contains("[8,0] is off the 8 x 8 board"));
    assert!(refused("--blocked 1,1 1,1").contains("twice"));
    assert!(refused("--fixed nowhere").contains("'nowhere' is no square"));
    assert!(refused("--engine halves --isa nonsense").contains("nonsense"));
    let picture = file("conditions", "three.txt", b"...\n...\n...\n");
    assert!(refused(&format!("--board {}", picture.display())).contains("3 x 3"));
    let wrong = file("conditions", "wrong.txt", b"..\n.?\n");
    assert!(refusal(&format!("queens count --board {}", wrong.display()), 2).contains("line 2, column 2"));
}

#[test]
fn a_file_that_is_not_there_is_wrong_usage_wherever_it_is_named() {
    for arguments in [
        "queens count --board no/such/file.txt",
        "queens complete --board no/such/file.txt",
        "senku count no/such/file.txt",
        "senku count --goal no/such/file.txt",
        "senku solve no/such/file.txt",
        "senku check no/such/file.txt",
        "senku check english no/such/file.txt",
        "merge no/such/file.txt",
    ] {
        assert!(refusal(arguments, 2).contains("no/such/file.txt"), "{arguments}");
    }
}

#[test]
fn an_illegal_list_has_the_fields_of_a_legal_one() {
    let check = |list: &str| {
        let ran = vuelta_with_input("senku check - --json", list.as_bytes());
        (ran.code, serde_json::from_str::<Value>(&ran.out).unwrap())
    };
    let (code, value) = check("1,3 > 3,3\n1,3 > 3,3\n");
    assert_eq!((code, &value["legal"], &value["at"]), (Some(1), &false.into(), &2.into()));
    assert_eq!((&value["wins"], &value["jumps"]), (&false.into(), &1.into()));
    assert!(value["reason"].as_str().unwrap().contains("no peg in [1,3]"));
    let (code, value) = check("1,3 > 3,3\n");
    let expected = serde_json::json!({"legal": true, "wins": false, "jumps": 1});
    assert_eq!((code, value), (Some(1), expected));
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
    let refused = refusal("senku count english --memory-limit 1MiB", 5);
    assert!(refused.contains("the limit is 1 MiB") && !refused.contains("bytes"), "{refused}");
    assert!(refusal("queens count 20 --memory-limit 1MiB", 5).ends_with("the limit is 1 MiB"));
}

/// Whether the queens of a `solve --json` are a solution.
fn is_solution(value: &Value) -> bool {
    let columns: Vec<u32> =
        value["queens"].as_array().unwrap().iter().map(|x| x.as_u64().unwrap() as u32).collect();
    columns.len() as u64 == value["n"] && vuelta::queens::is_solution(&columns)
}

#[test]
fn one_solution_for_any_size_but_two_and_three() {
    for size in [1, 4, 8, 14, 15, 100, 10_000] {
        assert!(is_solution(&json(&format!("queens solve {size}"))), "N = {size}");
        assert!(is_solution(&json(&format!("queens solve {size} --random --seed 7"))), "N = {size}");
    }
    assert_eq!(json("queens solve 50 --random --seed 3"), json("queens solve 50 --random --seed 3"));
    for size in ["2", "3"] {
        assert!(refusal(&format!("queens solve {size}"), 1).contains("no solution"));
        assert!(refusal(&format!("queens solve {size} --random"), 1).contains("no solution"));
    }
    refusal("queens solve 0", 2);
    refusal("queens solve 10000001", 2);
    refusal("queens solve 1000001 --random", 2);
    let value = json("queens solve 8 --fixed b4 d5");
    assert!(is_solution(&value) && value["queens"][4] == 1 && value["queens"][3] == 3);
    assert_eq!(vuelta("queens solve 4 --fixed 0,0").code, Some(1));
}

#[test]
fn lists_have_the_formats_of_the_contract() {
    let first = |format: &str| vuelta(&format!("queens list 5 --limit 1 --format {format}")).out;
    assert_eq!(first("rows"), "0 2 4 1 3\n");
    assert_eq!(first("coords"), "0,0 1,2 2,4 3,1 4,3\n");
    assert_eq!(first("csv"), "row0,row1,row2,row3,row4\n0,2,4,1,3\n");
    assert_eq!(first("json"), "[0,2,4,1,3]\n");
    assert_eq!(first("board").lines().next(), Some(" Q  -  -  -  - "));
    assert_eq!(first("matrix").lines().nth(1), Some("0 0 1 0 0"));
    assert!(first("board").ends_with("\n\n") && first("board").lines().count() == 6);
    assert_eq!(vuelta("queens list 5 --limit 1 --one-based").out, "1 3 5 2 4\n");
    assert_eq!(vuelta("queens list 8").out.lines().count(), 92);
    assert_eq!(vuelta("queens list 8 --fundamental").out.lines().count(), 12);
    assert_eq!(vuelta("queens list 8 --fixed b4 d5").out.lines().count(), 2);
    let none = vuelta("queens list 3");
    assert_eq!((none.code, none.out.as_str()), (Some(0), ""));
    refusal("queens list 65", 2);
    refusal("queens list 5 --format xml", 2);
    refusal("queens list 5 --limit -1", 2);
    assert_eq!(vuelta("queens list 8 --limit 0").out, "");
}

#[test]
fn a_list_is_exported_by_the_files_endings() {
    let path = |name: &str| file("exported-list", name, b"the file before").display().to_string();
    let [as_json, as_csv, as_table] = ["list.json", "list.csv", "list.md"].map(path);
    let ran =
        vuelta(&format!("queens list 5 --limit 2 --export {as_json} --export {as_csv} --export {as_table}"));
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "0 2 4 1 3\n0 3 1 4 2\n"), "{}", ran.err);
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    let array: Value = serde_json::from_str(&read(&as_json)).unwrap();
    assert_eq!(array, serde_json::json!([[0, 2, 4, 1, 3], [0, 3, 1, 4, 2]]));
    assert_eq!(read(&as_csv), vuelta("queens list 5 --limit 2 --format csv").out);
    let table = read(&as_table);
    assert!(table.starts_with("| row0 |") && table.ends_with("| 0 | 3 | 1 | 4 | 2 |\n"), "{table}");
    // Without solutions it is an array all the same; a list that is stopped leaves the file that was there.
    assert_eq!(vuelta(&format!("queens list 3 --export {as_json}")).code, Some(0));
    assert_eq!(read(&as_json), "[]\n");
    let ran = vuelta(&format!("queens list 15 --time-limit 50ms --export {as_csv} --format csv"));
    assert_eq!(ran.code, Some(124), "{}", ran.err);
    assert!(ran.err.contains("list.csv") && read(&as_csv).lines().count() == 3, "{}", ran.err);
    assert!(refusal("queens list 5 --export list.txt", 2).contains(".csv"));
}

#[test]
fn a_listed_board_reads_back() {
    let board = vuelta("queens list 6 --limit 1 --format board").out;
    let ran = vuelta_with_input("queens count --board - -q", board.as_bytes());
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "1\n"));
}

#[test]
fn a_list_ends_quietly_in_a_closed_pipe() {
    let mut child = command("queens list 14").stdout(Stdio::piped()).stderr(Stdio::piped()).begun();
    let mut line = [0; 8];
    child.stdout.take().unwrap().read_exact(&mut line).unwrap();
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
}

#[test]
fn the_most_queens_are_found_and_proved() {
    let value = json("queens complete 8 --fixed 0,0 --count");
    assert_eq!(
        (&value["maximum"], &value["upper_bound"], &value["proved"]),
        (&8.into(), &8.into(), &true.into())
    );
    assert_eq!((&value["placements"], &value["fixed"]), (&"4".into(), &serde_json::json!([[0, 0]])));
    assert_eq!(value["queens"].as_array().unwrap().len(), 8);
    let value = json("queens complete 4 --fixed a4");
    assert_eq!((&value["maximum"], &value["placements"]), (&3.into(), &Value::Null));
    assert_eq!(vuelta("queens complete 6 --fixed 0,0 -q").out, "5\n");
    let shown = vuelta("queens complete 6 --fixed 0,0 --color never").out;
    assert!(
        shown.starts_with(" Q  -  -  -  -  - \n") && shown.contains("5 queens at most, proved"),
        "{shown}"
    );
    refusal("queens complete 8 --fixed 0,0 1,1", 2);
    assert!(refusal("queens complete 8 --fixed i9", 2).contains("'i9'"));
    assert!(refusal("queens complete 8 --fixed", 2).ends_with("needs a value"));
    assert_eq!(vuelta("queens complete 8 --fixed [4,1] [3,3] --count -q").out, "8\n2\n");
}

/// A board with one free square in twenty, whose maximum takes very long to prove.
fn sparse_board(size: u32) -> Vec<u8> {
    let mut state = 1u32;
    let mut square = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if (state >> 16).is_multiple_of(20) { '.' } else { 'x' }
    };
    let row = |_| (0..size).map(|_| square()).chain(['\n']).collect::<String>();
    (0..size).map(row).collect::<String>().into_bytes()
}

#[test]
fn a_search_for_the_most_queens_that_ends_early_says_both_bounds() {
    let start = Instant::now();
    let ran = vuelta_with_input("queens complete --board - --time-limit 300ms --json", &sparse_board(64));
    assert_eq!(ran.code, Some(124), "{}", ran.err);
    assert!(start.elapsed() < Duration::from_secs(10));
    let value: Value = serde_json::from_str(&ran.out).unwrap();
    let number = |field: &str| value[field].as_u64().unwrap();
    assert!(number("maximum") < number("upper_bound") && number("maximum") > 32);
    assert_eq!(value["queens"].as_array().unwrap().len() as u64, number("maximum"));
    assert_eq!((&value["proved"], &value["placements"]), (&false.into(), &Value::Null));
    assert!(ran.err.starts_with("not proved: the maximum is from "), "{}", ran.err);
    let ran = vuelta_with_input("queens complete --board - --time-limit 100ms -q", &sparse_board(64));
    assert_eq!(ran.out.lines().count(), 1);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    let solved = vuelta_with_input("queens solve --board - --time-limit 100ms", &sparse_board(64));
    assert_eq!((solved.code, solved.out.as_str()), (Some(1), ""), "{}", solved.err);
    // Beyond 64 rows the bounds are all there is: no time limit was needed to miss the proof.
    let ran = vuelta_with_input("queens complete --board -", &sparse_board(80));
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.contains("found, and no more than"), "{}", ran.out);
}

#[test]
fn completions_and_solutions_are_exported() {
    let path = |name: &str| file("boards", name, b"").display().to_string();
    let contents = |path: &str| std::fs::read_to_string(path).unwrap();
    let (csv, json, solution) = (path("most.csv"), path("most.json"), path("solution.md"));
    let ran = vuelta(&format!("queens complete 4 --fixed 0,0 --count -q --export {csv} --export {json}"));
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "3\n4\n"), "{}", ran.err);
    let rows = contents(&csv);
    assert_eq!(rows.lines().nth(1), Some("4,\"0,0\",,3,3,true,4,true,\"0,0 1,2 3,1\""), "{rows}");
    let value: Value = serde_json::from_str(&contents(&json)).unwrap();
    assert_eq!((&value["placements"], &value["maximum"]), (&"4".into(), &3.into()));
    let ran = vuelta(&format!("queens solve 8 --random --seed 1 -q --export {solution}"));
    assert!(contents(&solution).ends_with(&format!("| 8 | 1 | {} |\n", ran.out.trim())));
}

#[test]
fn boards_beyond_64_rows_are_completed() {
    let value = json("queens complete 100 --fixed 0,0 --blocked 1,5 1,6");
    assert_eq!((&value["maximum"], &value["proved"]), (&100.into(), &true.into()));
    assert_eq!((&value["queens"][0], &value["least"]), (&serde_json::json!([0, 0]), &false.into()));
    assert_eq!(vuelta("queens complete 1000 -q").out, "1000\n");
    assert!(refusal("queens complete 1001", 2).contains("from 1 to 1000"));
    assert_eq!(refusal("queens complete 65 --count", 2), "--count goes to N = 64");
    refusal("queens complete 100 --fixed 100,0", 2);
    refusal("queens complete 100 --fixed 5,5 70,70", 2);
    // What is printed reads back, with the queens as fixed ones.
    let shown = vuelta("queens complete 70 --blocked 3,3 --color never").out;
    let board = shown.split("\n\n").next().unwrap();
    let again = vuelta_with_input("queens complete --board - -q", board.as_bytes());
    assert_eq!((again.code, again.out.as_str()), (Some(0), "70\n"), "{}", again.err);
}

#[test]
fn pictures_are_drawn_into_files() {
    let folder = file("pictures", "there", b"");
    let path = |name: &str| folder.with_file_name(name).display().to_string();
    let bytes = |name: &str| std::fs::read(folder.with_file_name(name)).unwrap();
    let (svg, png, gif) = (path("board.svg"), path("board.png"), path("game.gif"));
    let ran = vuelta(&format!("queens solve 8 -q --svg {svg} --png {png} --coordinates --attacks"));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(bytes("board.svg").starts_with(b"<svg") && bytes("board.png").starts_with(b"\x89PNG"));
    let animated = path("game.svg");
    let ran = vuelta(&format!("senku solve triangle15 -q --animate {gif} --animate {animated}"));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(bytes("game.gif").starts_with(b"GIF89a") && bytes("game.svg").starts_with(b"<svg"));
    assert!(refusal(&format!("senku solve --animate {}", path("game.mp4")), 2).contains(".gif"));
    refusal(&format!("queens solve 8 --svg {}", path("no/folder/board.svg")), 1);
    refusal(&format!("queens solve 100000 --svg {svg}"), 2);
    let named = "queens complete 8 --fixed b4 --blocked a1 -q --coordinates=names --svg";
    let ran = vuelta(&format!("{named} {svg}"));
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "8\n"), "{}", ran.err);
    assert!(refusal("queens solve 27 --coordinates=names", 2).contains("N = 26"));
    refusal("queens solve 8 --coordinates=letters", 2);
    refusal("senku solve --coordinates=names", 2);
}

#[test]
fn the_fewest_moves_of_a_triangle_are_ten() {
    let value = json("senku solve triangle15 --fewest-moves");
    assert_eq!((value["moves"].as_array().unwrap().len(), &value["wins"]), (10, &true.into()));
    assert!(vuelta("senku solve triangle15 --fewest-moves").out.contains("13 jumps in 10 moves"));
}

#[test]
fn a_senku_count_has_the_fields_of_the_contract() {
    let value = json("senku count triangle15 --goal any --winning");
    let expected = serde_json::json!({"problem": "senku", "board": "triangle15", "start": [0, 0], "goal": "any",
        "games": "568630", "solutions": "29760", "agrees": true,
        "published": {"games": "568630", "solutions": "29760"}});
    for (field, expected) in expected.as_object().unwrap() {
        assert_eq!(&value[field], expected, "{field}");
    }
    for field in ["positions", "positions_in_all", "stuck_positions", "winning_positions"] {
        assert!(value[field].is_string(), "{field}");
    }
    assert_eq!(value["levels"][0], "1");
    let winning = value["winning_levels"].as_array().unwrap().iter().map(|level| level.as_str().unwrap());
    let winning: Vec<u64> = winning.map(|level| level.parse().unwrap()).collect();
    assert_eq!((winning.len(), winning[0]), (14, 1));
    assert_eq!(winning.iter().sum::<u64>().to_string(), value["winning_positions"]);
    assert!(json("senku count triangle15").get("winning_levels").is_none());
    assert!(vuelta("senku count triangle15 --winning").out.contains("winning positions by jumps made: 1 1 "));
    assert_eq!(vuelta("senku count triangle15 -q").out, "568630\n6816\n");
}

#[test]
fn symmetric_twins_have_the_same_numbers_and_the_same_published_ones() {
    let (apex, corner) = (json("senku count triangle15"), json("senku count triangle15 --start 4,0"));
    for field in ["games", "solutions", "positions", "levels", "published"] {
        assert_eq!(apex[field], corner[field], "{field}");
    }
}

#[test]
fn senku_goals_can_be_a_hole_any_the_same_or_a_position() {
    let goal = file("goals", "goal.txt", b"triangle\no\n..\n...\n....\n.....\n");
    let by_file = json(&format!("senku count triangle15 --goal {}", goal.display()));
    let by_hole = json("senku count triangle15 --goal 0,0");
    assert_eq!(by_file["solutions"], by_hole["solutions"]);
    assert_eq!(by_file["goal"], serde_json::json!([[0, 0]]));
    let impossible = vuelta("senku count triangle15 --start 2,1 --goal same");
    assert_eq!(impossible.code, Some(0), "{}", impossible.err);
    refusal("senku count triangle15 --goal 9,9", 2);
    refusal("senku count triangle15 --goal nothing", 2);
    refusal("senku count triangle15 --start 9,9", 2);
    refusal("senku count triangle15 --start here", 2);
}

#[test]
fn a_solution_is_printed_and_passes_the_check() {
    for engine in ["auto", "backtrack"] {
        let solution = vuelta(&format!("senku solve -q --engine {engine}"));
        assert_eq!((solution.code, solution.out.lines().count()), (Some(0), 31));
        let check = vuelta_with_input("senku check -", solution.out.as_bytes());
        assert_eq!(check.code, Some(0), "{}", check.out);
        assert!(check.out.contains("wins"), "{}", check.out);
    }
    let value = json("senku solve");
    assert_eq!((&value["pegs_left"], &value["wins"]), (&1.into(), &true.into()));
    assert_eq!(value["jumps"].as_array().unwrap().len(), 31);
    let file = |name: &str| format!("{}/solved.{name}", env!("CARGO_TARGET_TMPDIR"));
    let (whole, rows) = (file("json"), file("csv"));
    assert_eq!(vuelta(&format!("senku solve -q --export {whole} --export {rows}")).code, Some(0));
    let exported: Value = serde_json::from_slice(&std::fs::read(whole).unwrap()).unwrap();
    assert_eq!(exported, value);
    let rows = std::fs::read_to_string(rows).unwrap();
    assert_eq!((rows.lines().count(), rows.lines().next()), (32, Some("jump,direction,from,over,to,move")));
    let shown = vuelta("senku solve").out;
    assert!(shown.contains("o o o . o o o") && shown.contains(". . . o . . ."), "{shown}");
    // All that is printed, pictures and all, reads back.
    assert_eq!(vuelta_with_input("senku check -", shown.as_bytes()).code, Some(0));
    let shown = vuelta("senku solve triangle15 --fewest-moves").out;
    assert_eq!(vuelta_with_input("senku check triangle15 -", shown.as_bytes()).code, Some(0));
}

#[test]
fn a_game_that_cannot_be_won_is_said_at_once() {
    let ran = vuelta("senku solve european");
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert!(ran.err.contains("invariants"), "{}", ran.err);
    let ran = vuelta("senku solve diamond --start 3,4 --goal 5,4");
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert!(ran.err.contains("no solution"), "{}", ran.err);
}

#[test]
fn a_wrong_list_of_jumps_is_told_where_and_why() {
    let ran = vuelta_with_input("senku check --json -", b"1: DOWN from [1,3]\n2: DOWN from [1,3]\n");
    assert_eq!(ran.code, Some(1));
    let value: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&value["legal"], &value["at"]), (&false.into(), &2.into()));
    assert!(value["reason"].as_str().unwrap().contains("[1,3]"));
    let short = vuelta_with_input("senku check english -", b"Movimiento 1: DOWN desde [1,3]\n");
    assert_eq!(short.code, Some(1));
    assert!(short.out.contains("does not win"), "{}", short.out);
}

#[test]
fn board_files_that_make_no_sense_are_refused() {
    let refused = |name: &str, contents: &[u8]| {
        refusal(&format!("senku count {}", file("boards", name, contents).display()), 2)
    };
    let wrong = refused("wrong.txt", b"ooo\no?o\nooo\n");
    assert!(wrong.contains("line 2") && wrong.contains("column 2"), "{wrong}");
    refused("empty.txt", b"");
    refused("latin1.txt", b"oo\xff");
    refused("many.txt", "o".repeat(65).as_bytes());
    refused("full.txt", b"ooo\nooo\n");
    assert!(refusal("senku count nowhere", 2).contains("english"));
    assert!(refusal("senku count no/where.txt", 2).contains("no file 'no/where.txt'"));
    refusal(&format!("senku count {}", env!("CARGO_TARGET_TMPDIR")), 2);
}

#[test]
fn a_board_from_standard_input_counts() {
    let ran = vuelta_with_input("senku count - -q", b"o o .\r\n");
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "1\n1\n"));
}

#[test]
fn the_program_tells_about_itself() {
    assert!(vuelta("info").out.contains(env!("CARGO_PKG_VERSION")));
    assert!(json("info")["processors"].as_u64().unwrap() > 0);
    for shell in ["bash", "zsh", "fish"] {
        assert!(vuelta(&format!("completions {shell}")).out.contains("vuelta"));
    }
    assert_eq!(vuelta("--version").out.trim(), format!("vuelta {}", env!("CARGO_PKG_VERSION")));
}

#[test]
fn an_estimate_has_the_fields_of_the_contract() {
    let value = json("queens estimate 18 --time-limit 1s -t 2");
    assert_eq!((&value["n"], &value["extrapolated"]), (&18.into(), &false.into()));
    for field in ["seconds", "standard_error", "core_hours"] {
        assert!(value[field].is_f64(), "{field}");
    }
    for (field, least) in
        [("memory_bytes", 1 << 20), ("memory_bytes_per_subproblem", 1 << 20), ("ledger_bytes", 100)]
    {
        assert!(value[field].as_u64().unwrap() > least, "{field}");
    }
    assert_eq!(value["side_by_side"], 2);
    let solutions: f64 = value["solutions_estimate"].as_str().unwrap().parse().unwrap();
    assert!((solutions / 666_090_624.0 - 1.0).abs() < 0.5, "{solutions}");
    // What is sampled to its end is exact.
    assert_eq!(json("queens estimate 9")["solutions_estimate"], "352");
    assert_eq!(json("queens estimate 8 --fixed b4 d5 --engine bitmask")["solutions_estimate"], "2");
    let shown = vuelta("queens estimate 12 --color never").out;
    assert!(shown.contains("14,200   OEIS A000170 has 14,200"), "{shown}");
    assert!(shown.contains("from all of its subproblems") && !shown.contains("95 %"), "{shown}");
    let exact = json("queens estimate 9");
    assert_eq!((&exact["low"], &exact["high"]), (&exact["seconds"], &exact["seconds"]));
    assert_eq!((&exact["solutions_low"], &exact["solutions_high"]), (&"352".into(), &"352".into()));
}

#[test]
fn an_estimate_has_intervals_that_are_in_order() {
    let value = json("queens estimate 18 --time-limit 500ms --seed 7");
    let [low, seconds, high, error] =
        ["low", "seconds", "high", "standard_error"].map(|field| value[field].as_f64().unwrap());
    assert!(0.0 < low && low < seconds && seconds < high && error > 0.0, "{value}");
    let [low, solutions, high] = ["solutions_low", "solutions_estimate", "solutions_high"]
        .map(|field| value[field].as_str().unwrap().parse::<u64>().unwrap());
    assert!(0 < low && low < solutions && solutions < high, "{value}");
    assert_eq!((&value["seed"], &value["samples"]), (&7.into(), &value["sampled"]));
    assert!(value["samples"].as_u64().unwrap() < value["subproblems"].as_u64().unwrap());
    let shown = vuelta("queens estimate 18 --time-limit 500ms --seed 7 --color never").out;
    for (name, unit) in [("time", " s"), ("solutions", "")] {
        let line = shown.lines().find(|line| line.trim_start().starts_with(name)).unwrap();
        let interval = line.split_once(" (95 %: ").unwrap().1;
        assert!(interval.contains(&format!("{unit} to ")) && interval.contains(')'), "{shown}");
    }
    assert!(shown.contains("drawn with --seed 7") && !shown.contains('±'), "{shown}");
}

#[test]
fn each_estimate_has_a_seed_of_its_own() {
    let seed = || json("queens estimate 8")["seed"].as_u64().unwrap();
    let (one, other) = (seed(), seed());
    assert!(one != other && one.max(other) < 1 << 53, "{one} {other}");
}

#[test]
fn few_samples_tell_no_error() {
    // How fast the program is depends on its build and its day: the first board and time that give few samples.
    let times = ["20ms", "100ms", "500ms", "2s", "8s"];
    let (size, flags, value) = times
        .into_iter()
        .flat_map(|time| [20, 22, 24].map(|size| (size, format!("-t 1 --time-limit {time} --color never"))))
        .filter_map(|(size, flags)| {
            let out = vuelta(&format!("queens estimate {size} {flags} --json")).out;
            serde_json::from_str::<Value>(&out).ok().map(|value| (size, flags, value))
        })
        .find(|(_, _, value)| value["samples"].as_u64().unwrap() < 10)
        .unwrap();
    assert!(value["seconds"].as_f64().unwrap() > 0.0, "{value}");
    for field in
        ["standard_error", "low", "high", "solutions_standard_error", "solutions_low", "solutions_high"]
    {
        assert!(value.as_object().unwrap().contains_key(field) && value[field].is_null(), "{field}: {value}");
    }
    let shown = vuelta(&format!("queens estimate {size} {flags}")).out;
    if let Some(samples) = shown.lines().last().and_then(|line| line.split_whitespace().nth(1)) {
        let told = shown.matches(" (too few samples for a 95 % interval)").count();
        assert_eq!(told, if samples.parse::<u64>().unwrap() < 10 { 2 } else { 0 }, "{shown}");
    }
}

#[test]
fn an_estimate_is_exported_as_a_row_that_its_headings_fit() {
    let path = format!("{}/estimate.csv", env!("CARGO_TARGET_TMPDIR"));
    vuelta(&format!("queens estimate 9 -q --export {path}"));
    let table = std::fs::read_to_string(path).unwrap();
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    let [headings, row] = &rows[..] else { panic!("{table}") };
    let find = |heading: &str| row[headings.iter().position(|&h| h == heading).unwrap()];
    assert_eq!(headings.len(), row.len());
    assert_eq!(
        ["n", "solutions_estimate", "published", "extrapolated"].map(find),
        ["9", "352", "352", "false"]
    );
    assert!(find("memory_bytes").parse::<u64>().unwrap() > 1 << 20);
}

#[test]
fn a_count_of_senku_is_exported_as_a_row_that_its_headings_fit() {
    let path = format!("{}/triangle.md", env!("CARGO_TARGET_TMPDIR"));
    vuelta(&format!("senku count triangle15 -q --export {path}"));
    let table = std::fs::read_to_string(path).unwrap();
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('|').map(str::trim).collect()).collect();
    let [headings, _, row] = &rows[..] else { panic!("{table}") };
    let find = |heading: &str| row[headings.iter().position(|&h| h == heading).unwrap()];
    assert_eq!(headings.len(), row.len());
    assert_eq!(["board", "games", "solutions", "agrees"].map(find), ["triangle15", "568630", "6816", "true"]);
}

#[test]
fn the_named_boards_are_listed_in_three_forms() {
    let names: Vec<_> = vuelta("senku boards -q").out.lines().map(str::to_owned).collect();
    assert!(names.len() > 10 && names[0] == "english");
    let table = vuelta("senku boards").out;
    let begin = |line: &str| line.split(' ').next().unwrap().to_owned();
    assert_eq!(table.lines().skip(1).map(begin).collect::<Vec<_>>(), names);
    assert_eq!(
        table.lines().nth(1).unwrap().split_whitespace().collect::<Vec<_>>(),
        ["english", "33", "[3,3]", "[3,3]", "yes"]
    );
    let rows: Vec<Value> =
        vuelta("senku boards --json").out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.iter().map(|row| row["board"].as_str().unwrap()).collect::<Vec<_>>(), names);
    let (english, european) = (&rows[0], rows.iter().find(|row| row["board"] == "european").unwrap());
    assert_eq!(
        (&english["start"], &english["goal"]),
        (&serde_json::json!([3, 3]), &serde_json::json!([3, 3]))
    );
    assert_eq!((&european["holes"], &european["goal"]), (&37.into(), &"any".into()));
    // What cannot be won from the default start can be from another, and who tries the one hears of the other.
    assert_eq!((&english["solvable"], &european["solvable"]), (&true.into(), &false.into()));
    assert_eq!(european["solvable_start"], serde_json::json!([0, 2]));
    for (board, start) in [("european", "0,2"), ("square5", "0,2")] {
        let ran = vuelta(&format!("senku solve {board}"));
        assert_eq!(ran.code, Some(1));
        assert!(ran.err.contains(&format!("--start {start}")), "{}", ran.err);
        assert_eq!(vuelta(&format!("senku solve {board} --start {start}")).code, Some(0));
    }
    assert!(refusal("senku count englsh", 2).ends_with("did you mean 'english'?"));
    assert!(!refusal("senku count zzz", 2).contains("did you mean"));
}

#[test]
fn what_is_printed_reads_back_as_a_whole() {
    let complete = vuelta("queens complete 8 --fixed b4,d5").out;
    let again = vuelta_with_input("queens complete --board -", complete.as_bytes());
    assert_eq!((again.code, again.out), (Some(0), complete), "{}", again.err);
    let boards = vuelta("queens list 6 --format board --limit 2").out;
    assert_eq!(vuelta_with_input("queens count --board - -q", boards.as_bytes()).out, "1\n");
    for game in ["english", "triangle15 --fewest-moves"] {
        let solved = vuelta(&format!("senku solve {game}")).out;
        let board = game.split(' ').next().unwrap();
        let ran = vuelta_with_input("senku solve - -q", solved.as_bytes());
        assert_eq!(ran.out, vuelta(&format!("senku solve {board} -q")).out, "{game}: {}", ran.err);
    }
    // An empty line in a board is no end of it where rows follow.
    let error = vuelta_with_input("queens count --board -", b"....\n\n....\n....\n....\n").err;
    assert!(error.contains("4 squares, and the board has 1 row"), "{error}");
}

#[test]
fn a_shard_does_not_replace_the_whole_count() {
    for ending in ["json", "csv", "md"] {
        let path = file("shard-over-whole", &format!("a.{ending}"), b"").display().to_string();
        assert_eq!(vuelta(&format!("queens count 10 -q --export {path}")).code, Some(0));
        let whole = std::fs::read(&path).unwrap();
        let ran = vuelta(&format!("queens count 10 -q --shard 1/3 --export {path}"));
        assert!(ran.code == Some(1) && ran.err.contains("--force"), "{ending}: {}", ran.err);
        assert_eq!(std::fs::read(&path).unwrap(), whole, "{ending}");
        for shard in ["1/3 --force", "2/3"] {
            let ran = vuelta(&format!("queens count 10 -q --export {path} --shard {shard}"));
            assert_eq!(ran.code, Some(0), "{ending}: {}", ran.err);
        }
    }
}

#[test]
fn wrong_usage_is_one_sentence() {
    for (arguments, part) in [
        ("queens count", "N|A-B"),
        ("queens count 8 --foo", "--foo"),
        ("merge", "LEDGER"),
        ("queens solve 8 --seed 3", "--random"),
        ("nonsense", "nonsense"),
        ("senku boards --export x.csv", "> FILE"),
        ("info --export x.json", "> FILE"),
        ("queens list 8-9", "whole number"),
        ("senku check english", "list of jumps"),
        ("queens count 8 --memory-limit foo", "8GiB"),
        ("queens count 8 --time-limit foo", "90s"),
        ("queens count 8 -t x", "whole number"),
        ("queens list 5 --format xml", "matrix"),
        ("queens solve 8 --svg board.png", "--png"),
        ("queens estimate 12 --seed 9007199254740992", "9007199254740991"),
    ] {
        let sentence = refusal(arguments, 2);
        assert!(sentence.contains(part), "{arguments}: {sentence}");
    }
}

#[test]
fn a_game_is_checked_as_it_is_written_down() {
    for game in ["d6 d4; b5 d5", "1,3 3,3; 2,1 > 2,3", "DOWN from [1,3]; 2,1 2,3"] {
        let ran = vuelta_with_input("senku check -", game.as_bytes());
        assert!(
            ran.out.starts_with("legal, but does not win: 30 pegs remain"),
            "{game}: {}{}",
            ran.out,
            ran.err
        );
        let mut command = command("senku check");
        let ran = Ran::from(command.arg(game).ended());
        assert_eq!(ran.code, Some(1), "{game}: {}", ran.err);
        assert!(ran.out.contains("30 pegs"), "{game}: {}", ran.out);
    }
    assert_eq!(vuelta("senku solve --start d4 -q").out, vuelta("senku solve -q").out);
}

#[test]
fn estimates_that_make_no_sense_are_refused() {
    for size in ["0", "32", "65", "x", "8-9"] {
        refusal(&format!("queens estimate {size}"), 2);
    }
    assert!(refusal("queens estimate 32", 2).contains("N = 31"));
    assert!(refusal("queens estimate 26 --memory-limit 1MiB", 5).contains("memory"));
    let too_much = vuelta("queens estimate 29 --memory-limit 2GiB --color never").out;
    assert!(too_much.contains("more than the limit of 2 GiB"), "{too_much}");
    assert!(
        refusal("queens estimate 30 --engine backtrack --time-limit 100ms", 124).contains("--time-limit")
    );
}

#[cfg(unix)]
#[test]
fn the_state_is_told_when_asked_for_and_nothing_else_happens() {
    let mut command = command("queens list 13 -q");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).begun();
    child.stdout.as_mut().unwrap().read_exact(&mut [0; 8]).unwrap();
    Command::new("kill").args(["-USR1", &child.id().to_string()]).status().unwrap();
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!(ran.code, Some(0), "{}", ran.err);
}

/// The table's rows of a verification: what stands between the headings and the summary.
fn verified_rows(out: &str) -> Vec<&str> {
    out.lines().filter(|line| line.contains("agrees ")).collect()
}

#[test]
fn a_verification_counts_the_published_numbers_again_and_stops_where_time_would_run_out() {
    let ran = vuelta("verify --time-limit 2s --color never");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    for heading in ["problem", "count", "published", "agreement", "time", "solutions/s", "source"] {
        assert!(ran.out.lines().next().unwrap().contains(heading), "{heading} in {}", ran.out);
    }
    let row = |name: &str| verified_rows(&ran.out).into_iter().find(|row| row.starts_with(name)).unwrap();
    assert_eq!(row("queens 12 ").matches("14,200").count(), 2);
    assert!(row("queens 12 ").contains("agrees 4/4") && row("queens 12 ").ends_with("OEIS A000170"));
    // Of a list the sum is shown.
    for (name, sum, agreeing) in [
        ("queens 8 first row ", "92", "8/8"),
        ("queens 5 nodes ", "54", "6/6"),
        ("triangle15 2,1 4,2 moves ", "11", "1/1"),
    ] {
        let row = row(name).split_whitespace().rev().collect::<Vec<_>>();
        assert_eq!(row.iter().filter(|&&word| word == sum).count(), 2, "{row:?}");
        assert!(row.contains(&agreeing), "{row:?}");
    }
    assert!(row("triangle15 2,0 any").contains("85,258") && row("triangle15 2,0 any").ends_with("Butler"));
    let mut end = ran.out.lines().rev();
    let (stopped, summary) = (end.next().unwrap(), end.next().unwrap());
    assert!(summary.contains(" published numbers: all agree; "), "{summary}");
    assert!(summary.ends_with(" derived numbers: all match"), "{summary}");
    // A count that takes longer than was forecast, on a busy machine, is cut short.
    let forms = ["stopped before ", "the time limit came in "];
    let ends = forms.iter().any(|form| stopped.starts_with(form)) && stopped.contains("takes about");
    assert!(ends, "{stopped}");
}

#[test]
fn a_verification_is_one_object_with_a_row_for_each_number() {
    let value = json("verify --time-limit 1500ms -t 2");
    assert_eq!((&value["agrees"], &value["differing"]), (&true.into(), &0.into()));
    let rows = value["results"].as_array().unwrap();
    assert_eq!(value["compared"], rows.len());
    let find = |field: &str, value: Value, quantity: &str| {
        rows.iter().find(|row| row[field] == value && row["quantity"] == quantity).unwrap()
    };
    let expected = serde_json::json!({"problem": "queens", "n": 8, "board": null, "start": null, "goal": null,
        "quantity": "fundamental", "count": "12", "published": "12", "source": "OEIS A002562", "agrees": true,
        "solutions_per_second": null, "engine": "halves", "threads": 2});
    let row = find("n", 8.into(), "fundamental");
    for (field, expected) in expected.as_object().unwrap() {
        assert_eq!(&row[field], expected, "{field}");
    }
    assert!(find("n", 8.into(), "total")["solutions_per_second"].is_f64());
    let list = |n: u32, quantity: &str| {
        let rows = rows.iter().filter(|row| row["n"] == n && row["quantity"] == quantity);
        rows.map(|row| row["count"].as_str().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(list(8, "first_row"), ["4", "8", "16", "18", "18", "16", "8", "4"]);
    assert_eq!(list(6, "nodes"), ["1", "6", "20", "36", "46", "40", "4"]);
    let row = find("n", 6.into(), "nodes");
    assert_eq!(
        (&row["place"], &row["part"], &row["engine"]),
        (&0.into(), &"nodes".into(), &"backtrack".into())
    );
    let row = find("board", "triangle15".into(), "games");
    assert_eq!((&row["place"], &row["part"]), (&Value::Null, &Value::Null));
    assert_eq!((&row["n"], &row["start"]), (&Value::Null, &serde_json::json!([0, 0])));
    let stopped = &value["stopped_before"];
    assert!(stopped["problem"].is_string() && stopped["estimated_seconds"].is_f64(), "{stopped}");
    let [left, forecast] =
        ["seconds_left", "estimated_seconds"].map(|field| stopped[field].as_f64().unwrap());
    assert!(stopped["begun"] == true || left < 2.0 * forecast, "{stopped}");
    assert_eq!(value["time_limit"], 1.5);
    assert!(value["environment"]["version"].is_string() && value["environment"].get("host").is_none());
}

#[test]
fn a_quiet_verification_prints_the_numbers_alone() {
    let ran = vuelta("verify -q --time-limit 1500ms");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.starts_with("1\n0\n0\n2\n10\n4\n40\n92\n352\n"), "{}", ran.out);
    // Of Senku the games, then the solutions.
    assert!(ran.out.contains("568630\n29760\n"), "{}", ran.out);
}

#[test]
fn a_verification_is_exported() {
    let path = |name: &str| file("verification", name, b"").display().to_string();
    let contents = |path: &str| std::fs::read_to_string(path).unwrap();
    let (csv, markdown, whole) = (path("v.csv"), path("v.md"), path("v.json"));
    let ran = vuelta(&format!(
        "verify --time-limit 1500ms --json --export {csv} --export {markdown} --export {whole}"
    ));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let value: Value = serde_json::from_str(&contents(&whole)).unwrap();
    assert_eq!(value, serde_json::from_str::<Value>(&ran.out).unwrap());
    let (csv, markdown) = (contents(&csv), contents(&markdown));
    assert_eq!(
        csv.lines().next().unwrap(),
        "problem,n,board,start,goal,quantity,place,count,published,source,agrees,seconds,solutions_per_second,engine,isa,\
        threads"
    );
    assert!(csv.contains("queens,12,,,,total,,14200,14200,OEIS A000170,true,"), "{csv}");
    assert!(csv.contains("queens,8,,,,first_row,2,16,16,OEIS A059963,true,"), "{csv}");
    assert!(csv.contains("queens,6,,,,nodes,3,36,36,OEIS A319284; A269133,true,"));
    assert!(csv.contains("senku,,triangle15,\"[2,1]\",\"[4,2]\",fewest_moves,,11,11,Bell"), "{csv}");
    assert!(csv.contains("senku,,triangle15,\"[2,0]\",any,solutions,,85258,85258,Butler,true,"), "{csv}");
    assert!(
        markdown.contains("| queens | 12 |  |  |  | fundamental |  | 1787 | 1787 | OEIS A002562 | true |")
    );
    let rows = value["results"].as_array().unwrap().len();
    assert_eq!((csv.lines().count(), markdown.lines().count()), (rows + 1, rows + 2));
    refusal(&format!("verify --export {}", path("v.txt")), 2);
    refusal(&format!("verify --export {}", path("there").replace("there", "no/such/v.csv")), 1);
}

#[test]
fn a_verification_without_time_agrees_with_nothing() {
    let ran = vuelta("verify --time-limit 0s");
    assert_eq!(ran.code, Some(124), "{}", ran.err);
    assert!(
        ran.out.contains("nothing is compared") && ran.out.contains("stopped before queens 1,"),
        "{}",
        ran.out
    );
    let ran = vuelta("verify --time-limit 0s --json");
    let value: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, &value["agrees"], &value["compared"]), (Some(124), &Value::Null, &0.into()));
    let ran = vuelta("verify --time-limit 0s -q");
    assert_eq!((ran.code, ran.out.as_str()), (Some(124), ""));
    assert!(ran.err.starts_with("stopped before queens 1,"), "{}", ran.err);
}

#[test]
fn verifications_that_make_no_sense_are_refused() {
    refusal("verify --isa sse9", 2);
    refusal("verify --time-limit soon", 2);
    refusal("verify -t 99999", 2);
    assert!(refusal("verify --memory-limit 1KiB", 5).contains("memory"));
    assert_eq!(vuelta("verify queens").code, Some(2));
    assert_eq!(vuelta("verify --engine halves").code, Some(2));
}

#[cfg(unix)]
#[test]
fn an_interrupted_verification_has_what_was_counted() {
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let export = file("verification", &format!("{signal}.csv"), b"");
        let mut command =
            command(&format!("verify --time-limit 1h --isa portable --json --export {}", export.display()));
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).begun();
        std::thread::sleep(Duration::from_millis(1500));
        Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
        let ran = Ran::from(child.wait_with_output().unwrap());
        assert_eq!(ran.code, Some(code), "{}", ran.err);
        assert!(ran.err.contains("stopping"), "{}", ran.err);
        let value: Value = serde_json::from_str(&ran.out).unwrap();
        assert!(value["agrees"] == true && value["stopped_before"].is_object(), "{}", ran.out);
        assert!(std::fs::read_to_string(export).unwrap().contains("queens,8,,,,total,,92,92,"));
    }
}

/// The fields of a CSV file's only row.
fn row(path: &str) -> std::collections::HashMap<String, String> {
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<Vec<String>> =
        text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect();
    let [headings, row] = &lines[..] else { panic!("{text}") };
    assert_eq!(headings.len(), row.len(), "{text}");
    headings.iter().cloned().zip(row.iter().cloned()).collect()
}

#[test]
fn conditions_are_in_the_header_in_the_rows_and_in_the_table() {
    let folder = file("conditions", "there", b"");
    let path = |name: &str| folder.with_file_name(name).display().to_string();
    let (table, rows) = (path("a.md"), path("a.csv"));
    let ran = vuelta(&format!("queens count 8 --blocked a1 0,7 --fixed b4 --export {table} --export {rows}"));
    assert!(ran.out.starts_with("8 queens on 8 x 8, fixed b4, blocked h8 a1\n"), "{}", ran.out);
    let text = std::fs::read_to_string(rows).unwrap();
    assert!(text.contains(",\"4,1\",\"0,7 7,0\",,complete,,"), "{text}");
    assert!(std::fs::read_to_string(table).unwrap().contains("| 4,1 | 0,7 7,0 |  | complete |  |"));
    let many = vuelta("queens count 8 --blocked a1 a2 a3 a4 a5").out;
    assert!(many.starts_with("8 queens on 8 x 8, 5 blocked\n"), "{many}");
    let range = vuelta("queens count 8-9 --blocked a1").out;
    let lines: Vec<&str> = range.lines().collect();
    assert!(lines.len() == 3 && lines[1..].iter().all(|line| line.ends_with("  blocked a1")), "{range}");
    assert!(!vuelta("queens count 8-9").out.contains("blocked"));
    let shard = path("shard.csv");
    vuelta(&format!("queens count 10 -q --shard 2/3 --export {shard}"));
    let shard = row(&shard);
    assert_eq!(["total", "shard", "status"].map(|name| shard[name].as_str()), ["", "2/3", "complete"]);
    assert!(shard["partial"].parse::<u32>().unwrap() > 0);
}

#[test]
fn a_partial_count_does_not_replace_a_complete_one() {
    let folder = file("partial", "there", b"");
    let stopped = "queens count 16 --engine backtrack -t 1 -q --time-limit 50ms";
    for ending in ["json", "csv", "md"] {
        let path = folder.with_file_name(format!("a.{ending}")).display().to_string();
        assert_eq!(vuelta(&format!("queens count 16 -q --export {path}")).code, Some(0));
        let whole = std::fs::read(&path).unwrap();
        let ran = vuelta(&format!("{stopped} --export {path}"));
        assert_eq!(ran.code, Some(1), "{}", ran.err);
        let said = ran.err.lines().last().unwrap();
        assert!(
            said.contains("holds a complete count of 16 queens on 16 x 16") && said.contains("--force"),
            "{}",
            ran.err
        );
        assert_eq!(std::fs::read(&path).unwrap(), whole, "{ending}");
        // Of another problem, and where it is wanted, it does; and a complete one replaces it again.
        let other = folder.with_file_name(format!("b.{ending}")).display().to_string();
        assert_eq!(vuelta(&format!("queens count 16 --blocked a1 -q --export {other}")).code, Some(0));
        assert_eq!(vuelta(&format!("{stopped} --export {other}")).code, Some(124));
        assert_eq!(vuelta(&format!("{stopped} --export {path} --force")).code, Some(124));
        assert!(std::fs::read_to_string(&path).unwrap().contains("partial"));
        if ending == "csv" {
            let row = row(&path);
            assert_eq!(["total", "status"].map(|name| row[name].as_str()), ["", "partial"]);
            assert!(row["partial"].parse::<u128>().is_ok());
        }
        assert_eq!(
            vuelta(&format!("{stopped} --export {path}")).code,
            Some(124),
            "a partial one replaces another"
        );
        assert_eq!(vuelta(&format!("queens count 16 -q --export {path}")).code, Some(0));
        assert!(std::fs::read_to_string(&path).unwrap().contains("14772512"));
    }
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

#[test]
fn a_range_that_is_stopped_exports_the_boards_before() {
    let path = file("stopped-range", "counts.json", b"");
    std::fs::remove_file(&path).unwrap();
    let ran = vuelta(&format!("queens count 10-24 -q -t 1 --time-limit 1s --export {}", path.display()));
    assert_eq!((ran.code, ran.out.lines().next()), (Some(124), Some("724")), "{}", ran.err);
    let counts: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    assert_eq!((&counts[0]["total"], &counts[0]["status"]), (&"724".into(), &"complete".into()), "{counts}");
    let complete = counts.as_array().unwrap().iter().filter(|count| count["status"] == "complete").count();
    assert_eq!(complete, ran.out.lines().count(), "{}{counts}", ran.out);
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
