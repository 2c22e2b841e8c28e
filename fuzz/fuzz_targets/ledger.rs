//! Ledgers: what is read is written and read back as the same; the count that a header names is found or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::path::Path;
use vuelta::search::Ledger;
use vuelta_fuzz::assert_is_a_sentence;
use vuelta_records::counting_of;

fuzz_target!(|bytes: &[u8]| {
    let path = Path::new("a.ledger");
    // As it is, and with the checksums that a writer would have put behind the lines.
    for bytes in [bytes.to_vec(), sealed(bytes)] {
        match Ledger::parse(&bytes, path) {
            Ok((ledger, whole)) => {
                assert!(whole <= bytes.len());
                assert_eq!(Ledger::parse(ledger.to_text().as_bytes(), path).unwrap().0, ledger);
                if let Err(error) = counting_of(&ledger.header) {
                    assert_is_a_sentence(&error);
                }
            }
            Err(error) => assert_is_a_sentence(&error),
        }
    }
});

fn sealed(bytes: &[u8]) -> Vec<u8> {
    let (mut text, mut seed) = (vec![], 0);
    for (number, line) in bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).enumerate() {
        let mut hasher = crc32fast::Hasher::new_with_initial(seed);
        hasher.update(line);
        text.extend([line, format!(" crc={:08x}\n", hasher.finalize()).as_bytes()].concat());
        if number == 0 {
            seed = crc32fast::hash(&text);
        }
    }
    text
}
