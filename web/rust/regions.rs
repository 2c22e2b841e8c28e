//! Questions about region queens. The board stands below the question, as its rows. QUEENS are squares.
//!
//! ```text
//! make SIZE LEVEL SEED   a puzzle with one queen per row; level 0 is any
//! hint QUEENS SKIP       the next step in one sentence, or the queens that are wrong; SKIP steps are known, up to the
//!                        next queen
//! check QUEENS           the rule that is broken, the queens that are wrong, or solved
//! ```

use crate::{number, pairs, squares, unknown};
use serde_json::{Value, json};
use vuelta::Error;
use vuelta::regions::deduce::{Hint, Unit, grade, hint, way};
use vuelta::regions::{Board, Maker};
use vuelta::search::StopFlag;

pub fn answer(words: &[&str], text: &str) -> Result<Value, Error> {
    let stop = StopFlag::default();
    match *words {
        ["make", size, level, seed] => {
            let mut maker = Maker::new(number(size)?)?.seed(number(seed)?);
            let level = number(level)?;
            if level > 0 {
                maker = maker.level(level)?;
            }
            let board = maker.make(&stop)?;
            let grade = grade(&board);
            Ok(json!({
                "text": board.to_string(),
                "size": board.size(),
                "regions": board.regions(),
                "level": grade.level,
                "steps": grade.steps,
            }))
        }
        ["hint", queens, skip] => {
            let (board, queens) = (Board::parse(text.as_bytes())?, squares(queens)?);
            let mut hint = hint(&board, &queens, &stop)?;
            if let Hint::Step(step) = &mut hint {
                let steps = way(&board, &queens)?.steps;
                let last = steps.iter().position(|step| !step.placed.is_empty()).unwrap_or(steps.len() - 1);
                *step = steps[last.min(number(skip)?)].clone();
            }
            Ok(told(&board, &hint))
        }
        ["check", queens] => {
            let (board, queens) = (Board::parse(text.as_bytes())?, squares(queens)?);
            if let Err(broken) = board.check(&queens) {
                return Ok(json!({ "kind": "broken", "text": broken.to_string() }));
            }
            Ok(match hint(&board, &queens, &stop)? {
                // The next step is not what was asked for.
                Hint::Step(_) | Hint::Stuck => json!({ "kind": "right" }),
                hint => told(&board, &hint),
            })
        }
        _ => Err(unknown(&words.join(" "))),
    }
}

fn told(board: &Board, hint: &Hint) -> Value {
    let mut answer = match hint {
        Hint::Step(step) => {
            let units = step.units.iter().map(|&unit| unit_name(board, unit));
            json!({
                "kind": "step",
                "level": step.technique.level(),
                "units": units.collect::<Vec<_>>(),
                "removed": pairs(&step.removed),
                "placed": pairs(&step.placed),
            })
        }
        Hint::Wrong { queens, .. } => json!({ "kind": "wrong", "queens": pairs(queens) }),
        Hint::Solved => json!({ "kind": "solved" }),
        Hint::Unsolvable => json!({ "kind": "unsolvable" }),
        _ => json!({ "kind": "stuck" }),
    };
    answer["text"] = hint.text().into();
    answer
}

/// A unit for a sentence in another language: `["row", "4"]`.
fn unit_name(board: &Board, unit: Unit) -> Value {
    unit.name(board).split(' ').collect()
}
