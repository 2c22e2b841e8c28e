//! Senku from any position: hints, lists, solutions at random, and searches that are stopped.

use crate::common::{told, vuelta};
use serde_json::Value;

#[test]
fn the_good_jumps_add_up_to_the_solutions() {
    // Playing on from each good jump, and nowhere else, the solutions add up.
    let mut moves = String::new();
    for _ in 0..5 {
        let said = told("senku check triangle15 - --hint --json", &moves).json();
        let ways = |said: &Value| said["solutions"].as_str().unwrap().parse::<u64>().unwrap();
        let mut sum = 0;
        let mut next = String::new();
        for jump in said["good_jumps"].as_array().unwrap() {
            let square = |name: &str| format!("{},{}", jump[name][0], jump[name][1]);
            let longer = format!("{moves}{} > {}\n", square("from"), square("to"));
            sum += ways(&told("senku check triangle15 - --hint --json", &longer).json());
            next = longer;
        }
        assert_eq!(sum, ways(&said));
        moves = next;
    }
}

#[test]
fn quiet_hints_are_jumps_and_the_exit_code_says_whether_it_can_be_won() {
    for (jumps, color) in [("", "never"), ("4-1", "always"), ("4-1;6-4", "never")] {
        let arguments = format!("senku check triangle15 {jumps} --hint --color {color}");
        let jumps_and_code = vuelta(&format!("{arguments} -q")).ends(0).out;
        let good =
            vuelta(&format!("{arguments} --json")).ends(0).json()["good_jumps"].as_array().unwrap().len();
        assert!(good > 0 && jumps_and_code.lines().count() == good, "{jumps_and_code}");
        for jump in jumps_and_code.lines() {
            let next = format!("{jumps}\n{jump}\n");
            assert_eq!(told("senku check triangle15 - --hint -q", next).code, Some(0), "{jump}");
        }
    }
}

#[test]
fn lists_are_the_textbooks_and_every_line_wins() {
    let all = vuelta("senku list triangle15");
    assert_eq!((all.code, all.out.lines().count()), (Some(0), 6816));
    let first = all.out.lines().next().unwrap();
    let jumps = vuelta("senku solve triangle15 --engine backtrack --quiet").out;
    let squares = |line: &str| line.split("from ").nth(1).map(|square| square.trim().to_owned()).unwrap();
    assert!(first.starts_with(&squares(jumps.lines().next().unwrap())), "{first}");
    for line in all.out.lines().step_by(997) {
        let ran = told("senku check triangle15 -", line);
        assert_eq!(ran.code, Some(0), "{line}: {}", ran.out);
    }
}

#[test]
fn random_solutions_win_and_repeat() {
    // With the map of winnable positions, and without it jump by jump.
    for (board, limit) in
        [("triangle15", ""), ("triangle15", " --memory-limit 1KiB"), ("triangle21", " --memory-limit 1KiB")]
    {
        let drawn =
            |seed: u32| vuelta(&format!("senku list {board} --random --seed {seed} --limit 4{limit}"));
        let (one, two) = (drawn(1), drawn(2));
        assert_eq!((one.code, one.out.lines().count()), (Some(0), 4));
        let (seed, note) = one.err.split_once('\n').unwrap();
        assert_eq!((seed, note.starts_with("note: the map")), ("seed 1", !limit.is_empty()));
        assert_eq!(one.out, drawn(1).out);
        assert_ne!(one.out, two.out);
        for line in one.out.lines().chain(two.out.lines()) {
            assert_eq!(told(&format!("senku check {board} -"), line).code, Some(0), "{line}");
        }
    }
}

#[test]
fn a_stopped_search_for_the_fewest_moves_tells_its_best_game() {
    // Nobody knows the fewest moves of this board from here within seconds.
    let game = vuelta("senku solve wiegleb --fewest-moves --time-limit 2s --json").ends(124).json();
    let (bound, moves) =
        (game["lower_bound"].as_u64().unwrap(), game["moves"].as_array().unwrap().len() as u64);
    assert!(game["wins"].as_bool().unwrap() && 2 < bound && bound <= moves, "{bound} {moves}");
}
