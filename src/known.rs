//! Published counts, as data with their sources: what a count is compared with, never what it is made of.
//!
//! The tables are `known/queens.csv` and `known/senku.csv`; tests, benchmarks and the program read the same. A row holds
//! one number, or a list of them in brackets:
//!
//! ```text
//! total,8,92,OEIS A000170
//! first_row,8,[4 8 16 18 18 16 8 4],OEIS A059963
//! ```
//!
//! A number that nobody printed but that follows from printed ones has a source that begins with `derived from`. It is
//! called derived wherever it is shown, and a count never "agrees" with it.

use crate::Error;

const QUEENS: &str = include_str!("known/queens.csv");
const SENKU: &str = include_str!("known/senku.csv");
/// How the source of a derived number begins.
const DERIVED: &str = "derived from ";

/// A published number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Published {
    /// The number.
    pub value: u128,
    /// Where it was published, or `derived from` other published numbers.
    pub source: &'static str,
    /// Its place in a list, from 0; `None` for a number by itself.
    pub place: Option<u32>,
}

impl Published {
    /// Whether it follows from published numbers and was not published itself.
    #[must_use]
    pub fn is_derived(&self) -> bool {
        self.source.starts_with(DERIVED)
    }

    /// The name of a number of this quantity: `total`, or `first_row[3]` in a list.
    #[must_use]
    pub fn name(&self, quantity: &str) -> String {
        self.place.map_or(quantity.to_owned(), |place| format!("{quantity}[{place}]"))
    }
}

/// What was published about N-queens: a row of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct QueensEntry {
    /// `total`, `fundamental`, `symmetric_180` or `symmetric_90`; `first_row`, a list: the solutions with the first
    /// row's queen in column 0, 1, ...; `nodes`, a list: the ways to fill the first 0, 1, ... rows; or `apart`: the
    /// ways to place one queen in each row and column, none touching, which is region queens without regions.
    pub quantity: &'static str,
    /// N.
    pub size: u32,
    /// The number, or those of the list, which may end before the last place.
    pub numbers: Vec<Published>,
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

/// What was published about Senku: a row of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SenkuEntry {
    /// The board's name.
    pub board: &'static str,
    /// Row and column of the hole that is empty at the start; `None` where it is any: the number is the least of all
    /// problems of the board.
    pub start: Option<[u32; 2]>,
    /// What the number refers to.
    pub goal: SenkuGoal,
    /// What was counted: `games`, `solutions`, ...; lists are `levels` and `winning_levels`, positions by the number of
    /// jumps made.
    pub quantity: &'static str,
    /// The number, or those of the list.
    pub numbers: Vec<Published>,
}

/// All that was published about N-queens.
pub fn queens() -> impl Iterator<Item = QueensEntry> {
    rows(QUEENS).filter_map(|row: [&str; 4]| {
        let numbers = numbers(row[2], row[3])?;
        Some(QueensEntry { quantity: row[0], size: row[1].parse().ok()?, numbers })
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
    queens_numbers(quantity, size).first().copied()
}

/// The published list of this kind for this N; empty where there is none.
///
/// ```
/// let nodes = vuelta::known::queens_numbers("nodes", 4);
/// assert!(nodes.iter().map(|published| published.value).eq([1, 4, 6, 4, 2]));
/// ```
#[must_use]
pub fn queens_numbers(quantity: &str, size: u32) -> Vec<Published> {
    // Every count asks, several times: the other rows are not read.
    let row = QUEENS.split_once(&format!("\n{quantity},{size},"));
    let fields = row.and_then(|(_, rest)| fields(rest.lines().next()?));
    fields.and_then(|[value, source]| numbers(value, source)).unwrap_or_default()
}

/// All that was published about Senku.
pub fn senku() -> impl Iterator<Item = SenkuEntry> {
    rows(SENKU).filter_map(|row: [&str; 6]| {
        let numbers = numbers(row[4], row[5])?;
        let goal = match row[2] {
            "-" => SenkuGoal::None,
            "any" => SenkuGoal::Any,
            hole => SenkuGoal::Hole(square(hole)?),
        };
        let start = if row[1] == "-" { None } else { Some(square(row[1])?) };
        Some(SenkuEntry { board: row[0], start, goal, quantity: row[3], numbers })
    })
}

/// A number, or a list of them in brackets.
fn numbers(text: &'static str, source: &'static str) -> Option<Vec<Published>> {
    let list = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let number = |(place, number): (usize, &str)| {
        Some(Published { value: number.parse().ok()?, source, place: list.map(|_| place as u32) })
    };
    list.unwrap_or(text).split(' ').enumerate().map(number).collect()
}

/// Row and column, with a blank between them.
fn square(text: &str) -> Option<[u32; 2]> {
    let (row, column) = text.split_once(' ')?;
    Some([row.parse().ok()?, column.parse().ok()?])
}

/// A table's rows below its heading.
fn rows<const COLUMNS: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; COLUMNS]> {
    table.lines().skip(1).filter_map(fields)
}

/// What stands between the commas; the last field may hold more of them.
fn fields<const COLUMNS: usize>(line: &'static str) -> Option<[&'static str; COLUMNS]> {
    line.splitn(COLUMNS, ',').map(str::trim).collect::<Vec<_>>().try_into().ok()
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
        assert!(queens().flat_map(|entry| entry.numbers).all(|number| number.source.starts_with("OEIS")));
    }

    /// The numbers in the sentence are the published ones, and their difference is the derived one.
    #[test]
    fn derived_numbers_follow_from_their_sentence() {
        let derived: Vec<_> =
            senku().filter(|entry| entry.numbers.iter().any(Published::is_derived)).collect();
        assert_eq!(derived.len(), 4);
        for entry in derived {
            let Published { value, source, .. } = entry.numbers[0];
            let words =
                source.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse::<u128>().ok());
            let [both, solutions] = words.collect::<Vec<_>>()[..] else { panic!("{source}") };
            let to_any = senku().find(|other| {
                (other.board, other.start, other.goal) == (entry.board, entry.start, SenkuGoal::Any)
                    && other.quantity == "solutions"
            });
            assert_eq!((both - solutions, to_any.unwrap().numbers[0].value), (value, solutions), "{source}");
        }
        assert!(!queens().flat_map(|entry| entry.numbers).any(|number| number.is_derived()));
        let error = compare(
            "games of triangle15",
            1,
            senku().find_map(|entry| entry.numbers.into_iter().find(Published::is_derived)).unwrap(),
        );
        let sentence = error.unwrap_err().to_string();
        assert!(
            sentence
                .starts_with("the games of triangle15 was counted as 1, but 568630 is derived from Butler"),
            "{sentence}"
        );
    }

    #[test]
    fn lists_have_places_and_numbers_have_none() {
        let first_row = queens_numbers("first_row", 4);
        assert!(first_row.iter().map(|number| (number.place.unwrap(), number.value)).eq([
            (0, 0),
            (1, 1),
            (2, 1),
            (3, 0)
        ]));
        assert_eq!(first_row[2].name("first_row"), "first_row[2]");
        assert_eq!(queens_count("total", 4).unwrap().name("total"), "total");
        assert!(queens_numbers("first_row", 99).is_empty());
        assert_eq!(numbers("[1 x]", "nowhere"), None);
        assert_eq!(numbers("", "nowhere"), None);
    }

    /// What connects the tables with each other, so that a slip of the pen is seen without a count.
    #[test]
    fn the_lists_agree_with_the_other_tables() {
        let values = |list: &[Published]| list.iter().map(|number| number.value).collect::<Vec<_>>();
        for size in 1..=11 {
            let (row, nodes) = (queens_numbers("first_row", size), queens_numbers("nodes", size));
            let (row, nodes) = (values(&row), values(&nodes));
            let total = queens_count("total", size).unwrap().value;
            assert_eq!((row.len() as u32, row.iter().sum::<u128>()), (size, total), "N = {size}");
            assert!(row.iter().eq(row.iter().rev()), "N = {size}");
            assert_eq!(
                (nodes.len() as u32, nodes[1], *nodes.last().unwrap()),
                (size + 1, size.into(), total)
            );
        }
        // Of N = 12 the first half is published; the mirror gives the other.
        let half = values(&queens_numbers("first_row", 12));
        assert_eq!((half.len(), 2 * half.iter().sum::<u128>()), (6, 14_200));
        // Knuth's numbers of nodes.
        for (size, nodes) in [(8, 2057), (16, 1_141_190_303)] {
            assert_eq!(values(&queens_numbers("nodes", size)).iter().sum::<u128>(), nodes);
        }
        for (list, sum) in
            [("levels", "positions_up_to_symmetry"), ("winning_levels", "winning_positions_up_to_symmetry")]
        {
            let of = |quantity| values(&senku().find(|entry| entry.quantity == quantity).unwrap().numbers);
            assert_eq!(of(list).iter().sum::<u128>(), of(sum)[0]);
        }
    }

    #[test]
    fn a_count_that_differs_is_an_error_that_says_both_numbers() {
        let published = queens_count("total", 8).unwrap();
        assert!(compare("total of N = 8", 92, published).is_ok());
        let sentence = compare("total of N = 8", 91, published).unwrap_err().to_string();
        assert_eq!(sentence, "the total of N = 8 was counted as 91, but OEIS A000170 has 92");
    }
}
