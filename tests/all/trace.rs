//! `vuelta queens trace` and `vuelta senku trace`: every step, the numbers at the end, the files.

use super::common::{folder, vuelta};
use serde_json::Value;
use std::path::Path;
use vuelta::queens::backtrack::TextbookSearch;
use vuelta::queens::{Board, Square};
use vuelta::senku::{Game, notation, solutions};

/// The steps of a trace with `--json`, and its summary.
fn traced(arguments: &str) -> (Vec<Value>, Value) {
    let ran = vuelta(&format!("{arguments} --json"));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{arguments}");
    let mut objects: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let summary = objects.pop().unwrap()["summary"].take();
    (objects, summary)
}

fn square(value: &Value) -> Square {
    Square::new(value[0].as_u64().unwrap() as u32, value[1].as_u64().unwrap() as u32)
}

/// Replays the steps of queens, checks each, and returns the solutions.
fn replay(board: &Board, steps: &[Value]) -> Vec<Vec<u32>> {
    let (mut queens, mut found): (Vec<Square>, _) = (vec![], vec![]);
    for step in steps {
        let here =
            || Square::new(step["row"].as_u64().unwrap() as u32, step["column"].as_u64().unwrap() as u32);
        match step["step"].as_str().unwrap() {
            "place" => {
                assert!(board.is_free(here()) && !queens.iter().any(|queen| queen.attacks(here())));
                assert_eq!(here().row as usize, queens.len());
                queens.push(here());
            }
            "conflict" if board.blocked().contains(&here()) => assert!(step["with"].is_null(), "{step}"),
            "conflict" => {
                let queen = square(&step["with"]);
                assert!(queen.attacks(here()), "{step}");
                assert!(queens.contains(&queen) || board.fixed().contains(&queen), "{step}");
            }
            "back" => assert_eq!(queens.pop(), Some(here())),
            "solution" => {
                let columns: Vec<u32> = queens.iter().map(|queen| queen.column).collect();
                assert_eq!(step["queens"], serde_json::json!(columns));
                found.push(columns);
                assert_eq!(step["number"], found.len());
            }
            other => panic!("{other}"),
        }
    }
    found
}

fn count(steps: &[Value], kind: &str) -> usize {
    steps.iter().filter(|step| step["step"] == kind).count()
}

#[test]
fn the_steps_of_the_queens_are_those_of_the_textbook_search() {
    let nauck = Board::new(8).unwrap().fix([(4, 1), (3, 3)]).unwrap();
    let blocked = Board::new(6).unwrap().block([(0, 1), (5, 0)]).unwrap();
    for (arguments, board, all) in [
        ("4 --all", Board::new(4).unwrap(), true),
        ("6 --limit 3", Board::new(6).unwrap(), false),
        ("5", Board::new(5).unwrap(), false),
        ("8 --fixed b4 d5 --all", nauck, true),
        ("6 --blocked 0,1 5,0 --all", blocked, true),
        ("3", Board::new(3).unwrap(), true),
        ("1 --all", Board::new(1).unwrap(), true),
    ] {
        let (steps, summary) = traced(&format!("queens trace {arguments}"));
        let found = replay(&board, &steps);
        let expected: Vec<_> =
            TextbookSearch::new(&board).take(if all { usize::MAX } else { found.len() }).collect();
        assert_eq!(found, expected, "{arguments}");
        assert_eq!(summary["complete"], all, "{arguments}");
        let (placed, back) = (count(&steps, "place"), count(&steps, "back"));
        assert_eq!(summary["nodes"], placed + 1);
        assert_eq!((&summary["steps_back"], all), (&back.into(), placed == back), "{arguments}");
        assert_eq!(summary["conflicts"], count(&steps, "conflict"));
        assert_eq!(summary["solutions"], found.len());
        assert_eq!(summary["steps"], steps.len());
        let by_row = summary["nodes_by_row"].as_array().unwrap();
        assert_eq!(by_row.iter().map(|nodes| nodes.as_u64().unwrap()).sum::<u64>(), placed as u64 + 1);
    }
}

#[test]
fn the_steps_of_senku_are_those_of_the_textbook_search() {
    for (arguments, number) in [("triangle15 --limit 4", 4), ("triangle15 --start 0,0 --goal any", 1)] {
        let (steps, summary) = traced(&format!("senku trace {arguments}"));
        let mut game = Game::named("triangle15").unwrap();
        if arguments.contains("--start") {
            let (board, hole) = (game.board().clone(), game.board().hole(Square::new(0, 0)).unwrap());
            game = Game::from_vacancy(board, hole).unwrap().with_goal(vuelta::senku::Goal::Any).unwrap();
        }
        let (mut path, mut found, mut visited) = (vec![], vec![], 1);
        for step in &steps {
            let jump = || format!("{} > {}", step["from"], step["to"]).replace(['[', ']'], "");
            match step["step"].as_str().unwrap() {
                "jump" => {
                    path.push(jump());
                    visited += 1;
                }
                "back" => assert_eq!(path.pop(), Some(jump())),
                "solution" => found.push(path.join("\n")),
                kind => assert_eq!(kind, "dead_end"),
            }
        }
        // The jumps read, checked and compared with the search itself.
        let mut search = solutions(&game);
        for (list, expected) in found.iter().zip(search.by_ref()) {
            let read = notation::parse_jumps(game.board(), list.as_bytes()).unwrap();
            let verdict = notation::check(&game, &read);
            assert!(verdict.wins && verdict.jumps == expected);
        }
        assert_eq!((found.len(), &summary["solutions"]), (number, &number.into()));
        assert_eq!(summary["nodes"], visited);
        assert_eq!(summary["dead_ends"], count(&steps, "dead_end"));
    }
}

/// The data of a page, which must ask no host for anything.
fn page(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap();
    for request in ["http://", "https://", " src=", "url(", "@import"] {
        assert!(!text.contains(request), "{request}");
    }
    for id in ["step", "play", "speed", "scrub", "next-solution", "lesson", "nodes", "solutions"] {
        let made = [format!("id=\"watch-{id}\""), format!("item('{id}'"), format!("button('{id}'")];
        assert!(made.iter().any(|made| text.contains(made)), "{id}");
    }
    let data = text.split_once("id=\"trace\">").unwrap().1.split_once("</script>").unwrap().0;
    serde_json::from_str(data).unwrap()
}

#[test]
fn the_files_show_every_step() {
    let folder = folder("trace-files");
    let [svg, gif, html] = ["t.svg", "t.gif", "t.html"].map(|name| folder.join(name));
    let files = format!("--svg {} --gif {} --html {}", svg.display(), gif.display(), html.display());
    for (arguments, labels) in
        [("queens trace 4 --all", ""), ("senku trace triangle15 --steps 25", "--coordinates")]
    {
        let (steps, _) = traced(arguments);
        // With files the totals are printed alone.
        let (none, summary) = traced(&format!("{arguments} {labels} {files}"));
        assert_eq!(none.len(), 0, "{arguments}");
        let text = std::fs::read_to_string(&svg).unwrap();
        // A frame for each step and one for the start.
        assert_eq!(text.matches("<animate ").count(), steps.len() + 1, "{arguments}");
        assert_eq!(text.matches("<g ").count(), text.matches("</g>").count());
        assert!(std::fs::read(&gif).unwrap().starts_with(b"GIF89a"));
        let data = page(&html);
        let packed = data["steps"].as_array().unwrap();
        assert_eq!(packed.len(), steps.len());
        let names = if data["problem"] == "queens" {
            ["place", "conflict", "back", "solution"]
        } else {
            ["jump", "dead_end", "back", "solution"]
        };
        let unpacked = packed.iter().map(|step| names[step[0].as_u64().unwrap() as usize]);
        let told = steps.iter().map(|step| step["step"].as_str().unwrap());
        assert!(unpacked.eq(told), "{arguments}");
        assert_eq!(data["complete"], summary["complete"]);
    }
}

#[test]
fn the_words_of_files_can_be_spanish() {
    let folder = folder("trace-spanish");
    let drawn = |command: &str, file: &str, lang: &str| {
        let path = folder.join(file);
        vuelta(&format!("{command} {} --lang {lang}", path.display())).ends(0);
        std::fs::read_to_string(path).unwrap()
    };
    for (command, file) in [
        ("queens trace 4 --svg", "t.svg"),
        ("queens list 6 --gallery", "g.svg"),
        ("senku solve triangle15 --fewest-moves --svg", "s.svg"),
    ] {
        assert_ne!(drawn(command, file, "en"), drawn(command, file, "es"), "{command}");
    }
    let pages = ["en", "es"].map(|lang| drawn("queens trace 4 --fixed a1 --html", "t.html", lang));
    for (page, words) in pages.iter().zip([
        ["<html lang=\"en\">", "<h1>4 queens with conditions, step by step</h1>"],
        ["<html lang=\"es\">", "<h1>4 reinas con condiciones, paso a paso</h1>"],
    ]) {
        assert!(words.iter().all(|words| page.contains(words)), "{words:?}");
    }
    assert!(!pages[0].contains("Reproducir") && pages[1].contains("'Play': 'Reproducir',"));
}

#[test]
fn a_trace_can_be_stopped() {
    let ran = vuelta("queens trace 20 --all --quiet --time-limit 200ms").ends(124);
    assert_eq!((ran.out.lines().count(), ran.err.as_str()), (4, "stopped before the end of the trace\n"));
}
