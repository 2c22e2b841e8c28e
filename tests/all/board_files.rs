//! Queens boards as files: those of a trace read back. (The rest is in `queens.txt` and `linux.txt`.)

use super::common::{one_sentence, told, vuelta};
use serde_json::{Value, json};

/// The squares of fixed queens and the blocked ones that a text is read as.
#[track_caller]
fn read(text: impl AsRef<[u8]>) -> [Value; 2] {
    let board = told("queens complete --board - --json", text).ends(0).json();
    ["fixed", "blocked"].map(|squares| board[squares].clone())
}

fn refused(text: impl AsRef<[u8]>) -> String {
    one_sentence("queens count --board -", &told("queens count --board -", text), 2)
}

/// The board after each step of a trace, as a terminal shows it: beside the step or above it, in colours or without.
#[test]
fn the_boards_of_a_trace_read_back() {
    let trace = "queens trace 4 --fixed 1,3 --blocked 3,3 0,2 --steps 12";
    let steps = vuelta(&format!("{trace} --json")).ends(0).out;
    for (columns, color) in [(80, "auto"), (80, "never"), (16, "auto"), (16, "never")] {
        let Some(shown) = super::drawn::on_a_terminal(&format!("{trace} --color {color}"), columns) else {
            return;
        };
        let mut placed = vec![];
        let mut boards = shown.split("\n\n");
        for (step, board) in steps.lines().take(12).zip(boards.by_ref()) {
            let step: Value = serde_json::from_str(step).unwrap();
            match step["step"].as_str().unwrap() {
                "place" => placed.push(json!([step["row"], step["column"]])),
                "back" => drop(placed.pop()),
                _ => {}
            }
            let mut queens = placed.clone();
            if !queens.contains(&json!([1, 3])) {
                queens.push(json!([1, 3]));
            }
            let [fixed, blocked] = read(board);
            let all = |squares: &Value| squares.as_array().unwrap().len();
            assert_eq!((all(&fixed), all(&blocked)), (queens.len(), 2), "{step}: {board}");
            assert!(queens.iter().all(|queen| fixed.as_array().unwrap().contains(queen)), "{step}: {board}");
            assert_eq!(blocked, json!([[0, 2], [3, 3]]), "{step}: {board}");
        }
        // Two of them are one too many.
        let two: Vec<&str> = shown.split("\n\n").take(2).collect();
        let line = 6 + usize::from(columns == 16);
        assert!(refused(two.join("\n\n")).starts_with(&format!("line {line}: a second board")), "{shown}");
    }
}
