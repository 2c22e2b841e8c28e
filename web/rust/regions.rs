//! Questions about region queens. The board stands below the question, as its rows. QUEENS and MARKS are squares.
//!
//! ```text
//! make SIZE STARS LEVEL NUMBER   a puzzle with its only solution; level 0 is any
//! read                           the puzzles of the text below: board, level, whether there is one solution
//! hint QUEENS MARKS              the next step for a person who knows that marked squares take no queen, or what is wrong
//! check QUEENS MARKS             what is wrong, or solved, or right
//! ```

use crate::{number, pairs, squares, unknown};
use serde_json::{Value, json};
use vuelta::regions::deduce::{Hint, grade, hint};
use vuelta::regions::{Board, Maker, Puzzle, Search, Verdict};
use vuelta::search::StopFlag;
use vuelta::{Error, Square};

pub fn answer(words: &[&str], text: &str) -> Result<Value, Error> {
    let stop = StopFlag::default();
    let board = || Board::parse(text.as_bytes());
    match *words {
        ["make", size, stars, level, seed] => {
            let mut maker = Maker::new(number(size)?)?.stars(number(stars)?)?.seed(number(seed)?);
            let level = number(level)?;
            if level > 0 {
                maker = maker.level(level)?;
            }
            Ok(described(&maker.make(&stop)?))
        }
        ["read"] => {
            let puzzles = Puzzle::read(text.as_bytes(), None)?;
            let one = |puzzle: Puzzle| {
                puzzle
                    .board
                    .map_or_else(|error| json!({ "error": error.to_string() }), |board| described(&board))
            };
            Ok(json!({ "puzzles": puzzles.into_iter().map(one).collect::<Vec<_>>() }))
        }
        [question @ ("hint" | "check"), queens, marks] => {
            let (board, queens, marks) = (board()?, squares(queens)?, squares(marks)?);
            if let Err(broken) = board.check(&queens) {
                return Ok(json!({ "kind": "broken", "text": broken.to_string() }));
            }
            let hint = hint(&board, &queens, &marks, &stop)?;
            let is_right =
                question == "check" && matches!(hint, Hint::Step(_) | Hint::Stuck | Hint::Excluded { .. });
            Ok(if is_right { json!({ "kind": "right" }) } else { told(&board, &hint) })
        }
        _ => Err(unknown(&words.join(" "))),
    }
}

/// A board with what a player wants to know of it.
fn described(board: &Board) -> Value {
    let grade = grade(board);
    let (solutions, queens, differing) = match Search::new(board).verdict() {
        Ok(Verdict::Unique(queens)) => (1, queens, vec![]),
        Ok(Verdict::Several(two)) => {
            let [one, other] = &two;
            let in_one = |square: &&Square| !(one.contains(square) && other.contains(square));
            (2, vec![], two.iter().flatten().filter(in_one).copied().collect())
        }
        _ => (0, vec![], vec![]),
    };
    json!({
        "text": board.to_string(),
        "size": board.size(),
        "stars": board.stars(),
        "regions": board.regions(),
        "split": board.unconnected(),
        "level": grade.level,
        "steps": grade.steps,
        "solutions": solutions,
        "queens": pairs(&queens),
        "differing": pairs(&differing), // of two solutions
    })
}

fn told(board: &Board, hint: &Hint) -> Value {
    let mut answer = match hint {
        Hint::Step(step) => json!({
            "kind": "step",
            "level": step.technique.level(),
            "units": step.units.iter().map(|unit| unit.name(board)).collect::<Vec<_>>(),
            "removed": pairs(&step.removed),
            "placed": pairs(&step.placed),
        }),
        Hint::Wrong { queens, .. } => json!({ "kind": "wrong", "queens": pairs(queens) }),
        Hint::Needed { squares, .. } => json!({ "kind": "marks", "removed": pairs(squares) }),
        Hint::Solved => json!({ "kind": "solved" }),
        Hint::Unsolvable => json!({ "kind": "unsolvable" }),
        _ => json!({ "kind": "stuck" }),
    };
    answer["text"] = hint.text().into();
    answer
}
