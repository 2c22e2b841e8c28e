//! The languages of what is drawn and printed.

use std::str::FromStr;
use vuelta::Error;
use vuelta::base::text::shown;

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

impl FromStr for Language {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        match name {
            "en" => Ok(English),
            "es" => Ok(Spanish),
            _ => Err(Error::input(format!("the language '{}' is not known; use en or es", shown(name)))),
        }
    }
}
