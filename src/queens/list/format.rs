//! The forms of a list: what a solution looks like as text.

use crate::Error;
use crate::error::shown;
use std::str::FromStr;

/// How a solution is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ListFormat {
    /// The columns row by row: `0 2 4 1 3`.
    #[default]
    Rows,
    /// A picture, one line like ` Q  -  -  -  - ` a row, and an empty line.
    Board,
    /// One line like `1 0 0 0 0` a row, and an empty line.
    Matrix,
    /// The squares: `0,0 1,2 2,4 3,1 4,3`.
    Coords,
    /// A header `row0,row1,...`, then `0,2,4,1,3`.
    Csv,
    /// `[0,2,4,1,3]`, one array a line.
    Json,
    /// A table in Markdown with the header of CSV: `| 0 | 2 | 4 | 1 | 3 |`. For files; it has no name.
    Markdown,
}

impl ListFormat {
    /// The formats by name.
    pub const NAMES: [(&'static str, ListFormat); 6] = [
        ("rows", ListFormat::Rows),
        ("board", ListFormat::Board),
        ("matrix", ListFormat::Matrix),
        ("coords", ListFormat::Coords),
        ("csv", ListFormat::Csv),
        ("json", ListFormat::Json),
    ];

    /// What stands before the first solution.
    pub(super) fn header(self, size: usize, base: usize) -> String {
        let names: Vec<_> = (0..size).map(|row| format!("row{}", row + base)).collect();
        match self {
            ListFormat::Csv => names.join(",") + "\n",
            ListFormat::Markdown => format!("| {} |\n|{}\n", names.join(" | "), " ---: |".repeat(size)),
            _ => String::new(),
        }
    }

    /// The part of a solution's text that says that the queen of `row` stands in `column`.
    pub(super) fn token(self, size: usize, base: usize, row: usize, column: usize) -> String {
        let last = row + 1 == size;
        let separated = |text: String, separator| text + if last { "\n" } else { separator };
        let line = |queen, empty, between: &str| {
            let places: Vec<_> = (0..size).map(|c| if c == column { queen } else { empty }).collect();
            places.join(between) + if last { "\n\n" } else { "\n" }
        };
        let (r, c) = (row + base, column + base);
        match self {
            ListFormat::Rows => separated(c.to_string(), " "),
            ListFormat::Csv => separated(c.to_string(), ","),
            ListFormat::Coords => separated(format!("{r},{c}"), " "),
            ListFormat::Json => {
                let open = if row == 0 { "[" } else { "" };
                format!("{open}{c}{}", if last { "]\n" } else { "," })
            }
            ListFormat::Markdown => format!("| {c} {}", if last { "|\n" } else { "" }),
            ListFormat::Board => line(" Q ", " - ", ""),
            ListFormat::Matrix => line("1", "0", " "),
        }
    }
}

impl FromStr for ListFormat {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let known = ListFormat::NAMES.iter().find(|(known, _)| *known == name);
        known.map(|&(_, format)| format).ok_or_else(|| {
            let names = ListFormat::NAMES.map(|(name, _)| name).join(", ");
            Error::input(format!("there is no list format '{}'; they are {names}", shown(name)))
        })
    }
}
