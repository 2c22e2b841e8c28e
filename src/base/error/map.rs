//! Errors of files that hold a map of winnable positions.

use std::io;
use thiserror::Error as ThisError;

/// The version of the map's format. It changes with the order of the positions.
pub(crate) const FORMAT: &str = "4";

/// An error of reading a map's file.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum MapError {
    /// The file is something else.
    #[error("'{path}' is not a map of winnable positions and was left unchanged; name another file")]
    NoMap {
        /// The file.
        path: String,
    },
    /// The file is damaged.
    #[error("the map '{path}' is damaged: {what}; delete the file to have the map made again")]
    Damaged {
        /// The file.
        path: String,
        /// The fault.
        what: &'static str,
    },
    /// Another version of the program wrote it.
    #[error(
        "the map '{path}' has format {version}, but this version of vuelta reads format {FORMAT}; name another file"
    )]
    Version {
        /// The file.
        path: String,
        /// The format's number.
        version: String,
    },
    /// The map belongs to another game.
    #[error(
        "the map '{path}' belongs to another game: its {field} is {found}, not {wanted}; name another file"
    )]
    Foreign {
        /// The file.
        path: String,
        /// The field that differs.
        field: &'static str,
        /// The map's value.
        found: String,
        /// The game's value.
        wanted: String,
    },
    /// The file could not be read.
    #[error("the map '{path}' could not be read: {source}")]
    File {
        /// The file.
        path: String,
        /// The operating system's error.
        source: io::Error,
    },
}
