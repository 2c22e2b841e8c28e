//! Recounts: published numbers grouped by the count that gives them, and how each is counted.

mod placements;
mod queens;
mod regions;
mod senku;

use super::{Compared, Countable, Holes, Made, Record, Status};
use serde::Serialize;
use std::fmt;
use vuelta::Error;
use vuelta::known::Published;
use vuelta::queens::Device;
use vuelta::search::{Context, Instant, StopFlag, Workers};
use vuelta::simd::Isa;

/// Shorter times, in seconds, say nothing about the next one: much of them is the start of the workers.
const SHORTEST: f64 = 0.05;

/// The keys that tell the subjects of published numbers apart.
pub(super) const KEYS: [&str; 7] = ["n", "board", "start", "goal", "rows", "columns", "rules"];

/// A count about which numbers were published, such as `queens 12`, `queens 12 nodes`, `english 3,3 same`, `8x12 queen`.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Case {
    pub(super) problem: &'static str,
    pub(super) n: Option<u32>,
    pub(super) board: Option<String>,
    pub(super) start: Option<Holes>,
    pub(super) goal: Option<Holes>,
    pub(super) rows: Option<u32>,
    pub(super) columns: Option<u32>,
    pub(super) rules: Option<Vec<String>>,
    /// The quantity, where it is not the number of solutions.
    part: Option<&'static str>,
    #[serde(skip)]
    name: String,
}

impl Case {
    /// A count of N, with its name.
    pub(super) fn of_size(problem: &'static str, n: u32) -> Self {
        Case { problem, n: Some(n), name: format!("{problem} {n}"), ..Case::default() }
    }

    /// This case, restricted to one quantity.
    pub(super) fn part(self, part: &'static str) -> Self {
        Case { part: Some(part), ..self }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.part.map_or(Ok(()), |part| write!(f, " {part}"))
    }
}

/// All recounts, about in ascending order of their times; equal ranks in the order of the families.
pub(super) fn recounts() -> Vec<Recount> {
    let families = [queens::recounts, regions::recounts, senku::recounts, placements::recounts];
    let mut recounts: Vec<Recount> = families.iter().flat_map(|recounts| recounts()).collect();
    recounts.sort_by_key(|recount| recount.rank);
    recounts
}

/// A count about which numbers were published.
pub(super) struct Recount {
    pub case: Case,
    /// The times of recounts predict those of later recounts of the same kind.
    pub kind: &'static str,
    /// N, or the number of holes.
    pub size: u32,
    /// The order of the recounts: 2 N, where the count of N queens takes about as long as this recount. On two threads, N = 8
    /// takes less than a millisecond and N = 18 half a second.
    pub rank: u32,
    pub pace: Pace,
    pub compare: Box<Compare>,
}

/// Counts, and compares all numbers that were published.
pub(super) type Compare = dyn Fn(&Means<'_>, &mut Context<'_>) -> Result<Recounted, Error>;

/// How the time of a recount follows from the times of earlier recounts of its kind.
#[derive(Debug, Clone, Copy)]
pub(super) enum Pace {
    /// It is the last time multiplied by the ratio of the second last time to the third last. Boards of odd N take much longer
    /// than those of N - 1, and boards of even N little longer. So the last ratio would be that of the other parity.
    SecondLast,
    /// It grows by about `factor` per size. Without an earlier recount that took long enough it is about `usual` seconds.
    Factor { factor: f64, usual: f64 },
    /// It is about this many seconds, whatever the others took.
    Known(f64),
}

/// The means of a recount.
#[derive(Debug, Clone, Copy)]
pub struct Means<'a> {
    /// The threads.
    pub workers: &'a Workers,
    /// Ends the recount in progress.
    pub stop: &'a StopFlag,
    /// The instruction set.
    pub isa: Isa,
    /// The device that joins half boards.
    pub device: &'a Device,
    /// Bytes.
    pub memory_limit: u64,
}

/// The result of a recount: nothing is compared if it was stopped.
#[derive(Debug, Default)]
pub(super) struct Recounted {
    pub made: Made,
    pub compared: Vec<Compared>,
}

impl From<Record> for Recounted {
    fn from(record: Record) -> Self {
        Recounted { compared: record.comparisons().collect(), made: record.made }
    }
}

impl Recounted {
    /// The result of a count that has no record of its own.
    pub fn by(engine: &str, context: &Context<'_>, began: Instant, compared: Vec<Compared>) -> Self {
        let made = Made {
            status: Status::Complete,
            engine: engine.to_owned(),
            threads: Some(context.workers.threads()),
            seconds: Some(began.elapsed().as_secs_f64()),
            ..Made::default()
        };
        Recounted { made, compared }
    }

    /// A count for each of these numbers, given its place; nothing if one of them was stopped.
    pub fn one_by_one<C: Countable>(
        numbers: impl IntoIterator<Item = Published>,
        context: &mut Context<'_>,
        counting: impl Fn(u32) -> Result<C, Error>,
    ) -> Result<Self, Error> {
        let (mut all, mut seconds) = (Recounted::default(), 0.0);
        for published in numbers {
            let record = counting(published.place.unwrap_or_default())?.count(context)?;
            let Some(&[count]) = record.main_numbers().as_deref() else { return Ok(Recounted::default()) };
            all.compared.push((count, published));
            seconds += record.made.seconds.unwrap_or_default();
            all.made = Made { seconds: Some(seconds), ..record.made };
        }
        Ok(all)
    }
}

impl Recount {
    /// The expected time in seconds, from the earlier recounts with their times.
    pub(super) fn next_time(&self, earlier: &[(Recount, f64)]) -> f64 {
        let alike = || earlier.iter().rev().filter(|(recount, _)| recount.kind == self.kind);
        let time = |back: usize| alike().nth(back).map_or(0.0, |&(_, time)| time).max(SHORTEST);
        match self.pace {
            Pace::SecondLast => time(0) * time(1) / time(2),
            Pace::Known(seconds) => seconds.max(SHORTEST),
            Pace::Factor { factor, usual } => match alike().next() {
                Some((last, seconds)) if *seconds > SHORTEST => {
                    seconds * factor.powi(self.size.saturating_sub(last.size) as i32)
                }
                // What is shorter does not tell how it grows.
                _ => usual.max(SHORTEST),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell;
    use vuelta::known;

    /// A recount of this kind and size.
    fn recount(kind: &'static str, size: u32) -> Recount {
        let mut recounts = recounts().into_iter();
        recounts.find(|recount| (recount.kind, recount.size) == (kind, size)).unwrap()
    }

    #[test]
    fn every_published_number_with_a_goal_or_a_size_is_recounted() {
        let recounts = recounts();
        for entry in known::entries() {
            let is_alike = |key: &str, found: String| {
                let plain = found.replace(',', " ").replace(['[', ']'], "");
                entry.key(key).is_none_or(|known| known == plain)
            };
            let about = |recount: &Recount| {
                let case = serde_json::json!(recount.case);
                let is_alike = |key| is_alike(key, cell(key, &case[key]));
                recount.case.problem == entry.problem && KEYS.into_iter().all(is_alike)
            };
            assert!(recounts.iter().any(about), "{entry:?}");
        }
        let names: Vec<String> = recounts.iter().map(|recount| recount.case.to_string()).collect();
        assert_eq!((names[0].as_str(), names.last().unwrap().as_str()), ("queens 0", "queens 27"));
        for name in [
            "12x12 queen",
            "19x19 queen torus",
            "english 3,3 same",
            "english 3,3 same moves",
            "european 3,3 any",
            "queens 12 first row",
            "queens 16 nodes",
            "triangle15 2,0 any",
            "triangle15 2,1 same",
            "triangle15 3,3 3,0 moves",
            "triangle28 moves",
        ] {
            assert_eq!(names.iter().filter(|known| *known == name).count(), 1, "{name} in {names:?}");
        }
    }

    #[test]
    fn the_next_time_grows_as_the_second_last_did() {
        let queens = |times: &[f64]| {
            let times: Vec<_> = times.iter().map(|&time| (recount("queens", 8), time)).collect();
            recount("queens", 9).next_time(&times)
        };
        for quick in [vec![], vec![0.001, 0.001, 0.002]] {
            assert!((queens(&quick) - SHORTEST).abs() < 1e-9);
        }
        assert!((queens(&[1.0, 0.3, 3.0, 4.0]) - 40.0).abs() < 1e-9);
    }

    #[test]
    fn the_next_time_of_other_counts_grows_with_their_size() {
        let near = |next: &Recount, times: &[(Recount, f64)], expected: f64| {
            assert!((next.next_time(times) - expected).abs() < 1e-9, "{}", next.case);
        };
        let nodes = |size| recount("nodes", size);
        near(&nodes(4), &[], SHORTEST);
        near(&nodes(16), &[(nodes(11), 0.01), (nodes(12), 0.1), (recount("queens", 15), 9.0)], 129.6);
        let [triangle, english, european] = [15, 33, 37].map(|holes| recount("senku", holes));
        let Pace::Factor { usual, .. } = english.pace else { panic!() };
        assert!(usual > 1.0);
        near(&triangle, &[], SHORTEST);
        near(&english, &[(recount("senku", 15), 0.001)], usual);
        near(&european, &[(english, 0.5)], 8.0);
        near(&triangle, &[(recount("senku", 15), 0.2)], 0.2);
    }
}
