//! `--shard`: the shard that this process counts, given or from the scheduler's environment.
//!
//! An array job runs the same command many times, and a variable gives each task its index. Schedulers differ in the
//! variable's name, in the first index, and in whether they give the number of tasks.

use std::str::FromStr;
use vuelta::Error;
use vuelta::base::text::shown;
use vuelta::search::Shard;

/// The argument of `--shard`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShardChoice {
    /// A given shard.
    Given(Shard),
    /// The scheduler's shard, of a given number of shards or of the scheduler's number of tasks.
    Auto(Option<u64>),
}

impl FromStr for ShardChoice {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.split_once('/') {
            _ if text == "auto" => Ok(ShardChoice::Auto(None)),
            Some(("auto", count)) => {
                let count = count
                    .parse()
                    .map_err(|_| Error::Input(format!("'{}' is not a number of shards", shown(count))))?;
                Ok(ShardChoice::Auto(Some(Shard::new(1, count)?.count())))
            }
            _ => Ok(ShardChoice::Given(text.parse()?)),
        }
    }
}

impl ShardChoice {
    /// Resolves the shard, with a function that reads environment variables.
    ///
    /// # Errors
    /// One sentence if the environment has no index, several indices, or no number of tasks.
    pub fn resolve(self, variable: impl Fn(&str) -> Option<String>) -> Result<Shard, Error> {
        let wanted = match self {
            ShardChoice::Given(shard) => return Ok(shard),
            ShardChoice::Auto(count) => count,
        };
        // A blank variable says as little as one that is missing.
        let variable = |name: &str| variable(name).filter(|text| !text.trim().is_empty());
        let present = SCHEDULERS.iter().filter(|scheduler| scheduler.runs_an_array(&variable));
        let scheduler = match present.collect::<Vec<_>>()[..] {
            [scheduler] => scheduler,
            [] => {
                return Err(Error::input(
                    "the environment has no array index of a scheduler; give the shard as I/N, such as 3/64",
                ));
            }
            [one, other, ..] => {
                return Err(Error::Input(format!(
                    "two schedulers' array indices are in the environment, {} and {}; unset one, or give the shard as I/N",
                    one.index, other.index
                )));
            }
        };
        let (index, count, position) = scheduler.place(&variable)?;
        let of_all = count.filter(|&count| wanted.is_none_or(|wanted| wanted == count));
        let number = match (wanted, of_all) {
            (None, None) => {
                let why = match scheduler.missing(&variable)[..] {
                    [] => format!("{} does not give the number of tasks", scheduler.name),
                    [last] => format!("{last} is missing from the environment"),
                    [ref names @ .., last] => {
                        format!("{} and {last} are missing from the environment", names.join(", "))
                    }
                };
                return Err(Error::Input(format!("{why}; give the number of shards N as --shard auto/N")));
            }
            // A few that run again have their own numbers.
            (Some(_), None) => index.saturating_add(1 - scheduler.first),
            (_, Some(count)) => match position {
                Some(position) => position.saturating_add(1),
                None => {
                    return Err(Error::Input(format!(
                        "the {} array has gaps, so its {count} indices do not number the shards; give the shard as I/N, or \
                        the number of all shards as --shard auto/N",
                        scheduler.name
                    )));
                }
            },
        };
        Shard::new(number, wanted.or(count).unwrap_or(1))
            .map_err(|error| Error::Input(format!("{} is {index}: {error}", scheduler.index)))
    }
}

/// A scheduler's variables for the tasks of an array.
#[derive(Debug, Clone, Copy)]
struct Scheduler {
    name: &'static str,
    index: &'static str,
    /// The first index; 1 by our instructions where the user can choose.
    first: u64,
    /// Variables for the number of tasks: none; that number, of indices from 0; or the first index, the last and the
    /// step. Slurm gives the number after these three.
    tasks: &'static [&'static str],
}

const SCHEDULERS: [Scheduler; 10] = [
    scheduler(
        "Slurm",
        "SLURM_ARRAY_TASK_ID",
        1,
        &["SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP", "SLURM_ARRAY_TASK_COUNT"],
    ),
    scheduler("PBS", "PBS_ARRAY_INDEX", 1, &[]),
    scheduler("Torque", "PBS_ARRAYID", 1, &[]),
    scheduler("Grid Engine", "SGE_TASK_ID", 1, &["SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE"]),
    scheduler("LSF", "LSB_JOBINDEX", 1, &[]),
    scheduler("AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX", 0, &["AWS_BATCH_JOB_ARRAY_SIZE"]),
    scheduler("Google Batch", "BATCH_TASK_INDEX", 0, &["BATCH_TASK_COUNT"]),
    scheduler("Cloud Run", "CLOUD_RUN_TASK_INDEX", 0, &["CLOUD_RUN_TASK_COUNT"]),
    scheduler("Kubernetes", "JOB_COMPLETION_INDEX", 0, &[]),
    scheduler("GNU parallel", "PARALLEL_SEQ", 1, &[]),
];

const fn scheduler(
    name: &'static str,
    index: &'static str,
    first: u64,
    tasks: &'static [&'static str],
) -> Scheduler {
    Scheduler { name, index, first, tasks }
}

impl Scheduler {
    /// Whether the process is a task of an array. Some schedulers use "undefined" or 0 if it is not.
    fn runs_an_array(&self, variable: &impl Fn(&str) -> Option<String>) -> bool {
        let index = variable(self.index);
        let index = index.as_deref().map(str::trim);
        !matches!((self.name, index), (_, None) | ("Grid Engine", Some("undefined")) | ("LSF", Some("0")))
    }

    /// The variables for the number of tasks that are missing from the environment.
    fn missing(&self, variable: &impl Fn(&str) -> Option<String>) -> Vec<&'static str> {
        let names = self.tasks.iter().copied().take(3);
        names.filter(|name| variable(name).is_none()).collect()
    }

    /// The task's index, the number of tasks if the scheduler gives it, and the task's position from 0; `None` in an
    /// array with gaps.
    fn place(
        &self,
        variable: &impl Fn(&str) -> Option<String>,
    ) -> Result<(u64, Option<u64>, Option<u64>), Error> {
        let number = |name: &str| -> Result<Option<u64>, Error> {
            let Some(text) = variable(name) else { return Ok(None) };
            let parsed = text.trim().parse().map(Some);
            parsed.map_err(|_| Error::Input(format!("{name} is {text:?}; expected a number")))
        };
        let index = number(self.index)?.unwrap_or(0);
        let (count, position) = match *self.tasks {
            [count] => (number(count)?, Some(index)),
            [first, last, step, ref count @ ..] => match (number(first)?, number(last)?) {
                (Some(first), Some(last)) if first <= last => {
                    let step = number(step)?.unwrap_or(1).max(1);
                    let places = ((last - first) / step).saturating_add(1);
                    let given = count.first().map_or(Ok(None), |name| number(name))?;
                    let is_whole =
                        given.is_none_or(|given| given == places && (last - first).is_multiple_of(step));
                    let place =
                        index.checked_sub(first).filter(|place| place.is_multiple_of(step) && index <= last);
                    (Some(given.unwrap_or(places)), place.filter(|_| is_whole).map(|place| place / step))
                }
                _ => (None, None),
            },
            _ => (None, None),
        };
        Ok((index, count, position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The shard that `choice` gives in an environment of `NAME=VALUE` words.
    fn shard(choice: &str, environment: &str) -> Result<String, String> {
        let variable = |name: &str| {
            let words = environment.split(' ').filter_map(|word| word.split_once('='));
            words.filter(|(known, _)| *known == name).map(|(_, value)| value.to_owned()).next()
        };
        let choice: ShardChoice = choice.parse().map_err(|error: Error| error.to_string())?;
        choice.resolve(variable).map(|shard| shard.to_string()).map_err(|error| error.to_string())
    }

    fn slurm(id: u64, count: u64, first: u64, last: u64, step: u64) -> String {
        format!(
            "SLURM_ARRAY_TASK_ID={id} SLURM_ARRAY_TASK_COUNT={count} SLURM_ARRAY_TASK_MIN={first} \
            SLURM_ARRAY_TASK_MAX={last} SLURM_ARRAY_TASK_STEP={step}"
        )
    }

    #[test]
    fn every_scheduler_says_its_place() {
        for (choice, environment, expected) in [
            ("3/7", &*slurm(1, 2, 1, 2, 1), "3/7"),
            ("auto", &*slurm(1, 8, 1, 8, 1), "1/8"),
            ("auto", &*slurm(7, 8, 0, 7, 1), "8/8"),
            ("auto", &*slurm(5, 8, 3, 17, 2), "2/8"),
            ("auto/8", &*slurm(7, 8, 0, 7, 1), "8/8"),
            ("auto/64", &*slurm(5, 1, 5, 5, 1), "5/64"),
            ("auto/64", &*slurm(5, 3, 1, 9, 1), "5/64"), // --array=1,5,9
            ("auto/64", "SLURM_ARRAY_TASK_ID=5", "5/64"),
            ("auto/9", "PBS_ARRAY_INDEX=4", "4/9"),
            ("auto/9", "PBS_ARRAYID=9", "9/9"),
            ("auto", "SGE_TASK_ID=5 SGE_TASK_FIRST=1 SGE_TASK_LAST=10 SGE_TASK_STEPSIZE=4", "2/3"),
            ("auto/9", "LSB_JOBINDEX=2 SGE_TASK_ID=undefined", "2/9"),
            ("auto/9", "PARALLEL_SEQ=2 LSB_JOBINDEX=0", "2/9"),
            ("auto", "AWS_BATCH_JOB_ARRAY_INDEX=0 AWS_BATCH_JOB_ARRAY_SIZE=4", "1/4"),
            ("auto/4", "BATCH_TASK_INDEX=3 BATCH_TASK_COUNT=4", "4/4"),
            ("auto", "CLOUD_RUN_TASK_INDEX=3 CLOUD_RUN_TASK_COUNT=4", "4/4"),
            ("auto/4", "CLOUD_RUN_TASK_INDEX=1 CLOUD_RUN_TASK_COUNT=9", "2/4"),
            ("auto/4", "JOB_COMPLETION_INDEX=0", "1/4"),
            ("auto/4", "JOB_COMPLETION_INDEX=3", "4/4"),
        ] {
            assert_eq!(shard(choice, environment).as_deref(), Ok(expected), "{choice} in {environment}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_shard_or_a_sentence(text in prop_oneof!["(auto)?/?[0-9]{0,8}(/[0-9]{0,20})?", any::<String>()]) {
            if let Err(error) = text.parse::<ShardChoice>() {
                prop_assert!(!error.to_string().contains(char::is_control), "{:?}", error);
            }
        }

        #[test]
        fn any_environment_says_a_shard_or_a_sentence(
            scheduler in prop::sample::select(&SCHEDULERS[..]),
            values in prop::collection::vec(prop_oneof!["[0-9]{1,2}", "1844674407370955161[56]", "[ -~]{0,3}", any::<String>()], 5),
            count in prop::option::of(1u64..100),
        ) {
            let variable = |name: &str| {
                let mut names = std::iter::once(&scheduler.index).chain(scheduler.tasks);
                names.position(|known| *known == name).map(|at| values[at].clone())
            };
            if let Err(error) = ShardChoice::Auto(count).resolve(variable) {
                prop_assert!(!error.to_string().contains(char::is_control), "{:?}", error);
            }
        }
    }

    #[test]
    fn environments_without_an_index_are_refused_in_a_sentence() {
        for (choice, environment, part) in [
            ("auto", "", "no array index of a scheduler"),
            ("auto", "SGE_TASK_ID=undefined LSB_JOBINDEX=0", "no array index of a scheduler"),
            ("auto", "PBS_ARRAY_INDEX=4", "give the number of shards"),
            ("auto", "JOB_COMPLETION_INDEX=0", "Kubernetes does not give"),
            (
                "auto",
                "SLURM_ARRAY_TASK_ID=1",
                "SLURM_ARRAY_TASK_MIN, SLURM_ARRAY_TASK_MAX and SLURM_ARRAY_TASK_STEP are missing",
            ),
            (
                "auto",
                "SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_STEP=1",
                "SLURM_ARRAY_TASK_MAX is missing from the environment; give the number of shards N",
            ),
            ("auto", "SGE_TASK_ID=1 SGE_TASK_LAST=2", "SGE_TASK_FIRST and SGE_TASK_STEPSIZE are missing"),
            ("auto", "AWS_BATCH_JOB_ARRAY_INDEX=1", "AWS_BATCH_JOB_ARRAY_SIZE is missing"),
            ("auto", &*slurm(4, 3, 1, 5, 1), "has gaps"),
            ("auto/3", &*slurm(4, 3, 1, 5, 1), "has gaps"),
            ("auto/64", &*slurm(0, 1, 0, 0, 1), "shard 0/64 does not exist"),
            ("auto/64", &*slurm(65, 1, 65, 65, 1), "shard 65/64 does not exist"),
            ("auto/4", "JOB_COMPLETION_INDEX=4", "shard 5/4 does not exist"),
            ("auto/4", "PBS_ARRAY_INDEX=x", "expected a number"),
            ("auto/9", "PARALLEL_SEQ=2 PBS_ARRAY_INDEX=1", "PBS_ARRAY_INDEX and PARALLEL_SEQ"),
            ("auto/0", "", "1 to 1000000 shards"),
            ("auto/x", "", "not a number of shards"),
            ("8/7", "", "does not exist"),
            ("half", "", "is not a shard"),
            ("auto", "SGE_TASK_ID=1 SGE_TASK_FIRST=0 SGE_TASK_LAST=18446744073709551615", "shards, not"),
        ] {
            let error = shard(choice, environment).unwrap_err();
            assert!(error.contains(part), "{choice} in {environment}: {error}");
        }
    }
}
