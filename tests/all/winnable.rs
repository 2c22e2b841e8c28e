//! Senku from any position: hints, lists, solutions at random, and searches that are stopped.

use crate::common::{folder, one_sentence, refusal, told, vuelta};
use serde_json::Value;

#[test]
fn a_hint_says_what_can_still_be_won() {
    let said = vuelta("senku check triangle15 --hint --json").ends(0).json();
    assert_eq!(
        (said["legal"].as_bool(), said["wins"].as_bool(), said["jumps"].as_u64()),
        (Some(true), Some(false), Some(0))
    );
    assert_eq!((said["pegs_left"].as_u64(), said["winnable"].as_bool()), (Some(14), Some(true)));
    assert_eq!(said["solutions"], "6816");
    assert_eq!(said["position"].as_array().unwrap().len(), 6, "with the line `triangle`");
    let good = said["good_jumps"].as_array().unwrap();
    assert_eq!(good.len(), 2);
    assert_eq!(good[0].to_string(), r#"{"direction":"UP-RIGHT","from":[2,0],"over":[1,0],"to":[0,0]}"#);
    let text = vuelta("senku check triangle15 --hint").out;
    assert!(
        text.contains("14 pegs left: it can still be won in 6,816 ways\n2 jumps keep it winnable:\n"),
        "{text}"
    );
    assert!(text.contains("UP-RIGHT   from [2,0] to [0,0]"), "{text}");
}

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
fn lost_won_and_illegal_games_have_hints_too() {
    let won = vuelta("senku solve triangle15 --quiet").out;
    let ran = told("senku check triangle15 - --hint --json", &won);
    let said = ran.json();
    assert_eq!(
        (ran.code, said["winnable"].as_bool(), said["solutions"].as_str()),
        (Some(0), Some(true), Some("1"))
    );
    // A first jump, and a second that cannot be made: the hint is for the position between.
    let ran = told("senku check triangle15 - --hint --json", "2,0 > 0,0\n2,0 > 0,0\n");
    let said = ran.json();
    assert_eq!((ran.code, said["at"].as_u64(), said["pegs_left"].as_u64()), (Some(1), Some(2), Some(13)));
    assert_eq!(said["solutions"], "3408");
    // Lost: no jump is left.
    let folder = folder("winnable-lost");
    let lost = folder.join("lost.txt");
    std::fs::write(&lost, "o . . o .\n").unwrap();
    let ran = vuelta(&format!("senku check {} --hint", lost.display())).ends(1);
    assert!(ran.out.contains("2 pegs left: it can no longer be won"), "{}", ran.out);
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
    // Butler's hole 5 cannot end where it began; and legal comes before winnable.
    let lost = vuelta("senku check triangle15 --start 5 --goal same --hint -q").ends(1);
    assert_eq!(lost.out, "");
    vuelta("senku check triangle15 4-1;4-1 --hint -q").ends(1);
    assert_eq!(vuelta("senku check triangle15 4-1;4-1 -q").ends(1).out, "1\n13\n");
    assert_eq!(
        told("senku check triangle15 - -q", vuelta("senku solve triangle15").out).ends(0).out,
        "13\n1\n"
    );
    // No solution where some were asked for.
    for arguments in ["european", "european -q", "triangle15 --start 5 --goal same"] {
        let none = vuelta(&format!("senku list {arguments}")).ends(1);
        assert!(none.out.is_empty() && none.err.contains("no solutions"), "{}", none.err);
    }
    vuelta("senku list triangle15 --start 5 --goal same --limit 0").ends(0);
}

#[test]
fn where_the_invariants_exclude_the_goal_the_three_colours_say_why() {
    for arguments in ["senku check european --hint", "senku solve european", "senku list european"] {
        let ran = vuelta(arguments);
        let said = ran.out + &ran.err;
        assert!(said.contains("three colours") && said.contains("12, 12 and 12"), "{arguments}: {said}");
    }
    let said = vuelta("senku check european --hint --json").ends(1).json();
    assert_eq!((said["winnable"].as_bool(), said["solutions"].as_str()), (Some(false), Some("0")));
    assert!(vuelta("senku count triangle15 --start 0,0 --goal 1,0").err.contains("three colours"));
}

#[test]
fn a_board_whose_map_does_not_fit_is_left_to_the_solver() {
    // With too little memory for the map: known to be winnable, in an unknown number of ways.
    let said = vuelta("senku check triangle15 --hint --json --memory-limit 1KiB").ends(0).json();
    assert_eq!((said["winnable"].as_bool(), &said["solutions"]), (Some(true), &Value::Null));
    assert_eq!(said["good_jumps"].as_array().unwrap().len(), 2);
    let ran = vuelta("senku solve triangle15 --random --seed 1 --memory-limit 1KiB").ends(0);
    assert!(ran.err.contains("likelier than others"), "{}", ran.err);
}

#[test]
fn a_map_is_kept_and_nothing_else_is_overwritten() {
    let folder = folder("winnable-map");
    let map = folder.join("triangle.map");
    let hint = format!("senku check triangle15 --hint --json --map {}", map.display());
    let first = vuelta(&hint).ends(0).json();
    let bytes = std::fs::read(&map).unwrap();
    assert!(bytes.starts_with(b"vuelta-map format=4 board="));
    assert_eq!(vuelta(&hint).ends(0).json(), first);
    assert_eq!(vuelta("senku check triangle15 --hint --json").ends(0).json(), first);
    assert_eq!(std::fs::read(&map).unwrap(), bytes);
    // It serves lists and random solutions too.
    let list = vuelta(&format!("senku list triangle15 --limit 2 --map {}", map.display()));
    assert_eq!((list.code, list.out.lines().count()), (Some(0), 2));
    // Another game, damage, and what is not a map.
    let foreign = refusal(&format!("senku check triangle21 --hint --map {}", map.display()), 4);
    assert!(foreign.contains("belongs to another game: its board"), "{foreign}");
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 4;
    for (contents, says) in [(&damaged[..], "damaged"), (b"my notes\n", "not a map"), (b"", "not a map")] {
        std::fs::write(&map, contents).unwrap();
        let ran = vuelta(&hint);
        let sentence = one_sentence(&hint, &ran, 4);
        assert!(sentence.contains(says), "{sentence}");
        assert_eq!(std::fs::read(&map).unwrap(), contents, "it stays as it was");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "no draft is left");
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
    // Without the map the same, and the limit cuts it.
    let some = vuelta("senku list triangle15 --limit 5 --memory-limit 1KiB").out;
    assert!(all.out.starts_with(&some) && some.lines().count() == 5);
    let objects = vuelta("senku list triangle15 --limit 3 --json").out;
    for line in objects.lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        assert_eq!((game["jumps"].as_array().unwrap().len(), game["wins"].as_bool()), (13, Some(true)));
    }
    assert_eq!(objects.lines().count(), 3);
    assert_eq!(vuelta("senku list triangle15 --limit 0").out, "");
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
    let game = vuelta("senku solve triangle15 --random --seed 9 --json").ends(0).json();
    assert_eq!((game["seed"].as_u64(), game["wins"].as_bool()), (Some(9), Some(true)));
    let first = vuelta("senku list triangle15 --random --seed 9 --json").ends(0).json();
    assert_eq!(first, game);
    // Butler's hole 5 cannot end where it began.
    vuelta("senku solve triangle15 --start 2,1 --goal same --random").ends(1);
}

#[test]
fn a_stopped_search_for_the_fewest_moves_tells_its_best_game() {
    // Nobody knows the fewest moves of this board from here within seconds.
    let game = vuelta("senku solve wiegleb --fewest-moves --time-limit 3s --json").ends(124).json();
    let (bound, moves) =
        (game["lower_bound"].as_u64().unwrap(), game["moves"].as_array().unwrap().len() as u64);
    assert!(game["wins"].as_bool().unwrap() && 2 < bound && bound <= moves, "{bound} {moves}");
    let whole = vuelta("senku solve triangle15 --fewest-moves --json").ends(0).json();
    assert_eq!((whole["moves"].as_array().unwrap().len(), whole.get("lower_bound")), (10, None));
}
