//! The languages of what is drawn and printed.

/// A language of pictures, sheets and pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Spanish.
    Spanish,
}

use Language::{English, Spanish};

impl Language {
    /// The names for `--lang`, with what they mean.
    pub const NAMES: [(&str, &str); 2] = [("en", "English"), ("es", "español")];

    /// Its code, as documents have it.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.of("en", "es")
    }

    /// The text in this language.
    pub fn of<'a>(self, english: &'a str, spanish: &'a str) -> &'a str {
        match self {
            English => english,
            Spanish => spanish,
        }
    }
}
