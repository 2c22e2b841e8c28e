//! Published counts, as data with their sources: what a count is compared with, never what it is made of.
//!
//! The tables are `known/queens.csv` and `known/senku.csv`; tests, benchmarks and the program read the same.

use crate::Error;

const QUEENS: &str = include_str!("known/queens.csv");
const SENKU: &str = include_str!("known/senku.csv");

/// A published number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Published {
    /// The number.
    pub value: u128,
    /// Where it stands.
    pub source: &'static str,
}

/// A published number about N-queens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct QueensEntry {
    /// `total`, `fundamental`, `symmetric_180` or `symmetric_90`.
    pub quantity: &'static str,
    /// N.
    pub size: u32,
    /// The number.
    pub published: Published,
}

/// The goal that a published number about Senku refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SenkuGoal {
    /// None: the number depends on the start alone.
    None,
    /// One peg, anywhere.
    Any,
    /// One peg in the hole at this row and column.
    Hole([u32; 2]),
}

/// A published number about Senku.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct SenkuEntry {
    /// The board's name.
    pub board: &'static str,
    /// Row and column of the hole that is empty at the start.
    pub start: [u32; 2],
    /// What the number refers to.
    pub goal: SenkuGoal,
    /// What was counted: `games`, `solutions`, ...
    pub quantity: &'static str,
    /// The number.
    pub published: Published,
}

/// Every published number about N-queens.
pub fn queens() -> impl Iterator<Item = QueensEntry> {
    rows(QUEENS).filter_map(|row: [&str; 4]| {
        let published = Published { value: row[2].parse().ok()?, source: row[3] };
        Some(QueensEntry { quantity: row[0], size: row[1].parse().ok()?, published })
    })
}

/// The published number of this kind for this N.
///
/// ```
/// let published = vuelta::known::queens_count("total", 16).unwrap();
/// assert_eq!((published.value, published.source), (14_772_512, "OEIS A000170"));
/// ```
#[must_use]
pub fn queens_count(quantity: &str, size: u32) -> Option<Published> {
    queens().find(|entry| entry.quantity == quantity && entry.size == size).map(|entry| entry.published)
}

/// Every published number about Senku.
pub fn senku() -> impl Iterator<Item = SenkuEntry> {
    rows(SENKU).filter_map(|row: [&str; 6]| {
        let published = Published { value: row[4].parse().ok()?, source: row[5] };
        let goal = match row[2] {
            "-" => SenkuGoal::None,
            "any" => SenkuGoal::Any,
            hole => SenkuGoal::Hole(square(hole)?),
        };
        Some(SenkuEntry { board: row[0], start: square(row[1])?, goal, quantity: row[3], published })
    })
}

/// Row and column, with a blank between them.
fn square(text: &str) -> Option<[u32; 2]> {
    let (row, column) = text.split_once(' ')?;
    Some([row.parse().ok()?, column.parse().ok()?])
}

/// A table's rows below its heading; the last field may hold commas.
fn rows<const COLUMNS: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; COLUMNS]> {
    table.lines().skip(1).filter_map(|line| {
        let fields: Vec<&str> = line.splitn(COLUMNS, ',').map(str::trim).collect();
        fields.try_into().ok()
    })
}

/// Whether a count agrees with the published one.
///
/// # Errors
/// [`Error::Differs`] with both numbers and the source when it does not.
pub fn compare(what: &str, counted: u128, published: Published) -> Result<(), Error> {
    if counted == published.value {
        return Ok(());
    }
    Err(Error::Differs {
        what: what.to_owned(),
        counted,
        published: published.value,
        source_name: published.source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_both_tables_is_read() {
        assert_eq!(queens().count(), QUEENS.lines().count() - 1);
        assert_eq!(senku().count(), SENKU.lines().count() - 1);
        assert!(queens().all(|entry| entry.published.source.starts_with("OEIS")));
    }

    #[test]
    fn a_count_that_differs_is_an_error_that_says_both_numbers() {
        let published = queens_count("total", 8).unwrap();
        assert!(compare("total of N = 8", 92, published).is_ok());
        let sentence = compare("total of N = 8", 91, published).unwrap_err().to_string();
        assert_eq!(sentence, "the total of N = 8 was counted as 91, but OEIS A000170 has 92");
    }
}
