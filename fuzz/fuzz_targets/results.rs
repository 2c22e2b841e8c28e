//! Result files: a folder with one is read and shown as a page, or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::path::PathBuf;
use std::sync::LazyLock;
use vuelta_fuzz::assert_is_a_sentence;
use vuelta_records::Results;

static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("vuelta-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
});

fuzz_target!(|text: &[u8]| {
    std::fs::write(FOLDER.join("a.json"), text).unwrap();
    match Results::read(&FOLDER) {
        Ok(results) => {
            assert!(results.html().contains("</html>"));
            results.warnings.iter().for_each(assert_is_a_sentence);
        }
        Err(error) => assert_is_a_sentence(&error),
    }
});
