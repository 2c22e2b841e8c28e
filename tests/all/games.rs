//! `vuelta senku`: counts, solutions, checks of games, boards and their notation.

use super::common::{Ran, Start, command, file, folder, json, run, told, vuelta};
use crate::schema::parsed;
use serde_json::Value;
use std::fs;
use vuelta::senku::{Board, Diagram, Game};

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
fn the_winning_positions_alone_are_those_beside_a_count() {
    for game in
        ["triangle15", "triangle15 --goal any", "square5 --start 2,2 --goal any", "triangle15 --start 2,1"]
    {
        let (alone, beside) =
            (json(&format!("senku winning {game}")), json(&format!("senku count {game} --winning")));
        assert_eq!(alone["problem"], "senku-winning");
        for field in ["board", "start", "goal", "winning_positions", "winning_levels"] {
            assert_eq!(alone[field], beside[field], "{game}: {field}");
        }
    }
    let ran = vuelta("senku winning english --quiet").ends(0);
    assert_eq!(ran.out, "1679072\n");
    let table = vuelta("senku winning triangle15 --double-check").ends(0);
    assert!(table.out.contains("winning positions by jumps made: 1 1 ") && table.err.contains("by memo"));
    // The invariants exclude this goal.
    assert_eq!(vuelta("senku winning english --goal 0,2 --quiet").ends(0).out, "0\n");
    vuelta("senku winning european --memory-limit 20MiB").ends(5);
}

#[test]
fn senku_goals_can_be_a_hole_any_the_same_or_a_position() {
    let goal = file("goals", "goal.txt", b"triangle\no\n..\n...\n....\n.....\n");
    let by_file = json(&format!("senku count triangle15 --goal {}", goal.display()));
    let by_hole = json("senku count triangle15 --goal 0,0");
    assert_eq!(by_file["solutions"], by_hole["solutions"]);
    assert_eq!(by_file["goal"], serde_json::json!([[0, 0]]));
    vuelta("senku count triangle15 --start 2,1 --goal same").ends(0);
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
fn a_derived_number_never_agrees() {
    let out = vuelta("senku count triangle15 --color never").out;
    let games = out.lines().find(|line| line.trim_start().starts_with("games ")).unwrap();
    assert!(
        games.ends_with(
            "   as derived from Butler (his 598390 games and solutions less the 29760 solutions to any hole)"
        ),
        "{games}"
    );
    assert_eq!(out.matches("agrees with").count(), 1, "{out}");
    let value = json("senku count triangle15");
    assert_eq!(value["published"], serde_json::json!({"games": "568630", "solutions": "6816"}));
    assert_eq!((&value["derived"], &value["agrees"]), (&serde_json::json!(["games"]), &true.into()));
    // Nothing is published about this goal, and nothing agrees.
    let value = json("senku count triangle15 --goal 3,3");
    assert_eq!((&value["published"]["solutions"], &value["agrees"]), (&Value::Null, &Value::Null));
    assert!(json("senku count").get("derived").is_none());
}

#[test]
fn a_solution_is_printed_and_passes_the_check() {
    for engine in ["auto", "backtrack"] {
        let solution = vuelta(&format!("senku solve -q --engine {engine}"));
        assert_eq!((solution.code, solution.out.lines().count()), (Some(0), 31));
        let check = told("senku check -", solution.out.as_bytes());
        assert_eq!(check.code, Some(0), "{}", check.out);
        assert!(check.out.contains("wins"), "{}", check.out);
    }
    let value = json("senku solve");
    assert_eq!((&value["pegs_left"], &value["wins"]), (&1.into(), &true.into()));
    assert_eq!(value["jumps"].as_array().unwrap().len(), 31);
    let file = |name: &str| format!("{}/solved.{name}", env!("CARGO_TARGET_TMPDIR"));
    let (whole, rows) = (file("json"), file("csv"));
    assert_eq!(vuelta(&format!("senku solve -q --export {whole} --export {rows}")).code, Some(0));
    let exported = parsed(std::fs::read(whole).unwrap());
    assert_eq!(exported, value);
    let rows = std::fs::read_to_string(rows).unwrap();
    assert_eq!((rows.lines().count(), rows.lines().next()), (32, Some("jump,direction,from,over,to,move")));
    let shown = vuelta("senku solve").out;
    assert!(shown.contains("o o o . o o o") && shown.contains(". . . o . . ."), "{shown}");
    // All that is printed, pictures and all, reads back.
    assert_eq!(told("senku check -", shown.as_bytes()).code, Some(0));
    let shown = vuelta("senku solve triangle15 --fewest-moves").out;
    assert_eq!(told("senku check triangle15 -", shown.as_bytes()).code, Some(0));
}

#[test]
fn the_fewest_moves_of_a_triangle_are_ten() {
    let value = json("senku solve triangle15 --fewest-moves");
    assert_eq!((value["moves"].as_array().unwrap().len(), &value["wins"]), (10, &true.into()));
    assert!(vuelta("senku solve triangle15 --fewest-moves").out.contains("13 jumps in 10 moves"));
}

#[test]
fn a_game_that_cannot_be_won_is_said_at_once() {
    let ran = vuelta("senku solve diamond --start 3,4 --goal 5,4");
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert!(ran.err.contains("no solution"), "{}", ran.err);
}

#[test]
fn an_illegal_list_has_the_fields_of_a_legal_one() {
    let check = |list: &str| {
        let ran = told("senku check - --json", list.as_bytes());
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
fn a_game_is_checked_as_it_is_written_down() {
    for game in ["d6 d4; b5 d5", "1,3 3,3; 2,1 > 2,3", "DOWN from [1,3]; 2,1 2,3"] {
        let ran = told("senku check -", game.as_bytes());
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
fn a_move_list_is_text_where_it_reads_as_one() {
    let folder = folder("surface-moves");
    let check = |moves: &str| run(&folder, &["senku", "check", moves]);
    for moves in ["d6d4", "d6-d4", "d6>d4", "d6 d4", "1: DOWN from d6", "1,3-3,3", "d6->d4"] {
        let ran = check(moves);
        assert_eq!(ran.code, Some(1), "{moves}: {}", ran.err);
        assert!(ran.out.contains("31 pegs remain"), "{moves}: {}", ran.out);
    }
    // The notation of the user is echoed.
    assert!(check("d6d4").out.ends_with("the goal is one peg at d4\n"), "{}", check("d6d4").out);
    assert!(check("1,3 3,3").out.ends_with("the goal is one peg at [3,3]\n"));
    assert!(check("d6d4; d6d4").out.contains("at jump 2: there is no peg in d6"));
    assert!(check("1,3 3,3; 1,3 3,3").out.contains("there is no peg in [1,3]"));
    fs::write(folder.join("list"), "d6-d4\nd6-d4\n").unwrap();
    assert!(check("list").out.contains("there is no peg in d6"));
}

#[test]
fn names_of_holes_are_printed_where_they_were_written() {
    assert!(vuelta("senku solve --start d4").out.contains("\n1: DOWN from d6\n"));
    assert!(vuelta("senku solve --start 3,3").out.contains("\n1: DOWN from [1,3]\n"));
    let folder = folder("surface-written");
    fs::write(folder.join("game"), vuelta("senku solve --start d4").out).unwrap();
    assert_eq!(run(&folder, &["senku", "check", "game"]).out, "legal and wins after 31 jumps\n");
    fs::write(folder.join("row"), "oo.\n").unwrap();
    let count = |goal: &str| run(&folder, &["senku", "count", "row", "--goal", goal]).out;
    assert!(count("c1").starts_with("row: 3 holes, empty at the start c1, goal one peg in c1\n"));
    assert!(count("0,2").starts_with("row: 3 holes, empty at the start [0,2], goal one peg in [0,2]\n"));
    // On pictures too.
    run(&folder, &["senku", "solve", "row", "--svg", "row.svg", "--coordinates=names"]).ends(0);
    run(&folder, &["senku", "solve", "row", "--svg", "numbers.svg", "--coordinates"]).ends(0);
    let [names, numbers] =
        ["row.svg", "numbers.svg"].map(|file| fs::read_to_string(folder.join(file)).unwrap());
    assert!(names != numbers && names.starts_with("<svg"));
}

#[test]
fn a_start_does_not_drop_the_pegs_of_a_file() {
    let folder = folder("surface-start");
    for (name, rows) in [("few", "oo..o\n"), ("full", "ooooo\n"), ("one", "oo.oo\n")] {
        fs::write(folder.join(name), rows).unwrap();
    }
    let count = |board: &str, start: &str| run(&folder, &["senku", "count", board, "--start", start, "-q"]);
    for (board, start) in [("few", "0,3"), ("few", "d1"), ("one", "0,1")] {
        let ran = count(board, start);
        assert!(ran.code == Some(2) && ran.err.contains("--start"), "{board}: {}", ran.err);
    }
    for (board, start) in [("full", "0,3"), ("one", "0,2")] {
        assert_eq!(count(board, start).code, Some(0), "{board}");
    }
}

#[test]
fn a_board_from_standard_input_counts() {
    let ran = told("senku count - -q", b"o o .\r\n");
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "1\n1\n"));
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
        let ran = vuelta(&format!("senku solve {board}")).ends(1);
        assert!(ran.err.contains(&format!("--start {start}")), "{}", ran.err);
        assert_eq!(vuelta(&format!("senku solve {board} --start {start}")).code, Some(0));
    }
}

#[test]
fn french_is_european() {
    assert_eq!(json("senku solve french --start 0,2"), json("senku solve european --start 0,2"));
}

#[test]
fn every_board_that_is_printed_reads_back() {
    let folder = folder("printed-boards");
    // The second row has no hole.
    fs::write(folder.join("gap.txt"), "o o . o\nx\n. o o o\n. o . .\n").unwrap();
    fs::write(folder.join("corner.txt"), "triangle\nx\n..\no.o\noooo\n").unwrap();
    let start = |name: &str| match name.ends_with(".txt") {
        true => Diagram::parse(&fs::read(folder.join(name)).unwrap()).unwrap(),
        false => {
            let game = Game::named(name).unwrap();
            Diagram { pegs: game.start(), board: game.board().clone() }
        }
    };
    let mut printed = 0;
    for name in ["english", "triangle15", "triangle21", "gap.txt", "corner.txt"] {
        let mut diagram = start(name);
        let jump = diagram.board.legal_jumps(diagram.pegs).next().unwrap();
        let [from, to] = [jump.from, jump.to].map(|hole| diagram.board.square(hole).to_string());
        for color in ["never", "always"] {
            let print = |arguments: &[&str]| {
                run(&folder, &[&["senku"], arguments, &["--color", color, "--time-limit", "20s"]].concat())
                    .out
            };
            let solutions = [
                print(&["solve", name]),
                print(&["solve", name, "--fewest-pegs"]),
                if name == "triangle15" { print(&["solve", name, "--fewest-moves"]) } else { String::new() },
                print(&["check", name, "--hint", "--memory-limit", "1MiB"]),
                print(&["check", name, "--hint", "--json", "--memory-limit", "1MiB"]),
            ];
            for text in solutions.iter().filter(|text| !text.is_empty()) {
                let again = Diagram::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(again, diagram, "{text}");
                printed += 1;
            }
            // After a jump, with coordinates and with names.
            let before = diagram.pegs;
            diagram.pegs = jump.play(before);
            let name_of = |square: &str| diagram.board.with_names(square);
            for moves in [format!("{from} > {to}"), format!("{}-{}", name_of(&from), name_of(&to))] {
                let text = print(&["check", name, &moves, "--hint", "--memory-limit", "1MiB"]);
                let again = Diagram::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(again, diagram, "{text}");
                printed += 1;
            }
            diagram.pegs = before;
        }
    }
    assert!(printed > 50, "{printed}");
}

#[test]
fn a_list_is_checked_on_the_board_at_its_head() {
    for (board, options) in
        [("triangle15", "--start 2"), ("european", "--start c7"), ("english", "--goal any")]
    {
        for color in ["never", "always"] {
            let game = vuelta(&format!("senku solve {board} {options} --color {color}")).ends(0).out;
            let ran = told("senku check - --goal any", &game).ends(0);
            assert!(ran.out.starts_with("legal and wins after "), "{}", ran.out);
            told(&format!("senku check {board} - --goal any {}", options.replace("--goal any", "")), &game)
                .ends(0);
        }
    }
    // Nothing shown in a list is passed over in silence.
    let game = vuelta("senku solve triangle15").ends(0).out;
    let wrong = told("senku check triangle15 --start 2 -", &game);
    assert!(wrong.code == Some(2) && wrong.err.contains("line 1 of the list"), "{}", wrong.err);
    let short: String =
        game.lines().filter(|line| !line.starts_with("13: ")).map(|line| format!("{line}\n")).collect();
    let wrong = told("senku check -", short);
    assert!(
        wrong.code == Some(2) && wrong.err.contains("is not the position after the 12 jumps"),
        "{}",
        wrong.err
    );
}

#[test]
fn holes_of_triangles_have_numbers() {
    for moves in ["4-1; 6-4", "4-1, 6-4", "4-1,6-4", "4-1\n6-4\n", "4 1; 6 4"] {
        let ran = told("senku check triangle15 -", moves);
        assert!(
            ran.out.starts_with("legal, but does not win: 12 pegs remain; the goal is one peg at 1\n"),
            "{}",
            ran.out
        );
    }
    assert!(vuelta("senku check triangle15 2,0-0,0").out.ends_with("one peg at [0,0]\n"));
    let by_number = vuelta("senku solve triangle15 --start 13 --goal 13 --json").ends(0);
    assert_eq!(by_number.out, vuelta("senku solve triangle15 --start 4,2 --goal 4,2 --json").out);
    // The user's notation is echoed, and reads back.
    let text = vuelta("senku solve triangle15 --start 13").ends(0).out;
    assert!(text.contains(" from 11\n") || text.contains(" from 15\n"), "{text}");
    told("senku check -", &text).ends(0);
    let count = vuelta("senku count triangle15 --start 13 --goal 1").ends(0).out;
    assert!(count.starts_with("triangle15: 15 holes, empty at the start 13, goal one peg in 1\n"), "{count}");
}

#[test]
fn a_start_that_seems_exchanged_is_noted() {
    let board = Board::named("english").unwrap();
    let complement = |vacancy: usize| board.diagram(vuelta::senku::Hole::new(vacancy).into());
    for (command, code) in [("solve", 0), ("count", 0), ("list", 0), ("check --hint", 0)] {
        let ran = told(&format!("senku {command} -"), complement(16)).ends(code);
        assert!(ran.err.contains("perhaps pegs and holes are exchanged"), "{command}: {}", ran.err);
        assert_eq!(ran.err.matches("exchanged").count(), 1);
    }
    // Two pegs far apart: no jump, and no solution.
    let ran = told("senku solve -", "o...o\n").ends(1);
    assert!(ran.err.contains("no jump is possible from 2 pegs and 3 empty holes"), "{}", ran.err);
    for fine in ["o.oo\n", ".oo.\n", "oo.o.o\n"] {
        assert!(!told("senku count -", fine).err.contains("exchanged"), "{fine}");
    }
}

#[test]
fn the_fewest_pegs_are_proved_or_bounded() {
    for (arguments, pegs) in [("european", 2), ("triangle15 --start 5", 1), ("english", 1)] {
        let game = json(&format!("senku solve {arguments} --fewest-pegs"));
        assert_eq!((&game["pegs_left"], &game["lower_bound"]), (&pegs.into(), &pegs.into()), "{arguments}");
        assert_eq!((&game["proved"], &game["wins"]), (&true.into(), &(pegs == 1).into()), "{arguments}");
    }
    let text = vuelta("senku solve european --fewest-pegs -t 1").ends(0).out;
    assert!(text.ends_with(", 2 pegs left: proved, no game leaves fewer\n"), "{text}");
    assert_eq!(text, vuelta("senku solve european --fewest-pegs -t 2").out);
    assert!(told("senku check -", &text).out.contains("legal, but does not win: 2 pegs remain"));
    let quiet = vuelta("senku solve european --fewest-pegs -q").out;
    assert_eq!(quiet.lines().count(), 34);
    // Stopped: the best game so far.
    let ran = vuelta("senku solve european --fewest-pegs --time-limit 1ms --json").ends(124);
    let game = ran.json();
    let number = |name: &str| game[name].as_u64().unwrap();
    assert!(number("lower_bound") <= 2 && 2 <= number("pegs_left"), "{game}");
    assert_eq!(game["proved"], false);
    let text = vuelta("senku solve european --fewest-pegs --time-limit 1ms").ends(124).out;
    assert!(text.trim_end().ends_with("every game leaves at least 1"), "{text}");
    // No jump at all.
    let ran = told("senku solve - --fewest-pegs --json", "o.o\n").ends(0).json();
    assert_eq!((&ran["pegs_left"], &ran["proved"]), (&2.into(), &true.into()));
}

#[cfg(target_os = "linux")]
#[test]
fn names_of_files_may_be_any_bytes() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = folder("senku-bytes");
    let name = |bytes: &'static [u8]| OsStr::from_bytes(bytes);
    let [board, moves, goal] = [&b"bo\xffard"[..], b"mo\xffves", b"go\xffal"].map(name);
    let [map, ledger] = [&b"m\xffap"[..], b"led\xffger"].map(name);
    fs::write(folder.join(board), "oo.\n").unwrap();
    fs::write(folder.join(moves), "0,0 > 0,2\n").unwrap();
    fs::write(folder.join(goal), "..o\n").unwrap();
    let ends = |words: &[&OsStr], code: i32| {
        let ran = Ran::from(command("senku").args(words).current_dir(&folder).ended());
        assert_eq!(ran.code, Some(code), "{words:?}: {}{}", ran.out, ran.err);
        ran
    };
    let word = OsStr::new;
    for verb in ["solve", "count", "list", "trace"] {
        ends(&[word(verb), board], 0);
        ends(&[word(verb), board, word("--goal"), goal], 0);
    }
    ends(&[word("check"), board, moves], 0);
    ends(&[word("check"), word("--hint"), board, word("--map"), map], 0);
    ends(&[word("check"), moves], 1);
    ends(&[word("count"), board, word("--checkpoint"), ledger, word("--engine"), word("dense")], 0);
    for missing in [&[word("solve"), name(b"no\xfe")][..], &[word("check"), board, name(b"no\xfe")]] {
        let ran = ends(missing, 2);
        assert!(ran.err.contains("no\u{fffd}"), "{}", ran.err);
    }
}
