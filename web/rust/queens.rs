//! Questions about queens. FIXED and BLOCKED are squares.
//!
//! ```text
//! count N FIXED BLOCKED [I/K]        solutions; fundamental ones too, unless it is a shard
//! fundamental N TOTAL                fundamental solutions, from the total and the symmetric counts
//! most N FIXED BLOCKED               the most queens that fit, and a board that has them
//! list KIND N FIXED BLOCKED          begins a list: KIND is all, or fundamental: one of those that are symmetric
//! next KIND HOW_MANY                 the next solutions of the list
//! trace N FIXED BLOCKED FROM COUNT   steps of the textbook search, packed for the player
//! ```

use crate::{State, number, pairs, squares, tell, unknown};
use serde_json::{Value, json};
use vuelta::queens::backtrack::{Step, Steps};
use vuelta::queens::{Board, Completion, Counting, Square, SymmetricCounts, Symmetry, solutions};
use vuelta::search::{Context, Keeping, Progress};
use vuelta::{Error, known};

/// The lists that were begun.
#[derive(Default)]
pub struct Lists {
    all: List,
    fundamental: List,
}

type List = Option<Box<dyn Iterator<Item = Vec<u32>>>>;

impl Lists {
    fn list(&mut self, kind: &str) -> Result<&mut List, Error> {
        match kind {
            "all" => Ok(&mut self.all),
            "fundamental" => Ok(&mut self.fundamental),
            _ => Err(unknown(kind)),
        }
    }
}

pub fn answer(words: &[&str], state: &mut State) -> Result<Value, Error> {
    let mut watch = |progress: &Progress| tell(progress);
    let mut context = Context::new(&state.workers).watched_by(&mut watch);
    match *words {
        ["count", n, fixed, blocked, ref shard @ ..] => {
            let board = board(n, fixed, blocked)?;
            let (size, is_plain) = (board.size(), !board.has_conditions());
            let shard = shard.first().map(|shard| shard.parse()).transpose()?;
            let keeping = Keeping { shard, ..Keeping::default() };
            let count = Counting::new(board).keep(keeping).run(&mut context)?;
            Ok(json!({
                "found": count.work.outcome.tally.to_string(),
                "fundamental": count.fundamental.map(|number| number.to_string()),
                "published": published(size).filter(|_| is_plain),
            }))
        }
        ["fundamental", n, total] => {
            let size = number(n)?;
            let symmetric = SymmetricCounts::count(size, &context)?.ok_or(Error::Stopped)?;
            Ok(json!({ "found": symmetric.fundamental(size, number(total)?)?.to_string() }))
        }
        ["most", n, fixed, blocked] => {
            let completion = Completion::of(&board(n, fixed, blocked)?, &context)?;
            Ok(json!({
                "maximum": completion.maximum,
                "proved": completion.proved,
                "queens": pairs(&completion.queens),
            }))
        }
        ["list", kind, n, fixed, blocked] => {
            let board = board(n, fixed, blocked)?;
            let list = state.lists.list(kind)?;
            let all = solutions(&board);
            *list = Some(match kind {
                "all" => Box::new(all),
                _ => Box::new(all.filter(move |columns| is_least(columns, &board))),
            });
            Ok(json!({}))
        }
        ["next", kind, count] => {
            let list = state.lists.list(kind)?.iter_mut().flatten();
            Ok(json!({ "solutions": list.take(number(count)?).collect::<Vec<_>>() }))
        }
        ["trace", n, fixed, blocked, from, count] => {
            let board = board(n, fixed, blocked)?;
            let steps = Steps::of(&board).skip(number(from)?).take(number(count)?);
            Ok(json!({ "steps": steps.map(|step| packed(step, board.size())).collect::<Vec<_>>() }))
        }
        _ => Err(unknown(&words.join(" "))),
    }
}

fn board(n: &str, fixed: &str, blocked: &str) -> Result<Board, Error> {
    Board::with_conditions(number(n)?, &squares(fixed)?, &squares(blocked)?)
}

fn published(size: u32) -> Option<Value> {
    let published = known::queens_count("total", size)?;
    Some(json!({ "value": published.value.to_string(), "source": published.citation() }))
}

/// Whether no image of the solution that meets the board's conditions too comes before it.
fn is_least(columns: &[u32], board: &Board) -> bool {
    let size = board.size();
    Symmetry::ALL.iter().all(|symmetry| {
        let mut image = vec![0; columns.len()];
        for (row, &column) in (0..).zip(columns) {
            let square = symmetry.square(size, Square::new(row, column));
            image[square.row as usize] = square.column;
        }
        let has = |square: &Square| image[square.row as usize] == square.column;
        columns <= &image[..] || !board.fixed().iter().all(has) || board.blocked().iter().any(has)
    })
}

/// A step as the player unpacks it: its kind, its square, the attacker.
fn packed(step: Step, size: u32) -> Value {
    let place = |square: Square| square.row * size + square.column;
    match step {
        Step::Place(square) => json!([0, place(square)]),
        Step::Conflict { square, with: Some(queen) } => json!([1, place(square), place(queen)]),
        Step::Conflict { square, with: None } => json!([1, place(square)]),
        Step::Back(square) => json!([2, place(square)]),
        Step::Solution => json!([3]),
    }
}
