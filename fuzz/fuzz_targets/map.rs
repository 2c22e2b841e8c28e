//! Maps of winnable positions in files: a map that is accepted is written as it was read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::path::PathBuf;
use std::sync::LazyLock;
use vuelta::senku::{Game, Winnable};
use vuelta_fuzz::assert_is_a_sentence;

static FILE: LazyLock<PathBuf> =
    LazyLock::new(|| std::env::temp_dir().join(format!("vuelta-fuzz-{}.map", std::process::id())));

fuzz_target!(|bytes: &[u8]| {
    let game = Game::named("square4").unwrap();
    std::fs::write(&*FILE, bytes).unwrap();
    match Winnable::load(&FILE, &game, 1 << 24) {
        Ok(map) => {
            let mut again = vec![];
            map.unwrap().write(&mut again).unwrap();
            assert_eq!(again, bytes);
        }
        Err(error) => assert_is_a_sentence(&error),
    }
});
