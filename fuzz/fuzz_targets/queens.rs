//! Queens boards in files: what is read is printed and read back as the same. Lists of squares never panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vuelta::Square;
use vuelta::queens::{Board, LargeBoard};
use vuelta::search::Shard;
use vuelta_fuzz::assert_is_a_sentence;

fuzz_target!(|text: &[u8]| {
    match Board::parse(text) {
        Ok(board) => assert_eq!(Board::parse(board.to_text(&[]).as_bytes()).unwrap(), board),
        Err(error) => assert_is_a_sentence(&error),
    }
    if let Err(error) = LargeBoard::parse(text) {
        assert_is_a_sentence(&error);
    }
    let Ok(text) = str::from_utf8(text) else { return };
    for size in [1, 8, 26, 27, 64] {
        if let Err(error) = Square::parse_list(text, size) {
            assert_is_a_sentence(&error);
        }
    }
    if let Err(error) = text.parse::<Shard>() {
        assert_is_a_sentence(&error);
    }
});
