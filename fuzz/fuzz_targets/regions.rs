//! Puzzles in files of any form, and addresses: what is read is printed and read back as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vuelta::regions::{Board, Puzzle};
use vuelta_fuzz::assert_is_a_sentence;

fuzz_target!(|text: &[u8]| {
    let puzzles = match Puzzle::read(text, None) {
        Ok(puzzles) => puzzles,
        Err(error) => return assert_is_a_sentence(&error),
    };
    assert!(!puzzles.is_empty());
    for puzzle in puzzles {
        let board = match puzzle.board {
            Ok(board) => board,
            Err(error) => {
                assert_is_a_sentence(&error);
                continue;
            }
        };
        assert!(puzzle.queens.iter().all(|queen| queen.row < board.size() && queen.column < board.size()));
        assert_eq!(Board::parse(board.to_string().as_bytes()).unwrap(), board);
        if let Ok(link) = board.link() {
            let again = Board::parse(link.as_bytes()).unwrap();
            assert_eq!(
                (again.size(), again.stars(), again.link().unwrap()),
                (board.size(), board.stars(), link)
            );
        }
    }
});
