//! Queens boards as files: all that the program prints reads back, with colours or without; the forms of other programs; a
//! second board, or any other text below the board, is refused with its line.

use super::common::{json, one_sentence, told, vuelta};
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

/// The squares of queens in these columns, row by row.
fn squares(columns: &Value) -> Value {
    let columns = columns.as_array().unwrap().iter().enumerate();
    columns.map(|(row, column)| json!([row, column])).collect()
}

#[test]
fn everything_that_is_printed_reads_back() {
    let solutions = |arguments: &str| {
        let first = vuelta(&format!("queens list {arguments} --json --limit 1")).out;
        squares(&serde_json::from_str(&first).unwrap())
    };
    let solved = |arguments: &str| squares(&json(&format!("queens solve {arguments}"))["queens"]);
    let completed = |arguments: &str| json(&format!("queens complete {arguments}"))["queens"].clone();
    for (command, queens, blocked) in [
        (
            "complete 8 --fixed b4,d5 --blocked a1 --count",
            completed("8 --fixed b4,d5 --blocked a1"),
            json!([[7, 0]]),
        ),
        // One board, and fewer queens than rows.
        ("complete 1 --count", completed("1"), json!([])),
        ("complete 2 --blocked 0,0 --count", completed("2 --blocked 0,0"), json!([[0, 0]])),
        ("complete 70 --fixed 0,0", completed("70 --fixed 0,0"), json!([])),
        ("solve 1", solved("1"), json!([])),
        ("solve 8", solved("8"), json!([])),
        ("solve 8 --one-based", solved("8"), json!([])),
        ("solve 12 --random --seed 7", solved("12 --random --seed 7"), json!([])),
        (
            "solve 8 --fixed b4 --blocked a1 h8",
            solved("8 --fixed b4 --blocked a1 h8"),
            json!([[0, 7], [7, 0]]),
        ),
        ("list 6 --format board --limit 1", solutions("6"), json!([])),
        ("list 6 --format matrix --limit 1", solutions("6"), json!([])),
        (
            "list 8 --fixed b4 --blocked a1 --format board -n 1",
            solutions("8 --fixed b4 --blocked a1"),
            json!([]),
        ),
    ] {
        for color in ["never", "always"] {
            let printed = vuelta(&format!("queens {command} --color {color}")).ends(0).out;
            let is_coloured = color == "always" && !command.contains("matrix");
            assert_eq!(printed.contains("\u{1b}["), is_coloured, "{command}");
            let [fixed, found] = read(&printed);
            let sorted = |squares: &Value| {
                let mut squares: Vec<_> =
                    squares.as_array().unwrap().iter().map(ToString::to_string).collect();
                squares.sort();
                squares
            };
            assert_eq!(sorted(&fixed), sorted(&queens), "{command} {color}");
            assert_eq!(sorted(&found), sorted(&blocked), "{command} {color}");
        }
    }
    // A search that ended before its proof.
    let board = vuelta("queens list 5 --format board --limit 1").out;
    let text = board + "\n5 queens found; at most 6 fit. The search ended before the proof.\n";
    assert_eq!(read(text)[0], solutions("5"));
}

/// The board after each step of a trace, as a terminal shows it: beside the step or above it, in colours or without.
#[cfg(target_os = "linux")]
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
fn boards_of_other_programs_are_read() {
    let expected = [json!([[0, 1]]), json!([[3, 2]])];
    for text in [
        " -  Q  -  - \n....\n....\n..x.\n".to_owned(),
        "_Q__\n____\n____\n__x_\n".to_owned(),
        "0 1 0 0\n0 0 0 0\n0 0 0 0\n0 0 x 0\n".to_owned(),
        "\u{feff}\r\n_♛__\r\n____\r\n____\r\n__×_\r\n\r\n".to_owned(),
        ".♕..\n....\n....\n..X.\n".to_owned(),
        r#"[".Q..", "....", "....", "..x."]"#.to_owned(),
        "[\"_♛__\",\n \"____\",\n \"____\",\n \"__x_\"]\n".to_owned(),
        r#"[[".","Q",".","."], [".",".",".","."], [".",".",".","."], [".",".","x","."]]"#.to_owned(),
        r#"[[0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, "x", 0]]"#.to_owned(),
        // A list of boards, of which there is one.
        r#"[[".Q..", "....", "....", "..x."]]"#.to_owned(),
        "[[[0,1,0,0],[0,0,0,0],[0,0,0,0],[0,0,x,0]]]".to_owned(),
    ] {
        assert_eq!(read(&text), expected, "{text}");
    }
    let utf16: Vec<u8> = "\u{feff}Q.\r\n..\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(read(utf16), [json!([[0, 0]]), json!([])]);
}

#[test]
fn nothing_in_a_file_is_dropped_in_silence() {
    let two = vuelta("queens list 4 --format board").ends(0).out;
    let coloured = vuelta("queens list 4 --format board --color always").ends(0).out;
    let matrices = vuelta("queens list 4 --format matrix").ends(0).out;
    for text in [&two, &coloured, &matrices] {
        assert_eq!(refused(text), "line 6: a second board begins here; only one board is expected", "{text}");
    }
    for (text, expected) in [
        (
            "..\n..\n\nmy notes\n",
            "line 4: 'my notes' is neither part of the board above nor printed by vuelta; remove it",
        ),
        ("..\n..\nmy notes\n", "line 3, column 1: 'm' is not part of a board: "),
        // Columns that are not the board's queens'.
        ("Q.\n..\n\n0 1\n", "line 4: a second board"),
        ("-Q--\n---Q\nQ---\n--Q-\n\n1 3 0 3\n", "line 6: '1 3 0 3' is neither part"),
        ("..\n..\n\n8 queens at least, proved\n", "line 4: '8 queens at least, proved' is neither part"),
        ("Q. place my keys\n..\n", "line 1, column 4: 'p' is not part of a board"),
        ("place [0,0]\n", "line 1, column 1: 'p' is not part of a board"),
        ("..\n\n..\n", "line 1: the row has 2 squares, and the board has 1 row"),
        ("[\"..\", \"..\"]\n[\"..\", \"..\"]\n", "line 2: a second board"),
        ("[[\"..\", \"..\"],\n [\"..\", \"..\"]]", "line 2: a second board"),
        ("[\"..\", \"..\"]\nnotes", "line 2, column 1: the text goes on below the board; remove it"),
        ("[\"..\", \".z\"]", "line 1, column 8: 'z' is not part of a board"),
        ("[[1, 0], [0, 10]]", "line 1, column 14: '10' is not part of a board"),
        ("[[1, 0], [0, [0]]]", "line 1, column 14: '[' is not part of a board"),
        ("[0, 2, 4, 1, 3]", "line 1, column 2: '0' is not a row of a board; a row is a text"),
        ("[\"..\", {}]", "line 1, column 8: '{' is not a row of a board"),
        ("[\"..\", \"..\"", "line 1, column 1: the bracket is not closed with ']'"),
        ("[]", "the board is empty"),
    ] {
        let sentence = refused(text);
        assert!(sentence.starts_with(expected), "{text}: {sentence}");
    }
}

#[cfg(unix)]
#[test]
fn files_may_have_names_that_are_not_unicode() {
    use super::common::{Ran, Start, command, folder};
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = folder("board-names");
    let name = |text: &[u8]| OsStr::from_bytes(text).to_owned();
    if std::fs::write(folder.join(name(b"b\xff.txt")), "Q..\n...\n...\n").is_err() {
        return; // the file system takes Unicode alone
    }
    let run = |words: &[&OsStr]| Ran::from(command("").current_dir(&folder).args(words).ended());
    let words = |text: &'static str| text.split(' ').map(OsStr::new).collect::<Vec<_>>();
    let board = name(b"b\xff.txt");
    let ran = run(&[&words("queens count -q --board")[..], &[&board]].concat());
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "0\n"), "{}", ran.err);
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
    let merged = run(&[OsStr::new("merge"), OsStr::new("-q"), &ledgers[0], &ledgers[1]]);
    assert_eq!((merged.code, merged.out.as_str()), (Some(0), "92\n"), "{}", merged.err);
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
