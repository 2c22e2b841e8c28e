//! `vuelta queens solve`, `list` and `complete`.

use super::common::{Ran, Start, at_once, command, file, json, told, vuelta};
use crate::schema::parsed;
use serde_json::Value;
use std::io::Read;
use std::time::Instant;

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
    assert_eq!(vuelta("queens list 8 --limit 0").out, "");
}

#[test]
fn a_list_of_none_searches_for_none() {
    let ran = vuelta("queens list 64 --limit 0");
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{}", ran.err);
}

#[test]
fn a_list_is_exported_by_the_files_endings() {
    let path = |name: &str| file("exported-list", name, b"the file before").display().to_string();
    let [as_json, as_csv, as_table] = ["list.json", "list.csv", "list.md"].map(path);
    let ran =
        vuelta(&format!("queens list 5 --limit 2 --export {as_json} --export {as_csv} --export {as_table}"));
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "0 2 4 1 3\n0 3 1 4 2\n"), "{}", ran.err);
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    let array = parsed(read(&as_json));
    assert_eq!(array, serde_json::json!([[0, 2, 4, 1, 3], [0, 3, 1, 4, 2]]));
    assert_eq!(read(&as_csv), vuelta("queens list 5 --limit 2 --format csv").out);
    let table = read(&as_table);
    assert!(table.starts_with("| row0 |") && table.ends_with("| 0 | 3 | 1 | 4 | 2 |\n"), "{table}");
    // Without solutions it is an array all the same; a list that is stopped leaves the file that was there.
    assert_eq!(vuelta(&format!("queens list 3 --export {as_json}")).code, Some(0));
    assert_eq!(read(&as_json), "[]\n");
    let ran = vuelta(&format!("queens list 15 --time-limit 50ms --export {as_csv} --format csv")).ends(124);
    assert!(ran.err.contains("list.csv") && read(&as_csv).lines().count() == 3, "{}", ran.err);
}

#[test]
fn a_list_ends_quietly_in_a_closed_pipe() {
    let mut child = command("queens list 14").begun();
    let mut line = [0; 8];
    child.stdout.take().unwrap().read_exact(&mut line).unwrap();
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
}

#[test]
fn a_list_that_waits_for_its_first_solution_says_so() {
    let ran = vuelta("queens list 60 --limit 1 --progress always --time-limit 2s");
    assert_eq!((ran.code, ran.out.as_str()), (Some(124), ""));
    assert!(ran.err.contains("queens 60: no solution listed after 1.0"), "{}", ran.err);
    assert!(ran.err.contains("'vuelta queens solve 60'"), "{}", ran.err);
    let ran = vuelta("queens list 60 --limit 1 --progress never --time-limit 2s");
    assert!(!ran.err.contains("no solution listed"), "{}", ran.err);
    assert!(!vuelta("queens list 8 --progress always").err.contains("no solution"));
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
    let ran = told("queens complete --board - --time-limit 300ms --json", sparse_board(64)).ends(124);
    assert!(start.elapsed() < at_once());
    let value = ran.json();
    let number = |field: &str| value[field].as_u64().unwrap();
    assert!(number("maximum") < number("upper_bound") && number("maximum") > 32);
    assert_eq!(value["queens"].as_array().unwrap().len() as u64, number("maximum"));
    assert_eq!((&value["proved"], &value["placements"]), (&false.into(), &Value::Null));
    assert!(ran.err.starts_with("not proved: the maximum is between "), "{}", ran.err);
    let ran = told("queens complete --board - --time-limit 100ms -q", sparse_board(64));
    assert_eq!(ran.out.lines().count(), 1);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    let solved = told("queens solve --board - --time-limit 100ms", sparse_board(64));
    assert_eq!((solved.code, solved.out.as_str()), (Some(1), ""), "{}", solved.err);
    // Beyond 64 rows the bounds are all there is: no time limit was needed to miss the proof.
    let ran = told("queens complete --board -", sparse_board(80)).ends(1);
    assert!(ran.out.contains(" queens found; at most "), "{}", ran.out);
    let again = told("queens complete --board - --json", &ran.out).json();
    assert_eq!(again["fixed"].as_array().unwrap().len(), ran.out.matches('Q').count());
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
    let value = parsed(contents(&json));
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
    // What is printed reads back, with the queens as fixed ones.
    let shown = vuelta("queens complete 70 --blocked 3,3 --color never").out;
    let board = shown.split("\n\n").next().unwrap();
    let again = told("queens complete --board - -q", board.as_bytes());
    assert_eq!((again.code, again.out.as_str()), (Some(0), "70\n"), "{}", again.err);
}

#[test]
fn pictures_are_drawn_into_files() {
    let folder = file("pictures", "there", b"");
    let path = |name: &str| folder.with_file_name(name).display().to_string();
    let bytes = |name: &str| std::fs::read(folder.with_file_name(name)).unwrap();
    let (svg, png, gif) = (path("board.svg"), path("board.png"), path("game.gif"));
    vuelta(&format!("queens solve 8 -q --svg {svg} --png {png} --coordinates --attacks")).ends(0);
    assert!(bytes("board.svg").starts_with(b"<svg") && bytes("board.png").starts_with(b"\x89PNG"));
    let animated = path("game.svg");
    vuelta(&format!("senku solve triangle15 -q --animate {gif} --animate {animated}")).ends(0);
    assert!(bytes("game.gif").starts_with(b"GIF89a") && bytes("game.svg").starts_with(b"<svg"));
    let named = "queens complete 8 --fixed b4 --blocked a1 -q --coordinates=names --svg";
    let ran = vuelta(&format!("{named} {svg}"));
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "8\n"), "{}", ran.err);
}
