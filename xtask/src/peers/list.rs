//! The list of programs: scripts/peers.tsv says what its columns are.

use crate::tool::{Failure, refuse};
use regex::Regex;
use std::fs;
use std::path::Path;

/// A program for one thing that it counts.
pub struct Row {
    pub name: String,
    /// Where it is to be had.
    pub page: String,
    pub what: String,
    boards: String,
    pub environment: String,
    pub command: String,
    /// The line of its output that has the number, as its first group.
    pub pattern: Regex,
}

/// Reads a list.
pub fn read(path: &Path) -> Result<Vec<Row>, Failure> {
    let text = fs::read_to_string(path)
        .map_err(|_| refuse(format!("the list '{}' cannot be read", path.display())))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let row = |(number, line)| {
        row(line).ok_or_else(|| {
            let number = number + 1;
            refuse(format!(
                "line {number} of '{}' does not have the seven columns that it should have",
                path.display()
            ))
        })
    };
    lines.map(row).collect()
}

fn row(line: &str) -> Option<Row> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [name, page, what, boards, environment, command, pattern] = columns[..] else { return None };
    let is_name = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    if name.is_empty()
        || !name.chars().all(is_name)
        || name.starts_with('.')
        || command.is_empty()
        || pattern.is_empty()
    {
        return None;
    }
    let known = |text: &str| if text == "-" { String::new() } else { text.to_owned() };
    Some(Row {
        name: name.to_owned(),
        page: known(page),
        what: what.to_owned(),
        boards: boards.to_owned(),
        environment: known(environment),
        command: command.to_owned(),
        pattern: Regex::new(pattern).ok()?,
    })
}

impl Row {
    /// Whether the program counts this board.
    pub fn is_for(&self, board: &str) -> bool {
        self.boards.split(',').any(|part| {
            let size = |text: &str| text.parse::<u32>().ok();
            let range = part.split_once('-').and_then(|(low, high)| Some(size(low)?..=size(high)?));
            part == board || range.zip(size(board)).is_some_and(|(range, size)| range.contains(&size))
        })
    }
}

/// The quantities that vuelta, and with it the others, counts on a board.
pub fn subjects<'a>(rows: &'a [Row], board: &str) -> Vec<&'a str> {
    let ours = rows.iter().filter(|row| row.name == "vuelta" && row.is_for(board));
    ours.map(|row| row.what.as_str()).collect()
}
