//! What every reader must keep to.

use std::fmt::Display;

/// Asserts that an error is one sentence on one line, short and harmless to a terminal.
pub fn assert_is_a_sentence(error: &impl Display) {
    let error = error.to_string();
    assert!(!error.is_empty() && error.chars().count() < 400, "{error}");
    assert!(!error.contains(|c: char| c.is_control() || "\u{2028}\u{202e}".contains(c)), "{error:?}");
}
