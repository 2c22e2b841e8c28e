//! `vuelta regions ...`: answers against the textbook search by rows, hints, and runs that are stopped.

use crate::common::{folder, json, told, vuelta};
use crate::schema::parsed;
use serde_json::Value;
use vuelta::Square;
use vuelta::regions::{Board, backtrack};

/// Puzzles made by the program, with one solution by the textbook search, in a folder of the test's own.
fn made(name: &str, arguments: &str) -> (std::path::PathBuf, Board) {
    let ran = vuelta(&format!("regions make {arguments}")).ends(0);
    let file = folder(name).join("puzzle.txt");
    std::fs::write(&file, &ran.out).unwrap();
    let board = Board::parse(ran.out.as_bytes()).unwrap();
    assert_eq!(backtrack::count(&board, 2), 1, "{}", ran.out);
    (file, board)
}

fn squares(value: &Value) -> Vec<Square> {
    let pairs: Vec<(u32, u32)> = serde_json::from_value(value.clone()).unwrap();
    pairs.into_iter().map(Square::from).collect()
}

#[test]
fn a_made_puzzle_is_solved_graded_and_explained_to_the_end() {
    let (file, board) = made("regions-way", "7 --seed 3 --level 2");
    let file = file.display();
    let solved = json(&format!("regions solve {file}"));
    assert_eq!(
        (&solved["problem"], &solved["n"], &solved["stars"]),
        (&"regions".into(), &7.into(), &1.into())
    );
    assert_eq!((&solved["unique"], &solved["solutions"]), (&true.into(), &"1".into()));
    let queens = squares(&solved["queens"]);
    assert!(board.is_solution(&queens));
    let grade = json(&format!("regions grade {file}"));
    assert_eq!(grade["grade"]["level"], 2);
    let way = json(&format!("regions hint {file} --all"));
    let steps = way["steps"].as_array().unwrap();
    assert_eq!(way["grade"], grade["grade"]);
    for step in steps {
        assert!(squares(&step["placed"]).iter().all(|square| queens.contains(square)), "{step}");
        assert!(squares(&step["removed"]).iter().all(|square| !queens.contains(square)), "{step}");
        assert!(step["text"].as_str().unwrap().ends_with('.') && step["technique"].is_string(), "{step}");
    }
    let placed: usize = steps.iter().map(|step| step["placed"].as_array().unwrap().len()).sum();
    assert_eq!(placed, 7);
    // The first step of the way is the hint; in text it is its sentence.
    let hint = json(&format!("regions hint {file}"));
    assert_eq!(hint["steps"][0], steps[0]);
    assert_eq!(vuelta(&format!("regions hint {file}")).out.trim(), steps[0]["text"]);
}

#[test]
fn hints_go_on_from_placed_queens_and_name_wrong_ones() {
    let (file, _) = made("regions-hint", "6 --seed 11");
    let file = file.display();
    let queens = squares(&json(&format!("regions solve {file}"))["queens"]);
    let names: Vec<String> = queens.iter().map(|queen| queen.name(6)).collect();
    let hint = json(&format!("regions hint {file} --placed {}", names[..5].join(",")));
    assert_eq!(squares(&hint["steps"][0]["placed"]), queens[5..], "{hint}");
    vuelta(&format!("regions hint {file} --placed {}", names.join(","))).ends(0);
    let wrong = (0..6).map(|column| Square::new(0, column)).find(|square| *square != queens[0]).unwrap();
    let ran = vuelta(&format!("regions hint {file} --placed {}", wrong.name(6)));
    assert!(ran.code == Some(1) && ran.out.contains(&wrong.name(6)), "{}{}", ran.out, ran.err);
    let ran = vuelta(&format!("regions hint {file} --json --placed {}", wrong.name(6)));
    let hint = ran.json();
    assert_eq!((ran.code, &hint["wrong"][0][1]), (Some(1), &wrong.column.into()));
}

#[test]
fn who_follows_one_hint_after_the_other_comes_to_the_solution() {
    let (file, _) = made("regions-follow", "7 --seed 3 --level 2");
    let file = file.display();
    let queens = squares(&json(&format!("regions solve {file}"))["queens"]);
    let (mut placed, mut ruled_out, mut hints) = (vec![], vec![], 0);
    let words = |option: &str, squares: &[Square]| {
        let names = squares.iter().map(|square| format!(" {}", square.name(7)));
        if squares.is_empty() { String::new() } else { format!(" {option}{}", names.collect::<String>()) }
    };
    while placed.len() < queens.len() && hints < 100 {
        let known = words("--placed", &placed) + &words("--ruled-out", &ruled_out);
        let step = json(&format!("regions hint {file}{known}"))["steps"][0].clone();
        placed.extend(squares(&step["placed"]));
        ruled_out.extend(squares(&step["removed"]));
        hints += 1;
    }
    placed.sort();
    assert!(placed == queens && !ruled_out.is_empty(), "{placed:?} after {hints} hints");
    let wrong = vuelta(&format!("regions hint {file} --ruled-out {}", queens[0].name(7))).ends(1);
    assert_eq!(wrong.out, format!("A queen belongs on {}.\n", queens[0].name(7)));
    vuelta(&format!("regions hint {file} --ruled-out a1 --all")).ends(2);
}

#[test]
fn counts_are_those_of_the_textbook_search() {
    let folder = folder("regions-count");
    let mut several = 0;
    for (number, text) in [
        "AABB\nACBB\nCCBD\nDDDD\n",
        "AAA\nBBB\nCCC\n",
        "1 1 2 2 2\n1 3 3 3 2\n4 4 4 3 2\n4 5 5 5 2\n5 5 5 5 5\n",
    ]
    .into_iter()
    .enumerate()
    {
        let file = folder.join(format!("{number}.txt"));
        std::fs::write(&file, text).unwrap();
        let (file, expected) =
            (file.display(), backtrack::count(&Board::parse(text.as_bytes()).unwrap(), u64::MAX));
        assert_eq!(vuelta(&format!("regions count {file} -q")).out.trim(), expected.to_string());
        let count = json(&format!("regions count {file} -t 2"));
        assert_eq!((&count["solutions"], &count["complete"]), (&expected.to_string().into(), &true.into()));
        let solved = vuelta(&format!("regions solve {file}"));
        assert_eq!(solved.code, Some(i32::from(expected == 0)), "{text}");
        several += u64::from(expected > 1);
        if expected > 1 {
            assert!(solved.out.contains("not the only solution"));
            let limited = json(&format!("regions count {file} --limit 1"));
            assert_eq!((&limited["solutions"], &limited["complete"]), (&"1".into(), &false.into()));
            vuelta(&format!("regions grade {file}")).ends(1);
        }
    }
    assert!(several > 0);
}

#[test]
fn what_was_made_in_time_is_printed_and_reads_back() {
    let folder = folder("regions-stopped");
    let export = folder.join("made.json");
    let make =
        format!("regions make 8 --seed 1 --count 100000 --time-limit 300ms --export {}", export.display());
    for (form, is_json) in [("", false), (" --json", true)] {
        let ran = vuelta(&format!("{make}{form}")).ends(124);
        let stopped = ran.err.lines().last().unwrap().to_owned();
        let puzzles: usize =
            stopped.strip_prefix("stopped after ").unwrap().split(' ').next().unwrap().parse().unwrap();
        let printed = if is_json { ran.out.lines().count() } else { ran.out.matches("# seed").count() };
        assert!(puzzles > 10 && puzzles < 100_000 && puzzles == printed, "{stopped} {printed}");
        assert_eq!(told("regions count - -q", &ran.out).ends(0).out, "1\n".repeat(puzzles));
        // The first run's results are left alone by the second.
        let exported = parsed(std::fs::read(&export).unwrap());
        assert!(is_json || exported.as_array().unwrap().len() == puzzles);
    }
    let hard = folder.join("hard.txt");
    let rows: String = (0..25).map(|row| format!("{}\n", vec![row.to_string(); 25].join(","))).collect();
    std::fs::write(&hard, format!("AABB\nACBB\nCCBD\nDDDD\n\n# stars: 6\n{rows}")).unwrap();
    let ran = vuelta(&format!("regions count {} -q --time-limit 300ms", hard.display())).ends(124);
    assert!(ran.out.starts_with("1\n") && ran.err.contains("stopped after"), "{}{}", ran.out, ran.err);
}
