//! What the results say about N-queens.

use super::folder::Entry;
use super::plot::{COLORS, Line};
use super::series::{Key, Machines, SHORTEST_COMPARED, Times};
use super::table::{Table, TableCell};
use super::text;
use super::verdict::Verdicts;
use crate::known;
use crate::report::{Number, Record, Status, grouped};
use std::collections::{BTreeMap, BTreeSet};

/// The names of a board's numbers.
const QUANTITIES: [&str; 4] = ["total", "fundamental", "symmetric_180", "symmetric_90"];

/// The numbers of a board; two results that differ are two of them.
type Numbers = (u32, Number, [Option<Number>; 3]);

/// The queens counts of all results, once each.
#[derive(Debug, Default)]
pub struct QueensResults<'a> {
    numbers: BTreeSet<Numbers>,
    pub times: Times<u32>,
    /// The median time of each count that was repeated, and how many runs it had.
    medians: Vec<(u32, f64, usize)>,
    /// Shards, stopped runs and boards with conditions.
    others: Vec<&'a Record>,
}

impl<'a> QueensResults<'a> {
    pub fn of(entries: &'a [Entry], machines: &Machines) -> Self {
        let mut results = QueensResults::default();
        for entry in entries {
            let record = &entry.record;
            if record.problem != "queens" {
                continue;
            }
            let [total, fundamental, half, quarter] = QUANTITIES.map(|name| record.number(name).map(Number));
            match total {
                Some(total) if !record.subject.has_conditions() => {
                    let n = record.subject.get("n");
                    results.numbers.insert((n, total, [fundamental, half, quarter]));
                    results.times.add(Key::of(entry, machines), &n);
                    if let (Some(seconds), Some(runs)) = (record.made.seconds, &record.made.runs) {
                        results.medians.push((n, seconds, runs.count));
                    }
                }
                _ => results.others.push(record),
            }
        }
        results
    }

    /// The shortest time of this board, and how many runs it is the median of.
    pub fn best(&self, n: u32) -> Option<(f64, Option<usize>)> {
        let time = self.times.best(&n)?;
        let median = self.medians.iter().find(|(size, seconds, _)| (*size, *seconds) == (n, time));
        Some((time, median.map(|(_, _, runs)| *runs)))
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
            "#time",
            "#solutions/s",
        ]);
        for &(n, total, [fundamental, half, quarter]) in &self.numbers {
            let counts = QUANTITIES.into_iter().zip([Some(total), fundamental, half, quarter]);
            let compared = counts.filter_map(|(quantity, count)| {
                Some((format!("{quantity} of N = {n}"), count?.0, known::queens_count(quantity, n)?))
            });
            let verdict = verdicts.compare(compared);
            let number =
                |count: Option<Number>| TableCell::from(count.map(|n| grouped(n.0)).unwrap_or_default());
            let (best, runs) = self.best(n).unzip();
            let median = runs.flatten().map(|runs| format!(" (median of {runs})")).unwrap_or_default();
            let rate = best.filter(|&time| time > 0.0).map(|time| grouped((total.0 as f64 / time) as u128));
            table.row(vec![
                n.to_string().into(),
                number(Some(total)),
                number(fundamental),
                number(half),
                number(quarter),
                verdict,
                best.map(|time| text::seconds(time) + &median).unwrap_or_default().into(),
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
            let mut row: Vec<TableCell> = vec![n.to_string().into(), growth(total, before).into()];
            row.push(root(total, n).into());
            for (_, times) in &main {
                let ratio = |back| Some(time_ratio(*times.get(&n)?, *times.get(&n.checked_sub(back)?)?));
                row.extend([1, 2].map(|back| TableCell::from(ratio(back).unwrap_or_default())));
            }
            table.row(row);
        }
        table
    }

    /// These series as lines of a plot: a colour for each engine and instruction set, which is the same in every
    /// plot, the most threads solid.
    pub fn lines(&self, shown: &Times<u32>, machines: &Machines) -> Vec<Line> {
        let mut kinds: Vec<(&str, &str)> = vec![];
        let most = |kind| self.times.0.keys().filter(|key| key.kind() == kind).map(Key::threads).max();
        let mut lines = vec![];
        for (key, times) in &self.times.0 {
            let color = kinds.iter().position(|kind| *kind == key.kind()).unwrap_or_else(|| {
                kinds.push(key.kind());
                kinds.len() - 1
            });
            if !shown.0.contains_key(key) {
                continue;
            }
            lines.push(Line {
                name: key.engine().to_owned(),
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
        for record in &self.others {
            let (subject, made) = (&record.subject, &record.made);
            let listed = |name: &str| Some(format!("{name} {}", subject.cell(name)));
            let how = match made.status {
                Status::Partial => Some("stopped before the end"),
                Status::Merged => Some("merged ledgers"),
                Status::Resumed => Some("with what a ledger had"),
                Status::Complete => None,
            };
            let squares =
                ["fixed", "blocked", "shard"].into_iter().filter(|name| !subject.cell(name).is_empty());
            let what = squares.map(listed).chain([how.map(str::to_owned)]);
            let found = record.number("total").or(record.number("partial"));
            let seconds = made.seconds.filter(|_| !made.resumed);
            table.row(vec![
                subject.cell("n").into(),
                what.flatten().collect::<Vec<_>>().join("; ").into(),
                found.map(grouped).unwrap_or_default().into(),
                made.engine.as_str().into(),
                seconds.map(text::seconds).unwrap_or_default().into(),
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
