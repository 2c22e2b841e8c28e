//! Chunks, which are lines of a ledger, and shards, which are counted on different machines.
//!
//! Both depend on the subproblems and their costs alone: they are equal on any machine.
//!
//! A chunk is a range of subproblems of at least a 50,000th of the total cost and at least the requested cost (about
//! two seconds), so that a ledger has at most about 50,000 lines and a short run writes few. A shard consists of
//! every `count`-th of the slices of equal cost into which the subproblems are cut: up to 16 slices per shard, to
//! even out errors of the estimated costs along the numbering. A slice deviates by at most one subproblem at either
//! end.
//!
//! Run time O(subproblems), some nanoseconds each; memory O(chunks).

use super::{Problem, Ranges, StopFlag};
use crate::Error;
use crate::base::text::shown;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

const MOST_SLICES: u64 = 16;
/// The least average number of subproblems in a slice, so that deviations at its ends do not matter.
const LEAST_SLICE: u64 = 1000;
/// The most shards, more than any scheduler's arrays have.
const MOST_SHARDS: u64 = 1_000_000;

/// Shard `number` of `count` of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    count: u64,
}

impl Shard {
    /// The whole problem.
    pub const WHOLE: Shard = Shard { number: 1, count: 1 };

    /// Shard `number` of `count`, counted from 1.
    ///
    /// # Errors
    /// [`Error::Input`] for more than a million shards, or a number outside 1 to `count`.
    pub fn new(number: u64, count: u64) -> Result<Self, Error> {
        if count == 0 || count > MOST_SHARDS {
            return Err(Error::input(format!("there can be 1 to {MOST_SHARDS} shards, not {count}")));
        }
        if number == 0 || number > count {
            let sentence = format!("shard {number}/{count} does not exist; shards are 1 to {count}");
            return Err(Error::input(sentence));
        }
        Ok(Shard { number, count })
    }

    /// The shard's number, counted from 1.
    #[must_use]
    pub fn number(self) -> u64 {
        self.number
    }

    /// The number of shards.
    #[must_use]
    pub fn count(self) -> u64 {
        self.count
    }

    /// The subproblems of this shard. The costs of two shards of at least 100 subproblems differ by less than 5 % if
    /// no subproblem costs more than twice the average. Incomplete once `stop` is raised.
    pub(crate) fn ranges<P: Problem>(self, problem: &P, plan: &Plan, stop: &StopFlag) -> Ranges {
        let mut ranges = Ranges::default();
        slices(self.count, problem, plan, stop, |shard, ids| {
            if shard == self.number {
                ranges.insert(ids);
            }
        });
        ranges
    }

    /// All shards with their subproblems. Incomplete once `stop` is raised.
    ///
    /// # Errors
    /// [`Error::Input`] for a count that [`Shard::new`] refuses.
    pub(crate) fn all<P: Problem>(
        count: u64,
        problem: &P,
        plan: &Plan,
        stop: &StopFlag,
    ) -> Result<Vec<(Shard, Ranges)>, Error> {
        Shard::new(1, count)?;
        let mut shards: Vec<_> =
            (1..=count).map(|number| (Shard { number, count }, Ranges::default())).collect();
        slices(count, problem, plan, stop, |shard, ids| {
            shards[shard as usize - 1].1.insert(ids);
        });
        Ok(shards)
    }
}

/// Cuts the subproblems into slices of equal cost, and deals them to the shards 1 to `count` in turn.
fn slices<P: Problem>(
    count: u64,
    problem: &P,
    plan: &Plan,
    stop: &StopFlag,
    mut deal: impl FnMut(u64, Range<u64>),
) {
    let len = problem.len();
    if count == 1 {
        return deal(1, 0..len);
    }
    let slices = count * (len / count / LEAST_SLICE).clamp(1, MOST_SLICES);
    let (mut start, mut before, mut current) = (0, 0u128, 0);
    for id in stop.until_raised(0..len) {
        let slice = (before * u128::from(slices) / plan.cost) as u64;
        if slice != current {
            deal(current % count + 1, start..id);
            (start, current) = (id, slice);
        }
        before += u128::from(problem.subproblem(id).cost);
    }
    deal(current % count + 1, start..len);
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Shard {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.number, self.count].serialize(serializer)
    }
}

impl FromStr for Shard {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let parsed = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        let unknown = || Error::input(format!("'{}' is not a shard; an example is 3/64", shown(text)));
        let (number, count) = parsed.ok_or_else(unknown)?;
        Shard::new(number, count)
    }
}

/// The division of a problem into chunks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The number of subproblems.
    pub len: u64,
    /// Their estimated cost.
    pub cost: u128,
    /// A checksum over all weights and costs in order, which identifies the numbering.
    pub fingerprint: u32,
    /// The end of each chunk.
    pub ends: Vec<u64>,
}

impl Plan {
    /// The most chunks of a plan.
    pub const MOST_CHUNKS: usize = 50_000;

    /// The plan of a problem with chunks of at least this cost; `None` if `stop` was raised.
    pub fn new<P: Problem>(problem: &P, least: u64, stop: &StopFlag) -> Option<Self> {
        let len = problem.len();
        let (mut cost, mut hasher) = (0u128, crc32fast::Hasher::new());
        for id in stop.until_raised(0..len) {
            let subproblem = problem.subproblem(id);
            cost += u128::from(subproblem.cost);
            hasher.update(&subproblem.weight.to_le_bytes());
            hasher.update(&subproblem.cost.to_le_bytes());
        }
        let least = u128::from(least).max(cost.div_ceil(Self::MOST_CHUNKS as u128));
        let (mut ends, mut chunk) = (vec![], 0);
        for id in stop.until_raised(0..len) {
            chunk += u128::from(problem.subproblem(id).cost);
            if chunk >= least || id + 1 == len {
                ends.push(id + 1);
                chunk = 0;
            }
        }
        (!stop.is_raised()).then(|| Plan { len, cost, fingerprint: hasher.finalize(), ends })
    }

    /// These subproblems, cut at the ends of the chunks.
    pub fn cut(&self, ids: &Ranges) -> Vec<Range<u64>> {
        let mut chunks = vec![];
        for ids in ids.iter() {
            let mut start = ids.start;
            for &end in &self.ends[self.ends.partition_point(|&end| end <= start)..] {
                chunks.push(start..end.min(ids.end));
                start = end;
                if end >= ids.end {
                    break;
                }
            }
        }
        chunks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::problem::cost_of;
    use crate::search::test_problems::Stored;

    fn costs(len: u64) -> Stored {
        Stored::of_costs((0..len).map(|id| 100 + id * 7919 % 101), 1)
    }

    fn plan(problem: &Stored, least: u64) -> Plan {
        Plan::new(problem, least, &StopFlag::default()).unwrap()
    }

    fn shards(problem: &Stored, count: u64) -> Vec<Ranges> {
        let (plan, stop) = (plan(problem, 1), StopFlag::default());
        let all = Shard::all(count, problem, &plan, &StopFlag::default()).unwrap();
        let last = Shard::new(count, count).unwrap();
        assert_eq!(all[count as usize - 1], (last, last.ranges(problem, &plan, &stop)));
        all.into_iter().map(|(_, ranges)| ranges).collect()
    }

    #[test]
    fn shards_are_disjoint_and_cover_everything() {
        for len in [0, 1, 2, 99, 5000, 40_000] {
            for count in [1, 2, 3, 7, 64, 1000] {
                let mut union = Ranges::default();
                for shard in shards(&costs(len), count) {
                    assert!(shard.iter().all(|ids| union.insert(ids)));
                }
                assert_eq!(union, Ranges::of(0..len), "{count} shards of {len}");
            }
        }
    }

    #[test]
    fn shards_of_a_hundred_subproblems_cost_the_same_within_5_percent() {
        for (len, count) in [(300, 2), (6400, 64), (12_800, 64), (20_000, 3), (100_000, 17)] {
            let problem = costs(len);
            let cost =
                |shard: &Ranges| shard.iter().flatten().map(|id| problem.subproblem(id).cost).sum::<u64>();
            let shards = shards(&problem, count);
            assert!(shards.iter().all(|shard| shard.len() * 10 >= len / count * 9), "none is nearly empty");
            let all: Vec<u64> = shards.iter().filter(|shard| shard.len() >= 100).map(cost).collect();
            let (least, most) = (all.iter().min().unwrap(), all.iter().max().unwrap());
            assert!(most * 100 <= least * 105, "{count} shards of {len}: {least} to {most}");
        }
    }

    /// Shards begun by one version are resumed by another.
    #[test]
    fn shards_are_made_of_as_many_slices_as_ever() {
        for (len, count, slices) in
            [(900, 3, 1), (4000, 2, 2), (20_000, 3, 6), (100_000, 17, 5), (80_000, 2, 16)]
        {
            for shard in shards(&costs(len), count) {
                assert_eq!(shard.iter().count(), slices, "{count} shards of {len}");
            }
        }
        let second = &shards(&costs(4000), 2)[1];
        assert_eq!(second.iter().collect::<Vec<_>>(), [1001..2001, 3001..4000]);
    }

    #[test]
    fn chunks_are_neither_many_nor_small() {
        let problem = costs(200_000);
        assert!((40_000..=50_000).contains(&plan(&problem, 1).ends.len()));
        assert_eq!(plan(&costs(1000), 2_000_000).ends.len(), 1);
        assert_eq!(plan(&costs(0), 1).ends.len(), 0);
        // At least 2,000 units per chunk: ten to twenty subproblems.
        let plan = plan(&costs(1000), 2000);
        assert!((50..=100).contains(&plan.ends.len()), "{}", plan.ends.len());
    }

    #[test]
    fn a_raised_flag_ends_the_planning() {
        let stop = StopFlag::default();
        stop.finish();
        assert_eq!(Plan::new(&costs(100_000), 1, &stop), None);
    }

    #[test]
    fn cut_ranges_are_the_same_numbers() {
        let (plan, stop) = (plan(&costs(1000), 1000), StopFlag::default());
        let mut ids = Ranges::of(3..500);
        ids.insert(700..1000);
        let mut again = Ranges::default();
        for chunk in plan.cut(&ids) {
            assert!(!chunk.is_empty() && again.insert(chunk));
        }
        assert_eq!(again, ids);
        assert_eq!(plan.cut(&Ranges::of(0..1000)).len(), plan.ends.len());
        let problem = costs(1000);
        assert_eq!(cost_of(&problem, Ranges::of(0..1000).iter(), &stop), plan.cost);
        let cost = u128::from(problem.subproblem(3).cost + problem.subproblem(4).cost);
        assert_eq!(cost_of(&problem, Ranges::of(3..5).iter(), &stop), cost);
    }

    #[test]
    fn shards_are_read_and_written() {
        let shard: Shard = "3/7".parse().unwrap();
        assert_eq!((shard.number(), shard.count(), shard.to_string().as_str()), (3, 7, "3/7"));
        for text in ["", "3", "0/7", "8/7", "1/0", "a/b", "1/2/3", "-1/4", "1/1000001"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
