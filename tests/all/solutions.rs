//! `vuelta queens solve`, `list` and `complete`.

use super::common::{at_once, told, vuelta};
use super::queens_complete::sparse;
use serde_json::Value;
use std::time::Instant;
use vuelta::queens::LargeBoard;

#[test]
fn a_list_that_waits_for_its_first_solution_says_so() {
    let ran = vuelta("queens list 60 --limit 1 -t 1 --progress always --time-limit 1500ms").prints(124, "");
    assert!(ran.err.contains("queens 60: no solution listed after 1.0"), "{}", ran.err);
    assert!(ran.err.contains("'vuelta queens solve 60'"), "{}", ran.err);
    let ran = vuelta("queens list 60 --limit 1 -t 1 --progress never --time-limit 1200ms");
    assert!(!ran.err.contains("no solution listed"), "{}", ran.err);
    assert!(!vuelta("queens list 8 --progress always").err.contains("no solution"));
}

/// A board with one free square in twenty, whose maximum takes very long to prove.
fn sparse_board(size: u32) -> String {
    LargeBoard::with_conditions(size, &[], &sparse(size, 20)).unwrap().to_text(&[])
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
    told("queens solve --board - --time-limit 100ms", sparse_board(64)).prints(1, "");
    // Beyond 64 rows the bounds are all there is: no time limit was needed to miss the proof.
    let ran = told("queens complete --board -", sparse_board(80)).ends(1);
    assert!(ran.out.contains(" queens found; at most "), "{}", ran.out);
    let again = told("queens complete --board - --json", &ran.out).json();
    assert_eq!(again["fixed"].as_array().unwrap().len(), ran.out.matches('Q').count());
}
