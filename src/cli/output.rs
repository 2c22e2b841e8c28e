//! Standard output, with or without colours.

use super::args::When;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use std::io::{self, Stdout, Write};
use vuelta::report::grouped;

/// Text that says: this is right.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// Text that says: this is wrong.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// The numbers one came for.
pub const STRONG: Style = Style::new().bold();

/// Where results go. Colours are left out where the terminal, or the user, does not want them.
pub struct Output(AutoStream<Stdout>);

impl Output {
    /// Standard output.
    pub fn new(color: When) -> Self {
        let choice = match color {
            When::Auto => AutoStream::choice(&io::stdout()),
            When::Always => ColorChoice::Always,
            When::Never => ColorChoice::Never,
        };
        Output(AutoStream::new(io::stdout(), choice))
    }
}

impl Write for Output {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0.write(text)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// `1 thread`, `2 threads`.
pub fn plural(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// `1 subproblem`, `3,270 subproblems`.
pub fn plural_grouped(number: u128, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A word as a shell reads it.
pub fn quoted(word: &str) -> String {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "-_./,:=+@%^".contains(character);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
