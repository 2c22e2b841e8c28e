//! Maps of winnable positions in files: a map that is accepted is written as it was read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::path::PathBuf;
use std::sync::LazyLock;
use vuelta::search::{Context, Workers};
use vuelta::senku::{Diagram, Game, Winnable};
use vuelta_fuzz::assert_is_a_sentence;

static FILE: LazyLock<PathBuf> =
    LazyLock::new(|| std::env::temp_dir().join(format!("vuelta-fuzz-{}.map", std::process::id())));
static GAME: LazyLock<Game> = LazyLock::new(|| {
    let diagram = Diagram::parse(b"oooo\no.oo\n").unwrap();
    Game::from_diagram(diagram).unwrap()
});
/// A map without its checksum.
static MAP: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let workers = Workers::new(1).unwrap();
    let mut map = Winnable::of(&GAME, None, 1 << 24, &mut Context::new(&workers)).unwrap();
    map.count_solutions(&mut Context::new(&workers)).unwrap();
    let mut bytes = vec![];
    map.write(&mut bytes).unwrap();
    bytes.truncate(bytes.len() - 4);
    bytes
});

fuzz_target!(|bytes: &[u8]| {
    // The file as it is; and a map with some of its bytes replaced, and the checksum of these.
    for bytes in [bytes.to_vec(), changed(bytes)] {
        std::fs::write(&*FILE, &bytes).unwrap();
        match Winnable::load(&FILE, &GAME, 1 << 24) {
            Ok(map) => {
                let mut again = vec![];
                map.unwrap().write(&mut again).unwrap();
                assert_eq!(again, bytes);
            }
            Err(error) => assert_is_a_sentence(&error),
        }
    }
});

fn changed(edits: &[u8]) -> Vec<u8> {
    let mut map = MAP.clone();
    for &[high, low, byte] in edits.as_chunks::<3>().0 {
        let at = usize::from(u16::from_be_bytes([high, low])) % map.len();
        map[at] = byte;
    }
    let checksum = crc32fast::hash(&map);
    map.extend(checksum.to_le_bytes());
    map
}
