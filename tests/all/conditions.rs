//! Conditions of `vuelta queens`: fixed queens, blocked squares, boards from files.

use super::common::{Ran, Start, command, file, json, told, vuelta};

#[test]
fn squares_come_in_lists_and_lines() {
    let total = |conditions: &str| vuelta(&format!("queens count 8 -q {conditions}")).out;
    assert_eq!(total("--fixed b4,d5"), total("--fixed 4,1 --fixed 3,3"));
    assert_eq!(total("--blocked a1-a7"), total("--fixed a8"));
    assert_eq!(total("--blocked a1-h8"), total("--blocked 7,0-0,7"));
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
    let shard = super::exports::row(&shard);
    let fields = ["total", "shard", "status", "shard_finished"].map(|name| shard[name].as_str());
    assert_eq!(fields, ["", "2/3", "partial", "true"]);
    assert!(shard["partial"].parse::<u32>().unwrap() > 0);
}

#[test]
fn what_is_printed_reads_back_as_a_whole() {
    let complete = vuelta("queens complete 8 --fixed b4,d5").out;
    let again = told("queens complete --board -", complete.as_bytes());
    assert_eq!((again.code, again.out), (Some(0), complete), "{}", again.err);
    for game in ["english", "triangle15 --fewest-moves"] {
        let solved = vuelta(&format!("senku solve {game}")).out;
        let board = game.split(' ').next().unwrap();
        let ran = told("senku solve - -q", solved.as_bytes());
        assert_eq!(ran.out, vuelta(&format!("senku solve {board} -q")).out, "{game}: {}", ran.err);
    }
    // An empty line in a board is no end of it where rows follow.
    let error = told("queens count --board -", b"....\n\n....\n....\n....\n").err;
    assert!(error.contains("4 squares, and the board has 1 row"), "{error}");
}
