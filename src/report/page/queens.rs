//! Tables and pictures of N-queens.

use super::counts::{Counted, Subject};
use super::machines::{Machine, growth};
use super::table::{Table, TableCell};
use super::text;
use crate::known;
use crate::picture::Picture;
use crate::queens::{Board, Square, random};
use crate::report::grouped;
use std::collections::BTreeMap;

/// The largest board that is drawn: queens on larger ones are dots.
const LARGEST_DRAWN: u32 = 20;

/// A cell with the sources that the numbers of a count were compared with.
pub fn source(count: &Counted) -> TableCell {
    let compared: Vec<_> = count.record.comparisons().collect();
    let wrong = compared.iter().find(|(count, published)| *count != published.value);
    let published = compared.iter().find(|(_, published)| !published.is_derived);
    match (wrong, published.or(compared.first())) {
        (Some((_, wrong)), _) => TableCell::new(format!("DIFFERS from {}", wrong.citation()), "bad"),
        (None, Some((_, of))) => {
            // The author or the sequence; titles are in the notes.
            let citation = of.citation();
            let short = citation.split(['(', '\'']).next().unwrap_or_default();
            TableCell::new(format!("✓ {}", short.trim()), "good")
        }
        (None, None) => TableCell::new("none", "faint"),
    }
}

/// A number in a cell.
pub fn number(number: Option<u128>) -> TableCell {
    number.map(grouped).unwrap_or_default().into()
}

/// Every whole count, with the published source.
pub fn counts(distinct: &[&Counted]) -> Table {
    let mut table = Table::new(["#N", "#solutions", "#fundamental", "#180°", "#90°", "source"]);
    for count in distinct {
        let Subject::Queens(n) = count.subject else { continue };
        let numbers = ["total", "fundamental", "symmetric_180", "symmetric_90"]
            .map(|name| number(count.record.number(name)));
        table.row([n.to_string().into()].into_iter().chain(numbers).chain([source(count)]).collect());
    }
    table
}

/// The totals; where results differ, the published one.
pub fn totals(distinct: &[&Counted]) -> BTreeMap<u32, u128> {
    let mut totals = BTreeMap::new();
    for count in distinct {
        let (Subject::Queens(n), Some(total)) = (&count.subject, count.record.number("total")) else {
            continue;
        };
        let published = known::queens_count("total", *n).map(|published| published.value);
        if !totals.contains_key(n) || published == Some(total) {
            totals.insert(*n, total);
        }
    }
    totals
}

/// The growth of counts and of times from board to board.
pub fn growths(totals: &BTreeMap<u32, u128>, machine: Option<&Machine<'_>>) -> Table {
    let mut table = Table::new(["#N", "#Q(N) / Q(N − 1)", "#T(N) / T(N − 1)"]);
    let time = |n| machine?.best(&Subject::Queens(n));
    for (&n, &total) in totals {
        let Some(&before) = n.checked_sub(1).and_then(|before| totals.get(&before)) else { continue };
        let ratio = if before > 0 { format!("{:.3}", total as f64 / before as f64) } else { String::new() };
        let times = time(n).zip(time(n - 1)).map(|(time, before)| growth(time, before));
        table.row(vec![n.to_string().into(), ratio.into(), times.unwrap_or_default().into()]);
    }
    table
}

/// Counts of shards, counts with conditions, and stopped counts.
pub fn parts(distinct: &[&Counted]) -> Table {
    let mut table = Table::new(["count", "conditions", "#solutions", "engine", "#time"]);
    for count in distinct {
        let Subject::Part(_, name, what) = &count.subject else { continue };
        let made = &count.record.made;
        let seconds = made.seconds.filter(|_| !made.resumed);
        table.row(vec![
            name.as_str().into(),
            what.as_str().into(),
            number(count.found()),
            made.engine.as_str().into(),
            seconds.map(text::seconds).unwrap_or_default().into(),
        ]);
    }
    table
}

/// A solution of the largest board that was counted and can be drawn well: one found at random, as constructed ones stand
/// in stairs; always the same for the same N.
pub fn example(totals: &BTreeMap<u32, u128>) -> Option<(String, String)> {
    let (&n, &total) = totals.range(..=LARGEST_DRAWN).rev().find(|(_, total)| **total > 0)?;
    let columns = random(n, n.into()).ok()?;
    let queens: Vec<_> = (0..).zip(columns).map(|(row, column)| Square::new(row, column)).collect();
    let svg = Picture::queens(&Board::new(n).ok()?, &queens).ok()?.svg();
    Some((svg, format!("One of the {} solutions for N = {n}", grouped(total))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_a_ratio_where_there_is_one() {
        let table = growths(&BTreeMap::from([(2, 0), (3, 0), (9, 352), (10, 724)]), None).markdown();
        let rows: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(rows, ["| 3 |  |  |", "| 10 | 2.057 |  |"]);
    }
}
