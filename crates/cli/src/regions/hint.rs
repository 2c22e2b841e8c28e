//! `vuelta regions hint` and `vuelta regions grade`: solving as people do.

use super::{answer_each, show};
use crate::args::{RegionsFiles, RegionsHint};
use crate::failure::{Outcome, Status};
use crate::output::{Output, STRONG};
use crate::session::Session;
use serde_json::{Value, json};
use std::io::Write;
use vuelta::Square;
use vuelta::regions::deduce::{self, Grade, Hint, way};
use vuelta::regions::{Search, Verdict};
use vuelta_records::pairs;

/// The columns of a hint in tables.
const COLUMNS: [&str; 9] = ["n", "stars", "regions", "placed", "steps", "text", "wrong", "grade", "queens"];

/// Prints the hardest level needed and the number of steps. Only a puzzle with one solution has a grade.
pub fn grade(files: &RegionsFiles, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    answer_each(files, None, session, out, |asked, session, out| {
        asked.without_queens(session);
        let verdict = Search::new(asked.board).until(session.stop()).verdict()?;
        let unique = matches!(verdict, Verdict::Unique(_));
        let grade = unique.then(|| deduce::grade(asked.board));
        let record = show::record(asked.board).with("unique", unique).with("grade", grade.map(show::grade));
        let record = asked.tell(record, session, out, |out, quiet| match (grade, quiet) {
            (None, true) if asked.place.is_none() => Ok(()),
            (None | Some(Grade { level: None, .. }), true) => writeln!(out, "-"),
            (Some(Grade { level: Some(level), .. }), true) => writeln!(out, "{level}"),
            (Some(grade), false) => writeln!(out, "{STRONG}{grade}{STRONG:#}"),
            (None, false) => Ok(()),
        })?;
        let solutions = if verdict == Verdict::Unsolvable { "no solution" } else { "several solutions" };
        if !unique && !session.common.json {
            asked.say(&format!("no grade: the puzzle has {solutions}"));
        }
        Ok((record, if unique { Status::Done } else { Status::No }))
    })
}

/// Prints the next deduction, or all of them.
pub fn hint(arguments: &RegionsHint, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let single = [("--placed", &arguments.placed), ("--ruled-out", &arguments.ruled_out)];
    let single = single.into_iter().find(|(_, squares)| !squares.is_empty()).map(|(option, _)| option);
    answer_each(&arguments.files, single, session, out, |asked, session, out| {
        let board = asked.board;
        // Beside those that the file shows.
        let mut placed = asked.puzzle.queens.clone();
        for text in &arguments.placed {
            let given = Square::parse_list(text, board.size())?;
            placed.extend(given.into_iter().filter(|square| !asked.puzzle.queens.contains(square)));
        }
        let ruled_out = arguments.ruled_out.iter().map(|text| Square::parse_list(text, board.size()));
        let ruled_out = ruled_out.collect::<Result<Vec<_>, _>>()?.concat();
        let verdict = Search::new(board).until(session.stop()).verdict()?;
        let hint = deduce::hint_given(&verdict, board, &placed, &ruled_out, session.stop())?;
        if matches!(verdict, Verdict::Several(_))
            && matches!(hint, Hint::Step(_) | Hint::Stuck | Hint::Solved)
        {
            asked.say("note: the puzzle has several solutions");
        }
        let record = show::record(board).columns(&COLUMNS).with("placed", pairs(&placed));
        let (mut lines, mut status) = (vec![hint.text().to_owned()], Status::Done);
        let record = match &hint {
            Hint::Step(_) if arguments.all => {
                let way = way(board, &placed)?;
                let numbered = (1..).zip(&way.steps).map(|(number, step)| format!("{number}: {}", step.text));
                lines = numbered.collect();
                lines.extend((!session.common.quiet).then(|| way.grade.to_string()));
                let steps: Vec<Value> = way.steps.iter().map(|step| show::step(board, step)).collect();
                let record = record.with("steps", steps).with("grade", show::grade(way.grade));
                record.with("queens", pairs(&way.queens))
            }
            Hint::Step(first) => record.with("steps", json!([show::step(board, first)])),
            other => {
                status = if matches!(other, Hint::Solved) { Status::Done } else { Status::No };
                let wrong = match other {
                    Hint::Wrong { queens: squares, .. } | Hint::Needed { squares, .. } => pairs(squares),
                    _ => vec![],
                };
                record.with("steps", json!([])).with("text", hint.text()).with("wrong", wrong)
            }
        };
        let record = asked
            .tell(record, session, out, |out, _| lines.iter().try_for_each(|line| writeln!(out, "{line}")))?;
        Ok((record, status))
    })
}
