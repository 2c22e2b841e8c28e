//! `vuelta regions ...`: answers against the textbook search by rows, what is printed and drawn, and refusals.

use crate::common::{folder, json, vuelta};
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
    assert_eq!(vuelta(&format!("regions hint {file} --placed {}", names.join(","))).code, Some(0));
    let wrong = (0..6).map(|column| Square::new(0, column)).find(|square| *square != queens[0]).unwrap();
    let ran = vuelta(&format!("regions hint {file} --placed {}", wrong.name(6)));
    assert!(ran.code == Some(1) && ran.out.contains(&wrong.name(6)), "{}{}", ran.out, ran.err);
    let ran = vuelta(&format!("regions hint {file} --json --placed {}", wrong.name(6)));
    let hint = ran.json();
    assert_eq!((ran.code, &hint["wrong"][0][1]), (Some(1), &wrong.column.into()));
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
            assert_eq!(vuelta(&format!("regions grade {file}")).code, Some(1));
        }
    }
    assert!(several > 0);
}

#[test]
fn a_seed_gives_the_same_puzzles_on_any_number_of_threads_and_they_read_back() {
    let one = vuelta("regions make 6 --seed 5 --count 4 -t 1 --json").out;
    assert_eq!(one, vuelta("regions make 6 --seed 5 --count 4 -t 2 --json").out);
    for line in one.lines() {
        let puzzle: Value = serde_json::from_str(line).unwrap();
        let board = Board::parse(line.as_bytes()).unwrap();
        assert!(board.is_solution(&squares(&puzzle["queens"])));
        assert_eq!(backtrack::count(&board, 2), 1);
    }
    let stars = vuelta("regions make 8 --stars 2 --seed 1");
    if stars.code == Some(0) {
        assert_eq!(Board::parse(stars.out.as_bytes()).unwrap().stars(), 2);
    }
}

#[test]
fn sheets_have_pages_and_a_stopped_run_leaves_the_file_that_was_there() {
    let folder = folder("regions-sheet");
    let (sheet, png) = (folder.join("sheet.svg"), folder.join("puzzle.png"));
    let make = format!("regions make 5 --seed 2 --count 3 -q --sheet {}", sheet.display());
    assert_eq!(vuelta(&make).code, Some(0));
    let puzzles = std::fs::read_to_string(&sheet).unwrap();
    assert_eq!(vuelta(&format!("{make} --solutions --page letter")).code, Some(0));
    let solved = std::fs::read_to_string(&sheet).unwrap();
    assert!(puzzles.contains("a4") && solved.contains("letter") && solved.len() > puzzles.len());
    assert_eq!(vuelta(&format!("regions make 5 --seed 2 --png {}", png.display())).code, Some(0));
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    let stopped = vuelta(&format!(
        "regions make 20 --stars 2 --count 900 --time-limit 50ms --sheet {}",
        sheet.display()
    ));
    assert_eq!(stopped.code, Some(124), "{}", stopped.err);
    assert_eq!(std::fs::read_to_string(&sheet).unwrap(), solved);
}
