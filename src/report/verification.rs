//! Published numbers, counted again: a row for each, and what is to be said of all of them.

use super::{Made, Place, QueensRecord, Record, Row, Run, SenkuRecord, field, time};
use crate::Error;
use crate::known::{self, Published};
use crate::verify::{Case, Forecast, Recount};
use serde::{Serialize, Serializer};
use std::time::Duration;

/// What is counted: N, or a board with its start and its goal.
#[derive(Debug, Clone, Serialize)]
struct About {
    problem: &'static str,
    n: Option<u32>,
    board: Option<&'static str>,
    start: Option<Place>,
    goal: Option<Place>,
    /// As a user calls it.
    #[serde(skip)]
    name: String,
}

impl About {
    fn of(case: &Case) -> Self {
        let (problem, name) = (case.problem(), case.to_string());
        match case {
            Case::Queens(board) => {
                About { problem, n: Some(board.size()), board: None, start: None, goal: None, name }
            }
            Case::Senku(board, game) => {
                let (start, goal) = (Some(Place::start(game)), Some(Place::goal(game)));
                About { problem, n: None, board: Some(board), start, goal, name }
            }
        }
    }
}

/// A published number beside the one that was counted.
#[derive(Debug, Clone, Serialize)]
pub struct Comparison {
    #[serde(flatten)]
    subject: About,
    /// Which number: `total`, `fundamental`, ... of queens, `games`, `solutions`, ... of Senku.
    pub quantity: &'static str,
    /// What was counted.
    #[serde(serialize_with = "digits")]
    pub count: u128,
    /// What was published.
    #[serde(serialize_with = "digits")]
    pub published: u128,
    /// Where.
    pub source: &'static str,
    /// Whether the two are the same.
    pub agrees: bool,
    /// Solutions found per second; `None` beside other numbers than theirs.
    pub solutions_per_second: Option<f64>,
    /// How the count was made, of which this number may be one of several.
    #[serde(flatten)]
    pub made: Made,
}

/// A count in JSON: a string, see [`super::as_string`].
fn digits<S: Serializer>(count: &u128, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(count)
}

impl Comparison {
    /// All that was published about a case beside what was counted on so many threads. Nothing where the count did
    /// not come to its end.
    #[must_use]
    pub fn all(case: &Case, recount: &Recount, threads: usize) -> Vec<Self> {
        let (made, compared): (_, Vec<_>) = match (case, recount) {
            (Case::Queens(board), Recount::Queens(count)) => {
                let record = QueensRecord::new(board, count, threads);
                (record.made.clone(), record.comparisons().collect())
            }
            (Case::Senku(name, game), Recount::Senku(counted)) => {
                let record = SenkuRecord::new(name, game, counted, threads);
                (record.made.clone(), record.comparisons().collect())
            }
            _ => return vec![],
        };
        let row = |(quantity, count, published): (_, _, Published)| {
            let mut row = Comparison {
                subject: About::of(case),
                quantity,
                count,
                published: published.value,
                source: published.source,
                agrees: count == published.value,
                solutions_per_second: None,
                made: made.clone(),
            };
            let seconds = made.seconds.filter(|_| row.is_of_solutions());
            row.solutions_per_second = seconds.map(|seconds| count as f64 / seconds.max(1e-9));
            row
        };
        compared.into_iter().map(row).collect()
    }

    /// Whether this is the number of solutions, the first that one asks for.
    #[must_use]
    pub fn is_of_solutions(&self) -> bool {
        ["total", "solutions"].contains(&self.quantity)
    }

    /// Whether both numbers are the same, as an error where they are not.
    ///
    /// # Errors
    /// [`Error::Differs`].
    pub fn check(&self) -> Result<(), Error> {
        let published = Published { value: self.published, source: self.source };
        known::compare(&format!("{} of {}", self.quantity, self.subject.name), self.count, published)
    }
}

impl Record for Comparison {
    fn row(&self) -> Row {
        let About { problem, n, board, start, goal, .. } = &self.subject;
        vec![
            ("problem", (*problem).to_owned()),
            ("n", field(*n)),
            ("board", field(*board)),
            ("start", field(start.as_ref())),
            ("goal", field(goal.as_ref())),
            ("quantity", self.quantity.to_owned()),
            ("count", self.count.to_string()),
            ("published", self.published.to_string()),
            ("source", self.source.to_owned()),
            ("agrees", self.agrees.to_string()),
            ("seconds", time(self.made.seconds)),
            ("solutions_per_second", field(self.solutions_per_second.map(|rate| format!("{rate:.0}")))),
            ("engine", self.made.engine.clone()),
            ("isa", field(self.made.isa.as_ref())),
            ("threads", field(self.made.threads)),
        ]
    }
}

/// The count before which a verification ended, or in which it was ended.
#[derive(Debug, Clone, Serialize)]
pub struct StoppedBefore {
    #[serde(flatten)]
    subject: About,
    /// How long it would take, in seconds.
    pub estimated_seconds: f64,
    /// The standard error of that.
    pub standard_error: f64,
    /// What was left of the time, in seconds.
    pub seconds_left: f64,
    /// Whether it was begun nevertheless, as it should have fitted, and then ended early.
    pub begun: bool,
}

impl StoppedBefore {
    /// The case with its forecast, and the time that was left.
    #[must_use]
    pub fn new(case: &Case, forecast: Forecast, left: Duration, begun: bool) -> Self {
        StoppedBefore {
            subject: About::of(case),
            estimated_seconds: forecast.seconds,
            standard_error: forecast.error,
            seconds_left: left.as_secs_f64(),
            begun,
        }
    }

    /// Seconds in which it would most probably be done.
    #[must_use]
    pub fn safe(&self) -> f64 {
        Forecast { seconds: self.estimated_seconds, error: self.standard_error }.safe()
    }

    /// The case's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.subject.name
    }
}

/// A verification: all comparisons, and what they come to.
#[derive(Debug, Clone, Serialize)]
pub struct VerificationRecord {
    /// Whether all numbers agree with the published ones; `None` while none was compared.
    pub agrees: Option<bool>,
    /// Counts that came to their end.
    pub counts: usize,
    /// Numbers that were compared.
    pub compared: usize,
    /// Those that differ.
    pub differing: usize,
    /// Time in seconds, that of estimates included.
    pub seconds: f64,
    /// The time it could take, in seconds.
    pub time_limit: f64,
    /// Where it ended; `None` when all that was published was counted.
    pub stopped_before: Option<StoppedBefore>,
    /// A row for each number.
    pub results: Vec<Comparison>,
    /// Where the numbers come from; filled in by whoever knows the machine.
    pub environment: Option<Run>,
}

impl VerificationRecord {
    /// Nothing is compared yet, and there is so much time.
    #[must_use]
    pub fn new(time_limit: Duration) -> Self {
        VerificationRecord {
            agrees: None,
            counts: 0,
            compared: 0,
            differing: 0,
            seconds: 0.0,
            time_limit: time_limit.as_secs_f64(),
            stopped_before: None,
            results: vec![],
            environment: None,
        }
    }

    /// Adds the comparisons of one count.
    pub fn add(&mut self, comparisons: Vec<Comparison>) {
        self.counts += 1;
        self.compared += comparisons.len();
        self.differing += comparisons.iter().filter(|row| !row.agrees).count();
        self.agrees = (self.compared > 0).then_some(self.differing == 0);
        self.results.extend(comparisons);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queens::Board;
    use crate::search::{Quiet, StopFlag, Workers};
    use crate::verify::{Verifier, cases};

    /// What was published about the case of this name, and what is counted.
    fn comparisons(name: &str) -> Vec<Comparison> {
        let workers = Workers::new(2).unwrap();
        let case = cases().into_iter().find(|case| case.to_string() == name).unwrap();
        let recount = Verifier::new(&workers, StopFlag::default()).count(&case, &mut Quiet).unwrap();
        Comparison::all(&case, &recount, 2)
    }

    #[test]
    fn every_number_of_a_count_is_compared() {
        let quantities = |name| comparisons(name).iter().map(|row| row.quantity).collect::<Vec<_>>();
        assert_eq!(quantities("queens 8"), ["total", "fundamental", "symmetric_180", "symmetric_90"]);
        assert_eq!(quantities("triangle15 2,1 any"), ["games", "solutions"]);
        let rows = comparisons("queens 10");
        assert!(rows.iter().all(|row| row.agrees && row.check().is_ok()));
        assert_eq!((rows[0].count, rows[1].count), (724, 92));
        assert!(rows[0].solutions_per_second.is_some() && rows[1].solutions_per_second.is_none());
    }

    #[test]
    fn a_stopped_count_is_compared_with_nothing() {
        let workers = Workers::new(1).unwrap();
        let stop = StopFlag::default();
        stop.abandon();
        for name in ["queens 12", "english 3,3 same"] {
            let case = cases().into_iter().find(|case| case.to_string() == name).unwrap();
            let recount = Verifier::new(&workers, stop.clone()).count(&case, &mut Quiet).unwrap();
            assert!(!recount.is_complete() && Comparison::all(&case, &recount, 1).is_empty());
        }
    }

    #[test]
    fn one_number_that_differs_is_told_and_spoils_the_whole() {
        let mut record = VerificationRecord::new(Duration::from_secs(60));
        assert_eq!(record.agrees, None);
        record.add(comparisons("queens 8"));
        assert_eq!((record.agrees, record.compared, record.differing), (Some(true), 4, 0));
        // The count of another board in the place of this one's.
        let case = Case::Queens(Board::new(9).unwrap());
        let workers = Workers::new(1).unwrap();
        let recount = Verifier::new(&workers, StopFlag::default()).count(&case, &mut Quiet).unwrap();
        let rows = Comparison::all(&Case::Queens(Board::new(8).unwrap()), &recount, 1);
        let sentence = rows[0].check().unwrap_err().to_string();
        assert_eq!(sentence, "the total of queens 8 was counted as 352, but OEIS A000170 has 92");
        record.add(rows);
        assert_eq!((record.agrees, record.counts, record.compared, record.differing), (Some(false), 2, 8, 3));
        let value = serde_json::to_value(&record).unwrap();
        let row = &value["results"][4];
        assert_eq!((&row["n"], &row["count"], &row["published"]), (&8.into(), &"352".into(), &"92".into()));
        assert_eq!((&row["agrees"], &row["board"]), (&false.into(), &serde_json::Value::Null));
    }
}
