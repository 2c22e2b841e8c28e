use super::*;

fn parse(text: &str) -> Board {
    Board::parse(text.as_bytes()).unwrap()
}

fn error(text: impl AsRef<[u8]>) -> String {
    Board::parse(text.as_ref()).unwrap_err().to_string()
}

#[test]
fn every_form_of_a_board_is_the_same_board() {
    let board = parse("AABB\nACBB\nCCBD\nDDDD\n");
    for text in [
        "\u{feff}# a comment\r\n\r\nAABB\r\nACBB # more\r\n# between\r\nCCBD\r\nDDDD\r\n\r\nnot read\r\n",
        "A A B B\nA C B B\nC C B D\nD D D D",
        " A|A|B|B \n A|C|B|B\nC|C|B|D\nD|D|D|D\n",
        "1122\n1322\n3324\n4444",
        "0,0,1,1\n0,2,1,1\n2,2,1,3\n3,3,3,3\n",
        "5, 5, 10, 10,\n5, 70, 10, 10,\n70, 70, 10, 999\n999, 999, 999, 999\n",
        "A,A,B,B,A,C,B,B,C,C,B,D,D,D,D,D",
        "AABBACBBCCBDDDDD",
        "[[0,0,1,1],[0,2,1,1],[2,2,1,3],[3,3,3,3]] trailing {",
        "[\n  [\"A\", \"A\", \"B\", \"B\"],\n  ['A', 'C', 'B', 'B'],\n  [C, C, B, D],\n  [D,D,D,D,],\n]\n",
        "[\"AABB\",\"ACBB\",\"CCBD\",\"DDDD\"]\n\ntrailing {",
        "[1,1,2,2]\n[1,3,2,2]\n[3,3,2,4]\n[4,4,4,4]",
        "[0,0,1,1,0,2,1,1,2,2,1,3,3,3,3,3]",
        r#"{"problem":"regions","n":4,"stars":1,"regions":[[0,0,1,1],[0,2,1,1],[2,2,1,3],[3,3,3,3]],"queens":[[0,1]],"text":"d4."}"#,
    ] {
        assert_eq!(parse(text), board, "{text}");
    }
}

#[test]
fn letters_are_kept_and_every_letter_is_a_region() {
    let board = parse("QQx\nQzx\nzzz\n");
    assert_eq!(board.to_string(), "QQx\nQzx\nzzz\n");
    assert_eq!(board.regions(), [0, 0, 1, 0, 2, 1, 2, 2, 2]);
    assert_eq!(parse("ñé\nñé").letter(1), 'ñ');
}

#[test]
fn printing_reads_back_at_every_size() {
    for size in 1..=LARGEST_BOARD {
        for stars in [1, size.min(3)] {
            let board = Board::without_regions(size, stars).unwrap();
            assert_eq!(parse(&board.to_string()), board);
        }
    }
}

#[test]
fn stars_are_read_from_a_comment_or_a_field() {
    for text in [
        "# stars: 2\nAB\nAB",
        "#STARS=2\nAB\nAB",
        "AB # stars: 2\nAB",
        r#"{"regions":["AB","AB"],"stars":2}"#,
        "# stars: 2\n[[0,1],[0,1]]",
    ] {
        assert_eq!(parse(text).stars(), 2, "{text}");
    }
    assert_eq!(parse("# stars are bright: 7\nAB\nAB").stars(), 1);
    for value in ["0", "26", "two", "", "-1"] {
        let sentence = error(format!("\n# stars: {value}\nAB\nAB"));
        assert!(sentence.starts_with(&format!("line 2: '{value}' is not a number of stars")), "{sentence}");
    }
    assert_eq!(error("# stars: 3\nAB\nAB"), "3 queens per row; a board of 2 rows takes 1 to 2");
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
    assert!(error("[[0,1],\n [0,(]]").starts_with("line 2, column 5: '(' is not a region"));
    assert_eq!(error("AAB\nABBB\nCCC"), "line 2: the row has 4 squares, and the board has 3 rows");
    assert_eq!(error("AB\nAB\nAB"), "line 1: the row has 2 squares, and the board has 3 rows");
    assert_eq!(error("AAB\nABB\nBBB"), "the board has 3 rows and 2 regions; it needs one region per row");
    assert_eq!(error("ABC\nABC\nABD"), "the board has 3 rows and 4 regions; it needs one region per row");
    assert!(error("12345678910\n".repeat(10)).ends_with("10 rows (numbers above 9 need separators)"));
    for text in ["", " \r\n\t\n", "# only a comment\n", "[]", "[[],[]]"] {
        assert_eq!(error(text), "the board is empty", "{text}");
    }
    assert_eq!(error("[[0,1],\n[0,1]"), "line 2: a list of the matrix is not closed with ']'");
    assert_eq!(error("{\"n\": 4}"), "the object has no matrix in \"regions\"");
    assert_eq!(error(b"AB\nA\xff"), "the board is not valid UTF-8 (line 2)");
    assert!(error("A\n".repeat(26)).contains("the board size is 26"));
    assert!(error("AB".repeat(100_000)).contains("200000 squares"));
    assert!(error("[[1234567890123]]").contains("is not a region"));
}
