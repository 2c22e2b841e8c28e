//! Lists of jumps, on the cross and on a triangle: legal games are written and read back as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use vuelta::senku::Game;
use vuelta::senku::notation::{check, parse_jumps, write_jumps};
use vuelta_fuzz::assert_is_a_sentence;

static GAMES: LazyLock<[Game; 2]> =
    LazyLock::new(|| ["english", "triangle15"].map(|name| Game::named(name).unwrap()));

fuzz_target!(|text: &[u8]| {
    for game in &*GAMES {
        let steps = match parse_jumps(game.board(), text) {
            Ok(steps) => steps,
            Err(error) => {
                assert_is_a_sentence(&error);
                continue;
            }
        };
        let verdict = check(game, &steps);
        let list = write_jumps(game.board(), &verdict.jumps);
        if !verdict.jumps.is_empty() {
            let again = parse_jumps(game.board(), list.as_bytes()).unwrap();
            assert_eq!(check(game, &again).jumps, verdict.jumps);
        }
    }
});
