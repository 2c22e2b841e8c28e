//! Every parser, against any text at all: bytes, the parser's own words in any order, huge numbers, CRLF, NUL, BOM.
//!
//! Three properties: nothing panics; an error is one sentence on one line, short and harmless to a terminal; what is
//! printed reads back as the same. (The command line's own parsers are tested beside them, in `src/cli/`.)

use proptest::collection::vec;
use proptest::prelude::*;
use std::path::Path;
use vuelta::Square;
use vuelta::queens::{self, Board, Counting, LargeBoard};
use vuelta::regions::{self, Puzzle};
use vuelta::search::{Header, Ledger, Shard, StopFlag};
use vuelta::senku::notation::{self, WrittenJump};
use vuelta::senku::{self, Board as PegBoard, Diagram, Game, Goal, Jump, Lattice, Solution, Solver};
use vuelta::simd::Isa;

/// Texts that nobody writes on purpose.
const ODD: [&str; 14] = [
    "\r\n",
    "\r",
    "\n",
    "\t",
    "\0",
    "\u{feff}",
    "\u{2028}",
    "\u{202e}",
    "\u{1b}[2J",
    "é",
    "٣",
    "99999999999999999999999999999999999999999",
    "4294967296",
    "-1",
];

/// Any bytes; and the parser's own words, odd ones among them.
fn texts(words: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![4 => prop::sample::select(words), 1 => prop::sample::select(&ODD[..])];
    prop_oneof![
        1 => vec(any::<u8>(), 0..120),
        1 => any::<String>().prop_map(String::into_bytes),
        6 => vec(word, 0..40).prop_map(|words| words.concat().into_bytes()),
    ]
}

/// Likewise as text.
fn strings(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    texts(words).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether the error is one sentence on one line.
fn assert_is_a_sentence(error: &impl ToString) {
    let error = error.to_string();
    assert!(!error.is_empty() && error.chars().count() < 400, "{error}");
    assert!(!error.contains(|c: char| c.is_control() || "\u{2028}\u{202e}".contains(c)), "{error:?}");
}

/// The value that was read, or nothing where it was refused in one sentence.
fn read_or_refused<T, E: ToString>(result: Result<T, E>) -> Option<T> {
    result.inspect_err(assert_is_a_sentence).ok()
}

/// A text that does not read, or reads as something that is printed and read back as the same.
fn reads_back<T: std::str::FromStr<Err: ToString> + ToString + PartialEq>(text: &str) {
    if let Some(value) = read_or_refused(text.parse::<T>()) {
        assert!(value.to_string().parse().is_ok_and(|again: T| again == value), "{text:?}");
    }
}

/// The text as other systems write it.
fn in_other_forms(text: &str) -> [String; 4] {
    let crlf = text.replace('\n', "\r\n");
    [text.to_owned(), format!("\u{feff}{text}"), crlf.clone(), format!("\u{feff}{crlf}\r\n\r\n")]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_picture_of_queens(text in texts(&[
        "Q", "q", "x", ".", "-", " ", ". . .\n", "Q..\n", "x", "\n", "♛", "_", "0", "1", "!", "[", "]", "\"", "\",\"", "\n\n", "place [0,1]",
        "solution 1: 1 3", "2 queens at most, proved\n", "\u{1b}[1m",
    ])) {
        if let Some(board) = read_or_refused(Board::parse(&text)) {
            prop_assert_eq!(Board::parse(board.to_text(&[]).as_bytes()).unwrap(), board);
        }
        if let Some(board) = read_or_refused(LargeBoard::parse(&text)) {
            prop_assert_eq!(LargeBoard::parse(board.to_text(&[]).as_bytes()).unwrap(), board);
        }
    }

    #[test]
    fn every_picture_of_queens_in_every_form(size in 1usize..12, cells in vec(0..4u8, 121), queen in 0usize..121) {
        let cell = |i: usize| match cells[i] {
            _ if i == queen => 'Q',
            0 => 'x',
            1 => '-',
            _ => '.',
        };
        let rows: Vec<String> = (0..size).map(|row| (0..size).map(|column| cell(row * size + column)).collect()).collect();
        let board = Board::parse(rows.join("\n").as_bytes()).unwrap();
        prop_assert_eq!(board.fixed().len(), usize::from(queen < size * size));
        let is_blocked = |i: &usize| *i != queen && cells[*i] == 0;
        prop_assert_eq!(board.blocked().len(), (0..size * size).filter(is_blocked).count());
        let spaced = |row: &String| row.chars().flat_map(|c| [' ', c.to_ascii_uppercase()]).collect::<String>();
        let cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        let signs = [('Q', "♛"), ('-', "_"), ('x', "×")];
        let other = signs.iter().fold(rows.join("\n"), |text, (sign, other)| text.replace(*sign, other));
        for text in [
            rows.join("\n"),
            rows.iter().map(spaced).collect::<Vec<_>>().join(" \n"),
            board.to_text(&[]),
            other,
            format!("{rows:?}"),
            format!("{cells:?}").replace('\'', "\""),
        ] {
            for text in in_other_forms(&text) {
                prop_assert_eq!(&Board::parse(text.as_bytes()).unwrap(), &board, "{:?}", text);
            }
        }
    }

    #[test]
    fn any_puzzles(text in texts(&[
        "AAB", "ABB\n", "ABB", "AAB.AAB.ABB", "\n", "\n\n", "# stars: 2\n", "stars ", "2", "0", "01", " ", ",", "[[0,0],", "[1,1]]", "[", "]", "{",
        "}", "\"regions\":", "\"stars\":", "[|", "|", "|]", "\u{1f7e5}", "\u{1f7e6}", "https://puzz.link/p?starbattle/", "3/3/1/", "(B)", "*",
        "\u{1b}[1m", "\u{1b}[m",
    ])) {
        let puzzles = read_or_refused(Puzzle::read(&text, None)).unwrap_or_default();
        for board in puzzles.into_iter().filter_map(|puzzle| read_or_refused(puzzle.board)) {
            prop_assert_eq!(regions::Board::parse(board.to_string().as_bytes()).unwrap(), board);
        }
    }

    #[test]
    fn any_square(text in strings(&["1", "3", "0", ",", " ", "[", "]", "a", "b4", "Z26", "+", "'"]), size: u32) {
        reads_back::<Square>(&text);
        read_or_refused(Square::parse(&text, size));
        read_or_refused(Square::parse(&text, size % 30));
    }

    #[test]
    fn every_square(row: u32, column: u32) {
        let square = Square::new(row, column);
        for text in [square.to_string(), format!("{row},{column}"), format!(" {row}  {column}\r\n")] {
            prop_assert_eq!(text.parse::<Square>().unwrap(), square, "{:?}", text);
        }
    }

    #[test]
    fn any_shard_and_any_name(text in strings(&["3", "64", "/", "auto", "halves", "avx2", "dense", "rows", " "])) {
        reads_back::<Shard>(&text);
        reads_back::<queens::Engine>(&text);
        reads_back::<Isa>(&text);
        read_or_refused(text.parse::<queens::ListFormat>());
        reads_back::<senku::Engine>(&text);
        read_or_refused(senku::Board::named(&text));
    }

    #[test]
    fn any_board_of_holes(text in texts(&[
        "triangle\n", "o", "O", "e", ".", "x", " ", "o o ", "ooo\n", "\n", "1", "0", "*", "-", "#", "\u{25cf}", "\u{25cb}", "    0 1 2\n",
        "0,0 > 0,2\n", "[\"", "\",\"", "\"]", "1 jump", "   back ",
    ])) {
        if let Some(diagram) = read_or_refused(Diagram::parse(&text)) {
            prop_assert_eq!(&Diagram::parse(diagram.to_string().as_bytes()).unwrap(), &diagram);
            read_or_refused(Game::from_diagram(diagram));
        }
    }

    #[test]
    fn every_board_of_holes_in_every_form(
        triangular: bool, squares in prop::collection::btree_set((0u32..40, 0u32..40), 1..64), pegs: u64,
    ) {
        let lattice = if triangular { Lattice::Triangular } else { Lattice::Square };
        let squares = squares.into_iter().filter(|(row, column)| !triangular || column <= row);
        let Ok(board) = senku::Board::new(lattice, squares.map(|(row, column)| Square::new(row, column))) else {
            return Ok(()); // nothing on the triangle
        };
        let pegs = senku::HoleSet::from_bits(pegs) & board.holes();
        let diagram = Diagram { board, pegs };
        for text in in_other_forms(&diagram.to_string()) {
            prop_assert_eq!(&Diagram::parse(text.as_bytes()).unwrap(), &diagram, "{:?}", text);
        }
    }

    #[test]
    fn any_list_of_jumps(text in texts(&[
        "1: ", "DOWN", " from ", "[1,3]", "Movimiento 2: ", "desde ", "1,3", " > ", "#", "jumps", "up-left", ":", "d4", " ", ";", "\n", "ooo",
        ",", "-", "4",
    ])) {
        let board = senku::Board::named("english").unwrap();
        if let Some(steps) = read_or_refused(notation::parse_jumps(&board, &text)) {
            let again: String = steps.iter().map(|&step| match step {
                WrittenJump::Toward(square, direction) => format!("{direction} from {square}\n"),
                WrittenJump::FromTo(from, to) => format!("{from} > {to}\n"),
                WrittenJump::Jump(jump) => panic!("{jump} was not read"),
            }).collect();
            prop_assert_eq!(notation::parse_jumps(&board, again.as_bytes()).unwrap(), steps.clone());
            let verdict = notation::check(&Game::named("english").unwrap(), &steps);
            verdict.reason.iter().for_each(assert_is_a_sentence);
        }
    }

    #[test]
    fn every_list_of_jumps_in_every_form(
        name in prop::sample::select(&["english", "triangle15", "wiegleb"][..]), choices in vec(any::<prop::sample::Index>(), 0..40),
    ) {
        let game = Game::named(name).unwrap();
        let board = game.board();
        let (mut jumps, mut position) = (Vec::<Jump>::new(), game.start());
        for choice in choices {
            let legal: Vec<Jump> = board.legal_jumps(position).collect();
            if legal.is_empty() {
                break;
            }
            let jump = *choice.get(&legal);
            jumps.push(jump);
            position = jump.play(position);
        }
        let spanish = |(i, jump): (usize, &Jump)| {
            format!("Movimiento {}: {} desde {}\n", i + 1, jump.direction, board.square(jump.from))
        };
        let arrow = |jump: &Jump| {
            let [from, to] = [jump.from, jump.to].map(|hole| board.square(hole));
            format!("{},{} > {},{} # so\n", from.row, from.column, to.row, to.column)
        };
        let ours = notation::write_jumps(board, &jumps);
        let around = format!("{}\n{ours}\n{}\n{} jumps\n", board.diagram(game.start()), board.diagram(position), jumps.len());
        let theirs = [jumps.iter().enumerate().map(spanish).collect(), jumps.iter().map(arrow).collect()];
        for text in theirs.into_iter().chain([ours, around]).flat_map(|text: String| in_other_forms(&text)) {
            let verdict = notation::check(&game, &notation::parse_jumps(game.board(), text.as_bytes()).unwrap());
            prop_assert_eq!(verdict.at, None, "{:?}", text);
            prop_assert_eq!(&verdict.jumps, &jumps);
            prop_assert_eq!(verdict.end, position);
        }
    }

    #[test]
    fn any_goal_is_a_goal_or_refused(bits: u64, hole in 0usize..64, kind in 0..3u8) {
        let goal = match kind {
            0 => Goal::Any,
            1 => Goal::Hole(senku::Hole::new(hole)),
            _ => Goal::Position(senku::HoleSet::from_bits(bits)),
        };
        if let Some(game) = read_or_refused(Game::named("english").unwrap().with_goal(goal)) {
            let pegs = game.goal().position().unwrap_or(game.start());
            prop_assert!(game.board().holes().contains_all(pegs));
        }
    }

    #[test]
    fn every_ledger(ledger in ledgers()) {
        let text = ledger.to_text();
        let (again, bytes) = Ledger::parse(text.as_bytes(), Path::new("ledger")).unwrap();
        prop_assert_eq!(again, ledger);
        prop_assert_eq!(bytes, text.len());
    }

    #[test]
    fn a_damaged_ledger(ledger in ledgers(), at: prop::sample::Index, with in texts(&["\n", " ", "1", "crc=", "count=0", "x"])) {
        let mut bytes = ledger.to_text().into_bytes();
        let at = at.index(bytes.len());
        bytes.splice(at..(at + with.len() / 2).min(bytes.len()), with);
        // What reads is the beginning of what was written.
        if let Some((read, _)) = read_or_refused(Ledger::parse(&bytes, Path::new("ledger"))) {
            prop_assert_eq!(&read.header, &ledger.header);
            prop_assert!(ledger.chunks.starts_with(&read.chunks));
        }
    }

    /// Somebody else's program may write lines whose checksums fit.
    #[test]
    fn any_ledger_with_checksums(fields in vec(strings(&[
        "queens/8", "queens/4/fixed:0,1/blocked:", "/fixed:", "+", "1", "0", "halves", "1/4", "7/4", "8",
    ]), 8), chunks in vec(strings(&["0", "..", "8", " count=", "1", " ns=", "1", " residue=", "1"]), 0..3)) {
        let names = ["format", "problem", "engine", "plan", "subproblems", "fingerprint", "shard", "split"];
        let usual = ["1", "queens/8", "halves", "1", "8", "1", "1/1", "1"];
        // Half of the fields as they should be.
        let fields: Vec<String> = names.iter().zip(usual).zip(&fields).map(|((name, usual), field)| {
            format!("{name}={}", if field.len() % 2 == 0 { usual } else { field })
        }).collect();
        let header = sealed(&format!("vuelta-ledger {}", fields.join(" ")), 0);
        let seed = crc32fast::hash(header.as_bytes());
        let text: String = std::iter::once(header).chain(chunks.iter().map(|chunk| sealed(chunk, seed))).collect();
        if let Some((ledger, _)) = read_or_refused(Ledger::parse(text.as_bytes(), Path::new("ledger"))) {
            let Header { problem, engine, .. } = &ledger.header;
            prop_assert!(problem.chars().chain(engine.chars()).all(|c| c.is_ascii_graphic()));
            read_or_refused(Counting::of_ledger(&ledger.header));
        }
    }
}

/// A line with its checksum.
fn sealed(text: &str, seed: u32) -> String {
    let mut hasher = crc32fast::Hasher::new_with_initial(seed);
    hasher.update(text.as_bytes());
    format!("{text} crc={:08x}\n", hasher.finalize())
}

/// Ledgers of any numbers.
fn ledgers() -> impl Strategy<Value = Ledger> {
    let word = "[!-~]{1,30}";
    let numbers = (any::<u32>(), any::<u64>(), any::<u32>(), 1..1000u64, 1..1000u64, any::<u64>());
    let chunks = vec((0..1000u64, 1..1000u64, any::<u64>(), any::<u64>()), 0..8);
    (word, word, numbers, chunks).prop_map(|(problem, engine, numbers, chunks)| {
        let (plan, subproblems, fingerprint, number, more, split) = numbers;
        let shard = Shard::new(number, number + more - 1).unwrap();
        let header = Header { problem, engine, plan, subproblems, fingerprint, shard, split };
        let mut text = Ledger::new(header.clone()).to_text();
        let seed = crc32fast::hash(text.as_bytes());
        let mut start = 0u64;
        for (gap, len, count, nanoseconds) in chunks {
            let ids = start.saturating_add(gap)..start.saturating_add(gap + len);
            start = ids.end;
            if ids.end <= subproblems {
                let (count, modulus) = (u128::from(count) << 40, (1u128 << 61) - 1);
                let line = format!(
                    "{}..{} count={count} ns={nanoseconds} residue={}",
                    ids.start,
                    ids.end,
                    count % modulus
                );
                text += &sealed(&line, seed);
            }
        }
        Ledger::parse(text.as_bytes(), Path::new("ledger")).unwrap().0
    })
}

#[test]
fn every_name_of_a_square() {
    for size in 1..=26u32 {
        for (row, column) in (0..size).flat_map(|row| (0..size).map(move |column| (row, column))) {
            let name = format!("{}{}", char::from(b'a' + column as u8), size - row);
            assert_eq!(Square::parse(&name, size).unwrap(), Square::new(row, column), "{name}");
            assert_eq!(Square::parse(&name.to_uppercase(), size).unwrap(), Square::new(row, column));
        }
    }
}

#[test]
fn boards_of_many_equal_parts_are_read_at_once() {
    // 64 holes in no jump, and 21 rows of three: more symmetries than can be listed.
    for text in ["o x x o x x o x x o\nx\nx\n".repeat(16), "oo.xx oo.xx oo.\nx\nx\n".repeat(7)] {
        let diagram = Diagram::parse(text.as_bytes()).unwrap();
        assert_eq!(Diagram::parse(diagram.to_string().as_bytes()).unwrap(), diagram);
    }
}

#[test]
fn the_largest_texts_are_refused_or_read_soon() {
    let lines = |line: &str, times: usize| format!("{line}\n").repeat(times).into_bytes();
    for text in [
        lines(&"Q".repeat(2000), 2000),
        lines(&".".repeat(1001), 1001),
        lines("", 1 << 22),
        vec![b'o'; 1 << 22],
    ] {
        for error in [Board::parse(&text).err(), LargeBoard::parse(&text).err(), Diagram::parse(&text).err()]
        {
            assert_is_a_sentence(&error.unwrap());
        }
    }
    let board = senku::Board::named("english").unwrap();
    assert_is_a_sentence(&notation::parse_jumps(&board, &vec![b'<'; 1 << 22]).unwrap_err());
    assert_eq!(notation::parse_jumps(&board, &lines("1,3 > 3,3", 400_000)).unwrap().len(), 400_000);
}

#[test]
fn jumps_are_shown_and_checked_as_the_solver_returns_them() {
    let game = Game::named("triangle15").unwrap();
    let (Solution::Found(jumps), _) = Solver::new(&game).solve(&StopFlag::default()) else { panic!() };
    let verdict = notation::check(&game, &jumps);
    assert!(verdict.wins && verdict.jumps == jumps);
    // The list as text says the holes by their squares: both name the same jumps.
    let text = notation::write_jumps(game.board(), &jumps);
    assert_eq!(
        notation::check(&game, &notation::parse_jumps(game.board(), text.as_bytes()).unwrap()),
        verdict
    );
    let first = jumps[0];
    let holes = [first.from, first.over, first.to].map(|hole| hole.index().to_string());
    assert_eq!(
        first.to_string(),
        format!("{} from hole {} over {} to {}", first.direction, holes[0], holes[1], holes[2])
    );
    // Played twice, and a jump of another board.
    assert_eq!(notation::check(&game, &[first, first]).at, Some(2));
    let foreign = *PegBoard::named("english").unwrap().jumps().last().unwrap();
    let reason = notation::check(&game, &[foreign]).reason.unwrap();
    assert!(reason.contains("no jump") && reason.contains(&foreign.to_string()), "{reason}");
}
