//! What the program draws: sheets of boards as pictures, and boards on a terminal.

use super::common::{folder, refusal, vuelta};
use serde_json::Value;
use std::path::Path;

/// The file's text, and its size as PNG readers see it.
fn svg(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"));
    assert_eq!(text.matches("<g").count(), text.matches("</g>").count());
    text
}

/// How many boards a sheet has.
fn boards(svg: &str) -> usize {
    svg.matches("<g transform=\"translate(").count()
}

#[test]
fn a_game_is_drawn_as_a_sheet_of_its_moves() {
    let folder = folder("drawn-game");
    let (picture, png) = (folder.join("game.svg"), folder.join("game.png"));
    let files = format!("--svg {} --png {}", picture.display(), png.display());
    let ran = vuelta(&format!("senku solve triangle15 --fewest-moves --json {files}"));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let game: Value = serde_json::from_str(&ran.out).unwrap();
    let moves = game["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 10);
    // The jumps once more, grouped: each move starts where its first jump does, and goes on where that lands.
    let landings =
        moves.iter().flat_map(|path| path.as_array().unwrap().windows(2).map(|way| (&way[0], &way[1])));
    let jumps = game["jumps"].as_array().unwrap().iter().map(|jump| (&jump["from"], &jump["to"]));
    assert!(landings.eq(jumps));
    let alone = svg(&picture);
    assert_eq!(boards(&alone), 1 + 10);
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    // Coordinates are drawn for every board.
    assert_eq!(
        vuelta(&format!("senku solve triangle15 --fewest-moves -q --coordinates {files}")).code,
        Some(0)
    );
    assert!(svg(&picture).matches("<use ").count() > alone.matches("<use ").count() + 11 * 10);
}

#[test]
fn a_game_without_jumps_is_drawn_as_one_board() {
    let folder = folder("drawn-start");
    let (board, picture) = (folder.join("board.txt"), folder.join("board.svg"));
    std::fs::write(&board, "oo.\n").unwrap();
    let (board, file) = (board.display(), picture.display());
    assert_eq!(vuelta(&format!("senku solve {board} --goal {board} --svg {file}")).code, Some(0));
    let one = svg(&picture);
    assert_eq!((boards(&one), one.matches("<circle ").count()), (0, 3));
    assert_eq!(vuelta(&format!("senku solve {board} --svg {file}")).code, Some(0));
    assert_eq!(boards(&svg(&picture)), 2);
}

#[test]
fn the_jumps_of_the_fewest_moves_are_grouped_and_read_back() {
    let folder = folder("drawn-moves");
    let shown = vuelta("senku solve triangle15 --fewest-moves").out;
    let headings: Vec<&str> = shown.lines().filter(|line| line.starts_with("# move ")).collect();
    assert_eq!(headings.len(), 10, "{shown}");
    assert!(headings[9].starts_with("# move 10: [") && shown.ends_with("13 jumps in 10 moves, the fewest\n"));
    let list = folder.join("list.txt");
    std::fs::write(&list, &shown).unwrap();
    assert_eq!(vuelta(&format!("senku check triangle15 {}", list.display())).code, Some(0));
    let moves = vuelta("senku solve").out;
    let last = moves.lines().last().unwrap();
    assert!(last.starts_with("31 jumps in ") && last.contains(" moves, "), "{last}");
}

#[test]
fn what_changes_pictures_is_refused_without_one() {
    for (arguments, option) in [
        ("senku solve --coordinates", "--coordinates"),
        ("queens solve 8 --coordinates", "--coordinates"),
        ("queens solve 8 --attacks", "--attacks"),
        ("queens complete 8 --attacks", "--attacks"),
        ("queens complete 8 --coordinates=names", "--coordinates"),
    ] {
        assert!(refusal(arguments, 2).starts_with(option), "{arguments}");
    }
    for verb in ["senku count", "senku check", "queens count", "queens list"] {
        assert!(!vuelta(&format!("{verb} --help")).out.contains("--coordinates"), "{verb}");
    }
    let animated = folder("drawn-animated").join("game.svg");
    assert_eq!(
        vuelta(&format!("senku solve triangle15 -q --coordinates --animate {}", animated.display())).code,
        Some(0)
    );
}
