//! `vuelta regions hint` and `vuelta regions grade`: solving as people do.

use super::read;
use super::show;
use crate::cli::args::{RegionsFile, RegionsHint};
use crate::cli::failure::{Outcome, Status};
use crate::cli::output::{Output, STRONG};
use crate::cli::session::Session;
use crate::regions::deduce::{self, Grade, Hint, way};
use crate::regions::{Board, Search, Verdict};
use crate::report::pairs;
use crate::{Error, Square};
use serde_json::{Value, json};
use std::io::Write;

/// Prints the hardest level needed and the number of steps. Only a puzzle with one solution has a grade.
pub fn grade(arguments: &RegionsFile, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let board = read(&arguments.file, session)?;
    session.open_exports()?;
    let verdict = Search::new(&board).stop(session.stop()).verdict()?;
    let unique = matches!(verdict, Verdict::Unique(_));
    if !unique && !session.common.json {
        let why = if verdict == Verdict::Unsolvable {
            "the puzzle has no solution"
        } else {
            "the puzzle has several solutions"
        };
        say!("no grade: {why}");
        return Ok(Status::No);
    }
    let grade = unique.then(|| deduce::grade(&board));
    let record = show::record(&board).with("unique", unique).with("grade", grade.map(show::grade));
    session.tell(&record, out, |out, quiet| match (grade, quiet) {
        (None, _) => Ok(()),
        (Some(Grade { level, .. }), true) => {
            writeln!(out, "{}", level.map_or("-".to_owned(), |level| level.to_string()))
        }
        (Some(grade), false) => writeln!(out, "{STRONG}{grade}{STRONG:#}"),
    })?;
    Ok(if unique { Status::Done } else { Status::No })
}

/// Prints the next deduction, or all of them.
pub fn hint(arguments: &RegionsHint, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let board = read(&arguments.board.file, session)?;
    session.open_exports()?;
    let placed = placed(&arguments.placed, &board)?;
    let hint = deduce::hint(&board, &placed, session.stop())?;
    let record = show::record(&board).with("placed", pairs(&placed));
    let Hint::Step(first) = &hint else {
        let status = if matches!(hint, Hint::Solved) { Status::Done } else { Status::No };
        let wrong = if let Hint::Wrong { queens, .. } = &hint { pairs(queens) } else { vec![] };
        let record = record.with("steps", json!([])).with("text", hint.text()).with("wrong", wrong);
        session.tell(&record, out, |out, _| writeln!(out, "{}", hint.text()))?;
        return Ok(status);
    };
    if !arguments.all {
        let record = record.with("steps", json!([show::step(&board, first)]));
        session.tell(&record, out, |out, _| writeln!(out, "{}", first.text))?;
        return Ok(Status::Done);
    }
    let way = way(&board, &placed)?;
    let steps: Vec<Value> = way.steps.iter().map(|step| show::step(&board, step)).collect();
    let record = record.with("steps", steps).with("grade", show::grade(way.grade));
    let record = record.with("queens", pairs(&way.queens));
    session.tell(&record, out, |out, quiet| {
        let mut steps = (1..).zip(&way.steps);
        steps.try_for_each(|(number, step)| writeln!(out, "{number}: {}", step.text))?;
        if quiet { Ok(()) } else { writeln!(out, "{}", way.grade) }
    })?;
    Ok(Status::Done)
}

/// The queens that the user has placed.
fn placed(texts: &[String], board: &Board) -> Result<Vec<Square>, Error> {
    let lists = texts.iter().map(|text| Square::parse_list(text, board.size()));
    Ok(lists.collect::<Result<Vec<_>, _>>()?.concat())
}
