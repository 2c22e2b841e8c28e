//! Wrong usage, help, and what the program says about itself.

use super::common::{json, one_sentence, vuelta};

#[test]
fn long_words_are_cut_in_messages() {
    let digits = "9".repeat(100_000);
    for arguments in [
        format!("queens count {digits}"),
        format!("queens count 8-{digits}"),
        format!("queens solve {digits}"),
        format!("queens {digits}"),
        format!("queens count 8 --fixed {digits}"),
        format!("queens count 8 --time-limit {digits}"),
        format!("queens count 8 -t {digits}"),
        format!("senku count {digits}"),
        format!("senku check {digits}"),
        format!("senku count --start {digits}"),
    ] {
        let sentence = one_sentence(&arguments[..30], &vuelta(&arguments), 2);
        assert!(sentence.len() < 600, "{}: {}", &arguments[..30], sentence.len());
    }
}

#[test]
fn the_program_tells_about_itself() {
    assert!(vuelta("info").out.contains(env!("CARGO_PKG_VERSION")));
    assert!(json("info")["processors"].as_u64().unwrap() > 0);
    for shell in ["bash", "zsh", "fish"] {
        assert!(vuelta(&format!("completions {shell}")).out.contains("vuelta"));
    }
    assert_eq!(vuelta("--version").out.trim(), format!("vuelta {}", env!("CARGO_PKG_VERSION")));
}
