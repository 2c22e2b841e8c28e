//! Published numbers, counted again: a row for each, and what all of them come to.

use super::recount::{Case, KEYS, Means, Recount, Recounted, recounts};
use super::{Compared, Made, Number, Row, Run, Tabular, columns_of};
use serde::Serialize;
use std::time::Duration;
use vuelta::Error;
use vuelta::known;
use vuelta::search::{Context, Instant, Observer};

/// Numbers of solutions by name: the first that one asks for.
const SOLUTIONS: [&str; 2] = ["total", "solutions"];
/// The columns of CSV and Markdown after the subject.
const NUMBERS: [&str; 7] = ["quantity", "place", "count", "published", "source", "agrees", "seconds"];
const MADE: [&str; 4] = ["solutions_per_second", "engine", "isa", "threads"];

/// A published number beside the one that was counted.
#[derive(Debug, Clone, Serialize)]
pub struct Comparison {
    /// The count: its problem, board and goal.
    #[serde(flatten)]
    pub case: Case,
    /// Which number: `total`, `fundamental`, ... of queens, `games`, `solutions`, ... of Senku.
    pub quantity: &'static str,
    /// The number's place in a list, from 0; `None` for one by itself.
    pub place: Option<u32>,
    /// The counted value.
    pub count: Number,
    /// The published value.
    pub published: Number,
    /// Where.
    pub source: String,
    /// Whether the published number follows from others, as its source says, and was not published itself.
    pub derived: bool,
    /// Whether the two are the same.
    pub agrees: bool,
    /// Solutions found per second; `None` beside other numbers than theirs.
    pub solutions_per_second: Option<f64>,
    /// How the count was made, of which this number may be one of several.
    #[serde(flatten)]
    pub made: Made,
    #[serde(skip)]
    compared: Compared,
}

impl Comparison {
    /// The numbers of a recount. Empty if it did not finish.
    fn all(case: &Case, Recounted { made, compared }: Recounted) -> Vec<Self> {
        let row = |(count, published): Compared| Comparison {
            case: case.clone(),
            quantity: published.quantity,
            place: published.place,
            count: Number(count),
            published: Number(published.value),
            source: published.citation(),
            derived: published.is_derived,
            agrees: count == published.value,
            solutions_per_second: made
                .seconds
                .filter(|_| SOLUTIONS.contains(&published.quantity))
                .map(|seconds| count as f64 / seconds.max(1e-9)),
            made: made.clone(),
            compared: (count, published),
        };
        compared.into_iter().map(row).collect()
    }

    /// Whether this is the number of solutions, the first that one asks for.
    #[must_use]
    pub fn is_of_solutions(&self) -> bool {
        SOLUTIONS.contains(&self.quantity)
    }

    /// Whether both numbers are the same, as an error where they are not.
    ///
    /// # Errors
    /// [`Error::Differs`].
    pub fn check(&self) -> Result<(), Error> {
        let (count, published) = self.compared;
        known::compare(&format!("{} of {}", published.name(), self.case), count, published)
    }
}

/// The count before which a verification ended, or in which it was ended.
#[derive(Debug, Clone, Serialize)]
pub struct StoppedBefore {
    /// The count.
    #[serde(flatten)]
    pub case: Case,
    /// How long it would take, in seconds.
    pub estimated_seconds: f64,
    /// The time left, in seconds.
    pub seconds_left: f64,
    /// Whether it was begun nevertheless, as it should have fitted, and then ended early.
    pub begun: bool,
}

/// A verification: all comparisons, and what they come to.
#[derive(Debug, Clone, Default, Serialize)]
pub struct VerificationRecord {
    /// Whether all numbers agree with the published ones; `None` while none was compared.
    pub agrees: Option<bool>,
    /// Counts that came to their end.
    pub counts: usize,
    /// Numbers that were compared.
    pub compared: usize,
    /// Those of them that are compared with a derived number.
    pub derived: usize,
    /// Those that differ.
    pub differing: usize,
    /// Time in seconds.
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
    /// A verification that has compared nothing yet, with this time limit.
    #[must_use]
    pub fn new(time_limit: Duration) -> Self {
        VerificationRecord { time_limit: time_limit.as_secs_f64(), ..VerificationRecord::default() }
    }

    /// Recounts published numbers, about in ascending order of their times, until all are counted, the next would not fit
    /// in the time left, or the means' stop flag is raised. `watch` observes a count, `tell` is given its comparisons.
    ///
    /// # Errors
    /// As the engines say, and those of `tell`. What was compared before is in the record.
    pub fn fill<O: Observer, E: From<Error>>(
        &mut self,
        means: &Means<'_>,
        watch: impl Fn(&Case) -> O,
        mut tell: impl FnMut(&Case, &[Comparison]) -> Result<(), E>,
    ) -> Result<(), E> {
        let began = Instant::now();
        let mut times: Vec<(Recount, f64)> = vec![];
        for recount in recounts() {
            let start = began.elapsed().as_secs_f64();
            self.seconds = start;
            let mut stopped = StoppedBefore {
                case: recount.case.clone(),
                estimated_seconds: recount.next_time(&times),
                seconds_left: (self.time_limit - start).max(0.0),
                begun: false,
            };
            if means.stop.is_raised() || stopped.estimated_seconds > stopped.seconds_left {
                self.stopped_before = Some(stopped);
                break;
            }
            let mut observer = watch(&recount.case);
            let mut context = Context::new(means.workers).until(means.stop).watched_by(&mut observer);
            let result = (recount.compare)(means, &mut context);
            self.seconds = began.elapsed().as_secs_f64();
            let rows = match result {
                Err(Error::Stopped) => vec![],
                result => Comparison::all(&recount.case, result?),
            };
            if rows.is_empty() {
                stopped.begun = true;
                self.stopped_before = Some(stopped);
                break;
            }
            times.push((recount, self.seconds - start));
            tell(&stopped.case, &rows)?;
            self.add(rows);
        }
        Ok(())
    }

    /// Adds the comparisons of one count.
    fn add(&mut self, comparisons: Vec<Comparison>) {
        self.counts += 1;
        self.compared += comparisons.len();
        self.derived += comparisons.iter().filter(|row| row.derived).count();
        self.differing += comparisons.iter().filter(|row| !row.agrees).count();
        self.agrees = (self.compared > 0).then_some(self.differing == 0);
        self.results.extend(comparisons);
    }
}

impl Tabular for VerificationRecord {
    fn rows(&self) -> Vec<Row> {
        let row = |result| columns_of(result, ["problem"].into_iter().chain(KEYS).chain(NUMBERS).chain(MADE));
        self.results.iter().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Countable, QueensSubject, Subject};
    use vuelta::queens::{Board, Counting, Engine};
    use vuelta::search::{StopFlag, Workers};

    /// Compares the counts on one board with the published values of another.
    fn comparisons(counted: u32, taken_for: u32, stop: &StopFlag) -> Vec<Comparison> {
        let workers = Workers::new(2).unwrap();
        // The engine halves would end during its set-up.
        let engine = if stop.is_raised() { Engine::Bitmask } else { Engine::Halves };
        let counting = Counting::new(Board::new(counted).unwrap()).engine(engine);
        let mut record = counting.count(&mut Context::new(&workers).until(stop)).unwrap();
        record.subject = Subject::Queens(QueensSubject::new(&Board::new(taken_for).unwrap()));
        let record = if record.is_whole() { record.compared() } else { record };
        Comparison::all(&Case::of_size("queens", taken_for), record.into())
    }

    #[test]
    fn a_number_of_a_list_has_its_place() {
        let case = Case::of_size("queens", 8).part("first row");
        let published = known::numbers("queens", "n=8", "first_row");
        let counted = [4, 8, 16, 17, 18, 16, 8, 4].into_iter().zip(published);
        let rows = Comparison::all(&case, Recounted { made: Made::default(), compared: counted.collect() });
        let wrong: Vec<_> = rows.iter().filter_map(|row| row.check().err()).collect();
        assert_eq!(
            wrong[0].to_string(),
            "the first_row[3] of queens 8 first row was counted as 17, but OEIS A059963 has 18"
        );
        assert_eq!((wrong.len(), rows[3].agrees, rows[3].place), (1, false, Some(3)));
    }

    #[test]
    fn a_stopped_count_is_compared_with_nothing() {
        let stop = StopFlag::default();
        stop.abandon();
        assert!(comparisons(12, 12, &stop).is_empty());
    }

    #[test]
    fn one_number_that_differs_is_told_and_spoils_the_whole() {
        let mut record = VerificationRecord::new(Duration::from_secs(60));
        assert_eq!(record.agrees, None);
        record.add(comparisons(8, 8, &StopFlag::default()));
        assert_eq!((record.agrees, record.compared, record.differing), (Some(true), 4, 0));
        let rows = comparisons(9, 8, &StopFlag::default());
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
