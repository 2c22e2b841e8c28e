//! Queens boards as files: those of a trace read back, and files may have any names. (The rest is in `queens.txt`.)

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

#[test]
fn files_may_have_names_that_are_not_unicode() {
    use super::common::{Start, command, folder};
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = folder("board-names");
    let name = |text: &[u8]| OsStr::from_bytes(text).to_owned();
    if std::fs::write(folder.join(name(b"b\xff.txt")), "Q..\n...\n...\n").is_err() {
        return; // the file system takes Unicode alone
    }
    let run = |words: &[&OsStr]| command("").current_dir(&folder).args(words).ran();
    let words = |text: &'static str| text.split(' ').map(OsStr::new).collect::<Vec<_>>();
    let board = name(b"b\xff.txt");
    run(&[&words("queens count -q --board")[..], &[&board]].concat()).prints(0, "0\n");
    let ledger = name(b"l\xff-{shard}");
    for shard in ["1/2", "2/2"] {
        let ran = run(&[
            &words("queens count 8 -q --shard")[..],
            &[OsStr::new(shard), OsStr::new("--checkpoint"), &ledger],
        ]
        .concat());
        assert_eq!(ran.code, Some(0), "{}", ran.err);
    }
    let ledgers = [name(b"l\xff-1-of-2"), name(b"l\xff-2-of-2")];
    run(&[OsStr::new("merge"), OsStr::new("-q"), &ledgers[0], &ledgers[1]]).prints(0, "92\n");
    // The command that resumes a count can be typed.
    let stopped =
        run(&[&words("queens count 20 -q --time-limit 100ms --checkpoint")[..], &[&name(b"m\xff")]].concat());
    assert!(stopped.err.contains(r"--checkpoint $'m\xff'"), "{}", stopped.err);
    let results = run(&[&words("queens count 8 -q --export")[..], &[&name(b"r\xff.json")]].concat());
    assert_eq!(results.code, Some(0), "{}", results.err);
    let page = run(&[&words("report . --json -o")[..], &[&name(b"p\xff.html")]].concat());
    assert_eq!((page.code, page.json()["counts"].as_u64()), (Some(0), Some(1)), "{}", page.err);
    let refused = run(&[OsStr::new("queens"), OsStr::new("count"), &board]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.starts_with("error: an argument is not valid UTF-8"), "{}", refused.err);
}
