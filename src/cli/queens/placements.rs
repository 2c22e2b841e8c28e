//! `vuelta queens count` of placements: `MxN`, `--queens`, `--knight`, `--torus`.

use crate::Error;
use crate::cli::args::QueensCount;
use crate::cli::failure::{Failure, Status};
use crate::cli::output::{Output, STRONG, how_made};
use crate::cli::progress::Shown;
use crate::cli::runs::{Repeated, print_runs, repeat};
use crate::cli::session::{Session, memory_limit};
use crate::known::{self, Published};
use crate::queens::EngineChoice;
use crate::queens::placements::{Count, Counting, Field, Rules};
use crate::report::{self, Made, Number, Row, Run, Tabular, grouped};
use crate::text::shown;
use serde::Serialize;
use std::io::{self, Write};
use std::str::FromStr;

/// The numbers of queens that are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Queens {
    All,
    Exactly(u32),
}

impl FromStr for Queens {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "all" {
            return Ok(Queens::All);
        }
        text.parse().map(Queens::Exactly).map_err(|_| "it must be a number of queens or 'all'")
    }
}

/// Counts placements on each board, and prints and exports the results.
pub fn placements(
    arguments: &QueensCount,
    session: &mut Session<'_>,
    out: &mut Output,
) -> Result<Status, Failure> {
    refuse_what_is_not_there(arguments)?;
    let rules = Rules { knight: arguments.knight, torus: arguments.torus };
    let fields = arguments.conditions.fields(&arguments.sizes, rules)?;
    let counting = |field: Field| {
        let queens = match arguments.queens {
            Some(Queens::All) => None,
            Some(Queens::Exactly(queens)) => Some(queens),
            None => Some(field.most_queens()),
        };
        let resources = &arguments.counting.resources;
        let counting = Counting::new(field).isa(resources.isa).memory_limit(memory_limit(resources));
        queens.map_or(counting.clone(), |queens| counting.queens(queens))
    };
    let countings: Vec<Counting> = fields.into_iter().map(counting).collect();
    session.open_exports()?;
    let (mut records, mut status, mut told) = (vec![], Status::Done, Ok(()));
    for counting in &countings {
        let (record, ended) = count_one(counting, arguments, session)?;
        status = ended;
        if record.counts.is_none() {
            say!("stopped before the end of {}: there is nothing to print or export", record.name());
            break;
        }
        told = print(&record, session, out);
        records.push(record);
        if told.is_err() || status != Status::Done {
            break;
        }
    }
    if !records.is_empty() {
        let rows: Vec<Line<'_>> = records.iter().flat_map(PlacementsRecord::lines).collect();
        match &records[..] {
            [record] => session.export_table(record, &rows)?,
            records => session.export_table(&records, &rows)?,
        }
    }
    told.map(|()| status)
}

/// Options of the classical count that placements do not have.
fn refuse_what_is_not_there(arguments: &QueensCount) -> Result<(), Failure> {
    let option = match arguments {
        QueensCount { shard: Some(_), .. } => "--shard",
        QueensCount { checkpoint: Some(_), .. } => "--checkpoint",
        QueensCount { engine, .. } if engine.engine != EngineChoice::Auto => "--engine",
        _ => return Ok(()),
    };
    Err(Failure::Usage(format!(
        "{option} works for N queens on N x N alone, without MxN, --queens, --knight and --torus"
    )))
}

/// Counts one field; the second count, if one is asked for, must agree.
fn count_one(
    counting: &Counting,
    arguments: &QueensCount,
    session: &Session<'_>,
) -> Result<(PlacementsRecord, Status), Failure> {
    let field = counting.field();
    let name = format!("{} x {}", field.rows(), field.columns());
    let run =
        |counting: &Counting, progress: &mut Shown| counting.run(session.workers(), session.stop(), progress);
    let Repeated { count, runs, elapsed, complete } = repeat(
        arguments.counting.runs,
        &name,
        session,
        |progress| run(counting, progress),
        |count| (count.elapsed, count.counts.clone()),
    )?;
    let mut record = PlacementsRecord::new(field, &count, session.workers().threads());
    record.made.runs = runs;
    record.environment = session.provenance(elapsed);
    let mut status = if complete { Status::Done } else { session.stopped().unwrap_or(Status::No) };
    if record.agrees == Some(false) {
        say!("error: a number of {name} differs from the published one");
        status = Status::Differs;
    } else if arguments.counting.double_check && status == Status::Done {
        let again = run(&counting.double_check(), &mut session.progress(format!("{name} once more")))?;
        status = match again.counts {
            None => {
                say!("stopped before the end of the double check of {name}");
                session.stopped().unwrap_or(Status::No)
            }
            same if same == count.counts => {
                if !session.common().quiet {
                    say!("double check of {name}: the same numbers by {} with another split", again.method);
                }
                Status::Done
            }
            Some(_) => {
                say!("error: the double check of {name} by {} gives other numbers", again.method);
                Status::Differs
            }
        };
    }
    Ok((record, status))
}

/// The result of a count of placements.
#[derive(Debug, Serialize)]
struct PlacementsRecord {
    problem: &'static str,
    rows: u32,
    columns: u32,
    rules: Vec<&'static str>,
    fixed: Vec<[u32; 2]>,
    blocked: Vec<[u32; 2]>,
    queens: Vec<u32>,
    counts: Option<Vec<Number>>,
    /// By the number of queens, as far as they are published.
    published: Option<Vec<Option<Number>>>,
    agrees: Option<bool>,
    #[serde(flatten)]
    made: Made,
    environment: Option<Run>,
    #[serde(skip)]
    sources: Vec<Option<Published>>,
}

impl PlacementsRecord {
    fn new(field: &Field, count: &Count, threads: usize) -> Self {
        let published = |&queens: &u32| published(field, queens).filter(|_| !field.has_conditions());
        let sources: Vec<Option<Published>> = count.queens.iter().map(published).collect();
        let number = |source: &Option<Published>| source.map(|published| Number(published.value));
        let is_known = sources.iter().any(Option::is_some);
        let agree = |counts: &Vec<u128>| {
            counts
                .iter()
                .zip(&sources)
                .all(|(&count, source)| source.is_none_or(|known| known.value == count))
        };
        let (done, all) = count.subproblems;
        let complete = count.counts.is_some();
        PlacementsRecord {
            problem: "placements",
            rows: field.rows(),
            columns: field.columns(),
            rules: field.rules().names().collect(),
            fixed: field.fixed().iter().map(|square| [square.row, square.column]).collect(),
            blocked: field.blocked().iter().map(|square| [square.row, square.column]).collect(),
            queens: count.queens.clone(),
            counts: count.counts.as_ref().map(|counts| counts.iter().copied().map(Number).collect()),
            published: is_known.then(|| sources.iter().map(number).collect()),
            agrees: count.counts.as_ref().filter(|_| is_known).map(agree),
            made: Made {
                status: if complete { report::Status::Complete } else { report::Status::Partial },
                engine: count.method.to_string(),
                isa: Some(count.isa.to_string()),
                threads: Some(threads),
                seconds: Some(count.elapsed.as_secs_f64()),
                subproblems: Some(all),
                subproblems_here: (done < all).then_some(done),
                ..Made::default()
            },
            environment: None,
            sources,
        }
    }

    /// `8 x 12 (queen)`.
    fn name(&self) -> String {
        format!("{} x {} ({})", self.rows, self.columns, self.rules.join(", "))
    }

    /// The numbers of queens with their counts.
    fn numbers(&self) -> impl Iterator<Item = (u32, u128, Option<Published>)> {
        let counts = self.counts.iter().flatten().map(|count| count.0);
        let numbers = self.queens.iter().copied().zip(counts).zip(self.sources.iter().copied());
        numbers.map(|((queens, count), source)| (queens, count, source))
    }

    /// The lines of the exports.
    fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        self.numbers().map(move |(queens, count, source)| Line { record: self, queens, count, source })
    }
}

/// The published number of placements of this many queens.
fn published(field: &Field, queens: u32) -> Option<Published> {
    let (rows, columns) = (field.most_queens(), field.rows().max(field.columns()));
    if field.rules() == Rules::QUEEN && rows == columns && queens == rows {
        return known::queens_count("total", rows);
    }
    let subject = format!("rows={rows};columns={columns};rules={}", field.rules());
    known::numbers("placements", &subject, "counts").into_iter().find(|known| known.place == Some(queens))
}

/// One number of queens and its count, a row of CSV and Markdown.
#[derive(Debug, Serialize)]
struct Line<'a> {
    #[serde(skip)]
    record: &'a PlacementsRecord,
    queens: u32,
    count: u128,
    #[serde(skip)]
    source: Option<Published>,
}

impl Tabular for Line<'_> {
    fn row(&self) -> Row {
        let record = self.record;
        let squares = |squares: &[[u32; 2]]| {
            squares.iter().map(|[row, column]| format!("{row},{column}")).collect::<Vec<_>>().join(" ")
        };
        let made = &record.made;
        vec![
            ("rows", record.rows.to_string()),
            ("columns", record.columns.to_string()),
            ("rules", record.rules.join(" ")),
            ("fixed", squares(&record.fixed)),
            ("blocked", squares(&record.blocked)),
            ("queens", self.queens.to_string()),
            ("count", self.count.to_string()),
            ("published", self.source.map(|known| known.value.to_string()).unwrap_or_default()),
            ("status", made.status.to_string()),
            ("engine", made.engine.clone()),
            ("threads", made.threads.map(|threads| threads.to_string()).unwrap_or_default()),
            ("seconds", made.seconds.map(|seconds| format!("{seconds:.6}")).unwrap_or_default()),
        ]
    }
}

/// Prints one result in the form that was asked for.
fn print(record: &PlacementsRecord, session: &Session<'_>, out: &mut Output) -> Result<(), Failure> {
    if session.common().json {
        out.json(record)?;
    } else if session.common().quiet {
        record.numbers().try_for_each(|(_, count, _)| writeln!(out, "{count}"))?;
    } else {
        print_text(record, out)?;
    }
    Ok(out.flush()?)
}

fn print_text(record: &PlacementsRecord, out: &mut Output) -> io::Result<()> {
    let squares = |what: &str, squares: &[[u32; 2]]| match squares.len() {
        0 => String::new(),
        count => format!(", {count} {what}"),
    };
    let conditions = squares("fixed", &record.fixed) + &squares("blocked", &record.blocked);
    writeln!(out, "{}{conditions}", record.name())?;
    let width = record.numbers().map(|(_, count, _)| grouped(count).len()).max().unwrap_or(0);
    for (queens, count, source) in record.numbers() {
        let noun = if queens == 1 { "queen " } else { "queens" };
        write!(out, "  {queens:>2} {noun}  {STRONG}{:>width$}{STRONG:#}", grouped(count))?;
        out.compare(count, source)?;
    }
    writeln!(out, "  {}", how_made(&record.made))?;
    print_runs(record.made.runs.as_ref(), out)
}

/// `8x12`: rows and columns.
pub fn parse_rectangle(text: &str) -> Option<Result<(u32, u32), Error>> {
    let (rows, columns) = text.split_once(['x', 'X', '\u{d7}'])?;
    let sides = rows.parse().ok().zip(columns.parse().ok());
    Some(sides.ok_or_else(|| {
        let text = shown(text);
        Error::input(format!("'{text}' is not a board: write its rows and columns, such as 8x12"))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_and_numbers_of_queens_are_read() {
        assert_eq!(parse_rectangle("8x12").unwrap().unwrap(), (8, 12));
        assert_eq!(parse_rectangle("10X3").unwrap().unwrap(), (10, 3));
        assert!(parse_rectangle("16").is_none());
        for text in ["x", "8x", "x8", "8xx8", "8x-1", "8x8x8", "8x99999999999"] {
            let sentence = parse_rectangle(text).unwrap().unwrap_err().to_string();
            assert!(sentence.contains("rows and columns"), "{sentence}");
        }
        assert_eq!("all".parse(), Ok(Queens::All));
        assert_eq!("0".parse(), Ok(Queens::Exactly(0)));
        for text in ["", "-1", "some", "8.5"] {
            assert!(text.parse::<Queens>().is_err(), "{text}");
        }
    }
}
