//! Peg boards in files: what is read is printed and read back as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vuelta::senku::Diagram;
use vuelta_fuzz::assert_is_a_sentence;

fuzz_target!(|text: &[u8]| {
    match Diagram::parse(text) {
        Ok(diagram) => assert_eq!(Diagram::parse(diagram.to_string().as_bytes()).unwrap(), diagram),
        Err(error) => assert_is_a_sentence(&error),
    }
});
