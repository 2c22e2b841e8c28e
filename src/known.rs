//! Published numbers, as data with their sources: what a count is compared with, never what it is made of.
//!
//! All of them are in one table, `known/published.csv`, which tests, benchmarks and the program read:
//!
//! | column | meaning |
//! |---|---|
//! | `problem` | The family of problems: `queens`, `senku`, `regions`, `placements` |
//! | `subject` | Keys and values, separated by `;`: `n=8`, `board=english;start=3 3;goal=any` |
//! | `quantity` | The number's name. `counts[5]` is one number of a list |
//! | `value` | The number, or a whole list in brackets, from place 0 |
//! | `kind` | `published`, or `derived` where the number follows from published ones and nobody printed it |
//! | `source` | Where it was published, or what it is derived from. Commas are allowed here alone |
//!
//! ```text
//! queens,n=8,total,92,published,OEIS A000170
//! queens,n=8,first_row,[4 8 16 18 18 16 8 4],published,OEIS A059963
//! placements,rows=8;columns=8;rules=queen,counts[5],46736,published,OEIS A108792
//! ```
//!
//! The rows of one subject stand together, and the queens stand first: their lookup is part of every short count. A row
//! without a `goal` holds for every goal. A derived number is called derived wherever it is shown, and a count never
//! "agrees" with it.

use crate::Error;

const TABLE: &str = include_str!("known/published.csv");

/// A published number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Published {
    /// The name of the number, as in [`Entry::quantity`].
    pub quantity: &'static str,
    /// The number.
    pub value: u128,
    /// Where it was published, or what it is derived from.
    pub source: &'static str,
    /// Its place in a list, from 0; `None` for a single number.
    pub place: Option<u32>,
    /// Whether it follows from published numbers and was not published itself.
    pub is_derived: bool,
}

impl Published {
    /// Its quantity with its place: `total`, or `first_row[3]` in a list.
    #[must_use]
    pub fn name(&self) -> String {
        self.quantity.to_owned() + &self.place.map(|place| format!("[{place}]")).unwrap_or_default()
    }

    /// The source as it is cited: `OEIS A000170`, or `derived from Butler`.
    #[must_use]
    pub fn citation(&self) -> String {
        if self.is_derived { format!("derived from {}", self.source) } else { self.source.to_owned() }
    }
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The family of problems.
    pub problem: &'static str,
    /// Keys and values, separated by `;`.
    pub subject: &'static str,
    /// The name of the number: of queens `total`, `fundamental`, `symmetric_180` or `symmetric_90`; `first_row`, a list:
    /// the solutions with the first row's queen in column 0, 1, ...; `nodes`, a list: the ways to fill the first 0, 1, ...
    /// rows; of Senku `games`, `solutions`, ...; `levels` and `winning_levels`, positions by the number of jumps made.
    pub quantity: &'static str,
    /// The number, or the numbers of the list, which may end before the last place.
    pub numbers: Vec<Published>,
}

impl Entry {
    /// The value of this key in the subject.
    #[must_use]
    pub fn key(&self, key: &str) -> Option<&'static str> {
        let pairs = self.subject.split(';').filter_map(|pair| pair.split_once('='));
        pairs.into_iter().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// The square under this key.
    #[must_use]
    pub fn square(&self, key: &str) -> Option<[u32; 2]> {
        let (row, column) = self.key(key)?.split_once(' ')?;
        Some([row.parse().ok()?, column.parse().ok()?])
    }

    fn parse(line: &'static str) -> Option<Self> {
        let fields: Vec<_> = line.splitn(6, ',').collect();
        let [problem, subject, quantity, values, kind, source] = fields[..] else { return None };
        let is_derived = kind == "derived";
        let (quantity, first) = match quantity.strip_suffix(']').and_then(|name| name.split_once('[')) {
            Some((name, place)) => (name, Some(place.parse().ok()?)),
            None => (quantity, values.starts_with('[').then_some(0)),
        };
        let number = |(at, value): (u32, &str)| {
            let place = first.map(|first: u32| first + at);
            Some(Published { quantity, value: value.parse().ok()?, source, place, is_derived })
        };
        let numbers = (0..).zip(values.trim_matches(['[', ']']).split(' ')).map(number);
        Some(Entry { problem, subject, quantity, numbers: numbers.collect::<Option<_>>()? })
    }
}

/// All rows of the table.
pub fn entries() -> impl Iterator<Item = Entry> {
    TABLE.lines().skip(1).filter_map(Entry::parse)
}

/// All rows about a family of problems.
pub fn of(problem: &str) -> impl Iterator<Item = Entry> {
    entries().filter(move |entry| entry.problem == problem)
}

/// Every published number about a subject, written as in the table.
pub fn about(problem: &str, subject: &str) -> impl Iterator<Item = Published> {
    let start = format!("{problem},{subject},");
    // Every count asks: the other rows are not parsed.
    let at = TABLE.find(&format!("\n{start}")).map_or(TABLE.len(), |line_end| line_end + 1);
    let lines = TABLE[at..].lines().take_while(move |line| line.starts_with(&start));
    lines.filter_map(Entry::parse).flat_map(|entry| entry.numbers)
}

/// The published numbers of a quantity: a single number, a list, or nothing.
///
/// ```
/// let nodes = vuelta::known::numbers("queens", "n=4", "nodes");
/// assert!(nodes.iter().map(|published| published.value).eq([1, 4, 6, 4, 2]));
/// ```
#[must_use]
pub fn numbers(problem: &str, subject: &str, quantity: &str) -> Vec<Published> {
    about(problem, subject).filter(|number| number.quantity == quantity).collect()
}

/// The published number of solutions of this kind for N queens.
///
/// ```
/// let published = vuelta::known::queens_count("total", 16).unwrap();
/// assert_eq!((published.value, published.source), (14_772_512, "OEIS A000170"));
/// ```
#[must_use]
pub fn queens_count(quantity: &str, size: u32) -> Option<Published> {
    numbers("queens", &format!("n={size}"), quantity).first().copied()
}

/// Compares a count with the published one.
///
/// # Errors
/// [`Error::Differs`] with both numbers and the source when they differ.
pub fn compare(what: &str, counted: u128, published: Published) -> Result<(), Error> {
    if counted == published.value {
        return Ok(());
    }
    Err(Error::Differs {
        what: what.to_owned(),
        counted,
        published: published.value,
        source_name: published.citation(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_row_is_read_and_the_rows_of_a_subject_stand_together() {
        assert_eq!(entries().count(), TABLE.lines().count() - 1);
        let subjects: BTreeSet<_> = entries().map(|entry| (entry.problem, entry.subject)).collect();
        let found: usize = subjects.iter().map(|(problem, subject)| about(problem, subject).count()).sum();
        assert_eq!(found, entries().flat_map(|entry| entry.numbers).count());
        assert!(of("queens").flat_map(|entry| entry.numbers).all(|number| number.source.starts_with("OEIS")));
    }

    /// The numbers in the source are the published ones, and their difference is the derived one.
    #[test]
    fn derived_numbers_follow_from_their_source() {
        let derived: Vec<_> = entries().filter(|entry| entry.numbers[0].is_derived).collect();
        assert_eq!(derived.len(), 4);
        for entry in &derived {
            let Published { value, source, .. } = entry.numbers[0];
            let words =
                source.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse::<u128>().ok());
            let [both, solutions] = words.collect::<Vec<_>>()[..] else { panic!("{source}") };
            let to_any = &numbers("senku", &format!("{};goal=any", entry.subject), "solutions")[0];
            assert_eq!((both - solutions, to_any.value), (value, solutions), "{source}");
        }
        let error = compare("games of triangle15", 1, derived[0].numbers[0]);
        let sentence = error.unwrap_err().to_string();
        assert!(
            sentence
                .starts_with("the games of triangle15 was counted as 1, but 568630 is derived from Butler"),
            "{sentence}"
        );
    }

    #[test]
    fn lists_have_places_and_single_numbers_have_none() {
        let first_row = numbers("queens", "n=4", "first_row");
        assert!(first_row.iter().map(|number| (number.place.unwrap(), number.value)).eq([
            (0, 0),
            (1, 1),
            (2, 1),
            (3, 0)
        ]));
        assert_eq!(first_row[2].name(), "first_row[2]");
        assert_eq!(queens_count("total", 4).unwrap().name(), "total");
        assert!(numbers("queens", "n=99", "first_row").is_empty());
        let one = Entry::parse("placements,rows=8;columns=8,counts[5],46736,published,OEIS A108792").unwrap();
        assert_eq!((one.quantity, one.numbers[0].place, one.key("rows")), ("counts", Some(5), Some("8")));
        for wrong in ["p,n=1,q,[1 x],published,s", "p,n=1,q,,published,s", "p,n=1,q[x],1,published,s"] {
            assert_eq!(Entry::parse(wrong), None, "{wrong}");
        }
    }

    /// Relations between the numbers reveal a misprint without a count.
    #[test]
    fn the_lists_agree_with_the_other_numbers() {
        let values = |problem, subject: &str, quantity| -> Vec<u128> {
            numbers(problem, subject, quantity).iter().map(|number| number.value).collect()
        };
        let queens = |size: u32, quantity| values("queens", &format!("n={size}"), quantity);
        for size in 1..=11 {
            let (row, nodes) = (queens(size, "first_row"), queens(size, "nodes"));
            let total = queens_count("total", size).unwrap().value;
            assert_eq!((row.len() as u32, row.iter().sum::<u128>()), (size, total), "N = {size}");
            assert!(row.iter().eq(row.iter().rev()), "N = {size}");
            assert_eq!(
                (nodes.len() as u32, nodes[1], *nodes.last().unwrap()),
                (size + 1, size.into(), total)
            );
        }
        // Of N = 12 the first half is published; the mirror gives the other.
        let half = queens(12, "first_row");
        assert_eq!((half.len(), 2 * half.iter().sum::<u128>()), (6, 14_200));
        // Knuth's numbers of nodes.
        for (size, nodes) in [(8, 2057), (16, 1_141_190_303)] {
            assert_eq!(queens(size, "nodes").iter().sum::<u128>(), nodes);
        }
        for (subject, list, sum) in [
            ("board=english;start=3 3", "levels", "positions_up_to_symmetry"),
            ("board=english;start=3 3;goal=3 3", "winning_levels", "winning_positions_up_to_symmetry"),
        ] {
            let of = |quantity| values("senku", subject, quantity);
            assert_eq!(of(list).iter().sum::<u128>(), of(sum)[0]);
        }
    }
}
