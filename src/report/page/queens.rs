//! What the results say about N-queens.

use super::plot::{COLORS, Line};
use super::read::{Entry, Number, Queens, Subject};
use super::series::{Key, Machines, Times};
use super::table::{Cell, Table};
use super::text;
use super::verdict::Verdicts;
use crate::known;
use crate::report::grouped;
use std::collections::{BTreeMap, BTreeSet};

/// Times below this are mostly set-up, and their ratios noise.
const SHORTEST_COMPARED: f64 = 1e-3;

/// The numbers of a board; two results that differ are two of them.
type Numbers = (u32, Number, [Option<Number>; 3]);

/// The queens counts of all results, once each.
#[derive(Debug, Default)]
pub struct QueensResults<'a> {
    numbers: BTreeSet<Numbers>,
    pub times: Times<u32>,
    /// Shards, stopped runs and boards with conditions.
    others: Vec<(&'a Entry, &'a Queens)>,
}

impl<'a> QueensResults<'a> {
    pub fn of(entries: &'a [Entry], machines: &Machines) -> Self {
        let mut results = QueensResults::default();
        for entry in entries {
            let Subject::Queens(queens) = &entry.subject else { continue };
            match queens.total {
                Some(total) if queens.is_plain() => {
                    let symmetric = [queens.fundamental, queens.symmetric_180, queens.symmetric_90];
                    results.numbers.insert((queens.n, total, symmetric));
                    if let (Some(key), Some(seconds)) = (Key::of(entry, machines), entry.seconds) {
                        results.times.add(key, queens.n, seconds);
                    }
                }
                _ => results.others.push((entry, queens)),
            }
        }
        results
    }

    /// The totals; where results differ, the one that was published.
    pub fn totals(&self) -> BTreeMap<u32, u128> {
        let mut totals = BTreeMap::new();
        for &(n, Number(total), _) in &self.numbers {
            let published = known::queens_count("total", n).map(|published| published.value);
            if !totals.contains_key(&n) || published == Some(total) {
                totals.insert(n, total);
            }
        }
        totals
    }

    /// Every number beside the published one.
    pub fn counts(&self, verdicts: &mut Verdicts) -> Table {
        let mut table = Table::new([
            "#N",
            "#solutions",
            "#fundamental",
            "#symmetric by 180°",
            "#by 90°",
            "published",
            "#best time",
            "#solutions/s",
        ]);
        for &(n, total, [fundamental, half, quarter]) in &self.numbers {
            let quantities = [
                ("total", Some(total)),
                ("fundamental", fundamental),
                ("symmetric_180", half),
                ("symmetric_90", quarter),
            ];
            let compared = quantities.into_iter().filter_map(|(quantity, count)| {
                Some((format!("{quantity} of N = {n}"), count?.0, known::queens_count(quantity, n)?))
            });
            let verdict = verdicts.compare(compared);
            let number = |count: Option<Number>| Cell::from(count.map(|n| grouped(n.0)).unwrap_or_default());
            let best = self.times.best(&n);
            let rate = best.filter(|&time| time > 0.0).map(|time| grouped((total.0 as f64 / time) as u128));
            table.row(vec![
                n.to_string().into(),
                number(Some(total)),
                number(fundamental),
                number(half),
                number(quarter),
                verdict,
                best.map(text::seconds).unwrap_or_default().into(),
                rate.unwrap_or_default().into(),
            ]);
        }
        table
    }

    /// How the counts and the times grow from board to board.
    pub fn growth(&self, machines: &Machines) -> Table {
        let main = self.times.main();
        let ratios = main
            .iter()
            .flat_map(|(key, _)| [format!("#time, {}", key.label(machines)), "#from N − 2".to_owned()]);
        let fixed = ["#N", "#Q(N) / Q(N − 1)", "#Q(N)^(1/N) / N"].map(str::to_owned);
        let mut table = Table::new(fixed.into_iter().chain(ratios));
        let totals = self.totals();
        for (&n, &total) in &totals {
            let before = n.checked_sub(1).and_then(|before| totals.get(&before).copied());
            let mut row: Vec<Cell> = vec![n.to_string().into(), growth(total, before).into()];
            row.push(root(total, n).into());
            for (_, times) in &main {
                let ratio = |back| Some(time_ratio(*times.get(&n)?, *times.get(&n.checked_sub(back)?)?));
                row.extend([1, 2].map(|back| Cell::from(ratio(back).unwrap_or_default())));
            }
            table.row(row);
        }
        table
    }

    /// The series as lines of a plot: a colour for each engine and instruction set, the most threads solid.
    pub fn lines(&self, machines: &Machines) -> Vec<Line> {
        let mut kinds: Vec<(&str, &str)> = vec![];
        let most = |kind| self.times.0.keys().filter(|key| key.kind() == kind).map(Key::threads).max();
        let mut lines = vec![];
        for (key, times) in &self.times.0 {
            let color = kinds.iter().position(|kind| *kind == key.kind()).unwrap_or_else(|| {
                kinds.push(key.kind());
                kinds.len() - 1
            });
            lines.push(Line {
                label: key.label(machines),
                color: color % COLORS,
                dashed: Some(key.threads()) < most(key.kind()),
                points: times.iter().map(|(&n, &seconds)| (n, seconds)).collect(),
            });
        }
        lines
    }

    /// Counts of something else than a whole board.
    pub fn others(&self) -> Table {
        let mut table = Table::new(["#N", "what", "#solutions", "engine", "#time"]);
        for (entry, queens) in &self.others {
            let list = |squares: &[[u32; 2]]| {
                squares.iter().map(|[row, column]| format!("{row},{column}")).collect::<Vec<_>>().join(" ")
            };
            let mut what = vec![];
            if !queens.fixed.is_empty() {
                what.push(format!("fixed {}", list(&queens.fixed)));
            }
            if !queens.blocked.is_empty() {
                what.push(format!("blocked {}", list(&queens.blocked)));
            }
            if let Some([number, count]) = queens.shard {
                what.push(format!("shard {number}/{count}"));
            }
            let found = match (queens.total, queens.partial) {
                (None, None) => String::new(),
                (Some(total), _) => grouped(total.0),
                (None, Some(partial)) => {
                    if queens.shard.is_none() {
                        what.push("stopped before the end".to_owned());
                    }
                    grouped(partial.0)
                }
            };
            table.row(vec![
                queens.n.to_string().into(),
                what.join("; ").into(),
                found.into(),
                entry.engine.as_str().into(),
                entry.seconds.map(text::seconds).unwrap_or_default().into(),
            ]);
        }
        table
    }
}

/// Q(N) / Q(N - 1), to four digits; empty without one.
fn growth(total: u128, before: Option<u128>) -> String {
    match before {
        Some(before) if before > 0 => format!("{:.3}", total as f64 / before as f64),
        _ => String::new(),
    }
}

/// The time in times the other; empty where one of them is too short to mean something.
fn time_ratio(time: f64, before: f64) -> String {
    if time.min(before) < SHORTEST_COMPARED { String::new() } else { text::digits(time / before) }
}

/// Q(N)^(1/N) / N, which tends to exp(-1.942...) = 0.143... (Simkin, 2021); empty where there is no solution.
fn root(total: u128, n: u32) -> String {
    if total == 0 {
        return String::new();
    }
    format!("{:.4}", (total as f64).powf(1.0 / f64::from(n)) / f64::from(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_a_ratio_where_there_is_one() {
        assert_eq!(growth(724, Some(352)), "2.057");
        assert_eq!((growth(724, None), growth(2, Some(0))), (String::new(), String::new()));
        assert_eq!((root(724, 10), root(0, 2)), ("0.1932".to_owned(), String::new()));
        assert_eq!((time_ratio(0.5, 0.125), time_ratio(0.5, 0.0005)), ("4.00".to_owned(), String::new()));
    }
}
