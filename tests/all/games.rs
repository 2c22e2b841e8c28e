//! `vuelta senku`: counts, solutions, checks of games, boards and their notation.

use super::common::{folder, run, vuelta};
use std::fs;
use vuelta::senku::{Diagram, Game};

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
fn a_stopped_search_for_the_fewest_pegs_tells_its_best_game() {
    let ran = vuelta("senku solve european --fewest-pegs --time-limit 1ms --json").ends(124);
    let game = ran.json();
    let number = |name: &str| game[name].as_u64().unwrap();
    assert!(number("lower_bound") <= 2 && 2 <= number("pegs_left"), "{game}");
    assert_eq!(game["proved"], false);
    let text = vuelta("senku solve european --fewest-pegs --time-limit 1ms").ends(124).out;
    assert!(text.trim_end().ends_with("every game leaves at least 1"), "{text}");
}
