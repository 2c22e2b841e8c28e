//! Ledgers: what is read is written and read back as the same; the count that a header names is found or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::path::Path;
use vuelta::report::counting_of;
use vuelta::search::Ledger;
use vuelta_fuzz::assert_is_a_sentence;

fuzz_target!(|bytes: &[u8]| {
    let path = Path::new("a.ledger");
    match Ledger::parse(bytes, path) {
        Ok((ledger, whole)) => {
            assert!(whole <= bytes.len());
            assert_eq!(Ledger::parse(ledger.to_text().as_bytes(), path).unwrap().0, ledger);
            if let Err(error) = counting_of(&ledger.header) {
                assert_is_a_sentence(&error);
            }
        }
        Err(error) => assert_is_a_sentence(&error),
    }
});
