//! Engine against engine, on the largest count that both made.

use super::series::{Key, Machines, SHORTEST_COMPARED, Times};
use super::table::Table;
use super::text;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Two engines on one machine with as many threads, on the largest subject that both counted.
#[derive(Debug)]
pub struct Comparison<'a, S> {
    /// The better engine and its seconds.
    pub engine: (&'a Key, f64),
    /// The one that it is compared with.
    pub other: (&'a Key, f64),
    pub subject: &'a S,
}

impl<S> Comparison<'_, S> {
    /// How many times as long the other takes.
    pub fn ratio(&self) -> f64 {
        self.other.1 / self.engine.1
    }

    /// `228 ×`.
    pub fn factor(&self) -> String {
        format!("{} ×", text::times(self.ratio()))
    }

    /// `N = 18 takes 243 ms with halves and 55.3 s with bitmask (2 threads), 228 times as long.`
    pub fn sentence(&self, subject: &str, machines: &Machines) -> String {
        format!(
            "{subject} takes {} with {} and {} with {} ({}), {} times as long.",
            text::seconds(self.engine.1),
            self.engine.0.engine(),
            text::seconds(self.other.1),
            described(self.other.0.engine()),
            self.engine.0.place_label(machines),
            text::times(self.ratio())
        )
    }
}

/// The engine, with what it is where its name does not say it.
fn described(engine: &str) -> String {
    if engine == "backtrack" { "backtrack, the textbook search".to_owned() } else { engine.to_owned() }
}

impl<S: Ord> Times<S> {
    /// Every engine with every other on every machine, where both counted something that takes a millisecond.
    pub fn comparisons(&self) -> Vec<Comparison<'_, S>> {
        let mut best: BTreeMap<_, Comparison<'_, S>> = BTreeMap::new();
        for (key, times) in &self.0 {
            let others = self.0.iter().filter(|(other, _)| {
                other.engine_rank() > key.engine_rank()
                    && (other.machine(), other.threads()) == (key.machine(), key.threads())
            });
            for (other, its) in others {
                let long = |time: &&f64| **time >= SHORTEST_COMPARED;
                let both = times.iter().rev().find_map(|(subject, time)| {
                    Some((subject, Some(time).filter(long)?, its.get(subject).filter(long)?))
                });
                let Some((subject, &time, &its)) = both else { continue };
                let found = Comparison { engine: (key, time), other: (other, its), subject };
                let pair = (key.machine(), key.engine_rank(), other.engine_rank());
                // The keys come best instruction set first, then with the most threads.
                let better = |known: &Comparison<'_, S>| {
                    (known.subject, known.engine.0.threads()) < (subject, key.threads())
                };
                if best.get(&pair).is_none_or(better) {
                    best.insert(pair, found);
                }
            }
        }
        best.into_values().collect()
    }

    /// For each engine but the best the comparison on the largest subject, with the best engine that has one.
    pub fn headline(&self) -> Vec<Comparison<'_, S>> {
        let mut all = self.comparisons();
        all.retain(|of| of.ratio() > 1.0);
        all.sort_by_key(|of| (of.other.0.engine_rank(), of.engine.0.engine_rank(), Reverse(of.subject)));
        let mut seen = BTreeSet::new();
        all.retain(|of| seen.insert(of.other.0.engine_rank()));
        all
    }

    /// A row for each comparison.
    pub fn compared(&self, subject_name: impl Fn(&S) -> String, machines: &Machines) -> Table {
        let headings =
            ["two engines", "#second takes", "largest count", "#time of first", "#of second", "threads"];
        let mut table = Table::new(headings).titled("Engine against engine");
        for of in self.comparisons() {
            table.row(vec![
                format!("{}, {}", of.engine.0.kind_label(), of.other.0.kind_label()).into(),
                format!("{} as long", of.factor()).into(),
                subject_name(of.subject).into(),
                text::seconds(of.engine.1).into(),
                text::seconds(of.other.1).into(),
                of.engine.0.place_label(machines).into(),
            ]);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::super::series::tests::times;
    use super::*;

    fn sample() -> Times<u32> {
        times(&[
            ("halves", "avx512", 2, 18, 0.25),
            ("halves", "avx2", 2, 18, 0.5),
            ("halves", "avx512", 1, 18, 0.4),
            ("halves", "avx512", 2, 16, 0.01),
            ("halves", "avx512", 2, 8, 0.0001),
            ("bitmask", "portable", 2, 18, 57.0),
            ("bitmask", "portable", 1, 18, 100.0),
            ("bitmask", "portable", 2, 19, 400.0),
            ("backtrack", "portable", 2, 16, 75.0),
            ("memo", "portable", 1, 16, 75.0),
            ("dense", "portable", 2, 8, 0.5),
        ])
    }

    #[test]
    fn engines_are_compared_on_the_largest_count_of_both_with_as_many_threads() {
        let table = sample().compared(u32::to_string, &Machines::default()).markdown();
        let lines: Vec<&str> = table.lines().skip(4).collect();
        assert_eq!(
            lines,
            [
                "| halves avx512, bitmask portable | 228 × as long | 18 | 250 ms | 57.0 s | 2 threads, machine 1 |",
                "| halves avx512, backtrack portable | 7,500 × as long | 16 | 10.0 ms | 75.0 s | 2 threads, machine 1 |",
            ]
        );
    }

    #[test]
    fn the_headline_names_the_best_engine_against_each_other_one() {
        let times = sample();
        let said: Vec<_> = times
            .headline()
            .iter()
            .map(|of| of.sentence(&format!("N = {}", of.subject), &Machines::default()))
            .collect();
        assert_eq!(
            said,
            [
                "N = 18 takes 250 ms with halves and 57.0 s with bitmask (2 threads, machine 1), 228 times as long.",
                "N = 16 takes 10.0 ms with halves and 75.0 s with backtrack, the textbook search (2 threads, machine 1), 7,500 times as long.",
            ]
        );
        let slower = super::super::series::tests::times(&[
            ("halves", "avx2", 1, 8, 0.5),
            ("bitmask", "portable", 1, 8, 0.25),
        ]);
        assert!(slower.headline().is_empty() && slower.comparisons().len() == 1);
    }
}
