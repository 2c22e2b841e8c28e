//! Published numbers, counted again: a row for each, and what all of them come to.

use super::{Compared, Holes, Made, Number, Row, Run, Subject, Tabular, field, time};
use crate::Error;
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt;
use std::time::Duration;

/// The keys that tell the subjects of published numbers apart.
const KEYS: [&str; 4] = ["n", "board", "start", "goal"];

/// A count about which numbers were published: of N queens, or of a board with its start and its goal.
#[derive(Debug, Clone, Serialize)]
pub struct Case {
    problem: &'static str,
    #[serde(flatten)]
    subject: Subject,
    /// The quantity, where it is not the number of solutions.
    part: Option<&'static str>,
}

impl Case {
    /// The count of this subject.
    #[must_use]
    pub fn new(problem: &'static str, subject: &Subject) -> Self {
        let pairs = KEYS.into_iter().map(|key| (key, subject.value(key).clone()));
        Case { problem, subject: Subject::new(pairs), part: None }
    }

    /// This case, restricted to one quantity.
    #[must_use]
    pub fn part(self, part: &'static str) -> Self {
        Case { part: Some(part), ..self }
    }

    /// The board of this size without conditions, or without regions.
    #[must_use]
    pub fn of_size(problem: &'static str, n: u32) -> Self {
        Case::new(problem, &Subject::new([("n", json!(n))]))
    }

    /// The problems from every start of a board to any goal.
    #[must_use]
    pub fn all_problems(board: &str) -> Self {
        Case::new("senku", &Subject::new([("board", json!(board)), ("goal", json!("any"))]))
    }
}

/// `queens 12`, `queens 12 nodes`, `english 3,3 same`: the hole that is empty at the start, and the goal as `--goal` takes
/// it; `triangle21 moves` of all problems.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let holes =
            |key| self.subject.read::<Holes>(key).ok().filter(|_| *self.subject.value(key) != Value::Null);
        let plain = |holes: &Holes| holes.to_string().replace(['[', ']'], "");
        let board = self.subject.cell("board");
        match (holes("start"), holes("goal")) {
            (Some(start), Some(goal)) => {
                let goal = if start == goal { "same".to_owned() } else { plain(&goal) };
                write!(f, "{board} {} {goal}", plain(&start))?;
            }
            _ if board.is_empty() => write!(f, "{} {}", self.problem, self.subject.cell("n"))?,
            _ => f.write_str(&board)?,
        }
        self.part.map_or(Ok(()), |part| write!(f, " {part}"))
    }
}

/// A published number beside the one that was counted.
#[derive(Debug, Clone, Serialize)]
pub struct Comparison {
    #[serde(flatten)]
    case: Case,
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
}

impl Comparison {
    /// Compares a count with everything published about its case. Empty if the count did not finish.
    #[must_use]
    pub fn all(case: &Case, made: &Made, compared: impl Iterator<Item = Compared>) -> Vec<Self> {
        let row = |(quantity, count, published): Compared| {
            let mut row = Comparison {
                case: case.clone(),
                quantity,
                place: published.place,
                count: Number(count),
                published: Number(published.value),
                source: published.citation(),
                derived: published.is_derived,
                agrees: count == published.value,
                solutions_per_second: None,
                made: made.clone(),
            };
            let seconds = made.seconds.filter(|_| row.is_of_solutions());
            row.solutions_per_second = seconds.map(|seconds| count as f64 / seconds.max(1e-9));
            row
        };
        compared.map(row).collect()
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
        if self.agrees {
            return Ok(());
        }
        let place = self.place.map(|place| format!("[{place}]")).unwrap_or_default();
        Err(Error::Differs {
            what: format!("{}{place} of {}", self.quantity, self.case),
            counted: self.count.0,
            published: self.published.0,
            source_name: self.source.clone(),
        })
    }
}

impl Tabular for Comparison {
    fn row(&self) -> Row {
        let mut row = vec![("problem", self.case.problem.to_owned())];
        row.extend(KEYS.map(|key| (key, self.case.subject.cell(key))));
        row.extend([
            ("quantity", self.quantity.to_owned()),
            ("place", field(self.place)),
            ("count", self.count.to_string()),
            ("published", self.published.to_string()),
            ("source", self.source.clone()),
            ("agrees", self.agrees.to_string()),
            ("seconds", time(self.made.seconds)),
            ("solutions_per_second", field(self.solutions_per_second.map(|rate| format!("{rate:.0}")))),
            ("engine", self.made.engine.clone()),
            ("isa", field(self.made.isa.as_ref())),
            ("threads", field(self.made.threads)),
        ]);
        row
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
#[derive(Debug, Clone, Serialize)]
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
        VerificationRecord {
            agrees: None,
            counts: 0,
            compared: 0,
            derived: 0,
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
        self.derived += comparisons.iter().filter(|row| row.derived).count();
        self.differing += comparisons.iter().filter(|row| !row.agrees).count();
        self.agrees = (self.compared > 0).then_some(self.differing == 0);
        self.results.extend(comparisons);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queens::Board;
    use crate::report::Countable;
    use crate::search::{Quiet, StopFlag, Workers};

    /// Compares the counts on one board with the published values of another.
    fn comparisons(counted: u32, taken_for: u32, stop: &StopFlag) -> Vec<Comparison> {
        let workers = Workers::new(2).unwrap();
        let counting = crate::queens::Counting::new(Board::new(counted).unwrap());
        let mut record = counting.record(&workers, stop, &mut Quiet).unwrap();
        record.subject.set("n", json!(taken_for));
        let record = if record.is_whole() { record.compared() } else { record };
        Comparison::all(&Case::new("queens", &record.subject), &record.made, record.comparisons())
    }

    #[test]
    fn every_number_of_a_count_is_compared() {
        let rows = comparisons(10, 10, &StopFlag::default());
        let quantities: Vec<_> = rows.iter().map(|row| row.quantity).collect();
        assert_eq!(quantities, ["total", "fundamental", "symmetric_180", "symmetric_90"]);
        assert!(rows.iter().all(|row| row.agrees && row.check().is_ok()));
        assert_eq!((rows[0].count, rows[1].count), (Number(724), Number(92)));
        assert!(rows[0].solutions_per_second.is_some() && rows[1].solutions_per_second.is_none());
    }

    #[test]
    fn a_number_of_a_list_has_its_place() {
        let case = Case::of_size("queens", 8).part("first row");
        let published = crate::known::numbers("queens", "n=8", "first_row");
        let counted = [4, 8, 16, 17, 18, 16, 8, 4].into_iter().zip(published);
        let compared = counted.map(|(count, published)| ("first_row", count, published));
        let rows = Comparison::all(&case, &Made::default(), compared);
        let wrong: Vec<_> = rows.iter().filter_map(|row| row.check().err()).collect();
        assert_eq!(
            wrong[0].to_string(),
            "the first_row[3] of queens 8 first row was counted as 17, but OEIS A059963 has 18"
        );
        assert_eq!((wrong.len(), rows[3].agrees, rows[3].place), (1, false, Some(3)));
        assert_eq!(Case::all_problems("triangle21").part("moves").to_string(), "triangle21 moves");
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
