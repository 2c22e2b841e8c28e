//! The command line at its edges: notations of holes, boards from files, suggestions, derived numbers, estimates.

use super::common::{Ran, Start, command, folder, refusal, vuelta};
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::Path;
use vuelta::senku::{Board, Game, Goal, Group, HoleSet};

fn json(arguments: &str) -> Value {
    let ran = vuelta(&format!("{arguments} --json"));
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{arguments}: {error}: {}", ran.err))
}

/// Runs the program in a folder, with arguments that may have spaces.
fn run(folder: &Path, arguments: &[&str]) -> Ran {
    command("").args(arguments).current_dir(folder).ended().into()
}

#[test]
fn two_files_of_one_name_are_two_problems_in_a_report() {
    let folder = folder("surface-names");
    for (name, board) in [("a", "oo.\n"), ("b", "oo.oo\n")] {
        fs::create_dir(folder.join(name)).unwrap();
        fs::write(folder.join(name).join("x.txt"), board).unwrap();
        let ran = run(&folder.join(name), &["senku", "count", "x.txt", "--export", "../result.json"]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        fs::rename(folder.join("result.json"), folder.join(format!("{name}.json"))).unwrap();
    }
    let value: Value = serde_json::from_str(&fs::read_to_string(folder.join("b.json")).unwrap()).unwrap();
    assert_eq!(value["diagram"], serde_json::json!(["o o . o o"]));
    let page = run(&folder, &["report", ".", "-o", "page.md"]);
    assert_eq!((page.code, page.err.as_str()), (Some(0), "2 counts of 2 files\n"));
    let page = fs::read_to_string(folder.join("page.md")).unwrap();
    for title in ["x.txt (1)", "x.txt (2)"] {
        let rows = page.lines().filter(|line| line.starts_with(&format!("| {title} "))).count();
        assert_eq!(rows, 1, "a time of its own: {page}");
    }
    // Boards from files are drawn: three holes and five.
    assert_eq!(run(&folder, &["report", "."]).out.matches("<circle").count(), 8);
}

#[test]
fn the_guard_of_an_export_knows_a_board_by_its_diagram() {
    let folder = folder("surface-guard");
    let rows = "xx.ooxx\nxxoooxx\nooooooo\nooooooo\nooooooo\nxxoooxx\nxxoooxx\n";
    fs::write(folder.join("x.txt"), rows).unwrap();
    fs::write(folder.join("small.txt"), "xx.oo\n").unwrap();
    let partial = |export: &str| {
        let count =
            ["senku", "count", "x.txt", "--engine", "memo", "--time-limit", "300ms", "--export", export];
        run(&folder, &count)
    };
    for export in ["x.json", "x.csv"] {
        assert_eq!(partial(export).code, Some(124));
        let text = fs::read_to_string(folder.join(export)).unwrap();
        assert!(text.contains("partial"), "{text}");
        // The same board was counted whole, from a file of another name: that is kept.
        let whole = text.replace("partial", "complete").replace("x.txt", "y.txt");
        fs::write(folder.join(export), &whole).unwrap();
        let ran = partial(export);
        assert!(ran.err.contains("--force"), "{export}: {}", ran.err);
        assert_eq!(fs::read_to_string(folder.join(export)).unwrap(), whole);
        // A file of the same name with another board is not: its complete count may be replaced.
        let count = run(&folder, &["senku", "count", "small.txt", "--export", export]);
        assert_eq!(count.code, Some(0), "{}", count.err);
        let other = fs::read_to_string(folder.join(export)).unwrap().replace("small.txt", "x.txt");
        fs::write(folder.join(export), other).unwrap();
        let ran = partial(export);
        assert!(!ran.err.contains("--force"), "{export}: {}", ran.err);
        assert!(fs::read_to_string(folder.join(export)).unwrap().contains("partial"));
    }
}

/// The number of orbits of these positions.
fn orbits(positions: &HashSet<HoleSet>, group: &Group) -> usize {
    let least = |position: &HoleSet| {
        group.elements().iter().map(|symmetry| symmetry.apply(*position).bits()).min().unwrap()
    };
    positions.iter().map(least).collect::<BTreeSet<_>>().len()
}

/// All positions that the game can reach, and those of them from which the goal can be reached.
fn reached(game: &Game) -> (HashSet<HoleSet>, HashSet<HoleSet>) {
    fn visit(
        board: &Board,
        game: &Game,
        at: HoleSet,
        all: &mut HashSet<HoleSet>,
        won: &mut HashSet<HoleSet>,
    ) -> bool {
        if !all.insert(at) {
            return won.contains(&at);
        }
        let below: Vec<_> = board.legal_jumps(at).map(|jump| jump.play(at)).collect();
        let mut wins = game.is_won(at);
        for next in below {
            wins |= visit(board, game, next, all, won);
        }
        if wins {
            won.insert(at);
        }
        wins
    }
    let (mut all, mut won) = (HashSet::new(), HashSet::new());
    visit(game.board(), game, game.start(), &mut all, &mut won);
    (all, won)
}

#[test]
fn a_count_says_under_which_symmetries_each_number_is_counted() {
    let mut more = false;
    // The last goal breaks the reflection that keeps the start.
    for (goal, holes) in [("any", None), ("0,0", Some((0, 0))), ("3,0", Some((3, 0)))] {
        let count = format!("senku count triangle15 --winning --goal {goal}");
        let (ran, value) = (vuelta(&count), json(&count));
        let number = |field: &str| value[field].as_str().unwrap().parse::<usize>().unwrap();
        let game = Game::named("triangle15").unwrap();
        let hole = |square: (u32, u32)| Goal::Hole(game.board().hole(square.into()).unwrap());
        let goal_of = holes.map_or(Goal::Any, hole);
        let game = game.with_goal(goal_of).unwrap();
        let (all, won) = reached(&game);
        let (of_start, of_both) = (game.start_symmetries(), game.symmetries());
        assert_eq!(number("positions"), orbits(&all, &of_start), "{goal}");
        assert_eq!(number("winning_positions"), orbits(&won, &of_both), "{goal}");
        more |= of_both.order() < of_start.order() && !won.is_empty();
        let said = format!(
            "{} of the start (positions), {} of start and goal (solutions, winning positions)",
            of_start.order(),
            of_both.order()
        );
        assert!(ran.out.contains(&said), "{said}: {}", ran.out);
    }
    assert!(more, "a goal that breaks the start's symmetry and can be reached");
    let help = vuelta("senku count --help").out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("winning positions up to those that keep both the start and the goal"), "{help}");
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
fn estimates_are_a_table_in_a_report() {
    let folder = folder("surface-estimates");
    let ran = run(&folder, &["queens", "estimate", "14", "--time-limit", "1s", "--export", "estimate.json"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let ran = run(&folder, &["report", ".", "-o", "page.md"]);
    assert!(ran.code == Some(0) && !ran.err.contains("warning"), "{}", ran.err);
    let page = fs::read_to_string(folder.join("page.md")).unwrap();
    assert!(page.contains("## N-queens: estimates") && page.contains("95 % interval"), "{page}");
    assert!(page.lines().any(|line| line.starts_with("| 14 | ") && line.contains(" to ")), "{page}");
}

#[test]
fn a_report_says_that_a_time_is_a_median() {
    let folder = folder("surface-median");
    run(&folder, &["queens", "count", "9", "--runs", "3", "--export", "nine.json"]);
    run(&folder, &["queens", "count", "10", "--export", "ten.json"]);
    run(&folder, &["report", ".", "-o", "page.md"]);
    let page = fs::read_to_string(folder.join("page.md")).unwrap();
    let row = |n: u32| page.lines().find(|line| line.starts_with(&format!("| {n} | "))).unwrap().to_owned();
    assert!(row(9).contains("(median of 3)") && !row(10).contains("median"), "{page}");
    assert!(!page.contains("best time"), "{page}");
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
    for moves in ["d6-d9", "nothing", "no/such/file.txt"] {
        let ran = check(moves);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{moves}");
        assert!(ran.err.contains("neither a list of jumps") && ran.err.contains("nor a file"), "{}", ran.err);
    }
}

#[test]
fn names_of_holes_are_printed_where_they_were_written() {
    assert!(vuelta("senku solve --start d4").out.contains("\n1: DOWN from d6\n"));
    assert!(vuelta("senku solve --start 3,3").out.contains("\n1: DOWN from [1,3]\n"));
    assert_eq!(vuelta("senku solve --start d4 -q").out, vuelta("senku solve -q").out);
    let folder = folder("surface-written");
    fs::write(folder.join("game"), vuelta("senku solve --start d4").out).unwrap();
    assert_eq!(run(&folder, &["senku", "check", "game"]).out, "legal and wins after 31 jumps\n");
    assert!(refusal("senku count --start a7", 2).contains("no hole at a7"));
    assert!(refusal("senku count --start 0,0", 2).contains("no hole at [0,0]"));
    fs::write(folder.join("row"), "oo.\n").unwrap();
    let count = |goal: &str| run(&folder, &["senku", "count", "row", "--goal", goal]).out;
    assert!(count("c1").starts_with("row: 3 holes, empty at the start c1, goal one peg in c1\n"));
    assert!(count("0,2").starts_with("row: 3 holes, empty at the start [0,2], goal one peg in [0,2]\n"));
    // On pictures too, but not of triangles.
    let ran = run(&folder, &["senku", "solve", "row", "--svg", "row.svg", "--coordinates=names"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let ran = run(&folder, &["senku", "solve", "row", "--svg", "numbers.svg", "--coordinates"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let [names, numbers] =
        ["row.svg", "numbers.svg"].map(|file| fs::read_to_string(folder.join(file)).unwrap());
    assert!(names != numbers && names.starts_with("<svg"));
    let ran = run(&folder, &["senku", "solve", "triangle15", "--svg", "t.svg", "--coordinates=names"]);
    assert!(ran.code == Some(2) && ran.err.contains("square boards"), "{}", ran.err);
}

#[test]
fn french_is_european() {
    assert_eq!(json("senku solve french --start 0,2"), json("senku solve european --start 0,2"));
    assert!(refusal("senku count frensh", 2).ends_with("did you mean 'french'?"));
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
fn what_was_meant_is_suggested() {
    for (arguments, meant) in [
        ("queens 16", "did you mean 'vuelta queens count 16'?"),
        ("queens 16x16", "did you mean 'vuelta queens count 16'?"),
        ("queens 8-12", "did you mean 'vuelta queens count 8-12'?"),
        ("16", "did you mean 'vuelta queens count 16'?"),
        ("queens cnt 8", "did you mean 'count'?"),
        ("queens count 8 --jsn", "did you mean '--json'?"),
        ("queens count 8 --engine halvs", "did you mean 'halves'?"),
        ("queens list 8 --format boord", "did you mean 'board'?"),
        ("queens count 8 --color alway", "did you mean 'always'?"),
    ] {
        let sentence = refusal(arguments, 2);
        assert!(sentence.contains(meant), "{arguments}: {sentence}");
    }
}

#[test]
fn long_words_are_cut_in_messages() {
    let digits = "9".repeat(100_000);
    for arguments in [
        format!("queens count {digits}"),
        format!("queens count 8-{digits}"),
        format!("queens solve {digits}"),
        format!("queens {digits}"),
        format!("queens count 8 --fixed {digits}"),
        format!("queens count 8 --time-limit {digits}"),
        format!("queens count 8 -t {digits}"),
        format!("senku count {digits}"),
        format!("senku check {digits}"),
        format!("senku count --start {digits}"),
    ] {
        let sentence = refusal(&arguments, 2);
        assert!(sentence.len() < 600, "{}: {}", &arguments[..30], sentence.len());
    }
}

#[test]
fn options_that_a_command_does_not_heed_are_refused() {
    for arguments in ["board-files --json", "man --json", "completions bash --json"] {
        assert!(refusal(arguments, 2).contains("--json"), "{arguments}");
    }
    for format in ["board", "rows", "csv"] {
        assert!(refusal(&format!("queens list 5 --json --format {format}"), 2).contains("--format"));
    }
    assert_eq!(vuelta("queens list 5 --json --format json").out, vuelta("queens list 5 --json").out);
    let boards = vuelta("senku boards --json").out;
    let names = boards.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["board"].clone());
    assert_eq!(names.count(), 13);
}

#[test]
fn each_option_has_its_own_help() {
    let help = vuelta("queens count --help").out;
    let (_, color) = help.split_once("--color <WHEN>").unwrap();
    let color = &color[..color.find("--time-limit").unwrap()];
    assert!(
        color.contains("NO_COLOR") && color.contains("[possible values: auto, always, never]"),
        "{color}"
    );
    assert!(!color.contains("Global") && !color.contains("progress"), "{color}");
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    for arguments in ["--help", "queens count -h", "--version", "help"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let ran = Ran::from(command(arguments).stdout(full).ended());
        assert_eq!(ran.code, Some(1), "{arguments}");
        assert!(ran.err.starts_with("error: the result could not be written"), "{}", ran.err);
    }
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
