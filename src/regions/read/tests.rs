use super::*;
use crate::regions::LARGEST_BOARD;

fn parse(text: &str) -> Board {
    Board::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn error(text: impl AsRef<[u8]>) -> String {
    Board::parse(text.as_ref()).unwrap_err().to_string()
}

/// The puzzles of a text: line, size and stars, or the error.
fn all(text: &str) -> Vec<String> {
    let told = |puzzle: &Puzzle| match &puzzle.board {
        Ok(board) => format!("{}: {} {}", puzzle.line, board.size(), board.stars()),
        Err(error) => format!("{}: {error}", puzzle.line),
    };
    match Puzzle::read(text.as_bytes(), None) {
        Ok(puzzles) => puzzles.iter().map(told).collect(),
        Err(error) => vec![error.to_string()],
    }
}

#[test]
fn every_form_of_a_board_is_the_same_board() {
    let board = parse("AABB\nACBB\nCCBD\nDDDD\n");
    for text in [
        "\u{feff}# a comment\r\n\r\nAABB\r\nACBB # more\r\n# between\r\nCCBD\r\nDDDD\r\n\r\n",
        "A A B B\nA C B B\nC C B D\nD D D D",
        " A|A|B|B \n A|C|B|B\nC|C|B|D\nD|D|D|D\n",
        "1122\n1322\n3324\n4444",
        "0,0,1,1\n0,2,1,1\n2,2,1,3\n3,3,3,3\n",
        "5, 5, 10, 10,\n5, 70, 10, 10,\n70, 70, 10, 999\n999, 999, 999, 999\n",
        "A,A,B,B,A,C,B,B,C,C,B,D,D,D,D,D",
        "AABBACBBCCBDDDDD",
        "4\nAABB\nACBB\nCCBD\nDDDD",
        "Queens\nAABB\nACBB\nCCBD\nDDDD",
        "Puzzle 7 (easy): \nA A B B\nA C B B\nC C B D\nD D D D",
        "Queens #123 | 0:45\n🟥🟥🟧🟧\n🟥🟨🟧🟧\n🟨🟨🟧🟩\n🟩🟩🟩🟩",
        "4 1\nA A B B\nA C B B\nC C B D\nD D D D",
        "4\n1 1 2 2\n1 3 2 2\n3 3 2 4\n4 4 4 4",
        "🟥🟥🟧🟧\n🟥🟨🟧🟧\n🟨🟨🟧🟩\n🟩🟩🟩🟩",
        "⬛\u{fe0f} ⬛\u{fe0f} ⬜ ⬜\n⬛ 🟫 ⬜ ⬜\n🟫 🟫 ⬜ 🔵\n🔵 🔵 🔵 🔵",
        "[\n  [\"A\", \"A\", \"B\", \"B\"],\n  ['A', 'C', 'B', 'B'],\n  [C, C, B, D],\n  [D,D,D,D,],\n]\n",
        "[\"AABB\",\"ACBB\",\"CCBD\",\"DDDD\"] # the end\n",
        "[1,1,2,2]\n[1,3,2,2],\n[3,3,2,4];\n[4,4,4,4]",
        "[0,0,1,1,0,2,1,1,2,2,1,3,3,3,3,3]",
        r#"[["red","red","green","green"],["red","blue","green","green"],["blue","blue","green","9 x"],["9 x","9 x","9 x","9 x"]]"#,
        r#"["\ud83d\udfe5","\ud83d\udfe5",4,4,"\ud83d\udfe5",5,4,4,5,5,4,6,6,6,6,6]"#,
        r#"{"problem":"regions","n":4,"stars":1,"regions":[[0,0,1,1],[0,2,1,1],[2,2,1,3],[3,3,3,3]],"queens":[[0,1]],"text":"d4."}"#,
        r#"{"url":"https://example.org/3","regions":[[0,0,1,1],[0,2,1,1],[2,2,1,3],[3,3,3,3]]}"#,
        r#"{"colorGrid":[[0,0,1,1],[0,2,1,1],[2,2,1,3],[3,3,3,3]]}"#,
        r#"{"title":"puzzle #3","regions":[[0,0,1,1],[0,2,1,1],[2,2,1,3],[3,3,3,3]]}"#,
        r#"{"id": 1, "puzzle": {"size": 4, "GRID": "AABB\nACBB\nCCBD\nDDDD"}}"#,
        r#"[{"board": ["AABB","ACBB","CCBD","DDDD"], "solution": [[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]]}]"#,
        "{\n  cells: [1,1,2,2,1,3,2,2,3,3,2,4,4,4,4,4] // JSON5\n}\n",
        "import { a, b } from \"../colors\";\n\nconst level1 = {\n  size: 4,\n  colorRegions: [\n    [\"A\", \"A\", \"B\", \"B\"],\n    [\"A\", \"C\", \"B\", \"B\"],\n    [\"C\", \"C\", \"B\", \"D\"],\n    [\"D\", \"D\", \"D\", \"D\"],\n  ],\n  regionColors: {\n    A: a,\n    B: b,\n  },\n};\n\nexport default level1;\n",
        "board = [[1,1,2,2],\n         [1,3,2,2],\n         [3,3,2,4],\n         [4,4,4,4]]\n",
        "% a puzzle\nn = 4;\nstars = 1;\nregions = [| 1, 1, 2, 2\n           | 1, 3, 2, 2\n           | 3, 3, 2, 4\n           | 4, 4, 4, 4 |];\n",
        "n = 4; area = array2d(1..4, 1..4, [1,1,2,2,1,3,2,2,3,3,2,4,4,4,4,4]);",
        "https://puzz.link/p?starbattle/4/4/1/b6097g",
        "try this: <http://pzv.jp/p.html?starbattle/v:/4/4/1/b6097g/>",
        " A [A] B  B \n A  C  B [B]\n[C] C  B  D \n D  D [D] D \n\nb4 d3 a2 c1\nthe only solution\n",
        "puzzle 1\n A A♛ B  B \n A  C  B  B♛\n C♛ C  B  D \n D  D  D♛ D \n\nb4 d3 a2 c1\nnot the only solution: more\n",
        "folder/two puzzles.txt:7\nAABB\nACBB\nCCBD\nDDDD\n",
    ] {
        assert_eq!(parse(text).regions(), board.regions(), "{text}");
        assert_eq!(parse(text).stars(), 1, "{text}");
    }
}

#[test]
fn letters_are_kept_and_every_letter_is_a_region() {
    let board = parse("QQx\nQzx\nzzz\n");
    assert_eq!(board.to_string(), "QQx\nQzx\nzzz\n");
    assert_eq!(board.regions(), [0, 0, 1, 0, 2, 1, 2, 2, 2]);
    assert_eq!(parse("ñé\nñé").letter(1), 'ñ');
    assert_eq!(parse("🟧🟥\n🟧🟥").to_string(), "AB\nAB\n");
}

#[test]
fn printing_reads_back_at_every_size() {
    for size in 1..=LARGEST_BOARD {
        for stars in [1, size.min(3)] {
            let board = Board::without_regions(size, stars).unwrap();
            assert_eq!(parse(&board.to_string()), board);
            assert_eq!(parse(&board.link().unwrap()), board);
        }
    }
}

#[test]
fn queens_of_printed_solutions_are_read() {
    let queens = |text: &str| -> Vec<String> {
        let puzzles = Puzzle::read(text.as_bytes(), None).unwrap();
        puzzles[0].queens.iter().map(|queen| queen.to_string()).collect()
    };
    assert_eq!(queens(" A [A]\n B  B \n"), ["[0,1]"]);
    assert_eq!(queens("\x1b[38;5;16;48;5;110m A♛\x1b[0m A\n B B♕\n"), ["[0,0]", "[1,1]"]);
    assert_eq!(queens("[A]\n"), [""; 0]); // a list of one square
}

#[test]
fn stars_are_read_from_comments_headers_and_fields() {
    for text in [
        "# stars: 2\nAB\nAB",
        "#STARS=2\nAB\nAB",
        "AB # stars: 2\nAB",
        "Star Battle, 2 stars\nAB\nAB",
        "# 2 stars\n\nAB\nAB",
        "AB\nAB\n# 2 stars",
        "AB\nAB\n\n# stars 2\n",
        "stars: 2\nAB\nAB",
        "2 2\nAB\nAB",
        r#"{"regions":["AB","AB"],"stars":2}"#,
        r#"{"stars":"2","puzzles":[{"board":["AB","AB"]}]}"#,
        "# stars: 2\n[[0,1],[0,1]]",
        "[[0,1], # 2 stars\n[0,1]]",
        "k = 2; r = [|1,2|1,2|];",
        "% stars: 2\nr = [|1,2|1,2|];",
    ] {
        assert_eq!(parse(text).stars(), 2, "{text}");
    }
    for value in ["0", "33", "two", "", "-1"] {
        let sentence = error(format!("\n# stars: {value}\nAB\nAB"));
        assert!(sentence.starts_with(&format!("line 2: '{value}' is not a number of stars")), "{sentence}");
    }
    assert!(error("# stars are bright: 7\nAB\nAB").starts_with("line 1: the comment"));
    assert_eq!(error("# stars: 3\nAB\nAB"), "3 queens per row; a board of 2 rows takes 1 to 2");
    let puzzles = Puzzle::read(b"# stars: 1\nAB\nAB", Some(2)).unwrap();
    assert_eq!(puzzles[0].board.as_ref().unwrap().stars(), 2);
}

#[test]
fn several_puzzles_are_read_in_order() {
    for (text, expected) in [
        ("AB\nAB\n\n\n# stars: 2\nABC\nABC\nABC\n", &["1: 2 1", "6: 3 2"][..]),
        // A comment that touches a board is about it, one above all boards about all.
        ("# 2 stars\nAB\nAB\n\nAB\nAB\n", &["2: 2 2", "5: 2 1"]),
        ("# 2 stars\n\nAB\nAB\n\nAB\nAB # 1 star\n\nAB\nAB", &["3: 2 2", "6: 2 1", "9: 2 2"]),
        ("2\nAB\nAB\n3 2\nABC\nABC\nABC\n", &["2: 2 1", "5: 3 2"]),
        ("1,1,2,2\n1,2,1,2\n", &["1: 2 1", "2: 2 1"]),
        ("[1,1,2,2]\n[1,2,1,2]\n", &["1: 2 1", "2: 2 1"]),
        ("[[0,1],[0,1]]\n[[0,1],\n[0,1]]\n", &["1: 2 1", "2: 2 1"]),
        ("[[[0,1],[0,1]],[\"AB\",\"AB\"]]", &["1: 2 1", "1: 2 1"]),
        ("[[\"AB\",\"AB\"],\n[\"ABC\",\"ABC\",\"ABC\"]]", &["1: 2 1", "2: 3 1"]),
        ("{\"regions\":[\"AB\",\"AB\"]}\n{\"regions\":[\"AB\",\"AB\"],\"stars\":2}\n", &["1: 2 1", "2: 2 2"]),
        (
            "{\"a\":{\"regions\":[\"AB\",\"AB\"]},\n\"b\":{\"stars\":2,\"regions\":[\"ABC\",\"ABC\",\"ABC\"]},\n\"c\":{\"grid\":[[1]]}}",
            &["1: 2 1", "2: 3 2", "3: 1 1"],
        ),
        (
            "https://puzz.link/p?starbattle/1/1/1/\nhttps://puzz.link/p?starbattle/1/1/1/",
            &["1: 1 1", "2: 1 1"],
        ),
        ("let\nlet\nlet\n\na1\na1\n\nstar\nstar\nstar\nstar\n", &["1: 3 1", "5: 2 1", "8: 4 1"]),
        ("AB\nAB\n\n[[1]]\nx = [[1]]", &["1: 2 1", "4: 1 1", "5: 1 1"]),
        // The fault of one board leaves the others.
        (
            "AB\nA?\n\nAB\nAB\n",
            &["1: line 2, column 2: '?' is not a region; a region is one letter or a number", "4: 2 1"],
        ),
        (
            "[[[0,1],[0,1.5]],[[0,1],[0,1]]]",
            &["1: line 1, column 12: '1.5' is not a region; a region is one letter or a number", "1: 2 1"],
        ),
    ] {
        assert_eq!(all(text), expected, "{text}");
    }
    assert!(
        all("[{\"regions\":[\"AB\",\"AB\"]},\n{\"oops\":[]}]")[1].starts_with("2: line 2: there is no board")
    );
    assert_eq!(error("AB\nAB\n\nAB\nAB\n"), "line 4: a second board begins; expected one");
    assert_eq!(
        error("AB\nAB\n\n# 2 stars\nAB\nAB\n\n# 2 stars\n\n"),
        "line 8: no board follows this comment about stars"
    );
    assert_eq!(
        error("# stars: 1\nAB\nAB\n# 2 stars\n"),
        "line 4: the comment gives 2 stars, but line 1 gives 1; keep one of them"
    );
}

#[test]
fn an_address_of_another_program_is_its_board() {
    // From the tests of cspuz_rs, which solves it.
    let board = parse("https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk");
    assert_eq!((board.size(), board.stars(), board.unconnected()), (6, 1, vec![]));
    assert!(board.link().unwrap().ends_with("/6/6/1/2u9gn9c9jpmk"));
    for (address, sentence) in [
        ("6/6/1", "line 1: the address has borders of another size; a board of 6 rows has 12"),
        ("6/6/1/2u9gn9c9jpm", "line 1: the address has borders of another size; a board of 6 rows has 12"),
        ("6/6/1/2u9gn9c9jpmz", "line 1: the address has an invalid digit"),
        ("6/5/1/2u9gn9c9jpmk", "line 1: the address is not of a square board"),
        ("6/6/0/2u9gn9c9jpmk", "line 1: '0' is not a number of stars; it must be from 1 to 32"),
        ("99/99/1/0", "the board size is 99; it must be from 1 to 32"),
        ("6", "line 1: the address lacks a part; it ends in starbattle/COLUMNS/ROWS/STARS/BORDERS"),
        ("2/2/1/00", "the board has 2 rows and 1 region; it needs one region per row"),
    ] {
        assert_eq!(error(format!("https://puzz.link/p?starbattle/{address}")), sentence, "{address}");
    }
    assert_eq!(
        error("https://puzz.link/p?sudoku/9/9/g1"),
        "line 1: the address is not of a Star Battle puzzle"
    );
    let sentence = parse("AAB\nBCC\nCCC\n").link().unwrap_err().to_string();
    assert!(sentence.starts_with("region B is in 2 pieces; "), "{sentence}");
}

#[test]
fn errors_say_where() {
    assert_eq!(
        error("# x\nAAB\nA?B\nCCC"),
        "line 3, column 2: '?' is not a region; a region is one letter or a number"
    );
    assert!(error("A A B\nA AB B\nC C C").starts_with("line 2, column 3: 'AB' is not a region"));
    assert!(error("1,1\n1,-2").starts_with("line 2, column 3: '-2' is not a region"));
    assert!(error("[[0,1],\n [0,1.5]]").starts_with("line 2, column 5: '1.5' is not a region"));
    assert!(error("[[0,1],\n [0,(]]").starts_with("line 2, column 5: '(' is not expected"));
    assert_eq!(error("[[0,1],[0,1]] x"), "line 1, column 15: 'x' follows the value");
    assert_eq!(error("AAB\nABBB\nCCC"), "line 2: the row has 4 squares, and the board has 3 rows");
    assert_eq!(error("AB\nAB\nAB"), "line 1: the row has 2 squares, and the board has 3 rows");
    // No titles: a row of other regions, a line above what is no board.
    assert_eq!(error("CCC\nAB\nAB"), "line 2: the row has 2 squares, and the board has 3 rows");
    assert!(error("\u{fe0f}\nAB\nAB").starts_with("line 1: the row has 0 squares"));
    assert!(error("A?B\nAB\nABC").starts_with("line 1, column 2: '?' is not a region"));
    let header = "line 1: the row has 1 square, and the board has 4 rows (a number above a board is the number of its rows)";
    assert_eq!(error("4\nAAB\nABB\nCCC"), header);
    assert_eq!(error("AAB\nABB\nBBB"), "the board has 3 rows and 2 regions; it needs one region per row");
    assert_eq!(error("ABC\nABC\nABD"), "the board has 3 rows and 4 regions; it needs one region per row");
    assert!(error("12345678910\n".repeat(10)).ends_with("10 rows (numbers above 9 need separators)"));
    for text in ["", " \r\n\t\n", "# only a comment\n", "# 2 stars\n"] {
        assert_eq!(error(text), "the board is empty", "{text}");
    }
    for text in ["[]", "[[]]", "{\"n\": 4}", "n = 4;", "import x"] {
        assert!(error(text).contains("there is no board; expected a matrix"), "{text}: {}", error(text));
    }
    assert_eq!(error("[[0,1],\n[0,1]"), "line 1, column 1: the bracket is not closed with ']'");
    assert_eq!(
        error("{\"regions\":[[0,1],[0,1]],\n\"regions\":[[0,0],[1,1]]}"),
        "line 2: the field 'regions' stands twice"
    );
    assert_eq!(
        error("q = 3;\nr = [|1,2|1,2|];"),
        "line 1: 'q = 3' is not understood; 'stars = K' gives the queens per row"
    );
    assert_eq!(error(b"AB\nA\xff"), "the board is not valid UTF-8 (line 2)");
    assert!(error("A\n".repeat(33)).contains("the board size is 33"));
    assert!(error("AB".repeat(100_000)).contains("200000 squares"));
    assert!(error("[[1234567890123]]").contains("is not a region"));
}
