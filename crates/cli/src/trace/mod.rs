//! `vuelta queens trace` and `vuelta senku trace`: the textbook search, step by step.
//!
//! The steps come from the library's search (`backtrack`). Each is printed at once. Where they are drawn into files, which
//! is done at the end, only the totals are printed.

mod brute_force;
mod files;
mod queens;
mod senku;
mod tally;

pub use queens::trace as trace_queens;
pub use senku::trace as trace_senku;

use crate::args::{Common, Trace};
use crate::failure::{Outcome, Status};
use crate::output::{Output, STRONG};
use crate::session::Session;
use files::Files;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{self, Write};
use tally::{End, Extent, Kind, Tally};
use vuelta::Error;
use vuelta_picture::{Language, Picture};
use vuelta_records::{Fields, grouped};

/// Bytes per write where no board is drawn.
const BLOCK: usize = 1 << 16;

/// Keys and values in the order in which they are written.
pub type Pairs = Vec<(&'static str, Value)>;

/// A problem whose textbook search can be traced.
pub trait Traced {
    /// A step of the search.
    type Step: Copy;
    /// The pieces on the board.
    type State;
    /// The name of rejected nodes in text and in JSON: `dead ends` and `dead_ends`.
    const REJECTED: [&'static str; 2];

    /// All steps of the search.
    fn steps(&self) -> impl Iterator<Item = Self::Step>;
    /// The board before the first step.
    fn start(&self) -> Self::State;
    /// Makes the step, and returns its kind.
    fn apply(&self, step: Self::Step, state: &mut Self::State) -> Kind;
    /// The step as a line of text; `state` is the board after the step.
    fn line(&self, step: Self::Step, state: &Self::State, solutions: u64) -> String;
    /// The step as a JSON object.
    fn json(&self, step: Self::Step, state: &Self::State, solutions: u64) -> Pairs;
    /// The board after the step as text for a terminal, and the index of the line that the step changes.
    fn board(&self, step: Self::Step, state: &Self::State, out: &Output) -> (String, usize);
    /// The board after the step, or before the first one, as a picture.
    fn picture(
        &self,
        step: Option<Self::Step>,
        state: &Self::State,
        language: Language,
    ) -> Result<Picture, Error>;
    /// The step as the page's player unpacks it.
    fn packed(&self, step: Self::Step) -> Value;
    /// The problem as the page's player takes it.
    fn page(&self) -> Pairs;
    /// The most cells along a side of the board.
    fn side(&self) -> u32;
    /// The title of the page: `8 queens`.
    fn title(&self, language: Language) -> String;
    /// The summary's fields about the problem, and its fields about the nodes.
    fn summary(&self, tally: &Tally, end: End) -> [Pairs; 2];
    /// Prints the nodes by depth, beside published numbers and brute force.
    fn print_levels(&self, tally: &Tally, end: End, out: &mut Output) -> io::Result<()>;
    /// Compares the nodes with published ones, if there are any.
    fn verify(&self, _: &Tally, _: End) -> Result<(), Error> {
        Ok(())
    }
}

/// Traces the problem to the extent asked for: prints each step and a summary, and writes the files.
fn run<T: Traced>(problem: &T, wanted: &Trace, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let extent = Extent::of(wanted);
    let files = Files::open(wanted, session)?;
    let mut form = if files.is_empty() { Form::of(session.common, out) } else { Form::Totals };
    let (mut tally, mut state, mut kept) = (Tally::default(), problem.start(), vec![]);
    let mut text = vec![];
    let mut steps = problem.steps();
    let end = loop {
        if session.stop().is_raised() {
            break End::Stopped;
        }
        let Some(step) = steps.next() else { break End::Complete };
        if !extent.goes_on(&tally) {
            break End::Extent;
        }
        tally.add(problem.apply(step, &mut state));
        if !files.is_empty() {
            kept.push(step);
            files.check_number(kept.len())?;
        }
        form.write(problem, step, &state, tally.solutions, &mut text, out)?;
        if text.len() >= BLOCK || form == Form::Boards {
            out.write_all(&text)?;
            text.clear();
        }
    };
    if form == Form::Lines && tally.steps > 0 {
        writeln!(text)?;
    }
    out.write_all(&text)?;
    // The files are written even if the totals cannot be printed.
    let told = summarize(problem, extent, &tally, end, session.common, out);
    if end == End::Stopped {
        say!("stopped before the end of the trace");
        return Ok(session.stopped().unwrap_or(Status::No));
    }
    files.write(problem, &kept, end)?;
    told?;
    if let Err(difference) = problem.verify(&tally, end) {
        say!("error: {difference}");
        return Ok(Status::Differs);
    }
    Ok(Status::Done)
}

/// How steps are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Not at all: only the totals at the end are printed.
    Totals,
    /// One object per line.
    Json,
    /// One line per step.
    Lines,
    /// One line per step, with the board.
    Boards,
}

impl Form {
    fn of(common: &Common, out: &Output) -> Self {
        match common {
            Common { json: true, .. } => Form::Json,
            Common { quiet: true, .. } => Form::Totals,
            common if out.is_for_people(common) => Form::Boards,
            _ => Form::Lines,
        }
    }

    /// Writes a step. From the first board that is wider than the terminal on, boards are left out, with one note.
    fn write<T: Traced>(
        &mut self,
        problem: &T,
        step: T::Step,
        state: &T::State,
        solutions: u64,
        text: &mut Vec<u8>,
        out: &Output,
    ) -> io::Result<()> {
        match self {
            Form::Totals => {}
            Form::Json => {
                serde_json::to_writer(&mut *text, &Fields::new(problem.json(step, state, solutions)))?;
                text.push(b'\n');
            }
            Form::Lines => writeln!(text, "{}", problem.line(step, state, solutions))?,
            Form::Boards => {
                let (board, row) = problem.board(step, state, out);
                let line = problem.line(step, state, solutions);
                if !beside(&board, row, &line, out.width(), text)? {
                    say!("note: the board is not drawn, because this terminal is too narrow");
                    *self = Form::Lines;
                    writeln!(text, "{line}")?;
                }
            }
        }
        Ok(())
    }
}

/// Writes the board with the line beside this row, or below the board if the room is too narrow. Returns false if the
/// board itself is too wide.
fn beside(board: &str, row: usize, line: &str, room: Option<usize>, text: &mut Vec<u8>) -> io::Result<bool> {
    let length = |line: &str| anstream::adapter::strip_str(line).to_string().chars().count();
    let wide = board.lines().map(length).max().unwrap_or(0);
    let room = room.unwrap_or(usize::MAX);
    if wide > room {
        return Ok(false);
    }
    let fits = wide + 3 + line.len() <= room;
    for (i, squares) in board.lines().enumerate() {
        match fits && i == row {
            true => writeln!(text, "{squares}{:1$}{STRONG}{line}{STRONG:#}", "", wide - length(squares) + 3)?,
            false => writeln!(text, "{squares}")?,
        }
    }
    if !fits {
        writeln!(text, "{STRONG}{line}{STRONG:#}")?;
    }
    writeln!(text)?;
    Ok(true)
}

fn summarize<T: Traced>(
    problem: &T,
    extent: Extent,
    tally: &Tally,
    end: End,
    common: &Common,
    out: &mut Output,
) -> io::Result<()> {
    let [rejected, rejected_key] = T::REJECTED;
    let numbers = [
        ("nodes", "nodes", tally.nodes()),
        (rejected, rejected_key, tally.rejected),
        ("steps back", "steps_back", tally.back),
        ("solutions", "solutions", tally.solutions),
    ];
    if common.json {
        let [mut summary, about_nodes] = problem.summary(tally, end);
        summary.extend([("complete", json!(end == End::Complete)), ("steps", json!(tally.steps))]);
        summary.extend(numbers.map(|(_, key, number)| (key, json!(number))));
        summary.extend(about_nodes);
        return out.json(&HashMap::from([("summary", Fields::new(summary))]));
    }
    if common.quiet {
        return numbers.iter().try_for_each(|(_, _, number)| writeln!(out, "{number}"));
    }
    writeln!(out, "{}, {}", problem.title(Language::English), extent.describe(tally, end))?;
    for (name, _, number) in numbers {
        writeln!(out, "  {name:<12} {STRONG}{:>15}{STRONG:#}", grouped(number.into()))?;
    }
    problem.print_levels(tally, end, out)
}
